//! Several placements that have no way in common, drawn from as one.

use super::{CaseSpec, NoWorlds, Placement, Shown, Stream, TooManyCases};

/// How many cases the ways may be counted in.
const CASES: usize = 1 << 20;

/// Placements that are possible, with the number of ways up to each.
#[derive(Debug, Clone)]
pub(super) struct Cases(Vec<(f64, Placement)>);

impl Cases {
    /// Counts the ways of each.
    ///
    /// # Errors
    /// [`NoWorlds::TooMany`]: counting would take too long.
    pub(super) fn new(specs: &[CaseSpec]) -> Result<Self, NoWorlds> {
        Self::of(specs.iter().map(|spec| Placement::new(&spec.placement, CASES)))
    }

    /// Counts the ways of each that are left after what a play has shown.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(super) fn narrowed(specs: &[CaseSpec], shown: &Shown<'_>) -> Result<Self, NoWorlds> {
        Self::of(specs.iter().map(|spec| Placement::new(&spec.narrowed(shown), CASES)))
    }

    fn of(
        placements: impl Iterator<Item = Result<Placement, TooManyCases>>,
    ) -> Result<Self, NoWorlds> {
        let mut cases = Vec::new();
        let mut up_to = 0.0;
        for placement in placements {
            let placement = placement.map_err(|TooManyCases| NoWorlds::TooMany)?;
            up_to += placement.number();
            cases.push((up_to, placement));
        }
        Ok(Self(cases))
    }

    /// Whether there is any way at all.
    pub(super) fn is_possible(&self) -> bool {
        self.0.last().is_some_and(|(ways, _)| *ways > 0.0)
    }

    /// One of them, each with the probability of its ways; `None` if there is no way.
    pub(super) fn draw(&self, stream: &mut Stream) -> Option<&Placement> {
        let (ways, last) = self.0.last()?;
        if self.0.len() == 1 {
            return last.is_possible().then_some(last);
        }
        let lot = stream.share() * ways;
        self.0.iter().find(|(up_to, _)| lot < *up_to).map(|(_, case)| case)
    }
}
