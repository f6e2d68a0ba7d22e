//! The Python module `ultimo._core`: the only place that names `PyO3`. It holds no rules.

/// The compiled core of ultimo.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", crate::VERSION)
    }
}
