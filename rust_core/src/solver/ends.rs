//! Ends by points: how much nearer or farther they may be without changing what is proven.
//!
//! Where a question is one about a sum alone, the rest of a deal never adds less to it than nothing, so
//! that a deal that ends later adds no less. Let two positions differ in nothing but how near the ends by
//! points are. Whoever copies play card for card from the one in which the deal ends first has, at that
//! moment, the same sum, and then only gains. So a proof that much will be added holds for all positions
//! whose ends are farther, and one that little will be added for all whose ends are nearer; and each holds
//! a bit further too, up to where one of the lines it rests on would end sooner, or later.
//!
//! So a proof is a bound and, by end rule, a room. That at least the bound will be added is claimed of
//! every position with no more units than that of the proof and its room together; that at most the bound
//! will be, of every one with no fewer than that of the proof less its room. For the side it is proven
//! for copies what it does in the position of the proof. Take the states after a trick or call, which
//! have added the same so far: `here`, on the way from the position of the proof, and `there`.
//!
//! * Both are over, or neither is: there it is as here, by what is known of what comes after.
//! * Only there the deal goes on. That adds to the sum, so that all is well for a proof of much; one of
//!   little must have no more room than leaves the deal ended there too ([`Ends::ended`]).
//! * Only there the deal is over. So little is added there that all is well for a proof of little: its
//!   bound is one of going on here, which adds at least nothing. One of much either has no more room than
//!   leaves the deal going on there too ([`Ends::going_on`]), or claims no more than has been added so
//!   far. It must not claim what going on adds here, though that was proven here: it is not won there.
//!
//! Where cards count otherwise there, the sums are apart by no more than the cards that were won, and so
//! are the units: the bound and the room give way by that, each as a whole.

use super::fault::{self, Fault};
use super::split::Split;
use crate::cards::Word;
use crate::play::State;
use crate::rules::{EndRule, PlayRules};

/// Ends by points that can be looked at so.
const MOST: usize = 2;
/// As far as one likes.
const FREE: u16 = u16::MAX;
/// More than all units, and less than half of what a number here can be.
const UNITS: u16 = 1 << 14;

/// Units by end rule.
pub(super) type Counts = [u16; MOST];

/// The ends by points of a game whose proofs may be used wherever an end is farther, or nearer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    rules: [(u16, u16); MOST],
    count: usize,
}

/// How many units more, or fewer, by end rule, leave a proof as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room(Counts);

impl Ends {
    /// `None` if there is no end by points, or one of them asks for more than units.
    pub(super) fn new<W: Word>(rules: &PlayRules<W>, split: &Split<W>) -> Option<Self> {
        let spec = rules.spec();
        let is_sum = split.flags.is_empty() && split.additive.is_some();
        if !is_sum || spec.go_out.is_some() {
            return None;
        }
        let mut ends = Self { rules: [(0, 0); MOST], count: 0 };
        for end in &spec.ends {
            match *end {
                EndRule::Tricks { .. } => {}
                EndRule::Points {
                    seats,
                    at_least,
                    not_behind: false,
                    on_lead: None,
                    after_card: None,
                } if ends.count < MOST => {
                    ends.rules[ends.count] = (seats, at_least);
                    ends.count += 1;
                }
                EndRule::Points { .. } => return None,
            }
        }
        let pairs: u32 = rules.marriages.iter().flatten().map(|pair| u32::from(pair.units)).sum();
        let units =
            u32::from(rules.units_of(rules.deck())) + pairs + u32::from(rules.last_trick_units);
        let fits = units < u32::from(UNITS) && ends.each().all(|(_, end)| end.1 < UNITS);
        (ends.count > 0 && fits).then_some(ends)
    }

    fn each(&self) -> impl Iterator<Item = (usize, (u16, u16))> + '_ {
        self.rules[..self.count].iter().copied().enumerate()
    }

    /// How many units each end rule counts.
    #[inline(always)]
    pub(super) fn units<W: Word>(&self, rules: &PlayRules<W>, state: &State<W>) -> Counts {
        let mut units = [0; MOST];
        for (at, (seats, _)) in self.each() {
            units[at] = state.units_with_marriages(rules, seats);
        }
        units
    }

    /// How many units more leave a deal going on.
    #[inline(always)]
    pub(super) fn going_on(&self, units: Counts) -> Room {
        let mut room = Room::FREE;
        if fault::has(Fault::EndsFree) {
            return room;
        }
        for (at, (_, at_least)) in self.each() {
            room.0[at] = at_least.saturating_sub(units[at] + 1);
        }
        room
    }

    /// How many units fewer leave a deal ended: by one of the rules that hold, any if none does.
    #[inline(always)]
    pub(super) fn ended(&self, units: Counts) -> Room {
        let mut room = Room::FREE;
        if fault::has(Fault::EndsFree) {
            return room;
        }
        let holding = self.each().filter(|&(at, (_, at_least))| units[at] >= at_least);
        if let Some((at, (_, at_least))) = holding.max_by_key(|&(at, (_, least))| units[at] - least)
        {
            room.0[at] = units[at] - at_least;
        }
        room
    }
}

impl Room {
    /// Nothing depends on the ends.
    pub(super) const FREE: Self = Self([FREE; MOST]);

    /// What is left to both.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        let mut room = self;
        for (own, other) in room.0.iter_mut().zip(other.0) {
            *own = (*own).min(other);
        }
        room
    }

    /// What a proof is kept with: the larger, the farther it reaches. That is up to how many units, if it
    /// was found at these and needs the deal to last; or down to how few, if it needs it to end.
    #[inline(always)]
    pub(super) fn kept(self, units: Counts, lasts: bool) -> Counts {
        std::array::from_fn(|at| match self.0[at] {
            FREE => FREE,
            room if lasts => room + UNITS + units[at],
            room => room + UNITS - units[at],
        })
    }

    /// What a proof that was kept leaves at these units, if the cards still out may count `apart`
    /// otherwise than those of the proof; `None` if it does not hold here.
    #[inline(always)]
    pub(super) fn of(kept: Counts, units: Counts, lasts: bool, apart: i32) -> Option<Self> {
        let mut room = Self::FREE;
        for at in 0..MOST {
            if kept[at] != FREE {
                let units = if lasts { i32::from(units[at]) } else { -i32::from(units[at]) };
                let left = i32::from(kept[at]) - i32::from(UNITS) - units - apart;
                room.0[at] = u16::try_from(left).ok()?;
            }
        }
        Some(room)
    }
}
