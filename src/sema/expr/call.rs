//! Calls: of functions, methods, functors, function pointers, and of what turns out to be a type.

use super::member::Member;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::ir::Intrinsic;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use crate::sema::Found;
use crate::sema::Overloads;
use crate::sema::ScopeId;
use crate::sema::Sema;
use crate::sema::TemplateId;
use crate::sema::entity::VariableInit;
use crate::sema::hir::Category;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::hir::FunctionId;
use crate::sema::lookup::Candidate;
use crate::sema::operand::Operand;
use crate::sema::overload::Call;
use crate::sema::scope::Name;
use crate::sema::types::FunctionSignature;
use crate::sema::types::QualType;
use crate::sema::types::TypeKind;
use crate::sema::types::TypeTable;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Operator;
use crate::syntax::ast::SegmentName;

/// What is called.
enum Callee {
    /// Functions of a name; for methods, the object before the dot.
    Functions(Overloads, Option<Expr>),
    /// A type: the call makes an object.
    Type(QualType),
    /// A class template whose arguments the call decides.
    ClassTemplate(TemplateId),
    /// A function pointer or functor.
    Value(Expr),
}

/// How the library calls intrinsics.
const INTRINSIC_PREFIX: &str = "__intrinsic_";

impl Sema {
    /// `callee(arguments)`.
    pub(super) fn call(&mut self, scope: ScopeId, callee: &ast::Expr, arguments: &[ast::ExprRef], span: Span) -> Expr {
        let mut inner = callee;
        while let ast::ExprKind::Paren(next) = &inner.kind {
            inner = next;
        }
        if let ast::ExprKind::Name(path) = &inner.kind
            && let Some(result) = self.special_call(scope, path, arguments, span)
        {
            return result;
        }
        let target = self.callee(scope, inner);
        let operands = self.check_arguments(scope, arguments);
        let Some(target) = target else { return Expr::error(span) };
        if operands.iter().any(Operand::is_error) {
            return Expr::error(span);
        }
        match target {
            Callee::Functions(overloads, object) => {
                let is_parenthesised = !std::ptr::eq(inner, callee);
                self.call_overloads(scope, inner, overloads, object, operands, !is_parenthesised, span)
            }
            Callee::Type(ty) => self.construct(ty, operands, false, span),
            Callee::ClassTemplate(template) => match self.deduce_class(template, &operands, callee.span) {
                Ok(ty) => self.construct(ty, operands, false, span),
                Err(_) => Expr::error(span),
            },
            Callee::Value(value) => self.call_value(scope, value, operands, span),
        }
    }

    /// Calls that look like functions but are none: intrinsics, `as_type`, built-ins of the compiler.
    fn special_call(
        &mut self,
        scope: ScopeId,
        path: &NamePath,
        arguments: &[ast::ExprRef],
        span: Span,
    ) -> Option<Expr> {
        let segment = path.last();
        let SegmentName::Ident(symbol) = segment.name else { return None };
        let interner = self.interner.clone();
        let text = interner.text(symbol);
        if let Some(name) = text.strip_prefix(INTRINSIC_PREFIX) {
            let Some(intrinsic) = Intrinsic::from_name(name) else {
                self.report(Diagnostic::unsupported(format!("the intrinsic `{name}`"), span));
                return Some(Expr::error(span));
            };
            let explicit = match segment.args.as_deref() {
                Some([argument]) => match self.type_or_expr(scope, &argument.value) {
                    Ok(ty) => Some(ty),
                    Err(_) => return Some(Expr::error(span)),
                },
                _ => None,
            };
            let operands = self.check_arguments(scope, arguments);
            let arguments = operands.into_iter().map(|operand| self.settle(operand)).collect();
            return Some(self.call_intrinsic(intrinsic, explicit, arguments, span));
        }
        if text == "as_type" {
            let Some([target]) = segment.args.as_deref() else { return None };
            let Ok(to) = self.type_or_expr(scope, &target.value) else { return Some(Expr::error(span)) };
            let mut operands = self.check_arguments(scope, arguments);
            if operands.len() != 1 {
                let message = format!("`as_type` takes one value, not {}", operands.len());
                self.report(Diagnostic::error(codes::NO_MATCHING_FUNCTION, message, span));
                return Some(Expr::error(span));
            }
            let operand = operands.remove(0);
            let operand = self.settle(operand);
            return Some(self.as_type(operand, to.ty, span));
        }
        if let Some(input) = text.strip_prefix("__builtin_input_").and_then(BuiltinInput::from_name) {
            let ty = self.types.vector(Scalar::U32, input.components());
            return Some(Expr::value(ExprKind::BuiltinInput(input), ty, span));
        }
        if text == "is_function_constant_defined" && arguments.len() == 1 {
            let operand = self.check_expr(scope, &arguments[0]);
            return Some(match operand.kind {
                ExprKind::Variable(id) if matches!(self.variable(id).init, VariableInit::FunctionConstant(_)) => {
                    Expr::value(ExprKind::FunctionConstantDefined(id), TypeTable::BOOL, span)
                }
                _ if operand.is_error() => operand,
                _ => {
                    let message = "`is_function_constant_defined` asks about a function constant";
                    self.report(Diagnostic::error(codes::NOT_A_VALUE, message, operand.span));
                    Expr::error(span)
                }
            });
        }
        if text == "__builtin_expect" && arguments.len() == 2 {
            return Some(self.check_expr(scope, &arguments[0]));
        }
        None
    }

