//! Rules over whichever word the deck needs.

use std::sync::Arc;

use super::compile::word_bits;
use super::fault::RulesErrors;
use super::play_rules::PlayRules;
use super::spec::RulesSpec;

/// Compiled rules, over `u64` where the deck with its spare bits fits, else over `u128`.
#[derive(Debug, Clone)]
pub enum AnyRules {
    /// The deck fits into 64 bits.
    Narrow(Arc<PlayRules<u64>>),
    /// It does not.
    Wide(Arc<PlayRules<u128>>),
}

impl AnyRules {
    /// Compiles rules over the narrowest word.
    ///
    /// # Errors
    /// Every fault of `spec`, each with a stable code and where it stands.
    pub fn compile(spec: &RulesSpec) -> Result<Self, RulesErrors> {
        if word_bits(spec) == u64::BITS {
            PlayRules::compile(spec).map(|rules| Self::Narrow(Arc::new(rules)))
        } else {
            PlayRules::compile(spec).map(|rules| Self::Wide(Arc::new(rules)))
        }
    }

    /// The data these rules were compiled from.
    #[must_use]
    pub fn spec(&self) -> &RulesSpec {
        match self {
            Self::Narrow(rules) => rules.spec(),
            Self::Wide(rules) => rules.spec(),
        }
    }
}
