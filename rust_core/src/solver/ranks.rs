//! Trick counts by the ranks that mattered.
//!
//! Every node returns a bound and the cards whose rank it rests on. The bound then holds in every
//! position with the same suit lengths and leader in which the same seats own these ranks: a
//! pattern. This needs that legal cards depend on suits alone. Where a card must be beaten, each
//! comparison makes a rank matter and patterns shrink to single positions, so those games, and
//! exceptions that name cards, take the general search.

use super::patterns::{MAX_LANES, Patterns, Tops, describe};
use super::question::fold;
use super::search::{Limits, Pace};
use crate::cards::{Place, Word};
use crate::play::State;
use crate::rules::{Beat, NO_LANE, PlayRules, Void};

const MAX: usize = 4;
const SLOTS: usize = 1 << 15;

/// A search for tricks.
pub(super) struct Ranks<'a, W> {
    hands: [W; MAX],
    seats: usize,
    lanes: Vec<W>,
    trumps: W,
    must_trump: bool,
    maximisers: u16,
    patterns: &'a mut Patterns,
    cutoffs: Vec<(u32, u8)>,
    rules: &'a PlayRules<W>,
    pub(super) pace: Pace<'a>,
}

/// The open trick.
#[derive(Debug, Clone, Copy)]
struct Open<W> {
    /// Cards played to it.
    cards: W,
    led: W,
    best: Place,
    best_seat: usize,
    /// Seats still to play, this one among them.
    left: usize,
}

/// A bound and the cards whose rank it rests on.
type Proof<W> = (i32, W);

/// Whether the search applies to these rules.
pub(super) fn apply<W: Word>(rules: &PlayRules<W>, is_relative: bool) -> bool {
    let spec = rules.spec();
    is_relative
        && rules.seats() <= MAX
        && spec.lanes.len() <= MAX_LANES
        && spec.lanes.iter().all(|lane| lane.len() < 16)
        && spec.void_lane.is_none()
        && spec.duty.follow
        && spec.duty.beat == Beat::Never
        && matches!(spec.duty.void, Void::Free | Void::Trump)
        && spec.emperor.is_none()
        && spec.prize.is_none()
        && spec.ends.is_empty()
        && rules.reserved.iter().all(|cards| cards.is_empty())
}

impl<'a, W: Word> Ranks<'a, W> {
    pub(super) fn new(
        rules: &'a PlayRules<W>,
        state: &State<W>,
        maximisers: u16,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        patterns: &'a mut Patterns,
        memory: Option<usize>,
    ) -> Self {
        let about = (rules.spec(), state.trump, maximisers);
        patterns.prepare(memory.unwrap_or(1 << 28), fold(&format!("{about:?}")));
        let lanes = rules.spec().lanes.len() as u8;
        Self {
            hands: [W::ZERO; MAX],
            seats: rules.seats(),
            lanes: (0..lanes).map(|lane| rules.lane(lane)).collect(),
            trumps: if state.trump == NO_LANE { W::ZERO } else { rules.lane(state.trump) },
            must_trump: rules.spec().duty.void == Void::Trump,
            maximisers,
            patterns,
            cutoffs: vec![(0, u8::MAX); SLOTS],
            rules,
            pace: Pace::new(limits, stop),
        }
    }

    /// Whether the maximisers take at least `target` of the tricks still to be finished.
    pub(super) fn reaches(&mut self, state: &State<W>, target: i32) -> bool {
        self.hands.copy_from_slice(&state.hands[..MAX]);
        let seat = state.seat().index();
        let longest = self.hands.iter().map(|hand| hand.len()).max().unwrap_or(0) as i32;
        if state.trick.is_empty() {
            return self.lead(seat, longest, target).0 >= target;
        }
        let best_seat = state.best.index();
        let open = Open {
            cards: state.trick,
            led: self.rules.lane(state.led),
            best: Place::new(state.table[best_seat]).unwrap_or_default(),
            best_seat,
            left: state.pending.count_ones() as usize,
        };
        self.follow(seat, &open, longest, target).0 >= target
    }

