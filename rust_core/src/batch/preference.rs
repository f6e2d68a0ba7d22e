//! What seats prefer among their legal moves.

use super::run::Wishes;
use crate::barter::{Action, Barter, ROUND_ACTIONS};
use crate::cards::{Card, Seat, Word};
use crate::play::{Call, CallSet, Move};
use crate::rules::RulesSpec;

/// Number of codes of moves.
const CODES: u8 = Card::MAX + Call::CODES;

/// What each seat prefers: it makes one of the legal moves that it likes best, each of these equally
/// likely.
///
/// # Examples
/// ```
/// use ultimo_core::batch::Preference;
/// use ultimo_core::play::{Call, Move};
///
/// // Seat 0 announces what it can, seat 1 does so only where it must.
/// let preference = Preference::new(2, |seat, what| match (seat, what) {
///     (0, Move::Call(Call::Marriage(_))) => 1,
///     (1, Move::Call(Call::Marriage(_))) => -1,
///     _ => 0,
/// });
/// # let _ = preference;
/// ```
#[derive(Debug, Clone)]
pub struct Preference {
    /// By seat and code of the move: how much it is liked, 1 or more.
    ranks: Vec<[u8; CODES as usize]>,
}

impl Preference {
    /// What these seats prefer: the moves for which `liking` gives the larger number.
    #[must_use]
    pub fn new(seats: usize, liking: impl Fn(usize, Move) -> i64) -> Self {
        let of_seat = |seat| {
            let moves = (0..CODES).map(Move::from_code);
            let liked = moves.map(|what| what.map_or(i64::MIN, |what| liking(seat, what)));
            let mut ranks = [1; CODES as usize];
            let liked: Vec<i64> = liked.collect();
            ranks
                .iter_mut()
                .zip(dense(&liked))
                .for_each(|(slot, rank)| *slot = rank.to_le_bytes()[0]);
            ranks
        };
        Self { ranks: (0..seats.max(1)).map(of_seat).collect() }
    }

    /// All seats prefer the card that beats the most cards of its own suit, as these rules rank
    /// them. Calls are made only where no card may be played.
    #[must_use]
    pub fn highest(spec: &RulesSpec) -> Self {
        Self::by_strength(spec, 1)
    }

    /// All seats prefer the card that beats the fewest cards of its own suit, as these rules rank
    /// them. Calls are made only where no card may be played.
    #[must_use]
    pub fn lowest(spec: &RulesSpec) -> Self {
        Self::by_strength(spec, -1)
    }

    fn by_strength(spec: &RulesSpec, sign: i64) -> Self {
        // The excuse stands in no lane and beats nothing.
        let mut beaten = [0; Card::MAX as usize];
        for lane in &spec.lanes {
            for (number, &card) in (0..).zip(lane) {
                beaten[Card::wrapped(card).index()] = number;
            }
        }
        Self::new(usize::from(spec.seats), |_, what| match what {
            Move::Card(card) => sign * beaten[card.index()],
            Move::Call(_) => i64::MIN,
        })
    }
}

impl<W: Word> Wishes<W> for Preference {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn narrow(&self, seat: Seat, cards: W, calls: CallSet) -> (W, CallSet) {
        if calls.is_empty() && cards.without_lowest().is_empty() {
            return (cards, calls);
        }
        let ranks = &self.ranks[seat.index() % self.ranks.len()];
        let (mut best, mut liked, mut called) = (0, W::ZERO, CallSet::EMPTY);
        for place in cards.places() {
            let rank = ranks[place.index()];
            if rank >= best {
                liked = if rank > best { W::of(place) } else { liked.with(place) };
                best = rank;
            }
        }
        for call in calls.calls() {
            let rank = ranks[usize::from(Card::MAX + call.code())];
            if rank > best {
                (best, liked, called) = (rank, W::ZERO, CallSet::EMPTY);
            }
            if rank == best {
                called = called.with(call);
            }
        }
        (liked, called)
    }
}

/// The same for rounds in which cards are exchanged with an open table: a swap is liked by the two
/// cards that change places.
#[derive(Debug, Clone)]
pub struct RoundPreference {
    deck_size: usize,
    /// By seat: how much each action is liked, 1 or more; swaps by own card and card of the table.
    ranks: Vec<Vec<u16>>,
}

impl RoundPreference {
    /// The number of actions of a seat: those without cards by code, then the swaps.
    #[must_use]
    pub fn actions(deck_size: usize) -> usize {
        usize::from(SWAPS) + deck_size * deck_size
    }

    /// What seats prefer, [`RoundPreference::actions`] numbers a seat: the larger, the better.
    #[must_use]
    pub fn new(deck_size: usize, liking: &[i64]) -> Self {
        let ranks = liking.chunks(Self::actions(deck_size)).map(|own| dense(own).collect());
        Self { deck_size, ranks: ranks.collect() }
    }

    /// Those of the legal actions that are liked best, one bit a code.
    pub(super) fn narrow(&self, round: &Barter, legal: u16) -> u16 {
        let seat = round.seat().unwrap_or(0);
        let Some(ranks) = self.ranks.get(usize::from(seat)) else { return legal };
        let (hand, table) = (round.hand(seat).unwrap_or_default(), round.table());
        let rank_of = |action: Action| {
            let at = match action {
                Action::Swap(own, lying) => {
                    let [own, lying] = [hand[usize::from(own % 3)], table[usize::from(lying % 3)]];
                    usize::from(SWAPS) + usize::from(own) * self.deck_size + usize::from(lying)
                }
                _ => usize::from(action.code()),
            };
            ranks.get(at).copied().unwrap_or(0)
        };
        let (mut best, mut liked) = (0, 0);
        for code in (0..ROUND_ACTIONS).filter(|code| legal >> code & 1 == 1) {
            let rank = Action::from_code(code).map_or(0, rank_of);
            if rank > best {
                (best, liked) = (rank, 0);
            }
            if rank == best {
                liked |= 1 << code;
            }
        }
        liked
    }
}

/// The code of the first swap.
const SWAPS: u8 = Action::Swap(0, 0).code();

/// The rank of each number among all that differ, from 1 on.
fn dense(numbers: &[i64]) -> impl Iterator<Item = u16> {
    let mut levels = numbers.to_vec();
    levels.sort_unstable();
    levels.dedup();
    let rank = move |number| levels.partition_point(|&level| level <= number);
    numbers.iter().map(move |&number| u16::try_from(rank(number)).unwrap_or(u16::MAX))
}
