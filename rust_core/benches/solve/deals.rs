//! Deals as they are played: made, written to a file and read again.
//!
//! Uniformly random deals are easier than those that somebody bids on. In the games with an auction
//! seat 0 declares: it has the strongest hand (in betli the weakest), has taken what is left of the pack
//! and laid away its weakest cards. Partners in tarok are drawn.

use std::fmt::Write;
use std::path::PathBuf;

use crate::games::Game;
use ultimo_core::play::{Owner, Setup};
use ultimo_core::random::Stream;
use ultimo_core::rules::{RulesSpec, Trump};

/// A deal, and the seats that maximise.
pub(crate) struct Deal {
    pub(crate) setup: Setup,
    pub(crate) side: u16,
}

fn path(game: &Game) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/deals");
    PathBuf::from(folder).join(format!("{}.txt", game.name))
}

/// Deals of so many cards each; those of whole hands are the ones of the file.
pub(crate) fn deals(game: &Game, cards: usize, count: usize) -> Vec<Deal> {
    if cards == game.hand || game.stock > 0 {
        return read(game).into_iter().take(count).collect();
    }
    (0..count as u64).map(|number| made(game, cards, number)).collect()
}

fn made(game: &Game, cards: usize, number: u64) -> Deal {
    let mut dice = Stream::dealing(0x0050_1e00, number);
    if game.stock > 0 {
        return deal_with_stock(game, &mut dice);
    }
    deal(game, cards, &mut dice)
}

/// Writes a file of deals: a line a deal, the seats that maximise, the hands, the stock if there is one
/// (the next card first), else what was laid aside for seat 0 and for seat 1.
pub(crate) fn write(game: &Game, count: u64) {
    let mut text = String::new();
    for number in 0..count {
        let Deal { setup, side } = made(game, game.hand, number);
        let codes = |cards: &[u8]| -> String {
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            let names = cards.iter().map(|&card| game.codes[usize::from(card)].clone());
            names.collect::<Vec<_>>().join(" ")
        };
        let seats = (0..16).filter(|seat| side >> seat & 1 == 1).map(|seat: u16| seat.to_string());
        write!(text, "{}", seats.collect::<Vec<_>>().join(" ")).unwrap();
        for hand in &setup.hands {
            write!(text, " | {}", codes(hand)).unwrap();
        }
        if game.stock > 0 {
            let names = setup.stock.iter().map(|&card| game.codes[usize::from(card)].as_str());
            write!(text, " | {}", names.collect::<Vec<_>>().join(" ")).unwrap();
        }
        for seat in (0..2).filter(|_| game.stock == 0) {
            let aside = setup.aside.iter().filter(|(_, owner)| *owner == Owner::Seat(seat));
            write!(text, " | {}", codes(&aside.map(|(card, _)| *card).collect::<Vec<_>>()))
                .unwrap();
        }
        text = text.trim_end().to_owned() + "\n";
    }
    std::fs::write(path(game), text).unwrap();
}

fn read(game: &Game) -> Vec<Deal> {
    let text = std::fs::read_to_string(path(game)).unwrap();
    text.lines().map(|line| parse(game, line)).collect()
}

fn parse(game: &Game, line: &str) -> Deal {
    let parts: Vec<&str> = line.split('|').collect();
    let cards = |part: &str| -> Vec<u8> {
        let number = |code| game.codes.iter().position(|known| known == code).unwrap();
        part.split_whitespace().map(|code| u8::try_from(number(code)).unwrap()).collect()
    };
    let seats = usize::from(game.spec.seats);
    let hands = parts[1..=seats].iter().map(|part| cards(part)).collect();
    let mut setup = Setup { hands, ..Setup::default() };
    let mut rest = &parts[seats + 1..];
    if game.stock > 0 {
        setup.stock = cards(rest[0]);
        rest = &rest[1..];
    }
    for (seat, part) in (0..).zip(rest) {
        setup.aside.extend(cards(part).into_iter().map(|card| (card, Owner::Seat(seat))));
    }
    let side = parts[0].split_whitespace().map(|seat| 1 << seat.parse::<u16>().unwrap()).sum();
    Deal { setup, side }
}

