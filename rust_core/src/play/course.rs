//! What a play shows of the hands with which it began.

use super::{Call, Fixed, Move, State};
use crate::cards::{MAX_SEATS, Word};
use crate::rules::PlayRules;

/// What a play shows of the hands with which it began, if no card is drawn or turned up on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course<W> {
    /// By seat: the cards that it has played.
    pub played: [W; MAX_SEATS],
    /// By seat: the cards that it cannot have held, as it made moves that these would have forbidden.
    pub barred: [W; MAX_SEATS],
}

impl<W: Word> State<W> {
    /// The cards that the seat to play cannot hold if it may make this move.
    #[must_use]
    pub fn ruled_out_by(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, what: Move) -> W {
        match what {
            Move::Card(card) => self.ruled_out(rules, fixed, rules.place(card)),
            // One card of the pair must be legal.
            Move::Call(Call::Marriage(lane)) => {
                rules.marriages[usize::from(lane % 8)].map_or(W::ZERO, |pair| {
                    let ruled_out = |place| self.ruled_out(rules, fixed, place);
                    pair.cards.places().map(ruled_out).fold(rules.deck(), |all, own| all & own)
                })
            }
            Move::Call(_) => W::ZERO,
        }
    }

    /// What moves from this state on show; `None` if cards are drawn or turned up, or if more is told
    /// by a move than that its card was there.
    #[must_use]
    pub fn course(
        mut self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<Course<W>> {
        let has_more = fixed.stock().len() + fixed.piles().count() > 0;
        if has_more || !rules.spec().declarations.is_empty() {
            return None;
        }
        let nothing = [W::ZERO; MAX_SEATS];
        let mut course = Course { played: nothing, barred: nothing };
        for what in moves {
            if self.is_over() {
                break;
            }
            let seat = self.seat().index();
            course.barred[seat] |= self.ruled_out_by(rules, fixed, what);
            if let Move::Card(card) = what {
                course.played[seat] = course.played[seat].with(rules.place(card));
            }
            self.apply_unchecked(rules, fixed, what);
        }
        Some(course)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::cards::{Card, Word};
    use crate::play::{Move, Position, Setup};
    use crate::rules::{PlayRules, RulesSpec};

    #[test]
    fn who_does_not_follow_has_no_card_of_the_suit() {
        let spec = RulesSpec::plain(2, vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]]);
        let rules = Arc::new(PlayRules::<u64>::compile(&spec).unwrap());
        let hands = vec![vec![0, 1, 2, 4], vec![3, 5, 6, 7]];
        let setup = Setup { hands, ..Setup::default() };
        let mut position = Position::new(Arc::clone(&rules), &setup).unwrap();
        let moves = [0, 3, 5, 4, 6, 1].map(|card| Move::Card(Card::new(card).unwrap()));
        for what in moves {
            position.play(what).unwrap();
        }
        let course = position.initial().course(&rules, position.fixed(), moves).unwrap();
        let cards =
            |set: u64| -> Vec<u8> { rules.cards(set).into_iter().map(Card::number).collect() };
        assert_eq!(cards(course.played[0]), [0, 1, 4]);
        assert_eq!(cards(course.played[1]), [3, 5, 6]);
        // Seat 0 had no card of the second suit left in the third trick.
        assert_eq!(cards(course.barred[0]), [4, 5, 6, 7]);
        assert!(course.barred[1].is_empty());
    }
}
