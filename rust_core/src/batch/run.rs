//! Playing a deal out at random: with the instructions that the processor has, and without.

use crate::cards::{Card, Place, Word};
use crate::play::{Fixed, Move, State};
use crate::random::Stream;
use crate::rules::PlayRules;

/// Plays a deal of cards alone to its end, each card chosen among all legal ones, each equally
/// likely; `note` hears of each.
///
/// `false` if there is no loop for that many seats: then nothing was done.
#[inline]
pub(super) fn run_out<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &mut State<W>,
    stream: &mut Stream,
    note: impl FnMut(Place),
) -> bool {
    let run = Run { rules, fixed, state, stream, note };
    match rules.seats() {
        2 => run.with_seats::<2>(),
        3 => run.with_seats::<3>(),
        4 => run.with_seats::<4>(),
        5 => run.with_seats::<5>(),
        _ => return false,
    }
    true
}

/// What a run needs.
struct Run<'a, W, F> {
    rules: &'a PlayRules<W>,
    fixed: &'a Fixed<W>,
    state: &'a mut State<W>,
    stream: &'a mut Stream,
    note: F,
}

impl<W: Word, F: FnMut(Place)> Run<'_, W, F> {
    #[inline]
    fn with_seats<const SEATS: usize>(self) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has both features, as was just asked, and the function needs
            // nothing else. Measured with the loop that it serves: benches/RESULTS.md, "Alone".
            #[allow(unsafe_code, reason = "the check for the features stands beside it")]
            unsafe {
                self.with_bmi2::<SEATS>();
            }
            return;
        }
        self.portable::<SEATS>();
    }

    /// The same as [`Run::portable`], with one instruction for counting cards and one for the card
    /// that is number `n` of a set.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn with_bmi2<const SEATS: usize>(self) {
        use std::arch::x86_64::_pdep_u64;
        self.go::<SEATS>(|set, n| {
            let [low, high] = halves(set);
            let below = low.count_ones();
            let (half, n, offset) =
                if W::BITS == 64 || n < below { (low, n, 0) } else { (high, n - below, 64) };
            Place::wrapped(offset + _pdep_u64(1 << (n & 63), half).trailing_zeros())
        });
    }

    fn portable<const SEATS: usize>(self) {
        self.go::<SEATS>(|set, n| set.nth(n).unwrap_or_default());
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn go<const SEATS: usize>(mut self, nth: impl Fn(W, u32) -> Place) {
        let (rules, stream) = (self.rules, self.stream);
        self.state.run_out::<SEATS>(rules, self.fixed, |legal| {
            let choice = stream.below(legal.len());
            let place = if rules.is_deck_ordered {
                nth(legal, choice)
            } else {
                let card = nth(rules.by_deck_index(legal), choice);
                rules.place(Card::wrapped(card.number()))
            };
            (self.note)(place);
            place
        });
    }
}

/// The low and the high 64 places of a set.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the halves are what is asked for")]
fn halves<W: Word>(set: W) -> [u64; 2] {
    let bits = set.to_u128();
    [bits as u64, (bits >> 64) as u64]
}

/// Makes a move that is chosen among all legal ones, each equally likely.
#[inline]
pub(super) fn random_move<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &mut State<W>,
    stream: &mut Stream,
) -> Move {
    let cards = state.legal_cards(rules, fixed);
    let calls = state.legal_calls(rules, fixed);
    let choice = stream.below(cards.len() + calls.len());
    if choice < cards.len() || calls.is_empty() {
        let place = rules.nth_in_deck_order(cards, choice).unwrap_or_default();
        state.play_unchecked(rules, fixed, place);
        return Move::Card(rules.card(place));
    }
    let number = (choice - cards.len()) as usize;
    match calls.calls().nth(number) {
        Some(call) => {
            state.call_unchecked(rules, fixed, call);
            Move::Call(call)
        }
        None => Move::Card(Card::wrapped(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Setup;
    use crate::rules::{RulesSpec, Trump};

    /// Four suits; the third is trump, so that places do not ascend as deck indices do.
    fn spec(seats: u8, suit: u8) -> RulesSpec {
        RulesSpec {
            trump: Trump::Lane(2),
            values: (0..4 * suit).map(u16::from).collect(),
            ..RulesSpec::plain(
                seats,
                (0..4).map(|n| (suit * n..suit * (n + 1)).collect()).collect(),
            )
        }
    }

    fn compare<W: Word, const SEATS: usize>(suit: u8) {
        let spec = spec(SEATS.to_le_bytes()[0], suit);
        let rules = PlayRules::<W>::compile(&spec).unwrap();
        let mut cards: Vec<u8> = (0..4 * suit).collect();
        for number in 0..50 {
            Stream::new(3, number, 0).shuffle(&mut cards, usize::from(4 * suit));
            let each = cards.len() / SEATS;
            let hands = cards.chunks_exact(each).take(SEATS).map(<[u8]>::to_vec).collect();
            let (fixed, state) = Setup { hands, ..Setup::default() }.begin(&rules).unwrap();
            let play = |portably: bool| {
                let (mut state, mut stream) = (state, Stream::playout(5, number));
                let mut line = vec![];
                let run = Run {
                    rules: &rules,
                    fixed: &fixed,
                    state: &mut state,
                    stream: &mut stream,
                    note: |place: Place| line.push(place),
                };
                if portably {
                    run.portable::<SEATS>();
                } else {
                    run.with_seats::<SEATS>();
                }
                (state, line)
            };
            let (portable, native) = (play(true), play(false));
            assert_eq!(portable, native);
            assert!(native.0.is_over());
            assert_eq!(native.1.len(), SEATS * each);
        }
    }

    #[test]
    fn plays_are_the_same_with_and_without_what_the_processor_has() {
        compare::<u64, 2>(13);
        compare::<u64, 4>(13);
        compare::<u64, 5>(8);
        compare::<u128, 3>(13);
        compare::<u128, 4>(20);
    }
}
