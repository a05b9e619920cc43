//! Attributes: found by name, their operands evaluated.
//!
//! Which attributes an entry point may have, and where, is [`super::entry`]'s business.

use super::Sema;
use super::entity::EntryAttribute;
use super::entity::VariableInit;
use super::lookup::Found;
use super::report::Reported;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::BuiltinInput;
use crate::syntax::ast;
use crate::syntax::ast::Attribute;
use crate::syntax::ast::AttributeStyle;
use crate::syntax::ast::TypeOrExpr;
use std::sync::Arc;

/// Attributes with a number that binds something.
const INDEXED: &[&str] = &[
    "buffer",
    "texture",
    "sampler",
    "threadgroup",
    "id",
    "attribute",
    "color",
    "index",
    "raster_order_group",
    "imageblock_data",
    "alias_implicit_imageblock_color",
];

/// Attributes that mean nothing to engines.
const WITHOUT_MEANING: &[&str] = &[
    "maybe_unused",
    "unused",
    "nodiscard",
    "deprecated",
    "fallthrough",
    "always_inline",
    "noinline",
    "packed",
    "aligned",
    "alignas",
    "ext_vector_type",
];

impl Sema {
    /// The name of an attribute.
    #[must_use]
    pub fn attribute_name(&self, attribute: &Attribute) -> &str {
        self.interner.text(attribute.name.symbol)
    }

