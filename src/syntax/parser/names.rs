//! The names known while parsing: which are types, templates, namespaces.
//!
//! C++ can't be parsed without that much; nothing more is known here. What a name finally refers to is sema's business.

use super::keyword::Keywords;
use crate::syntax::token::Interner;
use crate::syntax::token::Symbol;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::hash::Hasher;
use std::sync::Arc;

/// A scope in [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScopeId(u32);

/// What the parser needs to know of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameKind {
    /// A variable, function, enumerator, member, non-type template parameter.
    Value,
    /// A function or variable template.
    ValueTemplate,
    /// A type.
    Type,
    /// A class or alias template, a template template parameter; without arguments it may still name a type.
    TypeTemplate,
    /// A namespace or its alias.
    Namespace,
}

/// A name's kind, and the scope that `name::` opens, if known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Binding {
    pub(super) kind: NameKind,
    pub(super) scope: Option<ScopeId>,
}

impl Binding {
    pub(super) const VALUE: Self = Self { kind: NameKind::Value, scope: None };
    pub(super) const TYPE: Self = Self { kind: NameKind::Type, scope: None };

    pub(super) fn is_type(self) -> bool {
        matches!(self.kind, NameKind::Type | NameKind::TypeTemplate)
    }

    pub(super) fn is_template(self) -> bool {
        matches!(self.kind, NameKind::ValueTemplate | NameKind::TypeTemplate)
    }
}

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    Namespace,
    Class,
    /// Names declared inside belong to the scope around it.
    TemplateParameters,
    /// Function parameters, blocks.
    Block,
    /// Declares nothing itself: makes the scopes in `uses` visible in an out-of-class definition.
    Import,
}

#[derive(Clone, Debug)]
struct Scope {
    kind: ScopeKind,
    parent: Option<ScopeId>,
    /// The class's name.
    name: Option<Symbol>,
    table: Table,
    /// Used namespaces, base classes.
    uses: Vec<ScopeId>,
}

/// Symbols are small dense numbers: one multiplication spreads them.
#[derive(Clone, Default)]
struct SymbolHasher(u64);

impl Hasher for SymbolHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Most scopes hold a handful of names: those are searched linearly.
#[derive(Clone, Debug, Default)]
struct Table {
    few: Vec<(Symbol, Binding)>,
    many: HashMap<Symbol, Binding, BuildHasherDefault<SymbolHasher>>,
}

const FEW: usize = 8;

impl Table {
    fn get(&self, symbol: Symbol) -> Option<Binding> {
        if self.many.is_empty() {
            return self.few.iter().find(|(name, _)| *name == symbol).map(|(_, binding)| *binding);
        }
        self.many.get(&symbol).copied()
    }

    fn set(&mut self, symbol: Symbol, binding: Option<Binding>) {
        if self.many.is_empty() {
            let at = self.few.iter().position(|(name, _)| *name == symbol);
            match (at, binding) {
                (Some(at), Some(binding)) => self.few[at].1 = binding,
                (Some(at), None) => drop(self.few.swap_remove(at)),
                (None, Some(binding)) if self.few.len() < FEW => self.few.push((symbol, binding)),
                (None, Some(binding)) => {
                    self.many.extend(self.few.drain(..));
                    self.many.insert(symbol, binding);
                }
                (None, None) => {}
            }
        } else if let Some(binding) = binding {
            self.many.insert(symbol, binding);
        } else {
            self.many.remove(&symbol);
        }
    }
}

/// All names declared so far; cloning it saves the state after the standard library, to start many programs from.
#[derive(Clone, Debug)]
pub struct Names {
    pub(super) keywords: Arc<Keywords>,
    scopes: Vec<Scope>,
    /// Names of member templates of any class: `x.name<` is a template only if `name` is among them.
    member_templates: Table,
    /// One past the last scope that must outlive the declaration it was made in.
    kept: usize,
    /// What to undo when a speculation is given up.
    undo: Vec<(ScopeId, Symbol, Option<Binding>)>,
    pub(super) speculating: u32,
    /// How many scopes there were when the outermost speculation began.
    floor: usize,
}

/// Namespaces looked through by using-directives in one lookup.
const MAX_USES: usize = 64;

