//! Many deals side by side, stepped from Python.

use std::sync::Mutex;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::deals::{dealer, pool, values};
use super::env_log::Log;
use super::env_parts;
use super::errors::{self, Kind};
use super::policy::Policy;
use super::reader::{Reader, count, threads as thread_count};
use super::simulate::read_plans;
use crate::batch::{
    AnyPlan, Begun, Choice, Ends, Env, Field, IllegalAction, Plan, Pool, Shape, Shows, View,
};
use crate::cards::{MAX_SEATS, Seat};
use crate::random::AlwaysVoid;
use crate::rules::AnyRules;

/// Many deals side by side.
#[pyclass(name = "Env", module = "ultimo._core", frozen)]
pub(super) struct PyEnv {
    env: Mutex<Rows>,
    pool: Pool,
    #[pyo3(get)]
    fields: Py<PyTuple>,
    #[pyo3(get)]
    size: usize,
    #[pyo3(get)]
    actions: usize,
    #[pyo3(get)]
    seats: usize,
    deck: usize,
    rows: usize,
    /// A deal that is over is followed by the next one in the same step.
    is_dealt: bool,
}

/// The rows, and the moves that were made in them.
struct Rows {
    any: AnyEnv,
    log: Log,
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
    #[pyo3(signature = (plans, spec, n, *, seed, choice = None, shows = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        plans: &Bound<'_, PyAny>,
        spec: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        choice: Option<&Bound<'_, PyAny>>,
        shows: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (n, dealer) = (count(n, "n")?, dealer(spec)?);
        let seeds = env_parts::seeds(seed, n)?;
        let rules = plans.get_item(0)?.get_item(0)?;
        let plans = read_plans(plans, false, &Policy::Random)?;
        let shows = match shows {
            Some(given) => Reader::new(given, "shows", Kind::Option).each(env_parts::shows)?,
            None => vec![Shows::default(); plans.len()],
        };
        let needed = plans.iter().map(AnyPlan::columns).max().unwrap_or(0);
        if needed > dealer.deck_size() || shows.len() != plans.len() {
            let message = format!("the plans need {needed} columns, and as many things to show");
            return Err(Kind::Deal.error(py, "columns", &message));
        }
        let codes = env_parts::codes(env_parts::rules(&rules)?.get());
        let choice = choice.map_or(Ok(Choice::First), env_parts::choice)?;
        let count = env_parts::rules(&rules)?.get().names().len();
        let mixed = || Kind::Option.error(py, "bad_plan", "the plans are for different decks");
        let void = |error| errors::always_void(py, error);
        let is_narrow = matches!(plans[0], AnyPlan::Narrow(_));
        let any = if is_narrow {
            let plans = of_word(plans, env_parts::narrow).ok_or_else(mixed)?;
            let plans = plans.into_iter().zip(shows).collect();
            let env = Env::new(plans, choice, dealer, (seeds, n), (codes, count));
            AnyEnv::Narrow(env.map_err(void)?)
        } else {
            let plans = of_word(plans, env_parts::wide).ok_or_else(mixed)?;
            let plans = plans.into_iter().zip(shows).collect();
            let env = Env::new(plans, choice, dealer, (seeds, n), (codes, count));
            AnyEnv::Wide(env.map_err(void)?)
        };
        Self::of(py, any, n, (count, true, threads))
    }

    /// Rows that wait for deals, which `begin` lays out.
    #[staticmethod]
    #[pyo3(signature = (rules, n, *, seats, deck, lanes, actions, piles, calls, stock, tail, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    #[allow(clippy::fn_params_excessive_bools, reason = "keywords in Python")]
    fn waiting(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        n: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        deck: &Bound<'_, PyAny>,
        lanes: &Bound<'_, PyAny>,
        actions: &Bound<'_, PyAny>,
        piles: bool,
        calls: bool,
        stock: bool,
        tail: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let n = count(n, "n")?;
        let shape = Shape {
            seats: count(seats, "seats")?,
            deck: count(deck, "deck")?,
            lanes: count(lanes, "lanes")?,
            has_piles: piles,
            has_calls: calls,
            has_stock: stock,
            has_known: true,
            has_partner: true,
        };
        let (actions, tail) = (count(actions, "actions")?, count(tail, "tail")?);
        if !(1..=MAX_SEATS).contains(&shape.seats) || shape.deck > 128 || shape.lanes > 16 {
            let message = "there are too many seats, cards or suits";
            return Err(Kind::Option.error(py, "shape", message));
        }
        let rules = rules.map(env_parts::rules).transpose()?;
        let codes = rules.map_or([u16::MAX; 256], |rules| env_parts::codes(rules.get()));
        let is_wide = rules.is_some_and(|rules| matches!(rules.get().any(), AnyRules::Wide(_)));
        let any = if is_wide {
            AnyEnv::Wide(Env::waiting(shape, tail, n, (codes, actions)))
        } else {
            AnyEnv::Narrow(Env::waiting(shape, tail, n, (codes, actions)))
        };
        Self::of(py, any, n, (actions, false, threads))
    }

    /// Adds a plan for deals that begin later, and returns its number.
    fn add(
        &self,
        py: Python<'_>,
        plan: &Bound<'_, PyAny>,
        shows: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let shows = env_parts::shows(&Reader::new(shows, "shows", Kind::Option))?;
        let plan = read_plans(&PyList::new(py, [plan])?.into_any(), false, &Policy::Random)?
            .swap_remove(0);
        if plan.seats() != self.seats {
            return Err(Kind::Option.error(py, "bad_plan", "the plan has other seats"));
        }
        self.locked(py, |rows, _| match (&mut rows.any, plan) {
            (AnyEnv::Narrow(env), AnyPlan::Narrow(plan)) => Some(env.add(plan, shows)),
            (AnyEnv::Wide(env), AnyPlan::Wide(plan)) => Some(env.add(plan, shows)),
            _ => None,
        })?
        .ok_or_else(|| Kind::Option.error(py, "bad_plan", "the plan is for another deck"))
    }

    /// Drops the plans that no row uses, and returns the numbers of those that are left.
    fn drop_unused(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.locked(py, |rows, _| each!(&mut rows.any, env => env.drop_unused()))
    }

    /// Begins the play of deals in some rows.
    #[allow(clippy::too_many_arguments, reason = "the arrays that are read")]
    #[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
    fn begin(
        &self,
        py: Python<'_>,
        rows: PyReadonlyArray1<'_, i64>,
        plans: PyReadonlyArray1<'_, i64>,
        cards: PyReadonlyArray2<'_, u8>,
        known: PyReadonlyArray2<'_, u8>,
        partners: PyReadonlyArray2<'_, i16>,
        tails: PyReadonlyArray2<'_, u8>,
    ) -> PyResult<()> {
        let (rows, plans, partners) = (rows.as_array(), plans.as_array(), partners.as_array());
        let (cards, known, tails) = (cards.as_slice()?, known.as_slice()?, tails.as_slice()?);
        let count = rows.len();
        let width = |array: &[u8]| array.len().checked_div(count).unwrap_or(0);
        let is_even = [cards, known, tails].iter().all(|part| part.len() == width(part) * count);
        if !is_even || plans.len() != count || partners.shape() != [count, 2] {
            let message = "the arrays have different numbers of rows";
            return Err(Kind::Option.error(py, "shape", message));
        }
        let part = |array: &[u8], at: usize| at * width(array)..(at + 1) * width(array);
        let begun = self.locked(py, |Rows { any, log }, _| {
            (0..count).try_for_each(|at| {
                let begun = Begun {
                    row: usize::try_from(rows[at]).unwrap_or(usize::MAX),
                    plan: usize::try_from(plans[at]).unwrap_or(usize::MAX),
                    cards: &cards[part(cards, at)],
                    known: &known[part(known, at)],
                    partner: [partners[[at, 0]], partners[[at, 1]]],
                    tails: &tails[part(tails, at)],
                };
                each!(any, env => env.begin(&begun))?;
                log.begin(begun.row);
                Ok(())
            })
        })?;
        begun.map_err(|why| Kind::Option.error(py, "bad_begin", why))
    }

    /// Writes down what there is to see now in some rows.
    #[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
    fn view_rows(
        &self,
        py: Python<'_>,
        rows: PyReadonlyArray1<'_, i64>,
        observations: &Bound<'_, PyArray2<u8>>,
        mask: &Bound<'_, PyArray2<u8>>,
        to_move: &Bound<'_, PyArray1<i8>>,
    ) -> PyResult<()> {
        self.fits(py, observations, self.size, "observations")?;
        self.fits(py, mask, self.actions, "mask")?;
        self.is_long(py, to_move.len(), "seats")?;
        let (mut observations, mut mask) = (observations.try_readwrite()?, mask.try_readwrite()?);
        let mut to_move = to_move.try_readwrite()?;
        let (seen, mask) = (values(&mut observations)?, values(&mut mask)?);
        let (seats, rows) = (to_move.as_slice_mut()?, rows.as_array());
        let (size, actions) = (self.size, self.actions);
        self.locked(py, |Rows { any, .. }, _| {
            for row in rows.iter().filter_map(|&row| usize::try_from(row).ok()) {
                if row < self.rows {
                    let view = View {
                        observations: &mut seen[row * size..][..size],
                        mask: &mut mask[row * actions..][..actions],
                        seats: &mut seats[row..=row],
                    };
                    each!(&*any, env => env.view_row(row, view));
                }
            }
        })
    }

    /// Writes down what a seat sees now in one row.
    fn look(
        &self,
        py: Python<'_>,
        row: usize,
        observer: u8,
        observations: &Bound<'_, PyArray2<u8>>,
    ) -> PyResult<()> {
        self.fits(py, observations, self.size, "observations")?;
        let mut observations = observations.try_readwrite()?;
        let (seen, size) = (values(&mut observations)?, self.size);
        if let (Some(seat), true) = (Seat::new(observer), row < self.rows) {
            let seen = &mut seen[row * size..][..size];
            self.locked(py, |rows, _| each!(&rows.any, env => env.look(row, seat, seen)))?;
        }
        Ok(())
    }

    /// Holds the play of a row, or lets it go on.
    fn hold(&self, py: Python<'_>, row: usize, held: bool) -> PyResult<()> {
        self.locked(py, |Rows { any, log }, _| {
            each!(any, env => env.hold(row, held));
            log.hold(row, held);
        })
    }

    /// Makes moves in a row that were made before.
    #[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
    fn go_on(&self, py: Python<'_>, row: usize, actions: Vec<i64>) -> PyResult<()> {
        let gone_on = self.locked(py, |Rows { any, log }, _| {
            each!(any, env => env.go_on(row, &actions))?;
            log.add(row, &actions);
            Ok(())
        })?;
        gone_on.map_err(|fault| illegal(py, fault))
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// Begins again with the first deals of a seed, or of one for each row.
    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seeds = env_parts::seeds(seed, self.rows)?;
        let reset = self.locked(py, |Rows { any, log }, _| {
            (0..self.rows).for_each(|row| log.begin(row));
            each!(any, env => env.reset(seeds))
        })?;
        reset.map_err(|error| errors::always_void(py, error))
    }

    /// The number of the deal that each row plays.
    fn deals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let deals =
            self.locked(py, |rows, _| each!(&rows.any, env => env.deals().collect::<Vec<_>>()))?;
        Ok(PyArray1::from_vec(py, deals))
    }

    /// How many moves each row has made since its play began, and all these moves.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Moves<'py>> {
        let moves = self.locked(py, |Rows { log, .. }, _| {
            let moves = (0..self.rows).map(|row| log.moves(row).collect::<Vec<_>>());
            moves.collect::<Vec<_>>()
        })?;
        let counts = moves.iter().map(|own| i64::try_from(own.len()).unwrap_or(i64::MAX));
        Ok((PyArray1::from_iter(py, counts), PyArray1::from_vec(py, moves.concat())))
    }

    /// Writes down what observers have seen of the hands with which the play of rows began.
    #[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
    fn course<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'_, i64>,
        observers: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Courses<'py>> {
        let (rows, observers) = (rows.as_array().to_vec(), observers.as_array().to_vec());
        let (count, deck) = (rows.len(), self.deck);
        if observers.len() != count {
            return Err(Kind::Option.error(py, "shape", "not as many observers as rows"));
        }
        let (mut owner, mut barred) = (vec![-1_i8; count * deck], vec![0_u16; count * deck]);
        let is_seen = self.locked(py, |Rows { any, log }, _| {
            let looks = rows.iter().zip(&observers);
            let parts = owner.chunks_mut(deck.max(1)).zip(barred.chunks_mut(deck.max(1)));
            let course = |((&row, &observer), into)| {
                let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
                let observer = Seat::new(u8::try_from(observer).ok()?)?;
                Some(each!(&*any, env => env.course(row, observer, log.moves(row), into)))
            };
            looks.zip(parts).map(|look| course(look).unwrap_or(false)).collect::<Vec<bool>>()
        })?;
        let owner = PyArray1::from_vec(py, owner).reshape([count, deck])?;
        let barred = PyArray1::from_vec(py, barred).reshape([count, deck])?;
        Ok((PyArray1::from_vec(py, is_seen), owner, barred))
    }

    /// Lays out these deals, and makes moves in each that were made before.
    #[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
    fn resume(
        &self,
        py: Python<'_>,
        deals: PyReadonlyArray1<'_, u64>,
        counts: PyReadonlyArray1<'_, i64>,
        moves: PyReadonlyArray1<'_, u16>,
    ) -> PyResult<()> {
        let (deals, counts, moves) = (deals.as_slice()?, counts.as_slice()?, moves.as_slice()?);
        self.is_long(py, deals.len(), "deals")?;
        self.is_long(py, counts.len(), "counts")?;
        let resumed = self.locked(py, |Rows { any, log }, _| {
            let mut left = moves.iter().copied().map(i64::from);
            for (row, (&deal, &count)) in deals.iter().zip(counts).enumerate() {
                let count = usize::try_from(count).unwrap_or(0);
                let own: Vec<i64> = left.by_ref().take(count).collect();
                each!(&mut *any, env => {
                    env.turn_to(row, deal).map_err(Stop::Void)?;
                    env.go_on(row, &own).map_err(Stop::Illegal)?;
                });
                log.begin(row);
                log.add(row, &own);
            }
            Ok(())
        })?;
        resumed.map_err(|stop: Stop| stop.error(py))
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
        self.locked(py, |rows, _| each!(&rows.any, env => env.view(view)))
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
        let (rewards, done, last) =
            (values(&mut rewards)?, done.as_slice_mut()?, values(&mut last)?);
        let view = View {
            observations: values(&mut observations)?,
            mask: values(&mut mask)?,
            seats: to_move.as_slice_mut()?,
        };
        let stepped = self.locked(py, |Rows { any, log }, pool| {
            each!(any, env => {
                env.check(&actions).map_err(Stop::Illegal)?;
                let ends = Ends { rewards, done: &mut *done, last };
                env.step(pool, &actions, ends, view).map_err(Stop::Void)
            })?;
            log.step(&actions, done, self.is_dealt);
            Ok(())
        })?;
        stepped.map_err(|stop: Stop| stop.error(py))
    }
}

