//! Races for points with a stock, pairs, closing and going out: the same values as full minimax.
//!
//! One solver answers all questions of a kind of game, and beside each ending stand its siblings, in
//! which a card of a pair, or one that counts otherwise, has changed places with a neighbour that is gone.

use std::sync::Arc;

use crate::common::{FREE, OVERTAKE, axis, part};
use crate::shared::{Played, Rules, below, neighbours};
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe};
use ultimo_core::play::{Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{
    Beat, Close, Draw, Drawing, Duty, EndRule, Exchange, GoOut, Marriage, MarriageRule, PlayRules,
    RulesSpec, Trump, Void,
};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

/// Anything may be played.
const ANYTHING: Duty = Duty { follow: false, beat: Beat::Never, void: Void::Free };
/// Units that win a race: so few that endings get there.
const ENOUGH: u16 = 40;
/// Units below which a loser pays more.
const FEW: u16 = 18;

/// A kind of game.
struct Kind {
    name: &'static str,
    seats: u8,
    /// The seats that maximise.
    side: u16,
    /// Cards in a hand and in the stock, and how many moves are made before the ending.
    hand: usize,
    stock: usize,
    played: usize,
    duty: Duty,
    /// What is changed of the rules.
    change: fn(&mut RulesSpec),
}

fn by_points(seats: u16) -> EndRule {
    EndRule::Points { seats, at_least: ENOUGH, not_behind: false, on_lead: None, after_card: None }
}

/// Four suits of five or six cards, a pair in each, the last suit trump.
fn spec(kind: &Kind) -> RulesSpec {
    let values: &[u16] = if kind.seats == 2 { &[2, 3, 4, 10, 11] } else { &[0, 2, 3, 4, 10, 11] };
    let size = u8::try_from(values.len()).unwrap();
    let lanes: Vec<Vec<u8>> =
        (0..4).map(|lane| (lane * size..(lane + 1) * size).collect()).collect();
    let pair = |lane: &Vec<u8>| Marriage {
        cards: [lane[values.len() - 3], lane[values.len() - 4]],
        units: if lane[0] >= 3 * size { 15 } else { 8 },
    };
    let all = (1 << kind.seats) - 1;
    let mut spec = RulesSpec {
        values: values.iter().copied().cycle().take(4 * values.len()).collect(),
        trump: Trump::Lane(3),
        duty: kind.duty,
        sides: (0..kind.seats).map(|seat| u8::from(kind.side >> seat & 1 == 0)).collect(),
        marriages: Some(MarriageRule {
            pairs: lanes.iter().map(pair).collect(),
            following: false,
            at_start: false,
            needs_trick: true,
            by_side: true,
        }),
        ends: vec![by_points(kind.side), by_points(all & !kind.side)],
        ..RulesSpec::plain(kind.seats, lanes)
    };
    if kind.stock > 0 {
        spec.drawing = Some(Drawing {
            draw: Draw::EachWinnerFirst,
            duty: Some(ANYTHING),
            exchange: Some(Exchange { card: 15, needs_trick: false, min_stock: 1 }),
            close: None,
        });
    }
    (kind.change)(&mut spec);
    spec
}

fn with_closing(spec: &mut RulesSpec) {
    if let Some(drawing) = &mut spec.drawing {
        drawing.close = Some(Close { min_stock: 2, duty: OVERTAKE, few_below: FEW });
    }
}

/// Exchange only with a trick, pairs without, something for the last trick.
fn otherwise(spec: &mut RulesSpec) {
    if let Some(Exchange { needs_trick, .. }) =
        spec.drawing.as_mut().and_then(|drawing| drawing.exchange.as_mut())
    {
        *needs_trick = true;
    }
    if let Some(marriages) = &mut spec.marriages {
        marriages.needs_trick = false;
    }
    spec.last_trick_units = 7;
}

/// Pairs may be announced when following, and count with a trick of one's own.
fn following(spec: &mut RulesSpec) {
    if let Some(marriages) = &mut spec.marriages {
        (marriages.following, marriages.by_side) = (true, false);
    }
}

/// The others' first trick ends the deal.
fn without_trick(spec: &mut RulesSpec) {
    spec.ends[1] = EndRule::Tricks { seats: 0b1010, at_least: 1 };
}

/// Nothing ends the deal but that seat 0 goes out, or, in the other, is on lead with enough.
fn going_out(spec: &mut RulesSpec) {
    spec.ends.clear();
    spec.go_out = Some(GoOut { seat: 0, units: 25 });
}

fn on_lead(spec: &mut RulesSpec) {
    spec.ends = vec![EndRule::Points {
        seats: 1,
        at_least: 25,
        not_behind: true,
        on_lead: Some(0),
        after_card: None,
    }];
}

fn kinds() -> Vec<Kind> {
    let nothing: fn(&mut RulesSpec) = |_| ();
    let free = |name, hand, stock, played, change| Kind {
        name,
        seats: 2,
        side: 1,
        hand,
        stock,
        played,
        duty: FREE,
        change,
    };
    let of = |name, seats, side, hand, played, change| Kind {
        name,
        seats,
        side,
        hand,
        stock: 0,
        played,
        duty: OVERTAKE,
        change,
    };
    vec![
        free("stock", 3, 8, 4, nothing),
        free("stock gone", 5, 2, 6, nothing),
        free("long stock", 2, 8, 4, nothing),
        free("closing", 3, 6, 2, with_closing),
        free("otherwise", 3, 6, 4, otherwise),
        Kind { duty: OVERTAKE, ..free("strict", 3, 6, 3, with_closing) },
        Kind { side: 2, ..free("the other seat", 3, 6, 2, with_closing) },
        of("three seats", 3, 1, 6, 6, nothing),
        of("three seats, two allied", 3, 0b110, 6, 6, nothing),
        of("three seats, following", 3, 1, 6, 7, following),
        of("four seats", 4, 0b0101, 5, 8, nothing),
        of("four seats, following", 4, 0b0110, 5, 8, following),
        of("four seats, no trick", 4, 0b0101, 5, 6, without_trick),
        of("going out", 3, 1, 6, 6, going_out),
        of("on lead", 3, 1, 6, 6, on_lead),
        Kind { duty: FREE, ..of("going out, free", 2, 1, 7, 4, going_out) },
    ]
}

/// A deal by lot of which some moves were made by lot.
fn played(rules: &Rules, kind: &Kind, dice: &mut Stream) -> Played {
    let mut pack: Vec<u8> = (0..rules.spec().deck_size).collect();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let mut setup = Setup { stock: pack.split_off(count - kind.stock), ..Setup::default() };
    for _ in 0..kind.seats {
        setup.hands.push(pack.split_off(pack.len() - kind.hand));
    }
    setup.leader = u8::try_from(below(dice, usize::from(kind.seats))).unwrap();
    let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
    let mut moves = Vec::new();
    let further = below(dice, 3);
    while moves.len() < kind.played + further && !position.is_over() {
        let legal = position.legal_moves();
        let what = legal[below(dice, legal.len())];
        position.play(what).unwrap();
        moves.push(what);
    }
    // Half of them on lead, where the table is asked first of all.
    while dice.below(2) == 0 && !position.is_over() && !position.state().is_on_lead() {
        let legal = position.legal_moves();
        let what = legal[below(dice, legal.len())];
        position.play(what).unwrap();
        moves.push(what);
    }
    Played { setup, moves }
}

/// What a deal pays: by who has enough first, else by the last trick; more if the loser has few units,
/// and more still if he has no trick. `prices` rise.
fn prices(rules: &PlayRules<u64>, side: u16, prices: [[f64; 3]; 2], last: bool) -> PayoffPart {
    let (all, spec) = (rules.all_seats(), rules.spec());
    let enough: Vec<u16> = (0..=FEW).map(|units| u16::from(units == FEW)).collect();
    let has: Vec<u16> = (0..=rules.max_tricks()).map(|tricks| u16::from(tricks > 0)).collect();
    let seats = 0..spec.seats;
    let winners = seats.map(|seat| 1 + u16::from(side >> seat & 1 == 0)).chain([0]).collect();
    let has_closing = spec.drawing.is_some_and(|drawing| drawing.close.is_some());
    let mut axes =
        vec![axis(Fact::EndedBy, None), Axis { fact: Fact::LastTrick, classes: Some(winners) }];
    for seats in [side, all & !side] {
        let units = Fact::Points { seats, laid: true, marriages: true, max: FEW };
        axes.push(axis(units, Some(&enough)));
        axes.push(axis(Fact::Tricks { seats, late: false }, Some(&has)));
    }
    if has_closing {
        axes.push(axis(Fact::Closed, None));
    }
    tabulate(rules, axes, |at| {
        let by_points = [0.0, 1.0, -1.0][at[0].min(2)];
        let closed = at.get(6).copied().unwrap_or(0);
        if let Some(code) = closed.checked_sub(1) {
            // Whoever closed must have enough first, and is paid by what the others had then.
            let (is_ours, class) = (side >> (code / 3) & 1 == 1, code % 3);
            let sign = if is_ours { 1.0 } else { -1.0 };
            return if by_points == sign {
                sign * prices[usize::from(!is_ours)][2 - class]
            } else {
                -sign * prices[usize::from(is_ours)][if class == 0 { 2 } else { 1 }]
            };
        }
        let sign = match (at[0], at[1]) {
            (0, winner) if last => [0.0, 1.0, -1.0][winner],
            _ => by_points,
        };
        let (units, tricks) = if sign > 0.0 { (at[4], at[5]) } else { (at[2], at[3]) };
        let class = if tricks == 0 { 2 } else { usize::from(units == 0) };
        sign * prices[usize::from(sign < 0.0)][class]
    })
}

/// Won if seat 0 has gone out with enough, or the last trick and enough; lost by the last trick.
fn undertaking(rules: &PlayRules<u64>, side: u16) -> PayoffPart {
    let others = rules.all_seats() & !side;
    let target = 25;
    let most = 110;
    let classes: Vec<u16> =
        (0..=most).map(|units: u16| (units + 1).saturating_sub(target)).collect();
    let units = |seats| Fact::Points { seats, laid: true, marriages: true, max: most };
    let winners = (0..rules.spec().seats).map(|seat| u16::from(side >> seat & 1 == 1));
    let axes = vec![
        axis(units(side), Some(&classes)),
        axis(units(others), Some(&classes)),
        axis(if rules.spec().go_out.is_some() { Fact::WentOut } else { Fact::EndedBy }, None),
        Axis { fact: Fact::LastTrick, classes: Some(winners.chain([2]).collect()) },
    ];
    tabulate(rules, axes, |at| {
        let made = at[0] > 0 && at[1] <= at[0];
        match (at[2] > 0, at[3] == 1) {
            (true, _) => {
                if made {
                    2.0
                } else {
                    -2.0
                }
            }
            (false, true) => {
                if made {
                    2.0
                } else {
                    0.0
                }
            }
            (false, false) => -2.0,
        }
    })
}

fn tabulate(
    rules: &PlayRules<u64>,
    axes: Vec<Axis>,
    value: impl Fn(&[usize]) -> f64,
) -> PayoffPart {
    let sizes: Vec<usize> =
        axes.iter().map(|axis| Probe::new(rules, axis).unwrap().size() as usize).collect();
    let table = (0..sizes.iter().product::<usize>())
        .map(|index| {
            let mut left = index;
            let mut at: Vec<usize> = sizes
                .iter()
                .rev()
                .map(|size| {
                    let digit = left % size;
                    left /= size;
                    digit
                })
                .collect();
            at.reverse();
            value(&at)
        })
        .collect();
    part(axes, table, rules.spec().seats)
}

/// Objectives of a kind of game: win, the usual prices, prices by lot, units up to a limit, and one that
/// is no race: fewer units are better.
fn objectives(rules: &PlayRules<u64>, kind: &Kind, dice: &mut Stream) -> Vec<Objective<u64>> {
    let side = kind.side;
    let compile = |part: PayoffPart| Objective::compile(rules, &[part], side).unwrap();
    let mut rising = || {
        let mut price = 0.0;
        [0; 3].map(|_: i32| {
            price += f64::from(dice.below(3));
            price
        })
    };
    let by_lot = [[rising(), rising()], [rising(), rising()]];
    let units = Fact::Points { seats: side, laid: true, marriages: true, max: ENOUGH / 2 };
    let falling = tabulate(rules, vec![axis(units.clone(), None)], |at| {
        -f64::from(u32::try_from(at[0]).unwrap())
    });
    let some =
        tabulate(rules, vec![axis(units, None)], |at| f64::from(u32::try_from(at[0]).unwrap()));
    let mut found = vec![
        compile(prices(rules, side, [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]], true)),
        compile(prices(rules, side, [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], true)),
        compile(prices(rules, side, [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], false)),
        compile(prices(rules, side, by_lot[0], true)),
        compile(prices(rules, side, by_lot[1], false)),
        compile(some),
        compile(falling),
    ];
    if rules.spec().go_out.is_some() || rules.spec().ends.len() == 1 {
        found.push(compile(undertaking(rules, side)));
    }
    found
}

