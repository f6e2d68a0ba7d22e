//! Rules, deals and objectives by lot: every primitive with every other, against full minimax.

use std::sync::Arc;

use crate::common::{axis, part};
use crate::dice::Dice;
use ultimo_core::cards::Word;
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe, Window};
use ultimo_core::play::{Fixed, Move, Position, State};
use ultimo_core::rules::{Draw, Drawing, EndRule, PlayRules, RulesSpec};
use ultimo_core::solver::{Limits, Objective, Solver, Task, solve};

/// Lines of play that minimax follows at most.
const PATIENCE: u64 = 60_000;

fn moves<W: Word>(rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> Vec<Move> {
    let cards = rules.cards(state.legal_cards(rules, fixed)).into_iter().map(Move::Card);
    cards.chain(state.legal_calls(rules, fixed).calls().map(Move::Call)).collect()
}

/// Full minimax, or `None` when it takes too long.
fn minimax<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    objective: &Objective<W>,
    patience: &mut u64,
) -> Option<f64> {
    if state.is_over() {
        *patience = patience.checked_sub(1)?;
        return Some(objective.value(rules, fixed, state));
    }
    let maximises = state.seat().is_in(objective.maximisers());
    let mut best: Option<f64> = None;
    for what in moves(rules, fixed, state) {
        let mut next = *state;
        next.apply_unchecked(rules, fixed, what);
        let value = minimax(rules, fixed, &next, objective, patience)?;
        best = Some(match best {
            None => value,
            Some(best) if maximises => best.max(value),
            Some(best) => best.min(value),
        });
    }
    best
}

fn random_fact(dice: &mut Dice, spec: &RulesSpec) -> Fact {
    let seats = dice.seats(spec.seats);
    match dice.below(12) {
        0 | 1 => Fact::Points { seats, laid: dice.coin(), marriages: dice.coin(), max: 60 },
        3 => Fact::Tricks { seats, late: true },
        4 => Fact::LastTrick,
        5 | 6 => {
            let most = 4.min(spec.deck_size);
            Fact::Captured { cards: dice.some(spec.deck_size, most), seats, laid: dice.coin() }
        }
        7 => Fact::Held {
            sets: vec![dice.some(spec.deck_size, 2.min(spec.deck_size))],
            seats,
            joint: dice.coin(),
        },
        8 => Fact::Fate {
            watched: dice.small(0, u8::try_from(spec.watched.len() - 1).unwrap()),
            window: if dice.coin() { Window::Any } else { Window::Last(dice.small(1, 3)) },
        },
        9 => match dice.below(4) {
            0 => Fact::Declared { seat: dice.small(0, spec.seats - 1) },
            1 => Fact::WentOut,
            2 => Fact::Closed,
            _ => Fact::EndedBy,
        },
        10 => Fact::Seats { points_over: u16::from(dice.small(3, 40)) },
        _ => Fact::Tricks { seats, late: false },
    }
}

/// A fact, perhaps reduced to classes: runs of values, so that scores look as they do in games.
fn random_axis<W: Word>(dice: &mut Dice, rules: &PlayRules<W>) -> Axis {
    let whole = axis(random_fact(dice, rules.spec()), None);
    let size = Probe::new(rules, &whole).unwrap().size();
    if size < 24 && dice.coin() {
        return whole;
    }
    let mut class = 0;
    let mut classes = Vec::new();
    for _ in 0..size {
        classes.push(class);
        if dice.below(usize::try_from(size / 5 + 1).unwrap()) == 0 {
            class = if dice.below(5) == 0 { 0 } else { class + 1 };
        }
    }
    Axis { classes: Some(classes), ..whole }
}

