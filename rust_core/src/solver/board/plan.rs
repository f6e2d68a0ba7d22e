//! Rules, deal and objective taken apart for the search, once a solve.

use super::super::Objective;
use super::super::fault::{self, Fault};
use super::super::lanes::Lanes;
use super::super::question::{fold, mix};
use super::course::{Course, MAX_ENDS};
use super::equals::Equals;
use super::excuse::Excuse;
use super::facts::Facts;
use super::hunt::MAX_MOVES;
use super::order::{LONG_SUITS, SHORT_SUITS, Weights};
use super::ranking::Ranking;
use super::sums::{Along, Left, Sum};
use super::trick::MAX;
use super::worth::Worth;
use crate::cards::{MAX_SEATS, Place, Word};
use crate::play::{Fixed, State};
use crate::rules::{Duty, DutyPhase, EndRule, NO_LANE, PlayRules};

/// The most cards a lane can have.
const MAX_LANE: usize = 32;

/// All that does not change in a search.
pub(super) struct Plan<'a, W> {
    pub(super) rules: &'a PlayRules<W>,
    pub(super) table: Table,
    pub(super) ground: Ground<W>,
    pub(super) gifts: Gifts,
    pub(super) score: Score<'a>,
    /// Seats of the search that want the sum large.
    pub(super) maximisers: u16,
    /// What is added up for whoever wins a card, a trick, the last trick.
    pub(super) gains: [i32; 128],
    pub(super) trick_gain: i32,
    pub(super) last_gain: i32,
    /// The least that any card of the others adds to a trick.
    pub(super) least_gain: i32,
    pub(super) excuse: Excuse,
    pub(super) worth: Worth<W>,
    pub(super) equals: Equals<W>,
    /// Some rule names cards.
    pub(super) has_names: bool,
    /// Some fact asks for card points beside the sum.
    pub(super) counts_units: bool,
    /// Cards laid aside for whoever wins a trick with the prize card, and the seats that can.
    pub(super) prize: W,
    pub(super) prize_seats: u16,
    /// The bounds of [`super::sure`] hold, and they bound the sum.
    pub(super) has_sure: bool,
    pub(super) ranking: Ranking<W>,
    /// What the order of the cards goes by.
    pub(super) weights: &'static Weights,
    /// What proofs depend on beside the position itself: rules, trump, seats, what is summed.
    pub(super) salt: u64,
}

/// The seats that hold cards, in order of play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub(super) seats: usize,
    /// Their numbers at the table.
    pub(super) real: [u8; MAX_SEATS],
}

/// The lanes and what is trump.
#[derive(Debug, Clone)]
pub(super) struct Ground<W> {
    pub(super) lanes: Vec<W>,
    pub(super) packing: Lanes<W>,
    pub(super) trump: u8,
    pub(super) trumps: W,
    /// The lane that a void player must play.
    pub(super) void: W,
    /// Duty while gifts are left, and after.
    duties: [Duty; 2],
}

/// Cards that go to the winners of the next tricks, one each.
#[derive(Debug, Clone)]
pub(super) struct Gifts {
    cards: Vec<Place>,
    /// Tricks left where the search begins.
    tricks: u32,
    /// By number of gifts left: a hash of them.
    keys: Vec<u64>,
    /// Tricks that begin with a stock.
    with_stock: u32,
}

/// The table of values, and how the ends of the facts are numbered.
pub(super) struct Score<'a> {
    pub(super) table: &'a [f64],
    pub(super) sum: Sum,
    /// Seats of the search whose gains are summed.
    pub(super) summed: u16,
    /// The value falls with the sum, so that the sides have changed places: see [`super::sums`].
    pub(super) falls: bool,
    /// The sum where the search begins, and the most that can still be added.
    pub(super) start: u32,
    pub(super) most: u32,
    pub(super) along: Vec<Along>,
    /// Classes that each fact can end in, and the step of each in the numbers of ends.
    pub(super) digits: Vec<Vec<u16>>,
    pub(super) radix: Vec<usize>,
    /// Number of ends.
    pub(super) ends: usize,
    /// Step of each fact in the table.
    pub(super) strides: Vec<usize>,
    /// Index of what is settled already.
    pub(super) base: usize,
    /// A hash of all of this, where there are too many ends to look at.
    pub(super) name: u64,
}

