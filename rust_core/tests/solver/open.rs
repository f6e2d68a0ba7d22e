//! Games that only the search for all games knows: piles, a stock, calls, many seats. The same values as
//! full minimax.
//!
//! One solver answers all questions of a kind of game, and beside each ending stand its siblings, which
//! differ in what a table must tell apart.

use std::sync::Arc;

use crate::common::{FREE, MUST_TRUMP, OVERTAKE, axis, flags, part, spec, table};
use crate::shared::{Played, Rules, below, neighbours};
use crate::{processors, race_kinds};
use ultimo_core::cards::Card;
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe, Window};
use ultimo_core::play::{Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{
    Declaration, Draw, Drawing, Duty, EndRule, Excuse, GoOut, Marriage, MarriageRule, PileRule,
    PlayRules, RulesSpec, Trump,
};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

/// A kind of game, what lies on the table, and how many moves are made before it is asked.
struct Kind {
    name: &'static str,
    spec: RulesSpec,
    hand: usize,
    stock: usize,
    /// Piles of each seat, and cards of each.
    piles: (usize, usize),
    moves: usize,
    endings: u32,
}

fn tarok(seats: u8, duty: Duty) -> RulesSpec {
    RulesSpec { watched: vec![32], ..spec(seats, true, Trump::Lane(4), duty) }
}

fn whist(seats: u8, duty: Duty) -> RulesSpec {
    RulesSpec { watched: vec![0], ..spec(seats, false, Trump::Lane(1), duty) }
}

fn with_piles(duty: Duty, takes_in_play: bool, at_once: bool) -> RulesSpec {
    let takes = (32..54).chain([7, 15]).collect();
    let piles = PileRule { takes, takes_in_play, lead_from_hand: !takes_in_play, at_once };
    RulesSpec { piles: Some(piles), ..tarok(2, duty) }
}

fn with_stock(mut spec: RulesSpec, draw: Draw) -> RulesSpec {
    spec.drawing = Some(Drawing { draw, duty: None, exchange: None, close: None });
    spec
}

fn with_figures(mut spec: RulesSpec) -> RulesSpec {
    let figure = |cards: Vec<u8>, needed, barred_by| Declaration { cards, needed, barred_by };
    spec.declarations =
        vec![figure((48..54).collect(), 2, vec![]), figure(vec![7, 15, 23], 2, vec![0])];
    spec
}

fn with_excuse(mut spec: RulesSpec) -> RulesSpec {
    spec.lanes[4].pop();
    spec.excuse = Some(Excuse { card: 53, owed: 1 });
    spec
}

fn with_pairs(mut spec: RulesSpec) -> RulesSpec {
    let pair =
        |lane: u8| Marriage { cards: [lane * 8 + 6, lane * 8 + 7], units: 20 + u16::from(lane) };
    let pairs = (0..4).map(pair).collect();
    spec.marriages = Some(MarriageRule {
        pairs,
        following: false,
        at_start: true,
        needs_trick: true,
        by_side: false,
    });
    spec
}

fn with_end(mut spec: RulesSpec, on_lead: Option<u8>, not_behind: bool) -> RulesSpec {
    let seats = 0b01;
    let end = |seats, at_least| EndRule::Points {
        seats,
        at_least,
        not_behind,
        on_lead,
        after_card: None,
    };
    spec.ends = vec![end(seats, 25), end(!seats & ((1 << spec.seats) - 1), 30)];
    spec
}

fn kinds() -> Vec<Kind> {
    let of = |name, spec, hand, stock, piles| Kind {
        name,
        spec,
        hand,
        stock,
        piles,
        moves: 5,
        endings: 1,
    };
    let mut kinds = vec![
        of("piles", with_piles(MUST_TRUMP, true, true), 2, 0, (2, 3)),
        of("piles, after the trick", with_piles(MUST_TRUMP, true, false), 2, 0, (2, 3)),
        of("piles, not taken", with_piles(OVERTAKE, false, true), 2, 0, (2, 3)),
        of("figures", with_figures(with_piles(FREE, true, true)), 3, 0, (2, 3)),
        of("stock", with_stock(whist(2, FREE), Draw::EachWinnerFirst), 3, 8, (0, 0)),
        of(
            "stock and points",
            with_stock(tarok(2, MUST_TRUMP), Draw::EachWinnerFirst),
            3,
            6,
            (0, 0),
        ),
        of("gifts", with_stock(tarok(6, MUST_TRUMP), Draw::ToWinnersPile), 3, 3, (0, 0)),
        of("six seats", tarok(6, MUST_TRUMP), 3, 0, (0, 0)),
        of("six seats, whist", whist(6, OVERTAKE), 3, 0, (0, 0)),
        of("an excuse", with_excuse(with_piles(MUST_TRUMP, false, true)), 2, 0, (2, 3)),
        Kind {
            moves: 2,
            endings: 12,
            ..of("waiting pairs", with_pairs(tarok(2, FREE)), 5, 0, (0, 0))
        },
        of("ends by points", with_end(tarok(2, MUST_TRUMP), None, false), 6, 0, (0, 0)),
        of("ends on lead", with_end(tarok(3, FREE), Some(0), true), 5, 0, (0, 0)),
        of(
            "first lead",
            RulesSpec { trump: Trump::FirstLead, ..whist(2, MUST_TRUMP) },
            6,
            0,
            (0, 0),
        ),
        of("knocking", RulesSpec { knockers: 0b110, ..whist(3, MUST_TRUMP) }, 3, 0, (0, 0)),
        of(
            "late tricks",
            RulesSpec { late_from: 3, ..with_piles(MUST_TRUMP, true, true) },
            2,
            0,
            (2, 3),
        ),
        of(
            "going out",
            RulesSpec { go_out: Some(GoOut { seat: 0, units: 12 }), ..tarok(2, FREE) },
            6,
            0,
            (0, 0),
        ),
    ];
    for kind in race_kinds::kinds() {
        let spec = race_kinds::spec(&kind);
        let moves = kind.played + 2;
        kinds.push(Kind { moves, ..of(kind.name, spec, kind.hand, kind.stock, (0, 0)) });
    }
    kinds
}

/// A deal by lot of which some moves were made by lot. Few cards are in the pack, so that structures
/// come again.
fn played(rules: &Rules, kind: &Kind, dice: &mut Stream) -> Played {
    let mut pack: Vec<u8> = (0..rules.spec().deck_size).collect();
    let last = pack.len() - 1;
    dice.shuffle(&mut pack, last);
    let mut take = |count: usize| pack.split_off(pack.len() - count);
    let mut setup = Setup::default();
    let (piles, each) = kind.piles;
    for seat in 0..rules.seats() {
        // Who may knock holds one card.
        let knocks = rules.spec().knockers >> seat & 1 == 1;
        setup.hands.push(take(if knocks { 1 } else { kind.hand }));
        if piles > 0 {
            setup.piles.push((0..piles).map(|_| take(each)).collect());
        }
    }
    setup.stock = take(kind.stock);
    setup.leader = u8::try_from(below(dice, rules.seats())).unwrap();
    let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
    let mut moves = Vec::new();
    let further = below(dice, 4);
    // Half of them on lead, where the table is asked first of all.
    let on_lead = dice.below(2) == 0;
    while !position.is_over()
        && (moves.len() < kind.moves + further || (on_lead && !position.state().is_on_lead()))
    {
        let legal = position.legal_moves();
        let what = legal[below(dice, legal.len())];
        position.play(what).unwrap();
        moves.push(what);
    }
    Played { setup, moves }
}

fn sizes(rules: &Rules, axes: &[Axis]) -> Vec<usize> {
    axes.iter().map(|axis| Probe::new(rules, axis).unwrap().size() as usize).collect()
}

/// Objectives of a kind: points and tricks, more or fewer of them better; with flags, rising or not; what
/// is recorded.
fn objectives(rules: &Rules, dice: &mut Stream) -> Vec<Objective<u64>> {
    let spec = rules.spec();
    let all = rules.all_seats();
    let side = [0b0001, 0b0010, 0b0101][below(dice, 3)] & all;
    let compile = |part: PayoffPart| Objective::compile(rules, &[part], side).unwrap();
    let count = |fact: Fact, sign: f64| {
        let axes = vec![axis(fact, None)];
        let numbers =
            (0..sizes(rules, &axes)[0]).map(|n| sign * f64::from(u32::try_from(n).unwrap()));
        compile(part(axes, numbers.collect(), spec.seats))
    };
    let marriages = spec.marriages.is_some();
    let points = Fact::Points { seats: side, laid: false, marriages, max: 150 };
    let tricks = Fact::Tricks { seats: side, late: false };
    let late = Fact::Tricks { seats: side, late: true };
    let mut found: Vec<Objective<u64>> = [points.clone(), tricks.clone(), late]
        .into_iter()
        .flat_map(|fact| [count(fact.clone(), 1.0), count(fact, -1.0)])
        .collect();
    let mut add = |facts: Vec<Axis>, rising: bool| {
        let numbers = table(dice, &sizes(rules, &facts), rising);
        found.push(compile(part(facts, numbers, spec.seats)));
    };
    let cards = [7, spec.deck_size - 1];
    for (number, sum) in [&points, &tricks].into_iter().enumerate() {
        let window = if number == 0 { Window::Last(1) } else { Window::Any };
        let others = if spec.watched.is_empty() { 2 } else { 3 };
        let flags = flags(spec, &cards, side, window, 3).into_iter().take(others);
        add([axis(sum.clone(), None)].into_iter().chain(flags).collect(), true);
        add(vec![axis(sum.clone(), None), axis(Fact::EndedBy, None)], number == 0);
    }
    let few: Vec<u16> = (0..=150).map(|units| units / 20).collect();
    add(vec![axis(tricks, None), axis(points, Some(&few))], true);
    if spec.drawing.is_some_and(|drawing| drawing.close.is_some()) {
        add(vec![axis(Fact::Closed, None)], false);
    }
    if !spec.declarations.is_empty() {
        add(vec![axis(Fact::Declared { seat: 0 }, None)], true);
    }
    found
}

/// Asks one solver of all objectives, and compares with full minimax.
fn check(
    solver: &mut Solver,
    name: &str,
    objectives: &[Objective<u64>],
    position: &Position<u64>,
    dice: &mut Stream,
) {
    let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
    for (number, objective) in objectives.iter().enumerate() {
        let root = if dice.below(2) == 0 { position.initial() } else { state };
        let task = Task { rules, fixed, root, state, objective };
        let expected = brute::value(rules, fixed, state, objective);
        let about = || format!("{name}, objective {number}: {state:?}, {:?}", fixed.stock());
        for value in [expected, expected + 0.5] {
            let reached = solver.reaches(&task, value, Limits::default(), &|| false).unwrap();
            assert_eq!(reached, value <= expected, "at least {value}: {}", about());
        }
        let full = dice.below(4) == 0;
        let found = solver.solve(&task, Limits::default(), full, &|| false).unwrap();
        assert_eq!(found.value, expected, "{}", about());
        for valued in found.table {
            let mut next = *state;
            next.apply_unchecked(rules, fixed, valued.what);
            let expected = brute::value(rules, fixed, &next, objective);
            assert_eq!(valued.value, expected, "{}: {}", valued.what, about());
        }
    }
}

/// The same with something changed that a table must tell apart: cards for their neighbours that are
/// gone; cards that are gone, and so the units; cards still out.
fn siblings(
    rules: &Rules,
    played: &Played,
    position: &Position<u64>,
    dice: &mut Stream,
) -> Vec<Played> {
    let (fixed, state) = (position.fixed(), position.state());
    let mut pairs = neighbours(rules, position);
    if pairs.len() > 1 {
        let last = pairs.len() - 1;
        dice.shuffle(&mut pairs, last);
    }
    let mut found: Vec<Played> =
        pairs.iter().take(4).map(|&(one, other)| played.exchanged(one, other)).collect();
    let number = |place| rules.card(place).number();
    let gone: Vec<u8> = (0..u32::try_from(rules.seats()).unwrap())
        .flat_map(|seat| rules.cards(state.captured(crate::common::seat(seat))))
        .map(Card::number)
        .collect();
    let hidden: Vec<u8> = state.piles(fixed).flat_map(|(_, pile)| pile).map(number).collect();
    let stock: Vec<u8> = state.stock(fixed).map(number).collect();
    // More where pairs count that were held at first.
    let waits = rules.spec().marriages.as_ref().is_some_and(|rule| rule.at_start);
    for cards in [gone, hidden, stock] {
        for _ in 0..if waits { 6 } else { 2 } {
            if cards.len() > 1 {
                let (one, other) = (below(dice, cards.len()), below(dice, cards.len()));
                found.push(played.exchanged(cards[one], cards[other]));
            }
        }
    }
    found
}

/// Endings of a kind and their siblings, all to one solver; how many siblings there were.
fn run(number: usize, kind: &Kind, endings: u32) -> u32 {
    let rules = Arc::new(PlayRules::<u64>::compile(&kind.spec).unwrap());
    let mut dice = Stream::dealing(0x09e4, u64::try_from(number).unwrap());
    let objectives = objectives(&rules, &mut dice);
    let mut solver = Solver::new(None);
    let mut count = 0;
    for _ in 0..kind.endings * endings {
        let played = played(&rules, kind, &mut dice);
        let position = played.position(&rules).unwrap();
        if position.is_over() {
            continue;
        }
        check(&mut solver, kind.name, &objectives, &position, &mut dice);
        for sibling in siblings(&rules, &played, &position, &mut dice) {
            let Some(sibling) = sibling.position(&rules) else { continue };
            if !sibling.is_over() {
                count += 1;
                check(&mut solver, kind.name, &objectives, &sibling, &mut dice);
            }
        }
    }
    count
}

/// Endings of every kind; how many siblings there were.
pub(crate) fn everything(endings: u32) -> u32 {
    kinds().iter().enumerate().map(|(number, kind)| run(number, kind, endings)).sum()
}

#[test]
fn open_games_equal_minimax() {
    let times: u32 = std::env::var("ULTIMO_OPEN").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let siblings = everything(times * if cfg!(debug_assertions) { 2 } else { 8 });
    assert!(siblings > 300, "only {siblings} siblings");
}

/// The kinds, as every processor is asked about them.
pub(crate) fn each_kind(check: impl FnOnce(&[processors::Kind<'_>])) {
    let kinds = kinds();
    let all: Vec<processors::Kind<'_>> = kinds
        .iter()
        .map(|kind| {
            let rules = Arc::new(PlayRules::<u64>::compile(&kind.spec).unwrap());
            let [of_goals, of_deals] = [Arc::clone(&rules), Arc::clone(&rules)];
            processors::Kind {
                name: kind.name,
                rules,
                objectives: Box::new(move |dice| objectives(&of_goals, dice)),
                position: Box::new(move |dice| {
                    played(&of_deals, kind, dice).position(&of_deals).unwrap()
                }),
            }
        })
        .collect();
    check(&all);
}