fn random_part<W: Word>(dice: &mut Dice, rules: &PlayRules<W>) -> PayoffPart {
    let axes: Vec<Axis> = (0..=dice.below(3)).map(|_| random_axis(dice, rules)).collect();
    let sizes: Vec<usize> =
        axes.iter().map(|axis| Probe::new(rules, axis).unwrap().size() as usize).collect();
    let rest: usize = sizes[1..].iter().product();
    let kind = dice.below(4);
    let mut table = vec![0.0; sizes[0] * rest];
    for at in 0..table.len() {
        let step = f64::from(dice.small(0, 3));
        table[at] = match kind {
            0 => step,
            1 | 2 if at >= rest => table[at - rest] + step,
            3 if at >= rest => table[at - rest] - step,
            _ => step - 2.0,
        };
    }
    part(axes, table, rules.spec().seats)
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Takes away all that is not playing cards one at a time from a hand.
fn cards_only(dice: &mut Dice, mut spec: RulesSpec) -> RulesSpec {
    spec.marriages = spec.marriages.filter(|rule| rule.at_start);
    spec.declarations = vec![];
    spec.go_out = None;
    spec.knockers = 0;
    spec.piles = None;
    spec.drawing = spec.drawing.filter(|_| dice.coin()).map(|drawing| Drawing {
        draw: Draw::ToWinnersPile,
        exchange: None,
        close: None,
        ..drawing
    });
    let keeps = dice.below(3) == 0;
    spec.ends.retain(|end| keeps && matches!(end, EndRule::Tricks { .. }));
    if dice.coin() {
        // Cards as games have them: most worth little, and the same.
        spec.values.iter_mut().for_each(|value| *value = value.saturating_sub(6).max(1));
    }
    spec
}

/// Checks one case; whether minimax came to an end.
fn check<W: Word>(seed: u64, plain: bool) -> bool {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1);
    let mut spec = dice.rules();
    if plain {
        spec = cards_only(&mut dice, spec);
    }
    let Ok(rules) = PlayRules::<W>::compile(&spec) else { return false };
    let rules = Arc::new(rules);
    let setup = dice.setup(&spec);
    let Ok(mut position) = Position::new(Arc::clone(&rules), &setup) else { return false };
    let sides = dice.seats(spec.seats);
    let parts = [random_part(&mut dice, &rules)];
    let objective = Objective::compile(&rules, &parts, sides).unwrap();
    // Random play until minimax can follow the rest.
    let value = loop {
        if position.is_over() {
            return false;
        }
        let mut patience = PATIENCE;
        let (fixed, state) = (position.fixed(), position.state());
        let holding: u32 = (0..rules.seats())
            .map(|seat| u32::from(u8::try_from(seat).unwrap()))
            .map(|seat| state.hand(crate::common::seat(seat)).len())
            .sum();
        if holding <= 14
            && let Some(value) = minimax(&rules, fixed, state, &objective, &mut patience)
        {
            break value;
        }
        let legal = position.legal_moves();
        position.play(legal[dice.below(legal.len())]).unwrap();
    };
    let (fixed, state) = (*position.fixed(), *position.state());
    let found = solve(&rules, &fixed, &state, &objective, Limits::default(), true, &|| false);
    let found = found.unwrap();
    let about = || format!("seed {seed}, {spec:?}\n{parts:?}, {sides:b}\n{state:?}");
    assert!(same(found.value, value), "value {} not {value}: {}", found.value, about());
    let root = position.initial();
    let task = Task { rules: &rules, fixed: &fixed, root, state: &state, objective: &objective };
    let again = Solver::new(None).solve(&task, Limits::default(), false, &|| false).unwrap();
    assert!(same(again.value, value), "from the start {} not {value}: {}", again.value, about());
    let legal = moves(&rules, &fixed, &state);
    assert_eq!(found.table.iter().map(|valued| valued.what).collect::<Vec<_>>(), legal);
    for valued in &found.table {
        let mut next = state;
        next.apply_unchecked(&rules, &fixed, valued.what);
        let mut patience = PATIENCE;
        let expected = minimax(&rules, &fixed, &next, &objective, &mut patience).unwrap();
        assert!(
            same(valued.value, expected),
            "{}: {} not {expected}: {}",
            valued.what,
            valued.value,
            about()
        );
    }
    let mut end = Position::from_parts(Arc::clone(&rules), fixed, state);
    for &what in &found.line {
        end.play(what).unwrap();
    }
    assert!(end.is_over(), "the line ends the deal: {}", about());
    let reached = objective.value(&rules, &fixed, end.state());
    assert!(same(reached, value), "the line reaches {reached}, not {value}: {}", about());
    true
}

fn run<W: Word>(from: u64, cases: u64, plain: bool) {
    let checked = (from..from + cases).filter(|&seed| check::<W>(seed, plain)).count();
    assert!(checked > usize::try_from(cases / 4).unwrap(), "only {checked} of {cases}");
}

fn cases() -> u64 {
    let times = std::env::var("ULTIMO_LOTS").ok().and_then(|times| times.parse().ok());
    times.unwrap_or(1) * if cfg!(debug_assertions) { 1500 } else { 6000 }
}

#[test]
fn rules_by_lot_equal_minimax_over_narrow_words() {
    run::<u64>(0, cases() / 2, false);
}

#[test]
fn one_case() {
    if let Ok(seed) = std::env::var("SEED") {
        assert!(check::<u64>(seed.parse().unwrap(), true));
    }
}

#[test]
fn play_of_cards_alone_equals_minimax() {
    run::<u64>(1 << 20, cases(), true);
}

#[test]
fn rules_by_lot_equal_minimax_over_wide_words() {
    run::<u128>(1 << 40, cases() / 4, true);
}