impl Table {
    fn new<W: Word>(rules: &PlayRules<W>, state: &State<W>) -> Self {
        let mut table = Self { seats: 0, real: [0; MAX_SEATS] };
        for seat in 0..rules.seats() {
            if !state.hands[seat].is_empty() || Place::new(state.table[seat]).is_some() {
                table.real[table.seats] = seat as u8;
                table.seats += 1;
            }
        }
        table
    }

    /// Seats of the table as seats of the search.
    pub(super) fn of_search(&self, seats: u16) -> u16 {
        (0..self.seats)
            .filter(|&seat| seats >> self.real[seat] & 1 == 1)
            .fold(0, |set, seat| set | 1 << seat)
    }

    /// The seats of the search, as seats of the table.
    pub(super) fn active(&self) -> u16 {
        self.real[..self.seats].iter().fold(0, |set, &seat| set | 1 << seat)
    }

    /// The seat of the search with this number at the table.
    pub(super) fn seat(&self, real: usize) -> usize {
        self.real[..self.seats].iter().position(|&seat| usize::from(seat) == real).unwrap_or(0)
    }

    /// All seats of the search.
    pub(super) fn everybody(&self) -> u16 {
        (1 << self.seats) - 1
    }
}

impl<W: Word> Ground<W> {
    fn new(rules: &PlayRules<W>, state: &State<W>) -> Self {
        let lanes = (0..rules.spec().lanes.len() as u8).map(|lane| rules.lane(lane));
        let excuse = (!rules.excuse.is_empty()).then_some(rules.excuse);
        let lanes: Vec<W> = lanes.chain(excuse).collect();
        let void = if rules.void_lane == NO_LANE { state.trump } else { rules.void_lane };
        let duty = |phase: DutyPhase| rules.duties[phase as usize];
        Self {
            packing: Lanes::new(&lanes),
            lanes,
            trump: state.trump,
            trumps: rules.lane(state.trump),
            void: rules.lane(void),
            duties: [duty(DutyPhase::Stock), duty(DutyPhase::Main)],
        }
    }
}

impl Gifts {
    fn new<W: Word>(fixed: &Fixed<W>, state: &State<W>) -> Self {
        let tricks = tricks_left(state);
        let stock = if state.duty == DutyPhase::Stock { state.stock_left(fixed) } else { 0 };
        let count = usize::from(stock).min(tricks as usize);
        let cards: Vec<Place> = state.stock(fixed).take(count).collect();
        let mut keys = vec![0];
        for gift in cards.iter().rev() {
            let last = keys.last().copied().unwrap_or(0);
            keys.push(mix(last, 1 + u64::from(gift.number())));
        }
        Self { cards, tricks, keys, with_stock: u32::from(stock) }
    }

    /// The gifts still to come when so many tricks are left, the next one first.
    #[inline]
    pub(super) fn left(&self, tricks: u32) -> &[Place] {
        let gone = (self.tricks.saturating_sub(tricks) as usize).min(self.cards.len());
        &self.cards[gone..]
    }

    /// The gift of the trick that is open when so many are left.
    #[inline]
    pub(super) fn next(&self, tricks: u32) -> Option<Place> {
        self.left(tricks).first().copied()
    }

    /// A hash of them.
    #[inline]
    pub(super) fn key(&self, tricks: u32) -> u64 {
        self.keys[self.left(tricks).len()]
    }

    fn has_stock(&self, tricks: u32) -> bool {
        self.tricks.saturating_sub(tricks) < self.with_stock
    }
}

/// Tricks that are still to be finished.
pub(super) fn tricks_left<W: Word>(state: &State<W>) -> u32 {
    state.hands[state.seat.index()].len()
}

