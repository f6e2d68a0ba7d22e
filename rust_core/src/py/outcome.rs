//! `Outcome`: named integers.

use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString, PyTuple};

/// What scoring asks of a deal, as named integers.
#[pyclass(name = "Outcome", module = "ultimo._core", frozen, mapping)]
pub(super) struct PyOutcome {
    names: Py<PyTuple>,
    values: Vec<u32>,
}

impl PyOutcome {
    pub(super) fn new(names: Py<PyTuple>, values: Vec<u32>) -> Self {
        Self { names, values }
    }

    fn find(&self, name: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        if !name.is_instance_of::<PyString>() {
            return Ok(None);
        }
        for (known, &value) in self.names.bind(name.py()).iter().zip(&self.values) {
            if known.eq(name)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.names.bind(py).iter().zip(&self.values) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl PyOutcome {
    #[new]
    fn from_mapping(values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = values.py();
        let dict = py.get_type::<PyDict>().call1((values,))?.cast_into::<PyDict>()?;
        let names = PyTuple::new(py, dict.keys().iter())?.unbind();
        let values = dict.values().iter().map(|value| value.extract()).collect::<PyResult<_>>()?;
        Ok(Self { names, values })
    }

    fn __getattr__(&self, name: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.find(name)?.ok_or_else(|| {
            PyAttributeError::new_err(format!("'Outcome' object has no attribute '{name}'"))
        })
    }

    fn __getitem__(&self, name: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.find(name)?.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.find(name)?.is_some())
    }

    fn __len__(&self) -> usize {
        self.values.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.names.bind(py).try_iter()
    }

    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("keys")
    }

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("values")
    }

    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dict(py)?.call_method0("items")
    }

    #[pyo3(signature = (key, default = None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.find(key)? {
            Some(value) => Some(value.into_pyobject(py)?.into_any()),
            None => default,
        })
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => self.dict(py)?.eq(other.get().dict(py)?),
            Err(_) => self.dict(py)?.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let names = self.names.bind(py);
        let pairs = names.iter().zip(&self.values).map(|(name, value)| format!("{name}={value}"));
        format!("Outcome({})", pairs.collect::<Vec<_>>().join(", "))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (slf.get().dict(slf.py())?,).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
    }
}

/// Says that an outcome is a mapping.
pub(super) fn register(py: Python<'_>) -> PyResult<()> {
    let mapping = py.import("collections.abc")?.getattr("Mapping")?;
    mapping.call_method1("register", (py.get_type::<PyOutcome>(),))?;
    Ok(())
}
