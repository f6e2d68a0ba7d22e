//! The search: each answer a bound, and the cards whose rank it rests on.

use super::super::fault::{self, Fault};
use super::super::lanes::Lanes;
use super::super::question::mix;
use super::super::search::Pace;
use super::bits::{LANES, PLACES, below, count, fill_up, lane, low, top};
use super::order::List;
use super::patterns::Patterns;
use crate::cpu::{Cpu, Work};

/// Bits of the number of hints beside the number of tricks, and the most: an ending is soon searched, and
/// to clear memory takes time too.
const HINT_BITS: i32 = 2;
const MOST_HINT_BITS: i32 = 15;
/// With so many tricks left or fewer, bounds are cheaper than the table.
const BOUNDS_FIRST: i32 = 6;

/// A bound and the cards whose rank it rests on.
pub(super) type Proof = (i32, u64);

/// A search among `N` seats, compiled for a processor.
pub(super) struct Count<'a, C, const N: usize> {
    pub(super) cpu: C,
    pub(super) hands: [u64; N],
    /// Cards a seat holds of each lane, four bits each.
    shape: u64,
    /// The lane of trumps, or nothing.
    pub(super) trumps: u64,
    pub(super) must_trump: bool,
    pub(super) maximisers: u16,
    /// Four seats, and partners sit opposite each other.
    pub(super) is_opposite: bool,
    packing: Lanes<u64>,
    patterns: &'a mut Patterns,
    /// The card that cut last in a like turn.
    hints: Vec<(u32, u8)>,
    pub(super) pace: Pace<'a>,
}

/// The open trick.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trick {
    /// Every card that was out at its start.
    pub(super) all: u64,
    /// Cards of the trick so far.
    pub(super) played: u64,
    pub(super) best: u64,
    /// The lane led.
    pub(super) led: u64,
    pub(super) best_seat: usize,
}

/// The start of a trick, as work for a processor.
struct Lead<'c, 'a, C, const N: usize> {
    count: &'c mut Count<'a, C, N>,
    leader: usize,
    tricks: i32,
    target: i32,
}

impl<C: Cpu, const N: usize> Work for Lead<'_, '_, C, N> {
    type Out = Proof;

    #[inline(always)]
    fn work(self) -> Proof {
        self.count.lead_here(self.leader, self.tricks, self.target)
    }
}

/// A turn, as work for a processor.
struct Turn<'c, 'a, C, const N: usize, const POSITION: usize> {
    count: &'c mut Count<'a, C, N>,
    seat: usize,
    trick: &'c Trick,
    tricks: i32,
    target: i32,
}

impl<C: Cpu, const N: usize, const POSITION: usize> Work for Turn<'_, '_, C, N, POSITION> {
    type Out = Proof;

    #[inline(always)]
    fn work(self) -> Proof {
        self.count.turn_here::<POSITION>(self.seat, self.trick, self.tricks, self.target)
    }
}

/// What is asked of a [`Count`].
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    pub(super) maximisers: u16,
    /// The lane of trumps, or nothing.
    pub(super) trumps: u64,
    pub(super) must_trump: bool,
}

/// A [`Count`] of any number of seats, for any processor.
pub(super) trait Counting {
    fn about(&self) -> About;
    fn pace(&self) -> &Pace<'_>;
    /// Takes hands, as many as there are seats.
    fn set(&mut self, hands: &[u64]);
    /// Bound of the tricks of the maximisers from the start of a trick.
    fn start(&mut self, leader: usize, target: i32) -> i32;
    /// The same from the middle of a trick to which `played` cards were played.
    fn go_on(&mut self, seat: usize, trick: &Trick, played: usize, target: i32) -> i32;
    /// Remembers the tricks found in a position with so many left.
    fn remember(&mut self, tricks: i32, found: i32);
    /// The tricks found last, if as many were left.
    fn remembered(&self, tricks: i32) -> Option<i32>;
}

