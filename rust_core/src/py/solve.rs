//! Solving a position.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::errors::Kind;
use super::objective::{AnyObjective, PyObjective};
use super::play_rules::PyPlayRules;
use super::position::{AnyPlay, PyPosition};
use super::reader::word;
use crate::cards::Word;
use crate::play::Position;
use crate::solver::{Limits, Objective, Reached, Solution, Solver, Task, Unfinished};

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

/// What is asked of a position.
#[derive(Clone, Copy)]
enum Asked {
    /// The value, and every legal move and a line too.
    Value { full: bool },
    /// Whether it is worth at least so much.
    Reaches(f64),
}

enum Answer {
    Solution(Solution),
    Reached(bool),
}

/// Keeps proofs from one question to the next.
#[pyclass(name = "Solver", module = "ultimo._core", frozen)]
pub(super) struct PySolver {
    solver: Mutex<Solver>,
}

fn search<W: Word>(
    solver: &mut Solver,
    position: &Position<W>,
    objective: &Objective<W>,
    asked: Asked,
    (limits, from_start): (Limits, bool),
    stop: &dyn Fn() -> bool,
) -> Result<Answer, Unfinished> {
    let rules = position.rules();
    let state = position.state();
    let root = if from_start { position.initial() } else { state };
    let task = Task { rules, fixed: position.fixed(), root, state, objective };
    match asked {
        Asked::Value { full } => solver.solve(&task, limits, full, stop).map(Answer::Solution),
        Asked::Reaches(value) => solver.reaches(&task, value, limits, stop).map(Answer::Reached),
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*, memory = None))]
    fn new(memory: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let memory = memory.map(|memory| word(memory, "memory")).transpose()?;
        let memory = memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Ok(Self { solver: Mutex::new(Solver::new(memory)) })
    }

    #[pyo3(signature = (
        position, objective, *, nodes = None, seconds = None, full = true,
        from_start = false, stop = None,
    ))]
    /// Finds what a position is worth with all cards open, all other seats allied.
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        objective: &Bound<'_, PyObjective>,
        nodes: Option<&Bound<'_, PyAny>>,
        seconds: Option<f64>,
        full: bool,
        from_start: bool,
        stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySolved> {
        let limits = limits(py, nodes, seconds)?;
        let asked = Asked::Value { full };
        match self.ask(position, objective, asked, (limits, from_start), stop)? {
            Answer::Solution(solution) => {
                let (rules, _) = position.borrow().snapshot(py);
                solved(py, rules.get(), &solution)
            }
            Answer::Reached(_) => unreachable!("the value was asked for"),
        }
    }

    #[pyo3(signature = (
        position, objective, value, *, nodes = None, seconds = None, from_start = false,
        stop = None,
    ))]
    /// Tells whether a position is worth at least `value`: one question instead of several.
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn reaches(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        objective: &Bound<'_, PyObjective>,
        value: f64,
        nodes: Option<&Bound<'_, PyAny>>,
        seconds: Option<f64>,
        from_start: bool,
        stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        if value.is_nan() {
            let message = "value=nan: no value is at least nan";
            return Err(Kind::Option.error(py, "bad_value", message));
        }
        let limits = limits(py, nodes, seconds)?;
        let asked = Asked::Reaches(value);
        match self.ask(position, objective, asked, (limits, from_start), stop)? {
            Answer::Reached(reached) => Ok(reached),
            Answer::Solution(_) => unreachable!("yes or no was asked for"),
        }
    }

    /// Forgets all proofs and gives their memory back.
    fn release(&self, py: Python<'_>) {
        py.detach(|| self.lock().release());
    }

    /// Bytes that the proofs take now.
    #[getter]
    fn bytes(&self, py: Python<'_>) -> usize {
        py.detach(|| self.lock().bytes())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Solver bytes={}>", self.bytes(py))
    }
}

impl PySolver {
    /// Never called while the interpreter is held: the thread that has the lock may wait for it.
    fn lock(&self) -> MutexGuard<'_, Solver> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(
        &self,
        position: &Bound<'_, PyPosition>,
        objective: &Bound<'_, PyObjective>,
        asked: Asked,
        limits: (Limits, bool),
        event: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let py = position.py();
        let (rules, play) = position.borrow().snapshot(py);
        let objective = objective.get();
        if !objective.fits(rules.get()) {
            let message = "the objective was made for other rules";
            return Err(Kind::Option.error(py, "other_rules", message));
        }
        let interrupted: Mutex<Option<PyErr>> = Mutex::new(None);
        let looked = Mutex::new(Instant::now());
        let event = event.map(|event| event.clone().unbind());
        let found = py.detach(|| {
            let stop = || {
                let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
                if looked.elapsed() < LOOK {
                    return false;
                }
                *looked = Instant::now();
                Python::attach(|py: Python<'_>| is_stopped(py, event.as_ref())).unwrap_or_else(
                    |error| {
                        *interrupted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        true
                    },
                )
            };
            let solver = &mut *self.lock();
            match (&play, objective.objective()) {
                (AnyPlay::Narrow(play), AnyObjective::Narrow(objective)) => {
                    search(solver, &play.position, objective, asked, limits, &stop)
                }
                (AnyPlay::Wide(play), AnyObjective::Wide(objective)) => {
                    search(solver, &play.position, objective, asked, limits, &stop)
                }
                _ => unreachable!("equal rules need the same word"),
            }
        });
        found.map_err(|unfinished| {
            let interrupted = interrupted.into_inner().unwrap_or_else(PoisonError::into_inner);
            interrupted.unwrap_or_else(|| limit_error(py, &unfinished))
        })
    }
}

/// Whether the search has to end: signals come to the main thread alone, others look at an event.
fn is_stopped(py: Python<'_>, event: Option<&Py<PyAny>>) -> PyResult<bool> {
    py.check_signals()?;
    event.map_or(Ok(false), |event| event.call_method0(py, "is_set")?.is_truthy(py))
}

/// Finds what a position is worth to the maximising seats, all others allied against them.
#[pyfunction]
#[pyo3(signature = (
    position, objective, *, nodes = None, seconds = None, memory = None, full = true,
    stop = None,
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    objective: &Bound<'_, PyObjective>,
    nodes: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
    memory: Option<&Bound<'_, PyAny>>,
    full: bool,
    stop: Option<&Bound<'_, PyAny>>,
) -> PyResult<PySolved> {
    let solver = PySolver::new(memory)?;
    solver.solve(py, position, objective, nodes, seconds, full, false, stop)
}

fn limits(
    py: Python<'_>,
    nodes: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
) -> PyResult<Limits> {
    let time = seconds.map(|seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            let message = format!("seconds={seconds}: a time is a number of seconds from 0 on");
            Kind::Option.error(py, "bad_limit", &message)
        })
    });
    let nodes = nodes.map(|nodes| word(nodes, "nodes")).transpose()?;
    Ok(Limits { nodes, time: time.transpose()?, memory: None })
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
