use std::collections::HashMap;

use super::*;
use crate::random::Stream;

fn hand(columns: &[u8]) -> Group {
    Group { columns: columns.to_vec(), is_hand: true }
}

fn kind(cards: &[u8], groups: u128) -> Kind {
    Kind { cards: cards.to_vec(), groups }
}

/// Every row in which cards lie as the specification says, hands in ascending order.
fn all_rows(spec: &PlacementSpec, size: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let group_of = |column: u8| spec.groups.iter().position(|g| g.columns.contains(&column));
    let mut rows = vec![vec![u8::MAX; size]];
    for card in spec.kinds.iter().flat_map(|kind| kind.cards.clone()) {
        let kind = spec.kinds.iter().find(|kind| kind.cards.contains(&card)).unwrap();
        let mut more = Vec::new();
        for row in rows {
            for column in 0..size {
                let Some(group) = group_of(u8::try_from(column).unwrap()) else { continue };
                if row[column] == u8::MAX && kind.groups >> group & 1 == 1 {
                    let mut row = row.clone();
                    row[column] = card;
                    more.push(row);
                }
            }
        }
        rows = more;
    }
    for mut row in rows {
        let weigh = |sum: &Sum| -> u32 {
            let of = |&card: &u8| spec.kinds.iter().position(|k| k.cards.contains(&card)).unwrap();
            let groups = spec.groups.iter().enumerate();
            groups
                .filter(|(group, _)| sum.groups >> group & 1 == 1)
                .flat_map(|(_, group)| &group.columns)
                .map(|&column| sum.weights[of(&row[usize::from(column)])])
                .sum()
        };
        if spec.sums.iter().all(|sum| (sum.at_least..=sum.at_most).contains(&weigh(sum))) {
            sort(spec, &mut row);
            found.push(row);
        }
    }
    found.sort();
    found.dedup();
    found
}

fn sort(spec: &PlacementSpec, row: &mut [u8]) {
    for group in spec.groups.iter().filter(|group| group.is_hand) {
        let mut cards: Vec<u8> = group.columns.iter().map(|&c| row[usize::from(c)]).collect();
        cards.sort_unstable();
        group.columns.iter().zip(cards).for_each(|(&column, card)| row[usize::from(column)] = card);
    }
}

fn check(spec: &PlacementSpec, size: usize) {
    let expected = all_rows(spec, size);
    let placement = Placement::new(spec, 1 << 16).unwrap();
    assert_eq!(placement.is_possible(), !expected.is_empty());
    let mut counts: HashMap<Vec<u8>, f64> = HashMap::new();
    let draws = 60 * expected.len();
    for number in 0..draws as u64 {
        let mut row = vec![u8::MAX; size];
        placement.draw(&mut Stream::sample(5, number), &mut row);
        sort(spec, &mut row);
        *counts.entry(row).or_default() += 1.0;
    }
    let chi: f64 = expected
        .iter()
        .map(|row| (counts.remove(row).unwrap_or_default() - 60.0).powi(2) / 60.0)
        .sum();
    assert!(counts.is_empty(), "rows that cannot be: {counts:?}");
    let freedom = f64::from(u32::try_from(expected.len().max(2) - 1).unwrap());
    assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
}

#[test]
fn free_cards_are_uniform() {
    let groups =
        vec![hand(&[0, 1, 2]), hand(&[3, 4]), Group { columns: vec![5, 6], is_hand: false }];
    let kinds = vec![kind(&[0, 1, 2, 3, 4, 5, 6], 0b111)];
    check(&PlacementSpec { groups, kinds, sums: vec![] }, 7);
}

#[test]
fn kinds_with_different_places_are_uniform_together() {
    let groups = vec![
        hand(&[0, 1]),
        hand(&[2, 3]),
        Group { columns: vec![6], is_hand: false },
        hand(&[4, 5]),
        Group { columns: vec![7], is_hand: false },
    ];
    let kinds = vec![
        kind(&[0, 5], 0b00011),
        kind(&[1, 2, 3], 0b11110),
        kind(&[4], 0b10101),
        kind(&[6, 7], 0b11111),
    ];
    check(&PlacementSpec { groups, kinds, sums: vec![] }, 8);
}

#[test]
fn sums_hold_and_leave_the_rest_uniform() {
    let groups = vec![hand(&[0, 1, 2]), hand(&[3, 4, 5]), hand(&[6])];
    let kinds =
        vec![kind(&[0, 1], 0b111), kind(&[2, 3], 0b111), kind(&[4], 0b111), kind(&[5, 6], 0b111)];
    let sum = |groups, weights: [u32; 4], at_least, at_most| Sum {
        groups,
        weights: weights.to_vec(),
        at_least,
        at_most,
    };
    for sums in [
        vec![sum(0b001, [1, 0, 0, 0], 1, 9)],
        vec![sum(0b001, [1, 4, 10, 0], 5, 11)],
        vec![sum(0b011, [0, 1, 1, 0], 2, 2), sum(0b100, [3, 2, 1, 0], 1, 2)],
        vec![sum(0b110, [2, 0, 1, 5], 0, 6), sum(0b001, [1, 1, 0, 0], 1, 3)],
        vec![sum(0b001, [9, 0, 0, 0], 30, 90)],
        vec![sum(0b001, [0, 0, 0, 0], 1, 90)],
    ] {
        check(&PlacementSpec { groups: groups.clone(), kinds: kinds.clone(), sums }, 7);
    }
}

#[test]
fn what_does_not_fit_is_impossible() {
    let groups = vec![hand(&[0, 1]), hand(&[2])];
    for kinds in [
        vec![kind(&[0, 1], 0b10), kind(&[2], 0b11)],
        vec![kind(&[0, 1, 2, 3], 0b11)],
        vec![kind(&[0], 0), kind(&[1, 2], 0b11)],
        vec![kind(&[0, 1], 0b11)],
    ] {
        let spec = PlacementSpec { groups: groups.clone(), kinds, sums: vec![] };
        assert!(!Placement::new(&spec, 1000).unwrap().is_possible());
    }
    let nothing = Placement::new(&PlacementSpec::default(), 10).unwrap();
    assert!(nothing.is_possible());
    nothing.draw(&mut Stream::sample(1, 1), &mut []);
}

#[test]
fn many_cases_are_refused() {
    let groups = (0..32).map(|column| Group { columns: vec![column], is_hand: false }).collect();
    let kinds = (0..32_u8).map(|card| kind(&[card], u128::from(u64::MAX) ^ 1 << card)).collect();
    let spec = PlacementSpec { groups, kinds, sums: vec![] };
    assert_eq!(Placement::new(&spec, 10_000).unwrap_err(), TooManyCases);
}
