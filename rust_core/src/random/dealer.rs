//! Dealing rows of cards from random streams.

use std::fmt;

use super::{DealSpec, DealSpecErrors, Stream};
use crate::cards::{Card, MAX_SEATS};

/// How often a deal is shuffled before it is given up as always void.
pub const MAX_SHUFFLES: u32 = 100_000;

pub(super) const MAX_CARDS: usize = Card::MAX as usize;

/// A set of deck indices, in two halves so that decks of up to 64 cards need but one.
type Hand = [u64; 2];

/// A deal was void every time it was shuffled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlwaysVoid {
    /// Number of the deal.
    pub deal: u64,
}

impl fmt::Display for AlwaysVoid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {} was void {MAX_SHUFFLES} times in a row", self.deal)
    }
}

impl std::error::Error for AlwaysVoid {}

/// Deals rows as a [`DealSpec`] says.
///
/// # Examples
/// ```
/// use ultimo_core::random::{DealSpec, Dealer};
/// let spec = DealSpec {
///     deck_size: 4,
///     place: vec![0, 2, 1, 3], // dealt in turn
///     hand_sizes: vec![2, 2],
///     gaps: None,
///     void: vec![],
/// };
/// let dealer = Dealer::new(&spec)?;
/// let mut row = [0; 4];
/// dealer.deal(7, 0, &mut row)?;
/// assert!(row[0] < row[1] && row[2] < row[3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dealer {
    pub(super) deck_size: usize,
    /// Column by position in the pack, or by card that no gap takes.
    place: [u8; MAX_CARDS],
    hand_sizes: [u8; MAX_SEATS],
    seats: usize,
    in_hands: usize,
    /// Cards in a packet, gaps between packets, and how many of them take a card.
    pub(super) gaps: Option<(usize, usize, usize)>,
    void: Vec<(Hand, Hand)>,
}

impl Dealer {
    /// Checks a specification.
    ///
    /// # Errors
    /// Every fault of `spec`, each with a stable code and where it stands.
    pub fn new(spec: &DealSpec) -> Result<Self, DealSpecErrors> {
        spec.check()?;
        let mut place = [0; MAX_CARDS];
        place.iter_mut().zip(&spec.place).for_each(|(slot, column)| *slot = *column);
        let mut hand_sizes = [0; MAX_SEATS];
        hand_sizes.iter_mut().zip(&spec.hand_sizes).for_each(|(slot, size)| *slot = *size);
        Ok(Self {
            deck_size: usize::from(spec.deck_size),
            place,
            hand_sizes,
            seats: spec.hand_sizes.len(),
            in_hands: spec.in_hands(),
            gaps: spec.gaps.map(|gaps| {
                (usize::from(gaps.packet), spec.gaps_there_are(), usize::from(gaps.count))
            }),
            void: spec.void.iter().map(|void| (hand(&void.cards), hand(&void.equals))).collect(),
        })
    }

