//! The whole mutable state of the play of one deal.

use super::{Fixed, MAX_PILES, MAX_STOCK};
use crate::cards::{MAX_SEATS, Place, Seat, Word};
use crate::rules::{DutyPhase, NO_LANE, PlayRules, Turn};

/// In the open trick: the seat has played no card.
pub(crate) const NO_CARD: u8 = u8::MAX;
/// The number of no seat.
pub(crate) const NO_SEAT: u8 = u8::MAX;

/// What became of a watched card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fate {
    pub(crate) player: u8,
    pub(crate) winner: u8,
    pub(crate) trick: u8,
}

impl Fate {
    const UNPLAYED: Self = Self { player: NO_SEAT, winner: NO_SEAT, trick: 0 };

    /// Who played the card, who won it, and in which trick (0 is the first); `None` while it has
    /// not been played to a finished trick.
    #[must_use]
    #[inline]
    pub fn get(self) -> Option<(Seat, Seat, u8)> {
        Some((Seat::new(self.player)?, Seat::new(self.winner)?, self.trick))
    }
}

/// The whole mutable state of the play of one deal, without its history.
///
/// It means something only with the [`PlayRules`] and the [`Fixed`] part it was begun with: with
/// others the answers are wrong, but nothing worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State<W> {
    pub(crate) hands: [W; MAX_SEATS],
    /// Cards won in tricks or as prize or gift, by seat.
    pub(crate) captured: [W; MAX_SEATS],
    /// Cards in the open trick.
    pub(crate) trick: W,
    /// Cards that would beat the one winning the trick; all cards before the first.
    pub(crate) beating: W,
    /// What an announcement made this turn leaves to play, else empty.
    pub(crate) must_play: W,
    /// Cards face up on piles.
    pub(crate) face_up: W,
    /// Units by seat: cards won, last trick, what the excuse moved. Without marriages.
    pub(crate) units: [u16; MAX_SEATS],
    /// Units of announced marriages by seat, valid or not yet.
    pub(crate) marriages: [u16; MAX_SEATS],
    /// Seats that are still to act in the open trick; 0 when the deal is over.
    pub(crate) pending: u16,
    pub(crate) tricks: [u8; MAX_SEATS],
    pub(crate) late_tricks: [u8; MAX_SEATS],
    /// Place played to the open trick by seat, or [`NO_CARD`].
    pub(crate) table: [u8; MAX_SEATS],
    /// Declarations made by seat, one bit each.
    pub(crate) declared: [u8; MAX_SEATS],
    /// Next card of each pile that is not face up or gone.
    pub(crate) pile_next: [u8; MAX_PILES],
    pub(crate) fates: [Fate; 4],
    /// Who led the open trick, or is on lead.
    pub(crate) leader: Seat,
    /// Whose turn it is.
    pub(crate) seat: Seat,
    /// Who is winning the open trick.
    pub(crate) best: Seat,
    /// Lane led, [`NO_LANE`] before a card that sets it.
    pub(crate) led: u8,
    /// Trump lane, [`NO_LANE`] if there is none (yet).
    pub(crate) trump: u8,
    /// Number of finished tricks.
    pub(crate) finished: u8,
    pub(crate) stock_next: u8,
    /// The last card of the stock, which may be exchanged.
    pub(crate) stock_last: Place,
    pub(crate) duty: DutyPhase,
    /// 0, or 1 + closer * 3 + class of the others.
    pub(crate) closed: u8,
    pub(crate) went_out: bool,
    /// 0, or 1 + index of the end rule that held.
    pub(crate) ended_by: u8,
    /// 0, or 1 + index of the first end rule that waits only for its card.
    pub(crate) awaiting: u8,
    /// Winner of the last finished trick, or [`NO_SEAT`].
    pub(crate) last_winner: u8,
}

