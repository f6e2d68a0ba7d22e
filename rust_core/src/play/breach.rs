//! Which rule an illegal move breaks.

use std::fmt;

use super::Move;
use crate::cards::Seat;

/// The rule that a move breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Breach {
    /// The deal is over.
    DealOver,
    /// The card is not in the hand, nor face up on a pile of the seat.
    NotInHand,
    /// The suit led must be followed.
    MustFollowSuit,
    /// Without a card of the suit led a trump must be played.
    MustTrump,
    /// A card of the suit led must beat the card winning the trick if it can.
    MustOvertake,
    /// A trump must beat the card winning the trick if it can.
    MustOvertrump,
    /// The emperor's trick must be completed.
    EmperorForced,
    /// The card may be played only when no other card is legal.
    ReservedCard,
    /// A card of the announced figure must be played.
    MustPlayAnnounced,
    /// A pile card may be led only when the hand is empty.
    LeadFromHand,
    /// The rules do not know the call.
    NoSuchCall,
    /// The call may be made on lead only.
    NotOnLead,
    /// One announcement a turn.
    AnnouncedAlready,
    /// Both cards of the pair must be in hand, and one of them playable.
    NoMarriage,
    /// The exchange needs the card in hand, cards in an open stock and perhaps a trick.
    NoExchange,
    /// Closing needs enough cards in an open stock.
    NoClose,
    /// Going out needs the points.
    NoGoOut,
    /// Knocking is not possible in the last trick, nor for the last seat that could lead.
    NoKnock,
    /// The declaration needs its cards in hand, and may be made once and not after others.
    NoDeclaration,
}

impl Breach {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.texts().0
    }

    /// The rule as a sentence, lower case and without a full stop.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        self.texts().1
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::DealOver => ("deal_over", "the deal is over"),
            Self::NotInHand => ("not_in_hand", "only cards that the seat holds may be played"),
            Self::MustFollowSuit => ("must_follow_suit", "the suit led must be followed"),
            Self::MustTrump => {
                ("must_trump", "without a card of the suit led a trump must be played")
            }
            Self::MustOvertake => {
                ("must_overtake", "the card winning the trick must be beaten if possible")
            }
            Self::MustOvertrump => {
                ("must_overtrump", "the trick must be won with a trump if possible")
            }
            Self::EmperorForced => {
                ("emperor_forced", "the card that completes the emperor's trick must be played")
            }
            Self::ReservedCard => {
                ("reserved_card", "this card may be played only when no other card is legal")
            }
            Self::MustPlayAnnounced => {
                ("must_play_announced", "a card of the announced figure must be played")
            }
            Self::LeadFromHand => {
                ("lead_from_hand", "a pile card may be led only when the hand is empty")
            }
            Self::NoSuchCall => ("no_such_call", "the rules do not know this call"),
            Self::NotOnLead => ("not_on_lead", "this call may be made only on lead"),
            Self::AnnouncedAlready => {
                ("announced_already", "there is only one announcement in a turn")
            }
            Self::NoMarriage => {
                ("no_marriage", "both cards of the pair must be held and one of them be legal")
            }
            Self::NoExchange => (
                "no_exchange",
                "the exchange needs its card in hand and an open stock that allows it",
            ),
            Self::NoClose => ("no_close", "closing needs enough cards in an open stock"),
            Self::NoGoOut => ("no_go_out", "going out needs the points, and the right seat"),
            Self::NoKnock => ("no_knock", "this seat must play a card to this trick"),
            Self::NoDeclaration => {
                ("no_declaration", "the figure must be held and not be declared or barred before")
            }
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule())
    }
}

/// A move that the rules forbid: who, what, which rule, and what would have been legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove {
    /// Whose turn it is; nobody's when the deal is over.
    pub seat: Option<Seat>,
    /// What was tried.
    pub what: Move,
    /// Number of the trick, from 1.
    pub trick: u8,
    /// The rule it breaks.
    pub breach: Breach,
    /// What is legal, cards before calls.
    pub legal: Vec<Move>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{seat} may not play {} in trick {}", self.what, self.trick)?,
            None => write!(f, "{} may not be played", self.what)?,
        }
        write!(f, ": {}", self.breach)?;
        for (index, legal) in self.legal.iter().enumerate() {
            write!(f, "{} {legal}", if index == 0 { "; legal:" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for IllegalMove {}
