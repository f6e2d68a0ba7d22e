//! Rows that wait for deals, which are begun one by one from outside.

use super::{Env, codes_of};
use crate::batch::given::{Begun, IllegalAction};
use crate::batch::observe::{Layout, Shape};
use crate::batch::plan::Plan;
use crate::batch::row::{Before, Row, Shows};
use crate::cards::{Card, Seat, Word};

impl<W: Word> Env<W> {
    /// Rows that wait for deals, which [`Env::begin`] lays out.
    ///
    /// What a seat observes has `tail` bytes more than the layout, which are given then.
    #[must_use]
    pub fn waiting(
        shape: Shape,
        tail: usize,
        n: usize,
        (actions, count): ([u16; 256], usize),
    ) -> Self {
        Self {
            plans: vec![],
            source: None,
            layout: Layout::new(shape),
            seats: shape.seats,
            tail,
            tails: vec![0; n * shape.seats * tail],
            actions,
            codes: codes_of(&actions, count),
            rows: vec![None; n],
        }
    }

    /// Adds a plan for deals that begin later, in the place of one that no row uses if there is
    /// one, and returns its number.
    pub fn add(&mut self, plan: Plan<W>, shows: Shows) -> usize {
        let free = self.plans.iter().position(Option::is_none).unwrap_or(self.plans.len());
        if free == self.plans.len() {
            self.plans.push(None);
        }
        self.plans[free] = Some((plan, shows));
        free
    }

    /// Drops the plans that no row uses, and returns the numbers of those that are left.
    pub fn drop_unused(&mut self) -> Vec<usize> {
        let mut is_used = vec![false; self.plans.len()];
        self.rows.iter().flatten().for_each(|row| is_used[row.plan] = true);
        self.plans.iter_mut().zip(&is_used).filter(|(_, used)| !**used).for_each(|(plan, _)| {
            *plan = None;
        });
        (0..is_used.len()).filter(|&number| is_used[number]).collect()
    }

    /// Begins the play of a deal in a row.
    ///
    /// # Errors
    /// What does not fit: the row, the plan, the cards or an array.
    pub fn begin(&mut self, begun: &Begun<'_>) -> Result<(), &'static str> {
        let plan = self.plans.get(begun.plan).and_then(Option::as_ref);
        let (plan, shows) = plan.ok_or("there is no such plan")?;
        let rules = &*plan.rules;
        plan.check(begun.cards)?;
        let deck = usize::from(rules.spec().deck_size);
        let size = self.seats * self.tail;
        if begun.known.len() != self.seats * deck || begun.tails.len() != size {
            return Err("what is known is of another size");
        }
        let mut before = Before::NOTHING;
        for (set, known) in before.known.iter_mut().zip(begun.known.chunks(deck)) {
            let cards = (0..).zip(known).filter(|(_, is_known)| **is_known != 0);
            *set = cards.fold(W::ZERO, |set, (card, _)| set.with(rules.place(Card::wrapped(card))));
        }
        let [partner, card] = begun.partner.map(|number| u8::try_from(number).ok());
        before.partner = partner.and_then(Seat::new).zip(card.and_then(Card::new));
        let row = Row::begin((begun.plan, plan), *shows, begun.cards, before, 0);
        *self.rows.get_mut(begun.row).ok_or("there is no such row")? = Some(row);
        self.tails[begun.row * size..][..size].copy_from_slice(begun.tails);
        Ok(())
    }

    /// Makes moves in a row that were made before, and are part of what it goes on from.
    ///
    /// # Errors
    /// The first action that cannot be taken.
    pub fn go_on(&mut self, row: usize, actions: &[i64]) -> Result<(), IllegalAction> {
        for &action in actions {
            let what = self.find(row, action)?;
            if let Some((row, (plan, shows))) = on_the_way(&mut self.rows, &self.plans, row) {
                row.act(&plan.rules, *shows, what);
            }
        }
        Ok(())
    }

    /// Holds the play of a row, or lets it go on: a step does nothing to a row that is held.
    pub fn hold(&mut self, number: usize, is_held: bool) {
        if let Some(Some(row)) = self.rows.get_mut(number) {
            row.is_held = is_held;
        }
    }
}

type OnTheWay<'a, W> = (&'a mut Row<W>, &'a (Plan<W>, Shows));

/// A row that does not wait, and its plan.
fn on_the_way<'a, W>(
    rows: &'a mut [Option<Row<W>>],
    plans: &'a [Option<(Plan<W>, Shows)>],
    number: usize,
) -> Option<OnTheWay<'a, W>> {
    let row = rows.get_mut(number)?.as_mut()?;
    let plan = plans.get(row.plan)?.as_ref()?;
    Some((row, plan))
}
