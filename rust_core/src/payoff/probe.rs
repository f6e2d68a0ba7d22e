//! Reading an axis off a state.

use super::check::{check_axis, fact_size};
use super::{Axis, Fact, PayoffErrors, Window};
use crate::cards::{Seat, Word};
use crate::play::{Fixed, State};
use crate::rules::{Faulty, PlayRules};

/// An axis compiled for rules: reads its value off a state, finished or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe<W> {
    ask: Ask<W>,
    classes: Option<Box<[u16]>>,
    size: u32,
}

#[derive(Debug, Clone, PartialEq)]
enum Ask<W> {
    Points { seats: u16, laid: bool, marriages: bool, max: u32 },
    Tricks { seats: u16, late: bool },
    LastTrick,
    Captured { cards: W, seats: u16, laid: bool },
    Prize { cards: W },
    Held { sets: Box<[W]>, seats: u16, joint: bool },
    Fate { watched: usize, window: Window },
    Declared { seat: Seat },
    WentOut,
    Closed,
    EndedBy,
    Seats { points_over: u32 },
    MostPoints,
}

impl<W: Word> Probe<W> {
    /// Compiles an axis.
    ///
    /// # Errors
    /// Every fault of `axis` under `rules`.
    pub fn new(rules: &PlayRules<W>, axis: &Axis) -> Result<Self, PayoffErrors> {
        let mut faults = Faulty::default();
        check_axis(rules, axis, "axis", &mut faults);
        faults.finish()?;
        Ok(Self::compile(rules, axis))
    }

    /// Compiles a checked axis.
    pub(super) fn compile(rules: &PlayRules<W>, axis: &Axis) -> Self {
        let size = axis.classes.as_ref().map_or_else(
            || fact_size(rules, &axis.fact),
            |classes| classes.iter().max().map_or(0, |&class| u32::from(class) + 1),
        );
        let classes = axis.classes.as_ref().map(|classes| classes.clone().into_boxed_slice());
        Self { ask: Ask::new(rules, &axis.fact), classes, size }
    }

    /// The same of cards that lie elsewhere: in the places of `to` instead of those of `from`.
    pub(super) fn moved(&self, from: &PlayRules<W>, to: &PlayRules<W>) -> Self {
        let moved = |cards: W| cards.places().map(|place| to.place(from.card(place)));
        let moved = |cards: W| moved(cards).fold(W::ZERO, W::with);
        let mut probe = self.clone();
        match &mut probe.ask {
            Ask::Captured { cards, .. } | Ask::Prize { cards } => *cards = moved(*cards),
            Ask::Held { sets, .. } => sets.iter_mut().for_each(|set| *set = moved(*set)),
            _ => {}
        }
        probe
    }

    /// Number of values: they are 0 to one less.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The value now, less than [`Probe::size`].
    #[must_use]
    #[inline]
    pub fn value(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> u32 {
        self.value_here(rules, fixed, state)
    }

    /// The same, for callers that are compiled for what the processor has.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn value_here(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        state: &State<W>,
    ) -> u32 {
        let value = self.ask.value(rules, fixed, state);
        match &self.classes {
            None => value.min(self.size.saturating_sub(1)),
            Some(classes) => {
                let at = (value as usize).min(classes.len().saturating_sub(1));
                classes.get(at).map_or(0, |&class| u32::from(class))
            }
        }
    }
}

