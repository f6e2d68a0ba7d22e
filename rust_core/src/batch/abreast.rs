//! Playing deals of cards alone to their end, several at once: a card of each in turn, so that the
//! processor works at one while it waits for another.

use std::hint::select_unpredictable;

use super::masks::{Masks, UNBEATEN, asks};
use crate::cards::{Place, Seat, Word};
use crate::cpu::Cpu;
use crate::play::{Fixed, Line, MOST, NO_CARD, State};
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

/// A trick in the open. Seats are counted from the leader on.
#[derive(Clone, Copy)]
struct Trick<W> {
    cards: W,
    led: W,
    /// The place of the card that is winning, or [`UNBEATEN`].
    winning: usize,
    /// All cards if who follows must beat, or none.
    must: W,
    best: usize,
}

impl<W: Word, const N: usize> Tables<'_, W, N> {
    /// Plays every deal to its end, so many tricks if no rule ends it before; each card is chosen
    /// among the legal ones as they are in deck order. A rule may end it only where `N` is 1.
    ///
    /// `false` if a word was drawn that may have to be drawn again, which hardly ever happens: then
    /// nothing is true of any of the deals.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::cast_possible_truncation, reason = "halves of products, and small numbers")]
    #[allow(clippy::needless_range_loop, reason = "tables and seats are told by their numbers")]
    pub(super) fn play<const SEATS: usize, const ASKS: u8>(
        self,
        (rules, masks): (&PlayRules<W>, &Masks<W>),
        fixed: &Fixed<W>,
        tricks: u8,
        cpu: impl Cpu,
    ) -> bool {
        let Tables { states, words, streams, lines } = self;
        let words = words.as_flattened();
        // From the leader on.
        let mut hands = [[W::ZERO; SEATS]; N];
        let mut leaders = [0; N];
        let mut next = streams;
        for table in 0..N {
            leaders[table] = states[table].leader.index() % SEATS;
            lines[table].leaders[0] = states[table].leader.number();
            for (step, hand) in hands[table].iter_mut().enumerate() {
                *hand = states[table].hands[(leaders[table] + step) % SEATS];
            }
        }
        let (mut at, mut finished, mut rare) = (0, 0, 0_u32);
        while finished < tricks {
            let mut open = [Trick::NEW; N];
            for step in 0..SEATS {
                for table in 0..N {
                    let trick = &mut open[table];
                    let hand = hands[table][step];
                    let legal = if ASKS == asks::MUCH {
                        trick.legal_by_turn((rules, masks), hand, (leaders[table] + step) % SEATS)
                    } else if step == 0 {
                        hand
                    } else {
                        trick.legal::<ASKS>((rules, masks), hand)
                    };
                    let count = legal.len();
                    let word = words[next[table] % (MOST * STREAMS)];
                    let product = u64::from(word) * u64::from(count);
                    rare += u32::from((product as u32) < count);
                    next[table] += usize::from(count > 1) * STREAMS;
                    let card = cpu.nth(legal, (product >> 32) as u32);
                    let place = card.low_bit() as usize % MOST;
                    hands[table][step] = hand.minus(card);
                    lines[table].moves[place] = at;
                    trick.put::<ASKS>(masks, card, place, step);
                    if ASKS == asks::MUCH || (ASKS == asks::LITTLE && step + 1 == SEATS) {
                        trick.crown::<SEATS>(rules, &lines[table]);
                    }
                }
                at += 1;
            }
            for table in 0..N {
                let (state, trick) = (&mut states[table], &open[table]);
                let (mut best, mut cards) = (trick.best, trick.cards);
                if ASKS >= asks::WITH_EXCUSE && !(cards & rules.excuse).is_empty() {
                    give_back(&hands[table], leaders[table], state);
                    state.finished = finished;
                    let place = rules.excuse.low_bit() as usize % MOST;
                    let seats = [best, step_of::<SEATS>(&lines[table], place)];
                    let seats = seats.map(|step| (leaders[table] + step) % SEATS);
                    let winner;
                    (winner, cards) = excuse(state, (rules, fixed), seats, cards);
                    best = (winner + SEATS - leaders[table]) % SEATS;
                }
                // The hands from the winner on.
                let mut round = [W::ZERO; 16];
                round[..SEATS].copy_from_slice(&hands[table]);
                round[SEATS..2 * SEATS].copy_from_slice(&hands[table]);
                hands[table] = std::array::from_fn(|step| round[best % 8 + step]);
                let winner = leaders[table] + best;
                let winner = if winner >= SEATS { winner - SEATS } else { winner };
                leaders[table] = winner;
                state.captured[winner % 8] |= cards;
                state.tricks[winner % 8] += 1;
                lines[table].leaders[usize::from(finished + 1) % MOST] = winner as u8;
            }
            finished += 1;
            if ASKS == asks::MUCH
                && !rules.spec.ends.is_empty()
                && states[0].would_end(rules, fixed)
            {
                break;
            }
        }
        for table in 0..N {
            give_back(&hands[table], leaders[table], &mut states[table]);
            states[table].finished = finished;
        }
        rare == 0
    }
}

