//! What sema itself must remember of declared things, beyond what later stages see: syntax, scopes, origins.

use super::Sema;
use super::entity::Enumeration;
use super::entity::Function;
use super::entity::Record;
use super::entity::Variable;
use super::hir::FunctionId;
use super::hir::VariableId;
use super::scope::ScopeId;
use super::template::TemplateArguments;
use super::template::TemplateId;
use super::types::EnumId;
use super::types::RecordId;
use super::types::TypeId;
use super::types::TypeKind;
use crate::syntax::ast;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::ExprRef;
use crate::syntax::ast::RefQualifier;
use crate::syntax::token::Symbol;
use std::ops::Range;
use std::sync::Arc;

/// A parameter as its function's body sees it.
#[derive(Clone, Debug)]
pub struct ParameterName {
    /// Its name, if any.
    pub name: Option<Symbol>,
    /// Which of the function's parameters it stands for: one, or all elements of a pack.
    pub range: Range<u32>,
    /// A pack.
    pub is_pack: bool,
}

/// What sema remembers of a function.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    /// What encloses its parameters: its class, namespace, or template arguments.
    pub scope: ScopeId,
    /// The declaration ([`ast::DeclKind::Function`]) that its parameter names are from: the definition once known.
    pub decl: Option<DeclRef>,
    /// The class it is a member of.
    pub record: Option<RecordId>,
    /// A static method.
    pub is_static: bool,
    /// `explicit`.
    pub is_explicit: bool,
    /// A conversion function.
    pub is_conversion: bool,
    /// `&` or `&&` after the parameters.
    pub ref_qualifier: Option<RefQualifier>,
    /// The template and arguments it is an instance of.
    pub template: Option<(TemplateId, TemplateArguments)>,
    /// Its parameters' names.
    pub names: Vec<ParameterName>,
    /// Default arguments, where they are written.
    pub defaults: Vec<Option<(ScopeId, ExprRef)>>,
    /// The result is `auto`: known once the body has been checked.
    pub deduces_result: bool,
}

impl FunctionInfo {
    /// Of a function that has no declaration.
    #[must_use]
    pub fn synthetic(scope: ScopeId) -> Self {
        Self {
            scope,
            decl: None,
            record: None,
            is_static: false,
            is_explicit: false,
            is_conversion: false,
            ref_qualifier: None,
            template: None,
            names: Vec::new(),
            defaults: Vec::new(),
            deduces_result: false,
        }
    }
}

/// How far a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Declared only; of an instance: not asked for yet.
    Declared,
    /// Its members are being declared.
    InProgress,
    /// Laid out.
    Complete,
    /// Wrong, and reported.
    Failed,
}

/// What sema remembers of a class.
#[derive(Clone, Debug)]
pub struct RecordInfo {
    /// Its members; the parent is what encloses the definition (for instances: the template arguments).
    pub scope: ScopeId,
    /// The definition.
    pub decl: Option<Arc<ast::Record>>,
    /// How far it is.
    pub state: Completion,
    /// The template and arguments it is an instance of.
    pub template: Option<(TemplateId, TemplateArguments)>,
    /// The simple name of the class.
    pub name: Option<Symbol>,
    /// Default member initialisers, one a field.
    pub field_inits: Vec<Option<ast::Init>>,
    /// For each field: declared `mutable`.
    pub mutable_fields: Vec<bool>,
    /// Base numbers that were inherited other than publicly.
    pub has_private_base: bool,
    /// Some non-static data member is private or protected.
    pub has_private_field: bool,
    /// A constructor is declared.
    pub has_constructor: bool,
    /// A copy or move constructor is declared.
    pub has_copy_constructor: bool,
    /// Bytes up to the end of the last member.
    pub data_size: u64,
    /// As in C: nothing private, no bases, no constructors.
    pub is_plain: bool,
    /// Declared with `class`, or otherwise: for messages.
    pub tag: ast::Tag,
}

/// How far a variable's initialiser is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableState {
    /// To be looked at when the variable is first needed.
    Pending,
    /// Being looked at.
    InProgress,
    /// Done, or there is none.
    Done,
}

