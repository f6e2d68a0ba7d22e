//! Deals with calls, a stock or piles, laid out, played several at once and written down.

mod asked;
mod piles;
mod table;

use std::ops::Range;

use self::asked::Asked;
use self::piles::Piles;
use self::table::{Round, Table};
use super::direct::Direct;
use super::even::{Cards, Group};
use super::plan::{Plan, Rows};
use super::written::Written;
use crate::cards::Word;
use crate::cpu::Cpu;
use crate::play::{Fixed, MOST, State};
use crate::random::STREAMS;
use crate::rules::PlayRules;

/// Deals that are played at once: enough to fill the time for which one waits.
const TABLES: usize = 4;
/// There are no more seats: deals for more are rare, and played move by move.
const MOST_SEATS: usize = 4;

/// What is needed to play deals in which all seats play equally many cards, and which may have
/// calls, a stock or piles.
#[derive(Debug, Clone)]
pub(super) struct Rich<W> {
    asked: Asked<W>,
    /// A deal that is begun, to be given other cards.
    fixed: Fixed<W>,
    state: State<W>,
}

impl<W: Word> Rich<W> {
    /// `None` if deals like this one are not such, or rules ask for more.
    pub(super) fn new(
        rules: &PlayRules<W>,
        (fixed, state): (Fixed<W>, State<W>),
        piles_turned: bool,
    ) -> Option<Self> {
        let seats = rules.seats();
        let held = |seat: usize| (state.hands[seat] | fixed.pile_cards[seat]).len();
        let is_even = (2..=MOST_SEATS).contains(&seats)
            && held(0) > 0
            && (1..seats).all(|seat| held(seat) == held(0))
            && state.trick.is_empty()
            && state.pending == rules.all_seats();
        let [has_stock, has_piles] = [fixed.stock_len != 0, fixed.pile_count != 0];
        let is_turned_in_play = !has_piles || !(has_stock || piles_turned);
        // What hardly any rules ask for is not compiled.
        let is_compiled = W::BITS == 64
            && (!has_stock || seats == 2)
            && (!has_piles || (seats < MOST_SEATS && rules.spec.ends.is_empty()));
        let asked = Asked::new(rules, state.trump, has_piles)?;
        (is_even && is_turned_in_play && is_compiled).then_some(Self { asked, fixed, state })
    }
}

/// A plan whose deals can be played so, with all that is needed.
#[derive(Clone, Copy)]
pub(super) struct Playing<'a, W> {
    pub(super) plan: &'a Plan<W>,
    pub(super) rich: &'a Rich<W>,
    pub(super) direct: Option<&'a Direct<W>>,
}

