//! The facts of a deal, read off the reference's lists.

use ultimo_core::cards::Word;
use ultimo_core::payoff::{Axis, Fact, Probe, Window};
use ultimo_core::play::{Owner, Position};
use ultimo_core::rules::{RulesSpec, Scheme};

use crate::dice::Dice;
use crate::reference::Reference;

/// One axis of every kind, by lot.
pub(crate) fn axes(dice: &mut Dice, spec: &RulesSpec) -> Vec<Axis> {
    let seats = spec.seats;
    let size = spec.deck_size;
    let watched = dice.small(0, u8::try_from(spec.watched.len()).unwrap() - 1);
    let facts = vec![
        Fact::Points {
            seats: dice.seats(seats),
            laid: dice.coin(),
            marriages: dice.coin(),
            max: u16::from(dice.small(10, 200)),
        },
        Fact::Tricks { seats: dice.seats(seats), late: dice.coin() },
        Fact::LastTrick,
        Fact::Captured {
            cards: dice.some(size, size),
            seats: dice.seats(seats),
            laid: dice.coin(),
        },
        Fact::Prize { cards: dice.some(size, size) },
        Fact::Held {
            sets: vec![dice.some(size, 2.min(size)), dice.some(size, 1)],
            seats: dice.seats(seats),
            joint: dice.coin(),
        },
        Fact::Fate { watched, window: Window::Any },
        Fact::Fate { watched, window: Window::Last(dice.small(1, 3)) },
        Fact::Declared { seat: dice.small(0, seats - 1) },
        Fact::WentOut,
        Fact::Closed,
        Fact::EndedBy,
        Fact::Seats { points_over: u16::from(dice.small(0, 60)) },
        Fact::MostPoints,
    ];
    facts.into_iter().map(|fact| Axis { fact, classes: None }).collect()
}

pub(crate) fn compare<W: Word>(position: &Position<W>, slow: &Reference, axes: &[Axis]) {
    for axis in axes {
        let probe = Probe::new(position.rules(), axis).unwrap();
        let value = probe.value(position.rules(), position.fixed(), position.state());
        assert!(value < probe.size(), "{axis:?}");
        assert_eq!(value, slow.fact(&axis.fact), "{axis:?}");
    }
}

fn is_in(seat: usize, seats: u16) -> bool {
    seats >> seat & 1 == 1
}

fn official(scheme: Scheme, units: u32) -> u32 {
    match scheme {
        Scheme::Ones | Scheme::Halves => units,
        // The nearest whole number of thirds.
        Scheme::Thirds => units / 3 + u32::from(units % 3 == 2),
    }
}

impl Reference {
    fn all(&self) -> std::ops::Range<usize> {
        0..usize::from(self.spec.seats)
    }

    fn laid(&self, seats: u16) -> Vec<u8> {
        let own = |owner: &Owner| matches!(owner, Owner::Seat(s) if is_in(usize::from(*s), seats));
        self.aside.iter().filter(|(_, owner)| own(owner)).map(|(card, _)| *card).collect()
    }

    fn fact(&self, fact: &Fact) -> u32 {
        match *fact {
            Fact::Points { seats, laid, marriages, max } => {
                let of = self.all().filter(|&seat| is_in(seat, seats));
                let mut units: u32 = of
                    .map(|seat| self.units(seat) + if marriages { self.marriages(seat) } else { 0 })
                    .sum();
                if laid {
                    let value = |card: u8| u32::from(self.spec.values[usize::from(card)]);
                    units += self.laid(seats).into_iter().map(value).sum::<u32>();
                }
                official(self.spec.scheme, units).min(u32::from(max))
            }
            Fact::Tricks { seats, late } => {
                let from = if late { usize::from(self.spec.late_from) } else { 0 };
                let tricks = self.finished.iter().skip(from);
                count(tricks.filter(|trick| is_in(trick.winner, seats)))
            }
            Fact::LastTrick => {
                let seats = usize::from(self.spec.seats);
                number(self.finished.last().map_or(seats, |trick| trick.winner))
            }
            Fact::Captured { ref cards, seats, laid } => {
                let mut won: Vec<u8> = self
                    .all()
                    .filter(|&seat| is_in(seat, seats))
                    .flat_map(|seat| self.captured(seat))
                    .collect();
                won.extend(if laid { self.laid(seats) } else { vec![] });
                count(cards.iter().filter(|card| won.contains(card)))
            }
            Fact::Prize { ref cards } => {
                let offered = |card: &&u8| self.aside.contains(&(**card, Owner::Prize));
                count(cards.iter().filter(offered))
            }
            Fact::Held { ref sets, seats, joint } => {
                let holders: Vec<&Vec<u8>> = self
                    .all()
                    .filter(|&seat| is_in(seat, seats))
                    .map(|seat| &self.dealt[seat])
                    .collect();
                count(sets.iter().filter(|set| {
                    if joint {
                        set.iter().all(|card| holders.iter().any(|hand| hand.contains(card)))
                    } else {
                        holders.iter().any(|hand| set.iter().all(|card| hand.contains(card)))
                    }
                }))
            }
            Fact::Fate { watched, window } => self.fate(usize::from(watched), window),
            Fact::Declared { seat } => {
                let made = self.declared.iter().filter(|(who, _)| *who == usize::from(seat));
                made.map(|(_, figure)| 1 << figure).sum()
            }
            Fact::WentOut => u32::from(self.went_out),
            Fact::Closed => {
                self.closed.map_or(0, |(closer, class)| 1 + number(closer) * 3 + u32::from(class))
            }
            Fact::EndedBy => self.ended_by.map_or(0, |rule| number(rule) + 1),
            Fact::Seats { points_over } => count(self.all().filter(|&seat| {
                self.tricks(1 << seat) == 0
                    || official(self.spec.scheme, self.units(seat)) > u32::from(points_over)
            })),
            Fact::MostPoints => {
                let points: Vec<u32> =
                    self.all().map(|seat| official(self.spec.scheme, self.units(seat))).collect();
                let is_most = |seat: &usize| points.iter().all(|&other| other <= points[*seat]);
                self.all().filter(is_most).map(|seat| 1 << seat).sum()
            }
        }
    }

    fn fate(&self, watched: usize, window: Window) -> u32 {
        let card = self.spec.watched[watched];
        let seats = number(usize::from(self.spec.seats));
        let is_played_out = self.finished.last().is_some_and(|trick| trick.is_last);
        for (ago, trick) in self.finished.iter().rev().enumerate() {
            let Some(&(player, _)) = trick.plays.iter().find(|(_, played)| *played == card) else {
                continue;
            };
            let ago = match window {
                Window::Any => 0,
                Window::Last(tricks) if is_played_out && ago < usize::from(tricks) => number(ago),
                Window::Last(_) => return 0,
            };
            return 1 + (ago * seats + number(player)) * seats + number(trick.winner);
        }
        0
    }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap()
}

fn count(items: impl Iterator) -> u32 {
    number(items.count())
}
