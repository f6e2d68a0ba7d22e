//! Reading plain data of Python attribute by attribute, so that every fault says where it stands.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use super::errors::Kind;

/// A value and where it stands in what was given.
pub(super) struct Reader<'py> {
    value: Bound<'py, PyAny>,
    at: String,
    kind: Kind,
}

impl<'py> Reader<'py> {
    /// Reads `value`, called `at` in messages; faults of the values in it are errors of `kind`.
    pub(super) fn new(value: &Bound<'py, PyAny>, at: impl Into<String>, kind: Kind) -> Self {
        Self { value: value.clone(), at: at.into(), kind }
    }

    pub(super) fn value(&self) -> &Bound<'py, PyAny> {
        &self.value
    }

    /// A value of another type than asked for.
    pub(super) fn wrong_type(&self, expected: &str) -> PyErr {
        let found = self.value.get_type().name().map_or_else(|_| "?".into(), |n| n.to_string());
        let message = format!("{}: expected {expected}, not {found}", self.at);
        Kind::Argument.error(self.value.py(), "bad_type", &message)
    }

    /// A value that is not among those possible.
    pub(super) fn wrong_value(&self, code: &str, message: &str) -> PyErr {
        self.kind.error(self.value.py(), code, &format!("{}: {message}", self.at))
    }

    /// The attribute `name`.
    pub(super) fn get(&self, name: &str) -> PyResult<Self> {
        let value = self
            .value
            .getattr(name)
            .map_err(|_| self.wrong_type(&format!("something with the attribute {name:?}")))?;
        Ok(Self { value, at: format!("{}.{name}", self.at), kind: self.kind })
    }

    /// The value itself unless it is `None`.
    pub(super) fn some(self) -> Option<Self> {
        (!self.value.is_none()).then_some(self)
    }

    /// The items of a tuple or list.
    pub(super) fn items(&self) -> PyResult<Vec<Self>> {
        let items: Vec<Bound<'py, PyAny>> = if let Ok(tuple) = self.value.cast::<PyTuple>() {
            tuple.iter().collect()
        } else if let Ok(list) = self.value.cast::<PyList>() {
            list.iter().collect()
        } else {
            return Err(self.wrong_type("a tuple or list"));
        };
        let reader =
            |(index, value)| Self { value, at: format!("{}[{index}]", self.at), kind: self.kind };
        Ok(items.into_iter().enumerate().map(reader).collect())
    }

    /// What `read` makes of each item of a tuple or list.
    pub(super) fn each<T>(&self, read: impl Fn(&Self) -> PyResult<T>) -> PyResult<Vec<T>> {
        self.items()?.iter().map(read).collect()
    }

    /// An integer that fits; `True` is none.
    pub(super) fn int<T: TryFrom<i64>>(&self) -> PyResult<T> {
        match integer(&self.value) {
            Integer::Is(number) => T::try_from(number).ok(),
            Integer::Huge => None,
            Integer::Other => return Err(self.wrong_type("an integer")),
        }
        .ok_or_else(|| {
            let size = 8 * size_of::<T>();
            let message = format!("{} is not a number of {size} bits", text_of(&self.value));
            self.wrong_value("out_of_range", &message)
        })
    }

    /// Integers.
    pub(super) fn ints<T: TryFrom<i64>>(&self) -> PyResult<Vec<T>> {
        // Where each stands is written down only if one of them is wrong.
        let plain = |item: Bound<'py, PyAny>| {
            let number = item.cast_exact::<PyInt>().ok()?.extract().ok()?;
            T::try_from(number).ok()
        };
        let numbers: Option<Vec<T>> =
            self.value.cast::<PyTuple>().ok().and_then(|tuple| tuple.iter().map(plain).collect());
        numbers.map_or_else(|| self.each(Self::int), Ok)
    }

    /// `True` or `False`.
    pub(super) fn flag(&self) -> PyResult<bool> {
        match self.value.cast::<PyBool>() {
            Ok(flag) => Ok(flag.is_true()),
            Err(_) => Err(self.wrong_type("True or False")),
        }
    }

    /// A string, if it is one.
    pub(super) fn text(&self) -> Option<String> {
        self.value.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned())
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> PyResult<T> {
        let text = self.text().ok_or_else(|| self.wrong_type("a string"))?;
        choices.iter().find(|(name, _)| *name == text).map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
            let message = format!("{text:?} is not one of {}", names.join(", "));
            self.wrong_value("unknown_word", &message)
        })
    }
}

/// What a value is as an integer.
pub(super) enum Integer {
    /// This one.
    Is(i64),
    /// One that 64 bits do not hold.
    Huge,
    /// None at all: neither an int nor something that stands for one, or a bool.
    Other,
}

/// Reads an integer: an `int`, or what says to be one by `__index__`, but no `bool`.
pub(super) fn integer(value: &Bound<'_, PyAny>) -> Integer {
    if value.is_instance_of::<PyBool>() {
        return Integer::Other;
    }
    if let Ok(number) = value.extract() {
        return Integer::Is(number);
    }
    let index = || value.py().import("operator")?.getattr("index")?.call1((value,));
    let is_integer = value.is_instance_of::<PyInt>() || index().is_ok();
    if is_integer { Integer::Huge } else { Integer::Other }
}

/// The value as Python writes it, short.
pub(super) fn text_of(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "?".into(), |text| text.to_string_lossy().into_owned());
    if text.chars().count() <= 60 {
        text
    } else {
        text.chars().take(57).chain("...".chars()).collect()
    }
}

/// An argument that counts something, from 0 on.
pub(super) fn count(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    Reader::new(value, name, Kind::Option).int()
}

/// An argument of 64 bits without a sign.
pub(super) fn word(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    let reader = Reader::new(value, name, Kind::Option);
    match integer(value) {
        Integer::Other => Err(reader.wrong_type("an integer")),
        _ => value.extract().or_else(|_| index(value)?.extract()).map_err(|_: PyErr| {
            let message = format!("{} is not from 0 to 2**64 - 1", text_of(value));
            reader.wrong_value("out_of_range", &message)
        }),
    }
}

fn index<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value.py().import("operator")?.getattr("index")?.call1((value,))
}

/// The number of threads, if one is given.
pub(super) fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let threads = count(value, "threads")?;
    if (1..=crate::batch::MAX_THREADS).contains(&threads) {
        return Ok(Some(threads));
    }
    let message = format!("threads must be 1 to {}, not {threads}", crate::batch::MAX_THREADS);
    Err(Kind::Option.error(value.py(), "threads", &message))
}