/// Asks one solver of all objectives, and compares with full minimax.
fn check(
    solver: &mut Solver,
    kind: &Kind,
    objectives: &[Objective<u64>],
    position: &Position<u64>,
    dice: &mut Stream,
) {
    let (rules, fixed, state) = (position.rules(), position.fixed(), position.state());
    for (number, objective) in objectives.iter().enumerate() {
        let root = if dice.below(2) == 0 { position.initial() } else { state };
        let task = Task { rules, fixed, root, state, objective };
        let expected = brute::value(rules, fixed, state, objective);
        let about = || format!("{}, objective {number}: {state:?}, {:?}", kind.name, fixed.stock());
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
            if valued.value != expected {
                let task = Task { rules, fixed, root: &next, state: &next, objective };
                let f = Solver::new(None).solve(&task, Limits::default(), true, &|| false).unwrap();
                println!("DEBUG fresh {f:?} expected {expected} table {:?}", objective.axes());
                for v in [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] {
                    println!(
                        "{v} {:?}",
                        Solver::new(None).reaches(&task, v, Limits::default(), &|| false)
                    );
                }
                fn walk(
                    rules: &PlayRules<u64>,
                    fixed: &ultimo_core::play::Fixed<u64>,
                    state: &ultimo_core::play::State<u64>,
                    objective: &Objective<u64>,
                ) {
                    if state.is_over() {
                        println!("over value {}", objective.value(rules, fixed, state));
                        return;
                    }
                    let moves: Vec<_> = rules
                        .cards(state.legal_cards(rules, fixed))
                        .into_iter()
                        .map(ultimo_core::play::Move::Card)
                        .chain(
                            state
                                .legal_calls(rules, fixed)
                                .calls()
                                .map(ultimo_core::play::Move::Call),
                        )
                        .collect();
                    for what in moves {
                        let mut n = *state;
                        n.apply_unchecked(rules, fixed, what);
                        let e = brute::value(rules, fixed, &n, objective);
                        let t = Task { rules, fixed, root: &n, state: &n, objective };
                        let f = Solver::new(None)
                            .solve(&t, Limits::default(), false, &|| false)
                            .unwrap()
                            .value;
                        if e != f {
                            println!("{:?} {what}: {f} not {e}", state.seat());
                            walk(rules, fixed, &n, objective);
                            return;
                        }
                    }
                    println!("here: {state:?}");
                }
                walk(rules, fixed, &next, objective);
            }
            assert_eq!(valued.value, expected, "{}: {}", valued.what, about());
        }
        let mut end = *state;
        for &what in &found.line {
            end.apply_unchecked(rules, fixed, what);
        }
        if full {
            assert!(end.is_over());
            assert_eq!(objective.value(rules, fixed, &end), expected, "line: {}", about());
        }
    }
}

