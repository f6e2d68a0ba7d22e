//! Reading what deals side by side are made of.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use super::errors::Kind;
use super::play_rules::PyPlayRules;
use super::reader::{Reader, word};
use crate::batch::{AnyPlan, Choice, FaceUp, Plan, Seeds, Shows};
use crate::cards::Seat;
use crate::play::{Call, Move};

/// Compiled rules.
pub(super) fn rules<'a, 'py>(
    given: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyPlayRules>> {
    given
        .cast::<PyPlayRules>()
        .map_err(|_| Reader::new(given, "rules", Kind::Option).wrong_type("PlayRules"))
}

/// A seed, or one for each row.
pub(super) fn seeds(given: &Bound<'_, PyAny>, n: usize) -> PyResult<Seeds> {
    let Ok(array) = given.cast::<PyArray1<u64>>() else {
        return word(given, "seed").map(Seeds::One);
    };
    let seeds = array.try_readonly()?.as_array().to_vec();
    if seeds.len() == n {
        return Ok(Seeds::Each(seeds));
    }
    let message = format!("there are {} seeds for {n} rows", seeds.len());
    Err(Kind::Option.error(given.py(), "shape", &message))
}

/// Reads a `plan.Shows`.
pub(super) fn shows(plan: &Reader<'_>) -> PyResult<Shows> {
    let stock = plan.get("stock")?.choice(&[
        ("none", FaceUp::None),
        ("next", FaceUp::Next),
        ("last", FaceUp::Last),
    ])?;
    let Some(open) = plan.get("open")?.some() else { return Ok(Shows { stock, open: None }) };
    let items = open.items()?;
    let [seat, tricks] = &items[..] else {
        return Err(open.wrong_type("a seat and a number of tricks"));
    };
    let seat = Seat::new(seat.int()?).ok_or_else(|| seat.wrong_type("a seat"))?;
    Ok(Shows { stock, open: Some((seat, tricks.int()?)) })
}

pub(super) fn narrow(plan: AnyPlan) -> Option<Plan<u64>> {
    match plan {
        AnyPlan::Narrow(plan) => Some(plan),
        AnyPlan::Wide(_) => None,
    }
}

pub(super) fn wide(plan: AnyPlan) -> Option<Plan<u128>> {
    match plan {
        AnyPlan::Narrow(_) => None,
        AnyPlan::Wide(plan) => Some(plan),
    }
}

/// The action of the move with each code.
pub(super) fn codes(rules: &PyPlayRules) -> [u16; 256] {
    std::array::from_fn(|code| {
        let code = u8::try_from(code).unwrap_or(u8::MAX);
        match Move::from_code(code) {
            Some(what @ Move::Card(_)) => rules.action(what),
            Some(what @ Move::Call(call)) if Call::from_code(call.code()).is_some() => {
                rules.action(what)
            }
            _ => u16::MAX,
        }
    })
}

/// `("holder", card, numbers)` or `("turned", column, numbers)`.
pub(super) fn choice(given: &Bound<'_, PyAny>) -> PyResult<Choice> {
    let reader = Reader::new(given, "choice", Kind::Option);
    if given.is_none() {
        return Ok(Choice::First);
    }
    let items = reader.items()?;
    let [what, at, numbers] = &items[..] else {
        return Err(reader.wrong_type("a word, a number and numbers of plans"));
    };
    let (at, plan_of) = (at.int::<u8>()?, numbers.ints::<u32>()?);
    let is_holder = what.choice(&[("holder", true), ("turned", false)])?;
    Ok(if is_holder {
        Choice::Holder { card: at, plan_of }
    } else {
        Choice::Turned { column: at, plan_of }
    })
}
