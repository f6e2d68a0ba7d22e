//! What is maximised: exact points or tricks, yes or no, scores with bonuses.

use crate::games::Game;
use ultimo_core::cards::Word;
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe, Window};
use ultimo_core::rules::PlayRules;
use ultimo_core::solver::Objective;

fn axis(fact: Fact, classes: Option<Vec<u16>>) -> Axis {
    Axis { fact, classes }
}

/// Axes, and the value of an outcome.
pub(crate) type Goal = (Vec<Axis>, Box<dyn Fn(&[usize]) -> f64>);

/// The axes of a goal and the value of an outcome.
pub(crate) fn goal(game: &Game, goal: &str, side: u16) -> Goal {
    let spec = &game.spec;
    let all = (1 << spec.seats) - 1;
    let others = all & !side;
    let points =
        |seats| axis(Fact::Points { seats, laid: true, marriages: false, max: game.most }, None);
    let tricks = axis(Fact::Tricks { seats: side, late: false }, None);
    let half = usize::from(game.most / 2);
    let full = usize::from(spec.deck_size / spec.seats);
    if !spec.ends.is_empty() {
        return race(goal, side, others, full);
    }
    match goal {
        "exact" if game.most > 0 => (vec![points(side)], Box::new(|at| at[0] as f64)),
        "exact" => (vec![tricks], Box::new(|at| at[0] as f64)),
        "goal" if game.name == "betli" => {
            (vec![tricks], Box::new(|at| f64::from(u8::from(at[0] == 0))))
        }
        "goal" if game.most > 0 => {
            (vec![points(side)], Box::new(move |at| f64::from(u8::from(at[0] > half))))
        }
        // Half-points; the more of lowest trump, highest trump and excuse, the fewer are enough.
        "target" => {
            let oudlers = ["T1", "T21", "EX"].map(|code| card_of(game, code)).to_vec();
            let held = axis(Fact::Captured { cards: oudlers, seats: side, laid: false }, None);
            let enough = [112, 102, 82, 72];
            let value = move |at: &[usize]| f64::from(u8::from(at[0] >= enough[at[1]]));
            (vec![points(side), held], Box::new(value))
        }
        "goal" => (vec![tricks], Box::new(move |at| f64::from(u8::from(2 * at[0] > full)))),
        "klop" => {
            let own = axis(Fact::Tricks { seats: side, late: false }, Some(no_trick(full)));
            let extreme = axis(Fact::Seats { points_over: 35 }, None);
            let score = |at: &[usize]| match (at[2], at[0], at[1]) {
                (0, points, _) => -(points as f64),
                (_, 36.., _) => -70.0,
                (_, _, 0) => 70.0,
                _ => 0.0,
            };
            (vec![points(side), own, extreme], Box::new(score))
        }
        _ => {
            let (sets, low, last) = if game.name == "ulti" {
                (vec![], 2.0, 4.0)
            } else {
                let card = |lane: usize| spec.lanes[lane][7];
                let trumps = &spec.lanes[4];
                let trula = vec![trumps[0], trumps[20], trumps[21]];
                (vec![trula, (0..4).map(card).collect()], 25.0, 250.0)
            };
            score(game, side, others, points(side), &sets, low, last, full)
        }
    }
}

/// A race that the first side with enough points wins, or the last trick: 1 for it, 2 if the others
/// have fewer than 33 points, 3 if they have no trick.
fn race(goal: &str, side: u16, others: u16, full: usize) -> Goal {
    let enough: Vec<u16> = (0..=33).map(|points| u16::from(points == 33)).collect();
    let mut axes = vec![axis(Fact::EndedBy, None), axis(Fact::LastTrick, Some(vec![1, 2, 0]))];
    for seats in [side, others] {
        let points = Fact::Points { seats, laid: true, marriages: true, max: 33 };
        axes.push(axis(points, Some(enough.clone())));
        axes.push(axis(Fact::Tricks { seats, late: false }, Some(no_trick(full))));
    }
    let signed = |at: &[usize]| {
        let ours = if at[0] == 0 { at[1] == 1 } else { at[0] == 1 };
        let (points, tricks) = if ours { (at[4], at[5]) } else { (at[2], at[3]) };
        let base = match (points, tricks) {
            (_, 0) => 3.0,
            (0, _) => 2.0,
            _ => 1.0,
        };
        if ours { base } else { -base }
    };
    match goal {
        "exact" => (axes, Box::new(signed)),
        "score" => (axes, Box::new(move |at| signed(at).max(0.0))),
        _ => (axes, Box::new(move |at| f64::from(u8::from(signed(at) > 0.0)))),
    }
}

