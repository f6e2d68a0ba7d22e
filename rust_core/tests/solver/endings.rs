//! Random endings, random scores: the same values as full minimax.

use std::sync::Arc;

use crate::common::{
    FREE, MUST_TRUMP, OVERTAKE, axis, ending, ending_of, flags, part, spec, table, with_exceptions,
};
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe, Window};
use ultimo_core::play::{Fixed, State};
use ultimo_core::random::Stream;
use ultimo_core::rules::{Duty, PlayRules, RulesSpec, Trump};
use ultimo_core::solver::{Limits, Objective, brute, solve};

/// Value, table and line of one ending against full minimax.
fn check(
    rules: &PlayRules<u64>,
    fixed: &Fixed<u64>,
    state: &State<u64>,
    objective: &Objective<u64>,
    name: &str,
) {
    let found = solve(rules, fixed, state, objective, Limits::default(), true, &|| false).unwrap();
    let expected = brute::value(rules, fixed, state, objective);
    assert_eq!(found.value, expected, "value: {name}: {state:?}");
    for valued in &found.table {
        let mut next = *state;
        next.apply_unchecked(rules, fixed, valued.what);
        let expected = brute::value(rules, fixed, &next, objective);
        assert_eq!(valued.value, expected, "table, {}: {name}: {state:?}", valued.what);
    }
    let mut end = *state;
    for &what in &found.line {
        end.apply_unchecked(rules, fixed, what);
    }
    assert!(end.is_over(), "the line ends the deal: {name}");
    assert_eq!(objective.value(rules, fixed, &end), expected, "line: {name}: {state:?}");
}

fn sizes(rules: &PlayRules<u64>, axes: &[Axis]) -> Vec<usize> {
    axes.iter().map(|axis| Probe::new(rules, axis).unwrap().size() as usize).collect()
}

fn random_part(
    rules: &PlayRules<u64>,
    dice: &mut Stream,
    axes: Vec<Axis>,
    rising: bool,
) -> PayoffPart {
    let table = table(dice, &sizes(rules, &axes), rising);
    part(axes, table, rules.spec().seats)
}

/// Checks random endings of one game under every kind of objective.
fn run(name: &str, spec: &RulesSpec, cards: usize, count: u64) {
    let rules = Arc::new(PlayRules::<u64>::compile(spec).unwrap());
    let is_tarok = spec.deck_size == 54;
    for number in 0..count {
        let mut dice = Stream::dealing(0x5eed, number);
        let (fixed, state) = ending(&rules, &mut dice, cards, 7);
        let sides = [0b0001, 0b0101, 0b0011][dice.below(3) as usize] & ((1 << spec.seats) - 1);
        let sum = if is_tarok && dice.below(3) > 0 {
            Fact::Points { seats: sides, laid: false, marriages: false, max: 70 }
        } else {
            Fact::Tricks { seats: sides, late: false }
        };
        let window = if dice.below(2) == 0 { Window::Any } else { Window::Last(2) };
        let others = flags(spec, &[7, 15, 23, 31], sides, window, u8::try_from(cards).unwrap());
        let kind = dice.below(5);
        let mut axes = vec![axis(sum, None)];
        for flag in others {
            if kind > 1 && dice.below(2) == 0 {
                axes.push(flag);
            }
        }
        let part = match kind {
            0 => {
                let table: Vec<f64> = (0..sizes(&rules, &axes)[0])
                    .map(|n| f64::from(u32::try_from(n).unwrap()))
                    .collect();
                part(axes, table, spec.seats)
            }
            1 | 2 => random_part(&rules, &mut dice, axes, true),
            3 => {
                let mut falling = random_part(&rules, &mut dice, axes, true);
                falling.table.iter_mut().for_each(|value| *value = -*value);
                falling
            }
            _ => random_part(&rules, &mut dice, axes, false),
        };
        let objective = Objective::compile(&rules, &[part], sides).unwrap();
        check(&rules, &fixed, &state, &objective, &format!("{name}, {number}, kind {kind}"));
    }
}

