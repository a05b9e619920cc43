//! Libraries: compiled sources and the functions in them.

use super::CompileOptions;
use super::Error;
use super::Function;
use super::FunctionConstantValues;
use super::Report;
use super::Reports;
use crate::compile;
use crate::ir::Module;
use crate::source::SourceMap;
use crate::syntax::preprocessor::FileLoader;
use crate::syntax::preprocessor::LoadError;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) module: Arc<Module>,
    pub(super) map: Arc<SourceMap>,
    warnings: Reports,
}

/// Compiled MSL (`MTLLibrary`). Handles are cheap to clone and may be sent to other threads.
#[derive(Clone, Debug)]
pub struct Library {
    pub(super) shared: Arc<Shared>,
}

impl Library {
    pub(super) fn from_source(
        name: &str,
        source: &str,
        options: &CompileOptions,
        files: &dyn FileLoader,
    ) -> Result<Self, Error> {
        let compiled = compile::compile(name, source, options, files);
        let has_errors = compiled.has_errors();
        let map = compiled.map;
        let reports = compiled.diagnostics.into_iter().map(|diagnostic| Report::once(diagnostic, &map)).collect();
        let reports = Reports(reports);
        match compiled.module {
            Some(module) if !has_errors => Ok(Self::from_module(Arc::new(module), map, reports)),
            _ => Err(Error::Compile(reports)),
        }
    }

    pub(super) fn from_file(path: &str, options: &CompileOptions, files: &dyn FileLoader) -> Result<Self, Error> {
        match files.load(path) {
            Ok(text) => Self::from_source(path, &text, options, files),
            Err(LoadError::NotFound) => Err(Error::File(format!("there is no file {path}"))),
            Err(LoadError::Unreadable(why)) => Err(Error::File(format!("{path} can't be read: {why}"))),
        }
    }

    pub(super) fn from_module(module: Arc<Module>, map: Arc<SourceMap>, warnings: Reports) -> Self {
        Self { shared: Arc::new(Shared { module, map, warnings }) }
    }

    /// The names of its functions, in order of declaration.
    #[must_use]
    pub fn function_names(&self) -> Vec<&str> {
        self.shared.module.entry_points.iter().map(|entry| &*entry.name).collect()
    }

    /// What the compiler warned of.
    #[must_use]
    pub fn warnings(&self) -> &Reports {
        &self.shared.warnings
    }

    /// The function of a name (`newFunctionWithName:`), if there is one.
    #[must_use]
    pub fn new_function(&self, name: &str) -> Option<Function> {
        let index = self.shared.module.entry_points.iter().position(|entry| &*entry.name == name)?;
        Some(Function::new(self, index, Vec::new()))
    }

    /// The function of a name, specialised (`newFunctionWithName:constantValues:error:`).
    ///
    /// # Errors
    /// There is no such function, or a value has another type than its constant.
    pub fn new_function_with_constants(&self, name: &str, values: &FunctionConstantValues) -> Result<Function, Error> {
        let module = &self.shared.module;
        let index = module.entry_points.iter().position(|entry| &*entry.name == name).ok_or_else(|| {
            let names = self.function_names().join(", ");
            Error::rule(format!("function {name} was not found in the library; it has: {names}"))
        })?;
        let constants = values.resolve(&module.function_constants)?;
        Ok(Function::new(self, index, constants))
    }
}
