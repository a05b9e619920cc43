//! Whether two pieces of syntax say the same: to recognise a template that is declared again, and to tell which of
//! two templates is more specialised.

use super::Sema;
use super::scope::Entity;
use super::scope::ScopeId;
use super::template::TemplateId;
use crate::syntax::ast;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::TemplateArg;
use crate::syntax::ast::TemplateParam;
use crate::syntax::ast::TemplateParamKind;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeOrExpr;
use crate::syntax::token::Symbol;

/// Names of one template's parameters and what they are called in another.
pub struct Renaming(Vec<(Symbol, Symbol)>);

impl Renaming {
    /// No names differ.
    #[must_use]
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// Parameters at the same positions are the same.
    #[must_use]
    pub fn of(a: &[TemplateParam], b: &[TemplateParam]) -> Self {
        Self(a.iter().zip(b).filter_map(|(a, b)| Some((a.name?.symbol, b.name?.symbol))).collect())
    }

    fn same(&self, a: Symbol, b: Symbol) -> bool {
        match self.0.iter().find(|(from, _)| *from == a) {
            Some((_, to)) => *to == b,
            None => a == b && !self.0.iter().any(|(_, to)| *to == b),
        }
    }
}

impl Sema {
    /// Whether two types are written alike.
    pub(super) fn same_type_syntax(&self, a: &Type, b: &Type, names: &Renaming) -> bool {
        if quals_key(&a.quals) != quals_key(&b.quals) {
            return false;
        }
        match (&a.kind, &b.kind) {
            (TypeKind::Builtin(a), TypeKind::Builtin(b)) => a == b,
            (TypeKind::Name(a), TypeKind::Name(b)) => self.same_path(a, b, names),
            (TypeKind::Elaborated(x, a), TypeKind::Elaborated(y, b)) => x == y && self.same_path(a, b, names),
            (TypeKind::Auto, TypeKind::Auto) | (TypeKind::DecltypeAuto, TypeKind::DecltypeAuto) => true,
            (TypeKind::Decltype(a), TypeKind::Decltype(b)) => self.same_expr(a, b, names),
            (TypeKind::Trait(x, a), TypeKind::Trait(y, b)) => x == y && self.same_type_syntax(a, b, names),
            (TypeKind::Pointer(a), TypeKind::Pointer(b))
            | (TypeKind::LValueRef(a), TypeKind::LValueRef(b))
            | (TypeKind::RValueRef(a), TypeKind::RValueRef(b))
            | (TypeKind::Pack(a), TypeKind::Pack(b)) => self.same_type_syntax(a, b, names),
            (TypeKind::Array(a, x), TypeKind::Array(b, y)) => {
                let same_bound = match (x, y) {
                    (None, None) => true,
                    (Some(x), Some(y)) => self.same_expr(x, y, names),
                    _ => false,
                };
                same_bound && self.same_type_syntax(a, b, names)
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => self.same_function_syntax(a, b, names),
            _ => false,
        }
    }

    /// Whether two function types are written alike, parameter names aside.
    pub(super) fn same_function_syntax(&self, a: &ast::FunctionType, b: &ast::FunctionType, names: &Renaming) -> bool {
        let same_result = match (&a.result, &b.result) {
            (None, None) => true,
            (Some(a), Some(b)) => self.same_type_syntax(a, b, names),
            _ => false,
        };
        same_result
            && a.params.len() == b.params.len()
            && quals_key(&a.this_quals) == quals_key(&b.this_quals)
            && a.params.iter().zip(&b.params).all(|(a, b)| self.same_type_syntax(&a.ty, &b.ty, names))
    }

    fn same_path(&self, a: &NamePath, b: &NamePath, names: &Renaming) -> bool {
        if a.segments.len() != b.segments.len() {
            // `metal::vec` and `vec` name the same thing more often than not; a definition rarely differs so.
            return false;
        }
        a.segments.iter().zip(&b.segments).all(|(a, b)| {
            let same_name = match (&a.name, &b.name) {
                (SegmentName::Ident(a), SegmentName::Ident(b)) => names.same(*a, *b),
                (SegmentName::Operator(a), SegmentName::Operator(b)) => a == b,
                (SegmentName::Conversion(a), SegmentName::Conversion(b)) => self.same_type_syntax(a, b, names),
                (SegmentName::Decltype(a), SegmentName::Decltype(b)) => self.same_expr(a, b, names),
                _ => false,
            };
            let same_args = match (&a.args, &b.args) {
                (None, None) => true,
                (Some(a), Some(b)) => {
                    a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| self.same_argument(a, b, names))
                }
                _ => false,
            };
            same_name && same_args
        })
    }

