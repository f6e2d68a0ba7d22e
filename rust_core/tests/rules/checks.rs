//! What is refused, and that all of it is said at once.

use proptest::prelude::*;
use ultimo_core::cards::Word;
use ultimo_core::play::{Owner, Setup};
use ultimo_core::rules::{
    AnyRules, Declaration, Draw, Drawing, Emperor, EndRule, Excuse, Faults, GoOut, Marriage,
    MarriageRule, PlayRules, Prize, Reserved, RulesSpec, Trump,
};

use crate::common::compile;
use crate::deck::{Deck, piles, tarok, tarot};
use crate::dice::Dice;

fn codes(faults: &Faults) -> Vec<&'static str> {
    faults.all().iter().map(|fault| fault.code).collect()
}

#[test]
fn all_faults_of_rules_are_reported_at_once() {
    let deck = Deck::german24();
    let mut rules = deck.rules(3);
    rules.lanes[0][0] = 23;
    rules.lanes.push(vec![]);
    rules.values.pop();
    rules.sides.push(3);
    rules.trump = Trump::Lane(9);
    rules.void_lane = Some(7);
    rules.reserved = vec![Reserved { seats: 8, cards: vec![24, 1, 1] }];
    rules.emperor = Some(Emperor { cards: vec![1], winner: 2, forced: false, led: Some(5) });
    rules.prize = Some(Prize { card: 30, seats: 1 });
    rules.watched = vec![1, 2, 3, 4, 5];
    rules.go_out = Some(GoOut { seat: 3, units: 0 });
    rules.declarations = vec![Declaration { cards: vec![1], needed: 2, barred_by: vec![1] }];
    let pair = Marriage { cards: [4, 10], units: 20 };
    rules.marriages = Some(MarriageRule {
        pairs: vec![pair],
        following: false,
        at_start: false,
        needs_trick: true,
        by_side: false,
    });
    rules.ends = vec![EndRule::Tricks { seats: 8, at_least: 1 }];
    let faults = PlayRules::<u64>::compile(&rules).unwrap_err();
    let expected = [
        "card_twice",
        "empty_lane",
        "card_missing",
        "sides",
        "values",
        "no_such_lane",
        "no_such_lane",
        "no_such_seat",
        "no_such_card",
        "card_twice",
        "emperor_winner",
        "no_such_lane",
        "no_such_card",
        "too_many_watched",
        "pair_of_two_lanes",
        "needed",
        "no_such_declaration",
        "no_such_seat",
        "no_such_seat",
    ];
    assert_eq!(codes(&faults), expected, "{faults}");
    assert!(faults.to_string().contains("lanes[3][5]"), "{faults}");
}

#[test]
fn limits_of_rules() {
    let deck = Deck::german24();
    let with = |change: fn(&mut RulesSpec)| {
        let mut rules = deck.rules(3);
        change(&mut rules);
        PlayRules::<u64>::compile(&rules).err().map_or(vec![], |faults| codes(&faults))
    };
    assert_eq!(with(|_| ()), [""; 0]);
    assert_eq!(with(|rules| rules.values = vec![u16::MAX; 24]), ["too_many_units"]);
    assert!(with(|rules| rules.seats = 11).contains(&"seats"));
    assert!(with(|rules| rules.seats = 0).contains(&"seats"));
    assert!(with(|rules| rules.deck_size = 0).contains(&"deck_size"));
    assert!(with(|rules| rules.deck_size = 200).contains(&"deck_size"));
    assert!(with(|rules| rules.deck_size = 100).contains(&"word_too_narrow"));
    let owed = with(|rules| rules.excuse = Some(Excuse { card: 0, owed: 1 }));
    assert_eq!(owed, ["card_twice", "owed_too_much"]);
    assert_eq!(with(|rules| rules.idle = 0b111), ["all_idle"]);
    assert_eq!(with(|rules| rules.idle = 0b1000), ["no_such_seat"]);
    let draw = Draw::EachWinnerFirst;
    let drawing = Drawing { draw, duty: None, exchange: None, close: None };
    let drawn = RulesSpec { idle: 1, drawing: Some(drawing), ..deck.rules(3) };
    let faults = PlayRules::<u64>::compile(&drawn).unwrap_err();
    assert_eq!(codes(&faults), ["idle_and_stock"]);
    let knockers = RulesSpec {
        knockers: 1,
        piles: Some(piles(&Deck::tarok42(), true)),
        ..Deck::tarok42().rules(2)
    };
    let faults = PlayRules::<u64>::compile(&knockers).unwrap_err();
    assert_eq!(codes(&faults), ["piles_and_knockers"]);
}

#[test]
fn the_word_is_chosen_by_the_deck_and_lanes_have_a_spare_bit() {
    let tarok_rules = tarok(&Deck::tarok54(), 4, false);
    let AnyRules::Narrow(rules) = AnyRules::compile(&tarok_rules).unwrap() else {
        panic!("54 cards and 5 spare bits fit into 64");
    };
    assert!(rules.is_guarded());
    for lane in 0..5 {
        let cards = rules.lane(lane);
        let above = cards.wrapping_add(1 << cards.trailing_zeros());
        assert_eq!((above & rules.deck()).count_ones(), 0, "the carry falls into the spare bit");
    }
    let top = rules.lane(4);
    assert!((0..4).all(|lane| rules.lane(lane) < top), "the trump lane is last");
    let AnyRules::Wide(rules) = AnyRules::compile(&tarot(&Deck::tarot78())).unwrap() else {
        panic!("78 cards do not fit into 64");
    };
    assert!(rules.is_guarded());
    assert_eq!(rules.deck().len(), 78);
    let hearts = Deck::german24().with_trump(3, 'H');
    let rules = PlayRules::<u64>::compile(&hearts).unwrap();
    assert!((0..4).all(|lane| rules.lane(lane) <= rules.lane(2)), "hearts moved to the top");
    let full = Deck::of("ABCDEFGH", "0123456789abcdef");
    let AnyRules::Wide(rules) = AnyRules::compile(&full.rules(2)).unwrap() else {
        panic!("128 cards need 128 bits");
    };
    assert!(!rules.is_guarded());
}

