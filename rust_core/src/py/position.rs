//! `Position`: the play of one deal with all cards open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use pyo3::{IntoPyObjectExt, PyTraverseError, PyVisit};
use smallvec::SmallVec;

use super::errors::Kind;
use super::outcome::PyOutcome;
use super::payoff::{AnyScore, PyPayoff, Score};
use super::plans;
use super::play_rules::PyPlayRules;
use super::reader::{Integer, Reader, integer, text_of};
use crate::cards::{Card, Place, Seat, Word};
use crate::play::{Call, Fixed, Move, Position, Setup, State};
use crate::rules::{AnyRules, PlayRules};

/// A position and its score, over the word of its rules.
#[derive(Clone)]
pub(super) struct Play<W> {
    pub(super) position: Position<W>,
    score: Option<Arc<Score<W>>>,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "a box would have to be allocated for every copy")]
pub(super) enum AnyPlay {
    Narrow(Play<u64>),
    Wide(Play<u128>),
}

/// Does the same with a position over either word.
macro_rules! either {
    ($play:expr, $name:ident => $body:expr) => {
        match $play {
            AnyPlay::Narrow($name) => $body,
            AnyPlay::Wide($name) => $body,
        }
    };
}

/// The play of one deal with all cards open.
#[pyclass(name = "Position", module = "ultimo._core")]
pub(super) struct PyPosition {
    rules: Py<PyPlayRules>,
    setup: Py<PyAny>,
    payoff: Option<Py<PyPayoff>>,
    owner: Py<PyAny>,
    play: AnyPlay,
}

impl<W: Word> Play<W> {
    fn new(
        rules: &Arc<PlayRules<W>>,
        setup: &Setup,
        score: Option<Arc<Score<W>>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let position = Position::new(Arc::clone(rules), setup)
            .map_err(|faults| Kind::Deal.faults(py, "bad_setup", "bad setup", &faults))?;
        Ok(Self { position, score })
    }

    fn parts(&self) -> (&PlayRules<W>, &Fixed<W>, &State<W>) {
        (self.position.rules(), self.position.fixed(), self.position.state())
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<W> {
        (0..self.position.rules().seats()).filter_map(|seat| Seat::new(u8::try_from(seat).ok()?))
    }

    /// The legal cards, bit by deck index, and the legal calls.
    fn legal(&self) -> (u128, impl Iterator<Item = Call> + use<W>) {
        let (rules, fixed, state) = self.parts();
        let cards = rules.by_deck_index(state.legal_cards(rules, fixed)).to_u128();
        (cards, state.legal_calls(rules, fixed).calls())
    }

    /// The cards of the last complete trick, found by playing the moves over.
    fn last_trick(&self) -> Vec<(Seat, Card)> {
        let (rules, fixed, _) = self.parts();
        let mut state = *self.position.initial();
        let (mut open, mut last) = (Vec::new(), Vec::new());
        for &(seat, what) in self.position.history() {
            if let Move::Card(card) = what {
                open.push((seat, card));
            }
            let finished = state.finished();
            state.apply_unchecked(rules, fixed, what);
            if state.finished() != finished {
                last = std::mem::take(&mut open);
            }
        }
        last
    }

    fn is_same(&self, other: &Self) -> bool {
        self.position.fixed() == other.position.fixed()
            && self.position.initial() == other.position.initial()
            && self.position.history() == other.position.history()
    }
}

impl PyPosition {
    /// The rules and a copy of the play.
    pub(super) fn snapshot(&self, py: Python<'_>) -> (Py<PyPlayRules>, AnyPlay) {
        (self.rules.clone_ref(py), self.play.clone())
    }