    pub(super) fn same_argument(&self, a: &TemplateArg, b: &TemplateArg, names: &Renaming) -> bool {
        a.pack == b.pack
            && match (&a.value, &b.value) {
                (TypeOrExpr::Type(a), TypeOrExpr::Type(b)) => self.same_type_syntax(a, b, names),
                (TypeOrExpr::Expr(a), TypeOrExpr::Expr(b)) => self.same_expr(a, b, names),
                (TypeOrExpr::Type(ty), TypeOrExpr::Expr(expr)) | (TypeOrExpr::Expr(expr), TypeOrExpr::Type(ty)) => {
                    match (&ty.kind, &expr.kind) {
                        (TypeKind::Name(a), ExprKind::Name(b)) => self.same_path(a, b, names),
                        _ => false,
                    }
                }
            }
    }

    fn same_expr(&self, a: &Expr, b: &Expr, names: &Renaming) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Paren(a), _) => self.same_expr(a, b, names),
            (_, ExprKind::Paren(b)) => self.same_expr(a, b, names),
            (ExprKind::Int(a), ExprKind::Int(b)) => a.value == b.value,
            (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
            (ExprKind::Name(a), ExprKind::Name(b)) => self.same_path(a, b, names),
            (ExprKind::Unary(x, a), ExprKind::Unary(y, b)) => x == y && self.same_expr(a, b, names),
            (ExprKind::Binary(x, a, c), ExprKind::Binary(y, b, d)) => {
                x == y && self.same_expr(a, b, names) && self.same_expr(c, d, names)
            }
            (ExprKind::PackExpansion(a), ExprKind::PackExpansion(b)) => self.same_expr(a, b, names),
            (ExprKind::Sizeof(a), ExprKind::Sizeof(b)) => match (a, b) {
                (TypeOrExpr::Type(a), TypeOrExpr::Type(b)) => self.same_type_syntax(a, b, names),
                (TypeOrExpr::Expr(a), TypeOrExpr::Expr(b)) => self.same_expr(a, b, names),
                _ => false,
            },
            _ => names.0.is_empty() && a.span == b.span || self.map.text(a.span) == self.map.text(b.span),
        }
    }

    /// Whether two lists of template parameters are alike, defaults aside.
    pub(super) fn same_template_params(&self, a: &[TemplateParam], b: &[TemplateParam]) -> bool {
        let names = Renaming::of(a, b);
        a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| {
                a.pack == b.pack
                    && match (&a.kind, &b.kind) {
                        (TemplateParamKind::Type(_), TemplateParamKind::Type(_)) => true,
                        (TemplateParamKind::Value(a, _), TemplateParamKind::Value(b, _)) => {
                            self.same_type_syntax(a, b, &names)
                        }
                        (TemplateParamKind::Template(a, _), TemplateParamKind::Template(b, _)) => {
                            self.same_template_params(a, b)
                        }
                        _ => false,
                    }
            })
    }
}

fn quals_key(quals: &ast::Qualifiers) -> (bool, bool, bool, Option<ast::AddressSpace>) {
    (quals.is_const, quals.is_volatile, quals.is_coherent, quals.address_space.map(|(space, _)| space))
}

/// Matches the patterns of one template against those of another, whose parameters stand for themselves.
struct Matcher<'a> {
    sema: &'a mut Sema,
    /// Parameters of the pattern are `Parameter` entities here.
    pattern_scope: ScopeId,
    /// What is matched is looked up here.
    subject_scope: ScopeId,
    bound: Vec<Option<TypeOrExpr>>,
}

impl Sema {
    /// Whether the first function template is at least as specialised as the second: the second's parameters can be
    /// deduced from the first's.
    pub fn more_specialized(&mut self, a: TemplateId, b: TemplateId) -> bool {
        let (a, b) = (self.template(a).clone(), self.template(b).clone());
        let (Some(a_type), Some(b_type)) = (function_type_of(&a), function_type_of(&b)) else { return false };
        let pattern_scope = self.parameter_scope(b.scope, &b.params);
        let subject_scope = self.parameter_scope(a.scope, &a.params);
        let bound = vec![None; b.params.len()];
        let mut matcher = Matcher { sema: self, pattern_scope, subject_scope, bound };
        let mut subjects = a_type.params.iter();
        for pattern in &b_type.params {
            if let TypeKind::Pack(element) = &pattern.ty.kind {
                return subjects.all(|subject| {
                    let subject = match &subject.ty.kind {
                        TypeKind::Pack(element) => element,
                        _ => &subject.ty,
                    };
                    matcher.bound.fill(None);
                    matcher.matches(strip_reference(element), strip_reference(subject))
                });
            }
            let Some(subject) = subjects.next() else { break };
            if matches!(subject.ty.kind, TypeKind::Pack(_)) {
                return false;
            }
            if !matcher.matches(strip_reference(&pattern.ty), strip_reference(&subject.ty)) {
                return false;
            }
        }
        true
    }

