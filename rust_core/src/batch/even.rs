//! Deals of cards alone, dealt and played several at once.

use std::ops::Range;

use super::abreast;
use super::direct::Direct;
use super::lanes::{LANES, Tables};
use super::masks::{Masks, asks};
use super::plan::{Plan, Rows};
use super::written::Written;
use crate::cards::{MAX_SEATS, Word};
use crate::cpu::{Cpu, Work};
use crate::play::{Fixed, Line, MOST, State};
use crate::random::{Dealer, Draws, Words};
use crate::rules::PlayRules;

/// Deals that are played at once: enough to fill the time for which one waits.
const TABLES: usize = 4;

/// What is needed to play deals in which all seats hold equally many cards, and there are no others.
#[derive(Debug, Clone)]
pub(super) struct Even<W> {
    masks: Masks<W>,
    /// A deal that is begun, to be given other hands.
    fixed: Fixed<W>,
    state: State<W>,
    tricks: u8,
}

impl<W: Word> Even<W> {
    /// `None` if deals like this one are not such.
    pub(super) fn new(rules: &PlayRules<W>, (fixed, state): (Fixed<W>, State<W>)) -> Option<Self> {
        let tricks = state.hands[0].len();
        let is_even = rules.is_cards_alone()
            && state.is_even(rules, &fixed)
            && (2..=5).contains(&rules.seats())
            && tricks > 0;
        let masks = Masks::new(rules, state.trump);
        is_even.then(|| Self { masks, fixed, state, tricks: tricks.to_le_bytes()[0] })
    }

    /// Whether deals are played a vector of them at a time, which takes decks that fit into a word.
    fn runs_in_lanes(&self) -> bool {
        W::BITS == 64 && self.masks.asks <= asks::TO_BEAT
    }

    /// The number of words that a deal needs at most, unless some must be drawn again: nobody has a
    /// choice in the last trick.
    pub(super) fn words(&self, seats: usize) -> usize {
        usize::from(self.tricks.saturating_sub(1)) * seats
    }
}

/// Deals that are dealt and played at once, each from a stream of its own.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub(super) cards: Cards<'a>,
    /// The words of the moves.
    pub(super) words: &'a [Words; MOST],
    /// The number of them.
    pub(super) count: usize,
    /// By stream: the number of the row.
    pub(super) rows: &'a [usize],
}

/// Where the cards come from.
#[derive(Clone, Copy)]
pub(super) enum Cards<'a> {
    /// They were drawn, one deal a stream.
    Drawn(&'a Dealer, &'a Draws),
    /// They are given in checked rows of so many columns.
    Given(&'a [u8], usize),
}

/// Where deals of a plan are laid out and played, group after group.
#[derive(Debug)]
pub(super) struct Room<W> {
    /// Number of the plan.
    plan: usize,
    /// Deals of that plan, to be given other cards.
    fixed: [Fixed<W>; LANES],
    tables: Tables,
}

impl<W: Word> Room<W> {
    /// The room for deals of the plan with this number, which is made when it is first needed.
    fn of<'a>(room: &'a mut Option<Box<Self>>, plan: usize, even: &Even<W>) -> &'a mut Self {
        let new = || Box::new(Self { plan, fixed: [even.fixed; LANES], tables: Tables::new() });
        let room = room.get_or_insert_with(new);
        if room.plan != plan {
            room.plan = plan;
            room.fixed = [even.fixed; LANES];
        }
        room
    }
}

/// A plan whose deals can be played so, with all that is needed.
#[derive(Clone, Copy)]
pub(super) struct Playing<'a, W> {
    pub(super) plan: &'a Plan<W>,
    pub(super) even: &'a Even<W>,
    pub(super) direct: Option<&'a Direct<W>>,
}

/// Deals that are dealt, to be played in lanes.
struct InLanes<'a, W, C> {
    playing: Playing<'a, W>,
    tables: &'a mut Tables,
    words: &'a [Words; MOST],
    cpu: C,
}

