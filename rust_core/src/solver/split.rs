//! Takes an objective apart into one axis that adds up along the play, and flags.
//!
//! Where the value is monotone in the card points (or tricks) of some seats for every set of the
//! other facts, "value >= v" is a question about future points alone: with flags `F` at the end, the
//! points must reach a threshold `t_F(v)`. So it is the plain points game with a bonus `-t_F(v)`
//! paid at the end, and one zero-window search answers it.

use super::Objective;
use super::flags::Flag;
use crate::cards::Word;

use crate::payoff::{Axis, Fact};
use crate::play::{Fixed, State};
use crate::rules::{PlayRules, Scheme};

/// What adds up along the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sum {
    /// Units of the seats.
    Units { seats: u16, marriages: bool },
    /// Tricks of the seats, or only late ones.
    Tricks { seats: u16, late: bool },
}

impl Sum {
    /// A number for each, less than 2^20.
    pub(super) fn name(self) -> u64 {
        match self {
            Self::Units { seats, marriages } => {
                1 | u64::from(marriages) << 2 | u64::from(seats) << 3
            }
            Self::Tricks { seats, late } => 2 | u64::from(late) << 2 | u64::from(seats) << 3,
        }
    }
}

/// The axis that adds up.
#[derive(Debug, Clone)]
pub(super) struct Additive {
    pub(super) sum: Sum,
    /// 1 if the value rises with the sum, -1 if it falls.
    pub(super) sign: i32,
    /// Units that count from the start: cards laid aside.
    pub(super) start: i32,
    axis: usize,
    /// Class by official count.
    classes: Vec<usize>,
    scheme: Scheme,
}

/// An objective taken apart.
#[derive(Debug, Clone)]
pub(super) struct Split<W> {
    pub(super) additive: Option<Additive>,
    /// The other axes, the last varying fastest.
    pub(super) flags: Vec<Flag<W>>,
    /// Number of sets of flags.
    pub(super) combinations: usize,
    flag_axes: Vec<usize>,
    sizes: Vec<usize>,
}

impl<W: Word> Split<W> {
    pub(super) fn new(rules: &PlayRules<W>, fixed: &Fixed<W>, objective: &Objective<W>) -> Self {
        let sizes: Vec<usize> =
            objective.probes().iter().map(|probe| probe.size() as usize).collect();
        let additive = find_additive(rules, fixed, objective, &sizes);
        let kept = additive.as_ref().map(|additive| additive.axis);
        let flag_axes: Vec<usize> = (0..sizes.len()).filter(|&axis| Some(axis) != kept).collect();
        let flags = flag_axes
            .iter()
            .map(|&axis| Flag::new(rules, fixed, &objective.axes()[axis], sizes[axis]))
            .collect();
        let combinations = flag_axes.iter().map(|&axis| sizes[axis]).product();
        Self { additive, flags, combinations, flag_axes, sizes }
    }

    /// The sum so far, with its sign and without what was laid aside.
    #[inline]
    pub(super) fn so_far(&self, rules: &PlayRules<W>, state: &State<W>) -> i32 {
        let Some(additive) = &self.additive else { return 0 };
        additive.sign
            * match additive.sum {
                Sum::Units { seats, marriages: true } => {
                    i32::from(state.units_with_marriages(rules, seats))
                }
                Sum::Units { seats, marriages: false } => i32::from(state.units_of(seats)),
                Sum::Tricks { seats, late: false } => i32::from(state.tricks_of(seats)),
                Sum::Tricks { seats, late: true } => (0..rules.seats())
                    .filter(|seat| seats >> seat & 1 == 1)
                    .map(|seat| i32::from(state.late_tricks[seat]))
                    .sum(),
            }
    }

    /// Whether the value depends on nothing but the tricks of these seats, and rises with them.
    pub(super) fn counts_tricks_of(&self, maximisers: u16) -> bool {
        self.flags.is_empty()
            && self.additive.as_ref().is_some_and(|additive| {
                additive.sign > 0 && additive.sum == Sum::Tricks { seats: maximisers, late: false }
            })
    }

    /// The bonus of every set of flags for "value >= v": the signed sum and it reach zero if and
    /// only if the value reaches `v`. `never` where no sum is enough, `-never` where every one is.
    pub(super) fn bonuses(&self, table: &[f64], v: f64, never: i32) -> Vec<i32> {
        let strides = self.strides();
        (0..self.combinations)
            .map(|combination| {
                let base = self.base(combination, &strides);
                match &self.additive {
                    None => {
                        if table[base] >= v {
                            0
                        } else {
                            never
                        }
                    }
                    Some(additive) => {
                        let stride = strides[additive.axis];
                        additive.bonus(|class| table[base + class * stride] >= v, never)
                    }
                }
            })
            .collect()
    }

