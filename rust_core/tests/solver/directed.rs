//! Endings made to find one fault each, which others find by the order of the dice, or hardly.

use std::sync::Arc;

use crate::common::{EXCUSE, FREE, MUST_TRUMP, OVERTAKE, axis, part, spec, spec_with_excuse};
use ultimo_core::cards::Card;
use ultimo_core::payoff::Fact;
use ultimo_core::play::{Move, Position, Setup};
use ultimo_core::rules::{Duty, PlayRules, Trump};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

const DUTIES: [(&str, Duty); 3] =
    [("free", FREE), ("must trump", MUST_TRUMP), ("overtake", OVERTAKE)];

type Rules = Arc<PlayRules<u64>>;

fn check(
    solver: &mut Solver,
    position: &Position<u64>,
    objective: &Objective<u64>,
    value: f64,
    about: &str,
) {
    let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
    assert_eq!(brute::value(rules, fixed, state, objective), value, "{about}");
    let task = Task { rules, fixed, root: state, state, objective };
    for asked in [value, value + 0.5] {
        let reached = solver.reaches(&task, asked, Limits::default(), &|| false).unwrap();
        assert_eq!(reached, asked <= value, "at least {asked}: {about}");
    }
    let found = solver.solve(&task, Limits::default(), true, &|| false).unwrap();
    assert_eq!(found.value, value, "{about}");
}

/// Two seats hold a card of each of two lanes, one of them higher here and the other there. Nothing but
/// the cards left out tells the positions apart: the fact names one that the first seat takes in the
/// one, and the second seat in the other.
pub(crate) fn facts_name_their_cards() {
    let positions = [([[6, 16], [5, 17]], 1.0), ([[7, 16], [6, 18]], 0.0)];
    for (name, duty) in DUTIES {
        let rules: Rules =
            Arc::new(PlayRules::compile(&spec(2, false, Trump::None, duty)).unwrap());
        let captured = Fact::Captured { cards: vec![5, 18], seats: 1, laid: false };
        let part = part(vec![axis(captured, None)], vec![0.0, 1.0, 2.0], 2);
        let objective = Objective::compile(&rules, &[part], 1).unwrap();
        for (order, leader) in [([0, 1], 0), ([1, 0], 0), ([0, 1], 1), ([1, 0], 1)] {
            let mut solver = Solver::new(None);
            for (hands, value) in order.map(|which| positions[which]) {
                let hands = hands.map(Vec::from).to_vec();
                let setup = Setup { hands, leader, ..Setup::default() };
                let position = Position::new(Arc::clone(&rules), &setup).unwrap();
                let about = format!("{name}, {order:?}, {leader}: {setup:?}");
                check(&mut solver, &position, &objective, value, &about);
            }
        }
    }
}

/// A leader who has lost a trick holds the best plain card and the excuse: he cashes the one and loses
/// the other in the last trick, or saves the excuse and never gets the lead again. Both is too much.
pub(crate) fn excuses_come_too_late() {
    for (name, duty) in DUTIES {
        let rules: Rules = Arc::new(PlayRules::compile(&spec_with_excuse(2, duty, true)).unwrap());
        let hands = vec![vec![0, 10, 11, EXCUSE], vec![5, 6, 7, 20]];
        let mut position =
            Position::new(Arc::clone(&rules), &Setup { hands, ..Setup::default() }).unwrap();
        for card in [0, 5, 6, 10] {
            position.play(Move::Card(Card::new(card).unwrap())).unwrap();
        }
        let points = Fact::Points { seats: 1, laid: false, marriages: false, max: 70 };
        let table = (0..=70).map(f64::from).collect();
        let part = part(vec![axis(points, None)], table, 2);
        let objective = Objective::compile(&rules, &[part], 1).unwrap();
        let value = brute::value(&rules, position.fixed(), position.state(), &objective);
        check(&mut Solver::new(None), &position, &objective, value, name);
    }
}

#[test]
fn a_fact_tells_positions_apart_by_the_cards_it_names() {
    facts_name_their_cards();
}

#[test]
fn an_excuse_is_not_saved_after_all_that_is_cashed() {
    excuses_come_too_late();
}