    fn names_of<'py>(&self, py: Python<'py>, cards: u128) -> PyResult<Bound<'py, PyTuple>> {
        let names = self.rules.get().names();
        let cards = cards.places().filter_map(|card| names.get(card.index()));
        PyTuple::new(py, cards.map(|name| name.bind(py)).collect::<Vec<_>>())
    }

    fn name<'py>(&self, py: Python<'py>, card: Card) -> Bound<'py, PyString> {
        self.rules.get().name(py, Move::Card(card))
    }

    /// By seat: the names of the cards of a set.
    fn sets<'py, const WHAT: u8>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sets: Vec<u128> = either!(&self.play, play => {
            let (rules, _, state) = play.parts();
            play.seats()
                .map(|seat| if WHAT == HANDS { state.hand(seat) } else { state.captured(seat) })
                .map(|set| rules.by_deck_index(set).to_u128())
                .collect()
        });
        let names = sets.into_iter().map(|set| self.names_of(py, set));
        PyTuple::new(py, names.collect::<PyResult<Vec<_>>>()?)
    }

    /// The error of an action that is none of the play.
    fn no_move(&self, py: Python<'_>, action: u16) -> PyErr {
        let rules = self.rules.get();
        let name = rules.names().get(usize::from(action)).map(|name| name.bind(py).to_string());
        let name = name.unwrap_or_default();
        let legal = either!(&self.play, play => rules.list(py, &play.position.legal_moves()));
        let message = format!("{name} is no move of the play; legal: {legal}");
        Kind::IllegalAction.error(py, "wrong_phase", &message)
    }

    fn play_move(&mut self, py: Python<'_>, what: Move) -> PyResult<()> {
        let rules = self.rules.get();
        let illegal = match either!(&mut self.play, play => play.position.play(what)) {
            Ok(()) => return Ok(()),
            Err(illegal) => illegal,
        };
        let name = rules.name(py, what);
        let rule = illegal.breach.rule();
        let message = match illegal.seat {
            None => format!("{name} may not be played: {rule}"),
            Some(seat) => {
                let (trick, legal) = (illegal.trick, rules.list(py, &illegal.legal));
                format!("{seat} may not play {name} in trick {trick}: {rule}; legal: {legal}")
            }
        };
        Err(Kind::IllegalAction.error(py, illegal.breach.code(), &message))
    }

    fn owner_item<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        self.owner.bind(py).get_item(index)
    }

    fn no_payoff(py: Python<'_>) -> PyErr {
        Kind::Contract.error(py, "no_payoff", "the position has no payoff: give it a contract")
    }
}