impl<C: Cpu, const N: usize> Counting for Count<'_, C, N> {
    fn about(&self) -> About {
        let Self { maximisers, trumps, must_trump, .. } = *self;
        About { maximisers, trumps, must_trump }
    }

    fn pace(&self) -> &Pace<'_> {
        &self.pace
    }

    fn set(&mut self, hands: &[u64]) {
        self.hands.copy_from_slice(hands);
        let tricks = hands.iter().map(|&hand| count(hand)).max().unwrap_or(0);
        let slots = 1 << (tricks + HINT_BITS).min(MOST_HINT_BITS);
        if self.hints.len() < slots {
            self.hints = vec![(0, 0); slots];
        }
        self.shape = 0;
        for (seat, hand) in hands.iter().enumerate() {
            for (number, lane) in LANES.iter().enumerate() {
                self.shape |= u64::from((hand & lane).count_ones()) << (16 * seat + 4 * number);
            }
        }
    }

    fn start(&mut self, leader: usize, target: i32) -> i32 {
        let tricks = count(self.hands[leader]);
        self.lead(leader, tricks, target).0
    }

    fn go_on(&mut self, seat: usize, trick: &Trick, played: usize, target: i32) -> i32 {
        let tricks = count(self.hands[seat]);
        match played {
            1 => self.turn::<1>(seat, trick, tricks, target).0,
            2 => self.turn::<2>(seat, trick, tricks, target).0,
            _ => self.turn::<3>(seat, trick, tricks, target).0,
        }
    }

    fn remember(&mut self, tricks: i32, found: i32) {
        self.patterns.last = Some((tricks, found));
    }

    fn remembered(&self, tricks: i32) -> Option<i32> {
        self.patterns.last.filter(|&(left, _)| left == tricks).map(|(_, found)| found)
    }
}

impl<'a, C: Cpu, const N: usize> Count<'a, C, N> {
    pub(super) fn new(cpu: C, about: About, patterns: &'a mut Patterns, pace: Pace<'a>) -> Self {
        let About { maximisers, trumps, must_trump } = about;
        Self {
            cpu,
            hands: [0; N],
            shape: 0,
            trumps,
            must_trump: must_trump && trumps != 0,
            maximisers,
            is_opposite: N == 4 && matches!(maximisers, 0b0101 | 0b1010),
            packing: Lanes::new(&LANES),
            patterns,
            hints: Vec::new(),
            pace,
        }
    }

    #[inline(always)]
    pub(super) fn is_max(&self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    /// Whether a card takes the trick from another: higher in its lane, or a trump on a plain card. The
    /// trumps are the highest lane.
    #[inline(always)]
    pub(super) fn beats(&self, card: u64, best: u64) -> bool {
        card > best && (lane(card) == lane(best) || card & self.trumps != 0)
    }

    /// From the start of a trick: `target` or more is a lower bound, less an upper bound.
    #[inline(always)]
    fn lead(&mut self, leader: usize, tricks: i32, target: i32) -> Proof {
        self.cpu.run(Lead { count: self, leader, tricks, target })
    }

    #[inline(always)]
    fn lead_here(&mut self, leader: usize, tricks: i32, target: i32) -> Proof {
        if target <= 0 {
            return (0, 0);
        }
        if target > tricks {
            return (tricks, 0);
        }
        if tricks == 1 {
            return self.last_trick(leader);
        }
        let all = self.hands.iter().fold(0, |all, hand| all | hand);
        if tricks <= BOUNDS_FIRST
            && let Some(proof) = self.at_once(leader, all, tricks, target)
        {
            return proof;
        }
        let packing = self.packing.packing(self.cpu, all);
        let owners = |digit: usize| {
            let hands = self.hands.iter().enumerate().filter(|(seat, _)| seat >> digit & 1 == 1);
            packing.pack(hands.fold(0, |all, (_, hand)| all | hand))
        };
        let owners = [owners(0), owners(1)];
        // The last length follows from the others, and so makes room for the leader.
        let key = (self.shape & (!0 >> 4)) | (leader as u64) << 60;
        if let Some((bound, mask)) = self.patterns.probe(key, owners, target) {
            return (bound, packing.unpack(mask));
        }
        if tricks > BOUNDS_FIRST
            && let Some(proof) = self.at_once(leader, all, tricks, target)
        {
            return proof;
        }
        let trick = Trick { all, played: 0, best: 0, led: 0, best_seat: leader };
        let (bound, used) = self.turn::<0>(leader, &trick, tricks, target);
        if self.pace.reached.is_some() {
            return (target, 0);
        }
        let used = fill_up(used, all);
        let bounds = if bound >= target { (bound, tricks) } else { (0, bound) };
        self.patterns.store(key, owners, packing.pack(used), bounds);
        (bound, used)
    }

    #[inline(always)]
    fn last_trick(&self, leader: usize) -> Proof {
        let (mut best, mut winner) = (self.hands[leader], leader);
        let mut cards = best;
        for step in 1..N {
            let seat = (leader + step) % N;
            let card = self.hands[seat];
            cards |= card;
            if self.beats(card, best) {
                (best, winner) = (card, seat);
            }
        }
        let is_alone = cards & LANES[lane(best)] == best;
        (i32::from(self.is_max(winner)), if is_alone { 0 } else { best })
    }

    #[inline(always)]
    fn legal<const POSITION: usize>(&self, hand: u64, trick: &Trick) -> u64 {
        let follow = hand & trick.led;
        if POSITION == 0 {
            hand
        } else if follow != 0 {
            follow
        } else if self.must_trump && hand & self.trumps != 0 {
            hand & self.trumps
        } else {
            hand
        }
    }

    /// Tries the cards of the seat that plays number `POSITION` to the trick.
    #[inline(always)]
    fn turn<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        tricks: i32,
        target: i32,
    ) -> Proof {
        self.cpu.run(Turn::<C, N, POSITION> { count: self, seat, trick, tricks, target })
    }

