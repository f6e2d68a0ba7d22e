//! Playing recorded lines of many deals again.

use numpy::{PyArray1, PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::deals::{pool, report};
use super::errors::Kind;
use super::policy::Policy;
use super::reader::{Reader, threads as thread_count};
use super::simulate::{read_plan_of, read_plans};
use crate::batch::{AnyPlan, ReplayRows, Replays};

/// Rows that are played before anybody else has a say.
const AT_ONCE: usize = 1 << 15;

/// Returns, points, tricks, number of moves, whether the next is illegal, whether the deal is over.
type Results = (
    Py<PyArray2<f64>>,
    Py<PyArray2<i32>>,
    Py<PyArray2<u8>>,
    Py<PyArray1<i32>>,
    Py<PyArray1<u8>>,
    Py<PyArray1<u8>>,
);

/// Plays recorded lines again.
#[pyfunction]
#[pyo3(signature = (plans, deals, lines, *, plan_of = None, threads = None, progress = None))]
pub(super) fn replay(
    py: Python<'_>,
    plans: &Bound<'_, PyAny>,
    deals: &Bound<'_, PyAny>,
    lines: &Bound<'_, PyAny>,
    plan_of: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Results> {
    let plans = read_plans(plans, true, &Policy::Random)?;
    let (deals, columns, n) = read_rows(deals, "deals")?;
    let (lines, width, lines_n) = read_rows(lines, "plays")?;
    if lines_n != n {
        let message = format!("{n} deals, but {lines_n} rows of plays");
        return Err(Kind::Deal.error(py, "rows", &message));
    }
    let needed = plans.iter().map(AnyPlan::columns).max().unwrap_or(0);
    if needed > columns {
        let message = format!("the plans need {needed} columns, the deals have {columns}");
        return Err(Kind::Deal.error(py, "columns", &message));
    }
    let plan_of = read_plan_of(py, plan_of, n, plans.len())?;
    let pool = pool(py, thread_count(threads)?, n < 512)?;
    let seats = plans.first().map_or(1, AnyPlan::seats);
    let (mut returns, mut points) = (vec![0.0; n * seats], vec![0; n * seats]);
    let mut tricks = vec![0; n * seats];
    let (mut moves, mut illegal, mut over) = (vec![0; n], vec![0; n], vec![0; n]);
    for first in (0..n).step_by(AT_ONCE) {
        let rows = first..n.min(first + AT_ONCE);
        let of_seats = first * seats..rows.end * seats;
        let replays = Replays {
            plans: &plans,
            plan_of: plan_of.as_ref().map(|plans| &plans[rows.clone()]),
            deals: (&deals[first * columns..rows.end * columns], columns),
            lines: (&lines[first * width..rows.end * width], width),
        };
        let out = ReplayRows {
            seats,
            returns: &mut returns[of_seats.clone()],
            points: &mut points[of_seats.clone()],
            tricks: &mut tricks[of_seats],
            moves: &mut moves[rows.clone()],
            illegal: &mut illegal[rows.clone()],
            over: &mut over[rows.clone()],
        };
        py.detach(|| replays.run(&pool, out)).map_err(|fault| {
            let fault = fault.further(first);
            Kind::Deal.error(py, "bad_row", &fault.to_string())
        })?;
        report(py, progress, rows.end, n)?;
    }
    Ok((
        square(py, returns, seats)?,
        square(py, points, seats)?,
        square(py, tricks, seats)?,
        PyArray1::from_vec(py, moves).unbind(),
        PyArray1::from_vec(py, illegal).unbind(),
        PyArray1::from_vec(py, over).unbind(),
    ))
}

/// The numbers of an array of two dimensions, its width, and the number of its rows: a copy, so that
/// nobody can change them while they are used.
fn read_rows(given: &Bound<'_, PyAny>, name: &str) -> PyResult<(Vec<u8>, usize, usize)> {
    let Ok(array) = given.extract::<PyReadonlyArray2<'_, u8>>() else {
        let message = "an array (n, columns) of uint8";
        return Err(Reader::new(given, name, Kind::Deal).wrong_type(message));
    };
    let [rows, columns] = [array.shape()[0], array.shape()[1]];
    Ok((array.as_array().iter().copied().collect(), columns, rows))
}

fn square<T: numpy::Element>(
    py: Python<'_>,
    values: Vec<T>,
    columns: usize,
) -> PyResult<Py<PyArray2<T>>> {
    use numpy::PyArrayMethods;

    let rows = values.len() / columns;
    Ok(PyArray1::from_vec(py, values).reshape([rows, columns])?.unbind())
}
