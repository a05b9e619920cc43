//! Classes: declaration, completion, members, bases.

use super::Sema;
use super::entity::Field;
use super::entity::LibraryType;
use super::entity::Record;
use super::info::Completion;
use super::info::RecordInfo;
use super::layout::Layouter;
use super::report::Reported;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::DeclKind;
use crate::syntax::token::Symbol;
use smallvec::smallvec;
use std::sync::Arc;

/// The largest class, in bytes.
const MAX_RECORD_BYTES: u64 = 1 << 31;

impl Sema {
    /// A class by its definition, completed.
    ///
    /// # Errors
    /// It is wrong.
    pub fn define_record(&mut self, scope: ScopeId, record: &Arc<ast::Record>) -> Result<QualType, Reported> {
        let key = (Arc::as_ptr(record) as usize, scope);
        if let Some(ty) = self.defined_types.get(&key) {
            return Ok(*ty);
        }
        let id = match &record.name {
            None => self.new_record(scope, record.tag, None, "".into(), record.span),
            Some(path) if path.last().args.is_some() => {
                return self.define_specialization(scope, record, path);
            }
            Some(path) => {
                let home = self.declaration_home(scope, path, false)?;
                let ast::SegmentName::Ident(symbol) = path.last().name else { return Err(Reported) };
                self.record_to_define(home, record, path, symbol)?
            }
        };
        let object = QualType::new(self.types.intern(TypeKind::Record(id)));
        self.defined_types.insert(key, object);
        if let Some(info) = self.record_info_mut(id) {
            info.decl = Some(record.clone());
        }
        self.complete_record(id)?;
        Ok(object)
    }

    /// The record that a definition completes: one declared before, or a new one.
    fn record_to_define(
        &mut self,
        home: ScopeId,
        record: &Arc<ast::Record>,
        path: &ast::NamePath,
        symbol: Symbol,
    ) -> Result<RecordId, Reported> {
        let span = path.last().span;
        if let Some(id) = self.declared_record(home, symbol) {
            if self.record_info(id).state != Completion::Declared || self.record_info(id).template.is_some() {
                let earlier = self.record(id).span;
                let name = self.record(id).name.clone();
                return Err(self.report(
                    Diagnostic::error(codes::REDEFINED, format!("`{name}` is defined twice"), span)
                        .also(earlier, "first defined here"),
                ));
            }
            self.record_mut(id).span = span;
            self.record_mut(id).is_union = record.tag == ast::Tag::Union;
            return Ok(id);
        }
        if path.is_qualified() {
            return Err(self.report(Diagnostic::error(
                codes::NO_SUCH_MEMBER_DECLARED,
                format!("`{}` has not been declared", self.path_text(path)),
                path.span,
            )));
        }
        let display: Arc<str> = self.qualified_name(home, &self.name_text(Name::Ident(symbol))).into();
        let id = self.new_record(home, record.tag, Some(symbol), display, span);
        self.declare_tag(home, symbol, id);
        Ok(id)
    }

    fn declare_tag(&mut self, home: ScopeId, symbol: Symbol, id: RecordId) {
        let ty = QualType::new(self.types.intern(TypeKind::Record(id)));
        self.scopes.declare(home, Name::Ident(symbol), Entity::Tag(ty));
    }

    /// A class that the very scope declares under a name.
    fn declared_record(&self, scope: ScopeId, symbol: Symbol) -> Option<RecordId> {
        let names = self.scopes.get(scope).names.get(&Name::Ident(symbol))?;
        names.entries.iter().find_map(|entry| match entry.entity {
            // The class's own name inside it is no declaration there.
            Entity::Tag(ty) => self.as_record(ty.ty).filter(|id| self.record_scope(*id) != scope),
            _ => None,
        })
    }

