//! Many deals side by side, stepped from Python.

use std::sync::Mutex;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::deals::{dealer, pool, values};
use super::errors::{self, Kind};
use super::play_rules::PyPlayRules;
use super::reader::{Reader, count, threads as thread_count, word};
use super::simulate::read_plans;
use crate::batch::{AnyPlan, Choice, Ends, Env, Field, IllegalAction, Plan, Pool, View};
use crate::play::{Call, Move};
use crate::random::AlwaysVoid;

/// Many deals side by side.
#[pyclass(name = "Env", module = "ultimo._core", frozen)]
pub(super) struct PyEnv {
    env: Mutex<AnyEnv>,
    pool: Pool,
    #[pyo3(get)]
    fields: Py<PyTuple>,
    #[pyo3(get)]
    size: usize,
    #[pyo3(get)]
    actions: usize,
    #[pyo3(get)]
    seats: usize,
    rows: usize,
}

enum AnyEnv {
    Narrow(Env<u64>),
    Wide(Env<u128>),
}

macro_rules! each {
    ($any:expr, $env:ident => $body:expr) => {
        match $any {
            AnyEnv::Narrow($env) => $body,
            AnyEnv::Wide($env) => $body,
        }
    };
}

#[pymethods]
impl PyEnv {
    #[new]
    #[pyo3(signature = (plans, spec, n, *, seed, choice = None, threads = None))]
    fn new(
        py: Python<'_>,
        plans: &Bound<'_, PyAny>,
        spec: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        choice: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (n, seed, dealer) = (count(n, "n")?, word(seed, "seed")?, dealer(spec)?);
        let rules = plans.get_item(0)?.get_item(0)?;
        let plans = read_plans(plans, false)?;
        let needed = plans.iter().map(AnyPlan::columns).max().unwrap_or(0);
        if needed > dealer.deck_size() {
            let message = format!("the plans need {needed} columns");
            return Err(Kind::Deal.error(py, "columns", &message));
        }
        let Ok(rules) = rules.cast::<PyPlayRules>() else {
            return Err(Reader::new(&rules, "plans", Kind::Option).wrong_type("PlayRules"));
        };
        let codes = codes(rules.get());
        let choice = choice.map_or(Ok(Choice::First), read_choice)?;
        let count = rules.get().names().len();
        let mixed = || Kind::Option.error(py, "bad_plan", "the plans are for different decks");
        let void = |error| errors::always_void(py, error);
        let any = match &plans[0] {
            AnyPlan::Narrow(_) => {
                let plans = of_word(plans, |plan| match plan {
                    AnyPlan::Narrow(plan) => Some(plan),
                    AnyPlan::Wide(_) => None,
                });
                let plans = plans.ok_or_else(mixed)?;
                let env = Env::new(plans, choice, dealer, (seed, n), (codes, count));
                AnyEnv::Narrow(env.map_err(void)?)
            }
            AnyPlan::Wide(_) => {
                let plans = of_word(plans, |plan| match plan {
                    AnyPlan::Narrow(_) => None,
                    AnyPlan::Wide(plan) => Some(plan),
                });
                let plans = plans.ok_or_else(mixed)?;
                let env = Env::new(plans, choice, dealer, (seed, n), (codes, count));
                AnyEnv::Wide(env.map_err(void)?)
            }
        };
        let (fields, size, seats) = each!(&any, env => {
            (env.layout().fields().to_vec(), env.layout().size(), env.seats())
        });
        let tuple = |field: &Field| (field.name, field.start, field.rows, field.columns);
        Ok(Self {
            env: Mutex::new(any),
            pool: pool(py, thread_count(threads)?, n < 512)?,
            fields: PyTuple::new(py, fields.iter().map(tuple))?.unbind(),
            size,
            actions: count,
            seats,
            rows: n,
        })
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// Begins again with the first deals of a seed.
    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = word(seed, "seed")?;
        self.locked(py, |env, _| each!(env, env => env.reset(seed)))?
            .map_err(|error| errors::always_void(py, error))
    }

