//! What does not change in a race.

use super::super::Objective;
use super::super::board::{Equals, Worth};
use super::super::lanes::Lanes;
use super::super::question::mix;
use crate::cards::{MAX_SEATS, Place, Seat, Word};
use crate::play::{Fixed, State};
use crate::rules::{Close, Draw, DutyPhase, EndRule, Exchange, GoOut, NO_LANE, PlayRules};

/// Seats that a race can have.
pub(super) const MAX: usize = 4;
/// The most cards a lane can have.
const MAX_LANE: usize = 32;
/// More than a seat has to choose from: cards and calls.
pub(super) const MAX_MOVES: usize = 40;
/// Units of a whole deal, so that bounds fit into proofs.
const MAX_UNITS: i32 = 15_000;

/// A pair that may be announced.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<W> {
    pub(super) lane: u8,
    pub(super) cards: W,
    pub(super) units: u16,
}

/// An end rule: whose, and what it asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// 0 the maximisers, 1 the others.
    pub(super) side: usize,
    pub(super) by: Goal,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    Units { at_least: i32, not_behind: bool, on_lead: Option<u8> },
    Tricks { at_least: u8 },
}

impl End {
    fn counts_tricks_of(&self, side: usize) -> bool {
        self.side == side && matches!(self.by, Goal::Tricks { .. })
    }
}

/// All that does not change in a search.
pub(super) struct Plan<'a, W> {
    pub(super) rules: &'a PlayRules<W>,
    /// The seats that maximise.
    pub(super) ours: u16,
    pub(super) trump: u8,
    pub(super) trumps: W,
    pub(super) void: W,
    pub(super) lanes: Vec<W>,
    pub(super) packing: Lanes<W>,
    pub(super) worth: Worth<W>,
    pub(super) equals: Equals<W>,
    pub(super) pairs: Vec<Pair<W>>,
    /// Pairs may be announced when following too.
    pub(super) following: bool,
    /// By seat: the seats of whose tricks one makes its pairs count; all if none is needed.
    pub(super) counted_by: [u16; MAX_SEATS],
    pub(super) needs_trick: bool,
    /// The card that may be exchanged, and when.
    pub(super) exchange: Option<(Place, Exchange)>,
    pub(super) close: Option<Close>,
    pub(super) go_out: Option<GoOut>,
    pub(super) ends: Vec<End>,
    /// By side: an end rule counts its tricks.
    pub(super) counts_tricks: [bool; 2],
    pub(super) stock: Vec<Place>,
    /// By number of stock cards drawn: a hash of those left but the last.
    stock_keys: Vec<u64>,
    pub(super) last_units: i32,
    /// Units of a whole deal, pairs included.
    pub(super) most: i32,
    /// Hash of rules and sides.
    pub(super) salt: u64,
}

/// The side that a set of seats is: 0 the maximisers, 1 all others.
pub(super) fn side_of(seats: u16, ours: u16, all: u16) -> Option<usize> {
    match seats & all {
        seats if seats == ours => Some(0),
        seats if seats == all & !ours => Some(1),
        _ => None,
    }
}