    /// A class without members yet.
    pub(super) fn new_record(
        &mut self,
        parent: ScopeId,
        tag: ast::Tag,
        symbol: Option<Symbol>,
        display: Arc<str>,
        span: Span,
    ) -> RecordId {
        let id = RecordId(self.records.len() as u32);
        let scope = self.scopes.push(ScopeKind::Record(id), parent);
        self.add_record(
            Record {
                name: display,
                is_union: tag == ast::Tag::Union,
                is_complete: false,
                bases: Vec::new(),
                fields: Vec::new(),
                size: 0,
                align: 1,
                library: None,
                span,
            },
            RecordInfo {
                scope,
                decl: None,
                state: Completion::Declared,
                template: None,
                name: symbol,
                field_inits: Vec::new(),
                mutable_fields: Vec::new(),
                has_private_base: false,
                has_private_field: false,
                has_constructor: false,
                has_copy_constructor: false,
                data_size: 0,
                is_plain: true,
                tag,
            },
        );
        if let Some(symbol) = symbol {
            self.declare_tag(scope, symbol, id);
            let entries = &mut self.scopes.get_mut(scope).names;
            for entry in entries.values_mut().flat_map(|names| names.entries.iter_mut()) {
                entry.order = 0;
            }
        }
        id
    }

    /// A class by its name only: `struct S;`, or `struct S` where it is first named.
    ///
    /// # Errors
    /// It can't be declared here.
    pub fn declare_record(
        &mut self,
        scope: ScopeId,
        tag: ast::Tag,
        path: &ast::NamePath,
    ) -> Result<QualType, Reported> {
        let Some(ident) = path.as_ident() else {
            return Err(self.report_unknown(scope, path, "class"));
        };
        if let Some(id) = self.declared_record(scope, ident.symbol) {
            return Ok(QualType::new(self.types.intern(TypeKind::Record(id))));
        }
        let display: Arc<str> = self.qualified_name(scope, self.interner.text(ident.symbol)).into();
        let id = self.new_record(scope, tag, Some(ident.symbol), display, ident.span);
        self.declare_tag(scope, ident.symbol, id);
        Ok(QualType::new(self.types.intern(TypeKind::Record(id))))
    }

    /// Makes sure that the members of a class are known (instances of templates are completed now).
    ///
    /// # Errors
    /// They can't be; reported.
    pub fn require_members(&mut self, record: RecordId, span: Span) -> Result<(), Reported> {
        let Some(info) = self.record_infos.get(&record) else { return Ok(()) };
        match info.state {
            Completion::Complete | Completion::InProgress => Ok(()),
            Completion::Failed => Err(Reported),
            Completion::Declared if info.template.is_some() => self.complete_instance(record, span),
            Completion::Declared => Ok(()),
        }
    }

    /// Makes sure that objects of a type can exist: size and members are known.
    ///
    /// # Errors
    /// The type is incomplete; reported.
    pub fn require_complete(&mut self, ty: TypeId, span: Span) -> Result<(), Reported> {
        match *self.types.kind(ty) {
            TypeKind::Record(id) => {
                self.require_members(id, span)?;
                if self.record(id).is_complete {
                    return Ok(());
                }
                let diagnostic = Diagnostic::error(
                    codes::INCOMPLETE_TYPE,
                    format!("`{}` is incomplete here", self.record(id).name),
                    span,
                )
                .also(self.record(id).span, "declared here, but not yet defined");
                Err(self.report(diagnostic))
            }
            TypeKind::Array(element, Some(_)) => self.require_complete(element.ty, span),
            TypeKind::Error => Err(Reported),
            TypeKind::Void => {
                Err(self.report(Diagnostic::error(codes::INCOMPLETE_TYPE, "there are no objects of type `void`", span)))
            }
            TypeKind::Function(_) | TypeKind::Array(_, None) => {
                let name = self.type_name(QualType::new(ty));
                Err(self.report(Diagnostic::error(
                    codes::INCOMPLETE_TYPE,
                    format!("there are no objects of type `{name}`"),
                    span,
                )))
            }
            _ => Ok(()),
        }
    }

