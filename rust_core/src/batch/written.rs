//! Writing down what has come of a deal, compiled for what the processor has.

use super::plan::{Out, Plan};
use crate::cards::Word;
use crate::cpu::Work;
use crate::play::{Fixed, Line, State};

/// A deal that is over.
pub(super) struct Written<'a, W> {
    pub(super) plan: &'a Plan<W>,
    pub(super) fixed: &'a Fixed<W>,
    pub(super) state: &'a mut State<W>,
    /// How it was played, if the state does not know yet what that leads to.
    pub(super) line: Option<&'a Line>,
    pub(super) out: Out<'a>,
}

impl<W: Word> Work for Written<'_, W> {
    type Out = ();

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn work(self) {
        let Self { plan, fixed, state, line, mut out } = self;
        if let Some(line) = line {
            state.note_line(&plan.rules, fixed, line);
            plan.write_line(fixed, state, line, &mut out);
        }
        plan.write(fixed, state, &mut out);
    }
}
