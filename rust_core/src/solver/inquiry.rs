//! One question: which search answers it, and all that is asked of a position by yes or no.

use super::board::AnyHunt;
use super::brute::legal_moves;
use super::question::{NEVER, Question};
use super::ranks::Ranks;
use super::search::{Limits, Reached, Search};
use super::store::{Kept, Store};
use super::{Objective, Solution, Task, Unfinished, Valued};
use crate::cards::Word;
use crate::play::{Move, State};

/// A question, and the searches that answer it.
pub(super) struct Inquiry<'a, W> {
    search: Search<'a, W>,
    /// Where the question is one of tricks alone: the search that knows which ranks matter.
    ranks: Option<Ranks<'a, W>>,
    /// Where nothing but cards is played: the search that is made for it.
    hunt: Option<AnyHunt<'a, W>>,
    objective: &'a Objective<W>,
    /// The distinct values of the objective, ascending.
    values: Vec<f64>,
    questions: Vec<Option<Question>>,
}

impl<'a, W: Word> Inquiry<'a, W> {
    pub(super) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        store: &'a mut Store,
    ) -> Self {
        let Task { rules, objective, .. } = *task;
        let mut values = objective.table().to_vec();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let questions = (0..values.len()).map(|_| None).collect();
        let maximisers = objective.maximisers();
        let Store { memory, proofs, table, patterns, .. } = store;
        let search = Search::new(task, limits, stop, table, *memory);
        let counts_tricks = search.split.counts_tricks_of(maximisers & rules.all_seats());
        let is_relative = search.identity.is_relative;
        let ranks = if counts_tricks {
            Ranks::new(task, is_relative, limits, stop, patterns, *memory)
        } else {
            None
        };
        let hunt = match ranks {
            Some(_) => None,
            None => AnyHunt::new(task, values.len(), limits, stop, proofs, *memory),
        };
        Self { search, ranks, hunt, objective, values, questions }
    }

    /// Which table the answer is kept in.
    pub(super) fn keeps(&self) -> Kept {
        match (&self.ranks, &self.hunt) {
            (Some(_), _) => Kept::Patterns,
            (None, Some(_)) => Kept::Proofs,
            (None, None) => Kept::Table,
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
        self.search.pace.nodes
            + self.ranks.as_ref().map_or(0, Ranks::nodes)
            + self.hunt.as_ref().map_or(0, AnyHunt::nodes)
    }

    /// Whether the state is worth at least the value with this index.
    fn holds(&mut self, state: &State<W>, index: usize) -> Result<bool, Reached> {
        if index == 0 {
            return Ok(true);
        }
        if state.is_over() {
            let value = self.objective.value(self.search.rules, self.search.fixed, state);
            return Ok(value >= self.values[index]);
        }
        let value = self.values[index];
        if let Some(ranks) = &mut self.ranks {
            let needed = -self.search.split.bonuses(self.objective.table(), value, NEVER)[0];
            let target = needed - self.search.split.so_far(self.search.rules, state);
            return ranks.reaches(state, target);
        }
        if let Some(hunt) = &mut self.hunt {
            return hunt.holds(index, value, state);
        }
        let mut question = self.questions[index]
            .take()
            .unwrap_or_else(|| Question::new(&self.search.split, self.objective.table(), value));
        let holds = self.search.holds(&mut question, state);
        self.questions[index] = Some(question);
        self.search.pace.reached.map_or(Ok(holds), Err)
    }

    /// Index of the value of a state, which is known to lie between two indices.
    fn bisect(
        &mut self,
        state: &State<W>,
        mut low: usize,
        mut high: usize,
        first: Option<usize>,
    ) -> Result<usize, Unfinished> {
        // The index to ask for, if that is better than the middle, and answers of one kind in a row.
        let mut next = first;
        let mut run = 0_usize;
        let mut rose = None;
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
            run = if rose == Some(holds) { run + 1 } else { 1 };
            rose = Some(holds);
            // From the third question in one direction on two steps: a miss costs less than a detour.
            let step = usize::from(run > 1);
            next = next.map(|_| if holds { low + 1 + step } else { high.saturating_sub(step) });
        }
        Ok(low)
    }

    /// The index to ask for first, where a question costs less the nearer it is.
    fn guess(&self, state: &State<W>) -> Option<usize> {
        let ranks = self.ranks.as_ref()?;
        let target = ranks.guess(state) + self.search.split.so_far(self.search.rules, state);
        let needed = |value| -self.search.split.bonuses(self.objective.table(), value, NEVER)[0];
        Some(self.values.iter().rposition(|&value| needed(value) <= target).unwrap_or(0))
    }

    fn remember(&mut self, state: &State<W>, index: usize) {
        let value = self.values[index];
        let needed = -self.search.split.bonuses(self.objective.table(), value, NEVER)[0];
        let so_far = self.search.split.so_far(self.search.rules, state);
        if let Some(ranks) = &mut self.ranks {
            ranks.remember(state, needed - so_far);
        }
    }

    fn after(&self, state: &State<W>, what: Move) -> State<W> {
        let mut next = *state;
        next.apply_unchecked(self.search.rules, self.search.fixed, what);
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
        let is_near = self.ranks.is_some();
        if state.seat().is_in(self.objective.maximisers()) {
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
        let rules = self.search.rules;
        let distinct = self.search.distinct(state);
        let mut moves = legal_moves(rules, self.search.fixed, state);
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
            let moves = legal_moves(self.search.rules, self.search.fixed, &state);
            let mut kept = None;
            for what in moves {
                let next = self.after(&state, what);
                let keeps = if state.seat().is_in(self.objective.maximisers()) {
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
