//! Packs, rules and random endings.

use std::sync::Arc;
use ultimo_core::cards::Seat;
use ultimo_core::payoff::{Axis, Fact, PayoffPart, Window};
use ultimo_core::play::{Fixed, Move, Owner, Position, Setup, State};
use ultimo_core::random::Stream;
use ultimo_core::rules::{
    Beat, Duty, Emperor, EndRule, Excuse, PlayRules, Prize, Reserved, RulesSpec, Scheme, Trump,
    Void,
};

/// 52 cards in four suits without points, or 54 in which the last suit of 22 is trump.
pub(crate) fn spec(seats: u8, tarok: bool, trump: Trump, duty: Duty) -> RulesSpec {
    let sizes: &[u8] = if tarok { &[8, 8, 8, 8, 22] } else { &[13, 13, 13, 13] };
    let mut next = 0;
    let lanes: Vec<Vec<u8>> = sizes
        .iter()
        .map(|&size| {
            let lane = (next..next + size).collect();
            next += size;
            lane
        })
        .collect();
    let mut values = vec![0; usize::from(next)];
    if tarok {
        values.fill(1);
        for lane in 0..4 {
            values[lane * 8 + 4..lane * 8 + 8].copy_from_slice(&[4, 7, 10, 13]);
        }
        (values[32], values[52], values[53]) = (13, 13, 13);
    }
    RulesSpec {
        values,
        scheme: if tarok { Scheme::Thirds } else { Scheme::Ones },
        trump,
        duty,
        ..RulesSpec::plain(seats, lanes)
    }
}

/// 51 cards: three suits of ten that count the same and two that count more, 14 trumps of which the
/// lowest and the highest count most, and an excuse. Seat 0 against the others, or nobody with anybody.
pub(crate) fn spec_with_excuse(seats: u8, duty: Duty, alone: bool) -> RulesSpec {
    let lanes: Vec<Vec<u8>> = vec![
        (0..12).collect(),
        (12..24).collect(),
        (24..36).collect(),
        (LOWEST_TRUMP..EXCUSE).collect(),
    ];
    let mut values = vec![1; 51];
    for lane in 0..3 {
        values[12 * lane + 10..12 * lane + 12].copy_from_slice(&[5, 9]);
    }
    (values[usize::from(LOWEST_TRUMP)], values[usize::from(EXCUSE) - 1]) = (9, 9);
    values[usize::from(EXCUSE)] = 9;
    RulesSpec {
        deck_size: EXCUSE + 1,
        values,
        scheme: Scheme::Halves,
        trump: Trump::Lane(3),
        excuse: Some(Excuse { card: EXCUSE, owed: 1 }),
        sides: (0..seats).map(|seat| if alone { seat } else { seat.min(1) }).collect(),
        watched: vec![LOWEST_TRUMP],
        duty,
        ..RulesSpec::plain(seats, lanes)
    }
}

/// Cards of [`spec_with_excuse`].
pub(crate) const LOWEST_TRUMP: u8 = 36;
pub(crate) const EXCUSE: u8 = 50;

/// As in French tarot: trumps are beaten by trumps, and void players overtrump.
pub(crate) const BEAT_TRUMPS: Duty =
    Duty { follow: true, beat: Beat::Trumps, void: Void::Overtrump };
pub(crate) const FREE: Duty = Duty { follow: true, beat: Beat::Never, void: Void::Free };
pub(crate) const MUST_TRUMP: Duty = Duty { follow: true, beat: Beat::Never, void: Void::Trump };
pub(crate) const OVERTAKE: Duty = Duty { follow: true, beat: Beat::Always, void: Void::Overtrump };

pub(crate) fn axis(fact: Fact, classes: Option<&[u16]>) -> Axis {
    Axis { fact, classes: classes.map(<[u16]>::to_vec) }
}