/// How well a seat is off as declarer: trumps, and high cards.
fn strength(spec: &RulesSpec, hand: &[u8]) -> i32 {
    let mut sum = 0;
    for (number, lane) in spec.lanes.iter().enumerate() {
        let has = |card: &u8| hand.contains(card);
        let is_trump = spec.trump == Trump::Lane(u8::try_from(number).unwrap());
        let count = lane.iter().filter(|card| has(card)).count();
        sum += if is_trump { 3 * i32::try_from(count).unwrap() } else { 0 };
        sum += 3 * i32::from(lane.last().is_some_and(has));
        sum += 2 * i32::from(lane.len() > 1 && has(&lane[lane.len() - 2]));
    }
    sum
}

/// The weakest card to lay away: low cards of short plain suits.
fn weakest(spec: &RulesSpec, hand: &[u8], low: bool) -> usize {
    let rate = |card: u8| {
        let number = spec.lanes.iter().position(|lane| lane.contains(&card));
        let Some(number) = number else { return 1000 };
        let lane = &spec.lanes[number];
        let rank = lane.iter().position(|&other| other == card).unwrap();
        let length = lane.iter().filter(|card| hand.contains(card)).count();
        let is_trump = spec.trump == Trump::Lane(u8::try_from(number).unwrap());
        let is_high = lane.len() - rank <= 2 || spec.values[usize::from(card)] >= 9;
        if low {
            return 1000 - (4 * rank + length);
        }
        usize::from(is_trump) * 500 + usize::from(is_high) * 200 + length * 10 + rank
    };
    (0..hand.len()).min_by_key(|&at| rate(hand[at])).unwrap()
}

/// A deal with a stock, all by lot. Its last card makes its suit trump, so that the suits change names
/// where it is not that of the rules.
fn deal_with_stock(game: &Game, dice: &mut Stream) -> Deal {
    let spec = &game.spec;
    let mut pack: Vec<u8> = (0..spec.deck_size).collect();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let lane_of = |card: u8| spec.lanes.iter().position(|lane| lane.contains(&card)).unwrap();
    let Trump::Lane(trump) = spec.trump else { panic!("a suit is trump") };
    let (turned, trump) = (lane_of(pack[count - 1]), usize::from(trump));
    for card in &mut pack {
        let lane = lane_of(*card);
        let rank = spec.lanes[lane].iter().position(|other| other == card).unwrap();
        *card = match lane {
            lane if lane == turned => spec.lanes[trump][rank],
            lane if lane == trump => spec.lanes[turned][rank],
            _ => *card,
        };
    }
    let stock = pack.split_off(count - game.stock);
    let seats = usize::from(spec.seats);
    let hands = (0..seats).map(|_| pack.split_off(pack.len() - game.hand)).collect();
    Deal { setup: Setup { hands, stock, ..Setup::default() }, side: 1 }
}

/// A deal as one is played: seat 0 declares, has the strongest hand (in betli the weakest) and has
/// taken and laid away.
fn deal(game: &Game, cards: usize, dice: &mut Stream) -> Deal {
    let spec = &game.spec;
    let seats = usize::from(spec.seats);
    let is_low = game.name == "betli";
    let mut pack: Vec<u8> = (0..spec.deck_size).collect();
    let count = pack.len();
    dice.shuffle(&mut pack, count - 1);
    let mut hands: Vec<Vec<u8>> = (0..seats).map(|_| pack.split_off(pack.len() - cards)).collect();
    let mut setup = Setup::default();
    if game.most > 0 || game.name == "pref" || is_low {
        let sign = if is_low { -1 } else { 1 };
        let best = (0..seats).max_by_key(|&seat| sign * strength(spec, &hands[seat])).unwrap();
        hands.swap(0, best);
        pack.truncate(6.min(pack.len()));
        hands[0].append(&mut pack);
        while hands[0].len() > cards {
            let at = weakest(spec, &hands[0], is_low);
            let card = hands[0].swap_remove(at);
            let owner = u8::from(setup.aside.len() >= 2);
            setup.aside.push((card, Owner::Seat(owner)));
        }
    }
    setup.hands = hands;
    let side = match game.name {
        "tarok4" => 1 | 2 << dice.below(3),
        name if name.starts_with("whist") => 0b0101,
        _ => 1,
    };
    Deal { setup, side }
}
