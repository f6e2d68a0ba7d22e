//! Races for points with a stock, pairs, closing and going out: the same values as full minimax.
//!
//! One solver answers all questions of a kind of game, and beside each ending stand its siblings, which
//! differ in what a table must tell apart.

use std::sync::Arc;

use crate::processors;
use crate::race_kinds::{Kind, kinds, objectives, spec};
use crate::shared::{Played, Rules, below, neighbours};
use ultimo_core::cards::Card;
use ultimo_core::play::{Call, Move, Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::PlayRules;
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

/// A deal by lot of which some moves were made by lot. The leader is dealt up to two pairs, and calls
/// are made more often than cards would be, but for closing.
fn played(rules: &Rules, kind: &Kind, dice: &mut Stream) -> Played {
    let spec = rules.spec();
    let mut pack: Vec<u8> = (0..spec.deck_size).collect();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let leader = below(dice, usize::from(kind.seats));
    let pairs = &spec.marriages.as_ref().unwrap().pairs;
    let first = below(dice, pairs.len());
    let given = (first..first + below(dice, 3)).take(kind.hand / 2);
    for (at, card) in (leader * kind.hand..).zip(given.flat_map(|pair| pairs[pair % 4].cards)) {
        let from = pack.iter().position(|&other| other == card).unwrap();
        pack.swap(at, from);
    }
    let hands = pack.chunks(kind.hand).take(usize::from(kind.seats)).map(<[u8]>::to_vec);
    let mut setup = Setup { hands: hands.collect(), ..Setup::default() };
    setup.stock = pack.split_off(count - kind.stock);
    setup.leader = u8::try_from(leader).unwrap();
    let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
    let mut moves = Vec::new();
    let mut play = |position: &mut Position<u64>, dice: &mut Stream| {
        let legal = position.legal_moves();
        let closes = dice.below(4) == 0;
        let is_call = |what: &Move| match what {
            Move::Call(call) => closes || *call != Call::Close,
            Move::Card(_) => false,
        };
        let calls: Vec<Move> = legal.iter().copied().filter(is_call).collect();
        let from = if calls.is_empty() || dice.below(2) == 0 { &legal } else { &calls };
        let what = from[below(dice, from.len())];
        position.play(what).unwrap();
        moves.push(what);
    };
    for _ in 0..kind.played + below(dice, 3) {
        if !position.is_over() {
            play(&mut position, dice);
        }
    }
    // Half of them on lead, where the table is asked first of all.
    let on_lead = dice.below(2) == 0;
    while on_lead && !position.is_over() && !position.state().is_on_lead() {
        play(&mut position, dice);
    }
    Played { setup, moves }
}

/// The hands and the stock that are left, as if nothing had been played, and who leads.
fn fresh(rules: &Rules, position: &Position<u64>, leader: usize) -> Played {
    let (fixed, state) = (position.fixed(), position.state());
    let cards = |set: u64| rules.cards(set).into_iter().map(Card::number).collect();
    let hand = |seat| cards(state.hand(crate::common::seat(seat)));
    let hands = (0..u32::from(rules.spec().seats)).map(hand).collect();
    let stock = if state.is_closed() { vec![] } else { state.stock(fixed).collect() };
    let stock = stock.into_iter().map(|place| rules.card(place).number()).collect();
    let leader = u8::try_from(leader).unwrap();
    Played { setup: Setup { hands, stock, leader, ..Setup::default() }, moves: vec![] }
}

/// Asks one solver of all objectives, and compares with full minimax.
fn check(
    solver: &mut Solver,
    kind: &Kind,
    objectives: &[Objective<u64>],
    position: &Position<u64>,
    dice: &mut Stream,
) {
    let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
    for (number, objective) in objectives.iter().enumerate() {
        let root = if dice.below(2) == 0 { position.initial() } else { state };
        let task = Task { rules, fixed, root, state, objective };
        let expected = brute::value(rules, fixed, state, objective);
        let about = || format!("{}, objective {number}: {state:?}, {:?}", kind.name, fixed.stock());
        for value in [expected, expected + 0.5] {
            let reached = solver.reaches(&task, value, Limits::default(), &|| false).unwrap();
            assert_eq!(reached, value <= expected, "at least {value}: {}", about());
        }
        let full = dice.below(4) == 0;
        let found = solver.solve(&task, Limits::default(), full, &|| false).unwrap();
        assert_eq!(found.value, expected, "{}", about());
        for valued in found.table {
            let mut next = *state;
            next.apply_unchecked(rules, fixed, valued.what);
            let expected = brute::value(rules, fixed, &next, objective);
            assert_eq!(valued.value, expected, "{}: {}", valued.what, about());
        }
        let mut end = *state;
        for &what in &found.line {
            end.apply_unchecked(rules, fixed, what);
        }
        if full {
            assert!(end.is_over());
            assert_eq!(objective.value(rules, fixed, &end), expected, "line: {}", about());
        }
    }
}

/// Two different things of a list by lot, if it has them.
fn two_of<T: Copy>(things: &[T], dice: &mut Stream) -> Option<(T, T)> {
    let one = below(dice, things.len().max(1));
    let other = below(dice, things.len().max(1));
    (one != other).then(|| (things[one], things[other]))
}

/// The same with something changed that a table must tell apart: a card for its neighbour that is gone;
/// the order of the stock; a pair that was not announced; cards that are gone, and so the units; who
/// leads.
fn siblings(
    rules: &Rules,
    played: &Played,
    position: &Position<u64>,
    dice: &mut Stream,
) -> Vec<Played> {
    let (fixed, state) = (position.fixed(), position.state());
    let mut pairs = neighbours(rules, position);
    if !pairs.is_empty() {
        let last = pairs.len() - 1;
        dice.shuffle(&mut pairs, last);
    }
    let stock: Vec<u8> = state.stock(fixed).map(|place| rules.card(place).number()).collect();
    let gone: Vec<u8> = (0..rules.seats())
        .flat_map(|seat| {
            rules.cards(state.captured(crate::common::seat(u32::try_from(seat).unwrap())))
        })
        .map(Card::number)
        .collect();
    let swaps = pairs.into_iter().take(2).chain(two_of(&stock, dice));
    let mut found: Vec<Played> = swaps.map(|(one, other)| played.exchanged(one, other)).collect();
    // More where units are looked at when the stock is closed.
    let closes = state.legal_calls(rules, fixed).has(Call::Close);
    let mut shuffled = played.clone();
    for _ in 0..if closes { 16 } else { 2 } {
        if let Some((one, other)) = two_of(&gone, dice) {
            shuffled = shuffled.exchanged(one, other);
            found.push(shuffled.clone());
        }
    }
    let is_pair = |what: &Move| matches!(what, Move::Call(Call::Marriage(_)));
    if let Some(at) = played.moves.iter().position(is_pair) {
        let mut without = played.clone();
        without.moves.remove(at);
        found.push(without);
    }
    if state.is_on_lead() {
        let leader = below(dice, rules.seats());
        found.extend([0, 1].map(|step| fresh(rules, position, (leader + step) % rules.seats())));
    }
    found
}

/// Endings of a kind and their siblings, all to one solver; how many siblings there were.
fn run(number: usize, kind: &Kind, endings: u32) -> u32 {
    let rules = Arc::new(PlayRules::<u64>::compile(&spec(kind)).unwrap());
    let mut dice = Stream::dealing(0x66ac, u64::try_from(number).unwrap());
    let objectives = objectives(&rules, kind, &mut dice);
    let mut solver = Solver::new(None);
    let mut count = 0;
    for _ in 0..kind.times * endings {
        let played = played(&rules, kind, &mut dice);
        let position = played.position(&rules).unwrap();
        if position.is_over() {
            continue;
        }
        check(&mut solver, kind, &objectives, &position, &mut dice);
        for sibling in siblings(&rules, &played, &position, &mut dice) {
            let Some(sibling) = sibling.position(&rules) else { continue };
            if !sibling.is_over() {
                count += 1;
                check(&mut solver, kind, &objectives, &sibling, &mut dice);
            }
        }
    }
    count
}

/// Endings of every kind; how many siblings there were.
pub(crate) fn everything(endings: u32) -> u32 {
    kinds().iter().enumerate().map(|(number, kind)| run(number, kind, endings)).sum()
}

/// The kinds, as every processor is asked about them.
pub(crate) fn each_kind(check: impl FnOnce(&[processors::Kind<'_>])) {
    let kinds = kinds();
    let all: Vec<processors::Kind<'_>> = kinds
        .iter()
        .map(|kind| {
            let rules = Arc::new(PlayRules::<u64>::compile(&spec(kind)).unwrap());
            let [of_goals, of_deals] = [Arc::clone(&rules), Arc::clone(&rules)];
            processors::Kind {
                name: kind.name,
                rules,
                objectives: Box::new(move |dice| objectives(&of_goals, kind, dice)),
                position: Box::new(move |dice| {
                    played(&of_deals, kind, dice).position(&of_deals).unwrap()
                }),
            }
        })
        .collect();
    check(&all);
}

#[test]
fn races_that_share_a_table_equal_minimax() {
    let times: u32 = std::env::var("ULTIMO_RACES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let siblings = everything(times * if cfg!(debug_assertions) { 3 } else { 10 });
    assert!(siblings > 100, "only {siblings} siblings");
}
