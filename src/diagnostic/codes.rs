//! Every diagnostic code with the page that `deburr explain` prints: one table.
//!
//! Compile-time codes are `E` and four digits, by stage: 00 general, 01 lexer, 02 preprocessor, 03 parser,
//! 04 names, 05 types and conversions, 06 overloads, 07 templates, 08 constant evaluation, 09 address spaces,
//! 10 attributes and entry points, 11 statements, 20 host API. Run-time codes are words. Codes never change meaning.

/// A stable diagnostic code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// What `deburr explain` says about a code.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// One line.
    pub title: &'static str,
    /// What it means, an example that is wrong, and the repaired example; Markdown.
    pub text: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $title:literal, $text:literal;)*) => {
        $($(#[$doc])* #[doc = $title] pub const $name: Code = Code($code);)*

        /// All codes, in the order of the table.
        pub const TABLE: &[Explanation] = &[$(Explanation { code: $name, title: $title, text: $text }),*];
    };
}

codes! {
    UNSUPPORTED = "E0001", "a construct that deburr does not support yet",
        "The program may well be correct MSL, but deburr can't run this construct yet. It stops rather than guess.\n\
         `docs/status.md` lists what is not supported. Exit code 4.";
    INTERNAL = "E0002", "an internal error of deburr",
        "deburr found a mistake in itself. The program may be right. Please report it with the source. Exit code 3.";
}

/// The page of a code, if it exists.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Explanation> {
    TABLE.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}