    /// Declares bases and members and lays them out.
    pub(super) fn complete_record(&mut self, id: RecordId) -> Result<(), Reported> {
        let Some(decl) = self.record_info(id).decl.clone() else { return Err(Reported) };
        if self.completion_depth > 200 {
            let span = self.record(id).span;
            return Err(self.report(Diagnostic::error(
                codes::INSTANTIATION_DEPTH,
                "classes are nested too deeply",
                span,
            )));
        }
        if let Some(info) = self.record_info_mut(id) {
            info.state = Completion::InProgress;
        }
        self.completion_depth += 1;
        let result = self.complete_members(id, &decl);
        self.completion_depth -= 1;
        if let Some(info) = self.record_info_mut(id) {
            info.state = if result.is_ok() { Completion::Complete } else { Completion::Failed };
        }
        result
    }

    fn complete_members(&mut self, id: RecordId, decl: &Arc<ast::Record>) -> Result<(), Reported> {
        let scope = self.record_scope(id);
        self.record_mut(id).library = self.library_attribute(id, scope, &decl.attributes)?;
        let mut layout = Layouter {
            is_union: decl.tag == ast::Tag::Union,
            is_packed: self.find_attribute(&decl.attributes, "packed").is_some(),
            ..Layouter::default()
        };
        let mut failed = self.add_bases(id, scope, decl, &mut layout).is_err();
        for member in &decl.members {
            failed |= self.add_member(id, scope, member, &mut layout).is_err();
        }
        let alignment = self.attribute_alignment(scope, &decl.attributes)?;
        let (size, align) = layout.finish(alignment);
        if size > MAX_RECORD_BYTES {
            let span = self.record(id).span;
            return Err(self.report(Diagnostic::error(codes::BAD_MEMBER, "the class is too large", span)));
        }
        if let Some(info) = self.record_info_mut(id) {
            info.data_size = layout.size;
        }
        let record = self.record_mut(id);
        record.size = size as u32;
        record.align = align;
        record.is_complete = true;
        if failed { Err(Reported) } else { Ok(()) }
    }

    /// `[[__library_type("texture2d")]]` of the library's own classes.
    fn library_attribute(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        attributes: &[ast::Attribute],
    ) -> Result<Option<LibraryType>, Reported> {
        let Some(attribute) = self.find_attribute(attributes, "__library_type") else { return Ok(None) };
        let name = self.attribute_string(attribute)?;
        let _ = scope;
        let element = self.record_template(id).and_then(|(_, arguments)| match arguments.first() {
            Some(super::TemplateArgument::Type(ty)) => self.types.as_scalar(ty.ty),
            _ => None,
        });
        Ok(Some(match (&*name, element) {
            ("atomic", Some(scalar)) => LibraryType::Atomic(scalar),
            ("sampler", _) => LibraryType::Sampler,
            (text, _) if text.starts_with("texture") || text.starts_with("depth") => LibraryType::Texture(name),
            _ => LibraryType::Opaque(name),
        }))
    }

    /// What a class is to engines, even before it is complete.
    pub fn library_type(&mut self, id: RecordId) -> Option<LibraryType> {
        if self.record_info(id).state == Completion::Declared && self.require_members(id, Span::NONE).is_err() {
            return None;
        }
        self.record(id).library.clone()
    }

    fn add_bases(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        decl: &ast::Record,
        layout: &mut Layouter,
    ) -> Result<(), Reported> {
        // Bases are looked up outside the class.
        let outside = self.scopes.get(scope).parent.unwrap_or(ScopeId::GLOBAL);
        for base in &decl.bases {
            let scopes = if base.pack {
                self.expand_pack(outside, super::pack::Pattern::Name(&base.name), base.span)?
            } else {
                vec![outside]
            };
            for scope in scopes {
                self.add_base(id, scope, base, layout)?;
            }
        }
        Ok(())
    }

