//! `Barter`: a round without tricks, and many of them played out.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::deals::{dealer as dealing, empty, need_room, pool, report, values};
use super::errors::{self, Kind};
use super::policy::Liking;
use super::reader::{Reader, count, threads as thread_count, word};
use crate::barter::{Action, Barter, BarterSetup, BarterSpec, ROUND_ACTIONS};
use crate::batch::{BarterPlan, RoundPreference, RoundRows};
use crate::counting::HandRule;

/// Rows that are played before anybody else has a say.
const AT_ONCE: usize = 1 << 15;

/// A round in which hands are exchanged with an open table. Immutable.
#[pyclass(name = "Barter", module = "ultimo._core", frozen)]
pub(super) struct PyBarter {
    spec: BarterSpec,
    round: Barter,
    /// What it was begun with: specification, hands, talon and dealer.
    begun: Py<PyTuple>,
    /// The codes of the actions since.
    codes: Vec<u8>,
}

#[pymethods]
impl PyBarter {
    #[new]
    #[pyo3(signature = (spec, hands, talon, dealer, codes = None))]
    fn new(
        py: Python<'_>,
        spec: &Bound<'_, PyAny>,
        hands: &Bound<'_, PyAny>,
        talon: &Bound<'_, PyAny>,
        dealer: &Bound<'_, PyAny>,
        codes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = spec;
        let spec = read_spec(&Reader::new(spec, "spec", Kind::Option))?;
        let cards = |cards: &Reader<'_>| cards.each(Reader::int);
        let setup = BarterSetup {
            hands: Reader::new(hands, "hands", Kind::Deal).each(cards)?,
            talon: cards(&Reader::new(talon, "talon", Kind::Deal))?,
            dealer: Reader::new(dealer, "dealer", Kind::Deal).int()?,
        };
        let round = Barter::begin(&spec, &setup)
            .map_err(|faults| Kind::Deal.faults(py, "bad_setup", "bad setup", &faults))?;
        let tuple = |cards: &Vec<u8>| PyTuple::new(py, cards);
        let hands = setup.hands.iter().map(tuple).collect::<PyResult<Vec<_>>>()?;
        let (hands, talon) = (PyTuple::new(py, hands)?, tuple(&setup.talon)?);
        let begun = (given, hands, talon, setup.dealer).into_pyobject(py)?.unbind();
        let mut begun = Self { spec, round, begun, codes: vec![] };
        let codes = codes.map(|codes| Reader::new(codes, "codes", Kind::IllegalAction).ints());
        for code in codes.transpose()?.unwrap_or_default() {
            begun.take(py, code)?;
        }
        Ok(begun)
    }

    /// The hand of each seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seats = 0..self.spec.seats;
        let hands = seats.map(|seat| match self.round.hand(seat) {
            Some(hand) => PyTuple::new(py, hand),
            None => Ok(PyTuple::empty(py)),
        });
        PyTuple::new(py, hands.collect::<PyResult<Vec<_>>>()?)
    }

    /// The cards on the table; before the choice those that come there if he keeps his hand.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.round.table())
    }

    /// The rest pile, the next card first.
    #[getter]
    fn rest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.round.rest())
    }

    /// Whose turn it is; `None` when the round is over.
    #[getter]
    fn current_player(&self) -> Option<u8> {
        self.round.seat()
    }

    /// Whether the dealer has not chosen yet.
    #[getter]
    fn is_choosing(&self) -> bool {
        self.round.is_choosing()
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.round.is_over()
    }

    /// Who has closed.
    #[getter]
    fn closer(&self) -> Option<u8> {
        self.round.closer()
    }

    /// The doubled value of each hand, and what orders hands of equal value; zeros for who sits out.
    #[getter]
    fn ranked(&self) -> Vec<(u16, u8)> {
        let ranked = |seat| self.spec.hands.ranked(self.round.hand(seat)?);
        (0..self.spec.seats).map(|seat| ranked(seat).unwrap_or_default()).collect()
    }

    /// The codes of the legal actions.
    fn legal(&self) -> Vec<u8> {
        let legal = self.round.legal(&self.spec);
        (0..ROUND_ACTIONS).filter(|code| legal >> code & 1 == 1).collect()
    }

    /// The round after an action.
    fn after(&self, py: Python<'_>, code: &Bound<'_, PyAny>) -> PyResult<Self> {
        let code: u8 = Reader::new(code, "code", Kind::IllegalAction).int()?;
        let (spec, begun) = (self.spec.clone(), self.begun.clone_ref(py));
        let mut after = Self { spec, round: self.round, begun, codes: self.codes.clone() };
        after.take(py, code)?;
        Ok(after)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyAny>)> {
        let (py, round) = (slf.py(), slf.get());
        let codes = PyTuple::new(py, &round.codes)?;
        let arguments = round.begun.bind(py).add((codes,))?;
        Ok((slf.get_type(), arguments))
    }

    fn __repr__(&self) -> String {
        match self.round.seat() {
            Some(seat) => format!("<Barter, seat {seat}>"),
            None => "<Barter, over>".into(),
        }
    }
}

