//! Playing deals of cards alone to their end, as many at once as there are streams: what is the same
//! for each of them is done in vectors, and a card is chosen for each in turn.

use super::masks::{Masks, asks};
use crate::cards::{MAX_SEATS, Word};
use crate::cpu::{Cpu, Vector, WORDS};
use crate::play::{Line, MOST, State};
use crate::random::{STREAMS, Words};
use crate::rules::PlayRules;

/// Deals that are played at once.
pub(super) const LANES: usize = STREAMS;
const _: () = assert!(LANES == 2 * WORDS, "two vectors have a word of each stream");

/// Something of each deal.
type Lanes<T> = [T; LANES];

/// The most seats that play so.
const SEATS_MOST: usize = 8;

/// Deals that lie on tables side by side, each with the stream of its number.
#[derive(Debug)]
pub(super) struct Tables {
    /// What was dealt, by seat.
    hands: [Lanes<u64>; SEATS_MOST],
    /// The cards won, by seat.
    captured: [Lanes<u64>; SEATS_MOST],
    /// The numbers of tricks won, a byte for each seat.
    tricks: Lanes<u64>,
    /// How each deal was played.
    pub(super) lines: Lanes<Line>,
}

/// Four of the deals while they are played: what changes. Seats are counted from the leader of a
/// trick on.
struct Four<'a, V, const SEATS: usize> {
    hands: [V; SEATS],
    /// Who leads.
    leaders: V,
    captured: [V; SEATS],
    /// A byte for each seat.
    tricks: V,
    /// The next word of each deal.
    next: V,
    /// Whether words were drawn that may have to be drawn again: a mask.
    rare: V,
    words: &'a [u32; MOST * STREAMS],
    lines: &'a mut [Line; WORDS],
}

/// The tricks in the open.
struct Tricks<V> {
    cards: V,
    led: V,
    /// The cards that would win.
    beating: V,
    /// All cards if who follows must beat, or none.
    must: V,
    /// Who is winning.
    best: V,
}

impl Tables {
    /// Tables on which nothing lies.
    pub(super) fn new() -> Self {
        let none = [[0; LANES]; SEATS_MOST];
        Self { hands: none, captured: none, tricks: [0; LANES], lines: [Line::NEW; LANES] }
    }

    /// Deals to a table.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn deal<W: Word>(&mut self, lane: usize, hands: &[W; MAX_SEATS]) {
        for (seat, hand) in self.hands.iter_mut().zip(hands) {
            seat[lane % LANES] = word(*hand);
        }
    }

    /// Plays every deal to its end, after so many tricks; each card is chosen among the legal ones
    /// as they are in deck order. No more may be asked of the players than to beat.
    ///
    /// `false` if a word was drawn that may have to be drawn again, which hardly ever happens: then
    /// nothing is true of any of the deals.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn play<W: Word, C: Cpu, const SEATS: usize, const ASKS: u8>(
        &mut self,
        words: &[Words; MOST],
        (rules, masks): (&PlayRules<W>, &Masks<W>),
        (leader, count): (usize, u8),
        _: C,
    ) -> bool {
        let Self { hands, captured, tricks, lines } = self;
        let ([first, second], []) = lines.as_chunks_mut() else { return false };
        let Some(words) = words.as_flattened().first_chunk() else { return false };
        // Both take turns: there is enough to do for one while the other has to wait.
        let mut low = Four::<C::Vector, SEATS>::new(hands, 0, (words, first), leader % SEATS);
        let mut high = Four::<C::Vector, SEATS>::new(hands, WORDS, (words, second), leader % SEATS);
        for trick in 0..count {
            let at = trick.wrapping_mul(SEATS.to_le_bytes()[0]);
            let mut open = [low.lead(masks, at), high.lead(masks, at)];
            follow::<W, _, SEATS, 1, ASKS>([&mut low, &mut high], &mut open, masks, at);
            follow::<W, _, SEATS, 2, ASKS>([&mut low, &mut high], &mut open, masks, at);
            follow::<W, _, SEATS, 3, ASKS>([&mut low, &mut high], &mut open, masks, at);
            follow::<W, _, SEATS, 4, ASKS>([&mut low, &mut high], &mut open, masks, at);
            if ASKS == asks::LITTLE && rules.emperor.is_some() {
                low.crown(rules, &mut open[0]);
                high.crown(rules, &mut open[1]);
            }
            low.take(&open[0], usize::from(trick + 1));
            high.take(&open[1], usize::from(trick + 1));
        }
        for (seat, to) in captured.iter_mut().take(SEATS).enumerate() {
            to[..WORDS].copy_from_slice(&low.captured[seat].words());
            to[WORDS..].copy_from_slice(&high.captured[seat].words());
        }
        tricks[..WORDS].copy_from_slice(&low.tricks.words());
        tricks[WORDS..].copy_from_slice(&high.tricks.words());
        low.rare.or(high.rare).words() == [0; WORDS]
    }

    /// Notes in a state in which a deal has not begun yet what came of it, but for what
    /// [`State::note_line`] adds.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    pub(super) fn note<W: Word>(
        &self,
        lane: usize,
        state: &mut State<W>,
        (seats, count): (usize, u8),
    ) {
        let lane = lane % LANES;
        let seats = seats.min(SEATS_MOST);
        // Nobody holds a card any more.
        state.hands[..seats].fill(W::ZERO);
        for (to, cards) in state.captured.iter_mut().zip(&self.captured[..seats]) {
            *to = W::from_u128(u128::from(cards[lane]));
        }
        state.tricks[..seats].copy_from_slice(&self.tricks[lane].to_le_bytes()[..seats]);
        state.finished = count;
    }
}

