//! Work whose instructions are counted: `counts NAME TIMES` does one kind of it so often.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a bench that cannot begin has failed, and its names are printed"
)]

#[path = "../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;
mod plans;

use deck::{Deck, STRICT, tarok, tarot};
use plans::{Batch, dealer, plan};
use ultimo_core::batch::{Pool, deal_rows};
use ultimo_core::rules::RulesSpec;

const ROWS: usize = 256;

fn playouts(spec: &RulesSpec, hand: u8, times: usize) {
    let mut batch = Batch::new(dealer(spec, hand), plan(spec, hand), ROWS);
    for _ in 0..times {
        assert!(batch.run().moves > 0);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let times: usize = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(0);
    match name.as_str() {
        "tarok" => playouts(&tarok(&Deck::tarok54(), 3, false), 16, times),
        "tarok4" => playouts(&tarok(&Deck::tarok54(), 4, false), 12, times),
        "whist" => playouts(&Deck::french52().with_trump(4, 'H'), 13, times),
        "tarot" => playouts(&tarot(&Deck::tarot78()), 18, times),
        "strict" => {
            let spec = RulesSpec { duty: STRICT, ..Deck::german24().with_trump(3, 'H') };
            playouts(&spec, 8, times);
        }
        "deals" => {
            let dealer = dealer(&tarok(&Deck::tarok54(), 3, false), 16);
            let pool = Pool::new(Some(1)).unwrap();
            let mut rows = vec![0; ROWS * 54];
            for start in 0..times {
                deal_rows(&pool, &dealer, 1, (start * ROWS) as u64, &mut rows).unwrap();
            }
        }
        _ => println!("tarok tarok4 whist tarot strict deals"),
    }
}
