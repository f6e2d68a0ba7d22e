//! Cases narrowed by what a play has shown since they were counted.

use super::{Kind, PlacementSpec};

/// A placement, and whose hand each of its groups was when play began.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CaseSpec {
    /// The placement.
    pub placement: PlacementSpec,
    /// By group, the seat; `None` for what was no hand. May be shorter.
    pub seats: Vec<Option<u8>>,
}

impl From<PlacementSpec> for CaseSpec {
    fn from(placement: PlacementSpec) -> Self {
        Self { placement, seats: vec![] }
    }
}

/// What a play has shown.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// By card, the seat in whose hand it was when play began; below 0 if that has not been seen.
    pub owner: &'a [i8],
    /// By card, the seats that cannot have held it, bit by seat.
    pub barred: &'a [u16],
    /// By card of the cases, the card that stands in its place; as they are if `None`.
    pub cards: Option<&'a [u8]>,
}

impl Shown<'_> {
    /// The card in the place of one.
    #[must_use]
    pub(super) fn card(&self, card: u8) -> u8 {
        self.cards.map_or(card, |cards| cards.get(usize::from(card)).copied().unwrap_or(card))
    }

    /// The same for a set.
    #[must_use]
    pub(super) fn set(&self, mut cards: u128) -> u128 {
        if self.cards.is_none() {
            return cards;
        }
        let mut found = 0;
        while cards != 0 {
            let card = cards.trailing_zeros().to_le_bytes()[0];
            found |= 1_u128.checked_shl(u32::from(self.card(card))).unwrap_or(0);
            cards &= cards - 1;
        }
        found
    }

    /// The groups in which a card can lie, of some.
    fn groups(&self, card: u8, groups: u128, hands: &[(u128, u8)]) -> u128 {
        let at = usize::from(card);
        let owner = self.owner.get(at).copied().unwrap_or(-1);
        let barred = self.barred.get(at).copied().unwrap_or(0);
        let Ok(owner) = u8::try_from(owner) else {
            let out = |seat: u8| barred.checked_shr(u32::from(seat)).unwrap_or(0) & 1 == 1;
            return hands
                .iter()
                .filter(|(_, seat)| out(*seat))
                .fold(groups, |left, (bit, _)| left & !bit);
        };
        let own = hands.iter().filter(|(_, seat)| *seat == owner);
        groups & own.fold(0, |own, (bit, _)| own | bit)
    }
}

impl CaseSpec {
    /// The placement after what a play has shown.
    #[must_use]
    pub fn narrowed(&self, shown: &Shown<'_>) -> PlacementSpec {
        let seats = (0..).zip(&self.seats);
        let bit = |group: u32| 1_u128.checked_shl(group).unwrap_or(0);
        let hands: Vec<(u128, u8)> =
            seats.filter_map(|(group, seat)| Some((bit(group), (*seat)?))).collect();
        let in_hands = hands.iter().fold(0, |all, (bit, _)| all | bit);
        let spec = &self.placement;
        let mut kinds: Vec<Kind> = Vec::with_capacity(spec.kinds.len());
        // What the cards of each kind weigh is that of the one it comes from.
        let mut origin: Vec<usize> = Vec::with_capacity(spec.kinds.len());
        let is_alike = |one: usize, other: usize| {
            spec.sums.iter().all(|sum| sum.weights.get(one) == sum.weights.get(other))
        };
        for (from, kind) in spec.kinds.iter().enumerate() {
            for card in kind.cards.iter().map(|&card| shown.card(card)) {
                // Cards that were in no hand are those of a play's past; nothing narrows them.
                let groups = if kind.groups & in_hands == 0 {
                    kind.groups
                } else {
                    shown.groups(card, kind.groups, &hands)
                };
                let same = |(found, &other): (&Kind, &usize)| {
                    found.groups == groups && is_alike(other, from)
                };
                if let Some(at) = kinds.iter().zip(&origin).position(same) {
                    kinds[at].cards.push(card);
                } else {
                    kinds.push(Kind { cards: vec![card], groups });
                    origin.push(from);
                }
            }
        }
        for kind in &mut kinds {
            kind.cards.sort_unstable();
        }
        let mut sums = spec.sums.clone();
        for sum in &mut sums {
            let weight = |&from: &usize| sum.weights.get(from).copied().unwrap_or_default();
            sum.weights = origin.iter().map(weight).collect();
        }
        PlacementSpec { groups: spec.groups.clone(), kinds, sums }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Group, Sum};

    fn kind(cards: &[u8], groups: u128) -> Kind {
        Kind { cards: cards.to_vec(), groups }
    }

    /// Two hands, what was laid away, and a card in the talon.
    fn case() -> CaseSpec {
        let group = |columns: &[u8]| Group { columns: columns.to_vec(), is_hand: true };
        let sum = Sum { groups: 0b100, weights: vec![0, 1, 0], at_least: 1, at_most: 2 };
        let placement = PlacementSpec {
            groups: vec![group(&[0, 1]), group(&[2, 3]), group(&[4, 5]), group(&[6])],
            kinds: vec![kind(&[0, 1, 2], 0b111), kind(&[3, 4, 5], 0b111), kind(&[6], 0b1000)],
            sums: vec![sum],
        };
        CaseSpec { placement, seats: vec![Some(0), Some(2), None, None] }
    }

    #[test]
    fn cards_seen_and_barred_are_kinds_of_their_own() {
        let owner = [-1, 2, -1, -1, -1, -1, 0];
        let barred = [0, 0, 0b001, 0, 0b101, 0, 0b001];
        let found = case().narrowed(&Shown { owner: &owner, barred: &barred, cards: None });
        let expected = [
            kind(&[0], 0b111),
            kind(&[1], 0b010),
            kind(&[2], 0b110),
            kind(&[3, 5], 0b111),
            kind(&[4], 0b100),
            kind(&[6], 0b1000),
        ];
        assert_eq!(found.kinds, expected);
        assert_eq!(found.sums[0].weights, [0, 0, 0, 1, 1, 0]);
        assert_eq!(found.groups, case().placement.groups);
    }

    #[test]
    fn other_cards_stand_in_the_place_of_those_of_the_case() {
        let cards = [6, 5, 4, 3, 2, 1, 0];
        let shown = Shown { owner: &[-1; 7], barred: &[0; 7], cards: Some(&cards) };
        let found = case().narrowed(&shown);
        assert_eq!(found.kinds, [kind(&[4, 5, 6], 0b111), kind(&[1, 2, 3], 0b111), kind(&[0], 8)]);
        assert_eq!(shown.set(0b11), 0b110_0000);
    }
}
