//! What a variant asks of the core, as plain data: nothing here is checked, see [`compile`].
//!
//! Cards are deck indices, seats are numbers in order of play, and sets of seats are bit masks
//! with seat `s` at bit `s`. A lane is a suit: its cards from low to high in the rank order of the
//! contract, so that every question of rank is a question of place.
//!
//! [`compile`]: crate::rules::PlayRules::compile

/// The trump suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trump {
    /// No suit is trump.
    None,
    /// The lane with this number is trump.
    Lane(u8),
    /// The lane of the first card led in the deal becomes trump (Napoleon).
    FirstLead,
}

/// How card points are counted officially from exact units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// A unit is a point.
    Ones,
    /// A unit is half a point; official counts stay in halves.
    Halves,
    /// A unit is a third of a point; official counts are rounded to the nearest point
    /// (one third down, two thirds up), which is the threes-minus-two rule for any pile.
    Thirds,
}

/// When a player who follows suit must beat the card that is winning the trick, if he can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Beat {
    /// Never.
    Never,
    /// Only when the suit led is the suit that void players must play (French tarot).
    Trumps,
    /// In every suit.
    Always,
}

/// What a player who is void in the suit led must do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Void {
    /// Play anything.
    Free,
    /// Play a trump if he has one.
    Trump,
    /// Play a trump if he has one, and one that beats the winning card if he can.
    Overtrump,
    /// Play a trump that beats the winning card if he can, else anything.
    OvertrumpOrFree,
}

/// The obligations of a player who does not lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Duty {
    /// The suit led must be followed. Without it any card may be played and nothing below counts.
    pub follow: bool,
    /// Beating while following suit.
    pub beat: Beat,
    /// Duty of a player who is void in the suit led.
    pub void: Void,
}

/// The excuse: may be played at any time, never follows, never sets the suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excuse {
    /// The card; it stands in no lane.
    pub card: u8,
    /// Units that its owner's side owes the other side for keeping it.
    pub owed: u16,
}

/// Cards that some seats may play only when they have no other legal card.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reserved {
    /// Seats that are bound.
    pub seats: u16,
    /// The cards.
    pub cards: Vec<u8>,
}

/// The emperor's trick: when all `cards` lie in one trick, `winner` wins it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Emperor {
    /// All cards of the set, the winner among them.
    pub cards: Vec<u8>,
    /// The card that then wins.
    pub winner: u8,
    /// A player who must play a trump to a trick holding the other cards must play the winner.
    pub forced: bool,
    /// The lane that must have been led for the exception to hold; any lane if `None`.
    pub led: Option<u8>,
}

/// Where the cards of the stock go after a trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Draw {
    /// Every seat draws one card into its hand, the winner of the trick first.
    EachWinnerFirst,
    /// The winner of the trick lays the next card on his won cards.
    ToWinnersPile,
}

/// Exchanging a card of the hand with the last card of the stock, if that is of the same lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The card given for the last card of the stock.
    pub card: u8,
    /// Only a seat that has won a trick may exchange.
    pub needs_trick: bool,
    /// The least number of cards in the stock.
    pub min_stock: u8,
}

/// Closing the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Close {
    /// The least number of cards in the stock.
    pub min_stock: u8,
    /// The duty from then on.
    pub duty: Duty,
    /// Units that separate "few" from "enough" in what is recorded of the other side.
    pub few_below: u16,
}

/// The stock and what may be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// Where its cards go.
    pub draw: Draw,
    /// The duty while the stock has cards; `None`: as [`RulesSpec::duty`].
    pub duty: Option<Duty>,
    /// Exchanging with the last card, on lead.
    pub exchange: Option<Exchange>,
    /// Closing, on lead.
    pub close: Option<Close>,
}

/// Piles on the table in front of each seat, only their top card face up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PileRule {
    /// Cards that go into the hand when they are turned up, after which the next one is turned.
    pub takes: Vec<u8>,
    /// Cards turned up during play are taken too; otherwise only those turned before play.
    pub takes_in_play: bool,
    /// A pile card may be led only when the hand is empty.
    pub lead_from_hand: bool,
    /// The next card is turned as soon as a pile card is played; otherwise after the trick.
    pub at_once: bool,
}

/// A pair of cards that may be announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Marriage {
    /// The two cards, both in hand; one of them is then played.
    pub cards: [u8; 2],
    /// What it is worth, in units.
    pub units: u16,
}

/// Marriages: announced during play by a move that is named by the lane of the pair, or counted
/// from the hands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct MarriageRule {
    /// At most one pair a lane.
    pub pairs: Vec<Marriage>,
    /// Pairs may be announced when following too, not only on lead.
    pub following: bool,
    /// Every pair held when play begins counts, and there is nothing to announce.
    pub at_start: bool,
    /// It counts only with a trick; otherwise always.
    pub needs_trick: bool,
    /// A trick of its owner's side makes it count; otherwise only his own.
    pub by_side: bool,
}

impl MarriageRule {
    /// Whether marriages are announced, which is a move.
    #[must_use]
    pub fn is_announced(&self) -> bool {
        !self.at_start
    }
}

/// A figure declared on lead; one of its cards is then led.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// The cards of the figure.
    pub cards: Vec<u8>,
    /// How many of them must be in hand.
    pub needed: u8,
    /// Declarations (indices) after which this one may no longer be made.
    pub barred_by: Vec<u8>,
}