/// Puts hands back, which lie from the leader on.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its caller")]
fn give_back<W: Word, const SEATS: usize>(hands: &[W; SEATS], leader: usize, state: &mut State<W>) {
    for (step, hand) in hands.iter().enumerate() {
        state.hands[(leader + step) % SEATS] = *hand;
    }
}

impl<W: Word> Trick<W> {
    const NEW: Self =
        Self { cards: W::ZERO, led: W::ZERO, winning: UNBEATEN, must: W::ZERO, best: 0 };

    /// The cards that would win.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn beating(&self, masks: &Masks<W>) -> W {
        masks.beats[self.winning % (2 * MOST)]
    }

    /// The cards that a follower may play.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn legal<const ASKS: u8>(&self, (rules, masks): (&PlayRules<W>, &Masks<W>), hand: W) -> W {
        let follow = hand & self.led;
        let is_void = follow.is_empty();
        // If only the excuse lies, there is nothing to follow, and nothing that must be trumped.
        let is_free = ASKS == asks::WITH_EXCUSE && self.led.is_empty();
        let void = W::choose(is_free, W::ZERO, hand & masks.void);
        let mut legal = W::choose(is_void, void, follow);
        if ASKS >= asks::TO_BEAT {
            let must = W::choose(is_void, masks.void_must, self.must);
            let beating = legal & self.beating(masks) & must;
            let free = W::choose(is_void, masks.free_below, W::ZERO);
            let others = legal.minus(free);
            legal = W::choose(beating.is_empty(), others, beating);
        }
        let excuse = if ASKS == asks::WITH_EXCUSE { hand & rules.excuse } else { W::ZERO };
        W::choose(legal.is_empty(), hand, legal | excuse)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn legal_by_turn(&self, (rules, masks): (&PlayRules<W>, &Masks<W>), hand: W, seat: usize) -> W {
        let turn = Turn {
            seat: Seat::wrapped(seat.to_le_bytes()[0]),
            hand,
            available: hand,
            trick: self.cards,
            led: self.led,
            void: masks.void_lane,
            beating: self.beating(masks),
            must_play: W::ZERO,
            duty: rules.duties[0],
            lead_from_hand: false,
        };
        rules.legal(&turn, |_, _| ())
    }

    /// Puts a card on the table.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn put<const ASKS: u8>(&mut self, masks: &Masks<W>, card: W, place: usize, step: usize) {
        self.cards |= card;
        if step == 0 || (ASKS >= asks::WITH_EXCUSE && self.led.is_empty()) {
            self.led = masks.led[place];
            self.must = masks.must[place];
        }
        let wins = step == 0 || !(self.beating(masks) & card).is_empty();
        self.best = select_unpredictable(wins, step, self.best);
        self.winning = select_unpredictable(wins, place, self.winning);
    }

    /// The emperor's trick: its winner wins, and nothing beats it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn crown<const SEATS: usize>(&mut self, rules: &PlayRules<W>, line: &Line) {
        if let Some(emperor) = &rules.emperor
            && emperor.cards.is_within(self.cards)
            && !(emperor.led & self.led).is_empty()
        {
            self.best = step_of::<SEATS>(line, emperor.winner.index());
            self.winning = UNBEATEN;
        }
    }
}

/// Which seat, from the leader on, played a card to the open trick.
#[cold]
fn step_of<const SEATS: usize>(line: &Line, place: usize) -> usize {
    usize::from(line.moves[place % MOST]) % SEATS
}
/// The winner of a trick with the excuse, and the cards that he wins.
#[cold]
fn excuse<W: Word>(
    state: &mut State<W>,
    (rules, fixed): (&PlayRules<W>, &Fixed<W>),
    [best, owner]: [usize; 2],
    cards: W,
) -> (usize, W) {
    state.trick = cards;
    state.best = Seat::wrapped(best.to_le_bytes()[0]);
    let place = Place::wrapped(rules.excuse.low_bit());
    state.table[owner % 8] = place.number();
    let winner = state.settle_excuse(rules, fixed).index();
    if state.trick != cards {
        // It is counted with all other cards in the end.
        state.units[owner % 8] = state.units[owner % 8].wrapping_sub(rules.units[place.index()]);
    }
    state.table[owner % 8] = NO_CARD;
    (winner, std::mem::take(&mut state.trick))
}