/// By look: whether all was seen, the owners and the seats that are barred.
type Courses<'py> =
    (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray2<u16>>);

type Moves<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>);

/// Why a step was not made.
enum Stop {
    Illegal(IllegalAction),
    Void(AlwaysVoid),
}

impl Stop {
    fn error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Void(error) => errors::always_void(py, error),
            Self::Illegal(fault) => illegal(py, fault),
        }
    }
}

impl PyEnv {
    fn of(
        py: Python<'_>,
        any: AnyEnv,
        rows: usize,
        (actions, is_dealt, threads): (usize, bool, Option<&Bound<'_, PyAny>>),
    ) -> PyResult<Self> {
        let (fields, size, seats, deck) = each!(&any, env => {
            (env.layout().fields().to_vec(), env.size(), env.seats(), env.layout().deck())
        });
        let tuple = |field: &Field| (field.name, field.start, field.rows, field.columns);
        Ok(Self {
            env: Mutex::new(Rows { any, log: Log::new(rows) }),
            pool: pool(py, thread_count(threads)?, rows < 512)?,
            fields: PyTuple::new(py, fields.iter().map(tuple))?.unbind(),
            size,
            actions,
            seats,
            deck,
            rows,
            is_dealt,
        })
    }

    /// Works on the deals while other threads run.
    fn locked<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Rows, &Pool) -> T + Send,
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

fn illegal(py: Python<'_>, fault: IllegalAction) -> PyErr {
    let IllegalAction { row, action, breach } = fault;
    let (code, why) = match breach {
        Some(breach) => (breach.code(), breach.to_string()),
        None => ("unknown_action", "this is no action of the play".to_owned()),
    };
    let message = format!("row {row}: action {action} is illegal: {why}");
    Kind::IllegalAction.error(py, code, &message)
}
