//! Many questions to one solver: siblings, history, several objectives, the same answers.
//!
//! Random endings hardly find a fault of the table. What finds it is asked here on purpose: one table
//! for all endings of a game, and beside each ending its sibling, in which a card that rules or scores
//! name has changed places with a neighbour that is gone: the same structure, another meaning.

use std::sync::Arc;

use crate::common::{
    EXCUSE, FREE, LOWEST_TRUMP, MUST_TRUMP, OVERTAKE, axis, flags, part, spec, spec_with_excuse,
    table, with_exceptions,
};
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe, Window};
use ultimo_core::play::{Move, Owner, Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{Duty, PlayRules, RulesSpec, Trump};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

pub(crate) type Rules = Arc<PlayRules<u64>>;

/// A deal and what was played of it.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) setup: Setup,
    pub(crate) moves: Vec<Move>,
}

pub(crate) fn below(dice: &mut Stream, count: usize) -> usize {
    dice.below(u32::try_from(count).unwrap()) as usize
}

impl Played {
    /// A random deal of hands of `tricks` cards, played at random until `left` are in hand, perhaps some
    /// cards further: all to one side, or to anybody.
    fn new(rules: &Rules, dice: &mut Stream, tricks: usize, left: usize) -> Self {
        let seats = rules.seats();
        let mut pack: Vec<u8> = (0..rules.spec().deck_size).collect();
        let last = pack.len() - 1;
        dice.shuffle(&mut pack, last);
        let hands = (0..seats).map(|seat| pack[seat * tricks..(seat + 1) * tricks].to_vec());
        let mut setup = Setup { hands: hands.collect(), ..Setup::default() };
        if rules.spec().prize.is_some() {
            setup.aside = pack[seats * tricks..][..3].iter().map(|&c| (c, Owner::Prize)).collect();
        }
        setup.leader = u8::try_from(below(dice, seats)).unwrap();
        let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
        // Half of them at the start of a trick, where the table is asked first of all.
        let further = if dice.below(2) == 0 { 0 } else { below(dice, seats) };
        let plays = seats * (tricks - left) + further;
        let mut moves = Vec::new();
        while moves.len() < plays && !position.is_over() {
            let legal = position.legal_moves();
            let what = legal[below(dice, legal.len())];
            position.play(what).unwrap();
            moves.push(what);
        }
        Self { setup, moves }
    }

    /// The position, unless the moves are not legal.
    pub(crate) fn position(&self, rules: &Rules) -> Option<Position<u64>> {
        let mut position = Position::new(Arc::clone(rules), &self.setup).ok()?;
        for &what in &self.moves {
            position.play(what).ok()?;
        }
        Some(position)
    }

    /// The same with two cards changed for each other.
    pub(crate) fn exchanged(&self, one: u8, other: u8) -> Self {
        let change = |card: u8| match card {
            card if card == one => other,
            card if card == other => one,
            card => card,
        };
        let mut found = self.clone();
        found.setup.hands.iter_mut().flatten().for_each(|card| *card = change(*card));
        found.setup.stock.iter_mut().for_each(|card| *card = change(*card));
        found.setup.piles.iter_mut().flatten().flatten().for_each(|card| *card = change(*card));
        found.setup.aside.iter_mut().for_each(|(card, _)| *card = change(*card));
        for what in &mut found.moves {
            if let Move::Card(card) = what {
                *card = ultimo_core::cards::Card::new(change(card.number())).unwrap();
            }
        }
        found
    }
}

/// Pairs of a card still in hand and a neighbour in its lane that is gone, none still out between.
pub(crate) fn neighbours(rules: &Rules, position: &Position<u64>) -> Vec<(u8, u8)> {
    let state = position.state();
    let mut out: Vec<u8> = (0..rules.seats())
        .flat_map(|seat| rules.cards(state.hand(crate::common::seat(u32::try_from(seat).unwrap()))))
        .map(ultimo_core::cards::Card::number)
        .collect();
    out.extend(state.stock(position.fixed()).map(|place| rules.card(place).number()));
    let piles = state.piles(position.fixed()).flat_map(|(_, pile)| pile);
    out.extend(piles.map(|place| rules.card(place).number()));
    let mut pairs = Vec::new();
    for lane in &rules.spec().lanes {
        for (at, &card) in lane.iter().enumerate().filter(|(_, card)| out.contains(card)) {
            let above = lane[at + 1..].iter().take_while(|card| !out.contains(card));
            let below = lane[..at].iter().rev().take_while(|card| !out.contains(card));
            pairs.extend(above.chain(below).map(|&gone| (card, gone)));
        }
    }
    pairs
}

pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) rules: Rules,
    pub(crate) objectives: Vec<Objective<u64>>,
}

fn sizes(rules: &Rules, axes: &[Axis]) -> Vec<usize> {
    axes.iter().map(|axis| Probe::new(rules, axis).unwrap().size() as usize).collect()
}

/// Objectives for one game: what adds up alone; with all flags, rising; falling; not monotone; the
/// middle alone.
pub(crate) fn objectives(
    rules: &Rules,
    dice: &mut Stream,
    named: &[u8],
    side: u16,
) -> Vec<Objective<u64>> {
    let seats = rules.spec().seats;
    let has_points = rules.spec().values.iter().any(|&value| value > 0);
    let sum = if has_points {
        Fact::Points { seats: side, laid: false, marriages: false, max: 70 }
    } else {
        Fact::Tricks { seats: side, late: false }
    };
    let compile = |part: PayoffPart| Objective::compile(rules, &[part], side).unwrap();
    let all = sizes(rules, &[axis(sum.clone(), None)])[0];
    let numbers: Vec<f64> = (0..all).map(|n| f64::from(u32::try_from(n).unwrap())).collect();
    let mut found = vec![compile(part(vec![axis(sum.clone(), None)], numbers, seats))];
    for kind in 0..4 {
        let window = if kind % 2 == 0 { Window::Last(1) } else { Window::Any };
        let mut axes = vec![axis(sum.clone(), None)];
        axes.extend(flags(rules.spec(), named, side, window, 7).into_iter().skip(kind % 3).take(3));
        let mut values = table(dice, &sizes(rules, &axes), kind != 3);
        if kind == 2 {
            values = values.into_iter().map(|value| -value).collect();
        }
        found.push(compile(part(axes, values, seats)));
    }
    found
}

fn ulti(duty: Duty) -> RulesSpec {
    let lanes: Vec<Vec<u8>> = (0..4).map(|lane| (lane * 8..lane * 8 + 8).collect()).collect();
    let mut rules = RulesSpec { duty, trump: Trump::Lane(3), ..RulesSpec::plain(3, lanes) };
    for lane in 0..4 {
        (rules.values[8 * lane + 6], rules.values[8 * lane + 7]) = (1, 1);
    }
    (rules.last_trick_units, rules.watched) = (1, vec![24]);
    rules
}

fn games() -> Vec<(String, RulesSpec, Vec<u8>, usize)> {
    let mut games = Vec::new();
    for (name, duty) in [("free", FREE), ("must trump", MUST_TRUMP), ("overtake", OVERTAKE)] {
        for seats in [3, 4] {
            for which in [0, 1, 3, 4, 8, 15] {
                let spec = with_exceptions(spec(seats, true, Trump::Lane(4), duty), which);
                let named = if which % 2 == 0 { vec![7, 15] } else { vec![32, 53] };
                let left = if seats == 3 { 4 } else { 3 };
                games.push((format!("tarok {seats}, {name}, {which}"), spec, named, left));
            }
        }
        games.push((format!("ulti, {name}"), ulti(duty), vec![7, 15], 4));
        let whist = RulesSpec { watched: vec![0], ..spec(4, false, Trump::Lane(1), duty) };
        games.push((format!("whist, {name}"), whist, vec![12, 25], 3));
    }
    for (name, duty) in [("free", FREE), ("must trump", MUST_TRUMP), ("overtake", OVERTAKE)] {
        for (seats, left) in [(3, 4), (4, 3)] {
            let spec = spec_with_excuse(seats, duty, seats == 4);
            let named = vec![LOWEST_TRUMP, EXCUSE - 1];
            games.push((format!("excuse {seats}, {name}"), spec, named, left));
        }
    }
    games
}

