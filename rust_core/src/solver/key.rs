//! Keys: equal for positions whose rest has the same value.

use super::Objective;
use super::board::Worth;
use super::ends::Ends;
use super::fault::{self, Fault};
use super::flags::{Flag, Outlook};
use super::question::{mix, mix128};
use super::split::{Split, Sum};
use crate::cards::{Place, Seat, Word};
use crate::cpu::Cpu;
use crate::payoff::Fact;
use crate::play::{Fixed, MAX_PILE_CARDS, State};
use crate::rules::{DutyPhase, EndRule, MarriageRule, PlayRules};

/// How a card not in a hand is told from others: winning the trick, face up on a pile, hidden in one, in the stock.
const WINNING: u16 = 15;
const FACE_UP: usize = 16;
const HIDDEN: usize = 32;
const IN_STOCK: usize = 160;
/// The card goes to its owner's hand when it is turned up.
const TAKEN: u16 = 1 << 8;

/// What card points mean for the rest of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Units {
    /// Nothing.
    Nothing,
    /// They are summed, and no more: positions may share proofs although their cards count otherwise.
    Summed,
    /// Rules or facts ask for them.
    Asked,
}

/// What of rules and objective decides how positions are told apart.
///
/// Legal cards and winners depend on the relative ranks of the cards that can still be played, so that
/// the key has who owns which, and in what order stock and piles come. The absolute card is told only of
/// those that rules or facts name; of the past only what a rule or a fact still asks for.
#[derive(Debug, Clone)]
pub(super) struct Identity<W> {
    /// See [`is_plain`].
    pub(super) is_plain: bool,
    /// Cards that are never equal to their neighbours.
    cards: W,
    pub(super) units: Units,
    /// What the cards count, where they are summed.
    pub(super) worth: Worth<W>,
    /// Something is asked of the number of finished tricks, or recorded when the stock is closed.
    asks_late: bool,
    asks_closed: bool,
    /// Ends by points that proofs are kept with, beside the key.
    pub(super) ends: Option<Ends>,
}

/// What a position is told apart by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key<W> {
    pub(super) hash: u64,
    /// Which cards count what.
    pub(super) filling: u32,
    /// The cards by which relative places are counted.
    out: W,
}

impl<W: Word> Key<W> {
    /// The card at a relative place.
    #[inline(always)]
    pub(super) fn card<C: Cpu>(&self, cpu: C, number: u8) -> Option<Place> {
        cpu.nth(self.out, u32::from(number)).lowest().filter(|_| u32::from(number) < self.out.len())
    }

    /// The relative place of a card.
    #[inline(always)]
    pub(super) fn number(&self, place: Place) -> u8 {
        (self.out & W::wrapping_sub(W::of(place), W::of(Place::default()))).len() as u8
    }
}

/// Whether some fact is asked for by an objective, beside the one that is summed.
fn asks<W: Word>(objective: &Objective<W>, is: impl Fn(&Fact) -> bool) -> bool {
    objective.axes().iter().any(|axis| is(&axis.fact))
}

fn units_of<W: Word>(
    rules: &PlayRules<W>,
    objective: &Objective<W>,
    split: &Split<W>,
    asks_closed: bool,
) -> Units {
    let spec = &rules.spec;
    let by_rule = spec.ends.iter().any(|end| matches!(end, EndRule::Points { .. }))
        || spec.go_out.is_some()
        || asks_closed;
    let summed = split.additive.as_ref().is_some_and(|a| matches!(a.sum, Sum::Units { .. }));
    let by_rule = by_rule && Ends::new(rules, split).is_none();
    let others = asks(objective, |fact| matches!(fact, Fact::Seats { .. } | Fact::MostPoints));
    let counts = |fact: &Fact| matches!(fact, Fact::Points { .. });
    let counted = objective.axes().iter().filter(|axis| counts(&axis.fact)).count();
    if by_rule || others || counted > usize::from(summed) {
        Units::Asked
    } else if summed || !spec.ends.iter().all(|end| matches!(end, EndRule::Tricks { .. })) {
        Units::Summed
    } else {
        Units::Nothing
    }
}

/// Whether nothing but hands is left to play from, nothing but cards is played, and only tricks end the
/// deal.
pub(super) fn is_plain<W: Word>(rules: &PlayRules<W>, fixed: &Fixed<W>) -> bool {
    let spec = &rules.spec;
    fixed.stock().is_empty()
        && fixed.pile_count == 0
        && !spec.marriages.as_ref().is_some_and(MarriageRule::is_announced)
        && spec.declarations.is_empty()
        && spec.go_out.is_none()
        && spec.knockers == 0
        && spec.excuse.is_none()
        && !rules.trump_by_lead
        && spec.ends.iter().all(|end| matches!(end, EndRule::Tricks { .. }))
}

