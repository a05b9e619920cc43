//! Name look-up: unqualified, qualified, member, argument-dependent.
//!
//! Answers what a name means at a place. It instantiates class, variable and alias templates whose arguments are
//! written; choosing among overloads is left to who calls.

use super::Sema;
use super::hir::FunctionId;
use super::hir::LocalId;
use super::hir::VariableId;
use super::report::Reported;
use super::scope::Entity;
use super::scope::Entry;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::TemplateArgument;
use super::template::TemplateId;
use super::template::TemplateKind;
use super::types::EnumId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Operator;
use crate::syntax::ast::Segment;
use crate::syntax::ast::SegmentName;
use crate::syntax::token::Symbol;
use smallvec::SmallVec;
use std::sync::Arc;

/// Something that can be called by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Candidate {
    /// An ordinary function or method.
    Function(FunctionId),
    /// A function template, or a family of the library's (see [`super::template::Template::family`]).
    Template(TemplateId),
}

/// Functions and function templates of one name.
#[derive(Clone, Debug, Default)]
pub struct Overloads {
    /// All of them, in the order of their declarations.
    pub candidates: Vec<Candidate>,
    /// Template arguments written after the name, and the scope they are written in.
    pub explicit: Option<(Arc<[ast::TemplateArg]>, ScopeId)>,
    /// Whether argument-dependent look-up may add more: unqualified, and no member or local was found.
    pub adl: bool,
}

/// One step from an object to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberStep {
    /// Base class number n.
    Base(u32),
    /// Field number n.
    Field(u32),
}

/// What a name means.
#[derive(Clone, Debug)]
pub enum Found {
    /// Nothing of that name.
    Nothing,
    /// A type.
    Type(QualType),
    /// A template that makes types or variables, without its arguments.
    Template(TemplateId),
    /// Functions.
    Overloads(Overloads),
    /// A program-scope variable or static member.
    Variable(VariableId),
    /// A local of the function whose parameters `owner` holds.
    Local {
        /// Which.
        id: LocalId,
        /// The function's scope.
        owner: Option<ScopeId>,
    },
    /// A data member: the class through which it is reached (of `*this`, for unqualified names) and the way to it.
    Field(RecordId, Vec<MemberStep>),
    /// An enumerator.
    Enumerator(EnumId, u32),
    /// The value of a template parameter; never a type or a pack.
    Value(TemplateArgument),
    /// A pack that is named outside an expansion.
    Pack(Arc<[Entity]>),
    /// A namespace.
    Namespace(ScopeId),
}

/// What was found in one scope.
type Hits = SmallVec<[Hit; 4]>;

#[derive(Clone, Debug)]
struct Hit {
    scope: ScopeId,
    entity: Entity,
}

impl Sema {
    /// What a name, perhaps qualified, means in a scope. Nothing is reported if just the last part is unknown: see
    /// [`Sema::report_unknown`].
    ///
    /// # Errors
    /// A qualifier is wrong, or template arguments are.
    pub fn lookup_path(&mut self, scope: ScopeId, path: &NamePath) -> Result<Found, Reported> {
        if !path.is_qualified() {
            return self.lookup_segment(scope, path.last());
        }
        let mut place = if path.global { Some(Found::Namespace(ScopeId::GLOBAL)) } else { None };
        for segment in path.qualifiers() {
            let found = match place {
                None => self.lookup_qualifier(scope, segment)?,
                Some(ref place) => self.lookup_in(&place.clone(), scope, segment, true)?,
            };
            if !matches!(found, Found::Namespace(_) | Found::Type(_)) {
                return Err(self.report_bad_qualifier(scope, place.as_ref(), segment, &found));
            }
            place = Some(found);
        }
        let place = place.unwrap_or(Found::Namespace(ScopeId::GLOBAL));
        self.lookup_in(&place, scope, path.last(), false)
    }

