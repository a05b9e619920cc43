//! Enumerations and their values.

use super::Sema;
use super::entity::Enumeration;
use super::report::Reported;
use super::scope::Entity;
use super::scope::Name;
use super::scope::ScopeId;
use super::template::ConstantValue;
use super::types::EnumId;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

impl Sema {
    /// An enumeration by its definition, or its declaration with an underlying type.
    ///
    /// # Errors
    /// It is wrong.
    pub fn define_enum(&mut self, scope: ScopeId, definition: &Arc<ast::Enum>) -> Result<QualType, Reported> {
        let key = (Arc::as_ptr(definition) as usize, scope);
        if let Some((_, ty)) = self.defined_enums.get(&key) {
            return Ok(*ty);
        }
        let underlying = match &definition.underlying {
            Some(ty) => Some(self.underlying_type(scope, ty)?),
            None if definition.scoped => Some(Scalar::I32),
            None => None,
        };
        let (id, ty) = self.declare_enum(scope, definition, underlying)?;
        // The definition is kept, so that its address stays its own.
        self.defined_enums.insert(key, (definition.clone(), ty));
        if let Some(enumerators) = &definition.enumerators {
            self.add_enumerators(scope, id, ty, definition.scoped, underlying, enumerators)?;
        }
        Ok(ty)
    }

    fn underlying_type(&mut self, scope: ScopeId, ty: &ast::Type) -> Result<Scalar, Reported> {
        let resolved = self.resolve_type(scope, ty)?;
        match self.types.as_scalar(resolved.ty) {
            Some(scalar) if !scalar.is_float() => Ok(scalar),
            _ => {
                let name = self.type_name(resolved);
                Err(self.report(
                    Diagnostic::error(codes::BAD_ENUM, format!("an enumeration over `{name}`"), ty.span)
                        .label("the underlying type is an integer type"),
                ))
            }
        }
    }

    fn declare_enum(
        &mut self,
        scope: ScopeId,
        definition: &ast::Enum,
        underlying: Option<Scalar>,
    ) -> Result<(EnumId, QualType), Reported> {
        let Some(path) = &definition.name else {
            let id = self.new_enum(scope, "".into(), definition.scoped, underlying, definition.span);
            return Ok((id, QualType::new(self.types.intern(TypeKind::Enum(id)))));
        };
        let home = self.declaration_home(scope, path, false)?;
        let ast::SegmentName::Ident(symbol) = path.last().name else { return Err(Reported) };
        let name = Name::Ident(symbol);
        let known = self.scopes.get(home).names.get(&name).and_then(|names| {
            names.entries.iter().find_map(|entry| match entry.entity {
                Entity::Tag(ty) => match *self.types.kind(ty.ty) {
                    TypeKind::Enum(id) => Some((id, ty)),
                    _ => None,
                },
                _ => None,
            })
        });
        if let Some((id, ty)) = known {
            if !self.enumeration(id).values.is_empty() && definition.enumerators.is_some() {
                let earlier = self.enumeration(id).span;
                let message = format!("`{}` is defined twice", self.enumeration(id).name);
                return Err(self.report(
                    Diagnostic::error(codes::REDEFINED, message, path.span).also(earlier, "first defined here"),
                ));
            }
            return Ok((id, ty));
        }
        let display: Arc<str> = self.qualified_name(home, self.interner.text(symbol)).into();
        let id = self.new_enum(home, display, definition.scoped, underlying, path.span);
        let ty = QualType::new(self.types.intern(TypeKind::Enum(id)));
        self.scopes.declare(home, name, Entity::Tag(ty));
        Ok((id, ty))
    }

    fn new_enum(
        &mut self,
        scope: ScopeId,
        name: Arc<str>,
        scoped: bool,
        underlying: Option<Scalar>,
        span: Span,
    ) -> EnumId {
        let underlying = underlying.unwrap_or(Scalar::I32);
        self.add_enum(Enumeration { name, scoped, underlying, values: Vec::new(), span }, scope)
    }

