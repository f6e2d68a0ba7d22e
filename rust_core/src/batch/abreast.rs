//! Playing deals of cards alone to their end, several at once: a card of each in turn, so that the
//! processor works at one while it waits for another.

use super::masks::{Masks, asks};
use crate::cards::{Place, Seat, Word};
use crate::play::{Fixed, Line, MOST, State};
use crate::random::{STREAMS, Words};
use crate::rules::{PlayRules, Turn};

/// Deals that lie on tables side by side.
#[derive(Debug)]
pub(super) struct Tables<'a, W, const N: usize> {
    /// What was dealt; then what came of it, but for what [`State::note_line`] adds.
    pub(super) states: &'a mut [State<W>; N],
    /// The words that moves are chosen with.
    pub(super) words: &'a [Words; MOST],
    /// Which of their streams each deal has.
    pub(super) streams: [usize; N],
    /// How each was played.
    pub(super) lines: &'a mut [Line; N],
}

/// A trick in the open.
#[derive(Clone, Copy)]
struct Trick<W> {
    cards: W,
    led: W,
    beating: W,
    /// All cards if who follows must beat, or none.
    must: W,
    seat: usize,
    best: usize,
}

impl<W: Word, const N: usize> Tables<'_, W, N> {
    /// Plays every deal to its end, so many tricks if no rule ends it before; each card is chosen
    /// among the legal ones as they are in deck order. A rule may end it only where `N` is 1.
    ///
    /// The result is true of deals for which a word was drawn that may have to be drawn again:
    /// nothing else is true of those.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::cast_possible_truncation, reason = "halves of products, and small numbers")]
    pub(super) fn play<const SEATS: usize, const ASKS: u8>(
        self,
        (rules, masks): (&PlayRules<W>, &Masks<W>),
        fixed: &Fixed<W>,
        tricks: u8,
        pick: impl Fn(u64, u32) -> u64 + Copy,
    ) -> [bool; N] {
        let Tables { states, words, streams, lines } = self;
        let mut hands = [[W::ZERO; 8]; N];
        let mut leaders = [0; N];
        for table in 0..N {
            hands[table][..SEATS].copy_from_slice(&states[table].hands[..SEATS]);
            leaders[table] = states[table].leader.index() % 8;
            lines[table].leaders[0] = states[table].leader.number();
        }
        let (mut next, mut is_rare) = ([0; N], [false; N]);
        let (mut at, mut finished) = (0, 0);
        while finished < tricks {
            let mut open = leaders.map(Trick::led_by);
            for step in 0..SEATS {
                for table in 0..N {
                    let trick = &mut open[table];
                    let hand = hands[table][trick.seat % 8];
                    let legal = trick.legal::<ASKS>((rules, masks), hand, step == 0);
                    let count = legal.len();
                    let word = words[next[table] % MOST][streams[table] % STREAMS];
                    let product = u64::from(word) * u64::from(count);
                    is_rare[table] |= (product as u32) < count;
                    next[table] += usize::from(count > 1);
                    let card = legal.nth_alone((product >> 32) as u32, pick);
                    let place = card.low_bit() as usize % MOST;
                    hands[table][trick.seat % 8] = hand.minus(card);
                    lines[table].moves[place] = at;
                    trick.put::<ASKS>(masks, card, place, step == 0);
                    if ASKS == asks::MUCH || (ASKS == asks::LITTLE && step + 1 == SEATS) {
                        trick.crown::<SEATS>(rules, &lines[table], leaders[table]);
                    }
                    trick.seat = if trick.seat + 1 == SEATS { 0 } else { trick.seat + 1 };
                }
                at += 1;
            }
            for table in 0..N {
                let (state, trick) = (&mut states[table], &open[table]);
                let (mut winner, mut cards) = (trick.best % 8, trick.cards);
                if ASKS >= asks::WITH_EXCUSE && !(cards & rules.excuse).is_empty() {
                    state.hands[..SEATS].copy_from_slice(&hands[table][..SEATS]);
                    state.finished = finished;
                    let place = rules.excuse.low_bit() as usize % MOST;
                    let owner = player::<SEATS>(&lines[table], place, leaders[table]);
                    (winner, cards) = excuse(state, (rules, fixed), (winner, owner), cards);
                }
                state.captured[winner] |= cards;
                state.tricks[winner] += 1;
                leaders[table] = winner;
                lines[table].leaders[usize::from(finished + 1) % MOST] = winner as u8;
            }
            finished += 1;
            if ASKS == asks::MUCH && !rules.spec.ends.is_empty() && states[0].would_end(rules, fixed)
            {
                break;
            }
        }
        for table in 0..N {
            states[table].hands[..SEATS].copy_from_slice(&hands[table][..SEATS]);
            states[table].finished = finished;
        }
        is_rare
    }
}

