//! Dealing under conditions on what lies where.

use std::collections::BTreeMap;

use super::{Dealer, Group, Kind, Placement, PlacementSpec, Stream, Sum};
use crate::cards::Card;
use crate::rules::{Faults, Faulty};

/// How many cases the dealing under conditions may count before it rather rejects deals.
const CASES: usize = 1 << 19;

/// How deep conditions may be nested.
const MAX_DEPTH: usize = 32;

/// Bounds of the weight of the cards in some columns of the row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The columns.
    pub columns: Vec<u8>,
    /// What each card of the deck weighs.
    pub weights: Vec<u32>,
    /// The least weight.
    pub at_least: u32,
    /// The largest.
    pub at_most: u32,
}

impl Bounds {
    /// Whether all cards that weigh must lie there.
    fn must(&self) -> bool {
        let whole = self.weights.iter().copied().fold(0, u32::saturating_add);
        self.at_least == whole && whole <= self.at_most
    }

    /// Whether none of them may.
    fn must_not(&self) -> bool {
        self.at_least == 0 && self.at_most == 0
    }

    fn holds(&self, row: &[u8]) -> bool {
        let cards = self.columns.iter().map(|&column| row[usize::from(column)]);
        let weight = cards.map(|card| self.weights[usize::from(card)]).fold(0, u32::saturating_add);
        (self.at_least..=self.at_most).contains(&weight)
    }
}

/// What a deal must be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// A weight within bounds.
    Bounds(Bounds),
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these at least.
    Any(Vec<Condition>),
}

impl Condition {
    fn holds(&self, row: &[u8]) -> bool {
        match self {
            Self::Bounds(bounds) => bounds.holds(row),
            Self::All(parts) => parts.iter().all(|part| part.holds(row)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(row)),
        }
    }

    fn check(&self, dealer: &Dealer, depth: usize, at: &str, faults: &mut Faulty) {
        let deck = dealer.deck_size();
        match self {
            Self::Bounds(bounds) => {
                let message = format!("{} weights for {deck} cards", bounds.weights.len());
                faults.require(bounds.weights.len() == deck, "weights", at, message);
                let wrong = bounds.columns.iter().find(|column| usize::from(**column) >= deck);
                let message = format!("column {wrong:?} of {deck}");
                faults.require(wrong.is_none(), "no_such_column", at, message);
                // Hands are put in order: which card lies in which column says nothing.
                let is_whole = |mut hand: std::ops::Range<u8>| {
                    let first = bounds.columns.contains(&hand.start);
                    hand.all(|column| bounds.columns.contains(&column) == first)
                };
                let message = "the columns of a hand can only be looked at together";
                faults.require(dealer.hands().all(is_whole), "part_of_hand", at, message);
            }
            Self::All(_) | Self::Any(_) if depth == MAX_DEPTH => {
                faults.note("too_deep", at, format!("nested more than {MAX_DEPTH} deep"));
            }
            Self::All(parts) | Self::Any(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    part.check(dealer, depth + 1, &format!("{at}[{index}]"), faults);
                }
            }
        }
    }
}

/// How often deals were rejected, and by what.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rejected {
    /// Deals by a condition, one a condition: the first one that did not hold.
    pub by: Vec<u64>,
    /// Deals that the rules of the game call void.
    pub void: u64,
}

impl Rejected {
    /// Adds what was rejected elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.by.resize(self.by.len().max(other.by.len()), 0);
        self.by.iter_mut().zip(&other.by).for_each(|(sum, by)| *sum += by);
        self.void += other.void;
    }

    /// The number of all of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by.iter().sum::<u64>() + self.void
    }
}

/// A deal that is being looked for.
#[derive(Debug)]
pub struct Attempt {
    stream: Stream,
    /// How often it was dealt so far.
    pub tries: u64,
}

impl Attempt {
    /// The deal with this number, not dealt yet.
    #[must_use]
    pub fn new(seed: u64, deal: u64) -> Self {
        Self { stream: Stream::dealing(seed, deal), tries: 0 }
    }
}

/// Deals rows under conditions: each deal that satisfies them has the same probability.
///
/// Bounds of weights are met by construction as long as counting the ways is cheap. Everything
/// else is dealt anew until it holds.
#[derive(Debug, Clone)]
pub struct Conditioned {
    dealer: Dealer,
    placement: Placement,
    /// What is looked at afterwards, with the number of the condition.
    later: Vec<(usize, Condition)>,
    given: usize,
}

impl Conditioned {
    /// Prepares the dealing.
    ///
    /// # Errors
    /// Every fault of the conditions, such as a column that the deck does not have.
    pub fn new(dealer: Dealer, conditions: &[Condition]) -> Result<Self, Faults> {
        let mut faults = Faulty::default();
        for (index, condition) in conditions.iter().enumerate() {
            condition.check(&dealer, 0, &format!("where[{index}]"), &mut faults);
        }
        faults.finish()?;
        let is_bounds = |index: &usize| matches!(conditions[*index], Condition::Bounds(_));
        let (mut counted, mut later): (Vec<usize>, Vec<usize>) =
            (0..conditions.len()).partition(is_bounds);
        // Which cards must or must not lie somewhere costs least; the others are given up first.
        counted.sort_by_key(|&index| !conditions[index].is_fixed());
        let placement = loop {
            let spec = placement(&dealer, counted.iter().map(|&index| &conditions[index]));
            match Placement::new(&spec, CASES) {
                Ok(placement) => break placement,
                Err(_) => later.extend(counted.split_off(counted.len() / 2)),
            }
        };
        later.sort_unstable();
        let later = later.into_iter().map(|index| (index, conditions[index].clone())).collect();
        Ok(Self { dealer, placement, later, given: conditions.len() })
    }

