//! Scopes: who declares which names, and what encloses what.
//!
//! Only the bookkeeping: how a name is searched for through scopes is [`super::lookup`]'s business, and what a
//! declaration means is [`super::declare`]'s.

use super::Sema;
use super::hir::FunctionId;
use super::hir::LocalId;
use super::hir::VariableId;
use super::template::TemplateArgument;
use super::template::TemplateId;
use super::types::EnumId;
use super::types::QualType;
use super::types::RecordId;
use crate::syntax::ast::DeclRef;
use crate::syntax::ast::Operator;
use crate::syntax::ast::TypeOrExpr;
use crate::syntax::token::Symbol;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// A scope of a [`Sema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ScopeId(pub u32);

impl ScopeId {
    /// The global namespace.
    pub const GLOBAL: Self = Self(0);
}

/// What a scope declares things under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Name {
    /// An identifier.
    Ident(Symbol),
    /// `operator+`.
    Operator(Operator),
    /// `operator""_x`.
    Literal(Symbol),
    /// All conversion functions of a class.
    Conversion,
    /// All constructors of a class.
    Constructor,
}

/// What a name stands for in one scope.
#[derive(Clone, Debug)]
pub enum Entity {
    /// A namespace.
    Namespace(ScopeId),
    /// A typedef, alias or template type argument.
    Type(QualType),
    /// A class or enum by its own name: hidden by a function or variable of the same scope.
    Tag(QualType),
    /// A function.
    Function(FunctionId),
    /// A template of any kind.
    Template(TemplateId),
    /// A program-scope variable or static data member.
    Variable(VariableId),
    /// A local or parameter.
    Local(LocalId),
    /// An enumerator: position in its enumeration.
    Enumerator(EnumId, u32),
    /// A data member, through anonymous structs and unions: fields to follow from the record of the scope.
    Field(SmallVec<[u32; 2]>),
    /// The value of a template parameter.
    Value(TemplateArgument),
    /// A pack: its elements.
    Pack(Arc<[Entity]>),
    /// A template parameter whose argument is being deduced.
    Parameter(u32),
    /// A template parameter that stands for what is written in another scope (while an alias is looked through).
    Written(Arc<TypeOrExpr>, ScopeId),
    /// Declared wrongly, and reported.
    Error,
}

/// A name's meaning and since when it has it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Position in the program: a template sees only what was declared before it. 0 is "always".
    pub order: u32,
    /// The meaning.
    pub entity: Entity,
}

/// All that one scope knows of one name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// What is declared.
    pub entries: SmallVec<[Entry; 1]>,
    /// Declarations of the library that nobody has asked for yet.
    pub pending: SmallVec<[u32; 1]>,
}

/// Kinds of scopes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// The global or another namespace; with its name.
    Namespace(Option<Arc<str>>),
    /// The members of a class.
    Record(RecordId),
    /// The enumerators of an enumeration.
    Enum(EnumId),
    /// Template parameters bound to arguments.
    Template,
    /// Parameters of a function; a local belongs to the nearest one around it.
    Function,
    /// A block, or an element of a pack expansion.
    Block,
}

/// A scope.
#[derive(Clone, Debug)]
pub struct Scope {
    /// What it is.
    pub kind: ScopeKind,
    /// What encloses it.
    pub parent: Option<ScopeId>,
    /// `using namespace`: namespace, and since when.
    pub directives: Vec<(ScopeId, u32)>,
    /// Its inline and anonymous namespaces, whose members count as its own.
    pub transparent: Vec<ScopeId>,
    /// What is visible through the scopes above: entries up to this order.
    pub limit: u32,
    /// Its names.
    pub names: HashMap<Name, Names>,
}

/// A declaration of the library that is processed when one of its names is looked up.
#[derive(Clone, Debug)]
pub struct PendingDecl {
    /// Where it stands.
    pub scope: ScopeId,
    /// The declaration; `None` once it has been processed.
    pub decl: Option<DeclRef>,
}

/// All scopes.
#[derive(Clone, Debug)]
pub struct Scopes {
    list: Vec<Scope>,
    /// Declarations that wait.
    pub pending: Vec<PendingDecl>,
    /// The order of the declaration that is being processed; 0 in the library.
    pub order: u32,
}

impl Default for Scopes {
    fn default() -> Self {
        Self { list: vec![Scope::new(ScopeKind::Namespace(None), None)], pending: Vec::new(), order: 0 }
    }
}

impl Scope {
    fn new(kind: ScopeKind, parent: Option<ScopeId>) -> Self {
        Self { kind, parent, directives: Vec::new(), transparent: Vec::new(), limit: u32::MAX, names: HashMap::new() }
    }
}