impl<W: Word> State<W> {
    /// A state before the first trick is begun and the piles are turned.
    #[inline]
    pub(super) fn new(
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        leader: Seat,
        trump: Option<u8>,
    ) -> Self {
        let stock = fixed.stock();
        Self {
            hands: fixed.dealt,
            captured: [W::ZERO; MAX_SEATS],
            trick: W::ZERO,
            beating: W::ALL,
            must_play: W::ZERO,
            face_up: W::ZERO,
            units: [0; MAX_SEATS],
            marriages: [0; MAX_SEATS],
            pending: 0,
            tricks: [0; MAX_SEATS],
            late_tricks: [0; MAX_SEATS],
            table: [NO_CARD; MAX_SEATS],
            declared: [0; MAX_SEATS],
            pile_next: [0; MAX_PILES],
            fates: [Fate::UNPLAYED; 4],
            leader,
            seat: leader,
            best: leader,
            led: NO_LANE,
            trump: trump.unwrap_or(rules.trump),
            finished: 0,
            stock_next: 0,
            stock_last: stock.last().copied().unwrap_or_default(),
            duty: if stock.is_empty() { DutyPhase::Main } else { DutyPhase::Stock },
            closed: 0,
            went_out: false,
            ended_by: 0,
            awaiting: 0,
            last_winner: NO_SEAT,
        }
    }

