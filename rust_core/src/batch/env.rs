//! Many deals side by side, moved by somebody else's choices, one move a deal and step.

mod course;
mod waiting;

use super::Pool;
use super::given::{Choice, Ends, IllegalAction, Seeds, View};
use super::observe::{Layout, expand};
use super::plan::Plan;
use super::row::{Before, Row, Shows};
use crate::cards::{Card, Seat, Word};
use crate::play::Move;
use crate::random::{AlwaysVoid, Dealer};

/// Rows that one thread steps before it looks for more.
const ROWS: usize = 256;

/// Where deals come from that follow one another.
#[derive(Debug, Clone)]
struct Source {
    choice: Choice,
    dealer: Dealer,
    seeds: Seeds,
}

/// Many deals side by side, moved by somebody else's choices.
#[derive(Debug, Clone)]
pub struct Env<W> {
    plans: Vec<Option<(Plan<W>, Shows)>>,
    /// `None`: they are begun one by one from outside, and a row whose deal is over waits.
    source: Option<Source>,
    layout: Layout,
    seats: usize,
    /// Number of bytes that follow the fields of the play in an observation.
    tail: usize,
    /// These bytes, for each seat of each row.
    tails: Vec<u8>,
    /// By code of a move: its action, [`u16::MAX`] if it has none.
    actions: [u16; 256],
    /// By action: the code of its move.
    codes: Vec<Option<Move>>,
    rows: Vec<Option<Row<W>>>,
}

impl<W: Word> Env<W> {
    /// Deals the first deal of each of `n` rows, which plays its deals one after the other, whatever
    /// happens in other rows.
    ///
    /// The plans are for the same deck and number of seats; `actions` gives the number of the
    /// action for each [`Move::code`], below `count`, and that of a card is its deck index.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`].
    pub fn new(
        plans: Vec<(Plan<W>, Shows)>,
        choice: Choice,
        dealer: Dealer,
        (seeds, n): (Seeds, usize),
        (actions, count): ([u16; 256], usize),
    ) -> Result<Self, AlwaysVoid> {
        let layout = Layout::of_rules(plans.iter().map(|(plan, shows)| (&*plan.rules, *shows)));
        let seats = plans.first().map_or(1, |(plan, _)| plan.rules.seats());
        let mut env = Self {
            plans: plans.into_iter().map(Some).collect(),
            source: Some(Source { choice, dealer, seeds: seeds.clone() }),
            layout,
            seats,
            tail: 0,
            tails: vec![],
            actions,
            codes: codes_of(&actions, count),
            rows: vec![None; n],
        };
        env.reset(seeds)?;
        Ok(env)
    }

    /// What stands where in an observation.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Number of bytes of an observation.
    #[must_use]
    pub fn size(&self) -> usize {
        self.layout.size() + self.tail
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Begins again: with the first deals of seeds, or with rows that wait.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`]; then some rows have begun anew.
    pub fn reset(&mut self, seeds: Seeds) -> Result<(), AlwaysVoid> {
        if let Some(source) = &mut self.source {
            source.seeds = seeds;
        }
        for number in 0..self.rows.len() {
            let first = self.source.as_ref().map_or(0, |source| {
                let (first, _) = source.seeds.numbers(number, self.rows.len());
                first
            });
            self.rows[number] = self.deal(number, first)?;
        }
        Ok(())
    }

    /// Lays out another deal in a row, if deals come from here.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`].
    pub fn turn_to(&mut self, row: usize, deal: u64) -> Result<(), AlwaysVoid> {
        if row < self.rows.len() {
            self.rows[row] = self.deal(row, deal)?;
        }
        Ok(())
    }

