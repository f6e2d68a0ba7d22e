//! Checking rules: every fault is found, not only the first.

use super::fault::{Faulty, RulesErrors};
use super::spec::{Draw, EndRule, RulesSpec, Trump};
use crate::cards::{Card, MAX_SEATS};

/// Units of a whole deal, marriages and last trick included, stay below this.
const MAX_UNITS: u64 = 32_000;

/// Checks rules for a word of `word_bits` bits.
pub(super) fn check(spec: &RulesSpec, word_bits: u32) -> Result<(), RulesErrors> {
    let mut faults = Faulty::default();
    check_deck(spec, word_bits, &mut faults);
    check_lanes(spec, &mut faults);
    check_seats(spec, &mut faults);
    check_values(spec, &mut faults);
    check_trump(spec, &mut faults);
    check_exceptions(spec, &mut faults);
    check_stock(spec, &mut faults);
    check_calls(spec, &mut faults);
    check_ends(spec, &mut faults);
    faults.finish()
}

fn check_deck(spec: &RulesSpec, word_bits: u32, faults: &mut Faulty) {
    let size = u32::from(spec.deck_size);
    if !(1..=u32::from(Card::MAX)).contains(&size) {
        let message = format!("a deck has 1 to {} cards, not {size}", Card::MAX);
        faults.note("deck_size", "deck_size", message);
    } else if size > word_bits {
        let message = format!("{size} cards do not fit into a word of {word_bits} bits");
        faults.note("word_too_narrow", "deck_size", message);
    }
}

/// Every card stands in one lane once; the excuse in none.
fn check_lanes(spec: &RulesSpec, faults: &mut Faulty) {
    if spec.lanes.len() > 8 {
        let message = format!("there are at most 8 lanes, not {}", spec.lanes.len());
        faults.note("too_many_lanes", "lanes", message);
    }
    let mut seen = [0_u8; 256];
    if let Some(excuse) = spec.excuse {
        check_card(spec, excuse.card, "excuse.card", faults);
        seen[usize::from(excuse.card)] += 1;
    }
    for (number, lane) in spec.lanes.iter().enumerate() {
        if lane.is_empty() {
            faults.note("empty_lane", format!("lanes[{number}]"), "a lane has at least one card");
        }
        for (rank, &card) in lane.iter().enumerate() {
            let at = format!("lanes[{number}][{rank}]");
            check_card(spec, card, &at, faults);
            let count = &mut seen[usize::from(card)];
            *count = count.saturating_add(1);
            if *count == 2 {
                faults.note("card_twice", at, format!("card {card} stands in two places"));
            }
        }
    }
    for card in 0..spec.deck_size {
        if seen[usize::from(card)] == 0 {
            let message = format!("card {card} of the deck stands in no lane");
            faults.note("card_missing", "lanes", message);
        }
    }
}

fn check_card(spec: &RulesSpec, card: u8, at: &str, faults: &mut Faulty) {
    if card >= spec.deck_size {
        let message = format!("card {card} is not in a deck of {}", spec.deck_size);
        faults.note("no_such_card", at, message);
    }
}

fn check_cards(spec: &RulesSpec, cards: &[u8], at: &str, faults: &mut Faulty) {
    for (index, &card) in cards.iter().enumerate() {
        let here = format!("{at}[{index}]");
        check_card(spec, card, &here, faults);
        if cards[..index].contains(&card) {
            faults.note("card_twice", here, format!("card {card} is named twice"));
        }
    }
}

fn check_lane(spec: &RulesSpec, lane: u8, at: &str, faults: &mut Faulty) {
    if usize::from(lane) >= spec.lanes.len() {
        let message = format!("lane {lane} is not one of {} lanes", spec.lanes.len());
        faults.note("no_such_lane", at, message);
    }
}

fn check_seat(spec: &RulesSpec, seat: u8, at: &str, faults: &mut Faulty) {
    if seat >= spec.seats {
        let message = format!("seat {seat} is not one of {} seats", spec.seats);
        faults.note("no_such_seat", at, message);
    }
}

fn check_seat_set(spec: &RulesSpec, seats: u16, at: &str, faults: &mut Faulty) {
    if u32::from(seats) >> spec.seats.min(16) != 0 {
        let message = format!("the set {seats:#b} names more than {} seats", spec.seats);
        faults.note("no_such_seat", at, message);
    }
}

fn check_seats(spec: &RulesSpec, faults: &mut Faulty) {
    if !(1..=MAX_SEATS).contains(&usize::from(spec.seats)) {
        let message = format!("there are 1 to {MAX_SEATS} seats, not {}", spec.seats);
        faults.note("seats", "seats", message);
    }
    if spec.sides.len() != usize::from(spec.seats) {
        let message = format!("{} sides for {} seats", spec.sides.len(), spec.seats);
        faults.note("sides", "sides", message);
    }
    check_seat_set(spec, spec.knockers, "knockers", faults);
    check_seat_set(spec, spec.idle, "idle", faults);
    faults.require(spec.playing_seats() > 0, "all_idle", "idle", "somebody must play");
}

fn check_values(spec: &RulesSpec, faults: &mut Faulty) {
    if spec.values.len() != usize::from(spec.deck_size) {
        let message = format!("{} values for {} cards", spec.values.len(), spec.deck_size);
        faults.note("values", "values", message);
    }
    let cards: u64 = spec.values.iter().map(|&units| u64::from(units)).sum();
    let pairs = spec.marriages.iter().flat_map(|rule| &rule.pairs);
    let marriages: u64 = pairs.map(|pair| u64::from(pair.units)).sum();
    let total = cards + marriages + u64::from(spec.last_trick_units);
    if total >= MAX_UNITS {
        let message = format!("{total} units in a deal; there must be less than {MAX_UNITS}");
        faults.note("too_many_units", "values", message);
    }
    if let Some(excuse) = spec.excuse {
        let worth = spec.values.get(usize::from(excuse.card)).copied().unwrap_or(u16::MAX);
        if excuse.owed > worth {
            let message = format!("{} units are owed for a card of {worth}", excuse.owed);
            faults.note("owed_too_much", "excuse.owed", message);
        }
    }
}