    /// Whether the deal is over.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.pending == 0
    }

    /// Whose turn it is; meaningless when the deal is over.
    #[must_use]
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Who led the open trick, or is on lead.
    #[must_use]
    #[inline]
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The hand of a seat.
    #[must_use]
    #[inline]
    pub fn hand(&self, seat: Seat) -> W {
        self.hands[seat.index()]
    }

    /// The cards a seat may choose from if no rule narrows the choice: its hand, and the cards
    /// face up on its piles.
    #[must_use]
    #[inline]
    pub fn available(&self, fixed: &Fixed<W>, seat: Seat) -> W {
        self.hands[seat.index()] | (self.face_up & fixed.pile_cards[seat.index()])
    }

    /// The cards a seat has won: in tricks, as prize, as gift.
    #[must_use]
    #[inline]
    pub fn captured(&self, seat: Seat) -> W {
        self.captured[seat.index()]
    }

    /// The cards that the seats together have won.
    #[must_use]
    #[inline]
    pub fn captured_by(&self, seats: u16) -> W {
        Seat::all_in(seats).fold(W::ZERO, |cards, seat| cards | self.captured[seat.index()])
    }

    /// Whether every card has been played: no trick is open and nobody holds a card.
    #[must_use]
    pub fn is_played_out(&self, fixed: &Fixed<W>) -> bool {
        self.trick.is_empty() && self.nobody_has_cards(fixed)
    }

    /// Whether all hands are empty and all piles gone.
    pub(crate) fn nobody_has_cards(&self, fixed: &Fixed<W>) -> bool {
        let in_hand = self.hands.iter().fold(W::ZERO, |cards, &hand| cards | hand);
        let piles = fixed
            .piles()
            .zip(&self.pile_next)
            .all(|((_, pile), &next)| usize::from(next) >= pile.len());
        in_hand.is_empty() && self.face_up.is_empty() && piles
    }

    /// The cards in the open trick.
    #[must_use]
    #[inline]
    pub fn trick(&self) -> W {
        self.trick
    }

    /// The cards in the open trick in the order in which they were played.
    pub fn plays(&self, rules: &PlayRules<W>) -> impl Iterator<Item = (Seat, Place)> {
        let (seats, leader) = (rules.seats.max(1), self.leader.number());
        let table = self.table;
        (0..seats).filter_map(move |step| {
            let seat = Seat::wrapped((leader + step) % seats);
            Place::new(table[seat.index()]).map(|place| (seat, place))
        })
    }

    /// The lane led, if a card that sets it lies.
    #[must_use]
    #[inline]
    pub fn led(&self) -> Option<u8> {
        (self.led != NO_LANE).then_some(self.led)
    }

    /// The trump lane, if there is one (yet).
    #[must_use]
    #[inline]
    pub fn trump(&self) -> Option<u8> {
        (self.trump != NO_LANE).then_some(self.trump)
    }

    /// Tricks a seat has won.
    #[must_use]
    #[inline]
    pub fn tricks(&self, seat: Seat) -> u8 {
        self.tricks[seat.index()]
    }

    /// Number of finished tricks.
    #[must_use]
    #[inline]
    pub fn finished(&self) -> u8 {
        self.finished
    }

    /// Units a seat has: cards won, last trick, what the excuse moved. Without marriages.
    #[must_use]
    #[inline]
    pub fn units(&self, seat: Seat) -> u16 {
        self.units[seat.index()]
    }

    /// What became of the watched card with this index.
    #[must_use]
    pub fn fate(&self, watched: usize) -> Option<(Seat, Seat, u8)> {
        self.fates.get(watched).and_then(|fate| fate.get())
    }

    /// Number of cards left in the stock.
    #[must_use]
    #[inline]
    pub fn stock_left(&self, fixed: &Fixed<W>) -> u8 {
        fixed.stock_len.saturating_sub(self.stock_next)
    }

    /// The cards left in the stock, the next one first.
    pub fn stock(&self, fixed: &Fixed<W>) -> impl Iterator<Item = Place> {
        let len = usize::from(fixed.stock_len).min(MAX_STOCK);
        let (stock, last) = (fixed.stock, self.stock_last);
        (usize::from(self.stock_next)..len)
            .map(move |at| if at + 1 == len { last } else { stock[at] })
    }

    /// The piles: whose each is, and the cards left in it, the one face up first.
    pub fn piles<'a>(
        &self,
        fixed: &'a Fixed<W>,
    ) -> impl Iterator<Item = (Seat, impl Iterator<Item = Place> + use<'a, W>)> {
        let (face_up, next) = (self.face_up, self.pile_next);
        fixed.piles().zip(next).map(move |((seat, pile), next)| {
            let next = usize::from(next).min(pile.len());
            let top = next.saturating_sub(1);
            let is_shown = next > 0 && face_up.has(pile[top]);
            (seat, pile[if is_shown { top } else { next }..].iter().copied())
        })
    }

    /// The piles as [`State::piles`] has them: the card that lies face up on each, if one does.
    pub fn tops(&self, fixed: &Fixed<W>) -> impl Iterator<Item = (Seat, Option<Place>)> {
        let (face_up, next) = (self.face_up, self.pile_next);
        fixed.piles().zip(next).map(move |((seat, pile), next)| {
            let shown = usize::from(next).checked_sub(1).and_then(|top| pile.get(top));
            (seat, shown.copied().filter(|&place| face_up.has(place)))
        })
    }

    /// Whether the stock is closed.
    #[must_use]
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.closed != 0
    }

    /// Whether the seat to play would open a trick.
    #[must_use]
    #[inline]
    pub fn is_on_lead(&self) -> bool {
        self.trick.is_empty()
    }

    /// The cards that the seat to play may play. Not empty unless the deal is over.
    #[must_use]
    #[inline]
    pub fn legal_cards(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> W {
        if self.is_over() {
            return W::ZERO;
        }
        rules.legal(&self.turn(rules, fixed), |_, _| ())
    }

    /// The cards that the seat to play cannot hold beside the card at `place` if it may play that.
    ///
    /// Every duty forbids a card because of another one in the hand, whatever else is there, so that
    /// a card may be played if each other card of the hand allows it by itself.
    #[must_use]
    pub fn ruled_out(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, place: Place) -> W {
        // What was announced in this turn had to be legal too.
        let turn = Turn { must_play: W::ZERO, ..self.turn(rules, fixed) };
        let tops = turn.available.minus(turn.hand);
        let own = W::of(place).minus(tops);
        let allows = |other: Place| {
            let hand = own | W::of(other);
            let turn = Turn { hand, available: hand | tops, ..turn };
            rules.legal(&turn, |_, _| ()).has(place)
        };
        let others = rules.deck().minus(W::of(place) | tops);
        others.places().filter(|&other| !allows(other)).fold(W::ZERO, W::with)
    }

    /// All that the legal cards depend on.
    #[inline]
    pub(crate) fn turn(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> Turn<W> {
        let hand = self.hands[self.seat.index()];
        let void = if rules.void_lane == NO_LANE { self.trump } else { rules.void_lane };
        Turn {
            seat: self.seat,
            hand,
            available: if fixed.pile_count == 0 { hand } else { self.available(fixed, self.seat) },
            trick: self.trick,
            led: rules.lane(self.led),
            void: rules.lane(void),
            beating: self.beating,
            must_play: self.must_play,
            duty: rules.duties[self.duty as usize],
            lead_from_hand: rules.lead_from_hand,
        }
    }
}
