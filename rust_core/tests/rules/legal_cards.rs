//! Which cards are legal: the examples of the rules files, each under the name of its clause.

use ultimo_core::rules::{Beat, Duty, RulesSpec, Trump, Void};

use crate::common::{begin, breach, hands, legal, legal_in, play};
use crate::deck::{Deck, FOLLOW_ONLY, STRICT, emperor, tarok, tarot};

#[test]
fn whist_example_2() {
    let deck = Deck::french52();
    let must_trump = deck.with_trump(4, 'H');
    let free = RulesSpec { duty: FOLLOW_ONLY, ..must_trump.clone() };
    let rows = [
        ("follow suit", &must_trump, "CK C3 HA S9", "C3 CK"),
        ("void must trump", &must_trump, "HA H2 S9 DQ", "H2 HA"),
        ("void without trumps plays anything", &must_trump, "S9 DQ", "DQ S9"),
        ("void may play anything where that is free", &free, "HA H2 S9 DQ", "DQ H2 HA S9"),
    ];
    for (clause, rules, hand, expected) in rows {
        assert_eq!(legal_in(&deck, rules, "C8", hand), expected, "{clause}");
    }
    let partner_wins = legal_in(&deck, &must_trump, "CA C8", "HA H2 S9 DQ");
    assert_eq!(partner_wins, "H2 HA", "even if the partner is winning");
}

#[test]
fn german_whist_examples_1_and_2() {
    let deck = Deck::french52();
    let rules = deck.with_trump(2, 'H');
    assert_eq!(legal_in(&deck, &rules, "SK", "ST S4 HA D2"), "S4 ST");
    assert_eq!(legal_in(&deck, &rules, "D9", "DJ D2 HA CK"), "D2 DJ");
    assert_eq!(legal_in(&deck, &rules, "D9", "HA H3 CK"), "H3 HA", "either trump");
    assert_eq!(legal_in(&deck, &rules, "D9", "CK S5"), "CK S5");
    let free = RulesSpec { duty: FOLLOW_ONLY, ..rules };
    assert_eq!(legal_in(&deck, &free, "D9", "HA H3 CK"), "CK H3 HA");
}

#[test]
fn knockout_whist_example_3() {
    let deck = Deck::french52();
    let rules = deck.with_trump(3, 'S');
    assert_eq!(legal_in(&deck, &rules, "DQ", "DK D7 SA H9"), "D7 DK");
    assert_eq!(legal_in(&deck, &rules, "DQ", "SA S8 H9"), "S8 SA");
    assert_eq!(legal_in(&deck, &rules, "DQ", "H9 CJ"), "CJ H9");
}

#[test]
fn napoleon_example_8() {
    let deck = Deck::french52();
    let rules = RulesSpec { trump: Trump::FirstLead, ..deck.rules(3) };
    // Spades became trump by the first lead; then 4 of diamonds is led and trumped with the queen.
    let setup = hands(&deck, &["SK D4 C2 C3 C4", "SA SQ C5 C6 C7", "ST HJ C9 S3 S2"]);
    let mut table = begin(&rules, &setup);
    assert_eq!(table.state().trump(), None, "no suit is trump before the first lead");
    play(&mut table, &deck, "SK SA");
    assert_eq!(legal(&table, &deck), "S2 S3 ST");
    play(&mut table, &deck, "S2 C5");
    assert_eq!(legal(&table, &deck), "C9", "the first lead alone makes trump");
    let declarer_leads = hands(&deck, &["SA D4 C2 C3", "SQ CT C5 C6", "ST HJ S3 S2"]);
    let mut table = begin(&rules, &declarer_leads);
    play(&mut table, &deck, "SA SQ ST D4 C5");
    assert_eq!(legal(&table, &deck), "S2 S3", "no duty to beat, but a trump must be played");
    let free = RulesSpec { duty: FOLLOW_ONLY, ..rules };
    let mut table = begin(&free, &declarer_leads);
    play(&mut table, &deck, "SA SQ ST D4 C5");
    assert_eq!(legal(&table, &deck), "HJ S2 S3", "void may play anything where that is free");
    let mut misere = begin(&deck.rules(3), &declarer_leads);
    play(&mut misere, &deck, "SA SQ ST D4 C5");
    assert_eq!(legal(&misere, &deck), "HJ S2 S3", "no trumps, all legal");
}

#[test]
fn ulti_example_14() {
    let trump = Deck::of("ALHB", "789UOKTA");
    let rules = RulesSpec { duty: STRICT, ..trump.with_trump(3, 'B') };
    let plain = Deck::of("ALHB", "789TUOKA");
    let no_trump = RulesSpec { duty: STRICT, ..plain.rules(3) };
    assert_eq!(legal_in(&trump, &rules, "LK", "LT L9 BA"), "LT", "must overtake");
    assert_eq!(legal_in(&plain, &no_trump, "LK", "LT L9 BA"), "L9 LT", "ten below the king");
    assert_eq!(legal_in(&trump, &rules, "LK B9", "LA L8"), "L8 LA", "trumped already");
    assert_eq!(legal_in(&trump, &rules, "LK B9", "B8 BU HA"), "BU", "must overtrump");
    assert_eq!(legal_in(&trump, &rules, "LK B9", "B8 HA"), "B8", "must trump all the same");
}