    /// What one part of a name means without qualifiers.
    ///
    /// # Errors
    /// Its template arguments are wrong.
    pub fn lookup_segment(&mut self, scope: ScopeId, segment: &Segment) -> Result<Found, Reported> {
        let Some(name) = segment_name(segment) else { return self.lookup_special(scope, segment) };
        let hits = self.unqualified(scope, name, false);
        self.conclude(scope, hits, segment, true)
    }

    /// What a name after `struct`, `union` or `enum` means: types only.
    pub(super) fn lookup_tag(&mut self, scope: ScopeId, path: &NamePath) -> Result<Found, Reported> {
        if path.is_qualified() { self.lookup_path(scope, path) } else { self.lookup_qualifier(scope, path.last()) }
    }

    fn lookup_qualifier(&mut self, scope: ScopeId, segment: &Segment) -> Result<Found, Reported> {
        let Some(name) = segment_name(segment) else { return self.lookup_special(scope, segment) };
        let hits = self.unqualified(scope, name, true);
        self.conclude(scope, hits, segment, true)
    }

    /// `decltype(e)::`, destructors and conversion functions.
    fn lookup_special(&mut self, scope: ScopeId, segment: &Segment) -> Result<Found, Reported> {
        match &segment.name {
            SegmentName::Decltype(expr) => {
                let ty = self.decltype_of(scope, expr)?;
                Ok(Found::Type(self.referent(ty)))
            }
            SegmentName::Conversion(_) => match self.scopes.enclosing_record(scope) {
                Some(record) => self.lookup_member(record, segment, scope),
                None => Ok(Found::Nothing),
            },
            _ => Err(self.report(Diagnostic::unsupported("a destructor call", segment.span))),
        }
    }

    /// What a name means in a namespace, class or enumeration.
    fn lookup_in(
        &mut self,
        place: &Found,
        scope: ScopeId,
        segment: &Segment,
        qualifier: bool,
    ) -> Result<Found, Reported> {
        match *place {
            Found::Namespace(namespace) => {
                let Some(name) = segment_name(segment) else { return Ok(Found::Nothing) };
                let mut hits = Hits::new();
                self.hits_in_namespace(namespace, name, u32::MAX, &mut Vec::new(), &mut hits);
                if qualifier {
                    hits.retain(|hit| self.is_qualifier(&hit.entity));
                }
                if hits.is_empty() && self.is_builtin_home(namespace) {
                    return self.builtin_name(scope, segment);
                }
                self.conclude(scope, hits, segment, false)
            }
            Found::Type(ty) => self.lookup_in_type(ty, scope, segment),
            _ => Ok(Found::Nothing),
        }
    }

    /// Whether built-in type names may be qualified with this namespace: `::float4`, `metal::float4`.
    fn is_builtin_home(&self, namespace: ScopeId) -> bool {
        if namespace == ScopeId::GLOBAL {
            return true;
        }
        let scope = self.scopes.get(namespace);
        scope.parent == Some(ScopeId::GLOBAL)
            && matches!(&scope.kind, ScopeKind::Namespace(Some(name)) if &**name == "metal")
    }

    /// What a name means in a type.
    fn lookup_in_type(&mut self, ty: QualType, scope: ScopeId, segment: &Segment) -> Result<Found, Reported> {
        match *self.types.kind(ty.ty) {
            TypeKind::Record(record) => self.lookup_member(record, segment, scope),
            TypeKind::Enum(id) => {
                let SegmentName::Ident(symbol) = segment.name else { return Ok(Found::Nothing) };
                let text = self.interner.text(symbol);
                let position = self.enumeration(id).values.iter().position(|(name, _)| &**name == text);
                Ok(position.map_or(Found::Nothing, |position| Found::Enumerator(id, position as u32)))
            }
            TypeKind::Vector(scalar, _) | TypeKind::PackedVector(scalar, _) | TypeKind::Matrix(scalar, ..) if matches!(segment.name, SegmentName::Ident(symbol) if self.interner.text(symbol) == "value_type") => {
                Ok(Found::Type(QualType::new(self.types.scalar(scalar))))
            }
            TypeKind::Error => Err(Reported),
            _ => Ok(Found::Nothing),
        }
    }

