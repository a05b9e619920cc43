//! From source text to a checked, lowered program: the front-end as one call.
//!
//! Runs the stages in order and collects what they report. Knows no file system (a [`FileLoader`] gives texts), no
//! engine and no host API.

mod evaluator;
mod prelude;

pub use evaluator::Interpreter;
pub use prelude::Prelude;

use crate::deep_stack::on_deep_stack;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Diagnostics;
use crate::diagnostic::Severity;
use crate::ir::Module;
use crate::ir::verify;
use crate::lower;
use crate::passes;
use crate::sema;
use crate::source::FileId;
use crate::source::SourceMap;
use crate::source::Span;
use crate::syntax::ast::Unit;
use crate::syntax::dialect::Dialect;
use crate::syntax::parser;
use crate::syntax::preprocessor;
use crate::syntax::preprocessor::CommandLineMacro;
use crate::syntax::preprocessor::FileLoader;
use crate::syntax::preprocessor::LoadError;
use crate::syntax::preprocessor::PreprocessorOptions;
use crate::syntax::token::Interner;
use crate::syntax::token::Token;
use std::sync::Arc;

/// What governs a compilation besides the text.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Language version, platform, mathematics (`--std`).
    pub dialect: Dialect,
    /// `-D` and `-U`, in order.
    pub macros: Vec<CommandLineMacro>,
    /// `-I`, in order.
    pub include_directories: Vec<String>,
}

/// A unit that has been read: its tokens and what is needed to go on.
#[derive(Debug)]
pub struct Tokens {
    /// All files and macro expansions.
    pub map: SourceMap,
    /// Spellings.
    pub interner: Interner,
    /// Names known to the parser: the library's.
    pub names: parser::Names,
    /// The unit, after preprocessing.
    pub tokens: Vec<Token>,
    /// What was wrong.
    pub diagnostics: Diagnostics,
}

/// A unit that has been parsed.
#[derive(Debug)]
pub struct Syntax {
    /// All files and macro expansions.
    pub map: SourceMap,
    /// Spellings.
    pub interner: Interner,
    /// The tree.
    pub unit: Unit,
    /// What was wrong.
    pub diagnostics: Diagnostics,
}

/// A compiled program.
#[derive(Debug)]
pub struct Compiled {
    /// All files and macro expansions.
    pub map: Arc<SourceMap>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The program; `None` if there were errors.
    pub module: Option<Module>,
}