/// Endings of a kind and their siblings, all to one solver; how many siblings there were.
fn run(number: usize, kind: &Kind, endings: u32) -> u32 {
    let rules = Arc::new(PlayRules::<u64>::compile(&spec(kind)).unwrap());
    let mut dice = Stream::dealing(0x66ac, u64::try_from(number).unwrap());
    let objectives = objectives(&rules, kind, &mut dice);
    let mut solver = Solver::new(None);
    let mut siblings = 0;
    for _ in 0..endings {
        let played = played(&rules, kind, &mut dice);
        let position = played.position(&rules).unwrap();
        if position.is_over() {
            continue;
        }
        check(&mut solver, kind, &objectives, &position, &mut dice);
        let mut pairs = neighbours(&rules, &position);
        if !pairs.is_empty() {
            let last = pairs.len() - 1;
            dice.shuffle(&mut pairs, last);
        }
        for &(one, other) in pairs.iter().take(2) {
            let Some(sibling) = played.exchanged(one, other).position(&rules) else { continue };
            if !sibling.is_over() {
                siblings += 1;
                check(&mut solver, kind, &objectives, &sibling, &mut dice);
            }
        }
    }
    siblings
}

/// Endings of every kind; how many siblings there were.
pub(crate) fn everything(endings: u32) -> u32 {
    kinds()
        .iter()
        .enumerate()
        .filter(|(_, k)| std::env::var("KIND").map_or(true, |n| n == k.name))
        .map(|(number, kind)| run(number, kind, endings))
        .sum()
}

#[test]
fn races_that_share_a_table_equal_minimax() {
    let times: u32 = std::env::var("ULTIMO_RACES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let siblings = everything(times * if cfg!(debug_assertions) { 10 } else { 60 });
    assert!(siblings > 100, "only {siblings} siblings");
}
