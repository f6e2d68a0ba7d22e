//! Facts as small machines: what each can still become, stepped once a trick.

use super::trick::Event;
use crate::cards::{MAX_SEATS, Place, Word};
use crate::payoff::Window;
use crate::rules::Scheme;

/// In the state of a machine: it has stopped, and the low bits are the class.
pub(super) const SETTLED: u64 = 1 << 63;
/// Seats that [`Kind::Seats`] can follow.
pub(super) const MAX_FOLLOWED: usize = 6;
/// Counts up to this many are brought to a normal form that tells only what can still become.
const SMALL: usize = 40;

const SEAT_BITS: usize = 10;
const SEAT_MASK: u64 = (1 << SEAT_BITS) - 1;
const OVER: u64 = SEAT_MASK;
const SAFE: u64 = SEAT_MASK - 1;
/// More units than [`Kind::Seats`] can follow.
pub(super) const MAX_UNITS: u32 = (SEAT_MASK >> 1) as u32 - 1;

/// What a count counts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Counted<W> {
    /// Cards won of a set.
    Cards(W),
    /// Tricks.
    Tricks,
    /// Tricks from this number on.
    LateTricks,
    /// Card points in units.
    Units,
}

/// What is asked.
#[derive(Debug, Clone)]
pub(super) enum Kind<W> {
    /// Nothing that can change.
    Constant,
    /// How much of something the seats get.
    Count {
        counted: Counted<W>,
        /// Seats of the search.
        seats: u16,
    },
    /// The fate of a card that `player` holds.
    Fate { place: Place, player: u8, window: Window, may_end: bool },
    /// Who wins the last trick.
    LastTrick,
    /// How many seats have too many points, or no trick.
    Seats { over: u32, scheme: Scheme, others: u16 },
}

/// One fact.
#[derive(Debug, Clone)]
pub(super) struct Track<W> {
    pub(super) kind: Kind<W>,
    /// A hash of the fact: what tells it from others in keys.
    pub(super) name: u64,
    /// Class by value.
    pub(super) classes: Vec<u16>,
    /// By value: the last value of its class in one run.
    run_ends: Vec<usize>,
    /// Number of seats at the table, and which of them the seats of the search are.
    table_seats: usize,
    real: [u8; MAX_SEATS],
    seats: usize,
}

impl<W: Word> Track<W> {
    pub(super) fn new(
        kind: Kind<W>,
        name: u64,
        classes: Vec<u16>,
        table_seats: usize,
        seats: usize,
        real: [u8; MAX_SEATS],
    ) -> Self {
        let mut run_ends = vec![0; classes.len()];
        let mut end = classes.len().saturating_sub(1);
        for value in (0..classes.len()).rev() {
            if classes[value] != classes[end] {
                end = value;
            }
            run_ends[value] = end;
        }
        Self { kind, name, classes, run_ends, table_seats, real, seats }
    }

    /// The cards the fact names, whose ranks matter while it is open.
    pub(super) fn cards(&self) -> W {
        match self.kind {
            Kind::Count { counted: Counted::Cards(cards), .. } => cards,
            Kind::Fate { place, .. } => W::of(place),
            _ => W::ZERO,
        }
    }

    /// Whether it depends on what cards count.
    pub(super) fn counts_units(&self) -> bool {
        matches!(self.kind, Kind::Count { counted: Counted::Units, .. } | Kind::Seats { .. })
    }

    fn class(&self, value: usize) -> u16 {
        self.classes.get(value.min(self.classes.len().saturating_sub(1))).copied().unwrap_or(0)
    }

    /// The state of a fact that is settled at a value.
    pub(super) fn settled(&self, value: usize) -> u64 {
        SETTLED | u64::from(self.class(value))
    }

    /// A count now `count`, to which between 0 and `more` will be added.
    ///
    /// Two counts with the same classes ahead are one state: with an equal future they end in
    /// equal classes.
    pub(super) fn count(&self, count: usize, more: usize) -> u64 {
        let last = self.classes.len().saturating_sub(1);
        let count = count.min(last);
        if self.run_ends.get(count).is_none_or(|&end| end >= (count + more).min(last)) {
            return self.settled(count);
        }
        let ahead = |from: usize| &self.classes[from..=from + more];
        let mut from = count;
        if count + more <= last && last <= SMALL {
            from = (0..count).find(|&from| ahead(from) == ahead(count)).unwrap_or(count);
        }
        (from as u64) << 32 | more as u64
    }

    /// The state of [`Kind::Seats`] from units and tricks of each seat of the search.
    pub(super) fn seats_state(&self, seats: &[(u32, bool)], left: u32) -> u64 {
        let Kind::Seats { over, scheme, others } = self.kind else { return 0 };
        let code = |&(units, has_trick): &(u32, bool)| {
            if scheme.official(units) > over {
                OVER
            } else if has_trick && scheme.official(units + left) <= over {
                SAFE
            } else {
                u64::from(units) << 1 | u64::from(has_trick)
            }
        };
        let codes = seats.iter().map(code);
        let state = codes.clone().rev().fold(0, |state, code| state << SEAT_BITS | code);
        if codes.clone().all(|code| code == OVER || code == SAFE) {
            let counted = codes.filter(|&code| code == OVER).count();
            return self.settled(usize::from(others) + counted);
        }
        state
    }

