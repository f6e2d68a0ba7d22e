//! Work whose instructions are counted: `counts NAME TIMES` does one kind of it so often, and
//! `counts` names the kinds and what the processor has. `benches/python/counts.py` runs it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a bench that cannot begin has failed, and its names are printed"
)]

#[path = "solve/deals.rs"]
#[allow(dead_code, reason = "the solver's bench uses more of it")]
mod deals;
#[path = "../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;
#[path = "solve/games.rs"]
#[allow(dead_code, reason = "the solver's bench uses more of it")]
mod games;
#[path = "solve/goals.rs"]
#[allow(dead_code, reason = "the solver's bench uses more of it")]
mod goals;
mod plans;

use deals::{Deal, deals};
use deck::{Deck, tarok};
use games::{Game, games};
use goals::{goal, objective};
use plans::{Batch, dealer, plan};
use ultimo_core::batch::{AnyPlan, Choice, Ends, Env, Pool, Seeds, Shows, View, deal_rows};
use ultimo_core::rules::{Declaration, PlayRules, RulesSpec};
use ultimo_core::solver::{Limits, Solver, Task};

/// Deals that are dealt, played or stepped at a time.
const ROWS: usize = 256;

const NAMES: [&str; 8] = [
    "deal",
    "env_step",
    "playout_piles",
    "playout_stock",
    "playout_tarok",
    "playout_ulti",
    "playout_whist",
    "solve",
];

fn game(name: &str) -> Game {
    games().into_iter().find(|game| game.name == name).unwrap()
}

/// A playout of a deal of a game, `ROWS` times.
fn playouts(name: &str, times: usize) {
    let Game { spec, hand, .. } = game(name);
    play(&spec, u8::try_from(hand).unwrap(), times);
}

/// The same for two seats with hands of 3 cards and 6 piles of 3 cards each, from which kings and
/// tarocks are taken, and figures that may be declared.
fn piles(times: usize) {
    let deck = Deck::tarok42();
    let figure = |cards: Vec<u8>, needed| Declaration { cards, needed, barred_by: vec![] };
    let spec = RulesSpec {
        piles: Some(deck::piles(&deck, false)),
        declarations: vec![
            figure(deck.cards("T1 T21 T22"), 2),
            figure(deck.cards("T1 T21 T22"), 3),
            figure(deck.cards("CK DK HK SK"), 4),
        ],
        watched: deck.cards("T1 T21"),
        ..deck.with_trump(2, 'T')
    };
    play(&spec, 3, times);
}

fn play(spec: &RulesSpec, hand: u8, times: usize) {
    let mut batch = Batch::new(dealer(spec, hand), plan(spec, hand), ROWS);
    for _ in 0..times {
        assert!(batch.run().moves > 0);
    }
}

/// A row of 54 cards, `ROWS` times.
fn deal(times: usize) {
    let dealer = dealer(&tarok(&Deck::tarok54(), 3, false), 16);
    let (pool, mut rows) = (Pool::new(Some(1)).unwrap(), vec![0; ROWS * 54]);
    for start in 0..times {
        deal_rows(&pool, &dealer, 1, (start * ROWS) as u64, &mut rows).unwrap();
    }
    assert!(times == 0 || rows.iter().any(|&card| card > 0));
}

/// A step of `ROWS` deals, each by its first legal action.
fn env_step(times: usize) {
    let (spec, cards) = (tarok(&Deck::tarok54(), 3, false), 54);
    let AnyPlan::Narrow(plan) = plan(&spec, 16) else { return };
    let actions = std::array::from_fn(|code| u16::try_from(code).unwrap());
    let plans = vec![(plan, Shows::default())];
    let dealt = (dealer(&spec, 16), (Seeds::One(1), ROWS));
    let mut env = Env::new(plans, Choice::First, dealt.0, dealt.1, (actions, cards)).unwrap();
    let pool = Pool::new(Some(1)).unwrap();
    let (mut rewards, mut done) = (vec![0.0; ROWS * 3], vec![0; ROWS]);
    let (mut seen, mut last) = (vec![0; ROWS * env.size()], vec![0; ROWS * env.size()]);
    let (mut mask, mut seats) = (vec![0; ROWS * cards], vec![0; ROWS]);
    env.view(View { observations: &mut seen, mask: &mut mask, seats: &mut seats });
    for _ in 0..times {
        let first = |mask: &[u8]| mask.iter().position(|&is_legal| is_legal == 1);
        let actions: Vec<i64> =
            mask.chunks(cards).map(|mask| i64::try_from(first(mask).unwrap()).unwrap()).collect();
        env.check(&actions).unwrap();
        let ends = Ends { rewards: &mut rewards, done: &mut done, last: &mut last };
        let view = View { observations: &mut seen, mask: &mut mask, seats: &mut seats };
        env.step(&pool, &actions, ends, view).unwrap();
    }
}

/// The value of a deal, for each of the first deals of a game.
fn solve(times: usize) {
    let game = game("ulti");
    let rules = PlayRules::<u64>::compile(&game.spec).unwrap();
    for Deal { setup, side } in deals(&game, game.hand, times) {
        let (axes, value) = goal(&game, "exact", side);
        let objective = objective(&rules, axes, &value, side);
        let (fixed, state) = setup.begin(&rules).unwrap();
        let (rules, fixed, state) = (&rules, &fixed, &state);
        let task = Task { rules, fixed, root: state, state, objective: &objective };
        let found = Solver::new(None).solve(&task, Limits::default(), false, &|| false);
        assert!(found.is_ok());
    }
}

/// Instructions that the core asks for at run time.
fn processor() -> String {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2") {
        return "x86_64 avx2 bmi2".to_owned();
    }
    std::env::consts::ARCH.to_owned()
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let name = arguments.next().unwrap_or_default();
    let times = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(0);
    match name.as_str() {
        "deal" => deal(times),
        "env_step" => env_step(times),
        "playout_piles" => piles(times),
        "playout_stock" => playouts("snapszer", times),
        "playout_tarok" => playouts("tarok3", times),
        "playout_ulti" => playouts("ulti", times),
        "playout_whist" => playouts("whist", times),
        "solve" => solve(times),
        _ => println!("{}\n{}", NAMES.join(" "), processor()),
    }
}
