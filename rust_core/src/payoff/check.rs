//! Checking facts and axes against rules, and how many values they have.

use super::{Axis, Fact, Window};
use crate::cards::Word;
use crate::rules::{Faulty, PlayRules};

/// Number of values of a fact under these rules: they are 0 to one less.
pub(super) fn fact_size<W: Word>(rules: &PlayRules<W>, fact: &Fact) -> u32 {
    let spec = rules.spec();
    let seats = u32::from(spec.seats);
    match fact {
        Fact::Points { max, .. } => u32::from(*max) + 1,
        Fact::Tricks { .. } => u32::from(rules.max_tricks()) + 1,
        Fact::LastTrick | Fact::Seats { .. } => seats + 1,
        Fact::Captured { cards, .. } | Fact::Prize { cards } => {
            count(cards.len()).saturating_add(1)
        }
        Fact::Held { sets, .. } => count(sets.len()).saturating_add(1),
        Fact::Fate { window, .. } => match window {
            Window::Any => 1 + seats * seats,
            Window::Last(tricks) => 1 + u32::from(*tricks) * seats * seats,
        },
        Fact::Declared { .. } => 1 << spec.declarations.len(),
        Fact::MostPoints => 1 << seats,
        Fact::WentOut => 2,
        Fact::Closed => 1 + 3 * seats,
        Fact::EndedBy => count(spec.ends.len()).saturating_add(1),
    }
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// Checks an axis; `at` says where it stands.
pub(super) fn check_axis<W: Word>(
    rules: &PlayRules<W>,
    axis: &Axis,
    at: &str,
    faults: &mut Faulty,
) {
    check_fact(rules, &axis.fact, &format!("{at}.fact"), faults);
    if let Some(classes) = &axis.classes {
        let size = fact_size(rules, &axis.fact);
        if u32::try_from(classes.len()) != Ok(size) {
            let message = format!("{} classes for a fact of {size} values", classes.len());
            faults.note("classes", format!("{at}.classes"), message);
        }
    }
}

fn check_fact<W: Word>(rules: &PlayRules<W>, fact: &Fact, at: &str, faults: &mut Faulty) {
    match fact {
        Fact::Points { seats, .. } | Fact::Tricks { seats, .. } => {
            check_seats(rules, *seats, at, faults);
        }
        Fact::Captured { cards, seats, .. } => {
            check_seats(rules, *seats, at, faults);
            check_cards(rules, cards, &format!("{at}.cards"), faults);
        }
        Fact::Prize { cards } => check_cards(rules, cards, &format!("{at}.cards"), faults),
        Fact::Held { sets, seats, .. } => {
            check_seats(rules, *seats, at, faults);
            for (index, set) in sets.iter().enumerate() {
                check_cards(rules, set, &format!("{at}.sets[{index}]"), faults);
            }
        }
        Fact::Fate { watched, .. } => {
            let count = rules.spec().watched.len();
            let message = format!("the rules watch {count} cards, there is no {watched}");
            let is_watched = usize::from(*watched) < count;
            faults.require(is_watched, "no_such_watched", format!("{at}.watched"), message);
        }
        Fact::Declared { seat } => {
            let message = format!("seat {seat} is not one of {}", rules.seats());
            let is_seat = usize::from(*seat) < rules.seats();
            faults.require(is_seat, "no_such_seat", format!("{at}.seat"), message);
        }
        Fact::LastTrick
        | Fact::WentOut
        | Fact::Closed
        | Fact::EndedBy
        | Fact::Seats { .. }
        | Fact::MostPoints => {}
    }
}

fn check_seats<W: Word>(rules: &PlayRules<W>, seats: u16, at: &str, faults: &mut Faulty) {
    let message = format!("the set {seats:#b} names more than {} seats", rules.seats());
    let is_within = seats & !rules.all_seats() == 0;
    faults.require(is_within, "no_such_seat", format!("{at}.seats"), message);
}

fn check_cards<W: Word>(rules: &PlayRules<W>, cards: &[u8], at: &str, faults: &mut Faulty) {
    for (index, &card) in cards.iter().enumerate() {
        let here = format!("{at}[{index}]");
        if card >= rules.spec().deck_size {
            let message = format!("card {card} is not in a deck of {}", rules.spec().deck_size);
            faults.note("no_such_card", here, message);
        } else if cards[..index].contains(&card) {
            faults.note("card_twice", here, format!("card {card} is named twice"));
        }
    }
}