    /// Number of cards in a row.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.deck_size
    }

    /// Deals the deal with this number. Columns of `row` beyond the deck stay as they are.
    ///
    /// # Errors
    /// [`AlwaysVoid`] if every one of [`MAX_SHUFFLES`] shuffles gave a void deal.
    ///
    /// # Panics
    /// If `row` is shorter than the deck.
    pub fn deal(&self, seed: u64, deal: u64, row: &mut [u8]) -> Result<(), AlwaysVoid> {
        let row = &mut row[..self.deck_size];
        let mut stream = Stream::dealing(seed, deal);
        for _ in 0..MAX_SHUFFLES {
            let pack = self.pack(&mut stream);
            let pack = &pack[..self.deck_size];
            match self.gaps {
                None => self.lay_plainly(pack, row),
                Some(gaps) => self.lay_with_gaps(pack, row, gaps, &mut stream),
            }
            if self.sort_hands(row) {
                return Ok(());
            }
        }
        Err(AlwaysVoid { deal })
    }

    /// The shuffled pack.
    #[inline]
    fn pack(&self, stream: &mut Stream) -> [u8; MAX_CARDS] {
        let mut pack: [u8; MAX_CARDS] = PACK;
        // As `Stream::shuffle`; the remainders tell the compiler that every place is in the pack.
        for (place, left) in (2..=self.deck_size).rev().enumerate() {
            let other = place + stream.below(u32::from(left.to_le_bytes()[0])) as usize;
            pack.swap(place % MAX_CARDS, other % MAX_CARDS);
        }
        pack
    }

    /// The columns of the cards that no gap takes, and of those that gaps take.
    pub(super) fn columns(&self) -> (&[u8], std::ops::Range<u8>) {
        let count = self.gaps.map_or(0, |(_, _, count)| count);
        let [first, end] = [self.in_hands, self.in_hands + count].map(|at| at.to_le_bytes()[0]);
        (&self.place[..self.deck_size - count], first..end)
    }

    /// The columns of each hand.
    pub(crate) fn hands(&self) -> impl Iterator<Item = std::ops::Range<u8>> {
        let mut first = 0;
        self.hand_sizes[..self.seats].iter().map(move |size| {
            let columns = first..first + size;
            first = columns.end;
            columns
        })
    }

    /// What makes a deal void: the deck indices that are looked at in each hand, and those of them
    /// that it then holds.
    pub(crate) fn void(&self) -> impl ExactSizeIterator<Item = [u128; 2]> {
        let whole = |[low, high]: Hand| u128::from(high) << 64 | u128::from(low);
        self.void.iter().map(move |&(cards, equals)| [whole(cards), whole(equals)])
    }

    /// Writes a set of deck indices into columns of a row, in ascending order.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the number of a bit fits into a byte")]
    pub(super) fn write(mut cards: u128, columns: &[u8], row: &mut [u8]) {
        for &column in columns {
            row[usize::from(column)] = cards.trailing_zeros() as u8;
            cards &= cards.wrapping_sub(1);
        }
    }

    #[inline]
    fn lay_plainly(&self, pack: &[u8], row: &mut [u8]) {
        for (&card, &column) in pack.iter().zip(&self.place) {
            row[usize::from(column)] = card;
        }
    }

    /// After some of the packets the top card goes to the talon, which follows the hands.
    fn lay_with_gaps(
        &self,
        pack: &[u8],
        row: &mut [u8],
        (packet, there_are, count): (usize, usize, usize),
        stream: &mut Stream,
    ) {
        let mut gaps: [u8; MAX_CARDS] = PACK;
        let gaps = &mut gaps[..there_are];
        stream.shuffle(gaps, count);
        let chosen = hand(&gaps[..count]);
        let mut talon = self.in_hands;
        let mut cards = pack.iter().copied();
        for (number, columns) in self.place[..pack.len() - count].chunks(packet).enumerate() {
            if number > 0 && has(chosen, number - 1) {
                row[talon] = cards.next().unwrap_or_default();
                talon += 1;
            }
            for (&column, card) in columns.iter().zip(&mut cards) {
                row[usize::from(column)] = card;
            }
        }
    }

    /// Puts each hand in ascending order; `false` if one of them makes the deal void.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn sort_hands(&self, row: &mut [u8]) -> bool {
        let mut rest = row;
        for &size in &self.hand_sizes[..self.seats] {
            let (cards, others) = rest.split_at_mut(usize::from(size));
            let set = hand(cards);
            for (cards_of, equals) in &self.void {
                if set[0] & cards_of[0] == equals[0] && set[1] & cards_of[1] == equals[1] {
                    return false;
                }
            }
            write(set, cards);
            rest = others;
        }
        true
    }
}

pub(super) const PACK: [u8; MAX_CARDS] = {
    let mut pack = [0; MAX_CARDS];
    let mut card: u8 = 0;
    while card < Card::MAX {
        pack[card as usize] = card;
        card += 1;
    }
    pack
};

#[inline]
fn hand(cards: &[u8]) -> Hand {
    let mut set = [0; 2];
    for &card in cards {
        set[usize::from(card >> 6) & 1] |= 1 << (card & 63);
    }
    set
}

#[inline]
fn has(set: Hand, card: usize) -> bool {
    set[card >> 6 & 1] >> (card & 63) & 1 == 1
}

/// Writes a set in ascending order.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its caller")]
#[allow(clippy::cast_possible_truncation, reason = "the number of a bit fits into a byte")]
fn write(set: Hand, cards: &mut [u8]) {
    let [mut low, mut high] = set;
    for card in cards {
        if low != 0 {
            *card = low.trailing_zeros() as u8;
            low &= low - 1;
        } else {
            *card = 64 + high.trailing_zeros() as u8;
            high &= high.wrapping_sub(1);
        }
    }
}

#[cfg(test)]
mod tests;