impl Names {
    /// No names but the keywords.
    #[must_use]
    pub fn new(interner: &mut Interner) -> Self {
        let mut this = Self {
            keywords: Arc::new(Keywords::new(interner)),
            scopes: Vec::new(),
            member_templates: Table::default(),
            kept: 0,
            undo: Vec::new(),
            speculating: 0,
            floor: 0,
        };
        this.open(ScopeKind::Namespace, None, None);
        this
    }

    /// The global namespace.
    pub(super) const GLOBAL: ScopeId = ScopeId(0);

    /// Makes a scope.
    pub(super) fn open(&mut self, kind: ScopeKind, parent: Option<ScopeId>, name: Option<Symbol>) -> ScopeId {
        self.scopes.push(Scope { kind, parent, name, table: Table::default(), uses: Vec::new() });
        if matches!(kind, ScopeKind::Namespace | ScopeKind::Class) {
            self.kept = self.scopes.len();
        }
        ScopeId(self.scopes.len() as u32 - 1)
    }

    /// How many scopes there are: for [`Names::forget_scopes`].
    pub(super) fn scope_count(&self) -> usize {
        self.scopes.len()
    }

    /// Drops the scopes made since there were `count`, unless something can still refer to them.
    pub(super) fn forget_scopes(&mut self, count: usize) {
        self.scopes.truncate(count.max(self.kept));
    }

    pub(super) fn kind(&self, scope: ScopeId) -> ScopeKind {
        self.scopes[scope.0 as usize].kind
    }

