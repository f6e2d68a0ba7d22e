//! Many deals side by side, moved by somebody else's choices, one move a deal and step.

use super::Pool;
use super::observe::Layout;
use super::plan::Plan;
use crate::cards::{Card, MAX_SEATS, Place, Seat, Word};
use crate::play::{Breach, Fixed, Move, State};
use crate::random::{AlwaysVoid, Dealer};

/// Rows that one thread steps before it looks for more.
const ROWS: usize = 256;

/// Which plan a deal is played by.
#[derive(Debug, Clone)]
pub enum Choice {
    /// The first one.
    First,
    /// By the column in which a card lies.
    Holder {
        /// The deck index of the card.
        card: u8,
        /// By column: number of the plan.
        plan_of: Vec<u32>,
    },
    /// By the card that lies in a column.
    Turned {
        /// The column.
        column: u8,
        /// By deck index: number of the plan.
        plan_of: Vec<u32>,
    },
}

impl Choice {
    fn of(&self, row: &[u8]) -> usize {
        match self {
            Self::First => 0,
            Self::Holder { card, plan_of } => row
                .iter()
                .position(|other| other == card)
                .and_then(|column| plan_of.get(column))
                .map_or(0, |&plan| plan as usize),
            Self::Turned { column, plan_of } => row
                .get(usize::from(*column))
                .and_then(|&card| plan_of.get(usize::from(card)))
                .map_or(0, |&plan| plan as usize),
        }
    }
}

/// A deal on its way.
#[derive(Debug, Clone)]
pub(super) struct Row<W> {
    pub(super) plan: usize,
    pub(super) fixed: Fixed<W>,
    pub(super) state: State<W>,
    /// By seat: the cards it has played.
    pub(super) played: [W; MAX_SEATS],
    /// By seat: the calls it has made, one bit a code.
    pub(super) calls: [u16; MAX_SEATS],
    deal: u64,
}

/// Where what there is to see is written: so many rows, one after the other.
#[derive(Debug)]
pub struct View<'a> {
    /// What the seat to move may know, [`Layout::size`] bytes a row.
    pub observations: &'a mut [u8],
    /// 1 for each action that it may take, so many actions a row.
    pub mask: &'a mut [u8],
    /// By row: the seat to move.
    pub seats: &'a mut [i8],
}

/// Where the results of a step are written.
#[derive(Debug)]
pub struct Ends<'a> {
    /// Game points of deals that ended, `seats` numbers a row; zeros where none did.
    pub rewards: &'a mut [f64],
    /// By row: 1 if the deal ended.
    pub done: &'a mut [u8],
    /// What the seat that made the last move sees of a deal that ended; left as it is elsewhere.
    pub last: &'a mut [u8],
}

/// An action that cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalAction {
    /// Number of the row.
    pub row: usize,
    /// The action.
    pub action: i64,
    /// The rule that it breaks; `None` if it is no action of the play.
    pub breach: Option<Breach>,
}

/// Many deals side by side. Row `i` plays the deals `i`, `i + n`, `i + 2 n`, ... of the seed, one
/// after the other, whatever happens in other rows.
#[derive(Debug, Clone)]
pub struct Env<W> {
    plans: Vec<Plan<W>>,
    choice: Choice,
    dealer: Dealer,
    seed: u64,
    layout: Layout,
    /// By code of a move: its action, [`u16::MAX`] if it has none.
    actions: [u16; 256],
    /// By action: the code of its move.
    codes: Vec<Option<Move>>,
    rows: Vec<Row<W>>,
}

impl<W: Word> Env<W> {
    /// Deals the first `n` deals.
    ///
    /// The plans are for the same deck and number of seats, and deal without a stock; `actions` gives
    /// the number of the action for each [`Move::code`], below `count`.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`].
    pub fn new(
        plans: Vec<Plan<W>>,
        choice: Choice,
        dealer: Dealer,
        (seed, n): (u64, usize),
        (actions, count): ([u16; 256], usize),
    ) -> Result<Self, AlwaysVoid> {
        let layout = Layout::new(plans.iter().map(|plan| &*plan.rules));
        let mut codes = vec![None; count];
        for code in 0..=u8::MAX {
            let action = usize::from(actions[usize::from(code)]);
            if let (Some(slot), Some(what)) = (codes.get_mut(action), Move::from_code(code)) {
                *slot = Some(what);
            }
        }
        let mut env = Self {
            plans,
            choice,
            dealer,
            seed,
            layout,
            actions,
            codes,
            rows: Vec::with_capacity(n),
        };
        for deal in 0..n as u64 {
            let row = env.deal(deal)?;
            env.rows.push(row);
        }
        Ok(env)
    }

