//! Reporting, attempts that may fail in silence, and the trail of instantiations that led to an error.

use super::Sema;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Diagnostics;
use crate::diagnostic::Severity;
use crate::source::Span;
use std::sync::Arc;

/// Something is wrong, and the diagnostic for it has been handed in already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// Where diagnostics go at present.
#[derive(Clone, Debug, Default)]
pub struct Reporter {
    /// One collection for each attempt under way, innermost last.
    attempts: Vec<Vec<Diagnostic>>,
    /// Templates being instantiated: what, and the place that asked for it.
    trail: Vec<(Arc<str>, Span)>,
}

/// Places of the trail shown with an error.
const SHOWN_TRAIL: usize = 6;

impl Sema {
    /// Hands in a diagnostic. Inside an attempt it is kept there.
    pub fn report(&mut self, mut diagnostic: Diagnostic) -> Reported {
        if let Some(attempt) = self.reporter.attempts.last_mut() {
            attempt.push(diagnostic);
            return Reported;
        }
        if diagnostic.severity == Severity::Error {
            for (name, span) in self.reporter.trail.iter().rev().take(SHOWN_TRAIL) {
                diagnostic = diagnostic.also(*span, format!("in instantiation of `{name}`, required from here"));
            }
            let hidden = self.reporter.trail.len().saturating_sub(SHOWN_TRAIL);
            if hidden > 0 {
                diagnostic = diagnostic.note(format!("{hidden} more instantiations led here"));
            }
        }
        self.diagnostics.push(diagnostic);
        Reported
    }

    /// Tries something that may be wrong without the program being wrong: what it reports is not shown. Fails with
    /// the first error.
    pub fn trial<T>(&mut self, attempt: impl FnOnce(&mut Self) -> T) -> Result<T, Box<Diagnostic>> {
        self.reporter.attempts.push(Vec::new());
        let result = attempt(self);
        let reports = self.reporter.attempts.pop().unwrap_or_default();
        match reports.into_iter().find(|report| report.severity == Severity::Error) {
            None => Ok(result),
            // What deburr can't do must not look like a program's choice of another overload.
            Some(error) if error.blame != crate::diagnostic::Blame::Program => {
                self.report(error.clone());
                Err(Box::new(error))
            }
            Some(error) => Err(Box::new(error)),
        }
    }

    /// Whether an attempt is under way.
    #[must_use]
    pub fn in_trial(&self) -> bool {
        !self.reporter.attempts.is_empty()
    }

    /// Runs what is no part of the attempts under way: errors in the definitions of templates and functions that an
    /// attempt happens to need are the program's.
    pub fn outside_trials<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let attempts = std::mem::take(&mut self.reporter.attempts);
        let result = work(self);
        self.reporter.attempts = attempts;
        result
    }

    /// Runs the instantiation of something, so that errors in it say who asked.
    pub fn with_trail<T>(&mut self, name: Arc<str>, span: Span, work: impl FnOnce(&mut Self) -> T) -> T {
        self.reporter.trail.push((name, span));
        let result = work(self);
        self.reporter.trail.pop();
        result
    }

    /// How many instantiations are under way.
    #[must_use]
    pub fn trail_depth(&self) -> usize {
        self.reporter.trail.len()
    }

    /// Takes the diagnostics out.
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        std::mem::take(&mut self.diagnostics)
    }
}
