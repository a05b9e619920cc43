//! Implicit conversions of operands: standard ones, constructors, conversion functions, brace lists, overloaded names.

use super::Sema;
use super::conversion::NoConversion;
use super::conversion::Rank;
use super::conversion::Sequence;
use super::conversion::Standard;
use super::hir::Category;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::FunctionId;
use super::lookup::Candidate;
use super::operand::BraceList;
use super::operand::Operand;
use super::overload::Call;
use super::overload::Failure;
use super::overload::Restriction;
use super::scope::Name;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;

/// A user-defined conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UserConversion {
    /// A constructor of the target.
    Constructor(FunctionId),
    /// A conversion function of the source.
    Function(FunctionId),
}

impl UserConversion {
    fn function(self) -> FunctionId {
        match self {
            Self::Constructor(id) | Self::Function(id) => id,
        }
    }
}

/// What a search for a user-defined conversion found.
enum Search {
    Found(UserConversion, Standard),
    Ambiguous,
}

impl Sema {
    /// How an operand would convert implicitly.
    ///
    /// # Errors
    /// Why it does not.
    pub fn implicit_sequence(&mut self, operand: &Operand, to: QualType) -> Result<Sequence, NoConversion> {
        match operand {
            Operand::Expr(expr) => match self.standard_conversion(expr, to) {
                Ok(standard) => Ok(Sequence::Standard(standard)),
                Err(reason) => match self.user_conversion(expr, to, true)? {
                    Some(Search::Found(conversion, after)) => {
                        Ok(Sequence::User { function: Some(conversion.function()), after })
                    }
                    Some(Search::Ambiguous) => Ok(Sequence::Ambiguous),
                    None => Err(reason),
                },
            },
            Operand::Overloads(..) => self.sequence_without_user(operand, to),
            Operand::List(list) => self.list_sequence(list, to),
        }
    }

    /// How an operand would convert by built-in steps only.
    ///
    /// # Errors
    /// Why it does not.
    pub fn sequence_without_user(&mut self, operand: &Operand, to: QualType) -> Result<Sequence, NoConversion> {
        match operand {
            Operand::Expr(expr) => self.standard_conversion(expr, to).map(Sequence::Standard),
            Operand::Overloads(overloads, span) => {
                let target = self.referent(to);
                let signature = match self.types.kind(target.ty).clone() {
                    TypeKind::Pointer(inner) => match self.types.kind(inner.ty).clone() {
                        TypeKind::Function(signature) => Some(signature),
                        _ => None,
                    },
                    TypeKind::Function(signature) => Some(signature),
                    _ => None,
                };
                match signature {
                    Some(signature) => match self.function_of_type(overloads, &signature) {
                        Some(_) => Ok(Sequence::IDENTITY),
                        None => Err(NoConversion::Unrelated),
                    },
                    None => {
                        let (overloads, span) = (overloads.clone(), *span);
                        match self.trial(|sema| sema.only_function(&overloads, span)) {
                            Ok(Ok(function)) => {
                                let expr = self.function_lvalue(function, span);
                                self.standard_conversion(&expr, to).map(Sequence::Standard)
                            }
                            _ => Err(NoConversion::Unrelated),
                        }
                    }
                }
            }
            Operand::List(list) => self.list_sequence(list, to),
        }
    }

