//! Dealing beside a plain shuffle, and what all deals must be.

use super::*;
use crate::random::{Gaps, VoidHand};

fn spec(deck_size: u8, hand_sizes: &[u8]) -> DealSpec {
    DealSpec {
        deck_size,
        place: (0..deck_size).collect(),
        hand_sizes: hand_sizes.to_vec(),
        gaps: None,
        void: vec![],
    }
}

fn row(spec: &DealSpec, seed: u64, deal: u64) -> Vec<u8> {
    let mut row = vec![0; usize::from(spec.deck_size)];
    Dealer::new(spec).unwrap().deal(seed, deal, &mut row).unwrap();
    row
}

/// The shuffle written out once more, with a plain list and remainders by rejection.
fn plain_pack(stream: &mut Stream, deck_size: u8) -> Vec<u8> {
    let mut left: Vec<u8> = (0..deck_size).collect();
    for place in 0..left.len() - 1 {
        let count = u32::try_from(left.len() - place).unwrap();
        left.swap(place, place + stream.below(count) as usize);
    }
    left
}

#[test]
fn rows_are_the_shuffled_pack_with_hands_sorted() {
    let spec = spec(54, &[16, 16, 16]);
    for deal in 0..50 {
        let mut expected = plain_pack(&mut Stream::dealing(9, deal), 54);
        for hand in expected[..48].chunks_mut(16) {
            hand.sort_unstable();
        }
        assert_eq!(row(&spec, 9, deal), expected);
    }
}

#[test]
fn all_128_cards_are_dealt_and_sorted() {
    let mut row = row(&spec(128, &[64, 64]), 1, 1);
    assert!(row[..64].is_sorted() && row[64..].is_sorted());
    row.sort_unstable();
    assert_eq!(row, (0..128).collect::<Vec<u8>>());
}

#[test]
fn all_deals_of_a_small_pack_are_equally_likely() {
    let dealer = Dealer::new(&spec(4, &[2, 1])).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    for deal in 0..60_000 {
        let mut row = [0; 4];
        dealer.deal(3, deal, &mut row).unwrap();
        *counts.entry(row).or_insert(0_u32) += 1;
    }
    // Two cards of four in order of rank, then the other two in either order.
    assert_eq!(counts.len(), 12);
    let expected = 60_000.0 / 12.0;
    let chi: f64 =
        counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(chi < 11.0 + 5.0 * 22.0_f64.sqrt(), "{chi}");
}

#[test]
fn every_card_is_equally_likely_in_every_column() {
    let dealer = Dealer::new(&spec(54, &[])).err();
    assert!(dealer.is_some(), "a deal needs a seat");
    let dealer = Dealer::new(&spec(54, &[1])).unwrap();
    let deals = 54_000;
    let mut counts = vec![[0_u32; 54]; 54];
    for deal in 0..deals {
        let mut row = [0; 54];
        dealer.deal(5, deal, &mut row).unwrap();
        for (column, &card) in row.iter().enumerate() {
            counts[column][usize::from(card)] += 1;
        }
    }
    let chi: f64 =
        counts.iter().flatten().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    let freedom = 53.0 * 53.0;
    assert!((chi - freedom).abs() < 5.0 * f64::sqrt(2.0 * freedom), "{chi}");
}

#[test]
fn gaps_send_single_cards_to_the_talon_in_order() {
    let mut spec = spec(78, &[18, 18, 18, 18]);
    spec.gaps = Some(Gaps { packet: 3, count: 6 });
    // Packets of three in turn.
    let mut next = [0_u8, 18, 36, 54];
    spec.place = (0..72)
        .map(|card| {
            let column = &mut next[card / 3 % 4];
            *column += 1;
            *column - 1
        })
        .collect();
    // The talon's columns are 72 to 77.
    for deal in 0..200 {
        let mut stream = Stream::dealing(2, deal);
        let pack = plain_pack(&mut stream, 78);
        let mut gaps: Vec<usize> = (0..23).collect();
        stream.shuffle(&mut gaps, 6);
        gaps.truncate(6);
        let (mut hands, mut talon) = (vec![Vec::new(); 4], Vec::new());
        let mut at = 0;
        for packet in 0..24 {
            if packet > 0 && gaps.contains(&(packet - 1)) {
                talon.push(pack[at]);
                at += 1;
            }
            hands[packet % 4].extend_from_slice(&pack[at..at + 3]);
            at += 3;
        }
        let mut expected = Vec::new();
        for mut hand in hands {
            hand.sort_unstable();
            expected.extend(hand);
        }
        expected.extend(talon);
        assert_eq!(row(&spec, 2, deal), expected);
    }
}

#[test]
fn void_deals_are_shuffled_again_on_the_same_stream() {
    let mut spec = spec(12, &[4, 4, 4]);
    let free = spec.clone();
    spec.void = vec![VoidHand { cards: vec![0, 1, 2, 3], equals: vec![] }];
    let mut again = 0;
    for deal in 0..200 {
        let mut stream = Stream::dealing(4, deal);
        let expected = loop {
            let mut pack = plain_pack(&mut stream, 12);
            if pack.chunks(4).all(|hand| hand.iter().any(|&card| card < 4)) {
                pack.chunks_mut(4).for_each(<[u8]>::sort_unstable);
                break pack;
            }
        };
        again += u32::from(row(&free, 4, deal) != expected);
        assert_eq!(row(&spec, 4, deal), expected);
    }
    assert!(again > 10, "{again}");
}

#[test]
fn a_deal_that_is_always_void_is_an_error() {
    let mut spec = spec(4, &[2, 2]);
    spec.void = vec![VoidHand { cards: vec![], equals: vec![] }];
    let mut row = [9; 4];
    let error = Dealer::new(&spec).unwrap().deal(1, 6, &mut row).unwrap_err();
    assert_eq!(error, AlwaysVoid { deal: 6 });
}

#[test]
fn every_fault_is_reported() {
    let spec = DealSpec {
        deck_size: 6,
        place: vec![0, 0, 9, 1],
        hand_sizes: vec![4, 4],
        gaps: Some(Gaps { packet: 4, count: 1 }),
        void: vec![VoidHand { cards: vec![1, 7], equals: vec![2] }],
    };
    let error = Dealer::new(&spec).unwrap_err();
    let codes: Vec<&str> = error.all().iter().map(|fault| fault.code).collect();
    assert_eq!(
        codes,
        [
            "hands_too_large",
            "packet",
            "gap_count",
            "gap_count",
            "place",
            "column_twice",
            "no_such_column",
            "no_such_card",
            "not_looked_at"
        ]
    );
}

#[test]
fn golden_rows() {
    let spec = spec(12, &[4, 4]);
    assert_eq!(row(&spec, 0, 0), GOLDEN[0]);
    assert_eq!(row(&spec, 7, 1), GOLDEN[1]);
    assert_eq!(row(&spec, u64::MAX, u64::MAX), GOLDEN[2]);
}

/// Made by a plain program in another language.
const GOLDEN: [[u8; 12]; 3] = [
    [2, 8, 10, 11, 1, 6, 7, 9, 5, 3, 4, 0],
    [1, 5, 8, 11, 0, 4, 6, 10, 3, 2, 7, 9],
    [4, 5, 8, 11, 1, 3, 6, 10, 2, 0, 9, 7],
];
