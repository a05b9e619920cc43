//! Diagnostics as data: what happened, where (all sides), why it matters and what to do.
//!
//! Compile errors, warnings and run-time findings share this one shape; text, JSON and SARIF are renderings of it,
//! each in its own module. Nothing here knows what produced a diagnostic.

pub mod codes;
pub mod json;
pub mod render;

use crate::source::Span;
pub use codes::Code;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Extra information; never by itself a reason to fail.
    Note,
    /// Suspicious, or a softer kind of finding: reported, exit code unaffected.
    Warning,
    /// A compile error or a finding.
    Error,
}

impl Severity {
    /// The word printed for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What kind of trouble an error is: decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blame {
    /// The user's program is wrong (compile error or run-time finding).
    #[default]
    Program,
    /// The program may be right, but uses something deburr doesn't support yet. Exit code 4.
    Unsupported,
    /// deburr is wrong. Exit code 3.
    Internal,
}

/// A place in the source with what to say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// Said at the place; may be empty for the primary label.
    pub text: String,
    /// Whether this is the guilty place, and not a related one.
    pub primary: bool,
}

/// A replacement that is certain to be what was meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Fix {
    /// What to replace (empty span: insert here).
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// A thread of a run, as Metal names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct ThreadPosition {
    /// `thread_position_in_grid`.
    pub position_in_grid: [u32; 3],
    /// `threadgroup_position_in_grid`.
    pub threadgroup: [u32; 3],
    /// `thread_index_in_threadgroup`.
    pub index_in_threadgroup: u32,
    /// `simdgroup_index_in_threadgroup`.
    pub simdgroup: u32,
    /// `thread_index_in_simdgroup`.
    pub lane: u32,
}

/// One diagnostic.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Whose fault it is.
    pub blame: Blame,
    /// Its stable code.
    pub code: Code,
    /// One line: what happened.
    pub message: String,
    /// Where, the primary label first.
    pub labels: Vec<Label>,
    /// Why it matters, and what led here.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// Certain repairs.
    pub fixes: Vec<Fix>,
    /// The thread it happened in, for findings.
    pub thread: Option<ThreadPosition>,
    /// The other party, for findings with two.
    pub other_thread: Option<ThreadPosition>,
}

impl Diagnostic {
    /// A diagnostic with its primary place.
    #[must_use]
    pub fn new(severity: Severity, code: Code, message: impl Into<String>, span: Span) -> Self {
        Self {
            severity,
            blame: Blame::Program,
            code,
            message: message.into(),
            labels: vec![Label { span, text: String::new(), primary: true }],
            notes: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
            thread: None,
            other_thread: None,
        }
    }

    /// An error.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Error, code, message, span)
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Warning, code, message, span)
    }

    /// A construct that isn't supported yet; `construct` names it as a user would.
    #[must_use]
    pub fn unsupported(construct: impl AsRef<str>, span: Span) -> Self {
        let mut this = Self::error(codes::UNSUPPORTED, format!("{} is not supported yet", construct.as_ref()), span);
        this.blame = Blame::Unsupported;
        this
    }

    /// A bug of deburr's.
    #[must_use]
    pub fn internal(message: impl AsRef<str>, span: Span) -> Self {
        let mut this = Self::error(codes::INTERNAL, format!("internal error: {}", message.as_ref()), span);
        this.blame = Blame::Internal;
        this.help.push("this is a bug of deburr's: please report it with the source that caused it".into());
        this
    }

    /// Says something at the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.labels[0].text = text.into();
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a certain repair.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, replacement: replacement.into() });
        self
    }

    /// The guilty place.
    #[must_use]
    pub fn primary_span(&self) -> Span {
        self.labels.first().map_or(Span::NONE, |label| label.span)
    }
}

/// Collects diagnostics; errors beyond a limit are counted, not kept, so bad input can't fill memory.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

/// Kept diagnostics of one compilation.
const MAX_KEPT: usize = 200;

impl Diagnostics {
    /// Takes one in.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        if self.list.len() < MAX_KEPT {
            self.list.push(diagnostic);
        }
    }

    /// Whether any is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors there were, kept or not.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// In the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Takes all of another collection.
    pub fn append(&mut self, other: Self) {
        self.errors += other.errors;
        let room = MAX_KEPT.saturating_sub(self.list.len());
        self.list.extend(other.list.into_iter().take(room));
    }

    /// The kept ones.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}
