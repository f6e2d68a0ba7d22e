//! The rules once more, slowly, on lists of cards: written from the rules, not from the masks.
//! Nothing is kept that can be found out from the tricks that lie there.

use ultimo_core::play::{Call, Move, Owner, Setup};
use ultimo_core::rules::{Beat, Draw, Duty, EndRule, RulesSpec, Trump, Void};

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
        };
        game.turn_up(!setup.piles_turned);
        game.dealt = game.hands.clone();
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

    fn duty(&self) -> Duty {
        match self.spec.drawing {
            Some(drawing) if self.closed.is_some() => drawing.close.unwrap().duty,
            Some(drawing) if !self.stock.is_empty() => drawing.duty.unwrap_or(self.spec.duty),
            _ => self.spec.duty,
        }
    }

    fn excuse(&self) -> Option<u8> {
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

    fn winning(&self, plays: &[(usize, u8)]) -> (usize, u8) {
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

    pub(crate) fn available(&self, seat: usize) -> Vec<u8> {
        let mut cards = self.hands[seat].clone();
        cards.extend(self.tops(seat));
        cards
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
        let hand = &self.hands[seat];
        let on_lead = self.open.is_empty() && self.must.is_empty();
        match call {
            Call::Marriage(lane) => self.spec.marriages.as_ref().is_some_and(|rule| {
                let pair = rule
                    .pairs
                    .iter()
                    .find(|pair| self.suit(pair.cards[0]) == Some(usize::from(lane)));
                let legal = self.legal_cards();
                pair.is_some_and(|pair| {
                    pair.cards.iter().all(|card| hand.contains(card))
                        && pair.cards.iter().any(|card| legal.contains(card))
                }) && self.must.is_empty()
                    && (on_lead || rule.following)
            }),
            Call::Exchange => {
                let rule = self.spec.drawing.and_then(|drawing| drawing.exchange);
                rule.is_some_and(|rule| {
                    on_lead
                        && self.closed.is_none()
                        && hand.contains(&rule.card)
                        && !self.stock.is_empty()
                        && self.stock.len() >= usize::from(rule.min_stock)
                        && (!rule.needs_trick || self.tricks(1 << seat) > 0)
                })
            }
            Call::Close => {
                let rule = self.spec.drawing.and_then(|drawing| drawing.close);
                rule.is_some_and(|rule| {
                    on_lead
                        && self.closed.is_none()
                        && !self.stock.is_empty()
                        && self.stock.len() >= usize::from(rule.min_stock)
                })
            }
            Call::GoOut => self.spec.go_out.is_some_and(|rule| {
                (self.open.is_empty() || !self.must.is_empty())
                    && seat == usize::from(rule.seat)
                    && self.points(self.side(seat)) >= u32::from(rule.units)
            }),
            Call::Knock => {
                let others = self.to_act().iter().any(|&other| other != seat);
                let is_last = self.hands.iter().map(Vec::len).sum::<usize>() == self.to_act().len();
                self.spec.knockers >> seat & 1 == 1
                    && self.must.is_empty()
                    && !is_last
                    && (others || !self.open.is_empty())
            }
            Call::Declare(number) => {
                let rule = self.spec.declarations.get(usize::from(number));
                rule.is_some_and(|rule| {
                    let held = rule.cards.iter().filter(|card| hand.contains(card)).count();
                    let made = |other: u8| self.declared.contains(&(seat, usize::from(other)));
                    on_lead
                        && held >= usize::from(rule.needed)
                        && !made(number)
                        && !rule.barred_by.iter().any(|&other| made(other))
                })
            }
        }
    }

    pub(crate) fn side(&self, seat: usize) -> u16 {
        let sides = &self.spec.sides;
        (0..self.seats()).filter(|&other| sides[other] == sides[seat]).map(|other| 1 << other).sum()
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
                self.check_ends(seat);
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
        self.must.clear();
        self.open.push((seat, card));
        if self.spec.trump == Trump::FirstLead && self.trump.is_none() {
            self.trump = self.suit(card);
        }
        self.complete();
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
        self.check_ends(winner);
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

    fn check_ends(&mut self, _: usize) {
        let on_lead = self.seat();
        self.ended_by = self.spec.ends.iter().position(|rule| match *rule {
            EndRule::Tricks { seats, at_least } => self.tricks(seats) >= usize::from(at_least),
            EndRule::Points { seats, at_least, not_behind, on_lead: who, after_card } => {
                let others = !seats & ((1 << self.seats()) - 1);
                let points = self.points(seats);
                let played = |card: u8| {
                    let tricks = self.finished.iter().flat_map(|trick| &trick.plays);
                    tricks.chain(&self.open).any(|(_, played)| *played == card)
                };
                points >= u32::from(at_least)
                    && (!not_behind || self.points(others) <= points)
                    && who.is_none_or(|who| on_lead == Some(usize::from(who)))
                    && after_card.is_none_or(played)
            }
        });
    }

    pub(crate) fn tricks(&self, seats: u16) -> usize {
        self.finished.iter().filter(|trick| seats >> trick.winner & 1 == 1).count()
    }

    /// The cards a seat has, each where the excuse's rule puts it.
    pub(crate) fn captured(&self, seat: usize) -> Vec<u8> {
        let mut cards: Vec<u8> =
            self.extra.iter().filter(|(winner, _)| *winner == seat).map(|&(_, c)| c).collect();
        for trick in &self.finished {
            for &(player, card) in &trick.plays {
                let keeper = if self.keeps(trick, player, card) { player } else { trick.winner };
                if keeper == seat {
                    cards.push(card);
                }
            }
        }
        cards
    }

    /// The excuse stays with its owner if another side wins the trick and it is not the last.
    fn keeps(&self, trick: &Trick, player: usize, card: u8) -> bool {
        Some(card) == self.excuse() && !trick.is_last && self.side(player) >> trick.winner & 1 == 0
    }

    /// Units of a seat without marriages.
    pub(crate) fn units(&self, seat: usize) -> u32 {
        let value = |card: u8| i64::from(self.spec.values[usize::from(card)]);
        let mut units: i64 = self.captured(seat).into_iter().map(value).sum();
        for trick in &self.finished {
            for &(player, card) in &trick.plays {
                if self.keeps(trick, player, card) {
                    let owed = i64::from(self.spec.excuse.unwrap().owed);
                    units -= if player == seat { owed } else { 0 };
                    units += if trick.winner == seat { owed } else { 0 };
                }
            }
            if trick.is_last && trick.winner == seat {
                units += i64::from(self.spec.last_trick_units);
            }
        }
        u32::try_from(units).unwrap()
    }

    pub(crate) fn marriages(&self, seat: usize) -> u32 {
        let by_side = self.spec.marriages.as_ref().is_some_and(|rule| rule.by_side);
        let needed = if by_side { self.side(seat) } else { 1 << seat };
        if self.tricks(needed) == 0 {
            return 0;
        }
        let own = self.announced.iter().filter(|(announcer, _)| *announcer == seat);
        own.map(|(_, units)| u32::from(*units)).sum()
    }

    /// Units of the seats, valid marriages included.
    pub(crate) fn points(&self, seats: u16) -> u32 {
        let of = (0..self.seats()).filter(|seat| seats >> seat & 1 == 1);
        of.map(|seat| self.units(seat) + self.marriages(seat)).sum()
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let lines = self.legal_moves().into_iter().map(|what| {
            let mut next = self.clone();
            next.apply(what);
            next.perft(depth - 1)
        });
        lines.sum()
    }
}
