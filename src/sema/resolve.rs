//! From types as written to types: names, declarators, address spaces, arrays and functions, type traits.

use super::Sema;
use super::hir::Category;
use super::lookup::Found;
use super::report::Reported;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::ConstantValue;
use super::types::FunctionSignature;
use super::types::QualType;
use super::types::TypeId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::BuiltinType;

/// The largest object, so that sizes stay within 32 bits.
const MAX_OBJECT_BYTES: u64 = 1 << 31;

/// The space of a keyword.
#[must_use]
pub fn address_space(space: ast::AddressSpace) -> AddressSpace {
    match space {
        ast::AddressSpace::Device => AddressSpace::Device,
        ast::AddressSpace::Constant => AddressSpace::Constant,
        ast::AddressSpace::Thread => AddressSpace::Thread,
        ast::AddressSpace::Threadgroup => AddressSpace::Threadgroup,
        ast::AddressSpace::ThreadgroupImageblock => AddressSpace::ThreadgroupImageblock,
        ast::AddressSpace::RayData => AddressSpace::RayData,
        ast::AddressSpace::ObjectData => AddressSpace::ObjectData,
    }
}

/// Whether `auto` occurs where a type is to be deduced.
#[must_use]
pub fn has_placeholder(ty: &ast::Type) -> bool {
    match &ty.kind {
        ast::TypeKind::Auto | ast::TypeKind::DecltypeAuto => true,
        ast::TypeKind::Pointer(inner)
        | ast::TypeKind::LValueRef(inner)
        | ast::TypeKind::RValueRef(inner)
        | ast::TypeKind::Pack(inner)
        | ast::TypeKind::Array(inner, _) => has_placeholder(inner),
        ast::TypeKind::Function(function) => {
            !function.trailing_result && function.result.as_ref().is_some_and(|result| has_placeholder(result))
        }
        _ => false,
    }
}

impl Sema {
    /// The type that is written. For arrays, qualifiers and address space of the elements are those of the whole.
    ///
    /// # Errors
    /// It is wrong, and that has been reported.
    pub fn resolve_type(&mut self, scope: ScopeId, ty: &ast::Type) -> Result<QualType, Reported> {
        let base = match &ty.kind {
            ast::TypeKind::Builtin(builtin) => QualType::new(self.builtin_type(*builtin, ty.span)?),
            ast::TypeKind::Name(path) => self.resolve_type_name(scope, path)?,
            ast::TypeKind::Elaborated(tag, path) => self.resolve_elaborated(scope, *tag, path)?,
            ast::TypeKind::Record(record) => self.define_record(scope, record)?,
            ast::TypeKind::Enum(definition) => self.define_enum(scope, definition)?,
            ast::TypeKind::Auto | ast::TypeKind::DecltypeAuto => {
                return Err(self.report(
                    Diagnostic::error(codes::AUTO_NOT_ALLOWED, "`auto` is not allowed here", ty.span)
                        .label("no initialiser to take the type from"),
                ));
            }
            ast::TypeKind::Decltype(expr) => self.decltype_of(scope, expr)?,
            ast::TypeKind::Trait(name, operand) => {
                let operand = self.resolve_type(scope, operand)?;
                let name = self.interner.clone().text(*name).to_owned();
                self.transform_type(&name, operand, ty.span)?
            }
            ast::TypeKind::Pointer(to) => {
                let to = self.resolve_pointee(scope, to, "pointer")?;
                QualType::new(self.types.pointer(to))
            }
            ast::TypeKind::LValueRef(to) => {
                let to = self.resolve_pointee(scope, to, "reference")?;
                QualType::new(self.types.reference(to, false))
            }
            ast::TypeKind::RValueRef(to) => {
                let to = self.resolve_type(scope, to)?;
                QualType::new(self.types.reference(to, true))
            }
            ast::TypeKind::MemberPointer(..) => {
                return Err(self.report(Diagnostic::unsupported("a pointer to a member", ty.span)));
            }
            ast::TypeKind::Array(element, bound) => {
                let count = match bound {
                    Some(bound) => Some(self.array_bound(scope, bound)?),
                    None => None,
                };
                let element = self.resolve_type(scope, element)?;
                self.array_of(element, count, ty.span)?
            }
            ast::TypeKind::Function(function) => QualType::new(self.resolve_function_type(scope, function)?),
            ast::TypeKind::Pack(inner) => self.resolve_type(scope, inner)?,
            ast::TypeKind::Error => return Err(Reported),
        };
        self.qualify(base, &ty.quals, ty.span)
    }

