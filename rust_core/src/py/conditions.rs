//! `Conditions`: dealing under conditions.

use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::deals::{dealer, empty, pool, report, values};
use super::errors::Kind;
use super::reader::{Reader, count, threads as thread_count, word};
use crate::batch::Search;
use crate::random::{Bounds, Condition, Conditioned, Rejected};

/// Rows that are looked for at once.
const AT_ONCE: usize = 1 << 14;

/// How deep conditions are read; the core allows less.
const MAX_DEPTH: usize = 64;

/// Rows, how many of them were found, how many deals each condition rejected, and how many the rules
/// of the game.
type Found<'py> = (Bound<'py, PyArray2<u8>>, usize, Bound<'py, PyTuple>, u64);

/// A deal specification with conditions. Immutable.
#[pyclass(name = "Conditions", module = "ultimo._core", frozen)]
pub(super) struct PyConditions {
    conditioned: Conditioned,
}

#[pymethods]
impl PyConditions {
    #[new]
    fn new(
        py: Python<'_>,
        spec: &Bound<'_, PyAny>,
        conditions: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let dealer = dealer(spec)?;
        let conditions = Reader::new(conditions, "where", Kind::Deal)
            .each(|condition| read_condition(condition, MAX_DEPTH))?;
        let conditioned = py
            .detach(|| Conditioned::new(dealer, &conditions))
            .map_err(|faults| Kind::Deal.faults(py, "bad_where", "bad conditions", &faults))?;
        Ok(Self { conditioned })
    }

    /// Whether all that is met by construction can hold together.
    #[getter]
    fn is_possible(&self) -> bool {
        self.conditioned.is_possible()
    }

    /// Whether all is met by construction, and only deals that the game calls void are not.
    #[getter]
    fn is_direct(&self) -> bool {
        self.conditioned.is_direct()
    }

    /// Deals, until all are found or one was tried too often.
    #[pyo3(signature = (n, *, seed, start, tries, threads = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn deal_rows<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        start: &Bound<'py, PyAny>,
        tries: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Found<'py>> {
        let (n, seed, start) = (count(n, "n")?, word(seed, "seed")?, word(start, "start")?);
        let tries = word(tries, "tries")?;
        if n > 0 && !self.is_possible() {
            return Err(Kind::Deal.error(py, "contradiction", "no deal satisfies the conditions"));
        }
        let size = self.conditioned.deck_size();
        let pool = pool(py, thread_count(threads)?, n < 64)?;
        let array = empty::<u8>(py, n, size, "uint8")?;
        let mut rows = array.try_readwrite()?;
        let mut rejected = Rejected::default();
        let mut done = 0;
        for part in values(&mut rows)?.chunks_mut(AT_ONCE * size) {
            let count = part.len() / size;
            let first = start.wrapping_add(done as u64);
            let mut search = Search::new(&self.conditioned, seed, first, count, tries);
            let mut gave_up = false;
            while search.open() > 0 && !gave_up {
                gave_up = py.detach(|| search.go_on(&pool, part)).is_err();
                report(py, progress, done + count - search.open(), n)?;
            }
            rejected.add(&search.rejected);
            done += count - search.open();
            if gave_up {
                break;
            }
        }
        drop(rows);
        let by = PyTuple::new(py, rejected.by)?;
        Ok((array, done, by, rejected.void))
    }
}

/// Reads a `plan.Bounds`, `plan.AllOf` or `plan.AnyOf`.
fn read_condition(plan: &Reader<'_>, depth: usize) -> PyResult<Condition> {
    if depth == 0 {
        return Err(plan.wrong_value("too_deep", "conditions are nested too deep"));
    }
    let parts = || plan.get("parts")?.each(|part| read_condition(part, depth - 1));
    Ok(match plan.get("kind")?.choice(&[("bounds", 0), ("all", 1), ("any", 2)])? {
        0 => Condition::Bounds(Bounds {
            columns: plan.get("columns")?.ints()?,
            weights: plan.get("weights")?.ints()?,
            at_least: plan.get("at_least")?.int()?,
            at_most: plan.get("at_most")?.int()?,
        }),
        1 => Condition::All(parts()?),
        _ => Condition::Any(parts()?),
    })
}
