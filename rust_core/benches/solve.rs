//! How fast positions are solved: nodes and time, mean, median and 95th percentile, by game and goal.
//!
//! `cargo bench --bench solve -- [GAME] [GOAL] [deals=N] [cards=N] [seconds=N] [full]`

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a bench that cannot begin has failed, and what it finds is printed"
)]

#[path = "../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;

use std::time::{Duration, Instant};

use deck::{Deck, FOLLOW_ONLY, STRICT, tarok, tarot};
use ultimo_core::cards::Word;
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe, Window};
use ultimo_core::play::{Fixed, Owner, Setup, State};
use ultimo_core::random::Stream;
use ultimo_core::rules::{PlayRules, Reserved, RulesSpec, Trump};
use ultimo_core::solver::{Limits, Objective, solve};

/// A game, the size of its hands, and the card points of all.
struct Game {
    name: &'static str,
    spec: RulesSpec,
    hand: usize,
    most: u16,
}

fn games() -> Vec<Game> {
    let tarok54 = Deck::tarok54();
    let watching = |spec: RulesSpec| RulesSpec { watched: tarok54.cards("T1"), ..spec };
    let ulti = Deck::of("ALHB", "789UOKTA");
    let mut parti = RulesSpec { duty: STRICT, last_trick_units: 1, ..ulti.with_trump(3, 'B') };
    for lane in 0..4 {
        (parti.values[8 * lane + 6], parti.values[8 * lane + 7]) = (1, 1);
    }
    parti.watched = ulti.cards("B7");
    let tens = Deck::of("ALHB", "789TUOKA");
    let klop = RulesSpec {
        reserved: vec![Reserved { seats: 0b1111, cards: tarok54.cards("T1") }],
        ..tarok(&tarok54, 4, true)
    };
    let whist = Deck::french52();
    vec![
        Game { name: "ulti", spec: parti, hand: 10, most: 9 },
        Game {
            name: "betli",
            spec: RulesSpec { duty: STRICT, ..tens.rules(3) },
            hand: 10,
            most: 0,
        },
        Game { name: "pref", spec: tens.with_trump(3, 'B'), hand: 10, most: 0 },
        Game { name: "tarok4", spec: watching(tarok(&tarok54, 4, false)), hand: 12, most: 70 },
        Game { name: "tarok3", spec: watching(tarok(&tarok54, 3, false)), hand: 16, most: 70 },
        Game { name: "klop", spec: klop, hand: 8, most: 70 },
        Game { name: "tarot", spec: tarot(&Deck::tarot78()), hand: 12, most: 182 },
        Game { name: "whist", spec: whist.with_trump(4, 'S'), hand: 13, most: 0 },
        Game {
            name: "whist_free",
            spec: RulesSpec { duty: FOLLOW_ONLY, ..whist.with_trump(4, 'S') },
            hand: 13,
            most: 0,
        },
        Game {
            name: "whist_nt",
            spec: RulesSpec { duty: FOLLOW_ONLY, ..whist.rules(4) },
            hand: 13,
            most: 0,
        },
    ]
}

/// How well a seat is off as declarer: trumps, and high cards.
fn strength(spec: &RulesSpec, hand: &[u8]) -> i32 {
    let mut sum = 0;
    for (number, lane) in spec.lanes.iter().enumerate() {
        let has = |card: &u8| hand.contains(card);
        let is_trump = spec.trump == Trump::Lane(u8::try_from(number).unwrap());
        let count = lane.iter().filter(|card| has(card)).count();
        sum += if is_trump { 3 * i32::try_from(count).unwrap() } else { 0 };
        sum += 3 * i32::from(lane.last().is_some_and(has));
        sum += 2 * i32::from(lane.len() > 1 && has(&lane[lane.len() - 2]));
    }
    sum
}

/// The weakest card to lay away: low cards of short plain suits.
fn weakest(spec: &RulesSpec, hand: &[u8], low: bool) -> usize {
    let rate = |card: u8| {
        let number = spec.lanes.iter().position(|lane| lane.contains(&card));
        let Some(number) = number else { return 1000 };
        let lane = &spec.lanes[number];
        let rank = lane.iter().position(|&other| other == card).unwrap();
        let length = lane.iter().filter(|card| hand.contains(card)).count();
        let is_trump = spec.trump == Trump::Lane(u8::try_from(number).unwrap());
        let is_high = lane.len() - rank <= 2 || spec.values[usize::from(card)] >= 9;
        if low {
            return 1000 - (4 * rank + length);
        }
        usize::from(is_trump) * 500 + usize::from(is_high) * 200 + length * 10 + rank
    };
    (0..hand.len()).min_by_key(|&at| rate(hand[at])).unwrap()
}

