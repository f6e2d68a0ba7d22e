//! Which card to try first: only speed depends on it.

use super::bits::{LANES, above, below, count, lane, low, rank, top, top_or_none};
use super::count::{Count, Trick};
use crate::cpu::{Cpu, Work};

/// Weights of a lead, fitted on random deals of eleven and twelve cards: without trumps, a trump, a
/// plain suit beside trumps.
///
/// Base · the best card is mine, my partner's, with the opponent behind me · a finesse against him: he
/// has the best and my partner the second, my partner the best and he the second · two into the
/// opponent before me: I have the best and he the second, he has the best and I the second · two of
/// the three best are ours · length, mine and my partner's · an opponent ruffs, my partner does, I
/// could next · by rank · above both opponents · my highest, my lowest of the suit.
const LEADS: [[i32; 18]; 3] = [
    [-4, 16, 13, -25, 56, 30, -53, 17, 84, 21, 19, -38, 40, -95, 5, 22, 9, 16],
    [0, 21, 27, 53, 22, 43, 14, -15, 23, 0, 4, -1, 70, 41, 1, 25, -35, 3],
    [12, 49, 72, 13, 34, 43, -34, -28, 41, 0, 0, -111, 80, 24, 1, 26, 2, 3],
];
/// Weights of a card that follows, by place in the trick.
///
/// In suit, beating: sure to hold, held by us, at risk; over my partner's. Not beating: the trick is
/// ours, or not. A ruff: sure, ours, at risk; over my partner's. A discard: the trick is ours, or not.
const FOLLOWS: [[i32; 12]; 3] = [
    [82, 34, -28, -188, 91, -45, 75, 142, -8, -136, 68, -56],
    [114, 47, -19, -65, 111, -9, 95, 125, 16, -84, 80, -28],
    [111, 128, 128, -108, 102, -10, 170, 128, 43, -138, 128, 55],
];
/// By rank: a sure winner, another card that beats, one that does not.
const RANKS: [i32; 3] = [4, -3, 9];
/// A trump that does not beat.
const UNDERRUFF: i32 = -193;
/// A discard: the best card alone, the best of more, the second alone beside one, any card alone;
/// length, rank.
const DISCARDS: [i32; 6] = [-85, -10, -36, -24, 2, 5];

/// Cards in the order in which they are tried.
#[derive(Debug, Default)]
pub(super) struct List {
    /// Score, then the complement of the card's number.
    items: [i32; 16],
    count: usize,
    at: usize,
}

impl List {
    /// Puts a card behind those with a higher score.
    #[inline(always)]
    pub(super) fn put(&mut self, score: i32, card: u64) {
        let item = score * 64 + card.leading_zeros() as i32;
        let mut at = self.count.min(self.items.len() - 1);
        while at > 0 && self.items[at - 1] < item {
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at] = item;
        self.count += 1;
    }

    /// The next card.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.at == self.count {
            return None;
        }
        let item = self.items[self.at & 15];
        self.at += 1;
        Some(1 << (63 - (item & 63)))
    }
}

/// The hands around a leader: the seat behind him, his partners, the seat before him.
struct Around {
    behind: u64,
    partner: u64,
    before: u64,
}

/// Putting cards in order, as work for a processor.
struct Order<'c, 'a, C, const N: usize, const POSITION: usize> {
    count: &'c Count<'a, C, N>,
    seat: usize,
    trick: &'c Trick,
    left: u64,
    list: &'c mut List,
}

impl<C: Cpu, const N: usize, const POSITION: usize> Work for Order<'_, '_, C, N, POSITION> {
    type Out = ();

    #[inline(always)]
    fn work(self) {
        self.count.order_here::<POSITION>(self.seat, self.trick, self.left, self.list);
    }
}

