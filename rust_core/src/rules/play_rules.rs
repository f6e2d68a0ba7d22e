//! Rules compiled to masks and tables by place.

use super::spec::{Draw, Duty, RulesSpec, Scheme};
use crate::cards::{Card, MAX_SEATS, Place, Seat, Word};

/// The number of no lane: its mask is empty.
pub const NO_LANE: u8 = 15;

/// Which duty holds: there are three at most in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum DutyPhase {
    /// No stock, or none left.
    Main = 0,
    /// While the stock has cards.
    Stock = 1,
    /// Since the stock was closed.
    Closed = 2,
}

/// The emperor's trick as masks.
#[derive(Debug, Clone, Copy)]
pub struct EmperorMasks<W> {
    /// All cards of the set.
    pub cards: W,
    /// The card that wins when they lie in one trick.
    pub winner: Place,
    /// Whether a player who must play a trump to a trick with the others must play the winner.
    pub forced: bool,
    /// Cards of the lanes that may have been led.
    pub led: W,
}

/// How many [`DeckRun`]s are worth the while.
pub(crate) const DECK_RUNS: usize = 16;

/// Cards whose places all stand equally far from their deck indices.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DeckRun<W> {
    pub(crate) cards: W,
    /// How far the places must be moved up, or down, to make deck indices of them.
    pub(crate) up: u8,
    pub(crate) down: u8,
}

/// A pair that may be announced.
#[derive(Debug, Clone, Copy)]
pub struct MarriagePair<W> {
    /// Both cards.
    pub cards: W,
    /// What it is worth, in units.
    pub units: u16,
}

/// A variant under one contract, compiled: every question of the play is a mask or a table look-up.
///
/// Made by [`PlayRules::compile`] only, so that it always fits together.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each answers a question of the hot path")]
pub struct PlayRules<W> {
    pub(crate) spec: RulesSpec,
    pub(crate) seats: u8,
    /// All cards of the deck.
    pub(crate) deck: W,
    /// Cards by lane number; empty beyond the lanes and for [`NO_LANE`].
    pub(crate) lanes: [W; 16],
    /// By place: the lane number, [`NO_LANE`] for the excuse and for spare bits.
    pub(crate) lane_of: [u8; 128],
    /// By place: the higher cards of its lane; of the excuse: all other cards.
    pub(crate) above: [W; 128],
    /// By place: card points in units.
    pub(crate) units: [u16; 128],
    /// Bit `i` of the card points in units: the cards that have it.
    pub(crate) unit_bits: [W; 16],
    /// How many of them are in use.
    pub(crate) unit_width: u8,
    /// By place: the deck index.
    pub(crate) card_of: [u8; 128],
    /// The deck in runs, [`PlayRules::by_deck_index`] run by run; none if there are too many.
    pub(crate) deck_runs: [DeckRun<W>; DECK_RUNS],
    pub(crate) deck_run_count: u8,
    /// By deck index: the place.
    pub(crate) place_of: [Place; 128],
    /// Trump lane number at the start, [`NO_LANE`] if there is none (yet).
    pub(crate) trump: u8,
    /// The first card led makes its lane trump.
    pub(crate) trump_by_lead: bool,
    /// Lane that a void player must play, [`NO_LANE`] if it is the trump lane of the moment.
    pub(crate) void_lane: u8,
    /// Duty by [`DutyPhase`].
    pub(crate) duties: [Duty; 3],
    /// The excuse alone, or empty.
    pub(crate) excuse: W,
    pub(crate) excuse_owed: u16,
    pub(crate) last_trick_units: u16,
    /// By seat: the cards it may play only when it has no other legal card.
    pub(crate) reserved: [W; MAX_SEATS],
    pub(crate) emperor: Option<EmperorMasks<W>>,
    /// By seat: the seats of its side, itself among them.
    pub(crate) side_of: [u16; MAX_SEATS],
    /// Cards of the piles that are taken into the hand when turned up.
    pub(crate) takes: W,
    pub(crate) takes_in_play: bool,
    pub(crate) lead_from_hand: bool,
    pub(crate) turns_at_once: bool,
    /// By lane: the pair that may be announced.
    pub(crate) marriages: [Option<MarriagePair<W>>; 8],
    /// Cards of each declaration.
    pub(crate) declarations: [W; 4],
    pub(crate) watched: [Place; 4],
    pub(crate) watched_cards: W,
    /// The prize card alone, or empty.
    pub(crate) prize_card: W,
    /// Whether a spare bit follows each lane.
    pub(crate) is_guarded: bool,
    /// Whether places ascend as deck indices do.
    pub(crate) is_deck_ordered: bool,
    /// Whether any call exists.
    pub(crate) has_calls: bool,
}

