//! "Is the value at least v?": the bonus that each end of the facts pays, and what is left of it.

use super::super::question::mix;
use super::course::Course;
use super::plan::Score;
use super::tracks::SETTLED;
use crate::cards::Word;

/// Stands with more ends than this are bounded by the extremes of all.
pub(super) const MAX_ENDS: usize = 1 << 12;
/// The bonus has not been looked up yet.
const UNKNOWN: i32 = i32::MIN;

/// What the bonus can still be, where the facts stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stake {
    /// Least and most it can become.
    pub(super) lowest: i32,
    pub(super) highest: i32,
    /// The bonus at one fixed end. Bounds are stored without it, so that questions share them.
    pub(super) offset: i32,
    /// Facts on which the bonus still depends, one bit each.
    pub(super) live: u16,
    /// Equal for stands from which equal futures lead to bonuses that differ by a constant only; 0 if
    /// there is only one bonus left.
    pub(super) class: u64,
}

/// One question: everything about it that is known by stand.
#[derive(Debug, Clone)]
pub(super) struct Stakes {
    value: f64,
    bonuses: Vec<i32>,
    known: Vec<Option<Stake>>,
}

impl Stakes {
    pub(super) fn new(score: &Score<'_>, value: f64) -> Self {
        Self { value, bonuses: vec![UNKNOWN; score.ends], known: Vec::new() }
    }

    /// What the bonus can still be in a stand.
    #[inline]
    pub(super) fn stake<W: Word>(
        &mut self,
        score: &Score<'_>,
        course: &Course<W>,
        stand: u32,
    ) -> Stake {
        if let Some(Some(stake)) = self.known.get(stand as usize) {
            return *stake;
        }
        self.look(score, course, stand)
    }

    #[cold]
    fn look<W: Word>(&mut self, score: &Score<'_>, course: &Course<W>, stand: u32) -> Stake {
        let states = course.stands[stand as usize].tracks;
        let choices: Vec<Vec<usize>> = course
            .tracks
            .iter()
            .zip(states)
            .zip(&score.digits)
            .map(|((track, state), digits)| {
                let place = |class| digits.iter().position(|&digit| digit == class).unwrap_or(0);
                track.possible(state).into_iter().map(place).collect()
            })
            .collect();
        let count = choices.iter().map(Vec::len).fold(1, usize::saturating_mul);
        let stake = if count > MAX_ENDS {
            self.rough(score, course, &states)
        } else {
            self.exact(score, course, &states, &choices)
        };
        if self.known.len() <= stand as usize {
            self.known.resize(course.stands.len().max(stand as usize + 1), None);
        }
        self.known[stand as usize] = Some(stake);
        stake
    }

    /// A stand with too many ends: nothing is known but what all ends have in common.
    fn rough<W: Word>(&self, score: &Score<'_>, course: &Course<W>, states: &[u64]) -> Stake {
        let live = (0..course.tracks.len()).filter(|&track| states[track] & SETTLED == 0);
        let live = live.fold(0, |live, track| live | 1 << track);
        let class = states.iter().fold(self.value.to_bits(), |hash, &state| mix(hash, state));
        let class = mix(class, score.name) | 1;
        Stake { lowest: -(score.most as i32) - 1, highest: 0, offset: 0, live, class }
    }

    fn exact<W: Word>(
        &mut self,
        score: &Score<'_>,
        course: &Course<W>,
        states: &[u64],
        choices: &[Vec<usize>],
    ) -> Stake {
        let corner: usize = choices.iter().zip(&score.radix).map(|(c, r)| c[0] * r).sum();
        let offset = self.bonus(score, corner);
        let (mut lowest, mut highest, mut live) = (offset, offset, 0_u16);
        let mut places = vec![0; choices.len()];
        let mut index = corner;
        // All ends, counted through like a number with a digit a fact.
        'ends: loop {
            let bonus = self.bonus(score, index);
            lowest = lowest.min(bonus);
            highest = highest.max(bonus);
            for (track, &place) in places.iter().enumerate() {
                let first =
                    index - (choices[track][place] - choices[track][0]) * score.radix[track];
                if place > 0 && self.bonus(score, first) != bonus {
                    live |= 1 << track;
                }
            }
            let mut track = choices.len();
            loop {
                if track == 0 {
                    break 'ends;
                }
                track -= 1;
                let (choice, radix) = (&choices[track], score.radix[track]);
                let digit = choice[places[track]];
                places[track] = (places[track] + 1) % choice.len();
                index = index - digit * radix + choice[places[track]] * radix;
                if places[track] > 0 {
                    break;
                }
            }
        }
        let class = if live == 0 { 0 } else { self.class(score, course, states, choices, live) };
        Stake { lowest, highest, offset, live, class }
    }

    /// The states of the open facts and all bonuses they can lead to, without the offset.
    fn class<W: Word>(
        &mut self,
        score: &Score<'_>,
        course: &Course<W>,
        states: &[u64],
        choices: &[Vec<usize>],
        live: u16,
    ) -> u64 {
        let corner: usize = choices.iter().zip(&score.radix).map(|(c, r)| c[0] * r).sum();
        let mut hash = 0x51_7c_c1_b7_27_22_0a_95;
        let mut indices = vec![corner];
        for (track, choice) in choices.iter().enumerate().filter(|(t, _)| live >> t & 1 == 1) {
            hash = mix(mix(hash, course.tracks[track].name), states[track]);
            let others = choice.iter().map(|&digit| digit.wrapping_sub(choice[0]));
            let steps: Vec<usize> =
                others.map(|step| step.wrapping_mul(score.radix[track])).collect();
            indices = indices
                .iter()
                .flat_map(|&index| steps.iter().map(move |&step| index.wrapping_add(step)))
                .collect();
        }
        let offset = self.bonus(score, corner);
        for index in indices {
            let bonus = self.bonus(score, index) - offset;
            hash = mix(hash, u64::from(bonus.cast_unsigned()));
        }
        hash | 1
    }

    /// Minus the least sum that is enough with this end of the facts.
    fn bonus(&mut self, score: &Score<'_>, end: usize) -> i32 {
        let known = self.bonuses[end];
        if known != UNKNOWN {
            return known;
        }
        let base = score.base_of(end);
        let is_enough = |added: usize| {
            let here = base
                + score
                    .along
                    .iter()
                    .map(|along| usize::from(along.classes[added]) * along.stride)
                    .sum::<usize>();
            (score.table[here] >= self.value) != score.falls
        };
        let (mut low, mut high) = (0, score.most as usize + 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            if is_enough(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let bonus = -(low as i32);
        self.bonuses[end] = bonus;
        bonus
    }
}
