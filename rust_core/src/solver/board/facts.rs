//! The facts of an objective, read off a state and made into machines.

use super::super::Objective;
use super::super::question::mix;
use super::course::{Course, MAX_TRACKS, Stand};
use super::plan::{Plan, Table, tricks_left};
use super::sums::{Additive, Sum, candidates, class, now, sign};
use super::tracks::{Counted, Kind, MAX_FOLLOWED, MAX_UNITS, SETTLED, Track};
use crate::cards::{Seat, Word};
use crate::payoff::{Fact, Window};
use crate::play::{Fixed, State};
use crate::rules::{EndRule, PlayRules};

/// Sets of ends of the facts that a search can tell apart.
const MAX_ENDS: usize = 1 << 16;
/// Bounds must fit into the entries of the table of proofs.
const MAX_SUM: u32 = 15_000;

/// The facts beside the sum.
pub(super) struct Facts<'a, W> {
    rules: &'a PlayRules<W>,
    pub(super) fixed: Fixed<W>,
    objective: &'a Objective<W>,
    table: Table,
    /// Axis of each machine.
    axes: Vec<usize>,
    /// Tricks of the whole deal.
    pub(super) tricks: u32,
}

impl<'a, W: Word> Facts<'a, W> {
    pub(super) fn new(
        rules: &'a PlayRules<W>,
        fixed: Fixed<W>,
        objective: &'a Objective<W>,
        table: Table,
    ) -> Self {
        Self { rules, fixed, objective, table, axes: Vec::new(), tricks: 0 }
    }

    /// Finds what adds up, and makes machines of all other facts that are still open.
    pub(super) fn take_apart(
        &mut self,
        plan: &mut Plan<'a, W>,
        state: &State<W>,
    ) -> Option<Course<W>> {
        self.tricks = u32::from(state.finished) + tricks_left(state);
        let left = plan.left(state);
        let active = self.table.active();
        let mut sums = candidates(self.rules, &self.fixed, state, self.objective, active, &left);
        sums.push(Additive { sum: Sum::Nothing, seats: 0, along: Vec::new() });
        for additive in sums {
            if left.of(additive.sum) > MAX_SUM {
                continue;
            }
            let Some(course) = self.with(plan, state, &additive) else { continue };
            let bases: Vec<usize> =
                (0..plan.score.ends).map(|end| plan.score.base_of(end)).collect();
            let Some(sign) = sign(plan.score.table, &additive.along, &bases) else { continue };
            plan.score.sum = additive.sum;
            plan.score.summed = self.table.of_search(additive.seats);
            plan.score.falls = sign < 0;
            plan.score.most = left.of(additive.sum);
            plan.score.along = additive.along;
            plan.score.start = self.so_far(plan, state);
            if plan.score.falls {
                plan.maximisers = self.table.everybody() & !plan.maximisers;
            }
            return Some(course);
        }
        None
    }

    /// Machines for the facts beside this sum, or `None` if they are too many.
    fn with(
        &mut self,
        plan: &mut Plan<'a, W>,
        state: &State<W>,
        additive: &Additive,
    ) -> Option<Course<W>> {
        let score = &mut plan.score;
        (score.digits, score.radix, score.strides) = (Vec::new(), Vec::new(), Vec::new());
        (score.base, score.ends) = (0, 1);
        self.axes.clear();
        let mut tracks = Vec::new();
        let axes = self.objective.axes().len();
        for axis in (0..axes).filter(|axis| additive.along.iter().all(|a| a.axis != *axis)) {
            let sizes = self.objective.probes()[axis + 1..].iter();
            let stride: usize = sizes.map(|probe| probe.size() as usize).product();
            let track = self.track(plan, state, axis)?;
            let at = self.state_of(plan, &track, state, axis);
            let digits = track.possible(at);
            if at & SETTLED != 0 || digits.len() == 1 {
                plan.score.base += usize::from(digits[0]) * stride;
                continue;
            }
            plan.score.digits.push(digits);
            plan.score.strides.push(stride);
            self.axes.push(axis);
            tracks.push(track);
        }
        let score = &mut plan.score;
        for digits in &score.digits {
            score.radix.push(score.ends);
            score.ends = score.ends.saturating_mul(digits.len());
        }
        let ends = self.rules.spec().ends.iter().map(|end| match *end {
            EndRule::Tricks { seats, at_least } => (self.table.of_search(seats), at_least),
            EndRule::Points { .. } => (0, u8::MAX),
        });
        let side = self.excuse_owner(state).map_or(0, |owner| self.rules.side(owner));
        let side = if state.tricks_of(side) == state.finished { side } else { 0 };
        let course = Course::new(tracks, ends.collect(), self.table.of_search(side));
        (plan.score.ends <= MAX_ENDS && course.tracks.len() <= MAX_TRACKS).then_some(course)
    }

