//! Calls during play: which are legal, and what they do.

use super::{Breach, Call, CallSet, Fixed, State};
use crate::cards::Word;
use crate::rules::{DutyPhase, PlayRules};

impl<W: Word> State<W> {
    /// The calls that the seat to play may make.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most of the time it is two comparisons")]
    pub fn legal_calls(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> CallSet {
        if !rules.has_calls || self.is_over() {
            return CallSet::EMPTY;
        }
        self.calls(rules, fixed)
    }

    /// Asks only of calls that may be legal at all: most of the time none may.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn calls(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> CallSet {
        let spec = &rules.spec;
        let (hand, is_on_lead) = (self.hands[self.seat.index()], self.is_on_lead());
        let mut calls = CallSet::EMPTY;
        let mut ask = |call| {
            if self.call_breach(rules, fixed, call).is_none() {
                calls = calls.with(call);
            }
        };
        if spec.go_out.is_some() {
            ask(Call::GoOut);
        }
        if !self.must_play.is_empty() {
            return calls;
        }
        if spec.knockers != 0 {
            ask(Call::Knock);
        }
        if spec.marriages.as_ref().is_some_and(|rule| is_on_lead || rule.following) {
            for (lane, pair) in (0..).zip(&rules.marriages) {
                if pair.is_some_and(|pair| pair.cards.is_within(hand)) {
                    ask(Call::Marriage(lane));
                }
            }
        }
        if !is_on_lead {
            return calls;
        }
        if spec.drawing.is_some() && self.duty == DutyPhase::Stock {
            ask(Call::Exchange);
            ask(Call::Close);
        }
        for (number, declaration) in (0..).zip(&spec.declarations) {
            let held = hand & rules.declarations[usize::from(number) % 4];
            if held.len() >= u32::from(declaration.needed) {
                ask(Call::Declare(number));
            }
        }
        calls
    }

    /// The rule that a call would break, or `None` if it is legal.
    #[must_use]
    pub fn call_breach(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        call: Call,
    ) -> Option<Breach> {
        if self.is_over() {
            return Some(Breach::DealOver);
        }
        match call {
            Call::Marriage(lane) => self.marriage_breach(rules, fixed, lane),
            Call::Exchange => self.exchange_breach(rules, fixed),
            Call::Close => self.close_breach(rules, fixed),
            Call::GoOut => self.go_out_breach(rules),
            Call::Knock => self.knock_breach(rules),
            Call::Declare(number) => self.declare_breach(rules, number),
        }
    }

    /// What every call on lead needs: the lead, and no announcement made this turn.
    fn lead_breach(&self) -> Option<Breach> {
        if !self.is_on_lead() {
            Some(Breach::NotOnLead)
        } else if !self.must_play.is_empty() {
            Some(Breach::AnnouncedAlready)
        } else {
            None
        }
    }

    fn marriage_breach(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, lane: u8) -> Option<Breach> {
        let (Some(rule), Some(pair)) =
            (&rules.spec.marriages, rules.marriages[usize::from(lane % 8)])
        else {
            return Some(Breach::NoSuchCall);
        };
        if !rule.is_announced() {
            return Some(Breach::NoSuchCall);
        }
        if !rule.following && !self.is_on_lead() {
            return Some(Breach::NotOnLead);
        }
        if !self.must_play.is_empty() {
            return Some(Breach::AnnouncedAlready);
        }
        let is_held = pair.cards.is_within(self.hands[self.seat.index()]);
        let playable = pair.cards & self.legal_cards(rules, fixed);
        (!is_held || playable.is_empty()).then_some(Breach::NoMarriage)
    }

