//! Tricks that two partners who sit opposite take off the top.

use super::bits::{LANES, TRUMPS, below, count, highest, low, through, top, top_lane};
use super::count::{Count, Proof};
use crate::cpu::Cpu;

/// The suit that is looked at: cards of leader, partner and both opponents.
struct Suit {
    mine: u64,
    partner: u64,
    opponents: [u64; 2],
    is_trump: bool,
    /// Cards of the leader and of the partner above all of the opponents.
    winners: u64,
    partners_winners: u64,
    /// Rounds in which no opponent who still has trumps can ruff.
    limit: i32,
    /// The longer holding of the opponents.
    longest: i32,
}

/// What has been found so far.
#[derive(Default)]
struct Found {
    /// Tricks of the leader, who keeps the lead, and the ranks they rest on.
    own: i32,
    used: u64,
    /// Tricks of the partner once he has the lead.
    partners: i32,
    partners_used: u64,
    /// The lead can go to the partner in a suit.
    has_entry: bool,
    /// Trumps of the opponents and the partner after the leader's rounds of trumps.
    trumps: [i32; 2],
    partners_trumps: i32,
    /// Tricks of the partner in trumps.
    partners_trump_tricks: i32,
}

impl<C: Cpu, const N: usize> Count<'_, C, N> {
    /// Tricks that the leader's side can take off the top, and the ranks this rests on.
    ///
    /// Suit by suit, trumps first, what the leader takes without losing the lead; then one way to his
    /// partner, by a suit or by a ruff, and what that one takes: he can keep his winners, as all rounds
    /// together are no more than there are tricks.
    #[inline(always)]
    pub(super) fn quick(&self, leader: usize, tricks: i32, need: i32) -> Proof {
        let hand = |step: usize| self.hands[(leader + step) % N];
        let hands = [hand(0), hand(2), hand(1), hand(3 % N)];
        let trumps = |hand: u64| count(hand & self.trumps);
        let mut found = Found {
            trumps: [trumps(hands[2]), trumps(hands[3])],
            partners_trumps: trumps(hands[1]),
            ..Found::default()
        };
        // Where an opponent has the best card nobody takes a trick at once.
        let beaten = through(hands[2] | hands[3]);
        let mut open = (hands[0] | hands[1]) & !beaten;
        while open != 0 {
            let lane = top_lane(open);
            open &= !lane;
            let suit = self.suit(hands, lane, beaten, &found);
            let rounds = found.take(&suit, need);
            if found.own >= need {
                // In the last plain suit no more ranks are kept than the target asks for.
                let claimed = if suit.is_trump { found.own.min(tricks) } else { need };
                return (claimed, found.used);
            }
            found.look_at_partner(&suit, rounds);
        }
        let has_ruff = found.partners_trumps > 0 && self.ruffs(hands, beaten, &found);
        found.total(tricks, need, has_ruff)
    }

    /// Whether the partner, void and with a trump left, ruffs the round after the leader's winners.
    #[inline(always)]
    fn ruffs(&self, hands: [u64; 4], beaten: u64, found: &Found) -> bool {
        LANES[..3].iter().any(|&lane| {
            let length = count(hands[0] & lane);
            if hands[1] & lane != 0 || length == 0 {
                return false;
            }
            let suit = self.suit(hands, lane, beaten, found);
            let winners = count(suit.winners);
            let rounds = if winners >= suit.longest { length } else { winners };
            length > rounds && rounds < suit.limit
        })
    }

    #[inline(always)]
    fn suit(&self, hands: [u64; 4], lane: u64, beaten: u64, found: &Found) -> Suit {
        let [mine, partner, one, two] = hands.map(|hand| hand & lane);
        let is_trump = self.trumps != 0 && lane == TRUMPS;
        let mut limit = LANES.len() as i32 * 16;
        for (cards, trumps) in [one, two].into_iter().zip(found.trumps) {
            if !is_trump && trumps > 0 {
                limit = limit.min(count(cards));
            }
        }
        Suit {
            mine,
            partner,
            opponents: [one, two],
            is_trump,
            winners: mine & !beaten,
            partners_winners: partner & !beaten,
            limit,
            longest: count(one).max(count(two)),
        }
    }
}

