//! Where the facts of a deal stand: the states of all machines, numbered as they turn up.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::super::question::{mix, mix128};
use super::tracks::Track;
use super::trick::{Event, MAX};
use crate::cards::Word;

/// Facts of an objective that the search can follow.
pub(super) const MAX_TRACKS: usize = 12;
/// End rules that the search can follow.
pub(super) const MAX_ENDS: usize = 6;
/// No stand.
const UNKNOWN: u32 = u32::MAX;
/// Steps that are remembered, a power of two, and the number of stands from which on that pays.
const MEMO_SLOTS: usize = 1 << 12;
const MEMO_FROM: usize = 64;
/// In the state of the ends: the side of the excuse has won every trick so far.
const SWEEP: u64 = 1 << 60;

/// The states of all machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Stand {
    pub(super) tracks: [u64; MAX_TRACKS],
    /// Tricks counted for each end rule, and [`SWEEP`]: what the play itself depends on.
    pub(super) ends: u64,
}

/// The machines and the stands they have been in.
#[derive(Debug, Clone)]
pub(super) struct Course<W> {
    pub(super) tracks: Vec<Track<W>>,
    /// Seats of the search and least number of tricks, by end rule.
    pub(super) ends: Vec<(u16, u8)>,
    /// The seats of the search that win with the holder of the excuse, if they can still win every
    /// trick.
    pub(super) excuse_side: u16,
    pub(super) stands: Vec<Stand>,
    numbers: HashMap<Stand, u32, BuildHasherDefault<Folding>>,
    /// By stand and seat: the stand in which a trick is sure for the seat, as far as it was asked.
    narrower: Vec<[u32; MAX]>,
    memo: Memo<W>,
    /// The cards that any fact names.
    named: W,
    /// What follows from a trick depends on nothing but what [`Memo`] looks at.
    has_memo: bool,
    /// Nothing ever changes.
    is_still: bool,
}

impl<W: Word> Course<W> {
    pub(super) fn new(tracks: Vec<Track<W>>, ends: Vec<(u16, u8)>, excuse_side: u16) -> Self {
        let is_still = tracks.is_empty() && ends.is_empty() && excuse_side == 0;
        let has_memo = ends.is_empty() && !tracks.iter().any(Track::counts_units);
        let named = tracks.iter().fold(W::ZERO, |all, track| all | track.cards());
        Self {
            narrower: Vec::new(),
            memo: Memo { slots: Vec::new() },
            named,
            has_memo,
            tracks,
            ends,
            excuse_side,
            stands: Vec::new(),
            numbers: HashMap::default(),
            is_still,
        }
    }

    /// The number of a stand.
    pub(super) fn number(&mut self, stand: Stand) -> u32 {
        if let Some(&number) = self.numbers.get(&stand) {
            return number;
        }
        let number = self.stands.len() as u32;
        self.stands.push(stand);
        self.numbers.insert(stand, number);
        number
    }

    /// State of the ends from tricks by rule and whether the excuse's side has won all.
    pub(super) fn ends_state(counts: &[u8], sweeps: bool) -> u64 {
        let counts = counts.iter().rev().fold(0, |state, &count| state << 8 | u64::from(count));
        counts | if sweeps { SWEEP } else { 0 }
    }

    /// Whether nothing that is followed can change.
    #[inline]
    pub(super) fn is_still(&self) -> bool {
        self.is_still
    }

    /// Whether the side of the excuse has won every trick so far.
    pub(super) fn sweeps(&self, number: u32) -> bool {
        self.stands[number as usize].ends & SWEEP != 0
    }

    /// The stand after a trick; sets `event.over` if an end rule holds then.
    #[inline]
    pub(super) fn step(&mut self, number: u32, event: &mut Event<W>) -> u32 {
        if self.is_still {
            return number;
        }
        if !self.has_memo || !event.kept.is_empty() {
            return self.stepped(number, event);
        }
        let seen = Seen::new(number, event, self.named);
        if let Some(next) = self.memo.get(&seen) {
            return next;
        }
        let next = self.stepped(number, event);
        if self.stands.len() >= MEMO_FROM {
            self.memo.set(seen, next);
        }
        next
    }

    fn stepped(&mut self, number: u32, event: &mut Event<W>) -> u32 {
        let mut stand = self.stands[number as usize];
        for (rule, &(seats, least)) in self.ends.iter().enumerate() {
            if seats >> event.winner & 1 == 1 {
                stand.ends += 1 << (8 * rule);
            }
            event.over |= (stand.ends >> (8 * rule) & 0xff) >= u64::from(least);
        }
        if stand.ends & SWEEP != 0
            && (self.excuse_side >> event.winner & 1 == 0 || event.tricks_left == 0)
        {
            stand.ends &= !SWEEP;
        }
        for (state, track) in stand.tracks.iter_mut().zip(&self.tracks) {
            *state = track.step(*state, event);
        }
        if event.over {
            stand.ends = 0;
        }
        self.number(stand)
    }

    /// The stand in which it is also counted that a trick is sure for a seat, a set of one or none.
    #[inline]
    pub(super) fn narrowed(&mut self, number: u32, sure: u16) -> u32 {
        if self.is_still || sure == 0 {
            return number;
        }
        let seat = sure.trailing_zeros() as usize;
        if let Some(&[.., known]) = self.narrower.get(number as usize).map(|of| &of[..=seat])
            && known != UNKNOWN
        {
            return known;
        }
        let found = self.narrow(number, sure);
        if self.narrower.len() < self.stands.len() {
            self.narrower.resize(self.stands.len(), [UNKNOWN; MAX]);
        }
        self.narrower[number as usize][seat] = found;
        found
    }

    fn narrow(&mut self, number: u32, sure: u16) -> u32 {
        let mut stand = self.stands[number as usize];
        for (state, track) in stand.tracks.iter_mut().zip(&self.tracks) {
            *state = track.narrowed(*state, sure);
        }
        self.number(stand)
    }
}

/// All of a trick that facts look at, without an excuse that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen<W> {
    stand: u32,
    winner: u8,
    tricks_left: u8,
    over: bool,
    played: W,
    won: W,
    ahead: W,
}

impl<W: Word> Seen<W> {
    #[inline]
    fn new(stand: u32, event: &Event<W>, named: W) -> Self {
        Self {
            stand,
            winner: event.winner as u8,
            tricks_left: event.tricks_left as u8,
            over: event.over,
            played: event.played & named,
            won: event.won & named,
            ahead: event.ahead & named,
        }
    }

    #[inline]
    fn slot(&self) -> usize {
        let about = u64::from(self.stand) << 16 | u64::from(self.winner) << 8;
        let cards = mix128(about | u64::from(self.tricks_left), self.won.to_u128());
        mix128(cards, self.ahead.to_u128()) as usize & (MEMO_SLOTS - 1)
    }
}

/// Steps taken before. Most are taken again and again.
#[derive(Debug, Clone)]
struct Memo<W> {
    slots: Vec<Option<(Seen<W>, u32)>>,
}

impl<W: Word> Memo<W> {
    #[inline]
    fn get(&self, seen: &Seen<W>) -> Option<u32> {
        let (known, next) = self.slots.get(seen.slot()).copied().flatten()?;
        (known == *seen).then_some(next)
    }

    fn set(&mut self, seen: Seen<W>, next: u32) {
        if self.slots.is_empty() {
            self.slots = vec![None; MEMO_SLOTS];
        }
        self.slots[seen.slot()] = Some((seen, next));
    }
}

/// A quick hash for stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Folding(u64);

impl std::hash::Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }
    fn write_usize(&mut self, _: usize) {}
}
