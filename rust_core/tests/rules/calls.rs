//! Calls during play: marriages, exchange, closing, going out, declarations.

use ultimo_core::payoff::{Axis, Fact, Probe};
use ultimo_core::play::Setup;
use ultimo_core::rules::{
    Close, Declaration, Draw, Drawing, EndRule, Exchange, GoOut, Marriage, MarriageRule, RulesSpec,
};

use crate::common::{Table, begin, breach, calls, hand, hands, legal, play, units};
use crate::deck::{Deck, FOLLOW_ONLY, FREE, STRICT};

/// Twenty cards, hearts trump; lanes A L H B are 0 to 3.
fn snapszer_deck() -> Deck {
    let mut deck = Deck::of("ALHB", "UOKTA");
    deck.values = (0..20).map(|card| [2, 3, 4, 10, 11][card % 5]).collect();
    deck
}

fn marriages(deck: &Deck) -> MarriageRule {
    let pair = |suit: char, units| Marriage {
        cards: [deck.card(&format!("{suit}K")), deck.card(&format!("{suit}O"))],
        units,
    };
    let pairs = vec![pair('A', 20), pair('L', 20), pair('H', 40), pair('B', 20)];
    MarriageRule { pairs, following: false, at_start: false, needs_trick: true, by_side: true }
}

fn reaches(seats: u16, at_least: u16) -> EndRule {
    EndRule::Points { seats, at_least, not_behind: false, on_lead: None, after_card: None }
}

fn two_players(deck: &Deck) -> RulesSpec {
    let exchange = Exchange { card: deck.card("HU"), needs_trick: false, min_stock: 1 };
    let close = Close { min_stock: 4, duty: STRICT, few_below: 33 };
    let drawing = Drawing {
        draw: Draw::EachWinnerFirst,
        duty: Some(FREE),
        exchange: Some(exchange),
        close: Some(close),
    };
    RulesSpec {
        drawing: Some(drawing),
        duty: FOLLOW_ONLY,
        marriages: Some(marriages(deck)),
        ends: vec![reaches(1, 66), reaches(2, 66)],
        ..deck.with_trump(2, 'H')
    }
}

fn fact(table: &Table, fact: Fact) -> u32 {
    let probe = Probe::new(table.rules(), &Axis { fact, classes: None }).unwrap();
    probe.value(table.rules(), table.fixed(), table.state())
}

fn points(table: &Table, seats: u16) -> u16 {
    table.state().units_with_marriages(table.rules(), seats)
}

#[test]
fn snapszer_example_2_pending_marriage() {
    let deck = snapszer_deck();
    let mut table = begin(&two_players(&deck), &hands(&deck, &["HK HO LA", "HA LT AU"]));
    assert_eq!(calls(&table), "marriage:2", "no stock, no exchange");
    play(&mut table, &deck, "marriage:2");
    assert_eq!(legal(&table, &deck), "HO HK", "one of the pair is led");
    assert_eq!(breach(&table, &deck, "LA"), "must_play_announced");
    assert_eq!(breach(&table, &deck, "marriage:2"), "announced_already");
    play(&mut table, &deck, "HK HA");
    assert_eq!((points(&table, 1), points(&table, 2)), (0, 15), "40 pending");
    play(&mut table, &deck, "LT LA");
    assert_eq!((points(&table, 1), points(&table, 2)), (61, 15), "21 + 40");
    assert!(!table.is_over());
    play(&mut table, &deck, "HO AU");
    assert_eq!(points(&table, 1), 66);
    assert_eq!(fact(&table, Fact::EndedBy), 1);
}

#[test]
fn of_two_ends_that_wait_for_a_card_the_first_that_held_is_recorded() {
    let deck = Deck::german24();
    let waits = |seats, at_least| EndRule::Points {
        seats,
        at_least,
        not_behind: false,
        on_lead: None,
        after_card: Some(deck.card("H9")),
    };
    let ends = vec![waits(1, 14), waits(2, 11)];
    let rules = RulesSpec { ends, ..deck.rules(2) };
    let setup = hands(&deck, &["AK LA H9 BU", "AA LO HA BK"]);
    let mut table = begin(&rules, &setup);
    play(&mut table, &deck, "AK AA");
    assert!(!table.is_over(), "seat 1 has 15, and waits");
    play(&mut table, &deck, "LO LA");
    assert!(!table.is_over(), "seat 0 has 14, and waits too");
    play(&mut table, &deck, "H9");
    assert!(!table.is_over(), "the trick is finished");
    play(&mut table, &deck, "HA");
    assert_eq!(fact(&table, Fact::EndedBy), 2, "seat 1 had its points first");
    // In an ending without the card it was played before.
    let mut table = begin(&rules, &hands(&deck, &["AK LA", "AA LO"]));
    play(&mut table, &deck, "AK AA");
    assert_eq!(fact(&table, Fact::EndedBy), 2);
}

