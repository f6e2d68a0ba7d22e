//! Scores over outcomes: tables, weights, classes and bounds.

use ultimo_core::payoff::{Axis, Fact, Payoff, PayoffPart, Probe, Window};
use ultimo_core::play::{Owner, Setup};
use ultimo_core::rules::RulesSpec;

use crate::common::{Table, begin, compile, hands, play};
use crate::deck::{Deck, tarok};

fn axis(fact: Fact) -> Axis {
    Axis { fact, classes: None }
}

fn value(table: &Table, fact: Fact) -> u32 {
    let probe = Probe::new(table.rules(), &axis(fact)).unwrap();
    probe.value(table.rules(), table.fixed(), table.state())
}

fn returns(table: &Table, parts: &[PayoffPart]) -> Vec<f64> {
    let payoff = Payoff::compile(table.rules(), parts).unwrap();
    let returns = payoff.returns(table.rules(), table.fixed(), table.state());
    returns[..table.rules().seats()].to_vec()
}

#[test]
fn a_part_pays_weight_times_score_and_parts_add_up() {
    let deck = Deck::french52();
    let rules = deck.with_trump(2, 'H');
    let mut table = begin(&rules, &hands(&deck, &["SA S2", "S3 S4"]));
    play(&mut table, &deck, "SA S3 S2 S4");
    // Two axes: tricks of seat 0 (0 to 26) and who won the last trick (0, 1, nobody).
    let tricks = axis(Fact::Tricks { seats: 1, late: false });
    let parts = [
        PayoffPart {
            axes: vec![tricks.clone(), axis(Fact::LastTrick)],
            table: (0..27 * 3).map(f64::from).collect(),
            weights: vec![1.0, -1.0],
        },
        PayoffPart { axes: vec![], table: vec![0.5], weights: vec![1.0, 2.0] },
    ];
    assert_eq!(returns(&table, &parts), [3.0 + 1.0 + 0.5, -4.0 + 1.0]);
    let payoff = Payoff::compile(table.rules(), &parts).unwrap();
    let at = |part| payoff.index(part, table.rules(), table.fixed(), table.state());
    assert_eq!((at(0), at(1), at(2)), (4, 0, 0));
    assert_eq!(payoff.values(0, table.rules(), table.fixed(), table.state()), [1, 1]);
    let bounds = payoff.bounds();
    assert_eq!(bounds[0], (0.5, 80.5));
    assert_eq!(bounds[1], (-80.0 + 1.0, 1.0));
}

#[test]
fn classes_reduce_an_axis() {
    let deck = Deck::french52();
    let mut table = begin(&deck.with_trump(2, 'H'), &hands(&deck, &["SA", "S3"]));
    play(&mut table, &deck, "SA S3");
    let classes: Vec<u16> = (0..27).map(|tricks| u16::from(tricks > 0)).collect();
    let tricks = Axis { fact: Fact::Tricks { seats: 1, late: false }, classes: Some(classes) };
    let probe = Probe::new(table.rules(), &tricks).unwrap();
    assert_eq!(probe.size(), 2);
    let part = PayoffPart { axes: vec![tricks], table: vec![-1.0, 1.0], weights: vec![2.0, 0.0] };
    assert_eq!(returns(&table, &[part]), [2.0, 0.0]);
}

#[test]
fn slovenian_tarok_points_count_discards_by_threes() {
    let deck = Deck::tarok54();
    let rules = RulesSpec { sides: vec![0, 1, 1], ..tarok(&deck, 3, false) };
    let setup = Setup {
        aside: vec![(deck.card("C7"), Owner::Seat(0)), (deck.card("CK"), Owner::Seat(1))],
        ..hands(&deck, &["HK", "HQ", "T2"])
    };
    let mut table = begin(&rules, &Setup { leader: 0, ..setup });
    play(&mut table, &deck, "HK HQ T2");
    let points = |seats, laid| Fact::Points { seats, laid, marriages: false, max: 70 };
    assert_eq!(value(&table, points(0b110, false)), 8, "king, queen and a common card");
    assert_eq!(value(&table, points(0b110, true)), 12, "with a king on the table: 12 1/3");
    assert_eq!(value(&table, points(0b001, true)), 0, "one low card is nothing");
    let capped = Fact::Points { seats: 0b110, laid: true, marriages: false, max: 10 };
    assert_eq!(value(&table, capped), 10);
    let kings = |laid| Fact::Captured { cards: deck.cards("CK DK HK SK"), seats: 0b110, laid };
    assert_eq!((value(&table, kings(false)), value(&table, kings(true))), (1, 2));
}

#[test]
fn slovenian_tarok_klop_counts_seats_over_35_or_without_a_trick() {
    let deck = Deck::tarok54();
    let rules = tarok(&deck, 3, false);
    let mut table = begin(&rules, &hands(&deck, &["HK", "HQ", "T2"]));
    play(&mut table, &deck, "HK HQ T2");
    assert_eq!(value(&table, Fact::Seats { points_over: 35 }), 2);
    assert_eq!(value(&table, Fact::Seats { points_over: 7 }), 3);
    assert_eq!(value(&table, Fact::Seats { points_over: 8 }), 2);
}