    /// The state after a trick.
    pub(super) fn step(&self, state: u64, event: &Event<W>) -> u64 {
        if state & SETTLED != 0 {
            return state;
        }
        match self.kind {
            Kind::Count { counted, seats } => self.step_count(state, counted, seats, event),
            Kind::Fate { place, player, window, .. } => {
                if !event.played.has(place) {
                    return if event.over { self.settled(0) } else { state };
                }
                let ago = match window {
                    Window::Any => 0,
                    Window::Last(tricks) if event.tricks_left >= u32::from(tricks) => {
                        return self.settled(0);
                    }
                    Window::Last(_) => event.tricks_left as usize,
                };
                self.settled(self.fate(ago, player, event.winner))
            }
            Kind::LastTrick if event.over => self.settled(usize::from(self.real[event.winner])),
            Kind::LastTrick | Kind::Constant => state,
            Kind::Seats { .. } => self.step_seats(state, event),
        }
    }

    fn fate(&self, ago: usize, player: u8, winner: usize) -> usize {
        let seats = self.table_seats;
        1 + (ago * seats + usize::from(player)) * seats + usize::from(self.real[winner])
    }

    fn step_count(&self, state: u64, counted: Counted<W>, seats: u16, event: &Event<W>) -> u64 {
        let wins = |seat: usize| seats >> seat & 1 == 1;
        let mut count = (state >> 32) as usize;
        let more = match counted {
            Counted::Cards(cards) => {
                if wins(event.winner) {
                    count += (event.won & cards).len() as usize;
                }
                if wins(event.keeper) {
                    count += (event.kept & cards).len() as usize;
                }
                (event.ahead & cards).len() as usize
            }
            Counted::Tricks => {
                count += usize::from(wins(event.winner));
                event.tricks_left as usize
            }
            Counted::LateTricks => {
                count += usize::from(wins(event.winner) && event.is_late);
                event.late_left as usize
            }
            Counted::Units => {
                if wins(event.winner) {
                    count += event.won_units as usize;
                }
                if wins(event.keeper) {
                    count += event.kept_units as usize;
                }
                event.units_left as usize
            }
        };
        self.count(count, if event.over { 0 } else { more })
    }

    fn step_seats(&self, state: u64, event: &Event<W>) -> u64 {
        let Kind::Seats { over, .. } = self.kind else { return state };
        let mut seats = [(0, false); MAX_FOLLOWED];
        for (seat, slot) in seats.iter_mut().enumerate().take(self.seats) {
            let code = state >> (seat * SEAT_BITS) & SEAT_MASK;
            *slot = match code {
                // Any number that is over, and any that stays below.
                OVER => (u32::MAX / 8, true),
                SAFE => (0, true),
                _ => ((code >> 1) as u32, code & 1 == 1),
            };
            if seat == event.winner {
                slot.1 = true;
                if code != SAFE {
                    slot.0 += event.won_units;
                }
            }
            if seat == event.keeper && code != SAFE {
                slot.0 += event.kept_units;
            }
        }
        let left = if event.over { 0 } else { event.units_left };
        if event.over {
            let Kind::Seats { scheme, others, .. } = self.kind else { return state };
            let counted = seats[..self.seats]
                .iter()
                .filter(|(units, has_trick)| !has_trick || scheme.official(*units) > over)
                .count();
            return self.settled(usize::from(others) + counted);
        }
        self.seats_state(&seats[..self.seats], left)
    }

    /// The classes that the state can still end in, ascending; perhaps more of them than can.
    pub(super) fn possible(&self, state: u64) -> Vec<u16> {
        if state & SETTLED != 0 {
            return vec![(state & 0xffff) as u16];
        }
        let mut classes: Vec<u16> = match self.kind {
            Kind::Constant => vec![0],
            Kind::Count { .. } => {
                let (count, more) = ((state >> 32) as usize, (state & 0xffff_ffff) as usize);
                (count..=count + more).map(|value| self.class(value)).collect()
            }
            Kind::Fate { player, window, may_end, .. } => {
                let tricks = match window {
                    Window::Any => 1,
                    Window::Last(tricks) => usize::from(tricks),
                };
                let never = may_end || window != Window::Any;
                (0..tricks)
                    .flat_map(|ago| (0..self.seats).map(move |seat| (ago, seat)))
                    .map(|(ago, seat)| self.class(self.fate(ago, player, seat)))
                    .chain(never.then(|| self.class(0)))
                    .collect()
            }
            Kind::LastTrick => {
                (0..self.seats).map(|seat| self.class(usize::from(self.real[seat]))).collect()
            }
            Kind::Seats { others, .. } => {
                let codes = (0..self.seats).map(|seat| state >> (seat * SEAT_BITS) & SEAT_MASK);
                let least =
                    usize::from(others) + codes.clone().filter(|&code| code == OVER).count();
                let most = least + codes.filter(|&code| code != OVER && code != SAFE).count();
                (least..=most).map(|value| self.class(value)).collect()
            }
        };
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// What a count can become when it is known that the next tricks go to these seats at least.
    ///
    /// A trick that is sure for one of the seats is as good as counted, one that is sure for
    /// another can no longer be.
    pub(super) fn narrowed(&self, state: u64, sure: u16) -> u64 {
        if state & SETTLED != 0 || sure == 0 {
            return state;
        }
        let Kind::Count { counted: Counted::Tricks, seats } = self.kind else { return state };
        let (count, more) = ((state >> 32) as usize, (state & 0xffff_ffff) as usize);
        let inside = usize::from(sure & seats != 0);
        let outside = usize::from(sure & !seats != 0);
        if inside + outside > more {
            return state;
        }
        self.count(count + inside, more - inside - outside)
    }
}