    fn add_base(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        base: &ast::Base,
        layout: &mut Layouter,
    ) -> Result<(), Reported> {
        let path = ast::Type {
            kind: ast::TypeKind::Name(base.name.clone()),
            quals: ast::Qualifiers::default(),
            span: base.name.span,
        };
        let ty = self.resolve_type(scope, &path)?;
        let Some(base_id) = self.as_record(ty.ty).filter(|base| !self.record(*base).is_union) else {
            let name = self.type_name(ty);
            return Err(self.report(
                Diagnostic::error(codes::BAD_BASE, format!("`{name}` can't be a base class"), base.span)
                    .label("no struct or class"),
            ));
        };
        self.require_complete(ty.ty, base.span)?;
        if self.record(id).bases.iter().any(|(other, _)| *other == base_id) {
            let name = self.type_name(ty);
            return Err(self.report(Diagnostic::error(
                codes::BAD_BASE,
                format!("`{name}` is a direct base twice"),
                base.span,
            )));
        }
        let record = self.record(base_id);
        let info = self.record_info(base_id);
        let (size, align, is_empty) = (record.size, record.align, self.is_empty_record(base_id));
        // The room behind the last member of a base that is no plain C struct is used again.
        let size = if info.is_plain { u64::from(size) } else { info.data_size };
        let offset = if is_empty {
            layout.align = layout.align.max(align);
            0
        } else {
            layout.place(size, align, 0)
        };
        self.record_mut(id).bases.push((base_id, offset as u32));
        if let Some(info) = self.record_info_mut(id) {
            info.has_private_base |= base.access != ast::Access::Public;
            info.is_plain = false;
        }
        Ok(())
    }

    /// Whether a class has no data at all.
    #[must_use]
    pub fn is_empty_record(&self, id: RecordId) -> bool {
        let record = self.record(id);
        record.fields.is_empty() && record.bases.iter().all(|(base, _)| self.is_empty_record(*base))
    }

    fn add_member(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        member: &ast::Member,
        layout: &mut Layouter,
    ) -> Result<(), Reported> {
        match &member.decl.kind {
            DeclKind::Simple(simple) if is_data(simple) => self.add_fields(id, scope, member, simple, layout),
            DeclKind::Function(function) => {
                let declared = self.declare_function(scope, &member.decl, function)?;
                self.note_constructor(id, declared);
                Ok(())
            }
            DeclKind::Template(_) => {
                let before = self.templates.len();
                self.declare(scope, &member.decl);
                let constructor = self.templates[before..].iter().any(|template| template.name == Name::Constructor);
                if constructor && let Some(info) = self.record_info_mut(id) {
                    info.has_constructor = true;
                    info.is_plain = false;
                }
                Ok(())
            }
            _ => {
                let errors = self.diagnostics.error_count();
                self.declare(scope, &member.decl);
                if self.diagnostics.error_count() > errors { Err(Reported) } else { Ok(()) }
            }
        }
    }

    fn note_constructor(&mut self, id: RecordId, function: super::hir::FunctionId) {
        let declared = self.function(function);
        if !declared.is_constructor {
            return;
        }
        let copies = match declared.parameters.first().map(|parameter| self.types.kind(parameter.ty.ty)) {
            Some(TypeKind::Reference { to, .. }) => self.as_record(to.ty) == Some(id),
            _ => false,
        };
        // One that is said to be the default is none of the user's own.
        let provided = !matches!(declared.body, super::entity::BodyState::Trivial);
        if let Some(info) = self.record_info_mut(id) {
            info.has_constructor |= provided;
            info.has_copy_constructor |= copies && provided;
            info.is_plain &= !provided;
        }
    }

    fn add_fields(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        member: &ast::Member,
        simple: &ast::SimpleDecl,
        layout: &mut Layouter,
    ) -> Result<(), Reported> {
        if simple.declarators.is_empty() {
            return self.add_anonymous(id, scope, simple, layout);
        }
        let mut result = Ok(());
        for declarator in &simple.declarators {
            if let Err(error) = self.add_field(id, scope, member.access, simple, declarator, layout) {
                result = Err(error);
            }
        }
        result
    }