    fn exchange_breach(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> Option<Breach> {
        let Some(exchange) = rules.spec.drawing.and_then(|drawing| drawing.exchange) else {
            return Some(Breach::NoSuchCall);
        };
        let given = rules.place_of[usize::from(exchange.card) % 128];
        let holds = self.hands[self.seat.index()].has(given);
        let is_open = self.duty == DutyPhase::Stock
            && self.stock_left(fixed) >= exchange.min_stock
            && rules.lane_of(given) == rules.lane_of(self.stock_last)
            && (!exchange.needs_trick || self.tricks[self.seat.index()] > 0);
        self.lead_breach().or((!holds || !is_open).then_some(Breach::NoExchange))
    }

    fn close_breach(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> Option<Breach> {
        let Some(close) = rules.spec.drawing.and_then(|drawing| drawing.close) else {
            return Some(Breach::NoSuchCall);
        };
        let is_open = self.duty == DutyPhase::Stock && self.stock_left(fixed) >= close.min_stock;
        self.lead_breach().or((!is_open).then_some(Breach::NoClose))
    }

    fn go_out_breach(&self, rules: &PlayRules<W>) -> Option<Breach> {
        let Some(go_out) = rules.spec.go_out else {
            return Some(Breach::NoSuchCall);
        };
        if !self.is_on_lead() && self.must_play.is_empty() {
            return Some(Breach::NotOnLead);
        }
        let may = self.seat.number() == go_out.seat
            && self.units_with_marriages(rules, rules.side(self.seat)) >= go_out.units;
        (!may).then_some(Breach::NoGoOut)
    }

    /// In the last trick everybody must play. In the others somebody holds more cards than one, and
    /// so is no seat that may knock.
    fn knock_breach(&self, rules: &PlayRules<W>) -> Option<Breach> {
        if rules.spec.knockers == 0 {
            return Some(Breach::NoSuchCall);
        }
        if !self.must_play.is_empty() {
            return Some(Breach::MustPlayAnnounced);
        }
        let cards: u32 = self.hands.iter().map(|hand| hand.len()).sum();
        let is_last_trick = cards <= self.pending.count_ones();
        let may = self.seat.is_in(rules.spec.knockers) && !is_last_trick;
        (!may).then_some(Breach::NoKnock)
    }

    fn declare_breach(&self, rules: &PlayRules<W>, number: u8) -> Option<Breach> {
        let Some(declaration) = rules.spec.declarations.get(usize::from(number)) else {
            return Some(Breach::NoSuchCall);
        };
        let held = self.hands[self.seat.index()] & rules.declarations[usize::from(number) % 4];
        let made = self.declared[self.seat.index()];
        let is_barred = declaration.barred_by.iter().any(|&other| made >> (other % 8) & 1 == 1);
        let may = held.len() >= u32::from(declaration.needed) && made >> number & 1 == 0;
        self.lead_breach().or((!may || is_barred).then_some(Breach::NoDeclaration))
    }

    /// Makes a legal call. An illegal one makes the state wrong, but nothing worse.
    pub fn call_unchecked(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, call: Call) {
        let seat = self.seat.index();
        match call {
            Call::Marriage(lane) => {
                if let Some(pair) = rules.marriages[usize::from(lane % 8)] {
                    self.must_play = pair.cards & self.legal_cards(rules, fixed);
                    self.marriages[seat] = self.marriages[seat].saturating_add(pair.units);
                    self.check_ends(rules, fixed);
                }
            }
            Call::Exchange => self.exchange(rules),
            Call::Close => {
                self.closed = 1 + self.seat.number() * 3 + self.class_of_others(rules);
                self.duty = DutyPhase::Closed;
            }
            Call::GoOut => {
                self.went_out = true;
                self.end();
            }
            Call::Knock => {
                self.pass_turn(rules, fixed);
                if self.is_on_lead() {
                    self.leader = self.seat;
                }
            }
            Call::Declare(number) => {
                self.must_play = self.hands[seat] & rules.declarations[usize::from(number) % 4];
                self.declared[seat] |= 1 << (number % 8);
            }
        }
    }

    fn exchange(&mut self, rules: &PlayRules<W>) {
        if let Some(exchange) = rules.spec.drawing.and_then(|drawing| drawing.exchange) {
            let given = rules.place_of[usize::from(exchange.card) % 128];
            let hand = &mut self.hands[self.seat.index()];
            *hand = hand.minus(W::of(given)).with(self.stock_last);
            self.stock_last = given;
        }
    }

    /// What the other sides have when the stock is closed: 0 no trick, 1 few units, 2 enough.
    fn class_of_others(&self, rules: &PlayRules<W>) -> u8 {
        let others = rules.all_seats() & !rules.side(self.seat);
        let few = rules.spec.drawing.and_then(|drawing| drawing.close).map_or(0, |c| c.few_below);
        if self.tricks_of(others) == 0 {
            0
        } else {
            1 + u8::from(self.units_with_marriages(rules, others) >= few)
        }
    }
}
