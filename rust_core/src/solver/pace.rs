//! Limits of a search, and its count of nodes.

use std::time::{Duration, Instant};

/// Nodes between two looks at the clock.
const PULSE: u64 = 1 << 12;

/// What a search may use.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Moves played.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Bytes of the table; by default sized to the position.
    pub memory: Option<usize>,
}

/// The limit that a search reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The nodes.
    Nodes,
    /// The time.
    Time,
    /// The memory for what must be kept of the facts of a deal.
    Memory,
    /// It was told to stop.
    Stopped,
}

/// Counts nodes and watches the limits.
pub(super) struct Pace<'a> {
    pub(super) nodes: u64,
    pub(super) reached: Option<Reached>,
    /// So many nodes need no look at the limits.
    free: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Pace<'a> {
    pub(super) fn new(limits: Limits, stop: &'a dyn Fn() -> bool) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        Self { nodes: 0, reached: None, free: 0, most_nodes, deadline, stop }
    }

    /// Leaves what another search has not used up.
    pub(super) fn leave(&mut self, most_nodes: Option<u64>, spent: u64) {
        self.most_nodes = most_nodes.map_or(u64::MAX, |most| most.saturating_sub(spent));
        self.free = self.free.min(self.most_nodes);
    }

    /// Counts a node; false if a limit is reached.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.free || self.look()
    }

    /// Ends the search for a reason that is not found here.
    pub(super) fn give_up(&mut self, why: Reached) {
        self.reached = self.reached.or(Some(why));
        self.free = 0;
    }

    /// Looks at the limits.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        if self.nodes.is_multiple_of(PULSE) && self.reached.is_none() {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.reached = Some(Reached::Time);
            } else if (self.stop)() {
                self.reached = Some(Reached::Stopped);
            }
        }
        if self.nodes > self.most_nodes {
            // The one over the limit is not looked at.
            self.nodes = self.most_nodes;
            self.reached = self.reached.or(Some(Reached::Nodes));
        }
        if self.reached.is_none() {
            self.free = (self.nodes | (PULSE - 1)).min(self.most_nodes);
        }
        self.reached.is_none()
    }
}