    /// The number of the deal that each row plays.
    fn deals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let deals = self.locked(py, |env, _| each!(env, env => env.deals().collect::<Vec<_>>()))?;
        Ok(PyArray1::from_vec(py, deals))
    }

    /// Writes down what there is to see now.
    fn view(
        &self,
        py: Python<'_>,
        observations: &Bound<'_, PyArray2<u8>>,
        mask: &Bound<'_, PyArray2<u8>>,
        to_move: &Bound<'_, PyArray1<i8>>,
    ) -> PyResult<()> {
        self.fits(py, observations, self.size, "observations")?;
        self.fits(py, mask, self.actions, "mask")?;
        self.is_long(py, to_move.len(), "seats")?;
        let (mut observations, mut mask) = (observations.try_readwrite()?, mask.try_readwrite()?);
        let mut to_move = to_move.try_readwrite()?;
        let view = View {
            observations: values(&mut observations)?,
            mask: values(&mut mask)?,
            seats: to_move.as_slice_mut()?,
        };
        self.locked(py, |env, _| each!(env, env => env.view(view)))
    }

    /// Takes an action in every row.
    #[allow(clippy::too_many_arguments, reason = "the arrays that are written into")]
    #[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        rewards: &Bound<'_, PyArray2<f64>>,
        done: &Bound<'_, PyArray1<u8>>,
        last: &Bound<'_, PyArray2<u8>>,
        observations: &Bound<'_, PyArray2<u8>>,
        mask: &Bound<'_, PyArray2<u8>>,
        to_move: &Bound<'_, PyArray1<i8>>,
    ) -> PyResult<()> {
        self.is_long(py, actions.len(), "actions")?;
        self.fits(py, rewards, self.seats, "rewards")?;
        self.is_long(py, done.len(), "done")?;
        self.fits(py, last, self.size, "last")?;
        self.fits(py, observations, self.size, "observations")?;
        self.fits(py, mask, self.actions, "mask")?;
        self.is_long(py, to_move.len(), "seats")?;
        let actions = actions.as_array().to_vec();
        let (mut rewards, mut done) = (rewards.try_readwrite()?, done.try_readwrite()?);
        let (mut last, mut observations) = (last.try_readwrite()?, observations.try_readwrite()?);
        let (mut mask, mut to_move) = (mask.try_readwrite()?, to_move.try_readwrite()?);
        let ends = Ends {
            rewards: values(&mut rewards)?,
            done: done.as_slice_mut()?,
            last: values(&mut last)?,
        };
        let view = View {
            observations: values(&mut observations)?,
            mask: values(&mut mask)?,
            seats: to_move.as_slice_mut()?,
        };
        let stepped = self.locked(py, |env, pool| {
            each!(env, env => {
                env.check(&actions).map_err(Stop::Illegal)?;
                env.step(pool, &actions, ends, view).map_err(Stop::Void)
            })
        })?;
        stepped.map_err(|stop| match stop {
            Stop::Void(error) => errors::always_void(py, error),
            Stop::Illegal(IllegalAction { row, action, breach }) => {
                let (code, why) = match breach {
                    Some(breach) => (breach.code(), breach.to_string()),
                    None => ("unknown_action", "this is no action of the play".to_owned()),
                };
                let message = format!("row {row}: action {action} is illegal: {why}");
                Kind::IllegalAction.error(py, code, &message)
            }
        })
    }
}

/// Why a step was not made.
enum Stop {
    Illegal(IllegalAction),
    Void(AlwaysVoid),
}

impl PyEnv {
    /// Works on the deals while other threads run.
    fn locked<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyEnv, &Pool) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| match self.env.lock() {
            Ok(mut env) => Ok(work(&mut env, &self.pool)),
            Err(_) => Err(()),
        })
        .map_err(|()| Kind::Option.error(py, "broken", "a step of these deals was interrupted"))
    }

    fn fits<T: numpy::Element>(
        &self,
        py: Python<'_>,
        array: &Bound<'_, PyArray2<T>>,
        columns: usize,
        name: &str,
    ) -> PyResult<()> {
        if array.shape() == [self.rows, columns] {
            return Ok(());
        }
        let message = format!("{name} is {:?}, not ({}, {columns})", array.shape(), self.rows);
        Err(Kind::Option.error(py, "shape", &message))
    }

    fn is_long(&self, py: Python<'_>, length: usize, name: &str) -> PyResult<()> {
        if length == self.rows {
            return Ok(());
        }
        let message = format!("{name} has {length} entries, not {}", self.rows);
        Err(Kind::Option.error(py, "shape", &message))
    }
}

fn of_word<W>(
    plans: Vec<AnyPlan>,
    pick: impl Fn(AnyPlan) -> Option<Plan<W>>,
) -> Option<Vec<Plan<W>>> {
    plans.into_iter().map(pick).collect()
}

/// The action of the move with each code.
fn codes(rules: &PyPlayRules) -> [u16; 256] {
    std::array::from_fn(|code| {
        let code = u8::try_from(code).unwrap_or(u8::MAX);
        match Move::from_code(code) {
            Some(what @ Move::Card(_)) => rules.action(what),
            Some(what @ Move::Call(call)) if Call::from_code(call.code()).is_some() => {
                rules.action(what)
            }
            _ => u16::MAX,
        }
    })
}

/// `("holder", card, numbers)` or `("turned", column, numbers)`.
fn read_choice(given: &Bound<'_, PyAny>) -> PyResult<Choice> {
    let reader = Reader::new(given, "choice", Kind::Option);
    if given.is_none() {
        return Ok(Choice::First);
    }
    let items = reader.items()?;
    let [what, at, numbers] = &items[..] else {
        return Err(reader.wrong_type("a word, a number and numbers of plans"));
    };
    let (at, plan_of) = (at.int::<u8>()?, numbers.ints::<u32>()?);
    let is_holder = what.choice(&[("holder", true), ("turned", false)])?;
    Ok(if is_holder {
        Choice::Holder { card: at, plan_of }
    } else {
        Choice::Turned { column: at, plan_of }
    })
}
