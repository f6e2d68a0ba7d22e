//! The obligations of a seat at its turn: the one place that says which cards are legal.

use super::play_rules::{EmperorMasks, PlayRules};
use super::spec::{Beat, Duty, Void};
use crate::cards::{Seat, Word};
use crate::play::Breach;

/// All that the legal cards depend on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn<W> {
    /// Who is to play.
    pub(crate) seat: Seat,
    /// The cards in his hand.
    pub(crate) hand: W,
    /// Hand and face-up cards of his piles.
    pub(crate) available: W,
    /// The cards that lie in the trick.
    pub(crate) trick: W,
    /// The lane led, empty if no card but the excuse lies.
    pub(crate) led: W,
    /// The lane that a void player must play, empty if there is none.
    pub(crate) void: W,
    /// The cards that would beat the card winning the trick.
    pub(crate) beating: W,
    /// The cards that an announcement made this turn leaves, or empty.
    pub(crate) must_play: W,
    /// The duty that holds now.
    pub(crate) duty: Duty,
    /// Whether a pile card may be led only from an empty hand.
    pub(crate) lead_from_hand: bool,
}

impl<W: Word> PlayRules<W> {
    /// The cards that may be played; `note` hears of every rule that narrows the choice, with the
    /// cards that it leaves, in the order in which the rules are asked.
    ///
    /// Never empty if `available` is not.
    #[inline]
    pub(crate) fn legal(&self, turn: &Turn<W>, mut note: impl FnMut(Breach, W)) -> W {
        if !turn.must_play.is_empty() {
            note(Breach::MustPlayAnnounced, turn.must_play);
            return turn.must_play;
        }
        if turn.trick.is_empty() {
            let mut lead = turn.available;
            if turn.lead_from_hand && !turn.hand.is_empty() {
                lead = turn.hand;
                note(Breach::LeadFromHand, lead);
            }
            return self.keep_reserved(turn, lead, note);
        }
        if turn.led.is_empty() || !turn.duty.follow {
            return self.keep_reserved(turn, turn.available, note);
        }
        let legal = self.follow(turn, &mut note);
        self.keep_reserved(turn, legal, note)
    }

    /// The duty to follow suit, to trump and to beat. The excuse, which is of no suit, is always
    /// allowed.
    #[inline]
    fn follow(&self, turn: &Turn<W>, note: &mut impl FnMut(Breach, W)) -> W {
        let excuse = turn.available & self.excuse;
        let follow = turn.available & turn.led;
        let duty = turn.duty;
        if !follow.is_empty() {
            note(Breach::MustFollowSuit, follow | excuse);
            let must_beat =
                duty.beat == Beat::Always || (duty.beat == Beat::Trumps && turn.led == turn.void);
            let beating = if must_beat { follow & turn.beating } else { W::ZERO };
            return self.narrow(turn, follow, beating, Breach::MustOvertake, note) | excuse;
        }
        let trumps = turn.available & turn.void;
        let beating = if duty.void == Void::Trump { W::ZERO } else { trumps & turn.beating };
        match duty.void {
            _ if trumps.is_empty() => return turn.available,
            Void::Free => return turn.available,
            Void::OvertrumpOrFree if beating.is_empty() => return turn.available,
            Void::OvertrumpOrFree => {}
            Void::Trump | Void::Overtrump => note(Breach::MustTrump, trumps | excuse),
        }
        self.narrow(turn, trumps, beating, Breach::MustOvertrump, note) | excuse
    }

    /// Of the cards that the suit leaves: the emperor's winner if it is forced, else the beating
    /// cards if there are any.
    #[inline]
    fn narrow(
        &self,
        turn: &Turn<W>,
        cards: W,
        beating: W,
        breach: Breach,
        note: &mut impl FnMut(Breach, W),
    ) -> W {
        if let Some(emperor) = &self.emperor
            && emperor.is_forced(turn, cards)
        {
            let winner = W::of(emperor.winner);
            note(Breach::EmperorForced, winner | (turn.available & self.excuse));
            return winner;
        }
        if beating.is_empty() {
            return cards;
        }
        note(breach, beating | (turn.available & self.excuse));
        beating
    }

    /// Holds back the reserved cards while there are others.
    #[inline]
    fn keep_reserved(&self, turn: &Turn<W>, cards: W, mut note: impl FnMut(Breach, W)) -> W {
        let others = cards.minus(self.reserved[turn.seat.index()]);
        if others.is_empty() {
            return cards;
        }
        note(Breach::ReservedCard, others);
        others
    }
}

impl<W: Word> EmperorMasks<W> {
    /// Whether a player who must choose among `cards` of one suit has to play the winner: it is one
    /// of them, and the other cards of the set lie in the trick.
    #[inline]
    fn is_forced(&self, turn: &Turn<W>, cards: W) -> bool {
        self.forced
            && cards.has(self.winner)
            && self.cards.minus(W::of(self.winner)).is_within(turn.trick)
            && !(self.led & turn.led).is_empty()
    }
}
