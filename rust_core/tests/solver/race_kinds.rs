//! Kinds of races: rules with stock, pairs, closing and going out, and what they pay.

use crate::common::{FREE, OVERTAKE, axis, part};
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Probe};
use ultimo_core::random::Stream;
use ultimo_core::rules::{
    Beat, Close, Draw, Drawing, Duty, EndRule, Exchange, GoOut, Marriage, MarriageRule, PlayRules,
    RulesSpec, Trump, Void,
};
use ultimo_core::solver::Objective;

/// Anything may be played.
const ANYTHING: Duty = Duty { follow: false, beat: Beat::Never, void: Void::Free };
/// Units that win a race: so few that endings get there.
const ENOUGH: u16 = 36;
/// Units below which a loser pays more.
const FEW: u16 = 10;

/// A kind of game.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) seats: u8,
    /// The seats that maximise.
    pub(crate) side: u16,
    /// Cards in a hand and in the stock, and how many moves are made before the ending.
    pub(crate) hand: usize,
    pub(crate) stock: usize,
    pub(crate) played: usize,
    duty: Duty,
    /// How many times as many endings as of others, where few of them tell anything.
    pub(crate) times: u32,
    /// What is changed of the rules.
    change: fn(&mut RulesSpec),
}

fn by_points(seats: u16) -> EndRule {
    EndRule::Points { seats, at_least: ENOUGH, not_behind: false, on_lead: None, after_card: None }
}

/// Four suits of five or six cards, a pair in each, the last suit trump.
pub(crate) fn spec(kind: &Kind) -> RulesSpec {
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

pub(crate) fn kinds() -> Vec<Kind> {
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
pub(crate) fn objectives(
    rules: &PlayRules<u64>,
    kind: &Kind,
    dice: &mut Stream,
) -> Vec<Objective<u64>> {
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