    /// What a member's name means in a class, its bases included. Hides as C++ does: what a class declares hides
    /// what its bases declare.
    ///
    /// # Errors
    /// The class can't be completed, or template arguments are wrong.
    pub fn lookup_member(&mut self, record: RecordId, segment: &Segment, scope: ScopeId) -> Result<Found, Reported> {
        self.require_members(record, segment.span)?;
        if let SegmentName::Conversion(ty) = &segment.name {
            let wanted = self.resolve_type(scope, ty)?;
            let mut candidates = self.member_candidates(record, Name::Conversion);
            candidates.retain(|candidate| match candidate {
                Candidate::Function(id) => self.function(*id).result == wanted,
                Candidate::Template(_) => true,
            });
            return Ok(if candidates.is_empty() {
                Found::Nothing
            } else {
                Found::Overloads(Overloads { candidates, explicit: None, adl: false })
            });
        }
        let Some(name) = segment_name(segment) else { return self.lookup_special(scope, segment) };
        match self.member_hits(record, name, 0) {
            None => Ok(Found::Nothing),
            Some((path, hits)) => {
                let found = self.conclude(scope, hits, segment, false)?;
                Ok(prefix_path(found, record, path))
            }
        }
    }

    /// Methods, constructors or conversion functions of one name; of bases too, except constructors.
    pub fn member_candidates(&mut self, record: RecordId, name: Name) -> Vec<Candidate> {
        if self.require_members(record, Span::NONE).is_err() {
            return Vec::new();
        }
        let hits = if name == Name::Constructor {
            let scope = self.record_scope(record);
            let mut hits = Hits::new();
            self.hits_in(scope, name, u32::MAX, &mut hits);
            Some(hits)
        } else {
            self.member_hits(record, name, 0).map(|(_, hits)| hits)
        };
        candidates_of(&hits.unwrap_or_default())
    }

    /// Functions and templates that a scope itself declares under a name.
    pub(super) fn candidates_in(&mut self, scope: ScopeId, name: Name) -> Vec<Candidate> {
        let mut hits = Hits::new();
        self.hits_in(scope, name, u32::MAX, &mut hits);
        candidates_of(&hits)
    }

    /// Where a member is: the base numbers on the way, and what the class there declares.
    fn member_hits(&mut self, record: RecordId, name: Name, depth: u32) -> Option<(Vec<MemberStep>, Hits)> {
        let scope = self.record_scope(record);
        let mut hits = Hits::new();
        self.hits_in(scope, name, u32::MAX, &mut hits);
        if !hits.is_empty() {
            return Some((Vec::new(), hits));
        }
        if depth > 64 {
            return None;
        }
        for (number, base) in self.record_bases(record).into_iter().enumerate() {
            if let Some((mut path, hits)) = self.member_hits(base, name, depth + 1) {
                path.insert(0, MemberStep::Base(number as u32));
                return Some((path, hits));
            }
        }
        None
    }

    /// Non-member candidates for an operator: unqualified look-up that skips members, and argument-dependent.
    pub fn lookup_operator(&mut self, scope: ScopeId, operator: Operator, arguments: &[QualType]) -> Vec<Candidate> {
        let name = Name::Operator(operator);
        let mut hits = Hits::new();
        let namespace = self.scopes.enclosing_namespace(scope);
        hits.extend(self.unqualified(namespace, name, false));
        let mut candidates = candidates_of(&hits);
        self.add_associated(name, arguments, &mut candidates);
        candidates
    }

    /// Adds what argument-dependent look-up finds for a call of an unqualified name.
    pub fn lookup_call_adl(&mut self, name: Symbol, arguments: &[QualType], candidates: &mut Vec<Candidate>) {
        self.add_associated(Name::Ident(name), arguments, candidates);
    }

