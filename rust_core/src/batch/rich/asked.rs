//! What rules ask in deals with calls, a stock or piles, as masks.

use super::MOST_SEATS;
use crate::batch::masks::Masks;
use crate::cards::{Place, Seat, Word};
use crate::play::{Call, MOST};
use crate::rules::{Beat, Draw, Duty, DutyPhase, EndRule, PlayRules, Void};

/// Rules as masks. What never changes in a deal is worked out.
#[derive(Debug, Clone)]
pub(super) struct Asked<W> {
    /// What a card makes the others follow, and what beats it.
    pub(super) masks: Masks<W>,
    /// The duties by [`DutyPhase`].
    phases: [Phase<W>; 3],
    /// By lane: the pair that may be announced, or all cards where there is none.
    pairs: [W; 8],
    has_pairs: bool,
    /// By seat: the seats of whom one must have a trick for its marriages to count; [`NOBODY`] has
    /// one always.
    needed: [u16; MOST_SEATS],
    pub(super) exchange: Exchanging<W>,
    /// The least number of cards in the stock that is closed.
    close_from: u8,
    /// Units of the others from which on they have enough when it is closed.
    enough: u32,
    figures: Vec<Figure<W>>,
    ends: Vec<End>,
}

/// In a set of seats: one that has a trick from the beginning.
const NOBODY: u16 = 1 << 15;

/// The duties of who follows.
#[derive(Debug, Clone, Copy)]
struct Phase<W> {
    is_free: bool,
    /// All cards if who follows suit must beat in any suit, and if he must in this lane.
    must: W,
    must_void: W,
    void_lane: W,
    /// As in [`Masks`].
    void: W,
    void_must: W,
    free_below: W,
}

/// The card given for the last one of the stock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchanging<W> {
    /// Empty if nothing is exchanged.
    pub(super) given: W,
    pub(super) place: Place,
    lane: W,
    from: u8,
    tricks: u8,
}

#[derive(Debug, Clone, Copy)]
struct Figure<W> {
    cards: W,
    needed: u32,
    /// Declarations after which it may not be made, itself among them.
    barred: u8,
}

/// What ends a deal, by seat: all ones for what is counted, or none.
#[derive(Debug, Clone, Copy)]
struct End {
    points: [u32; MOST_SEATS],
    tricks: [u32; MOST_SEATS],
    at_least: u32,
}

/// What seats have so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Had {
    pub(super) units: [u16; MOST_SEATS],
    /// Counting or not yet.
    pub(super) marriages: [u16; MOST_SEATS],
    pub(super) tricks: [u8; MOST_SEATS],
}

/// A seat on lead that has announced nothing in this turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct OnLead<W> {
    pub(super) hand: W,
    /// Tricks that it has.
    pub(super) tricks: u8,
    /// Declarations that it has made.
    pub(super) declared: u8,
    /// Cards in a stock that is open, else 0.
    pub(super) stock_left: u8,
    /// The last card of the stock.
    pub(super) stock_last: W,
}

impl<W: Word> Asked<W> {
    /// `None` if rules ask for something else, too.
    pub(super) fn new(rules: &PlayRules<W>, trump: u8, has_piles: bool) -> Option<Self> {
        if is_odd(rules) || (has_piles && is_slow(rules)) {
            return None;
        }
        let spec = &rules.spec;
        let masks = Masks::new(rules, trump);
        let drawing = spec.drawing;
        let marriages = spec.marriages.as_ref();
        let needed = std::array::from_fn(|seat| match marriages {
            Some(rule) if rule.needs_trick && rule.by_side => rules.side_of[seat],
            Some(rule) if rule.needs_trick => 1 << seat,
            _ => NOBODY,
        });
        let close = drawing.and_then(|drawing| drawing.close);
        Some(Self {
            phases: rules.duties.map(|duty| Phase::new(duty, masks.void_lane)),
            masks,
            pairs: rules.marriages.map(|pair| pair.map_or(W::ALL, |pair| pair.cards)),
            has_pairs: marriages.is_some(),
            needed,
            exchange: Exchanging::new(rules),
            close_from: close.map_or(u8::MAX, |close| close.min_stock),
            enough: close.map_or(0, |close| u32::from(close.few_below)),
            figures: figures(rules),
            ends: spec.ends.iter().map(|&rule| End::new(rule)).collect::<Option<_>>()?,
        })
    }

