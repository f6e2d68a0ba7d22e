//! The games that are measured.

use crate::deck::{Deck, FOLLOW_ONLY, STRICT, tarok, tarot};
use ultimo_core::rules::{Reserved, RulesSpec};

/// A game, the size of its hands, and the card points of all.
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) codes: Vec<String>,
    pub(crate) spec: RulesSpec,
    pub(crate) hand: usize,
    pub(crate) most: u16,
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
    vec![
        Game { name: "ulti", codes: ulti.codes.clone(), spec: parti, hand: 10, most: 9 },
        Game {
            name: "betli",
            codes: tens.codes.clone(),
            spec: RulesSpec { duty: STRICT, ..tens.rules(3) },
            hand: 10,
            most: 0,
        },
        Game {
            name: "pref",
            codes: tens.codes.clone(),
            spec: tens.with_trump(3, 'B'),
            hand: 10,
            most: 0,
        },
        Game {
            name: "tarok4",
            codes: tarok54.codes.clone(),
            spec: watching(tarok(&tarok54, 4, false)),
            hand: 12,
            most: 70,
        },
        Game {
            name: "tarok3",
            codes: tarok54.codes.clone(),
            spec: watching(tarok(&tarok54, 3, false)),
            hand: 16,
            most: 70,
        },
        Game { name: "klop", codes: tarok54.codes.clone(), spec: klop, hand: 8, most: 70 },
        Game { name: "tarot", codes: long.codes.clone(), spec: tarot(&long), hand: 12, most: 182 },
        Game {
            name: "whist",
            codes: whist.codes.clone(),
            spec: whist.with_trump(4, 'S'),
            hand: 13,
            most: 0,
        },
        Game {
            name: "whist_free",
            codes: whist.codes.clone(),
            spec: RulesSpec { duty: FOLLOW_ONLY, ..whist.with_trump(4, 'S') },
            hand: 13,
            most: 0,
        },
        Game {
            name: "whist_nt",
            codes: whist.codes.clone(),
            spec: RulesSpec { duty: FOLLOW_ONLY, ..whist.rules(4) },
            hand: 13,
            most: 0,
        },
    ]
}
