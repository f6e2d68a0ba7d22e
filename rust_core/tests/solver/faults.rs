//! Faults planted in the solver are found by its tests.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{directed, open, patterns, races, ranks, shared, tricks};
use ultimo_core::solver::{FAULTS, Fault, OPEN_FAULTS, RACE_FAULTS, plant};

/// The checks that find faults of keys, bounds and order, as short as they are in a debug build.
fn checks() -> Vec<Box<dyn Fn()>> {
    vec![
        Box::new(|| ranks::everything(100)),
        Box::new(tricks::some_rows),
        directed_alone(),
        Box::new(|| {
            shared::everything(20);
        }),
        patterns_alone(),
    ]
}

/// Positions that differ in nothing but ranks.
fn patterns_alone() -> Box<dyn Fn()> {
    Box::new(|| {
        patterns::everything(8);
        patterns::longer(3);
    })
}

/// Endings made for one fault each.
fn directed_alone() -> Box<dyn Fn()> {
    Box::new(|| {
        directed::facts_name_their_cards();
        directed::excuses_come_too_late();
    })
}

fn races_alone() -> Box<dyn Fn()> {
    Box::new(|| {
        races::everything(40);
    })
}

/// Those of the faults that no check finds.
fn missed(faults: &[Fault], checks: &[Box<dyn Fn()>]) -> Vec<Fault> {
    let found = |check: &dyn Fn()| catch_unwind(AssertUnwindSafe(check)).is_err();
    let mut missed = Vec::new();
    for &fault in faults {
        plant(Some(fault));
        let by = checks.iter().position(|check| found(check.as_ref()));
        println!("{fault:?}: found by check {by:?}");
        if by.is_none() {
            missed.push(fault);
        }
    }
    plant(None);
    assert!(checks.iter().all(|check| !found(check.as_ref())), "without a fault nothing is found");
    missed
}

#[test]
fn every_planted_fault_is_found() {
    let elsewhere =
        [&RACE_FAULTS[..], &[Fault::PilesIgnored, Fault::PastIgnored, Fault::EndsFree]].concat();
    let others: Vec<Fault> =
        FAULTS.into_iter().filter(|fault| !elsewhere.contains(fault)).collect();
    let shared = [Fault::LeaderIgnored, Fault::StandIgnored, Fault::FillingIgnored, Fault::TooSure];
    let missed = missed(&[&others[..], &shared].concat(), &checks());
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn every_fault_planted_in_patterns_is_found_by_them() {
    let faults = [
        Fault::PatternFact,
        Fault::PatternWinner,
        Fault::PatternDuty,
        Fault::PatternEqual,
        Fault::PatternSure,
        Fault::SweepIgnored,
    ];
    let missed = missed(&faults, &[patterns_alone()]);
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn faults_that_others_find_by_chance_are_found_by_endings_made_for_them() {
    let faults = [Fault::FactCardsUnnamed, Fault::LateExcuse];
    let missed = missed(&faults, &[directed_alone()]);
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn every_fault_planted_in_races_is_found_by_races() {
    let missed = missed(&RACE_FAULTS, &[races_alone()]);
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn every_fault_planted_in_open_games_is_found_by_them() {
    let everything = || {
        open::everything(30);
    };
    let missed = missed(&OPEN_FAULTS, &[Box::new(everything)]);
    assert!(missed.is_empty(), "not found: {missed:?}");
}