    /// A type with the qualifiers written beside it.
    fn qualify(&mut self, mut ty: QualType, quals: &ast::Qualifiers, span: Span) -> Result<QualType, Reported> {
        if quals.is_empty() || matches!(self.types.kind(ty.ty), TypeKind::Reference { .. }) {
            return Ok(ty);
        }
        ty.is_const |= quals.is_const;
        ty.is_volatile |= quals.is_volatile;
        ty.is_coherent |= quals.is_coherent;
        if let Some((space, at)) = quals.address_space {
            let space = address_space(space);
            if let Some(other) = ty.space
                && other != space
            {
                return Err(self.report(
                    Diagnostic::error(
                        codes::TWO_ADDRESS_SPACES,
                        format!("the type is in two address spaces, `{space}` and `{other}`"),
                        if at.is_none() { span } else { at },
                    )
                    .help("an object lies in one address space: write one of them"),
                ));
            }
            ty.space = Some(space);
        }
        Ok(ty)
    }

    /// An array whose elements' qualifiers become its own.
    ///
    /// # Errors
    /// There are no such arrays.
    pub fn array_of(&mut self, element: QualType, count: Option<u64>, span: Span) -> Result<QualType, Reported> {
        let problem = match self.types.kind(element.ty) {
            TypeKind::Reference { .. } => Some("references"),
            TypeKind::Function(_) => Some("functions"),
            TypeKind::Void => Some("void"),
            TypeKind::Array(_, None) => Some("arrays of unknown size"),
            _ => None,
        };
        if let Some(what) = problem {
            return Err(self.report(Diagnostic::error(codes::BAD_ARRAY, format!("an array of {what}"), span)));
        }
        if let (Some(count), Some(layout)) = (count, self.size_align(element.ty))
            && layout.size.checked_mul(count).is_none_or(|bytes| bytes > MAX_OBJECT_BYTES)
        {
            return Err(self.report(
                Diagnostic::error(codes::BAD_ARRAY, "the array is too large", span)
                    .label(format!("{count} elements of {} bytes", layout.size)),
            ));
        }
        let ty = self.types.array(element.unqualified(), count);
        Ok(QualType { ty, ..element })
    }

    fn array_bound(&mut self, scope: ScopeId, bound: &ast::Expr) -> Result<u64, Reported> {
        let value = self.integer_constant(scope, bound, "an array bound")?;
        match value {
            1.. => Ok(value as u64),
            0 => Err(self.report(
                Diagnostic::error(codes::BAD_ARRAY, "an array of no elements", bound.span)
                    .label("this is 0")
                    .help("an array has at least one element"),
            )),
            _ => Err(self.report(
                Diagnostic::error(codes::BAD_ARRAY, "an array of a negative size", bound.span)
                    .label(format!("this is {value}")),
            )),
        }
    }

    /// The value of an integer constant expression; `what` says what it is for.
    ///
    /// # Errors
    /// It isn't one.
    pub fn integer_constant(&mut self, scope: ScopeId, expr: &ast::Expr, what: &str) -> Result<i128, Reported> {
        let checked = self.check_expr(scope, expr);
        if checked.ty.ty == TypeTable::ERROR {
            return Err(Reported);
        }
        let ty = checked.ty.ty;
        if let TypeKind::Scalar(scalar) = *self.types.kind(ty)
            && scalar.is_float()
        {
            return Err(self.report(
                Diagnostic::error(codes::NOT_AN_INTEGER, format!("{what} has to be an integer"), expr.span)
                    .label(format!("this is a `{}`", scalar.msl_name())),
            ));
        }
        let checked = match self.types.kind(ty) {
            TypeKind::Scalar(_) | TypeKind::Enum(_) => checked,
            // A class that converts, such as an integral constant.
            _ => self.convert_implicitly(checked, QualType::new(TypeTable::INT), what),
        };
        match self.constant_value(&checked)? {
            ConstantValue::Number(constant) if constant.bits.len() == 1 => {
                let bits = constant.bits[0];
                Ok(if constant.scalar.is_signed() { i128::from(bits as i64) } else { i128::from(bits) })
            }
            _ => Err(self.report(Diagnostic::error(
                codes::NOT_AN_INTEGER,
                format!("{what} has to be an integer"),
                expr.span,
            ))),
        }
    }