fn faults(rules: &RulesSpec, setup: &Setup) -> Vec<&'static str> {
    setup.begin(&compile(rules)).err().map_or(vec![], |faults| codes(&faults))
}

#[test]
fn all_faults_of_a_setup_are_reported_at_once() {
    let deck = Deck::german24();
    let rules = deck.with_trump(3, 'H');
    let good = Setup { hands: vec![vec![0], vec![1], vec![2]], ..Setup::default() };
    assert_eq!(faults(&rules, &good), [""; 0]);
    let bad = Setup {
        hands: vec![vec![0, 24], vec![0], vec![2]],
        stock: vec![3],
        piles: vec![vec![vec![4; 9]]],
        piles_turned: false,
        aside: vec![(5, Owner::Seat(3)), (6, Owner::Prize)],
        leader: 3,
        trump: Some(1),
    };
    let expected = [
        "no_such_card",
        "card_twice",
        "card_twice",
        "card_twice",
        "card_twice",
        "card_twice",
        "card_twice",
        "card_twice",
        "card_twice",
        "card_twice",
        "unequal_hands",
        "unequal_hands",
        "hand_too_large",
        "no_stock",
        "no_piles",
        "piles",
        "piles_too_large",
        "no_such_seat",
        "no_prize",
        "no_such_seat",
        "trump_fixed",
    ];
    assert_eq!(faults(&rules, &bad), expected);
}

#[test]
fn limits_of_a_setup() {
    let deck = Deck::german24();
    let rules = deck.with_trump(3, 'H');
    let hands = |hands: &[&[u8]]| Setup {
        hands: hands.iter().map(|hand| hand.to_vec()).collect(),
        ..Setup::default()
    };
    assert_eq!(faults(&rules, &hands(&[&[0], &[1]])), ["hands"]);
    assert_eq!(faults(&rules, &hands(&[&[], &[], &[]])), ["no_cards"]);
    assert_eq!(faults(&rules, &hands(&[&[0, 1], &[2], &[3, 4]])), ["unequal_hands"]);
    assert_eq!(faults(&rules, &hands(&[&[0, 1], &[], &[3, 4]])), [""; 0], "one sits out");
    let dogs = RulesSpec { knockers: 0b010, ..rules.clone() };
    assert_eq!(faults(&dogs, &hands(&[&[0, 1], &[2], &[3, 4]])), [""; 0]);
    assert_eq!(faults(&dogs, &hands(&[&[0, 1], &[2, 5], &[3, 4]])), ["knocker_hand"]);
    let idle = RulesSpec { idle: 0b010, ..rules.clone() };
    assert_eq!(faults(&idle, &hands(&[&[0, 1], &[], &[3, 4]])), [""; 0]);
    assert_eq!(faults(&idle, &hands(&[&[0, 1], &[2, 5], &[3, 4]])), ["idle_hand"]);
    let cards: Vec<u8> = (0..24).collect();
    let halves = hands(&[&cards[..12], &[], &cards[12..]]);
    assert_eq!(faults(&rules, &halves), ["hand_too_large"]);
    assert_eq!(faults(&idle, &halves), [""; 0], "two share the deck of three");
    assert_eq!(PlayRules::<u64>::compile(&idle).unwrap().max_tricks(), 12);
    let first_lead = RulesSpec { trump: Trump::FirstLead, ..rules };
    let ending = Setup { trump: Some(4), ..hands(&[&[0], &[1], &[2]]) };
    assert_eq!(faults(&first_lead, &ending), ["no_such_lane"]);
    let ending = Setup { trump: Some(3), ..ending };
    assert_eq!(faults(&first_lead, &ending), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is written down is refused or can be played to the end.
    #[test]
    fn no_setup_makes_it_panic(
        seed: u64,
        hands in proptest::collection::vec(proptest::collection::vec(0_u8..40, 0..6), 0..6),
        stock in proptest::collection::vec(0_u8..40, 0..6),
        leader in 0_u8..6,
        trump in proptest::option::of(0_u8..9),
    ) {
        let rules = compile(&Dice(seed).rules());
        let setup = Setup { hands, stock, leader, trump, ..Setup::default() };
        if let Ok(mut table) = ultimo_core::play::Position::new(rules, &setup) {
            while let Some(&what) = table.legal_moves().last() {
                table.play(what).unwrap();
            }
            prop_assert!(table.is_over());
        }
    }

    /// Broken rules are refused, never obeyed.
    #[test]
    fn no_rules_make_it_panic(seed: u64, at in 0_usize..12, byte: u8) {
        let mut rules = Dice(seed).rules();
        match at {
            0 => rules.seats = byte,
            1 => rules.deck_size = byte,
            2 => rules.lanes[0][0] = byte,
            3 => rules.trump = Trump::Lane(byte),
            4 => rules.void_lane = Some(byte),
            5 => rules.excuse = Some(Excuse { card: byte, owed: 3 }),
            6 => rules.watched = vec![byte],
            7 => rules.go_out = Some(GoOut { seat: byte, units: 1 }),
            8 => rules.knockers = u16::from(byte) << 4,
            9 => rules.prize = Some(Prize { card: byte, seats: 1 }),
            10 => rules.sides = vec![byte; usize::from(byte)],
            _ => rules.lanes = vec![vec![byte; 3]; usize::from(byte)],
        }
        let _ = AnyRules::compile(&rules);
    }
}