#[test]
fn an_exchange_takes_only_a_card_of_the_same_suit() {
    let deck = snapszer_deck();
    let setup = hands(&deck, &["HU LA", "LT BT"]);
    let table =
        begin(&two_players(&deck), &Setup { stock: deck.cards("AU HT AO AK"), ..setup.clone() });
    assert_eq!(calls(&table), "close");
    let table = begin(&two_players(&deck), &Setup { stock: deck.cards("AU AO AK HT"), ..setup });
    assert_eq!(calls(&table), "exchange close");
}

#[test]
fn snapszer_example_4_a_marriage_without_a_trick_counts_nothing() {
    let deck = snapszer_deck();
    let mut table = begin(&two_players(&deck), &hands(&deck, &["HK HO", "HA HT"]));
    play(&mut table, &deck, "marriage:2 HK HA HT HO");
    assert!(table.is_over());
    assert_eq!((points(&table, 1), units(&table)[0]), (0, 0));
}

#[test]
fn snapszer_example_1_the_deal_ends_at_the_announcement() {
    let deck = snapszer_deck();
    let setup = hands(&deck, &["HA HT LA AK AO", "HO HK LT BT BA"]);
    let mut table = begin(&two_players(&deck), &setup);
    play(&mut table, &deck, "HA HO HT HK LA LT");
    assert_eq!(points(&table, 1), 14 + 14 + 21);
    play(&mut table, &deck, "marriage:0");
    assert!(table.is_over(), "49 + 20 = 69");
    assert_eq!(table.legal_moves(), []);
    assert_eq!(fact(&table, Fact::EndedBy), 1);
    assert_eq!(table.undo().map(|what| what.to_string()).as_deref(), Some("marriage:0"));
    assert!(!table.is_over());
}

#[test]
fn snapszer_example_5_exchange() {
    let deck = snapszer_deck();
    let setup = hands(&deck, &["HU LA", "LT BT"]);
    let setup = Setup { stock: deck.cards("AU AO AK HT"), ..setup };
    let mut table = begin(&two_players(&deck), &setup);
    assert_eq!(calls(&table), "exchange close");
    play(&mut table, &deck, "exchange");
    assert_eq!(hand(&table, &deck, 0), "LA HT");
    let stock: Vec<u8> = (table.state().stock(table.fixed()))
        .map(|place| table.rules().card(place).number())
        .collect();
    assert_eq!(stock, deck.cards("AU AO AK HU"), "the under lies last");
    assert_eq!(breach(&table, &deck, "exchange"), "no_exchange", "he does not hold it any more");
    play(&mut table, &deck, "LA");
    assert_eq!(breach(&table, &deck, "exchange"), "not_on_lead");
    assert_eq!(legal(&table, &deck), "LT BT", "while the stock lasts any card");
    play(&mut table, &deck, "LT HT BT");
    assert_eq!(hand(&table, &deck, 1), "AO HU", "the loser draws the card exchanged");
    assert_eq!(breach(&table, &deck, "exchange"), "no_exchange", "the stock is gone");
}

#[test]
fn snapszer_exchange_options() {
    let deck = snapszer_deck();
    let mut rules = two_players(&deck);
    let setup = hands(&deck, &["LA LK", "HU LU"]);
    let setup = Setup { stock: deck.cards("AU AO AK HT"), ..setup };
    let exchange = Exchange { card: deck.card("HU"), needs_trick: true, min_stock: 3 };
    rules.drawing.as_mut().unwrap().exchange = Some(exchange);
    let table = begin(&rules, &Setup { leader: 1, ..setup.clone() });
    assert_eq!(calls(&table), "close", "only after having won a trick");
    let mut table = begin(&rules, &setup);
    play(&mut table, &deck, "LK HU");
    assert_eq!(calls(&table), "", "the stock has only two cards left");
}

#[test]
fn snapszer_closing() {
    let deck = snapszer_deck();
    let setup = hands(&deck, &["HU LA LK", "LU BT HA"]);
    let setup = Setup { stock: deck.cards("AU AO AK HT"), ..setup };
    let mut table = begin(&two_players(&deck), &setup);
    play(&mut table, &deck, "close");
    assert_eq!(fact(&table, Fact::Closed), 1, "seat 0 closed, the other has no trick");
    assert_eq!(breach(&table, &deck, "close"), "no_close");
    assert_eq!(breach(&table, &deck, "exchange"), "no_exchange");
    play(&mut table, &deck, "LA");
    assert_eq!(legal(&table, &deck), "LU", "follow suit from now on");
    play(&mut table, &deck, "LU");
    assert_eq!(hand(&table, &deck, 0), "LK HU", "no more drawing");
    play(&mut table, &deck, "LK");
    assert_eq!(legal(&table, &deck), "HA", "void must trump");
    play(&mut table, &deck, "HA BT HU");
    assert!(table.is_over());
}