const HANDS: u8 = 0;
const CAPTURED: u8 = 1;

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (rules, setup, payoff = None, owner = None))]
    fn new(
        py: Python<'_>,
        rules: Py<PyPlayRules>,
        setup: Py<PyAny>,
        payoff: Option<Py<PyPayoff>>,
        owner: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let written = plans::setup(&Reader::new(setup.bind(py), "setup", Kind::Deal))?;
        if payoff.as_ref().is_some_and(|payoff| !payoff.get().fits(rules.get())) {
            let message = "the payoff was made for other rules";
            return Err(Kind::Option.error(py, "other_rules", message));
        }
        let score = payoff.as_ref().map(|payoff| payoff.get().score().clone());
        let play = match (rules.get().any(), score) {
            (AnyRules::Narrow(rules), Some(AnyScore::Narrow(score))) => {
                AnyPlay::Narrow(Play::new(rules, &written, Some(score), py)?)
            }
            (AnyRules::Wide(rules), Some(AnyScore::Wide(score))) => {
                AnyPlay::Wide(Play::new(rules, &written, Some(score), py)?)
            }
            (AnyRules::Narrow(rules), _) => AnyPlay::Narrow(Play::new(rules, &written, None, py)?),
            (AnyRules::Wide(rules), _) => AnyPlay::Wide(Play::new(rules, &written, None, py)?),
        };
        let owner = owner.unwrap_or_else(|| py.None());
        Ok(Self { rules, setup, payoff, owner, play })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.owner)?;
        visit.call(&self.setup)
    }

    /// The rules of the play.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyPlayRules> {
        self.rules.clone_ref(py)
    }

    /// Where the cards lay when play began.
    #[getter]
    fn setup(&self, py: Python<'_>) -> Py<PyAny> {
        self.setup.clone_ref(py)
    }

    /// The score.
    #[getter]
    fn payoff(&self, py: Python<'_>) -> Option<Py<PyPayoff>> {
        self.payoff.as_ref().map(|payoff| payoff.clone_ref(py))
    }

    /// What the position was made with.
    #[getter]
    fn owner(&self, py: Python<'_>) -> Py<PyAny> {
        self.owner.clone_ref(py)
    }

    /// The game: the first of the owner pair.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.owner_item(py, 0)
    }

    /// The contract: the second of the owner pair.
    #[getter]
    fn contract<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.owner_item(py, 1)
    }

    /// The cards in each hand, in deck order.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.sets::<HANDS>(py)
    }

    /// The cards each seat has won in tricks, in deck order.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.sets::<CAPTURED>(py)
    }

    /// The cards left in the stock, the next one first.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cards: Vec<Card> = either!(&self.play, play => {
            let (rules, fixed, state) = play.parts();
            state.stock(fixed).map(|place| rules.card(place)).collect()
        });
        PyTuple::new(py, cards.into_iter().map(|card| self.name(py, card)).collect::<Vec<_>>())
    }

    /// The cards left in the piles of each seat, top first; `()` where there are none.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let piles: Vec<(Seat, Vec<Card>)> = either!(&self.play, play => {
            let (rules, fixed, state) = play.parts();
            let card = |place: Place| rules.card(place);
            state.piles(fixed).map(|(seat, pile)| (seat, pile.map(card).collect())).collect()
        });
        if piles.is_empty() {
            return Ok(PyTuple::empty(py));
        }
        let mut seats = Vec::new();
        for seat in 0..self.rules.get().any().spec().seats {
            let own = piles.iter().filter(|(owner, _)| owner.number() == seat);
            let named = own.map(|(_, pile)| {
                PyTuple::new(py, pile.iter().map(|&card| self.name(py, card)).collect::<Vec<_>>())
            });
            seats.push(PyTuple::new(py, named.collect::<PyResult<Vec<_>>>()?)?);
        }
        PyTuple::new(py, seats)
    }

    /// The card face up on each pile of each seat, or `None`; `()` where there are no piles.
    #[getter]
    fn tops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tops: Vec<(Seat, Option<Card>)> = either!(&self.play, play => {
            let (rules, fixed, state) = play.parts();
            state.tops(fixed).map(|(seat, top)| (seat, top.map(|place| rules.card(place)))).collect()
        });
        if tops.is_empty() {
            return Ok(PyTuple::empty(py));
        }
        let mut seats = Vec::new();
        for seat in 0..self.rules.get().any().spec().seats {
            let own = tops.iter().filter(|(owner, _)| owner.number() == seat);
            let named = own.map(|&(_, top)| top.map(|card| self.name(py, card)));
            seats.push(PyTuple::new(py, named.collect::<Vec<_>>())?);
        }
        PyTuple::new(py, seats)
    }

    /// The seat that leads the current trick.
    #[getter]
    fn leader(&self) -> u8 {
        either!(&self.play, play => play.position.state().leader().number())
    }

    /// The seat to move, or `None` when the deal is over.
    #[getter]
    fn current_player(&self) -> Option<u8> {
        either!(&self.play, play => play.position.current_player().map(Seat::number))
    }

    /// The trump lane, once it is known.
    #[getter]
    fn trump(&self) -> Option<u8> {
        either!(&self.play, play => play.position.state().trump())
    }

    /// The cards of the open trick, in the order played: seat and code.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let trick: Vec<(Seat, Card)> = either!(&self.play, play => {
            let (rules, _, state) = play.parts();
            state.plays(rules).map(|(seat, place)| (seat, rules.card(place))).collect()
        });
        self.cards_of(py, &trick)
    }

    /// The cards of the last complete trick, in the order played; empty before the first.
    #[getter]
    fn last_trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let trick = either!(&self.play, play => play.last_trick());
        self.cards_of(py, &trick)
    }

    /// Tricks won so far, one a seat.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tricks: Vec<u8> = either!(&self.play, play => {
            play.seats().map(|seat| play.position.state().tricks(seat)).collect()
        });
        PyTuple::new(py, tricks)
    }

    /// Card points in tricks won so far, in units of the deck, one a seat.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let points: Vec<u16> = either!(&self.play, play => {
            play.seats().map(|seat| play.position.state().units(seat)).collect()
        });
        PyTuple::new(py, points)
    }

    /// Units of valid marriages so far, one a seat.
    #[getter]
    fn marriages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let units: Vec<u16> = either!(&self.play, play => {
            let (rules, _, state) = play.parts();
            play.seats().map(|seat| state.valid_marriages(rules, seat)).collect()
        });
        PyTuple::new(py, units)
    }

    /// The moves so far: seat and action.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rules = self.rules.get();
        let history: Vec<(u8, u16)> = either!(&self.play, play => {
            let moves = play.position.history().iter();
            moves.map(|&(seat, what)| (seat.number(), rules.action(what))).collect()
        });
        PyList::new(py, history)
    }

    /// Whether the deal is over.
    #[getter]
    fn is_over(&self) -> bool {
        either!(&self.play, play => play.position.is_over())
    }

    /// List the legal moves by name, in the order of their numbers; empty when over.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rules = self.rules.get();
        either!(&self.play, play => {
            let (cards, calls) = play.legal();
            let cards = cards.places().filter_map(|card| rules.names().get(card.index()));
            let cards = cards.map(|name| name.bind(py).clone());
            let calls = calls.map(|call| rules.name(py, Move::Call(call)));
            PyList::new(py, cards.chain(calls).collect::<Vec<_>>())
        })
    }

    /// List the numbers of the legal moves, ascending; empty when over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rules = self.rules.get();
        either!(&self.play, play => {
            let (cards, calls) = play.legal();
            let cards = cards.places().map(|card| u16::from(card.number()));
            let calls = calls.map(|call| rules.action(Move::Call(call)));
            PyList::new(py, cards.chain(calls).collect::<SmallVec<[u16; 32]>>())
        })
    }

    /// The legal moves as the bits of an int.
    fn legal_bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.rules.get();
        either!(&self.play, play => {
            let (cards, calls) = play.legal();
            let cards = match u64::try_from(cards) {
                // An int of one word is made at once.
                Ok(cards) => cards.into_bound_py_any(py)?,
                Err(_) => cards.into_bound_py_any(py)?,
            };
            calls.map(|call| rules.action(Move::Call(call))).try_fold(cards, |bits, action| {
                bits.bitor(1_u8.into_bound_py_any(py)?.lshift(action)?)
            })
        })
    }

    /// Mark the legal moves: shape (actions,), bool, a new array.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let rules = self.rules.get();
        let mut mask = vec![false; rules.names().len()];
        let mut set = |action: usize| {
            if let Some(slot) = mask.get_mut(action) {
                *slot = true;
            }
        };
        either!(&self.play, play => {
            let (cards, calls) = play.legal();
            cards.places().for_each(|card| set(card.index()));
            calls.for_each(|call| set(usize::from(rules.action(Move::Call(call)))));
        });
        PyArray1::from_vec(py, mask)
    }

    /// The cards that the seat to play cannot hold if it may make a move.
    #[pyo3(signature = (r#move, /))]
    fn ruled_out<'py>(&self, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = r#move.py();
        let rules = self.rules.get();
        let what = rules.move_of(rules.action_of(r#move)?);
        let cards: Vec<u8> = either!(&self.play, play => {
            let (of, fixed, state) = play.parts();
            let set = what.map_or_else(|| of.set(&[]), |what| state.ruled_out_by(of, fixed, what));
            of.cards(set).into_iter().map(Card::number).collect()
        });
        PyTuple::new(py, cards)
    }

    /// What the moves have shown of the hands with which the play began.
    fn course(&self) -> Option<[Vec<Vec<u8>>; 2]> {
        either!(&self.play, play => {
            let (rules, fixed, _) = play.parts();
            let moves = play.position.history().iter().map(|&(_, what)| what);
            let course = play.position.initial().course(rules, fixed, moves)?;
            Some([course.played, course.barred].map(|sets| {
                let cards = |seat: Seat| {
                    rules.cards(sets[seat.index()]).into_iter().map(Card::number).collect()
                };
                play.seats().map(cards).collect()
            }))
        })
    }

    /// Make a move.
    #[pyo3(signature = (r#move, /))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = r#move.py();
        let action = self.rules.get().action_of(r#move)?;
        match self.rules.get().move_of(action) {
            Some(what) => self.play_move(py, what),
            None => Err(self.no_move(py, action)),
        }
    }

    /// Take the last move back.
    fn undo(&mut self, py: Python<'_>) -> PyResult<()> {
        let undone = either!(&mut self.play, play => play.position.undo());
        undone.map(|_| ()).ok_or_else(|| {
            let message = "there is no move to take back";
            Kind::IllegalAction.error(py, "nothing_to_undo", message)
        })
    }

    /// Copy the position with its history.
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            rules: self.rules.clone_ref(py),
            setup: self.setup.clone_ref(py),
            payoff: self.payoff.as_ref().map(|payoff| payoff.clone_ref(py)),
            owner: self.owner.clone_ref(py),
            play: self.play.clone(),
        }
    }

    /// Count the legal sequences of `depth` moves from here. A deal that ends ends a sequence.
    fn perft(slf: &Bound<'_, Self>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let py = slf.py();
        let depth = match integer(depth) {
            Integer::Is(depth) => u32::try_from(depth).ok(),
            Integer::Huge => None,
            Integer::Other => {
                return Err(Reader::new(depth, "depth", Kind::Option).wrong_type("an integer"));
            }
        }
        .ok_or_else(|| {
            let message = format!("depth must be 0 or more, not {}", text_of(depth));
            Kind::Option.error(py, "out_of_range", &message)
        })?;
        // A copy, so that other threads may use the position while this one counts.
        let play = slf.borrow().play.clone();
        py.detach(|| {
            either!(&play, play => {
                let (rules, fixed, state) = play.parts();
                Perft { rules, fixed, checked: Instant::now() }.count(state, depth)
            })
        })
    }

    /// Give the game points: shape (seats,), float64, zeros until the deal is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let returns = either!(&self.play, play => {
            let score = play.score.as_ref().ok_or_else(|| Self::no_payoff(py))?;
            let (rules, fixed, state) = play.parts();
            if state.is_over() { score.payoff.returns(rules, fixed, state) } else { Default::default() }
        });
        Ok(PyArray1::from_slice(py, &returns[..usize::from(self.rules.get().any().spec().seats)]))
    }

    /// Give what scoring asks for, as it stands now.
    fn outcome(&self, py: Python<'_>) -> PyResult<PyOutcome> {
        let names = self.payoff.as_ref().ok_or_else(|| Self::no_payoff(py))?.get().names();
        let values = either!(&self.play, play => {
            let (rules, fixed, state) = play.parts();
            let probes = play.score.iter().flat_map(|score| &score.outcome);
            probes.map(|probe| probe.value(rules, fixed, state)).collect()
        });
        Ok(PyOutcome::new(names.clone_ref(py), values))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.copy(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.try_borrow()?;
        Ok(self.rules.get().is_same(py, other.rules.get())
            && match (&self.play, &other.play) {
                (AnyPlay::Narrow(one), AnyPlay::Narrow(two)) => one.is_same(two),
                (AnyPlay::Wide(one), AnyPlay::Wide(two)) => one.is_same(two),
                _ => false,
            })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let hands = self.hands(py)?;
        let hands = hands.iter().map(|hand| {
            let cards: Vec<String> = hand.extract()?;
            Ok(if cards.is_empty() { "-".into() } else { cards.join(" ") })
        });
        let hands = hands.collect::<PyResult<Vec<_>>>()?.join(" | ");
        let trick = self.trick(py)?;
        let trick = trick.iter().map(|play| play.extract().map(|(_, card): (u8, String)| card));
        let trick = trick.collect::<PyResult<Vec<_>>>()?.join(" ");
        Ok(match self.current_player() {
            None => "<Position: over>".into(),
            Some(seat) if trick.is_empty() => format!("<Position: {hands}; seat {seat} to lead>"),
            Some(seat) => format!("<Position: {hands}; trick {trick}; seat {seat} to play>"),
        })
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>, Bound<'py, PyList>)> {
        let (py, position) = (slf.py(), slf.borrow());
        let arguments = (&position.rules, &position.setup, &position.payoff, &position.owner);
        let actions = position.history(py)?;
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?, actions))
    }

    /// Plays the moves of a pickled history.
    fn __setstate__(&mut self, history: &Bound<'_, PyList>) -> PyResult<()> {
        for item in history {
            let (_, action): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            self.play(&action)?;
        }
        Ok(())
    }
}

