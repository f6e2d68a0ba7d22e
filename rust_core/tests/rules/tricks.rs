//! Who wins a trick, what it brings, and when a deal ends.

use ultimo_core::play::{Owner, Setup};
use ultimo_core::rules::{Draw, Drawing, EndRule, Marriage, MarriageRule, Prize, RulesSpec, Trump};

use crate::common::{begin, breach, calls, hands, legal, play, seat, tricks, units, winner};
use crate::deck::{Deck, emperor, tarok, tarot};

#[test]
fn whist_example_3() {
    let deck = Deck::french52();
    let rules = deck.with_trump(4, 'H');
    assert_eq!(winner(&deck, &rules, "SQ SA H4 S7"), 2, "the only trump wins");
    assert_eq!(winner(&deck, &rules, "SQ SA H4 H9"), 3, "the higher trump wins");
    assert_eq!(winner(&deck, &rules, "SQ SA H4 H3"), 2, "no duty to overtrump");
    assert_eq!(winner(&deck, &rules, "SQ DA CA S7"), 0, "other suits never win");
}

#[test]
fn german_whist_example_3() {
    let deck = Deck::french52();
    let rules = deck.with_trump(2, 'H');
    let rows = [("D9 DJ", 1), ("D9 D2", 0), ("D9 H2", 1), ("D9 SA", 0), ("H9 HT", 1), ("H9 SA", 0)];
    for (trick, expected) in rows {
        assert_eq!(winner(&deck, &rules, trick), expected, "{trick}");
    }
}

#[test]
fn napoleon_example_2() {
    let deck = Deck::french52();
    let rules = RulesSpec { trump: Trump::FirstLead, sides: vec![1, 0, 1], ..deck.rules(3) };
    let setup = hands(&deck, &["HA H9 C7 D4 D2", "SA SK ST HK C3", "SQ S5 H8 CJ D6"]);
    let mut table = begin(&rules, &Setup { leader: 1, ..setup });
    play(&mut table, &deck, "SA S5 D2 SK SQ D4 HK H8 HA");
    assert_eq!(tricks(&table), [1, 2, 0]);
    play(&mut table, &deck, "C7");
    assert_eq!(legal(&table, &deck), "C3", "must follow");
    play(&mut table, &deck, "C3 CJ D6 H9");
    assert_eq!(legal(&table, &deck), "ST");
    play(&mut table, &deck, "ST");
    assert_eq!(tricks(&table), [1, 3, 1]);
    assert!(table.is_over());
}

#[test]
fn napoleon_examples_3_to_6_end_early() {
    let deck = Deck::french52();
    // Four: made with four tricks; lost when the defenders have two.
    let ends = vec![
        EndRule::Tricks { seats: 0b001, at_least: 4 },
        EndRule::Tricks { seats: 0b110, at_least: 2 },
    ];
    let rules = RulesSpec { trump: Trump::FirstLead, ends, ..deck.rules(3) };
    let made = hands(&deck, &["SA SK SQ SJ C2", "S2 S3 S4 S5 CA", "H2 H3 H4 H5 H6"]);
    let mut table = begin(&rules, &made);
    play(&mut table, &deck, "SA S2 H2 SK S3 H3 SQ S4 H4");
    assert!(!table.is_over());
    play(&mut table, &deck, "SJ S5 H5");
    assert!(table.is_over(), "the fifth cards are not played");
    assert_eq!(table.current_player(), None);
    assert_eq!(table.legal_moves(), []);
    assert_eq!(breach(&table, &deck, "C2"), "deal_over");
    let lost = hands(&deck, &["S2 SK SQ SJ C2", "SA S3 S4 S5 CA", "H2 H3 H4 H5 H6"]);
    let mut table = begin(&rules, &lost);
    play(&mut table, &deck, "S2 SA H2 CA H3 C2");
    assert_eq!(tricks(&table), [0, 2, 0]);
    assert!(table.is_over());
}

