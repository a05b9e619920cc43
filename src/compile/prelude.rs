//! The standard library, read and parsed once per process and dialect.

use crate::diagnostic::Diagnostics;
use crate::sema::Sema;
use crate::source::SourceMap;
use crate::syntax::ast::Unit;
use crate::syntax::dialect::Dialect;
use crate::syntax::parser;
use crate::syntax::parser::Names;
use crate::syntax::preprocessor;
use crate::syntax::preprocessor::FileLoader;
use crate::syntax::preprocessor::LoadError;
use crate::syntax::preprocessor::MacroTable;
use crate::syntax::preprocessor::PreprocessorOptions;
use crate::syntax::token::Interner;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;

/// The library as every compilation of a dialect starts from it.
#[derive(Debug)]
pub struct Prelude {
    /// Its headers.
    pub map: SourceMap,
    /// Its spellings.
    pub interner: Interner,
    /// Its names, as far as parsing needs them.
    pub names: Names,
    /// Its macros and the predefined ones.
    pub macros: MacroTable,
    /// Its declarations.
    pub unit: Unit,
    /// What is wrong with it: nothing, or deburr has a bug.
    pub diagnostics: Diagnostics,
    library: OnceLock<Sema>,
}

struct LibraryFiles;

impl FileLoader for LibraryFiles {
    fn load(&self, _: &str) -> Result<Arc<str>, LoadError> {
        Err(LoadError::NotFound)
    }

    fn library(&self, name: &str) -> Option<Arc<str>> {
        crate::stdlib::header(name).map(Arc::from)
    }
}

impl Prelude {
    /// The library for a dialect.
    #[must_use]
    pub fn get(dialect: Dialect) -> Arc<Self> {
        static KNOWN: Mutex<Vec<(Dialect, Arc<Prelude>)>> = Mutex::new(Vec::new());
        // Held while parsing, so that threads that start together parse it once.
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, prelude)) = known.iter().find(|(other, _)| *other == dialect) {
            return prelude.clone();
        }
        let prelude = Arc::new(Self::read(dialect));
        known.push((dialect, prelude.clone()));
        prelude
    }

    /// Its names as sema knows them.
    #[must_use]
    pub fn library(&self) -> &Sema {
        self.library
            .get_or_init(|| Sema::of_library(&self.unit, Arc::new(self.interner.clone()), Arc::new(self.map.clone())))
    }

    fn read(dialect: Dialect) -> Self {
        let mut map = SourceMap::new();
        let mut interner = Interner::default();
        let mut diagnostics = Diagnostics::default();
        let options = PreprocessorOptions { dialect, ..PreprocessorOptions::default() };
        let (tokens, macros) = match map.add("<prelude>", "#include <metal_stdlib>\n", true) {
            Some(main) => {
                let read =
                    preprocessor::preprocess(&mut map, &mut interner, main, &options, &LibraryFiles, &mut diagnostics);
                (read.tokens, read.macros)
            }
            None => (Vec::new(), MacroTable::default()),
        };
        let mut names = Names::new(&mut interner);
        let unit = parser::parse(&tokens, &interner, &mut names, &mut diagnostics);
        Self { map, interner, names, macros, unit, diagnostics, library: OnceLock::new() }
    }
}