impl<W: Word> PlayRules<W> {
    /// The data these rules were compiled from.
    #[must_use]
    pub fn spec(&self) -> &RulesSpec {
        &self.spec
    }

    /// Number of seats.
    #[must_use]
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// All seats, as a set.
    #[must_use]
    #[inline]
    pub fn all_seats(&self) -> u16 {
        (1 << self.seats) - 1
    }

    /// The seats that win together with `seat`, itself among them.
    #[must_use]
    #[inline]
    pub fn side(&self, seat: Seat) -> u16 {
        self.side_of[seat.index()]
    }

    /// How units are counted officially.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.spec.scheme
    }

    /// The largest number of tricks a deal can have.
    #[must_use]
    pub fn max_tricks(&self) -> u8 {
        self.spec.deck_size / self.spec.playing_seats().max(1)
    }

    /// All cards of the deck.
    #[must_use]
    #[inline]
    pub fn deck(&self) -> W {
        self.deck
    }

    /// The place of a card; of a card beyond the deck, some place.
    #[must_use]
    #[inline]
    pub fn place(&self, card: Card) -> Place {
        self.place_of[card.index()]
    }

    /// The card at a place; of a spare bit, some card.
    #[must_use]
    #[inline]
    pub fn card(&self, place: Place) -> Card {
        Card::wrapped(self.card_of[place.index()])
    }

    /// The set of these cards; cards beyond the deck are left out.
    #[must_use]
    pub fn set(&self, cards: &[u8]) -> W {
        cards
            .iter()
            .filter(|&&card| card < self.spec.deck_size)
            .fold(W::ZERO, |set, &card| set.with(self.place_of[usize::from(card)]))
    }

    /// The cards of a set in deck order.
    #[must_use]
    pub fn cards(&self, set: W) -> Vec<Card> {
        let mut cards: Vec<Card> = set.places().map(|place| self.card(place)).collect();
        cards.sort_unstable();
        cards
    }

    /// The set with bit `i` for the card with deck index `i`.
    #[must_use]
    #[inline]
    pub fn by_deck_index(&self, set: W) -> W {
        let runs = &self.deck_runs[..usize::from(self.deck_run_count).min(DECK_RUNS)];
        if runs.is_empty() {
            let bits = set.places().fold(0, |bits, place| bits | 1 << self.card(place).index());
            return W::from_u128(bits);
        }
        runs.iter().fold(W::ZERO, |bits, run| {
            bits | (set & run.cards) << u32::from(run.up) >> u32::from(run.down)
        })
    }

    /// The card that is number `n` (0 is the first) of a set in deck order, or `None` if the set has
    /// no more than `n` cards.
    #[must_use]
    #[inline]
    pub fn nth_in_deck_order(&self, set: W, n: u32) -> Option<Place> {
        if self.is_deck_ordered {
            return set.nth(n);
        }
        let number = self.by_deck_index(set).nth(n)?.index();
        Some(self.place_of[number])
    }

    /// Whether a spare bit follows each lane, so that a carry out of a lane is not lost in the next.
    #[must_use]
    #[inline]
    pub fn is_guarded(&self) -> bool {
        self.is_guarded
    }

    /// Card points of a set, in units.
    #[must_use]
    #[inline]
    pub fn units_of(&self, set: W) -> u16 {
        set.places().fold(0, |sum, place| sum.wrapping_add(self.units[place.index()]))
    }

    /// As [`PlayRules::units_of`], for sets of many cards: bit by bit rather than card by card.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn units_of_many(&self, set: W) -> u16 {
        let bits = &self.unit_bits[..usize::from(self.unit_width).min(16)];
        (0..).zip(bits).fold(0, |sum: u16, (bit, &cards)| {
            let count = (set & cards).len().to_le_bytes()[0];
            sum.wrapping_add(u16::from(count) << bit)
        })
    }

    /// The cards of a lane; empty for [`NO_LANE`].
    #[must_use]
    #[inline]
    pub fn lane(&self, lane: u8) -> W {
        self.lanes[usize::from(lane % 16)]
    }

    /// The number of the lane of a place.
    #[must_use]
    #[inline]
    pub fn lane_of(&self, place: Place) -> u8 {
        self.lane_of[place.index()]
    }

    /// The cards that beat the card at `place`, when it is winning the trick, with this trump lane.
    ///
    /// The one answer to what beats what: the duty to beat and the winner of a trick both ask it.
    #[must_use]
    #[inline]
    pub fn beats(&self, place: Place, trump: u8) -> W {
        self.above[place.index()] | self.lane(trump).minus(self.lane(self.lane_of(place)))
    }

    /// Whether the stock goes into the hands of the seats.
    #[must_use]
    #[inline]
    pub(crate) fn draws_into_hands(&self) -> bool {
        matches!(&self.spec.drawing, Some(drawing) if drawing.draw == Draw::EachWinnerFirst)
    }
}
