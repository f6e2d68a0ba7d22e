//! The answer: value, value of every legal move, and a line that reaches it.

use super::Objective;
use super::board::AnyHunt;
use super::brute::legal_moves;
use super::question::{NEVER, Question};
use super::ranks::{self, Ranks};
use super::search::{Limits, Reached, Search};
use crate::cards::Word;
use crate::play::{Fixed, Move, State};
use crate::rules::PlayRules;

/// A move and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valued {
    /// The move.
    pub what: Move,
    /// What the position is worth after it.
    pub value: f64,
}

/// What a position is worth.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The value for the maximising side.
    pub value: f64,
    /// Every legal move with its value, in the order of [`Position::legal_moves`]; empty if it was
    /// not asked for.
    ///
    /// [`Position::legal_moves`]: crate::play::Position::legal_moves
    pub table: Vec<Valued>,
    /// A line of best moves to the end; empty if it was not asked for.
    pub line: Vec<Move>,
    /// Moves played by the search.
    pub nodes: u64,
}

/// A search that did not come to its end, and what it had proven.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unfinished {
    /// Which limit stopped it.
    pub reached: Reached,
    /// The value is at least this.
    pub lower: f64,
    /// The value is at most this.
    pub upper: f64,
    /// Moves played.
    pub nodes: u64,
}

/// Finds the value of a state, and if `full` the value of every legal move and a best line.
///
/// # Errors
/// [`Unfinished`] if a limit was reached, or `stop` answered true.
pub fn solve<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    objective: &Objective<W>,
    limits: Limits,
    full: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Solution, Unfinished> {
    if state.is_over() {
        let value = objective.value(rules, fixed, state);
        return Ok(Solution { value, table: Vec::new(), line: Vec::new(), nodes: 0 });
    }
    let mut solver = Solver::new(rules, fixed, state, objective, limits, stop);
    let last = solver.values.len().saturating_sub(1);
    let value = solver.bisect(state, 0, last)?;
    let mut solution = Solution {
        value: solver.values[value],
        table: Vec::new(),
        line: Vec::new(),
        nodes: solver.nodes(),
    };
    if full {
        let unfinished = |mut error: Unfinished| {
            (error.lower, error.upper) = (solution.value, solution.value);
            error
        };
        let table = solver.table(state, value).map_err(unfinished)?;
        let line = solver.line(state, value).map_err(unfinished)?;
        solution = Solution { table, line, nodes: solver.nodes(), ..solution };
    }
    Ok(solution)
}

struct Solver<'a, W> {
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

impl<'a, W: Word> Solver<'a, W> {
    fn new(
        rules: &'a PlayRules<W>,
        fixed: &'a Fixed<W>,
        state: &State<W>,
        objective: &'a Objective<W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let search = Search::new(rules, fixed, state, objective, limits, stop);
        let mut values = objective.table().to_vec();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let questions = (0..values.len()).map(|_| None).collect();
        let maximisers = objective.maximisers();
        let counts_tricks = search.split.counts_tricks_of(maximisers & rules.all_seats());
        let ranks = (counts_tricks && ranks::apply(rules, search.identity.is_relative))
            .then(|| Ranks::new(rules, state, maximisers, limits, stop));
        let hunt = match ranks {
            Some(_) => None,
            None => AnyHunt::new(rules, fixed, state, objective, values.len(), limits, stop),
        };
        Self { search, ranks, hunt, objective, values, questions }
    }

    fn nodes(&self) -> u64 {
        self.search.pace.nodes
            + self.ranks.as_ref().map_or(0, |ranks| ranks.pace.nodes)
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
            let holds = ranks.reaches(state, target);
            return ranks.pace.reached.map_or(Ok(holds), Err);
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
    ) -> Result<usize, Unfinished> {
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            match self.holds(state, middle) {
                Ok(true) => low = middle,
                Ok(false) => high = middle - 1,
                Err(reached) => {
                    return Err(Unfinished {
                        reached,
                        lower: self.values[low],
                        upper: self.values[high],
                        nodes: self.nodes(),
                    });
                }
            }
        }
        Ok(low)
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
        if state.seat().is_in(self.objective.maximisers()) {
            if value > 0 && self.asks(&next, value)? {
                return Ok(value);
            }
            self.bisect(&next, 0, value.saturating_sub(1))
        } else {
            if value == last || !self.asks(&next, value + 1)? {
                return Ok(value);
            }
            self.bisect(&next, value + 1, last)
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
