//! What positions have in common: who owns each relative rank, who leads, and what is still open.

use super::super::fault::{self, Fault};
use super::super::lanes::Packing;
use super::course::Course;
use super::patterns::{Holdings, MOST_SEATS};
use super::plan::Plan;
use super::proofs::Key;
use super::stakes::Stake;
use super::trick::NONE;
use crate::cards::{Place, Word};
use crate::cpu::Cpu;

/// Marks that keep the parts of a key apart.
const FACTS: u64 = 0x1_0000;
const ENDS: u64 = 0x2_0000;
const NAMES: u64 = 0x3_0000;
const FILLING: u64 = 0x4_0000;

/// The structure of a position at the start of a trick.
///
/// Only positions under the same rules, with the same trump, seats and sum can have equal keys.
/// Positions with equal keys have equal futures move for move, when the cards of one stand for those
/// of the same relative ranks of the other: legal cards and winners depend on relative ranks, on the
/// cards that rules name (their relative places are in the key while they can matter) and on the tricks
/// that end rules count. Facts move alike, as the relative places of the cards they name are in the key
/// while they are open. Only card points may differ, see [`super::worth`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Structure<W, C> {
    packing: Packing<W, C>,
    out: W,
    hash: Hash,
    /// Which cards count what.
    pub(super) filling: u32,
}

/// Two hashes in step: one says where a proof stands, the other which it is.
#[derive(Debug, Clone, Copy)]
struct Hash {
    slot: u64,
    tag: u64,
}

impl Hash {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.slot ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.slot = product as u64 ^ (product >> 64) as u64;
        self.tag =
            (self.tag ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29) ^ self.slot;
    }

    #[inline(always)]
    fn add_set<W: Word>(&mut self, set: W) {
        let bits = set.to_u128();
        self.add(bits as u64);
        if W::BITS > 64 {
            self.add((bits >> 64) as u64);
        }
    }
}

impl<W: Word, C: Cpu> Structure<W, C> {
    /// The relative ranks: owners in binary, a word a digit.
    #[inline(always)]
    pub(super) fn new(
        cpu: C,
        plan: &Plan<'_, W>,
        hands: &[W],
        out: W,
        leader: usize,
        tricks: u32,
    ) -> Self {
        let packing = plan.ground.packing.packing(cpu, out);
        let mut hash = Hash { slot: 0x243f_6a88_85a3_08d3 ^ plan.salt, tag: plan.salt };
        // A word of its own: over the bits of a hand, a leader could stand for a card.
        if !fault::has(Fault::LeaderIgnored) {
            hash.add(leader as u64 + 1);
        }
        let digit = |digit: usize| {
            let owners = hands.iter().enumerate().filter(|(seat, _)| seat >> digit & 1 == 1);
            owners.fold(W::ZERO, |all, (_, &hand)| all | hand)
        };
        let digits = (usize::BITS - (hands.len() - 1).leading_zeros()) as usize;
        for number in 0..digits {
            hash.add_set(packing.pack(digit(number)));
        }
        hash.add_set(packing.full);
        let gifts = plan.gifts.key(tricks);
        if gifts != 0 {
            hash.add(gifts);
        }
        let filling = plan.worth.signature(out);
        if !(out & plan.worth.exact).is_empty() {
            hash.add(FILLING);
            hash.add_set(out & plan.worth.exact);
        }
        Self { packing, out, hash, filling }
    }

    /// How many cards of each lane every seat holds, and who owns the highest: what positions have in
    /// common that fit one pattern.
    #[inline(always)]
    pub(super) fn of_shape(
        cpu: C,
        plan: &Plan<'_, W>,
        hands: &[W],
        out: W,
        leader: usize,
        tricks: u32,
    ) -> (Self, Holdings) {
        let packing = plan.ground.packing.packing(cpu, out);
        let mut hash = Hash { slot: 0x1319_8a2e_0370_7344 ^ plan.salt, tag: plan.salt };
        hash.add(leader as u64 + 1);
        let mut holdings = Holdings { owners: [0; 2], fillings: [0; MOST_SEATS] };
        for (seat, &hand) in hands.iter().enumerate() {
            let counts = plan
                .ground
                .lanes
                .iter()
                .fold(0, |counts, &lane| counts << 6 | u64::from((hand & lane).len()));
            hash.add(counts);
            holdings.fillings[seat % MOST_SEATS] = plan.worth.signature(hand);
        }
        for (digit, owners) in holdings.owners.iter_mut().enumerate() {
            let of_digit = hands.iter().enumerate().filter(|(seat, _)| seat >> digit & 1 == 1);
            let packed = packing.pack(of_digit.fold(W::ZERO, |all, (_, &hand)| all | hand));
            *owners = packed.to_u128();
            hash.add_set(packed & plan.ranking.highest);
        }
        let gifts = plan.gifts.key(tricks);
        if gifts != 0 {
            hash.add(gifts);
        }
        (Self { packing, out, hash, filling: 0 }, holdings)
    }

