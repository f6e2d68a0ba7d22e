//! Playing many deals out beside playing one move by move, over rules by lot.

use std::sync::Arc;

use proptest::prelude::*;
use ultimo_core::batch::{AnyPlan, Deals, Plan, PlayoutRows, Playouts, Pool};
use ultimo_core::cards::Word;
use ultimo_core::payoff::{Axis, Payoff, PayoffPart, Probe};
use ultimo_core::play::{Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{PlayRules, RulesSpec};

use crate::common::seat;
use crate::dice::Dice;
use crate::facts;

/// What is the same for a playout of the batch and for one made move by move.
#[derive(Debug, PartialEq)]
struct Played {
    line: Vec<u8>,
    returns: Vec<f64>,
    points: Vec<i32>,
    tricks: Vec<u8>,
}

/// A score in which each fact has a share of its own.
fn payoff<W: Word>(rules: &PlayRules<W>, axes: &[Axis]) -> Arc<Payoff<W>> {
    let parts: Vec<PayoffPart> = (1_u32..)
        .zip(axes)
        .map(|(number, axis)| PayoffPart {
            axes: vec![axis.clone()],
            table: (0..Probe::new(rules, axis).unwrap().size())
                .map(|value| f64::from(value * number * number))
                .collect(),
            weights: (0..rules.seats()).map(|at| if at == 0 { 1.0 } else { -0.5 }).collect(),
        })
        .collect();
    Arc::new(Payoff::compile(rules, &parts).unwrap())
}

fn record() -> [u8; 256] {
    std::array::from_fn(|code| u8::try_from(code).unwrap())
}

fn by_batch<W: Word>(
    rules: &Arc<PlayRules<W>>,
    payoff: &Arc<Payoff<W>>,
    setup: &Setup,
    seed: u64,
    any: fn(Plan<W>) -> AnyPlan,
) -> Played {
    let plan =
        Plan::new(Arc::clone(rules), Some(Arc::clone(payoff)), setup.clone(), record()).unwrap();
    let plan = any(plan);
    let row: Vec<u8> = (0..rules.spec().deck_size).collect();
    let seats = rules.seats();
    let mut played = Played {
        line: vec![255; plan.longest()],
        returns: vec![0.0; seats],
        points: vec![0; seats],
        tricks: vec![0; seats],
    };
    let width = plan.longest();
    let playouts = Playouts {
        plans: std::slice::from_ref(&plan),
        plan_of: None,
        deals: Deals::Given(&row, row.len()),
        seed,
        start: 5,
    };
    let rows = PlayoutRows {
        seats,
        returns: &mut played.returns,
        points: &mut played.points,
        tricks: &mut played.tricks,
        plays: Some((&mut played.line, width)),
    };
    let tally = playouts.run(&Pool::new(Some(1)).unwrap(), rows).unwrap();
    played.line.truncate(usize::try_from(tally.moves).unwrap());
    played
}

fn by_moves<W: Word>(
    rules: &Arc<PlayRules<W>>,
    payoff: &Payoff<W>,
    setup: &Setup,
    seed: u64,
) -> Played {
    let mut position = Position::new(Arc::clone(rules), setup).unwrap();
    let mut stream = Stream::playout(seed, 5);
    let mut line = vec![];
    while !position.is_over() {
        let moves = position.legal_moves();
        let count = u32::try_from(moves.len()).unwrap();
        let what = moves[usize::try_from(stream.below(count)).unwrap()];
        position.play(what).unwrap();
        line.push(what.code());
    }
    let (fixed, state) = (position.fixed(), position.state());
    let seats = 0..rules.seats();
    Played {
        line,
        returns: payoff.returns(rules, fixed, state)[seats.clone()].to_vec(),
        points: seats.clone().map(|at| i32::from(state.units(seat(at)))).collect(),
        tricks: seats.map(|at| state.tricks(seat(at))).collect(),
    }
}

fn compare<W: Word>(
    spec: &RulesSpec,
    setup: &Setup,
    axes: &[Axis],
    seed: u64,
    any: fn(Plan<W>) -> AnyPlan,
) {
    let rules = Arc::new(PlayRules::<W>::compile(spec).unwrap());
    let payoff = payoff(&rules, axes);
    let batch = by_batch(&rules, &payoff, setup, seed, any);
    assert_eq!(batch, by_moves(&rules, &payoff, setup, seed), "{spec:?} {setup:?}");
}

/// Rules by lot, half of them without calls, stock and piles, so that a deal is cards alone.
fn rules(dice: &mut Dice) -> RulesSpec {
    let mut spec = dice.rules();
    if dice.coin() {
        spec.drawing = None;
        spec.piles = None;
        spec.marriages = None;
        spec.declarations.clear();
        spec.go_out = None;
        spec.knockers = 0;
        spec.prize = None;
    }
    spec
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_playout_is_a_deal_played_move_by_move(seed: u64) {
        let mut dice = Dice(seed);
        let spec = rules(&mut dice);
        let setup = dice.setup(&spec);
        let axes = facts::axes(&mut dice, &spec);
        for again in 0..4 {
            compare::<u64>(&spec, &setup, &axes, seed ^ again, AnyPlan::Narrow);
        }
        compare::<u128>(&spec, &setup, &axes, seed, AnyPlan::Wide);
    }
}