#[test]
fn snapszer_closing_records_what_the_other_side_had() {
    let deck = snapszer_deck();
    let mut rules = two_players(&deck);
    let close = Close { min_stock: 2, duty: STRICT, few_below: 33 };
    rules.drawing.as_mut().unwrap().close = Some(close);
    let rows = [
        (1 + 3 + 1, "LK LA", "LU HU", "AU AO AK HT BU BO", "LK LU AU AO close"),
        (1 + 3 + 2, "LA HA AU", "LT HT AA", "LK LO LU HU HO HK BA BT", "LA LT HA HT AU AA close"),
    ];
    for (expected, one, other, stock, moves) in rows {
        let setup = Setup { stock: deck.cards(stock), ..hands(&deck, &[one, other]) };
        let mut table = begin(&rules, &setup);
        play(&mut table, &deck, moves);
        assert_eq!(fact(&table, Fact::Closed), expected, "closed by seat 1");
    }
}

#[test]
fn a_partner_is_none_of_the_others_when_the_stock_is_closed() {
    let deck = snapszer_deck();
    let mut rules = RulesSpec { seats: 3, sides: vec![0, 1, 0], ..two_players(&deck) };
    let close = Close { min_stock: 3, duty: STRICT, few_below: 33 };
    rules.drawing.as_mut().unwrap().close = Some(close);
    let setup = hands(&deck, &["LA AU", "LO AO", "LU AA"]);
    let stock = deck.cards("HO HK BU BO BK BT HU HT HA");
    let mut table = begin(&rules, &Setup { stock, ..setup });
    play(&mut table, &deck, "LA LO LU AU AO AA close");
    assert_eq!(fact(&table, Fact::Closed), 1 + 2 * 3, "the side's own trick is not the others'");
}

#[test]
fn snapszer_example_12_going_out() {
    let deck = Deck::german24();
    let go_out = Some(GoOut { seat: 0, units: 33 });
    let rules = RulesSpec {
        go_out,
        duty: STRICT,
        marriages: Some(marriages(&deck)),
        sides: vec![0, 1, 1],
        ..deck.with_trump(3, 'H')
    };
    let setup = hands(&deck, &["LA AK AO", "LT A9 HU", "LK AU BT"]);
    let mut table = begin(&rules, &setup);
    assert_eq!(breach(&table, &deck, "go_out"), "no_go_out");
    play(&mut table, &deck, "LA LT LK");
    assert_eq!(breach(&table, &deck, "go_out"), "no_go_out", "25 points");
    play(&mut table, &deck, "marriage:0");
    assert_eq!(calls(&table), "go_out", "right after an announcement that counts: 45");
    assert_eq!(legal(&table, &deck), "AO AK");
    let mut declined = table.clone();
    play(&mut table, &deck, "go_out");
    assert!(table.is_over());
    assert_eq!(fact(&table, Fact::WentOut), 1);
    play(&mut declined, &deck, "AO");
    assert_eq!(calls(&declined), "", "before the next player plays");
    assert_eq!(breach(&declined, &deck, "go_out"), "not_on_lead");
}

#[test]
fn snapszer_a_pending_marriage_is_no_reason_to_go_out() {
    let deck = Deck::german24();
    let rules = RulesSpec {
        go_out: Some(GoOut { seat: 0, units: 33 }),
        marriages: Some(marriages(&deck)),
        sides: vec![0, 1, 1],
        ..deck.with_trump(3, 'H')
    };
    let mut table = begin(&rules, &hands(&deck, &["HK HO", "HT A9", "HA AU"]));
    play(&mut table, &deck, "marriage:2");
    assert_eq!(calls(&table), "", "forty, but no trick yet");
}