impl<C: Cpu, const N: usize> Count<'_, C, N> {
    /// Puts the cards of `left` in order.
    #[inline(always)]
    pub(super) fn order<const POSITION: usize>(
        &self,
        seat: usize,
        trick: &Trick,
        left: u64,
        list: &mut List,
    ) {
        self.cpu.run(Order::<C, N, POSITION> { count: self, seat, trick, left, list });
    }

    #[inline(always)]
    fn order_here<const POSITION: usize>(
        &self,
        seat: usize,
        trick: &Trick,
        mut left: u64,
        list: &mut List,
    ) {
        if left & below(left) == 0 {
            list.put(0, left);
        } else if POSITION == 0 {
            let around = self.around(seat);
            while left != 0 {
                let cards = left & LANES[lane(left)];
                left ^= cards;
                self.order_leads(seat, trick.all, &around, cards, list);
            }
        } else {
            self.order_follows::<POSITION>(seat, trick, left, list);
        }
    }

    #[inline(always)]
    fn around(&self, seat: usize) -> Around {
        let mut around = Around { behind: 0, partner: 0, before: 0 };
        for step in 1..N {
            let other = (seat + step) % N;
            if self.is_max(other) == self.is_max(seat) {
                around.partner |= self.hands[other];
            } else if 2 * step < N || (step == 1 && N == 2) {
                around.behind |= self.hands[other];
            } else {
                around.before |= self.hands[other];
            }
        }
        around
    }

    /// Leads of one lane.
    #[inline(always)]
    fn order_leads(&self, seat: usize, all: u64, around: &Around, cards: u64, list: &mut List) {
        let suit = LANES[lane(cards)];
        let mine = self.hands[seat] & suit;
        let kind = match self.trumps {
            0 => 0,
            trumps if trumps == suit => 1,
            _ => 2,
        };
        let weights = &LEADS[kind];
        let base = self.rate_suit(seat, all, around, suit, weights);
        let free = above((around.behind | around.before) & suit);
        let (highest, lowest) = (top(cards), low(mine));
        let mut left = cards;
        while left != 0 {
            let card = low(left);
            left ^= card;
            let mut score = base - rank(card) * weights[14];
            score += if card & free == 0 { 0 } else { weights[15] };
            score += if card == highest { weights[16] } else { 0 };
            score += if card == lowest { weights[17] } else { 0 };
            list.put(score, card);
        }
    }

    /// What is to be said for leading a lane.
    #[inline(always)]
    fn rate_suit(
        &self,
        seat: usize,
        all: u64,
        around: &Around,
        suit: u64,
        weights: &[i32; 18],
    ) -> i32 {
        let hand = self.hands[seat];
        let (mine, behind) = (hand & suit, around.behind & suit);
        let (partner, before) = (around.partner & suit, around.before & suit);
        let best = top(all & suit);
        let second = top_or_none(all & suit & !best);
        let third = top_or_none(all & suit & !best & !second);
        let features = [
            best & mine != 0,
            best & partner != 0,
            best & behind != 0,
            best & behind != 0 && second & partner != 0 && partner != second,
            best & partner != 0
                && second & behind != 0
                && behind != second
                && third & (mine | partner) != 0,
            best & mine != 0 && second & before != 0 && before != second,
            best & before != 0 && second & mine != 0,
            behind != 0 && before != 0 && count((best | second | third) & (mine | partner)) >= 2,
        ];
        let mut score = weights[0] + count(mine) * weights[9] + count(partner) * weights[10];
        for (has, weight) in features.into_iter().zip(&weights[1..9]) {
            score += if has { *weight } else { 0 };
        }
        if self.trumps != 0 && suit != self.trumps {
            let ruffs = |suit: u64, hand: u64| suit == 0 && hand & self.trumps != 0;
            if ruffs(behind, around.behind) || ruffs(before, around.before) {
                score += weights[11];
            } else if ruffs(partner, around.partner) {
                score += weights[12];
            } else if mine & below(mine) == 0 && hand & self.trumps != 0 {
                score += weights[13];
            }
        }
        score
    }

    /// The strongest cards that seats still to play can bring: of opponents, of partners.
    #[inline(always)]
    pub(super) fn still_to_come<const POSITION: usize>(
        &self,
        seat: usize,
        trick: &Trick,
    ) -> (u64, u64) {
        // A plain card does not beat a trump.
        let brings =
            if trick.best & self.trumps == 0 { trick.led } else { trick.led & self.trumps };
        let side = self.side(seat);
        let (mut theirs, mut ours) = (0, 0);
        for step in 1..N - POSITION {
            let other = (seat + step) % N;
            let hand = self.hands[other];
            let found = hand & if hand & trick.led == 0 { self.trumps } else { brings };
            if side >> other & 1 == 1 {
                ours |= found;
            } else {
                theirs |= found;
            }
        }
        (top_or_none(theirs), top_or_none(ours))
    }

    #[inline(always)]
    fn order_follows<const POSITION: usize>(
        &self,
        seat: usize,
        trick: &Trick,
        mut left: u64,
        list: &mut List,
    ) {
        let weights = &FOLLOWS[(POSITION - 1).min(2)];
        let is_ours = self.is_max(trick.best_seat) == self.is_max(seat);
        let (theirs, partners) = self.still_to_come::<POSITION>(seat, trick);
        while left != 0 {
            let card = low(left);
            left ^= card;
            let beats = self.beats(card, trick.best);
            let holding = if beats { card } else { trick.best };
            let takes = |from: u64| {
                from != 0 && from > holding && (from & self.trumps != 0 || holding & trick.led != 0)
            };
            let sure = (beats || is_ours) && !takes(theirs);
            let ours = sure || (takes(partners) && partners > theirs);
            let suit = LANES[lane(card)];
            let score = if suit != trick.led && suit != self.trumps {
                weights[if ours { 10 } else { 11 }] + self.rate_discard(seat, trick, card)
            } else if beats {
                let first = if suit == trick.led { 0 } else { 6 };
                let how = if sure { 0 } else { 2 - usize::from(ours) };
                weights[first + how] + if is_ours { weights[first + 3] } else { 0 }
                    - rank(card) * RANKS[usize::from(!sure)]
            } else if suit == trick.led {
                weights[if ours { 4 } else { 5 }] - rank(card) * RANKS[2]
            } else {
                UNDERRUFF - rank(card) * RANKS[2]
            };
            list.put(score, card);
        }
    }

    #[inline(always)]
    fn rate_discard(&self, seat: usize, trick: &Trick, card: u64) -> i32 {
        let suit = LANES[lane(card)];
        let mine = self.hands[seat] & suit;
        let out = trick.all & !trick.played & suit;
        let length = count(mine);
        let best = top(out);
        let guarded = if best & mine != 0 {
            DISCARDS[usize::from(length > 1)]
        } else if length == 2 && top_or_none(out & !best) & mine != 0 {
            DISCARDS[2]
        } else if length == 1 {
            DISCARDS[3]
        } else {
            0
        };
        guarded + length * DISCARDS[4] - rank(card) * DISCARDS[5]
    }
}
