//! Playing a deal out, move by move.

use super::plan::MAX_MOVES;
use crate::cards::{Card, Place, Seat, Word};
use crate::cpu::Cpu;
use crate::play::{CallSet, Fixed, MOST, Move, State};
use crate::random::{STREAMS, Stream, Words};
use crate::rules::PlayRules;

/// What moves are chosen with.
pub(super) trait Dice {
    /// As [`Stream::below`].
    fn below(&mut self, n: u32) -> u32;
}

impl Dice for Stream {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Self::below(self, n)
    }
}

/// The first words of a stream.
pub(super) struct First<'a> {
    words: &'a [u32],
    next: usize,
    end: usize,
    /// Whether there were too few words, or one that may have to be drawn again: then the numbers
    /// are not those of the stream.
    pub(super) is_rare: bool,
}

impl<'a> First<'a> {
    /// One of the streams, of each of which there are `count` words.
    pub(super) fn new(words: &'a [Words; MOST], stream: usize, count: usize) -> Self {
        let (next, end) = (stream % STREAMS, count.min(MOST) * STREAMS);
        Self { words: words.as_flattened(), next, end, is_rare: false }
    }
}

impl Dice for First<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of a product")]
    fn below(&mut self, n: u32) -> u32 {
        let word = self.words[self.next % (MOST * STREAMS)];
        let product = u64::from(word) * u64::from(n);
        self.is_rare |= n > 1 && ((product as u32) < n || self.next >= self.end);
        self.next += usize::from(n > 1) * STREAMS;
        (product >> 32) as u32
    }
}

/// Which of its legal moves a seat chooses from.
pub(super) trait Wishes<W> {
    /// Some of the legal cards and calls, at least one if there is one.
    fn narrow(&self, seat: Seat, cards: W, calls: CallSet) -> (W, CallSet);
}

/// Every legal move is as good as any other.
pub(super) struct NoWish;

impl<W> Wishes<W> for NoWish {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn narrow(&self, _: Seat, cards: W, calls: CallSet) -> (W, CallSet) {
        (cards, calls)
    }
}

/// Plays a deal to its end, each move chosen among the legal ones that are wished for, each equally
/// likely, for rules whose places are deck indices. `note` hears of the moves. The result is their
/// number, or `None` if there is no end to them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
pub(super) fn play_moves<W: Word>(
    (rules, fixed): (&PlayRules<W>, &Fixed<W>),
    state: &mut State<W>,
    (wishes, dice): (&impl Wishes<W>, &mut impl Dice),
    cpu: impl Cpu,
    mut note: impl FnMut(u32, Move),
) -> Option<u32> {
    let mut moves: u32 = 0;
    while !state.is_over() {
        if moves == MAX_MOVES {
            return None;
        }
        let cards = state.legal_cards(rules, fixed);
        let calls = state.legal_calls(rules, fixed);
        let (cards, calls) = wishes.narrow(state.seat(), cards, calls);
        let (count, choice) = (cards.len(), dice.below(cards.len() + calls.len()));
        if choice < count || calls.is_empty() {
            let place = Place::wrapped(cpu.nth(cards, choice).low_bit());
            state.play_unchecked(rules, fixed, place);
            note(moves, Move::Card(Card::wrapped(place.number())));
        } else if let Some(call) = calls.calls().nth((choice - count) as usize) {
            state.call_unchecked(rules, fixed, call);
            note(moves, Move::Call(call));
        }
        moves += 1;
    }
    Some(moves)
}
