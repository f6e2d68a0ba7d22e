//! What a search maximises: one table over what happened, made of the parts of a payoff.

use std::sync::OnceLock;

use super::question::fold;
use super::split::find_sum_axis;
use crate::cards::Word;
use crate::payoff::{Axis, Payoff, PayoffErrors, PayoffPart, Probe};
use crate::play::{Fixed, State};
use crate::rules::{Faulty, PlayRules};

/// The largest table that parts are joined to.
const MAX_OUTCOMES: usize = 1 << 23;

/// A number for every outcome, and the seats that want it large; all others want it small.
#[derive(Debug, Clone)]
pub struct Objective<W> {
    axes: Vec<Axis>,
    /// A hash of each axis.
    axis_names: Vec<u64>,
    probes: Vec<Probe<W>>,
    table: Vec<f64>,
    /// The distinct numbers of the table, ascending.
    values: Vec<f64>,
    maximisers: u16,
    /// A hash of the rules.
    rules_name: u64,
    /// See [`Objective::sum_axis`].
    sum_axis: OnceLock<Option<(usize, i32)>>,
}

impl<W: Word> Objective<W> {
    /// Joins the parts, which add up; their weights are not looked at.
    ///
    /// # Errors
    /// Every fault of the parts; or together they have too many outcomes.
    pub fn compile(
        rules: &PlayRules<W>,
        parts: &[PayoffPart],
        maximisers: u16,
    ) -> Result<Self, PayoffErrors> {
        Payoff::compile(rules, parts)?;
        let mut faults = Faulty::default();
        let mut axes: Vec<Axis> = Vec::new();
        for axis in parts.iter().flat_map(|part| &part.axes) {
            if !axes.contains(axis) {
                axes.push(axis.clone());
            }
        }
        let probes: Vec<Probe<W>> =
            axes.iter().map(|axis| Probe::new(rules, axis)).collect::<Result<_, _>>()?;
        let outcomes = probes
            .iter()
            .fold(1, |total: usize, probe| total.saturating_mul(probe.size() as usize));
        if outcomes > MAX_OUTCOMES {
            let message = format!("{outcomes} outcomes; at most {MAX_OUTCOMES} can be searched");
            faults.note("too_many_outcomes", "parts".to_owned(), message);
        }
        faults.finish()?;
        let table = join(parts, &axes, &probes, outcomes);
        let mut values = table.clone();
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        values.shrink_to_fit();
        let axis_names = axes.iter().map(|axis| fold(&format!("{axis:?}"))).collect();
        let rules_name = fold(&format!("{:?}", rules.spec()));
        Ok(Self {
            axes,
            axis_names,
            probes,
            table,
            values,
            maximisers,
            rules_name,
            sum_axis: OnceLock::new(),
        })
    }

    /// The seats that maximise.
    #[must_use]
    pub fn maximisers(&self) -> u16 {
        self.maximisers
    }

    /// The axes of the table, the last varying fastest.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    pub(super) fn axis_names(&self) -> &[u64] {
        &self.axis_names
    }

    /// The axis that is summed along the play, and 1 if the value rises along it, -1 if it falls: found
    /// when it is first asked for, as small endings would spend their time on it.
    pub(super) fn sum_axis(&self) -> Option<(usize, i32)> {
        *self.sum_axis.get_or_init(|| {
            let sizes: Vec<usize> = self.probes.iter().map(|probe| probe.size() as usize).collect();
            find_sum_axis(&self.axes, &sizes, &self.table)
        })
    }

    pub(super) fn probes(&self) -> &[Probe<W>] {
        &self.probes
    }

    pub(super) fn table(&self) -> &[f64] {
        &self.table
    }

    /// The values that it can have, ascending.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// A hash of the rules it was made for.
    pub(super) fn rules_name(&self) -> u64 {
        self.rules_name
    }

    /// Bytes that it takes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.table.len() + self.values.len()) * size_of::<f64>()
    }

    /// The value if the deal ends as it stands.
    #[must_use]
    pub fn value(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> f64 {
        let index = self.probes.iter().fold(0, |index, probe| {
            index * probe.size() as usize + probe.value(rules, fixed, state) as usize
        });
        self.table.get(index).copied().unwrap_or(0.0)
    }
}

/// Adds the tables of the parts over the product of all their axes.
fn join<W: Word>(
    parts: &[PayoffPart],
    axes: &[Axis],
    probes: &[Probe<W>],
    outcomes: usize,
) -> Vec<f64> {
    let mut table = vec![0.0; outcomes];
    let mut digits = vec![0_usize; axes.len()];
    let of_part: Vec<Vec<usize>> = parts
        .iter()
        .map(|part| {
            let find = |axis: &Axis| axes.iter().position(|other| other == axis).unwrap_or(0);
            part.axes.iter().map(find).collect()
        })
        .collect();
    for slot in &mut table {
        for (part, at) in parts.iter().zip(&of_part) {
            let index = at
                .iter()
                .fold(0, |index, &axis| index * probes[axis].size() as usize + digits[axis]);
            *slot += part.table[index];
        }
        for (digit, probe) in digits.iter_mut().zip(probes).rev() {
            *digit += 1;
            if *digit < probe.size() as usize {
                break;
            }
            *digit = 0;
        }
    }
    table
}
