//! Piles on the table: two-player tarok and strohmandli; and the stock of german whist.

use ultimo_core::play::Setup;
use ultimo_core::rules::{Draw, Drawing, PileRule, RulesSpec};

use crate::common::{Table, begin, breach, hand, hands, legal, play, seat, tricks};
use crate::deck::{Deck, piles, tarok};

/// The card face up on each pile, `-` where there is none.
fn tops(table: &Table, deck: &Deck) -> String {
    let shown = table.state().tops(table.fixed());
    let named = shown.map(|(_, top)| {
        top.map_or_else(|| "-".to_owned(), |card| deck.names(&[table.rules().card(card).number()]))
    });
    named.collect::<Vec<_>>().join(" ")
}

fn strohmandli(deck: &Deck) -> RulesSpec {
    RulesSpec { piles: Some(piles(deck, false)), ..deck.with_trump(2, 'T') }
}

#[test]
fn strohmandli_example_10_turning() {
    let deck = Deck::tarok42();
    let own = vec![deck.cards("T5 HK CQ"), deck.cards("T7 T12 SK"), deck.cards("DJ T21 HA")];
    let others = vec![deck.cards("SQ SJ ST"), deck.cards("HQ HN HJ"), deck.cards("DQ DN DA")];
    let setup = hands(&deck, &["CJ", "CT"]);
    let mut table = begin(&strohmandli(&deck), &Setup { piles: vec![own, others], ..setup });
    assert_eq!(hand(&table, &deck, 0), "CJ HK SK T5 T7 T12", "tarocks and kings are taken");
    assert_eq!(legal(&table, &deck), "CJ CQ DJ HK SK T5 T7 T12", "hand and face-up tops");
    assert_eq!(tops(&table, &deck), "CQ - DJ SQ HQ DQ", "the second pile is empty");
    play(&mut table, &deck, "DJ");
    assert_eq!(hand(&table, &deck, 0), "CJ HK SK T5 T7 T12 T21", "turned at once and taken");
    let open = table.state().available(table.fixed(), seat(0));
    let open = table.rules().cards(open & !table.state().hand(seat(0)));
    let open: Vec<u8> = open.iter().map(|card| card.number()).collect();
    assert_eq!(deck.names(&open), "CQ HA", "the ace is turned and left");
    assert_eq!(tops(&table, &deck), "CQ - HA SQ HQ DQ");
}

#[test]
fn strohmandli_turned_after_the_trick() {
    let deck = Deck::tarok42();
    let rule = PileRule { at_once: false, ..piles(&deck, false) };
    let rules = RulesSpec { piles: Some(rule), ..strohmandli(&deck) };
    let own = vec![deck.cards("DJ T21 HA")];
    let others = vec![deck.cards("DQ DN DA")];
    let setup = hands(&deck, &["CJ", "CT"]);
    let mut table = begin(&rules, &Setup { piles: vec![own, others], ..setup });
    play(&mut table, &deck, "DJ");
    assert_eq!(hand(&table, &deck, 0), "CJ");
    assert_eq!(tops(&table, &deck), "- DQ", "the next card is face down");
    play(&mut table, &deck, "DQ");
    assert_eq!(hand(&table, &deck, 0), "CJ T21");
    assert_eq!(tops(&table, &deck), "HA DN");
    assert_eq!(legal(&table, &deck), "CT DN");
}

#[test]
fn slovenian_tarok_two_players_leave_tarocks_that_turn_up_in_play() {
    let deck = Deck::tarok54();
    let rule = PileRule { takes_in_play: false, ..piles(&deck, true) };
    let rules = RulesSpec { piles: Some(rule), ..tarok(&deck, 2, false) };
    let own = vec![deck.cards("T9 DJ T21 HA")];
    let others = vec![deck.cards("DQ DN DA D4")];
    let setup = hands(&deck, &["CJ", "C7"]);
    let mut table = begin(&rules, &Setup { piles: vec![own, others], leader: 1, ..setup });
    assert_eq!(hand(&table, &deck, 0), "CJ T9", "before play it is taken all the same");
    play(&mut table, &deck, "C7 CJ T9 DQ DJ");
    assert_eq!(hand(&table, &deck, 0), "", "the mond stays on its pile");
    play(&mut table, &deck, "DN");
    assert_eq!(legal(&table, &deck), "DA", "seat 1 won with the knight and has only its pile");
}