    /// The numbers of the deals that are played, by row; 0 in a row that was begun from outside.
    pub fn deals(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.as_ref().map_or(0, |row| row.deal))
    }

    fn deal(&self, row: usize, deal: u64) -> Result<Option<Row<W>>, AlwaysVoid> {
        let Some(Source { choice, dealer, seeds }) = &self.source else { return Ok(None) };
        let mut cards = [0; Card::MAX as usize];
        let cards = &mut cards[..dealer.deck_size()];
        dealer.deal(seeds.of(row), deal, cards)?;
        let number = choice.of(cards).min(self.plans.len().saturating_sub(1));
        Ok(self
            .plans
            .get(number)
            .and_then(Option::as_ref)
            .map(|(plan, shows)| Row::begin((number, plan), *shows, cards, Before::NOTHING, deal)))
    }

    /// The move of an action in a row.
    fn find(&self, number: usize, action: i64) -> Result<Move, IllegalAction> {
        let fault = |breach| IllegalAction { row: number, action, breach };
        let what = usize::try_from(action).ok().and_then(|action| *self.codes.get(action)?);
        let what = what.ok_or(fault(None))?;
        let row = self.rows.get(number).and_then(Option::as_ref).ok_or(fault(None))?;
        let plan = self.plans.get(row.plan).and_then(Option::as_ref).ok_or(fault(None))?;
        if row.allows(what) {
            return Ok(what);
        }
        Err(fault(row.state.breach(&plan.0.rules, &row.fixed, what)))
    }

    /// The first action that cannot be taken; those of rows that wait are not looked at.
    ///
    /// # Errors
    /// That action. Nothing has been done.
    pub fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        for (number, (row, &action)) in self.rows.iter().zip(actions).enumerate() {
            if row.as_ref().is_some_and(|row| !row.is_held) {
                self.find(number, action)?;
            }
        }
        Ok(())
    }

    /// Takes an action in every row that does not wait, all of which [`Env::check`] has found
    /// legal. Deals that end are followed by the next ones at once, if they are dealt here.
    ///
    /// Nothing is written for rows that wait, before or after.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`].
    #[allow(clippy::needless_pass_by_value, reason = "the slices are given away")]
    pub fn step(
        &mut self,
        pool: &Pool,
        actions: &[i64],
        ends: Ends<'_>,
        view: View<'_>,
    ) -> Result<(), AlwaysVoid> {
        let (seats, size, count) = (self.seats, self.size(), self.codes.len());
        let mut rows = std::mem::take(&mut self.rows);
        let env = &*self;
        let (_, further) =
            env.source.as_ref().map_or((0, 0), |source| source.seeds.numbers(0, rows.len()));
        let parts = (0..)
            .step_by(ROWS)
            .zip(rows.chunks_mut(ROWS))
            .zip(actions.chunks(ROWS))
            .zip(ends.rewards.chunks_mut(ROWS * seats))
            .zip(ends.done.chunks_mut(ROWS))
            .zip(ends.last.chunks_mut(ROWS * size))
            .zip(view.observations.chunks_mut(ROWS * size))
            .zip(view.mask.chunks_mut(ROWS * count))
            .zip(view.seats.chunks_mut(ROWS))
            .collect();
        let done = pool.run(
            parts,
            |((((((((first, rows), actions), rewards), done), last), seen), mask), to_move)| {
                let results = rewards.chunks_mut(seats).zip(done).zip(last.chunks_mut(size));
                let views = seen.chunks_mut(size).zip(mask.chunks_mut(count)).zip(to_move);
                let numbers: std::ops::RangeFrom<usize> = first..;
                for ((((number, slot), &action), ((rewards, done), last)), ((seen, mask), seat)) in
                    numbers.zip(rows).zip(actions).zip(results).zip(views)
                {
                    let Some(row) = slot.as_mut().filter(|row| !row.is_held) else { continue };
                    let Some((plan, shows)) = &env.plans[row.plan] else { continue };
                    let what = usize::try_from(action).ok().and_then(|at| *env.codes.get(at)?);
                    let mover = row.state.seat();
                    if let Some(what) = what {
                        row.act(&plan.rules, *shows, what);
                    }
                    rewards.fill(0.0);
                    *done = u8::from(row.state.is_over());
                    if row.state.is_over() {
                        plan.rewards(&row.fixed, &row.state, rewards);
                        env.observe(number, row, mover, last);
                        if env.source.is_some() {
                            *slot = env.deal(number, row.deal.wrapping_add(further))?;
                        } else {
                            // What its seats see is asked for until the next deal is begun.
                            row.is_held = true;
                        }
                    }
                    if let Some(row) = slot.as_ref().filter(|row| !row.is_held) {
                        env.show(number, row, seen, mask, seat);
                    }
                }
                Ok(())
            },
        );
        self.rows = rows;
        done.map(|_| ())
    }

    /// Writes down what there is to see now, but nothing for rows that wait.
    pub fn view(&self, view: View<'_>) {
        let (size, count) = (self.size(), self.codes.len());
        let views = view.observations.chunks_mut(size).zip(view.mask.chunks_mut(count));
        for ((number, row), ((seen, mask), seat)) in
            self.rows.iter().enumerate().zip(views.zip(view.seats))
        {
            if let Some(row) = row {
                self.show(number, row, seen, mask, seat);
            }
        }
    }

    /// Writes down what there is to see now in one row, unless that waits.
    #[allow(clippy::needless_pass_by_value, reason = "the slices are given away")]
    pub fn view_row(&self, number: usize, view: View<'_>) {
        if let (Some(Some(row)), Some(seat)) = (self.rows.get(number), view.seats.first_mut()) {
            self.show(number, row, view.observations, view.mask, seat);
        }
    }

    /// Writes down what a seat sees now in one row, unless that waits.
    pub fn look(&self, number: usize, observer: Seat, seen: &mut [u8]) {
        if let Some(Some(row)) = self.rows.get(number) {
            self.observe(number, row, observer, seen);
        }
    }

    fn observe(&self, number: usize, row: &Row<W>, observer: Seat, seen: &mut [u8]) {
        let Some((plan, shows)) = &self.plans[row.plan] else { return };
        let (fields, tail) = seen.split_at_mut(self.layout.size());
        self.layout.write((&plan.rules, *shows), row, observer, fields);
        if self.tail > 0 {
            let from = (number * self.seats + observer.index() % self.seats) * self.tail;
            tail.copy_from_slice(&self.tails[from..from + self.tail]);
        }
    }

    fn show(
        &self,
        number: usize,
        row: &Row<W>,
        seen: &mut [u8],
        mask: &mut [u8],
        to_move: &mut i8,
    ) {
        let seat: Seat = row.state.seat();
        *to_move = i8::try_from(seat.number()).unwrap_or(-1);
        self.observe(number, row, seat, seen);
        // The first actions are the cards by deck index.
        let (cards, calls) = mask.split_at_mut(self.layout.deck().min(mask.len()));
        expand(row.legal, cards);
        calls.fill(0);
        for call in row.calls_allowed.calls() {
            let action = self.actions[usize::from(Card::MAX + call.code())];
            if let Some(slot) = mask.get_mut(usize::from(action)) {
                *slot = 1;
            }
        }
    }
}

/// The move of each action.
fn codes_of(actions: &[u16; 256], count: usize) -> Vec<Option<Move>> {
    let mut codes = vec![None; count];
    for code in 0..=u8::MAX {
        let action = usize::from(actions[usize::from(code)]);
        if let (Some(slot), Some(what)) = (codes.get_mut(action), Move::from_code(code)) {
            *slot = Some(what);
        }
    }
    codes
}