#[test]
fn snapszer_marriages_when_following_and_by_the_announcers_trick() {
    let deck = Deck::german24();
    let rule = MarriageRule { following: true, by_side: false, ..marriages(&deck) };
    let rules = RulesSpec {
        marriages: Some(rule),
        duty: STRICT,
        sides: vec![0, 1, 0],
        ..deck.with_trump(3, 'H')
    };
    let mut table = begin(&rules, &hands(&deck, &["AA L9", "HA HU", "AK AO"]));
    play(&mut table, &deck, "AA HU");
    assert_eq!(calls(&table), "marriage:0");
    play(&mut table, &deck, "marriage:0 AO");
    assert_eq!(points(&table, 0b101), 0, "announced by seat 2, which has no trick");
    let on_lead = RulesSpec { marriages: Some(marriages(&deck)), ..rules };
    let mut table = begin(&on_lead, &hands(&deck, &["AA L9", "HA HU", "AK AO"]));
    play(&mut table, &deck, "AA HU");
    assert_eq!(breach(&table, &deck, "marriage:0"), "not_on_lead");
}

#[test]
fn ulti_marriages_count_as_they_are_held_when_play_begins() {
    let deck = Deck::german24();
    let held = |needs_trick, by_side| {
        let rule = MarriageRule { at_start: true, needs_trick, by_side, ..marriages(&deck) };
        let rules = RulesSpec {
            marriages: Some(rule),
            duty: STRICT,
            sides: vec![1, 0, 0],
            ..deck.with_trump(3, 'H')
        };
        begin(&rules, &hands(&deck, &["HK HO AA", "AK AO A9", "LK BO AT"]))
    };
    let mut table = held(false, false);
    assert_eq!((points(&table, 0b001), points(&table, 0b110)), (40, 20), "no trick is needed");
    assert_eq!(calls(&table), "");
    assert_eq!(breach(&table, &deck, "marriage:2"), "no_such_call");
    play(&mut table, &deck, "HK AO LK AA A9 AT");
    assert_eq!(points(&table, 0b001), 40 + 4 + 3 + 4 + 11 + 10, "played pairs count all the same");
    assert_eq!(points(&table, 0b110), 20);
    let mut table = held(true, true);
    assert_eq!((points(&table, 0b001), points(&table, 0b110)), (0, 0));
    play(&mut table, &deck, "AA A9 AT");
    assert_eq!((points(&table, 0b001), points(&table, 0b110)), (61, 0));
    let mut table = held(true, false);
    play(&mut table, &deck, "AA A9 AT HK AK LK");
    assert_eq!(points(&table, 0b110), 0);
}

fn strohmandli(deck: &Deck) -> RulesSpec {
    let figure = |cards: &str, needed, barred_by: &[u8]| Declaration {
        cards: deck.cards(cards),
        needed,
        barred_by: barred_by.to_vec(),
    };
    let declarations = vec![
        figure("T1 T21 T22", 2, &[]),
        figure("T1 T21 T22", 3, &[]),
        figure("CK DK HK SK", 4, &[]),
    ];
    RulesSpec { declarations, ..deck.with_trump(2, 'T') }
}

#[test]
fn strohmandli_example_3_tuletroa_then_head() {
    let deck = Deck::tarok42();
    let setup = hands(&deck, &["T1 T21 T22 CJ", "T2 T3 T4 CT"]);
    let mut table = begin(&strohmandli(&deck), &setup);
    assert_eq!(calls(&table), "declare:0 declare:1");
    play(&mut table, &deck, "declare:1");
    assert_eq!(legal(&table, &deck), "T1 T21 T22", "one of its cards is led");
    assert_eq!(breach(&table, &deck, "declare:0"), "announced_already");
    play(&mut table, &deck, "T22 T2");
    assert_eq!(calls(&table), "declare:0", "with the two honours left");
    play(&mut table, &deck, "declare:0 T21 T3");
    assert_eq!(calls(&table), "", "each once");
    assert_eq!(fact(&table, Fact::Declared { seat: 0 }), 0b011);
    assert_eq!(fact(&table, Fact::Declared { seat: 1 }), 0);
}

#[test]
fn strohmandli_no_head_after_tuletroa_where_it_is_barred() {
    let deck = Deck::tarok42();
    let mut rules = strohmandli(&deck);
    rules.declarations[0].barred_by = vec![1];
    let setup = hands(&deck, &["T1 T21 T22 CJ", "T2 T3 T4 CT"]);
    let mut table = begin(&rules, &setup);
    play(&mut table, &deck, "declare:1 T22 T2");
    assert_eq!(breach(&table, &deck, "declare:0"), "no_declaration");
}

#[test]
fn strohmandli_example_12_a_declaration_is_lost_when_a_card_goes() {
    let deck = Deck::tarok42();
    let setup = hands(&deck, &["T20 CJ", "T21 T22"]);
    let mut table = begin(&strohmandli(&deck), &setup);
    play(&mut table, &deck, "T20");
    assert_eq!(breach(&table, &deck, "declare:0"), "not_on_lead");
    play(&mut table, &deck, "T21");
    assert_eq!(breach(&table, &deck, "declare:0"), "no_declaration");
}
