//! What a seat may know of a deal in play, as bytes.

use super::row::{Row, Shows, draws};
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

    /// Writes down what `observer` sees.
    pub(super) fn write<W: Word>(
        &self,
        (rules, shows): (&PlayRules<W>, Shows),
        row: &Row<W>,
        observer: Seat,
        bytes: &mut [u8],
    ) {
        let (state, shape) = (&row.state, &self.shape);
        let mut rest = bytes;
        let mut next = |size: usize| -> &mut [u8] {
            let (now, after) = std::mem::take(&mut rest).split_at_mut(size);
            rest = after;
            now
        };
        let round = || {
            let first = observer.index();
            (0..shape.seats).map(move |step| (first + step) % shape.seats % MAX_SEATS)
        };
        let cards = |set: W, bytes: &mut [u8]| expand(rules.by_deck_index(set), bytes);
        cards(state.hand(observer), next(shape.deck));
        for seat in round() {
            cards(row.played[seat], next(shape.deck));
        }
        let mut open = [W::ZERO; MAX_SEATS];
        for (seat, place) in state.plays(rules) {
            open[seat.index()] = W::of(place);
        }
        for seat in round() {
            cards(open[seat], next(shape.deck));
        }
        for seat in round() {
            cards(row.won[seat], next(shape.deck));
        }
        if shape.has_piles {
            for seat in round() {
                cards(state.face_up & row.fixed.pile_cards[seat], next(shape.deck));
            }
        }
        if shape.has_known {
            for seat in round() {
                cards(row.known(observer, seat), next(shape.deck));
            }
        }
        if shape.has_stock {
            cards(row.turned(shows).map_or(W::ZERO, W::of), next(shape.deck));
            next(1)[0] = state.stock_left(&row.fixed);
        }
        if shape.has_calls {
            for seat in round() {
                expand(u64::from(row.calls[seat]), next(16));
            }
        }
        expand(1_u64 << observer.index(), next(shape.seats));
        let from_observer =
            |seat: Seat| 1_u64 << ((seat.index() + shape.seats - observer.index()) % shape.seats);
        expand(from_observer(state.leader()), next(shape.seats));
        let trump = match state.trump() {
            Some(lane) => 1_u64 << lane.min(63),
            // Nobody knows yet what the first lead will make trump.
            None if rules.trump_by_lead => 0,
            None => 1_u64 << shape.lanes.min(63),
        };
        expand(trump, next(shape.lanes + 1));
        for (slot, seat) in next(shape.seats).iter_mut().zip(round()) {
            *slot = state.tricks[seat];
        }
        if shape.has_partner {
            expand(row.partner(observer).map_or(0, from_observer), next(shape.seats));
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
