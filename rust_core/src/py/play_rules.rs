//! `PlayRules`: compiled rules, and the names of the moves they know.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::errors::Kind;
use super::plans;
use super::reader::{Integer, Reader, integer, text_of};
use crate::cards::Card;
use crate::play::{Call, Move};
use crate::rules::{AnyRules, MarriageRule, RulesSpec};

/// In a table of actions: no action.
const NO_ACTION: u16 = u16::MAX;

/// Rules of the play under one contract, checked and compiled.
#[pyclass(name = "PlayRules", module = "ultimo._core", frozen)]
pub(super) struct PyPlayRules {
    rules: AnyRules,
    spec: Py<PyAny>,
    /// Interned names by action.
    names: Vec<Py<PyString>>,
    /// Actions by name.
    index: Py<PyDict>,
    /// Moves by action.
    moves: Vec<Option<Move>>,
    /// Actions by code of the call.
    calls: [u16; Call::CODES as usize],
}

impl PyPlayRules {
    pub(super) fn any(&self) -> &AnyRules {
        &self.rules
    }

    pub(super) fn names(&self) -> &[Py<PyString>] {
        &self.names
    }

    /// The action of a move.
    #[inline]
    pub(super) fn action(&self, what: Move) -> u16 {
        match what {
            Move::Card(card) => u16::from(card.number()),
            Move::Call(call) => self.calls[usize::from(call.code())],
        }
    }

