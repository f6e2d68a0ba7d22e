//! Laying deals out from the shuffled pack, without a row between.

use super::plan::{Out, Plan};
use crate::cards::{Card, MAX_SEATS, Place, Seat, Word};
use crate::play::{Deal, Owner};
use crate::random::{AlwaysVoid, Dealer, MAX_SHUFFLES, Stream};

/// Sets that cards go to: the hands by seat, what is laid aside by seat, for nobody, for the prize,
/// and what is not used.
const SETS: usize = 32;
const LAID: usize = MAX_SEATS;
const NOBODY: usize = 2 * MAX_SEATS;
const PRIZE: usize = NOBODY + 1;
const UNUSED: usize = SETS - 1;

/// Where the cards of the pack go in a deal that is hands and cards laid aside.
#[derive(Debug, Clone)]
pub(super) struct Direct<W> {
    /// By place in the pack: the set that the card goes to.
    set_of: [u8; Card::MAX as usize],
    deck_size: usize,
    /// Hands that make the deal void: the cards that are looked at, and those of them that it holds.
    void: Vec<(W, W)>,
}

impl<W: Word> Direct<W> {
    /// `None` if the deal has a stock or piles, or something beside the place in the pack decides
    /// where a card goes.
    pub(super) fn new(plan: &Plan<W>, dealer: &Dealer) -> Option<Self> {
        let (columns, places) = (&plan.columns, dealer.columns()?);
        if !plan.is_cards_alone || !columns.stock.is_empty() || !columns.piles.is_empty() {
            return None;
        }
        let mut hands = columns.hands.iter().zip(dealer.hands());
        if dealer.void().len() > 0 && !hands.all(|(hand, dealt)| hand.iter().copied().eq(dealt)) {
            return None;
        }
        let mut set_of_column = [UNUSED; Card::MAX as usize];
        for (seat, hand) in columns.hands.iter().enumerate() {
            for &column in hand {
                set_of_column[usize::from(column)] = seat;
            }
        }
        for &(column, owner) in &columns.aside {
            set_of_column[usize::from(column)] = match owner {
                Owner::Seat(seat) => LAID + usize::from(seat),
                Owner::Nobody => NOBODY,
                Owner::Prize => PRIZE,
            };
        }
        // A hand is sorted in a row: which of its cards lie in which column is known only then.
        let is_whole = |hand: std::ops::Range<u8>| {
            let mut sets = hand.map(|column| set_of_column[usize::from(column)]);
            let first = sets.next();
            sets.all(|set| Some(set) == first)
        };
        if !dealer.hands().all(is_whole) {
            return None;
        }
        let mut set_of = [UNUSED.to_le_bytes()[0]; Card::MAX as usize];
        for (set, &column) in set_of.iter_mut().zip(places) {
            *set = set_of_column[usize::from(column)].to_le_bytes()[0];
        }
        let set = |cards: u128| cards.places().map(Place::number).collect::<Vec<u8>>();
        let set = |cards: u128| plan.rules.set(&set(cards));
        let void = dealer.void().map(|[cards, equals]| (set(cards), set(equals))).collect();
        Some(Self { set_of, deck_size: places.len(), void })
    }

    /// Deals and plays out; `None` if the play does not come to an end.
    ///
    /// # Errors
    /// [`AlwaysVoid`] as from [`Dealer::deal`].
    #[inline]
    pub(super) fn play(
        &self,
        plan: &Plan<W>,
        (dealer, seed, deal): (&Dealer, u64, u64),
        out: &mut Out<'_>,
    ) -> Result<Option<u32>, AlwaysVoid> {
        let dealt = self.deal(plan, dealer, seed, deal)?;
        let columns = &plan.columns;
        let leader = Seat::wrapped(columns.leader);
        let (fixed, state) = dealt.begin(leader, columns.trump, columns.piles_turned);
        Ok(plan.play_from(&fixed, state, &mut Stream::playout(seed, deal), out))
    }

    #[inline]
    fn deal<'rules>(
        &self,
        plan: &'rules Plan<W>,
        dealer: &Dealer,
        seed: u64,
        deal: u64,
    ) -> Result<Deal<'rules, W>, AlwaysVoid> {
        let mut stream = Stream::dealing(seed, deal);
        for _ in 0..MAX_SHUFFLES {
            let pack = dealer.pack(&mut stream);
            let mut sets = [W::ZERO; SETS];
            for (&card, &set) in pack[..self.deck_size].iter().zip(&self.set_of) {
                let place = plan.rules.place(Card::wrapped(card));
                sets[usize::from(set) % SETS] |= W::of(place);
            }
            let hands = &sets[..plan.rules.seats().min(MAX_SEATS)];
            let is_void = |&hand: &W| self.void.iter().any(|&(of, equals)| hand & of == equals);
            if !hands.iter().any(is_void) {
                let mut of_seats = [[W::ZERO; MAX_SEATS]; 2];
                of_seats[0].copy_from_slice(&sets[..MAX_SEATS]);
                of_seats[1].copy_from_slice(&sets[LAID..LAID + MAX_SEATS]);
                return Ok(Deal::of_sets(&plan.rules, of_seats, sets[NOBODY], sets[PRIZE]));
            }
        }
        Err(AlwaysVoid { deal })
    }
}

/// The same over whichever word a plan has.
#[derive(Debug, Clone)]
pub(super) enum AnyDirect {
    /// The deck fits into 64 bits.
    Narrow(Direct<u64>),
    /// It does not.
    Wide(Direct<u128>),
}