impl<W: Word> Ask<W> {
    fn new(rules: &PlayRules<W>, fact: &Fact) -> Self {
        match *fact {
            Fact::Points { seats, laid, marriages, max } => {
                Self::Points { seats, laid, marriages, max: u32::from(max) }
            }
            Fact::Tricks { seats, late } => Self::Tricks { seats, late },
            Fact::LastTrick => Self::LastTrick,
            Fact::Captured { ref cards, seats, laid } => {
                Self::Captured { cards: rules.set(cards), seats, laid }
            }
            Fact::Prize { ref cards } => Self::Prize { cards: rules.set(cards) },
            Fact::Held { ref sets, seats, joint } => {
                Self::Held { sets: sets.iter().map(|set| rules.set(set)).collect(), seats, joint }
            }
            Fact::Fate { watched, window } => Self::Fate { watched: usize::from(watched), window },
            Fact::Declared { seat } => Self::Declared { seat: Seat::wrapped(seat) },
            Fact::WentOut => Self::WentOut,
            Fact::Closed => Self::Closed,
            Fact::EndedBy => Self::EndedBy,
            Fact::Seats { points_over } => Self::Seats { points_over: u32::from(points_over) },
            Fact::MostPoints => Self::MostPoints,
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn value(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, state: &State<W>) -> u32 {
        match *self {
            Self::Points { seats, laid, marriages, max } => {
                let mut units = u32::from(if marriages {
                    state.units_with_marriages(rules, seats)
                } else {
                    state.units_of(seats)
                });
                if laid {
                    units += u32::from(rules.units_of_many(fixed.laid_for(seats)));
                }
                rules.scheme().official(units).min(max)
            }
            Self::Tricks { seats, late: false } => u32::from(state.tricks_of(seats)),
            Self::Tricks { seats, late: true } => {
                Seat::all_in(seats).map(|seat| u32::from(state.late_tricks[seat.index()])).sum()
            }
            Self::LastTrick => u32::from(state.last_winner).min(u32::from(rules.seats)),
            Self::Captured { cards, seats, laid } => {
                let won = state.captured_by(seats);
                let laid = if laid { fixed.laid_for(seats) } else { W::ZERO };
                ((won | laid) & cards).len()
            }
            Self::Prize { cards } => (fixed.prize & cards).len(),
            Self::Held { ref sets, seats, joint } => sets_held(fixed, sets, seats, joint),
            Self::Fate { watched, window } => fate(rules, fixed, state, watched, window),
            Self::Declared { seat } => u32::from(state.declared[seat.index()]),
            Self::WentOut => u32::from(state.went_out),
            Self::Closed => u32::from(state.closed),
            Self::EndedBy => u32::from(state.ended_by),
            Self::Seats { points_over } => {
                let counts = Seat::all_in(rules.all_seats()).filter(|&seat| {
                    let units = u32::from(state.units(seat));
                    state.tricks(seat) == 0 || rules.scheme().official(units) > points_over
                });
                counts.map(|_| 1).sum()
            }
            Self::MostPoints => {
                let points = |seat| rules.scheme().official(u32::from(state.units(seat)));
                let all = || Seat::all_in(rules.all_seats());
                let most = all().map(points).max().unwrap_or(0);
                all().filter(|&seat| points(seat) == most).map(|seat| u32::from(seat.bit())).sum()
            }
        }
    }
}

fn sets_held<W: Word>(fixed: &Fixed<W>, figures: &[W], seats: u16, joint: bool) -> u32 {
    let entire = |set: &&W| {
        if joint {
            let together = Seat::all_in(seats).fold(W::ZERO, |all, seat| all | fixed.dealt(seat));
            set.is_within(together)
        } else {
            Seat::all_in(seats).any(|seat| set.is_within(fixed.dealt(seat)))
        }
    };
    figures.iter().filter(entire).map(|_| 1).sum()
}

fn fate<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    watched: usize,
    window: Window,
) -> u32 {
    let Some((player, winner, trick)) = state.fate(watched) else { return 0 };
    let seats = u32::from(rules.seats);
    let before_last = match window {
        Window::Any => 0,
        Window::Last(tricks) => {
            let before_last = state.finished.saturating_sub(1).saturating_sub(trick);
            if before_last >= tricks || !state.is_played_out(fixed) {
                return 0;
            }
            u32::from(before_last)
        }
    };
    1 + (before_last * seats + u32::from(player.number())) * seats + u32::from(winner.number())
}
