//! What the plays of rows have shown of the hands with which they began.

use super::Env;
use crate::batch::row::by_index;
use crate::cards::{Card, Seat, Word};

impl<W: Word> Env<W> {
    /// Writes down what an observer has seen of the hands with which the play of a row began: by
    /// card the seat that held it, -1 if that has not been seen, and the seats that cannot have held
    /// it, bit by seat. `false` if cards are drawn or turned up, or the row waits.
    ///
    /// `moves` are the actions since then.
    pub fn course(
        &self,
        number: usize,
        observer: Seat,
        moves: impl Iterator<Item = u16>,
        (owner, barred): (&mut [i8], &mut [u16]),
    ) -> bool {
        let Some(Some(row)) = self.rows.get(number) else { return false };
        let Some((plan, _)) = &self.plans[row.plan] else { return false };
        let moves = moves.filter_map(|action| *self.codes.get(usize::from(action))?);
        let Some(course) = row.initial.course(&plan.rules, &row.fixed, moves) else { return false };
        owner.fill(-1);
        barred.fill(0);
        for seat in (0..plan.rules.seats()).filter_map(|seat| Seat::new(u8::try_from(seat).ok()?)) {
            let at = seat.index();
            // The places of a plan are deck indices.
            let seen = course.played[at] | row.known(observer, at);
            let cards = (0..Card::MAX).map(Card::wrapped).zip(owner.iter_mut().zip(&mut *barred));
            for (card, (owner, barred)) in cards {
                let bit = by_index::<W>(card);
                if !(seen & bit).is_empty() {
                    *owner = i8::try_from(seat.number()).unwrap_or(-1);
                }
                *barred |= u16::from(!(course.barred[at] & bit).is_empty()) << at;
            }
        }
        true
    }
}
