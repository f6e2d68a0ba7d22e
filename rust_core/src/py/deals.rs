//! Dealing, and the words it is done with.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::errors::{self, Kind};
use super::plans;
use super::reader::{Reader, count, threads as thread_count, word};
use crate::batch::Pool;
use crate::random::{Dealer, Stream};

/// Rows that are dealt before anybody else has a say.
const AT_ONCE: usize = 1 << 17;

/// So many bytes are always there.
const SMALL: usize = 1 << 24;

/// Reads and checks a `plan.DealSpec`.
pub(super) fn dealer(spec: &Bound<'_, PyAny>) -> PyResult<Dealer> {
    let plan = plans::deal_spec(&Reader::new(spec, "spec", Kind::Option))?;
    Dealer::new(&plan).map_err(|faults| {
        Kind::Option.faults(spec.py(), "bad_deal_spec", "bad deal specification", &faults)
    })
}

/// Threads as asked for; none are started for little work.
pub(super) fn pool(py: Python<'_>, threads: Option<usize>, is_little: bool) -> PyResult<Pool> {
    let threads = if is_little { Some(1) } else { threads };
    Pool::new(threads).map_err(|error| Kind::Option.error(py, "threads", &error.to_string()))
}

/// Checks that rows of so many bytes fit into the memory of this machine.
pub(super) fn need_room(py: Python<'_>, rows: usize, size: usize) -> PyResult<()> {
    if rows.saturating_mul(size) > SMALL {
        py.import("ultimo.memory")?.call_method1("need_room", (rows, size, "rows"))?;
    }
    Ok(())
}

/// A new array without values. One that cannot fit into the memory is a `MemoryLimitError`.
pub(super) fn empty<'py, T: numpy::Element>(
    py: Python<'py>,
    rows: usize,
    columns: usize,
    kind: &str,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    need_room(py, rows, columns.saturating_mul(size_of::<T>()))?;
    let kwargs = PyDict::new(py);
    kwargs.set_item("dtype", kind)?;
    let numpy = py.import("numpy")?;
    let array = numpy.getattr("zeros")?.call(((rows, columns),), Some(&kwargs));
    let array = array.map_err(|error| {
        // NumPy calls a shape beyond the address space a ValueError.
        if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) {
            Kind::MemoryLimit.error(py, "memory_limit", &format!("no room for {rows} rows"))
        } else {
            error
        }
    })?;
    Ok(array.cast_into::<PyArray2<T>>()?)
}

/// The values of an array that was just made.
pub(super) fn values<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArray<'_, T, numpy::Ix2>,
) -> PyResult<&'a mut [T]> {
    Ok(array.as_slice_mut()?)
}

/// Tells how far the work is, and stops it on Ctrl-C.
pub(super) fn report(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    done: usize,
    n: usize,
) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress.filter(|progress| !progress.is_none()) {
        progress.call1((done, n))?;
    }
    Ok(())
}

/// Deals many times.
#[pyfunction]
#[pyo3(signature = (spec, n, *, seed, start = None, threads = None, progress = None))]
pub(super) fn deal_rows<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, seed) = (count(n, "n")?, word(seed, "seed")?);
    let start = start.map_or(Ok(0), |start| word(start, "start"))?;
    let dealer = dealer(spec)?;
    let size = dealer.deck_size();
    let pool = pool(py, thread_count(threads)?, n < 2048)?;
    let array = empty::<u8>(py, n, size, "uint8")?;
    let mut rows = array.try_readwrite()?;
    let mut done = 0;
    for part in values(&mut rows)?.chunks_mut(AT_ONCE * size) {
        let first = start.wrapping_add(done as u64);
        py.detach(|| crate::batch::deal_rows(&pool, &dealer, seed, first, part))
            .map_err(|error| errors::always_void(py, error))?;
        done += part.len() / size;
        report(py, progress, done, n)?;
    }
    drop(rows);
    Ok(array)
}

/// Deals the deals with some numbers, each from a seed of its own.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
pub(super) fn deal_numbers<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyAny>,
    numbers: PyReadonlyArray1<'py, u64>,
    seeds: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let dealer = dealer(spec)?;
    let size = dealer.deck_size();
    let array = empty::<u8>(py, numbers.len()?, size, "uint8")?;
    let mut rows = array.try_readwrite()?;
    let dealt = numbers
        .as_array()
        .iter()
        .zip(seeds.as_array())
        .zip(values(&mut rows)?.chunks_exact_mut(size))
        .try_for_each(|((&number, &seed), row)| dealer.deal(seed, number, row));
    dealt.map_err(|error| errors::always_void(py, error))?;
    drop(rows);
    Ok(array)
}

/// Words of a random stream.
#[pyfunction]
pub(super) fn stream_words<'py>(
    py: Python<'py>,
    seed: &Bound<'py, PyAny>,
    stream: &Bound<'py, PyAny>,
    counter: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let n = count(n, "n")?;
    let mut stream =
        Stream::new(word(seed, "seed")?, word(stream, "stream")?, word(counter, "counter")?);
    let array = empty::<u32>(py, 1, n, "uint32")?;
    let mut words = array.try_readwrite()?;
    for word in values(&mut words)? {
        *word = stream.word();
    }
    drop(words);
    array.reshape([n])
}