    /// Whether the bounds that were counted can hold together. What is rejected is not looked at.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.placement.is_possible()
    }

    /// Whether all is met by construction, but for deals that the rules of the game call void.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.later.is_empty()
    }

    /// Number of cards in a row.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.dealer.deck_size()
    }

    /// Deals up to `tries` times more, until a deal is found: then it lies in `row`.
    ///
    /// # Panics
    /// If `row` is shorter than the deck.
    pub fn attempt(
        &self,
        attempt: &mut Attempt,
        tries: u64,
        row: &mut [u8],
        rejected: &mut Rejected,
    ) -> bool {
        let row = &mut row[..self.deck_size()];
        rejected.by.resize(self.given, 0);
        for _ in 0..tries {
            attempt.tries += 1;
            self.placement.draw(&mut attempt.stream, row);
            if !self.dealer.sort_hands(row) {
                rejected.void += 1;
            } else if let Some(&(index, _)) =
                self.later.iter().find(|(_, condition)| !condition.holds(row))
            {
                rejected.by[index] += 1;
            } else {
                return true;
            }
        }
        false
    }
}

impl Condition {
    /// Whether it says of cards that they must, or must not, lie somewhere.
    fn is_fixed(&self) -> bool {
        let Self::Bounds(bounds) = self else { return false };
        bounds.must() || bounds.must_not()
    }
}

/// The placement under some bounds: columns and cards between which they make no difference are
/// put together.
fn placement<'a>(
    dealer: &Dealer,
    conditions: impl Iterator<Item = &'a Condition>,
) -> PlacementSpec {
    let all: Vec<&Bounds> = conditions
        .filter_map(|condition| match condition {
            Condition::Bounds(bounds) => Some(bounds),
            _ => None,
        })
        .collect();
    let groups = groups(dealer, &all);
    let set = |bounds: &Bounds| -> u128 {
        let is_in = |group: &Group| bounds.columns.contains(&group.columns[0]);
        groups.iter().enumerate().filter(|(_, group)| is_in(group)).map(|(at, _)| 1 << at).sum()
    };
    let sets: Vec<u128> = all.iter().map(|bounds| set(bounds)).collect();
    let mut kinds: BTreeMap<(u128, Vec<u32>), Vec<u8>> = BTreeMap::new();
    let (mut fixed, mut open) = (Vec::new(), Vec::new());
    for (bounds, set) in all.iter().zip(sets) {
        if bounds.must() {
            fixed.push((bounds, set));
        } else if bounds.must_not() {
            fixed.push((bounds, !set));
        } else {
            open.push((bounds, set));
        }
    }
    for card in 0..u8::try_from(dealer.deck_size()).unwrap_or(Card::MAX) {
        let weight = |bounds: &Bounds| bounds.weights[usize::from(card)];
        let groups = fixed.iter().filter(|(bounds, _)| weight(bounds) > 0);
        let groups = groups.fold(u128::MAX, |all, (_, set)| all & set);
        let weights = open.iter().map(|(bounds, _)| weight(bounds)).collect();
        kinds.entry((groups, weights)).or_default().push(card);
    }
    let sums = (0..).zip(&open).map(|(number, (bounds, set)): (usize, _)| Sum {
        groups: *set,
        weights: kinds.keys().map(|(_, weights)| weights[number]).collect(),
        at_least: bounds.at_least,
        at_most: bounds.at_most,
    });
    let sums = sums.collect();
    let kinds = kinds.into_iter().map(|((groups, _), cards)| Kind { cards, groups }).collect();
    PlacementSpec { groups, kinds, sums }
}

/// Columns by the all that look at them and the hand that they belong to.
fn groups(dealer: &Dealer, all: &[&Bounds]) -> Vec<Group> {
    let mut hand_of: [Option<usize>; Card::MAX as usize] = [None; Card::MAX as usize];
    for (hand, columns) in dealer.hands().enumerate() {
        columns.for_each(|column| hand_of[usize::from(column)] = Some(hand));
    }
    let mut groups: BTreeMap<(Option<usize>, Vec<bool>), Vec<u8>> = BTreeMap::new();
    for column in 0..u8::try_from(dealer.deck_size()).unwrap_or(Card::MAX) {
        let seen = all.iter().map(|bounds| bounds.columns.contains(&column)).collect();
        groups.entry((hand_of[usize::from(column)], seen)).or_default().push(column);
    }
    let group =
        |((hand, _), columns): ((Option<usize>, _), _)| Group { columns, is_hand: hand.is_some() };
    groups.into_iter().map(group).collect()
}
