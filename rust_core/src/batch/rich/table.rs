//! A deal on the table, and playing it trick by trick.

use super::MOST_SEATS;
use super::asked::{Asked, Had, OnLead};
use super::piles::Piles;
use crate::batch::plan::Out;
use crate::cards::{Card, MAX_SEATS, Place, Seat, Word};
use crate::cpu::Cpu;
use crate::play::{Call, Fate, Fixed, MAX_STOCK, MOST, State};
use crate::random::STREAMS;
use crate::rules::{DutyPhase, PlayRules};

/// What a deal is played by, and what lies on its table beside the hands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round<'a, W> {
    pub(super) rules: &'a PlayRules<W>,
    pub(super) asked: &'a Asked<W>,
    pub(super) fixed: &'a Fixed<W>,
    pub(super) piles: &'a Piles<W>,
    /// The words that moves are chosen with, those of all streams in turn.
    pub(super) words: &'a [u32],
}

/// A deal in play, between two tricks.
#[derive(Debug, Clone)]
pub(super) struct Table<W> {
    hands: [W; MOST_SEATS],
    captured: [W; MOST_SEATS],
    /// Cards face up on piles.
    face_up: W,
    had: Had,
    declared: [u8; MOST_SEATS],
    /// Who leads to the next trick.
    leader: usize,
    finished: usize,
    stock_next: u8,
    stock_last: Place,
    phase: DutyPhase,
    closed: u8,
    ended_by: u8,
    pub(super) is_over: bool,
    /// Number of the next word, and whether one may have to be drawn again.
    next: usize,
    is_rare: bool,
    moves: usize,
    /// The codes of the moves.
    line: [u8; MOST],
    /// By place: the number of the card among those that were played.
    numbers: [u8; MOST],
    /// By trick: the seat that led to it; then the winner of the last one.
    leaders: [u8; MOST],
}

/// A trick in the open.
#[derive(Clone, Copy)]
struct Trick<W> {
    cards: W,
    led: W,
    /// The place of the card that is winning, and its seat.
    winning: usize,
    best: usize,
    units: u16,
}

impl<W: Word> Table<W> {
    /// No deal.
    pub(super) fn new() -> Self {
        Self {
            hands: [W::ZERO; MOST_SEATS],
            captured: [W::ZERO; MOST_SEATS],
            face_up: W::ZERO,
            had: Had { units: [0; 4], marriages: [0; 4], tricks: [0; 4] },
            declared: [0; MOST_SEATS],
            leader: 0,
            finished: 0,
            stock_next: 0,
            stock_last: Place::default(),
            phase: DutyPhase::Main,
            closed: 0,
            ended_by: 0,
            is_over: true,
            next: 0,
            is_rare: false,
            moves: 0,
            line: [0; MOST],
            numbers: [0; MOST],
            leaders: [0; MOST],
        }
    }

