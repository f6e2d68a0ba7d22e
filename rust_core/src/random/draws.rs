//! The shuffles of several deals side by side.

use std::cell::Cell;

use super::dealer::{Dealer, MAX_CARDS, PACK};
use super::many::{self, BLOCK, STREAMS, Words};
use crate::cards::{Card, Word};

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
    /// How many things each draw chooses from, and what number the first of them has.
    left: [Words; MAX_DRAWS],
    first: [Words; MAX_DRAWS],
    /// Whether some word was one of the few that may have to be drawn again.
    is_rare: bool,
}

impl Draws {
    /// Nothing drawn yet.
    pub(crate) fn new(dealer: &Dealer) -> Self {
        let [words, mut left, mut first] = [[[0; STREAMS]; MAX_DRAWS]; 3];
        let deck = u32::from(dealer.deck_size.to_le_bytes()[0]);
        let of_pack = (0..).zip((2..=deck).rev());
        let gaps = dealer.gaps.map_or(0, |(_, there_are, _)| there_are.to_le_bytes()[0]);
        let of_gaps = (0..).zip((2..=u32::from(gaps)).rev());
        let slots = left.iter_mut().zip(&mut first);
        for ((left, first), (number, things)) in slots.zip(of_pack.chain(of_gaps)) {
            (*left, *first) = ([things; STREAMS], [number; STREAMS]);
        }
        Self { words, left, first, is_rare: true }
    }

    /// Whether the deals have to be dealt one at a time.
    #[inline]
    pub(crate) fn is_rare(&self) -> bool {
        self.is_rare
    }

    /// Draws so many words, and makes numbers of them.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of a product")]
    fn fill(&mut self, seed: u64, deals: &[u64; STREAMS], count: usize) {
        let blocks = self.words.as_chunks_mut::<BLOCK>().0;
        let blocks = &mut blocks[..count.div_ceil(BLOCK).min(MAX_DRAWS / BLOCK)];
        many::fill(seed, deals, 0, blocks.as_flattened_mut());
        let numbers = self.left.as_flattened().iter().zip(self.first.as_flattened());
        let mut rare = 0;
        let words = &mut self.words[..count.min(MAX_DRAWS)];
        for (word, (left, first)) in words.as_flattened_mut().iter_mut().zip(numbers) {
            let product = u64::from(*word) * u64::from(*left);
            rare |= u32::from((product as u32) < *left);
            *word = first + (product >> 32) as u32;
        }
        self.is_rare = rare != 0;
        // The last card is left where it lies.
        if let Some(words) = self.words.get_mut(count) {
            *words = [count as u32; STREAMS];
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

impl Draws {
    /// A shuffled pack of no more than `N` cards, laid into sets: to each of `runs` goes the next of
    /// the sets, and so many cards. `pack` has them before they are shuffled, a set each.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn lay_sets<W: Word, const N: usize>(
        &self,
        stream: usize,
        pack: &[W; MAX_CARDS],
        runs: &[(u8, u8)],
        sets: &mut [W],
    ) {
        let mut left = [W::ZERO; N];
        left.copy_from_slice(&pack[..N]);
        let left = Cell::from_mut(&mut left[..]).as_slice_of_cells();
        let draw = |here: &Cell<W>, words: &Words| {
            let there = &left[words[stream % STREAMS] as usize % N];
            let card = there.get();
            there.set(here.get());
            card
        };
        let (mut here, mut words) = (left, &self.words[..N.min(MAX_DRAWS)]);
        if runs.len() > N / 4 {
            // Hardly more than a card at a time.
            let targets = runs.iter().flat_map(|&(set, count)| (0..count).map(move |_| set));
            for ((here, words), set) in here.iter().zip(words).zip(targets) {
                if let Some(set) = sets.get_mut(usize::from(set)) {
                    *set |= draw(here, words);
                }
            }
            return;
        }
        for &(set, count) in runs {
            let count = usize::from(count).min(here.len());
            let ((now, then), (of_now, of_then)) = (here.split_at(count), words.split_at(count));
            (here, words) = (then, of_then);
            // Written out, as a card takes little longer than a loop around it.
            let ((fours, rest), (of_fours, of_rest)) = (now.as_chunks::<4>(), of_now.as_chunks());
            let mut cards = W::ZERO;
            for ([a, b, c, d], [e, f, g, h]) in fours.iter().zip(of_fours) {
                cards |= draw(a, e);
                cards |= draw(b, f);
                cards |= draw(c, g);
                cards |= draw(d, h);
            }
            for (here, words) in rest.iter().zip(of_rest) {
                cards |= draw(here, words);
            }
            if let Some(set) = sets.get_mut(usize::from(set)) {
                *set |= cards;
            }
        }
    }
}

impl Dealer {
    /// The column of each card of the pack, if no gap takes any.
    pub(crate) fn plain_columns(&self) -> Option<&[u8]> {
        self.gaps.is_none().then(|| self.columns().0)
    }

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
        let of_gaps =
            self.gaps.map_or(0, |(_, there_are, count)| count.min(there_are.saturating_sub(1)));
        self.deck_size - 1 + of_gaps
    }

    /// Draws for the deals with these numbers.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn draw(&self, seed: u64, deals: &[u64; STREAMS], draws: &mut Draws) {
        draws.fill(seed, deals, self.draws());
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

    /// Deals one of the deals that were drawn for into a row; `false` if it has to be dealt by
    /// itself.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn deal_drawn(
        &self,
        draws: &Draws,
        stream: usize,
        laying: &Laying,
        row: &mut [u8],
    ) -> bool {
        let laid = self.lay(draws, stream, laying);
        row.iter_mut().zip(laid).for_each(|(slot, card)| *slot = card);
        !draws.is_rare() && self.sort_hands(row)
    }

    /// The gaps that take a card, as a set.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn taken(&self, draws: &Draws, stream: usize, (there_are, count): (usize, usize)) -> u128 {
        let mut gaps: [u8; MAX_CARDS] = PACK;
        let mut taken = 0;
        let words = &draws.words[self.deck_size - 1..];
        for number in 0..count.min(there_are) {
            let place = words[number][stream % STREAMS] as usize;
            let other = if number + 1 < there_are { place } else { number };
            gaps.swap(number % MAX_CARDS, other % MAX_CARDS);
            taken |= 1 << (gaps[number % MAX_CARDS] % Card::MAX);
        }
        taken
    }
}