    fn add_associated(&mut self, name: Name, arguments: &[QualType], candidates: &mut Vec<Candidate>) {
        let mut namespaces = Vec::new();
        for argument in arguments {
            self.associated_namespaces(*argument, &mut namespaces, 0);
        }
        for namespace in namespaces {
            let mut hits = Hits::new();
            self.hits_in(namespace, name, u32::MAX, &mut hits);
            for candidate in candidates_of(&hits) {
                if !candidates.contains(&candidate) {
                    candidates.push(candidate);
                }
            }
        }
    }

    fn associated_namespaces(&self, ty: QualType, namespaces: &mut Vec<ScopeId>, depth: u32) {
        if depth > 16 {
            return;
        }
        match self.types.kind(ty.ty) {
            TypeKind::Pointer(to) | TypeKind::Reference { to, .. } | TypeKind::Array(to, _) => {
                self.associated_namespaces(*to, namespaces, depth + 1);
            }
            TypeKind::Record(record) => self.associated_with_record(*record, namespaces, depth),
            TypeKind::Enum(id) => {
                let scope = self.scopes.enclosing_namespace(self.enum_scope(*id));
                push_new(namespaces, scope);
            }
            TypeKind::Function(signature) => {
                for ty in signature.params.iter().chain([&signature.result]) {
                    self.associated_namespaces(*ty, namespaces, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn associated_with_record(&self, record: RecordId, namespaces: &mut Vec<ScopeId>, depth: u32) {
        let scope = self.scopes.enclosing_namespace(self.record_scope(record));
        push_new(namespaces, scope);
        for (base, _) in &self.record(record).bases {
            if depth < 16 {
                self.associated_with_record(*base, namespaces, depth + 1);
            }
        }
        if let Some((_, arguments)) = self.record_template(record) {
            for argument in arguments.iter() {
                if let TemplateArgument::Type(ty) = argument {
                    self.associated_namespaces(*ty, namespaces, depth + 1);
                }
            }
        }
    }

    /// All that a scope itself declares under a name.
    fn hits_in(&mut self, scope: ScopeId, name: Name, limit: u32, hits: &mut Hits) {
        self.declare_pending(scope, name);
        let data = self.scopes.get(scope);
        if let Some(names) = data.names.get(&name) {
            for Entry { order, entity } in &names.entries {
                if *order <= limit {
                    hits.push(Hit { scope, entity: entity.clone() });
                }
            }
        }
        if data.transparent.is_empty() {
            return;
        }
        for inner in data.transparent.clone() {
            self.hits_in(inner, name, limit, hits);
        }
    }

    /// What a namespace declares or, failing that, the namespaces it uses.
    fn hits_in_namespace(&mut self, scope: ScopeId, name: Name, limit: u32, seen: &mut Vec<ScopeId>, hits: &mut Hits) {
        if seen.contains(&scope) {
            return;
        }
        seen.push(scope);
        let before = hits.len();
        self.hits_in(scope, name, limit, hits);
        if hits.len() > before {
            return;
        }
        for (used, order) in self.scopes.get(scope).directives.clone() {
            if order <= limit {
                self.hits_in_namespace(used, name, limit, seen, hits);
            }
        }
    }

    /// Processes the library's declarations of a name.
    fn declare_pending(&mut self, scope: ScopeId, name: Name) {
        let Some(names) = self.scopes.get_mut(scope).names.get_mut(&name) else { return };
        if names.pending.is_empty() {
            return;
        }
        for index in std::mem::take(&mut names.pending) {
            let pending = &mut self.scopes.pending[index as usize];
            let scope = pending.scope;
            if let Some(decl) = pending.decl.take() {
                self.declare_library(scope, &decl);
            }
        }
    }

    /// Unqualified look-up. `qualifier` ignores what can't stand before `::`.
    fn unqualified(&mut self, scope: ScopeId, name: Name, qualifier: bool) -> Hits {
        let mut limit = u32::MAX;
        // Used namespaces, with the namespace in which their names appear.
        let mut used: Vec<(ScopeId, ScopeId)> = Vec::new();
        let mut current = Some(scope);
        while let Some(id) = current {
            let data = self.scopes.get(id);
            let parent = data.parent;
            let kind = data.kind.clone();
            let own_limit = data.limit;
            let directives = data.directives.clone();
            self.note_directives(id, &directives, limit, &mut used);
            let mut hits = Hits::new();
            match kind {
                ScopeKind::Record(record) => {
                    if let Some((path, found)) = self.member_hits(record, name, 0) {
                        hits = found;
                        if !path.is_empty() {
                            self.qualify_fields(record, &mut hits);
                        }
                    }
                }
                ScopeKind::Namespace(_) => {
                    self.hits_in(id, name, limit, &mut hits);
                    for (namespace, appears) in used.clone() {
                        if appears == id && namespace != id {
                            self.hits_in(namespace, name, limit, &mut hits);
                        }
                    }
                }
                _ => self.hits_in(id, name, limit, &mut hits),
            }
            if qualifier {
                hits.retain(|hit| self.is_qualifier(&hit.entity));
            }
            if !hits.is_empty() {
                return hits;
            }
            limit = limit.min(own_limit);
            current = parent;
        }
        Hits::new()
    }

    /// Fields found in a base are reached from the derived class.
    fn qualify_fields(&self, record: RecordId, hits: &mut Hits) {
        let scope = self.record_scope(record);
        for hit in hits {
            if matches!(hit.entity, Entity::Field(_)) {
                // `conclude` finds the way again from the scope of the derived class.
                hit.scope = scope;
            }
        }
    }

    fn note_directives(
        &self,
        scope: ScopeId,
        directives: &[(ScopeId, u32)],
        limit: u32,
        used: &mut Vec<(ScopeId, ScopeId)>,
    ) {
        for &(namespace, order) in directives {
            if order > limit {
                continue;
            }
            let appears = self
                .scopes
                .chain(namespace)
                .map(|(id, _)| id)
                .find(|id| self.scopes.chain(scope).any(|(outer, _)| outer == *id))
                .unwrap_or(ScopeId::GLOBAL);
            if used.contains(&(namespace, appears)) || used.len() > 256 {
                continue;
            }
            used.push((namespace, appears));
            let inner = self.scopes.get(namespace).directives.clone();
            self.note_directives(scope, &inner, limit, used);
            let transparent = self.scopes.get(namespace).transparent.clone();
            for inner in transparent {
                let inner = self.scopes.get(inner).directives.clone();
                self.note_directives(scope, &inner, limit, used);
            }
        }
    }

    fn is_qualifier(&self, entity: &Entity) -> bool {
        match entity {
            Entity::Namespace(_) | Entity::Type(_) | Entity::Tag(_) | Entity::Error => true,
            Entity::Parameter(_) | Entity::Written(..) | Entity::Pack(_) => true,
            Entity::Template(id) => self.template(*id).kind != TemplateKind::Function,
            _ => false,
        }
    }

    /// What an unqualified identifier stands for, if it is one thing.
    pub(super) fn plain_entity(&mut self, scope: ScopeId, name: Symbol) -> Option<Entity> {
        self.unqualified(scope, Name::Ident(name), false).first().map(|hit| hit.entity.clone())
    }

    /// All that a name, perhaps qualified, stands for: what a using-declaration brings.
    pub(super) fn lookup_entities(&mut self, scope: ScopeId, path: &NamePath) -> Result<Vec<Entity>, Reported> {
        let last = path.last();
        let Some(name) = segment_name(last) else { return Ok(Vec::new()) };
        let mut place = if path.global { Some(Found::Namespace(ScopeId::GLOBAL)) } else { None };
        for segment in path.qualifiers() {
            let found = match place {
                None => self.lookup_qualifier(scope, segment)?,
                Some(ref place) => self.lookup_in(&place.clone(), scope, segment, true)?,
            };
            if !matches!(found, Found::Namespace(_) | Found::Type(_)) {
                return Err(self.report_bad_qualifier(scope, place.as_ref(), segment, &found));
            }
            place = Some(found);
        }
        let mut hits = Hits::new();
        match place {
            None => hits = self.unqualified(scope, name, false),
            Some(Found::Namespace(id)) => self.hits_in_namespace(id, name, u32::MAX, &mut Vec::new(), &mut hits),
            Some(Found::Type(ty)) => match *self.types.kind(ty.ty) {
                TypeKind::Record(record) => {
                    self.require_members(record, last.span)?;
                    hits = self.member_hits(record, name, 0).map_or(Hits::new(), |(_, hits)| hits);
                }
                TypeKind::Enum(id) => {
                    if let Found::Enumerator(_, position) = self.lookup_in_type(ty, scope, last)? {
                        return Ok(vec![Entity::Enumerator(id, position)]);
                    }
                }
                _ => {}
            },
            Some(_) => {}
        }
        if hits.is_empty()
            && let Name::Ident(symbol) = name
        {
            let interner = self.interner.clone();
            let text = interner.text(symbol);
            if let Some(ty) = self.builtin_type_name(text) {
                return Ok(vec![Entity::Type(QualType::new(ty))]);
            }
            if let Some(id) = self.builtin_template_name(text) {
                return Ok(vec![Entity::Template(id)]);
            }
        }
        Ok(hits.into_iter().map(|hit| hit.entity).collect())
    }

    /// From what was found to what it means, template arguments applied.
    fn conclude(
        &mut self,
        scope: ScopeId,
        hits: Hits,
        segment: &Segment,
        unqualified: bool,
    ) -> Result<Found, Reported> {
        if hits.is_empty() {
            return if unqualified { self.builtin_name(scope, segment) } else { Ok(Found::Nothing) };
        }
        let candidates = candidates_of(&hits);
        if candidates.iter().any(|candidate| self.is_callable(*candidate)) {
            let member = hits.iter().any(|hit| matches!(self.scopes.get(hit.scope).kind, ScopeKind::Record(_)));
            return Ok(Found::Overloads(Overloads {
                candidates,
                explicit: segment.args.clone().map(|args| (args, scope)),
                adl: unqualified && !member,
            }));
        }
        let hit = hits.iter().find(|hit| !matches!(hit.entity, Entity::Tag(_))).or_else(|| hits.first()).cloned();
        let Some(hit) = hit else { return Ok(Found::Nothing) };
        let found = match hit.entity {
            Entity::Error => return Err(Reported),
            Entity::Namespace(id) => Found::Namespace(id),
            Entity::Type(ty) | Entity::Tag(ty) => {
                if let (Some(args), TypeKind::Record(record)) = (&segment.args, self.types.kind(ty.ty).clone())
                    && let Some((template, _)) = self.record_template(record)
                {
                    // The class's own name inside it, with arguments: another instance.
                    return self.instantiate_named(template, args, scope, segment.span);
                }
                Found::Type(ty)
            }
            Entity::Template(id) => match &segment.args {
                Some(args) => return self.instantiate_named(id, args, scope, segment.span),
                None => Found::Template(id),
            },
            Entity::Variable(id) => Found::Variable(id),
            Entity::Local(id) => Found::Local { id, owner: self.scopes.enclosing_function(hit.scope) },
            Entity::Enumerator(id, position) => Found::Enumerator(id, position),
            Entity::Field(fields) => self.field_path(hit.scope, segment, fields),
            Entity::Value(value) => Found::Value(value),
            Entity::Pack(elements) => Found::Pack(elements),
            Entity::Written(written, home) => return self.lookup_written(&written, home),
            Entity::Function(_) => Found::Nothing,
            Entity::Parameter(_) => {
                return Err(self.report(Diagnostic::error(
                    codes::TEMPLATE_PARAMETER_UNKNOWN,
                    format!("the template parameter `{}` is not known here", self.segment_text(segment)),
                    segment.span,
                )));
            }
        };
        Ok(found)
    }

    /// What is written for a template parameter, while an alias is looked through.
    fn lookup_written(&mut self, written: &ast::TypeOrExpr, home: ScopeId) -> Result<Found, Reported> {
        match written {
            ast::TypeOrExpr::Type(ty) => {
                if let ast::TypeKind::Name(path) = &ty.kind
                    && ty.quals.is_empty()
                    && let found @ Found::Template(_) = self.lookup_path(home, path)?
                {
                    return Ok(found);
                }
                Ok(Found::Type(self.resolve_type(home, ty)?))
            }
            ast::TypeOrExpr::Expr(expr) => match &expr.kind {
                ast::ExprKind::Name(path) => self.lookup_path(home, path),
                _ => {
                    let expr = self.check_expr(home, expr);
                    let ty = expr.ty.ty;
                    let value = self.constant_value(&expr)?;
                    Ok(Found::Value(TemplateArgument::Value(ty, value)))
                }
            },
        }
    }

    fn is_callable(&self, candidate: Candidate) -> bool {
        match candidate {
            Candidate::Function(_) => true,
            Candidate::Template(id) => self.template(id).kind == TemplateKind::Function,
        }
    }

    /// A data member found from the scope of a class: through which bases and anonymous members it is reached.
    fn field_path(&mut self, scope: ScopeId, segment: &Segment, fields: SmallVec<[u32; 2]>) -> Found {
        let ScopeKind::Record(record) = self.scopes.get(scope).kind else { return Found::Nothing };
        let mut path = match segment_name(segment).and_then(|name| self.member_hits(record, name, 0)) {
            Some((path, _)) => path,
            None => Vec::new(),
        };
        path.extend(fields.into_iter().map(MemberStep::Field));
        Found::Field(record, path)
    }

    /// A name that the language knows without declaration.
    fn builtin_name(&mut self, scope: ScopeId, segment: &Segment) -> Result<Found, Reported> {
        let SegmentName::Ident(symbol) = segment.name else { return Ok(Found::Nothing) };
        let interner = self.interner.clone();
        let text = interner.text(symbol);
        if let Some(ty) = self.builtin_type_name(text) {
            return Ok(Found::Type(QualType::new(ty)));
        }
        match (self.builtin_template_name(text), &segment.args) {
            (Some(id), Some(args)) => self.instantiate_named(id, args, scope, segment.span),
            (Some(id), None) => Ok(Found::Template(id)),
            (None, _) => Ok(Found::Nothing),
        }
    }

    /// How a part of a name is spelled, without template arguments.
    #[must_use]
    pub fn segment_text(&self, segment: &Segment) -> String {
        match &segment.name {
            SegmentName::Conversion(_) => "conversion function".to_owned(),
            SegmentName::Destructor(symbol) => format!("~{}", self.interner.text(*symbol)),
            SegmentName::Decltype(_) => "decltype(…)".to_owned(),
            _ => segment_name(segment).map_or(String::new(), |name| self.name_text(name)),
        }
    }

    /// How a name is written, without template arguments.
    #[must_use]
    pub fn path_text(&self, path: &NamePath) -> String {
        let parts: Vec<String> = path.segments.iter().map(|segment| self.segment_text(segment)).collect();
        format!("{}{}", if path.global { "::" } else { "" }, parts.join("::"))
    }
}

/// Under which name a part of a path is declared.
#[must_use]
pub fn segment_name(segment: &Segment) -> Option<Name> {
    Some(match segment.name {
        SegmentName::Ident(symbol) => Name::Ident(symbol),
        SegmentName::Operator(operator) => Name::Operator(operator),
        SegmentName::Literal(symbol) => Name::Literal(symbol),
        SegmentName::Conversion(_) | SegmentName::Destructor(_) | SegmentName::Decltype(_) => return None,
    })
}

fn candidates_of(hits: &Hits) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for hit in hits {
        let candidate = match hit.entity {
            Entity::Function(id) => Candidate::Function(id),
            Entity::Template(id) => Candidate::Template(id),
            _ => continue,
        };
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// A member found in a base is reached through the derived class.
fn prefix_path(found: Found, record: RecordId, path: Vec<MemberStep>) -> Found {
    match found {
        Found::Field(_, rest) => {
            let mut path = path;
            path.extend(rest.into_iter().filter(|step| matches!(step, MemberStep::Field(_))));
            Found::Field(record, path)
        }
        found => found,
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