    /// The cards that a follower may play, when the card at `winning` is winning.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn legal(&self, phase: DutyPhase, available: W, led: W, winning: usize) -> W {
        let phase = &self.phases[phase as usize];
        if phase.is_free {
            return available;
        }
        let follow = available & led;
        let is_void = follow.is_empty();
        let legal = W::choose(is_void, available & phase.void, follow);
        let must = phase.must | W::choose(led == phase.void_lane, phase.must_void, W::ZERO);
        let must = W::choose(is_void, phase.void_must, must);
        let beating = legal & self.masks.beats[winning % (2 * MOST)] & must;
        let free = W::choose(is_void, phase.free_below, W::ZERO);
        let legal = W::choose(beating.is_empty(), legal.minus(free), beating);
        W::choose(legal.is_empty(), available, legal)
    }

    /// The calls that a seat on lead may make, one bit a code.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    pub(super) fn calls<const STOCK: bool>(&self, seat: &OnLead<W>) -> u32 {
        let mut calls = 0;
        if self.has_pairs {
            for (lane, &pair) in self.pairs.iter().enumerate() {
                calls |= u32::from(seat.hand & pair == pair) << lane;
            }
        }
        if STOCK && seat.stock_left > 0 {
            let exchange = &self.exchange;
            let is_open = !(seat.hand & exchange.given).is_empty()
                && !(seat.stock_last & exchange.lane).is_empty()
                && seat.stock_left >= exchange.from
                && seat.tricks >= exchange.tricks;
            calls |= u32::from(is_open) << Call::Exchange.code();
            calls |= u32::from(seat.stock_left >= self.close_from) << Call::Close.code();
        }
        for (number, figure) in self.figures.iter().enumerate() {
            let is_held = (seat.hand & figure.cards).len() >= figure.needed;
            let may = is_held && seat.declared & figure.barred == 0;
            calls |= u32::from(may) << (usize::from(Call::Declare(0).code()) + number % 4);
        }
        calls
    }

    /// Units of each seat with the marriages that count.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn points<const SEATS: usize>(&self, had: &Had) -> [u32; MOST_SEATS] {
        let mut successful = NOBODY;
        for (seat, &tricks) in had.tricks[..SEATS].iter().enumerate() {
            successful |= u16::from(tricks > 0) << seat;
        }
        let mut points = [0; MOST_SEATS];
        for (seat, points) in points[..SEATS].iter_mut().enumerate() {
            let counts = u32::from(successful & self.needed[seat] != 0);
            *points = u32::from(had.units[seat]) + u32::from(had.marriages[seat]) * counts;
        }
        points
    }

    /// 0, or 1 + the index of the first rule that ends the deal.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    pub(super) fn ended_by<const SEATS: usize>(&self, had: &Had) -> u8 {
        if self.ends.is_empty() {
            return 0;
        }
        let points = self.points::<SEATS>(had);
        for (number, end) in (1..).zip(&self.ends) {
            let mut sum = 0;
            let counted = points.iter().zip(end.points).zip(had.tricks.iter().zip(end.tricks));
            for ((points, of_points), (&tricks, of_tricks)) in counted.take(SEATS) {
                sum += (points & of_points) + (u32::from(tricks) & of_tricks);
            }
            if sum >= end.at_least {
                return number;
            }
        }
        0
    }

    /// What seats have when another closes the stock: 0 no trick, 1 few units, 2 enough.
    #[cold]
    pub(super) fn class_of<const SEATS: usize>(&self, seats: u16, had: &Had) -> u8 {
        let points = self.points::<SEATS>(had);
        let seats = || Seat::all_in(seats).map(Seat::index).filter(|&seat| seat < SEATS);
        if seats().all(|seat| had.tricks[seat] == 0) {
            return 0;
        }
        1 + u8::from(seats().map(|seat| points[seat]).sum::<u32>() >= self.enough)
    }
}

