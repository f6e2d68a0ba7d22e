//! Drawing worlds whose way from the deal to the play is itself open: who was dealt what he laid
//! away in secret, or took.

use std::sync::Arc;

use super::cases::Cases;
use super::{CaseSpec, Dealer, Shown, Stream, VoidHand};
use super::{NoWorlds, worlds};
use crate::cards::Card;
use crate::rules::Faulty;

const MAX_CARDS: usize = Card::MAX as usize;

/// How many places there can be.
const MAX_PLACES: usize = 128;

/// Cards that went unseen from some places to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unseen {
    /// Where they went.
    pub to: u8,
    /// Where each came from.
    pub from: Vec<u8>,
    /// Cards that were there before, and stayed.
    pub stayed: Vec<u8>,
    /// Other cards there that cannot be among them.
    pub others: Vec<u8>,
}

/// What a seat held when it did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// The place of its hand.
    pub place: u8,
    /// The cards that count.
    pub cards: Vec<u8>,
    /// How many of them it held at least.
    pub at_least: u8,
    /// And at most.
    pub at_most: u8,
}

/// A card that a seat laid away: of the first tier that it held any cards of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidCard {
    /// The place of its hand.
    pub place: u8,
    /// The card; `None` for the one that moved unseen.
    pub card: Option<u8>,
    /// The tiers.
    pub tiers: Vec<Vec<u8>>,
}

/// One step on the way from the deal to the play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrailStep {
    /// Cards that were seen to move: where each came from, and where it went.
    pub seen: Vec<(u8, u8, u8)>,
    /// Cards that were seen to move, and the places that they came from in some order.
    pub mixed: Vec<(Vec<u8>, Vec<u8>)>,
    /// Cards that moved unseen.
    pub unseen: Vec<Unseen>,
    /// For each place the cards that can have lain there before.
    pub allowed: Vec<Vec<u8>>,
    /// What was held before.
    pub holdings: Vec<Holding>,
    /// What was laid away.
    pub laid: Option<LaidCard>,
}

/// What worlds are made of, and the steps that led from the deal to where the cards lie.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrailsSpec {
    /// Number of cards in the deck, and so of columns of a row.
    pub deck_size: u8,
    /// Number of places.
    pub places: u8,
    /// Where unknown cards can lie in the end, in slots; each world is one of one case, and cases
    /// have no world in common.
    pub cases: Vec<CaseSpec>,
    /// The place of each slot.
    pub slots: Vec<u8>,
    /// Where the other cards lie: card and place.
    pub known: Vec<(u8, u8)>,
    /// The steps, the last one first.
    pub steps: Vec<TrailStep>,
    /// Which column gets the card of which place.
    pub row: Vec<(u8, u8)>,
    /// Columns in order, the place whose cards lie in them, and cards of it that do not: first
    /// those of the seats.
    pub hands: Vec<(Vec<u8>, u8, Vec<u8>)>,
    /// Number of seats.
    pub seats: u8,
    /// Columns that get these cards.
    pub fixed: Vec<(u8, u8)>,
    /// What makes a deal void, in some of the first `seats` hands.
    pub void: Vec<VoidHand>,
}

/// Draws worlds, each way to have come there with the same probability.
#[derive(Debug, Clone)]
pub struct Trails {
    cases: Cases,
    way: Arc<Way>,
}

/// All but where the cards can lie in the end.
#[derive(Debug)]
struct Way {
    /// Without its steps, which are compiled.
    spec: TrailsSpec,
    steps: Vec<Step>,
    hands: Vec<(Vec<u8>, usize, u128)>,
    void: Vec<(u128, u128)>,
    secret: usize,
}

#[derive(Debug, Clone)]
struct Step {
    seen: Vec<(u8, u8, u8)>,
    mixed: Vec<(Vec<u8>, Vec<u8>, u128)>,
    unseen: Vec<(usize, Vec<u8>, u128, u128)>,
    allowed: Vec<u128>,
    holdings: Vec<(usize, u128, u32, u32)>,
    laid: Option<(usize, Option<u8>, Vec<u128>)>,
}