fn check_trump(spec: &RulesSpec, faults: &mut Faulty) {
    if let Trump::Lane(lane) = spec.trump {
        check_lane(spec, lane, "trump", faults);
    }
    if let Some(lane) = spec.void_lane {
        check_lane(spec, lane, "void_lane", faults);
    }
}

fn check_exceptions(spec: &RulesSpec, faults: &mut Faulty) {
    for (index, reserved) in spec.reserved.iter().enumerate() {
        check_seat_set(spec, reserved.seats, &format!("reserved[{index}].seats"), faults);
        check_cards(spec, &reserved.cards, &format!("reserved[{index}].cards"), faults);
    }
    if let Some(emperor) = &spec.emperor {
        check_cards(spec, &emperor.cards, "emperor.cards", faults);
        if !emperor.cards.contains(&emperor.winner) {
            let message = format!("card {} is not one of the cards", emperor.winner);
            faults.note("emperor_winner", "emperor.winner", message);
        }
        if spec.excuse.is_some_and(|excuse| emperor.cards.contains(&excuse.card)) {
            faults.note("emperor_excuse", "emperor.cards", "the excuse stands outside the trick");
        }
        if let Some(lane) = emperor.led {
            check_lane(spec, lane, "emperor.led", faults);
        }
    }
    if let Some(prize) = spec.prize {
        check_card(spec, prize.card, "prize.card", faults);
        check_seat_set(spec, prize.seats, "prize.seats", faults);
    }
    if spec.watched.len() > 4 {
        let message = format!("at most 4 cards are watched, not {}", spec.watched.len());
        faults.note("too_many_watched", "watched", message);
    }
    check_cards(spec, &spec.watched, "watched", faults);
}

fn check_stock(spec: &RulesSpec, faults: &mut Faulty) {
    if let Some(exchange) = spec.drawing.and_then(|drawing| drawing.exchange) {
        check_card(spec, exchange.card, "drawing.exchange.card", faults);
    }
    let draws = spec.drawing.is_some_and(|drawing| drawing.draw == Draw::EachWinnerFirst);
    if draws && spec.idle != 0 {
        faults.note("idle_and_stock", "idle", "nobody sits out where every seat draws");
    }
    if let Some(piles) = &spec.piles {
        check_cards(spec, &piles.takes, "piles.takes", faults);
        if spec.knockers != 0 {
            faults.note("piles_and_knockers", "knockers", "nobody passes where piles are played");
        }
    }
}

fn check_calls(spec: &RulesSpec, faults: &mut Faulty) {
    let pairs = spec.marriages.iter().flat_map(|rule| &rule.pairs);
    let mut named = Vec::new();
    for (index, pair) in pairs.enumerate() {
        let at = format!("marriages.pairs[{index}].cards");
        check_cards(spec, &pair.cards, &at, faults);
        let lane_of = |card| spec.lanes.iter().position(|lane| lane.contains(&card));
        let [one, other] = pair.cards.map(lane_of);
        if one.is_none() || one != other {
            let message = "both cards of a pair stand in one lane";
            faults.note("pair_of_two_lanes", at, message);
        } else if named.contains(&one) {
            faults.note("pair_twice", at, "a lane has at most one pair");
        }
        named.push(one);
    }
    if spec.declarations.len() > 4 {
        let message = format!("at most 4 declarations, not {}", spec.declarations.len());
        faults.note("too_many_declarations", "declarations", message);
    }
    for (index, declaration) in spec.declarations.iter().enumerate() {
        let at = format!("declarations[{index}]");
        check_cards(spec, &declaration.cards, &format!("{at}.cards"), faults);
        let needed = usize::from(declaration.needed);
        if !(1..=declaration.cards.len()).contains(&needed) {
            let message = format!("{needed} of {} cards needed", declaration.cards.len());
            faults.note("needed", format!("{at}.needed"), message);
        }
        for &other in &declaration.barred_by {
            if usize::from(other) >= spec.declarations.len() {
                let message = format!("there is no declaration {other}");
                faults.note("no_such_declaration", format!("{at}.barred_by"), message);
            }
        }
    }
    if let Some(go_out) = spec.go_out {
        check_seat(spec, go_out.seat, "go_out.seat", faults);
    }
}

fn check_ends(spec: &RulesSpec, faults: &mut Faulty) {
    if spec.ends.len() > 64 {
        let message = format!("at most 64 end rules, not {}", spec.ends.len());
        faults.note("too_many_ends", "ends", message);
    }
    for (index, end) in spec.ends.iter().enumerate() {
        match *end {
            EndRule::Tricks { seats, .. } => {
                check_seat_set(spec, seats, &format!("ends[{index}].seats"), faults);
            }
            EndRule::Points { seats, on_lead, after_card, .. } => {
                check_seat_set(spec, seats, &format!("ends[{index}].seats"), faults);
                if let Some(seat) = on_lead {
                    check_seat(spec, seat, &format!("ends[{index}].on_lead"), faults);
                }
                if let Some(card) = after_card {
                    check_card(spec, card, &format!("ends[{index}].after_card"), faults);
                }
            }
        }
    }
}