/// Whether these rules are of the kind: cards, pairs, a stock that is drawn from, ends by points.
fn fits<W: Word>(rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> bool {
    let spec = rules.spec();
    let has_stock = state.duty == DutyPhase::Stock && state.stock_left(fixed) > 0;
    let draws = spec.drawing.is_some_and(|d| d.draw == Draw::EachWinnerFirst);
    spec.excuse.is_none()
        && spec.emperor.is_none()
        && spec.prize.is_none()
        && spec.declarations.is_empty()
        && spec.knockers == 0
        && spec.idle == 0
        && rules.reserved.iter().all(|cards| cards.is_empty())
        && fixed.pile_count == 0
        && (fixed.stock().is_empty() || draws)
        && !(rules.trump_by_lead && state.trump == NO_LANE)
        && spec.lanes.iter().all(|lane| lane.len() <= MAX_LANE)
        && (!has_stock || usize::from(state.stock_left(fixed)).is_multiple_of(rules.seats()))
        && spec.deck_size <= 64
        && (2..=MAX).contains(&rules.seats())
        && holds_equally(rules, state)
}

/// Whether every seat holds equally many cards, those in the open trick among them.
fn holds_equally<W: Word>(rules: &PlayRules<W>, state: &State<W>) -> bool {
    let held = |seat: usize| {
        let hand = state.hands[seat].len();
        hand + u32::from(Place::new(state.table[seat]).is_some())
    };
    let first = held(0);
    first > 0
        && first as usize + usize::from(crate::play::Call::CODES) <= MAX_MOVES
        && (1..rules.seats()).all(|seat| held(seat) == first)
}

impl<'a, W: Word> Plan<'a, W> {
    /// Takes rules and deal apart, or `None` if they are not those of a race.
    pub(super) fn new(
        rules: &'a PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
        objective: &Objective<W>,
    ) -> Option<Self> {
        let (spec, all) = (rules.spec(), rules.all_seats());
        let ours = objective.maximisers() & all;
        if !fits(rules, fixed, state) {
            return None;
        }
        let lanes: Vec<W> = (0..spec.lanes.len() as u8).map(|lane| rules.lane(lane)).collect();
        let mut units = [0; 128];
        for place in rules.deck().places() {
            units[place.index()] = i32::from(rules.units[place.index()]);
        }
        let pairs = pairs(rules);
        let marriages = spec.marriages.as_ref();
        let needs_trick = marriages.is_some_and(|rule| rule.needs_trick);
        let by_side = marriages.is_some_and(|rule| rule.by_side);
        let following = marriages.is_some_and(|rule| rule.following);
        let mut counted_by = [0; MAX_SEATS];
        for (seat, seats) in counted_by.iter_mut().enumerate().take(rules.seats()) {
            *seats = if by_side { rules.side_of[seat] } else { 1 << seat };
        }
        let drawing = spec.drawing.filter(|_| !fixed.stock().is_empty());
        let close = drawing.and_then(|drawing| drawing.close);
        let exchange = drawing.and_then(|drawing| drawing.exchange);
        let exchange =
            exchange.map(|exchange| (rules.place_of[usize::from(exchange.card) % 128], exchange));
        let ends = ends(rules, ours, following)?;
        // What is recorded of the others when the stock is closed must be of one side.
        let is_split = |seat: usize| side_of(rules.side_of[seat], ours, all).is_some();
        if close.is_some() && !(0..rules.seats()).all(is_split) {
            return None;
        }
        let stock = fixed.stock().to_vec();
        let last_units = i32::from(rules.last_trick_units);
        let in_pairs: i32 = rules.marriages.iter().flatten().map(|p| i32::from(p.units)).sum();
        let most = i32::from(rules.units_of(rules.deck())) + in_pairs + last_units;
        let named = std::iter::empty();
        let void = if rules.void_lane == NO_LANE { state.trump } else { rules.void_lane };
        let plan = Self {
            rules,
            ours,
            trump: state.trump,
            trumps: rules.lane(state.trump),
            void: rules.lane(void),
            packing: Lanes::new(&lanes),
            worth: Worth::new(&lanes, &units),
            equals: Equals::new(&lanes, &units, named),
            lanes,
            pairs,
            following,
            counted_by,
            needs_trick,
            exchange,
            close,
            go_out: spec.go_out,
            counts_tricks: [0, 1].map(|side| ends.iter().any(|end| end.counts_tricks_of(side))),
            ends,
            stock_keys: stock_keys(&stock),
            stock,
            last_units,
            most,
            salt: mix(objective.rules_name(), u64::from(ours) << 8 | u64::from(state.trump)),
        };
        (most <= MAX_UNITS).then_some(plan)
    }

    /// The side of a seat.
    #[inline(always)]
    pub(super) fn side(&self, seat: usize) -> usize {
        usize::from(self.ours >> seat & 1 == 0)
    }

    /// Units of a card.
    #[inline(always)]
    pub(super) fn units(&self, place: Place) -> i32 {
        i32::from(self.rules.units[place.index()])
    }

    /// Units of a set.
    #[inline(always)]
    pub(super) fn units_of(&self, cards: W) -> i32 {
        cards.places().map(|place| self.units(place)).sum()
    }

    /// Whether the pairs of a seat count, if these seats have a trick.
    #[inline(always)]
    pub(super) fn counts(&self, seat: usize, won: u16) -> bool {
        !self.needs_trick || self.counted_by[seat] & won != 0
    }

    /// A hash of the stock that is left.
    pub(super) fn stock_key(&self, next: u8, last: Place) -> u64 {
        let key = self.stock_keys.get(usize::from(next)).copied().unwrap_or(0);
        if key == 0 { 0 } else { mix(key, u64::from(last.number()) + 1) }
    }

    /// The seat as the rules know it.
    #[inline(always)]
    pub(super) fn seat(seat: usize) -> Seat {
        Seat::wrapped(seat as u8)
    }
}

fn pairs<W: Word>(rules: &PlayRules<W>) -> Vec<Pair<W>> {
    if rules.spec().marriages.as_ref().is_none_or(|rule| !rule.is_announced()) {
        return Vec::new();
    }
    let of_lane = |(lane, pair): (u8, &Option<crate::rules::MarriagePair<W>>)| {
        pair.map(|pair| Pair { lane, cards: pair.cards, units: pair.units })
    };
    (0..).zip(&rules.marriages).filter_map(of_lane).collect()
}

/// The end rules, or `None` if one is not of a race.
fn ends<W: Word>(rules: &PlayRules<W>, ours: u16, following: bool) -> Option<Vec<End>> {
    let of = |seats| side_of(seats, ours, rules.all_seats());
    let end = |rule: &EndRule| match *rule {
        EndRule::Tricks { seats, at_least } => {
            Some(End { side: of(seats)?, by: Goal::Tricks { at_least } })
        }
        EndRule::Points { after_card: Some(_), .. } => None,
        // Whose turn it is when a pair is announced is not followed beyond the lead.
        EndRule::Points { on_lead: Some(_), .. } if following => None,
        EndRule::Points { seats, at_least, not_behind, on_lead, after_card: None } => {
            let by = Goal::Units { at_least: i32::from(at_least), not_behind, on_lead };
            Some(End { side: of(seats)?, by })
        }
    };
    rules.spec().ends.iter().map(end).collect()
}

fn stock_keys(stock: &[Place]) -> Vec<u64> {
    let mut keys = vec![0; stock.len() + 1];
    for next in (0..stock.len()).rev() {
        let card = if next + 1 == stock.len() { 0 } else { u64::from(stock[next].number()) + 1 };
        keys[next] = mix(keys[next + 1] ^ 0x51, card) | 1;
    }
    keys
}