impl TrailsSpec {
    fn check(&self) -> Result<(), NoWorlds> {
        let mut faults = Faulty::default();
        let (deck, places) = (usize::from(self.deck_size), usize::from(self.places));
        let message = format!("{deck} cards, {places} places");
        let fits = deck <= MAX_CARDS && places <= MAX_PLACES;
        faults.require(fits, "sizes", "trail", message);
        for (number, case) in self.cases.iter().enumerate() {
            worlds::check_case(&case.placement, deck, &format!("cases[{number}]"), &mut faults);
        }
        let card = |card: &u8| usize::from(*card) < deck;
        let place = |place: &u8| usize::from(*place) < places;
        let pairs = self.known.iter().all(|(c, p)| card(c) && place(p))
            && self.row.iter().all(|(column, p)| card(column) && place(p))
            && self.fixed.iter().all(|(column, c)| card(column) && card(c))
            && self.slots.iter().all(place)
            && self.slots.len() <= MAX_CARDS;
        faults.require(pairs, "pairs", "trail", "no such card, column or place");
        for (number, (columns, at, without)) in self.hands.iter().enumerate() {
            let fits = columns.iter().chain(without).all(card) && place(at);
            faults.require(fits, "hand", format!("hands[{number}]"), "no such card or column");
        }
        for (number, step) in self.steps.iter().enumerate() {
            let fits = step.seen.iter().all(|(c, from, to)| card(c) && place(from) && place(to))
                && step.mixed.iter().all(|(cards, from)| {
                    cards.iter().all(card) && from.iter().all(place) && cards.len() == from.len()
                })
                && step.unseen.iter().all(|unseen| {
                    place(&unseen.to)
                        && unseen.from.iter().all(place)
                        && unseen.stayed.iter().chain(&unseen.others).all(card)
                })
                && step.allowed.len() == places
                && step.allowed.iter().flatten().all(card)
                && step
                    .holdings
                    .iter()
                    .all(|held| place(&held.place) && held.cards.iter().all(card))
                && step.laid.iter().all(|laid| {
                    place(&laid.place)
                        && laid.card.iter().chain(laid.tiers.iter().flatten()).all(card)
                        && (laid.card.is_some() || !step.unseen.is_empty())
                });
            faults.require(fits, "step", format!("steps[{number}]"), "no such card or place");
        }
        faults.finish().map_err(NoWorlds::Faults)
    }
}

impl Trails {
    /// Counts where the cards can lie in the end.
    ///
    /// # Errors
    /// [`NoWorlds`]: the specification is at fault, or counting would take too long.
    pub fn new(spec: &TrailsSpec) -> Result<Self, NoWorlds> {
        spec.check()?;
        let cases = Cases::new(&spec.cases)?;
        let set = worlds::set;
        let step = |step: &TrailStep| Step {
            seen: step.seen.clone(),
            mixed: step.mixed.iter().map(|(c, from)| (c.clone(), from.clone(), set(c))).collect(),
            unseen: step
                .unseen
                .iter()
                .map(|u| (usize::from(u.to), u.from.clone(), set(&u.stayed), set(&u.others)))
                .collect(),
            allowed: step.allowed.iter().map(|cards| set(cards)).collect(),
            holdings: step
                .holdings
                .iter()
                .map(|held| {
                    let (least, most) = (u32::from(held.at_least), u32::from(held.at_most));
                    (usize::from(held.place), set(&held.cards), least, most)
                })
                .collect(),
            laid: step.laid.as_ref().map(|laid| {
                let tiers = laid.tiers.iter().map(|tier| set(tier)).collect();
                (usize::from(laid.place), laid.card, tiers)
            }),
        };
        let is_secret =
            |step: &&TrailStep| step.laid.as_ref().is_some_and(|laid| laid.card.is_none());
        let way = Way {
            steps: spec.steps.iter().map(step).collect(),
            hands: spec
                .hands
                .iter()
                .map(|(columns, place, without)| {
                    (columns.clone(), usize::from(*place), set(without))
                })
                .collect(),
            void: spec.void.iter().map(|void| (set(&void.cards), set(&void.equals))).collect(),
            secret: spec.steps.iter().filter(is_secret).count(),
            spec: TrailsSpec {
                cases: spec.cases.clone(),
                slots: spec.slots.clone(),
                known: spec.known.clone(),
                row: spec.row.clone(),
                fixed: spec.fixed.clone(),
                steps: vec![],
                hands: vec![],
                void: vec![],
                ..*spec
            },
        };
        Ok(Self { cases, way: Arc::new(way) })
    }

    /// The same worlds after what a play has shown.
    ///
    /// # Errors
    /// [`NoWorlds::TooMany`]: counting would take too long.
    pub fn narrowed(&self, shown: &Shown<'_>) -> Result<Self, NoWorlds> {
        let cases = Cases::narrowed(&self.way.spec.cases, shown)?;
        Ok(Self { cases, way: Arc::clone(&self.way) })
    }

