//! Which moves are legal, and which card is winning.

use ultimo_core::play::{Call, Move};
use ultimo_core::rules::{Beat, Duty, Void};

use super::Reference;

impl Reference {
    fn duty(&self) -> Duty {
        match self.spec.drawing {
            Some(drawing) if self.closed.is_some() => drawing.close.unwrap().duty,
            Some(drawing) if !self.stock.is_empty() => drawing.duty.unwrap_or(self.spec.duty),
            _ => self.spec.duty,
        }
    }

    pub(super) fn excuse(&self) -> Option<u8> {
        self.spec.excuse.map(|excuse| excuse.card)
    }

    /// The suit led: that of the first card but the excuse.
    fn led(&self, plays: &[(usize, u8)]) -> Option<usize> {
        plays.iter().find_map(|&(_, card)| self.suit(card))
    }

    fn emperor_is_complete(&self, plays: &[(usize, u8)]) -> bool {
        self.spec.emperor.as_ref().is_some_and(|emperor| {
            let lies = |card: &u8| plays.iter().any(|(_, played)| played == card);
            let led = self.led(plays);
            emperor.cards.iter().all(lies)
                && led.is_some()
                && emperor.led.is_none_or(|lane| led == Some(usize::from(lane)))
        })
    }

    /// Whether `card` beats `other`, which is winning.
    fn outranks(&self, card: u8, other: u8) -> bool {
        let (suit, against) = (self.suit(card), self.suit(other));
        if suit == against {
            return self.rank(card) > self.rank(other);
        }
        suit.is_some() && suit == self.trump
    }

    pub(super) fn winning(&self, plays: &[(usize, u8)]) -> (usize, u8) {
        if self.emperor_is_complete(plays) {
            let winner = self.spec.emperor.as_ref().unwrap().winner;
            return *plays.iter().find(|(_, card)| *card == winner).unwrap();
        }
        let mut best = plays[0];
        for &play in &plays[1..] {
            if Some(play.1) == self.excuse() {
                continue;
            }
            if Some(best.1) == self.excuse() || self.outranks(play.1, best.1) {
                best = play;
            }
        }
        best
    }

    pub(crate) fn legal_cards(&self) -> Vec<u8> {
        let Some(seat) = self.seat() else { return vec![] };
        if !self.must.is_empty() {
            return self.must.clone();
        }
        let mut cards = self.by_duty(seat);
        let bound: Vec<&Vec<u8>> = (self.spec.reserved.iter())
            .filter(|reserved| reserved.seats >> seat & 1 == 1)
            .map(|reserved| &reserved.cards)
            .collect();
        let is_reserved = |card: &u8| bound.iter().any(|cards| cards.contains(card));
        if cards.iter().any(|card| !is_reserved(card)) {
            cards.retain(|card| !is_reserved(card));
        }
        cards
    }

    fn by_duty(&self, seat: usize) -> Vec<u8> {
        let all = self.available(seat);
        if self.open.is_empty() {
            let from_hand = self.spec.piles.as_ref().is_some_and(|piles| piles.lead_from_hand);
            let hand = &self.hands[seat];
            return if from_hand && !hand.is_empty() { hand.clone() } else { all };
        }
        let duty = self.duty();
        let Some(led) = self.led(&self.open) else { return all };
        if !duty.follow {
            return all;
        }
        let of_suit = |suit: Option<usize>| -> Vec<u8> {
            all.iter().copied().filter(|&card| suit.is_some() && self.suit(card) == suit).collect()
        };
        let void_lane = self.spec.void_lane.map(usize::from).or(self.trump);
        let (follow, trumps) = (of_suit(Some(led)), of_suit(void_lane));
        let mut cards = if !follow.is_empty() {
            let must_beat = match duty.beat {
                Beat::Never => false,
                Beat::Trumps => Some(led) == void_lane,
                Beat::Always => true,
            };
            let beating = self.beating(&follow);
            let chosen = if must_beat && !beating.is_empty() { beating } else { follow.clone() };
            self.forced(&follow).unwrap_or(chosen)
        } else if trumps.is_empty() {
            return all;
        } else {
            let beating = self.beating(&trumps);
            match duty.void {
                Void::Free => return all,
                Void::OvertrumpOrFree if beating.is_empty() => return all,
                Void::Trump => self.forced(&trumps).unwrap_or(trumps),
                _ if beating.is_empty() => self.forced(&trumps).unwrap_or(trumps),
                _ => self.forced(&trumps).unwrap_or(beating),
            }
        };
        cards.extend(all.iter().filter(|card| Some(**card) == self.excuse()));
        cards
    }

