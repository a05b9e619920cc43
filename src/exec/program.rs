//! An entry point ready to run.

use super::dispatch::ConstantValue;
use super::dispatch::Dispatch;
use super::dispatch::Outcome;
use crate::diagnostic::Diagnostic;
use crate::interp::observer::Observer;
use crate::ir::EntryPoint;
use crate::ir::Module;
use std::sync::Arc;

/// An entry point specialised for function constants and compiled.
#[derive(Debug)]
pub struct Program {
    module: Arc<Module>,
    entry: usize,
}

impl Program {
    /// Specialises and compiles. Constants without a value that the program needs are an error.
    pub fn new(module: &Arc<Module>, entry: &str, constants: &[ConstantValue]) -> Result<Self, Box<Diagnostic>> {
        let _ = constants;
        let index = module.entry_points.iter().position(|candidate| &*candidate.name == entry);
        let entry = index.ok_or_else(|| {
            Box::new(Diagnostic::internal(format!("no entry point `{entry}`"), crate::source::Span::NONE))
        })?;
        Ok(Self { module: module.clone(), entry })
    }

    /// The entry point; the order of its arguments is that of a dispatch's bindings.
    #[must_use]
    pub fn entry_point(&self) -> &EntryPoint {
        &self.module.entry_points[self.entry]
    }

    /// The specialised module.
    #[must_use]
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Runs a dispatch. `Err` is for a dispatch that can't be carried out.
    pub fn run(&self, dispatch: &Dispatch) -> Result<Outcome, Box<Diagnostic>> {
        self.run_observed(dispatch, None)
    }

    /// Runs a dispatch while someone watches.
    pub fn run_observed(
        &self,
        dispatch: &Dispatch,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Outcome, Box<Diagnostic>> {
        let _ = (dispatch, observer);
        Err(Box::new(Diagnostic::unsupported("running a kernel", self.entry_point().span)))
    }
}