/// High and low trumps only, all three cards of the emperor's trick among them, the points rising.
fn run_trumps(spec: &RulesSpec, cards: usize, count: u64) {
    let rules = Arc::new(PlayRules::<u64>::compile(spec).unwrap());
    for number in 0..count {
        let mut dice = Stream::dealing(0xe3e3, number);
        let seats = usize::from(spec.seats);
        let mut others: Vec<u8> = (0..32).step_by(5).chain(33..36).chain(44..52).collect();
        let last = others.len() - 1;
        dice.shuffle(&mut others, last);
        others.truncate(seats * cards - 3);
        let pack = [vec![32, 52, 53], others].concat();
        let (fixed, state) = ending_of(&rules, &mut dice, pack, cards, 0);
        let sides = [0b0001, 0b0101, 0b0011, 0b1001][dice.below(4) as usize];
        let sides = sides & ((1 << spec.seats) - 1);
        let points = Fact::Points { seats: sides, laid: false, marriages: false, max: 70 };
        let table = (0..=70).map(f64::from).collect();
        let part = part(vec![axis(points, None)], table, spec.seats);
        let objective = Objective::compile(&rules, &[part], sides).unwrap();
        check(&rules, &fixed, &state, &objective, &format!("trumps, {number}"));
    }
}

#[test]
fn emperor_tricks_equal_minimax() {
    for (_, duty) in DUTIES {
        for which in [2, 3] {
            let rules = |seats| with_exceptions(spec(seats, true, Trump::Lane(4), duty), which);
            run_trumps(&rules(3), 4, count());
            run_trumps(&rules(4), 3, count());
        }
    }
}

fn count() -> u64 {
    if cfg!(debug_assertions) { 60 } else { 400 }
}

const DUTIES: [(&str, Duty); 3] =
    [("free", FREE), ("must trump", MUST_TRUMP), ("overtake", OVERTAKE)];

#[test]
fn plain_games_equal_minimax() {
    for (name, duty) in DUTIES {
        for (suit, trump) in [("trump", Trump::Lane(1)), ("no trump", Trump::None)] {
            run(
                &format!("4 seats, {name}, {suit}"),
                &with_exceptions(spec(4, false, trump, duty), 0),
                3,
                count(),
            );
            run(
                &format!("3 seats, {name}, {suit}"),
                &with_exceptions(spec(3, false, trump, duty), 0),
                4,
                count(),
            );
            run(
                &format!("2 seats, {name}, {suit}"),
                &with_exceptions(spec(2, false, trump, duty), 0),
                5,
                count(),
            );
        }
    }
}

#[test]
fn tarok_equals_minimax_with_every_exception() {
    for (name, duty) in DUTIES {
        for which in 0..16 {
            let count = count() / 3;
            let rules = |seats| with_exceptions(spec(seats, true, Trump::Lane(4), duty), which);
            run(&format!("tarok 3, {name}, {which}"), &rules(3), 4, count);
            run(&format!("tarok 4, {name}, {which}"), &rules(4), 3, count);
        }
    }
}

#[test]
fn trump_by_the_first_lead_equals_minimax() {
    run(
        "first lead",
        &with_exceptions(spec(4, false, Trump::FirstLead, MUST_TRUMP), 0),
        3,
        count(),
    );
}

/// An ending of eight tricks of tarok with a score of every kind of flag takes well under a second.
#[test]
fn tarok_endings_of_eight_tricks_are_quick() {
    for (seats, duty) in [(3, MUST_TRUMP), (4, MUST_TRUMP), (3, OVERTAKE), (4, OVERTAKE)] {
        let rules = with_exceptions(spec(seats, true, Trump::Lane(4), duty), 1);
        let rules = Arc::new(PlayRules::<u64>::compile(&rules).unwrap());
        for number in 0..count() / 20 {
            let mut dice = Stream::dealing(0x8888, number);
            let (fixed, state) = ending(&rules, &mut dice, 8, 0);
            let points = Fact::Points { seats: 1, laid: false, marriages: false, max: 70 };
            let mut axes = vec![axis(points, None)];
            axes.extend(
                flags(rules.spec(), &[7, 15, 23, 31], 1, Window::Last(1), 8).into_iter().take(4),
            );
            let sizes = sizes(&rules, &axes);
            let table = (0..sizes.iter().product::<usize>())
                .map(|mut at| {
                    let mut score = 0;
                    for (weight, size) in [7, 25, 3, 10, 1].into_iter().zip(sizes.iter().rev()) {
                        score += weight * (at % size);
                        at /= size;
                    }
                    f64::from(u32::try_from(score).unwrap())
                })
                .collect();
            let objective = Objective::compile(&rules, &[part(axes, table, seats)], 1).unwrap();
            let limits = Limits { nodes: Some(12_000_000), ..Limits::default() };
            let found = solve(&rules, &fixed, &state, &objective, limits, true, &|| false);
            assert!(found.is_ok(), "{seats} seats, {duty:?}, {number}");
        }
    }
}