    /// Cards still out as relative places, and back.
    #[inline(always)]
    pub(super) fn packed(&self, cards: W) -> u128 {
        self.packing.pack(cards).to_u128()
    }

    #[inline(always)]
    pub(super) fn unpacked(&self, places: u128) -> W {
        self.packing.unpack(W::from_u128(places) & self.packing.full)
    }

    /// Both hashes.
    #[inline(always)]
    pub(super) fn hashes(&self) -> (u64, u64) {
        (self.hash.slot, self.hash.tag)
    }

    /// What is still open beside: facts, named cards, tricks that end rules count.
    #[inline(always)]
    pub(super) fn with(
        mut self,
        plan: &Plan<'_, W>,
        course: &Course<W>,
        hands: &[W],
        stake: &Stake,
        ends: u64,
    ) -> Self {
        if stake.live != 0 {
            if !fault::has(Fault::StandIgnored) {
                self.hash.add(stake.class);
            }
            for (number, track) in course.tracks.iter().enumerate() {
                if stake.live >> number & 1 == 0 {
                    continue;
                }
                let cards = track.cards() & self.out;
                if !cards.is_empty() && !fault::has(Fault::FactCardsUnnamed) {
                    self.hash.add(FACTS + number as u64);
                    self.hash.add_set(self.packing.pack(cards));
                }
                if track.counts_units() {
                    // It sees the points of both sides, so that nothing can be set off.
                    self.hash.add(FILLING + u64::from(self.filling) * 0x10_0000);
                }
            }
        }
        if ends != 0 {
            self.hash.add(ENDS);
            self.hash.add(ends);
        }
        if plan.has_names && !fault::has(Fault::RuleCardsUnnamed) {
            self.name(plan, hands);
        }
        self
    }

    #[inline(always)]
    fn name(&mut self, plan: &Plan<'_, W>, hands: &[W]) {
        let rules = plan.rules;
        if let Some(emperor) = &rules.emperor
            && emperor.cards.is_within(self.out)
        {
            self.hash.add(NAMES);
            self.hash.add_set(self.packing.pack(emperor.cards));
            self.hash.add_set(self.packing.pack(W::of(emperor.winner)));
        }
        let reserved = hands.iter().enumerate().fold(W::ZERO, |all, (seat, &hand)| {
            all | (hand & rules.reserved[usize::from(plan.table.real[seat]) % rules.reserved.len()])
        });
        if !reserved.is_empty() {
            self.hash.add(NAMES + 1);
            self.hash.add_set(self.packing.pack(reserved));
        }
        if !plan.prize.is_empty() && !(self.out & rules.prize_card).is_empty() {
            self.hash.add(NAMES + 2);
            self.hash.add_set(self.packing.pack(rules.prize_card));
        }
    }

    #[inline(always)]
    pub(super) fn key(&self) -> Key {
        Key::new(self.hash.slot, self.hash.tag)
    }

    /// The card at a relative place.
    #[inline(always)]
    pub(super) fn card(&self, place: u8) -> Option<Place> {
        self.packing.unpack(W::of(Place::new(place)?) & self.packing.full).lowest()
    }

    /// The relative place of a card.
    #[inline(always)]
    pub(super) fn place(&self, card: Option<Place>) -> u8 {
        let packed = card.map_or(W::ZERO, |card| self.packing.pack(W::of(card) & self.out));
        packed.lowest().map_or(NONE, Place::number)
    }
}