impl<W: Word> Trick<W> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn led_by(leader: usize) -> Self {
        Self {
            cards: W::ZERO,
            led: W::ZERO,
            beating: W::ALL,
            must: W::ZERO,
            seat: leader,
            best: leader,
        }
    }

    /// The cards that may be played.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn legal<const ASKS: u8>(
        &self,
        (rules, masks): (&PlayRules<W>, &Masks<W>),
        hand: W,
        is_lead: bool,
    ) -> W {
        if ASKS == asks::MUCH {
            return self.legal_by_turn(rules, masks, hand);
        }
        if is_lead {
            return hand;
        }
        let follow = hand & self.led;
        let is_void = follow.is_empty();
        // If only the excuse lies, there is nothing to follow, and nothing that must be trumped.
        let is_free = ASKS == asks::WITH_EXCUSE && self.led.is_empty();
        let void = if is_free { W::ZERO } else { hand & masks.void };
        let mut legal = if is_void { void } else { follow };
        if ASKS >= asks::TO_BEAT {
            let must = if is_void { masks.void_must } else { self.must };
            let beating = legal & self.beating & must;
            let free = if is_void { masks.free_below } else { W::ZERO };
            legal = beating.or_if_empty(legal.minus(free));
        }
        if ASKS == asks::WITH_EXCUSE {
            legal = if legal.is_empty() { hand } else { legal | (hand & rules.excuse) };
            return legal;
        }
        legal.or_if_empty(hand)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn legal_by_turn(&self, rules: &PlayRules<W>, masks: &Masks<W>, hand: W) -> W {
        let turn = Turn {
            seat: Seat::wrapped(self.seat.to_le_bytes()[0]),
            hand,
            available: hand,
            trick: self.cards,
            led: self.led,
            void: masks.void_lane,
            beating: self.beating,
            must_play: W::ZERO,
            duty: rules.duties[0],
            lead_from_hand: false,
        };
        rules.legal(&turn, |_, _| ())
    }

    /// Puts a card on the table.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn put<const ASKS: u8>(&mut self, masks: &Masks<W>, card: W, place: usize, is_lead: bool) {
        self.cards |= card;
        if is_lead || (ASKS >= asks::WITH_EXCUSE && self.led.is_empty()) {
            self.led = masks.led[place];
            self.must = masks.must[place];
        }
        let wins = !(self.beating & card).is_empty();
        let beats = masks.beats[place];
        self.best = if wins { self.seat } else { self.best };
        self.beating = if wins { beats } else { self.beating };
    }

    /// The emperor's trick: its winner wins, and nothing beats it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn crown<const SEATS: usize>(&mut self, rules: &PlayRules<W>, line: &Line, leader: usize) {
        if let Some(emperor) = &rules.emperor
            && emperor.cards.is_within(self.cards)
            && !(emperor.led & self.led).is_empty()
        {
            self.best = player::<SEATS>(line, emperor.winner.index(), leader);
            self.beating = W::ZERO;
        }
    }
}

/// Who played a card to the trick that `leader` led to.
#[cold]
fn player<const SEATS: usize>(line: &Line, place: usize, leader: usize) -> usize {
    (leader + usize::from(line.moves[place % MOST])) % SEATS
}

/// The winner of a trick with the excuse, and the cards that he wins.
#[cold]
fn excuse<W: Word>(
    state: &mut State<W>,
    (rules, fixed): (&PlayRules<W>, &Fixed<W>),
    (best, owner): (usize, usize),
    cards: W,
) -> (usize, W) {
    state.trick = cards;
    state.best = Seat::wrapped(best.to_le_bytes()[0]);
    let place = Place::wrapped(rules.excuse.low_bit());
    state.table[owner % 8] = place.number();
    let winner = state.settle_excuse(rules, fixed).index() % 8;
    if state.trick != cards {
        // It is counted with all other cards in the end.
        state.units[owner % 8] = state.units[owner % 8].wrapping_sub(rules.units[place.index()]);
    }
    state.table[owner % 8] = crate::play::NO_CARD;
    (winner, state.trick)
}
