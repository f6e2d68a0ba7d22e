//! What seats prefer in playouts.

use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::errors::Kind;
use super::play_rules::PyPlayRules;
use super::reader::Reader;
use crate::batch::Preference;

/// How moves are chosen.
pub(super) enum Policy {
    /// Every legal move is as good as any other.
    Random,
    /// The card that beats the most of its suit.
    Highest,
    /// The card that beats the fewest of its suit.
    Lowest,
    /// The action with the largest number.
    Liking(Liking),
}

/// A number for each seat and action: the larger, the better.
pub(super) struct Liking {
    pub(super) numbers: Vec<i64>,
    pub(super) seats: usize,
    pub(super) actions: usize,
}

impl Liking {
    /// Reads an array (seats, actions) of int64: a copy, so that nobody can change it later.
    pub(super) fn read(policy: &Reader<'_>) -> PyResult<Self> {
        let Ok(array) = policy.value().cast::<PyArray2<i64>>() else {
            return Err(policy.wrong_type("a name or an array (seats, actions) of int64"));
        };
        let numbers = array.try_readonly()?.as_array().iter().copied().collect();
        Ok(Self { numbers, seats: array.shape()[0], actions: array.shape()[1] })
    }

    /// Whether there are numbers for so many seats and actions.
    pub(super) fn check(&self, py: Python<'_>, seats: usize, actions: usize) -> PyResult<()> {
        if (self.seats, self.actions) == (seats, actions) {
            return Ok(());
        }
        let (wrong, right) = ((self.seats, self.actions), (seats, actions));
        let message = format!("policy: an array of shape {right:?}, not {wrong:?}");
        Err(Kind::Option.error(py, "policy", &message))
    }
}

impl Policy {
    pub(super) fn read(policy: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(policy) = policy.filter(|policy| !policy.is_none()) else {
            return Ok(Self::Random);
        };
        let reader = Reader::new(policy, "policy", Kind::Option);
        match reader.text().as_deref() {
            Some("random") => Ok(Self::Random),
            Some("highest") => Ok(Self::Highest),
            Some("lowest") => Ok(Self::Lowest),
            Some(_) => Err(reader.wrong_value("policy", "it is random, highest or lowest")),
            None => Liking::read(&reader).map(Self::Liking),
        }
    }

    /// What seats prefer under some rules; `None` if that is nothing.
    pub(super) fn preference(
        &self,
        py: Python<'_>,
        rules: &PyPlayRules,
    ) -> PyResult<Option<Preference>> {
        let spec = rules.any().spec();
        Ok(match self {
            Self::Random => None,
            Self::Highest => Some(Preference::highest(spec)),
            Self::Lowest => Some(Preference::lowest(spec)),
            Self::Liking(liking) => {
                liking.check(py, usize::from(spec.seats), rules.names().len())?;
                let number = |seat: usize, what| {
                    let action = usize::from(rules.action(what));
                    let own = seat * liking.actions..(seat + 1) * liking.actions;
                    let own = liking.numbers.get(own).unwrap_or_default();
                    own.get(action).copied().unwrap_or(i64::MIN)
                };
                Some(Preference::new(liking.seats, number))
            }
        })
    }
}