    /// The first attribute of a name.
    #[must_use]
    pub fn find_attribute<'a>(&self, attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
        attributes.iter().find(|attribute| self.attribute_name(attribute) == name)
    }

    /// The one number in an attribute's parentheses.
    ///
    /// # Errors
    /// There is none, or it isn't constant.
    pub fn attribute_integer(&mut self, scope: ScopeId, attribute: &Attribute) -> Result<i128, Reported> {
        let name = self.attribute_name(attribute).to_owned();
        match attribute.args.as_ref().map(|args| args.values.as_slice()) {
            Some([TypeOrExpr::Expr(expr)]) => self.integer_constant(scope, expr, &format!("the operand of `{name}`")),
            Some([TypeOrExpr::Type(ty)]) => match name_expr(ty) {
                Some(expr) => self.integer_constant(scope, &expr, &format!("the operand of `{name}`")),
                None => Err(self.report_operand(attribute, "a number")),
            },
            _ => Err(self.report_operand(attribute, "a number")),
        }
    }

    pub(super) fn report_operand(&mut self, attribute: &Attribute, wanted: &str) -> Reported {
        let name = self.attribute_name(attribute).to_owned();
        self.report(
            Diagnostic::error(
                codes::BAD_ATTRIBUTE,
                format!("`[[{name}]]` takes {wanted} in parentheses"),
                attribute.span,
            )
            .help(format!("write `[[{name}(…)]]`")),
        )
    }

    /// The string in an attribute's parentheses.
    ///
    /// # Errors
    /// There is none.
    pub fn attribute_string(&mut self, attribute: &Attribute) -> Result<Arc<str>, Reported> {
        if let Some([TypeOrExpr::Expr(expr)]) = attribute.args.as_ref().map(|args| args.values.as_slice())
            && let ast::ExprKind::String(bytes) = &expr.kind
        {
            return Ok(String::from_utf8_lossy(bytes).into());
        }
        Err(self.report_operand(attribute, "a string"))
    }

    /// The alignment that attributes ask for; 0 if none does.
    ///
    /// # Errors
    /// It is no power of two.
    pub fn attribute_alignment(&mut self, scope: ScopeId, attributes: &[Attribute]) -> Result<u32, Reported> {
        let mut align = 0;
        for attribute in attributes {
            let is_alignas = attribute.style == AttributeStyle::Alignas;
            if !is_alignas && self.attribute_name(attribute) != "aligned" {
                continue;
            }
            let operand = attribute.args.as_ref().and_then(|args| args.values.first());
            let value = match operand {
                None if !is_alignas => 16,
                Some(TypeOrExpr::Type(ty)) => match name_expr(ty).filter(|_| self.is_value_name(scope, ty)) {
                    Some(_) => self.attribute_integer(scope, attribute)?,
                    None => {
                        let ty = self.resolve_type(scope, ty)?;
                        self.require_complete(ty.ty, attribute.span)?;
                        self.size_align(ty.ty).map_or(0, |layout| i128::from(layout.align))
                    }
                },
                _ => self.attribute_integer(scope, attribute)?,
            };
            if value == 0 {
                continue;
            }
            if !(1..=1 << 16).contains(&value) || value.count_ones() != 1 {
                return Err(self.report(
                    Diagnostic::error(codes::BAD_ATTRIBUTE, format!("an alignment of {value}"), attribute.span)
                        .label("an alignment is a power of two, at most 65536"),
                ));
            }
            align = align.max(value as u32);
        }
        Ok(align)
    }

    /// Whether what was parsed as a type is the name of a value.
    fn is_value_name(&mut self, scope: ScopeId, ty: &ast::Type) -> bool {
        let ast::TypeKind::Name(path) = &ty.kind else { return false };
        matches!(self.trial(|sema| sema.lookup_path(scope, path)), Ok(Ok(found)) if !matches!(found, Found::Type(_)))
    }

    /// A type with what attributes of its declaration make of it: `ext_vector_type(8)`.
    ///
    /// # Errors
    /// They don't fit the type.
    pub fn apply_type_attributes(
        &mut self,
        scope: ScopeId,
        ty: QualType,
        attributes: &[Attribute],
    ) -> Result<QualType, Reported> {
        let Some(attribute) = self.find_attribute(attributes, "ext_vector_type") else { return Ok(ty) };
        let lanes = self.attribute_integer(scope, attribute)?;
        match *self.types.kind(ty.ty) {
            TypeKind::Scalar(scalar) if (1..=16).contains(&lanes) => {
                Ok(QualType { ty: self.types.vector(scalar, lanes as u8), ..ty })
            }
            _ => {
                let name = self.type_name(ty);
                Err(self.report(Diagnostic::error(
                    codes::BAD_ATTRIBUTE,
                    format!("there is no vector of {lanes} elements of `{name}`"),
                    attribute.span,
                )))
            }
        }
    }

    /// What binds an argument or member to the machine.
    pub fn entry_attributes(&mut self, scope: ScopeId, attributes: &[Attribute]) -> Vec<EntryAttribute> {
        let mut result = Vec::new();
        for attribute in attributes {
            if attribute.scope.is_some() {
                continue;
            }
            let name: Arc<str> = self.attribute_name(attribute).into();
            if WITHOUT_MEANING.contains(&&*name) {
                continue;
            }
            let evaluated = if INDEXED.contains(&&*name) && attribute.args.is_some() {
                self.index_attribute(scope, attribute, name)
            } else if &*name == "stage_in" {
                Ok(EntryAttribute::StageIn)
            } else if &*name == "function_constant" {
                self.condition_attribute(scope, attribute)
            } else if &*name == "user" {
                Ok(EntryAttribute::User(self.attribute_words(attribute).into()))
            } else if let Some(input) = BuiltinInput::from_name(&name) {
                Ok(EntryAttribute::Builtin(input))
            } else {
                Ok(EntryAttribute::Other(name))
            };
            if let Ok(evaluated) = evaluated {
                result.push(evaluated);
            }
        }
        result
    }

    /// The text in an attribute's parentheses.
    fn attribute_words(&self, attribute: &Attribute) -> String {
        let Some(args) = &attribute.args else { return String::new() };
        args.tokens.iter().map(|token| self.map.text(token.span)).collect()
    }

    fn index_attribute(
        &mut self,
        scope: ScopeId,
        attribute: &Attribute,
        name: Arc<str>,
    ) -> Result<EntryAttribute, Reported> {
        if let Some([TypeOrExpr::Expr(expr)]) = attribute.args.as_ref().map(|args| args.values.as_slice())
            && let ast::ExprKind::Name(path) = &expr.kind
            && let Found::Variable(id) = self.lookup_path(scope, path)?
        {
            let variable = self.variable(id);
            if variable.depends_on_function_constants || matches!(variable.init, VariableInit::FunctionConstant(_)) {
                return Ok(EntryAttribute::ConstantIndex(name, id));
            }
        }
        if &*name == "imageblock_data" {
            return Ok(EntryAttribute::Other(name));
        }
        let value = self.attribute_integer(scope, attribute)?;
        u32::try_from(value).map(|value| EntryAttribute::Index(name.clone(), value)).map_err(|_| {
            self.report(
                Diagnostic::error(codes::BAD_INDEX, format!("the index {value} of `[[{name}]]`"), attribute.span)
                    .label("an index is not negative"),
            )
        })
    }

    fn condition_attribute(&mut self, scope: ScopeId, attribute: &Attribute) -> Result<EntryAttribute, Reported> {
        let operand = attribute.args.as_ref().and_then(|args| args.values.first());
        let expr = match operand {
            Some(TypeOrExpr::Expr(expr)) => expr.clone(),
            Some(TypeOrExpr::Type(ty)) => match name_expr(ty) {
                Some(expr) => Arc::new(expr),
                None => return Err(self.report_operand(attribute, "a function constant")),
            },
            None => return Err(self.report_operand(attribute, "a function constant")),
        };
        let checked = self.check_expr(scope, &expr);
        let condition = self.convert_implicitly(checked, QualType::new(TypeTable::BOOL), "a function constant");
        Ok(EntryAttribute::Condition(Box::new(condition)))
    }
}

/// A name, or a trait with a value, that was parsed as a type, as an expression.
#[must_use]
pub fn name_expr(ty: &ast::Type) -> Option<ast::Expr> {
    match &ty.kind {
        ast::TypeKind::Trait(name, operand) => {
            let name = ast::Ident { symbol: *name, span: ty.span };
            let kind = ast::ExprKind::Trait(name, vec![TypeOrExpr::Type(operand.clone())]);
            Some(ast::Expr { kind, span: ty.span })
        }
        ast::TypeKind::Name(path) if ty.quals.is_empty() => {
            Some(ast::Expr { kind: ast::ExprKind::Name(path.clone()), span: ty.span })
        }
        _ => None,
    }
}