    /// How a brace list initialises a parameter.
    fn list_sequence(&mut self, list: &BraceList, to: QualType) -> Result<Sequence, NoConversion> {
        let target = match *self.types.kind(to.ty) {
            TypeKind::Reference { to: referent, rvalue } => {
                if !rvalue && !referent.is_const {
                    return Err(NoConversion::NotAnLvalue);
                }
                referent.unqualified()
            }
            _ => to.unqualified(),
        };
        let user = Ok(Sequence::User { function: None, after: Standard::IDENTITY });
        match *self.types.kind(target.ty) {
            TypeKind::Error => Ok(Sequence::IDENTITY),
            TypeKind::Record(_) | TypeKind::Array(..) => {
                let list = list.clone();
                match self.trial(|sema| sema.list_initialize(target, list, true)) {
                    Ok(value) if !value.is_error() => user,
                    _ => Err(NoConversion::Unrelated),
                }
            }
            TypeKind::Vector(..) | TypeKind::PackedVector(..) | TypeKind::Matrix(..) => {
                let list = list.clone();
                match self.trial(|sema| sema.list_initialize(target, list, true)) {
                    Ok(value) if !value.is_error() => Ok(Sequence::Standard(Standard::ranked(Rank::Conversion))),
                    _ => Err(NoConversion::Unrelated),
                }
            }
            _ => match list.items.as_slice() {
                [] => Ok(Sequence::IDENTITY),
                [item] if item.designators.is_empty() => {
                    let value = item.value.clone();
                    self.implicit_sequence(&value, target)
                }
                _ => Err(NoConversion::Unrelated),
            },
        }
    }

    /// Constructors and conversion functions that lead to a type. `Err` only for incomplete classes.
    fn user_conversion(
        &mut self,
        expr: &Expr,
        to: QualType,
        implicit_only: bool,
    ) -> Result<Option<Search>, NoConversion> {
        let target = self.referent(to);
        let is_reference = matches!(self.types.kind(to.ty), TypeKind::Reference { .. });
        if let TypeKind::Reference { to: referent, rvalue: false } = *self.types.kind(to.ty) {
            // Nothing but a conversion function that gives a reference could help.
            let from_record = matches!(self.types.kind(expr.ty.ty), TypeKind::Record(_));
            if !referent.is_const && !from_record {
                return Ok(None);
            }
        }
        let mut found: Vec<(UserConversion, Standard)> = Vec::new();
        let mut ambiguous = false;
        if let TypeKind::Record(record) = *self.types.kind(target.ty)
            && self.trial(|sema| sema.require_complete(target.ty, Span::NONE)).is_ok_and(|done| done.is_ok())
        {
            match self.converting_constructor(record, expr, implicit_only) {
                Ok(id) => found.push((UserConversion::Constructor(id), Standard::IDENTITY)),
                Err(Failure::Ambiguous(_)) => ambiguous = true,
                Err(Failure::None) => {}
            }
        }
        if let TypeKind::Record(record) = *self.types.kind(expr.ty.ty) {
            let candidates = self.member_candidates(record, Name::Conversion);
            if !candidates.is_empty() {
                match self.conversion_function(expr, &candidates, to, implicit_only) {
                    Ok(Some((id, after))) => found.push((UserConversion::Function(id), after)),
                    Ok(None) => {}
                    Err(()) => ambiguous = true,
                }
            }
        }
        let _ = is_reference;
        Ok(match (found.as_slice(), ambiguous) {
            ([(conversion, after)], false) => Some(Search::Found(*conversion, *after)),
            ([], false) => None,
            _ => Some(Search::Ambiguous),
        })
    }

    fn converting_constructor(
        &mut self,
        record: RecordId,
        expr: &Expr,
        implicit_only: bool,
    ) -> Result<FunctionId, Failure> {
        let candidates = self.member_candidates(record, Name::Constructor);
        if candidates.is_empty() {
            return Err(Failure::None);
        }
        let arguments = [Operand::Expr(expr.clone())];
        let call = Call {
            name: "",
            candidates: &candidates,
            explicit: None,
            object: None,
            arguments: &arguments,
            span: expr.span,
        };
        self.try_call(&call, Restriction { implicit_only, standard_only: true, constructs_in: None })
    }

