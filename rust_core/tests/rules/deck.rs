//! Decks with the codes of their cards, and plain rules to start from.

use ultimo_core::rules::{
    Beat, Duty, Emperor, Excuse, PileRule, Reserved, RulesSpec, Scheme, Trump, Void,
};

/// Follow suit, else anything.
pub(crate) const FOLLOW_ONLY: Duty = Duty { follow: true, beat: Beat::Never, void: Void::Free };
/// Follow suit and beat, else trump and beat.
pub(crate) const STRICT: Duty = Duty { follow: true, beat: Beat::Always, void: Void::Overtrump };
/// Anything goes.
pub(crate) const FREE: Duty = Duty { follow: false, beat: Beat::Never, void: Void::Free };

/// A deck: its codes in order, and its suits from low to high.
#[derive(Debug, Clone)]
pub(crate) struct Deck {
    pub(crate) codes: Vec<String>,
    pub(crate) lanes: Vec<Vec<u8>>,
    pub(crate) values: Vec<u16>,
}

impl Deck {
    /// Suits of equal ranks, low to high, one letter each.
    pub(crate) fn of(suits: &str, ranks: &str) -> Self {
        let mut deck = Self { codes: vec![], lanes: vec![], values: vec![] };
        for suit in suits.chars() {
            let codes: Vec<String> = ranks.chars().map(|rank| format!("{suit}{rank}")).collect();
            deck.add_lane(&codes, |_| 0);
        }
        deck
    }

    pub(crate) fn french52() -> Self {
        Self::of("CDHS", "23456789TJQKA")
    }

    /// 24 German cards with their points, the ten under the ace.
    pub(crate) fn german24() -> Self {
        Self::german("9UOKTA")
    }

    /// German cards of some ranks, low to high, with their points.
    pub(crate) fn german(ranks: &str) -> Self {
        let mut deck = Self { codes: vec![], lanes: vec![], values: vec![] };
        for suit in "ALHB".chars() {
            let codes: Vec<String> = ranks.chars().map(|rank| format!("{suit}{rank}")).collect();
            deck.add_lane(&codes, |code| match &code[1..] {
                "A" => 11,
                "T" => 10,
                "K" => 4,
                "O" => 3,
                "U" => 2,
                _ => 0,
            });
        }
        deck
    }

    /// 54 tarok cards; values in thirds: three times the nominal value, less two.
    pub(crate) fn tarok54() -> Self {
        Self::tarok("TJNQK", "789TJNQK", "432AJNQK", |nominal| 3 * nominal - 2)
    }

    /// 42 tarok cards with nominal values.
    pub(crate) fn tarok42() -> Self {
        Self::tarok("TJNQK", "TJNQK", "AJNQK", |nominal| nominal)
    }

    fn tarok(_: &str, black: &str, red: &str, units: impl Fn(u16) -> u16) -> Self {
        let mut deck = Self { codes: vec![], lanes: vec![], values: vec![] };
        for (suit, ranks) in [("C", black), ("D", red), ("H", red), ("S", black)] {
            let codes: Vec<String> = ranks.chars().map(|rank| format!("{suit}{rank}")).collect();
            deck.add_lane(&codes, |code| {
                units(match &code[1..] {
                    "K" => 5,
                    "Q" => 4,
                    "N" => 3,
                    "J" => 2,
                    _ => 1,
                })
            });
        }
        let tarocks: Vec<String> = (1..=22).map(|number| format!("T{number}")).collect();
        deck.add_lane(&tarocks, |code| {
            units(if ["T1", "T21", "T22"].contains(&code) { 5 } else { 1 })
        });
        deck
    }

