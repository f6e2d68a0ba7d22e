//! Deals that end by points, both sides near the ends: sums are the same values as full minimax.
//!
//! Proofs of sums are kept by how near the ends are, and by what the cards count. So the same cards come
//! again and again with other points so far and other neighbours, the ends are within reach of most
//! lines, and one solver is asked for many values, of all objectives of a kind.

use std::sync::Arc;

use crate::common::{FREE, MUST_TRUMP, OVERTAKE, axis, part};
use crate::shared::{Played, Rules, below, neighbours};
use ultimo_core::cards::Card;
use ultimo_core::payoff::{Fact, Probe};
use ultimo_core::play::{Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{
    Draw, Drawing, Duty, EndRule, Marriage, MarriageRule, PlayRules, RulesSpec, Trump,
};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

/// What cards count from low to high: kings and tens, not the nines, differ little or much.
const VALUES: [u16; 6] = [0, 2, 3, 4, 10, 11];
/// Cards left, the stock among them.
const LEFT: (usize, usize) = (8, 12);

/// A kind of game.
#[derive(Debug, Clone, Copy)]
struct Kind {
    seats: u8,
    /// The seats of one side.
    side: u16,
    /// Cards in a hand and in the stock.
    hand: usize,
    stock: usize,
    duty: Duty,
    pairs: bool,
    last: u16,
    /// Units that end the deal, by side; none for the second if it is 0.
    ends: [u16; 2],
}

fn spec(kind: &Kind) -> RulesSpec {
    let values = if kind.seats == 3 { &VALUES[..] } else { &VALUES[1..] };
    let size = u8::try_from(values.len()).unwrap();
    let lanes: Vec<Vec<u8>> =
        (0..4).map(|lane| (lane * size..(lane + 1) * size).collect()).collect();
    let pair = |lane: &Vec<u8>| Marriage {
        cards: [lane[values.len() - 3], lane[values.len() - 4]],
        units: if lane[0] >= 3 * size { 15 } else { 8 },
    };
    let all = (1 << kind.seats) - 1;
    let end = |(seats, at_least)| EndRule::Points {
        seats,
        at_least,
        not_behind: false,
        on_lead: None,
        after_card: None,
    };
    let ends = [(kind.side, kind.ends[0]), (all & !kind.side, kind.ends[1])];
    RulesSpec {
        values: values.repeat(4),
        trump: Trump::Lane(3),
        duty: kind.duty,
        sides: (0..kind.seats).map(|seat| u8::from(kind.side >> seat & 1 == 0)).collect(),
        last_trick_units: kind.last,
        ends: ends.into_iter().filter(|end| end.1 > 0).map(end).collect(),
        marriages: kind.pairs.then(|| MarriageRule {
            pairs: lanes.iter().map(pair).collect(),
            following: false,
            at_start: false,
            needs_trick: true,
            by_side: true,
        }),
        drawing: (kind.stock > 0).then_some(Drawing {
            draw: Draw::EachWinnerFirst,
            duty: Some(FREE),
            exchange: None,
            close: None,
        }),
        ..RulesSpec::plain(kind.seats, lanes)
    }
}

fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (pairs, last, ends) in
        [(false, 0, [50, 50]), (true, 0, [66, 66]), (false, 5, [44, 60]), (true, 0, [48, 0])]
    {
        for duty in [FREE, MUST_TRUMP, OVERTAKE] {
            let kind = Kind { seats: 2, side: 1, hand: 5, stock: 10, duty, pairs, last, ends };
            kinds.push(kind);
            kinds.push(Kind { hand: 10, stock: 0, ..kind });
            kinds.push(Kind { seats: 3, hand: 8, stock: 0, ..kind });
            kinds.push(Kind { seats: 4, side: 0b0101, hand: 5, stock: 0, ..kind });
        }
    }
    kinds
}

/// A deal by lot, played by lot until few enough cards are left, and mostly to the end of that trick.
fn played(rules: &Rules, kind: &Kind, dice: &mut Stream) -> Played {
    let mut pack: Vec<u8> = (0..rules.spec().deck_size).collect();
    let last = pack.len() - 1;
    dice.shuffle(&mut pack, last);
    let mut take = |count: usize| pack.split_off(pack.len() - count);
    let hands = (0..kind.seats).map(|_| take(kind.hand)).collect();
    let stock = take(kind.stock);
    let leader = u8::try_from(below(dice, rules.seats())).unwrap();
    let setup = Setup { hands, stock, leader, ..Setup::default() };
    let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
    let left = LEFT.0 + below(dice, LEFT.1 - LEFT.0 + 1);
    let within = dice.below(4) == 0;
    let mut moves = Vec::new();
    while !position.is_over()
        && (count_left(&position) > left || !(within || position.state().is_on_lead()))
    {
        let legal = position.legal_moves();
        let what = legal[below(dice, legal.len())];
        position.play(what).unwrap();
        moves.push(what);
    }
    Played { setup, moves }
}

fn count_left(position: &Position<u64>) -> usize {
    let (rules, state) = (position.rules(), position.state());
    let hands = (0..u32::from(rules.spec().seats))
        .map(|seat| state.hand(crate::common::seat(seat)).count_ones() as usize);
    hands.sum::<usize>() + state.stock(position.fixed()).count()
}

