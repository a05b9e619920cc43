//! The way in: from parsed units to a checked [`Sema`].

use super::Evaluators;
use super::Options;
use super::Sema;
use super::entity::Evaluator;
use super::hir::FunctionId;
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::syntax::ast::Unit;
use crate::syntax::token::Interner;
use std::sync::Arc;

impl Sema {
    /// The library's names, from its unit: made once in a process, cloned for each program.
    #[must_use]
    pub fn of_library(unit: &Unit, interner: Arc<Interner>, map: Arc<SourceMap>) -> Self {
        let mut sema = Self { interner, map, ..Self::default() };
        sema.index_library(unit);
        sema
    }

    /// The entry points, in the order of their declarations.
    #[must_use]
    pub fn entry_points(&self) -> Vec<FunctionId> {
        (0..self.functions.len() as u32).map(FunctionId).filter(|id| self.function(*id).entry.is_some()).collect()
    }
}

/// Analyses a program over a library (empty if there is none). `interner` and `map` extend those of the library.
#[must_use]
pub fn analyze(
    unit: &Unit,
    library: &Sema,
    interner: Arc<Interner>,
    map: Arc<SourceMap>,
    options: Options,
    evaluator: Option<Arc<dyn Evaluator + Send + Sync>>,
) -> (Sema, Vec<FunctionId>, Diagnostics) {
    crate::deep_stack::on_deep_stack(|| {
        let mut sema = library.clone();
        sema.interner = interner;
        sema.map = map;
        sema.options = options;
        sema.evaluator = Evaluators(evaluator);
        sema.declare_unit(unit);
        let entries = sema.entry_points();
        let diagnostics = sema.take_diagnostics();
        (sema, entries, diagnostics)
    })
}
