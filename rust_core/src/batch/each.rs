//! Deals dealt beside others, and then played one at a time, move by move.

use super::direct::Direct;
use super::even::{Cards, Group};
use super::plan::{Plan, Rows};
use super::run::{First, Wishes, play_moves};
use super::written::Written;
use crate::cards::{Seat, Word};
use crate::cpu::Cpu;
use crate::play::{Deal, Fixed, MOST, State};

impl<W: Word> Plan<W> {
    /// Plays the deals of some streams out. `done` hears of each the stream and the number of moves,
    /// or `None` if the deal has to be dealt and played by itself: then nothing was written.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::too_many_arguments, reason = "what is played, and how")]
    pub(super) fn play_each(
        &self,
        wishes: &impl Wishes<W>,
        direct: Option<&Direct<W>>,
        group: Group<'_>,
        streams: std::ops::Range<usize>,
        out: &mut Rows<'_>,
        cpu: impl Cpu,
        mut done: impl FnMut(usize, Option<u32>),
    ) {
        let rules = &*self.rules;
        let mut laid_out = *self.laid_out;
        for stream in streams {
            let Some((fixed, mut state)) = self.lay_out(direct, group, stream, &mut laid_out)
            else {
                done(stream, None);
                continue;
            };
            let out = out.row(group.rows[stream]);
            let mut dice = First::new(group.words, stream, group.count);
            let mut line = [0; MOST];
            let chosen = (wishes, &mut dice);
            let moves = play_moves((rules, &fixed), &mut state, chosen, cpu, |number, what| {
                line[number as usize % MOST] = self.record[usize::from(what.code())];
            });
            let moves = moves.filter(|&moves| moves as usize <= MOST && !dice.is_rare);
            if let Some(moves) = moves {
                let line = line.iter().take(moves as usize);
                out.line.iter_mut().zip(line).for_each(|(slot, &what)| *slot = what);
                let (plan, fixed, state) = (self, &fixed, &mut state);
                cpu.run(Written { plan, fixed, state, line: None, out });
            }
            done(stream, moves);
        }
    }

    /// Lays out the deal of a stream.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn lay_out(
        &self,
        direct: Option<&Direct<W>>,
        group: Group<'_>,
        stream: usize,
        fixed: &mut Fixed<W>,
    ) -> Option<(Fixed<W>, State<W>)> {
        let columns = &self.columns;
        match group.cards {
            Cards::Given(rows, columns) => {
                let row = group.rows[stream];
                rows.get(row * columns..(row + 1) * columns).map(|row| self.begin(row))
            }
            Cards::Drawn(dealer, draws) => {
                fixed.dealt = direct?.deal(dealer, draws, stream, fixed)?;
                let (leader, turned) = (Seat::wrapped(columns.leader), columns.piles_turned);
                Some(Deal::of(&self.rules, *fixed).begin(leader, columns.trump, turned))
            }
        }
    }
}
