//! Whether a question is a race: whether more points for a side can never be worse for it.
//!
//! Take two plays of the same cards, in the second of which the maximisers have at every moment at
//! least as many points, and the others at most as many. If the first reaches the value, the second must:
//!
//! * where both end alike: that is what [`Scale`] asks of its table, and [`Check::closes_well`] of what
//!   is recorded when the stock is closed;
//! * where an end rule of the maximisers ends the second before the first: that end must reach the
//!   value whatever the first went on to, see [`Check::ends_well`];
//! * where a rule of the others ends the first and not the second: the value must be safe then, however
//!   the second goes on, see [`Check::is_safe`].
//!
//! Then a strategy that reaches the value can be copied card for card by whoever has more points, and by
//! whoever has the same cards but for their points, if he has enough to set the difference off.

use super::plan::{Goal, Plan};
use super::scale::{Scale, Way};
use crate::cards::Word;

/// Whether "worth at least a value" is a race. `cuts`: as [`Scale::cuts`] has them for that value.
pub(super) fn is_race<W: Word>(plan: &Plan<'_, W>, scale: &Scale<'_>, cuts: &[u16]) -> bool {
    let check = Check { plan, scale, cuts, levels: scale.units[0].len() };
    check.closes_well() && check.ends_well() && check.is_safe()
}

struct Check<'a, 'b, W> {
    plan: &'a Plan<'b, W>,
    scale: &'a Scale<'b>,
    cuts: &'a [u16],
    /// Levels of the maximisers' units.
    levels: usize,
}

/// Who closed the stock, by the code that the state records: his side, and the class of the others.
fn closer<W: Word>(plan: &Plan<'_, W>, closed: usize) -> Option<(usize, usize)> {
    let code = closed.checked_sub(1)?;
    Some((plan.side(code / 3), code % 3))
}

impl<W: Word> Check<'_, '_, W> {
    /// By level of the maximisers: the number of levels of the others on which the value is reached.
    fn cut(&self, way: &Way) -> &[u16] {
        &self.cuts[self.scale.number(way) * self.levels..][..self.levels]
    }

    /// A better class of the maximisers when the stock was closed, or a worse one of the others, reaches
    /// the value too.
    fn closes_well(&self) -> bool {
        self.scale.all_ways().all(|way| {
            let closed = match closer(self.plan, way.closed) {
                Some((0, 2)) => way.closed - 1,
                Some((1, 1)) => way.closed + 1,
                _ => return true,
            };
            let better = Way { closed, ..way };
            self.cut(&way).iter().zip(self.cut(&better)).all(|(cut, other)| cut <= other)
        })
    }

    /// The end rules of a side that ask for units: number, and units.
    fn rules(&self, side: usize) -> Vec<(usize, i32)> {
        let of_end = |(number, end): (usize, &super::plan::End)| match end.by {
            Goal::Units { at_least, .. } if end.side == side => Some((number, at_least)),
            _ => None,
        };
        (1..).zip(&self.plan.ends).filter_map(of_end).collect()
    }

    /// A rule of the maximisers that ends the deal early reaches the value wherever going on would:
    /// then the others have no more points and tricks than at the end, and if the stock was closed
    /// later by the maximisers, no more than at that moment. (The others need not have closed it: their
    /// strategy is any.)
    fn ends_well(&self) -> bool {
        let rules = self.rules(0);
        rules.is_empty()
            || self.scale.all_ways().all(|way| {
                let most = self.cut(&way)[self.levels - 1];
                let mut moments = vec![(way, most)];
                if let Some((0, class)) = closer(self.plan, way.closed) {
                    let mut before = Way { closed: 0, ..way };
                    let mut fewer = most;
                    if class == 0 {
                        before.tricks[1] = 0;
                    } else if class == 1 {
                        let few = self.plan.close.map_or(0, |close| i32::from(close.few_below));
                        fewer = fewer.min(self.scale.units[1].of(few - 1) as u16 + 1);
                    }
                    moments.push((before, fewer));
                }
                let ends_well = |(moment, most): &(Way, u16)| {
                    rules.iter().all(|rule| *most == 0 || self.ends_well_by(moment, *most, *rule))
                };
                moments.iter().all(ends_well)
            })
    }

    fn ends_well_by(&self, moment: &Way, most: u16, (ended, at_least): (usize, i32)) -> bool {
        let ours = self.scale.units[0].of(at_least);
        (0..self.scale.last_count()).all(|last| {
            (0..=moment.tricks[0]).all(|mine| {
                (0..=moment.tricks[1]).all(|yours| {
                    let way = Way { ended, last, tricks: [mine, yours], out: 0, ..*moment };
                    self.cut(&way)[ours] >= most
                })
            })
        })
    }

    /// Where a rule of the others ends the deal and the value is reached all the same, it is reached by
    /// going on too, whatever happens.
    fn is_safe(&self) -> bool {
        let theirs: Vec<usize> = self.rules(1).into_iter().map(|rule| rule.0).collect();
        let all = self.scale.units[1].len() as u16;
        let mut ended = self.scale.all_ways().filter(|way| theirs.contains(&way.ended));
        ended.all(|way| {
            let Some(floor) = self.cut(&way).iter().position(|&cut| cut > 0) else { return true };
            self.scale.all_ways().all(|on| {
                let goes_on = on.tricks[0] >= way.tricks[0]
                    && on.tricks[1] >= way.tricks[1]
                    && (on.closed == way.closed || way.closed == 0);
                !goes_on || self.cut(&on)[floor] == all
            })
        })
    }
}
