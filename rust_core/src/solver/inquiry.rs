//! One question: which search answers it, and all that is asked of a position by yes or no.

use super::alike::Alike;
use super::board::AnyHunt;
use super::brute::legal_moves;
use super::counted::Counted;
use super::race::AnyRace;
use super::search::{AnySearch, Limits, Reached};
use super::store::{Kept, Store};
use super::{Solution, Task, Unfinished, Valued};
use crate::cards::Word;
use crate::play::{Move, State};

/// A question, and the search that answers it.
pub(super) struct Inquiry<'a, W> {
    task: Task<'a, W>,
    engine: Engine<'a, W>,
    limits: Limits,
    /// The distinct values of the objective, ascending.
    values: &'a [f64],
}

/// The searches.
enum Engine<'a, W> {
    /// Where all that is asked for are tricks: the search that knows which ranks matter.
    Counted(Counted<'a, W>),
    /// The same, and another for what depends on where the deal stops.
    CountedOr(Counted<'a, W>, AnyHunt<'a, W>),
    /// Where nothing but cards is played: the search that is made for it.
    Hunt(AnyHunt<'a, W>),
    /// Where two sides race for points: the search that asks how many are enough.
    Race(AnyRace<'a, W>),
    /// The search for all games.
    Search(AnySearch<'a, W>),
}

impl<'a, W: Word> Engine<'a, W> {
    /// Only the search that answers is made: small endings would spend their time on the others.
    fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        store: &'a mut Store,
    ) -> Self {
        let Store { memory, processor, proofs, races, table, patterns, .. } = store;
        let mut counted = Counted::new(task, limits, stop, patterns, *memory, *processor);
        if let Some(counted) = counted.take_if(|counted| counted.answers_all()) {
            return Self::Counted(counted);
        }
        let values = task.objective.values().len();
        let half = memory.map(|bytes| if counted.is_some() { bytes / 2 } else { bytes });
        if let Some(hunt) = AnyHunt::new(task, values, limits, stop, proofs, half, *processor) {
            return match counted {
                Some(counted) => Self::CountedOr(counted, hunt),
                None => Self::Hunt(hunt),
            };
        }
        if let Some(race) = AnyRace::new(task, limits, stop, races, *memory, *processor) {
            return Self::Race(race);
        }
        Self::Search(AnySearch::new(task, limits, stop, table, *memory, *processor))
    }
}

impl<'a, W: Word> Inquiry<'a, W> {
    pub(super) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        store: &'a mut Store,
    ) -> Self {
        let engine = Engine::new(task, limits, stop, store);
        Self { task: *task, engine, limits, values: task.objective.values() }
    }

    /// Which table the answer is kept in.
    pub(super) fn keeps(&self) -> Kept {
        match &self.engine {
            Engine::Counted(_) => Kept::Patterns,
            Engine::CountedOr(..) => Kept::PatternsAndProofs,
            Engine::Hunt(_) => Kept::Proofs,
            Engine::Race(_) => Kept::Races,
            Engine::Search(_) => Kept::Table,
        }
    }

    /// The value of the state, and if `full` the value of every move and a line.
    pub(super) fn answer(&mut self, state: &State<W>, full: bool) -> Result<Solution, Unfinished> {
        let last = self.values.len().saturating_sub(1);
        let guess = self.guess(state);
        let index = self.bisect(state, 0, last, guess)?;
        self.remember(state, index);
        let value = self.values[index];
        let (mut table, mut line) = (Vec::new(), Vec::new());
        if full {
            let unfinished = |error| Unfinished { lower: value, upper: value, ..error };
            table = self.table(state, index).map_err(unfinished)?;
            line = self.line(state, index).map_err(unfinished)?;
        }
        Ok(Solution { value, table, line, nodes: self.nodes() })
    }

    /// Whether the state is worth at least a value.
    pub(super) fn reaches(&mut self, state: &State<W>, value: f64) -> Result<bool, Unfinished> {
        let index = self.values.partition_point(|&known| known < value);
        if index == self.values.len() { Ok(false) } else { self.asks(state, index) }
    }

    fn nodes(&self) -> u64 {
        match &self.engine {
            Engine::Counted(counted) => counted.nodes(),
            Engine::CountedOr(counted, hunt) => counted.nodes() + hunt.nodes(),
            Engine::Hunt(hunt) => hunt.nodes(),
            Engine::Race(race) => race.nodes(),
            Engine::Search(search) => search.nodes(),
        }
    }

    /// Whether the state is worth at least the value with this index.
    fn holds(&mut self, state: &State<W>, index: usize) -> Result<bool, Reached> {
        if index == 0 {
            return Ok(true);
        }
        let Task { rules, fixed, objective, .. } = self.task;
        let value = self.values[index];
        if state.is_over() {
            return Ok(objective.value(rules, fixed, state) >= value);
        }
        match &mut self.engine {
            Engine::Counted(counted) => counted.holds(value, state),
            Engine::CountedOr(counted, hunt) if counted.answers(value) => {
                counted.leave(self.limits.nodes, hunt.nodes());
                counted.holds(value, state)
            }
            Engine::CountedOr(counted, hunt) => {
                hunt.leave(self.limits.nodes, counted.nodes());
                hunt.holds(index, value, state)
            }
            Engine::Hunt(hunt) => hunt.holds(index, value, state),
            Engine::Race(race) => race.holds(index, state),
            Engine::Search(search) => search.holds(index, value, state),
        }
    }

    /// Index of the value of a state, which is known to lie between two indices.
    fn bisect(
        &mut self,
        state: &State<W>,
        mut low: usize,
        mut high: usize,
        first: Option<usize>,
    ) -> Result<usize, Unfinished> {
        // The index to ask for, if that is better than the middle.
        let mut next = first;
        while low < high {
            let index =
                next.map_or(low + (high - low).div_ceil(2), |next| next.clamp(low + 1, high));
            let holds = self.holds(state, index).map_err(|reached| Unfinished {
                reached,
                lower: self.values[low],
                upper: self.values[high],
                nodes: self.nodes(),
            })?;
            if holds {
                low = index;
            } else {
                high = index - 1;
            }
            next = next.map(|_| if holds { low + 1 } else { high });
        }
        Ok(low)
    }

    /// The index to ask for first, where a question costs less the nearer it is.
    fn guess(&self, state: &State<W>) -> Option<usize> {
        match &self.engine {
            Engine::Counted(counted) => Some(counted.guess(state)),
            // What depends on no stops costs far less.
            Engine::CountedOr(counted, _) => {
                let guess = counted.guess(state);
                let answered = |&at: &usize| counted.answers(self.values[at]);
                (1..self.values.len()).filter(answered).min_by_key(|at| at.abs_diff(guess))
            }
            _ => None,
        }
    }

    fn remember(&mut self, state: &State<W>, index: usize) {
        if let Engine::Counted(counted) = &mut self.engine {
            counted.remember(state, self.values[index]);
        }
    }

    fn after(&self, state: &State<W>, what: Move) -> State<W> {
        let mut next = *state;
        next.apply_unchecked(self.task.rules, self.task.fixed, what);
        next
    }

    /// Index of the value of a move of a state worth `value`: often no better than second best is
    /// asked for, so the nearest question comes first.
    fn value_of(
        &mut self,
        state: &State<W>,
        what: Move,
        value: usize,
    ) -> Result<usize, Unfinished> {
        let next = self.after(state, what);
        let last = self.values.len() - 1;
        // Few cards cost more than a trick or two.
        let is_near = matches!(self.engine, Engine::Counted(_));
        if state.seat().is_in(self.task.objective.maximisers()) {
            if value > 0 && self.asks(&next, value)? {
                return Ok(value);
            }
            let high = value.saturating_sub(1);
            self.bisect(&next, 0, high, is_near.then_some(high))
        } else {
            if value == last || !self.asks(&next, value + 1)? {
                return Ok(value);
            }
            self.bisect(&next, value + 1, last, is_near.then_some(value + 2))
        }
    }

    fn asks(&mut self, state: &State<W>, index: usize) -> Result<bool, Unfinished> {
        let last = self.values.len() - 1;
        self.holds(state, index).map_err(|reached| Unfinished {
            reached,
            lower: self.values[0],
            upper: self.values[last],
            nodes: self.nodes(),
        })
    }

    /// Every legal move with its value: a card that equals another has the same.
    fn table(&mut self, state: &State<W>, value: usize) -> Result<Vec<Valued>, Unfinished> {
        let Task { rules, fixed, objective, .. } = self.task;
        let distinct = Alike::new(rules, fixed, objective, None).distinct(state);
        let mut moves = legal_moves(rules, fixed, state);
        let mut table: Vec<Valued> = Vec::with_capacity(moves.len());
        for &what in &moves {
            let is_equal = matches!(what, Move::Card(card) if !distinct.has(rules.place(card)));
            let value = match table.last() {
                Some(before) if is_equal => before.value,
                _ => {
                    let index = self.value_of(state, what, value)?;
                    self.values[index]
                }
            };
            table.push(Valued { what, value });
        }
        moves.sort_unstable();
        table.sort_by_key(|valued| valued.what);
        Ok(table)
    }

    /// Best moves to the end: at each turn the first that keeps the value.
    fn line(&mut self, state: &State<W>, value: usize) -> Result<Vec<Move>, Unfinished> {
        let mut line = Vec::new();
        let mut state = *state;
        while !state.is_over() {
            let moves = legal_moves(self.task.rules, self.task.fixed, &state);
            let mut kept = None;
            for what in moves {
                let next = self.after(&state, what);
                let keeps = if state.seat().is_in(self.task.objective.maximisers()) {
                    self.asks(&next, value)?
                } else {
                    value + 1 == self.values.len() || !self.asks(&next, value + 1)?
                };
                if keeps {
                    kept = Some((what, next));
                    break;
                }
            }
            // A move that keeps the value exists, as the value is proven.
            let Some((what, next)) = kept else { break };
            line.push(what);
            state = next;
        }
        Ok(line)
    }
}
