//! Trick counts against full minimax, for every number of seats, sides and duty of the search by ranks.

use std::sync::Arc;

use crate::common::{FREE, MUST_TRUMP, axis, ending, part, spec};
use ultimo_core::payoff::Fact;
use ultimo_core::random::Stream;
use ultimo_core::rules::{Duty, EndRule, PlayRules, RulesSpec, Trump};
use ultimo_core::solver::{Limits, Objective, Reached, Solver, Task, brute};

/// Endings to one solver, with the value of every card.
pub(crate) fn run(duty: Duty, trump: Trump, seats: u8, cards: usize, count: u64) {
    let rules = RulesSpec { values: vec![0; 52], ..spec(seats, false, trump, duty) };
    let rules = Arc::new(PlayRules::<u64>::compile(&rules).unwrap());
    let mut solver = Solver::new(None);
    for number in 0..count {
        let mut dice = Stream::dealing(0x00c0_ffee, number);
        let (fixed, state) = ending(&rules, &mut dice, cards, 7);
        let side = [0b0101, 0b0001, 0b0011, 0b1011, 0b0100][dice.below(5) as usize];
        let side = side & ((1 << seats) - 1);
        let tricks = axis(Fact::Tricks { seats: side, late: false }, None);
        let table = (0..=52 / u32::from(seats)).map(f64::from).collect();
        let objective =
            Objective::compile(&rules, &[part(vec![tricks], table, seats)], side).unwrap();
        let task = Task {
            rules: &rules,
            fixed: &fixed,
            root: &state,
            state: &state,
            objective: &objective,
        };
        let found = solver.solve(&task, Limits::default(), true, &|| false).unwrap();
        let about = || format!("{duty:?}, {trump:?}, {side:b}, {number}: {state:?}");
        assert_eq!(found.value, brute::value(&rules, &fixed, &state, &objective), "{}", about());
        for valued in found.table {
            let mut next = state;
            next.apply_unchecked(&rules, &fixed, valued.what);
            let expected = brute::value(&rules, &fixed, &next, &objective);
            assert_eq!(valued.value, expected, "{}: {}", valued.what, about());
        }
    }
}

pub(crate) fn everything(count: u64) {
    for (duty, trump) in [
        (FREE, Trump::None),
        (FREE, Trump::Lane(1)),
        (MUST_TRUMP, Trump::Lane(2)),
        (MUST_TRUMP, Trump::None),
    ] {
        run(duty, trump, 4, 4, count);
        run(duty, trump, 3, 5, count);
        run(duty, trump, 2, 6, count);
    }
}

#[test]
fn trick_counts_equal_minimax() {
    everything(if cfg!(debug_assertions) { 20 } else { 150 });
}

/// The deal stops once some seats have enough tricks: those of the maximisers, of the others, of each
/// side, of one seat, or of seats of both sides.
fn stops(dice: &mut Stream, side: u16, seats: u8, tricks: u32) -> Vec<EndRule> {
    let others = ((1 << seats) - 1) & !side;
    let mut enough = || 1 + u8::try_from(dice.below(tricks)).unwrap();
    let [first, second] = [enough(), enough()];
    let stop = |seats, at_least| EndRule::Tricks { seats, at_least };
    match dice.below(6) {
        0 => vec![stop(side, first)],
        1 => vec![stop(others, first)],
        2 => vec![stop(side, first), stop(others, second)],
        3 => vec![stop(side & side.wrapping_neg(), first), stop(others, second)],
        4 => vec![stop(others & others.wrapping_neg(), first)],
        _ => vec![stop(0b0011, first)],
    }
}

/// Tricks, or whether they are enough, where a deal stops before its last trick; with few nodes and
/// little memory too. How many deals were not over, and how many questions a limit ended.
fn run_with_stops(duty: Duty, trump: Trump, seats: u8, cards: usize, count: u64) -> [u64; 2] {
    let mut solvers = [Solver::new(None), Solver::new(Some(1 << 16))];
    let mut asked = [0, 0];
    for number in 0..count {
        let mut dice = Stream::dealing(0x5_70b5, number);
        let side = [0b01, 0b10, 0b0101][dice.below(if seats == 4 { 3 } else { 2 }) as usize];
        let most = u32::try_from(cards).unwrap();
        let ends = stops(&mut dice, side, seats, most);
        let rules = RulesSpec { values: vec![0; 52], ends, ..spec(seats, false, trump, duty) };
        let rules = Arc::new(PlayRules::<u64>::compile(&rules).unwrap());
        let (fixed, state) = ending(&rules, &mut dice, cards, 7);
        if state.is_over() {
            continue;
        }
        let enough = dice.below(2 * most);
        let worth = |tricks: u32| {
            f64::from(if enough > most { tricks } else { u32::from(tricks >= enough) })
        };
        let tricks = axis(Fact::Tricks { seats: side, late: false }, None);
        let table = (0..=52 / u32::from(seats)).map(worth).collect();
        let objective =
            Objective::compile(&rules, &[part(vec![tricks], table, seats)], side).unwrap();
        let (root, rules, fixed, objective) = (&state, &*rules, &fixed, &objective);
        let task = Task { rules, fixed, root, state: root, objective };
        let expected = brute::value(rules, fixed, root, objective);
        let about = || {
            format!("{duty:?}, {trump:?}, {side:b}, {number}: {:?} {state:?}", rules.spec().ends)
        };
        for solver in &mut solvers {
            let found = solver.solve(&task, Limits::default(), true, &|| false).unwrap();
            assert_eq!(found.value, expected, "{}", about());
            for valued in found.table {
                let mut next = state;
                next.apply_unchecked(rules, fixed, valued.what);
                let expected = brute::value(rules, fixed, &next, objective);
                assert_eq!(valued.value, expected, "{}: {}", valued.what, about());
            }
        }
        asked[0] += 1;
        let limits = Limits { nodes: Some(u64::from(1 + dice.below(20))), ..Limits::default() };
        match Solver::new(None).solve(&task, limits, false, &|| false) {
            Ok(found) => assert_eq!(found.value, expected, "{}", about()),
            Err(unfinished) => {
                assert!(unfinished.lower <= expected && expected <= unfinished.upper);
                assert_eq!(unfinished.reached, Reached::Nodes);
                assert!(unfinished.nodes <= limits.nodes.unwrap(), "{}", about());
                asked[1] += 1;
            }
        }
    }
    asked
}

#[test]
fn trick_counts_of_deals_that_stop_equal_minimax() {
    let count = if cfg!(debug_assertions) { 60 } else { 600 };
    for (duty, trump) in [(FREE, Trump::None), (FREE, Trump::Lane(1)), (MUST_TRUMP, Trump::Lane(2))]
    {
        for (seats, cards) in [(4, 4), (3, 5), (2, 6)] {
            let [open, limited] = run_with_stops(duty, trump, seats, cards, count);
            assert!(2 * open > count && 20 * limited > count, "{open} open, {limited} limited");
        }
    }
}