impl<W: Word, C: Cpu> Work for InLanes<'_, W, C> {
    /// As of [`Tables::play`].
    type Out = bool;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn work(self) -> bool {
        self.playing.play_seats_in_lanes(self.tables, self.words, self.cpu)
    }
}

impl<W: Word> Playing<'_, W> {
    /// Plays the deals of some streams out. `done` hears of each the stream and the number of moves,
    /// or `None` if the deal has to be dealt and played by itself: then nothing was written.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn play(
        self,
        group: Group<'_>,
        streams: Range<usize>,
        (number, room): (usize, &mut Option<Box<Room<W>>>),
        out: &mut Rows<'_>,
        cpu: impl Cpu,
        mut done: impl FnMut(usize, Option<u32>),
    ) {
        if self.even.runs_in_lanes() && streams.len() >= LANES / 2 {
            let room = Room::of(room, number, self.even);
            return self.play_lanes(group, streams, room, out, cpu, done);
        }
        // Here, not in a room: the compiler knows of these that nothing else lies where they are.
        let (mut fixed, mut lines) = ([self.even.fixed; TABLES], [Line::NEW; TABLES]);
        let mut first = streams.start;
        if W::BITS > 64 && self.even.masks.asks != asks::MUCH {
            while streams.end - first >= TABLES {
                let streams = std::array::from_fn(|table| first + table);
                let moves: [_; TABLES] =
                    self.play_tables(group, streams, (&mut fixed, &mut lines), out, cpu);
                streams.into_iter().zip(moves).for_each(|(stream, moves)| done(stream, moves));
                first += TABLES;
            }
        }
        for stream in first..streams.end {
            let [moves] = self.play_tables(group, [stream], (&mut fixed, &mut lines), out, cpu);
            done(stream, moves);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_tables<const N: usize>(
        self,
        group: Group<'_>,
        streams: [usize; N],
        (fixed, lines): (&mut [Fixed<W>; TABLES], &mut [Line; TABLES]),
        out: &mut Rows<'_>,
        cpu: impl Cpu,
    ) -> [Option<u32>; N] {
        let (plan, even) = (self.plan, self.even);
        let (lines, fixed) = (lines.first_chunk_mut::<N>(), fixed.first_chunk_mut::<N>());
        let (Some(lines), Some(fixed)) = (lines, fixed) else { return [None; N] };
        let mut states = [even.state; N];
        let mut is_odd = [false; N];
        for table in 0..N {
            match self.deal(group, streams[table], &mut fixed[table]) {
                Some(hands) => states[table].hold(&plan.rules, hands),
                None => is_odd[table] = true,
            }
        }
        let tables = abreast::Tables { states: &mut states, words: group.words, streams, lines };
        let is_good = self.play_seats(tables, &even.fixed, cpu);
        std::array::from_fn(|table| {
            if is_odd[table] || !is_good {
                return None;
            }
            let (fixed, state) = (&fixed[table], &mut states[table]);
            let (line, out) = (Some(&lines[table]), out.row(group.rows[streams[table]]));
            cpu.run(Written { plan, fixed, state, line, out });
            Some(u32::from(state.finished) * u32::from(plan.rules.seats))
        })
    }

    /// Plays the deals of some of all streams out, one in each lane.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_lanes(
        self,
        group: Group<'_>,
        streams: Range<usize>,
        room: &mut Room<W>,
        out: &mut Rows<'_>,
        cpu: impl Cpu,
        mut done: impl FnMut(usize, Option<u32>),
    ) {
        let (plan, even) = (self.plan, self.even);
        let Room { fixed, tables, .. } = room;
        let mut is_odd = [false; LANES];
        for lane in streams.clone() {
            match self.deal(group, lane, &mut fixed[lane % LANES]) {
                Some(hands) => tables.deal(lane, &hands),
                None => is_odd[lane % LANES] = true,
            }
        }
        let is_good = cpu.run_apart(InLanes { playing: self, tables, words: group.words, cpu });
        for lane in streams {
            let is_good = is_good && !is_odd[lane % LANES];
            if is_good {
                let (mut state, fixed) = (even.state, &fixed[lane % LANES]);
                state.hold(&plan.rules, fixed.dealt);
                tables.note(lane, &mut state, (plan.rules.seats(), even.tricks));
                let (line, out) = (Some(&tables.lines[lane % LANES]), out.row(group.rows[lane]));
                cpu.run(Written { plan, fixed, state: &mut state, line, out });
            }
            let moves = u32::from(even.tricks) * u32::from(plan.rules.seats);
            done(lane, is_good.then_some(moves));
        }
    }

    /// Lays out the deal of a stream; the hands.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn deal(self, group: Group<'_>, stream: usize, fixed: &mut Fixed<W>) -> Option<[W; MAX_SEATS]> {
        match group.cards {
            Cards::Drawn(dealer, draws) => {
                fixed.dealt = self.direct?.deal(dealer, draws, stream, fixed)?;
            }
            Cards::Given(rows, columns) => {
                let row = group.rows[stream];
                let row = rows.get(row * columns..(row + 1) * columns)?;
                *fixed = self.plan.begin(row).0;
            }
        }
        Some(fixed.dealt)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_seats_in_lanes(
        self,
        tables: &mut Tables,
        words: &[Words; MOST],
        cpu: impl Cpu,
    ) -> bool {
        match self.plan.rules.seats() {
            2 => self.play_duties_in_lanes::<_, 2>(tables, words, cpu),
            3 => self.play_duties_in_lanes::<_, 3>(tables, words, cpu),
            4 => self.play_duties_in_lanes::<_, 4>(tables, words, cpu),
            _ => self.play_duties_in_lanes::<_, 5>(tables, words, cpu),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_duties_in_lanes<C: Cpu, const SEATS: usize>(
        self,
        tables: &mut Tables,
        words: &[Words; MOST],
        cpu: C,
    ) -> bool {
        let even = self.even;
        let rules = (&*self.plan.rules, &even.masks);
        let size = (even.state.leader.index(), even.tricks);
        match even.masks.asks {
            asks::LITTLE if W::BITS == 64 => {
                tables.play::<W, C, SEATS, { asks::LITTLE }>(words, rules, size, cpu)
            }
            asks::TO_BEAT if W::BITS == 64 => {
                tables.play::<W, C, SEATS, { asks::TO_BEAT }>(words, rules, size, cpu)
            }
            _ => false,
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_seats<const N: usize>(
        self,
        tables: abreast::Tables<'_, W, N>,
        fixed: &Fixed<W>,
        cpu: impl Cpu,
    ) -> bool {
        match self.plan.rules.seats() {
            2 => self.play_duties::<2, N>(tables, fixed, cpu),
            3 => self.play_duties::<3, N>(tables, fixed, cpu),
            4 => self.play_duties::<4, N>(tables, fixed, cpu),
            _ => self.play_duties::<5, N>(tables, fixed, cpu),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_duties<const SEATS: usize, const N: usize>(
        self,
        tables: abreast::Tables<'_, W, N>,
        fixed: &Fixed<W>,
        cpu: impl Cpu,
    ) -> bool {
        let (masks, tricks) = (&self.even.masks, self.even.tricks);
        let rules = (&*self.plan.rules, masks);
        // What no deck of this width asks for is not compiled for it.
        match masks.asks {
            asks::LITTLE if W::BITS == 64 && N == 1 => {
                tables.play::<SEATS, { asks::LITTLE }>(rules, fixed, tricks, cpu)
            }
            asks::TO_BEAT if W::BITS == 64 && N == 1 => {
                tables.play::<SEATS, { asks::TO_BEAT }>(rules, fixed, tricks, cpu)
            }
            asks::WITH_EXCUSE if W::BITS > 64 => {
                tables.play::<SEATS, { asks::WITH_EXCUSE }>(rules, fixed, tricks, cpu)
            }
            _ if N == 1 => tables.play::<SEATS, { asks::MUCH }>(rules, fixed, tricks, cpu),
            _ => false,
        }
    }
}