/// A deal as one is played: seat 0 declares, has the strongest hand (in betli the weakest) and has
/// taken and laid away.
fn deal(game: &Game, cards: usize, dice: &mut Stream) -> Setup {
    let spec = &game.spec;
    let seats = usize::from(spec.seats);
    let is_low = game.name == "betli";
    let mut pack: Vec<u8> = (0..spec.deck_size).collect();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let mut hands: Vec<Vec<u8>> = (0..seats).map(|_| pack.split_off(pack.len() - cards)).collect();
    let mut setup = Setup::default();
    if game.most > 0 || game.name == "pref" || is_low {
        let sign = if is_low { -1 } else { 1 };
        let best = (0..seats).max_by_key(|&seat| sign * strength(spec, &hands[seat])).unwrap();
        hands.swap(0, best);
        pack.truncate(6.min(pack.len()));
        hands[0].append(&mut pack);
        while hands[0].len() > cards {
            let at = weakest(spec, &hands[0], is_low);
            let card = hands[0].swap_remove(at);
            let owner = u8::from(setup.aside.len() >= 2);
            setup.aside.push((card, Owner::Seat(owner)));
        }
    }
    setup.hands = hands;
    setup
}

fn axis(fact: Fact, classes: Option<Vec<u16>>) -> Axis {
    Axis { fact, classes }
}

/// Axes, and the value of an outcome.
type Goal = (Vec<Axis>, Box<dyn Fn(&[usize]) -> f64>);

/// The axes of a goal and the value of an outcome.
fn goal(game: &Game, goal: &str, side: u16) -> Goal {
    let spec = &game.spec;
    let all = (1 << spec.seats) - 1;
    let others = all & !side;
    let points =
        |seats| axis(Fact::Points { seats, laid: true, marriages: false, max: game.most }, None);
    let tricks = axis(Fact::Tricks { seats: side, late: false }, None);
    let half = usize::from(game.most / 2);
    let full = usize::from(spec.deck_size / spec.seats);
    match goal {
        "exact" if game.most > 0 => (vec![points(side)], Box::new(|at| at[0] as f64)),
        "exact" => (vec![tricks], Box::new(|at| at[0] as f64)),
        "goal" if game.name == "betli" => {
            (vec![tricks], Box::new(|at| f64::from(u8::from(at[0] == 0))))
        }
        "goal" if game.most > 0 => {
            (vec![points(side)], Box::new(move |at| f64::from(u8::from(at[0] > half))))
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

fn objective<W: Word>(
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

struct Settings {
    deals: u64,
    cards: Option<usize>,
    /// Endings of ten cards of the larger games: for a look at all of them.
    short: bool,
    seconds: u64,
    full: bool,
}

fn measure<W: Word>(game: &Game, what: &str, settings: &Settings) {
    let rules = PlayRules::<W>::compile(&game.spec).unwrap();
    let most = if settings.short { game.hand.min(10) } else { game.hand };
    let cards = settings.cards.unwrap_or(most);
    let (mut nodes, mut times, mut sum, mut open) = (vec![], vec![], 0.0, 0);
    for number in 0..settings.deals {
        let mut dice = Stream::dealing(0x0050_1e00, number);
        let setup = deal(game, cards, &mut dice);
        let side = match game.name {
            "tarok4" => 1 | 2 << dice.below(3),
            name if name.starts_with("whist") => 0b0101,
            _ => 1,
        };
        let (axes, value) = goal(game, what, side);
        let objective = objective(&rules, axes, &value, side);
        let (fixed, state): (Fixed<W>, State<W>) = setup.begin(&rules).unwrap();
        let limits =
            Limits { time: Some(Duration::from_secs(settings.seconds)), ..Limits::default() };
        let begin = Instant::now();
        match solve(&rules, &fixed, &state, &objective, limits, settings.full, &|| false) {
            Ok(found) => {
                sum += found.value;
                nodes.push(found.nodes as f64);
            }
            Err(unfinished) => {
                open += 1;
                nodes.push(unfinished.nodes as f64);
            }
        }
        times.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    let of = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        (mean, values[values.len() / 2], values[values.len() * 95 / 100])
    };
    let ((n, n_half, n_high), (t, t_half, t_high)) = (of(&mut nodes), of(&mut times));
    println!(
        "{:11} {what:6} {cards:2} cards, {} deals, {open} open, sum {sum}: nodes {n:.0} / {n_half:.0} / \
         {n_high:.0}, ms {t:.2} / {t_half:.2} / {t_high:.2}",
        game.name, settings.deals
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |name: &str| -> Option<u64> {
        arguments.iter().find_map(|a| a.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
    };
    let settings = Settings {
        deals: number("deals").unwrap_or(20),
        cards: number("cards").map(|cards| usize::try_from(cards).unwrap()),
        short: !arguments.iter().any(|a| games().iter().any(|game| game.name == a)),
        seconds: number("seconds").unwrap_or(20),
        full: arguments.iter().any(|a| a == "full"),
    };
    let goals = ["exact", "goal", "score", "klop"];
    let chosen = arguments.iter().find(|a| goals.contains(&a.as_str()));
    for game in games() {
        let is_named = arguments.iter().any(|a| a == game.name);
        if !settings.short && !is_named {
            continue;
        }
        for what in goals {
            let has_score = matches!(game.name, "ulti" | "tarok3" | "tarok4");
            let fits = match what {
                "score" => has_score,
                "klop" => game.name == "klop",
                _ => game.name != "klop",
            };
            if !fits || chosen.is_some_and(|chosen| chosen != what) {
                continue;
            }
            if game.spec.deck_size > 60 {
                measure::<u128>(&game, what, &settings);
            } else {
                measure::<u64>(&game, what, &settings);
            }
        }
    }
}
