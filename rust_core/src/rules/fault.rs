//! What is wrong with data that was written down: every fault, not the first.

use std::fmt;

/// One fault: what kind, where it stands, and a sentence that names the value and the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault; stable, lower case with underscores.
    pub code: &'static str,
    /// Where it stands, written like an access: `lanes[1][3]`.
    pub at: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.at, self.message, self.code)
    }
}

/// All faults of something written down; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

/// All faults of a [`RulesSpec`](super::RulesSpec).
pub type RulesErrors = Faults;

impl Faults {
    /// The faults, in the order in which they were found.
    #[must_use]
    pub fn all(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Collects faults while data are checked.
#[derive(Debug, Default)]
pub(crate) struct Faulty(Vec<Fault>);

impl Faulty {
    /// Notes a fault.
    pub(crate) fn note(
        &mut self,
        code: &'static str,
        at: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.0.push(Fault { code, at: at.into(), message: message.into() });
    }

    /// Notes a fault unless `holds`.
    pub(crate) fn require(
        &mut self,
        holds: bool,
        code: &'static str,
        at: impl Into<String>,
        message: impl Into<String>,
    ) {
        if !holds {
            self.note(code, at, message);
        }
    }

    /// All that was noted, as an error.
    pub(crate) fn finish(self) -> Result<(), Faults> {
        if self.0.is_empty() { Ok(()) } else { Err(Faults(self.0)) }
    }
}
