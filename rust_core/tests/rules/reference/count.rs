//! What the tricks count.

use super::{Reference, Trick};

impl Reference {
    pub(crate) fn side(&self, seat: usize) -> u16 {
        let sides = &self.spec.sides;
        (0..self.seats()).filter(|&other| sides[other] == sides[seat]).map(|other| 1 << other).sum()
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
        let Some(rule) = &self.spec.marriages else { return 0 };
        let needed = if rule.by_side { self.side(seat) } else { 1 << seat };
        if rule.needs_trick && self.tricks(needed) == 0 {
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
