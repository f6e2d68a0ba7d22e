//! The searches are the same for every processor, compiled twice: the same answers after the same nodes.

use std::sync::Arc;

use crate::{open, races};
use ultimo_core::play::Position;
use ultimo_core::random::Stream;
use ultimo_core::rules::PlayRules;
use ultimo_core::solver::{Limits, Objective, Solver, Task};

/// What is made by lot.
type ByLot<'k, T> = Box<dyn Fn(&mut Stream) -> T + 'k>;

/// A kind of game: objectives of it, and positions by lot.
pub(crate) struct Kind<'k> {
    pub(crate) name: &'static str,
    pub(crate) rules: Arc<PlayRules<u64>>,
    pub(crate) objectives: ByLot<'k, Vec<Objective<u64>>>,
    pub(crate) position: ByLot<'k, Position<u64>>,
}

/// Asks both about positions of a kind; how many nodes that took.
fn compare(number: usize, kind: &Kind<'_>, endings: u32) -> u64 {
    let mut dice = Stream::dealing(0xb171, u64::try_from(number).unwrap());
    let objectives = (kind.objectives)(&mut dice);
    let (mut one, mut other) = (Solver::new(None), Solver::new(None).portable());
    let mut nodes = 0;
    for _ in 0..endings {
        let position = (kind.position)(&mut dice);
        let (rules, fixed, state) = (&kind.rules, position.fixed(), position.state());
        for (number, objective) in objectives.iter().enumerate() {
            let task = Task { rules, fixed, root: state, state, objective };
            let [one, other] = [&mut one, &mut other].map(|solver| {
                let found = solver.solve(&task, Limits::default(), true, &|| false).unwrap();
                (found.value, found.nodes, found.table.len(), found.line)
            });
            assert_eq!(one, other, "{}, objective {number}: {state:?}", kind.name);
            nodes += one.1;
        }
    }
    nodes
}

#[test]
fn every_processor_searches_the_same() {
    let is_debug = cfg!(debug_assertions);
    open::each_kind(|kinds| check(kinds, if is_debug { 1 } else { 8 }));
    races::each_kind(|kinds| check(kinds, if is_debug { 4 } else { 8 }));
}

fn check(kinds: &[Kind<'_>], endings: u32) {
    let each = kinds.iter().enumerate().map(|(number, kind)| compare(number, kind, endings));
    let nodes: u64 = each.sum();
    assert!(nodes > 10_000, "only {nodes} nodes");
}
