//! Trick counts against full minimax, for every number of seats, sides and duty of the search by ranks.

use std::sync::Arc;

use crate::common::{FREE, MUST_TRUMP, axis, ending, part, spec};
use ultimo_core::payoff::Fact;
use ultimo_core::random::Stream;
use ultimo_core::rules::{Duty, PlayRules, RulesSpec, Trump};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

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
