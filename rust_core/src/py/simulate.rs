//! Playouts of many deals.

use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use super::deals::{dealer, empty, need_room, pool, report, values};
use super::errors::{self, Kind};
use super::payoff::{AnyScore, PyPayoff};
use super::plans;
use super::play_rules::PyPlayRules;
use super::policy::Policy;
use super::reader::{Reader, count, threads as thread_count, word};
use crate::batch::{AnyPlan, Deals, Plan, PlayoutRows, Playouts, RowFault, Tally};
use crate::play::{Setup, SetupErrors};
use crate::random::Dealer;
use crate::rules::AnyRules;

/// Rows that are played before anybody else has a say.
const AT_ONCE: usize = 1 << 15;

/// What came of many playouts, one row a deal.
#[pyclass(name = "Playouts", module = "ultimo._core", frozen)]
pub(super) struct PyPlayouts {
    #[pyo3(get)]
    returns: Py<PyArray2<f64>>,
    #[pyo3(get)]
    points: Py<PyArray2<i32>>,
    #[pyo3(get)]
    tricks: Py<PyArray2<u8>>,
    #[pyo3(get)]
    plays: Option<Py<PyAny>>,
    #[pyo3(get)]
    moves: u64,
    rows: usize,
}

#[pymethods]
impl PyPlayouts {
    fn __len__(&self) -> usize {
        self.rows
    }

    fn __repr__(&self) -> String {
        format!("<Playouts of {} deals, {} moves>", self.rows, self.moves)
    }
}

/// Plays many deals out.
#[pyfunction]
#[pyo3(signature = (
    plans, deals, n = None, *, seed, start = None, plan_of = None, plays = false, policy = None,
    threads = None, progress = None,
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
#[allow(clippy::similar_names, reason = "their names in Python")]
pub(super) fn simulate(
    py: Python<'_>,
    plans: &Bound<'_, PyAny>,
    deals: &Bound<'_, PyAny>,
    n: Option<&Bound<'_, PyAny>>,
    seed: &Bound<'_, PyAny>,
    start: Option<&Bound<'_, PyAny>>,
    plan_of: Option<&Bound<'_, PyAny>>,
    plays: bool,
    policy: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPlayouts> {
    let plans = read_plans(plans, plays, &Policy::read(policy)?)?;
    let source = Source::read(deals, n)?;
    let n = source.rows();
    source.check(py, &plans)?;
    let job = Job {
        seed: word(seed, "seed")?,
        start: start.map_or(Ok(0), |start| word(start, "start"))?,
        plan_of: read_plan_of(py, plan_of, n, plans.len())?,
        plans,
        source,
    };
    let pool = pool(py, thread_count(threads)?, n < 512)?;
    let seats = job.plans.first().map_or(1, AnyPlan::seats);
    let width = job.plans.iter().map(AnyPlan::longest).max().unwrap_or(0).max(1);
    let row = (size_of::<f64>() + size_of::<i32>() + 1) * seats + usize::from(plays) * width;
    need_room(py, n, row)?;
    let returns = empty::<f64>(py, n, seats, "float64")?;
    let points = empty::<i32>(py, n, seats, "int32")?;
    let tricks = empty::<u8>(py, n, seats, "uint8")?;
    let lines = empty::<u8>(py, if plays { n } else { 0 }, width, "uint8")?;
    let mut tally = Tally::default();
    {
        let (mut returns, mut points) = (returns.try_readwrite()?, points.try_readwrite()?);
        let (mut tricks, mut lines) = (tricks.try_readwrite()?, lines.try_readwrite()?);
        let mut lines = values(&mut lines)?.chunks_mut(AT_ONCE * width);
        let parts = values(&mut returns)?
            .chunks_mut(AT_ONCE * seats)
            .zip(values(&mut points)?.chunks_mut(AT_ONCE * seats))
            .zip(values(&mut tricks)?.chunks_mut(AT_ONCE * seats));
        let mut done = 0;
        for ((returns, points), tricks) in parts {
            let rows = returns.len() / seats;
            let plays = lines.next().map(|lines| {
                lines.fill(u8::MAX);
                (lines, width)
            });
            let out = PlayoutRows { seats, returns, points, tricks, plays };
            let part = job.run(py, &pool, done, rows, out)?;
            tally.moves += part.moves;
            tally.longest = tally.longest.max(part.longest);
            done += rows;
            report(py, progress, done, n)?;
        }
    }
    let plays = plays.then(|| cut(lines.as_any(), tally.longest)).transpose()?;
    Ok(PyPlayouts {
        returns: returns.unbind(),
        points: points.unbind(),
        tricks: tricks.unbind(),
        plays,
        moves: tally.moves,
        rows: n,
    })
}

/// What is played.
struct Job<'py> {
    plans: Vec<AnyPlan>,
    source: Source<'py>,
    plan_of: Option<Vec<u32>>,
    seed: u64,
    start: u64,
}