/// Going out: the seat ends the deal on lead, or right after its own announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GoOut {
    /// Who may.
    pub seat: u8,
    /// The least units (tricks and valid marriages of its side).
    pub units: u16,
}

/// Cards laid aside that go to the winner when a seat wins a trick with a certain card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prize {
    /// The card whose player must win the trick with it.
    pub card: u8,
    /// Who can win the prize.
    pub seats: u16,
}

/// What ends a deal before all cards are played. The first that holds is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndRule {
    /// After a trick: the seats together have so many tricks.
    Tricks {
        /// The seats counted together.
        seats: u16,
        /// Least number of tricks.
        at_least: u8,
    },
    /// After a trick or an announcement: the seats together have so many units, counting cards
    /// in tricks and valid marriages.
    Points {
        /// The seats counted together.
        seats: u16,
        /// Least number of units.
        at_least: u16,
        /// And the other seats together have no more than they.
        not_behind: bool,
        /// And this seat is on lead, or has just announced.
        on_lead: Option<u8>,
        /// And this card has been played, or was not dealt: the first rule that held but for its
        /// card ends the deal then.
        after_card: Option<u8>,
    },
}

/// A variant under one contract: who plays with whom, what is legal, who wins, what counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RulesSpec {
    /// Number of seats, 1 to 10.
    pub seats: u8,
    /// Number of cards in the deck, 1 to 128.
    pub deck_size: u8,
    /// The suits: every card but the excuse stands in one of them once, low to high. At most 8.
    pub lanes: Vec<Vec<u8>>,
    /// The trump suit.
    pub trump: Trump,
    /// The lane a void player must play under [`Duty::void`], where it is not the trump lane
    /// (a colour valat, where tarocks must still be played but do not win).
    pub void_lane: Option<u8>,
    /// The excuse.
    pub excuse: Option<Excuse>,
    /// Card points by card, in units.
    pub values: Vec<u16>,
    /// How units are counted officially.
    pub scheme: Scheme,
    /// Units for the winner of the last trick.
    pub last_trick_units: u16,
    /// The side of each seat: equal numbers win together.
    pub sides: Vec<u8>,
    /// The obligations in play.
    pub duty: Duty,
    /// Cards played last.
    pub reserved: Vec<Reserved>,
    /// The emperor's trick.
    pub emperor: Option<Emperor>,
    /// The stock.
    pub drawing: Option<Drawing>,
    /// The piles.
    pub piles: Option<PileRule>,
    /// The marriages that may be announced.
    pub marriages: Option<MarriageRule>,
    /// Figures that may be declared on lead; at most 4.
    pub declarations: Vec<Declaration>,
    /// Going out.
    pub go_out: Option<GoOut>,
    /// Seats that may pass their turn in a trick while they hold a card (knockout whist's dogs);
    /// they are dealt one card at most.
    pub knockers: u16,
    /// Seats that sit out: they hold no card, and the others share the deck.
    pub idle: u16,
    /// The prize.
    pub prize: Option<Prize>,
    /// Cards whose fate is recorded: who played them in which trick and who won it. At most 4.
    pub watched: Vec<u8>,
    /// Tricks from this one on (0 is the first) are counted apart too, as late tricks.
    pub late_from: u8,
    /// What ends a deal early, in order.
    pub ends: Vec<EndRule>,
}

impl RulesSpec {
    /// Number of seats that do not sit out.
    #[must_use]
    pub fn playing_seats(&self) -> u8 {
        (0..self.seats.min(16)).filter(|&seat| self.idle >> seat & 1 == 0).map(|_| 1).sum()
    }

    /// The plainest rules for a deck that consists of these suits, each from low to high: everybody
    /// plays for himself, no suit is trump, suit must be followed, no card counts anything.
    ///
    /// # Examples
    /// ```
    /// use ultimo_core::rules::{PlayRules, RulesSpec, Trump};
    ///
    /// let whist = RulesSpec {
    ///     trump: Trump::Lane(2),
    ///     sides: vec![0, 1, 0, 1],
    ///     ..RulesSpec::plain(4, (0..4).map(|suit| (13 * suit..13 * suit + 13).collect()).collect())
    /// };
    /// assert!(PlayRules::<u64>::compile(&whist).is_ok());
    /// ```
    #[must_use]
    pub fn plain(seats: u8, lanes: Vec<Vec<u8>>) -> Self {
        let size = lanes.iter().map(Vec::len).sum();
        Self {
            seats,
            deck_size: u8::try_from(size).unwrap_or(u8::MAX),
            lanes,
            trump: Trump::None,
            void_lane: None,
            excuse: None,
            values: vec![0; size],
            scheme: Scheme::Ones,
            last_trick_units: 0,
            sides: (0..seats).collect(),
            duty: Duty { follow: true, beat: Beat::Never, void: Void::Trump },
            reserved: Vec::new(),
            emperor: None,
            drawing: None,
            piles: None,
            marriages: None,
            declarations: Vec::new(),
            go_out: None,
            knockers: 0,
            idle: 0,
            prize: None,
            watched: Vec::new(),
            late_from: u8::MAX,
            ends: Vec::new(),
        }
    }
}
