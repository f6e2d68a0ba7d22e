//! The moves that were made in each row since its play began, so that they can be made again in a
//! copy.

/// So many steps are kept for all rows; what is older is kept by row.
const STEPS: u64 = 128;
const HALF: u64 = STEPS / 2;

/// The moves of the rows.
pub(super) struct Log {
    rows: usize,
    /// The actions of the last steps, one for each row; step `k` stands at `k % STEPS`.
    steps: Vec<u16>,
    /// Number of steps so far.
    now: u64,
    own: Vec<Own>,
}

/// The moves of one row.
#[derive(Clone, Default)]
struct Own {
    /// Those that are not among the steps.
    earlier: Vec<u16>,
    /// The first step after those.
    from: u64,
    /// The first step in which it made no move any more.
    until: Option<u64>,
}

impl Log {
    pub(super) fn new(rows: usize) -> Self {
        let steps = usize::try_from(STEPS).unwrap_or(usize::MAX);
        Self { rows, steps: vec![0; rows * steps], now: 0, own: vec![Own::default(); rows] }
    }

    /// The play of a row begins.
    pub(super) fn begin(&mut self, row: usize) {
        if let Some(own) = self.own.get_mut(row) {
            own.earlier.clear();
            (own.from, own.until) = (self.now, None);
        }
    }

    /// A move is made in a row beside the steps.
    pub(super) fn add(&mut self, row: usize, actions: &[i64]) {
        self.flush(row);
        if let Some(own) = self.own.get_mut(row) {
            own.earlier.extend(actions.iter().copied().map(short));
        }
    }

    /// A row makes no moves from now on, or makes moves again.
    pub(super) fn hold(&mut self, row: usize, is_held: bool) {
        self.flush(row);
        if let Some(own) = self.own.get_mut(row) {
            (own.from, own.until) = (self.now, is_held.then_some(self.now));
        }
    }

    /// All rows have made a step, but those that wait. In some of them a deal has ended, and the
    /// next one has begun or not.
    pub(super) fn step(&mut self, actions: &[i64], done: &[u8], is_dealt: bool) {
        let at = self.at(self.now);
        let slots = self.steps[at..].iter_mut();
        slots.zip(actions).for_each(|(slot, &action)| *slot = short(action));
        self.now += 1;
        for (row, _) in done.iter().enumerate().filter(|(_, done)| **done != 0) {
            if is_dealt {
                self.begin(row);
            } else {
                self.own[row].until = Some(self.now);
            }
        }
        if self.now.is_multiple_of(HALF) {
            let old = self.now - HALF;
            let rows = 0..self.rows;
            rows.for_each(|row| {
                if self.own[row].from < old {
                    self.flush(row);
                }
            });
        }
    }

    /// The moves of a row since its play began.
    pub(super) fn moves(&self, row: usize) -> impl Iterator<Item = u16> {
        let own = &self.own[row];
        own.earlier.iter().copied().chain(self.stepped(row))
    }

    fn stepped(&self, row: usize) -> impl Iterator<Item = u16> {
        let own = &self.own[row];
        (own.from..own.until.unwrap_or(self.now)).map(move |step| self.steps[self.at(step) + row])
    }

    /// Takes the moves of a row out of the steps.
    fn flush(&mut self, row: usize) {
        if row < self.rows {
            let moves: Vec<u16> = self.stepped(row).collect();
            let own = &mut self.own[row];
            own.earlier.extend(moves);
            own.from = own.until.unwrap_or(self.now).max(own.from);
        }
    }

    fn at(&self, step: u64) -> usize {
        usize::try_from(step % STEPS).unwrap_or(0) * self.rows
    }
}

fn short(action: i64) -> u16 {
    u16::try_from(action).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_since_the_play_began_is_there() {
        let mut log = Log::new(3);
        let mut expected: Vec<Vec<u16>> = vec![vec![]; 3];
        let mut waits = false;
        for step in 0..1000_i64 {
            log.step(&[step, step + 1, step + 2], &[0, u8::from(step % 70 == 0), 0], true);
            expected[0].push(short(step));
            expected[1].push(short(step + 1));
            if step % 70 == 0 {
                expected[1].clear();
            }
            if !waits {
                expected[2].push(short(step + 2));
            }
            if step % 90 == 0 {
                waits = !waits;
                if waits {
                    log.hold(2, true);
                } else {
                    log.begin(2);
                    log.add(2, &[7, 8]);
                    expected[2] = vec![7, 8];
                }
            }
            for (row, moves) in expected.iter().enumerate() {
                assert_eq!(log.moves(row).collect::<Vec<_>>(), *moves, "row {row} step {step}");
            }
        }
    }
}
