//! Compiling rules: from data to masks.

use super::check::check;
use super::fault::RulesErrors;
use super::layout::{Layout, bits_with_guards};
use super::play_rules::{DECK_RUNS, DeckRun, EmperorMasks, MarriagePair, NO_LANE, PlayRules};
use super::spec::{RulesSpec, Trump};
use crate::cards::{MAX_SEATS, Place, Word};

impl<W: Word> PlayRules<W> {
    /// Compiles rules for a word that has room for the deck.
    ///
    /// # Errors
    /// Every fault of `spec`, each with a stable code and where it stands.
    pub fn compile(spec: &RulesSpec) -> Result<Self, RulesErrors> {
        check(spec, W::BITS)?;
        Ok(Self::laid_out(spec, &Layout::new::<W>(spec)))
    }

    /// The same rules with every card at the place that is its deck index: what is chosen in deck
    /// order needs no look-up. For play alone, as places do not ascend with the ranks.
    #[must_use]
    pub(crate) fn in_deck_order(&self) -> Self {
        Self::laid_out(&self.spec, &Layout::in_deck_order(&self.spec))
    }

    fn laid_out(spec: &RulesSpec, layout: &Layout) -> Self {
        let mut rules = Self::bare(spec, layout);
        rules.fill_lanes(layout);
        rules.fill_masks();
        rules
    }

    fn bare(spec: &RulesSpec, layout: &Layout) -> Self {
        let is_deck_ordered = layout.places.is_sorted();
        Self {
            seats: spec.seats,
            deck: W::ZERO,
            lanes: [W::ZERO; 16],
            lane_of: [NO_LANE; 128],
            above: [W::ZERO; 128],
            units: [0; 128],
            unit_bits: [W::ZERO; 16],
            unit_width: 0,
            card_of: [0; 128],
            deck_runs: [DeckRun::default(); DECK_RUNS],
            deck_run_count: 0,
            place_of: [Place::default(); 128],
            trump: if let Trump::Lane(lane) = spec.trump { lane } else { NO_LANE },
            trump_by_lead: spec.trump == Trump::FirstLead,
            void_lane: spec.void_lane.unwrap_or(NO_LANE),
            duties: duties(spec),
            excuse: W::ZERO,
            excuse_owed: spec.excuse.map_or(0, |excuse| excuse.owed),
            last_trick_units: spec.last_trick_units,
            reserved: [W::ZERO; MAX_SEATS],
            emperor: None,
            side_of: [0; MAX_SEATS],
            takes: W::ZERO,
            takes_in_play: spec.piles.as_ref().is_some_and(|piles| piles.takes_in_play),
            lead_from_hand: spec.piles.as_ref().is_some_and(|piles| piles.lead_from_hand),
            turns_at_once: spec.piles.as_ref().is_some_and(|piles| piles.at_once),
            marriages: [None; 8],
            declarations: [W::ZERO; 4],
            watched: [Place::default(); 4],
            watched_cards: W::ZERO,
            prize_card: W::ZERO,
            is_guarded: layout.is_guarded,
            is_deck_ordered,
            has_calls: has_calls(spec),
            spec: spec.clone(),
        }
    }

    fn fill_lanes(&mut self, layout: &Layout) {
        for (card, &place) in layout.places.iter().enumerate() {
            self.place_of[card] = place;
            self.card_of[place.index()] = u8::try_from(card).unwrap_or(0);
            self.units[place.index()] = self.spec.values[card];
            self.deck = self.deck.with(place);
        }
        self.fill_unit_bits();
        self.fill_deck_runs();
        for (number, lane) in self.spec.lanes.iter().enumerate() {
            let mut higher = W::ZERO;
            for &card in lane.iter().rev() {
                let place = layout.places[usize::from(card)];
                self.lane_of[place.index()] = u8::try_from(number).unwrap_or(NO_LANE);
                self.above[place.index()] = higher;
                higher = higher.with(place);
            }
            self.lanes[number] = higher;
        }
        if let Some(excuse) = self.spec.excuse {
            let place = layout.places[usize::from(excuse.card)];
            self.excuse = W::of(place);
            // An excuse that was led is beaten by whatever is played next.
            self.above[place.index()] = self.deck.minus(self.excuse);
        }
    }