#[test]
fn slovenian_tarok_example_21_two_players() {
    let deck = Deck::tarok54();
    let rules = RulesSpec { piles: Some(piles(&deck, true)), ..tarok(&deck, 2, false) };
    let tops = vec![deck.cards("C7 C8"), deck.cards("DJ D4")];
    let others = vec![deck.cards("S7 S8"), deck.cards("SJ S9")];
    let deal = |lead: &str| Setup {
        hands: vec![deck.cards("HK T7"), deck.cards(lead)],
        piles: vec![tops.clone(), others.clone()],
        ..Setup::default()
    };
    for (lead, expected) in [("CQ", "C7"), ("T20", "T7")] {
        let setup = Setup { leader: 1, ..deal(&format!("{lead} HQ")) };
        let mut table = begin(&rules, &setup);
        play(&mut table, &deck, lead);
        assert_eq!(legal(&table, &deck), expected, "{lead} led");
    }
    let mut table = begin(&rules, &deal("HQ HJ"));
    assert_eq!(legal(&table, &deck), "HK T7", "the leader plays from the hand");
    assert_eq!(breach(&table, &deck, "C7"), "lead_from_hand");
    play(&mut table, &deck, "HK HJ T7 HQ");
    assert_eq!(legal(&table, &deck), "C7 DJ", "once the hand is empty");
}

#[test]
fn slovenian_tarok_example_20_turning() {
    let deck = Deck::tarok54();
    let rules = RulesSpec { piles: Some(piles(&deck, true)), ..tarok(&deck, 2, false) };
    let own = vec![deck.cards("T1 DK T20 T22"), deck.cards("CT HK C7 C8")];
    let others = vec![deck.cards("S7 S8 S9 ST"), deck.cards("SJ SN SQ D4")];
    let setup = Setup { piles: vec![own, others], ..hands(&deck, &["H4", "H3"]) };
    let table = begin(&rules, &setup);
    assert_eq!(hand(&table, &deck, 0), "DK H4 T1 T20 T22", "all four go to the hand");
}

fn german_whist(deck: &Deck) -> RulesSpec {
    let drawing = Drawing { draw: Draw::EachWinnerFirst, duty: None, exchange: None, close: None };
    RulesSpec { drawing: Some(drawing), late_from: 2, ..deck.with_trump(2, 'H') }
}

#[test]
fn german_whist_examples_1_and_4_drawing() {
    let deck = Deck::french52();
    let setup = hands(&deck, &["SK C2", "S4 ST"]);
    let setup = Setup { stock: deck.cards("H7 CQ C3 HK"), ..setup };
    let mut table = begin(&german_whist(&deck), &setup);
    play(&mut table, &deck, "SK S4");
    assert_eq!(hand(&table, &deck, 0), "C2 H7", "the winner takes the face-up card");
    assert_eq!(hand(&table, &deck, 1), "CQ ST", "the loser the next one");
    play(&mut table, &deck, "C2 CQ");
    assert_eq!(hand(&table, &deck, 1), "C3 ST", "seat 1 wins: it takes the three of clubs");
    assert_eq!(hand(&table, &deck, 0), "H7 HK");
    assert_eq!(table.current_player(), Some(seat(1)), "the winner of trick 13 leads to trick 14");
    assert_eq!(tricks(&table), [1, 1]);
    play(&mut table, &deck, "C3 H7 HK ST");
    assert!(table.is_over());
    let fact = ultimo_core::payoff::Fact::Tricks { seats: 1, late: true };
    let axis = ultimo_core::payoff::Axis { fact, classes: None };
    let late = ultimo_core::payoff::Probe::new(table.rules(), &axis).unwrap();
    let value = late.value(table.rules(), table.fixed(), table.state());
    assert_eq!(value, 2, "only the tricks after the stock count");
}