    fn excuse_owner(&self, state: &State<W>) -> Option<Seat> {
        let excuse = self.rules.excuse.lowest()?;
        let seat = (0..self.rules.seats()).find(|&seat| {
            state.hands[seat].has(excuse) || usize::from(state.table[seat]) == excuse.index()
        })?;
        Seat::new(seat as u8)
    }

    /// The sum so far.
    pub(super) fn so_far(&self, plan: &Plan<'a, W>, state: &State<W>) -> u32 {
        let seats = plan.score.summed;
        let seats = (0..self.table.seats)
            .filter(|&seat| seats >> seat & 1 == 1)
            .map(|seat| usize::from(self.table.real[seat]));
        match plan.score.sum {
            Sum::Nothing => 0,
            Sum::Units => seats.map(|seat| u32::from(state.units[seat])).sum(),
            Sum::Tricks => seats.map(|seat| u32::from(state.tricks[seat])).sum(),
            Sum::LateTricks => seats.map(|seat| u32::from(state.late_tricks[seat])).sum(),
        }
    }

    /// The machine of an axis, or `None` if this search cannot follow it.
    fn track(&self, plan: &Plan<'a, W>, state: &State<W>, number: usize) -> Option<Track<W>> {
        let axis = &self.objective.axes()[number];
        let left = plan.left(state);
        let (kind, values) = match axis.fact {
            Fact::Points { seats, .. } => (self.counting(Counted::Units, seats), left.units),
            Fact::Tricks { seats, late: false } => {
                (self.counting(Counted::Tricks, seats), left.tricks)
            }
            Fact::Tricks { seats, late: true } => {
                (self.counting(Counted::LateTricks, seats), left.late_tricks)
            }
            Fact::Captured { ref cards, seats, .. } => {
                let cards = self.rules.set(cards);
                let ahead = (plan.ahead(state) & cards).len();
                (self.counting(Counted::Cards(cards), seats), ahead)
            }
            Fact::Fate { watched, window } => {
                let may_end = !self.rules.spec().ends.is_empty();
                if may_end && window != Window::Any {
                    return None;
                }
                let place = self.rules.watched[usize::from(watched) % 4];
                let holds = |seat: &usize| {
                    state.hands[*seat].has(place)
                        || usize::from(state.table[*seat]) == place.index()
                };
                let player = (0..self.rules.seats()).find(holds).unwrap_or(0) as u8;
                (Kind::Fate { place, player, window, may_end }, 0)
            }
            Fact::LastTrick => (Kind::LastTrick, 0),
            Fact::Seats { points_over } => {
                let most = state.units.iter().max().copied().unwrap_or(0);
                if left.units + u32::from(most) > MAX_UNITS || self.table.seats > MAX_FOLLOWED {
                    return None;
                }
                (self.seats_kind(state, u32::from(points_over)), 0)
            }
            Fact::MostPoints => return None,
            Fact::EndedBy if !self.rules.spec().ends.is_empty() => return None,
            Fact::Held { .. }
            | Fact::Prize { .. }
            | Fact::Declared { .. }
            | Fact::WentOut
            | Fact::Closed
            | Fact::EndedBy => (Kind::Constant, 0),
        };
        let classes = self.classes(number, state, values);
        // The rest of it follows from rules and table, which are in the salt.
        let about = match kind {
            Kind::Fate { player, .. } => u64::from(player),
            Kind::Seats { others, .. } => u64::from(others),
            Kind::Constant | Kind::Count { .. } | Kind::LastTrick => 0,
        };
        let name = mix(self.objective.axis_names()[number], about);
        let (seats, real) = (self.table.seats, self.table.real);
        Some(Track::new(kind, name, classes, self.rules.seats(), seats, real))
    }

    fn counting(&self, counted: Counted<W>, seats: u16) -> Kind<W> {
        Kind::Count { counted, seats: self.table.of_search(seats) }
    }