#[test]
fn snapszer_mizer_asks_who_has_the_most_points() {
    let deck = Deck::german24();
    let rules = deck.rules(3);
    let most = |text: &[&str], plays: &str| {
        let mut table = begin(&rules, &hands(&deck, text));
        play(&mut table, &deck, plays);
        value(&table, Fact::MostPoints)
    };
    assert_eq!(most(&["AA", "AK", "AU"], "AA AK AU"), 0b001);
    assert_eq!(most(&["A9", "L9", "AA"], "A9 L9 AA"), 0b100);
    let two = ["AA LK", "AK LA", "AU LU"];
    assert_eq!(most(&two, "AA AK AU LK LA LU"), 0b011, "17 each");
    assert_eq!(most(&two, ""), 0b111, "nobody has any");
}

#[test]
fn the_pagat_in_the_last_trick() {
    let deck = Deck::tarok54();
    let rules = RulesSpec { watched: deck.cards("T1 T21"), ..tarok(&deck, 3, false) };
    let fate = |watched, window| Fact::Fate { watched, window };
    let mut table = begin(&rules, &hands(&deck, &["T5 T1", "C7 C8", "D4 D3"]));
    play(&mut table, &deck, "T5 C7 D4 T1 C8 D3");
    assert_eq!(value(&table, fate(0, Window::Last(1))), 1, "played and won by seat 0");
    assert_eq!(value(&table, fate(0, Window::Any)), 1);
    assert_eq!(value(&table, fate(1, Window::Any)), 0, "the mond was not played");
    let mut table = begin(&rules, &hands(&deck, &["T5 T1", "C7 T21", "D4 T3"]));
    play(&mut table, &deck, "T5 T21 T3 C7 D4 T1");
    assert_eq!(value(&table, fate(0, Window::Last(1))), 1, "trumped in with it");
    assert_eq!(value(&table, fate(1, Window::Last(1))), 0, "not in the last trick");
    assert_eq!(value(&table, fate(1, Window::Last(2))), 1 + 9 + 3 + 1, "one before the last");
    assert_eq!(value(&table, fate(1, Window::Any)), 1 + 3 + 1, "seat 1 by seat 1");
    let mut table = begin(&rules, &hands(&deck, &["T1", "T2", "D4"]));
    play(&mut table, &deck, "T1 T2 D4");
    assert_eq!(value(&table, fate(0, Window::Last(1))), 1 + 1, "played by 0, won by 1");
}

#[test]
fn ulti_marriages_count_by_possession() {
    let deck = Deck::of("ALHB", "789UOKTA");
    let rules = RulesSpec { sides: vec![0, 1, 1], ..deck.with_trump(3, 'B') };
    let pairs: Vec<Vec<u8>> =
        ["AK AO", "LK LO", "HK HO"].iter().map(|pair| deck.cards(pair)).collect();
    let setup = hands(&deck, &["AK AO LK", "LO HK HO", "H7 H8 H9"]);
    let table = begin(&rules, &setup);
    let sets = |seats, joint| Fact::Held { sets: pairs.clone(), seats, joint };
    assert_eq!(value(&table, sets(0b001, false)), 1);
    assert_eq!(value(&table, sets(0b110, false)), 1);
    assert_eq!(value(&table, sets(0b011, false)), 2, "by one of them alone");
    assert_eq!(value(&table, sets(0b011, true)), 3, "together");
}

#[test]
fn all_faults_of_a_payoff_are_reported_at_once() {
    let deck = Deck::french52();
    let rules = compile(&deck.with_trump(2, 'H'));
    let bad = PayoffPart {
        axes: vec![
            axis(Fact::Points { seats: 0b100, laid: false, marriages: false, max: 1 }),
            axis(Fact::Captured { cards: vec![52, 3, 3], seats: 1, laid: false }),
            axis(Fact::Fate { watched: 0, window: Window::Any }),
            axis(Fact::Declared { seat: 2 }),
            Axis { fact: Fact::WentOut, classes: Some(vec![0]) },
        ],
        table: vec![f64::NAN],
        weights: vec![1.0],
    };
    let faults = Payoff::compile(&rules, &[bad]).unwrap_err();
    let found: Vec<(&str, &str)> =
        faults.all().iter().map(|fault| (fault.code, fault.at.as_str())).collect();
    let expected = [
        ("no_such_seat", "parts[0].axes[0].fact.seats"),
        ("no_such_card", "parts[0].axes[1].fact.cards[0]"),
        ("card_twice", "parts[0].axes[1].fact.cards[2]"),
        ("no_such_watched", "parts[0].axes[2].fact.watched"),
        ("no_such_seat", "parts[0].axes[3].fact.seat"),
        ("classes", "parts[0].axes[4].classes"),
        ("table", "parts[0].table"),
        ("weights", "parts[0].weights"),
        ("not_finite", "parts[0].table[0]"),
    ];
    assert_eq!(found, expected);
}
