//! The excuse, and what it does to what is sure for a side.
//!
//! *Of the others*: whoever takes the trick gets what is owed for it, no less than any other card
//! counts where [`Plan::least_gain`] is right, so that it takes nothing from a trick that was sure. In
//! the last trick it wins if its side won every trick before: not if this side has a trick that is sure
//! before the last one, because it leads it or because two are in one hand.
//!
//! *Of this side*: played to the first trick it keeps its worth but for what is owed, and no other card
//! of the hand is lost by that. A leader who cashes plays it after that, which may be too late.

use super::super::fault::{self, Fault};
use super::plan::Plan;
use super::sums::Sum;
use super::trick::MAX;
use crate::cards::{Seat, Word};

/// What the excuse of a game counts for whom.
#[derive(Debug, Clone, Copy)]
pub(super) struct Excuse {
    /// What its owner keeps, and what whoever takes the trick gets at least.
    pub(super) kept: i32,
    pub(super) owed: i32,
    /// It may be played to any trick.
    is_free: bool,
    /// By owner: the seats that take all of it.
    allies: [u16; MAX],
}

impl Excuse {
    pub(super) const NONE: Self =
        Self { kept: 0, owed: i32::MAX, is_free: false, allies: [0; MAX] };

    pub(super) fn new<W: Word>(plan: &Plan<'_, W>) -> Self {
        let Some(place) = plan.rules.excuse.lowest() else { return Self::NONE };
        let mut excuse = Self::NONE;
        for (seat, allies) in excuse.allies.iter_mut().enumerate().take(plan.table.seats) {
            let side = plan.rules.side(Seat::wrapped(plan.table.real[seat]));
            *allies = plan.table.of_search(side);
        }
        if plan.score.sum == Sum::Units {
            excuse.owed = i32::from(plan.rules.excuse_owed);
            excuse.kept = plan.gains[place.index()] - excuse.owed;
            let is_held = |&held: &W| !(held & plan.rules.excuse).is_empty();
            excuse.is_free = !plan.rules.reserved.iter().any(is_held);
        }
        excuse
    }
}

/// The excuse as one side sees it.
pub(super) struct Joker {
    pub(super) is_theirs: bool,
    /// A trick of this side is none of the excuse's side.
    pub(super) breaks: bool,
    /// The seat of this side that holds it and what is kept, if nobody but this side can take it.
    ours: Option<(usize, i32)>,
}

impl Joker {
    #[inline(always)]
    pub(super) fn new<W: Word>(
        plan: &Plan<'_, W>,
        hands: &[W],
        side: u16,
        ours: W,
        theirs: W,
    ) -> Self {
        let excuse = plan.rules.excuse;
        let is_theirs = !(theirs & excuse).is_empty();
        if ((ours | theirs) & excuse).is_empty() {
            return Self { is_theirs, breaks: true, ours: None };
        }
        let holder = hands.iter().position(|&hand| !(hand & excuse).is_empty()).unwrap_or(0);
        let allies = plan.excuse.allies[holder];
        let safe = plan.excuse.is_free && !is_theirs && allies & !side == 0;
        Self {
            is_theirs,
            breaks: allies & side == 0,
            ours: safe.then_some((holder, plan.excuse.kept)),
        }
    }

    /// What this side saves, perhaps after a leader has played so many cards.
    #[inline(always)]
    pub(super) fn saved(&self, tricks: u32, cashing: Option<(usize, u32)>) -> i32 {
        let Some((holder, kept)) = self.ours else { return 0 };
        let before =
            cashing.map_or(0, |(leader, rounds)| if leader == holder { rounds } else { 0 });
        let late = u32::from(fault::has(Fault::LateExcuse));
        if before + 1 < tricks + late { kept } else { 0 }
    }
}
