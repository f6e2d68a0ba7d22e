//! Playing a card, and what happens when a trick is complete.

use super::state::{Fate, NO_CARD};
use super::{Fixed, MAX_PILE_CARDS, MAX_PILES, State};
use crate::cards::{MAX_SEATS, Place, Seat, Word};
use crate::rules::{Draw, DutyPhase, NO_LANE, PlayRules};

impl<W: Word> State<W> {
    /// Plays a legal card. An illegal one makes the state wrong, but nothing worse.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, place: Place) {
        let seat = self.seat;
        let card = W::of(place);
        if self.trick.is_empty() {
            self.leader = seat;
        }
        if fixed.pile_count != 0 && !(self.face_up & card).is_empty() {
            self.take_from_pile(rules, fixed, place);
        }
        let hand = &mut self.hands[seat.index()];
        *hand = hand.minus(card);
        let is_announced = !self.must_play.is_empty();
        self.must_play = W::ZERO;
        self.table[seat.index()] = place.number();
        self.trick |= card;
        if self.led == NO_LANE {
            self.led = rules.lane_of(place);
            if rules.trump_by_lead && self.trump == NO_LANE {
                self.trump = self.led;
            }
        }
        if !(self.beating & card).is_empty() {
            self.best = seat;
            self.beating = rules.beats(place, self.trump);
        }
        if let Some(emperor) = &rules.emperor
            && emperor.cards.is_within(self.trick)
            && !(emperor.led & rules.lane(self.led)).is_empty()
        {
            self.crown(emperor.winner);
        }
        self.pass_turn(rules, fixed);
        if is_announced && !self.trick.is_empty() {
            self.check_awaited(rules, fixed, seat, place);
        }
    }

    /// The emperor's trick: its winner is winning, and nothing beats it.
    #[cold]
    fn crown(&mut self, winner: Place) {
        for (seat, &place) in (0..).zip(&self.table) {
            if usize::from(place) == winner.index() {
                self.best = Seat::wrapped(seat);
                self.beating = W::ZERO;
            }
        }
    }

    /// The seat to play has acted: the next one is asked, or the trick is complete.
    #[inline]
    pub(super) fn pass_turn(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>) {
        self.pending &= !self.seat.bit();
        match self.seat.first_in(self.pending) {
            Some(next) => self.seat = next,
            None => self.finish_trick(rules, fixed),
        }
    }

    /// Opens a trick: the first seat from `leader` on that has a card is on lead.
    pub(super) fn begin_trick(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, leader: Seat) {
        self.trick = W::ZERO;
        self.beating = W::ALL;
        self.table = [NO_CARD; MAX_SEATS];
        self.led = NO_LANE;
        self.pending = self.seats_with_cards(rules, fixed);
        self.seat = leader.first_in(self.pending).unwrap_or(leader);
        self.leader = self.seat;
        self.best = self.seat;
    }

    fn seats_with_cards(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> u16 {
        let mut seats = 0;
        for seat in 0..rules.seats().min(MAX_SEATS) {
            let cards = self.hands[seat] | (self.face_up & fixed.pile_cards[seat]);
            seats |= u16::from(!cards.is_empty()) << seat;
        }
        seats
    }

    /// Books the trick, draws, turns piles, and opens the next trick unless the deal is over.
    fn finish_trick(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>) {
        let winner = self.settle_excuse(rules, fixed);
        self.book_trick(rules, winner);
        if rules.spec.prize.is_some() {
            self.win_prize(rules, fixed, winner);
        }
        if self.stock_left(fixed) > 0 {
            self.draw(rules, fixed, winner);
        }
        if fixed.pile_count != 0 && !rules.turns_at_once {
            self.turn_piles(rules, fixed, rules.takes_in_play);
        }
        self.begin_trick(rules, fixed, winner);
        if self.pending == 0 {
            self.units[winner.index()] += rules.last_trick_units;
        }
        self.check_ends(rules, fixed);
    }

    /// The seat that wins the trick, and the excuse booked where another side keeps it.
    ///
    /// The excuse stays with its owner's side, who owe the winner a small card, except in the last
    /// trick, where it is lost like any card. There it wins if its side won every earlier trick.
    #[inline]
    pub(crate) fn settle_excuse(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> Seat {
        let winner = self.best;
        if (self.trick & rules.excuse).is_empty() {
            return winner;
        }
        let excuse = rules.excuse.lowest().unwrap_or_default();
        let owner =
            (0..).zip(&self.table).find(|(_, place)| usize::from(**place) == excuse.index());
        let owner = owner.map_or(winner, |(seat, _)| Seat::wrapped(seat));
        let side = rules.side(owner);
        if self.nobody_has_cards(fixed) && !self.will_draw(rules, fixed) {
            return if self.tricks_of(side) == self.finished { owner } else { winner };
        }
        if !winner.is_in(side) {
            let worth = rules.units[excuse.index()];
            self.trick = self.trick.minus(rules.excuse);
            self.captured[owner.index()] |= rules.excuse;
            self.units[owner.index()] += worth.saturating_sub(rules.excuse_owed);
            self.units[winner.index()] += rules.excuse_owed;
        }
        winner
    }

    fn will_draw(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> bool {
        rules.draws_into_hands() && self.duty == DutyPhase::Stock && self.stock_left(fixed) > 0
    }

    /// Tricks of the seats together.
    #[must_use]
    #[inline]
    pub fn tricks_of(&self, seats: u16) -> u8 {
        Seat::all_in(seats).map(|seat| self.tricks[seat.index()]).sum()
    }

    #[inline]
    fn book_trick(&mut self, rules: &PlayRules<W>, winner: Seat) {
        let at = winner.index();
        // The excuse may have left the trick already.
        if !((self.trick | rules.excuse) & rules.watched_cards).is_empty() {
            self.note_fates(rules, winner);
        }
        self.captured[at] |= self.trick;
        self.units[at] += rules.units_of(self.trick);
        self.tricks[at] += 1;
        self.late_tricks[at] += u8::from(self.finished >= rules.spec.late_from);
        self.finished += 1;
        self.last_winner = winner.number();
    }

    pub(super) fn note_fates(&mut self, rules: &PlayRules<W>, winner: Seat) {
        for (watched, fate) in self.fates.iter_mut().enumerate().take(rules.spec.watched.len()) {
            let place = rules.watched[watched].index();
            let player = (0_u8..).zip(&self.table).find(|(_, card)| usize::from(**card) == place);
            if let Some((player, _)) = player {
                *fate = Fate { player, winner: winner.number(), trick: self.finished };
            }
        }
    }

    /// A seat that wins a trick with the prize card takes the cards laid aside for it.
    fn win_prize(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, winner: Seat) {
        let seats = rules.spec.prize.map_or(0, |prize| prize.seats);
        let card = Place::new(self.table[winner.index()]).map_or(W::ZERO, W::of);
        if winner.is_in(seats) && card == rules.prize_card {
            self.captured[winner.index()] |= fixed.prize;
            self.units[winner.index()] += rules.units_of(fixed.prize);
        }
    }

    /// Draws from the stock after a trick, unless it is closed.
    fn draw(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, winner: Seat) {
        if self.duty != DutyPhase::Stock {
            return;
        }
        if rules.spec.drawing.is_some_and(|drawing| drawing.draw == Draw::ToWinnersPile) {
            if let Some(place) = self.draw_card(fixed) {
                self.captured[winner.index()] |= W::of(place);
                self.units[winner.index()] += rules.units[place.index()];
            }
        } else {
            for step in 0..rules.seats() {
                let seat = (winner.index() + step) % rules.seats();
                if let Some(place) = self.draw_card(fixed) {
                    self.hands[seat] |= W::of(place);
                }
            }
        }
        if self.stock_left(fixed) == 0 {
            self.duty = DutyPhase::Main;
        }
    }

    fn draw_card(&mut self, fixed: &Fixed<W>) -> Option<Place> {
        let next = *fixed.stock().get(usize::from(self.stock_next))?;
        self.stock_next += 1;
        Some(if self.stock_next == fixed.stock_len { self.stock_last } else { next })
    }

    /// Turns up the piles before play, or only their top cards if that was done.
    pub(super) fn turn_piles_before_play(
        &mut self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        takes: bool,
    ) {
        self.turn_piles(rules, fixed, takes);
    }

    fn take_from_pile(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, place: Place) {
        self.face_up = self.face_up.minus(W::of(place));
        if rules.turns_at_once {
            self.turn_piles(rules, fixed, rules.takes_in_play);
        }
    }

    /// Turns up a card on each pile that shows none; what is taken goes to the owner's hand, and
    /// the next card is turned.
    fn turn_piles(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, takes: bool) {
        let takes = if takes { rules.takes } else { W::ZERO };
        for pile in 0..usize::from(fixed.pile_count).min(MAX_PILES) {
            let cards = &fixed.piles[pile];
            let len = usize::from(fixed.pile_len[pile]).min(MAX_PILE_CARDS);
            let next = &mut self.pile_next[pile];
            let shown = usize::from(*next).checked_sub(1).map(|top| cards[top % MAX_PILE_CARDS]);
            if shown.is_some_and(|top| self.face_up.has(top)) {
                continue;
            }
            while usize::from(*next) < len {
                let place = cards[usize::from(*next)];
                *next += 1;
                if takes.has(place) {
                    self.hands[fixed.pile_owner[pile].index()] |= W::of(place);
                } else {
                    self.face_up |= W::of(place);
                    break;
                }
            }
        }
    }
}
