//! `Payoff`: a tabulated score.

use std::collections::BTreeMap;
use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::errors::Kind;
use super::plans;
use super::play_rules::{PyPlayRules, pairs};
use super::reader::Reader;
use crate::cards::Word;
use crate::payoff::{Axis, Payoff, PayoffErrors, PayoffPart, Probe};
use crate::rules::{AnyRules, PlayRules};

/// A score over rules of one word, and what is reported of an outcome.
pub(super) struct Score<W> {
    pub(super) payoff: Arc<Payoff<W>>,
    pub(super) outcome: Vec<Probe<W>>,
}

impl<W: Word> Score<W> {
    fn compile(
        rules: &PlayRules<W>,
        parts: &[PayoffPart],
        outcome: &[(String, Axis)],
    ) -> Result<Self, PayoffErrors> {
        let payoff = Payoff::compile(rules, parts)?;
        let probes: Result<_, _> =
            outcome.iter().map(|(_, axis)| Probe::new(rules, axis)).collect();
        Ok(Self { payoff: Arc::new(payoff), outcome: probes? })
    }
}

/// A score over whichever word its rules need.
#[derive(Clone)]
pub(super) enum AnyScore {
    Narrow(Arc<Score<u64>>),
    Wide(Arc<Score<u128>>),
}

/// The score of a contract, tabulated.
#[pyclass(name = "Payoff", module = "ultimo._core", frozen)]
pub(super) struct PyPayoff {
    rules: Py<PyPlayRules>,
    parts: Py<PyTuple>,
    outcome: Py<PyDict>,
    names: Py<PyTuple>,
    score: AnyScore,
}

impl PyPayoff {
    pub(super) fn score(&self) -> &AnyScore {
        &self.score
    }

    /// The names of what an outcome reports.
    pub(super) fn names(&self) -> &Py<PyTuple> {
        &self.names
    }

    /// Whether it was made for these rules.
    pub(super) fn fits(&self, rules: &PyPlayRules) -> bool {
        let own = self.rules.get();
        std::ptr::eq(own, rules) || own.any().spec() == rules.any().spec()
    }
}

#[pymethods]
impl PyPayoff {
    #[new]
    #[pyo3(signature = (rules, parts, outcome = None))]
    fn new(
        py: Python<'_>,
        rules: Py<PyPlayRules>,
        parts: &Bound<'_, PyAny>,
        outcome: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let reader = Reader::new(parts, "parts", Kind::Option);
        let items = reader.items()?;
        let mut compiled = Vec::new();
        let mut reported = Named::new(py);
        for item in &items {
            let axes = named_axes(&item.get("axes")?)?;
            compiled.push(part(rules.get(), item, &axes)?);
            for (name, value, axis) in axes {
                reported.add(name, &value, axis)?;
            }
        }
        if let Some(outcome) = outcome.filter(|outcome| !outcome.is_none()) {
            reported = Named::new(py);
            for (name, value, axis) in named_axes(&Reader::new(outcome, "outcome", Kind::Option))? {
                reported.add(name, &value, axis)?;
            }
        }
        let bad = |faults| Kind::Option.faults(py, "bad_payoff", "bad payoff", &faults);
        let score = match rules.get().any() {
            AnyRules::Narrow(rules) => Score::compile(rules, &compiled, &reported.axes)
                .map(|s| AnyScore::Narrow(Arc::new(s))),
            AnyRules::Wide(rules) => Score::compile(rules, &compiled, &reported.axes)
                .map(|s| AnyScore::Wide(Arc::new(s))),
        };
        let names = reported.axes.iter().map(|(name, _)| PyString::intern(py, name));
        Ok(Self {
            score: score.map_err(bad)?,
            rules,
            parts: PyTuple::new(py, items.iter().map(Reader::value))?.unbind(),
            names: PyTuple::new(py, names.collect::<Vec<_>>())?.unbind(),
            outcome: reported.values.unbind(),
        })
    }