    fn beating(&self, cards: &[u8]) -> Vec<u8> {
        let (_, best) = self.winning(&self.open);
        if self.emperor_is_complete(&self.open) {
            return vec![];
        }
        cards.iter().copied().filter(|&card| self.outranks(card, best)).collect()
    }

    /// The emperor's card alone, if one of `cards` completes a trick that asks for it.
    fn forced(&self, cards: &[u8]) -> Option<Vec<u8>> {
        let emperor = self.spec.emperor.as_ref().filter(|emperor| emperor.forced)?;
        let with_it: Vec<(usize, u8)> =
            self.open.iter().copied().chain([(usize::MAX, emperor.winner)]).collect();
        let is_asked = cards.contains(&emperor.winner) && self.emperor_is_complete(&with_it);
        is_asked.then(|| vec![emperor.winner])
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut cards = self.legal_cards();
        cards.sort_unstable();
        let mut moves: Vec<Move> =
            cards.iter().map(|&card| Move::from_code(card).unwrap()).collect();
        let calls = (0..Call::CODES).filter_map(Call::from_code);
        moves.extend(calls.filter(|&call| self.may(call)).map(Move::Call));
        moves
    }

    fn may(&self, call: Call) -> bool {
        let Some(seat) = self.seat() else { return false };
        let on_lead = self.open.is_empty() && self.must.is_empty();
        match call {
            Call::Marriage(lane) => self.may_marry(seat, lane),
            Call::Exchange => on_lead && self.may_exchange(seat),
            Call::Close => on_lead && self.may_close(),
            Call::GoOut => self.spec.go_out.is_some_and(|rule| {
                (self.open.is_empty() || !self.must.is_empty())
                    && seat == usize::from(rule.seat)
                    && self.points(self.side(seat)) >= u32::from(rule.units)
            }),
            Call::Knock => self.may_knock(seat),
            Call::Declare(number) => on_lead && self.may_declare(seat, number),
        }
    }

    fn may_marry(&self, seat: usize, lane: u8) -> bool {
        let Some(rule) = self.spec.marriages.as_ref().filter(|rule| !rule.at_start) else {
            return false;
        };
        let of_lane = |card| self.suit(card) == Some(usize::from(lane));
        let Some(pair) = rule.pairs.iter().find(|pair| of_lane(pair.cards[0])) else {
            return false;
        };
        let legal = self.legal_cards();
        pair.cards.iter().all(|card| self.hands[seat].contains(card))
            && pair.cards.iter().any(|card| legal.contains(card))
            && self.must.is_empty()
            && (self.open.is_empty() || rule.following)
    }

    fn may_exchange(&self, seat: usize) -> bool {
        let rule = self.spec.drawing.and_then(|drawing| drawing.exchange);
        rule.is_some_and(|rule| {
            self.closed.is_none()
                && self.hands[seat].contains(&rule.card)
                && self.stock.last().is_some_and(|&last| self.suit(last) == self.suit(rule.card))
                && self.stock.len() >= usize::from(rule.min_stock)
                && (!rule.needs_trick || self.tricks(1 << seat) > 0)
        })
    }

    fn may_close(&self) -> bool {
        let rule = self.spec.drawing.and_then(|drawing| drawing.close);
        rule.is_some_and(|rule| {
            self.closed.is_none()
                && !self.stock.is_empty()
                && self.stock.len() >= usize::from(rule.min_stock)
        })
    }

    fn may_knock(&self, seat: usize) -> bool {
        let others = self.to_act().iter().any(|&other| other != seat);
        let is_last = self.hands.iter().map(Vec::len).sum::<usize>() == self.to_act().len();
        self.spec.knockers >> seat & 1 == 1
            && self.must.is_empty()
            && !is_last
            && (others || !self.open.is_empty())
    }

    fn may_declare(&self, seat: usize, number: u8) -> bool {
        let Some(rule) = self.spec.declarations.get(usize::from(number)) else { return false };
        let held = rule.cards.iter().filter(|card| self.hands[seat].contains(card)).count();
        let made = |other: u8| self.declared.contains(&(seat, usize::from(other)));
        held >= usize::from(rule.needed)
            && !made(number)
            && !rule.barred_by.iter().any(|&other| made(other))
    }
}
