//! The rows that one thread plays out.

use super::direct::AnyDirect;
use super::even::{self, Cards, Group};
use super::plan::{AnyPlan, Rows};
use super::playouts::{Deals, Playouts, RowFault, Tally};
use super::rich;
use super::run::NoWish;
use crate::cards::Card;
use crate::cpu::{Cpu, Work};
use crate::play::MOST;
use crate::random::{BLOCK, Draws, PLAYOUT, STREAMS, Stream, Words, fill};

/// Rows one after the other, and how they are played.
pub(super) struct Part<'a> {
    pub(super) playouts: &'a Playouts<'a>,
    /// By plan: how deals are laid out without a row, where that can be done.
    pub(super) direct: &'a [Option<AnyDirect>],
    /// Number of the first row.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The most words that the moves of a deal take, but for the few that take more.
    pub(super) words: usize,
    pub(super) out: Rows<'a>,
}

/// Where deals of either width are played.
#[derive(Default)]
struct Rooms {
    narrow: Option<Box<even::Room<u64>>>,
    wide: Option<Box<even::Room<u128>>>,
}

/// What came of rows until one of them turned out to be at fault.
#[derive(Default)]
struct Progress {
    tally: Tally,
    /// Number of the row, and what is wrong.
    fault: Option<(usize, RowFault)>,
}

impl Progress {
    fn note(&mut self, row: usize, moves: Result<u32, RowFault>) {
        match moves {
            Ok(moves) => {
                self.tally = self.tally.with(Tally { moves: u64::from(moves), longest: moves });
            }
            Err(fault) if self.wants(row) => self.fault = Some((row, fault)),
            Err(_) => {}
        }
    }

    /// Whether it matters what comes of a row.
    fn wants(&self, row: usize) -> bool {
        self.fault.is_none_or(|(first, _)| row < first)
    }
}

/// The same for what a processor has.
pub(super) struct PartOn<'a, C>(pub(super) Part<'a>, pub(super) C);

impl<C: Cpu> Work for PartOn<'_, C> {
    type Out = Result<Tally, RowFault>;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn work(self) -> Self::Out {
        self.0.run(self.1)
    }
}

impl Part<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn run(mut self, cpu: impl Cpu) -> Result<Tally, RowFault> {
        let (mut progress, mut rooms) = (Progress::default(), Rooms::default());
        let order = self.order(&mut progress);
        // What is not drawn is read where there is no choice: no word that must be drawn again.
        let mut words = [[u32::MAX; STREAMS]; MOST];
        let mut draws = match self.playouts.deals {
            Deals::Dealt(dealer) => Some(Box::new(Draws::new(dealer))),
            Deals::Given(..) => None,
        };
        for group in order.chunks(STREAMS) {
            let row_of = |at| group.get(at).map_or(0, |&(_, row)| row);
            let rows: [usize; STREAMS] = std::array::from_fn(row_of);
            self.draw(&rows, draws.as_deref_mut(), &mut words);
            let mut first = 0;
            for run in group.chunk_by(|one, other| one.0 == other.0) {
                let streams = first..first + run.len();
                first = streams.end;
                let cards = match (self.playouts.deals, &draws) {
                    (Deals::Dealt(dealer), Some(draws)) => Cards::Drawn(dealer, draws),
                    (Deals::Given(rows, columns), _) => {
                        Cards::Given(rows.get(self.first * columns..).unwrap_or_default(), columns)
                    }
                    _ => continue,
                };
                let group = Group { cards, words: &words, count: self.filled(), rows: &rows };
                self.play(run[0].0, group, streams, (&mut rooms, &mut progress), cpu);
            }
        }
        progress.fault.map_or(Ok(progress.tally), |(_, fault)| Err(fault))
    }
}

impl<'a> Part<'a> {
    /// The plan and the number of each row, rows of one plan together.
    fn order(&self, progress: &mut Progress) -> Vec<(usize, usize)> {
        let mut order = Vec::with_capacity(self.count);
        for row in 0..self.count {
            let number = match self.playouts.plan_of {
                None => Some(0),
                Some(numbers) => numbers.get(self.first + row).map(|&number| number as usize),
            };
            let number = number.filter(|&number| number < self.playouts.plans.len());
            match number.ok_or("there is no such plan").and_then(|number| {
                self.check(number, row)?;
                Ok(number)
            }) {
                Ok(number) => order.push((number, row)),
                Err(why) => {
                    progress.note(row, Err(RowFault::Row { row: self.first + row, why }));
                    break;
                }
            }
        }
        if self.playouts.plan_of.is_some() {
            order.sort_unstable();
        }
        order
    }

