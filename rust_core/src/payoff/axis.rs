//! The facts of a finished deal that scoring asks for, each a small number.

/// Which tricks a card's fate is asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Window {
    /// Any trick of the deal.
    Any,
    /// One of the last so many tricks of a deal that was played out.
    Last(u8),
}

/// A fact of a finished deal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Official card points of the seats together, 0 to `max`.
    Points {
        /// Counted together.
        seats: u16,
        /// Cards laid aside for these seats count too (discards, talon).
        laid: bool,
        /// Valid marriages count too.
        marriages: bool,
        /// The largest value; a larger count is recorded as this.
        max: u16,
    },
    /// Tricks of the seats together.
    Tricks {
        /// Counted together.
        seats: u16,
        /// Only late tricks.
        late: bool,
    },
    /// Who won the last trick that was played; the number of seats if none was.
    LastTrick,
    /// How many of these cards the seats won in tricks (and as prize).
    Captured {
        /// The cards.
        cards: Vec<u8>,
        /// Counted together.
        seats: u16,
        /// Cards laid aside for these seats count too.
        laid: bool,
    },
    /// How many of these sets were held entire when play began: by one of the seats alone, or
    /// (`joint`) by the seats together.
    Held {
        /// The sets of cards.
        sets: Vec<Vec<u8>>,
        /// The seats.
        seats: u16,
        /// Their hands are looked at together.
        joint: bool,
    },
    /// How many of these cards lie in the prize when play begins, won later or not.
    Prize {
        /// The cards.
        cards: Vec<u8>,
    },
    /// Fate of the watched card with this index: 0 if it was not played to a trick of the window,
    /// else `1 + (k * seats + player) * seats + winner`, `k` tricks before the last
    /// (`k = 0` for [`Window::Any`]). Player and winner are equal only if the card won its trick.
    Fate {
        /// Index into the watched cards.
        watched: u8,
        /// The tricks asked of.
        window: Window,
    },
    /// Bit set of the declarations the seat made.
    Declared {
        /// The seat.
        seat: u8,
    },
    /// 1 if somebody went out.
    WentOut,
    /// 0 if the stock was not closed, else `1 + closer * 3 + class` of the others at that moment:
    /// 0 no trick, 1 a trick and few units, 2 enough units.
    Closed,
    /// 0 if the deal was played to its end, else 1 + the index of the end rule that held.
    EndedBy,
    /// How many seats have more official points than `points_over`, or no trick.
    Seats {
        /// More than this many.
        points_over: u16,
    },
    /// Bit set of the seats that have the most official points, without marriages.
    MostPoints,
}

/// A fact, reduced to the classes that matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Axis {
    /// What is asked.
    pub fact: Fact,
    /// Class of each value of the fact; `None` keeps the values.
    pub classes: Option<Vec<u16>>,
}
