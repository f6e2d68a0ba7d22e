//! The Python module `ultimo._core`: the only place that names `PyO3`. It holds no rules.

mod barter;
mod conditions;
mod deals;
mod env;
mod env_log;
mod env_parts;
mod errors;
mod objective;
mod outcome;
mod payoff;
mod plans;
mod play_rules;
mod policy;
mod position;
mod reader;
mod replay;
mod simulate;
mod solve;
mod worlds;

use pyo3::prelude::*;

/// The compiled core of ultimo: play, counting, dealing, playouts and the solver.
#[pymodule]
mod _core {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::{
        barter::{PyBarter, barter_rounds, rank_hand},
        conditions::PyConditions,
        deals::{deal_numbers, deal_rows, stream_words},
        env::PyEnv,
        objective::PyObjective,
        outcome::PyOutcome,
        payoff::PyPayoff,
        play_rules::PyPlayRules,
        position::PyPosition,
        replay::replay,
        simulate::{PyPlayouts, simulate},
        solve::{PySolved, PySolver, solve},
        worlds::{PyWorlds, sample_worlds},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", crate::VERSION)?;
        super::outcome::register(module.py())
    }
}