/// What sema remembers of a variable.
#[derive(Clone, Debug)]
pub struct VariableInfo {
    /// Where its initialiser is looked at.
    pub scope: ScopeId,
    /// The declaration ([`ast::DeclKind::Simple`]) and the number of the declarator.
    pub decl: Option<(DeclRef, u32)>,
    /// How far the initialiser is.
    pub state: VariableState,
    /// Declared `extern`, not defined yet.
    pub is_extern: bool,
}

impl Sema {
    /// Adds a function.
    pub fn add_function(&mut self, function: Function, info: FunctionInfo) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(function);
        self.function_infos.insert(id, Arc::new(info));
        id
    }

    /// What sema remembers of a function; of one without declaration, nothing much.
    #[must_use]
    pub fn function_info(&self, id: FunctionId) -> Arc<FunctionInfo> {
        match self.function_infos.get(&id) {
            Some(info) => info.clone(),
            None => Arc::new(FunctionInfo::synthetic(ScopeId::GLOBAL)),
        }
    }

    /// The same, to change.
    pub fn function_info_mut(&mut self, id: FunctionId) -> &mut FunctionInfo {
        let info = self.function_infos.entry(id).or_insert_with(|| Arc::new(FunctionInfo::synthetic(ScopeId::GLOBAL)));
        Arc::make_mut(info)
    }

    /// A function, to change.
    pub fn function_mut(&mut self, id: FunctionId) -> &mut Function {
        &mut self.functions[id.0 as usize]
    }

    /// Adds a class.
    pub fn add_record(&mut self, record: Record, info: RecordInfo) -> RecordId {
        let id = RecordId(self.records.len() as u32);
        self.records.push(record);
        self.record_infos.insert(id, info);
        id
    }

    /// What sema remembers of a class. Every class made by [`Sema::add_record`] has it.
    #[must_use]
    pub fn record_info(&self, id: RecordId) -> &RecordInfo {
        &self.record_infos[&id]
    }

    /// The same, to change.
    pub fn record_info_mut(&mut self, id: RecordId) -> Option<&mut RecordInfo> {
        self.record_infos.get_mut(&id)
    }

    /// A class, to change.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// The scope of a class's members.
    #[must_use]
    pub fn record_scope(&self, id: RecordId) -> ScopeId {
        self.record_infos.get(&id).map_or(ScopeId::GLOBAL, |info| info.scope)
    }

    /// The direct bases of a class.
    #[must_use]
    pub fn record_bases(&self, id: RecordId) -> Vec<RecordId> {
        self.record(id).bases.iter().map(|(base, _)| *base).collect()
    }

    /// The template a class is an instance of, with the arguments.
    #[must_use]
    pub fn record_template(&self, id: RecordId) -> Option<(TemplateId, TemplateArguments)> {
        self.record_infos.get(&id)?.template.clone()
    }

    /// Adds an enumeration declared in a scope.
    pub fn add_enum(&mut self, enumeration: Enumeration, scope: ScopeId) -> EnumId {
        let id = EnumId(self.enums.len() as u32);
        self.enums.push(enumeration);
        self.enum_scopes.insert(id, scope);
        id
    }

    /// Where an enumeration is declared.
    #[must_use]
    pub fn enum_scope(&self, id: EnumId) -> ScopeId {
        self.enum_scopes.get(&id).copied().unwrap_or(ScopeId::GLOBAL)
    }

    /// Adds a program-scope variable or static member.
    pub fn add_variable(&mut self, variable: Variable, info: VariableInfo) -> VariableId {
        self.variables.push(variable);
        let id = VariableId(self.variables.len() as u32 - 1);
        self.variable_infos.insert(id, info);
        id
    }

    /// A variable, to change.
    pub fn variable_mut(&mut self, id: VariableId) -> &mut Variable {
        &mut self.variables[id.0 as usize]
    }

    /// The class, if a type is one.
    #[must_use]
    pub fn as_record(&self, ty: TypeId) -> Option<RecordId> {
        match *self.types.kind(ty) {
            TypeKind::Record(id) => Some(id),
            _ => None,
        }
    }
}
