//! Rounds in which hands are exchanged with an open table (`rules/hosn_owe.md`, Play).

use ultimo_core::barter::{Action, Barter, BarterSetup, BarterSpec};
use ultimo_core::batch::{BarterPlan, Pool, RoundRows};
use ultimo_core::counting::HandRule;
use ultimo_core::random::{DealSpec, Dealer};

use crate::deck::Deck;

/// 32 cards, suits from the lowest to the highest D H S C, ranks 7 8 9 T J Q K A.
fn deck() -> Deck {
    Deck::of("DHSC", "789TJQKA")
}

fn rule() -> HandRule {
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

fn spec(seats: u8) -> BarterSpec {
    BarterSpec { seats, hands: rule(), renews: true, closes_at_once: true, most_turns: 30 }
}

/// A round of these hands that the last seat deals, with the other cards in deck order as talon.
fn round(spec: &BarterSpec, hands: &[&str], table: &str) -> Barter {
    let deck = deck();
    let hands: Vec<Vec<u8>> = hands.iter().map(|hand| deck.cards(hand)).collect();
    let mut talon = deck.cards(table);
    let lies = |card: &u8| talon.contains(card) || hands.iter().any(|hand| hand.contains(card));
    let rest: Vec<u8> = (0..32).filter(|card| !lies(card)).collect();
    talon.extend(rest);
    let dealer = spec.seats - 1;
    Barter::begin(spec, &BarterSetup { hands, talon, dealer }).expect("a round")
}

fn act(round: &mut Barter, spec: &BarterSpec, actions: &[Action]) {
    for &action in actions {
        let bit = 1 << action.code();
        assert_ne!(round.legal(spec) & bit, 0, "{action:?} is legal");
        round.apply(spec, action);
    }
}

const HANDS: [&str; 4] = ["D7 H8 S9", "D8 H9 S7", "D9 H7 S8", "C7 C8 C9"];

#[test]
fn every_action_has_a_code() {
    for code in 0..14 {
        assert_eq!(Action::from_code(code).map(Action::code), Some(code));
    }
    assert_eq!(Action::from_code(14), None);
}

#[test]
fn the_dealer_keeps_or_rejects_first() {
    let spec = spec(4);
    let begun = round(&spec, &HANDS, "DK HK SQ");
    assert_eq!((begun.seat(), begun.is_choosing(), begun.legal(&spec)), (Some(3), true, 0b11));
    let mut kept = begun;
    act(&mut kept, &spec, &[Action::Keep]);
    assert_eq!((kept.hand(3), kept.table()), (begun.hand(3), begun.table()));
    let mut rejected = begun;
    act(&mut rejected, &spec, &[Action::Reject]);
    assert_eq!((rejected.hand(3), Some(rejected.table())), (Some(begun.table()), begun.hand(3)));
    assert_eq!((rejected.seat(), rejected.is_choosing()), (Some(0), false));
}

#[test]
fn one_card_or_all_three_change_places() {
    let (spec, deck) = (spec(4), deck());
    let mut one = round(&spec, &HANDS, "DK HK SQ");
    act(&mut one, &spec, &[Action::Keep, Action::Swap(1, 2)]);
    assert_eq!(one.hand(0).map(Vec::from), Some(deck.cards("D7 S9 SQ")));
    assert_eq!(Vec::from(one.table()), deck.cards("DK H8 HK"));
    act(&mut one, &spec, &[Action::SwapAll]);
    assert_eq!(one.hand(1).map(Vec::from), Some(deck.cards("DK H8 HK")));
    assert_eq!(Vec::from(one.table()), deck.cards("D8 H9 S7"));
}

#[test]
fn after_closing_everybody_else_has_one_turn_more() {
    let spec = spec(4);
    let mut round = round(&spec, &HANDS, "DK HK SQ");
    act(&mut round, &spec, &[Action::Keep, Action::Pass, Action::Close]);
    assert_eq!(round.closer(), Some(1));
    for seat in [2, 3, 0] {
        assert_eq!(round.seat(), Some(seat));
        assert_eq!(round.legal(&spec) & 1 << Action::Close.code(), 0);
        act(&mut round, &spec, &[Action::Pass]);
    }
    assert!(round.is_over());
    assert_eq!((round.seat(), round.legal(&spec)), (None, 0));
}

#[test]
fn nobody_closes_in_his_first_turn_where_the_option_says_so() {
    let spec = BarterSpec { closes_at_once: false, ..spec(3) };
    let mut round = round(&spec, &["D7 H8 S9", "D8 H9 S7", "D9 H7 S8"], "DK HK SQ");
    let close = 1 << Action::Close.code();
    act(&mut round, &spec, &[Action::Keep]);
    for _ in 0..3 {
        assert_eq!(round.legal(&spec) & close, 0);
        act(&mut round, &spec, &[Action::SwapAll]);
    }
    assert_ne!(round.legal(&spec) & close, 0);
}

#[test]
fn blitz_and_feuer_end_the_round_at_once() {
    let spec = spec(3);
    let dealt = ["D7 H8 S9", "CA CK CT", "D9 H7 S8"];
    let mut blitz = round(&spec, &dealt, "DK HK SQ");
    act(&mut blitz, &spec, &[Action::Keep]);
    assert!(blitz.is_over());
    // In the final turns too: the others have no turn any more.
    let mut late = round(&spec, &["DA HA S9", "C7 C8 C9", "D9 H7 S8"], "SA HK DQ");
    act(&mut late, &spec, &[Action::Keep, Action::Pass, Action::Close, Action::SwapAll]);
    assert_eq!(late.seat(), Some(0));
    act(&mut late, &spec, &[Action::Pass]);
    assert!(late.is_over());
    let mut feuer = round(&spec, &["DA HA S9", "C7 C8 C9", "D9 H7 S8"], "SA HK DQ");
    let swap = (0..9).map(|at| Action::Swap(at / 3, at % 3)).find(|&action| {
        let mut tried = feuer;
        act(&mut tried, &spec, &[Action::Keep, action]);
        tried.is_over()
    });
    assert!(swap.is_some());
    act(&mut feuer, &spec, &[Action::Keep, swap.expect("an ace for the nine")]);
    assert_eq!(feuer.hand(0).and_then(|hand| spec.hands.doubled(hand)), Some(66));
}

#[test]
fn the_table_is_renewed_when_all_pass_while_the_rest_pile_lasts() {
    // Nine players: two cards are left. Eight: five, and after the renewal two.
    for (seats, renewals) in [(9, 0), (8, 1)] {
        let spec = spec(seats);
        let hands: Vec<Vec<u8>> = (0..seats).map(|seat| vec![seat, seat + 9, seat + 18]).collect();
        let used: Vec<u8> = hands.concat();
        let talon: Vec<u8> = (0..32).filter(|card| !used.contains(card)).collect();
        let setup = BarterSetup { hands, talon: talon.clone(), dealer: 0 };
        let mut round = Barter::begin(&spec, &setup).expect("a round");
        act(&mut round, &spec, &[Action::Keep]);
        assert!(!round.is_over());
        for number in 0..renewals {
            let table = round.table();
            assert_eq!(round.rest(), &talon[3 * (number + 1)..]);
            act(&mut round, &spec, &vec![Action::Pass; usize::from(seats)]);
            assert_ne!(round.table(), table);
            // The next in turn goes on.
            assert_eq!(round.seat(), Some(1));
        }
        assert_eq!(round.rest().len(), 2);
        act(&mut round, &spec, &vec![Action::Pass; usize::from(seats) - 1]);
        assert!(!round.is_over());
        act(&mut round, &spec, &[Action::Pass]);
        assert!(round.is_over());
    }
}

#[test]
fn an_exchange_starts_the_count_of_passes_again() {
    let spec = BarterSpec { renews: false, ..spec(3) };
    let mut round = round(&spec, &["D7 H8 S9", "D8 H9 S7", "D9 H7 S8"], "DK HK SQ");
    act(&mut round, &spec, &[Action::Keep, Action::Pass, Action::Pass, Action::SwapAll]);
    act(&mut round, &spec, &[Action::Pass, Action::Pass]);
    assert!(!round.is_over());
    act(&mut round, &spec, &[Action::Pass]);
    assert!(round.is_over());
}

#[test]
fn thirty_turns_each_end_a_round_that_nobody_closes() {
    let spec = spec(2);
    let mut round = round(&spec, &["D7 H8 S9", "D8 H9 S7"], "DK HK SQ");
    act(&mut round, &spec, &[Action::Keep]);
    for turn in 0..60 {
        assert!(!round.is_over(), "turn {turn}");
        act(&mut round, &spec, &[Action::SwapAll]);
    }
    assert!(round.is_over());
    assert_eq!(round.closer(), None);
}

#[test]
fn seats_that_sit_out_are_passed_over() {
    let spec = spec(4);
    let hands = [deck().cards("D7 H8 S9"), vec![], deck().cards("D9 H7 S8"), vec![]];
    let setup = BarterSetup { hands: hands.to_vec(), talon: deck().cards("DK HK SQ"), dealer: 2 };
    let mut round = Barter::begin(&spec, &setup).expect("a round");
    act(&mut round, &spec, &[Action::Keep]);
    assert_eq!((round.seat(), round.hand(1)), (Some(0), None));
    act(&mut round, &spec, &[Action::Close]);
    assert_eq!(round.seat(), Some(2));
    act(&mut round, &spec, &[Action::Pass]);
    assert!(round.is_over());
}

#[test]
fn every_fault_of_a_round_is_named() {
    let setup = BarterSetup {
        hands: vec![vec![0, 1, 2], vec![2, 3], vec![], vec![40, 41, 42]],
        talon: vec![4, 5],
        dealer: 2,
    };
    let faults = Barter::begin(&spec(4), &setup).expect_err("faults");
    let codes: Vec<&str> = faults.all().iter().map(|fault| fault.code).collect();
    for code in ["hand_size", "dealer", "table", "card_twice", "no_such_card"] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    let broken = BarterSpec { most_turns: 0, ..spec(1) };
    assert_eq!(broken.check().expect_err("faults").all().len(), 2);
}

#[test]
fn hands_of_equal_value_are_ordered_by_suit_or_rank() {
    let (rule, deck) = (rule(), deck());
    let ranked = |hand: &str| {
        let cards: [u8; 3] = deck.cards(hand).try_into().expect("three cards");
        rule.ranked(cards).expect("cards of the deck")
    };
    assert_eq!(ranked("HT HK S7"), (40, 1));
    assert_eq!(ranked("CT CK S7"), (40, 3));
    // Of several suits that count alike the highest.
    assert_eq!(ranked("DT ST H7"), (20, 2));
    assert_eq!(ranked("DK HK SK"), (61, 6));
    assert_eq!(ranked("DA HA SA"), (66, 7));
    assert_eq!(rule.ranked([0, 1, 32]), None);
}

#[test]
fn rounds_depend_on_seed_and_number_alone() {
    let plan = BarterPlan { spec: spec(4), active: vec![0, 1, 3], dealer: 3, preference: None };
    let deals = DealSpec {
        deck_size: 32,
        place: (0..32).collect(),
        hand_sizes: vec![3, 3, 0, 3],
        gaps: None,
        void: vec![],
    };
    let dealer = Dealer::new(&deals).expect("a dealer");
    assert!(plan.check(&dealer).is_ok());
    let run = |threads, start, n: usize| {
        let (mut values, mut orders) = (vec![0; 4 * n], vec![0; 4 * n]);
        let mut closers = vec![0; n];
        let rows = RoundRows { values: &mut values, orders: &mut orders, closers: &mut closers };
        let pool = Pool::new(Some(threads)).expect("threads");
        let actions = plan.run(&pool, &dealer, 5, start, rows).expect("deals");
        assert!(actions >= n as u64);
        (values, closers)
    };
    let (values, closers) = run(1, 3, 2000);
    assert_eq!(run(3, 3, 2000), (values.clone(), closers.clone()));
    let (part, few) = run(2, 1003, 10);
    assert_eq!((&part[..], &few[..]), (&values[4000..4040], &closers[1000..1010]));
    assert!(values.chunks(4).all(|row| row[2] == 0 && row[0] >= 16));
    assert!(closers.contains(&3) && !closers.contains(&2));
    let wrong = BarterPlan { active: vec![1, 0], dealer: 2, ..plan.clone() };
    assert_eq!(wrong.check(&dealer).expect_err("faults").all().len(), 2);
}
