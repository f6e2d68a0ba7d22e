//! Faults planted in the solver are found by its tests.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{ranks, shared, tricks};
use ultimo_core::solver::{FAULTS, plant};

/// The checks that find faults of keys, bounds and order, as short as they are in a debug build.
fn checks() -> Vec<Box<dyn Fn()>> {
    vec![
        Box::new(|| ranks::everything(100)),
        Box::new(tricks::some_rows),
        Box::new(|| {
            shared::everything(20);
        }),
    ]
}

#[test]
fn every_planted_fault_is_found() {
    std::panic::set_hook(Box::new(|_| ()));
    let found = |check: &dyn Fn()| catch_unwind(AssertUnwindSafe(check)).is_err();
    let mut missed = Vec::new();
    for fault in FAULTS {
        plant(Some(fault));
        let by = checks().iter().position(|check| found(check.as_ref()));
        println!("{fault:?}: found by check {by:?}");
        if by.is_none() {
            missed.push(fault);
        }
    }
    plant(None);
    let sound = checks().iter().all(|check| !found(check.as_ref()));
    let _ = std::panic::take_hook();
    assert!(missed.is_empty(), "not found: {missed:?}");
    assert!(sound, "without a fault nothing is found");
}
