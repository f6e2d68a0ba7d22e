//! Trick counts of bridge deals, as DDS has them (`tests/data/whist/SOURCE.md`).
//!
//! A part of the rows by default; all with `ULTIMO_ROWS=full`.

use std::sync::Arc;
use std::time::Instant;

use crate::common::{FREE, axis, part, spec};
use ultimo_core::payoff::Fact;
use ultimo_core::play::{Position, Setup};
use ultimo_core::rules::{PlayRules, Trump};
use ultimo_core::solver::{Limits, Objective, solve};

/// A row that fell when the best card of a run was tried and the rest of the run left out of the
/// pattern, though half of the other rows did not.
const FELL: &str = "30,S,E,";

/// Hands of deck indices: clubs, diamonds, hearts, spades, each from the deuce up.
fn deals(pbn: &str) -> Vec<Vec<Vec<u8>>> {
    pbn.lines()
        .filter_map(|line| line.trim_start_matches("[Deal \"").split_once("N:"))
        .map(|(_, deal)| deal.trim_end_matches("\"]").split_whitespace().map(hand).collect())
        .collect()
}

fn hand(text: &str) -> Vec<u8> {
    let suits = text.split('.').zip([3, 2, 1, 0]);
    suits
        .flat_map(|(ranks, suit)| {
            ranks.bytes().map(move |rank| {
                let rank = b"23456789TJQKA".iter().position(|&known| known == rank).unwrap();
                suit * 13 + u8::try_from(rank).unwrap()
            })
        })
        .collect()
}

fn check(pbn: &str, answers: &str, every: usize) {
    let deals = deals(pbn);
    let (mut nodes, mut rows, begin) = (0, 0, Instant::now());
    let is_asked = |&(number, line): &(usize, &str)| number % every == 0 || line.starts_with(FELL);
    for (_, line) in answers.lines().skip(1).enumerate().filter(is_asked) {
        let fields: Vec<&str> = line.split(',').collect();
        let number: usize = fields[0].parse().unwrap();
        let lane = "CDHS".find(fields[1]).filter(|_| fields[1].len() == 1);
        let trump = lane.map_or(Trump::None, |lane| Trump::Lane(u8::try_from(lane).unwrap()));
        let rules = Arc::new(PlayRules::<u64>::compile(&spec(4, false, trump, FREE)).unwrap());
        let leader = u8::try_from("NESW".find(fields[2]).unwrap()).unwrap();
        let hands = deals[number % deals.len()].clone();
        let setup = Setup { hands, leader, ..Setup::default() };
        let position = Position::new(Arc::clone(&rules), &setup).unwrap();
        let sides = if leader % 2 == 0 { 0b0101 } else { 0b1010 };
        let tricks = axis(Fact::Tricks { seats: sides, late: false }, None);
        let table = (0..=13).map(f64::from).collect();
        let objective = Objective::compile(&rules, &[part(vec![tricks], table, 4)], sides).unwrap();
        let (fixed, state) = (position.fixed(), position.state());
        let found =
            solve(&rules, fixed, state, &objective, Limits::default(), false, &|| false).unwrap();
        assert_eq!(found.value, fields[3].parse::<f64>().unwrap(), "{line}");
        nodes += found.nodes;
        rows += 1;
    }
    let per_row = begin.elapsed().as_secs_f64() * 1e3 / f64::from(rows);
    println!(
        "{rows} rows, {} nodes and {per_row:.2} ms each",
        nodes / u64::try_from(rows).unwrap()
    );
}

fn step(all: usize) -> usize {
    if std::env::var("ULTIMO_ROWS").is_ok_and(|rows| rows == "full") { 1 } else { all }
}

/// A part of the rows, with those that have found faults.
#[cfg(feature = "faults")]
pub(crate) fn some_rows() {
    let data = include_str!("../../../tests/data/whist/deals_short.pbn");
    check(data, include_str!("../../../tests/data/whist/deals_short_answers.csv"), 41);
    let data = include_str!("../../../tests/data/whist/deals52.pbn");
    check(data, include_str!("../../../tests/data/whist/deals52_answers.csv"), 97);
    deals_that_once_fell_take_the_tricks_that_dds_counts();
}

#[test]
fn deals_that_once_fell_take_the_tricks_that_dds_counts() {
    let data = include_str!("../../../tests/data/whist/deals_fell.pbn");
    check(data, include_str!("../../../tests/data/whist/deals_fell_answers.csv"), 1);
}

#[test]
fn endings_of_eight_cards_take_the_tricks_that_dds_counts() {
    let data = include_str!("../../../tests/data/whist/deals_short.pbn");
    check(data, include_str!("../../../tests/data/whist/deals_short_answers.csv"), step(41));
}

#[test]
fn whole_deals_take_the_tricks_that_dds_counts() {
    let data = include_str!("../../../tests/data/whist/deals52.pbn");
    check(data, include_str!("../../../tests/data/whist/deals52_answers.csv"), step(97));
}
