//! Faults planted on purpose, to show that the tests would find them: `cargo test --release --features
//! faults --test solver faults`. Without the feature nothing of this is compiled in.

/// A fault that can be planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The relative places of cards that facts name are left out of the key.
    FactCardsUnnamed,
    /// Where the facts stand is left out of the key.
    StandIgnored,
    /// The cards that rules name are left out of the key.
    RuleCardsUnnamed,
    /// The leader is left out of the key.
    LeaderIgnored,
    /// Rules, trump and sum are left out of the key.
    SaltIgnored,
    /// What the cards of a structure count is not looked at.
    FillingIgnored,
    /// A card that a fact names is taken for equal to its neighbour.
    FactCardsEqual,
    /// One trick or unit more is sure than is.
    TooSure,
    /// The rank of the card that won a trick is forgotten.
    WinnerForgotten,
    /// The rank of a card that one left out equals is forgotten.
    EqualForgotten,
    /// A partner is taken for able to stay below.
    PartnerForgotten,
    /// Bounds by ranks claim a trick more than they rest on.
    QuickTooMuch,
    /// Pairs that may be announced, and the card for exchange, are left out of the key.
    PairsUnnamed,
    /// The stock is left out of the key.
    StockIgnored,
    /// Pairs that do not count yet are left out of the key.
    WaitingIgnored,
    /// Cards of equal rank are taken for worth the same.
    EqualUnits,
    /// Every question is taken for a race.
    EveryRace,
    /// What is recorded when the stock is closed is taken for the same whatever the units.
    ClosingEdge,
    /// Who may not go out is taken for one who never may.
    NeverOut,
    /// Units that both sides had are taken for the same in all proofs of a structure.
    TotalIgnored,
    /// The order of the piles is left out of the key.
    PilesIgnored,
    /// Declarations made, units on the way to go out, and who has a trick are left out of the key.
    PastIgnored,
    /// A proof is taken to hold however near the ends by points are.
    EndsFree,
    /// An excuse that can still win the last trick is not looked at.
    SweepIgnored,
    /// An excuse is taken to be saved in the last trick too.
    LateExcuse,
    /// The rank that won a trick is left out of a pattern.
    PatternWinner,
    /// A rank that a duty depends on is left out of a pattern.
    PatternDuty,
    /// The ranks of a run of equal cards are left out of a pattern but for one.
    PatternEqual,
    /// The ranks that sure tricks rest on are left out of a pattern.
    PatternSure,
    /// The cards that facts name are left out of a pattern.
    PatternFact,
}

/// All of them.
#[cfg(feature = "faults")]
pub const FAULTS: [Fault; 30] = [
    Fault::FactCardsUnnamed,
    Fault::StandIgnored,
    Fault::RuleCardsUnnamed,
    Fault::LeaderIgnored,
    Fault::SaltIgnored,
    Fault::FillingIgnored,
    Fault::FactCardsEqual,
    Fault::TooSure,
    Fault::WinnerForgotten,
    Fault::EqualForgotten,
    Fault::PartnerForgotten,
    Fault::QuickTooMuch,
    Fault::PairsUnnamed,
    Fault::StockIgnored,
    Fault::WaitingIgnored,
    Fault::EqualUnits,
    Fault::EveryRace,
    Fault::ClosingEdge,
    Fault::NeverOut,
    Fault::TotalIgnored,
    Fault::PilesIgnored,
    Fault::PastIgnored,
    Fault::EndsFree,
    Fault::SweepIgnored,
    Fault::LateExcuse,
    Fault::PatternWinner,
    Fault::PatternDuty,
    Fault::PatternEqual,
    Fault::PatternSure,
    Fault::PatternFact,
];

/// Those that the search for all games can have.
#[cfg(feature = "faults")]
pub const OPEN_FAULTS: [Fault; 12] = [
    Fault::FactCardsUnnamed,
    Fault::StandIgnored,
    Fault::RuleCardsUnnamed,
    Fault::LeaderIgnored,
    Fault::SaltIgnored,
    Fault::FillingIgnored,
    Fault::TooSure,
    Fault::StockIgnored,
    Fault::WaitingIgnored,
    Fault::PilesIgnored,
    Fault::PastIgnored,
    Fault::EndsFree,
];

/// Those that the search for races can have.
#[cfg(feature = "faults")]
pub const RACE_FAULTS: [Fault; 12] = [
    Fault::LeaderIgnored,
    Fault::StandIgnored,
    Fault::FillingIgnored,
    Fault::TooSure,
    Fault::PairsUnnamed,
    Fault::StockIgnored,
    Fault::WaitingIgnored,
    Fault::EqualUnits,
    Fault::EveryRace,
    Fault::ClosingEdge,
    Fault::NeverOut,
    Fault::TotalIgnored,
];

#[cfg(feature = "faults")]
mod planting {
    use super::Fault;
    use std::cell::Cell;

    std::thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Plants a fault in all searches of this thread, or none.
    pub fn plant(fault: Option<Fault>) {
        PLANTED.set(fault);
    }

    pub(in crate::solver) fn has(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }
}

#[cfg(feature = "faults")]
pub(super) use planting::has;
#[cfg(feature = "faults")]
pub use planting::plant;

/// Whether a fault is planted.
#[cfg(not(feature = "faults"))]
#[inline]
pub(super) const fn has(_: Fault) -> bool {
    false
}