/// Asks one solver of all objectives, and compares with full minimax.
pub(crate) fn check(solver: &mut Solver, game: &Game, played: &Played, dice: &mut Stream) -> bool {
    let Some(position) = played.position(&game.rules) else { return false };
    let (rules, fixed) = (position.rules(), position.fixed());
    for (number, objective) in game.objectives.iter().enumerate() {
        let root = if dice.below(2) == 0 { position.initial() } else { position.state() };
        let task = Task { rules, fixed, root, state: position.state(), objective };
        let expected = brute::value(rules, fixed, position.state(), objective);
        let about = || format!("{}, objective {number}: {:?}", game.name, position.state());
        for value in [expected, expected + 0.5] {
            let reached = solver.reaches(&task, value, Limits::default(), &|| false).unwrap();
            assert_eq!(reached, value <= expected, "at least {value}: {}", about());
        }
        let full = dice.below(4) == 0;
        let found = solver.solve(&task, Limits::default(), full, &|| false).unwrap();
        assert_eq!(found.value, expected, "{}", about());
        for valued in found.table {
            let mut next = *position.state();
            next.apply_unchecked(rules, fixed, valued.what);
            let expected = brute::value(rules, fixed, &next, objective);
            assert_eq!(valued.value, expected, "{}: {}", valued.what, about());
        }
    }
    true
}

/// Endings of a game and their siblings, all to one solver; how many siblings there were.
fn run(
    number: usize,
    (name, spec, named, left): (String, RulesSpec, Vec<u8>, usize),
    endings: u32,
) -> u32 {
    let rules = Arc::new(PlayRules::<u64>::compile(&spec).unwrap());
    let mut dice = Stream::dealing(0x51b1, u64::try_from(number).unwrap());
    let side = [0b0001, 0b0101, 0b0011][below(&mut dice, 3)] & ((1 << spec.seats) - 1);
    let objectives = objectives(&rules, &mut dice, &named, side);
    let game = Game { name, rules, objectives };
    let mut solver = Solver::new(None);
    let mut siblings = 0;
    for _ in 0..endings {
        let played = Played::new(&game.rules, &mut dice, left + 3, left);
        assert!(check(&mut solver, &game, &played, &mut dice));
        let position = played.position(&game.rules).unwrap();
        let pairs = neighbours(&game.rules, &position);
        let is_flag = |card: &u8| named.contains(card) || spec.watched.contains(card);
        let of_flags = pairs.iter().filter(|(one, other)| is_flag(one) || is_flag(other));
        let mut found: Vec<Played> =
            of_flags.take(2).map(|&(one, other)| played.exchanged(one, other)).collect();
        // As many flag cards as before, but others: one comes in for a neighbour, and one goes out.
        let goes = pairs.iter().filter(|(out, gone)| is_flag(out) && !is_flag(gone));
        for &(out, gone) in goes {
            let comes = pairs.iter().filter(|(out, gone)| !is_flag(out) && is_flag(gone));
            let other = |pair: &&(u8, u8)| pair.0 != gone && pair.1 != out;
            for &(one, another) in comes.filter(other).take(2) {
                found.push(played.exchanged(out, gone).exchanged(one, another));
            }
        }
        for sibling in found.iter().take(5) {
            siblings += u32::from(check(&mut solver, &game, sibling, &mut dice));
        }
    }
    siblings
}

/// Endings of every game; how many siblings there were.
pub(crate) fn everything(endings: u32) -> u32 {
    games().into_iter().enumerate().map(|(number, game)| run(number, game, endings)).sum()
}

#[test]
fn siblings_that_share_a_table_equal_minimax() {
    let siblings = everything(if cfg!(debug_assertions) { 4 } else { 40 });
    assert!(siblings > 100, "only {siblings} siblings");
}

/// Nodes too: the searches are the same, compiled twice.
#[test]
fn every_processor_finds_the_same() {
    let mut nodes = 0;
    for (number, (name, spec, named, left)) in games().into_iter().enumerate() {
        let rules = Arc::new(PlayRules::<u64>::compile(&spec).unwrap());
        let mut dice = Stream::dealing(0xb171, u64::try_from(number).unwrap());
        let objectives = objectives(&rules, &mut dice, &named, 0b0001);
        let (mut one, mut other) = (Solver::new(None), Solver::new(None).portable());
        for _ in 0..if cfg!(debug_assertions) { 1 } else { 8 } {
            let played = Played::new(&rules, &mut dice, left + 3, left + 2);
            let position = played.position(&rules).unwrap();
            let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
            for (number, objective) in objectives.iter().enumerate() {
                let task = Task { rules, fixed, root: state, state, objective };
                let [one, other] = [&mut one, &mut other].map(|solver| {
                    let found = solver.solve(&task, Limits::default(), true, &|| false).unwrap();
                    (found.value, found.nodes, found.table.len(), found.line)
                });
                assert_eq!(one, other, "{name}, objective {number}: {state:?}");
                nodes += one.1;
            }
        }
    }
    assert!(nodes > 10_000, "only {nodes} nodes");
}