    fn callee(&mut self, scope: ScopeId, callee: &ast::Expr) -> Option<Callee> {
        match &callee.kind {
            ast::ExprKind::Name(path) => match self.lookup_path(scope, path).ok()? {
                Found::Overloads(overloads) => Some(Callee::Functions(overloads, None)),
                Found::Type(ty) => Some(Callee::Type(ty)),
                Found::Template(id) => Some(Callee::ClassTemplate(id)),
                // Argument-dependent look-up may still find something.
                Found::Nothing if !path.is_qualified() => {
                    let explicit = path.last().args.clone().map(|args| (args, scope));
                    Some(Callee::Functions(Overloads { candidates: Vec::new(), explicit, adl: true }, None))
                }
                found => {
                    let value = self.found_expr(scope, path, found);
                    (!value.is_error()).then_some(Callee::Value(value))
                }
            },
            ast::ExprKind::Member { base, arrow, name } => {
                match self.member_access(scope, base, *arrow, name, callee.span)? {
                    Member::Value(value) => (!value.is_error()).then_some(Callee::Value(value)),
                    Member::Methods(overloads, object) => Some(Callee::Functions(overloads, Some(object))),
                }
            }
            _ => {
                let value = self.check_expr(scope, callee);
                (!value.is_error()).then_some(Callee::Value(value))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call_overloads(
        &mut self,
        scope: ScopeId,
        callee: &ast::Expr,
        mut overloads: Overloads,
        object: Option<Expr>,
        operands: Vec<Operand>,
        adl: bool,
        span: Span,
    ) -> Expr {
        let (name, path) = match &callee.kind {
            ast::ExprKind::Name(path) => (self.path_text(path), Some(path)),
            ast::ExprKind::Member { name, .. } => (self.path_text(name), None),
            _ => (String::new(), None),
        };
        if let (true, true, Some(path)) = (overloads.adl, adl, path) {
            if let SegmentName::Ident(symbol) = path.last().name {
                let types = self.operand_types(&operands);
                self.lookup_call_adl(symbol, &types, &mut overloads.candidates);
            }
            if overloads.candidates.is_empty() {
                self.report_unknown(scope, path, "function");
                return Expr::error(span);
            }
        }
        let implicit = object.is_none();
        // Methods named without an object are called on `*this`.
        let object = match object {
            Some(object) => Some(object),
            None if self.has_method(&overloads.candidates) => self.this_object(span),
            None => None,
        };
        let call = Call {
            name: &name,
            candidates: &overloads.candidates,
            explicit: overloads.explicit.as_ref(),
            object: object.as_ref(),
            arguments: &operands,
            span,
        };
        let Ok(function) = self.resolve_call(&call) else { return Expr::error(span) };
        let is_method = self.function(function).this.is_some();
        if is_method && object.is_none() && implicit {
            let message = format!("method `{name}` is called without an object");
            let declared = self.function(function).span;
            self.report(Diagnostic::error(codes::NO_OBJECT, message, span).also(declared, "declared here"));
            return Expr::error(span);
        }
        let object = if is_method { object } else { None };
        self.build_call(function, object, operands, span)
    }

    fn has_method(&self, candidates: &[Candidate]) -> bool {
        candidates.iter().any(|candidate| match candidate {
            Candidate::Function(id) => self.function(*id).this.is_some(),
            Candidate::Template(id) => self.template(*id).record.is_some(),
        })
    }

    /// The types of operands that have one, for argument-dependent look-up.
    pub(in crate::sema) fn operand_types(&self, operands: &[Operand]) -> Vec<QualType> {
        operands
            .iter()
            .filter_map(|operand| match operand {
                Operand::Expr(expr) => Some(expr.ty),
                _ => None,
            })
            .collect()
    }

    /// Calls a method out of some on an object.
    pub(in crate::sema) fn call_method(
        &mut self,
        _scope: ScopeId,
        candidates: Vec<Candidate>,
        object: Expr,
        operands: Vec<Operand>,
        span: Span,
    ) -> Expr {
        let name = match candidates.first() {
            Some(Candidate::Function(id)) => self.function(*id).name.to_string(),
            Some(Candidate::Template(id)) => self.template(*id).display.to_string(),
            None => return Expr::error(span),
        };
        let call = Call {
            name: &name,
            candidates: &candidates,
            explicit: None,
            object: Some(&object),
            arguments: &operands,
            span,
        };
        match self.resolve_call(&call) {
            Ok(function) => self.build_call(function, Some(object), operands, span),
            Err(_) => Expr::error(span),
        }
    }

    /// Calls the value of an expression: a function pointer, or an object with `operator()`.
    fn call_value(&mut self, scope: ScopeId, value: Expr, operands: Vec<Operand>, span: Span) -> Expr {
        if let TypeKind::Record(record) = *self.types.kind(value.ty.ty) {
            if self.require_complete(value.ty.ty, span).is_err() {
                return Expr::error(span);
            }
            let candidates = self.member_candidates(record, Name::Operator(Operator::Call));
            if !candidates.is_empty() {
                return self.call_method(scope, candidates, value, operands, span);
            }
        }
        if let ExprKind::Function(function) = value.kind {
            return self.build_checked_call(function, operands, span);
        }
        let ty = value.ty;
        let pointer = self.as_builtin(value);
        let signature = pointer.as_ref().and_then(|pointer| match self.types.kind(pointer.ty.ty) {
            TypeKind::Pointer(to) => match self.types.kind(to.ty) {
                TypeKind::Function(signature) => Some(signature.clone()),
                _ => None,
            },
            _ => None,
        });
        let (Some(pointer), Some(signature)) = (pointer, signature) else {
            let message = format!("a `{}` can't be called", self.type_name(ty.unqualified()));
            self.report(Diagnostic::error(codes::NOT_CALLABLE, message, span));
            return Expr::error(span);
        };
        self.call_pointer(pointer, &signature, operands, span)
    }

    fn call_pointer(
        &mut self,
        pointer: Expr,
        signature: &FunctionSignature,
        operands: Vec<Operand>,
        span: Span,
    ) -> Expr {
        if signature.params.len() != operands.len() {
            let message = format!("the function takes {} arguments, not {}", signature.params.len(), operands.len());
            self.report(Diagnostic::error(codes::NO_MATCHING_FUNCTION, message, span));
            return Expr::error(span);
        }
        let mut arguments = Vec::with_capacity(operands.len());
        for (operand, ty) in operands.into_iter().zip(&signature.params) {
            arguments.push(self.implicit(operand, *ty));
        }
        if arguments.iter().any(Expr::is_error) {
            return Expr::error(span);
        }
        let kind = ExprKind::CallPointer { pointer: Box::new(pointer), arguments };
        self.call_result(kind, signature.result, span)
    }

    /// A call of one given function, its arguments not yet checked against it.
    fn build_checked_call(&mut self, function: FunctionId, operands: Vec<Operand>, span: Span) -> Expr {
        let name = self.function(function).name.to_string();
        let candidates = [Candidate::Function(function)];
        let call =
            Call { name: &name, candidates: &candidates, explicit: None, object: None, arguments: &operands, span };
        match self.resolve_call(&call) {
            Ok(function) => self.build_call(function, None, operands, span),
            Err(_) => Expr::error(span),
        }
    }

    /// The call of a chosen function: arguments converted, defaults filled in.
    pub(in crate::sema) fn build_call(
        &mut self,
        function: FunctionId,
        object: Option<Expr>,
        operands: Vec<Operand>,
        span: Span,
    ) -> Expr {
        let Some(arguments) = self.converted_arguments(function, operands, span) else { return Expr::error(span) };
        let this = match (object, self.function(function).this) {
            (Some(object), Some(this)) => match self.object_argument(object, this, span) {
                Some(object) => Some(Box::new(object)),
                None => return Expr::error(span),
            },
            _ => None,
        };
        if !self.check_callable(function, span) {
            return Expr::error(span);
        }
        self.note_use(function, span);
        let result = match self.function_result(function, span) {
            Ok(result) => result,
            Err(_) => return Expr::error(span),
        };
        self.call_result(ExprKind::Call { function, this, arguments }, result, span)
    }

    /// Arguments as the parameters want them.
    pub(in crate::sema) fn converted_arguments(
        &mut self,
        function: FunctionId,
        operands: Vec<Operand>,
        span: Span,
    ) -> Option<Vec<Expr>> {
        let parameters: Vec<QualType> =
            self.function(function).parameters.iter().map(|parameter| parameter.ty).collect();
        let given = operands.len();
        let mut arguments = Vec::with_capacity(parameters.len());
        for (operand, ty) in operands.into_iter().zip(&parameters) {
            arguments.push(self.implicit(operand, *ty));
        }
        for (index, ty) in parameters.iter().enumerate().skip(given) {
            let default = self.function_info(function).defaults.get(index).cloned().flatten();
            let Some((scope, expr)) = default else {
                self.report(Diagnostic::internal("a call lacks an argument", span));
                return None;
            };
            let operand = self.nested(span, Operand::Expr(Expr::error(span)), |sema| sema.check_operand(scope, &expr));
            let argument = self.implicit(operand, *ty);
            // A default argument happens at the call.
            arguments.push(Expr { span, ..argument });
        }
        (!arguments.iter().any(Expr::is_error)).then_some(arguments)
    }

    /// The object of a method call as the method wants it.
    pub(in crate::sema) fn object_argument(&mut self, object: Expr, this: QualType, span: Span) -> Option<Expr> {
        let TypeKind::Record(record) = *self.types.kind(this.ty) else { return None };
        let object = self.materialized(object);
        let mut object = self.base_part(object, record);
        let space = this.space_or_thread();
        if !crate::sema::conversion::space_converts(object.ty.space_or_thread(), space) {
            // Library types that stand for a handle are called on a copy.
            let ty = object.ty.unqualified();
            let value = self.implicit(Operand::Expr(object), ty);
            if value.is_error() {
                return None;
            }
            object = self.materialized(value);
        }
        let _ = span;
        object.category = Category::LValue;
        let wanted = QualType { ty: object.ty.ty, ..this.in_space(space) };
        Some(self.requalified(object, wanted))
    }

    /// What a call gives: an object for references, else a value.
    pub(in crate::sema) fn call_result(&mut self, kind: ExprKind, result: QualType, span: Span) -> Expr {
        match *self.types.kind(result.ty) {
            TypeKind::Reference { to, rvalue } => {
                let category = if rvalue { Category::XValue } else { Category::LValue };
                Expr { kind, ty: to, category, span }
            }
            TypeKind::Error => Expr::error(span),
            _ => Expr::value(kind, result.ty, span),
        }
    }
}
