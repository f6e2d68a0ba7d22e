//! How fast deals are played: random playouts and counted lines of play.

#![allow(clippy::unwrap_used, missing_docs, reason = "a bench that cannot begin has failed")]

#[path = "../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;

use deck::{Deck, STRICT, tarok, tarot};
use divan::Bencher;
use ultimo_core::cards::Word;
use ultimo_core::play::{Fixed, Owner, Setup, State};
use ultimo_core::rules::{PlayRules, RulesSpec};

fn main() {
    divan::main();
}

/// A small generator: the bench measures the play, not the choice.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let word = u32::try_from(self.0 >> 32).unwrap();
        u32::try_from((u64::from(word) * u64::from(n)) >> 32).unwrap()
    }
}

fn deal<W: Word>(spec: &RulesSpec, hand: usize) -> (PlayRules<W>, Fixed<W>, State<W>) {
    let mut cards: Vec<u8> = (0..spec.deck_size).collect();
    let mut dice = Dice(7);
    for at in (1..cards.len()).rev() {
        cards.swap(at, dice.below(u32::try_from(at).unwrap() + 1) as usize);
    }
    let hands = (0..spec.seats).map(|_| cards.split_off(cards.len() - hand)).collect();
    let aside = cards.into_iter().map(|card| (card, Owner::Nobody)).collect();
    let rules = PlayRules::compile(spec).unwrap();
    let (fixed, state) = Setup { hands, aside, ..Setup::default() }.begin(&rules).unwrap();
    (rules, fixed, state)
}

fn playout<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    mut state: State<W>,
    dice: &mut Dice,
) -> u16 {
    while !state.is_over() {
        let legal = state.legal_cards(rules, fixed);
        let place = legal.nth(dice.below(legal.len())).unwrap();
        state.play_unchecked(rules, fixed, place);
    }
    state.units_of(rules.all_seats())
}

fn bench_playouts<W: Word>(bencher: Bencher, spec: &RulesSpec, hand: usize, units: u16) {
    let (rules, fixed, state) = deal::<W>(spec, hand);
    let mut dice = Dice(1);
    if units > 0 {
        assert_eq!(playout(&rules, &fixed, state, &mut dice), units);
    }
    bencher
        .counter(divan::counter::ItemsCount::new(hand * usize::from(spec.seats)))
        .bench_local(|| playout(&rules, &fixed, state, &mut dice));
}

#[divan::bench]
fn playout_whist(bencher: Bencher) {
    bench_playouts::<u64>(bencher, &Deck::french52().with_trump(4, 'H'), 13, 0);
}

#[divan::bench]
fn playout_tarok_four_players(bencher: Bencher) {
    bench_playouts::<u64>(bencher, &tarok(&Deck::tarok54(), 4, false), 12, 0);
}

#[divan::bench]
fn playout_klop_three_players(bencher: Bencher) {
    bench_playouts::<u64>(bencher, &tarok(&Deck::tarok54(), 3, true), 16, 0);
}

#[divan::bench]
fn playout_snapszer_three_players(bencher: Bencher) {
    let spec = RulesSpec { duty: STRICT, ..Deck::german24().with_trump(3, 'H') };
    bench_playouts::<u64>(bencher, &spec, 8, 120);
}

#[divan::bench]
fn playout_french_tarot(bencher: Bencher) {
    bench_playouts::<u128>(bencher, &tarot(&Deck::tarot78()), 18, 0);
}

#[divan::bench]
fn perft_tarok_five_cards(bencher: Bencher) {
    let (rules, fixed, state) = deal::<u64>(&tarok(&Deck::tarok54(), 3, false), 5);
    let lines = state.perft(&rules, &fixed, 11);
    assert!(lines > 1000);
    bencher
        .counter(divan::counter::ItemsCount::new(lines))
        .bench_local(|| state.perft(&rules, &fixed, 11));
}
