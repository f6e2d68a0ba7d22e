//! The rules once more, slowly, on lists of cards: written from the rules, not from the masks.
//! Nothing is kept that can be found out from the tricks that lie there.

use ultimo_core::play::{Call, Move, Owner, Setup};
use ultimo_core::rules::{Draw, EndRule, RulesSpec, Trump};

mod count;
mod legal;

#[derive(Debug, Clone)]
pub(crate) struct Trick {
    pub(crate) plays: Vec<(usize, u8)>,
    pub(crate) winner: usize,
    /// Nobody had a card left after it.
    pub(crate) is_last: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Pile {
    owner: usize,
    /// From the top.
    cards: Vec<u8>,
    is_open: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Reference {
    pub(crate) spec: RulesSpec,
    pub(crate) hands: Vec<Vec<u8>>,
    pub(crate) dealt: Vec<Vec<u8>>,
    /// Every card of hands, stock and piles.
    in_play: Vec<u8>,
    pub(crate) stock: Vec<u8>,
    pub(crate) piles: Vec<Pile>,
    pub(crate) aside: Vec<(u8, Owner)>,
    pub(crate) trump: Option<usize>,
    pub(crate) open: Vec<(usize, u8)>,
    passed: Vec<usize>,
    first: usize,
    pub(crate) finished: Vec<Trick>,
    /// Cards won without having been played.
    pub(crate) extra: Vec<(usize, u8)>,
    pub(crate) announced: Vec<(usize, u16)>,
    pub(crate) declared: Vec<(usize, usize)>,
    must: Vec<u8>,
    pub(crate) closed: Option<(usize, u8)>,
    pub(crate) went_out: bool,
    pub(crate) ended_by: Option<usize>,
    /// The first end rule that lacks only its card.
    awaiting: Option<usize>,
}

impl Reference {
    pub(crate) fn new(spec: &RulesSpec, setup: &Setup) -> Self {
        let mut piles = vec![];
        for (owner, own) in setup.piles.iter().enumerate() {
            for cards in own {
                piles.push(Pile { owner, cards: cards.clone(), is_open: false });
            }
        }
        let trump = match spec.trump {
            Trump::Lane(lane) => Some(usize::from(lane)),
            Trump::None => None,
            Trump::FirstLead => setup.trump.map(usize::from),
        };
        let mut game = Self {
            spec: spec.clone(),
            hands: setup.hands.clone(),
            dealt: vec![],
            in_play: setup.hands.iter().chain([&setup.stock]).flatten().copied().collect(),
            stock: setup.stock.clone(),
            piles,
            aside: setup.aside.clone(),
            trump,
            open: vec![],
            passed: vec![],
            first: usize::from(setup.leader),
            finished: vec![],
            extra: vec![],
            announced: vec![],
            declared: vec![],
            must: vec![],
            closed: None,
            went_out: false,
            ended_by: None,
            awaiting: None,
        };
        game.in_play.extend(setup.piles.iter().flatten().flatten());
        game.turn_up(!setup.piles_turned);
        game.dealt = game.hands.clone();
        for rule in spec.marriages.iter().filter(|rule| rule.at_start) {
            for (seat, hand) in game.dealt.iter().enumerate() {
                let held = rule.pairs.iter().filter(|p| p.cards.iter().all(|c| hand.contains(c)));
                game.announced.extend(held.map(|pair| (seat, pair.units)));
            }
        }
        game
    }

    fn seats(&self) -> usize {
        usize::from(self.spec.seats)
    }

    pub(crate) fn suit(&self, card: u8) -> Option<usize> {
        self.spec.lanes.iter().position(|lane| lane.contains(&card))
    }

    fn rank(&self, card: u8) -> usize {
        self.spec.lanes.iter().find_map(|lane| lane.iter().position(|&c| c == card)).unwrap_or(0)
    }

    pub(crate) fn tops(&self, seat: usize) -> Vec<u8> {
        let own = self.piles.iter().filter(|pile| pile.owner == seat && pile.is_open);
        own.map(|pile| pile.cards[0]).collect()
    }

    pub(crate) fn has_cards(&self, seat: usize) -> bool {
        !self.hands[seat].is_empty() || !self.tops(seat).is_empty()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.went_out
            || self.ended_by.is_some()
            || (self.open.is_empty() && (0..self.seats()).all(|seat| !self.has_cards(seat)))
    }

    /// Seats that act in this trick in order, those who have acted left out.
    fn to_act(&self) -> Vec<usize> {
        let acted = |seat: &usize| {
            self.passed.contains(seat) || self.open.iter().any(|(other, _)| other == seat)
        };
        let around = (0..self.seats()).map(|step| (self.first + step) % self.seats());
        around.filter(|seat| !acted(seat) && self.has_cards(*seat)).collect()
    }

    pub(crate) fn seat(&self) -> Option<usize> {
        if self.is_over() { None } else { self.to_act().first().copied() }
    }

    pub(crate) fn available(&self, seat: usize) -> Vec<u8> {
        let mut cards = self.hands[seat].clone();
        cards.extend(self.tops(seat));
        cards
    }

    pub(crate) fn apply(&mut self, what: Move) {
        let seat = self.seat().unwrap();
        match what {
            Move::Card(card) => self.play(seat, card.number()),
            Move::Call(Call::Marriage(lane)) => {
                let legal = self.legal_cards();
                let pairs = &self.spec.marriages.as_ref().unwrap().pairs;
                let of_lane = |card| self.suit(card) == Some(usize::from(lane));
                let pair = *pairs.iter().find(|pair| of_lane(pair.cards[0])).unwrap();
                self.must = pair.cards.into_iter().filter(|card| legal.contains(card)).collect();
                self.announced.push((seat, pair.units));
                self.check_ends();
            }
            Move::Call(Call::Exchange) => {
                let given = self.spec.drawing.unwrap().exchange.unwrap().card;
                let taken = self.stock.pop().unwrap();
                self.stock.push(given);
                self.hands[seat].retain(|&card| card != given);
                self.hands[seat].push(taken);
            }
            Move::Call(Call::Close) => {
                let others = !self.side(seat) & ((1 << self.seats()) - 1);
                let few = u32::from(self.spec.drawing.unwrap().close.unwrap().few_below);
                let class = match (self.tricks(others), self.points(others)) {
                    (0, _) => 0,
                    (_, points) if points < few => 1,
                    _ => 2,
                };
                self.closed = Some((seat, class));
            }
            Move::Call(Call::GoOut) => self.went_out = true,
            Move::Call(Call::Knock) => {
                self.passed.push(seat);
                self.complete();
            }
            Move::Call(Call::Declare(number)) => {
                let cards = &self.spec.declarations[usize::from(number)].cards;
                self.must =
                    cards.iter().copied().filter(|c| self.hands[seat].contains(c)).collect();
                self.declared.push((seat, usize::from(number)));
            }
        }
    }

    fn play(&mut self, seat: usize, card: u8) {
        if self.hands[seat].contains(&card) {
            self.hands[seat].retain(|&other| other != card);
        } else {
            let is_it = |pile: &&mut Pile| pile.is_open && pile.cards[0] == card;
            let pile = self.piles.iter_mut().find(is_it).unwrap();
            pile.cards.remove(0);
            pile.is_open = false;
            let rule = self.spec.piles.clone().unwrap();
            if rule.at_once {
                self.turn_up(rule.takes_in_play);
            }
        }
        let is_announced = !self.must.is_empty();
        let awaited = self.awaiting.and_then(|rule| self.lacks(rule));
        self.must.clear();
        self.open.push((seat, card));
        if self.spec.trump == Trump::FirstLead && self.trump.is_none() {
            self.trump = self.suit(card);
        }
        self.complete();
        // The card of an announcement that counts ends the deal at once if it was waited for.
        if is_announced && awaited == Some(card) && self.ended_by.is_none() && !self.open.is_empty()
        {
            self.ended_by = self.awaiting.filter(|_| self.marriages(seat) > 0);
        }
    }

    fn turn_up(&mut self, takes: bool) {
        let Some(rule) = self.spec.piles.clone() else { return };
        for pile in &mut self.piles {
            while !pile.is_open && !pile.cards.is_empty() {
                if takes && rule.takes.contains(&pile.cards[0]) {
                    self.hands[pile.owner].push(pile.cards.remove(0));
                } else {
                    pile.is_open = true;
                }
            }
        }
    }

    /// Ends the trick if nobody is left to act.
    fn complete(&mut self) {
        if !self.to_act().is_empty() {
            return;
        }
        let plays = std::mem::take(&mut self.open);
        self.passed.clear();
        let (mut winner, winning) = self.winning(&plays);
        let will_draw = self.closed.is_none()
            && !self.stock.is_empty()
            && self.spec.drawing.is_some_and(|drawing| drawing.draw == Draw::EachWinnerFirst);
        let nobody_has = (0..self.seats()).all(|seat| {
            self.hands[seat].is_empty()
                && self.piles.iter().all(|pile| pile.owner != seat || pile.cards.is_empty())
        });
        let is_last = nobody_has && !will_draw;
        let owner = plays.iter().find(|(_, card)| Some(*card) == self.excuse());
        if let Some(&(owner, _)) = owner
            && is_last
            && self.finished.iter().all(|trick| self.side(owner) >> trick.winner & 1 == 1)
        {
            winner = owner;
        }
        if let Some(prize) = self.spec.prize
            && prize.seats >> winner & 1 == 1
            && plays.contains(&(winner, prize.card))
            && (winning == prize.card || Some(prize.card) == self.excuse())
        {
            let cards = self.aside.iter().filter(|(_, owner)| *owner == Owner::Prize);
            let won: Vec<(usize, u8)> = cards.map(|(card, _)| (winner, *card)).collect();
            self.extra.extend(won);
        }
        self.finished.push(Trick { plays, winner, is_last });
        if self.closed.is_none() {
            self.draw(winner);
        }
        if let Some(rule) = self.spec.piles.clone()
            && !rule.at_once
        {
            self.turn_up(rule.takes_in_play);
        }
        self.first = winner;
        self.check_ends();
    }

    fn draw(&mut self, winner: usize) {
        let Some(drawing) = self.spec.drawing else { return };
        match drawing.draw {
            Draw::ToWinnersPile if !self.stock.is_empty() => {
                self.extra.push((winner, self.stock.remove(0)));
            }
            Draw::ToWinnersPile => {}
            Draw::EachWinnerFirst => {
                for step in 0..self.seats() {
                    if !self.stock.is_empty() {
                        let card = self.stock.remove(0);
                        let seat = (winner + step) % self.seats();
                        self.hands[seat].push(card);
                    }
                }
            }
        }
    }

    /// Looks for an end rule that holds. One that lacks only its card is noted, and ends the deal
    /// when that has been played, whatever else holds then.
    fn check_ends(&mut self) {
        let on_lead = self.seat();
        for (number, rule) in self.spec.ends.clone().into_iter().enumerate() {
            let holds = match rule {
                EndRule::Tricks { seats, at_least } => self.tricks(seats) >= usize::from(at_least),
                EndRule::Points { seats, at_least, not_behind, on_lead: who, .. } => {
                    let others = !seats & ((1 << self.seats()) - 1);
                    let points = self.points(seats);
                    points >= u32::from(at_least)
                        && (!not_behind || self.points(others) <= points)
                        && who.is_none_or(|who| on_lead == Some(usize::from(who)))
                }
            };
            if holds && self.lacks(number).is_some() {
                self.awaiting = self.awaiting.or(Some(number));
            } else if holds {
                let first = self.awaiting.filter(|&first| self.lacks(first).is_none());
                self.ended_by = first.or(Some(number));
                return;
            }
        }
    }

    /// The card that an end rule still waits for.
    fn lacks(&self, rule: usize) -> Option<u8> {
        let EndRule::Points { after_card: Some(card), .. } = self.spec.ends[rule] else {
            return None;
        };
        let tricks = self.finished.iter().flat_map(|trick| &trick.plays);
        let is_played = tricks.chain(&self.open).any(|(_, played)| *played == card);
        (self.in_play.contains(&card) && !is_played).then_some(card)
    }
}
