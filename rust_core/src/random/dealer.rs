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
mod tests {
    use super::*;
    use crate::random::{Gaps, VoidHand};

    fn spec(deck_size: u8, hand_sizes: &[u8]) -> DealSpec {
        DealSpec {
            deck_size,
            place: (0..deck_size).collect(),
            hand_sizes: hand_sizes.to_vec(),
            gaps: None,
            void: vec![],
        }
    }

    fn row(spec: &DealSpec, seed: u64, deal: u64) -> Vec<u8> {
        let mut row = vec![0; usize::from(spec.deck_size)];
        Dealer::new(spec).unwrap().deal(seed, deal, &mut row).unwrap();
        row
    }

    /// The shuffle written out once more, with a plain list and remainders by rejection.
    fn plain_pack(stream: &mut Stream, deck_size: u8) -> Vec<u8> {
        let mut left: Vec<u8> = (0..deck_size).collect();
        for place in 0..left.len() - 1 {
            let count = u32::try_from(left.len() - place).unwrap();
            left.swap(place, place + stream.below(count) as usize);
        }
        left
    }

    #[test]
    fn rows_are_the_shuffled_pack_with_hands_sorted() {
        let spec = spec(54, &[16, 16, 16]);
        for deal in 0..50 {
            let mut expected = plain_pack(&mut Stream::dealing(9, deal), 54);
            for hand in expected[..48].chunks_mut(16) {
                hand.sort_unstable();
            }
            assert_eq!(row(&spec, 9, deal), expected);
        }
    }

    #[test]
    fn all_128_cards_are_dealt_and_sorted() {
        let mut row = row(&spec(128, &[64, 64]), 1, 1);
        assert!(row[..64].is_sorted() && row[64..].is_sorted());
        row.sort_unstable();
        assert_eq!(row, (0..128).collect::<Vec<u8>>());
    }

    #[test]
    fn all_deals_of_a_small_pack_are_equally_likely() {
        let dealer = Dealer::new(&spec(4, &[2, 1])).unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for deal in 0..60_000 {
            let mut row = [0; 4];
            dealer.deal(3, deal, &mut row).unwrap();
            *counts.entry(row).or_insert(0_u32) += 1;
        }
        // Two cards of four in order of rank, then the other two in either order.
        assert_eq!(counts.len(), 12);
        let expected = 60_000.0 / 12.0;
        let chi: f64 =
            counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        assert!(chi < 11.0 + 5.0 * 22.0_f64.sqrt(), "{chi}");
    }

    #[test]
    fn every_card_is_equally_likely_in_every_column() {
        let dealer = Dealer::new(&spec(54, &[])).err();
        assert!(dealer.is_some(), "a deal needs a seat");
        let dealer = Dealer::new(&spec(54, &[1])).unwrap();
        let deals = 54_000;
        let mut counts = vec![[0_u32; 54]; 54];
        for deal in 0..deals {
            let mut row = [0; 54];
            dealer.deal(5, deal, &mut row).unwrap();
            for (column, &card) in row.iter().enumerate() {
                counts[column][usize::from(card)] += 1;
            }
        }
        let chi: f64 = counts
            .iter()
            .flatten()
            .map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0)
            .sum();
        let freedom = 53.0 * 53.0;
        assert!((chi - freedom).abs() < 5.0 * f64::sqrt(2.0 * freedom), "{chi}");
    }

    #[test]
    fn gaps_send_single_cards_to_the_talon_in_order() {
        let mut spec = spec(78, &[18, 18, 18, 18]);
        spec.gaps = Some(Gaps { packet: 3, count: 6 });
        // Packets of three in turn.
        let mut next = [0_u8, 18, 36, 54];
        spec.place = (0..72)
            .map(|card| {
                let column = &mut next[card / 3 % 4];
                *column += 1;
                *column - 1
            })
            .collect();
        // The talon's columns are 72 to 77.
        for deal in 0..200 {
            let mut stream = Stream::dealing(2, deal);
            let pack = plain_pack(&mut stream, 78);
            let mut gaps: Vec<usize> = (0..23).collect();
            stream.shuffle(&mut gaps, 6);
            gaps.truncate(6);
            let (mut hands, mut talon) = (vec![Vec::new(); 4], Vec::new());
            let mut at = 0;
            for packet in 0..24 {
                if packet > 0 && gaps.contains(&(packet - 1)) {
                    talon.push(pack[at]);
                    at += 1;
                }
                hands[packet % 4].extend_from_slice(&pack[at..at + 3]);
                at += 3;
            }
            let mut expected = Vec::new();
            for mut hand in hands {
                hand.sort_unstable();
                expected.extend(hand);
            }
            expected.extend(talon);
            assert_eq!(row(&spec, 2, deal), expected);
        }
    }

    #[test]
    fn void_deals_are_shuffled_again_on_the_same_stream() {
        let mut spec = spec(12, &[4, 4, 4]);
        let free = spec.clone();
        spec.void = vec![VoidHand { cards: vec![0, 1, 2, 3], equals: vec![] }];
        let mut again = 0;
        for deal in 0..200 {
            let mut stream = Stream::dealing(4, deal);
            let expected = loop {
                let mut pack = plain_pack(&mut stream, 12);
                if pack.chunks(4).all(|hand| hand.iter().any(|&card| card < 4)) {
                    pack.chunks_mut(4).for_each(<[u8]>::sort_unstable);
                    break pack;
                }
            };
            again += u32::from(row(&free, 4, deal) != expected);
            assert_eq!(row(&spec, 4, deal), expected);
        }
        assert!(again > 10, "{again}");
    }

    #[test]
    fn a_deal_that_is_always_void_is_an_error() {
        let mut spec = spec(4, &[2, 2]);
        spec.void = vec![VoidHand { cards: vec![], equals: vec![] }];
        let mut row = [9; 4];
        let error = Dealer::new(&spec).unwrap().deal(1, 6, &mut row).unwrap_err();
        assert_eq!(error, AlwaysVoid { deal: 6 });
    }

    #[test]
    fn every_fault_is_reported() {
        let spec = DealSpec {
            deck_size: 6,
            place: vec![0, 0, 9, 1],
            hand_sizes: vec![4, 4],
            gaps: Some(Gaps { packet: 4, count: 1 }),
            void: vec![VoidHand { cards: vec![1, 7], equals: vec![2] }],
        };
        let error = Dealer::new(&spec).unwrap_err();
        let codes: Vec<&str> = error.all().iter().map(|fault| fault.code).collect();
        assert_eq!(
            codes,
            [
                "hands_too_large",
                "packet",
                "gap_count",
                "gap_count",
                "place",
                "column_twice",
                "no_such_column",
                "no_such_card",
                "not_looked_at"
            ]
        );
    }

    #[test]
    fn golden_rows() {
        let spec = spec(12, &[4, 4]);
        assert_eq!(row(&spec, 0, 0), GOLDEN[0]);
        assert_eq!(row(&spec, 7, 1), GOLDEN[1]);
        assert_eq!(row(&spec, u64::MAX, u64::MAX), GOLDEN[2]);
    }

    /// Made by a plain program in another language.
    const GOLDEN: [[u8; 12]; 3] = [
        [2, 8, 10, 11, 1, 6, 7, 9, 5, 3, 4, 0],
        [1, 5, 8, 11, 0, 4, 6, 10, 3, 2, 7, 9],
        [4, 5, 8, 11, 1, 3, 6, 10, 2, 0, 9, 7],
    ];
}