    fn fill_deck_runs(&mut self) {
        let mut runs: Vec<DeckRun<W>> = vec![];
        for place in self.deck.places() {
            let (index, at) = (self.card_of[place.index()], place.number());
            let (up, down) = (index.saturating_sub(at), at.saturating_sub(index));
            match runs.iter_mut().find(|run| (run.up, run.down) == (up, down)) {
                Some(run) => run.cards = run.cards.with(place),
                None => runs.push(DeckRun { cards: W::of(place), up, down }),
            }
        }
        if runs.len() <= DECK_RUNS {
            self.deck_run_count = runs.len().to_le_bytes()[0];
            self.deck_runs.iter_mut().zip(runs).for_each(|(slot, run)| *slot = run);
        }
    }

    fn fill_unit_bits(&mut self) {
        for place in self.deck.places() {
            let units = self.units[place.index()];
            for (bit, cards) in self.unit_bits.iter_mut().enumerate() {
                if units >> bit & 1 == 1 {
                    *cards = cards.with(place);
                }
            }
            let width = u16::BITS - units.leading_zeros();
            self.unit_width = self.unit_width.max(width.to_le_bytes()[0]);
        }
    }

    fn fill_masks(&mut self) {
        let spec = &self.spec;
        for (seat, side) in spec.sides.iter().enumerate() {
            let same = spec.sides.iter().enumerate().filter(|(_, other)| *other == side);
            self.side_of[seat] = same.fold(0, |seats, (other, _)| seats | 1 << other);
        }
        for reserved in &spec.reserved {
            let cards = self.set(&reserved.cards);
            for (seat, mask) in self.reserved.iter_mut().enumerate() {
                if reserved.seats >> seat & 1 == 1 {
                    *mask |= cards;
                }
            }
        }
        self.emperor = spec.emperor.as_ref().map(|emperor| EmperorMasks {
            cards: self.set(&emperor.cards),
            winner: self.place_of[usize::from(emperor.winner)],
            forced: emperor.forced,
            led: emperor.led.map_or(self.deck.minus(self.excuse), |lane| self.lane(lane)),
        });
        self.takes = spec.piles.as_ref().map_or(W::ZERO, |piles| self.set(&piles.takes));
        if let Some(rule) = &spec.marriages {
            for pair in &rule.pairs {
                let lane = self.lane_of(self.place_of[usize::from(pair.cards[0])]);
                let masks = MarriagePair { cards: self.set(&pair.cards), units: pair.units };
                self.marriages[usize::from(lane)] = Some(masks);
            }
        }
        for (index, declaration) in spec.declarations.iter().enumerate() {
            self.declarations[index] = self.set(&declaration.cards);
        }
        for (index, &card) in spec.watched.iter().enumerate() {
            self.watched[index] = self.place_of[usize::from(card)];
        }
        self.watched_cards = self.set(&spec.watched);
        self.prize_card = spec.prize.map_or(W::ZERO, |prize| self.set(&[prize.card]));
    }
}

fn duties(spec: &RulesSpec) -> [super::Duty; 3] {
    let stock = spec.drawing.and_then(|drawing| drawing.duty).unwrap_or(spec.duty);
    let close = spec.drawing.and_then(|drawing| drawing.close);
    [spec.duty, stock, close.map_or(spec.duty, |close| close.duty)]
}

fn has_calls(spec: &RulesSpec) -> bool {
    let of_stock = |drawing: super::Drawing| drawing.exchange.is_some() || drawing.close.is_some();
    spec.marriages.as_ref().is_some_and(super::MarriageRule::is_announced)
        || !spec.declarations.is_empty()
        || spec.go_out.is_some()
        || spec.knockers != 0
        || spec.drawing.is_some_and(of_stock)
}

/// The word that the deck of `spec` needs with its spare bits, in bits.
pub(super) fn word_bits(spec: &RulesSpec) -> u32 {
    if bits_with_guards(spec) <= u64::BITS { u64::BITS } else { u128::BITS }
}