/// Deals that lie on tables side by side.
struct Tables<W> {
    fixed: [Fixed<W>; TABLES],
    piles: [Piles<W>; TABLES],
    deals: [Table<W>; TABLES],
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
        out: &mut Rows<'_>,
        cpu: impl Cpu,
        done: impl FnMut(usize, Option<u32>),
    ) {
        let fixed = &self.rich.fixed;
        match (self.plan.rules.seats(), fixed.stock_len != 0, fixed.pile_count != 0) {
            (2, true, false) => self.play_all::<2, true, false>(group, streams, out, cpu, done),
            (2, false, true) => self.play_all::<2, false, true>(group, streams, out, cpu, done),
            (3, false, true) => self.play_all::<3, false, true>(group, streams, out, cpu, done),
            (2, ..) => self.play_all::<2, false, false>(group, streams, out, cpu, done),
            (3, ..) => self.play_all::<3, false, false>(group, streams, out, cpu, done),
            _ => self.play_all::<4, false, false>(group, streams, out, cpu, done),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_all<const SEATS: usize, const STOCK: bool, const PILES: bool>(
        self,
        group: Group<'_>,
        streams: Range<usize>,
        out: &mut Rows<'_>,
        cpu: impl Cpu,
        mut done: impl FnMut(usize, Option<u32>),
    ) {
        if W::BITS > 64 {
            streams.for_each(|stream| done(stream, None));
            return;
        }
        let (plan, end) = (self.plan, group.count.min(MOST) * STREAMS);
        let mut on = Tables {
            fixed: [self.rich.fixed; TABLES],
            piles: std::array::from_fn(|_| Piles::new()),
            deals: std::array::from_fn(|_| Table::new()),
        };
        let mut first = streams.start;
        while first < streams.end {
            let count = (streams.end - first).min(TABLES);
            let mut is_dealt = [false; TABLES];
            for (number, is_dealt) in is_dealt[..count].iter_mut().enumerate() {
                *is_dealt = self.deal::<PILES>(group, first + number, &mut on, number).is_some();
            }
            self.play_tables::<SEATS, STOCK, PILES>(group, &mut on, count, cpu);
            for (number, &is_dealt) in is_dealt[..count].iter().enumerate() {
                let (stream, table) = (first + number, &on.deals[number]);
                let length = table.length(end).filter(|_| is_dealt);
                if length.is_some() {
                    let fixed = &on.fixed[number];
                    let mut state = table.finish::<SEATS>(&plan.rules, fixed, self.rich.state);
                    let mut out = out.row(group.rows[stream]);
                    table.write_line(&plan.record, &mut out);
                    let (state, line) = (&mut state, None);
                    cpu.run(Written { plan, fixed, state, line, out });
                }
                done(stream, length);
            }
            first += count;
        }
    }

    /// Lays out the deal of a stream.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn deal<const PILES: bool>(
        self,
        group: Group<'_>,
        stream: usize,
        on: &mut Tables<W>,
        number: usize,
    ) -> Option<()> {
        let fixed = &mut on.fixed[number];
        let table = &mut on.deals[number];
        table.is_over = true;
        let mut hands = match group.cards {
            Cards::Drawn(dealer, draws) => self.direct?.deal(dealer, draws, stream, fixed)?,
            Cards::Given(rows, columns) => {
                let row = group.rows[stream];
                let row = rows.get(row * columns..(row + 1) * columns)?;
                *fixed = self.plan.begin(row).0;
                fixed.dealt
            }
        };
        let mut face_up = W::ZERO;
        if PILES {
            face_up = on.piles[number].turn(fixed, self.plan.rules.takes, &mut hands);
        }
        fixed.dealt = hands;
        table.begin(fixed, face_up, self.rich.state.leader, stream);
        Some(())
    }

    /// Plays so many deals out, a trick of each in turn: the processor works at one while it waits
    /// for another.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn play_tables<const SEATS: usize, const STOCK: bool, const PILES: bool>(
        self,
        group: Group<'_>,
        on: &mut Tables<W>,
        count: usize,
        cpu: impl Cpu,
    ) {
        let (rules, asked) = (&*self.plan.rules, &self.rich.asked);
        let words = group.words.as_flattened();
        let mut is_playing = true;
        while is_playing {
            is_playing = false;
            for number in 0..count {
                let (fixed, piles) = (&on.fixed[number], &on.piles[number]);
                let table = &mut on.deals[number];
                if !table.is_over {
                    let round = Round { rules, asked, fixed, piles, words };
                    table.trick::<SEATS, STOCK, PILES>(round, cpu);
                    is_playing = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Owner, Setup};
    use crate::rules::{
        Declaration, Draw, Drawing, EndRule, Exchange, GoOut, Marriage, MarriageRule, PileRule,
        RulesSpec, Trump,
    };

    /// Whether deals for two by these rules are played so: hands of 3, and 6 cards as a stock, in
    /// piles or laid aside.
    fn is_rich(change: impl FnOnce(&mut RulesSpec)) -> bool {
        let lanes = vec![(0..6).collect(), (6..12).collect()];
        let mut spec = RulesSpec { trump: Trump::Lane(1), ..RulesSpec::plain(2, lanes) };
        change(&mut spec);
        let mut setup = Setup { hands: vec![vec![0, 2, 4], vec![6, 8, 10]], ..Setup::default() };
        let rest = [1, 3, 5, 7, 9, 11];
        if spec.drawing.is_some() {
            setup.stock = rest.to_vec();
        } else if spec.piles.is_some() {
            setup.piles = vec![vec![rest[..3].to_vec()], vec![rest[3..].to_vec()]];
        } else {
            setup.aside = rest.map(|card| (card, Owner::Nobody)).to_vec();
        }
        let plan = Plan::<u64>::new(
            &PlayRules::compile(&spec).unwrap(),
            None,
            setup,
            std::array::from_fn(|code| code.to_le_bytes()[0]),
        );
        plan.unwrap().rich.is_some()
    }

    fn marriages(spec: &mut RulesSpec) {
        spec.marriages = Some(MarriageRule {
            pairs: vec![Marriage { cards: [4, 5], units: 20 }],
            following: false,
            at_start: false,
            needs_trick: true,
            by_side: true,
        });
        let (at_least, seats) = (10, 1);
        spec.ends = vec![EndRule::Points {
            seats,
            at_least,
            not_behind: false,
            on_lead: None,
            after_card: None,
        }];
    }

    #[test]
    fn calls_stocks_and_piles_are_played_by_masks() {
        let figure = Declaration { cards: vec![0, 2], needed: 2, barred_by: vec![] };
        assert!(is_rich(marriages));
        assert!(is_rich(|spec| spec.declarations = vec![figure.clone()]));
        assert!(is_rich(|spec| {
            marriages(spec);
            let exchange = Exchange { card: 6, needs_trick: false, min_stock: 1 };
            let draw = Draw::EachWinnerFirst;
            spec.drawing =
                Some(Drawing { draw, duty: None, exchange: Some(exchange), close: None });
        }));
        assert!(is_rich(|spec| {
            spec.declarations = vec![figure];
            spec.piles = Some(PileRule {
                takes: vec![1, 7],
                takes_in_play: true,
                lead_from_hand: false,
                at_once: true,
            });
        }));
    }

    #[test]
    fn what_is_not_looked_at_is_played_move_by_move() {
        assert!(!is_rich(|_| ()), "cards alone have a loop of their own");
        assert!(!is_rich(|spec| {
            marriages(spec);
            spec.go_out = Some(GoOut { seat: 0, units: 10 });
        }));
        assert!(!is_rich(|spec| {
            spec.drawing = Some(Drawing {
                draw: Draw::ToWinnersPile,
                duty: None,
                exchange: None,
                close: None,
            });
        }));
        assert!(!is_rich(|spec| {
            spec.piles = Some(PileRule {
                takes: vec![],
                takes_in_play: true,
                lead_from_hand: false,
                at_once: false,
            });
        }));
    }
}