    /// The only bonus where there are no flags.
    pub(super) fn bonus(&self, table: &[f64], v: f64, never: i32) -> i32 {
        match &self.additive {
            Some(additive) if self.flags.is_empty() => {
                additive.bonus(|class| table[class] >= v, never)
            }
            _ => self.bonuses(table, v, never)[0],
        }
    }

    fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.sizes.len()];
        for axis in (1..self.sizes.len()).rev() {
            strides[axis - 1] = strides[axis] * self.sizes[axis];
        }
        strides
    }

    /// Index of a set of flags in the table, the additive axis at 0.
    fn base(&self, combination: usize, strides: &[usize]) -> usize {
        let mut left = combination;
        let mut index = 0;
        for &axis in self.flag_axes.iter().rev() {
            index += left % self.sizes[axis] * strides[axis];
            left /= self.sizes[axis];
        }
        index
    }
}

impl Additive {
    fn bonus(&self, is_enough: impl Fn(usize) -> bool, never: i32) -> i32 {
        if self.sign > 0 {
            // Along the sum it only turns from no to yes.
            match self.classes.partition_point(|&class| !is_enough(class)) {
                official if official == self.classes.len() => never,
                0 => 0,
                official => -least_units(self.scheme, official),
            }
        } else {
            match self.classes.partition_point(|&class| is_enough(class)) {
                0 => never,
                count if count == self.classes.len() => -never,
                count => most_units(self.scheme, count - 1),
            }
        }
    }
}

/// Least units with this official count, which is not 0.
fn least_units(scheme: Scheme, official: usize) -> i32 {
    let official = i32::try_from(official).unwrap_or(i32::MAX / 4);
    if scheme == Scheme::Thirds { 3 * official - 1 } else { official }
}

/// Most units with this official count.
fn most_units(scheme: Scheme, official: usize) -> i32 {
    let official = i32::try_from(official).unwrap_or(i32::MAX / 4);
    if scheme == Scheme::Thirds { 3 * official + 1 } else { official }
}

/// The first axis of points, else of tricks, along which the value only rises or only falls.
fn find_additive<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    objective: &Objective<W>,
    sizes: &[usize],
) -> Option<Additive> {
    let (number, sign) = objective.sum_axis()?;
    let axis = &objective.axes()[number];
    let (sum, start, scheme) = match axis.fact {
        Fact::Points { seats, laid, marriages, .. } => {
            let start = if laid { rules.units_of(fixed.laid_for(seats)) } else { 0 };
            (Sum::Units { seats, marriages }, start, rules.scheme())
        }
        Fact::Tricks { seats, late } => (Sum::Tricks { seats, late }, 0, Scheme::Ones),
        _ => return None,
    };
    let classes = classes_of(axis, sizes[number]);
    Some(Additive { sum, sign, start: i32::from(start), axis: number, classes, scheme })
}

/// Class of an axis by official count.
fn classes_of(axis: &Axis, size: usize) -> Vec<usize> {
    let raw = match axis.fact {
        Fact::Points { max, .. } => usize::from(max) + 1,
        _ => axis.classes.as_ref().map_or(size, Vec::len),
    };
    let class = |value: usize| match &axis.classes {
        None => value.min(size - 1),
        Some(classes) => usize::from(classes[value.min(classes.len() - 1)]),
    };
    (0..raw).map(class).collect()
}

/// The axis that is summed, and 1 if the value rises along it, -1 if it falls: of points rather than of
/// tricks. It takes a look at the whole table.
pub(super) fn find_sum_axis(axes: &[Axis], sizes: &[usize], table: &[f64]) -> Option<(usize, i32)> {
    let is_points = |axis: &usize| matches!(axes[*axis].fact, Fact::Points { .. });
    let is_tricks = |axis: &usize| matches!(axes[*axis].fact, Fact::Tricks { .. });
    let all = || 0..axes.len();
    all().filter(is_points).chain(all().filter(is_tricks)).find_map(|axis| {
        let stride: usize = sizes[axis + 1..].iter().product();
        let classes = classes_of(&axes[axis], sizes[axis]);
        Some((axis, sign_along(table, stride, sizes[axis], &classes)?))
    })
}

/// 1 if the table rises (weakly) through these classes everywhere, -1 if it falls.
fn sign_along(table: &[f64], stride: usize, size: usize, classes: &[usize]) -> Option<i32> {
    let (mut rises, mut falls) = (true, true);
    for block in table.chunks_exact(stride * size) {
        for inner in 0..stride {
            for pair in classes.windows(2) {
                let (low, high) =
                    (block[inner + pair[0] * stride], block[inner + pair[1] * stride]);
                rises &= low <= high;
                falls &= low >= high;
            }
        }
    }
    if rises {
        Some(1)
    } else if falls {
        Some(-1)
    } else {
        None
    }
}