/// Whether nothing but cards is played from here on, by seats that hold equally many.
fn applies<W: Word>(rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> bool {
    let spec = rules.spec();
    let has_stock = state.duty == DutyPhase::Stock && state.stock_left(fixed) > 0;
    let may_call = |d: crate::rules::Drawing| d.exchange.is_some() || d.close.is_some();
    let calls_on_stock = has_stock && spec.drawing.is_some_and(may_call);
    spec.marriages.as_ref().is_none_or(|rule| !rule.is_announced())
        && !state.has_pending_marriages(rules)
        && spec.declarations.is_empty()
        && spec.go_out.is_none()
        && spec.knockers == 0
        && fixed.pile_count == 0
        && !(has_stock && rules.draws_into_hands())
        && !calls_on_stock
        && state.duty != DutyPhase::Closed
        && !(rules.trump_by_lead && state.trump == NO_LANE)
        && spec.ends.len() <= MAX_ENDS
        && spec.ends.iter().all(|end| matches!(end, EndRule::Tricks { .. }))
        && spec.lanes.iter().all(|lane| lane.len() <= MAX_LANE)
        && spec.excuse.is_none_or(|e| e.owed <= spec.values[usize::from(e.card)])
        && tricks_left(state) as usize <= MAX_MOVES
}

impl<'a, W: Word> Plan<'a, W> {
    /// Takes a position apart, or `None` if this search is not for it.
    pub(super) fn new(
        rules: &'a PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
        objective: &'a Objective<W>,
    ) -> Option<(Self, Facts<'a, W>, Course<W>)> {
        let table = Table::new(rules, state);
        if !applies(rules, fixed, state) || !(2..=MAX).contains(&table.seats) {
            return None;
        }
        let mut plan = Self {
            rules,
            table,
            ground: Ground::new(rules, state),
            gifts: Gifts::new(fixed, state),
            score: Score::bare(objective.table()),
            maximisers: table.of_search(objective.maximisers()),
            gains: [0; 128],
            trick_gain: 0,
            last_gain: 0,
            least_gain: 0,
            excuse: Excuse::NONE,
            worth: Worth::new(&[], &[0; 128]),
            equals: Equals { deck: W::ZERO, starts: W::ZERO },
            has_names: false,
            counts_units: false,
            prize: fixed.prize(),
            prize_seats: table.of_search(rules.spec().prize.map_or(0, |prize| prize.seats)),
            has_sure: false,
            ranking: Ranking::NONE,
            weights: &SHORT_SUITS,
            salt: 0,
        };
        let mut facts = Facts::new(rules, *fixed, objective, table);
        let course = facts.take_apart(&mut plan, state)?;
        plan.count_gains();
        plan.name_cards(&course);
        let opponents = plan.table.everybody() & !plan.maximisers;
        plan.has_sure = super::sure::applies(rules)
            && plan.score.sum != Sum::LateTricks
            && plan.score.summed == plan.maximisers
            && opponents != 0;
        plan.ranking = Ranking::new(&plan);
        if plan.ranking.has_patterns && plan.score.sum == Sum::Units {
            plan.weights = &LONG_SUITS;
        }
        plan.score.name();
        if !fault::has(Fault::SaltIgnored) {
            plan.salt = plan.salt(objective.rules_name(), facts.tricks);
        }
        Some((plan, facts, course))
    }

    /// A hash of all that is not in the key of a position although its future depends on it.
    fn salt(&self, rules: u64, tricks: u32) -> u64 {
        let score = (self.score.sum, self.score.summed, self.score.falls, self.maximisers);
        let table = (self.table, self.ground.trump, self.prize.to_u128(), tricks);
        fold(&format!("{rules}{score:?}{table:?}"))
    }

    fn count_gains(&mut self) {
        match self.score.sum {
            Sum::Units => {
                for place in self.rules.deck().places() {
                    self.gains[place.index()] = i32::from(self.rules.units[place.index()]);
                }
                self.last_gain = i32::from(self.rules.last_trick_units);
            }
            Sum::Tricks | Sum::LateTricks => self.trick_gain = 1,
            Sum::Nothing => {}
        }
        let cards = self.rules.deck().minus(self.rules.excuse).places();
        self.least_gain = cards.map(|place| self.gains[place.index()]).min().unwrap_or(0);
        self.excuse = Excuse::new(self);
        self.least_gain = self.least_gain.min(self.excuse.owed);
    }

    /// Which cards are never equal, and what a structure is filled with.
    ///
    /// Facts that count card points beside the sum see every card's worth: then the cards' points
    /// are part of the structure, whatever the sum is of.
    fn name_cards(&mut self, course: &Course<W>) {
        self.counts_units = course.tracks.iter().any(super::tracks::Track::counts_units);
        let mut values = self.gains;
        if self.counts_units {
            for place in self.rules.deck().places() {
                values[place.index()] = i32::from(self.rules.units[place.index()]);
            }
        }
        let rules = self.rules;
        let emperor = rules.emperor.iter().flat_map(|e| [e.cards, W::of(e.winner)]);
        let reserved = rules.reserved.iter().copied();
        let named = emperor.chain(reserved).chain([rules.prize_card]);
        self.has_names = named.clone().any(|cards| !cards.is_empty());
        self.equals = Equals::new(&self.ground.lanes, &values, named);
        self.worth = Worth::new(&self.ground.lanes, &values);
    }

    /// The duty when so many tricks are left.
    #[inline]
    pub(super) fn duty(&self, tricks: u32) -> Duty {
        self.ground.duties[usize::from(!self.gifts.has_stock(tricks))]
    }

    /// Whether the trick that is open when so many are left counts as late.
    #[inline]
    pub(super) fn is_late(&self, finished: u32) -> bool {
        finished >= u32::from(self.rules.spec().late_from)
    }

    /// What a state still has to deal out.
    pub(super) fn left(&self, state: &State<W>) -> Left {
        let tricks = tricks_left(state);
        let cards = self.ahead(state);
        let first = u32::from(state.finished);
        let late = (first..first + tricks).filter(|&trick| self.is_late(trick));
        let is_prize_out = !self.prize.is_empty() && self.prize.is_within(cards);
        Left {
            units: u32::from(self.rules.units_of(cards)) + u32::from(self.rules.last_trick_units),
            tricks,
            late_tricks: late.map(|_| 1).sum(),
            all_goes: self.rules.spec().ends.is_empty() && !is_prize_out,
        }
    }

    /// Every card that can still be won: in hands, in the open trick, as gift, as prize.
    pub(super) fn ahead(&self, state: &State<W>) -> W {
        let cards = state.hands.iter().fold(state.trick, |all, &hand| all | hand);
        self.with_aside(cards, tricks_left(state))
    }

    /// Adds to the cards in play those that will be won beside them.
    #[inline]
    pub(super) fn with_aside(&self, cards: W, tricks: u32) -> W {
        let is_prize_out = !(cards & self.rules.prize_card).is_empty();
        let cards = self.gifts.left(tricks).iter().fold(cards, |all, &gift| all.with(gift));
        if is_prize_out { cards | self.prize } else { cards }
    }
}

impl<'a> Score<'a> {
    fn bare(table: &'a [f64]) -> Self {
        Self {
            table,
            sum: Sum::Nothing,
            summed: 0,
            falls: false,
            start: 0,
            most: 0,
            along: Vec::new(),
            digits: Vec::new(),
            radix: Vec::new(),
            ends: 1,
            strides: Vec::new(),
            base: 0,
            name: 0,
        }
    }

    /// Names a score whose ends are not looked at one by one.
    fn name(&mut self) {
        if self.ends > super::stakes::MAX_ENDS {
            let about = (self.base, self.start, self.most, &self.along, &self.digits);
            let about = fold(&format!("{about:?}"));
            self.name = self.table.iter().fold(about, |hash, value| mix(hash, value.to_bits()));
        }
    }

    /// Index in the table of a set of ends, the sum at nothing.
    pub(super) fn base_of(&self, end: usize) -> usize {
        self.radix.iter().zip(&self.digits).zip(&self.strides).fold(
            self.base,
            |index, ((&radix, digits), &stride)| {
                index + usize::from(digits[end / radix % digits.len()]) * stride
            },
        )
    }
}
