//! Rules and deals by lot: every combination of primitives, whether a game has it or not.

use ultimo_core::play::{Owner, Setup};
use ultimo_core::rules::{
    Beat, Close, Declaration, Draw, Drawing, Duty, Emperor, EndRule, Exchange, Excuse, GoOut,
    Marriage, MarriageRule, PileRule, Prize, Reserved, RulesSpec, Scheme, Trump, Void,
};

/// A small generator, so that a seed names a case.
#[derive(Debug, Clone)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let word = usize::try_from(self.0 >> 33).unwrap();
        if n == 0 { 0 } else { word % n }
    }

    pub(crate) fn small(&mut self, low: u8, high: u8) -> u8 {
        low + u8::try_from(self.below(usize::from(high - low) + 1)).unwrap()
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    fn maybe<T>(&mut self, one_in: usize, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.below(one_in) == 0 { Some(make(self)) } else { None }
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    /// Some different cards, at least one.
    pub(crate) fn some(&mut self, size: u8, most: u8) -> Vec<u8> {
        let mut cards: Vec<u8> = (0..size).collect();
        self.shuffle(&mut cards);
        cards.truncate(usize::from(self.small(1, most)));
        cards
    }

    pub(crate) fn seats(&mut self, seats: u8) -> u16 {
        u16::try_from(self.below(1 << seats)).unwrap()
    }

    fn duty(&mut self) -> Duty {
        Duty {
            follow: self.below(6) != 0,
            beat: [Beat::Never, Beat::Trumps, Beat::Always][self.below(3)],
            void: [Void::Free, Void::Trump, Void::Overtrump, Void::OvertrumpOrFree][self.below(4)],
        }
    }

    pub(crate) fn rules(&mut self) -> RulesSpec {
        let most_seats = self.small(2, 5);
        let has_excuse = self.below(4) == 0;
        let count = self.small(1, 5);
        let mut cards: Vec<u8> = vec![];
        let mut sizes = vec![];
        for _ in 0..count {
            sizes.push(self.small(2, 9));
        }
        let deck_size: u8 = sizes.iter().sum::<u8>() + u8::from(has_excuse);
        let seats = most_seats.min(deck_size);
        cards.extend(0..deck_size);
        if self.coin() {
            self.shuffle(&mut cards);
        }
        let excuse = has_excuse.then(|| Excuse { card: cards.pop().unwrap(), owed: 1 });
        let mut lanes = vec![];
        for size in sizes {
            let rest = cards.split_off(usize::from(size));
            lanes.push(std::mem::replace(&mut cards, rest));
        }
        let trump = match self.below(5) {
            0 => Trump::None,
            1 => Trump::FirstLead,
            _ => Trump::Lane(self.small(0, count - 1)),
        };
        let mut rules = RulesSpec {
            seats,
            deck_size,
            trump,
            void_lane: self.maybe(6, |dice| dice.small(0, count - 1)),
            excuse,
            values: (0..deck_size).map(|_| u16::from(self.small(1, 11))).collect(),
            scheme: [Scheme::Ones, Scheme::Halves, Scheme::Thirds][self.below(3)],
            last_trick_units: u16::from(self.small(0, 10)),
            sides: (0..seats).map(|seat| if self.coin() { seat } else { 0 }).collect(),
            duty: self.duty(),
            reserved: vec![],
            emperor: None,
            drawing: None,
            piles: None,
            marriages: None,
            declarations: vec![],
            go_out: None,
            knockers: 0,
            idle: 0,
            prize: None,
            watched: self.some(deck_size, 4.min(deck_size)),
            late_from: self.small(0, 6),
            ends: vec![],
            lanes,
        };
        self.exceptions(&mut rules);
        self.calls(&mut rules);
        self.ends(&mut rules);
        rules
    }

    fn exceptions(&mut self, rules: &mut RulesSpec) {
        let size = rules.deck_size;
        for _ in 0..self.below(3) {
            let reserved =
                Reserved { seats: self.seats(rules.seats), cards: self.some(size, 3.min(size)) };
            rules.reserved.push(reserved);
        }
        let lane = rules.lanes[self.below(rules.lanes.len())].clone();
        rules.emperor = self.maybe(3, |dice| {
            let mut cards = lane;
            dice.shuffle(&mut cards);
            cards.truncate(3);
            let lanes = u8::try_from(rules.lanes.len()).unwrap();
            Emperor {
                winner: cards[0],
                cards,
                forced: dice.coin(),
                led: dice.maybe(4, |dice| dice.small(0, lanes - 1)),
            }
        });
        rules.prize = self.maybe(4, |dice| Prize {
            card: dice.small(0, size - 1),
            seats: dice.seats(rules.seats),
        });
        match self.below(4) {
            0 => rules.drawing = Some(self.drawing(size)),
            1 => {
                rules.piles = Some(PileRule {
                    takes: self.some(size, size.div_ceil(2)),
                    takes_in_play: self.coin(),
                    lead_from_hand: self.coin(),
                    at_once: self.coin(),
                });
            }
            2 => rules.knockers = self.seats(rules.seats),
            _ => {}
        }
    }

    fn drawing(&mut self, size: u8) -> Drawing {
        Drawing {
            draw: if self.coin() { Draw::EachWinnerFirst } else { Draw::ToWinnersPile },
            duty: self.maybe(2, Self::duty),
            exchange: self.maybe(2, |dice| Exchange {
                card: dice.small(0, size - 1),
                needs_trick: dice.coin(),
                min_stock: dice.small(0, 3),
            }),
            close: self.maybe(2, |dice| Close {
                min_stock: dice.small(0, 4),
                duty: dice.duty(),
                few_below: u16::from(dice.small(0, 33)),
            }),
        }
    }

    fn calls(&mut self, rules: &mut RulesSpec) {
        let lanes = rules.lanes.clone();
        rules.marriages = self.maybe(3, |dice| MarriageRule {
            pairs: (lanes.iter().filter(|lane| lane.len() >= 2))
                .map(|lane| Marriage {
                    cards: [lane[lane.len() - 1], lane[lane.len() - 2]],
                    units: u16::from(dice.small(1, 40)),
                })
                .collect(),
            following: dice.coin(),
            at_start: dice.below(3) == 0,
            needs_trick: dice.coin(),
            by_side: dice.coin(),
        });
        if self.below(3) == 0 {
            for number in 0..self.small(1, 4) {
                let cards = self.some(rules.deck_size, rules.deck_size.min(6));
                let needed = self.small(1, u8::try_from(cards.len()).unwrap());
                let barred_by = if number > 0 && self.coin() { vec![number - 1] } else { vec![] };
                rules.declarations.push(Declaration { cards, needed, barred_by });
            }
        }
        rules.go_out = self.maybe(4, |dice| GoOut {
            seat: dice.small(0, rules.seats - 1),
            units: u16::from(dice.small(10, 66)),
        });
    }

    fn ends(&mut self, rules: &mut RulesSpec) {
        for _ in 0..self.below(3) {
            let seats = self.seats(rules.seats);
            let rule = if self.coin() {
                EndRule::Tricks { seats, at_least: self.small(2, 6) }
            } else {
                EndRule::Points {
                    seats,
                    at_least: u16::from(self.small(20, 80)),
                    not_behind: self.coin(),
                    on_lead: self.maybe(3, |dice| dice.small(0, rules.seats - 1)),
                    after_card: self.maybe(3, |dice| dice.small(0, rules.deck_size - 1)),
                }
            };
            rules.ends.push(rule);
        }
    }

    /// A deal for rules: as many cards as there is room for, or fewer.
    pub(crate) fn setup(&mut self, rules: &RulesSpec) -> Setup {
        let seats = usize::from(rules.seats);
        let mut cards: Vec<u8> = (0..rules.deck_size).collect();
        self.shuffle(&mut cards);
        let each = usize::from(rules.deck_size) / seats;
        let mut setup = Setup { leader: self.small(0, rules.seats - 1), ..Setup::default() };
        let mut size = 1 + self.below(each);
        if let Some(drawing) = rules.drawing {
            let rounds = self.below(each - size + 1);
            let spare = match drawing.draw {
                Draw::EachWinnerFirst => rounds * seats,
                Draw::ToWinnersPile => self.below(usize::from(rules.deck_size) - size * seats + 1),
            };
            setup.stock = cards.split_off(cards.len() - spare);
        }
        if rules.piles.is_some() {
            let piles = self.below(size.min(12 / seats) + 1);
            let most = size.checked_div(piles).unwrap_or(0).min(8);
            let depth = if most == 0 { 0 } else { 1 + self.below(most) };
            size -= piles * depth;
            for _ in 0..seats {
                let own = (0..piles).map(|_| cards.split_off(cards.len() - depth)).collect();
                setup.piles.push(own);
            }
            setup.piles_turned = self.below(4) == 0;
        }
        for seat in 0..seats {
            let is_dog = rules.knockers >> seat & 1 == 1;
            let own = if is_dog { self.below(2) } else { size };
            setup.hands.push(cards.split_off(cards.len() - own));
        }
        if setup.hands.iter().all(Vec::is_empty) && setup.piles.iter().flatten().count() == 0 {
            setup.hands[0].push(cards.pop().unwrap());
        }
        if rules.trump == Trump::FirstLead {
            let lanes = u8::try_from(rules.lanes.len()).unwrap();
            setup.trump = self.maybe(3, |dice| dice.small(0, lanes - 1));
        }
        for card in cards {
            let owner = match self.below(3) {
                0 => Owner::Nobody,
                1 if rules.prize.is_some() => Owner::Prize,
                _ => Owner::Seat(self.small(0, rules.seats - 1)),
            };
            if self.below(5) != 0 {
                setup.aside.push((card, owner));
            }
        }
        setup
    }
}
