//! The solver: what it has proven serves one question after another.

use super::inquiry::Inquiry;
use super::search::Limits;
use super::store::Store;
use super::{Objective, Solution, Unfinished};
use crate::cards::Word;
use crate::cpu::{Portable, Processor};
use crate::play::{Fixed, State};
use crate::rules::PlayRules;

/// What is asked: a state of a deal, and what its sides play for.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a, W> {
    /// The rules.
    pub rules: &'a PlayRules<W>,
    /// What does not change in the deal.
    pub fixed: &'a Fixed<W>,
    /// The state itself, or an earlier one of the deal: tasks with the same root have most in common.
    pub root: &'a State<W>,
    /// The state that is asked about.
    pub state: &'a State<W>,
    /// Who wants what.
    pub objective: &'a Objective<W>,
}

/// Answers questions, and keeps its proofs from one to the next.
///
/// Any questions may follow one another: on one position under several objectives, on the positions
/// of a played deal, on several deals. Each is answered as if it were the first; questions that have
/// something in common (a deal, or only rules and objective) cost less. Largest first is cheapest, as
/// the table is sized to what is asked and begins anew when it has to grow.
///
/// # Examples
/// ```
/// # use std::sync::Arc;
/// # use ultimo_core::payoff::{Axis, Fact, PayoffPart};
/// # use ultimo_core::play::{Position, Setup};
/// # use ultimo_core::rules::{PlayRules, RulesSpec, Trump};
/// # use ultimo_core::solver::{Limits, Objective, Solver, Task};
/// // Two suits of three cards, two seats; tricks of seat 0.
/// let spec = RulesSpec { trump: Trump::Lane(0), ..RulesSpec::plain(2, vec![vec![0, 1, 2], vec![3, 4, 5]]) };
/// let rules = Arc::new(PlayRules::<u64>::compile(&spec).unwrap());
/// let setup = Setup { hands: vec![vec![2, 3], vec![1, 5]], ..Setup::default() };
/// let position = Position::new(Arc::clone(&rules), &setup).unwrap();
/// let tricks = Axis { fact: Fact::Tricks { seats: 1, late: false }, classes: None };
/// let table = (0..=3).map(f64::from).collect();
/// let part = PayoffPart { axes: vec![tricks], table, weights: vec![1.0, -1.0] };
/// let objective = Objective::compile(&rules, &[part], 1).unwrap();
/// let (fixed, state) = (position.fixed(), position.state());
/// let task = Task { rules: &rules, fixed, root: state, state, objective: &objective };
/// let mut solver = Solver::new(None);
/// let found = solver.solve(&task, Limits::default(), true, &|| false);
/// assert_eq!(found.unwrap().value, 1.0);
/// assert!(!solver.reaches(&task, 2.0, Limits::default(), &|| false).unwrap());
/// ```
#[derive(Debug)]
pub struct Solver {
    store: Store,
}

impl Solver {
    /// A solver that takes at most so many bytes for its proofs, never more than 1 GiB; `None`: as many
    /// as each question is worth. None are taken before a proof is kept.
    #[must_use]
    pub fn new(memory: Option<usize>) -> Self {
        Self { store: Store::new(memory) }
    }

    /// The same solver, but with no instructions that only some processors have. Its answers and its
    /// nodes are the same.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.store.processor = Processor::Portable(Portable);
        self
    }

    /// Finds the value of a state, and if `full` the value of every legal move and a best line.
    ///
    /// The memory is that of the solver: `limits.memory` is not looked at.
    ///
    /// # Errors
    /// [`Unfinished`] if a limit was reached, or `stop` answered true.
    pub fn solve<W: Word>(
        &mut self,
        task: &Task<'_, W>,
        limits: Limits,
        full: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Solution, Unfinished> {
        if task.state.is_over() {
            let value = task.objective.value(task.rules, task.fixed, task.state);
            return Ok(Solution { value, table: Vec::new(), line: Vec::new(), nodes: 0 });
        }
        self.inquire(task, limits, stop).answer(task.state, full)
    }

    /// Whether a state is worth at least `value`: one question instead of several.
    ///
    /// # Errors
    /// As [`Solver::solve`]; the bounds are those of the objective.
    pub fn reaches<W: Word>(
        &mut self,
        task: &Task<'_, W>,
        value: f64,
        limits: Limits,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Unfinished> {
        if task.state.is_over() {
            return Ok(task.objective.value(task.rules, task.fixed, task.state) >= value);
        }
        self.inquire(task, limits, stop).reaches(task.state, value)
    }

    fn inquire<'a, W: Word>(
        &'a mut self,
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Inquiry<'a, W> {
        if self.store.memory.is_some() {
            let kept = Inquiry::new(task, limits, stop, &mut self.store).keeps();
            self.store.make_room(kept);
        }
        Inquiry::new(task, limits, stop, &mut self.store)
    }

    /// Forgets all proofs and gives their memory back.
    pub fn release(&mut self) {
        self.store.release();
    }

    /// Bytes that the proofs take now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }
}

/// Answers one question: see [`Solver::solve`], of which this is one that lives no longer. Here
/// `limits.memory` counts.
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
    let task = Task { rules, fixed, root: state, state, objective };
    Solver::new(limits.memory).solve(&task, limits, full, stop)
}
