//! How fast deals are dealt and played out, one thread.

#![allow(clippy::unwrap_used, missing_docs, reason = "a bench that cannot begin has failed")]

#[path = "../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;
mod plans;

use deck::{Deck, tarok, tarot};
use divan::Bencher;
use divan::counter::ItemsCount;
use plans::{Batch, dealer, plan};
use ultimo_core::batch::{Pool, deal_rows};
use ultimo_core::rules::RulesSpec;

fn main() {
    divan::main();
}

const ROWS: usize = 1_000;

fn bench_playouts(bencher: Bencher, spec: &RulesSpec, hand: u8) {
    let mut batch = Batch::new(dealer(spec, hand), plan(spec, hand), ROWS);
    let moves = ROWS * usize::from(hand) * usize::from(spec.seats);
    assert_eq!(batch.run().moves, moves as u64);
    bencher.counter(ItemsCount::new(moves)).bench_local(|| batch.run());
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
