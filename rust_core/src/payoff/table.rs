//! Scores tabulated over outcomes.

use super::check::check_axis;
use super::{Axis, Probe};
use crate::cards::{MAX_SEATS, Word};
use crate::play::{Fixed, State};
use crate::rules::{Faults, Faulty, PlayRules};

/// All faults of the parts of a [`Payoff`].
pub type PayoffErrors = Faults;

/// A score, tabulated: seat `s` gets `weights[s] * table[index of the outcome]`, axes in row-major
/// order (the last axis varies fastest).
#[derive(Debug, Clone, PartialEq)]
pub struct PayoffPart {
    /// What the score depends on.
    pub axes: Vec<Axis>,
    /// The score of each outcome.
    pub table: Vec<f64>,
    /// How often each seat gets it.
    pub weights: Vec<f64>,
}

/// The payoff of a contract: the sum of its parts.
#[derive(Debug, Clone)]
pub struct Payoff<W> {
    parts: Vec<Part<W>>,
    /// Every axis of the parts once.
    distinct: Vec<Probe<W>>,
}

#[derive(Debug, Clone)]
struct Part<W> {
    probes: Vec<Probe<W>>,
    /// Which of the distinct axes each of them is, and how far its values stand apart in the table.
    steps: Vec<(usize, usize)>,
    table: Vec<f64>,
    weights: [f64; MAX_SEATS],
}

/// Distinct axes whose values are asked for at once; of a payoff with more, one part at a time.
const AT_ONCE: usize = 32;
/// Seats that are paid at once: hardly any game has more.
const FEW: usize = 4;

impl<W: Word> Payoff<W> {
    /// Compiles the parts of a payoff.
    ///
    /// # Errors
    /// Every fault of `parts` under `rules`, each with a stable code and where it stands.
    pub fn compile(rules: &PlayRules<W>, parts: &[PayoffPart]) -> Result<Self, PayoffErrors> {
        let mut faults = Faulty::default();
        for (index, part) in parts.iter().enumerate() {
            check_part(rules, part, &format!("parts[{index}]"), &mut faults);
        }
        faults.finish()?;
        Ok(Self::of_parts(parts.iter().map(|part| Part::new(rules, part)).collect()))
    }

    fn of_parts(mut parts: Vec<Part<W>>) -> Self {
        let mut distinct: Vec<Probe<W>> = vec![];
        for part in &mut parts {
            let mut apart = 1;
            part.steps.clear();
            for probe in part.probes.iter().rev() {
                let number = distinct.iter().position(|other| other == probe);
                let number = number.unwrap_or_else(|| {
                    distinct.push(probe.clone());
                    distinct.len() - 1
                });
                part.steps.push((number, apart));
                apart *= probe.size() as usize;
            }
        }
        Self { parts, distinct }
    }

    /// The same payoff for cards that lie elsewhere: in the places of `to` instead of those of
    /// `from`, which are the same rules otherwise.
    #[must_use]
    pub(crate) fn moved(&self, from: &PlayRules<W>, to: &PlayRules<W>) -> Self {
        let mut parts = self.parts.clone();
        for probe in parts.iter_mut().flat_map(|part| &mut part.probes) {
            *probe = probe.moved(from, to);
        }
        Self::of_parts(parts)
    }

    /// Number of parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the payoff has no part, and so pays nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What each seat gets if the deal ends as it stands; zero beyond the seats.
    #[must_use]
    pub fn returns(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
    ) -> [f64; MAX_SEATS] {
        self.returns_here(rules, fixed, state)
    }

