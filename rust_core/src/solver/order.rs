//! Which card to try first: only speed depends on it.

use crate::cards::{Place, Seat, Word};
use crate::play::State;
use crate::rules::PlayRules;

/// What the order of the cards of one turn depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outline<W> {
    /// Cards of the other side still to come in this trick.
    behind: W,
    /// Cards of the other side altogether.
    enemy: W,
    is_ours: bool,
    is_last: bool,
    wants: bool,
}

impl<W: Word> Outline<W> {
    /// `wants`: the seat's side gains by tricks (or points); else it is better off without.
    #[inline(always)]
    pub(super) fn new(rules: &PlayRules<W>, state: &State<W>, side: u16, wants: bool) -> Self {
        let seat = state.seat();
        let (mut behind, mut enemy) = (W::ZERO, W::ZERO);
        for other in 0..rules.seats() as u8 {
            let other = Seat::wrapped(other);
            if !other.is_in(side) {
                enemy |= state.hands[other.index()];
                if other.is_in(state.pending) {
                    behind |= state.hands[other.index()];
                }
            }
        }
        Self {
            behind,
            enemy,
            is_ours: state.best.is_in(side),
            is_last: state.pending == seat.bit(),
            wants,
        }
    }

    /// The larger, the sooner.
    #[inline(always)]
    pub(super) fn rate(&self, rules: &PlayRules<W>, state: &State<W>, place: Place) -> i32 {
        let units = i32::from(rules.units[place.index()]);
        let suit = rules.lane(rules.lane_of(place));
        let rank = (suit & lower(place)).len() as i32;
        let is_trump = suit == rules.lane(state.trump);
        if state.is_on_lead() {
            return self.rate_lead(rules, place, suit, rank, units, is_trump);
        }
        let wins = state.beating.has(place);
        if !self.wants {
            return if wins { -100 + rank } else { 60 + rank + 2 * units };
        }
        let threats = self.behind & rules.beats(place, state.trump);
        let may_be_beaten = !threats.is_empty();
        if wins && (self.is_last || !may_be_beaten) {
            if self.is_ours && self.is_last {
                return 50 + 4 * units - 2 * rank;
            }
            return 100 + 3 * units - 2 * rank - 6 * i32::from(is_trump);
        }
        if wins {
            return 20 - units + 2 * rank - 4 * i32::from(is_trump);
        }
        let is_safe = self.is_ours && (self.behind & state.beating).is_empty();
        if is_safe {
            60 + 4 * units - rank
        } else {
            10 - 4 * units - rank - 8 * i32::from(is_trump)
        }
    }

    #[inline(always)]
    fn rate_lead(
        &self,
        rules: &PlayRules<W>,
        place: Place,
        suit: W,
        rank: i32,
        units: i32,
        is_trump: bool,
    ) -> i32 {
        let is_top = (self.enemy & suit & rules.above[place.index()]).is_empty();
        if !self.wants {
            return -rank;
        }
        if is_top {
            return 80 + 2 * units + 3 * i32::from(is_trump);
        }
        20 - 3 * units - rank - 6 * i32::from(is_trump)
    }
}

/// All places below this one.
#[inline(always)]
fn lower<W: Word>(place: Place) -> W {
    W::wrapping_sub(W::of(place), W::of(Place::default()))
}