impl Job<'_> {
    /// Plays `rows` rows from `first` on.
    fn run(
        &self,
        py: Python<'_>,
        pool: &crate::batch::Pool,
        first: usize,
        rows: usize,
        out: PlayoutRows<'_>,
    ) -> PyResult<Tally> {
        // A copy, so that nobody can change the rows while they are played.
        let given = self.source.copy(first, rows)?;
        let deals = match &self.source {
            Source::Dealt(dealer, _) => Deals::Dealt(dealer),
            Source::Given(array) => Deals::Given(&given, array.shape()[1]),
        };
        let playouts = Playouts {
            plans: &self.plans,
            plan_of: self.plan_of.as_ref().map(|plans| &plans[first..first + rows]),
            deals,
            seed: self.seed,
            start: self.start.wrapping_add(first as u64),
        };
        py.detach(|| playouts.run(pool, out)).map_err(|fault| match fault {
            RowFault::Void(error) => errors::always_void(py, error),
            RowFault::Row { .. } => {
                Kind::Deal.error(py, "bad_row", &fault.further(first).to_string())
            }
        })
    }
}

/// Where the rows come from.
enum Source<'py> {
    Dealt(Box<Dealer>, usize),
    Given(Bound<'py, PyArray2<u8>>),
}

impl<'py> Source<'py> {
    fn read(deals: &Bound<'py, PyAny>, n: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let py = deals.py();
        let n = n.filter(|n| !n.is_none()).map(|n| count(n, "n")).transpose()?;
        if deals.hasattr("hand_sizes")? {
            let n = n.ok_or_else(|| {
                Kind::Option.error(py, "n", "n is needed: the number of deals to deal")
            })?;
            return Ok(Self::Dealt(Box::new(dealer(deals)?), n));
        }
        let Ok(array) = deals.cast::<PyArray2<u8>>() else {
            let message = "a DealSpec or an array (n, columns) of uint8";
            return Err(Reader::new(deals, "deals", Kind::Deal).wrong_type(message));
        };
        let rows = array.shape()[0];
        if n.is_some_and(|n| n != rows) {
            let message = format!("n is not the number of rows, which is {rows}");
            return Err(Kind::Option.error(py, "n", &message));
        }
        Ok(Self::Given(array.clone()))
    }

    fn rows(&self) -> usize {
        match self {
            Self::Dealt(_, n) => *n,
            Self::Given(array) => array.shape()[0],
        }
    }

    /// Whether the rows have the columns that the plans name.
    fn check(&self, py: Python<'_>, plans: &[AnyPlan]) -> PyResult<()> {
        let columns = match self {
            Self::Dealt(dealer, _) => dealer.deck_size(),
            Self::Given(array) => array.shape()[1],
        };
        let needed = plans.iter().map(AnyPlan::columns).max().unwrap_or(0);
        if needed <= columns {
            return Ok(());
        }
        let message = format!("the plans need {needed} columns, the deals have {columns}");
        Err(Kind::Deal.error(py, "columns", &message))
    }

    fn copy(&self, first: usize, rows: usize) -> PyResult<Vec<u8>> {
        let Self::Given(array) = self else { return Ok(Vec::new()) };
        let py = array.py();
        let (first, rows) = (isize::try_from(first)?, isize::try_from(rows)?);
        let part = array.get_item(PySlice::new(py, first, first + rows, 1))?;
        let part: PyReadonlyArray2<'_, u8> = part.extract()?;
        Ok(part.as_array().iter().copied().collect())
    }
}

pub(super) fn read_plans(
    given: &Bound<'_, PyAny>,
    records: bool,
    policy: &Policy,
) -> PyResult<Vec<AnyPlan>> {
    let py = given.py();
    let reader = Reader::new(given, "plans", Kind::Option);
    let plans = reader.each(|plan| read_plan(plan, records, policy))?;
    let seats = plans.first().map(AnyPlan::seats);
    if plans.is_empty() || plans.iter().any(|plan| Some(plan.seats()) != seats) {
        let message = "plans must be one or more, all with equally many seats";
        return Err(Kind::Option.error(py, "bad_plan", message));
    }
    Ok(plans)
}