    fn check(&self, plan: usize, row: usize) -> Result<(), &'static str> {
        match self.playouts.deals {
            Deals::Dealt(_) => Ok(()),
            Deals::Given(..) => self.playouts.plans[plan].check(self.given(row)),
        }
    }

    /// The cards of a row that is given.
    fn given(&self, row: usize) -> &'a [u8] {
        let Deals::Given(rows, columns) = self.playouts.deals else { return &[] };
        let at = (self.first + row) * columns;
        rows.get(at..at + columns).unwrap_or_default()
    }

    fn number(&self, row: usize) -> u64 {
        self.playouts.start.wrapping_add((self.first + row) as u64)
    }

    /// The number of words that are drawn for the moves of a deal.
    fn filled(&self) -> usize {
        (self.words.div_ceil(BLOCK) * BLOCK).min(MOST)
    }

    /// Draws what the deals of these rows need.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn draw(&self, rows: &[usize; STREAMS], draws: Option<&mut Draws>, words: &mut [Words; MOST]) {
        let (seed, deals) = (self.playouts.seed, rows.map(|row| self.number(row)));
        fill(seed, &deals, PLAYOUT, &mut words[..self.filled()]);
        if let (Deals::Dealt(dealer), Some(draws)) = (self.playouts.deals, draws) {
            dealer.draw(seed, &deals, draws);
        }
    }

    /// Plays rows of one plan.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play(
        &mut self,
        plan: usize,
        group: Group<'_>,
        streams: std::ops::Range<usize>,
        (rooms, progress): (&mut Rooms, &mut Progress),
        cpu: impl Cpu,
    ) {
        let mut odd = [false; STREAMS];
        let out = &mut self.out;
        let done = |stream: usize, moves: Option<u32>| match moves {
            Some(moves) => progress.note(group.rows[stream], Ok(moves)),
            None => odd[stream % STREAMS] = true,
        };
        macro_rules! play {
            ($plan:expr, $direct:expr, $room:expr) => {
                match (&$plan.preference, &$plan.even, &$plan.rich) {
                    (Some(preference), ..) => {
                        let streams = streams.clone();
                        $plan.play_each(&**preference, $direct, group, streams, out, cpu, done);
                    }
                    (None, Some(even), _) => {
                        let playing = even::Playing { plan: $plan, even, direct: $direct };
                        let room = (plan, $room);
                        playing.play(group, streams.clone(), room, out, cpu, done);
                    }
                    (None, None, Some(rich)) => {
                        let playing = rich::Playing { plan: $plan, rich, direct: $direct };
                        playing.play(group, streams.clone(), out, cpu, done);
                    }
                    (None, None, None) => {
                        let streams = streams.clone();
                        $plan.play_each(&NoWish, $direct, group, streams, out, cpu, done);
                    }
                }
            };
        }
        let direct = self.direct.get(plan).and_then(Option::as_ref);
        match &self.playouts.plans[plan] {
            AnyPlan::Narrow(narrow) => {
                play!(narrow, direct.and_then(AnyDirect::narrow), &mut rooms.narrow);
            }
            AnyPlan::Wide(wide) => {
                play!(wide, direct.and_then(AnyDirect::wide), &mut rooms.wide);
            }
        }
        for stream in streams.filter(|&stream| odd[stream]) {
            let row = group.rows[stream];
            if progress.wants(row) {
                let moves = self.play_alone(plan, row);
                progress.note(row, moves);
            }
        }
    }

    /// Plays a row by itself, move by move.
    fn play_alone(&mut self, plan: usize, row: usize) -> Result<u32, RowFault> {
        let (plan, deal) = (&self.playouts.plans[plan], self.number(row));
        let mut dealt = [0; Card::MAX as usize];
        let cards = match self.playouts.deals {
            Deals::Given(..) => self.given(row),
            Deals::Dealt(dealer) => {
                let seed = self.playouts.seed;
                dealer.deal(seed, deal, &mut dealt).map_err(RowFault::Void)?;
                &dealt[..dealer.deck_size()]
            }
        };
        let mut stream = Stream::playout(self.playouts.seed, deal);
        let mut out = self.out.row(row);
        let why = "its play does not end";
        let fault = RowFault::Row { row: self.first + row, why };
        plan.play(cards, &mut stream, &mut out).ok_or(fault)
    }
}