    /// Begins a deal that is laid out, with the words of a stream. Which cards lie face up on piles
    /// is given.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn begin(&mut self, fixed: &Fixed<W>, face_up: W, leader: Seat, stream: usize) {
        self.hands.copy_from_slice(&fixed.dealt[..MOST_SEATS]);
        self.captured = [W::ZERO; MOST_SEATS];
        self.face_up = face_up;
        self.had = Had { units: [0; 4], marriages: [0; 4], tricks: [0; 4] };
        self.declared = [0; MOST_SEATS];
        self.leader = leader.index();
        self.leaders[0] = leader.number();
        self.finished = 0;
        self.stock_next = 0;
        self.stock_last = fixed.stock().last().copied().unwrap_or_default();
        self.phase = if fixed.stock_len == 0 { DutyPhase::Main } else { DutyPhase::Stock };
        (self.closed, self.ended_by, self.is_over) = (0, 0, false);
        (self.next, self.is_rare, self.moves) = (stream, false, 0);
    }

    /// Plays a trick, and draws; the deal may end before it or by it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    pub(super) fn trick<const SEATS: usize, const STOCK: bool, const PILES: bool>(
        &mut self,
        round: Round<'_, W>,
        cpu: impl Cpu,
    ) {
        let Round { rules, asked, fixed, .. } = round;
        let mut seat = self.leader;
        let Some(card) = self.lead::<SEATS, STOCK, PILES>(round, cpu) else { return };
        let place = card.low_bit() as usize % MOST;
        let mut trick = Trick {
            cards: card,
            led: asked.masks.led[place],
            winning: place,
            best: seat,
            units: rules.units[place],
        };
        self.put::<PILES>(round.piles, seat, card, self.finished * SEATS);
        for step in 1..SEATS {
            seat = if seat + 1 == SEATS { 0 } else { seat + 1 };
            let available = self.available::<PILES>(fixed, seat);
            let legal = asked.legal(self.phase, available, trick.led, trick.winning);
            let choice = self.below(round.words, legal.len());
            let card = cpu.nth(legal, choice);
            let place = card.low_bit() as usize % MOST;
            if !(asked.masks.beats[trick.winning] & card).is_empty() {
                (trick.winning, trick.best) = (place, seat);
            }
            trick.cards |= card;
            trick.units = trick.units.wrapping_add(rules.units[place]);
            self.put::<PILES>(round.piles, seat, card, self.finished * SEATS + step);
        }
        self.book::<SEATS, STOCK, PILES>(round, &trick);
    }

    /// Chooses what a seat does on lead, until it is a card, which is not yet played. `None` if a
    /// call has ended the deal.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn lead<const SEATS: usize, const STOCK: bool, const PILES: bool>(
        &mut self,
        round: Round<'_, W>,
        cpu: impl Cpu,
    ) -> Option<W> {
        let seat = self.leader % MOST_SEATS;
        let mut legal = self.available::<PILES>(round.fixed, seat);
        let mut calls = self.calls::<STOCK>(round, seat);
        loop {
            let count = legal.len();
            let choice = self.below(round.words, count + calls.count_ones());
            if choice < count {
                return Some(cpu.nth(legal, choice));
            }
            for _ in count..choice {
                calls &= calls.wrapping_sub(1);
            }
            let code = calls.trailing_zeros().to_le_bytes()[0];
            self.note(Card::MAX | code);
            let must_play = self.call::<SEATS>(round, seat, code);
            if self.is_over {
                return None;
            }
            (legal, calls) = if must_play.is_empty() {
                let available = self.available::<PILES>(round.fixed, seat);
                (available, self.calls::<STOCK>(round, seat))
            } else {
                (must_play, 0)
            };
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn calls<const STOCK: bool>(&self, round: Round<'_, W>, seat: usize) -> u32 {
        round.asked.calls::<STOCK>(&OnLead {
            hand: self.hands[seat % MOST_SEATS],
            tricks: self.had.tricks[seat % MOST_SEATS],
            declared: self.declared[seat % MOST_SEATS],
            stock_left: if STOCK { self.stock_left(round.fixed) } else { 0 },
            stock_last: W::of(self.stock_last),
        })
    }

    /// Makes a call; the cards of which one must now be played, if any.
    #[inline(never)]
    fn call<const SEATS: usize>(&mut self, round: Round<'_, W>, seat: usize, code: u8) -> W {
        let Round { rules, asked, .. } = round;
        let seat = seat % MOST_SEATS;
        match Call::from_code(code) {
            Some(Call::Marriage(lane)) => {
                let Some(pair) = rules.marriages[usize::from(lane % 8)] else { return W::ZERO };
                self.had.marriages[seat] = self.had.marriages[seat].saturating_add(pair.units);
                self.ended_by = asked.ended_by::<SEATS>(&self.had);
                self.is_over = self.ended_by != 0;
                pair.cards
            }
            Some(Call::Exchange) => {
                let hand = &mut self.hands[seat];
                *hand = hand.minus(asked.exchange.given).with(self.stock_last);
                self.stock_last = asked.exchange.place;
                W::ZERO
            }
            Some(Call::Close) => {
                let side = rules.side_of[seat];
                let class = asked.class_of::<SEATS>(rules.all_seats() & !side, &self.had);
                self.closed = 1 + seat.to_le_bytes()[0] * 3 + class;
                self.phase = DutyPhase::Closed;
                W::ZERO
            }
            Some(Call::Declare(number)) => {
                self.declared[seat] |= 1 << number;
                self.hands[seat] & rules.declarations[usize::from(number % 4)]
            }
            _ => W::ZERO,
        }
    }

    /// Plays a card, which is not yet in the trick.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn put<const PILES: bool>(&mut self, piles: &Piles<W>, seat: usize, card: W, number: usize) {
        let place = card.low_bit().to_le_bytes()[0];
        let hand = &mut self.hands[seat % MOST_SEATS];
        *hand = hand.minus(card);
        if PILES {
            let below = piles.below(place);
            *hand |= below.taken;
            self.face_up = self.face_up.minus(card) | below.shown;
        }
        self.numbers[usize::from(place) % MOST] = number.to_le_bytes()[0];
        self.note(place);
    }

    /// Books a trick, and draws.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn book<const SEATS: usize, const STOCK: bool, const PILES: bool>(
        &mut self,
        round: Round<'_, W>,
        trick: &Trick<W>,
    ) {
        let Round { rules, asked, fixed, .. } = round;
        let winner = trick.best % MOST_SEATS;
        self.captured[winner] |= trick.cards;
        self.had.units[winner] = self.had.units[winner].wrapping_add(trick.units);
        self.had.tricks[winner] += 1;
        self.finished += 1;
        self.leader = winner;
        self.leaders[self.finished % MOST] = winner.to_le_bytes()[0];
        if STOCK && self.stock_left(fixed) > 0 {
            for step in 0..SEATS {
                let seat = (winner + step) % SEATS;
                let card = W::of(self.drawn(fixed));
                self.hands[seat % MOST_SEATS] |= card;
            }
            if self.stock_next == fixed.stock_len {
                self.phase = DutyPhase::Main;
            }
        }
        if self.available::<PILES>(fixed, winner).is_empty() {
            self.had.units[winner] += rules.last_trick_units;
            self.is_over = true;
        }
        self.ended_by = asked.ended_by::<SEATS>(&self.had);
        self.is_over |= self.ended_by != 0;
    }

    /// Cards in the stock, none if it is closed.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn stock_left(&self, fixed: &Fixed<W>) -> u8 {
        let is_open = self.phase == DutyPhase::Stock;
        if is_open { fixed.stock_len.wrapping_sub(self.stock_next) } else { 0 }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn drawn(&mut self, fixed: &Fixed<W>) -> Place {
        let next = fixed.stock[usize::from(self.stock_next) % MAX_STOCK];
        self.stock_next += 1;
        if self.stock_next == fixed.stock_len { self.stock_last } else { next }
    }

    /// As [`State::available`].
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn available<const PILES: bool>(&self, fixed: &Fixed<W>, seat: usize) -> W {
        let hand = self.hands[seat % MOST_SEATS];
        if PILES { hand | (self.face_up & fixed.pile_cards[seat % MOST_SEATS]) } else { hand }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of a product")]
    fn below(&mut self, words: &[u32], n: u32) -> u32 {
        let word = words[self.next % (MOST * STREAMS)];
        let product = u64::from(word) * u64::from(n);
        self.is_rare |= (product as u32) < n;
        self.next += usize::from(n > 1) * STREAMS;
        (product >> 32) as u32
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn note(&mut self, code: u8) {
        self.line[self.moves % MOST] = code;
        self.moves += 1;
    }

    /// The number of moves of a deal that is over; `None` if its words were not good, or more than
    /// so many of all streams together: then nothing is true of it.
    pub(super) fn length(&self, words: usize) -> Option<u32> {
        let is_good = !self.is_rare && self.next < words + STREAMS && self.moves <= MOST;
        is_good.then(|| u32::from(self.moves.to_le_bytes()[0]))
    }

    /// Writes down the moves, where they are asked for.
    #[inline]
    pub(super) fn write_line(&self, record: &[u8; 256], out: &mut Out<'_>) {
        for (slot, &code) in out.line.iter_mut().zip(&self.line[..self.moves.min(MOST)]) {
            *slot = record[usize::from(code)];
        }
    }

    /// The state of a deal that is over, the same that its moves lead to one by one. `state` is how
    /// such a deal begins.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    pub(super) fn finish<const SEATS: usize>(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        mut state: State<W>,
    ) -> State<W> {
        state.hands[..MOST_SEATS].copy_from_slice(&self.hands);
        state.captured[..MOST_SEATS].copy_from_slice(&self.captured);
        state.face_up = self.face_up;
        state.units[..MOST_SEATS].copy_from_slice(&self.had.units);
        state.marriages[..MOST_SEATS].copy_from_slice(&self.had.marriages);
        state.pending = 0;
        state.tricks[..MOST_SEATS].copy_from_slice(&self.had.tricks);
        state.declared[..MOST_SEATS].copy_from_slice(&self.declared);
        // Deals with piles end with their last card.
        state.pile_next = fixed.pile_len;
        [state.leader, state.seat, state.best] = [Seat::wrapped(self.leader.to_le_bytes()[0]); 3];
        state.finished = self.finished.to_le_bytes()[0];
        (state.stock_next, state.stock_last) = (self.stock_next, self.stock_last);
        (state.duty, state.closed) = (self.phase, self.closed);
        state.ended_by = self.ended_by;
        let leaders = &self.leaders[..=self.finished % MOST];
        state.note_leaders(rules, leaders);
        for (fate, &watched) in
            state.fates.iter_mut().zip(&rules.watched[..rules.spec.watched.len()])
        {
            if self.captured.iter().any(|cards| cards.has(watched)) {
                let number = usize::from(self.numbers[watched.index()]);
                let (trick, step) = (number / SEATS % MOST, number % SEATS);
                let player = (usize::from(self.leaders[trick]) + step) % SEATS;
                *fate = Fate {
                    player: player.to_le_bytes()[0],
                    winner: self.leaders[(trick + 1) % MOST],
                    trick: trick.to_le_bytes()[0],
                };
            }
        }
        state
    }
}

const _: () = assert!(MOST_SEATS <= MAX_SEATS && MOST <= u8::MAX as usize);