#[test]
fn knockout_whist_example_7_the_dog_comes_back() {
    // Order of play 2, 1, 0: seats here are numbered in that order. Seat 0 is the dog.
    let deck = Deck::french52();
    let rules = RulesSpec { knockers: 0b001, ..deck.with_trump(3, 'S') };
    let setup = hands(&deck, &["SA", "HT D9 C2 C3 C4 C5", "HK D7 C6 C7 C8 C9"]);
    let mut table = begin(&rules, &setup);
    assert_eq!(calls(&table), "knock");
    play(&mut table, &deck, "knock HT HK");
    assert_eq!(table.current_player(), Some(seat(2)));
    play(&mut table, &deck, "D7");
    assert_eq!(legal(&table, &deck), "SA", "no restriction");
    play(&mut table, &deck, "SA D9");
    assert_eq!(tricks(&table), [1, 0, 1]);
    assert_eq!(table.current_player(), Some(seat(1)), "the dog has no cards: the next one leads");
    play(&mut table, &deck, "C2 C6 C7 C3 C8 C4 C9 C5");
    assert_eq!(tricks(&table), [1, 0, 5]);
    assert!(table.is_over());
}

#[test]
fn knockout_whist_example_6_the_dog_must_play_in_the_last_trick() {
    let deck = Deck::french52();
    let rules = RulesSpec { knockers: 0b100, ..deck.with_trump(3, 'S') };
    let mut table = begin(&rules, &hands(&deck, &["HA HK", "H2 H3", "C9"]));
    play(&mut table, &deck, "HA H2 knock HK H3");
    assert_eq!(calls(&table), "");
    assert_eq!(breach(&table, &deck, "knock"), "no_knock");
    play(&mut table, &deck, "C9");
    assert_eq!(tricks(&table), [2, 0, 0]);
}

#[test]
fn knockout_whist_dogs_who_all_knock_leave_the_lead_to_the_first_full_hand() {
    let deck = Deck::french52();
    let rules = RulesSpec { knockers: 0b011, ..deck.with_trump(4, 'S') };
    let mut table = begin(&rules, &hands(&deck, &["CA", "DA", "H2 H3", "H4 H5"]));
    play(&mut table, &deck, "knock knock");
    assert_eq!(table.current_player(), Some(seat(2)));
    assert_eq!(breach(&table, &deck, "knock"), "no_knock", "only dogs knock");
    play(&mut table, &deck, "H2 H4");
    assert_eq!(table.current_player(), Some(seat(3)), "the winner leads before any dog");
    assert_eq!(table.state().leader(), seat(3));
}

#[test]
fn french_tarot_example_13_excuse() {
    let deck = Deck::tarot78();
    let rules = tarot(&deck);
    let setup = hands(&deck, &["EX C1", "H7 C2", "HK C3", "H2 C4"]);
    let mut table = begin(&rules, &Setup { leader: 1, ..setup });
    play(&mut table, &deck, "H7 HK H2 EX");
    assert_eq!(units(&table), [8, 0, 12, 0], "taker 4, defenders 6");
    let excuse = table.rules().set(&deck.cards("EX"));
    assert_eq!(table.state().captured(seat(0)), excuse, "the oudler stays with its side");
}

#[test]
fn french_tarot_excuse_led_is_beaten_by_whatever_comes() {
    let deck = Deck::tarot78();
    let rules = tarot(&deck);
    assert_eq!(winner(&deck, &rules, "EX C2 C5 D9"), 2);
    assert_eq!(winner(&deck, &rules, "EX C2 T1 D9"), 2);
    assert_eq!(winner(&deck, &rules, "C2 EX C5 D9"), 2);
}

#[test]
fn french_tarot_example_16_slam_with_the_excuse() {
    let deck = Deck::tarot78();
    let rules = RulesSpec { watched: deck.cards("T1 EX"), ..tarot(&deck) };
    let mut table = begin(&rules, &hands(&deck, &["T1 EX", "C2 CK", "C3 C4", "C5 C6"]));
    play(&mut table, &deck, "T1 C2 C3 C5 EX CK C4 C6");
    assert_eq!(tricks(&table), [2, 0, 0, 0], "the excuse wins the last trick");
    assert_eq!(table.state().fate(0), Some((seat(0), seat(0), 0)));
    assert_eq!(table.state().fate(1), Some((seat(0), seat(0), 1)));
    // A defender's excuse loses as usual, and its points go to the taker.
    let mut table = begin(&rules, &hands(&deck, &["T1 HK", "C2 EX", "C3 C4", "C5 C6"]));
    play(&mut table, &deck, "T1 C2 C3 C5 HK EX C4 C6");
    assert_eq!(tricks(&table), [2, 0, 0, 0]);
    assert_eq!(units(&table)[0], 9 + 3 + 9 + 9 + 2);
    // The excuse of a side that lost an earlier trick does not win.
    let mut table = begin(&rules, &hands(&deck, &["C1 EX", "C2 CK", "C3 C4", "C5 C6"]));
    play(&mut table, &deck, "C1 C2 C3 C5 C6 EX CK C4");
    assert_eq!(tricks(&table), [0, 1, 0, 1]);
}

