//! The search: each answer a bound, and the cards whose rank it rests on.

use super::super::lanes::Lanes;
use super::super::search::Pace;
use super::bits::{LANES, count, lane};
use super::chunk::Query;
use super::hints::Hints;
use super::patterns::Patterns;
use super::squeeze::Squeeze;
use crate::cpu::Cpu;

/// With so many cards or fewer a search is over before leads that it has kept pay for their keeping.
const SMALL_DEAL: i32 = 32;

/// A bound and the cards whose rank it rests on.
pub(super) type Proof = (i32, u64);

/// A search among `N` seats, compiled for a processor.
pub(super) struct Count<'a, C, const N: usize> {
    pub(super) cpu: C,
    pub(super) hands: [u64; N],
    /// Cards a seat holds of each lane, four bits each.
    pub(super) shape: u64,
    /// The lane of trumps, or nothing.
    pub(super) trumps: u64,
    pub(super) must_trump: bool,
    pub(super) maximisers: u16,
    /// Four seats, and partners sit opposite each other.
    pub(super) is_opposite: bool,
    /// Leads that failed are kept: see [`SMALL_DEAL`].
    pub(super) keeps_leads: bool,
    pub(super) lanes: Lanes<u64>,
    pub(super) patterns: &'a mut Patterns,
    pub(super) hints: Hints,
    pub(super) pace: Pace<'a>,
    /// What the leads of a trick share, by the tricks left; nothing where leads are not kept.
    pub(super) starts: Vec<Start<C>>,
}

/// The start of a trick: who owns which rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start<C> {
    pub(super) squeeze: Squeeze<C>,
    pub(super) query: Query,
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
    /// Leaves it the nodes that another search has not used up.
    fn leave(&mut self, most_nodes: Option<u64>, spent: u64);
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

    fn leave(&mut self, most_nodes: Option<u64>, spent: u64) {
        self.pace.leave(most_nodes, spent);
    }

    fn set(&mut self, hands: &[u64]) {
        self.hands.copy_from_slice(hands);
        let tricks = hands.iter().map(|&hand| count(hand)).max().unwrap_or(0);
        self.hints.prepare(tricks);
        self.keep_leads(hands.iter().map(|&hand| count(hand)).sum::<i32>() > SMALL_DEAL, tricks);
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
            keeps_leads: false,
            lanes: Lanes::new(&LANES),
            patterns,
            hints: Hints::default(),
            pace,
            starts: Vec::new(),
        }
    }

    /// Whether leads that failed are kept, in a search of so many tricks.
    pub(super) fn keep_leads(&mut self, are_kept: bool, tricks: i32) {
        self.keeps_leads = are_kept;
        let room = if are_kept { tricks.cast_unsigned() as usize + 1 } else { 0 };
        if self.starts.len() < room {
            let squeeze = Squeeze::new(self.cpu, &self.lanes, 0);
            self.starts.resize(room, Start { squeeze, query: Query::start(0, [0, 0], 0) });
        }
    }

    #[inline(always)]
    pub(super) fn is_max(&self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    /// The seats that play for the same side as a seat.
    #[inline(always)]
    pub(super) fn side(&self, seat: usize) -> u16 {
        if self.is_max(seat) { self.maximisers } else { !self.maximisers }
    }

    /// Whether a card takes the trick from another: higher in its lane, or a trump on a plain card. The
    /// trumps are the highest lane.
    #[inline(always)]
    pub(super) fn beats(&self, card: u64, best: u64) -> bool {
        card > best && (lane(card) == lane(best) || card & self.trumps != 0)
    }
}
