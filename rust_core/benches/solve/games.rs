//! The games that are measured.

use crate::deck::{Deck, FOLLOW_ONLY, FREE, STRICT, tarok, tarot};
use ultimo_core::rules::{
    Draw, Drawing, EndRule, Exchange, Marriage, MarriageRule, Reserved, RulesSpec,
};

/// A game, the size of its hands and of its stock, and the card points of all.
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) codes: Vec<String>,
    pub(crate) spec: RulesSpec,
    pub(crate) hand: usize,
    pub(crate) stock: usize,
    pub(crate) most: u16,
}

/// Snapszer for two: stock, exchange, marriages, and 66 points end the deal.
fn snapszer(deck: &Deck) -> RulesSpec {
    let pair = |suit: char| Marriage {
        cards: [deck.card(&format!("{suit}K")), deck.card(&format!("{suit}O"))],
        units: if suit == 'B' { 40 } else { 20 },
    };
    let reached = |seats| EndRule::Points {
        seats,
        at_least: 66,
        not_behind: false,
        on_lead: None,
        after_card: None,
    };
    RulesSpec {
        duty: FOLLOW_ONLY,
        drawing: Some(Drawing {
            draw: Draw::EachWinnerFirst,
            duty: Some(FREE),
            exchange: Some(Exchange { card: deck.card("BU"), needs_trick: false, min_stock: 1 }),
            close: None,
        }),
        marriages: Some(MarriageRule {
            pairs: "ALHB".chars().map(pair).collect(),
            following: false,
            at_start: false,
            needs_trick: true,
            by_side: true,
        }),
        ends: vec![reached(1), reached(2)],
        ..deck.with_trump(2, 'B')
    }
}

pub(crate) fn games() -> Vec<Game> {
    let tarok54 = Deck::tarok54();
    let watching = |spec: RulesSpec| RulesSpec { watched: tarok54.cards("T1"), ..spec };
    let ulti = Deck::of("ALHB", "789UOKTA");
    let mut parti = RulesSpec { duty: STRICT, last_trick_units: 1, ..ulti.with_trump(3, 'B') };
    for lane in 0..4 {
        (parti.values[8 * lane + 6], parti.values[8 * lane + 7]) = (1, 1);
    }
    parti.watched = ulti.cards("B7");
    let tens = Deck::of("ALHB", "789TUOKA");
    let klop = RulesSpec {
        reserved: vec![Reserved { seats: 0b1111, cards: tarok54.cards("T1") }],
        ..tarok(&tarok54, 4, true)
    };
    let whist = Deck::french52();
    let long = Deck::tarot78();
    let short = Deck::german("UOKTA");
    vec![
        Game {
            name: "snapszer",
            codes: short.codes.clone(),
            spec: snapszer(&short),
            hand: 5,
            stock: 10,
            most: 0,
        },
        Game { name: "ulti", codes: ulti.codes.clone(), spec: parti, hand: 10, stock: 0, most: 9 },
        Game {
            name: "betli",
            codes: tens.codes.clone(),
            spec: RulesSpec { duty: STRICT, ..tens.rules(3) },
            hand: 10,
            stock: 0,
            most: 0,
        },
        Game {
            name: "pref",
            codes: tens.codes.clone(),
            spec: tens.with_trump(3, 'B'),
            hand: 10,
            stock: 0,
            most: 0,
        },
        Game {
            name: "tarok4",
            codes: tarok54.codes.clone(),
            spec: watching(tarok(&tarok54, 4, false)),
            hand: 12,
            stock: 0,
            most: 70,
        },
        Game {
            name: "tarok3",
            codes: tarok54.codes.clone(),
            spec: watching(tarok(&tarok54, 3, false)),
            hand: 16,
            stock: 0,
            most: 70,
        },
        Game {
            name: "klop",
            codes: tarok54.codes.clone(),
            spec: klop,
            hand: 8,
            stock: 0,
            most: 70,
        },
        Game {
            name: "tarot",
            codes: long.codes.clone(),
            spec: tarot(&long),
            hand: 12,
            stock: 0,
            most: 182,
        },
        Game {
            name: "whist",
            codes: whist.codes.clone(),
            spec: whist.with_trump(4, 'S'),
            hand: 13,
            stock: 0,
            most: 0,
        },
        Game {
            name: "whist_free",
            codes: whist.codes.clone(),
            spec: RulesSpec { duty: FOLLOW_ONLY, ..whist.with_trump(4, 'S') },
            hand: 13,
            stock: 0,
            most: 0,
        },
        Game {
            name: "whist_nt",
            codes: whist.codes.clone(),
            spec: RulesSpec { duty: FOLLOW_ONLY, ..whist.rules(4) },
            hand: 13,
            stock: 0,
            most: 0,
        },
    ]
}