    /// The name of a move.
    #[inline]
    pub(super) fn name<'py>(&self, py: Python<'py>, what: Move) -> Bound<'py, PyString> {
        match self.names.get(usize::from(self.action(what))) {
            Some(name) => name.bind(py).clone(),
            None => PyString::new(py, &what.to_string()),
        }
    }

    /// The names of some moves, for a message.
    pub(super) fn list(&self, py: Python<'_>, moves: &[Move]) -> String {
        let names = moves.iter().map(|&what| self.name(py, what).to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    /// The number of the action that a user means by a code, a name or a number.
    pub(super) fn action_of(&self, value: &Bound<'_, PyAny>) -> PyResult<u16> {
        let py = value.py();
        let unknown = |message: &str| Err(Kind::IllegalAction.error(py, "unknown_action", message));
        if let Ok(name) = value.cast::<PyString>() {
            if let Some(action) = self.index.bind(py).get_item(name)? {
                return action.extract();
            }
            let hint = self.like(py, &name.to_string_lossy());
            return unknown(&format!("no card or call is named {}{hint}", text_of(value)));
        }
        let number = match integer(value) {
            Integer::Is(number) => usize::try_from(number).ok(),
            Integer::Huge => None,
            Integer::Other => {
                let found = value.get_type().name()?;
                let what = "a move is a card code, the name of a call or an action's number";
                return unknown(&format!("{what}, not {found}"));
            }
        };
        let known = number.filter(|&number| number < self.names.len());
        if let Some(action) = known.and_then(|number| u16::try_from(number).ok()) {
            return Ok(action);
        }
        let last = self.names.len().saturating_sub(1);
        unknown(&format!("there is no action {}: they go from 0 to {last}", text_of(value)))
    }

    /// The move of an action, if it is one of the play.
    #[inline]
    pub(super) fn move_of(&self, action: u16) -> Option<Move> {
        self.moves.get(usize::from(action)).copied().flatten()
    }

    /// A hint at a name that differs in case or space alone.
    fn like(&self, py: Python<'_>, name: &str) -> String {
        let name = name.trim();
        let is_like =
            |known: &&Py<PyString>| known.bind(py).to_string_lossy().eq_ignore_ascii_case(name);
        match self.names.iter().find(is_like) {
            Some(known) => format!("; did you mean {:?}?", known.bind(py).to_string_lossy()),
            None => String::new(),
        }
    }

    /// What is recorded for each code of a move: its action, or `None` if one is beyond a byte.
    pub(super) fn record(&self) -> Option<[u8; 256]> {
        let mut record = [u8::MAX; 256];
        for action in 0..self.moves.len() {
            if let Some(what) = self.moves[action] {
                let byte = u8::try_from(action).ok().filter(|&byte| byte != u8::MAX)?;
                record[usize::from(what.code())] = byte;
            }
        }
        Some(record)
    }

    pub(super) fn is_same(&self, py: Python<'_>, other: &Self) -> bool {
        let same_name = |(a, b): (&Py<PyString>, &Py<PyString>)| {
            a.is(b) || a.bind(py).to_string_lossy() == b.bind(py).to_string_lossy()
        };
        std::ptr::eq(self, other)
            || (self.calls == other.calls
                && self.names.len() == other.names.len()
                && self.any().spec() == other.any().spec()
                && self.names.iter().zip(&other.names).all(same_name))
    }

    /// Deck indices of this deck, none twice.
    fn pile(&self, cards: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
        let reader = Reader::new(cards, "cards", Kind::Deal);
        let pile: Vec<u8> = reader.ints()?;
        let mut seen = [false; 256];
        for &card in &pile {
            if card >= self.any().spec().deck_size {
                let message = format!("card {card} is not in the deck");
                return Err(reader.wrong_value("no_such_card", &message));
            }
            if std::mem::replace(&mut seen[usize::from(card)], true) {
                let message = format!("card {card} is there twice");
                return Err(reader.wrong_value("card_twice", &message));
            }
        }
        Ok(pile)
    }

    fn units(&self, cards: &Bound<'_, PyAny>) -> PyResult<u32> {
        let values = &self.any().spec().values;
        let pile = self.pile(cards)?;
        Ok(pile
            .iter()
            .map(|&card| values.get(usize::from(card)).map_or(0, |&v| u32::from(v)))
            .sum())
    }
}

#[pymethods]
impl PyPlayRules {
    #[new]
    #[pyo3(signature = (spec, actions, calls = None))]
    fn new(
        py: Python<'_>,
        spec: &Bound<'_, PyAny>,
        actions: &Bound<'_, PyAny>,
        calls: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let plan = plans::rules_spec(&Reader::new(spec, "rules", Kind::Option))?;
        let rules = AnyRules::compile(&plan)
            .map_err(|faults| Kind::Option.faults(py, "bad_rules", "bad rules", &faults))?;
        let (names, index) = action_names(actions, &plan)?;
        let calls = call_actions(py, calls, &plan, names.len())?;
        let mut moves: Vec<Option<Move>> = vec![None; names.len()];
        let cards = (0..plan.deck_size).filter_map(Card::new).map(Move::Card);
        moves.iter_mut().zip(cards).for_each(|(slot, card)| *slot = Some(card));
        for code in 0..Call::CODES {
            let action = usize::from(calls[usize::from(code)]);
            if let (Some(slot), Some(call)) = (moves.get_mut(action), Call::from_code(code)) {
                *slot = Some(Move::Call(call));
            }
        }
        Ok(Self { rules, spec: spec.clone().unbind(), names, index, moves, calls })
    }

    /// The rules it was compiled from.
    #[getter]
    fn spec(&self, py: Python<'_>) -> Py<PyAny> {
        self.spec.clone_ref(py)
    }

    /// The name of each action.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.names)
    }

    /// The game's action for each call of the core.
    #[getter]
    fn calls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let calls = PyDict::new(py);
        for (code, action) in self.calls.iter().enumerate() {
            if *action != NO_ACTION {
                calls.set_item(code, action)?;
            }
        }
        Ok(calls)
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.any().spec().seats
    }

    /// Number of cards in the deck.
    #[getter]
    fn deck_size(&self) -> u8 {
        self.any().spec().deck_size
    }

    /// Number of actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.names.len()
    }

    /// Units to a card point: 1, 2 or 3.
    #[getter]
    fn unit(&self) -> u32 {
        self.any().spec().scheme.units_per_point()
    }

    /// Count a pile officially.
    fn count_points(&self, cards: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(self.any().spec().scheme.official(self.units(cards)?))
    }

    /// Count a pile exactly.
    fn count_units(&self, cards: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.units(cards)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.is_same(py, other.get()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.any().spec().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let spec = self.any().spec();
        format!("<PlayRules: {} seats, {} cards>", spec.seats, spec.deck_size)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, rules) = (slf.py(), slf.get());
        let arguments = (rules.spec.bind(py), rules.actions(py)?, rules.calls(py)?);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

/// The names of the actions, and the action of each name.
#[allow(clippy::type_complexity, reason = "both are kept")]
fn action_names(
    actions: &Bound<'_, PyAny>,
    plan: &RulesSpec,
) -> PyResult<(Vec<Py<PyString>>, Py<PyDict>)> {
    let py = actions.py();
    let reader = Reader::new(actions, "actions", Kind::Option);
    let index = PyDict::new(py);
    let mut names = Vec::new();
    for item in reader.items()? {
        let Ok(name) = item.value().cast::<PyString>() else {
            return Err(item.wrong_type("a string"));
        };
        // Names are compared and looked up over and over.
        let name = PyString::intern(py, &name.to_string_lossy());
        if index.contains(&name)? {
            let message = format!("{} is the name of two actions", text_of(&name));
            return Err(item.wrong_value("name_twice", &message));
        }
        index.set_item(&name, names.len())?;
        names.push(name.unbind());
    }
    if names.len() < usize::from(plan.deck_size) || names.len() >= usize::from(NO_ACTION) {
        let message = format!("{} names for a deck of {} cards", names.len(), plan.deck_size);
        return Err(reader.wrong_value("actions", &message));
    }
    Ok((names, index.unbind()))
}

/// The action of each call.
fn call_actions(
    py: Python<'_>,
    calls: Option<&Bound<'_, PyAny>>,
    plan: &RulesSpec,
    count: usize,
) -> PyResult<[u16; Call::CODES as usize]> {
    let mut actions = [NO_ACTION; Call::CODES as usize];
    let bad = |message: &str| Kind::Option.error(py, "bad_calls", message);
    let items = match calls.filter(|calls| !calls.is_none()) {
        None => Vec::new(),
        Some(calls) => pairs(&Reader::new(calls, "calls", Kind::Option))?,
    };
    for (code, action) in items {
        let code: u8 = Reader::new(&code, "a code in calls", Kind::Option).int()?;
        let at = format!("calls[{code}]");
        let action: u16 = Reader::new(&action, &at, Kind::Option).int()?;
        let Some(slot) = actions.get_mut(usize::from(code)) else {
            return Err(bad(&format!("{at}: there is no call with this code")));
        };
        if usize::from(action) >= count || action < u16::from(plan.deck_size) {
            return Err(bad(&format!("{at}: {action} is not the action of a call")));
        }
        *slot = action;
    }
    // Legal moves are listed, and chosen from, in the order of the core: the game's must agree.
    let used: Vec<u16> = actions.iter().copied().filter(|&action| action != NO_ACTION).collect();
    if !used.is_sorted_by(|a, b| a < b) {
        return Err(bad("calls: actions must ascend with the codes of their calls"));
    }
    for code in needed_calls(plan) {
        if actions[usize::from(code)] == NO_ACTION {
            let call = Call::from_code(code).map_or_else(String::new, |call| call.to_string());
            return Err(bad(&format!(
                "calls: the rules know {call} (code {code}), no action does"
            )));
        }
    }
    Ok(actions)
}

/// The codes of the calls that the rules know.
fn needed_calls(plan: &RulesSpec) -> Vec<u8> {
    let mut codes = Vec::new();
    let lane_of = |card: u8| plan.lanes.iter().position(|lane| lane.contains(&card));
    let pairs =
        |rule: &MarriageRule| rule.pairs.iter().filter_map(|p| lane_of(p.cards[0])).collect();
    let announced = plan.marriages.as_ref().filter(|rule| rule.is_announced());
    let lanes: Vec<usize> = announced.map_or_else(Vec::new, pairs);
    codes.extend((0_u8..8).filter(|&lane| lanes.contains(&usize::from(lane))));
    if let Some(drawing) = plan.drawing {
        codes.extend(drawing.exchange.map(|_| Call::Exchange.code()));
        codes.extend(drawing.close.map(|_| Call::Close.code()));
    }
    codes.extend(plan.go_out.map(|_| Call::GoOut.code()));
    codes.extend((plan.knockers != 0).then(|| Call::Knock.code()));
    codes.extend((0_u8..4).zip(&plan.declarations).map(|(n, _)| Call::Declare(n).code()));
    codes
}

/// The keys and values of a mapping.
pub(super) fn pairs<'py>(
    mapping: &Reader<'py>,
) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let items = || mapping.value().call_method0("items")?.try_iter()?.collect::<PyResult<Vec<_>>>();
    let items = items().map_err(|_| mapping.wrong_type("a mapping"))?;
    items.iter().map(PyAnyMethods::extract).collect()
}