fn read_plan(plan: &Reader<'_>, records: bool, policy: &Policy) -> PyResult<AnyPlan> {
    let py = plan.value().py();
    let items = plan.items()?;
    let [rules, payoff, columns] = &items[..] else {
        return Err(plan.wrong_type("rules, payoff and columns"));
    };
    let Ok(rules) = rules.value().cast::<PyPlayRules>() else {
        return Err(rules.wrong_type("PlayRules"));
    };
    let score = if payoff.value().is_none() {
        None
    } else {
        let Ok(payoff) = payoff.value().cast::<PyPayoff>() else {
            return Err(payoff.wrong_type("Payoff or None"));
        };
        if !payoff.get().fits(rules.get()) {
            let message = "the payoff was made for other rules";
            return Err(Kind::Option.error(py, "other_rules", message));
        }
        Some(payoff.get().score())
    };
    let record = match rules.get().record() {
        Some(record) => record,
        None if records => {
            let message = "plays are recorded only of games whose moves are numbered below 255";
            return Err(Kind::Option.error(py, "plays", message));
        }
        None => [u8::MAX; 256],
    };
    let setup = plans::setup(columns)?;
    let plan = any_plan(rules.get().any(), score, setup, record)
        .map_err(|faults| Kind::Option.faults(py, "bad_plan", "bad plan of a row", &faults))?;
    Ok(match policy.preference(py, rules.get())? {
        Some(preference) => plan.preferring(preference),
        None => plan,
    })
}

fn any_plan(
    rules: &AnyRules,
    score: Option<&AnyScore>,
    setup: Setup,
    record: [u8; 256],
) -> Result<AnyPlan, SetupErrors> {
    match (rules, score) {
        (AnyRules::Narrow(rules), score) => {
            let payoff = match score {
                Some(AnyScore::Narrow(score)) => Some(&*score.payoff),
                _ => None,
            };
            Plan::new(rules, payoff, setup, record).map(AnyPlan::Narrow)
        }
        (AnyRules::Wide(rules), score) => {
            let payoff = match score {
                Some(AnyScore::Wide(score)) => Some(&*score.payoff),
                _ => None,
            };
            Plan::new(rules, payoff, setup, record).map(AnyPlan::Wide)
        }
    }
}

/// The plan of each row.
pub(super) fn read_plan_of(
    py: Python<'_>,
    plan_of: Option<&Bound<'_, PyAny>>,
    n: usize,
    plans: usize,
) -> PyResult<Option<Vec<u32>>> {
    let Some(array) = plan_of.filter(|array| !array.is_none()) else { return Ok(None) };
    let reader = Reader::new(array, "plan_of", Kind::Option);
    let wrong = || reader.wrong_type("an array (n,) of integers");
    let kind: String = array
        .getattr("dtype")
        .and_then(|kind| kind.getattr("kind")?.extract())
        .map_err(|_| wrong())?;
    if kind != "i" && kind != "u" {
        return Err(wrong());
    }
    let numbers = py.import("numpy")?.getattr("ascontiguousarray")?.call1((array, "int64"))?;
    let numbers = numbers.cast_into::<numpy::PyArray1<i64>>().map_err(|_| wrong())?;
    let numbers = numbers.to_vec()?;
    if numbers.len() != n {
        let message = format!("{} numbers for {n} rows", numbers.len());
        return Err(reader.wrong_value("plan_of", &message));
    }
    let mut checked = Vec::with_capacity(n);
    for (row, number) in numbers.into_iter().enumerate() {
        match u32::try_from(number) {
            Ok(number) if (number as usize) < plans => checked.push(number),
            _ => {
                let message = format!("row {row}: there is no plan {number}");
                return Err(reader.wrong_value("plan_of", &message));
            }
        }
    }
    Ok(Some(checked))
}

/// The first columns of an array, as an array of its own.
fn cut(array: &Bound<'_, PyAny>, columns: u32) -> PyResult<Py<PyAny>> {
    let py = array.py();
    let columns = PySlice::new(py, 0, isize::try_from(columns)?, 1);
    let part = array.get_item((PySlice::full(py), columns))?;
    Ok(py.import("numpy")?.getattr("ascontiguousarray")?.call1((part,))?.unbind())
}
