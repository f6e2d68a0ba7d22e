//! Facts that do not add up: what each can still become.

use super::question::mix;
use crate::cards::Word;
use crate::payoff::{Axis, Fact, Probe, Window};
use crate::play::{Fixed, State};
use crate::rules::PlayRules;

/// A fact of the objective beside the one that adds up.
#[derive(Debug, Clone)]
pub(super) struct Flag<W> {
    fact: Fact,
    probe: Option<Probe<W>>,
    /// The cards it looks at, if it looks at cards won.
    pub(super) cards: W,
    /// Cards of them that count from the start.
    laid: u32,
    classes: Option<Vec<u16>>,
    pub(super) size: usize,
}

/// What a fact can still become, as a set of classes, and all of its past that matters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outlook {
    /// Bit `c`: class `c` is possible. More may be set than can happen, never fewer.
    pub(super) possible: u128,
    /// Equal progress and an equal rest of the deal lead to equal classes.
    pub(super) progress: u64,
}

/// What all flags need to know of a state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest<W> {
    /// Cards that will still be played or won.
    pub(super) cards: W,
    /// At most so many tricks are left.
    pub(super) tricks: u32,
    /// At most so many units are left.
    pub(super) units: u32,
}

/// The cards whose captors or fate a fact asks for.
pub(super) fn cards_of<W: Word>(rules: &PlayRules<W>, fact: &Fact) -> W {
    match fact {
        Fact::Captured { cards, .. } => rules.set(cards),
        Fact::Fate { watched, .. } => W::of(rules.watched[usize::from(*watched) % 4]),
        _ => W::ZERO,
    }
}

impl<W: Word> Flag<W> {
    pub(super) fn new(rules: &PlayRules<W>, fixed: &Fixed<W>, axis: &Axis, size: usize) -> Self {
        let cards = cards_of(rules, &axis.fact);
        let laid = match axis.fact {
            Fact::Captured { seats, laid: true, .. } => (cards & fixed.laid_for(seats)).len(),
            _ => 0,
        };
        Self {
            fact: axis.fact.clone(),
            probe: Probe::new(rules, axis).ok(),
            cards,
            laid,
            classes: axis.classes.clone(),
            size,
        }
    }

    /// The class if the deal ends as it stands.
    pub(super) fn class(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> usize {
        self.probe.as_ref().map_or(0, |probe| probe.value(rules, fixed, state) as usize)
    }

    /// What the fact can still become.
    pub(super) fn outlook(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
        rest: &Rest<W>,
    ) -> Outlook {
        let now = || 1_u128 << (self.class(rules, fixed, state) as u32).min(127);
        match self.fact {
            Fact::Tricks { seats, late: false } => {
                self.range(u32::from(state.tricks_of(seats)), rest.tricks)
            }
            Fact::Captured { seats, .. } => {
                let won = (state.captured_by(seats) & self.cards).len() + self.laid;
                self.range(won, (rest.cards & self.cards).len())
            }
            Fact::Held { .. } | Fact::Prize { .. } => Outlook { possible: now(), progress: 0 },
            Fact::Fate { watched, window } => {
                let is_out = !(rest.cards & self.cards).is_empty();
                match (state.fate(usize::from(watched)), window) {
                    (Some(_), Window::Any) => Outlook { possible: now(), progress: 0 },
                    (None, _) if !is_out => Outlook { possible: self.value_class(0), progress: 0 },
                    (None, _) => Outlook { possible: self.all(), progress: 1 },
                    (Some((player, winner, trick)), Window::Last(tricks)) => {
                        let ago = u32::from(state.finished().saturating_sub(trick));
                        // Without early ends the deal is played out, all its tricks after this one.
                        if rules.spec.ends.is_empty() && ago > u32::from(tricks) {
                            return Outlook { possible: self.value_class(0), progress: 0 };
                        }
                        let seats = u32::from(player.number()) * 16 + u32::from(winner.number());
                        Outlook { possible: self.all(), progress: u64::from(2 + seats + 256 * ago) }
                    }
                }
            }
            Fact::Points { seats, marriages, .. } => {
                let units = if marriages {
                    state.units_with_marriages(rules, seats)
                } else {
                    state.units_of(seats)
                };
                Outlook { possible: self.all(), progress: u64::from(units) }
            }
            Fact::Tricks { seats, late: true } => {
                let late = (0..rules.seats())
                    .filter(|seat| seats >> seat & 1 == 1)
                    .map(|seat| u32::from(state.late_tricks[seat]));
                self.range(late.sum(), rest.tricks)
            }
            Fact::LastTrick => {
                let before = u32::from(state.last_winner) * u32::from(rest.tricks == 0);
                Outlook { possible: self.all(), progress: u64::from(before) }
            }
            Fact::Declared { seat } => Outlook {
                possible: self.all(),
                progress: u64::from(state.declared[usize::from(seat)]),
            },
            Fact::Closed => Outlook { possible: self.all(), progress: u64::from(state.closed) },
            Fact::WentOut | Fact::EndedBy => Outlook { possible: self.all(), progress: 0 },
            Fact::Seats { .. } | Fact::MostPoints => {
                let progress = (0..rules.seats()).fold(0, |hash, seat| {
                    let has_trick = u64::from(state.tricks[seat] > 0);
                    mix(hash, u64::from(state.units[seat]) * 2 + has_trick)
                });
                Outlook { possible: self.all(), progress }
            }
        }
    }

    /// The fact lies between `now` and `now + more`.
    fn range(&self, now: u32, more: u32) -> Outlook {
        let possible = (now..=now + more).fold(0, |set, value| set | self.value_class(value));
        Outlook { possible, progress: u64::from(now) }
    }

    fn value_class(&self, value: u32) -> u128 {
        let last = self.classes.as_ref().map_or(self.size, Vec::len).saturating_sub(1);
        let value = (value as usize).min(last);
        let class = self.classes.as_ref().map_or(value, |classes| usize::from(classes[value]));
        1 << class.min(127)
    }

    /// Every class; an objective with larger flags is searched without bounds on them.
    fn all(&self) -> u128 {
        if self.size >= 128 { u128::MAX } else { (1 << self.size) - 1 }
    }
}