    /// An anonymous struct or union: its members are members of the class around.
    fn add_anonymous(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        simple: &ast::SimpleDecl,
        layout: &mut Layouter,
    ) -> Result<(), Reported> {
        let Some(ty) = &simple.specifiers.ty else { return Ok(()) };
        let resolved = self.resolve_type(scope, ty)?;
        let (ast::TypeKind::Record(record), Some(inner)) = (&ty.kind, self.as_record(resolved.ty)) else {
            return Ok(());
        };
        if record.name.is_some() {
            return Ok(());
        }
        let index = self.push_field(id, "".into(), resolved, record.span, layout, 0)?;
        let inner_scope = self.record_scope(inner);
        let mut names: Vec<(Name, smallvec::SmallVec<[u32; 2]>)> = Vec::new();
        for (name, declared) in &self.scopes.get(inner_scope).names {
            for entry in &declared.entries {
                if let Entity::Field(path) = &entry.entity {
                    let mut path = path.clone();
                    path.insert(0, index);
                    names.push((*name, path));
                }
            }
        }
        names.sort_by_key(|(_, path)| path.to_vec());
        for (name, path) in names {
            self.scopes.declare(scope, name, Entity::Field(path));
        }
        Ok(())
    }

    fn add_field(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        access: ast::Access,
        simple: &ast::SimpleDecl,
        declared: &ast::InitDeclarator,
        layout: &mut Layouter,
    ) -> Result<(), Reported> {
        let declarator = &declared.declarator;
        let ident = declarator.name.as_ref().and_then(ast::NamePath::as_ident);
        let span = ident.map_or(declarator.span, |ident| ident.span);
        let attributes: Vec<ast::Attribute> =
            simple.specifiers.attributes.iter().chain(&declarator.attributes).cloned().collect();
        let ty = self.resolve_type(scope, &declarator.ty)?;
        let ty = self.apply_type_attributes(scope, ty, &attributes)?;
        if ty.space.is_some_and(|space| space != AddressSpace::Thread) {
            let space = ty.space_or_thread();
            return Err(self.report(
                Diagnostic::error(codes::VALUE_IN_ADDRESS_SPACE, format!("a data member in `{space}` memory"), span)
                    .label("a member lies where its object does")
                    .help(format!("drop `{space}`, or make the member a pointer or a reference")),
            ));
        }
        let ty = QualType { space: None, ..ty };
        if !matches!(self.types.kind(ty.ty), TypeKind::Reference { .. }) {
            self.require_complete(ty.ty, span)?;
        }
        if let Some(width) = &declared.bit_width {
            return self.add_bit_field(id, scope, ident, ty, width, span, layout, declared);
        }
        let Some(ident) = ident else { return Err(Reported) };
        let alignment = self.attribute_alignment(scope, &attributes)?;
        let name: Arc<str> = self.interner.text(ident.symbol).into();
        let index = self.push_field(id, name, ty, span, layout, alignment)?;
        self.record_mut(id).fields[index as usize].attributes = self.entry_attributes(scope, &attributes);
        self.finish_field(id, scope, ident, index, declared)?;
        if let Some(info) = self.record_info_mut(id) {
            info.has_private_field |= access != ast::Access::Public;
            info.is_plain &= access == ast::Access::Public;
            info.mutable_fields[index as usize] = simple.specifiers.is_mutable;
        }
        Ok(())
    }

    fn finish_field(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        ident: ast::Ident,
        index: u32,
        declared: &ast::InitDeclarator,
    ) -> Result<(), Reported> {
        let name = Name::Ident(ident.symbol);
        let earlier = self.scopes.get(scope).names.get(&name).and_then(|names| {
            names.entries.iter().find_map(|entry| match &entry.entity {
                Entity::Field(path) => self.record(id).fields.get(path[0] as usize).map(|field| field.span),
                _ => None,
            })
        });
        if let Some(earlier) = earlier {
            let text = self.interner.text(ident.symbol).to_owned();
            return Err(self.report(
                Diagnostic::error(codes::REDEFINED, format!("the member `{text}` is declared twice"), ident.span)
                    .also(earlier, "first declared here"),
            ));
        }
        self.scopes.declare(scope, name, Entity::Field(smallvec![index]));
        let init = declared.init.get().cloned();
        if let Some(info) = self.record_info_mut(id) {
            info.field_inits[index as usize] = init;
        }
        Ok(())
    }

