//! `Objective`: what the solver maximises, tabulated.

use pyo3::prelude::*;

use super::errors::Kind;
use super::payoff::parts_of;
use super::play_rules::PyPlayRules;
use super::reader::Reader;
use crate::rules::AnyRules;
use crate::solver::Objective;

/// An objective over whichever word its rules need.
pub(super) enum AnyObjective {
    Narrow(Objective<u64>),
    Wide(Objective<u128>),
}

/// What a search maximises. Made once, it serves every position under its rules.
#[pyclass(name = "Objective", module = "ultimo._core", frozen)]
pub(super) struct PyObjective {
    rules: Py<PyPlayRules>,
    maximisers: u16,
    objective: AnyObjective,
}

impl PyObjective {
    pub(super) fn objective(&self) -> &AnyObjective {
        &self.objective
    }

    /// Whether it was made for these rules.
    pub(super) fn fits(&self, rules: &PyPlayRules) -> bool {
        let own = self.rules.get();
        std::ptr::eq(own, rules) || own.any().spec() == rules.any().spec()
    }
}

#[pymethods]
impl PyObjective {
    #[new]
    fn new(
        py: Python<'_>,
        rules: Py<PyPlayRules>,
        parts: &Bound<'_, PyAny>,
        maximisers: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let parts = parts_of(rules.get(), &Reader::new(parts, "parts", Kind::Option))?;
        let maximisers: u16 = Reader::new(maximisers, "maximisers", Kind::Option).int()?;
        let any = rules.get().any();
        let objective = py.detach(|| match any {
            AnyRules::Narrow(rules) => {
                Objective::compile(rules, &parts, maximisers).map(AnyObjective::Narrow)
            }
            AnyRules::Wide(rules) => {
                Objective::compile(rules, &parts, maximisers).map(AnyObjective::Wide)
            }
        });
        let bad = |faults| Kind::Option.faults(py, "bad_payoff", "bad objective", &faults);
        Ok(Self { objective: objective.map_err(bad)?, maximisers, rules })
    }

    /// The rules it was made for.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyPlayRules> {
        self.rules.clone_ref(py)
    }

    /// Set of the seats that maximise.
    #[getter]
    fn maximisers(&self) -> u16 {
        self.maximisers
    }

    /// No end of any deal is worth more; `None` if there is no end.
    #[getter]
    fn highest(&self) -> Option<f64> {
        match &self.objective {
            AnyObjective::Narrow(objective) => objective.values().last().copied(),
            AnyObjective::Wide(objective) => objective.values().last().copied(),
        }
    }

    /// Bytes that its tables take, about.
    #[getter]
    fn bytes(&self) -> usize {
        match &self.objective {
            AnyObjective::Narrow(objective) => objective.bytes(),
            AnyObjective::Wide(objective) => objective.bytes(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Objective maximisers={:#b}>", self.maximisers)
    }
}
