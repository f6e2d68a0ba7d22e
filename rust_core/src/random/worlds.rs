//! Drawing worlds: deals, and what was laid away in secret, that a seat thinks possible.

use super::cases::Cases;
use super::{CaseSpec, Dealer, PlacementSpec, Shown, Stream, VoidHand};
use crate::cards::Card;
use crate::rules::{Faults, Faulty};

const MAX_CARDS: usize = Card::MAX as usize;

/// Where a column of the row gets its card from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// What was drawn for this slot.
    Slot(u8),
    /// This card.
    Card(u8),
}

/// Columns of the row that are in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowHand {
    /// The columns.
    pub columns: Vec<u8>,
    /// Slots whose cards lie in them.
    pub slots: Vec<u8>,
    /// Other cards that lie in them.
    pub cards: Vec<u8>,
    /// Cards that do not, although they are in one of the slots.
    pub without: Vec<u8>,
}

/// Cards that a seat laid away one by one, some of them in secret.
///
/// The cards of the first tier that it still holds any of may be laid away, and no others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaySpec {
    /// The slots of the cards that were laid away in secret.
    pub laid: Vec<u8>,
    /// The slots of the cards that the seat kept.
    pub kept: Vec<u8>,
    /// Other cards that it kept.
    pub kept_cards: Vec<u8>,
    /// What was laid away, one after the other: a card, or what lies in one of the slots.
    pub events: Vec<Option<u8>>,
    /// The tiers.
    pub tiers: Vec<Vec<u8>>,
}

/// What worlds are made of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorldsSpec {
    /// Number of cards in the deck, and so of columns of a row.
    pub deck_size: u8,
    /// Where the cards that the seat does not know can lie, in slots; each world is one of one
    /// case, and cases have no world in common.
    pub cases: Vec<CaseSpec>,
    /// Where each column of the row gets its card from; those of hands do not matter.
    pub row: Vec<Source>,
    /// Columns in order: first those of the seats.
    pub hands: Vec<RowHand>,
    /// Number of seats.
    pub seats: u8,
    /// What was laid away in secret.
    pub lay: Option<LaySpec>,
    /// What makes a deal void, in some of the first `seats` hands.
    pub void: Vec<VoidHand>,
}

impl WorldsSpec {
    fn check(&self) -> Result<(), Faults> {
        let mut faults = Faulty::default();
        let deck = usize::from(self.deck_size);
        faults.require(deck <= MAX_CARDS, "deck_size", "deck_size", format!("{deck} cards"));
        let message = format!("{} sources for {deck} columns", self.row.len());
        faults.require(self.row.len() == deck, "row", "row", message);
        let cards_and_slots = |cards: &[u8], slots: &[u8]| {
            cards.iter().all(|&card| usize::from(card) < deck)
                && slots.iter().all(|&slot| usize::from(slot) < MAX_CARDS)
        };
        for (number, case) in self.cases.iter().enumerate() {
            check_case(&case.placement, deck, &format!("cases[{number}]"), &mut faults);
        }
        for (number, hand) in self.hands.iter().enumerate() {
            let fits = cards_and_slots(&hand.cards, &hand.slots)
                && cards_and_slots(&hand.without, &[])
                && hand.columns.iter().all(|&column| usize::from(column) < deck);
            faults.require(fits, "hand", format!("hands[{number}]"), "no such card or column");
        }
        if let Some(lay) = &self.lay {
            let events: Vec<u8> = lay.events.iter().flatten().copied().collect();
            let secret = lay.events.len() - events.len();
            let fits = cards_and_slots(&lay.kept_cards, &lay.laid)
                && cards_and_slots(&events, &lay.kept)
                && lay.tiers.iter().all(|tier| cards_and_slots(tier, &[]))
                && secret == lay.laid.len();
            faults.require(fits, "lay", "lay", "no such card, or the events do not fit");
        }
        faults.finish()
    }
}