    fn push_field(
        &mut self,
        id: RecordId,
        name: Arc<str>,
        ty: QualType,
        span: Span,
        layout: &mut Layouter,
        alignment: u32,
    ) -> Result<u32, Reported> {
        let Some(size) = self.size_align(ty.ty) else {
            let text = self.type_name(ty);
            return Err(self.report(Diagnostic::error(
                codes::INCOMPLETE_TYPE,
                format!("a member of the incomplete type `{text}`"),
                span,
            )));
        };
        let offset = layout.place(size.size, size.align, alignment);
        if layout.size > MAX_RECORD_BYTES {
            return Err(self.report(Diagnostic::error(codes::BAD_MEMBER, "the class is too large", span)));
        }
        self.push_placed(id, Field { name, ty, offset: offset as u32, bits: None, attributes: Vec::new(), span })
    }

    fn push_placed(&mut self, id: RecordId, field: Field) -> Result<u32, Reported> {
        let fields = &mut self.record_mut(id).fields;
        fields.push(field);
        let index = fields.len() as u32 - 1;
        if let Some(info) = self.record_info_mut(id) {
            info.field_inits.push(None);
            info.mutable_fields.push(false);
        }
        Ok(index)
    }

    #[expect(clippy::too_many_arguments, reason = "one caller, all of it about one declarator")]
    fn add_bit_field(
        &mut self,
        id: RecordId,
        scope: ScopeId,
        ident: Option<ast::Ident>,
        ty: QualType,
        width: &ast::Expr,
        span: Span,
        layout: &mut Layouter,
        declared: &ast::InitDeclarator,
    ) -> Result<(), Reported> {
        let scalar = match *self.types.kind(ty.ty) {
            TypeKind::Scalar(scalar) if !scalar.is_float() => scalar,
            TypeKind::Enum(id) => self.enumeration(id).underlying,
            _ => {
                let name = self.type_name(ty);
                return Err(self.report(
                    Diagnostic::error(codes::BAD_BIT_FIELD, format!("a bit-field of type `{name}`"), span)
                        .label("bit-fields are integers or enumerations"),
                ));
            }
        };
        let bits = self.integer_constant(scope, width, "the width of a bit-field")?;
        let most = i128::from(scalar.bits());
        if bits < 0 || bits > most || (bits == 0 && ident.is_some()) {
            return Err(self.report(
                Diagnostic::error(codes::BAD_BIT_FIELD, format!("a bit-field of {bits} bits"), width.span)
                    .label(format!("`{}` has {most} bits", scalar.msl_name())),
            ));
        }
        let (offset, first) = layout.place_bits(scalar, bits as u32, ident.is_some());
        let Some(ident) = ident else { return Ok(()) };
        let name: Arc<str> = self.interner.text(ident.symbol).into();
        let bits = Some((first, bits as u8));
        let field = Field { name, ty, offset: offset as u32, bits, attributes: Vec::new(), span };
        let index = self.push_placed(id, field)?;
        self.finish_field(id, scope, ident, index, declared)
    }

    /// Whether a class is initialised member by member: no constructors, no private members or bases.
    #[must_use]
    pub fn is_aggregate(&self, id: RecordId) -> bool {
        let Some(info) = self.record_infos.get(&id) else { return true };
        !info.has_constructor && !info.has_private_field && !info.has_private_base
    }

    /// Whether a constructor of the user's own is declared.
    #[must_use]
    pub fn has_user_constructors(&self, id: RecordId) -> bool {
        self.record_infos.get(&id).is_some_and(|info| info.has_constructor)
    }

    /// The default initialiser of a field, and the scope it is written in.
    #[must_use]
    pub fn field_init(&self, id: RecordId, field: u32) -> Option<(ScopeId, ast::Init)> {
        let info = self.record_infos.get(&id)?;
        let init = info.field_inits.get(field as usize)?.clone()?;
        Some((info.scope, init))
    }
}

/// Whether a declaration in a class declares data members of its objects.
fn is_data(simple: &ast::SimpleDecl) -> bool {
    let specifiers = &simple.specifiers;
    !specifiers.is_typedef
        && !specifiers.is_static
        && !specifiers.is_friend
        && !specifiers.is_extern
        && !simple.declarators.iter().any(|declared| {
            // `decltype(f) g;` and typedefs of function types declare methods; nobody writes them.
            matches!(declared.declarator.ty.kind, ast::TypeKind::Function(_))
        })
}
