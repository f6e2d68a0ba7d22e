//! Races for points with a stock, pairs, closing and going out: the same values as full minimax.
//!
//! One solver answers all questions of a kind of game, and beside each ending stand its siblings, in
//! which a card of a pair, or one that counts otherwise, has changed places with a neighbour that is gone.

use std::sync::Arc;

use crate::common::{FREE, OVERTAKE, axis, part};
use crate::shared::{Played, Rules, below, neighbours};
use ultimo_core::cards::Card;
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe};
use ultimo_core::play::{Call, Move, Position, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{
    Beat, Close, Draw, Drawing, Duty, EndRule, Exchange, GoOut, Marriage, MarriageRule, PlayRules,
    RulesSpec, Trump, Void,
};
use ultimo_core::solver::{Limits, Objective, Solver, Task, brute};

/// Anything may be played.
const ANYTHING: Duty = Duty { follow: false, beat: Beat::Never, void: Void::Free };
/// Units that win a race: so few that endings get there.
const ENOUGH: u16 = 36;
/// Units below which a loser pays more.
const FEW: u16 = 10;

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
    /// How many times as many endings as of others, where few of them tell anything.
    times: u32,
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
        times: 1,
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
        times: 1,
        change,
    };
    vec![
        free("stock", 3, 8, 4, nothing),
        free("stock gone", 5, 2, 6, nothing),
        free("long stock", 2, 8, 4, nothing),
        Kind { times: 6, ..free("pairs", 5, 0, 2, nothing) },
        Kind { times: 4, ..free("closing", 3, 6, 4, with_closing) },
        free("otherwise", 3, 6, 4, otherwise),
        Kind { duty: OVERTAKE, ..free("strict", 3, 6, 5, with_closing) },
        Kind { side: 2, ..free("the other seat", 3, 6, 4, with_closing) },
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

/// A deal by lot of which some moves were made by lot. The leader is dealt up to two pairs, and calls
/// are made more often than cards would be, but for closing.
fn played(rules: &Rules, kind: &Kind, dice: &mut Stream) -> Played {
    let spec = rules.spec();
    let mut pack: Vec<u8> = (0..spec.deck_size).collect();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let leader = below(dice, usize::from(kind.seats));
    let pairs = &spec.marriages.as_ref().unwrap().pairs;
    let first = below(dice, pairs.len());
    let given = (first..first + below(dice, 3)).take(kind.hand / 2);
    for (at, card) in (leader * kind.hand..).zip(given.flat_map(|pair| pairs[pair % 4].cards)) {
        let from = pack.iter().position(|&other| other == card).unwrap();
        pack.swap(at, from);
    }
    let hands = pack.chunks(kind.hand).take(usize::from(kind.seats)).map(<[u8]>::to_vec);
    let mut setup = Setup { hands: hands.collect(), ..Setup::default() };
    setup.stock = pack.split_off(count - kind.stock);
    setup.leader = u8::try_from(leader).unwrap();
    let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
    let mut moves = Vec::new();
    let mut play = |position: &mut Position<u64>, dice: &mut Stream| {
        let legal = position.legal_moves();
        let closes = dice.below(4) == 0;
        let is_call = |what: &Move| match what {
            Move::Call(call) => closes || *call != Call::Close,
            Move::Card(_) => false,
        };
        let calls: Vec<Move> = legal.iter().copied().filter(is_call).collect();
        let from = if calls.is_empty() || dice.below(2) == 0 { &legal } else { &calls };
        let what = from[below(dice, from.len())];
        position.play(what).unwrap();
        moves.push(what);
    };
    for _ in 0..kind.played + below(dice, 3) {
        if !position.is_over() {
            play(&mut position, dice);
        }
    }
    // Half of them on lead, where the table is asked first of all.
    let on_lead = dice.below(2) == 0;
    while on_lead && !position.is_over() && !position.state().is_on_lead() {
        play(&mut position, dice);
    }
    Played { setup, moves }
}

/// The hands and the stock that are left, as if nothing had been played, and who leads.
fn fresh(rules: &Rules, position: &Position<u64>, leader: usize) -> Played {
    let (fixed, state) = (position.fixed(), position.state());
    let cards = |set: u64| rules.cards(set).into_iter().map(Card::number).collect();
    let hand = |seat| cards(state.hand(crate::common::seat(seat)));
    let hands = (0..u32::from(rules.spec().seats)).map(hand).collect();
    let stock = if state.is_closed() { vec![] } else { state.stock(fixed).collect() };
    let stock = stock.into_iter().map(|place| rules.card(place).number()).collect();
    let leader = u8::try_from(leader).unwrap();
    Played { setup: Setup { hands, stock, leader, ..Setup::default() }, moves: vec![] }
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

/// Two different things of a list by lot, if it has them.
fn two_of<T: Copy>(things: &[T], dice: &mut Stream) -> Option<(T, T)> {
    let one = below(dice, things.len().max(1));
    let other = below(dice, things.len().max(1));
    (one != other).then(|| (things[one], things[other]))
}

/// The same with something changed that a table must tell apart: a card for its neighbour that is gone;
/// the order of the stock; a pair that was not announced; cards that are gone, and so the units; who
/// leads.
fn siblings(
    rules: &Rules,
    played: &Played,
    position: &Position<u64>,
    dice: &mut Stream,
) -> Vec<Played> {
    let (fixed, state) = (position.fixed(), position.state());
    let mut pairs = neighbours(rules, position);
    if !pairs.is_empty() {
        let last = pairs.len() - 1;
        dice.shuffle(&mut pairs, last);
    }
    let stock: Vec<u8> = state.stock(fixed).map(|place| rules.card(place).number()).collect();
    let gone: Vec<u8> = (0..rules.seats())
        .flat_map(|seat| {
            rules.cards(state.captured(crate::common::seat(u32::try_from(seat).unwrap())))
        })
        .map(Card::number)
        .collect();
    let swaps = pairs.into_iter().take(2).chain(two_of(&stock, dice));
    let mut found: Vec<Played> = swaps.map(|(one, other)| played.exchanged(one, other)).collect();
    // More where units are looked at when the stock is closed.
    let closes = state.legal_calls(rules, fixed).has(Call::Close);
    let mut shuffled = played.clone();
    for _ in 0..if closes { 16 } else { 2 } {
        if let Some((one, other)) = two_of(&gone, dice) {
            shuffled = shuffled.exchanged(one, other);
            found.push(shuffled.clone());
        }
    }
    let is_pair = |what: &Move| matches!(what, Move::Call(Call::Marriage(_)));
    if let Some(at) = played.moves.iter().position(is_pair) {
        let mut without = played.clone();
        without.moves.remove(at);
        found.push(without);
    }
    if state.is_on_lead() {
        let leader = below(dice, rules.seats());
        found.extend([0, 1].map(|step| fresh(rules, position, (leader + step) % rules.seats())));
    }
    found
}

/// Endings of a kind and their siblings, all to one solver; how many siblings there were.
fn run(number: usize, kind: &Kind, endings: u32) -> u32 {
    let rules = Arc::new(PlayRules::<u64>::compile(&spec(kind)).unwrap());
    let mut dice = Stream::dealing(0x66ac, u64::try_from(number).unwrap());
    let objectives = objectives(&rules, kind, &mut dice);
    let mut solver = Solver::new(None);
    let mut count = 0;
    for _ in 0..kind.times * endings {
        let played = played(&rules, kind, &mut dice);
        let position = played.position(&rules).unwrap();
        if position.is_over() {
            continue;
        }
        check(&mut solver, kind, &objectives, &position, &mut dice);
        for sibling in siblings(&rules, &played, &position, &mut dice) {
            let Some(sibling) = sibling.position(&rules) else { continue };
            if !sibling.is_over() {
                count += 1;
                check(&mut solver, kind, &objectives, &sibling, &mut dice);
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
fn races_that_share_a_table_equal_minimax() {
    let times: u32 = std::env::var("ULTIMO_RACES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let siblings = everything(times * if cfg!(debug_assertions) { 3 } else { 10 });
    assert!(siblings > 100, "only {siblings} siblings");
}
