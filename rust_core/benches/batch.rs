//! How fast deals are dealt and played out, one thread.

#![allow(clippy::unwrap_used, missing_docs, reason = "a bench that cannot begin has failed")]

#[path = "../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;

use std::sync::Arc;

use deck::{Deck, tarok, tarot};
use divan::Bencher;
use divan::counter::ItemsCount;
use ultimo_core::batch::{AnyPlan, Deals, Plan, PlayoutRows, Playouts, Pool, deal_rows};
use ultimo_core::payoff::{Axis, Fact, Payoff, PayoffPart, Window};
use ultimo_core::play::{Owner, Setup};
use ultimo_core::random::{DealSpec, Dealer, VoidHand};
use ultimo_core::rules::{AnyRules, RulesSpec};

fn main() {
    divan::main();
}

const ROWS: usize = 1_000;

/// Hands one after the other, the rest laid aside.
fn dealer(spec: &RulesSpec, hand: u8) -> Dealer {
    let void = if spec.deck_size == 54 {
        vec![VoidHand { cards: (32..54).collect(), equals: vec![] }]
    } else {
        vec![]
    };
    Dealer::new(&DealSpec {
        deck_size: spec.deck_size,
        place: (0..spec.deck_size).collect(),
        hand_sizes: vec![hand; usize::from(spec.seats)],
        gaps: None,
        void,
    })
    .unwrap()
}

fn plan(spec: &RulesSpec, hand: u8) -> AnyPlan {
    let used = hand * spec.seats;
    let columns = Setup {
        hands: (0..spec.seats).map(|seat| (seat * hand..(seat + 1) * hand).collect()).collect(),
        aside: (used..spec.deck_size).map(|column| (column, Owner::Seat(1))).collect(),
        ..Setup::default()
    };
    let mut facts = vec![
        Fact::Points { seats: 1, laid: true, marriages: false, max: 200 },
        Fact::Tricks { seats: 1, late: false },
        Fact::Captured { cards: vec![3, 11, 19, 27], seats: 1, laid: false },
    ];
    if !spec.watched.is_empty() {
        facts.push(Fact::Fate { watched: 0, window: Window::Last(1) });
    }
    let axes: Vec<Axis> = facts.into_iter().map(|fact| Axis { fact, classes: None }).collect();
    macro_rules! plan {
        ($rules:expr) => {{
            let sizes = axes
                .iter()
                .map(|axis| ultimo_core::payoff::Probe::new($rules, axis).unwrap().size() as usize);
            let table = vec![1.0; sizes.product()];
            let weights = vec![1.0; usize::from(spec.seats)];
            let part = PayoffPart { axes: axes.clone(), table, weights };
            let payoff = Arc::new(Payoff::compile($rules, &[part]).unwrap());
            Plan::new(Arc::clone($rules), Some(payoff), columns, [0; 256]).unwrap()
        }};
    }
    match &AnyRules::compile(spec).unwrap() {
        AnyRules::Narrow(rules) => AnyPlan::Narrow(plan!(rules)),
        AnyRules::Wide(rules) => AnyPlan::Wide(plan!(rules)),
    }
}

fn bench_playouts(bencher: Bencher, spec: &RulesSpec, hand: u8) {
    let (dealer, plan) = (dealer(spec, hand), plan(spec, hand));
    let pool = Pool::new(Some(1)).unwrap();
    let seats = usize::from(spec.seats);
    let (mut returns, mut points) = (vec![0.0; ROWS * seats], vec![0; ROWS * seats]);
    let mut tricks = vec![0; ROWS * seats];
    let mut start = 0;
    let mut run = || {
        start += ROWS as u64;
        let playouts = Playouts {
            plans: std::slice::from_ref(&plan),
            plan_of: None,
            deals: Deals::Dealt(&dealer),
            seed: 1,
            start,
        };
        let out = PlayoutRows {
            seats,
            returns: &mut returns,
            points: &mut points,
            tricks: &mut tricks,
            plays: None,
        };
        playouts.run(&pool, out).unwrap()
    };
    let moves = ROWS * usize::from(hand) * seats;
    assert_eq!(run().moves, moves as u64);
    bencher.counter(ItemsCount::new(moves)).bench_local(run);
}

#[divan::bench]
fn deals_of_54_cards(bencher: Bencher) {
    let dealer = dealer(&tarok(&Deck::tarok54(), 3, false), 16);
    let pool = Pool::new(Some(1)).unwrap();
    let mut rows = vec![0; ROWS * 54];
    let mut start = 0;
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        start += ROWS as u64;
        deal_rows(&pool, &dealer, 1, start, &mut rows).unwrap();
    });
}

#[divan::bench]
fn simulate_tarok_three_players(bencher: Bencher) {
    bench_playouts(bencher, &tarok(&Deck::tarok54(), 3, false), 16);
}

#[divan::bench]
fn simulate_tarok_four_players(bencher: Bencher) {
    bench_playouts(bencher, &tarok(&Deck::tarok54(), 4, false), 12);
}

#[divan::bench]
fn simulate_whist(bencher: Bencher) {
    bench_playouts(bencher, &Deck::french52().with_trump(4, 'H'), 13);
}

#[divan::bench]
fn simulate_french_tarot(bencher: Bencher) {
    bench_playouts(bencher, &tarot(&Deck::tarot78()), 18);
}
