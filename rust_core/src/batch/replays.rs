//! Playing recorded lines again.

use super::plan::{AnyPlan, Out};
use super::{Pool, RowFault};

/// Rows that one thread plays before it looks for more.
const ROWS: usize = 256;

/// Where results are written: so many rows, one after the other.
#[derive(Debug)]
pub struct ReplayRows<'a> {
    /// Number of seats.
    pub seats: usize,
    /// Game points, `seats` numbers a row. Left as it is where a plan has no payoff or the deal is
    /// not over.
    pub returns: &'a mut [f64],
    /// Card points in tricks won, in units, `seats` numbers a row.
    pub points: &'a mut [i32],
    /// Tricks won, `seats` numbers a row.
    pub tricks: &'a mut [u8],
    /// By row: number of moves that were made.
    pub moves: &'a mut [i32],
    /// By row: 1 if the move after them is illegal, else 0.
    pub illegal: &'a mut [u8],
    /// By row: 1 if the deal is over, else 0.
    pub over: &'a mut [u8],
}

/// Lines that were recorded, and the deals they are of.
#[derive(Debug, Clone, Copy)]
pub struct Replays<'a> {
    /// The plans, all for as many seats.
    pub plans: &'a [AnyPlan],
    /// The plan of each row; the first plan if `None`.
    pub plan_of: Option<&'a [u32]>,
    /// The deals, so many columns each.
    pub deals: (&'a [u8], usize),
    /// The actions, so many numbers a row, each line up to [`NO_ACTION`](super::NO_ACTION).
    pub lines: (&'a [u8], usize),
}

/// Rows that one thread plays.
struct Part<'a> {
    first: usize,
    returns: &'a mut [f64],
    points: &'a mut [i32],
    tricks: &'a mut [u8],
    moves: &'a mut [i32],
    illegal: &'a mut [u8],
    over: &'a mut [u8],
}

impl Replays<'_> {
    /// Plays the lines again, each up to its first illegal move.
    ///
    /// # Errors
    /// The first [`RowFault`]. What was written until then is of no use.
    #[allow(clippy::needless_pass_by_value, reason = "the slices are given away")]
    pub fn run(&self, pool: &Pool, out: ReplayRows<'_>) -> Result<(), RowFault> {
        let seats = out.seats.max(1);
        let parts = (0..)
            .step_by(ROWS)
            .zip(out.returns.chunks_mut(ROWS * seats))
            .zip(out.points.chunks_mut(ROWS * seats))
            .zip(out.tricks.chunks_mut(ROWS * seats))
            .zip(out.moves.chunks_mut(ROWS))
            .zip(out.illegal.chunks_mut(ROWS))
            .zip(out.over.chunks_mut(ROWS))
            .map(|((((((first, returns), points), tricks), moves), illegal), over)| Part {
                first,
                returns,
                points,
                tricks,
                moves,
                illegal,
                over,
            })
            .collect();
        pool.run(parts, |part| self.part(part, seats))?;
        Ok(())
    }

    fn part(&self, part: Part<'_>, seats: usize) -> Result<(), RowFault> {
        let results = part
            .returns
            .chunks_mut(seats)
            .zip(part.points.chunks_mut(seats))
            .zip(part.tricks.chunks_mut(seats));
        let facts = part.moves.iter_mut().zip(part.illegal).zip(part.over);
        for ((row, ((returns, points), tricks)), ((moves, illegal), over)) in
            (part.first..).zip(results).zip(facts)
        {
            let fault = |why| RowFault::Row { row, why };
            let number = self.plan_of.map_or(Some(0), |plans| plans.get(row).copied());
            let plan = number.and_then(|number| self.plans.get(number as usize));
            let plan = plan.ok_or(fault("there is no such plan"))?;
            let cards = of_row(self.deals, row);
            plan.check(cards).map_err(fault)?;
            let mut out = Out { returns, points, tricks, line: &mut [] };
            let played = plan.replay(cards, of_row(self.lines, row), &mut out);
            *moves = i32::try_from(played.moves).unwrap_or(i32::MAX);
            *illegal = u8::from(played.is_illegal);
            *over = u8::from(played.is_over);
        }
        Ok(())
    }
}

fn of_row((values, width): (&[u8], usize), row: usize) -> &[u8] {
    values.get(row * width..(row + 1) * width).unwrap_or_default()
}