impl<W: Word> Identity<W> {
    /// `split`: the objective taken apart, or `None` where any points may matter.
    pub(super) fn new(
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        objective: &Objective<W>,
        split: Option<&Split<W>>,
    ) -> Self {
        let spec = &rules.spec;
        let mut cards = rules.reserved.iter().fold(rules.prize_card, |all, &set| all | set);
        if let Some(emperor) = &rules.emperor {
            cards |= emperor.cards;
        }
        for end in &spec.ends {
            if let EndRule::Points { after_card: Some(card), .. } = end {
                cards |= rules.set(&[*card]);
            }
        }
        let asks_closed = asks(objective, |fact| matches!(fact, Fact::Closed));
        let units =
            split.map_or(Units::Asked, |split| units_of(rules, objective, split, asks_closed));
        let worth = match units {
            Units::Summed => {
                let mut gains = [0; 128];
                for place in rules.deck().places() {
                    gains[place.index()] = i32::from(rules.units[place.index()]);
                }
                let lanes: Vec<W> =
                    (0..spec.lanes.len() as u8).map(|lane| rules.lane(lane)).collect();
                let mut worth = Worth::new(&lanes, &gains);
                worth.exact |= rules.excuse;
                worth
            }
            Units::Nothing | Units::Asked => Worth::new(&[], &[0; 128]),
        };
        let late = |fact: &Fact| matches!(fact, Fact::Tricks { late: true, .. });
        let is_plain = is_plain(rules, fixed);
        let ends = split.and_then(|split| Ends::new(rules, split));
        Self { is_plain, cards, units, worth, asks_late: asks(objective, late), asks_closed, ends }
    }

