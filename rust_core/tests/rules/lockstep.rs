//! The core beside the reference, move by move, over rules by lot.

use std::sync::Arc;

use proptest::prelude::*;
use ultimo_core::cards::{Card, Word};
use ultimo_core::play::{Move, Position};
use ultimo_core::rules::{PlayRules, RulesSpec};

use crate::common::seat;
use crate::dice::Dice;
use crate::facts;
use crate::reference::Reference;

fn numbers<W: Word>(rules: &PlayRules<W>, set: W) -> Vec<u8> {
    rules.cards(set).iter().map(|card| card.number()).collect()
}

fn sorted(mut cards: Vec<u8>) -> Vec<u8> {
    cards.sort_unstable();
    cards
}

/// Everything that both know must be the same.
fn compare<W: Word>(position: &Position<W>, slow: &Reference) {
    let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
    assert_eq!(position.is_over(), slow.is_over(), "over");
    assert_eq!(position.current_player().map(ultimo_core::cards::Seat::index), slow.seat());
    assert_eq!(position.legal_moves(), slow.legal_moves(), "legal moves");
    assert_eq!(state.trump().map(usize::from), slow.trump, "trump");
    assert_eq!(usize::from(state.finished()), slow.finished.len());
    let stock: Vec<u8> = state.stock(fixed).map(|place| rules.card(place).number()).collect();
    assert_eq!(stock, slow.stock, "stock");
    let open: Vec<(usize, u8)> = (state.plays(rules))
        .map(|(seat, place)| (seat.index(), rules.card(place).number()))
        .collect();
    assert_eq!(open, slow.open, "trick");
    for at in 0..rules.seats() {
        assert_eq!(numbers(rules, state.hand(seat(at))), sorted(slow.hands[at].clone()), "hand");
        let available = numbers(rules, state.available(fixed, seat(at)));
        assert_eq!(available, sorted(slow.available(at)), "available");
        let captured = numbers(rules, state.captured(seat(at)));
        assert_eq!(captured, sorted(slow.captured(at)), "captured");
        assert_eq!(u32::from(state.units(seat(at))), slow.units(at), "units of seat {at}");
        assert_eq!(usize::from(state.tricks(seat(at))), slow.tricks(1 << at), "tricks");
        let marriages = u32::from(state.valid_marriages(rules, seat(at)));
        assert_eq!(marriages, slow.marriages(at), "marriages of seat {at}");
    }
}

/// Every card of the deck is legal or breaks a rule, and which is the same for both.
fn compare_breaches<W: Word>(position: &Position<W>, slow: &Reference) {
    let legal = slow.legal_cards();
    for number in 0..Card::MAX {
        let what = Move::Card(Card::new(number).unwrap());
        assert_eq!(position.breach(what).is_none(), legal.contains(&number), "card {number}");
    }
    for code in Card::MAX..=u8::MAX {
        if let Some(what) = Move::from_code(code) {
            let is_legal = slow.legal_moves().contains(&what);
            assert_eq!(position.breach(what).is_none(), is_legal, "{what}");
        }
    }
}

fn refuses_what_is_illegal<W: Word>(position: &mut Position<W>, dice: &mut Dice) {
    let what = Move::from_code(dice.small(0, 143)).unwrap();
    if position.breach(what).is_some() {
        let before = *position.state();
        let error = position.play(what).unwrap_err();
        assert_eq!(*position.state(), before, "an illegal move changes nothing");
        assert_eq!(error.legal, position.legal_moves());
        assert!(!error.to_string().is_empty());
    }
}

/// Plays a deal out by lot; returns the number of moves.
fn play_out<W: Word>(spec: &RulesSpec, dice: &mut Dice) -> usize {
    let rules = Arc::new(PlayRules::<W>::compile(spec).unwrap());
    let setup = dice.setup(spec);
    let axes = facts::axes(dice, spec);
    let mut position = Position::new(rules, &setup).unwrap();
    let mut slow = Reference::new(spec, &setup);
    let mut states = vec![];
    loop {
        compare(&position, &slow);
        compare_breaches(&position, &slow);
        facts::compare(&position, &slow, &axes);
        refuses_what_is_illegal(&mut position, dice);
        if position.is_over() {
            break;
        }
        if dice.below(8) == 0 {
            assert_eq!(position.perft(2), slow.perft(2), "perft 2");
        }
        let moves = position.legal_moves();
        assert!(!moves.is_empty(), "somebody must be able to move");
        let calls = moves.iter().filter(|what| matches!(what, Move::Call(_))).count();
        let from = if calls > 0 && dice.below(3) == 0 { moves.len() - calls } else { 0 };
        let what = moves[from + dice.below(moves.len() - from)];
        states.push(*position.state());
        position.play(what).unwrap();
        slow.apply(what);
    }
    let moves = states.len();
    while let Some(state) = states.pop() {
        assert!(position.undo().is_some());
        assert_eq!(*position.state(), state, "undo restores the state");
    }
    assert!(position.undo().is_none());
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_core_plays_like_the_reference(seed: u64) {
        let mut dice = Dice(seed);
        let spec = dice.rules();
        let again = dice.clone();
        let moves = play_out::<u64>(&spec, &mut dice);
        if seed % 4 == 0 {
            prop_assert_eq!(play_out::<u128>(&spec, &mut again.clone()), moves);
        }
    }
}

#[test]
fn perft_of_small_deals_is_that_of_the_reference() {
    for seed in 0..60 {
        let mut dice = Dice(seed * 7919);
        let spec = dice.rules();
        let setup = dice.setup(&spec);
        let position =
            Position::new(Arc::new(PlayRules::<u64>::compile(&spec).unwrap()), &setup).unwrap();
        let slow = Reference::new(&spec, &setup);
        for depth in 1..=4 {
            if slow.perft(depth) > 3000 {
                break;
            }
            assert_eq!(position.perft(depth), slow.perft(depth), "seed {seed} depth {depth}");
        }
    }
}