    /// What stands where in an observation.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
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
        self.plans.first().map_or(1, |plan| plan.rules.seats())
    }

    /// Begins again with the first `n` deals of a seed.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`]; then some rows have begun anew.
    pub fn reset(&mut self, seed: u64) -> Result<(), AlwaysVoid> {
        self.seed = seed;
        for number in 0..self.rows.len() {
            self.rows[number] = self.deal(number as u64)?;
        }
        Ok(())
    }

    /// The numbers of the deals that are played, by row.
    pub fn deals(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().map(|row| row.deal)
    }

    fn deal(&self, deal: u64) -> Result<Row<W>, AlwaysVoid> {
        let mut cards = [0; Card::MAX as usize];
        let cards = &mut cards[..self.dealer.deck_size()];
        self.dealer.deal(self.seed, deal, cards)?;
        let plan = self.choice.of(cards).min(self.plans.len().saturating_sub(1));
        let (fixed, state) = self.plans[plan].begin(cards);
        Ok(Row { plan, fixed, state, played: [W::ZERO; MAX_SEATS], calls: [0; MAX_SEATS], deal })
    }

    /// The first action that cannot be taken.
    ///
    /// # Errors
    /// That action. Nothing has been done.
    pub fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        for (number, (row, &action)) in self.rows.iter().zip(actions).enumerate() {
            let fault = |breach| IllegalAction { row: number, action, breach };
            let what = usize::try_from(action).ok().and_then(|action| *self.codes.get(action)?);
            let what = what.ok_or(fault(None))?;
            let rules = &self.plans[row.plan].rules;
            if let Some(breach) = row.state.breach(rules, &row.fixed, what) {
                return Err(fault(Some(breach)));
            }
        }
        Ok(())
    }

    /// Takes an action in every row, all of which [`Env::check`] has found legal; deals that end
    /// are followed by the next ones at once.
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
        let (seats, size, count) = (self.seats(), self.layout.size(), self.codes.len());
        let mut rows = std::mem::take(&mut self.rows);
        let n = rows.len() as u64;
        let env = &*self;
        let parts = rows
            .chunks_mut(ROWS)
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
            |(((((((rows, actions), rewards), done), last), seen), mask), to_move)| {
                let results = rewards.chunks_mut(seats).zip(done).zip(last.chunks_mut(size));
                let views = seen.chunks_mut(size).zip(mask.chunks_mut(count)).zip(to_move);
                for (((row, &action), ((rewards, done), last)), ((seen, mask), seat)) in
                    rows.iter_mut().zip(actions).zip(results).zip(views)
                {
                    let what = usize::try_from(action).ok().and_then(|at| *env.codes.get(at)?);
                    let mover = row.state.seat();
                    env.act(row, what);
                    rewards.fill(0.0);
                    *done = u8::from(row.state.is_over());
                    if row.state.is_over() {
                        let plan = &env.plans[row.plan];
                        plan.rewards(&row.fixed, &row.state, rewards);
                        env.layout.write(&plan.rules, row, mover, last);
                        *row = env.deal(row.deal.wrapping_add(n))?;
                    }
                    env.show(row, seen, mask, seat);
                }
                Ok(())
            },
        );
        self.rows = rows;
        done.map(|_| ())
    }

    fn act(&self, row: &mut Row<W>, what: Option<Move>) {
        let rules = &self.plans[row.plan].rules;
        let seat = row.state.seat().index();
        match what {
            Some(Move::Card(card)) => row.played[seat] = row.played[seat].with(rules.place(card)),
            Some(Move::Call(call)) => row.calls[seat] |= 1 << (call.code() % 16),
            None => return,
        }
        if let Some(what) = what {
            row.state.apply_unchecked(rules, &row.fixed, what);
        }
    }

    /// Writes down what there is to see now.
    pub fn view(&self, view: View<'_>) {
        let (size, count) = (self.layout.size(), self.codes.len());
        let views = view.observations.chunks_mut(size).zip(view.mask.chunks_mut(count));
        for (row, ((seen, mask), seat)) in self.rows.iter().zip(views.zip(view.seats)) {
            self.show(row, seen, mask, seat);
        }
    }

    fn show(&self, row: &Row<W>, seen: &mut [u8], mask: &mut [u8], to_move: &mut i8) {
        let rules = &self.plans[row.plan].rules;
        let seat: Seat = row.state.seat();
        *to_move = i8::try_from(seat.number()).unwrap_or(-1);
        self.layout.write(rules, row, seat, seen);
        mask.fill(0);
        let legal = rules.by_deck_index(row.state.legal_cards(rules, &row.fixed));
        let calls = row.state.legal_calls(rules, &row.fixed);
        let cards = legal.places().map(Place::number);
        for code in cards.chain(calls.calls().map(|call| Card::MAX + call.code())) {
            if let Some(slot) = mask.get_mut(usize::from(self.actions[usize::from(code)])) {
                *slot = 1;
            }
        }
    }
}