    /// Cards that rules name while that can matter: a pair, figure or card for exchange only as long as
    /// it can come together in a hand.
    #[inline(always)]
    pub(super) fn named(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> W {
        if !rules.has_calls || fault::has(Fault::RuleCardsUnnamed) {
            return if fault::has(Fault::RuleCardsUnnamed) { W::ZERO } else { self.cards };
        }
        let mut named = self.cards;
        let mut loose = W::ZERO;
        if state.duty == DutyPhase::Stock {
            loose = state.stock(fixed).fold(loose, W::with);
            if let Some(exchange) = rules.spec.drawing.and_then(|drawing| drawing.exchange) {
                named |= rules.set(&[exchange.card]);
                loose |= rules.set(&[exchange.card]);
            }
        }
        for ((_, pile), &next) in fixed.piles().zip(&state.pile_next) {
            loose = pile.iter().skip(usize::from(next)).fold(loose, |all, &place| all.with(place));
        }
        let hands = &state.hands[..rules.seats()];
        let comes =
            |set: W, needed: u32| hands.iter().any(|&hand| ((hand | loose) & set).len() >= needed);
        if rules.spec.marriages.as_ref().is_some_and(MarriageRule::is_announced) {
            let pairs = rules.marriages.iter().flatten();
            for pair in pairs.filter(|pair| comes(pair.cards, pair.cards.len())) {
                named |= pair.cards;
            }
        }
        for (declaration, &set) in rules.spec.declarations.iter().zip(&rules.declarations) {
            if comes(set, u32::from(declaration.needed)) {
                named |= set;
            }
        }
        named
    }
}

/// The cards that can still be played or drawn, and by place whose each is.
#[inline(always)]
fn owners<W: Word>(rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> (W, [u16; 128]) {
    let mut owners = [0_u16; 128];
    let mut out = W::ZERO;
    for (seat, &hand) in state.hands[..rules.seats()].iter().enumerate() {
        out |= hand;
        for place in hand.places() {
            owners[place.index()] = seat as u16;
        }
    }
    for (number, ((_, pile), &next)) in fixed.piles().zip(&state.pile_next).enumerate() {
        let next = usize::from(next).min(pile.len());
        if let Some(&top) = next.checked_sub(1).and_then(|top| pile.get(top))
            && state.face_up.has(top)
        {
            out = out.with(top);
            owners[top.index()] = (FACE_UP + number) as u16;
        }
        for (depth, &place) in pile[next..].iter().enumerate() {
            out = out.with(place);
            let takes = if rules.takes_in_play && rules.takes.has(place) { TAKEN } else { 0 };
            let depth = if fault::has(Fault::PilesIgnored) { 0 } else { depth };
            owners[place.index()] = (HIDDEN + MAX_PILE_CARDS * number + depth) as u16 | takes;
        }
    }
    if state.duty == DutyPhase::Stock && !fault::has(Fault::StockIgnored) {
        for (at, place) in state.stock(fixed).enumerate() {
            out = out.with(place);
            owners[place.index()] = (IN_STOCK + at) as u16;
        }
    }
    (out, owners)
}

/// The key of a state on which no announcement has been made this turn.
#[inline(always)]
pub(super) fn key<W: Word>(
    (rules, fixed): (&PlayRules<W>, &Fixed<W>),
    state: &State<W>,
    identity: &Identity<W>,
    flags: &[Flag<W>],
    outlooks: &[Outlook],
    live: u32,
) -> Key<W> {
    let leader = if fault::has(Fault::LeaderIgnored) { 0 } else { state.seat().number() };
    let mut hash = mix(u64::from(leader) + 1, u64::from(state.trump));
    let mut named = identity.named(rules, fixed, state);
    for (number, (flag, outlook)) in flags.iter().zip(outlooks).enumerate() {
        if live >> number.min(31) & 1 == 1 {
            if !fault::has(Fault::FactCardsUnnamed) {
                named |= flag.cards;
            }
            hash = mix(mix(hash, number as u64), outlook.progress);
        }
    }
    let (mut out, mut owners) = owners(rules, fixed, state);
    if !state.trick.is_empty() {
        hash = open_trick(rules, state, identity, named, hash);
        if let Some(best) = Place::new(state.table[state.best.index()]) {
            out = out.with(best);
            owners[best.index()] = WINNING;
        }
    }
    if !identity.is_plain || identity.asks_late || rules.spec.marriages.is_some() {
        hash = past(rules, state, identity, out, hash);
    }
    for end in &rules.spec.ends {
        if identity.ends.is_none() || matches!(end, EndRule::Tricks { .. }) {
            hash = mix(hash, so_far(rules, state, *end));
        }
    }
    let counted = match identity.units {
        Units::Nothing => W::ZERO,
        Units::Summed => identity.worth.exact,
        Units::Asked => W::ALL,
    };
    let hash = structure(rules, out, &owners, counted, named, hash);
    Key { hash, filling: identity.worth.signature(out), out }
}

/// What the rest of the deal depends on of an open trick: who must still play, what wins and for whom,
/// what the trick counts, and its cards that rules or facts name.
#[cold]
fn open_trick<W: Word>(
    rules: &PlayRules<W>,
    state: &State<W>,
    identity: &Identity<W>,
    named: W,
    hash: u64,
) -> u64 {
    let players = u64::from(state.pending) << 16 | u64::from(state.best.number());
    let beats = u64::from(state.led) << 1 | u64::from(state.beating.is_empty());
    let counted = if identity.units == Units::Nothing { W::ZERO } else { state.trick };
    let hash = mix(mix(hash, players << 32 | beats), u64::from(rules.units_of(counted)));
    let apart = state.trick & (named | rules.excuse);
    (0_u64..).zip(&state.table[..rules.seats()]).fold(hash, |hash, (seat, &card)| {
        let is_apart = Place::new(card).is_some_and(|place| apart.has(place));
        if is_apart { mix(hash, 1 << 40 | seat << 8 | u64::from(card)) } else { hash }
    })
}

/// How near an end rule is.
fn so_far<W: Word>(rules: &PlayRules<W>, state: &State<W>, end: EndRule) -> u64 {
    if fault::has(Fault::StandIgnored) {
        return 0;
    }
    match end {
        EndRule::Tricks { seats, at_least } => u64::from(state.tricks_of(seats).min(at_least)),
        EndRule::Points { seats, at_least, not_behind, .. } => {
            let units = state.units_with_marriages(rules, seats);
            if !not_behind {
                return u64::from(units.min(at_least));
            }
            let others = state.units_with_marriages(rules, rules.all_seats() & !seats);
            u64::from(others) << 16 | u64::from(units)
        }
    }
}

/// What rules still ask of the past.
fn past<W: Word>(
    rules: &PlayRules<W>,
    state: &State<W>,
    identity: &Identity<W>,
    out: W,
    mut hash: u64,
) -> u64 {
    let spec = &rules.spec;
    let seats = || Seat::all_in(rules.all_seats());
    if identity.asks_late {
        hash = mix(hash, u64::from(state.finished.min(spec.late_from)));
    }
    let needs_trick = spec.marriages.as_ref().is_some_and(|rule| rule.needs_trick)
        || spec.drawing.and_then(|drawing| drawing.exchange).is_some_and(|e| e.needs_trick)
        || identity.asks_closed;
    if needs_trick && !fault::has(Fault::PastIgnored) {
        let won = seats().filter(|seat| state.tricks[seat.index()] > 0);
        hash = mix(hash, won.fold(0, |won, seat| won | u64::from(seat.bit())));
    }
    if spec.marriages.is_some() && !fault::has(Fault::WaitingIgnored) {
        // A marriage that does not count yet is still to be won.
        hash = seats().fold(hash, |hash, seat| {
            let waiting = state.marriages[seat.index()] - state.valid_marriages(rules, seat);
            mix(hash, u64::from(waiting))
        });
    }
    if !spec.declarations.is_empty() && !fault::has(Fault::PastIgnored) {
        hash = seats().fold(hash, |hash, seat| mix(hash, u64::from(state.declared[seat.index()])));
    }
    if let Some(go_out) = spec.go_out.filter(|_| !fault::has(Fault::PastIgnored)) {
        let side = rules.side(Seat::wrapped(go_out.seat));
        hash = mix(hash, u64::from(state.units_with_marriages(rules, side).min(go_out.units)));
    }
    if identity.asks_closed && state.duty == DutyPhase::Stock {
        let few = spec.drawing.and_then(|drawing| drawing.close).map_or(0, |c| c.few_below);
        hash = seats().fold(hash, |hash, seat| {
            mix(hash, u64::from(state.units_with_marriages(rules, seat.bit()).min(few)))
        });
    }
    if !(rules.excuse & out).is_empty() {
        // In the last trick it wins for a side that has won all the others.
        let all = |seat: &Seat| state.tricks_of(rules.side(*seat)) == state.finished;
        hash =
            mix(hash, seats().filter(all).fold(1 << 20, |all, seat| all | u64::from(seat.bit())));
    }
    let duty = match state.duty {
        DutyPhase::Main => 0,
        DutyPhase::Stock => 1,
        DutyPhase::Closed => 2_u64,
    };
    mix(hash, duty << 8 | u64::from(state.awaiting))
}

/// Who owns each card still out, lane by lane from low to high, and what sets the card apart.
#[inline(always)]
fn structure<W: Word>(
    rules: &PlayRules<W>,
    out: W,
    owners: &[u16; 128],
    counted: W,
    named: W,
    mut hash: u64,
) -> u64 {
    let mut lane = u64::MAX;
    // A word begins with a 1, so that its length shows.
    let mut word = 1_u64;
    for place in out.places() {
        let its_lane = u64::from(rules.lane_of(place));
        let units = if counted.has(place) { u64::from(rules.units[place.index()]) } else { 0 };
        let name = if named.has(place) { 1 + u64::from(place.number()) } else { 0 };
        if its_lane != lane || units > 14 || name != 0 {
            lane = its_lane;
            hash = mix(hash, word);
            hash = mix(hash, units << 32 | name << 8 | lane | 1 << 60);
            word = 1;
        }
        word = word << 13 | (units & 15) << 9 | u64::from(owners[place.index()]);
        if word >> 52 != 0 {
            hash = mix(hash, word);
            word = 1;
        }
    }
    mix(hash, word)
}

/// A hash of what does not change in a deal and is asked for: positions of several deals may share
/// proofs.
pub(super) fn name_of<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    objective: &Objective<W>,
) -> u64 {
    let aside = fixed.laid.iter().chain([&fixed.prize]);
    let hash = aside.fold(0x51, |hash, set| mix128(hash, set.to_u128()));
    let hash =
        fixed.piles().fold(hash, |hash, (owner, _)| mix(hash, u64::from(owner.number()) + 1));
    // Who was dealt a card, and whether it was dealt at all.
    let waits = |end: &EndRule| matches!(end, EndRule::Points { after_card: Some(_), .. });
    let asks_dealt = asks(objective, |fact| matches!(fact, Fact::Held { .. } | Fact::Prize { .. }));
    if !asks_dealt && !rules.spec.ends.iter().any(waits) {
        return hash;
    }
    let hash = fixed.dealt.iter().fold(hash, |hash, set| mix128(hash, set.to_u128()));
    let piles = fixed.piles().flat_map(|(_, pile)| pile);
    fixed.stock().iter().chain(piles).fold(hash, |hash, place| mix(hash, u64::from(place.number())))
}