/// Random values over axes with these sizes; `rising`: they never fall along the first axis.
pub(crate) fn table(dice: &mut Stream, sizes: &[usize], rising: bool) -> Vec<f64> {
    let rest: usize = sizes[1..].iter().product();
    let mut table = vec![0.0; sizes[0] * rest];
    for at in 0..table.len() {
        let step = f64::from(dice.below(4));
        table[at] = if rising && at >= rest { table[at - rest] + step } else { step - 2.0 };
    }
    table
}

pub(crate) fn part(axes: Vec<Axis>, table: Vec<f64>, seats: u8) -> PayoffPart {
    PayoffPart { axes, table, weights: vec![1.0; usize::from(seats)] }
}

/// Flags as scores have them: a set won entire by the side or by the others, the fate of a card, no
/// trick or all tricks.
pub(crate) fn flags(
    spec: &RulesSpec,
    cards: &[u8],
    seats: u16,
    window: Window,
    tricks: u8,
) -> Vec<Axis> {
    let all: Vec<u16> = (0..=cards.len()).map(|count| u16::from(count == cards.len())).collect();
    let won = |seats| Fact::Captured { cards: cards.to_vec(), seats, laid: false };
    let extremes: Vec<u16> = (0..=spec.deck_size / spec.seats)
        .map(|won| u16::from(won > 0) + u16::from(won >= tricks))
        .collect();
    vec![
        axis(won(seats), Some(&all)),
        axis(won(!seats & ((1 << spec.seats) - 1)), Some(&all)),
        axis(Fact::Fate { watched: 0, window }, None),
        axis(Fact::Tricks { seats, late: false }, Some(&extremes)),
        axis(Fact::LastTrick, None),
    ]
}

pub(crate) fn seat(number: u32) -> Seat {
    Seat::new(u8::try_from(number).unwrap()).unwrap()
}

/// Some cards to every hand, of all cards in `from`, then up to `plays` random plays.
pub(crate) fn ending(
    rules: &Arc<PlayRules<u64>>,
    dice: &mut Stream,
    cards: usize,
    plays: u32,
) -> (Fixed<u64>, State<u64>) {
    let pack = (0..rules.spec().deck_size).collect();
    ending_of(rules, dice, pack, cards, plays)
}

/// An ending of some cards of a pack.
pub(crate) fn ending_of(
    rules: &Arc<PlayRules<u64>>,
    dice: &mut Stream,
    mut pack: Vec<u8>,
    cards: usize,
    plays: u32,
) -> (Fixed<u64>, State<u64>) {
    let seats = rules.seats();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let setup = Setup {
        hands: (0..seats).map(|seat| pack[seat * cards..(seat + 1) * cards].to_vec()).collect(),
        aside: match rules.spec().prize {
            Some(_) => pack[seats * cards..seats * cards + 3]
                .iter()
                .map(|&card| (card, Owner::Prize))
                .collect(),
            None => Vec::new(),
        },
        leader: u8::try_from(dice.below(u32::try_from(seats).unwrap())).unwrap(),
        ..Setup::default()
    };
    let mut position = Position::new(Arc::clone(rules), &setup).unwrap();
    for _ in 0..dice.below(plays + 1) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let what: Move = moves[dice.below(u32::try_from(moves.len()).unwrap()) as usize];
        position.play(what).unwrap();
    }
    (*position.fixed(), *position.state())
}

/// Exceptions of tarok: pagat last, emperor's trick, a prize for the lowest king.
pub(crate) fn with_exceptions(mut spec: RulesSpec, which: u32) -> RulesSpec {
    let all = (1_u16 << spec.seats) - 1;
    if which & 1 == 1 {
        spec.reserved = vec![Reserved { seats: all, cards: vec![32] }];
    }
    if which & 2 == 2 {
        spec.emperor = Some(Emperor {
            cards: vec![32, 52, 53],
            winner: 32,
            forced: which & 1 == 1,
            led: None,
        });
    }
    if which & 4 == 4 {
        spec.prize = Some(Prize { card: 7, seats: 1 });
    }
    if which & 8 == 8 {
        spec.ends = vec![EndRule::Tricks { seats: 1, at_least: 2 }];
    }
    spec.watched = vec![32];
    spec
}