impl PyBarter {
    fn take(&mut self, py: Python<'_>, code: u8) -> PyResult<()> {
        let is_legal = code < ROUND_ACTIONS && self.round.legal(&self.spec) >> code & 1 == 1;
        let Some(action) = Action::from_code(code).filter(|_| is_legal) else {
            let message = format!("the action {code} is not legal now");
            return Err(Kind::IllegalAction.error(py, "not_legal", &message));
        };
        self.round.apply(&self.spec, action);
        self.codes.push(code);
        Ok(())
    }
}

/// The doubled value of a hand of three, and what orders hands of equal value.
#[pyfunction]
pub(super) fn rank_hand(
    py: Python<'_>,
    rule: &Bound<'_, PyAny>,
    hand: &Bound<'_, PyAny>,
) -> PyResult<(u16, u8)> {
    let rule = read_rule(&Reader::new(rule, "rule", Kind::Option))?;
    let cards: Vec<u8> = Reader::new(hand, "hand", Kind::Deal).each(Reader::int)?;
    let ranked = <[u8; 3]>::try_from(cards).ok().and_then(|hand| rule.ranked(hand));
    let message = "a hand is three cards of the deck";
    ranked.ok_or_else(|| Kind::Deal.error(py, "bad_hand", message))
}

/// What came of rounds: doubled values, what orders equal ones, who closed, number of actions.
type Rounds<'py> =
    (Bound<'py, PyArray2<u16>>, Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i8>>, u64);

/// Deals and plays many rounds out.
#[pyfunction]
#[pyo3(signature = (
    spec, deals, active, dealer, n, *, seed, start = None, policy = None, threads = None,
    progress = None,
))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn barter_rounds<'py>(
    py: Python<'py>,
    spec: &Bound<'py, PyAny>,
    deals: &Bound<'py, PyAny>,
    active: &Bound<'py, PyAny>,
    dealer: &Bound<'py, PyAny>,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    start: Option<&Bound<'py, PyAny>>,
    policy: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Rounds<'py>> {
    let spec = read_spec(&Reader::new(spec, "spec", Kind::Option))?;
    let plan = BarterPlan {
        preference: read_preference(py, policy, &spec)?,
        spec,
        active: Reader::new(active, "active", Kind::Deal).each(Reader::int)?,
        dealer: Reader::new(dealer, "dealer", Kind::Deal).int()?,
    };
    let pack = dealing(deals)?;
    plan.check(&pack).map_err(|faults| Kind::Option.faults(py, "bad_plan", "bad plan", &faults))?;
    let (n, seed) = (count(n, "n")?, word(seed, "seed")?);
    let start = start.map_or(Ok(0), |start| word(start, "start"))?;
    let pool = pool(py, thread_count(threads)?, n < 512)?;
    let seats = usize::from(plan.spec.seats);
    need_room(py, n, seats * (size_of::<u16>() + 1) + 1)?;
    let hands = empty::<u16>(py, n, seats, "uint16")?;
    let orders = empty::<u8>(py, n, seats, "uint8")?;
    let closers = empty::<i8>(py, n, 1, "int8")?;
    let mut actions = 0;
    {
        let (mut hands, mut orders) = (hands.try_readwrite()?, orders.try_readwrite()?);
        let mut closers = closers.try_readwrite()?;
        let parts = values(&mut hands)?
            .chunks_mut(AT_ONCE * seats)
            .zip(values(&mut orders)?.chunks_mut(AT_ONCE * seats))
            .zip(values(&mut closers)?.chunks_mut(AT_ONCE));
        let mut done = 0;
        for ((values, orders), closers) in parts {
            let (rows, first) = (closers.len(), start.wrapping_add(done as u64));
            let out = RoundRows { values, orders, closers };
            actions += py
                .detach(|| plan.run(&pool, &pack, seed, first, out))
                .map_err(|error| errors::always_void(py, error))?;
            done += rows;
            report(py, progress, done, n)?;
        }
    }
    Ok((hands, orders, closers.reshape([n])?, actions))
}

/// What the seats prefer, if they prefer something.
fn read_preference(
    py: Python<'_>,
    policy: Option<&Bound<'_, PyAny>>,
    spec: &BarterSpec,
) -> PyResult<Option<RoundPreference>> {
    let Some(policy) = policy.filter(|policy| !policy.is_none()) else { return Ok(None) };
    let liking = Liking::read(&Reader::new(policy, "policy", Kind::Option))?;
    let actions = RoundPreference::actions(spec.deck_size());
    liking.check(py, usize::from(spec.seats), actions)?;
    Ok(Some(RoundPreference::new(spec.deck_size(), &liking.numbers)))
}

fn read_rule(rule: &Reader<'_>) -> PyResult<HandRule> {
    let table = |name| rule.get(name)?.each(Reader::int);
    Ok(HandRule {
        suits: table("suits")?,
        ranks: table("ranks")?,
        points: table("points")?,
        feuer_rank: rule.get("feuer_rank")?.int()?,
        feuer: rule.get("feuer")?.int()?,
        triplet: rule.get("triplet")?.int()?,
        blitz_points: rule.get("blitz_points")?.int()?,
    })
}

fn read_spec(spec: &Reader<'_>) -> PyResult<BarterSpec> {
    Ok(BarterSpec {
        seats: spec.get("seats")?.int()?,
        hands: read_rule(&spec.get("hands")?)?,
        renews: spec.get("renews")?.flag()?,
        closes_at_once: spec.get("closes_at_once")?.flag()?,
        most_turns: spec.get("most_turns")?.int()?,
    })
}
