//! "Is the value at least v?": the bonus of every set of flags, and what is left of it.

use std::collections::HashMap;

use super::flags::{Flag, Outlook, Rest};
use super::split::Split;
use crate::cards::Word;
use crate::play::{Fixed, State};
use crate::rules::PlayRules;

/// A bonus that nothing makes good.
pub(super) const NEVER: i32 = -(1 << 20);
/// Boxes with more sets of flags are bounded by the extremes of all sets.
const MAX_BOX: usize = 1 << 13;

/// One question about an objective.
#[derive(Debug)]
pub(super) struct Question {
    bonuses: Vec<i32>,
    strides: Vec<usize>,
    extremes: (i32, i32),
    boxes: HashMap<Vec<u128>, Box_>,
}

/// What the bonus can still be where each flag is one of a set of classes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Box_ {
    /// Least and most it can become.
    pub(super) lowest: i32,
    pub(super) highest: i32,
    /// The bonus at a fixed corner; bounds are stored without it, so that questions share them.
    pub(super) offset: i32,
    /// Flags on which the bonus still depends, one bit each.
    pub(super) live: u32,
    /// Equal for boxes whose bonuses differ by a constant only.
    pub(super) class: u64,
}

impl Question {
    pub(super) fn new<W: Word>(split: &Split<W>, table: &[f64], v: f64) -> Self {
        let bonuses = split.bonuses(table, v, NEVER);
        let mut strides = vec![1; split.flags.len()];
        for flag in (1..split.flags.len()).rev() {
            strides[flag - 1] = strides[flag] * split.flags[flag].size;
        }
        let lowest = bonuses.iter().copied().min().unwrap_or(0);
        let highest = bonuses.iter().copied().max().unwrap_or(0);
        Self { bonuses, strides, extremes: (lowest, highest), boxes: HashMap::new() }
    }

    /// The bonus where there are no flags.
    #[inline(always)]
    pub(super) fn only(&self) -> i32 {
        self.bonuses[0]
    }

    /// The bonus at the end of the deal.
    pub(super) fn bonus<W: Word>(
        &self,
        split: &Split<W>,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
    ) -> i32 {
        let index: usize = split
            .flags
            .iter()
            .zip(&self.strides)
            .map(|(flag, stride)| flag.class(rules, fixed, state) * stride)
            .sum();
        self.bonuses.get(index).copied().unwrap_or(NEVER)
    }

    /// What the bonus can still be; the outlooks of the flags are left in `outlooks`.
    pub(super) fn look<W: Word>(
        &mut self,
        flags: &[Flag<W>],
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
        rest: &Rest<W>,
        outlooks: &mut Vec<Outlook>,
    ) -> Box_ {
        outlooks.clear();
        outlooks.extend(flags.iter().map(|flag| flag.outlook(rules, fixed, state, rest)));
        if flags.is_empty() {
            let bonus = self.bonuses[0];
            return Box_ { lowest: bonus, highest: bonus, offset: bonus, live: 0, class: 0 };
        }
        let sets: Vec<u128> = outlooks.iter().map(|outlook| outlook.possible).collect();
        if let Some(known) = self.boxes.get(&sets) {
            return *known;
        }
        let found = self.measure(flags, &sets);
        self.boxes.insert(sets, found);
        found
    }

    fn measure<W: Word>(&self, flags: &[Flag<W>], sets: &[u128]) -> Box_ {
        let classes: Vec<Vec<usize>> = flags
            .iter()
            .zip(sets)
            .map(|(flag, set)| {
                (0..flag.size).filter(|&class| set >> class.min(127) & 1 == 1).collect()
            })
            .collect();
        let count = classes.iter().map(Vec::len).fold(1, usize::saturating_mul);
        let (lowest, highest) = self.extremes;
        if count == 0 || count > MAX_BOX {
            let class = sets.iter().fold(mix(7, self.content()), |h, &set| mix128(h, set));
            return Box_ { lowest, highest, offset: 0, live: u32::MAX, class };
        }
        self.measure_all(&classes)
    }

    fn measure_all(&self, classes: &[Vec<usize>]) -> Box_ {
        let corner: usize = classes.iter().zip(&self.strides).map(|(c, s)| c[0] * s).sum();
        let offset = self.bonuses[corner];
        let (mut lowest, mut highest, mut live) = (offset, offset, 0_u32);
        let mut hash = 0x51_7c_c1_b7_27_22_0a_95;
        each(classes, &self.strides, |digits, index| {
            let bonus = self.bonuses[index];
            lowest = lowest.min(bonus);
            highest = highest.max(bonus);
            hash = mix(hash, u64::from((bonus - offset).cast_unsigned()));
            for (flag, &digit) in digits.iter().enumerate() {
                let first = index - (digit - classes[flag][0]) * self.strides[flag];
                live |= u32::from(self.bonuses[first] != bonus) << flag.min(31);
            }
        });
        if live == 0 {
            return Box_ { lowest, highest, offset, live, class: 0 };
        }
        for of_flag in classes {
            hash = of_flag.iter().fold(mix(hash, 0xff), |h, &class| mix(h, class as u64));
        }
        Box_ { lowest, highest, offset, live, class: hash | 1 }
    }

    /// A hash of all bonuses, for boxes too large to be looked at one by one.
    fn content(&self) -> u64 {
        self.bonuses.iter().fold(3, |hash, &bonus| mix(hash, u64::from(bonus.cast_unsigned())))
    }
}

/// Calls `visit` with every choice of one class a flag, and its index in the table.
fn each(classes: &[Vec<usize>], strides: &[usize], mut visit: impl FnMut(&[usize], usize)) {
    let mut places = vec![0; classes.len()];
    let mut digits: Vec<usize> = classes.iter().map(|of_flag| of_flag[0]).collect();
    loop {
        visit(&digits, digits.iter().zip(strides).map(|(digit, stride)| digit * stride).sum());
        let mut flag = classes.len();
        loop {
            if flag == 0 {
                return;
            }
            flag -= 1;
            places[flag] += 1;
            if places[flag] < classes[flag].len() {
                digits[flag] = classes[flag][places[flag]];
                break;
            }
            places[flag] = 0;
            digits[flag] = classes[flag][0];
        }
    }
}

/// Folds a number into a hash.
#[inline]
pub(super) fn mix(hash: u64, value: u64) -> u64 {
    let product = u128::from(hash ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        * u128::from(0xd6e8_feb8_6659_fd93_u64 ^ value);
    let [low, high] = [product, product >> 64].map(|half| (half & u128::from(u64::MAX)) as u64);
    (low ^ high).rotate_left(23) ^ hash.rotate_left(7)
}

/// Folds a wide number into a hash.
#[inline]
pub(super) fn mix128(hash: u64, value: u128) -> u64 {
    mix(mix(hash, (value & u128::from(u64::MAX)) as u64), (value >> 64) as u64)
}

/// Folds a text into a hash.
pub(super) fn fold(text: &str) -> u64 {
    text.as_bytes().chunks(8).fold(text.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash, u64::from_le_bytes(word))
    })
}