impl Compiled {
    /// Whether anything was wrong.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Compiles a unit.
pub fn compile(name: &str, text: &str, options: &CompileOptions, files: &dyn FileLoader) -> Compiled {
    // Trees nest deep; so do the stages that walk them.
    on_deep_stack(|| compile_here(name, text, options, files))
}

fn compile_here(name: &str, text: &str, options: &CompileOptions, files: &dyn FileLoader) -> Compiled {
    let Syntax { map, interner, unit, mut diagnostics } = syntax(name, text, options, files);
    let map = Arc::new(map);
    if diagnostics.has_errors() {
        return Compiled { map, diagnostics: diagnostics.into_vec(), module: None };
    }
    let prelude = Prelude::get(options.dialect);
    let evaluator: Arc<Interpreter> = Arc::default();
    let (mut sema, _, found) = sema::analyze(
        &unit,
        prelude.library(),
        Arc::new(interner),
        map.clone(),
        sema::Options { dialect: options.dialect },
        Some(evaluator.clone()),
    );
    diagnostics.append(found);
    if diagnostics.has_errors() {
        return Compiled { map, diagnostics: diagnostics.into_vec(), module: None };
    }
    let mut module = lower::lower(&mut sema, &*evaluator, &mut diagnostics);
    // Bodies of templates are checked when lowering meets them.
    diagnostics.append(sema.take_diagnostics());
    if let Err(violations) = verify::module(&module)
        && !diagnostics.has_errors()
    {
        for violation in violations {
            diagnostics.push(Diagnostic::internal(violation.to_string(), Span::NONE));
        }
    }
    passes::access::update_reflection(&mut module);
    let module = (!diagnostics.has_errors()).then_some(module);
    Compiled { map, diagnostics: diagnostics.into_vec(), module }
}

/// Reads and preprocesses a unit.
pub fn tokens(name: &str, text: &str, options: &CompileOptions, files: &dyn FileLoader) -> Tokens {
    let prelude = Prelude::get(options.dialect);
    let mut map = prelude.map.clone();
    let mut interner = prelude.interner.clone();
    let mut diagnostics = Diagnostics::default();
    let mut tokens = Vec::new();
    match map.add(name, text, false) {
        Some(main) => {
            tokens = preprocess(&prelude, &mut map, &mut interner, main, options, files, &mut diagnostics);
        }
        None => diagnostics.push(Diagnostic::error(
            crate::diagnostic::codes::EXPANSION_LIMIT,
            "the source files are larger than 2 GiB together",
            Span::NONE,
        )),
    }
    Tokens { map, interner, names: prelude.names.clone(), tokens, diagnostics }
}

fn preprocess(
    prelude: &Prelude,
    map: &mut SourceMap,
    interner: &mut Interner,
    main: FileId,
    options: &CompileOptions,
    files: &dyn FileLoader,
    diagnostics: &mut Diagnostics,
) -> Vec<Token> {
    let options = PreprocessorOptions {
        dialect: options.dialect,
        macros: options.macros.clone(),
        include_directories: options.include_directories.clone(),
        initial_macros: Some(prelude.macros.clone()),
        ..PreprocessorOptions::default()
    };
    let files = WithLibrary { files };
    preprocessor::preprocess(map, interner, main, &options, &files, diagnostics).tokens
}

/// Reads, preprocesses and parses a unit.
pub fn syntax(name: &str, text: &str, options: &CompileOptions, files: &dyn FileLoader) -> Syntax {
    let Tokens { map, interner, mut names, tokens, mut diagnostics } = tokens(name, text, options, files);
    let mut found = Diagnostics::default();
    let unit = parser::parse(&tokens, &interner, &mut names, &mut found);
    // What a character that is no token leaves behind makes no sense: that character has been reported.
    let line = |span| map.location(map.call_site(span).lo).map(|at| (at.file, at.line));
    let strays: Vec<_> = diagnostics
        .iter()
        .filter(|known| known.code == crate::diagnostic::codes::STRAY_CHARACTER)
        .map(|known| line(known.primary_span()))
        .collect();
    for diagnostic in found.into_vec() {
        if strays.is_empty() || !strays.contains(&line(diagnostic.primary_span())) {
            diagnostics.push(diagnostic);
        }
    }
    Syntax { map, interner, unit, diagnostics }
}

/// The user's files with the library's headers.
struct WithLibrary<'a> {
    files: &'a dyn FileLoader,
}

impl FileLoader for WithLibrary<'_> {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        self.files.load(path)
    }

    fn library(&self, name: &str) -> Option<Arc<str>> {
        crate::stdlib::header(name).map(Arc::from)
    }

    fn by_base_name(&self, name: &str) -> Option<String> {
        self.files.by_base_name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::preprocessor::NoFiles;

    #[test]
    fn library_names_are_known_with_and_without_an_include() {
        for text in ["float4 f(float x) { return metal::max(x, 0.0f); }", "#include <metal_stdlib>\nfloat4 g();"] {
            let syntax = syntax("a.metal", text, &CompileOptions::default(), &NoFiles);
            let found: Vec<_> = syntax.diagnostics.iter().map(|found| found.message.clone()).collect();
            assert!(found.is_empty(), "{found:?}");
            assert_eq!(
                syntax.unit.decls.len(),
                1,
                "{}",
                crate::syntax::ast::dump::dump(&syntax.unit, &syntax.interner)
            );
        }
    }
}