/// The seats so many steps after the leaders play, if there are so many.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its caller")]
fn follow<W: Word, V: Vector, const SEATS: usize, const STEP: usize, const ASKS: u8>(
    [low, high]: [&mut Four<'_, V, SEATS>; 2],
    open: &mut [Tricks<V>; 2],
    masks: &Masks<W>,
    at: u8,
) {
    if STEP < SEATS {
        let at = at.wrapping_add(STEP.to_le_bytes()[0]);
        low.follow::<W, STEP, ASKS>(&mut open[0], masks, at);
        high.follow::<W, STEP, ASKS>(&mut open[1], masks, at);
    }
}

impl<'a, V: Vector, const SEATS: usize> Four<'a, V, SEATS> {
    /// Those from a lane on, before the first trick.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn new(
        hands: &[Lanes<u64>; SEATS_MOST],
        first: usize,
        (words, lines): (&'a [u32; MOST * STREAMS], &'a mut [Line; WORDS]),
        leader: usize,
    ) -> Self {
        for line in lines.iter_mut() {
            line.leaders[0] = leader.to_le_bytes()[0];
        }
        let (none, of_four) = (V::all(0), |all: &Lanes<u64>| V::of(each(|at| all[first + at])));
        Self {
            hands: std::array::from_fn(|step| {
                of_four(&hands[(leader + step) % SEATS % SEATS_MOST])
            }),
            leaders: V::all(leader as u64),
            captured: [none; SEATS],
            tricks: none,
            next: V::of(each(|at| (first + at) as u64)),
            rare: none,
            words,
            lines,
        }
    }

    /// Chooses a card among the legal ones for each deal; the cards and their places.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    #[allow(clippy::cast_possible_truncation, reason = "places are few")]
    fn choose(&mut self, legal: V, at: u8) -> (V, [usize; WORDS]) {
        let count = legal.count();
        let word = |next: u64| u64::from(self.words[next as usize % (MOST * STREAMS)]);
        let product = V::of(self.next.words().map(word)).times(count);
        self.rare = self.rare.or(count.exceeds(product.low()));
        self.next = self.next.plus(count.exceeds(V::all(1)).and(V::all(STREAMS as u64)));
        let cards = legal.nth(product.high());
        let places = cards.map(|card| card.low_bit() as usize % MOST);
        for (line, place) in self.lines.iter_mut().zip(places) {
            line.moves[place] = at;
        }
        (V::of(cards), places)
    }

    /// The leaders play.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn lead<W: Word>(&mut self, masks: &Masks<W>, at: u8) -> Tricks<V> {
        let (cards, places) = self.choose(self.hands[0], at);
        self.hands[0] = self.hands[0].minus(cards);
        Tricks {
            cards,
            led: among(&masks.led, places),
            beating: among(&masks.beats, places),
            must: among(&masks.must, places),
            best: V::all(0),
        }
    }

    /// The seats so many steps after the leaders play.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn follow<W: Word, const STEP: usize, const ASKS: u8>(
        &mut self,
        open: &mut Tricks<V>,
        masks: &Masks<W>,
        at: u8,
    ) {
        let step = STEP % SEATS;
        let legal = open.legal::<W, ASKS>(masks, self.hands[step]);
        let (cards, places) = self.choose(legal, at);
        self.hands[step] = self.hands[step].minus(cards);
        open.cards = open.cards.or(cards);
        let fails = open.beating.and(cards).equals(V::all(0));
        open.best = V::either(fails, open.best, V::all(STEP as u64));
        if STEP + 1 < SEATS {
            open.beating = V::either(fails, open.beating, among(&masks.beats, places));
        }
    }

    /// The emperor's trick: its winner wins.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn crown<W: Word>(&self, rules: &PlayRules<W>, open: &mut Tricks<V>) {
        let Some(emperor) = &rules.emperor else { return };
        let (cards, led) = (V::all(word(emperor.cards)), V::all(word(emperor.led)));
        let fails = open.led.and(led).equals(V::all(0));
        let is_crowned = open.cards.and(cards).equals(cards).minus(fails);
        if is_crowned.words() != [0; WORDS] {
            let winner = emperor.winner.index();
            let best = self.lines.each_ref().map(|line| usize::from(line.moves[winner]) % SEATS);
            open.best = V::either(is_crowned, V::of(best.map(|step| step as u64)), open.best);
        }
    }

    /// The winners take the tricks, and lead to the next.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn take(&mut self, open: &Tricks<V>, finished: usize) {
        let hands = self.hands;
        for best in 1..SEATS {
            let is_best = open.best.equals(V::all(best as u64));
            for (step, hand) in self.hands.iter_mut().enumerate() {
                *hand = V::either(is_best, hands[(step + best) % SEATS], *hand);
            }
        }
        // Sums of two numbers of steps: so many seats are none.
        let mut winners = self.leaders.plus(open.best);
        for seats in SEATS..2 * SEATS - 1 {
            let seat = V::all((seats - SEATS) as u64);
            winners = V::either(winners.equals(V::all(seats as u64)), seat, winners);
        }
        self.leaders = winners;
        for (line, winner) in self.lines.iter_mut().zip(winners.words()) {
            line.leaders[finished % MOST] = winner.to_le_bytes()[0];
        }
        for seat in 0..SEATS {
            let wins = winners.equals(V::all(seat as u64));
            self.captured[seat] = self.captured[seat].or(open.cards.and(wins));
            self.tricks = self.tricks.plus(wins.and(V::all(1 << (8 * seat))));
        }
    }
}