    /// Evaluates the enumerators. Without an underlying type the smallest of `int`, `uint`, `long`, `ulong` that holds
    /// them all is taken.
    fn add_enumerators(
        &mut self,
        scope: ScopeId,
        id: EnumId,
        ty: QualType,
        scoped: bool,
        underlying: Option<Scalar>,
        enumerators: &[ast::Enumerator],
    ) -> Result<(), Reported> {
        // Enumerators see the earlier ones, scoped or not.
        let inside = self.push_block_scope(scope);
        let mut next: i128 = 0;
        let (mut low, mut high) = (0i128, 0i128);
        let mut result = Ok(());
        for (position, enumerator) in enumerators.iter().enumerate() {
            let value = match &enumerator.value {
                None => Ok(next),
                Some(expr) => self.enumerator_value(inside, expr, underlying),
            };
            let value = match value {
                Ok(value) => value,
                Err(error) => {
                    result = Err(error);
                    next
                }
            };
            if let Some(scalar) = underlying
                && !fits(scalar, value)
            {
                result = Err(self.report(
                    Diagnostic::error(codes::BAD_ENUM, format!("the value {value} does not fit"), enumerator.name.span)
                        .label(format!("the underlying type is `{}`", scalar.msl_name())),
                ));
            }
            low = low.min(value);
            high = high.max(value);
            next = value + 1;
            let text: Arc<str> = self.interner.text(enumerator.name.symbol).into();
            self.enums[id.0 as usize].values.push((text, value as i64));
            let entity = Entity::Enumerator(id, position as u32);
            let name = Name::Ident(enumerator.name.symbol);
            self.scopes.declare_always(inside, name, entity.clone());
            if !scoped {
                self.declare_enumerator(scope, name, entity, enumerator.name.span)?;
            }
            if underlying.is_none() {
                let scalar = [Scalar::I32, Scalar::U32, Scalar::I64]
                    .into_iter()
                    .find(|scalar| fits(*scalar, low) && fits(*scalar, high));
                self.enums[id.0 as usize].underlying = scalar.unwrap_or(Scalar::U64);
            }
        }
        let _ = ty;
        result
    }

    fn declare_enumerator(&mut self, scope: ScopeId, name: Name, entity: Entity, span: Span) -> Result<(), Reported> {
        let taken = self.scopes.get(scope).names.get(&name).is_some_and(|names| {
            names.entries.iter().any(|entry| !matches!(entry.entity, Entity::Tag(_) | Entity::Namespace(_)))
        });
        if taken {
            let text = self.name_text(name);
            return Err(self.report(
                Diagnostic::error(codes::REDEFINED, format!("`{text}` is declared already"), span)
                    .label("an enumerator of an unscoped enumeration is a name of the scope around"),
            ));
        }
        self.scopes.declare(scope, name, entity);
        Ok(())
    }

    fn enumerator_value(
        &mut self,
        scope: ScopeId,
        expr: &ast::Expr,
        underlying: Option<Scalar>,
    ) -> Result<i128, Reported> {
        let checked = self.check_expr(scope, expr);
        if checked.ty.ty == TypeTable::ERROR {
            return Err(Reported);
        }
        let checked = match (underlying, self.types.kind(checked.ty.ty)) {
            (_, TypeKind::Scalar(scalar)) if !scalar.is_float() => checked,
            (_, TypeKind::Enum(_)) => checked,
            (scalar, _) => {
                let ty = self.types.scalar(scalar.unwrap_or(Scalar::I32));
                self.convert_implicitly(checked, QualType::new(ty), "an enumerator")
            }
        };
        match self.constant_value(&checked)? {
            ConstantValue::Number(constant) if constant.bits.len() == 1 && !constant.scalar.is_float() => {
                let bits = constant.bits[0];
                Ok(if constant.scalar.is_signed() { i128::from(bits as i64) } else { i128::from(bits) })
            }
            _ => Err(self.report(Diagnostic::error(
                codes::NOT_AN_INTEGER,
                "the value of an enumerator has to be an integer",
                expr.span,
            ))),
        }
    }
}

/// Whether an integer type holds a value.
fn fits(scalar: Scalar, value: i128) -> bool {
    let bits = scalar.bits();
    if scalar.is_signed() {
        (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value)
    } else {
        (0..1i128 << bits).contains(&value)
    }
}
