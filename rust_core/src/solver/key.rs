//! Keys: equal for positions whose rest has the same value.

use super::flags::{Flag, Outlook};
use super::question::{mix, mix128};
use crate::cards::{Seat, Word};
use crate::play::{Fixed, State};
use crate::rules::{DutyPhase, EndRule, MarriageRule, PlayRules};

/// What of the rules decides how positions are told apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Identity<W> {
    /// Only who owns which relative rank matters, beside `cards`. Elsewhere (stock, piles, calls, the
    /// excuse, a trump suit still open, ends by points) the whole state is the key.
    pub(super) is_relative: bool,
    /// Cards that a rule names: they are not equal to their neighbours.
    pub(super) cards: W,
    /// Card points matter.
    pub(super) counts_units: bool,
}

impl<W: Word> Identity<W> {
    pub(super) fn new(rules: &PlayRules<W>, fixed: &Fixed<W>, counts_units: bool) -> Self {
        let spec = &rules.spec;
        let ends_by_tricks = spec.ends.iter().all(|end| matches!(end, EndRule::Tricks { .. }));
        let is_relative = fixed.stock().is_empty()
            && fixed.piles().next().is_none()
            && spec.marriages.as_ref().is_none_or(|rule| !rule.is_announced())
            && spec.declarations.is_empty()
            && spec.go_out.is_none()
            && spec.knockers == 0
            && spec.excuse.is_none()
            && !rules.trump_by_lead
            && ends_by_tricks;
        let mut cards = rules.reserved.iter().fold(rules.prize_card, |all, &set| all | set);
        if let Some(emperor) = &rules.emperor {
            cards |= emperor.cards;
        }
        if spec.marriages.as_ref().is_some_and(MarriageRule::is_announced) {
            cards |= rules.marriages.iter().flatten().fold(W::ZERO, |all, pair| all | pair.cards);
        }
        cards |= rules.declarations.iter().fold(W::ZERO, |all, &set| all | set);
        if let Some(exchange) = spec.drawing.and_then(|drawing| drawing.exchange) {
            cards |= rules.set(&[exchange.card]);
        }
        for end in &spec.ends {
            if let EndRule::Points { after_card: Some(card), .. } = end {
                cards |= rules.set(&[*card]);
            }
        }
        Self { is_relative, cards, counts_units }
    }
}

/// The key of a state at the start of a trick.
pub(super) fn key<W: Word>(
    rules: &PlayRules<W>,
    state: &State<W>,
    identity: &Identity<W>,
    flags: &[Flag<W>],
    outlooks: &[Outlook],
    live: u32,
) -> u64 {
    let mut hash = mix(u64::from(state.seat().number()) + 1, u64::from(state.trump));
    let mut named = identity.cards;
    for (number, (flag, outlook)) in flags.iter().zip(outlooks).enumerate() {
        if live >> number.min(31) & 1 == 1 {
            named |= flag.cards;
            hash = mix(mix(hash, number as u64), outlook.progress);
        }
    }
    if rules.spec.marriages.as_ref().is_some_and(|rule| rule.at_start && rule.needs_trick) {
        // A marriage that does not count yet is still to be won.
        for seat in Seat::all_in(rules.all_seats()) {
            let waiting = state.marriages[seat.index()] - state.valid_marriages(rules, seat);
            hash = mix(hash, u64::from(waiting));
        }
    }
    for end in &rules.spec.ends {
        if let EndRule::Tricks { seats, at_least } = *end {
            hash = mix(hash, u64::from(state.tricks_of(seats).min(at_least)));
        }
    }
    if identity.is_relative {
        relative(rules, state, identity.counts_units, named, hash)
    } else {
        absolute(state, hash)
    }
}

/// Who owns each card still out, lane by lane from low to high, and what sets the card apart.
#[inline]
fn relative<W: Word>(
    rules: &PlayRules<W>,
    state: &State<W>,
    counts_units: bool,
    named: W,
    mut hash: u64,
) -> u64 {
    let seats = rules.seats();
    let hands = &state.hands[..seats];
    let out = hands.iter().fold(W::ZERO, |all, &hand| all | hand);
    let mut lane = u64::MAX;
    // A word begins with a 1, so that its length shows.
    let (mut word, mut filled) = (1, 0);
    for place in out.places() {
        let owner = hands.iter().position(|hand| hand.has(place)).unwrap_or(0) as u64;
        let its_lane = u64::from(rules.lane_of(place));
        let units = if counts_units { u64::from(rules.units[place.index()]) } else { 0 };
        let name = if named.has(place) { 1 + u64::from(place.number()) } else { 0 };
        if its_lane != lane || units > 14 || name != 0 {
            lane = its_lane;
            hash = mix(hash, word);
            hash = mix(hash, units << 32 | name << 8 | lane | 1 << 60);
            (word, filled) = (1, 0);
        }
        word = word << 8 | owner << 4 | (units & 15);
        filled += 1;
        if filled == 8 {
            hash = mix(hash, word);
            (word, filled) = (1, 0);
        }
    }
    mix(hash, word)
}

/// All of the state that the rest of the deal can depend on.
fn absolute<W: Word>(state: &State<W>, mut hash: u64) -> u64 {
    for set in state.hands.iter().chain(&state.captured) {
        hash = mix128(hash, set.to_u128());
    }
    hash = mix128(hash, state.face_up.to_u128());
    for seat in 0..state.units.len() {
        let counts = u64::from(state.tricks[seat]) << 40 | u64::from(state.declared[seat]) << 32;
        hash = mix(
            hash,
            counts | u64::from(state.marriages[seat]) << 16 | u64::from(state.units[seat]),
        );
    }
    for next in &state.pile_next {
        hash = mix(hash, u64::from(*next));
    }
    let duty = match state.duty {
        DutyPhase::Main => 0,
        DutyPhase::Stock => 1,
        DutyPhase::Closed => 2_u64,
    };
    let stock = u64::from(state.stock_next) << 8 | u64::from(state.stock_last.number());
    let awaiting = u64::from(state.awaiting) << 40;
    mix(hash, awaiting | duty << 32 | u64::from(state.closed) << 24 | stock)
}