/// Whether slots, groups and cards of a case fit together.
pub(super) fn check_case(case: &PlacementSpec, deck: usize, at: &str, faults: &mut Faulty) {
    let mut seen = 0_u128;
    for &slot in case.groups.iter().flat_map(|group| &group.columns) {
        let bit = 1_u128.checked_shl(u32::from(slot)).unwrap_or(0);
        faults.require(bit & !seen != 0, "slot", at, format!("slot {slot}"));
        seen |= bit;
    }
    let cards = case.kinds.iter().flat_map(|kind| &kind.cards);
    let fits = cards.clone().all(|&card| usize::from(card) < deck)
        && cards.count() <= MAX_CARDS
        && case.groups.len() <= MAX_CARDS
        && case.sums.iter().all(|sum| sum.weights.len() == case.kinds.len());
    faults.require(fits, "case", at, "cards, groups or sums do not fit");
}

/// Why there are no worlds to draw from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoWorlds {
    /// The specification is at fault.
    Faults(Faults),
    /// There are too many cases to count.
    TooMany,
}

/// Draws worlds, each with the same probability.
#[derive(Debug, Clone)]
pub struct Worlds {
    deck_size: usize,
    specs: Vec<CaseSpec>,
    cases: Cases,
    row: Vec<Source>,
    hands: Vec<Gathered>,
    seats: usize,
    lay: Option<Lay>,
    void: Vec<(u128, u128)>,
}

#[derive(Debug, Clone)]
struct Gathered {
    columns: Vec<u8>,
    slots: Vec<u8>,
    cards: u128,
    without: u128,
}

#[derive(Debug, Clone)]
struct Lay {
    laid: Vec<u8>,
    kept: Vec<u8>,
    /// Cards held at first whose slots are not asked.
    held: u128,
    events: Vec<Option<u8>>,
    tiers: Vec<u128>,
}

impl Worlds {
    /// Counts the worlds.
    ///
    /// # Errors
    /// [`NoWorlds`]: the specification is at fault, or counting would take too long.
    pub fn new(spec: &WorldsSpec) -> Result<Self, NoWorlds> {
        spec.check().map_err(NoWorlds::Faults)?;
        let cases = Cases::new(&spec.cases)?;
        let gathered = |hand: &RowHand| Gathered {
            columns: hand.columns.clone(),
            slots: hand.slots.clone(),
            cards: set(&hand.cards),
            without: set(&hand.without),
        };
        let lay = |lay: &LaySpec| Lay {
            laid: lay.laid.clone(),
            kept: lay.kept.clone(),
            held: lay.events.iter().flatten().fold(set(&lay.kept_cards), |all, &c| all | 1 << c),
            events: lay.events.clone(),
            tiers: lay.tiers.iter().map(|tier| set(tier)).collect(),
        };
        Ok(Self {
            deck_size: usize::from(spec.deck_size),
            specs: spec.cases.clone(),
            cases,
            row: spec.row.clone(),
            hands: spec.hands.iter().map(gathered).collect(),
            seats: usize::from(spec.seats),
            lay: spec.lay.as_ref().map(lay),
            void: spec.void.iter().map(|void| (set(&void.cards), set(&void.equals))).collect(),
        })
    }

    /// Whether there is any world, before it is asked whether cards could be laid away like that.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.cases.is_possible()
    }

    /// The same worlds after what a play has shown; with other cards in the place of these if it
    /// says so, which nothing that was laid away may hang on.
    ///
    /// # Errors
    /// [`NoWorlds::TooMany`]: counting would take too long.
    pub fn narrowed(&self, shown: &Shown<'_>) -> Result<Self, NoWorlds> {
        let mut found = Self {
            specs: vec![],
            cases: Cases::narrowed(&self.specs, shown)?,
            row: self.row.clone(),
            hands: self.hands.clone(),
            lay: self.lay.clone(),
            void: self.void.clone(),
            ..*self
        };
        if shown.cards.is_some() {
            for source in &mut found.row {
                if let Source::Card(card) = source {
                    *card = shown.card(*card);
                }
            }
            for hand in &mut found.hands {
                (hand.cards, hand.without) = (shown.set(hand.cards), shown.set(hand.without));
            }
        }
        Ok(found)
    }

    /// Number of columns of a row.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.deck_size
    }

    /// How many cards were laid away in secret.
    #[must_use]
    pub fn laid(&self) -> usize {
        self.lay.as_ref().map_or(0, |lay| lay.laid.len())
    }

    /// Draws a world: the row of the deal, and the cards laid away in secret in their order.
    /// `false` if what was drawn is none after all.
    ///
    /// # Panics
    /// If `row` or `laid` is too short.
    pub fn draw(&self, stream: &mut Stream, row: &mut [u8], laid: &mut [u8]) -> bool {
        let Some(placement) = self.cases.draw(stream) else { return false };
        let mut slots = [0; MAX_CARDS];
        placement.draw(stream, &mut slots);
        if !self.lay.as_ref().is_none_or(|lay| lay.order(stream, &slots, laid)) {
            return false;
        }
        for (column, source) in row.iter_mut().zip(&self.row) {
            *column = match *source {
                Source::Slot(slot) => slots[usize::from(slot) % MAX_CARDS],
                Source::Card(card) => card,
            };
        }
        self.hands.iter().enumerate().all(|(number, hand)| {
            let cards = held(&hand.slots, &slots, hand.cards) & !hand.without;
            Dealer::write(cards, &hand.columns, row);
            number >= self.seats || !self.void.iter().any(|&(of, equals)| cards & of == equals)
        })
    }
}