    #[inline(always)]
    fn turn_here<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        tricks: i32,
        target: i32,
    ) -> Proof {
        let hand = self.hands[seat];
        let maximises = self.is_max(seat);
        let legal = self.legal::<POSITION>(hand, trick);
        let present = (trick.all & !trick.played) | trick.best;
        let equal = equal_to_a_lower(hand, present);
        let mut left = legal & !equal;
        let context = self.context::<POSITION>(seat, trick);
        let mut list = List::default();
        let is_free = left & below(left) != 0;
        let hinted = if is_free { self.hint(context, legal, equal) } else { 0 };
        if hinted == 0 {
            self.order::<POSITION>(seat, trick, left, &mut list);
            left = 0;
        } else {
            list.put(0, hinted);
            left &= !hinted;
        }
        let mut bound = if maximises { -1 } else { tricks + 1 };
        let (mut used, mut skip) = (0, 0);
        loop {
            let Some(card) = list.next() else {
                left &= !skip;
                if left == 0 {
                    return (bound, used);
                }
                list = List::default();
                self.order::<POSITION>(seat, trick, left, &mut list);
                left = 0;
                continue;
            };
            if card & skip != 0 {
                continue;
            }
            let played = self.top_of_run::<POSITION>(hand, trick, card, equal);
            let (value, rests) = self.after::<POSITION>(seat, trick, played, tricks, target);
            if self.pace.reached.is_some() {
                return (target, 0);
            }
            if (value >= target) == maximises {
                if is_free && card != hinted {
                    let (slot, tag) = context;
                    self.hints[slot] = (tag, card.trailing_zeros() as u8);
                }
                return (value, rests);
            }
            bound = if maximises { bound.max(value) } else { bound.min(value) };
            used |= rests;
            let suit = LANES[lane(card)];
            let lowest = low(rests & suit);
            // Below the lowest rank that mattered all cards of the lane are alike.
            let small = if lowest == 0 { suit } else { suit & below(lowest) };
            if played & small != 0 {
                skip |= small;
            }
            if lowest & equal != 0 {
                // That card was left out for one that matters less, because only own cards lie between.
                // In a position that fits, a stranger's could, unless the rank of that one is kept too:
                // whether it was tried now, or is skipped as small.
                let tried = lowest_of_run(lowest, hand, equal);
                let is_small = played & small != 0 && !fault::has(Fault::SkippedForgotten);
                if (tried == card || is_small) && !fault::has(Fault::EqualForgotten) {
                    used |= tried;
                }
            }
        }
    }

    /// A card that leads as the best of its lane, or beats, is played as the highest of its equals, so
    /// that fewer ranks matter.
    #[inline(always)]
    fn top_of_run<const POSITION: usize>(
        &self,
        hand: u64,
        trick: &Trick,
        card: u64,
        equal: u64,
    ) -> u64 {
        if POSITION > 0 && !self.beats(card, trick.best) {
            return card;
        }
        let suit = LANES[lane(card)];
        let mut best = card;
        loop {
            let next = low(hand & suit & !(best | below(best)));
            if next & equal == 0 {
                break;
            }
            best = next;
        }
        if POSITION == 0 && best != top(trick.all & suit) { card } else { best }
    }

    /// Slot and tag of a turn: leading, the hand; following, the lane led and the card to beat; void,
    /// the hand and the card to beat. Wider contexts hurt.
    #[inline(always)]
    fn context<const POSITION: usize>(&self, seat: usize, trick: &Trick) -> (usize, u32) {
        let hand = self.hands[seat];
        let (about, best) = if POSITION == 0 {
            (hand, 0)
        } else if hand & trick.led == 0 {
            (hand, trick.best | 1 << 15)
        } else {
            (trick.all & trick.led, trick.best)
        };
        let hash = mix(about, best ^ (seat as u64 + 1) << 31);
        (hash as usize & (self.hints.len() - 1), (hash >> 32) as u32 | 1)
    }

    /// The card that cut in a like turn, as the lowest of its equals; nothing if it is not legal.
    #[inline(always)]
    fn hint(&self, (slot, tag): (usize, u32), legal: u64, equal: u64) -> u64 {
        let (known, number) = self.hints[slot];
        let card = 1 << (number & 63);
        if known == tag && legal & card != 0 { lowest_of_run(card, legal, equal) } else { 0 }
    }

    /// Plays a card.
    #[inline(always)]
    fn after<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        card: u64,
        tricks: i32,
        target: i32,
    ) -> Proof {
        if !self.pace.count() {
            return (target, 0);
        }
        let mut next = *trick;
        next.played |= card;
        if POSITION == 0 {
            next.led = LANES[lane(card)];
        }
        if POSITION == 0 || self.beats(card, trick.best) {
            (next.best, next.best_seat) = (card, seat);
        }
        let one = 1 << (16 * seat + 4 * lane(card));
        self.hands[seat] ^= card;
        self.shape -= one;
        let proof = if POSITION + 1 == N {
            self.finish(&next, tricks, target)
        } else {
            let seat = if seat + 1 == N { 0 } else { seat + 1 };
            match POSITION {
                0 => self.turn::<1>(seat, &next, tricks, target),
                1 => self.turn::<2>(seat, &next, tricks, target),
                _ => self.turn::<3>(seat, &next, tricks, target),
            }
        };
        self.hands[seat] ^= card;
        self.shape += one;
        proof
    }

    /// Books a complete trick and goes on. The rank of its winner mattered if there was another card of
    /// his suit.
    #[inline(always)]
    fn finish(&mut self, trick: &Trick, tricks: i32, target: i32) -> Proof {
        let won = i32::from(self.is_max(trick.best_seat));
        let (value, used) = self.lead(trick.best_seat, tricks - 1, target - won);
        let is_alone = trick.played & LANES[lane(trick.best)] == trick.best;
        (
            value + won,
            if is_alone || fault::has(Fault::WinnerForgotten) { used } else { used | trick.best },
        )
    }
}

/// The lowest of the cards that one of a hand is equal to.
#[inline(always)]
fn lowest_of_run(mut card: u64, hand: u64, equal: u64) -> u64 {
    while card & equal != 0 {
        card = top(hand & below(card));
    }
    card
}

/// The cards of a hand whose next lower card still out is of the same hand. A carry runs from each card
/// through the gaps above it; the spare place of each lane stops it.
#[inline(always)]
fn equal_to_a_lower(hand: u64, present: u64) -> u64 {
    let gaps = PLACES & !present;
    let above = hand << 1;
    let carried = gaps.wrapping_add(above & gaps) & !gaps;
    (carried | above) & present & hand
}