    /// The same, for callers that are compiled for what the processor has.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn returns_here(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
    ) -> [f64; MAX_SEATS] {
        let mut returns = [0.0; MAX_SEATS];
        let mut values = [0; AT_ONCE];
        for (value, probe) in values.iter_mut().zip(&self.distinct) {
            *value = probe.value_here(rules, fixed, state) as usize;
        }
        for part in &self.parts {
            let index = if self.distinct.len() <= AT_ONCE {
                let steps = part.steps.iter();
                steps.fold(0, |index, &(number, apart)| index + values[number % AT_ONCE] * apart)
            } else {
                part.index(rules, fixed, state)
            };
            let score = part.table.get(index).copied().unwrap_or(0.0);
            // Weights beyond the seats are zero, so that a known number of seats does no harm.
            let (few, others) = returns.split_at_mut(FEW);
            let (weights, rest) = part.weights.split_at(FEW);
            few.iter_mut().zip(weights).for_each(|(seat, weight)| *seat += weight * score);
            if rules.seats() > FEW {
                others.iter_mut().zip(rest).for_each(|(seat, weight)| *seat += weight * score);
            }
        }
        returns
    }

    /// Index into the table of a part if the deal ends as it stands; 0 if there is no such part.
    #[must_use]
    pub fn index(
        &self,
        part: usize,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
    ) -> usize {
        self.parts.get(part).map_or(0, |part| part.index(rules, fixed, state))
    }

    /// The values of the axes of a part if the deal ends as it stands.
    #[must_use]
    pub fn values(
        &self,
        part: usize,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
    ) -> Vec<u32> {
        let probes = self.parts.get(part).map_or(&[][..], |part| &part.probes);
        probes.iter().map(|probe| probe.value(rules, fixed, state)).collect()
    }

    /// The axes of a part, compiled.
    #[must_use]
    pub fn probes(&self, part: usize) -> &[Probe<W>] {
        self.parts.get(part).map_or(&[], |part| &part.probes)
    }

    /// The table of a part.
    #[must_use]
    pub fn table(&self, part: usize) -> &[f64] {
        self.parts.get(part).map_or(&[], |part| &part.table)
    }

    /// How often each seat gets the score of a part; zero beyond the seats.
    #[must_use]
    pub fn weights(&self, part: usize) -> [f64; MAX_SEATS] {
        self.parts.get(part).map_or([0.0; MAX_SEATS], |part| part.weights)
    }

    /// Least and greatest that each seat can get: no outcome lies beyond, though none need reach.
    #[must_use]
    pub fn bounds(&self) -> [(f64, f64); MAX_SEATS] {
        let mut bounds = [(0.0, 0.0); MAX_SEATS];
        for part in &self.parts {
            let least = part.table.iter().copied().fold(f64::INFINITY, f64::min);
            let most = part.table.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for ((low, high), weight) in bounds.iter_mut().zip(part.weights) {
                *low += (weight * least).min(weight * most);
                *high += (weight * least).max(weight * most);
            }
        }
        bounds
    }
}

impl<W: Word> Part<W> {
    fn new(rules: &PlayRules<W>, part: &PayoffPart) -> Self {
        let mut weights = [0.0; MAX_SEATS];
        weights.iter_mut().zip(&part.weights).for_each(|(slot, weight)| *slot = *weight);
        let probes = part.axes.iter().map(|axis| Probe::compile(rules, axis)).collect();
        Self { probes, steps: vec![], table: part.table.clone(), weights }
    }

    #[inline]
    fn index(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> usize {
        self.probes.iter().fold(0, |index, probe| {
            index * probe.size() as usize + probe.value(rules, fixed, state) as usize
        })
    }
}

fn check_part<W: Word>(rules: &PlayRules<W>, part: &PayoffPart, at: &str, faults: &mut Faulty) {
    for (index, axis) in part.axes.iter().enumerate() {
        check_axis(rules, axis, &format!("{at}.axes[{index}]"), faults);
    }
    let sizes = part.axes.iter().map(|axis| u64::from(Probe::compile(rules, axis).size()));
    let outcomes = sizes.fold(1_u64, u64::saturating_mul);
    if part.table.len() as u64 != outcomes {
        let message = format!("{} scores for {outcomes} outcomes", part.table.len());
        faults.note("table", format!("{at}.table"), message);
    }
    if part.weights.len() != rules.seats() {
        let message = format!("{} weights for {} seats", part.weights.len(), rules.seats());
        faults.note("weights", format!("{at}.weights"), message);
    }
    for (name, numbers) in [("table", &part.table), ("weights", &part.weights)] {
        if let Some(index) = numbers.iter().position(|number| !number.is_finite()) {
            let message = format!("{} is not a finite number", numbers[index]);
            faults.note("not_finite", format!("{at}.{name}[{index}]"), message);
        }
    }
}