/// Points of each side and tricks of one, more or fewer of them better.
fn objectives(rules: &Rules, kind: &Kind) -> Vec<Objective<u64>> {
    let (spec, side) = (rules.spec(), kind.side);
    let others = rules.all_seats() & !side;
    let points = |seats, marriages| Fact::Points { seats, laid: false, marriages, max: 150 };
    let facts = [
        (points(side, kind.pairs), side, 1.0),
        (points(others, kind.pairs), others, 1.0),
        (points(side, false), side, -1.0),
        (Fact::Tricks { seats: side, late: false }, side, 1.0),
    ];
    let compile = |(fact, maximisers, sign): (Fact, u16, f64)| {
        let axis = axis(fact, None);
        let most = Probe::new(rules, &axis).unwrap().size();
        let table = (0..most).map(|count| sign * f64::from(count)).collect();
        Objective::compile(rules, &[part(vec![axis], table, spec.seats)], maximisers).unwrap()
    };
    facts.into_iter().map(compile).collect()
}

/// Asks a solver, new or not, of values near the right one in any order, then of value, table and line.
fn check(
    solver: &mut Solver,
    (kind, number): (&Kind, usize),
    objective: &Objective<u64>,
    position: &Position<u64>,
    dice: &mut Stream,
) {
    let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
    let task = Task { rules, fixed, root: state, state, objective };
    let about = || format!("{kind:?}, objective {number}: {state:?}, {:?}", fixed.stock());
    let after = |what| {
        let mut next = *state;
        next.apply_unchecked(rules, fixed, what);
        brute::value(rules, fixed, &next, objective)
    };
    let table: Vec<(_, f64)> =
        position.legal_moves().into_iter().map(|what| (what, after(what))).collect();
    let is_ours = state.seat().is_in(objective.maximisers());
    let best = if is_ours { f64::max } else { f64::min };
    let expected = table.iter().map(|entry| entry.1).reduce(best).unwrap();
    for _ in 0..3 {
        let value = expected + f64::from(dice.below(12)) - 6.0;
        let reached = solver.reaches(&task, value, Limits::default(), &|| false).unwrap();
        assert_eq!(reached, value <= expected, "at least {value}: {}", about());
    }
    let found = solver.solve(&task, Limits::default(), true, &|| false).unwrap();
    assert_eq!(found.value, expected, "{}", about());
    for (what, expected) in table {
        let valued = found.table.iter().find(|valued| valued.what == what).unwrap();
        assert_eq!(valued.value, expected, "{what}: {}", about());
    }
    let mut end = *state;
    for &what in &found.line {
        end.apply_unchecked(rules, fixed, what);
    }
    assert!(end.is_over(), "the line ends the deal: {}", about());
    assert_eq!(objective.value(rules, fixed, &end), expected, "line: {}", about());
}

/// The same cards with other points so far, and other cards of the same structure.
fn siblings(
    rules: &Rules,
    played: &Played,
    position: &Position<u64>,
    dice: &mut Stream,
) -> Vec<Played> {
    let state = position.state();
    let gone: Vec<u8> = (0..u32::from(rules.spec().seats))
        .flat_map(|seat| rules.cards(state.captured(crate::common::seat(seat))))
        .map(Card::number)
        .collect();
    let mut found = Vec::new();
    for _ in 0..2 {
        if gone.len() > 1 {
            let (one, other) = (below(dice, gone.len()), below(dice, gone.len()));
            found.push(played.exchanged(gone[one], gone[other]));
        }
    }
    let pairs = neighbours(rules, position);
    if !pairs.is_empty() {
        let (one, other) = pairs[below(dice, pairs.len())];
        found.push(played.exchanged(one, other));
    }
    found
}

/// Endings of a kind and their siblings; how many there were.
fn run(number: usize, kind: &Kind, endings: u32) -> u32 {
    let rules = Arc::new(PlayRules::<u64>::compile(&spec(kind)).unwrap());
    let mut dice = Stream::dealing(0xe4d5, u64::try_from(number).unwrap());
    let objectives = objectives(&rules, kind);
    let mut shared = Solver::new(None);
    let mut count = 0;
    for _ in 0..endings {
        let played = played(&rules, kind, &mut dice);
        let position = played.position(&rules).unwrap();
        if position.is_over() {
            continue;
        }
        let mut all = vec![played.clone()];
        all.extend(siblings(&rules, &played, &position, &mut dice));
        let which = below(&mut dice, objectives.len());
        let alone = dice.below(2) == 0;
        for played in all {
            let Some(position) = played.position(&rules).filter(|position| !position.is_over())
            else {
                continue;
            };
            count += 1;
            let about = (kind, which);
            if alone {
                let mut solver = Solver::new(None);
                check(&mut solver, about, &objectives[which], &position, &mut dice);
            } else {
                check(&mut shared, about, &objectives[which], &position, &mut dice);
            }
        }
    }
    count
}

/// Endings of every kind; how many there were, siblings among them.
fn everything(endings: u32) -> u32 {
    kinds().iter().enumerate().map(|(number, kind)| run(number, kind, endings)).sum()
}

#[test]
fn sums_near_the_ends_equal_minimax() {
    let times: u32 = std::env::var("ULTIMO_ENDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let count = everything(times * if cfg!(debug_assertions) { 4 } else { 250 });
    assert!(count > if cfg!(debug_assertions) { 100 } else { 10_000 }, "only {count} endings");
}