#[test]
fn slovenian_tarok_emperor_trick() {
    let deck = Deck::tarok54();
    let plain = tarok(&deck, 3, false);
    let with = RulesSpec { emperor: Some(emperor(&deck)), ..plain.clone() };
    assert_eq!(winner(&deck, &plain, "T21 T22 T1"), 1, "off by default");
    assert_eq!(winner(&deck, &with, "T21 T22 T1"), 2);
    assert_eq!(winner(&deck, &with, "T1 T21 T22"), 0);
    assert_eq!(winner(&deck, &with, "T1 T20 T22"), 2, "only the whole trull");
    let four = RulesSpec { emperor: Some(emperor(&deck)), ..tarok(&deck, 4, false) };
    assert_eq!(winner(&deck, &four, "T22 T21 T1 T5"), 2, "nothing beats it afterwards");
}

#[test]
fn slovenian_tarok_the_called_king_wins_the_talon() {
    let deck = Deck::tarok54();
    let prize = Some(Prize { card: deck.card("HK"), seats: 0b0101 });
    let rules = RulesSpec { prize, sides: vec![0, 1, 0, 1], ..tarok(&deck, 4, false) };
    let talon: Vec<(u8, Owner)> =
        deck.cards("CK C7").into_iter().map(|card| (card, Owner::Prize)).collect();
    let deal = |cards: &[&str]| Setup { aside: talon.clone(), ..hands(&deck, cards) };
    let mut table = begin(&rules, &deal(&["HK", "H4", "H3", "H2"]));
    play(&mut table, &deck, "HK H4 H3 H2");
    assert_eq!(units(&table), [13 + 3 + 13 + 1, 0, 0, 0]);
    let mut table = begin(&rules, &deal(&["HK", "T5", "H3", "H2"]));
    play(&mut table, &deck, "HK T5 H3 H2");
    assert_eq!(units(&table), [0, 16, 0, 0], "the king was lost");
    let mut table = begin(&rules, &deal(&["H4", "HK", "H3", "H2"]));
    play(&mut table, &deck, "H4 HK H3 H2");
    assert_eq!(units(&table), [0, 16, 0, 0], "the other side's king wins no talon");
}

#[test]
fn slovenian_tarok_klop_talon_gift() {
    let deck = Deck::tarok54();
    let drawing = Drawing { draw: Draw::ToWinnersPile, duty: None, exchange: None, close: None };
    let rules = RulesSpec { drawing: Some(drawing), ..tarok(&deck, 3, true) };
    let setup = hands(&deck, &["HK CJ", "HQ CQ", "H4 C7"]);
    let mut table = begin(&rules, &Setup { stock: deck.cards("T21 DK"), ..setup });
    play(&mut table, &deck, "HK HQ H4");
    assert_eq!(units(&table), [13 + 10 + 1 + 13, 0, 0], "the winner gets the next talon card");
    play(&mut table, &deck, "CJ CQ C7");
    assert_eq!(units(&table), [37, 4 + 10 + 1 + 13, 0]);
}

#[test]
fn units_of_the_last_trick_and_only_of_the_last() {
    let deck = Deck::of("ALHB", "789UOKTA");
    let rules = RulesSpec { last_trick_units: 10, ..deck.with_trump(3, 'B') };
    let mut table = begin(&rules, &hands(&deck, &["LK AA", "L9 A8", "L8 A9"]));
    play(&mut table, &deck, "LK L9 L8");
    assert_eq!(units(&table), [0, 0, 0]);
    play(&mut table, &deck, "AA A8 A9");
    assert_eq!(units(&table), [10, 0, 0]);
    // An early end is no last trick.
    let ends = vec![EndRule::Tricks { seats: 1, at_least: 1 }];
    let mut table =
        begin(&RulesSpec { ends, ..rules }, &hands(&deck, &["LK AA", "L9 A8", "L8 A9"]));
    play(&mut table, &deck, "LK L9 L8");
    assert!(table.is_over());
    assert_eq!(units(&table), [0, 0, 0]);
}

