//! The preprocessor: from files to the one stream of tokens that the parser reads.
//!
//! It follows C++17 ([cpp]) with the extensions that Metal's compiler has: `, ## __VA_ARGS__`, named variadic
//! parameters, `__VA_OPT__`, `#import`, `#include_next`, `#elifdef`, `#warning`, `push_macro`. It knows nothing of the
//! grammar behind the tokens, and reads files only through a [`FileLoader`].
//!
//! Each token of the result says where it is spelled and through which macros it came; see [`crate::source::Span`].
//! Whatever the input, the work is bounded: see [`Limits`].

mod condition;
mod conditionals;
mod directives;
mod expansion;
mod features;
pub mod includes;
mod macros;
mod paste;
mod pragmas;
mod predefined;
mod queries;
mod search;
mod stream;
#[cfg(test)]
mod tests;

pub use includes::FileLoader;
pub use includes::LoadError;
pub use includes::MemoryFiles;
pub use includes::NoFiles;
pub use macros::MacroTable;
pub use predefined::COMMAND_LINE_FILE;
pub use predefined::PREDEFINED_FILE;
pub use queries::DATE;
pub use queries::TIME;
pub use queries::TIMESTAMP;

use super::dialect::Dialect;
use super::lexer::stray_diagnostic;
use super::token::Interner;
use super::token::Symbol;
use super::token::Token;
use super::token::TokenKind;
use crate::diagnostic::Diagnostics;
use crate::source::FileId;
use crate::source::SourceMap;
use crate::source::Span;
use macros::Macro;
use std::collections::HashMap;
use std::sync::Arc;
use stream::Frame;
use stream::Item;

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
    /// Macros to start from instead of the predefined ones, from an earlier run with the same interner and a source
    /// map that this run's map extends. Library headers that it read are not read again.
    pub initial_macros: Option<MacroTable>,
    /// How much is too much.
    pub limits: Limits,
}

/// How much work preprocessing may be: no input makes it endless.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Tokens read from files (skipped ones too) and from macro expansions, together.
    pub work: usize,
    /// Macro expansions.
    pub expansions: usize,
    /// Tokens of the result.
    pub output: usize,
    /// Macro calls nested in one another's arguments.
    pub depth: usize,
    /// Files nested in one another.
    pub include_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { work: 64_000_000, expansions: 2_000_000, output: 10_000_000, depth: 200, include_depth: 200 }
    }
}

/// What preprocessing gives.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The token stream, ending in [`TokenKind::Eof`].
    pub tokens: Vec<Token>,
    /// The macros that are defined at the end.
    pub macros: MacroTable,
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
    let words = Words::new(interner);
    let known = map
        .files()
        .filter(|(_, file)| ![COMMAND_LINE_FILE, PREDEFINED_FILE].contains(&&*file.name))
        .map(|(id, file)| (file.name.to_string(), Some(id)))
        .collect();
    // What the earlier run read of the library is part of the program already.
    let already = FileState { tokens: None, entered: true, once: true };
    let library = map.files().filter(|(_, file)| file.is_library && options.initial_macros.is_some());
    let states = library.map(|(id, _)| (id, already.clone())).collect();
    let mut preprocessor = Preprocessor {
        map,
        interner,
        main,
        options,
        limits: options.limits,
        files,
        diagnostics,
        words,
        macros: MacroTable::default(),
        saved: HashMap::new(),
        known,
        states,
        frames: Vec::new(),
        base: 0,
        active: Vec::new(),
        spare: Vec::new(),
        collecting: 0,
        carried_space: false,
        in_condition: false,
        depth: 0,
        file_depth: 0,
        counter: 0,
        work: 0,
        expansion_count: 0,
        stopped: false,
    };
    preprocessor.start();
    let tokens = preprocessor.run();
    let mut macros = preprocessor.macros;
    macros.read_once =
        preprocessor.states.iter().filter(|(_, state)| state.once && state.entered).map(|(file, _)| *file).collect();
    // The order of a hash map is nobody's business.
    macros.read_once.sort();
    Preprocessed { tokens, macros }
}

/// The words that mean something to the preprocessor itself.
#[derive(Debug)]
struct Words {
    defined: Symbol,
    va_args: Symbol,
    va_opt: Symbol,
    pragma_operator: Symbol,
    r#if: Symbol,
    ifdef: Symbol,
    ifndef: Symbol,
    elif: Symbol,
    elifdef: Symbol,
    elifndef: Symbol,
    r#else: Symbol,
    endif: Symbol,
}

