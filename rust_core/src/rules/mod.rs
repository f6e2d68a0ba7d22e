//! What is legal, who wins and what counts: asked for as data, compiled to masks.

mod any;
mod check;
mod compile;
mod duty;
mod fault;
mod layout;
mod play_rules;
mod spec;

pub use any::AnyRules;
pub(crate) use duty::Turn;
pub(crate) use fault::Faulty;
pub use fault::{Fault, Faults, RulesErrors};
pub use play_rules::{DutyPhase, EmperorMasks, MarriagePair, NO_LANE, PlayRules};
pub use spec::{
    Beat, Close, Declaration, Draw, Drawing, Duty, Emperor, EndRule, Exchange, Excuse, GoOut,
    Marriage, MarriageRule, PileRule, Prize, Reserved, RulesSpec, Scheme, Trump, Void,
};