impl PyPosition {
    fn cards_of<'py>(
        &self,
        py: Python<'py>,
        trick: &[(Seat, Card)],
    ) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, trick.iter().map(|&(seat, card)| (seat.number(), self.name(py, card))))
    }
}

/// Depth that is counted without a look at signals: a moment's work.
const AT_ONCE: u32 = 3;
const BETWEEN_CHECKS: Duration = Duration::from_millis(50);

/// Counts lines of play and now and then looks whether the user wants it to stop.
struct Perft<'a, W> {
    rules: &'a PlayRules<W>,
    fixed: &'a Fixed<W>,
    checked: Instant,
}

impl<W: Word> Perft<'_, W> {
    fn count(&mut self, state: &State<W>, depth: u32) -> PyResult<u64> {
        if depth <= AT_ONCE {
            if self.checked.elapsed() > BETWEEN_CHECKS {
                Python::attach(|py: Python<'_>| py.check_signals())?;
                self.checked = Instant::now();
            }
            return Ok(state.perft(self.rules, self.fixed, depth));
        }
        let mut lines: u64 = 0;
        for place in state.legal_cards(self.rules, self.fixed).places() {
            let mut next = *state;
            next.play_unchecked(self.rules, self.fixed, place);
            lines = lines.saturating_add(self.count(&next, depth - 1)?);
        }
        for call in state.legal_calls(self.rules, self.fixed).calls() {
            let mut next = *state;
            next.call_unchecked(self.rules, self.fixed, call);
            lines = lines.saturating_add(self.count(&next, depth - 1)?);
        }
        Ok(lines)
    }
}