#[test]
fn preferansz_example_11() {
    let deck = Deck::of("ALHB", "789TUOKA");
    let rules = deck.with_trump(3, 'H');
    let betli = deck.rules(3);
    assert_eq!(legal_in(&deck, &rules, "LO", "LA L7 HA"), "L7 LA");
    assert_eq!(legal_in(&deck, &rules, "LO", "HT H7 BA"), "H7 HT");
    assert_eq!(legal_in(&deck, &rules, "LO HK", "HT H7 BA"), "H7 HT", "no duty to overtrump");
    assert_eq!(legal_in(&deck, &rules, "LO", "BA A9"), "A9 BA");
    assert_eq!(legal_in(&deck, &betli, "LO", "HT BA"), "HT BA");
}

#[test]
fn snapszer_examples_6_and_9() {
    let deck = Deck::german24();
    let bells = deck.with_trump(2, 'B');
    let follow = RulesSpec { duty: FOLLOW_ONLY, ..bells.clone() };
    let strict = RulesSpec { duty: STRICT, ..bells };
    assert_eq!(legal_in(&deck, &follow, "LT", "LK BA HU"), "LK");
    assert_eq!(legal_in(&deck, &follow, "LT", "AK BA HU"), "AK HU BA");
    assert_eq!(legal_in(&deck, &strict, "LT", "AK BA HU"), "BA");
    let hearts = RulesSpec { duty: STRICT, ..deck.with_trump(3, 'H') };
    let duty = Duty { void: Void::OvertrumpOrFree, ..STRICT };
    let beat_only = RulesSpec { duty, ..hearts.clone() };
    assert_eq!(legal_in(&deck, &hearts, "BK HU", "BA B9 HA"), "B9 BA", "cannot beat a trump");
    assert_eq!(legal_in(&deck, &hearts, "BK HU", "L9 H9 HT"), "HT", "must overtrump");
    assert_eq!(legal_in(&deck, &hearts, "BK HU", "L9 H9"), "H9", "must trump");
    assert_eq!(legal_in(&deck, &beat_only, "BK HU", "L9 H9"), "L9 H9");
    assert_eq!(legal_in(&deck, &beat_only, "BK HU", "L9 H9 HT"), "HT");
}

#[test]
fn french_tarot_example_14() {
    let deck = Deck::tarot78();
    let rules = tarot(&deck);
    let rows = [
        ("the suit led must be followed", "D4 T12", "D9 T15", "D9"),
        ("the excuse may always be played", "D4 T12", "D9 T15 EX", "D9 EX"),
        ("void must overtrump", "D4 T12", "T9 T13 T17", "T13 T17"),
        ("void must trump if he cannot overtrump", "D4 T12", "T3 T9 EX", "T3 T9 EX"),
        ("no suit, no trump: anything", "D4 T12", "C5 H2 EX", "C5 H2 EX"),
        ("trumps must be overtaken", "T14", "T6 T20", "T20"),
        ("the excuse is no trump", "D4", "EX C2", "C2 EX"),
        ("excuse led: the next card decides", "EX", "D9 T15 C2", "C2 D9 T15"),
        ("excuse led, then clubs", "EX C5", "C9 T15 D2", "C9"),
        ("excuse led, then a trump", "EX T5", "T3 T15 D2", "T15"),
        ("no duty to beat in a suit", "D4", "D2 D9", "D2 D9"),
        ("excuse between", "D4 EX", "D2 T9", "D2"),
    ];
    for (clause, trick, hand, expected) in rows {
        assert_eq!(legal_in(&deck, &rules, trick, hand), expected, "{clause}");
    }
}

#[test]
fn slovenian_tarok_example_16() {
    let deck = Deck::tarok54();
    let klop = tarok(&deck, 3, true);
    let rows = [
        ("nothing beats the king", "HQ HK", "HJ H4", "H4 HJ"),
        ("must overtake", "HN H4", "HQ HJ", "HQ"),
        ("the trick is trumped", "HN T15", "HQ HJ", "HJ HQ"),
        ("must overtrump", "HN T15", "T1 T9 T18", "T18"),
        ("the pagat is kept", "HN H4", "T1 T9", "T9"),
        ("the pagat alone", "HN H4", "T1 CQ", "T1"),
    ];
    for (clause, trick, hand, expected) in rows {
        assert_eq!(legal_in(&deck, &klop, trick, hand), expected, "{clause}");
    }
    assert_eq!(legal_in(&deck, &klop, "", "T1 HK"), "HK", "the pagat is not led either");
    let positive = tarok(&deck, 3, false);
    assert_eq!(legal_in(&deck, &positive, "HN H4", "HQ HJ"), "HJ HQ", "no duty to overtake");
}

