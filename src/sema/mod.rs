//! Semantic analysis: from syntax tree to typed tree.
//!
//! Name look-up, types, templates, overloads and conversions are decided here; the result is [`hir`]. Templates stay
//! as syntax and are elaborated per instance; bodies are checked when they are first needed. Knows nothing of IR but
//! the table of intrinsics and literal constants; constant expressions are run by an [`entity::Evaluator`].

pub mod analyze;
pub mod attribute;
mod body;
pub mod coerce;
pub mod constant;
pub mod conversion;
pub mod declare;
pub mod deduce;
mod depends;
mod dump;
pub mod entity;
mod entry;
mod entry_argument;
mod enumeration;
mod equivalent;
pub mod expr;
pub mod frame;
mod function;
pub mod hir;
mod implicit;
pub mod info;
mod init;
pub mod instantiate;
mod layout;
mod local;
pub mod lookup;
pub mod matrix;
mod msl_rules;
pub mod names;
pub mod operand;
mod operators;
pub mod overload;
pub mod pack;
mod program_variable;
pub mod record;
pub mod report;
pub mod resolve;
pub mod scope;
pub mod size;
mod stmt;
pub mod template;
mod template_decl;
#[cfg(test)]
mod tests;
pub mod traits;
mod type_name;
pub mod types;
mod visit;
mod walk;

pub use analyze::analyze;
pub use lookup::Candidate;
pub use lookup::Found;
pub use lookup::MemberStep;
pub use lookup::Overloads;
pub use report::Reported;
pub use scope::ScopeId;
pub use template::ConstantValue;
pub use template::TemplateArgument;
pub use template::TemplateId;

use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::syntax::dialect::Dialect;
use crate::syntax::token::Interner;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

/// What governs the analysis besides the text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Language version, platform, mathematics.
    pub dialect: Dialect,
}

/// Everything known about one translation unit.
#[derive(Clone, Debug, Default)]
pub struct Sema {
    /// Types.
    pub types: types::TypeTable,
    /// Records, by number.
    pub records: Vec<entity::Record>,
    /// Enumerations, by number.
    pub enums: Vec<entity::Enumeration>,
    /// Functions, by number.
    pub functions: Vec<entity::Function>,
    /// Program-scope variables, by number.
    pub variables: Vec<entity::Variable>,
    /// Spellings.
    pub interner: Arc<Interner>,
    /// Source files.
    pub map: Arc<SourceMap>,
    /// Options.
    pub options: Options,
    /// Diagnostics so far; hand new ones to [`Sema::report`].
    pub diagnostics: Diagnostics,
    /// Scopes and their names.
    pub scopes: scope::Scopes,
    /// Templates, by number.
    pub templates: Vec<template::Template>,
    /// What the checking of expressions and bodies keeps.
    pub checker: frame::Checker,
    evaluator: Evaluators,
    reporter: report::Reporter,
    function_infos: HashMap<hir::FunctionId, Arc<info::FunctionInfo>>,
    record_infos: HashMap<types::RecordId, info::RecordInfo>,
    variable_infos: HashMap<hir::VariableId, info::VariableInfo>,
    enum_scopes: HashMap<types::EnumId, scope::ScopeId>,
    /// Classes by the address of their definition's syntax, which they keep alive, and the scope.
    defined_types: HashMap<(usize, scope::ScopeId), types::QualType>,
    /// Enumerations likewise.
    defined_enums: HashMap<(usize, scope::ScopeId), (Arc<crate::syntax::ast::Enum>, types::QualType)>,
    /// Functions defined by the declaration at hand.
    unchecked: Vec<hir::FunctionId>,
    /// Classes whose member indices have been checked, by the class of indices.
    checked_records: HashSet<(types::RecordId, Arc<str>)>,
    /// Declarations of the program so far.
    clock: u32,
    /// Classes being completed.
    completion_depth: u32,
}

/// The evaluator of constant expressions, if there is one.
#[derive(Clone, Default)]
struct Evaluators(Option<Arc<dyn entity::Evaluator + Send + Sync>>);

impl std::fmt::Debug for Evaluators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Evaluator" } else { "no evaluator" })
    }
}

impl Sema {
    /// A function.
    #[must_use]
    pub fn function(&self, id: hir::FunctionId) -> &entity::Function {
        &self.functions[id.0 as usize]
    }

    /// A record.
    #[must_use]
    pub fn record(&self, id: types::RecordId) -> &entity::Record {
        &self.records[id.0 as usize]
    }

    /// A variable.
    #[must_use]
    pub fn variable(&self, id: hir::VariableId) -> &entity::Variable {
        &self.variables[id.0 as usize]
    }

    /// An enumeration.
    #[must_use]
    pub fn enumeration(&self, id: types::EnumId) -> &entity::Enumeration {
        &self.enums[id.0 as usize]
    }

    /// The evaluator of constant expressions, if one has been given.
    #[must_use]
    pub fn evaluator(&self) -> Option<Arc<dyn entity::Evaluator + Send + Sync>> {
        self.evaluator.0.clone()
    }
}