impl Scopes {
    /// A scope.
    #[must_use]
    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.list[id.0 as usize]
    }

    /// A scope, to change.
    pub fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.list[id.0 as usize]
    }

    /// A new scope.
    pub fn push(&mut self, kind: ScopeKind, parent: ScopeId) -> ScopeId {
        let id = ScopeId(self.list.len() as u32);
        self.list.push(Scope::new(kind, Some(parent)));
        id
    }

    /// Adds a meaning to a name, as of the present order.
    pub fn declare(&mut self, scope: ScopeId, name: Name, entity: Entity) {
        let order = self.order;
        self.get_mut(scope).names.entry(name).or_default().entries.push(Entry { order, entity });
    }

    /// Adds a meaning that is visible from everywhere in the scope.
    pub fn declare_always(&mut self, scope: ScopeId, name: Name, entity: Entity) {
        self.get_mut(scope).names.entry(name).or_default().entries.push(Entry { order: 0, entity });
    }

    /// The scope and those around it, innermost first.
    pub fn chain(&self, scope: ScopeId) -> impl Iterator<Item = (ScopeId, &Scope)> {
        std::iter::successors(Some(scope), |id| self.get(*id).parent).map(|id| (id, self.get(id)))
    }

    /// The nearest namespace, the scope itself included.
    #[must_use]
    pub fn enclosing_namespace(&self, scope: ScopeId) -> ScopeId {
        self.chain(scope)
            .find(|(_, scope)| matches!(scope.kind, ScopeKind::Namespace(_)))
            .map_or(ScopeId::GLOBAL, |(id, _)| id)
    }

    /// The nearest scope of function parameters, the scope itself included.
    #[must_use]
    pub fn enclosing_function(&self, scope: ScopeId) -> Option<ScopeId> {
        self.chain(scope).find(|(_, scope)| scope.kind == ScopeKind::Function).map(|(id, _)| id)
    }

    /// The nearest class, the scope itself included.
    #[must_use]
    pub fn enclosing_record(&self, scope: ScopeId) -> Option<RecordId> {
        self.chain(scope).find_map(|(_, scope)| match scope.kind {
            ScopeKind::Record(id) => Some(id),
            _ => None,
        })
    }
}

impl Sema {
    /// A new block inside a scope.
    pub fn push_block_scope(&mut self, parent: ScopeId) -> ScopeId {
        self.scopes.push(ScopeKind::Block, parent)
    }

    /// A new scope for the parameters of a function (or a lambda): locals declared in it and below belong to it.
    pub fn push_function_scope(&mut self, parent: ScopeId) -> ScopeId {
        self.scopes.push(ScopeKind::Function, parent)
    }

    /// Declares a local variable or parameter. An earlier one of the same name in the very same scope is replaced;
    /// the answer is that one, to be reported.
    pub fn declare_local(&mut self, scope: ScopeId, name: Symbol, local: LocalId) -> Option<LocalId> {
        let entries = &mut self.scopes.get_mut(scope).names.entry(Name::Ident(name)).or_default().entries;
        let earlier = entries.iter().find_map(|entry| match entry.entity {
            Entity::Local(id) => Some(id),
            _ => None,
        });
        entries.retain(|entry| !matches!(entry.entity, Entity::Local(_)));
        entries.push(Entry { order: 0, entity: Entity::Local(local) });
        earlier
    }

    /// The qualified name of something in a scope, as users write it.
    #[must_use]
    pub fn qualified_name(&self, scope: ScopeId, name: &str) -> String {
        let mut parts = vec![name.to_owned()];
        for (_, scope) in self.scopes.chain(scope) {
            match &scope.kind {
                ScopeKind::Namespace(Some(name)) => parts.push(name.to_string()),
                // A record's name is qualified already.
                ScopeKind::Record(id) => {
                    parts.push(self.record(*id).name.to_string());
                    break;
                }
                ScopeKind::Function => break,
                _ => {}
            }
        }
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts.join("::")
    }

    /// How a name is spelled.
    #[must_use]
    pub fn name_text(&self, name: Name) -> String {
        match name {
            Name::Ident(symbol) => self.interner.text(symbol).to_owned(),
            Name::Literal(symbol) => format!("operator\"\"{}", self.interner.text(symbol)),
            Name::Operator(operator) => format!("operator{}", operator_text(operator)),
            Name::Conversion => "conversion function".to_owned(),
            Name::Constructor => "constructor".to_owned(),
        }
    }
}

/// An operator as written.
#[must_use]
pub fn operator_text(operator: Operator) -> String {
    match operator {
        Operator::Unary(op) => op.text().to_owned(),
        Operator::Binary(op) => op.text().to_owned(),
        Operator::Assign(None) => "=".to_owned(),
        Operator::Assign(Some(op)) => format!("{}=", op.text()),
        Operator::Call => "()".to_owned(),
        Operator::Subscript => "[]".to_owned(),
        Operator::Arrow => "->".to_owned(),
        Operator::ArrowStar => "->*".to_owned(),
        Operator::Comma => ",".to_owned(),
    }
}
