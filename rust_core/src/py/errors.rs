//! The one map from what goes wrong here to the exceptions of `ultimo.errors`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::random::AlwaysVoid;
use crate::rules::Faults;

/// Which class of `ultimo.errors` is raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `OptionError`.
    Option,
    /// `DealError`.
    Deal,
    /// `ContractError`.
    Contract,
    /// `IllegalActionError`.
    IllegalAction,
    /// `ArgumentError`.
    Argument,
    /// `MemoryLimitError`.
    MemoryLimit,
}

impl Kind {
    fn class(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static CLASSES: [PyOnceLock<Py<PyType>>; 6] = [const { PyOnceLock::new() }; 6];
        let name = match self {
            Self::Option => "OptionError",
            Self::Deal => "DealError",
            Self::Contract => "ContractError",
            Self::IllegalAction => "IllegalActionError",
            Self::Argument => "ArgumentError",
            Self::MemoryLimit => "MemoryLimitError",
        };
        CLASSES[self as usize].import(py, "ultimo.errors", name)
    }

    /// An exception of this class.
    pub(super) fn error(self, py: Python<'_>, code: &str, message: &str) -> PyErr {
        let make = || {
            let kwargs = PyDict::new(py);
            kwargs.set_item("code", code)?;
            self.class(py)?.call((message,), Some(&kwargs))
        };
        make().map_or_else(|error| error, PyErr::from_value)
    }

    /// An exception that lists all faults of something written down.
    pub(super) fn faults(self, py: Python<'_>, code: &str, what: &str, faults: &Faults) -> PyErr {
        self.error(py, code, &format!("{what}: {faults}"))
    }
}

/// A deal that cannot be dealt.
pub(super) fn always_void(py: Python<'_>, error: AlwaysVoid) -> PyErr {
    Kind::Deal.error(py, "always_void", &error.to_string())
}
