//! What ends a deal before its last card.

use super::{Fixed, State};
use crate::cards::{MAX_SEATS, Place, Seat, Word};
use crate::rules::{EndRule, PlayRules};

impl<W: Word> State<W> {
    /// Ends the deal if an end rule holds, and records the first that does.
    ///
    /// A rule that waits for a card is noted when it holds otherwise: the first so noted ends the
    /// deal when its card has been played.
    #[inline]
    pub(super) fn check_ends(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>) {
        for (number, rule) in (1..).zip(&rules.spec.ends) {
            if !self.holds(rules, *rule) {
                continue;
            }
            if !self.waits(rules, fixed, *rule) {
                self.end_by(rules, fixed, number);
                return;
            }
            if self.awaiting == 0 {
                self.awaiting = number;
            }
        }
    }

    /// Ends the deal if an end rule waited only for this card, played with an announcement that
    /// counts: this ends a deal at once, not when the trick is complete.
    #[cold]
    pub(super) fn check_awaited(
        &mut self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        announcer: Seat,
        place: Place,
    ) {
        let counts = self.valid_marriages(rules, announcer) > 0;
        let awaited = rules.spec.ends.get(usize::from(self.awaiting).wrapping_sub(1));
        if let Some(EndRule::Points { after_card: Some(card), .. }) = awaited
            && counts
            && rules.place_of[usize::from(*card) % 128] == place
        {
            self.end_by(rules, fixed, self.awaiting);
        }
    }

    /// Whether an end rule holds.
    pub(crate) fn would_end(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> bool {
        let ends = |&rule: &EndRule| self.holds(rules, rule) && !self.waits(rules, fixed, rule);
        rules.spec.ends.iter().any(ends)
    }

    /// Ends the deal by the end rule with this number, or by one that held before it.
    fn end_by(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, number: u8) {
        let awaited = rules.spec.ends.get(usize::from(self.awaiting).wrapping_sub(1));
        let was_first = awaited.is_some_and(|rule| !self.waits(rules, fixed, *rule));
        self.ended_by = if was_first { self.awaiting } else { number };
        self.end();
    }

    /// Nobody is to play any more.
    pub(super) fn end(&mut self) {
        self.pending = 0;
        self.must_play = W::ZERO;
    }

    /// Whether a rule holds but for the card that it may wait for.
    #[inline]
    fn holds(&self, rules: &PlayRules<W>, rule: EndRule) -> bool {
        match rule {
            EndRule::Tricks { seats, at_least } => self.tricks_of(seats) >= at_least,
            EndRule::Points { seats, at_least, not_behind, on_lead, after_card: _ } => {
                let units = self.units_with_marriages(rules, seats);
                let others = rules.all_seats() & !seats;
                units >= at_least
                    && (!not_behind || self.units_with_marriages(rules, others) <= units)
                    && on_lead.is_none_or(|seat| !self.is_over() && self.seat.number() == seat)
            }
        }
    }

    /// Whether a rule waits for a card that was dealt and has not been played. In an ending without
    /// the card, it has been played before.
    fn waits(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, rule: EndRule) -> bool {
        let EndRule::Points { after_card: Some(card), .. } = rule else { return false };
        let place: Place = rules.place_of[usize::from(card) % 128];
        let is_dealt = fixed.dealt.iter().any(|hand| hand.has(place))
            || fixed.stock().contains(&place)
            || fixed.piles().any(|(_, pile)| pile.contains(&place));
        let won = self.captured.iter().fold(W::ZERO, |cards, &won| cards | won);
        let played = (won | self.trick).minus(fixed.prize | fixed.gift);
        is_dealt && !played.has(place)
    }

    /// Units of a seat's marriages that count: those that need no trick, or whose owner has one, or
    /// his side where that suffices.
    #[must_use]
    #[inline]
    pub fn valid_marriages(&self, rules: &PlayRules<W>, seat: Seat) -> u16 {
        let units = self.marriages[seat.index()];
        if units == 0 {
            return 0;
        }
        let Some(rule) = &rules.spec.marriages else { return 0 };
        let seats = if rule.by_side { rules.side(seat) } else { seat.bit() };
        if !rule.needs_trick || self.tricks_of(seats) > 0 { units } else { 0 }
    }

    /// Whether somebody has a marriage that does not count yet.
    pub(crate) fn has_pending_marriages(&self, rules: &PlayRules<W>) -> bool {
        Seat::all_in(rules.all_seats())
            .any(|seat| self.marriages[seat.index()] > self.valid_marriages(rules, seat))
    }

    /// Notes the pairs held, where these count without being announced.
    pub(super) fn note_marriages(&mut self, rules: &PlayRules<W>) {
        if rules.spec.marriages.as_ref().is_none_or(crate::rules::MarriageRule::is_announced) {
            return;
        }
        let seats = rules.seats().min(MAX_SEATS);
        for (hand, units) in self.hands[..seats].iter().zip(&mut self.marriages) {
            *units = 0;
            for pair in rules.marriages[..rules.spec.lanes.len().min(8)].iter().flatten() {
                *units += pair.units * u16::from(pair.cards.is_within(*hand));
            }
        }
    }

    /// Units of the seats together, valid marriages included.
    #[must_use]
    #[inline]
    pub fn units_with_marriages(&self, rules: &PlayRules<W>, seats: u16) -> u16 {
        let units = self.units_of(seats);
        if rules.spec.marriages.is_none() {
            return units;
        }
        Seat::all_in(seats)
            .fold(units, |sum: u16, seat| sum.saturating_add(self.valid_marriages(rules, seat)))
    }

    /// Units of the seats together, without marriages.
    #[must_use]
    #[inline]
    pub fn units_of(&self, seats: u16) -> u16 {
        Seat::all_in(seats).fold(0, |sum: u16, seat| sum.saturating_add(self.units[seat.index()]))
    }
}
