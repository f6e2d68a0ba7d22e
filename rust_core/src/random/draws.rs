//! The shuffles of several deals side by side.

use super::dealer::{Dealer, MAX_CARDS, PACK};
use super::many::{self, BLOCK, STREAMS, Words};
use crate::cards::Card;

/// Draws that fit: a pack of any size, and some for gaps.
const MAX_DRAWS: usize = 160;

/// A place that no card is dealt to.
const NOWHERE: u8 = u8::MAX;

/// Where the cards of a shuffled pack go: each to a place of a row, a hand, or whatever it may be.
#[derive(Debug, Clone)]
pub(crate) struct Laying {
    /// By place in the pack, or by card that no gap takes.
    to: [u8; MAX_CARDS],
    /// The places of the cards that gaps take, and one for what none takes.
    talon: [u8; MAX_CARDS],
}

/// What the shuffles of several deals draw: the same as [`Dealer::deal`] draws for each, in the
/// first of its shuffles.
#[derive(Debug)]
pub(crate) struct Draws {
    words: [Words; MAX_DRAWS],
    /// By stream: whether some word was one of the few that may have to be drawn again.
    is_rare: [u32; STREAMS],
}

impl Draws {
    pub(crate) fn new() -> Self {
        Self { words: [[0; STREAMS]; MAX_DRAWS], is_rare: [0; STREAMS] }
    }

    /// Whether a deal has to be dealt by itself.
    #[inline]
    pub(crate) fn is_rare(&self, stream: usize) -> bool {
        self.is_rare[stream % STREAMS] != 0
    }

    /// Turns words into numbers below `left`, from `first` on, and so on with one less each time.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of a product")]
    fn choose(&mut self, (from, first): (usize, u32), left: impl Iterator<Item = u32>) {
        for ((words, place), left) in self.words[from..].iter_mut().zip(first..).zip(left) {
            for (word, rare) in words.iter_mut().zip(&mut self.is_rare) {
                let product = u64::from(*word) * u64::from(left);
                *rare |= u32::from((product as u32) < left);
                *word = place + (product >> 32) as u32;
            }
        }
    }

    /// A shuffled pack, each card laid where `to` says by its place in the pack.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn lay(&self, deck_size: usize, stream: usize, to: &[u8; MAX_CARDS]) -> [u8; 256] {
        let mut pack: [u8; MAX_CARDS] = PACK;
        let mut laid = [0; 256];
        let last = deck_size.saturating_sub(1) % MAX_CARDS;
        for (place, words) in self.words[..last].iter().enumerate() {
            let other = words[stream % STREAMS] as usize % MAX_CARDS;
            laid[usize::from(to[place])] = pack[other];
            pack[other] = pack[place];
        }
        laid[usize::from(to[last])] = pack[last];
        laid
    }
}

impl Dealer {
    /// Where cards go that would lie in the columns of a row; `None` if too much is drawn for
    /// [`Draws`].
    pub(crate) fn laying(&self, to: impl Fn(u8) -> u8) -> Option<Laying> {
        if self.draws() > MAX_DRAWS / BLOCK * BLOCK {
            return None;
        }
        let mut laying = Laying { to: [NOWHERE; MAX_CARDS], talon: [NOWHERE; MAX_CARDS] };
        let (places, talon) = self.columns();
        laying.to.iter_mut().zip(places).for_each(|(slot, &column)| *slot = to(column));
        laying.talon.iter_mut().zip(talon).for_each(|(slot, column)| *slot = to(column));
        Some(laying)
    }

    /// The number of words that a shuffle takes, unless some must be drawn again.
    fn draws(&self) -> usize {
        let of_gaps = self.gaps.map_or(0, |(_, there_are, count)| count.min(there_are.saturating_sub(1)));
        self.deck_size - 1 + of_gaps
    }

    /// Draws for the deals with these numbers.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn draw(&self, seed: u64, deals: &[u64; STREAMS], draws: &mut Draws) {
        let blocks = self.draws().div_ceil(BLOCK) * BLOCK;
        many::fill(seed, deals, 0, &mut draws.words[..blocks.min(MAX_DRAWS)]);
        draws.is_rare = [0; STREAMS];
        let deck = u32::from(self.deck_size.to_le_bytes()[0]);
        draws.choose((0, 0), (2..=deck).rev());
        if let Some((_, there_are, count)) = self.gaps {
            let there_are = u32::from(there_are.to_le_bytes()[0]);
            draws.choose((self.deck_size - 1, 0), (2..=there_are).rev().take(count));
        }
    }

    /// The cards of one of the deals that were drawn for, each where it is laid.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn lay(&self, draws: &Draws, stream: usize, laying: &Laying) -> [u8; 256] {
        let Some((packet, there_are, count)) = self.gaps else {
            return draws.lay(self.deck_size, stream, &laying.to);
        };
        let pack = draws.lay(self.deck_size, stream, &PACK);
        let taken = self.taken(draws, stream, (there_are, count));
        let mut laid = [0; 256];
        let (mut next, mut talon, mut taken) = (0, 0, taken << 1);
        let packets = laying.to[..self.deck_size - count].chunks(packet);
        for packet in packets {
            // The card goes to the talon, or to the place of the card after the last of it.
            laid[usize::from(laying.talon[talon % MAX_CARDS])] = pack[next % MAX_CARDS];
            let is_taken = (taken & 1) as usize;
            taken >>= 1;
            next += is_taken;
            talon += is_taken;
            for &to in packet {
                laid[usize::from(to)] = pack[next % MAX_CARDS];
                next += 1;
            }
        }
        laid
    }

    /// The gaps that take a card, as a set.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn taken(&self, draws: &Draws, stream: usize, (there_are, count): (usize, usize)) -> u128 {
        let mut gaps: [u8; MAX_CARDS] = PACK;
        let mut taken = 0;
        let words = &draws.words[self.deck_size - 1..];
        for number in 0..count.min(there_are) {
            let drawn = words[number][stream % STREAMS] as usize;
            let other = if number + 1 < there_are { drawn } else { number };
            gaps.swap(number % MAX_CARDS, other % MAX_CARDS);
            taken |= 1 << (gaps[number % MAX_CARDS] % Card::MAX);
        }
        taken
    }
}
