//! The Python module `ultimo._core`: the only place that names `PyO3`. It holds no rules.

use pyo3::prelude::*;

/// The compiled core of ultimo.
#[pymodule]
mod _core {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", crate::VERSION)
    }
}