    fn is_max(&self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    fn out(&self) -> W {
        self.hands.iter().fold(W::ZERO, |all, &hand| all | hand)
    }

    /// Tricks of the maximisers from the start of a trick, `n` cards in each hand.
    fn lead(&mut self, leader: usize, n: i32, beta: i32) -> Proof<W> {
        if beta <= 0 {
            return (0, W::ZERO);
        }
        if beta > n {
            return (n, W::ZERO);
        }
        if let Some(proof) = self.at_once(leader, n, beta) {
            return proof;
        }
        let out = self.out();
        let (shape, owners) = describe(&self.hands[..self.seats], &self.lanes, leader as u8);
        if let Some((bound, tops)) = self.patterns.probe(shape, owners, beta) {
            return (bound, self.best_cards(out, tops));
        }
        let (bound, used) = self.lead_cards(leader, n, beta);
        let tops = self.tops(out, used);
        if self.pace.reached.is_none() {
            let bounds = if bound >= beta { (bound, n) } else { (0, bound) };
            self.patterns.store(shape, owners, tops, bounds);
        }
        (bound, self.best_cards(out, tops))
    }

    /// How many of the best cards of each lane reach down to the lowest that was used.
    fn tops(&self, out: W, used: W) -> Tops {
        let mut tops = [0; MAX_LANES];
        for (k, &lane) in tops.iter_mut().zip(&self.lanes) {
            if let Some(lowest) = (used & lane).lowest() {
                *k = (out & lane).minus(below(lowest)).len() as u8;
            }
        }
        tops
    }

    fn best_cards(&self, out: W, tops: Tops) -> W {
        let mut cards = W::ZERO;
        for (k, &lane) in tops.into_iter().zip(&self.lanes) {
            let mut suit = out & lane;
            for _ in 0..k {
                if let Some(place) = suit.highest() {
                    cards = cards.with(place);
                    suit = suit.minus(W::of(place));
                }
            }
        }
        cards
    }

    /// Bounds that need no search: tricks cashed by the leader, and trumps that nothing beats.
    ///
    /// Leader: in each lane his cards above all others, and when these draw all cards of the lane
    /// the rest of it too; in a plain lane no more rounds than every seat with trumps follows to,
    /// the partner among them, who might have to ruff. Trumps above all enemy trumps win a trick
    /// each, those of one hand in different tricks.
    fn at_once(&self, leader: usize, n: i32, beta: i32) -> Option<Proof<W>> {
        let (tricks, used) = self.cash(leader);
        let tricks = tricks.min(n);
        if self.is_max(leader) {
            if tricks >= beta {
                return Some((tricks, used));
            }
        } else if n - tricks < beta {
            return Some((n - tricks, used));
        }
        if self.trumps.is_empty() {
            return None;
        }
        let (ours, used) = self.top_trumps(true);
        if ours >= beta {
            return Some((ours, used));
        }
        let (theirs, used) = self.top_trumps(false);
        if n - theirs < beta { Some((n - theirs, used)) } else { None }
    }

    fn cash(&self, leader: usize) -> Proof<W> {
        let mine = self.hands[leader];
        let others = || (0..self.seats).filter(|&seat| seat != leader);
        let rest = others().fold(W::ZERO, |all, seat| all | self.hands[seat]);
        let (mut tricks, mut used) = (0, W::ZERO);
        for &lane in &self.lanes {
            let (suit, against) = (mine & lane, rest & lane);
            if suit.is_empty() {
                continue;
            }
            let longest =
                others().map(|seat| (self.hands[seat] & lane).len()).max().unwrap_or(0) as i32;
            let mut tops = match against.highest() {
                None => suit,
                Some(best) => suit.minus(below(best)),
            };
            let mut count = tops.len() as i32;
            if count >= longest {
                // The best `longest` cards draw all others; the small ones are good then.
                while tops.len() as i32 > longest {
                    tops = tops.without_lowest();
                }
                count = suit.len() as i32;
            }
            if lane != self.trumps {
                for seat in others().filter(|&seat| !(self.hands[seat] & self.trumps).is_empty()) {
                    count = count.min((self.hands[seat] & lane).len() as i32);
                }
                while tops.len() as i32 > count {
                    tops = tops.without_lowest();
                }
            }
            tricks += count;
            used |= tops;
        }
        (tricks, used)
    }

    fn top_trumps(&self, maximisers: bool) -> Proof<W> {
        let (mut enemy, mut best) = (W::ZERO, W::ZERO);
        for seat in 0..self.seats {
            if self.is_max(seat) != maximisers {
                enemy |= self.hands[seat] & self.trumps;
            }
        }
        for seat in (0..self.seats).filter(|&seat| self.is_max(seat) == maximisers) {
            let trumps = self.hands[seat] & self.trumps;
            let tops = enemy.highest().map_or(trumps, |place| trumps.minus(below(place)));
            if tops.len() > best.len() {
                best = tops;
            }
        }
        (best.len() as i32, best)
    }

    fn lead_cards(&mut self, leader: usize, n: i32, beta: i32) -> Proof<W> {
        let none = Open {
            cards: W::ZERO,
            led: W::ZERO,
            best: Place::default(),
            best_seat: leader,
            left: self.seats,
        };
        self.follow(leader, &none, n, beta)
    }

    fn legal(&self, seat: usize, open: &Open<W>) -> W {
        let hand = self.hands[seat];
        if open.cards.is_empty() {
            return hand;
        }
        let void = if self.must_trump { hand & self.trumps } else { W::ZERO };
        (hand & open.led).or_if_empty(void).or_if_empty(hand)
    }

    /// Tries the cards of a seat.
    fn follow(&mut self, seat: usize, open: &Open<W>, n: i32, beta: i32) -> Proof<W> {
        let maximises = self.is_max(seat);
        let hand = self.hands[seat];
        let mut out = self.out();
        if !open.cards.is_empty() {
            out = out.with(open.best);
        }
        let choice = self.choose(seat, open, out);
        let mut bound = if maximises { -1 } else { n + 1 };
        let mut used = W::ZERO;
        let mut skip = W::ZERO;
        for &(place, run) in &choice.cards[..choice.count] {
            if skip.has(place) {
                continue;
            }
            let (value, rests) = self.after(seat, open, place, n, beta);
            if self.pace.reached.is_some() {
                return (beta, W::ZERO);
            }
            if (value >= beta) == maximises {
                if choice.count > 1 {
                    self.cutoffs[choice.slot] = (choice.tag, place.number());
                }
                return (value, rests);
            }
            bound = if maximises { bound.max(value) } else { bound.min(value) };
            used |= rests;
            // Below the lowest rank that mattered all cards of the lane are alike.
            let lane = self.rules.lane(self.rules.lane_of(place));
            let lowest = (rests & lane).lowest();
            if lowest.is_none_or(|lowest| place < lowest) {
                let small = lowest.map_or(lane, |lowest| lane & below(lowest));
                skip |= small;
                // An equal card was left out because only own cards lie between: in a position
                // that fits, a stranger's could, unless the rank of this one is kept too.
                let between = out & small.minus(below(place));
                if run.len() > 1 && between.is_within(hand) {
                    used = used.with(place);
                }
            } else {
                // So could one between this card, the best of its run, and the worst of them.
                used |= run;
            }
        }
        (bound, used)
    }

    /// Plays a card and finishes the trick if it was the last.
    fn after(&mut self, seat: usize, open: &Open<W>, place: Place, n: i32, beta: i32) -> Proof<W> {
        if !self.pace.count() {
            return (beta, W::ZERO);
        }
        let card = W::of(place);
        let lane = self.rules.lane(self.rules.lane_of(place));
        let is_best = open.cards.is_empty()
            || (self.rules.beats(open.best, self.trump_lane()) & card) != W::ZERO;
        let next = Open {
            cards: open.cards | card,
            led: if open.cards.is_empty() { lane } else { open.led },
            best: if is_best { place } else { open.best },
            best_seat: if is_best { seat } else { open.best_seat },
            left: open.left - 1,
        };
        self.hands[seat] = self.hands[seat].minus(card);
        let proof = if next.left > 0 {
            self.follow((seat + 1) % self.seats, &next, n, beta)
        } else {
            let gain = i32::from(self.is_max(next.best_seat));
            let (value, mut used) = self.lead(next.best_seat, n - 1, beta - gain);
            let suit = next.cards & self.rules.lane(self.rules.lane_of(next.best));
            if suit.len() > 1 {
                used = used.with(next.best);
            }
            (value + gain, used)
        };
        self.hands[seat] = self.hands[seat].with(place);
        proof
    }

    fn trump_lane(&self) -> u8 {
        self.trumps.lowest().map_or(NO_LANE, |place| self.rules.lane_of(place))
    }
}

/// The cards to try, in order: one of each run of equal cards, and that run.
struct Choice<W> {
    cards: [(Place, W); 16],
    count: usize,
    slot: usize,
    tag: u32,
}

impl<W: Word> Ranks<'_, W> {
    fn choose(&self, seat: usize, open: &Open<W>, out: W) -> Choice<W> {
        let mut choice =
            Choice { cards: [(Place::default(), W::ZERO); 16], count: 0, slot: 0, tag: 0 };
        let legal = self.legal(seat, open);
        let (slot, tag) = self.context(seat, open);
        (choice.slot, choice.tag) = (slot, tag);
        let (known, hint) = self.cutoffs[slot];
        let mut rates = [0; 16];
        let mut rest = legal;
        while let Some(low) = rest.lowest() {
            let lane = self.rules.lane(self.rules.lane_of(low));
            // The run: own cards up to the next card of somebody else, or of the trick.
            let strangers = (out & lane).minus(self.hands[seat]).minus(below(low));
            let run = match strangers.lowest() {
                None => rest & lane,
                Some(next) => rest & lane & below(next),
            };
            rest = rest.minus(run);
            let high = run.highest().unwrap_or(low);
            let wins = if open.cards.is_empty() {
                (out & lane).highest() == Some(high)
            } else {
                !(self.rules.beats(open.best, self.trump_lane()) & W::of(high)).is_empty()
            };
            let place = if wins { high } else { low };
            let mut rate = if open.cards.is_empty() {
                self.rate_lead(seat, place, lane, out)
            } else {
                self.rate_follow(seat, open, place, lane, wins)
            };
            if known == tag && Place::new(hint).is_some_and(|hint| run.has(hint)) {
                rate += 1000;
            }
            let mut at = choice.count.min(15);
            while at > 0 && rates[at - 1] < rate {
                rates[at] = rates[at - 1];
                choice.cards[at] = choice.cards[at - 1];
                at -= 1;
            }
            rates[at] = rate;
            choice.cards[at] = (place, run);
            choice.count = (choice.count + 1).min(16);
        }
        choice
    }