impl Lay {
    /// Puts the cards laid away in secret into some order; `false` if the rules forbid it.
    fn order(&self, stream: &mut Stream, slots: &[u8], laid: &mut [u8]) -> bool {
        let laid = &mut laid[..self.laid.len()];
        for (card, &slot) in laid.iter_mut().zip(&self.laid) {
            *card = slots[usize::from(slot) % MAX_CARDS];
        }
        stream.shuffle(laid, laid.len());
        let mut held = held(&self.laid, slots, held(&self.kept, slots, self.held));
        let mut secret = laid.iter().copied();
        self.events.iter().all(|event| {
            let card = event.or_else(|| secret.next()).unwrap_or_default();
            let tier = self.tiers.iter().map(|tier| tier & held).find(|cards| *cards != 0);
            held &= !(1 << card);
            tier.is_some_and(|tier| tier >> card & 1 == 1)
        })
    }
}

/// The cards of some slots, and others.
fn held(of: &[u8], slots: &[u8], cards: u128) -> u128 {
    of.iter().fold(cards, |set, &slot| set | 1 << slots[usize::from(slot) % MAX_CARDS])
}

pub(super) fn set(cards: &[u8]) -> u128 {
    cards.iter().fold(0, |set, &card| set | 1_u128.checked_shl(u32::from(card)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::random::{Group, Kind, Sum};

    fn group(slots: [u8; 2]) -> Group {
        Group { columns: slots.to_vec(), is_hand: true }
    }

    /// Six cards: a seat kept two and laid two away, the other has two. Card 5 was taken openly.
    fn spec(cases: Vec<PlacementSpec>) -> WorldsSpec {
        let hand = |columns: [u8; 4], slots: [u8; 4]| RowHand {
            columns: columns[..3].to_vec(),
            slots: slots.to_vec(),
            cards: vec![],
            without: vec![5],
        };
        let other =
            RowHand { columns: vec![3, 4], slots: vec![4, 5], cards: vec![], without: vec![] };
        WorldsSpec {
            deck_size: 6,
            cases: cases.into_iter().map(CaseSpec::from).collect(),
            row: [vec![Source::Card(0); 5], vec![Source::Card(5)]].concat(),
            hands: vec![hand([0, 1, 2, 0], [0, 1, 2, 3]), other],
            seats: 2,
            lay: Some(LaySpec {
                laid: vec![2, 3],
                kept: vec![0, 1],
                kept_cards: vec![],
                events: vec![None, None],
                tiers: vec![vec![0, 1, 2], vec![0, 1, 2, 3, 4, 5]],
            }),
            void: vec![VoidHand { cards: vec![0, 1, 2], equals: vec![0, 1, 2] }],
        }
    }

    fn case(kinds: Vec<Kind>, sums: Vec<Sum>) -> PlacementSpec {
        PlacementSpec { groups: vec![group([0, 1]), group([2, 3]), group([4, 5])], kinds, sums }
    }

    fn kind(cards: &[u8], groups: u128) -> Kind {
        Kind { cards: cards.to_vec(), groups }
    }

    /// All worlds: the cards of the slots, and the order of those laid away.
    fn all_worlds() -> Vec<(Vec<u8>, [u8; 2])> {
        let mut found = Vec::new();
        for code in 0..6_u32.pow(6) {
            let places: Vec<u32> = (0..6).map(|card| code / 6_u32.pow(card) % 6).collect();
            let mut sorted = places.clone();
            sorted.sort_unstable();
            let ascending = places.iter().all(|place| {
                place % 2 == 0 || {
                    let partner = places.iter().position(|other| other + 1 == *place);
                    partner < places.iter().position(|other| other == place)
                }
            });
            // Slots of one place are told apart only by the order of what was laid away.
            if sorted != [0, 1, 2, 3, 4, 5] || !ascending || places[5] > 3 {
                continue;
            }
            let at =
                |place| u8::try_from(places.iter().position(|&p| p == place).unwrap()).unwrap();
            for [first, second] in [[2, 3], [3, 2]] {
                let (laid, kept) = ([at(first), at(second)], [at(0), at(1)]);
                let is_plain = |card: &u8| *card < 3;
                let held = |cards: &[u8]| cards.iter().chain(&kept).any(is_plain);
                let legal = (is_plain(&laid[0]) || !held(&laid))
                    && (is_plain(&laid[1]) || !held(&laid[1..]));
                let mut hand: Vec<u8> = laid.iter().chain(&kept).copied().collect();
                hand.retain(|&card| card != 5);
                hand.sort_unstable();
                let other = [at(4), at(5)];
                if legal && hand != [0, 1, 2] {
                    found.push(([&hand[..], &other[..], &[5]].concat(), laid));
                }
            }
        }
        found
    }

    #[test]
    fn worlds_are_uniform_however_they_are_put_into_cases() {
        let expected = all_worlds();
        assert!(expected.len() > 20);
        let whole = case(vec![kind(&[0, 1, 2, 3, 4], 0b111), kind(&[5], 0b011)], vec![]);
        // Plain cards alone were laid away; or others too, and then no plain one was kept.
        let plain =
            case(vec![kind(&[0, 1, 2], 0b111), kind(&[3, 4], 0b101), kind(&[5], 0b001)], vec![]);
        let heavy = Sum { groups: 0b010, weights: vec![0, 1, 1], at_least: 1, at_most: 2 };
        let poor = case(
            vec![kind(&[0, 1, 2], 0b110), kind(&[3, 4], 0b111), kind(&[5], 0b011)],
            vec![heavy],
        );
        for cases in [vec![whole], vec![plain, poor]] {
            let worlds = Worlds::new(&spec(cases)).unwrap();
            assert!(worlds.is_possible());
            let mut counts: HashMap<(Vec<u8>, [u8; 2]), u32> = HashMap::new();
            let (mut row, mut laid) = ([0; 6], [0; 2]);
            let mut left = 100 * expected.len();
            let mut stream = Stream::sample(3, 0);
            while left > 0 {
                if worlds.draw(&mut stream, &mut row, &mut laid) {
                    *counts.entry((row.to_vec(), laid)).or_default() += 1;
                    left -= 1;
                }
            }
            let chi: f64 = expected
                .iter()
                .map(|world| (f64::from(counts.remove(world).unwrap_or(0)) - 100.0).powi(2) / 100.0)
                .sum();
            assert!(counts.is_empty(), "no worlds: {counts:?}");
            let freedom = f64::from(u32::try_from(expected.len() - 1).unwrap());
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
        }
    }

    #[test]
    fn what_is_not_there_is_a_fault() {
        let mut broken = spec(vec![case(vec![kind(&[9], 0b111)], vec![])]);
        broken.hands[0].columns.push(77);
        broken.row.pop();
        let NoWorlds::Faults(faults) = Worlds::new(&broken).unwrap_err() else { panic!() };
        let codes: Vec<&str> = faults.all().iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["row", "case", "hand"]);
        let nothing = WorldsSpec { row: vec![], ..WorldsSpec::default() };
        let worlds = Worlds::new(&nothing).unwrap();
        assert!(!worlds.is_possible());
        assert!(!worlds.draw(&mut Stream::sample(1, 1), &mut [], &mut []));
    }
}
