//! Drawing one of the ways.

use super::Placement;
use crate::cards::Card;
use crate::random::Stream;

const MAX_CARDS: usize = Card::MAX as usize;

impl Placement {
    /// Lays every card into its column of `row`; other columns stay as they are. Each way has the
    /// same probability. If there is none nothing is laid.
    ///
    /// # Panics
    /// If `row` has not all columns.
    pub fn draw(&self, stream: &mut Stream, row: &mut [u8]) {
        if !self.is_possible() {
            return;
        }
        let (mut columns, mut left) = ([0; MAX_CARDS], [0; MAX_CARDS]);
        columns[..self.columns.len()].copy_from_slice(&self.columns);
        let mut room = [0_u8; MAX_CARDS];
        let mut node = self.ways.root();
        if let Some(first) = self.levels.first() {
            room[..first.room.len()].copy_from_slice(&first.room);
        }
        let mut mixed = [0; MAX_CARDS];
        for level in &self.levels {
            let splits = self.ways.splits(node);
            let split =
                if splits.len() == 1 { splits.start } else { self.ways.pick(node, stream.share()) };
            let (taken, next) = self.ways.split(node, split, level.fits.len());
            let cards = &mut mixed[..level.cards.len()];
            cards.copy_from_slice(&level.cards);
            stream.shuffle(cards, level.cards.len());
            let mut cards = cards.iter();
            let mut fits = level.fits.iter().zip(taken).peekable();
            let mut new_room = [0_u8; MAX_CARDS];
            let (mut from, mut kept) = (0, 0);
            for (part, &later) in level.later.iter().enumerate() {
                let size = usize::from(room[part]);
                let own = &mut columns[from..from + size];
                from += size;
                let fit = fits.next_if(|(fit, _)| usize::from(**fit) == part);
                let taken = fit.map_or(0, |(_, &taken)| usize::from(taken));
                if taken > 0 && taken < size && !level.alike[part] {
                    stream.shuffle(own, taken);
                }
                for (&column, &card) in own[..taken].iter().zip(&mut cards) {
                    row[usize::from(column)] = card;
                }
                left[kept..kept + size - taken].copy_from_slice(&own[taken..]);
                kept += size - taken;
                new_room[usize::from(later)] += room[part] - u8::try_from(taken).unwrap_or(0);
            }
            std::mem::swap(&mut columns, &mut left);
            room = new_room;
            node = next;
        }
    }
}