    /// The conversion function whose result comes closest to a type. `Err` if several do equally.
    fn conversion_function(
        &mut self,
        expr: &Expr,
        candidates: &[Candidate],
        to: QualType,
        implicit_only: bool,
    ) -> Result<Option<(FunctionId, Standard)>, ()> {
        let target = self.referent(to);
        let mut fitting: Vec<(FunctionId, bool, Standard)> = Vec::new();
        for candidate in candidates {
            let (id, from_template) = match *candidate {
                Candidate::Function(id) => (id, false),
                Candidate::Template(id) => match self.deduce_conversion(id, target, expr.span) {
                    Ok(id) => (id, true),
                    Err(_) => continue,
                },
            };
            if implicit_only && self.function_info(id).is_explicit {
                continue;
            }
            let result = self.function(id).result;
            let value = self.call_result(ExprKind::Error, result, expr.span);
            let Ok(after) = self.standard_conversion(&value, to) else { continue };
            fitting.push((id, from_template, after));
        }
        // The object decides among overloads on its address space and qualifiers.
        let mut best: Option<(FunctionId, bool, Standard)> = None;
        let mut tied = false;
        for (id, from_template, after) in fitting {
            let single = [Candidate::Function(id)];
            let call = Call {
                name: "",
                candidates: &single,
                explicit: None,
                object: Some(expr),
                arguments: &[],
                span: expr.span,
            };
            if self.try_call(&call, Restriction::default()).is_err() {
                continue;
            }
            let Some((other, other_template, other_after)) = best else {
                best = Some((id, from_template, after));
                continue;
            };
            let pair = [Candidate::Function(id), Candidate::Function(other)];
            let call = Call { candidates: &pair, ..call };
            let by_object = self.try_call(&call, Restriction::default()).ok();
            let order = super::conversion::compare(&Sequence::Standard(after), &Sequence::Standard(other_after))
                .then(from_template.cmp(&other_template));
            match (by_object, order) {
                (Some(winner), _) if winner == id && order != std::cmp::Ordering::Greater => {
                    best = Some((id, from_template, after));
                    tied = false;
                }
                (Some(winner), _) if winner == other && order != std::cmp::Ordering::Less => {}
                (None, std::cmp::Ordering::Less) => {
                    best = Some((id, from_template, after));
                    tied = false;
                }
                (None, std::cmp::Ordering::Greater) => {}
                _ => tied = true,
            }
        }
        if tied { Err(()) } else { Ok(best.map(|(id, _, after)| (id, after))) }
    }

    /// Converts an operand implicitly, as for initialising an object (or binding a reference) of a type. Reports if
    /// it does not convert.
    pub fn implicit(&mut self, operand: Operand, to: QualType) -> Expr {
        self.implicit_for(operand, to, None)
    }

    /// The same; `why` completes "… for <why>" in the message.
    pub fn implicit_for(&mut self, operand: Operand, to: QualType, why: Option<&str>) -> Expr {
        let span = operand.span();
        if operand.is_error() || to.ty == TypeTable::ERROR {
            return Expr::error(span);
        }
        match operand {
            Operand::List(list) => {
                let value = self.list_initialize(to, list, true);
                Expr { span, ..value }
            }
            Operand::Overloads(overloads, span) => self.function_for(&overloads, to, span),
            Operand::Expr(expr) => self.implicit_expr(expr, to, why),
        }
    }

    fn function_for(&mut self, overloads: &super::lookup::Overloads, to: QualType, span: Span) -> Expr {
        let target = self.referent(to);
        let signature = match self.types.kind(target.ty).clone() {
            TypeKind::Pointer(inner) => match self.types.kind(inner.ty).clone() {
                TypeKind::Function(signature) => Some(signature),
                _ => None,
            },
            TypeKind::Function(signature) => Some(signature),
            _ => None,
        };
        let function = match signature {
            Some(signature) => match self.function_of_type(overloads, &signature) {
                Some(function) => Ok(function),
                None => {
                    let message = format!("no function of this name has the type `{}`", self.type_name(target));
                    Err(self.report(Diagnostic::error(codes::NO_CONVERSION, message, span)))
                }
            },
            None => self.only_function(overloads, span),
        };
        match function {
            Ok(function) => {
                let value = self.function_lvalue(function, span);
                self.implicit_expr(value, to, None)
            }
            Err(_) => Expr::error(span),
        }
    }

