//! Playing many deals out beside playing one move by move, over rules by lot.

use std::sync::Arc;

use proptest::prelude::*;
use ultimo_core::batch::{AnyPlan, Deals, Plan, PlayoutRows, Playouts, Pool, Preference};
use ultimo_core::cards::Word;
use ultimo_core::payoff::{Axis, Payoff, PayoffPart, Probe};
use ultimo_core::play::{Move, Owner, Position, Setup};
use ultimo_core::random::{DealSpec, Dealer, Stream, VoidHand};
use ultimo_core::rules::{Draw, EndRule, PlayRules, RulesSpec, Trump};

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

fn plan_of<W: Word>(
    rules: &Arc<PlayRules<W>>,
    payoff: &Arc<Payoff<W>>,
    setup: &Setup,
    any: fn(Plan<W>) -> AnyPlan,
) -> AnyPlan {
    let setup = setup.clone();
    any(Plan::new(rules, Some(payoff), setup, record()).unwrap())
}

fn by_batch(plan: &AnyPlan, deals: Deals<'_>, seed: u64) -> Played {
    let seats = plan.seats();
    let mut played = Played {
        line: vec![255; plan.longest()],
        returns: vec![0.0; seats],
        points: vec![0; seats],
        tricks: vec![0; seats],
    };
    let width = plan.longest();
    let playouts =
        Playouts { plans: std::slice::from_ref(plan), plan_of: None, deals, seed, start: 5 };
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
    liking: impl Fn(usize, Move) -> i64,
) -> Played {
    let mut position = Position::new(Arc::clone(rules), setup).unwrap();
    let mut stream = Stream::playout(seed, 5);
    let mut line = vec![];
    while !position.is_over() {
        let mut moves = position.legal_moves();
        let seat = position.current_player().unwrap().index();
        let best = moves.iter().map(|&what| liking(seat, what)).max().unwrap();
        moves.retain(|&what| liking(seat, what) == best);
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

/// How much a seat likes a move: one of so many numbers, by lot.
fn liking(seed: u64, levels: u64, seat: usize, what: Move) -> i64 {
    let number = Stream::new(seed, u64::from(what.code()), seat as u64).word();
    i64::try_from(u64::from(number) % levels).unwrap() - 1
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
    let plan = plan_of(&rules, &payoff, setup, any);
    let row: Vec<u8> = (0..spec.deck_size).collect();
    let batch = by_batch(&plan, Deals::Given(&row, row.len()), seed);
    assert_eq!(batch, by_moves(&rules, &payoff, setup, seed, |_, _| 0), "{spec:?} {setup:?}");
    // The columns of the setup are its cards: what is dealt into them is played as if it were given.
    let mut row = row;
    let dealer = dealer(spec, setup);
    dealer.deal(seed, 5, &mut row).unwrap();
    let given = by_batch(&plan, Deals::Given(&row, row.len()), seed);
    assert_eq!(by_batch(&plan, Deals::Dealt(&dealer), seed), given, "{spec:?} {setup:?}");
    for levels in [1, 3, 1000] {
        let liking = |seat, what| liking(seed, levels, seat, what);
        let own = plan.clone().preferring(Preference::new(rules.seats(), liking));
        let in_order: Vec<u8> = (0..spec.deck_size).collect();
        let batch = by_batch(&own, Deals::Given(&in_order, in_order.len()), seed);
        assert_eq!(batch, by_moves(&rules, &payoff, setup, seed, liking), "{spec:?} {setup:?}");
        let given = by_batch(&own, Deals::Given(&row, row.len()), seed);
        assert_eq!(by_batch(&own, Deals::Dealt(&dealer), seed), given, "{spec:?} {setup:?}");
    }
}

/// A dealer who deals some columns in turn; a hand without one of the first cards is void where
/// there is such a hand.
fn dealer(spec: &RulesSpec, setup: &Setup) -> Dealer {
    let seats = u8::try_from(setup.hands.len()).unwrap();
    let size = spec.deck_size / seats;
    let place = (0..seats).flat_map(|seat| (0..size).map(move |n| n * seats + seat));
    let mut place: Vec<u8> = place.collect();
    place.extend(size * seats..spec.deck_size);
    let void = VoidHand { cards: vec![0, 1, 2], equals: vec![1] };
    Dealer::new(&DealSpec {
        deck_size: spec.deck_size,
        place,
        hand_sizes: vec![size; usize::from(seats)],
        gaps: None,
        void: if spec.deck_size > 12 { vec![void] } else { vec![] },
    })
    .unwrap()
}

/// Rows from one number on, one after the other: all that comes of them.
fn rows(plan: &AnyPlan, deals: Deals<'_>, seed: u64, (start, count): (u64, usize)) -> Played {
    let (seats, width) = (plan.seats(), plan.longest());
    let mut played = Played {
        line: vec![255; count * width],
        returns: vec![0.0; count * seats],
        points: vec![0; count * seats],
        tricks: vec![0; count * seats],
    };
    let playouts =
        Playouts { plans: std::slice::from_ref(plan), plan_of: None, deals, seed, start };
    let rows = PlayoutRows {
        seats,
        returns: &mut played.returns,
        points: &mut played.points,
        tricks: &mut played.tricks,
        plays: Some((&mut played.line, width)),
    };
    playouts.run(&Pool::new(Some(1)).unwrap(), rows).unwrap();
    played
}

/// Rows side by side are what each of them is alone, dealt or given.
fn compare_rows<W: Word>(
    spec: &RulesSpec,
    setup: &Setup,
    axes: &[Axis],
    (seed, count): (u64, usize),
    any: fn(Plan<W>) -> AnyPlan,
) {
    let rules = Arc::new(PlayRules::<W>::compile(spec).unwrap());
    let plan = plan_of(&rules, &payoff(&rules, axes), setup, any);
    let dealer = dealer(spec, setup);
    let mut given = vec![0; count * dealer.deck_size()];
    for (number, row) in (5..).zip(given.chunks_mut(dealer.deck_size())) {
        dealer.deal(seed, number, row).unwrap();
    }
    let mut alone = Played { line: vec![], returns: vec![], points: vec![], tricks: vec![] };
    for number in 5..5 + count as u64 {
        let one = rows(&plan, Deals::Dealt(&dealer), seed, (number, 1));
        alone.line.extend(one.line);
        alone.returns.extend(one.returns);
        alone.points.extend(one.points);
        alone.tricks.extend(one.tricks);
    }
    let dealt = rows(&plan, Deals::Dealt(&dealer), seed, (5, count));
    assert_eq!(dealt, alone, "{spec:?} {setup:?}");
    let given = rows(&plan, Deals::Given(&given, dealer.deck_size()), seed, (5, count));
    assert_eq!(given, alone, "{spec:?} {setup:?}");
}

/// Rules by lot, half of them without calls, stock and piles, so that a deal is cards alone.
fn rules(dice: &mut Dice) -> RulesSpec {
    let mut spec = dice.rules();
    if dice.coin() {
        spec.drawing = None;
        spec.piles = None;
        spec.marriages = spec.marriages.filter(|rule| rule.at_start);
        spec.declarations.clear();
        spec.go_out = None;
        spec.knockers = 0;
        spec.prize = None;
    }
    spec
}

/// Rules by lot for calls, stocks and piles, without what is played move by move only.
fn common(dice: &mut Dice) -> RulesSpec {
    let mut spec = dice.rules();
    spec.reserved.clear();
    (spec.emperor, spec.prize, spec.go_out, spec.knockers) = (None, None, None, 0);
    if spec.trump == Trump::FirstLead {
        spec.trump = Trump::Lane(0);
    }
    if let Some(drawing) = &mut spec.drawing {
        drawing.draw = Draw::EachWinnerFirst;
    }
    if let Some(marriages) = &mut spec.marriages {
        (marriages.following, marriages.at_start) = (false, false);
    }
    if let Some(piles) = &mut spec.piles {
        (piles.takes_in_play, piles.lead_from_hand, piles.at_once) = (true, false, true);
        spec.ends.clear();
    }
    for rule in &mut spec.ends {
        if let EndRule::Points { not_behind, on_lead, after_card, .. } = rule {
            (*not_behind, *on_lead, *after_card) = (false, None, None);
        }
    }
    spec
}

/// Whole hands one after the other, as they lie in a row.
fn in_row(spec: &RulesSpec, setup: &Setup) -> Setup {
    let size = spec.deck_size / spec.seats;
    Setup {
        hands: (0..spec.seats).map(|seat| (seat * size..(seat + 1) * size).collect()).collect(),
        aside: (spec.seats * size..spec.deck_size).map(|card| (card, Owner::Seat(0))).collect(),
        leader: setup.leader,
        ..Setup::default()
    }
}

/// Random rules hardly ever have an emperor's trick that comes about in a wide deck.
#[test]
fn an_emperor_wins_in_wide_decks_and_side_by_side_too() {
    let mut compared = 0;
    for seed in 0..6000 {
        let mut dice = Dice(seed);
        let spec = rules(&mut dice);
        let is_plain = spec.drawing.is_none() && spec.piles.is_none() && spec.knockers == 0;
        if spec.emperor.is_some() && spec.excuse.is_none() && is_plain {
            let setup = in_row(&spec, &dice.setup(&spec));
            let axes = facts::axes(&mut dice, &spec);
            for again in 0..8 {
                compare::<u128>(&spec, &setup, &axes, seed ^ again << 32, AnyPlan::Wide);
            }
            compare_rows::<u64>(&spec, &setup, &axes, (seed, 40), AnyPlan::Narrow);
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared}");
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
        if spec.drawing.is_none() && spec.piles.is_none() && spec.knockers == 0 {
            compare::<u64>(&spec, &in_row(&spec, &setup), &axes, seed, AnyPlan::Narrow);
        }
    }

    #[test]
    fn a_playout_with_calls_is_a_deal_played_move_by_move(seed: u64) {
        let mut dice = Dice(seed);
        let spec = common(&mut dice);
        let setup = dice.setup(&spec);
        let axes = facts::axes(&mut dice, &spec);
        for again in 0..4 {
            compare::<u64>(&spec, &setup, &axes, seed ^ again, AnyPlan::Narrow);
        }
    }

    #[test]
    fn deals_side_by_side_are_what_each_is_alone(seed: u64) {
        let mut dice = Dice(seed);
        let spec = rules(&mut dice);
        let mut setup = dice.setup(&spec);
        let is_plain = spec.drawing.is_none() && spec.piles.is_none() && spec.knockers == 0;
        if is_plain && dice.coin() {
            setup = in_row(&spec, &setup);
        }
        let axes = facts::axes(&mut dice, &spec);
        // Whole groups of streams, and then most of one, or few.
        for count in [21, 19] {
            compare_rows::<u64>(&spec, &setup, &axes, (seed, count), AnyPlan::Narrow);
        }
        compare_rows::<u128>(&spec, &setup, &axes, (seed, 13), AnyPlan::Wide);
    }
}