/// Whether rules ask for what is not looked at here.
fn is_odd<W: Word>(rules: &PlayRules<W>) -> bool {
    let spec = &rules.spec;
    !rules.excuse.is_empty()
        || rules.emperor.is_some()
        || rules.trump_by_lead
        || rules.reserved.iter().any(|cards| !cards.is_empty())
        || spec.prize.is_some()
        || spec.go_out.is_some()
        || spec.knockers != 0
        || spec.drawing.is_some_and(|drawing| drawing.draw != Draw::EachWinnerFirst)
        || spec.marriages.as_ref().is_some_and(|rule| rule.following || !rule.is_announced())
}

/// Whether piles wait for something before a card is turned up or taken.
fn is_slow<W: Word>(rules: &PlayRules<W>) -> bool {
    !rules.turns_at_once || !rules.takes_in_play || rules.lead_from_hand
}

fn figures<W: Word>(rules: &PlayRules<W>) -> Vec<Figure<W>> {
    let figures = rules.spec.declarations.iter().zip(rules.declarations).enumerate();
    let figure = |(number, (figure, cards)): (usize, (&crate::rules::Declaration, W))| {
        let barred = figure.barred_by.iter().fold(1 << (number % 8), |set, by| set | 1 << (by % 8));
        Figure { cards, needed: u32::from(figure.needed), barred }
    };
    figures.map(figure).collect()
}

impl<W: Word> Phase<W> {
    fn new(duty: Duty, void_lane: W) -> Self {
        let all_if = |is: bool| if is { W::ALL } else { W::ZERO };
        Self {
            is_free: !duty.follow,
            must: all_if(duty.beat == Beat::Always),
            must_void: all_if(duty.beat == Beat::Trumps),
            void_lane,
            void: if duty.void == Void::Free { W::ZERO } else { void_lane },
            void_must: all_if(matches!(duty.void, Void::Overtrump | Void::OvertrumpOrFree)),
            free_below: all_if(duty.void == Void::OvertrumpOrFree),
        }
    }
}

impl<W: Word> Exchanging<W> {
    fn new(rules: &PlayRules<W>) -> Self {
        let none = Self {
            given: W::ZERO,
            place: Place::default(),
            lane: W::ZERO,
            from: u8::MAX,
            tricks: u8::MAX,
        };
        rules.spec.drawing.and_then(|drawing| drawing.exchange).map_or(none, |exchange| {
            let place = rules.place_of[usize::from(exchange.card) % 128];
            Self {
                given: W::of(place),
                place,
                lane: rules.lane(rules.lane_of(place)),
                from: exchange.min_stock,
                tricks: u8::from(exchange.needs_trick),
            }
        })
    }
}

impl End {
    /// `None` if it asks for more than a count.
    fn new(rule: EndRule) -> Option<Self> {
        let all_in = |seats: u16| {
            std::array::from_fn(|seat| if seats >> seat & 1 == 1 { u32::MAX } else { 0 })
        };
        match rule {
            EndRule::Tricks { seats, at_least } => Some(Self {
                points: [0; MOST_SEATS],
                tricks: all_in(seats),
                at_least: u32::from(at_least),
            }),
            EndRule::Points {
                seats,
                at_least,
                not_behind: false,
                on_lead: None,
                after_card: None,
            } => Some(Self {
                points: all_in(seats),
                tricks: [0; MOST_SEATS],
                at_least: u32::from(at_least),
            }),
            EndRule::Points { .. } => None,
        }
    }
}