    /// The rules it was made for.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyPlayRules> {
        self.rules.clone_ref(py)
    }

    /// The parts it is the sum of.
    #[getter]
    fn parts(&self, py: Python<'_>) -> Py<PyTuple> {
        self.parts.clone_ref(py)
    }

    /// The axes that `Position.outcome` reports.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.outcome.bind(py).copy()
    }

    /// Say how many values an axis has: 1 + the largest.
    #[staticmethod]
    fn axis_size(rules: &PyPlayRules, axis: &Bound<'_, PyAny>) -> PyResult<u32> {
        let axis_plan = plans::axis(&Reader::new(axis, "axis", Kind::Option))?;
        size(axis.py(), rules, &axis_plan)
    }

    /// Say how many values the fact of an axis has, before they are put in classes.
    #[staticmethod]
    fn fact_size(rules: &PyPlayRules, axis: &Bound<'_, PyAny>) -> PyResult<u32> {
        let plan = plans::axis(&Reader::new(axis, "axis", Kind::Option))?;
        size(axis.py(), rules, &Axis { classes: None, ..plan })
    }

    /// Give the least and the largest returns of each seat, each shape (seats,), float64.
    #[allow(clippy::type_complexity, reason = "a pair of arrays")]
    fn bounds<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>) {
        let bounds = match &self.score {
            AnyScore::Narrow(score) => score.payoff.bounds(),
            AnyScore::Wide(score) => score.payoff.bounds(),
        };
        let (low, high): (Vec<f64>, Vec<f64>) =
            bounds.into_iter().take(usize::from(self.rules.get().any().spec().seats)).unzip();
        (PyArray1::from_vec(py, low), PyArray1::from_vec(py, high))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let names = self.names.bind(py).iter().map(|name| name.to_string());
        format!("<Payoff over {}>", names.collect::<Vec<_>>().join(", "))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, payoff) = (slf.py(), slf.get());
        let arguments = (&payoff.rules, &payoff.parts, &payoff.outcome).into_pyobject(py)?;
        Ok((slf.get_type().into_any(), arguments))
    }
}

/// Axes by name, each once.
struct Named<'py> {
    axes: Vec<(String, Axis)>,
    seen: BTreeMap<String, Axis>,
    values: Bound<'py, PyDict>,
}

impl<'py> Named<'py> {
    fn new(py: Python<'py>) -> Self {
        Self { axes: Vec::new(), seen: BTreeMap::new(), values: PyDict::new(py) }
    }

    fn add(&mut self, name: String, value: &Bound<'py, PyAny>, axis: Axis) -> PyResult<()> {
        match self.seen.get(&name) {
            Some(seen) if *seen == axis => return Ok(()),
            Some(_) => {
                let message = format!("two different axes are named {name:?}");
                return Err(Kind::Option.error(value.py(), "bad_payoff", &message));
            }
            None => {}
        }
        self.values.set_item(&name, value)?;
        self.seen.insert(name.clone(), axis.clone());
        self.axes.push((name, axis));
        Ok(())
    }
}

fn size(py: Python<'_>, rules: &PyPlayRules, axis: &Axis) -> PyResult<u32> {
    let size = match rules.any() {
        AnyRules::Narrow(rules) => Probe::new(rules, axis).map(|probe| probe.size()),
        AnyRules::Wide(rules) => Probe::new(rules, axis).map(|probe| probe.size()),
    };
    size.map_err(|faults| Kind::Option.faults(py, "bad_payoff", "bad axis", &faults))
}

/// The axes of a mapping: name, as it was given, as it is read.
fn named_axes<'py>(mapping: &Reader<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>, Axis)>> {
    let read = |(name, value): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
        let reader = Reader::new(&name, "the name of an axis", Kind::Option);
        let name = reader.text().ok_or_else(|| reader.wrong_type("a string"))?;
        let axis = plans::axis(&Reader::new(&value, format!("axes[{name:?}]"), Kind::Option))?;
        Ok((name, value, axis))
    };
    pairs(mapping)?.into_iter().map(read).collect()
}

/// The parts of an objective.
pub(super) fn parts_of(rules: &PyPlayRules, parts: &Reader<'_>) -> PyResult<Vec<PayoffPart>> {
    parts.each(|item| part(rules, item, &named_axes(&item.get("axes")?)?))
}

fn part(
    rules: &PyPlayRules,
    plan: &Reader<'_>,
    axes: &[(String, Bound<'_, PyAny>, Axis)],
) -> PyResult<PayoffPart> {
    let py = plan.value().py();
    let (table, shape) = floats(&plan.get("table")?)?;
    if shape.len() > 1 {
        let sizes: PyResult<Vec<usize>> =
            axes.iter().map(|(_, _, axis)| Ok(size(py, rules, axis)? as usize)).collect();
        if shape != sizes? {
            let message = format!("the shape {shape:?} is not that of the axes");
            return Err(plan.get("table")?.wrong_value("bad_payoff", &message));
        }
    }
    let (weights, _) = floats(&plan.get("weights")?)?;
    Ok(PayoffPart { axes: axes.iter().map(|(_, _, axis)| axis.clone()).collect(), table, weights })
}

/// The numbers of an array in C order, and its shape.
fn floats(array: &Reader<'_>) -> PyResult<(Vec<f64>, Vec<usize>)> {
    let numpy = array.value().py().import("numpy")?;
    let floats = numpy.getattr("ascontiguousarray")?.call1((array.value(), "float64"));
    let floats = floats.map_err(|_| array.wrong_type("an array of float64"))?;
    let floats = floats.cast_into::<numpy::PyArrayDyn<f64>>()?;
    let shape = floats.shape().to_vec();
    Ok((floats.to_vec()?, shape))
}