impl Found {
    /// Counts the rounds that the leader takes by himself.
    ///
    /// His winners, so far as the partner can play below the lowest of them (else he would have to
    /// take over); the small cards too when the winners draw all that opponents and partner have.
    #[inline(always)]
    fn take(&mut self, suit: &Suit, need: i32) -> i32 {
        let (length, partners) = (count(suit.mine), count(suit.partner));
        let winners = count(suit.winners);
        let mut rounds = winners;
        if winners > 0 && partners > 0 {
            let lower = count(suit.partner & below(low(suit.winners)));
            if lower < partners {
                rounds = rounds.min(lower);
            }
        }
        if rounds == winners && winners >= suit.longest && winners >= partners {
            rounds = length;
        }
        rounds = rounds.min(suit.limit);
        self.own += rounds;
        let is_alone = suit.opponents[0] | suit.opponents[1] | suit.partner == 0;
        if rounds > 0 && !is_alone {
            let mut ranks = match rounds {
                fewer if fewer < winners => fewer,
                all if all == length => winners.min(suit.longest.max(partners)),
                _ => winners,
            };
            if !suit.is_trump && self.own >= need && self.own - rounds < need {
                ranks = ranks.min(need - (self.own - rounds));
            }
            self.used |= low(highest(suit.winners, ranks));
        }
        if suit.is_trump {
            self.trumps = self.trumps.map(|trumps| trumps - rounds);
            self.partners_trumps = partners - rounds.min(partners);
        }
        rounds
    }

    /// What the partner takes of the suit when he has the lead, and whether it brings him there: the
    /// leader's lowest card lies below his best, which is above the opponents.
    #[inline(always)]
    fn look_at_partner(&mut self, suit: &Suit, rounds: i32) {
        let (length, partners) = (count(suit.mine), count(suit.partner));
        let left = partners - rounds.min(partners);
        let is_open = suit.opponents[0] | suit.opponents[1] != 0;
        if left == 0 || (suit.partners_winners == 0 && is_open) {
            return;
        }
        let winners = count(suit.partners_winners).min(left);
        let mut more = winners;
        if rounds + winners >= suit.longest && length - rounds <= winners {
            more = left;
        }
        if length > rounds {
            if suit.partners_winners == 0 || low(suit.mine) > top(suit.partner) {
                more = 0;
            } else {
                self.has_entry |= rounds < suit.limit;
                let next = top(lowest(suit.mine, length - rounds));
                if next > low(suit.partners_winners) {
                    // The leader's next card blocks.
                    more = more.min(1);
                }
            }
        }
        more = more.min(suit.limit - rounds);
        if more > 0 {
            if suit.is_trump {
                self.partners_trump_tricks = more;
            }
            self.partners += more;
            if is_open || length > rounds {
                self.partners_used |= suit.partners_winners;
            }
        }
    }

    #[inline(always)]
    fn total(&self, tricks: i32, need: i32, has_ruff: bool) -> Proof {
        let both = self.used | self.partners_used;
        if has_ruff {
            if self.own + 1 >= need {
                return ((self.own + 1).min(tricks), self.used);
            }
            // The ruff may be one of the partner's tricks in trumps.
            let is_same = self.partners_trump_tricks > 0
                && self.partners_trump_tricks == self.partners_trumps;
            let partners = self.partners - i32::from(is_same);
            return ((self.own + partners + 1).min(tricks), both);
        }
        if !self.has_entry {
            return (self.own.min(tricks), self.used);
        }
        ((self.own + self.partners).min(tricks), both)
    }
}

/// The lowest cards of a set, so many.
#[inline(always)]
fn lowest(cards: u64, many: i32) -> u64 {
    let mut left = cards;
    for _ in many..count(cards) {
        left ^= top(left);
    }
    left
}