    /// Slot and tag of the situation in the memory of cut-offs.
    fn context(&self, seat: usize, open: &Open<W>) -> (usize, u32) {
        use super::question::{mix, mix128};
        let hand = self.hands[seat];
        let follows = hand & open.led;
        let about = if open.cards.is_empty() {
            hand
        } else if follows.is_empty() {
            hand.with(open.best)
        } else {
            self.hands.iter().fold(open.cards, |all, &hand| all | hand) & open.led
        };
        let best = if open.cards.is_empty() { 255 } else { u64::from(open.best.number()) };
        let hash = mix128(mix(best, seat as u64 + 1), about.to_u128());
        (hash as usize & (SLOTS - 1), (hash >> 32) as u32)
    }

    /// Enemies of a seat.
    fn enemies(&self, seat: usize) -> impl Iterator<Item = usize> + '_ {
        let mine = self.is_max(seat);
        (0..self.seats).filter(move |&other| self.is_max(other) != mine)
    }

    fn rate_lead(&self, seat: usize, place: Place, lane: W, out: W) -> i32 {
        let suit = out & lane;
        let best = suit.highest().unwrap_or(place);
        let second = suit.minus(W::of(best)).highest();
        let mine = self.hands[seat] & lane;
        let is_trump = lane == self.trumps;
        let rank = (suit & below(place)).len() as i32;
        let owner = |place| (0..self.seats).find(|&seat| self.hands[seat].has(place));
        let is_ours =
            |place: Place| owner(place).is_some_and(|o| self.is_max(o) == self.is_max(seat));
        let mut rate = -2 * rank;
        let enemy_ruffs = !is_trump
            && self.enemies(seat).any(|enemy| {
                (self.hands[enemy] & lane).is_empty()
                    && !(self.hands[enemy] & self.trumps).is_empty()
            });
        let partner_ruffs = !is_trump
            && (0..self.seats).any(|other| {
                other != seat
                    && self.is_max(other) == self.is_max(seat)
                    && (self.hands[other] & lane).is_empty()
                    && !(self.hands[other] & self.trumps).is_empty()
            });
        if mine.has(best) {
            rate += if place == best { 44 } else { 8 };
            if second.is_some_and(is_ours) {
                rate += 10;
            }
        } else if is_ours(best) {
            rate += 34;
        } else if second.is_some_and(is_ours) {
            let left = (seat + 1) % self.seats;
            rate += if owner(best) == Some(left) { 22 } else { 4 };
        } else {
            rate += 6;
        }
        rate += 2 * mine.len() as i32;
        rate += 28 * i32::from(partner_ruffs) - 36 * i32::from(enemy_ruffs);
        rate += 6 * i32::from(is_trump);
        rate
    }

    fn rate_follow(&self, seat: usize, open: &Open<W>, place: Place, lane: W, wins: bool) -> i32 {
        let is_ours = self.is_max(open.best_seat) == self.is_max(seat);
        let behind = (1..open.left).map(|step| (seat + step) % self.seats);
        let enemies = behind.filter(|&other| self.is_max(other) != self.is_max(seat));
        let threat = if wins { place } else { open.best };
        let beats = self.rules.beats(threat, self.trump_lane());
        let can_be_beaten = enemies.fold(false, |found, enemy| {
            let hand = self.hands[enemy];
            let follows = hand & open.led;
            let may = if follows.is_empty() { hand } else { follows };
            found || !(may & beats).is_empty()
        });
        let rank = (lane & below(place)).len() as i32;
        let is_trump = 8 * i32::from(lane == self.trumps);
        if wins {
            if !can_be_beaten {
                return if is_ours { 24 - rank } else { 60 - rank } - is_trump;
            }
            return 16 + rank / 2 - is_trump;
        }
        let length = (self.hands[seat] & lane).len() as i32;
        (if is_ours && !can_be_beaten { 44 } else { 20 }) - 2 * rank + length / 2 - is_trump
    }
}

/// All places below this one.
#[inline]
fn below<W: Word>(place: Place) -> W {
    W::wrapping_sub(W::of(place), W::of(Place::default()))
}
