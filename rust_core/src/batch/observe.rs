//! What a seat may know of a deal in play, as bytes.

use super::env::Row;
use crate::cards::{MAX_SEATS, Seat, Word};
use crate::rules::PlayRules;

/// A field of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The first byte.
    pub start: usize,
    /// Number of rows: 1, or one a seat, the observer first, then in order of play.
    pub rows: usize,
    /// Number of bytes in a row.
    pub columns: usize,
}

/// What stands where in an observation. Every byte is 0 or 1, but those of `tricks`.
#[derive(Debug, Clone)]
pub struct Layout {
    seats: usize,
    deck: usize,
    lanes: usize,
    has_piles: bool,
    has_calls: bool,
    fields: Vec<Field>,
    size: usize,
}

impl Layout {
    /// The layout for rules of the same deck and number of seats.
    pub(super) fn new<'a, W: Word>(rules: impl Iterator<Item = &'a PlayRules<W>>) -> Self {
        let mut layout = Self {
            seats: 1,
            deck: 0,
            lanes: 0,
            has_piles: false,
            has_calls: false,
            fields: vec![],
            size: 0,
        };
        for rules in rules {
            layout.seats = rules.seats();
            layout.deck = usize::from(rules.spec().deck_size);
            layout.lanes = rules.spec().lanes.len();
            layout.has_piles |= rules.spec().piles.is_some();
            layout.has_calls |= rules.has_calls;
        }
        let (seats, deck) = (layout.seats, layout.deck);
        layout.field("hand", 1, deck);
        layout.field("played", seats, deck);
        layout.field("trick", seats, deck);
        layout.field("captured", seats, deck);
        if layout.has_piles {
            layout.field("face_up", seats, deck);
        }
        if layout.has_calls {
            layout.field("calls", seats, 16);
        }
        layout.field("seat", 1, seats);
        layout.field("leader", 1, seats);
        layout.field("trump", 1, layout.lanes + 1);
        layout.field("tricks", 1, seats);
        layout
    }

    fn field(&mut self, name: &'static str, rows: usize, columns: usize) {
        self.fields.push(Field { name, start: self.size, rows, columns });
        self.size += rows * columns;
    }

    /// The fields in order.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Number of bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes down what `observer` sees.
    pub(super) fn write<W: Word>(
        &self,
        rules: &PlayRules<W>,
        row: &Row<W>,
        observer: Seat,
        bytes: &mut [u8],
    ) {
        let state = &row.state;
        let mut rest = bytes;
        let mut next = |size: usize| -> &mut [u8] {
            let (now, after) = std::mem::take(&mut rest).split_at_mut(size);
            rest = after;
            now
        };
        let round = || {
            let first = observer.index();
            (0..self.seats).map(move |step| (first + step) % self.seats % MAX_SEATS)
        };
        let cards = |set: W, bytes: &mut [u8]| expand(rules.by_deck_index(set), bytes);
        cards(state.hand(observer), next(self.deck));
        for seat in round() {
            cards(row.played[seat], next(self.deck));
        }
        let mut open = [W::ZERO; MAX_SEATS];
        for (seat, place) in state.plays(rules) {
            open[seat.index()] = W::of(place);
        }
        for seat in round() {
            cards(open[seat], next(self.deck));
        }
        for seat in round() {
            cards(state.captured[seat], next(self.deck));
        }
        if self.has_piles {
            for seat in round() {
                cards(state.face_up & row.fixed.pile_cards[seat], next(self.deck));
            }
        }
        if self.has_calls {
            for seat in round() {
                expand(u64::from(row.calls[seat]), next(16));
            }
        }
        expand(1_u64 << observer.index(), next(self.seats));
        let leader = (state.leader().index() + self.seats - observer.index()) % self.seats;
        expand(1_u64 << leader, next(self.seats));
        let trump = state.trump().map_or(self.lanes, usize::from);
        expand(1_u64 << trump.min(63), next(self.lanes + 1));
        for (slot, seat) in next(self.seats).iter_mut().zip(round()) {
            *slot = state.tricks[seat];
        }
    }
}

/// Writes the bits of a set as bytes of 0 and 1.
#[inline]
fn expand<W: Word>(set: W, bytes: &mut [u8]) {
    let mut bits = set.to_u128();
    for eight in bytes.chunks_mut(8) {
        let spread = SPREAD[(bits & 0xff) as usize].to_le_bytes();
        eight.copy_from_slice(&spread[..eight.len()]);
        bits >>= 8;
    }
}

/// By byte: its bits as bytes of 0 and 1, the lowest first.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};