    /// Whether the cards can lie anywhere in the end.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.cases.is_possible()
    }

    /// Number of columns of a row.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        usize::from(self.way.spec.deck_size)
    }

    /// How many cards were laid away in secret.
    #[must_use]
    pub fn laid(&self) -> usize {
        self.way.secret
    }

    /// Draws a world: the row of the deal, and the cards laid away in secret in their order.
    /// `false` if what was drawn is none after all.
    ///
    /// # Panics
    /// If `row` or `laid` is too short.
    pub fn draw(&self, stream: &mut Stream, row: &mut [u8], laid: &mut [u8]) -> bool {
        let way = &*self.way;
        let Some(placement) = self.cases.draw(stream) else { return false };
        let mut slots = [0; MAX_CARDS];
        placement.draw(stream, &mut slots);
        let mut at = [0_u128; MAX_PLACES];
        for &(card, place) in &way.spec.known {
            at[usize::from(place) % MAX_PLACES] |= 1 << card;
        }
        for (&card, &place) in slots.iter().zip(&way.spec.slots) {
            at[usize::from(place) % MAX_PLACES] |= 1 << card;
        }
        let mut secret = way.secret;
        for step in &way.steps {
            let Some(unseen) = step.undo(stream, &mut at) else { return false };
            if let Some((_, None, _)) = step.laid {
                secret -= 1;
                laid[secret] = unseen;
            }
        }
        for &(column, place) in &way.spec.row {
            let card = at[usize::from(place) % MAX_PLACES].trailing_zeros();
            row[usize::from(column)] = u8::try_from(card).unwrap_or_default();
        }
        for &(column, card) in &way.spec.fixed {
            row[usize::from(column)] = card;
        }
        let seats = usize::from(way.spec.seats);
        way.hands.iter().enumerate().all(|(number, (columns, place, without))| {
            let cards = at[*place];
            Dealer::write(cards & !without, columns, row);
            number >= seats || !way.void.iter().any(|&(of, equals)| cards & of == equals)
        })
    }
}

impl Step {
    /// Puts the cards where they lay before, each way equally likely; `None` if that cannot be.
    /// Returns the first card that moved unseen.
    fn undo(&self, stream: &mut Stream, at: &mut [u128; MAX_PLACES]) -> Option<u8> {
        let mut moves: [(u8, u8, u8); MAX_CARDS] = [(0, 0, 0); MAX_CARDS];
        let mut count = 0;
        let mut note = |card: u8, from: u8, to: u8| {
            moves[count % MAX_CARDS] = (card, from, to);
            count += 1;
        };
        self.seen.iter().for_each(|&(card, from, to)| note(card, from, to));
        for (cards, sources, set) in &self.mixed {
            let mut mixed = [0; MAX_CARDS];
            let mixed = &mut mixed[..cards.len()];
            mixed.copy_from_slice(cards);
            stream.shuffle(mixed, cards.len());
            let to = (0..).zip(at.iter()).find(|(_, lie)| **lie & set != 0).map(|(to, _)| to)?;
            mixed.iter().zip(sources).for_each(|(&card, &from)| note(card, from, to));
        }
        let mut first = 0;
        for (number, &(to, ref sources, stayed, others)) in self.unseen.iter().enumerate() {
            let here = at[to];
            if here & stayed != stayed {
                return None;
            }
            let mut could = [0; MAX_CARDS];
            let mut size = 0;
            let mut left = here & !stayed & !others;
            while left != 0 {
                could[size] = left.trailing_zeros().to_le_bytes()[0];
                left &= left - 1;
                size += 1;
            }
            if size < sources.len() {
                return None;
            }
            stream.shuffle(&mut could[..size], sources.len());
            if number == 0 {
                first = could[0];
            }
            let to = u8::try_from(to).unwrap_or(u8::MAX);
            could.iter().zip(sources).for_each(|(&card, &from)| note(card, from, to));
        }
        let moves = &moves[..count.min(MAX_CARDS)];
        for &(card, _, to) in moves {
            at[usize::from(to) % MAX_PLACES] &= !(1 << card);
        }
        for &(card, from, _) in moves {
            at[usize::from(from) % MAX_PLACES] |= 1 << card;
        }
        let holds = self.allowed.iter().zip(at.iter()).all(|(allowed, lie)| lie & !allowed == 0)
            && self.holdings.iter().all(|&(place, cards, least, most)| {
                (least..=most).contains(&(at[place] & cards).count_ones())
            })
            && self.laid.as_ref().is_none_or(|(place, card, tiers)| {
                let held = at[*place];
                let tier = tiers.iter().map(|tier| tier & held).find(|cards| *cards != 0);
                tier.is_some_and(|tier| tier >> card.unwrap_or(first) & 1 == 1)
            });
        holds.then_some(first)
    }
}