    fn builtin_type(&mut self, builtin: BuiltinType, span: Span) -> Result<TypeId, Reported> {
        let scalar = match builtin {
            BuiltinType::Void => return Ok(TypeTable::VOID),
            BuiltinType::Bool => Scalar::Bool,
            BuiltinType::Char | BuiltinType::SChar => Scalar::I8,
            BuiltinType::UChar => Scalar::U8,
            BuiltinType::Short => Scalar::I16,
            BuiltinType::UShort => Scalar::U16,
            BuiltinType::Int => Scalar::I32,
            BuiltinType::UInt => Scalar::U32,
            BuiltinType::Long => Scalar::I64,
            BuiltinType::ULong => Scalar::U64,
            BuiltinType::Half => Scalar::F16,
            BuiltinType::BFloat => Scalar::BF16,
            BuiltinType::Float => Scalar::F32,
            BuiltinType::Double => {
                return Err(self.report(
                    Diagnostic::error(codes::NO_SUCH_TYPE_IN_MSL, "there is no `double` in MSL", span)
                        .help("use `float`; numbers such as `1.0` are `float` already")
                        .fix(span, "float"),
                ));
            }
            BuiltinType::LongLong | BuiltinType::ULongLong => {
                return Err(self.report(
                    Diagnostic::error(codes::NO_SUCH_TYPE_IN_MSL, "there is no `long long` in MSL", span)
                        .help("`long` has 64 bits; `ulong` is its unsigned form"),
                ));
            }
        };
        Ok(self.types.scalar(scalar))
    }

    fn resolve_type_name(&mut self, scope: ScopeId, path: &ast::NamePath) -> Result<QualType, Reported> {
        let found = self.lookup_path(scope, path)?;
        self.type_found(scope, path, found)
    }

    /// The type that a name was found to be.
    fn type_found(&mut self, scope: ScopeId, path: &ast::NamePath, found: Found) -> Result<QualType, Reported> {
        match found {
            Found::Type(ty) => Ok(ty),
            Found::Nothing => Err(self.report_unknown(scope, path, "type")),
            Found::Template(id) => {
                let diagnostic = Diagnostic::error(
                    codes::MISSING_TEMPLATE_ARGUMENTS,
                    format!("`{}` is a template: its arguments are missing", self.path_text(path)),
                    path.span,
                )
                .also(self.template(id).span, "declared here");
                Err(self.report(diagnostic))
            }
            Found::Pack(_) => Err(self.report(
                Diagnostic::error(
                    codes::UNEXPANDED_PACK,
                    format!("the pack `{}` is not expanded", self.path_text(path)),
                    path.span,
                )
                .help("write `...` behind what is to be repeated"),
            )),
            _ => {
                let what = match found {
                    Found::Overloads(_) => "a function",
                    Found::Namespace(_) => "a namespace",
                    Found::Enumerator(..) => "an enumerator",
                    Found::Field(..) => "a data member",
                    Found::Value(_) => "a value",
                    _ => "a variable",
                };
                Err(self.report(
                    Diagnostic::error(
                        codes::NOT_A_TYPE,
                        format!("`{}` is {what}, not a type", self.path_text(path)),
                        path.span,
                    )
                    .label("a type is wanted here"),
                ))
            }
        }
    }

    /// What a pointer or reference leads to: it has an address space, written or brought along by the type.
    fn resolve_pointee(&mut self, scope: ScopeId, ty: &ast::Type, what: &str) -> Result<QualType, Reported> {
        let to = self.resolve_type(scope, ty)?;
        if to.space.is_some() || matches!(self.types.kind(to.ty), TypeKind::Function(_) | TypeKind::Reference { .. }) {
            return Ok(to);
        }
        // A pointer or handle that is pointed to lies in thread memory unless something else is said.
        if matches!(self.types.kind(to.ty), TypeKind::Pointer(_)) {
            return Ok(to);
        }
        // Templates take what they are given.
        let in_template = self.scopes.chain(scope).any(|(_, scope)| scope.kind == ScopeKind::Template);
        if in_template || matches!(ty.kind, ast::TypeKind::Decltype(_) | ast::TypeKind::Trait(..)) {
            return Ok(to);
        }
        let name = self.type_name(to);
        Err(self.report(
            Diagnostic::error(codes::MISSING_ADDRESS_SPACE, format!("a {what} without an address space"), ty.span)
                .label(format!("in which address space does this `{name}` lie?"))
                .help(format!(
                    "write `thread`, `device`, `constant` or `threadgroup` before `{name}`: every {what} in MSL says \
                     where it leads"
                )),
        ))
    }

    /// A function's type.
    ///
    /// # Errors
    /// Something in it is wrong.
    pub fn resolve_function_type(&mut self, scope: ScopeId, ty: &ast::FunctionType) -> Result<TypeId, Reported> {
        let result = match &ty.result {
            Some(result) => self.resolve_type(scope, result)?,
            None => QualType::new(TypeTable::VOID),
        };
        let mut params = Vec::new();
        for param in &ty.params {
            for (scope, pattern) in self.expand_parameter(scope, param)? {
                let declared = self.resolve_type(scope, &pattern)?;
                params.push(QualType { is_const: false, is_volatile: false, ..self.adjust_parameter(declared) });
            }
        }
        Ok(self.types.intern(TypeKind::Function(FunctionSignature { result, params })))
    }

