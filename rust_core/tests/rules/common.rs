//! Building positions for rows.

use std::sync::Arc;

use ultimo_core::cards::{Card, MAX_SEATS, Seat};
use ultimo_core::play::{Call, Move, Position, Setup};
use ultimo_core::rules::{PlayRules, RulesSpec};

use crate::deck::Deck;

/// A table over the wide word, which has room for every deck.
pub(crate) type Table = Position<u128>;

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(u8::try_from(number).unwrap()).unwrap()
}

pub(crate) fn compile(spec: &RulesSpec) -> Arc<PlayRules<u128>> {
    Arc::new(PlayRules::compile(spec).unwrap())
}

pub(crate) fn begin(spec: &RulesSpec, setup: &Setup) -> Table {
    Position::new(compile(spec), setup).unwrap()
}

/// A setup of hands written as codes, seat 0 to lead.
pub(crate) fn hands(deck: &Deck, hands: &[&str]) -> Setup {
    Setup { hands: hands.iter().map(|hand| deck.cards(hand)).collect(), ..Setup::default() }
}

/// Plays codes and calls in turn, every one of them legal.
pub(crate) fn play(table: &mut Table, deck: &Deck, moves: &str) {
    for word in moves.split_whitespace() {
        let what = named(deck, word);
        if let Err(error) = table.play(what) {
            panic!("{word}: {error}; {}", legal(table, deck));
        }
    }
}

pub(crate) fn named(deck: &Deck, word: &str) -> Move {
    let call = match word {
        "exchange" => Call::Exchange,
        "close" => Call::Close,
        "go_out" => Call::GoOut,
        "knock" => Call::Knock,
        _ => match word.split_once(':') {
            Some(("marriage", lane)) => Call::Marriage(lane.parse().unwrap()),
            Some(("declare", number)) => Call::Declare(number.parse().unwrap()),
            _ => return Move::Card(Card::new(deck.card(word)).unwrap()),
        },
    };
    Move::Call(call)
}

/// The code of the breach of a move, or "legal".
pub(crate) fn breach(table: &Table, deck: &Deck, word: &str) -> &'static str {
    table.breach(named(deck, word)).map_or("legal", ultimo_core::play::Breach::code)
}

/// The legal cards, in deck order.
pub(crate) fn legal(table: &Table, deck: &Deck) -> String {
    let cards = table.rules().cards(table.state().legal_cards(table.rules(), table.fixed()));
    let names: Vec<&str> = cards.iter().map(|card| deck.codes[card.index()].as_str()).collect();
    names.join(" ")
}

/// The legal calls by name.
pub(crate) fn calls(table: &Table) -> String {
    let calls = table.state().legal_calls(table.rules(), table.fixed());
    calls.calls().map(|call| call.to_string()).collect::<Vec<_>>().join(" ")
}

/// The legal cards of a hand in a trick that others have begun. Seats are filled up with cards
/// that stand nowhere else.
pub(crate) fn legal_in(deck: &Deck, spec: &RulesSpec, trick: &str, hand: &str) -> String {
    let trick = deck.cards(trick);
    let hand = deck.cards(hand);
    let size = hand.len();
    let used: Vec<u8> = trick.iter().chain(&hand).copied().collect();
    let mut rest = (0..spec.deck_size).rev().filter(|card| !used.contains(card));
    let mut hands = vec![vec![]; usize::from(spec.seats)];
    for (at, seat) in hands.iter_mut().enumerate() {
        if at == trick.len() {
            seat.extend(&hand);
        } else {
            seat.extend(trick.get(at));
        }
        while seat.len() < size {
            seat.push(rest.next().unwrap());
        }
    }
    let rules = compile(spec);
    let (fixed, mut state) = Setup { hands, ..Setup::default() }.begin(&rules).unwrap();
    for &card in &trick {
        state.play_unchecked(&rules, &fixed, rules.place(Card::new(card).unwrap()));
    }
    legal(&Position::from_parts(rules, fixed, state), deck)
}

/// Who wins a trick of cards that seat 0 leads, one more card in each hand.
pub(crate) fn winner(deck: &Deck, spec: &RulesSpec, trick: &str) -> usize {
    let trick = deck.cards(trick);
    let mut rest = (0..spec.deck_size).filter(|card| !trick.contains(card));
    let hands = trick.iter().map(|&card| vec![card, rest.next().unwrap()]).collect();
    let rules = compile(spec);
    let (fixed, mut state) = Setup { hands, ..Setup::default() }.begin(&rules).unwrap();
    for &card in &trick {
        state.play_unchecked(&rules, &fixed, rules.place(Card::new(card).unwrap()));
    }
    assert_eq!(state.finished(), 1);
    state.leader().index()
}

/// Tricks of each seat.
pub(crate) fn tricks(table: &Table) -> Vec<u8> {
    (0..table.rules().seats()).map(|at| table.state().tricks(seat(at))).collect()
}

/// Units of each seat, without marriages.
pub(crate) fn units(table: &Table) -> Vec<u16> {
    (0..table.rules().seats()).map(|at| table.state().units(seat(at))).collect()
}

/// The hand of a seat.
pub(crate) fn hand(table: &Table, deck: &Deck, at: usize) -> String {
    assert!(at < MAX_SEATS);
    let cards = table.rules().cards(table.state().hand(seat(at)));
    deck.names(&cards.iter().map(|card| card.number()).collect::<Vec<_>>())
}