impl<V: Vector> Tricks<V> {
    /// The cards that followers may play.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn legal<W: Word, const ASKS: u8>(&self, masks: &Masks<W>, hand: V) -> V {
        let none = V::all(0);
        let follow = hand.and(self.led);
        let is_void = follow.equals(none);
        let mut legal = V::either(is_void, hand.and(V::all(word(masks.void))), follow);
        if ASKS == asks::TO_BEAT {
            let must = V::either(is_void, V::all(word(masks.void_must)), self.must);
            let beating = legal.and(self.beating).and(must);
            let others = legal.minus(is_void.and(V::all(word(masks.free_below))));
            legal = V::either(beating.equals(none), others, beating);
        }
        V::either(legal.equals(none), hand, legal)
    }
}

/// A set of a deck that fits into 64 bits.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its callers")]
#[allow(clippy::cast_possible_truncation, reason = "no wider deck is played so")]
fn word<W: Word>(set: W) -> u64 {
    set.to_u128() as u64
}

/// The sets at some places of a table.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its callers")]
fn among<W: Word, V: Vector>(table: &[W], places: [usize; WORDS]) -> V {
    let (table, _) = table.split_at(MOST);
    V::of(places.map(|place| word(table[place % MOST])))
}

/// The same for each word of a vector.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its callers")]
fn each<T>(value: impl FnMut(usize) -> T) -> [T; WORDS] {
    std::array::from_fn(value)
}