    /// Seats without cards count as they stand.
    fn seats_kind(&self, state: &State<W>, over: u32) -> Kind<W> {
        let scheme = self.rules.scheme();
        let active = self.table.active();
        let others = (0..self.rules.seats())
            .filter(|seat| active >> seat & 1 == 0)
            .filter(|&seat| {
                state.tricks[seat] == 0 || scheme.official(u32::from(state.units[seat])) > over
            })
            .count() as u16;
        Kind::Seats { over, scheme, others }
    }

    /// Class by value of an axis, as far as counts can go.
    fn classes(&self, number: usize, state: &State<W>, more: u32) -> Vec<u16> {
        let axis = &self.objective.axes()[number];
        match axis.fact {
            Fact::Points { .. } | Fact::Tricks { .. } => {
                let now = now(self.rules, &self.fixed, state, axis);
                (0..=now + more)
                    .map(|count| class(self.rules, self.objective, number, count))
                    .collect()
            }
            _ => match &axis.classes {
                Some(classes) => classes.clone(),
                None => (0..self.objective.probes()[number].size() as u16).collect(),
            },
        }
    }

    /// Where a machine stands in a state.
    fn state_of(
        &self,
        plan: &Plan<'a, W>,
        track: &Track<W>,
        state: &State<W>,
        number: usize,
    ) -> u64 {
        let axis = &self.objective.axes()[number];
        let left = plan.left(state);
        let counted = now(self.rules, &self.fixed, state, axis) as usize;
        match track.kind {
            Kind::Constant => {
                let probe = &self.objective.probes()[number];
                SETTLED | u64::from(probe.value(self.rules, &self.fixed, state))
            }
            Kind::Count { counted: what, .. } => match what {
                Counted::Units => track.count(counted, left.units as usize),
                Counted::Tricks => track.count(counted, left.tricks as usize),
                Counted::LateTricks => track.count(counted, left.late_tricks as usize),
                Counted::Cards(cards) => {
                    let Fact::Captured { seats, laid, .. } = axis.fact else { return SETTLED };
                    let laid = if laid { self.fixed.laid_for(seats) } else { W::ZERO };
                    let won = ((state.captured_by(seats) | laid) & cards).len();
                    let ahead = (plan.ahead(state) & cards).len();
                    track.count(won as usize, ahead as usize)
                }
            },
            Kind::Fate { place, window, .. } => self.fate_of(track, state, place, window, number),
            Kind::LastTrick => 0,
            Kind::Seats { .. } => {
                let seats = (0..self.table.seats).map(|seat| usize::from(self.table.real[seat]));
                let standing: Vec<(u32, bool)> = seats
                    .map(|seat| (u32::from(state.units[seat]), state.tricks[seat] > 0))
                    .collect();
                track.seats_state(&standing, left.units)
            }
        }
    }

    fn fate_of(
        &self,
        track: &Track<W>,
        state: &State<W>,
        place: crate::cards::Place,
        window: Window,
        axis: usize,
    ) -> u64 {
        let Fact::Fate { watched, .. } = self.objective.axes()[axis].fact else { return SETTLED };
        let Some((player, winner, number)) = state.fate(usize::from(watched)) else {
            let in_play = state.hands.iter().fold(state.trick, |all, &hand| all | hand);
            return if in_play.has(place) { 0 } else { track.settled(0) };
        };
        let ago = match window {
            Window::Any => 0,
            Window::Last(tricks) => {
                let ago = (self.tricks - 1).saturating_sub(u32::from(number));
                if ago >= u32::from(tricks) {
                    return track.settled(0);
                }
                ago as usize
            }
        };
        let seats = self.rules.seats();
        track.settled(1 + (ago * seats + player.index()) * seats + winner.index())
    }

    /// Where all machines stand in a state.
    pub(super) fn stand(&self, plan: &Plan<'a, W>, course: &Course<W>, state: &State<W>) -> Stand {
        let mut stand = Stand { tracks: [SETTLED; MAX_TRACKS], ends: 0 };
        for ((slot, track), &axis) in stand.tracks.iter_mut().zip(&course.tracks).zip(&self.axes) {
            *slot = self.state_of(plan, track, state, axis);
        }
        let counts: Vec<u8> = self
            .rules
            .spec()
            .ends
            .iter()
            .map(|end| match *end {
                EndRule::Tricks { seats, .. } => state.tricks_of(seats),
                EndRule::Points { .. } => 0,
            })
            .collect();
        let sweeps = self
            .excuse_owner(state)
            .is_some_and(|owner| state.tricks_of(self.rules.side(owner)) == state.finished);
        stand.ends = Course::<W>::ends_state(&counts, sweeps);
        stand
    }
}
