//! Solving a position.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::errors::Kind;
use super::payoff::parts_of;
use super::play_rules::PyPlayRules;
use super::position::{AnyPlay, PyPosition};
use super::reader::{Reader, word};
use crate::cards::Word;
use crate::payoff::PayoffPart;
use crate::play::Position;
use crate::rules::Faults;
use crate::solver::{self, Limits, Objective, Reached, Solution, Unfinished};

/// Between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// What a position is worth.
#[pyclass(name = "Solved", module = "ultimo._core", frozen)]
pub(super) struct PySolved {
    #[pyo3(get)]
    value: f64,
    #[pyo3(get)]
    table: Py<PyDict>,
    #[pyo3(get)]
    line: Py<PyList>,
    #[pyo3(get)]
    nodes: u64,
}

#[pymethods]
impl PySolved {
    fn __repr__(&self) -> String {
        format!("<Solved value={} nodes={}>", self.value, self.nodes)
    }
}

enum Failed {
    Parts(Faults),
    Limit(Unfinished),
}

fn search<W: Word>(
    position: &Position<W>,
    parts: &[PayoffPart],
    maximisers: u16,
    limits: Limits,
    full: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Solution, Failed> {
    let rules = position.rules();
    let objective = Objective::compile(rules, parts, maximisers).map_err(Failed::Parts)?;
    solver::solve(rules, position.fixed(), position.state(), &objective, limits, full, stop)
        .map_err(Failed::Limit)
}

/// Finds what a position is worth to the maximising seats, all others allied against them.
#[pyfunction]
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
#[pyo3(signature = (
    position, parts, maximisers, *, nodes = None, seconds = None, memory = None, full = true,
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    parts: &Bound<'_, PyAny>,
    maximisers: &Bound<'_, PyAny>,
    nodes: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
    memory: Option<&Bound<'_, PyAny>>,
    full: bool,
) -> PyResult<PySolved> {
    let (rules, play) = position.borrow().snapshot(py);
    let parts = parts_of(rules.get(), &Reader::new(parts, "parts", Kind::Option))?;
    let maximisers: u16 = Reader::new(maximisers, "maximisers", Kind::Option).int()?;
    let limits = limits(py, nodes, seconds, memory)?;
    let interrupted: Mutex<Option<PyErr>> = Mutex::new(None);
    let looked = Mutex::new(Instant::now());
    let found = py.detach(|| {
        let stop = || {
            let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.elapsed() < LOOK {
                return false;
            }
            *looked = Instant::now();
            let signal = Python::attach(|py: Python<'_>| py.check_signals());
            signal.is_err_and(|error| {
                *interrupted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                true
            })
        };
        match &play {
            AnyPlay::Narrow(play) => {
                search(&play.position, &parts, maximisers, limits, full, &stop)
            }
            AnyPlay::Wide(play) => search(&play.position, &parts, maximisers, limits, full, &stop),
        }
    });
    match found {
        Ok(solution) => solved(py, rules.get(), &solution),
        Err(Failed::Parts(faults)) => {
            Err(Kind::Option.faults(py, "bad_payoff", "bad objective", &faults))
        }
        Err(Failed::Limit(unfinished)) => {
            let interrupted = interrupted.into_inner().unwrap_or_else(PoisonError::into_inner);
            Err(interrupted.unwrap_or_else(|| limit_error(py, &unfinished)))
        }
    }
}

fn limits(
    py: Python<'_>,
    nodes: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limits> {
    let given = |value: Option<&Bound<'_, PyAny>>, name| {
        value.filter(|value| !value.is_none()).map(|value| word(value, name)).transpose()
    };
    let time = seconds.map(|seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            let message = format!("seconds={seconds}: a time is a number of seconds from 0 on");
            Kind::Option.error(py, "bad_limit", &message)
        })
    });
    let memory = given(memory, "memory")?;
    Ok(Limits {
        nodes: given(nodes, "nodes")?,
        time: time.transpose()?,
        memory: memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
    })
}

fn solved(py: Python<'_>, rules: &PyPlayRules, solution: &Solution) -> PyResult<PySolved> {
    let table = PyDict::new(py);
    for valued in &solution.table {
        table.set_item(rules.name(py, valued.what), valued.value)?;
    }
    let line = solution.line.iter().map(|&what| rules.name(py, what));
    Ok(PySolved {
        value: solution.value,
        table: table.unbind(),
        line: PyList::new(py, line.collect::<Vec<_>>())?.unbind(),
        nodes: solution.nodes,
    })
}

fn limit_error(py: Python<'_>, unfinished: &Unfinished) -> PyErr {
    let what = match unfinished.reached {
        Reached::Nodes => "the limit on nodes",
        Reached::Time => "the limit on time",
        Reached::Memory => "the limit on memory",
        Reached::Stopped => "a request to stop",
    };
    let Unfinished { lower, upper, nodes, .. } = *unfinished;
    let message = format!("{what} after {nodes} nodes: the value is from {lower} to {upper}");
    let make = || -> PyResult<Bound<'_, PyAny>> {
        let kwargs = PyDict::new(py);
        kwargs.set_item("lower", lower)?;
        kwargs.set_item("upper", upper)?;
        kwargs.set_item("nodes", nodes)?;
        let class = py.import("ultimo.errors")?.getattr("SolverLimitError")?;
        class.call((message,), Some(&kwargs))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}