    /// Whether the first argument pattern is at least as specialised as the second.
    pub(super) fn pattern_more_specialized(
        &mut self,
        a: (&[TemplateParam], &[TemplateArg], ScopeId),
        b: (&[TemplateParam], &[TemplateArg], ScopeId),
    ) -> bool {
        let pattern_scope = self.parameter_scope(b.2, b.0);
        let subject_scope = self.parameter_scope(a.2, a.0);
        let bound = vec![None; b.0.len()];
        Matcher { sema: self, pattern_scope, subject_scope, bound }.arguments_match(b.1, a.1)
    }
}

fn function_type_of(template: &super::template::Template) -> Option<std::sync::Arc<ast::FunctionType>> {
    match &template.decl.as_ref()?.kind {
        ast::DeclKind::Function(function) => function.function_type().cloned(),
        _ => None,
    }
}

fn strip_reference(ty: &Type) -> &Type {
    match &ty.kind {
        TypeKind::LValueRef(inner) | TypeKind::RValueRef(inner) => inner,
        _ => ty,
    }
}

impl Matcher<'_> {
    /// Which parameter of the pattern a name is.
    fn parameter(&mut self, path: &NamePath) -> Option<u32> {
        let ident = path.as_ident()?;
        match self.sema.plain_entity(self.pattern_scope, ident.symbol) {
            Some(Entity::Parameter(index)) => Some(index),
            _ => None,
        }
    }

    fn bind(&mut self, index: u32, value: TypeOrExpr) -> bool {
        let slot = &self.bound[index as usize];
        match slot {
            None => {
                self.bound[index as usize] = Some(value);
                true
            }
            Some(earlier) => match (earlier, &value) {
                (TypeOrExpr::Type(a), TypeOrExpr::Type(b)) => self.sema.same_type_syntax(a, b, &Renaming::none()),
                (TypeOrExpr::Expr(a), TypeOrExpr::Expr(b)) => self.sema.same_expr(a, b, &Renaming::none()),
                _ => false,
            },
        }
    }

    fn matches(&mut self, pattern: &Type, subject: &Type) -> bool {
        if let TypeKind::Name(path) = &pattern.kind
            && let Some(index) = self.parameter(path)
        {
            let mut rest = subject.clone();
            if pattern.quals.is_const {
                if !rest.quals.is_const {
                    return false;
                }
                rest.quals.is_const = false;
            }
            if let Some((space, _)) = pattern.quals.address_space {
                if rest.quals.address_space.is_none_or(|(other, _)| other != space) {
                    return false;
                }
                rest.quals.address_space = None;
            }
            return self.bind(index, TypeOrExpr::Type(std::sync::Arc::new(rest)));
        }
        if quals_key(&pattern.quals) != quals_key(&subject.quals) {
            return false;
        }
        match (&pattern.kind, &subject.kind) {
            (TypeKind::Name(a), TypeKind::Name(b)) => self.paths_match(a, b, pattern, subject),
            (TypeKind::Pointer(a), TypeKind::Pointer(b))
            | (TypeKind::LValueRef(a), TypeKind::LValueRef(b))
            | (TypeKind::RValueRef(a), TypeKind::RValueRef(b)) => self.matches(a, b),
            (TypeKind::Array(a, x), TypeKind::Array(b, y)) => {
                self.matches(a, b)
                    && match (x, y) {
                        (Some(x), Some(y)) => self.expressions_match(x, y),
                        (None, _) => true,
                        _ => false,
                    }
            }
            (TypeKind::Function(a), TypeKind::Function(b)) => {
                a.params.len() == b.params.len()
                    && match (&a.result, &b.result) {
                        (Some(a), Some(b)) => self.matches(a, b),
                        (None, None) => true,
                        _ => false,
                    }
                    && a.params.iter().zip(&b.params).all(|(a, b)| self.matches(&a.ty, &b.ty))
            }
            (
                TypeKind::Pointer(_)
                | TypeKind::LValueRef(_)
                | TypeKind::RValueRef(_)
                | TypeKind::Array(..)
                | TypeKind::Function(_),
                TypeKind::Name(_) | TypeKind::Builtin(_),
            ) => false,
            _ => self.same_concrete(pattern, subject),
        }
    }

    /// Types without template parameters: resolved and compared.
    fn same_concrete(&mut self, pattern: &Type, subject: &Type) -> bool {
        let (a_scope, b_scope) = (self.pattern_scope, self.subject_scope);
        let a = self.sema.trial(|sema| sema.resolve_type(a_scope, pattern));
        let b = self.sema.trial(|sema| sema.resolve_type(b_scope, subject));
        match (a, b) {
            (Ok(Ok(a)), Ok(Ok(b))) => a == b,
            // What depends on parameters in ways that nothing is deduced from agrees with anything; a pointer, reference,
            // array or function does not agree with something of another shape.
            (Err(_), _) => !matches!(
                pattern.kind,
                TypeKind::Pointer(_)
                    | TypeKind::LValueRef(_)
                    | TypeKind::RValueRef(_)
                    | TypeKind::Array(..)
                    | TypeKind::Function(_)
            ),
            _ => false,
        }
    }

    fn paths_match(&mut self, a: &NamePath, b: &NamePath, pattern: &Type, subject: &Type) -> bool {
        let (pattern_scope, subject_scope) = (self.pattern_scope, self.subject_scope);
        let (Some(x), Some(y)) = (&a.last().args, &b.last().args) else {
            // `vec<T, N>` does not fit any `T`.
            if a.last().args.is_some() && self.sema.template_of_path(pattern_scope, a).is_some() {
                return self.sema.trial(|sema| sema.resolve_type(pattern_scope, pattern)).is_ok()
                    && self.same_concrete(pattern, subject);
            }
            return self.same_concrete(pattern, subject);
        };
        let Some(named) = self.sema.template_of_path(pattern_scope, a) else {
            return true;
        };
        let other = self.sema.template_of_path(subject_scope, b);
        match (named, other) {
            (super::deduce::Named::Template(a), Some(super::deduce::Named::Template(b))) if a != b => return false,
            (super::deduce::Named::Template(_), None | Some(super::deduce::Named::Parameter(_))) => return false,
            _ => {}
        }
        let (x, y) = (x.clone(), y.clone());
        self.arguments_match(&x, &y)
    }

    fn arguments_match(&mut self, patterns: &[TemplateArg], subjects: &[TemplateArg]) -> bool {
        let mut rest = subjects.iter();
        for pattern in patterns {
            if pattern.pack {
                return rest.all(|subject| {
                    let kept = self.bound.clone();
                    self.bound.fill(None);
                    let matched = self.argument_matches(pattern, subject);
                    self.bound = kept;
                    matched
                });
            }
            let Some(subject) = rest.next() else { return false };
            if subject.pack || !self.argument_matches(pattern, subject) {
                return false;
            }
        }
        rest.next().is_none()
    }

    fn argument_matches(&mut self, pattern: &TemplateArg, subject: &TemplateArg) -> bool {
        match (&pattern.value, &subject.value) {
            (TypeOrExpr::Type(a), TypeOrExpr::Type(b)) => self.matches(a, b),
            (TypeOrExpr::Expr(a), TypeOrExpr::Expr(b)) => self.expressions_match(a, b),
            (TypeOrExpr::Type(a), TypeOrExpr::Expr(_)) => match &a.kind {
                TypeKind::Name(path) => match self.parameter(path) {
                    Some(index) => self.bind(index, subject.value.clone()),
                    None => self.sema.same_argument(pattern, subject, &Renaming::none()),
                },
                _ => false,
            },
            (TypeOrExpr::Expr(a), TypeOrExpr::Type(_)) => match &a.kind {
                ExprKind::Name(path) => match self.parameter(path) {
                    Some(index) => self.bind(index, subject.value.clone()),
                    None => self.sema.same_argument(pattern, subject, &Renaming::none()),
                },
                _ => false,
            },
        }
    }

    fn expressions_match(&mut self, pattern: &Expr, subject: &Expr) -> bool {
        if let ExprKind::Name(path) = &pattern.kind
            && let Some(index) = self.parameter(path)
        {
            return self.bind(index, TypeOrExpr::Expr(std::sync::Arc::new(subject.clone())));
        }
        self.sema.same_expr(pattern, subject, &Renaming::none())
    }
}
