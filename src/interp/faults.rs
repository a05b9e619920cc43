//! Findings as they are made: one for each code and place, with a count.
//!
//! Must never know how they are shown.

use crate::diagnostic::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Distinct findings that are kept; more are only counted.
const MAX_KEPT: usize = 100;

/// The findings of a run or of a part of it.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<(Code, Span, Diagnostic, u64)>,
}

impl Findings {
    /// Counts one more of this code and place, if there is one already.
    pub fn count(&mut self, code: Code, span: Span) -> bool {
        match self.list.iter_mut().find(|known| known.0 == code && known.1 == span) {
            Some(known) => {
                known.3 += 1;
                true
            }
            None => self.list.len() >= MAX_KEPT,
        }
    }

    /// Adds the first of its code and place.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let (code, span) = (diagnostic.code, diagnostic.primary_span());
        if !self.count(code, span) {
            self.list.push((code, span, diagnostic, 1));
        }
    }

    /// Adds later ones.
    pub fn append(&mut self, other: Self) {
        for (code, span, diagnostic, count) in other.list {
            if let Some(known) = self.list.iter_mut().find(|known| known.0 == code && known.1 == span) {
                known.3 += count;
            } else if self.list.len() < MAX_KEPT {
                self.list.push((code, span, diagnostic, count));
            }
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The first of each kind with the count.
    pub fn into_list(self) -> impl Iterator<Item = (Diagnostic, u64)> {
        self.list.into_iter().map(|(_, _, diagnostic, count)| (diagnostic, count))
    }
}