impl Words {
    fn new(interner: &mut Interner) -> Self {
        Self {
            defined: interner.intern("defined"),
            va_args: interner.intern("__VA_ARGS__"),
            va_opt: interner.intern("__VA_OPT__"),
            pragma_operator: interner.intern("_Pragma"),
            r#if: interner.intern("if"),
            ifdef: interner.intern("ifdef"),
            ifndef: interner.intern("ifndef"),
            elif: interner.intern("elif"),
            elifdef: interner.intern("elifdef"),
            elifndef: interner.intern("elifndef"),
            r#else: interner.intern("else"),
            endif: interner.intern("endif"),
        }
    }
}

/// What is remembered of a file.
#[derive(Clone, Debug, Default)]
struct FileState {
    /// Its raw tokens.
    tokens: Option<Arc<Vec<Token>>>,
    /// Whether it has been read.
    entered: bool,
    /// Whether it wants to be read only once.
    once: bool,
}

/// The preprocessor at work; its parts are in the modules beside this one.
struct Preprocessor<'a> {
    map: &'a mut SourceMap,
    interner: &'a mut Interner,
    main: FileId,
    options: &'a PreprocessorOptions,
    limits: Limits,
    files: &'a dyn FileLoader,
    diagnostics: &'a mut Diagnostics,
    words: Words,
    macros: MacroTable,
    /// What `push_macro` put aside.
    saved: HashMap<Symbol, Vec<Option<Arc<Macro>>>>,
    /// Files by path; `None` where there is none.
    known: HashMap<String, Option<FileId>>,
    states: HashMap<FileId, FileState>,
    /// Where tokens come from, the next ones last.
    frames: Vec<Frame>,
    /// Frames below this one can't be read at present: an argument is being expanded on its own.
    base: usize,
    /// By symbol: how many expansions of that macro are on the stack.
    active: Vec<u32>,
    /// Lists to use again.
    spare: Vec<Vec<Item>>,
    /// Whether the arguments of a macro call are being read (then, how many calls are).
    collecting: usize,
    /// Whether a macro that expanded to nothing had a blank before it.
    carried_space: bool,
    /// Whether the condition of an `#if` is being expanded.
    in_condition: bool,
    /// How many arguments are being expanded within one another.
    depth: usize,
    /// How many files are being read within one another.
    file_depth: usize,
    counter: u64,
    work: usize,
    expansion_count: usize,
    /// Whether a limit has been hit: nothing more is read.
    stopped: bool,
}

impl Preprocessor<'_> {
    /// Puts the files on the stack: the predefined macros, the command line, the main file.
    fn start(&mut self) {
        let main = self.map.file(self.main);
        let directory: Arc<str> = Arc::from(includes::directory(&main.name));
        let is_library = main.is_library;
        let tokens = self.tokens_of(self.main);
        self.states.entry(self.main).or_default().entered = true;
        self.push_file(self.main, tokens, directory.clone(), 0, is_library);
        let mut before = Vec::new();
        let options = self.options;
        before.push((COMMAND_LINE_FILE, predefined::command_line_text(&options.macros, &options.forced_includes)));
        match &options.initial_macros {
            Some(macros) => {
                self.macros = macros.clone();
                for file in &macros.read_once {
                    let state = FileState { tokens: None, entered: true, once: true };
                    self.states.insert(*file, state);
                }
            }
            None => {
                self.define_builtins();
                before.push((PREDEFINED_FILE, predefined::predefined_text(&options.dialect)));
            }
        }
        for (name, text) in before {
            if text.is_empty() {
                continue;
            }
            // An earlier run with the same map and options has left the same file.
            let same = self.map.files().find(|(_, file)| *file.name == *name && *file.text == *text).map(|(id, _)| id);
            if let Some(file) = same.or_else(|| self.map.add(name, text, name == PREDEFINED_FILE)) {
                let tokens = self.tokens_of(file);
                self.push_file(file, tokens, directory.clone(), 0, false);
            }
        }
    }

    /// Reads everything.
    fn run(&mut self) -> Vec<Token> {
        let end = self.frames.first().map_or(Span::NONE, |frame| match frame {
            Frame::File(frame) => frame.tokens[frame.tokens.len() - 1].span,
            Frame::List { .. } => Span::NONE,
        });
        let mut tokens = Vec::new();
        let mut held = None;
        while let Some(item) = held.take().or_else(|| self.next_expanded()) {
            let token = item.token;
            match token.kind {
                TokenKind::Stray(character) => {
                    self.diagnostics.push(stray_diagnostic(self.map.text(token.span), character, token.span));
                }
                TokenKind::Ident(name) if name == self.words.pragma_operator => {
                    let (pragma, rest) = self.pragma_operator(item);
                    tokens.extend(pragma);
                    held = rest;
                }
                _ => tokens.push(token),
            }
            if tokens.len() > self.limits.output && !self.stopped {
                self.stop("macros and includes make a program longer than any that is needed", token.span);
            }
        }
        tokens.push(Token { kind: TokenKind::Eof, span: end, at_line_start: true, after_space: false });
        tokens
    }
}