#[test]
fn the_first_end_rule_that_holds_is_recorded() {
    let deck = Deck::german24();
    let points = |seats, at_least| EndRule::Points {
        seats,
        at_least,
        not_behind: false,
        on_lead: None,
        after_card: None,
    };
    let with_called = EndRule::Points {
        seats: 1,
        at_least: 5,
        not_behind: false,
        on_lead: None,
        after_card: Some(deck.card("HA")),
    };
    let ends = vec![points(0b110, 20), with_called, points(1, 30)];
    let rules = RulesSpec { ends, ..deck.with_trump(3, 'H') };
    let setup = hands(&deck, &["LA LT HA", "L9 LU H9", "LK LO HU"]);
    let mut table = begin(&rules, &setup);
    play(&mut table, &deck, "LA L9 LK");
    assert!(!table.is_over(), "15 points, but the called card has not been played");
    play(&mut table, &deck, "HA H9 HU");
    assert!(table.is_over());
    let axis =
        ultimo_core::payoff::Axis { fact: ultimo_core::payoff::Fact::EndedBy, classes: None };
    let probe = ultimo_core::payoff::Probe::new(table.rules(), &axis).unwrap();
    assert_eq!(probe.value(table.rules(), table.fixed(), table.state()), 2);
}

#[test]
fn an_end_may_ask_not_to_be_behind_and_equality_is_not_behind() {
    let deck = Deck::german24();
    let end = |on_lead| EndRule::Points {
        seats: 1,
        at_least: 11,
        not_behind: true,
        on_lead,
        after_card: None,
    };
    let setup = hands(&deck, &["L9 AA H9", "LA A9 HU"]);
    for (on_lead, tricks_to_end) in [(None, 2), (Some(0), 2), (Some(1), 0)] {
        let rules = RulesSpec { ends: vec![end(on_lead)], ..deck.rules(2) };
        let mut table = begin(&rules, &Setup { leader: 1, ..setup.clone() });
        play(&mut table, &deck, "LA L9");
        assert!(!table.is_over());
        play(&mut table, &deck, "A9 AA");
        assert_eq!(units(&table), [11, 11]);
        assert_eq!(table.is_over(), tricks_to_end == 2, "{on_lead:?}");
    }
    let behind = hands(&deck, &["L9 AA H9 B9", "LA LT A9 BU"]);
    let rules = RulesSpec { ends: vec![end(None)], ..deck.rules(2) };
    let mut table = begin(&rules, &Setup { leader: 1, ..behind });
    play(&mut table, &deck, "LA L9 LT H9 A9 AA");
    assert_eq!(units(&table), [11, 21]);
    assert!(!table.is_over());
}

#[test]
fn a_card_that_came_from_the_talon_was_not_played() {
    let deck = Deck::german24();
    let end = EndRule::Points {
        seats: 1,
        at_least: 0,
        not_behind: false,
        on_lead: None,
        after_card: Some(deck.card("HA")),
    };
    let drawing = Drawing { draw: Draw::ToWinnersPile, duty: None, exchange: None, close: None };
    let gift = RulesSpec { drawing: Some(drawing), ends: vec![end], ..deck.rules(2) };
    let setup = Setup { stock: deck.cards("HA"), ..hands(&deck, &["LA LK", "L9 LU"]) };
    let mut table = begin(&gift, &setup);
    play(&mut table, &deck, "LA L9");
    assert_eq!(units(&table), [22, 0]);
    assert!(!table.is_over());
}

#[test]
fn a_card_in_the_open_trick_was_played_when_a_pair_is_announced() {
    let deck = Deck::german24();
    let end = EndRule::Points {
        seats: 2,
        at_least: 20,
        not_behind: false,
        on_lead: None,
        after_card: Some(deck.card("HA")),
    };
    let pair = Marriage { cards: [deck.card("AK"), deck.card("AO")], units: 20 };
    let marriages = MarriageRule {
        pairs: vec![pair],
        following: true,
        at_start: false,
        needs_trick: true,
        by_side: false,
    };
    let rules = RulesSpec { marriages: Some(marriages), ends: vec![end], ..deck.rules(2) };
    let setup = hands(&deck, &["L9 LT HA HT", "LA LU AK AO"]);
    for (lead, ends) in [("HA", true), ("HT", false)] {
        let mut table = begin(&rules, &setup);
        play(&mut table, &deck, "L9 LA LU LT");
        play(&mut table, &deck, lead);
        play(&mut table, &deck, "marriage:0");
        assert_eq!(table.is_over(), ends, "{lead} led");
    }
}
