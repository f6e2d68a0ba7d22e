//! Playing many rounds out.

use super::{Pool, RoundPreference};
use crate::barter::{Action, Barter, BarterSpec, ROUND_ACTIONS};
use crate::cards::MAX_SEATS;
use crate::random::{AlwaysVoid, Dealer, Stream};
use crate::rules::{Faults, Faulty};

/// Rows that one thread plays before it looks for more.
const ROWS: usize = 512;

/// What lies in which column of a dealt row, and who deals.
#[derive(Debug, Clone)]
pub struct BarterPlan {
    /// The variant.
    pub spec: BarterSpec,
    /// The seats that play, in ascending order: each has three columns, then comes the talon.
    pub active: Vec<u8>,
    /// Who deals.
    pub dealer: u8,
    /// What the seats prefer; all legal actions alike if `None`.
    pub preference: Option<RoundPreference>,
}

/// Where results are written: so many rows, one after the other.
#[derive(Debug)]
pub struct RoundRows<'a> {
    /// Doubled values of the hands at the end, `seats` numbers a row; 0 for who sits out.
    pub values: &'a mut [u16],
    /// What orders hands of equal value, `seats` numbers a row.
    pub orders: &'a mut [u8],
    /// Who closed, one number a row; -1 if nobody did.
    pub closers: &'a mut [i8],
}

struct Part<'a> {
    first: u64,
    rows: RoundRows<'a>,
}

impl BarterPlan {
    /// Checks that rows of this dealer hold rounds.
    ///
    /// # Errors
    /// Every fault, each with a stable code and where it stands.
    pub fn check(&self, dealer: &Dealer) -> Result<(), Faults> {
        self.spec.check()?;
        let mut faults = Faulty::default();
        let seats = usize::from(self.spec.seats);
        let (size, columns) = (self.spec.deck_size(), dealer.deck_size());
        let message = format!("a deck of {size} cards, not {columns}");
        faults.require(size == columns, "deck", "deals", message);
        let ascends = self.active.windows(2).all(|pair| pair[0] < pair[1]);
        let known = self.active.iter().all(|&seat| usize::from(seat) < seats);
        let message = "two seats or more that play, ascending";
        faults.require(ascends && known && self.active.len() > 1, "active", "active", message);
        let deals = self.active.contains(&self.dealer);
        faults.require(deals, "dealer", "dealer", "the dealer is a seat that plays");
        let message = format!("{size} cards do not do for them and the table");
        faults.require(3 * (self.active.len() + 1) <= size, "too_many", "active", message);
        faults.finish()
    }

    /// Plays the deals `start`, `start + 1`, ... out, each action chosen uniformly among the legal
    /// ones that are preferred, and returns the number of actions. Row `i` depends on `(seed, start + i)` alone.
    ///
    /// # Errors
    /// [`AlwaysVoid`] for a deal that is void however often it is shuffled.
    #[allow(clippy::needless_pass_by_value, reason = "where results go is lent for the call")]
    pub fn run(
        &self,
        pool: &Pool,
        dealer: &Dealer,
        seed: u64,
        start: u64,
        rows: RoundRows<'_>,
    ) -> Result<u64, AlwaysVoid> {
        let seats = usize::from(self.spec.seats).clamp(1, MAX_SEATS);
        let firsts = (0_u64..).step_by(ROWS).map(|offset| start.wrapping_add(offset));
        let parts = firsts
            .zip(rows.values.chunks_mut(ROWS * seats))
            .zip(rows.orders.chunks_mut(ROWS * seats))
            .zip(rows.closers.chunks_mut(ROWS))
            .map(|(((first, values), orders), closers)| Part {
                first,
                rows: RoundRows { values, orders, closers },
            })
            .collect();
        let counts = pool.run(parts, |part| self.part(dealer, seed, part, seats))?;
        Ok(counts.into_iter().sum())
    }

    fn part(
        &self,
        dealer: &Dealer,
        seed: u64,
        part: Part<'_>,
        seats: usize,
    ) -> Result<u64, AlwaysVoid> {
        let mut actions = 0;
        let rows = part.rows.values.chunks_mut(seats).zip(part.rows.orders.chunks_mut(seats));
        let deals = (0_u64..).map(|offset| part.first.wrapping_add(offset));
        for ((deal, (values, orders)), closer) in deals.zip(rows).zip(part.rows.closers) {
            let mut cards = [0; 128];
            dealer.deal(seed, deal, &mut cards[..dealer.deck_size()])?;
            let mut round = self.begin(&cards[..dealer.deck_size()]);
            let mut stream = Stream::playout(seed, deal);
            while let Some(action) = self.choose(&round, &mut stream) {
                round.apply(&self.spec, action);
                actions += 1;
            }
            for (seat, (value, order)) in (0..).zip(values.iter_mut().zip(orders)) {
                let ranked = round.hand(seat).and_then(|hand| self.spec.hands.ranked(hand));
                (*value, *order) = ranked.unwrap_or_default();
            }
            *closer = round.closer().and_then(|seat| i8::try_from(seat).ok()).unwrap_or(-1);
        }
        Ok(actions)
    }

    fn begin(&self, row: &[u8]) -> Barter {
        let mut round = Barter::empty(self.dealer);
        let mut hands = row.chunks_exact(3);
        for (&seat, hand) in self.active.iter().zip(&mut hands) {
            round.give(usize::from(seat), [hand[0], hand[1], hand[2]]);
        }
        round.lay_down(row.get(3 * self.active.len()..).unwrap_or_default());
        round
    }

    /// An action that is chosen among those that are preferred, each equally likely; `None` at the
    /// end.
    fn choose(&self, round: &Barter, stream: &mut Stream) -> Option<Action> {
        let legal = round.legal(&self.spec);
        if legal == 0 {
            return None;
        }
        let wish = |preference: &RoundPreference| preference.narrow(round, legal);
        let liked = self.preference.as_ref().map_or(legal, wish);
        let choice = stream.below(liked.count_ones());
        let codes = (0..ROUND_ACTIONS).filter(|code| liked >> code & 1 == 1);
        codes.skip(choice as usize).find_map(Action::from_code)
    }
}