fn card_of(game: &Game, code: &str) -> u8 {
    u8::try_from(game.codes.iter().position(|known| known == code).unwrap()).unwrap()
}

fn no_trick(full: usize) -> Vec<u16> {
    (0..=full).map(|tricks| u16::from(tricks > 0)).collect()
}

/// Points about the middle, and bonuses for sets won entire, for the low trump, for every trick.
#[allow(clippy::too_many_arguments, reason = "all that the score depends on")]
fn score(
    game: &Game,
    side: u16,
    others: u16,
    points: Axis,
    sets: &[Vec<u8>],
    low: f64,
    all_tricks: f64,
    full: usize,
) -> Goal {
    let mut axes = vec![points];
    for cards in sets {
        let classes: Vec<u16> =
            (0..=cards.len()).map(|won| u16::from(won == cards.len())).collect();
        for seats in [side, others] {
            let fact = Fact::Captured { cards: cards.clone(), seats, laid: false };
            axes.push(axis(fact, Some(classes.clone())));
        }
    }
    for seats in [side, others] {
        axes.push(axis(Fact::Tricks { seats, late: false }, Some(no_trick(full))));
    }
    let players = u16::from(game.spec.seats);
    let mut fates = vec![0];
    for player in 0..players {
        for winner in 0..players {
            let ours = |seat: u16| side >> seat & 1 == 1;
            let class = match (player == winner, ours(winner)) {
                (true, true) => 1,
                (true, false) => 2,
                (false, _) => 0,
            };
            fates.push(class);
        }
    }
    axes.push(axis(Fact::Fate { watched: 0, window: Window::Last(1) }, Some(fates)));
    let half = usize::from(game.most / 2);
    let groups = sets.len();
    let value = move |at: &[usize]| {
        let (took, lost) = (at[1 + 2 * groups], at[2 + 2 * groups]);
        if lost == 0 {
            return all_tricks;
        }
        if took == 0 {
            return -all_tricks;
        }
        let made = if at[0] > half { 20.0 } else { -20.0 };
        let mut sum = made + at[0] as f64 - half as f64;
        for set in 0..groups {
            sum += 10.0 * (at[1 + 2 * set] as f64 - at[2 + 2 * set] as f64);
        }
        sum + match at[3 + 2 * groups] {
            1 => low,
            2 => -low,
            _ => 0.0,
        }
    };
    (axes, Box::new(value))
}

pub(crate) fn objective<W: Word>(
    rules: &PlayRules<W>,
    axes: Vec<Axis>,
    value: &dyn Fn(&[usize]) -> f64,
    side: u16,
) -> Objective<W> {
    let sizes: Vec<usize> =
        axes.iter().map(|axis| Probe::new(rules, axis).unwrap().size() as usize).collect();
    let table = (0..sizes.iter().product())
        .map(|index: usize| {
            let mut left = index;
            let mut at: Vec<usize> = sizes
                .iter()
                .rev()
                .map(|size| {
                    let digit = left % size;
                    left /= size;
                    digit
                })
                .collect();
            at.reverse();
            value(&at)
        })
        .collect();
    let part = PayoffPart { axes, table, weights: vec![1.0; rules.seats()] };
    Objective::compile(rules, &[part], side).unwrap()
}
