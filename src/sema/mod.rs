//! Semantic analysis: from syntax tree to typed tree.
//!
//! Name look-up, types, templates, overloads and conversions are decided here; the result is [`hir`]. Templates stay
//! as syntax and are elaborated per instance; bodies are checked when they are first needed. Knows nothing of IR but
//! the table of intrinsics and literal constants; constant expressions are run by an [`entity::Evaluator`].

pub mod entity;
pub mod hir;
mod pending;
pub mod size;
mod type_name;
pub mod types;

/// Everything known about one translation unit.
#[derive(Debug, Default)]
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
}