    /// 78 tarot cards in half points, the excuse last and in no lane.
    pub(crate) fn tarot78() -> Self {
        let mut deck = Self { codes: vec![], lanes: vec![], values: vec![] };
        for suit in "CDHS".chars() {
            let ranks = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"];
            let codes: Vec<String> = ranks.iter().map(|rank| format!("{suit}{rank}")).collect();
            deck.add_lane(&codes, |code| match &code[1..] {
                "K" => 9,
                "Q" => 7,
                "N" => 5,
                "J" => 3,
                _ => 1,
            });
        }
        let trumps: Vec<String> = (1..=21).map(|number| format!("T{number}")).collect();
        deck.add_lane(&trumps, |code| if ["T1", "T21"].contains(&code) { 9 } else { 1 });
        deck.codes.push("EX".to_owned());
        deck.values.push(9);
        deck
    }

    fn add_lane(&mut self, codes: &[String], units: impl Fn(&str) -> u16) {
        let mut lane = vec![];
        for code in codes {
            lane.push(u8::try_from(self.codes.len()).unwrap());
            self.codes.push(code.clone());
            self.values.push(units(code));
        }
        self.lanes.push(lane);
    }

    pub(crate) fn card(&self, code: &str) -> u8 {
        let at = self.codes.iter().position(|known| known == code);
        u8::try_from(at.unwrap_or_else(|| panic!("no card {code}"))).unwrap()
    }

    /// The cards of codes with spaces between them.
    pub(crate) fn cards(&self, codes: &str) -> Vec<u8> {
        codes.split_whitespace().map(|code| self.card(code)).collect()
    }

    /// The codes of cards with spaces between them, in deck order.
    pub(crate) fn names(&self, cards: &[u8]) -> String {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        let names: Vec<&str> =
            cards.iter().map(|&card| self.codes[usize::from(card)].as_str()).collect();
        names.join(" ")
    }

    /// Every seat for itself, no trumps; follow suit, else trump, else anything.
    pub(crate) fn rules(&self, seats: u8) -> RulesSpec {
        RulesSpec {
            deck_size: u8::try_from(self.codes.len()).unwrap(),
            values: self.values.clone(),
            ..RulesSpec::plain(seats, self.lanes.clone())
        }
    }

    /// Rules with the lane of this letter as trump.
    pub(crate) fn with_trump(&self, seats: u8, suit: char) -> RulesSpec {
        let lane =
            self.lanes.iter().position(|lane| self.codes[usize::from(lane[0])].starts_with(suit));
        RulesSpec { trump: Trump::Lane(u8::try_from(lane.unwrap()).unwrap()), ..self.rules(seats) }
    }
}

/// Slovenian tarok; `negative` adds the duty to beat and keeps the pagat.
pub(crate) fn tarok(deck: &Deck, seats: u8, negative: bool) -> RulesSpec {
    let rules = RulesSpec { scheme: Scheme::Thirds, ..deck.with_trump(seats, 'T') };
    if !negative {
        return rules;
    }
    let reserved = Reserved { seats: (1 << seats) - 1, cards: deck.cards("T1") };
    RulesSpec { duty: STRICT, reserved: vec![reserved], ..rules }
}

/// The emperor's trick, whatever was led.
pub(crate) fn emperor(deck: &Deck) -> Emperor {
    Emperor { cards: deck.cards("T1 T21 T22"), winner: deck.card("T1"), forced: true, led: None }
}

/// French tarot for four: seat 0 against the others.
pub(crate) fn tarot(deck: &Deck) -> RulesSpec {
    RulesSpec {
        scheme: Scheme::Halves,
        excuse: Some(Excuse { card: deck.card("EX"), owed: 1 }),
        duty: Duty { follow: true, beat: Beat::Trumps, void: Void::Overtrump },
        sides: vec![0, 1, 1, 1],
        ..deck.with_trump(4, 'T')
    }
}

/// Two-player tarok and strohmandli: tarocks and kings turned up are taken.
pub(crate) fn piles(deck: &Deck, lead_from_hand: bool) -> PileRule {
    let tarocks = (1..=22).map(|number| format!("T{number}"));
    let takes = tarocks.chain("CDHS".chars().map(|suit| format!("{suit}K")));
    PileRule {
        takes: takes.map(|code| deck.card(&code)).collect(),
        takes_in_play: true,
        lead_from_hand,
        at_once: true,
    }
}
