//! The worked examples of counting.md.

use ultimo_core::counting::{HandRule, HandValue};
use ultimo_core::rules::Scheme;

use crate::common::{begin, compile, hands, play, units};
use crate::deck::{Deck, tarot};

fn count54(cards: &str) -> u32 {
    let deck = Deck::tarok54();
    let rules = compile(&deck.with_trump(4, 'T'));
    Scheme::Thirds.official(u32::from(rules.units_of(rules.set(&deck.cards(cards)))))
}

#[test]
fn examples_1_to_15() {
    let deck = Deck::tarok54();
    let tarocks: Vec<String> = (1..=22).map(|number| format!("T{number}")).collect();
    let tarocks = tarocks.join(" ");
    let suits = deck.codes[..32].join(" ");
    let rows = [
        (1, deck.codes.join(" "), 70),
        (2, String::new(), 0),
        (3, "T2".into(), 0),
        (4, "T2 T3".into(), 1),
        (5, "T2 T3 T4".into(), 1),
        (6, "T21".into(), 4),
        (7, "T21 T22".into(), 9),
        (8, "HK T2 H4".into(), 5),
        (9, "HK HQ C7".into(), 8),
        (10, "HK HQ HN".into(), 10),
        (11, "T1 T21 T22".into(), 13),
        (12, "CK DK HK SK".into(), 17),
        (13, "HK HQ HN HJ HA H2 H3 H4".into(), 13),
        (14, tarocks, 19),
        (15, suits, 51),
    ];
    for (number, cards, expected) in rows {
        assert_eq!(count54(&cards), expected, "example {number}");
    }
}

#[test]
fn examples_16_to_19_split_the_pack() {
    // Number of cards and sum of nominal values; in thirds 3 S - 2 n.
    let rows = [
        (16, (27, 54, 36), (27, 52, 34)),
        (17, (28, 54, 35), (26, 52, 35)),
        (18, (29, 55, 36), (25, 51, 34)),
        (19, (31, 56, 35), (23, 50, 35)),
    ];
    for (number, one, other) in rows {
        for (cards, sum, expected) in [one, other] {
            let thirds: u32 = 3 * sum - 2 * cards;
            assert_eq!(Scheme::Thirds.official(thirds), expected, "example {number}");
        }
        assert_eq!(one.2 + other.2, 70);
    }
}

#[test]
fn thirds_are_the_threes_minus_two_rule_for_every_pile() {
    for cards in 0..=54_u32 {
        for sum in cards..=106 {
            let minus = 2 * (cards / 3) + u32::from(cards % 3 != 0);
            assert_eq!(Scheme::Thirds.official(3 * sum - 2 * cards), sum - minus);
        }
    }
}

#[test]
fn straight_counts_of_section_4() {
    let deck = Deck::tarok42();
    let rules = compile(&deck.with_trump(2, 'T'));
    let count = |cards: &str| rules.units_of(rules.set(&deck.cards(cards)));
    assert_eq!(count(&deck.codes.join(" ")), 94);
    assert_eq!(count("CK DK HK SK"), 20);
    assert_eq!(count("T1 T21 T22"), 15);
    assert_eq!(count("HK HQ HN HJ HA"), 15);
    let deck = Deck::german24();
    let rules = compile(&deck.rules(3));
    assert_eq!(rules.units_of(rules.deck()), 120);
    assert_eq!(rules.units_of(rules.lane(0)), 30);
    assert_eq!(rules.units_of(rules.set(&deck.cards("AA AT LA LT HA HT BA BT"))), 84);
}

#[test]
fn examples_20_to_24() {
    let deck = Deck::tarot78();
    let rules = compile(&tarot(&deck));
    let count = |cards: &str| rules.units_of(rules.set(&deck.cards(cards)));
    assert_eq!(rules.units_of(rules.deck()), 182, "example 20");
    assert_eq!(count("T1 T21 EX"), 27, "example 21");
    assert_eq!(count("HK C2"), 10, "example 22");
    assert_eq!(rules.units_of(rules.lane(2)), 34, "example 23");
    assert_eq!(rules.units_of(rules.lane(4)) + 9, 46, "example 24");
}

#[test]
fn example_25_the_excuse_stays_with_the_taker_who_owes_half_a_point() {
    let deck = Deck::tarot78();
    let setup = hands(&deck, &["EX C1", "H7 C2", "HK C3", "H2 C4"]);
    let mut table = begin(&tarot(&deck), &ultimo_core::play::Setup { leader: 1, ..setup });
    play(&mut table, &deck, "H7 HK H2 EX");
    assert_eq!(units(&table), [8, 0, 12, 0]);
}

#[test]
fn example_26_the_excuse_is_lost_in_the_last_trick() {
    let deck = Deck::tarot78();
    let setup = hands(&deck, &["C1 EX", "C2 H7", "C3 HK", "C4 H2"]);
    let mut table = begin(&tarot(&deck), &ultimo_core::play::Setup { leader: 1, ..setup });
    play(&mut table, &deck, "C2 C3 C4 C1 H2 EX H7 HK");
    assert_eq!(units(&table), [0, 0, 20, 4]);
}

#[test]
fn example_27_the_excuse_of_the_winning_side_just_lies_in_the_pile() {
    let deck = Deck::tarot78();
    let setup = hands(&deck, &["H7 C1", "EX C2", "HK C3", "H2 C4"]);
    let mut table = begin(&tarot(&deck), &setup);
    play(&mut table, &deck, "H7 EX HK H2");
    assert_eq!(units(&table), [0, 0, 20, 0]);
}

/// Hosn owe: 32 cards, suits C D H S, ranks 7 8 9 T J Q K A.
fn hosn_owe() -> HandRule {
    HandRule {
        suits: (0..32).map(|card| card / 8).collect(),
        ranks: (0..32).map(|card| card % 8).collect(),
        points: (0..32).map(|card| [7, 8, 9, 10, 10, 10, 10, 11][card % 8]).collect(),
        feuer_rank: 7,
        feuer: 66,
        triplet: 61,
        blitz_points: 31,
    }
}

#[test]
fn hosn_owe_example_1() {
    let deck = Deck::of("CDHS", "789TJQKA");
    let rule = hosn_owe();
    let rows = [
        ("HQ HT DJ", 40, HandValue::Suit(20)),
        ("CA CK C9", 60, HandValue::Suit(30)),
        ("D7 H7 S7", 61, HandValue::Triplet),
        ("DA DK DT", 62, HandValue::Blitz),
        ("SA SQ SJ", 62, HandValue::Blitz),
        ("HA SA CA", 66, HandValue::Feuer),
        ("SA HK DQ", 22, HandValue::Suit(11)),
        ("SA HA HK", 42, HandValue::Suit(21)),
        ("S9 S8 DA", 34, HandValue::Suit(17)),
        ("CT HJ DQ", 20, HandValue::Suit(10)),
        ("DT DJ DQ", 60, HandValue::Suit(30)),
    ];
    for (hand, doubled, value) in rows {
        let hand: [u8; 3] = deck.cards(hand).try_into().unwrap();
        assert_eq!((rule.doubled(hand), rule.value(hand)), (Some(doubled), Some(value)));
    }
    assert_eq!(rule.value([0, 1, 32]), None);
}
