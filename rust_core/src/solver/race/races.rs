//! Whether a question is a race: whether more points for a side can never be worse for it.
//!
//! Take two plays of the same cards, in the second of which the maximisers have at every moment at
//! least as many points, and the others at most as many. If the first reaches the value, the second must:
//!
//! * where both end alike, by what is asked in [`is_monotone`];
//! * where an end rule of the maximisers ends the second before the first: that end must reach the
//!   value whatever the first went on to, see [`ends_well`];
//! * where a rule of the others ends the first and not the second: the value must be safe then, however
//!   the second goes on, see [`is_safe`].
//!
//! Then a strategy that reaches the value can be copied card for card by whoever has more points, and by
//! whoever has the same cards but for their points, if he has enough to set the difference off.

use super::plan::{Goal, Plan};
use super::scale::{Cell, Scale};
use crate::cards::Word;

/// Whether "worth at least `value`" is a race.
pub(super) fn is_race<W: Word>(plan: &Plan<'_, W>, scale: &Scale<'_>, value: f64) -> bool {
    let check = Check { plan, scale, value };
    check.is_monotone() && check.ends_well() && check.is_safe()
}

struct Check<'a, 'b, W> {
    plan: &'a Plan<'b, W>,
    scale: &'a Scale<'b>,
    value: f64,
}

/// Who closed the stock, by the code that the state records: his side, and the class of the others.
fn closer<W: Word>(plan: &Plan<'_, W>, closed: usize) -> Option<(usize, usize)> {
    let code = closed.checked_sub(1)?;
    Some((plan.side(code / 3), code % 3))
}

impl<W: Word> Check<'_, '_, W> {
    fn reaches(&self, cell: &Cell) -> bool {
        self.scale.value(cell) >= self.value
    }

    fn successes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.scale.cells().filter(|cell| self.reaches(cell))
    }

    /// More points of the maximisers, fewer of the others, or a better class of them when the stock was
    /// closed, reach the value too.
    fn is_monotone(&self) -> bool {
        self.successes().all(|cell| {
            let [ours, theirs] = cell.units;
            let more = Cell { units: [ours + 1, theirs], ..cell };
            let fewer = Cell { units: [ours, theirs.saturating_sub(1)], ..cell };
            let closed = match closer(self.plan, cell.closed) {
                Some((0, 2)) => cell.closed - 1,
                Some((1, 1)) => cell.closed + 1,
                _ => cell.closed,
            };
            (ours + 1 == self.scale.units[0].len() || self.reaches(&more))
                && self.reaches(&fewer)
                && self.reaches(&Cell { closed, ..cell })
        })
    }

    /// By rule: the side, and the points that it asks for; `None` if it counts tricks.
    fn rules(&self) -> impl Iterator<Item = (usize, usize, i32)> + '_ {
        (1..).zip(&self.plan.ends).filter_map(|(number, end)| match end.by {
            Goal::Units { at_least, .. } => Some((number, end.side, at_least)),
            Goal::Tricks { .. } => None,
        })
    }

    /// A rule of the maximisers that ends the deal early reaches the value wherever going on would:
    /// then the others have no more points and tricks than at the end, and if the stock was closed
    /// later by the maximisers, no more than at that moment. (The others need not have closed it: their
    /// strategy is any.)
    fn ends_well(&self) -> bool {
        let rules: Vec<(usize, usize, i32)> = self.rules().filter(|rule| rule.1 == 0).collect();
        if rules.is_empty() {
            return true;
        }
        let mut seen = Vec::new();
        for cell in self.successes() {
            let about = Cell { ended: 0, last: 0, units: [0, cell.units[1]], out: 0, ..cell };
            // Ends that differ in nothing else follow one another.
            if seen.last() != Some(&about) {
                seen.push(about);
            }
        }
        seen.iter().all(|cell| {
            let mut moments = vec![*cell];
            if let Some((0, class)) = closer(self.plan, cell.closed) {
                let mut before = Cell { closed: 0, ..*cell };
                if class == 0 {
                    before.tricks[1] = 0;
                } else if class == 1 {
                    let few = self.plan.close.map_or(0, |close| i32::from(close.few_below));
                    let most = self.scale.units[1].of(few - 1);
                    before.units[1] = before.units[1].min(most);
                }
                moments.push(before);
            }
            moments.iter().all(|moment| rules.iter().all(|rule| self.ends_well_by(moment, *rule)))
        })
    }

    fn ends_well_by(&self, moment: &Cell, (ended, _, at_least): (usize, usize, i32)) -> bool {
        let ours = self.scale.units[0].of(at_least);
        let units = [ours, moment.units[1]];
        (0..self.scale.last.len()).all(|last| {
            (0..=moment.tricks[0]).all(|mine| {
                (0..=moment.tricks[1]).all(|yours| {
                    let tricks = [mine, yours];
                    self.reaches(&Cell { ended, last, units, tricks, ..*moment })
                })
            })
        })
    }

    /// Where a rule of the others ends the deal and the value is reached all the same, it is reached by
    /// going on too, whatever happens.
    fn is_safe(&self) -> bool {
        let theirs: Vec<usize> =
            self.rules().filter(|rule| rule.1 == 1).map(|rule| rule.0).collect();
        let ended = self.successes().filter(|cell| theirs.contains(&cell.ended));
        let mut floors: Vec<Cell> = ended
            .map(|cell| Cell { ended: 0, last: 0, units: [cell.units[0], 0], out: 0, ..cell })
            .collect();
        floors.dedup();
        if floors.is_empty() {
            return true;
        }
        let most = self.scale.units[1].len() - 1;
        let worst: Vec<Cell> = self
            .scale
            .cells()
            .filter(|cell| cell.units[1] == most && !self.reaches(cell))
            .collect();
        floors.iter().all(|floor| {
            !worst.iter().any(|cell| {
                cell.units[0] == floor.units[0]
                    && cell.tricks[0] >= floor.tricks[0]
                    && cell.tricks[1] >= floor.tricks[1]
                    && (cell.closed == floor.closed || floor.closed == 0)
            })
        })
    }
}