    fn implicit_expr(&mut self, expr: Expr, to: QualType, why: Option<&str>) -> Expr {
        let span = expr.span;
        if let TypeKind::Record(record) = *self.types.kind(to.ty) {
            // An object of the very class: copied, or (a temporary) made in place.
            if let TypeKind::Record(from) = *self.types.kind(expr.ty.ty)
                && self.base_distance(from, record).is_some()
            {
                return self.copy_object(expr, to, record);
            }
        }
        match self.standard_conversion(&expr, to) {
            Ok(_) => {
                let value = self.apply_standard(expr, to);
                Expr { span, ..value }
            }
            Err(reason) => match self.user_conversion(&expr, to, true) {
                Ok(Some(Search::Found(conversion, _))) => self.apply_user(expr, conversion, to),
                Ok(Some(Search::Ambiguous)) => {
                    let message = format!(
                        "more than one conversion leads from `{}` to `{}`",
                        self.type_name(expr.ty.unqualified()),
                        self.type_name(to)
                    );
                    self.report(Diagnostic::error(codes::AMBIGUOUS_CALL, message, span));
                    Expr::error(span)
                }
                _ => {
                    // A conversion that must be asked for is worth a hint.
                    let asked = matches!(self.user_conversion(&expr, to, false), Ok(Some(Search::Found(..))));
                    let reason = if asked { NoConversion::ExplicitOnly } else { reason };
                    self.report_no_conversion(&expr, to, reason, why)
                }
            },
        }
    }

    fn apply_user(&mut self, expr: Expr, conversion: UserConversion, to: QualType) -> Expr {
        let span = expr.span;
        let target = self.referent(to);
        let value = match conversion {
            UserConversion::Constructor(id) => self.build_construct(id, target.unqualified(), vec![expr.into()], span),
            UserConversion::Function(id) => self.build_call(id, Some(expr), Vec::new(), span),
        };
        if value.is_error() {
            return value;
        }
        if let (TypeKind::Record(record), false) = (self.types.kind(to.ty).clone(), value.category == Category::PRValue)
        {
            return self.copy_object(value, to, record);
        }
        self.apply_standard(value, to)
    }

    fn report_no_conversion(&mut self, expr: &Expr, to: QualType, reason: NoConversion, why: Option<&str>) -> Expr {
        let span = expr.span;
        let (from, target) = (self.type_name(expr.ty.unqualified()), self.type_name(to));
        let purpose = why.map_or(String::new(), |why| format!(" for {why}"));
        let code = match reason {
            NoConversion::AddressSpace(..) => codes::ADDRESS_SPACE_MISMATCH,
            NoConversion::NotAnLvalue
            | NoConversion::NotAddressable
            | NoConversion::LvalueForRvalueReference
            | NoConversion::Qualifiers => match self.types.kind(to.ty) {
                TypeKind::Reference { .. } => codes::REFERENCE_BINDING,
                _ => codes::NO_CONVERSION,
            },
            _ => codes::NO_CONVERSION,
        };
        let message = match reason {
            NoConversion::AddressSpace(from_space, to_space) => {
                format!(
                    "`{from}` in {from_space} memory does not become `{target}`{purpose}: {to_space} memory is another"
                )
            }
            _ if code == codes::REFERENCE_BINDING => format!("`{target}` can't refer to this `{from}`{purpose}"),
            _ => format!("`{from}` does not convert to `{target}`{purpose}"),
        };
        let message = match (reason, self.types.kind(expr.ty.ty)) {
            (NoConversion::AddressSpace(a, b), TypeKind::Pointer(_)) => {
                format!(
                    "`{from}` does not convert to `{target}`{purpose}: one points into {a} memory, the other into {b} memory"
                )
            }
            _ => message,
        };
        let mut diagnostic = Diagnostic::error(code, message, span);
        if let Some(text) = self.reason_text(reason)
            && !matches!(reason, NoConversion::AddressSpace(..))
        {
            diagnostic = diagnostic.note(text);
        }
        diagnostic = match reason {
            NoConversion::Vectors | NoConversion::HalfAndBfloat | NoConversion::ExplicitOnly => {
                diagnostic.help(format!("write the conversion: `{}(…)`", self.type_name(to.unqualified())))
            }
            NoConversion::AddressSpace(..) => {
                diagnostic.help("copy the value, or declare the pointer or reference where the object is")
            }
            _ => diagnostic,
        };
        if let Some(declared) = self.declaration_of(expr)
            && matches!(reason, NoConversion::AddressSpace(..) | NoConversion::Qualifiers)
            && !declared.is_none()
        {
            diagnostic = diagnostic.also(declared, "declared here");
        }
        self.report(diagnostic);
        Expr::error(span)
    }

