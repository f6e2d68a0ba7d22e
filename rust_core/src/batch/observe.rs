//! What a seat may know of a deal in play, as bytes.

use super::row::{Row, Shows, by_index, draws};
use crate::cards::{MAX_SEATS, Place, Seat, Word};
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

/// What an observation must have room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says whether a field is there")]
pub struct Shape {
    /// Number of seats.
    pub seats: usize,
    /// Number of cards in the deck.
    pub deck: usize,
    /// Number of lanes.
    pub lanes: usize,
    /// There are piles.
    pub has_piles: bool,
    /// There are calls.
    pub has_calls: bool,
    /// Cards are drawn from a stock into the hands.
    pub has_stock: bool,
    /// Cards in other hands may be known.
    pub has_known: bool,
    /// There may be a partner whom not all know.
    pub has_partner: bool,
}

/// What stands where in an observation. Every byte is 0 or 1, but those of `stock` and `tricks`.
#[derive(Debug, Clone)]
pub struct Layout {
    shape: Shape,
    fields: Vec<Field>,
    size: usize,
}

impl Layout {
    /// The layout for rules of the same deck and number of seats.
    pub(super) fn of_rules<'a, W: Word>(
        rules: impl Iterator<Item = (&'a PlayRules<W>, Shows)>,
    ) -> Self {
        let mut shape = Shape { seats: 1, ..Shape::default() };
        for (rules, shows) in rules {
            shape.seats = rules.seats();
            shape.deck = usize::from(rules.spec().deck_size);
            shape.lanes = rules.spec().lanes.len();
            shape.has_piles |= rules.spec().piles.is_some();
            shape.has_calls |= rules.has_calls;
            shape.has_stock |= draws(rules);
            shape.has_known |= shows.open.is_some();
        }
        shape.has_known |= shape.has_piles || shape.has_stock;
        Self::new(shape)
    }

    /// The layout of a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let mut layout = Self { shape, fields: vec![], size: 0 };
        let Shape { seats, deck, .. } = shape;
        layout.field("hand", 1, deck);
        layout.field("played", seats, deck);
        layout.field("trick", seats, deck);
        layout.field("captured", seats, deck);
        if shape.has_piles {
            layout.field("face_up", seats, deck);
        }
        if shape.has_known {
            layout.field("known", seats, deck);
        }
        if shape.has_stock {
            layout.field("turned", 1, deck);
            layout.field("stock", 1, 1);
        }
        if shape.has_calls {
            layout.field("calls", seats, 16);
        }
        layout.field("seat", 1, seats);
        layout.field("leader", 1, seats);
        layout.field("trump", 1, shape.lanes + 1);
        layout.field("tricks", 1, seats);
        if shape.has_partner {
            layout.field("partner", 1, seats);
        }
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

    /// Number of cards in the deck.
    #[inline]
    #[must_use]
    pub fn deck(&self) -> usize {
        self.shape.deck
    }

    /// Writes down what `observer` sees.
    pub(super) fn write<W: Word>(
        &self,
        (rules, shows): (&PlayRules<W>, Shows),
        row: &Row<W>,
        observer: Seat,
        bytes: &mut [u8],
    ) {
        let (state, shape) = (&row.state, &self.shape);
        let mut out = Writer { bytes, at: 0 };
        let first = observer.index().min(shape.seats);
        let round = || (first..shape.seats).chain(0..first).map(|seat| seat % MAX_SEATS);
        out.bits(rules.by_deck_index(state.hand(observer)), shape.deck);
        for seat in round() {
            out.bits(row.played[seat], shape.deck);
        }
        for seat in round() {
            let card = Place::new(state.table[seat]).map(|place| rules.card(place));
            out.bits(card.map_or(W::ZERO, by_index), shape.deck);
        }
        for seat in round() {
            out.bits(row.won[seat], shape.deck);
        }
        if shape.has_piles {
            for seat in round() {
                let tops = state.face_up & row.fixed.pile_cards[seat];
                out.bits(rules.by_deck_index(tops), shape.deck);
            }
        }
        if shape.has_known {
            for seat in round() {
                out.bits(rules.by_deck_index(row.known(observer, seat)), shape.deck);
            }
        }
        if shape.has_stock {
            let card = row.turned(shows).map(|place| rules.card(place));
            out.bits(card.map_or(W::ZERO, by_index), shape.deck);
            out.byte(state.stock_left(&row.fixed));
        }
        if shape.has_calls {
            for seat in round() {
                out.bits(u64::from(row.calls[seat]), 16);
            }
        }
        let turn = |seat: Seat| (seat.index() + shape.seats - first) % shape.seats.max(1);
        out.one(Some(first), shape.seats);
        out.one(Some(turn(state.leader())), shape.seats);
        let trump = match state.trump() {
            Some(lane) => Some(usize::from(lane)),
            // Nobody knows yet what the first lead will make trump.
            None if rules.trump_by_lead => None,
            None => Some(shape.lanes),
        };
        out.one(trump, shape.lanes + 1);
        for seat in round() {
            out.byte(state.tricks[seat]);
        }
        if shape.has_partner {
            out.one(row.partner(observer).map(turn), shape.seats);
        }
    }
}

/// Bytes that are written from the first to the last.
struct Writer<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl Writer<'_> {
    /// Writes so many bits of a set as bytes of 0 and 1.
    #[inline]
    fn bits<W: Word>(&mut self, set: W, size: usize) {
        let whole = size.div_ceil(8) * 8;
        if let Some(bytes) = self.bytes.get_mut(self.at..self.at + whole) {
            // What is written beyond the field is written over by the next one.
            spread(set, bytes);
        } else if let Some(bytes) = self.bytes.get_mut(self.at..self.at + size) {
            expand(set, bytes);
        }
        self.at += size;
    }

    /// Writes so many zeros, but for one of the first 64.
    #[inline]
    fn one(&mut self, at: Option<usize>, size: usize) {
        self.bits(at.map_or(0, |at| 1_u64 << (at % 64)), size);
    }

    #[inline]
    fn byte(&mut self, value: u8) {
        if let Some(slot) = self.bytes.get_mut(self.at) {
            *slot = value;
        }
        self.at += 1;
    }
}

/// Writes the bits of a set as bytes of 0 and 1.
#[inline]
pub(super) fn expand<W: Word>(set: W, bytes: &mut [u8]) {
    let whole = bytes.len() / 8 * 8;
    let (eights, rest) = bytes.split_at_mut(whole);
    spread(set, eights);
    let left = set.to_u128().checked_shr(u32::try_from(whole).unwrap_or(u32::MAX)).unwrap_or(0);
    for (bit, slot) in rest.iter_mut().enumerate() {
        *slot = (left >> bit & 1) as u8;
    }
}

/// The same for a number of bytes that is divisible by 8.
#[inline]
fn spread<W: Word>(set: W, bytes: &mut [u8]) {
    let set = set.to_u128().to_le_bytes();
    for (eight, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(set) {
        *eight = SPREAD[usize::from(bits)].to_le_bytes();
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
