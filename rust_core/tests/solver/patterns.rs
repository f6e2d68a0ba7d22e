//! Positions that differ in nothing but who owns which rank, all to one solver: where bounds are kept by
//! the ranks that mattered, each of them meets what was proven of the others.

use std::sync::Arc;

use crate::common::{
    BEAT_TRUMPS, EXCUSE, FREE, LOWEST_TRUMP, MUST_TRUMP, OVERTAKE, spec, spec_with_excuse,
};
use crate::shared::{Game, Played, below, check, objectives};
use ultimo_core::play::{Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{PlayRules, RulesSpec, Trump};
use ultimo_core::solver::{Limits, Solver, Task};

/// Rules, the cards that facts name, and the cards that are dealt most.
type Family = (String, RulesSpec, Vec<u8>, Vec<u8>);

fn families() -> Vec<Family> {
    let mut families = Vec::new();
    let duties = [
        ("free", FREE),
        ("must trump", MUST_TRUMP),
        ("overtake", OVERTAKE),
        ("trumps", BEAT_TRUMPS),
    ];
    for (name, duty) in duties {
        for (seats, alone) in [(3, false), (4, false), (4, true), (2, true)] {
            let spec = spec_with_excuse(seats, duty, alone);
            // Two lanes and the excuse: hands of the same shape are then met often.
            let pack = (0..12).chain(LOWEST_TRUMP..=EXCUSE).collect();
            let name = format!("excuse {seats}, {name}, {alone}");
            families.push((name, spec, vec![0], pack));
        }
        let whist = RulesSpec { watched: vec![0], ..spec(4, false, Trump::Lane(1), duty) };
        families.push((format!("whist, {name}"), whist, vec![13], (0..26).collect()));
    }
    families
}

/// Hands of so many cards, without history.
fn dealt(spec: &RulesSpec, dice: &mut Stream, pack: &[u8], cards: usize) -> Played {
    let mut pack = pack.to_vec();
    let last = pack.len() - 1;
    dice.shuffle(&mut pack, last);
    // The cards that facts name are mostly there.
    pack.sort_by_key(|&card| card != 0 && !spec.watched.contains(&card));
    let seats = usize::from(spec.seats);
    let count = seats * cards;
    dice.shuffle(&mut pack[..count], count - 1);
    let hands = pack.chunks(cards).take(seats).map(<[u8]>::to_vec);
    let mut hands: Vec<Vec<u8>> = hands.collect();
    let leader = u8::try_from(below(dice, seats)).unwrap();
    // A leader who has nothing but the excuse beside cards that win.
    if spec.excuse.is_some() && dice.below(3) == 0 {
        let wanted = [EXCUSE, EXCUSE - 1, EXCUSE - 2, 11, 10];
        for (at, &card) in wanted.iter().enumerate().take(cards.min(wanted.len())) {
            let mine = hands[usize::from(leader)][at];
            hands.iter_mut().flatten().filter(|other| **other == card).for_each(|o| *o = mine);
            hands[usize::from(leader)][at] = card;
        }
    }
    Played { setup: Setup { hands, leader, ..Setup::default() }, moves: Vec::new() }
}

/// The same with cards of a lane dealt anew, as many to each seat as before: all cards of all lanes, or
/// two neighbours, often the lowest.
fn redealt(spec: &RulesSpec, dice: &mut Stream, played: &Played) -> Played {
    let mut found = played.clone();
    let (all, only) = (dice.below(3) == 0, below(dice, spec.lanes.len()));
    for lane in spec.lanes.iter().enumerate().filter(|(at, _)| all || *at == only).map(|(_, l)| l) {
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (seat, hand) in played.setup.hands.iter().enumerate() {
            let of_lane = (0..hand.len()).filter(|&at| lane.contains(&hand[at]));
            places.extend(of_lane.map(|at| (seat, at)));
        }
        let card = |&(seat, at): &(usize, usize)| played.setup.hands[seat][at];
        places.sort_by_key(card);
        if places.len() < 2 {
            continue;
        }
        let mut cards: Vec<u8> = places.iter().map(card).collect();
        let last = cards.len() - 1;
        if all {
            dice.shuffle(&mut cards, last);
        } else {
            let low = if dice.below(2) == 0 { 0 } else { below(dice, last) };
            cards.swap(low, low + 1);
        }
        for (&(seat, at), card) in places.iter().zip(cards) {
            found.setup.hands[seat][at] = card;
        }
    }
    found
}

/// The same with a card that a fact names in other hands, for the lowest card of its lane there.
fn elsewhere(spec: &RulesSpec, played: &Played, card: u8) -> Vec<Played> {
    let lane = spec.lanes.iter().find(|lane| lane.contains(&card)).unwrap();
    let has = |hand: &Vec<u8>| hand.contains(&card);
    let Some(owner) = played.setup.hands.iter().position(has) else { return Vec::new() };
    let lowest = |hand: &Vec<u8>| hand.iter().copied().filter(|card| lane.contains(card)).min();
    let others = played.setup.hands.iter().enumerate().filter(|(seat, _)| *seat != owner);
    others.filter_map(|(_, hand)| Some(played.exchanged(card, lowest(hand)?))).collect()
}

/// Small endings against full minimax.
pub(crate) fn everything(endings: u32) {
    for (number, (name, spec, named, pack)) in families().into_iter().enumerate() {
        let rules = Arc::new(PlayRules::<u64>::compile(&spec).unwrap());
        let mut dice = Stream::dealing(0x9a77, u64::try_from(number).unwrap());
        let side = [0b0001, 0b0010, 0b0011][below(&mut dice, 3)] & ((1 << spec.seats) - 1);
        let side = if side == (1 << spec.seats) - 1 { 1 } else { side };
        let objectives = objectives(&rules, &mut dice, &named, side);
        let game = Game { name, rules, objectives };
        let cards = [5, 4, 3][usize::from(spec.seats) - 2];
        for _ in 0..endings {
            let mut solver = Solver::new(None);
            let mut played = dealt(&spec, &mut dice, &pack, cards);
            for _ in 0..12 {
                check(&mut solver, &game, &played, &mut dice);
                for &card in named.iter().chain(&spec.watched) {
                    for other in elsewhere(&spec, &played, card) {
                        check(&mut solver, &game, &other, &mut dice);
                    }
                }
                played = redealt(&spec, &mut dice, &played);
            }
        }
    }
}

/// Longer endings against a solver that knows nothing yet.
pub(crate) fn longer(endings: u32) {
    for (number, (name, spec, named, pack)) in families().into_iter().enumerate() {
        let rules = Arc::new(PlayRules::<u64>::compile(&spec).unwrap());
        let mut dice = Stream::dealing(0x9a78, u64::try_from(number).unwrap());
        let objectives = objectives(&rules, &mut dice, &named, 1);
        let cards = if spec.seats == 4 { 6 } else { 8 };
        for _ in 0..endings {
            let mut solver = Solver::new(None);
            let mut played = dealt(&spec, &mut dice, &pack, cards);
            for _ in 0..12 {
                let position = Position::new(Arc::clone(&rules), &played.setup).unwrap();
                let (fixed, state) = (position.fixed(), position.state());
                for (which, objective) in objectives.iter().enumerate().take(3) {
                    let task = Task { rules: &rules, fixed, root: state, state, objective };
                    let solve = |solver: &mut Solver| {
                        solver.solve(&task, Limits::default(), false, &|| false).unwrap().value
                    };
                    let (shared, fresh) = (solve(&mut solver), solve(&mut Solver::new(None)));
                    assert_eq!(shared, fresh, "{name}, objective {which}: {state:?}");
                }
                played = redealt(&spec, &mut dice, &played);
            }
        }
    }
}

#[test]
fn positions_of_one_shape_equal_minimax() {
    everything(if cfg!(debug_assertions) { 2 } else { 8 });
}

#[test]
fn positions_of_one_shape_equal_those_that_are_solved_alone() {
    longer(if cfg!(debug_assertions) { 1 } else { 6 });
}