    /// A parameter's type: arrays and functions become pointers.
    pub fn adjust_parameter(&mut self, ty: QualType) -> QualType {
        match *self.types.kind(ty.ty) {
            TypeKind::Array(element, _) => {
                let element = QualType { ty: element.ty, ..ty };
                QualType::new(self.types.pointer(element))
            }
            TypeKind::Function(_) => QualType::new(self.types.pointer(ty)),
            _ => ty,
        }
    }

    /// `struct S`, `enum E` without a body.
    fn resolve_elaborated(
        &mut self,
        scope: ScopeId,
        tag: ast::Tag,
        path: &ast::NamePath,
    ) -> Result<QualType, Reported> {
        let found = self.lookup_tag(scope, path)?;
        match found {
            Found::Nothing if path.as_ident().is_some() && tag != ast::Tag::Enum => {
                self.declare_record(scope, tag, path)
            }
            found => self.type_found(scope, path, found),
        }
    }

    /// `decltype(e)`.
    ///
    /// # Errors
    /// The expression is wrong.
    pub fn decltype_of(&mut self, scope: ScopeId, expr: &ast::Expr) -> Result<QualType, Reported> {
        if let Some(ty) = self.declared_type_of(scope, expr)? {
            return Ok(ty);
        }
        let checked = self.check_unevaluated(scope, expr);
        let ty = checked.ty;
        if ty.ty == TypeTable::ERROR {
            return Err(Reported);
        }
        Ok(match checked.category {
            Category::PRValue => ty,
            Category::LValue => QualType::new(self.types.reference(ty, false)),
            Category::XValue => QualType::new(self.types.reference(ty, true)),
        })
    }

    /// The type with which an entity is declared, if an expression is nothing but its name.
    fn declared_type_of(&mut self, scope: ScopeId, expr: &ast::Expr) -> Result<Option<QualType>, Reported> {
        match &expr.kind {
            ast::ExprKind::Name(path) => {
                let found = self.lookup_path(scope, path)?;
                Ok(match found {
                    Found::Variable(id) => {
                        self.require_variable(id);
                        Some(self.variable(id).ty)
                    }
                    Found::Local { id, .. } => self.local_type(id),
                    Found::Overloads(overloads) => {
                        let function = self.single_function(&overloads, path.span)?;
                        Some(QualType::new(self.function_type(function)))
                    }
                    Found::Value(super::TemplateArgument::Value(ty, _)) => Some(QualType::new(ty)),
                    Found::Field(record, way) => self.member_type(record, &way),
                    _ => None,
                })
            }
            ast::ExprKind::Member { base, arrow, name } => {
                let base = self.check_unevaluated(scope, base);
                let mut ty = base.ty.ty;
                if *arrow && let TypeKind::Pointer(to) = *self.types.kind(ty) {
                    ty = to.ty;
                }
                let Some(record) = self.as_record(ty) else { return Ok(None) };
                match self.lookup_member(record, name.last(), scope)? {
                    Found::Field(record, way) => Ok(self.member_type(record, &way)),
                    Found::Variable(id) => Ok(Some(self.variable(id).ty)),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// The declared type of a data member.
    #[must_use]
    pub fn member_type(&self, record: super::types::RecordId, way: &[super::MemberStep]) -> Option<QualType> {
        let mut record = record;
        let mut result = None;
        for step in way {
            match *step {
                super::MemberStep::Base(number) => record = self.record(record).bases.get(number as usize)?.0,
                super::MemberStep::Field(number) => {
                    let field = self.record(record).fields.get(number as usize)?;
                    result = Some(field.ty);
                    if let Some(inner) = self.as_record(field.ty.ty) {
                        record = inner;
                    }
                }
            }
        }
        result
    }

    /// The type of a function.
    pub fn function_type(&mut self, id: super::hir::FunctionId) -> TypeId {
        let function = self.function(id);
        let result = function.result;
        let params = function
            .parameters
            .iter()
            .map(|parameter| QualType { is_const: false, is_volatile: false, ..parameter.ty })
            .collect();
        self.types.intern(TypeKind::Function(FunctionSignature { result, params }))
    }

    /// The referent of a reference, any other type itself.
    #[must_use]
    pub fn referent(&self, ty: QualType) -> QualType {
        match *self.types.kind(ty.ty) {
            TypeKind::Reference { to, .. } => to,
            _ => ty,
        }
    }
}