    /// An object of class type (or of a class derived from it) as the initial value of another.
    pub fn copy_object(&mut self, expr: Expr, to: QualType, record: RecordId) -> Expr {
        let span = expr.span;
        let same = expr.ty.ty == to.ty;
        if same && expr.category == Category::PRValue {
            return expr;
        }
        if self.record_info(record).has_copy_constructor {
            return self.construct_record(to, record, vec![expr.into()], true, span);
        }
        let object = self.materialized(expr);
        let part = self.base_part(object, record);
        let value = self.rvalue(part);
        Expr { span, ..value }
    }

    /// Runs a constructor out of those of a class; reports if none fits.
    pub fn construct_record(
        &mut self,
        to: QualType,
        record: RecordId,
        arguments: Vec<Operand>,
        implicit_only: bool,
        span: Span,
    ) -> Expr {
        if arguments.iter().any(Operand::is_error) {
            return Expr::error(span);
        }
        // A temporary of the class is the object; a copy that nobody has written copies the bytes.
        if let [Operand::Expr(only)] = arguments.as_slice()
            && let TypeKind::Record(from) = *self.types.kind(only.ty.ty)
        {
            let same = from == record;
            if same && only.category == Category::PRValue {
                return only.clone();
            }
            if self.base_distance(from, record).is_some() && !self.record_info(record).has_copy_constructor {
                return self.copy_object(only.clone(), to, record);
            }
        }
        // `T({…})`: the list makes the object that is copied.
        if let ([Operand::List(list)], true) = (arguments.as_slice(), self.is_aggregate(record)) {
            return self.list_initialize(to, list.clone(), true);
        }
        let candidates = self.member_candidates(record, Name::Constructor);
        let name = self.record(record).name.to_string();
        let call =
            Call { name: &name, candidates: &candidates, explicit: None, object: None, arguments: &arguments, span };
        let restriction = Restriction { implicit_only, standard_only: false, constructs_in: to.space };
        let chosen = if candidates.is_empty() { Err(Failure::None) } else { self.try_call(&call, restriction) };
        match chosen {
            Ok(id) => self.build_construct(id, to.unqualified(), arguments, span),
            Err(failure) => {
                // Perhaps the argument converts itself.
                if let ([Operand::Expr(only)], Failure::None) = (arguments.as_slice(), &failure)
                    && let Ok(Some(Search::Found(UserConversion::Function(id), _))) =
                        self.user_conversion(only, to.unqualified(), implicit_only)
                {
                    return self.apply_user(only.clone(), UserConversion::Function(id), to.unqualified());
                }
                if candidates.is_empty() {
                    return self.report_not_constructible(to, record, &arguments, span);
                }
                // Once more, for the message.
                if self.resolve_call(&call).is_ok() {
                    let message = match failure {
                        Failure::None => {
                            format!("the fitting constructor of `{name}` is explicit, or for objects elsewhere")
                        }
                        Failure::Ambiguous(_) => format!("more than one constructor of `{name}` fits"),
                    };
                    self.report(
                        Diagnostic::error(codes::NO_MATCHING_FUNCTION, message, span)
                            .help(format!("write the conversion: `{name}(…)`")),
                    );
                }
                Expr::error(span)
            }
        }
    }

