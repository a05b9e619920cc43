//! What can go wrong, as values.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::Severity;
use crate::diagnostic::render;
use crate::source::Location;
use crate::source::SourceMap;
use std::fmt;
use std::sync::Arc;

/// Why a call failed.
#[derive(Clone, Debug)]
pub enum Error {
    /// A rule of the API is broken; says which, as Metal's validation layer does.
    Validation(String),
    /// The source doesn't compile, or a pipeline can't be made of it.
    Compile(Reports),
    /// A file can't be read.
    File(String),
    /// A command buffer ended with an error: what its dispatches found.
    Execution(Reports),
}

impl Error {
    pub(super) fn rule(text: impl Into<String>) -> Self {
        Self::Validation(text.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Validation(text) | Self::File(text) => f.write_str(text),
            Self::Compile(reports) | Self::Execution(reports) => reports.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// Diagnostics with the sources that they point into, in order.
#[derive(Clone, Debug, Default)]
pub struct Reports(pub Vec<Report>);

impl fmt::Display for Reports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|report| report.fmt(f))
    }
}

/// One diagnostic. `Display` draws it with its source lines.
#[derive(Clone, Debug)]
pub struct Report {
    /// What happened.
    pub diagnostic: Diagnostic,
    /// How often: a run reports the first of its code and place.
    pub count: u64,
    pub(super) map: Arc<SourceMap>,
}

impl Report {
    /// A diagnostic that happened once.
    pub(super) fn once(diagnostic: Diagnostic, map: &Arc<SourceMap>) -> Self {
        Self { diagnostic, count: 1, map: map.clone() }
    }

    /// Its stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.diagnostic.code.0
    }

    /// Whether it is an error, and not a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }

    /// Where it happened, as people write it.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.map.location(self.map.call_site(self.diagnostic.primary_span()).lo)
    }

    /// The sources that it points into.
    #[must_use]
    pub fn map(&self) -> &SourceMap {
        &self.map
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render::render(&self.map, &self.diagnostic, false))?;
        if self.count > 1 {
            writeln!(f, "  reported once; it happened {} times", self.count)?;
        }
        Ok(())
    }
}