#[test]
fn slovenian_tarok_emperor_forces_the_pagat_only_on_whoever_must_play_a_tarock() {
    let deck = Deck::tarok54();
    let klop = RulesSpec { emperor: Some(emperor(&deck)), ..tarok(&deck, 3, true) };
    assert_eq!(legal_in(&deck, &klop, "T21 T22", "T1 T9 T18"), "T1", "tarock led");
    assert_eq!(legal_in(&deck, &klop, "T21 T22", "T9 T18"), "T9 T18", "he does not hold it");
    assert_eq!(legal_in(&deck, &klop, "T22 T5", "T1 T9"), "T9", "the mond is not there");
    let four = RulesSpec { emperor: Some(emperor(&deck)), ..tarok(&deck, 4, true) };
    assert_eq!(legal_in(&deck, &four, "H4 T21 T22", "T1 T9"), "T1", "void");
    assert_eq!(legal_in(&deck, &four, "H4 T21 T22", "HJ T1"), "HJ", "he can follow suit");
    assert_eq!(legal_in(&deck, &four, "T22 T21 T1", "T9 T18"), "T9 T18", "nothing beats it");
}

#[test]
fn a_colour_valat_asks_for_tarocks_that_do_not_win() {
    let deck = Deck::tarok54();
    let rules = RulesSpec {
        void_lane: Some(4),
        emperor: Some(ultimo_core::rules::Emperor { led: Some(4), ..emperor(&deck) }),
        ..deck.rules(4)
    };
    assert_eq!(legal_in(&deck, &rules, "H4 T21 T22", "T1 T9 C7"), "T1 T9", "no plain suit led");
    assert_eq!(crate::common::winner(&deck, &rules, "H4 T21 T22 T1"), 0);
    assert_eq!(crate::common::winner(&deck, &rules, "T5 T21 T22 T1"), 3);
}

#[test]
fn strohmandli_example_11() {
    let deck = Deck::tarok42();
    let rules =
        RulesSpec { piles: Some(crate::deck::piles(&deck, false)), ..deck.with_trump(2, 'T') };
    let tops = vec![vec![deck.cards("SJ HJ HA")], vec![deck.cards("DQ"), deck.cards("CT")]];
    for (led, expected) in [("DK", "DQ"), ("HQ", "T14"), ("CJ", "CT CN")] {
        let lead = format!("{led} {}", if led == "HQ" { "HN" } else { "HQ" });
        let hands = vec![deck.cards(&lead)[..1].to_vec(), deck.cards("T14 CN")];
        let setup = ultimo_core::play::Setup { hands, piles: tops.clone(), ..Default::default() };
        let mut table = begin(&rules, &setup);
        play(&mut table, &deck, led);
        assert_eq!(legal(&table, &deck), expected, "{led} led");
    }
}

#[test]
fn tarock24_examples_9_and_10() {
    let deck = Deck::german24();
    let rules = deck.with_trump(3, 'H');
    assert_eq!(legal_in(&deck, &rules, "AK", "A9 HA BT"), "A9");
    assert_eq!(legal_in(&deck, &rules, "AK", "HA BT"), "HA");
    assert_eq!(legal_in(&deck, &rules, "AK", "BT L9"), "L9 BT");
    assert_eq!(legal_in(&deck, &rules, "AK AT", "AA AU"), "AU AA");
    let duty = Duty { beat: Beat::Always, void: Void::Overtrump, follow: true };
    let overtake = RulesSpec { duty, ..rules };
    assert_eq!(legal_in(&deck, &overtake, "AK AT", "AA AU"), "AA");
}

#[test]
fn an_illegal_card_names_the_rule_that_it_breaks() {
    let deck = Deck::german24();
    let rules = RulesSpec { duty: STRICT, ..deck.with_trump(3, 'H') };
    let mut table = begin(&rules, &hands(&deck, &["BK AK LK", "HU L9 LU", "BA B9 HA"]));
    play(&mut table, &deck, "BK");
    assert_eq!(breach(&table, &deck, "L9"), "must_trump");
    assert_eq!(breach(&table, &deck, "BA"), "not_in_hand");
    play(&mut table, &deck, "HU");
    assert_eq!(breach(&table, &deck, "HA"), "must_follow_suit");
    assert_eq!(breach(&table, &deck, "BA"), "legal");
    let mut table = begin(&rules, &hands(&deck, &["BK AK LK", "BA B9 LU", "H9 HA L9"]));
    play(&mut table, &deck, "BK");
    assert_eq!(breach(&table, &deck, "B9"), "must_overtake");
    assert_eq!(breach(&table, &deck, "exchange"), "no_such_call");
    let mut table = begin(&rules, &hands(&deck, &["BK AK LK", "HU L9 LU", "H9 HA LA"]));
    play(&mut table, &deck, "BK HU");
    assert_eq!(breach(&table, &deck, "H9"), "must_overtrump");
    let error = table.play(crate::common::named(&deck, "H9")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "seat 2 may not play card 12 in trick 1: the trick must be won with a trump if possible; \
         legal: card 17"
    );
    let klop = tarok(&Deck::tarok54(), 2, true);
    let deck = Deck::tarok54();
    let table = begin(&klop, &hands(&deck, &["T1 T5", "T6 T7"]));
    assert_eq!(breach(&table, &deck, "T1"), "reserved_card");
}