    fn report_not_constructible(&mut self, to: QualType, record: RecordId, arguments: &[Operand], span: Span) -> Expr {
        let declared = self.record(record).span;
        let name = self.type_name(to.unqualified());
        let diagnostic = match arguments {
            [Operand::Expr(only)] => {
                let from = self.type_name(only.ty.unqualified());
                let message = format!("`{from}` does not convert to `{name}`");
                Diagnostic::error(codes::NO_CONVERSION, message, span)
            }
            _ => Diagnostic::error(
                codes::NO_MATCHING_FUNCTION,
                format!("`{name}` has no constructor that takes {} arguments", arguments.len()),
                span,
            )
            .help(format!("an aggregate is initialised by a brace list: `{name}{{…}}`")),
        };
        self.report(diagnostic.also(declared, "declared here"));
        Expr::error(span)
    }

    /// A call of a chosen constructor.
    fn build_construct(&mut self, constructor: FunctionId, to: QualType, arguments: Vec<Operand>, span: Span) -> Expr {
        use super::entity::BodyState;
        match self.function(constructor).body {
            BodyState::Deleted => {
                let declared = self.function(constructor).span;
                let message = format!("this constructor of `{}` is deleted", self.type_name(to));
                self.report(Diagnostic::error(codes::DELETED_FUNCTION, message, span).also(declared, "deleted here"));
                return Expr::error(span);
            }
            BodyState::Trivial => {
                let TypeKind::Record(record) = *self.types.kind(to.ty) else { return Expr::error(span) };
                return match arguments.into_iter().next() {
                    // A defaulted copy constructor.
                    Some(Operand::Expr(expr)) => {
                        let object = self.materialized(expr);
                        let part = self.base_part(object, record);
                        self.rvalue(part)
                    }
                    Some(_) => Expr::error(span),
                    None => self.defaulted_object(to, record, span),
                };
            }
            _ => {}
        }
        let Some(arguments) = self.converted_arguments(constructor, arguments, span) else { return Expr::error(span) };
        self.note_use(constructor, span);
        Expr::value(ExprKind::Construct { constructor, arguments }, to.ty, span)
    }

    /// An object of class type as a value of a built-in type that it converts to; other values as they are.
    pub fn as_builtin(&mut self, expr: Expr) -> Option<Expr> {
        let TypeKind::Record(record) = *self.types.kind(expr.ty.ty) else { return Some(self.rvalue(expr)) };
        let candidates = self.member_candidates(record, Name::Conversion);
        let mut plain: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            let Candidate::Function(id) = candidate else { continue };
            let result = self.referent(self.function(id).result);
            if !self.function_info(id).is_explicit && !matches!(self.types.kind(result.ty), TypeKind::Record(_)) {
                plain.push(candidate);
            }
        }
        if plain.is_empty() {
            return None;
        }
        let call =
            Call { name: "", candidates: &plain, explicit: None, object: Some(&expr), arguments: &[], span: expr.span };
        let id = self.try_call(&call, Restriction::default()).ok()?;
        let span = expr.span;
        let value = self.build_call(id, Some(expr), Vec::new(), span);
        Some(self.rvalue(value))
    }

    /// An object of class type converted as a cast would: explicit conversion functions count, and the built-in
    /// conversion after it may be an explicit one.
    pub fn explicit_from_record(&mut self, expr: Expr, to: QualType) -> Option<Expr> {
        if self.standard_conversion(&expr, to).is_ok() {
            return Some(self.apply_standard(expr, to));
        }
        match self.user_conversion(&expr, to, false) {
            Ok(Some(Search::Found(conversion, _))) => Some(self.apply_user(expr, conversion, to)),
            _ => {
                let value = self.as_builtin(expr)?;
                match self.trial(|sema| sema.explicit_conversion(Operand::Expr(value), to, None)) {
                    Ok(value) if !value.is_error() => Some(value),
                    _ => None,
                }
            }
        }
    }

    /// [`Sema::implicit`] under the name that declarations know it by; `why` completes "… for <why>".
    pub fn convert_implicitly(&mut self, expr: Expr, to: QualType, why: &str) -> Expr {
        self.implicit_for(Operand::Expr(expr), to, Some(why))
    }
}
