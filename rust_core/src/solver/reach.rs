//! What a search knows of a position before its moves are tried: proofs, how far they reach, and bounds of
//! what is left.

use super::bounds::sure;
use super::ends::{Counts, Room};
use super::fault::{self, Fault};
use super::flags::Rest;
use super::key::Key;
use super::question::{Box_, Question};
use super::search::{Found, Search};
use super::split::Sum;
use super::table::NONE;
use crate::cards::{Place, Word};
use crate::cpu::Cpu;
use crate::play::State;
use crate::rules::DutyPhase;

impl<W: Word, C: Cpu> Search<'_, W, C> {
    #[inline(always)]
    fn summed(&self) -> Option<Sum> {
        self.split.additive.as_ref().map(|additive| additive.sum)
    }

    /// The bound that is known of a position, if it answers, else the card to try first.
    ///
    /// Whoever copies a strategy card for card from a position of the same structure loses at most what
    /// its cards count more.
    #[inline(always)]
    pub(super) fn known(
        &self,
        hash: u64,
        key: &Key<W>,
        units: Counts,
        offset: i32,
        target: i32,
    ) -> Result<Found, Option<Place>> {
        let worth = &self.alike.identity.worth;
        let sums_units = matches!(self.summed(), Some(Sum::Units { .. }));
        let mut first = None;
        for proof in self.table.of(hash) {
            let (more, less) = worth.differences(proof.filling, key.filling);
            // Where the deal must last, cards that count more are worse, else those that count less.
            let apart = |holds: bool| if self.lasts(holds) { less } else { more };
            let room = |holds: bool| {
                let kept = proof.rooms[usize::from(!holds)];
                Room::of(kept, units, self.lasts(holds), apart(holds))
            };
            let sums = i32::from(sums_units);
            let (down, up) = if self.falls { (less, more) } else { (more, less) };
            let bound = proof.lower - sums * down + offset;
            if bound >= target
                && let Some(room) = room(true)
            {
                return Ok(Found { bound, room });
            }
            let bound = proof.upper + sums * up + offset;
            if bound < target
                && let Some(room) = room(false)
            {
                return Ok(Found { bound, room });
            }
            if proof.best != NONE && (first.is_none() || more + less == 0) {
                first = key.card(self.cpu, proof.best);
            }
        }
        Err(first)
    }

    /// A proof about what comes after a trick or call that rules may end the deal with: it holds as long
    /// as they do the same, or whatever they do if it claims no more than there is already. Why is said
    /// in [`super::ends`].
    #[inline(always)]
    pub(super) fn where_it_ends(
        &self,
        found: Found,
        question: &Question,
        next: &State<W>,
        (gain, target): (i32, i32),
    ) -> Found {
        let Some(ends) = &self.alike.identity.ends else { return found };
        let holds = found.bound >= target;
        let lasts = self.lasts(holds);
        if lasts == next.is_over() {
            return found;
        }
        let units = ends.units(self.rules, next);
        if !lasts {
            return Found { room: found.room.and(ends.ended(units)), ..found };
        }
        // What is there already would do, and nothing comes to it where the deal ends here.
        let only = gain + question.only();
        if (only >= target) == holds {
            let bound = if holds { found.bound.min(only) } else { found.bound.max(only) };
            return Found { bound, ..found };
        }
        Found { room: found.room.and(ends.going_on(units)), ..found }
    }

    /// Whether a proof needs a deal to last that long: one that much is added, not that little. Where
    /// the value falls with the sum it is the other way round.
    #[inline(always)]
    pub(super) fn lasts(&self, holds: bool) -> bool {
        holds != self.falls
    }

    /// Units by end rule that proofs are kept with.
    #[inline(always)]
    pub(super) fn units(&self, state: &State<W>) -> Counts {
        let ends = self.alike.identity.ends.as_ref();
        ends.map_or(Counts::default(), |ends| ends.units(self.rules, state))
    }

    /// Bounds that need no search.
    #[inline(always)]
    pub(super) fn at_once(
        &self,
        state: &State<W>,
        rest: &Rest<W>,
        seen: &Box_,
        target: i32,
    ) -> Option<i32> {
        let is_units = matches!(self.summed(), Some(Sum::Units { .. }));
        let all = match self.summed() {
            None => 0,
            Some(_) if is_units => rest.units as i32,
            Some(_) => rest.tricks as i32,
        };
        let (mut least, mut most) = if self.falls { (-all, 0) } else { (0, all) };
        let sures = self.has_sure && state.trick.is_empty();
        if least + seen.lowest < target && most + seen.highest >= target && sures {
            let others = self.rules.all_seats() & !self.maximisers;
            let ours = sure(self.rules, state, self.maximisers);
            let theirs = sure(self.rules, state, others);
            least += if is_units { ours.units } else { ours.tricks };
            most -= if is_units { theirs.units } else { theirs.tricks };
        }
        least += i32::from(fault::has(Fault::TooSure));
        if least + seen.lowest >= target {
            Some(least + seen.lowest)
        } else if most + seen.highest < target {
            Some(most + seen.highest)
        } else {
            None
        }
    }

    /// What is left of the deal, never too little of it.
    #[inline(always)]
    pub(super) fn rest(&self, state: &State<W>) -> Rest<W> {
        let (rules, spec) = (self.rules, self.rules.spec());
        let mut cards = self.alike.present(state);
        let tricks = self.tricks_left(state, cards);
        let mut units = u32::from(rules.units_of(cards)) + u32::from(spec.last_trick_units);
        if spec.prize.is_some() {
            cards |= self.fixed.prize();
            units += u32::from(rules.units_of(self.fixed.prize()));
        }
        if let Some(rule) = &spec.marriages {
            if rule.is_announced() {
                let pairs = rules.marriages.iter().flatten();
                let alive = pairs.filter(|pair| pair.cards.is_within(cards));
                units += alive.map(|pair| u32::from(pair.units)).sum::<u32>();
            }
            units += state.marriages.iter().map(|&units| u32::from(units)).sum::<u32>();
        }
        units += spec.excuse.map_or(0, |excuse| u32::from(excuse.owed));
        Rest { cards, tricks, units }
    }

    /// At most so many tricks are left: whoever has a card plays one in each.
    #[inline(always)]
    fn tricks_left(&self, state: &State<W>, cards: W) -> u32 {
        let (rules, fixed) = (self.rules, self.fixed);
        let seats = rules.seats();
        if rules.spec().knockers != 0 {
            return cards.len();
        }
        let has_stock = rules.draws_into_hands() && state.duty == DutyPhase::Stock;
        let drawn =
            if has_stock { u32::from(state.stock_left(fixed)).div_ceil(seats as u32) } else { 0 };
        let longest = (0..seats).map(|seat| {
            let own = cards & fixed.pile_cards[seat];
            (state.hands[seat] | own.minus(state.trick)).len()
        });
        drawn + longest.max().unwrap_or(0)
    }
}