    pub(super) fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scopes[scope.0 as usize].parent
    }

    /// Whether `ancestor` is `scope` or around it.
    pub(super) fn is_around(&self, ancestor: ScopeId, scope: ScopeId) -> bool {
        let mut next = Some(scope);
        while let Some(scope) = next {
            if scope == ancestor {
                return true;
            }
            next = self.parent(scope);
        }
        false
    }

    pub(super) fn class_name(&self, scope: ScopeId) -> Option<Symbol> {
        self.scopes[scope.0 as usize].name
    }

    /// Whether the scope is older than the speculation under way, which must leave it as it is but for declarations.
    fn is_frozen(&self, scope: ScopeId) -> bool {
        self.speculating > 0 && (scope.0 as usize) < self.floor
    }

    /// A speculation begins.
    pub(super) fn begin_speculation(&mut self) {
        if self.speculating == 0 {
            self.floor = self.scopes.len();
        }
        self.speculating += 1;
    }

    /// A class is defined inside `parent`: that is where its members look further.
    pub(super) fn set_parent(&mut self, scope: ScopeId, parent: ScopeId) {
        if scope != parent && !self.is_frozen(scope) && !self.is_around(scope, parent) {
            self.scopes[scope.0 as usize].parent = Some(parent);
            self.kept = self.kept.max(parent.0 as usize + 1);
        }
    }

    /// Makes the names of `used` visible in `scope`.
    pub(super) fn add_use(&mut self, scope: ScopeId, used: ScopeId) {
        if self.is_frozen(scope) {
            return;
        }
        let uses = &mut self.scopes[scope.0 as usize].uses;
        if scope != used && !uses.contains(&used) {
            uses.push(used);
        }
    }

    /// The scope that a declaration in `scope` adds names to.
    pub(super) fn declaring_scope(&self, mut scope: ScopeId) -> ScopeId {
        while matches!(self.kind(scope), ScopeKind::TemplateParameters | ScopeKind::Import) {
            match self.parent(scope) {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        scope
    }

    /// Declares a name in exactly this scope. Overloads: one template makes the name a template. A value hides a type.
    pub(super) fn declare(&mut self, scope: ScopeId, symbol: Symbol, binding: Binding) {
        let old = self.scopes[scope.0 as usize].table.get(symbol);
        let merged = match (old.map(|old| old.kind), binding.kind) {
            (Some(NameKind::ValueTemplate), NameKind::Value) => old.unwrap_or(binding),
            (Some(NameKind::Value | NameKind::ValueTemplate), NameKind::Type) if binding.scope.is_none() => {
                old.unwrap_or(binding)
            }
            (Some(NameKind::TypeTemplate), NameKind::Type) => old.unwrap_or(binding),
            (Some(NameKind::Type | NameKind::TypeTemplate), NameKind::Type | NameKind::TypeTemplate) => {
                Binding { scope: binding.scope.or(old.and_then(|old| old.scope)), ..binding }
            }
            _ => binding,
        };
        if self.speculating > 0 {
            self.undo.push((scope, symbol, old));
        }
        self.scopes[scope.0 as usize].table.set(symbol, Some(merged));
        if merged.kind == NameKind::ValueTemplate && self.kind(scope) == ScopeKind::Class {
            self.member_templates.set(symbol, Some(merged));
        }
    }

    /// Where speculation may come back to.
    pub(super) fn undo_mark(&self) -> usize {
        self.undo.len()
    }

    /// Takes back declarations made since the mark.
    pub(super) fn undo_to(&mut self, mark: usize, scope_count: usize) {
        while self.undo.len() > mark {
            if let Some((scope, symbol, old)) = self.undo.pop() {
                self.scopes[scope.0 as usize].table.set(symbol, old);
            }
        }
        self.scopes.truncate(scope_count);
        self.kept = self.kept.min(scope_count);
    }

    /// Ends the outermost speculation with what it declared.
    pub(super) fn commit(&mut self) {
        if self.speculating == 0 {
            self.undo.clear();
        }
    }

    /// Whether some class has a member template of that name.
    pub(super) fn is_member_template(&self, symbol: Symbol) -> bool {
        self.member_templates.get(symbol).is_some()
    }

    /// What exactly this scope declares.
    pub(super) fn own(&self, scope: ScopeId, symbol: Symbol) -> Option<Binding> {
        self.scopes[scope.0 as usize].table.get(symbol)
    }

    /// Looks a name up in a scope and what it uses (`scope::name`).
    pub(super) fn look_in(&self, scope: ScopeId, symbol: Symbol, accept: fn(Binding) -> bool) -> Option<Binding> {
        let this = &self.scopes[scope.0 as usize];
        let own = this.table.get(symbol).filter(|binding| accept(*binding));
        if this.uses.is_empty() {
            return own;
        }
        match own {
            // A function of the same name may be a template in a used namespace: together they are overloads.
            Some(own) if own.kind == NameKind::Value && this.kind == ScopeKind::Namespace => {
                let used = self.look_in_uses(scope, symbol, accept);
                Some(used.filter(|used| used.kind == NameKind::ValueTemplate).unwrap_or(own))
            }
            Some(own) => Some(own),
            None => self.look_in_uses(scope, symbol, accept),
        }
    }

    /// Depth first, so that what a base class declares comes before what a namespace around it does.
    fn look_in_uses(&self, scope: ScopeId, symbol: Symbol, accept: fn(Binding) -> bool) -> Option<Binding> {
        let overloads = self.kind(scope) == ScopeKind::Namespace;
        let mut visited = smallvec::SmallVec::<[ScopeId; 8]>::new();
        let mut stack: smallvec::SmallVec<[ScopeId; 8]> =
            self.scopes[scope.0 as usize].uses.iter().rev().copied().collect();
        visited.push(scope);
        let mut found: Option<Binding> = None;
        while let Some(next) = stack.pop() {
            if visited.contains(&next) || visited.len() > MAX_USES {
                continue;
            }
            visited.push(next);
            let this = &self.scopes[next.0 as usize];
            if let Some(binding) = this.table.get(symbol).filter(|binding| accept(*binding)) {
                if binding.kind != NameKind::Value || !overloads {
                    return Some(binding);
                }
                found = Some(binding);
            }
            stack.extend(this.uses.iter().rev().copied());
        }
        found
    }

    /// Looks a name up from a scope outwards.
    pub(super) fn look_up(&self, scope: ScopeId, symbol: Symbol, accept: fn(Binding) -> bool) -> Option<Binding> {
        let mut next = Some(scope);
        while let Some(scope) = next {
            if let Some(binding) = self.look_in(scope, symbol, accept) {
                return Some(binding);
            }
            next = self.scopes[scope.0 as usize].parent;
        }
        None
    }
}
