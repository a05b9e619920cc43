//! Overload resolution (C++17 16.3): which of several functions a call means, and why not the others.

use super::Sema;
use super::conversion;
use super::conversion::Binding;
use super::conversion::NoConversion;
use super::conversion::Sequence;
use super::conversion::Standard;
use super::deduce::CallArgument;
use super::deduce::DeductionFailure;
use super::deduce::ExplicitArguments;
use super::hir::Category;
use super::hir::Expr;
use super::hir::FunctionId;
use super::lookup::Candidate;
use super::lookup::Overloads;
use super::operand::Operand;
use super::report::Reported;
use super::template::TemplateArgument;
use super::template::TemplateId;
use super::types::QualType;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::source::Span;
use std::cmp::Ordering;

/// A call to be resolved.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// As written, for messages.
    pub name: &'a str,
    /// Who may be meant.
    pub candidates: &'a [Candidate],
    /// Template arguments written after the name.
    pub explicit: Option<&'a ExplicitArguments>,
    /// The object, for methods.
    pub object: Option<&'a Expr>,
    /// The arguments.
    pub arguments: &'a [Operand],
    /// The whole call.
    pub span: Span,
}

/// What else may narrow the choice.
#[derive(Clone, Copy, Default)]
pub struct Restriction {
    /// `explicit` constructors and conversion functions don't take part.
    pub implicit_only: bool,
    /// Arguments are not converted by user-defined conversions (such a conversion is what is being looked for).
    pub standard_only: bool,
    /// The address space of the object that a constructor makes.
    pub constructs_in: Option<AddressSpace>,
}

/// A function that could take the call.
#[derive(Clone, Debug)]
struct Viable {
    function: FunctionId,
    /// The template it comes from; families count as ordinary functions.
    template: Option<TemplateId>,
    /// How the object (first, if any) and the arguments convert.
    sequences: Vec<Sequence>,
}

/// Why a candidate can't take the call.
#[derive(Clone, Debug)]
enum Rejection {
    /// Needs at least, takes at most, so many arguments.
    Count(usize, usize),
    /// Argument number n of a type does not convert to a type.
    Argument(usize, Option<QualType>, QualType, NoConversion),
    /// It is a method of objects elsewhere, or of other qualifiers.
    Object(NoConversion),
    /// Template arguments were not found.
    Deduction(DeductionFailure),
    /// Explicit.
    Explicit,
}

/// The outcome where there is no single best function.
#[derive(Debug)]
pub enum Failure {
    /// Nobody takes the call.
    None,
    /// Several are equally good.
    Ambiguous(Vec<FunctionId>),
}

type Rejections = Vec<(Candidate, Rejection)>;

/// Candidates listed in a message.
const SHOWN: usize = 5;

impl Sema {
    /// The function that a call means; reports if there is none or no single one.
    ///
    /// # Errors
    /// It has been reported.
    pub fn resolve_call(&mut self, call: &Call) -> Result<FunctionId, Reported> {
        if call.arguments.iter().any(Operand::is_error) || call.object.is_some_and(Expr::is_error) {
            return Err(Reported);
        }
        let mut rejections = Vec::new();
        match self.best(call, Restriction::default(), &mut rejections) {
            Ok(function) => self.usable(function, call),
            Err(Failure::None) => Err(self.report_no_match(call, &rejections)),
            Err(Failure::Ambiguous(functions)) => Err(self.report_ambiguous(call, &functions)),
        }
    }

    /// The function a call would mean, without reporting.
    ///
    /// # Errors
    /// There is none, or no single one.
    pub fn try_call(&mut self, call: &Call, restriction: Restriction) -> Result<FunctionId, Failure> {
        self.best(call, restriction, &mut Vec::new())
    }

    /// The function that an operator means, out of methods of its first operand and functions of all operands.
    ///
    /// # Errors
    /// There is none, or no single one.
    pub fn try_operator(&mut self, members: &Call, others: &Call) -> Result<FunctionId, Failure> {
        let mut rejections = Vec::new();
        let mut viable = self.all_viable(members, Restriction::default(), &mut rejections);
        for mut other in self.all_viable(others, Restriction::default(), &mut rejections) {
            // What stands for the object of methods is no operand here.
            other.sequences.remove(0);
            viable.push(other);
        }
        self.choose(viable)
    }

    /// The function with which a constructor call or operator is meant; what is wrong is for the caller to report.
    fn usable(&mut self, function: FunctionId, call: &Call) -> Result<FunctionId, Reported> {
        if matches!(self.function(function).body, super::entity::BodyState::Deleted) {
            let declared = self.function(function).span;
            let message = format!("`{}` is deleted", self.function(function).name);
            return Err(self.report(
                Diagnostic::error(codes::DELETED_FUNCTION, message, call.span).also(declared, "deleted here"),
            ));
        }
        Ok(function)
    }

    fn best(
        &mut self,
        call: &Call,
        restriction: Restriction,
        rejections: &mut Rejections,
    ) -> Result<FunctionId, Failure> {
        let viable = self.all_viable(call, restriction, rejections);
        self.choose(viable)
    }

    fn all_viable(&mut self, call: &Call, restriction: Restriction, rejections: &mut Rejections) -> Vec<Viable> {
        let mut viable: Vec<Viable> = Vec::new();
        for candidate in call.candidates {
            match *candidate {
                Candidate::Function(id) => {
                    if call.explicit.is_some() {
                        continue;
                    }
                    match self.viable(id, call, restriction) {
                        Ok(sequences) => viable.push(Viable { function: id, template: None, sequences }),
                        Err(rejection) => rejections.push((*candidate, rejection)),
                    }
                }
                Candidate::Template(id) => self.template_candidates(id, call, restriction, &mut viable, rejections),
            }
        }
        viable
    }

    /// What a template contributes: the one function that deduction finds, or the members of a family.
    fn template_candidates(
        &mut self,
        id: TemplateId,
        call: &Call,
        restriction: Restriction,
        viable: &mut Vec<Viable>,
        rejections: &mut Rejections,
    ) {
        if let (Some(family), None) = (self.template(id).family.clone(), call.explicit) {
            // The members are as good as ordinary functions. One that takes the arguments as they are is best.
            let mut members: Vec<QualType> = family.to_vec();
            let exact = call.arguments.iter().find_map(|argument| match argument {
                Operand::Expr(expr) => family.iter().find(|ty| ty.ty == expr.ty.ty).copied(),
                _ => None,
            });
            if let Some(exact) = exact {
                let all = call.arguments.iter().all(|argument| match argument {
                    Operand::Expr(expr) => expr.ty.ty == exact.ty,
                    _ => false,
                });
                if all {
                    members = vec![exact];
                }
            }
            let mut last = None;
            for ty in members {
                let arguments = [TemplateArgument::Type(ty)];
                let Ok(function) = self.specialize_function(id, arguments.as_slice().into(), call.span) else {
                    continue;
                };
                match self.viable(function, call, restriction) {
                    Ok(sequences) => viable.push(Viable { function, template: None, sequences }),
                    Err(rejection) => last = Some(rejection),
                }
            }
            if let Some(rejection) = last {
                rejections.push((Candidate::Template(id), rejection));
            }
            return;
        }
        let arguments: Vec<CallArgument> = call.arguments.iter().map(|argument| self.call_argument(argument)).collect();
        match self.deduce_and_specialize(id, call.explicit, &arguments, call.span) {
            Ok(function) => match self.viable(function, call, restriction) {
                Ok(sequences) => viable.push(Viable { function, template: Some(id), sequences }),
                Err(rejection) => rejections.push((Candidate::Template(id), rejection)),
            },
            Err(failure) => rejections.push((Candidate::Template(id), Rejection::Deduction(failure))),
        }
    }

    /// An argument as template argument deduction sees it.
    pub fn call_argument(&self, operand: &Operand) -> CallArgument {
        match operand {
            Operand::Expr(expr) => CallArgument { ty: expr.ty, category: expr.category, opaque: false },
            Operand::Overloads(overloads, _) => match overloads.candidates.as_slice() {
                [Candidate::Function(id)] if overloads.explicit.is_none() => {
                    let signature = super::types::FunctionSignature {
                        result: self.function(*id).result,
                        params: self
                            .function(*id)
                            .parameters
                            .iter()
                            .map(|parameter| parameter.ty.unqualified())
                            .collect(),
                    };
                    match self.types.find(&TypeKind::Function(signature)) {
                        Some(ty) => CallArgument { ty: QualType::new(ty), category: Category::LValue, opaque: false },
                        None => opaque(),
                    }
                }
                _ => opaque(),
            },
            Operand::List(_) => opaque(),
        }
    }

    /// How the arguments of a call would convert for a function.
    fn viable(&mut self, id: FunctionId, call: &Call, restriction: Restriction) -> Result<Vec<Sequence>, Rejection> {
        let info = self.function_info(id);
        let function = self.function(id);
        let parameters: Vec<QualType> = function.parameters.iter().map(|parameter| parameter.ty).collect();
        let (this, is_constructor) = (function.this, function.is_constructor);
        let given = call.arguments.len();
        let required = (0..parameters.len())
            .rposition(|index| info.defaults.get(index).is_none_or(Option::is_none))
            .map_or(0, |last| last + 1);
        if given < required || given > parameters.len() {
            return Err(Rejection::Count(required, parameters.len()));
        }
        if restriction.implicit_only && info.is_explicit {
            return Err(Rejection::Explicit);
        }
        let mut sequences = Vec::with_capacity(given + 1);
        match (this, call.object) {
            (Some(this), _) if is_constructor => {
                // A constructor makes its object in its own address space.
                let space = restriction.constructs_in.unwrap_or(AddressSpace::Thread);
                let declared = this.space_or_thread();
                if declared != space && declared != AddressSpace::Thread {
                    return Err(Rejection::Object(NoConversion::AddressSpace(space, declared)));
                }
                let copies = declared != space;
                let binding = Binding { rvalue_reference: false, to_rvalue: false, qualifiers: 0, copies };
                sequences.push(Sequence::Standard(Standard { binding: Some(binding), ..Standard::IDENTITY }));
            }
            (Some(this), Some(object)) => {
                let by_value = object.category == Category::PRValue || object.category == Category::XValue;
                match info.ref_qualifier {
                    Some(crate::syntax::ast::RefQualifier::LValue) if by_value => {
                        return Err(Rejection::Object(NoConversion::NotAnLvalue));
                    }
                    Some(crate::syntax::ast::RefQualifier::RValue) if !by_value => {
                        return Err(Rejection::Object(NoConversion::LvalueForRvalueReference));
                    }
                    _ => {}
                }
                sequences.push(self.object_sequence(object, this)?);
            }
            // Reported by the caller, if chosen.
            (Some(_) | None, _) => sequences.push(Sequence::IDENTITY),
        }
        for (index, (operand, to)) in call.arguments.iter().zip(&parameters).enumerate() {
            let sequence = if restriction.standard_only {
                self.sequence_without_user(operand, *to)
            } else {
                self.implicit_sequence(operand, *to)
            };
            match sequence {
                Ok(sequence) => sequences.push(sequence),
                Err(reason) => {
                    let from = match operand {
                        Operand::Expr(expr) => Some(expr.ty),
                        _ => None,
                    };
                    return Err(Rejection::Argument(index, from, *to, reason));
                }
            }
        }
        Ok(sequences)
    }

    /// How an object becomes `*this` of a method.
    fn object_sequence(&mut self, object: &Expr, this: QualType) -> Result<Sequence, Rejection> {
        let (TypeKind::Record(from), TypeKind::Record(to)) =
            (self.types.kind(object.ty.ty).clone(), self.types.kind(this.ty).clone())
        else {
            return Err(Rejection::Object(NoConversion::Unrelated));
        };
        let Some(base_distance) = self.base_distance(from, to) else {
            return Err(Rejection::Object(NoConversion::Unrelated));
        };
        let is_object = object.category != Category::PRValue;
        if is_object && (object.ty.is_const & !this.is_const || object.ty.is_volatile & !this.is_volatile) {
            return Err(Rejection::Object(NoConversion::Qualifiers));
        }
        let (have, want) = (object.ty.space_or_thread(), this.space_or_thread());
        let have = if is_object { have } else { AddressSpace::Thread };
        let mut copies = false;
        if !conversion::space_converts(have, want) {
            // Objects that are handles (textures in argument buffers) are used through a copy.
            copies = want == AddressSpace::Thread && this.is_const && self.is_handle_like(to);
            if !copies {
                return Err(Rejection::Object(NoConversion::AddressSpace(have, want)));
            }
        }
        let binding = Binding {
            rvalue_reference: false,
            to_rvalue: !is_object,
            qualifiers: u8::from(this.is_const) + u8::from(this.is_volatile) + u8::from(have != want),
            copies,
        };
        Ok(Sequence::Standard(Standard { base_distance, binding: Some(binding), ..Standard::IDENTITY }))
    }

    /// Whether a class is one of the library's that stand for a resource.
    fn is_handle_like(&self, record: super::types::RecordId) -> bool {
        use super::entity::LibraryType;
        matches!(
            self.record(record).library,
            Some(LibraryType::Texture(_) | LibraryType::Sampler | LibraryType::Opaque(_))
        )
    }

    /// The best of the functions that fit.
    fn choose(&mut self, viable: Vec<Viable>) -> Result<FunctionId, Failure> {
        let mut best: Vec<usize> = Vec::new();
        for index in 0..viable.len() {
            let beaten =
                (0..viable.len()).any(|other| other != index && self.is_better(&viable[other], &viable[index]));
            if !beaten {
                best.push(index);
            }
        }
        match best.as_slice() {
            [only]
                if (0..viable.len()).all(|other| other == *only || self.is_better(&viable[*only], &viable[other])) =>
            {
                Ok(viable[*only].function)
            }
            _ if viable.is_empty() => Err(Failure::None),
            [] => Err(Failure::Ambiguous(viable.iter().map(|one| one.function).collect())),
            [only] => {
                let function = viable[*only].function;
                // Unbeaten, but not better than all: there are others that neither wins against.
                let mut rest: Vec<FunctionId> = viable.iter().map(|one| one.function).collect();
                rest.retain(|other| *other != function);
                rest.insert(0, function);
                Err(Failure::Ambiguous(rest))
            }
            several => {
                let first = viable[several[0]].function;
                if several.iter().all(|index| viable[*index].function == first) {
                    return Ok(first);
                }
                Err(Failure::Ambiguous(several.iter().map(|index| viable[*index].function).collect()))
            }
        }
    }

    fn is_better(&mut self, a: &Viable, b: &Viable) -> bool {
        let mut better = false;
        for (x, y) in a.sequences.iter().zip(&b.sequences) {
            match conversion::compare(x, y) {
                Ordering::Greater => return false,
                Ordering::Less => better = true,
                Ordering::Equal => {}
            }
        }
        if better {
            return true;
        }
        match (a.template, b.template) {
            (None, Some(_)) => true,
            (Some(_), None) | (None, None) => false,
            (Some(x), Some(y)) => x != y && self.more_specialized(x, y) && !self.more_specialized(y, x),
        }
    }

    /// The function that a name without a call means: the only one, or the one of the target's type.
    ///
    /// # Errors
    /// There is none or more than one; reported.
    pub fn only_function(&mut self, overloads: &Overloads, span: Span) -> Result<FunctionId, Reported> {
        if let ([Candidate::Function(id)], None) = (overloads.candidates.as_slice(), &overloads.explicit) {
            return Ok(*id);
        }
        self.single_function(overloads, span)
    }

    /// The function of an overloaded name that has just that type.
    pub fn function_of_type(
        &mut self,
        overloads: &Overloads,
        signature: &super::types::FunctionSignature,
    ) -> Option<FunctionId> {
        let mut found = None;
        for candidate in &overloads.candidates {
            let id = match *candidate {
                Candidate::Function(id) if overloads.explicit.is_none() => id,
                Candidate::Function(_) => continue,
                Candidate::Template(id) => {
                    // Parameters of the wanted type stand in for arguments.
                    let arguments: Vec<CallArgument> = signature
                        .params
                        .iter()
                        .map(|ty| match *self.types.kind(ty.ty) {
                            TypeKind::Reference { to, rvalue } => CallArgument {
                                ty: to,
                                category: if rvalue { Category::XValue } else { Category::LValue },
                                opaque: false,
                            },
                            _ => CallArgument { ty: *ty, category: Category::PRValue, opaque: false },
                        })
                        .collect();
                    match self.deduce_and_specialize(id, overloads.explicit.as_ref(), &arguments, Span::NONE) {
                        Ok(id) => id,
                        Err(_) => continue,
                    }
                }
            };
            let ty = self.function_type(id);
            if self.types.kind(ty) == &TypeKind::Function(signature.clone()) {
                // An ordinary function goes before a template's.
                if found.is_none() || matches!(candidate, Candidate::Function(_)) {
                    found = Some(id);
                }
            }
        }
        found
    }

    fn report_no_match(&mut self, call: &Call, rejections: &Rejections) -> Reported {
        let types: Vec<String> = call
            .arguments
            .iter()
            .map(|argument| match argument {
                Operand::Expr(expr) => self.type_name(expr.ty.unqualified()),
                Operand::List(_) => "{…}".to_owned(),
                Operand::Overloads(..) => "a function".to_owned(),
            })
            .collect();
        // With one candidate the trouble can be named where it is.
        if let [(candidate, rejection)] = rejections.as_slice() {
            let place = match rejection {
                Rejection::Argument(index, ..) => call.arguments.get(*index).map_or(call.span, Operand::span),
                _ => call.span,
            };
            let code = match rejection {
                Rejection::Argument(.., NoConversion::AddressSpace(..))
                | Rejection::Object(NoConversion::AddressSpace(..)) => codes::ADDRESS_SPACE_MISMATCH,
                _ => codes::NO_MATCHING_FUNCTION,
            };
            let reason = self.rejection_text(rejection);
            let declared = self.candidate_span(*candidate);
            let message = format!("`{}` can't be called with ({})", call.name, types.join(", "));
            let mut diagnostic = Diagnostic::error(code, message, place).label(reason);
            if !declared.is_none() {
                diagnostic = diagnostic.also(declared, "declared here");
            }
            if let Rejection::Deduction(DeductionFailure { cause: Some(cause), .. }) = rejection {
                diagnostic = diagnostic.also(cause.primary_span(), cause.message.clone());
            }
            return self.report(diagnostic);
        }
        let message = format!("no `{}` takes ({})", call.name, types.join(", "));
        // What came closest is shown first.
        let distance = |rejection: &Rejection| match rejection {
            Rejection::Argument(index, ..) => 100 - (*index).min(99),
            Rejection::Object(..) | Rejection::Explicit => 0,
            Rejection::Deduction(_) => 200,
            Rejection::Count(..) => 300,
        };
        let mut rejections: Vec<&(Candidate, Rejection)> = rejections.iter().collect();
        rejections.sort_by_key(|(_, rejection)| distance(rejection));
        let mut diagnostic = Diagnostic::error(codes::NO_MATCHING_FUNCTION, message, call.span);
        for (candidate, rejection) in rejections.iter().copied().take(SHOWN) {
            let reason = self.rejection_text(rejection);
            let declared = self.candidate_span(*candidate);
            if declared.is_none() {
                diagnostic = diagnostic.note(format!("{}: {reason}", self.candidate_name(*candidate)));
            } else {
                diagnostic = diagnostic.also(declared, reason);
            }
        }
        if rejections.len() > SHOWN {
            diagnostic = diagnostic.note(format!("and {} more candidates", rejections.len() - SHOWN));
        }
        self.report(diagnostic)
    }

    /// Says that several functions fit a call equally well.
    pub fn report_ambiguous(&mut self, call: &Call, functions: &[FunctionId]) -> Reported {
        let message =
            format!("the call of `{}` is ambiguous: {} functions fit equally well", call.name, functions.len());
        let mut diagnostic = Diagnostic::error(codes::AMBIGUOUS_CALL, message, call.span)
            .help("convert the arguments to the types of the function that is meant");
        for function in functions.iter().take(SHOWN) {
            let signature = self.signature_text(*function);
            let declared = self.function(*function).span;
            diagnostic = diagnostic.also(declared, format!("`{signature}`"));
        }
        self.report(diagnostic)
    }

    /// The function that a conversion template becomes for a target: `operator T()` with `T` the target's type.
    ///
    /// # Errors
    /// It doesn't fit.
    pub fn deduce_conversion(
        &mut self,
        id: TemplateId,
        target: QualType,
        span: Span,
    ) -> Result<FunctionId, DeductionFailure> {
        let [parameter] = &*self.template(id).params else {
            return Err(DeductionFailure::because("its parameters are not those of a conversion"));
        };
        if parameter.pack || !matches!(parameter.kind, crate::syntax::ast::TemplateParamKind::Type(_)) {
            return Err(DeductionFailure::because("its parameter is no type"));
        }
        let arguments = [TemplateArgument::Type(target.unqualified())];
        self.specialize_function(id, arguments.as_slice().into(), span)
    }

    /// The instance of a class template that the arguments of a constructor decide.
    ///
    /// # Errors
    /// Reported.
    pub fn deduce_class(&mut self, id: TemplateId, _operands: &[Operand], span: Span) -> Result<QualType, Reported> {
        let name = self.template(id).display.clone();
        Err(self.report(
            Diagnostic::unsupported(format!("deducing the template arguments of `{name}` from an initialiser"), span)
                .help("write them"),
        ))
    }

    /// A function with the types of its parameters.
    pub fn signature_text(&self, id: FunctionId) -> String {
        let function = self.function(id);
        let types: Vec<String> = function.parameters.iter().map(|parameter| self.type_name(parameter.ty)).collect();
        format!("{}({})", function.name, types.join(", "))
    }

    fn candidate_span(&self, candidate: Candidate) -> Span {
        match candidate {
            Candidate::Function(id) => self.function(id).span,
            Candidate::Template(id) => self.template(id).span,
        }
    }

    fn candidate_name(&self, candidate: Candidate) -> String {
        match candidate {
            Candidate::Function(id) => self.signature_text(id),
            Candidate::Template(id) => self.template(id).display.to_string(),
        }
    }

    fn rejection_text(&self, rejection: &Rejection) -> String {
        match rejection {
            Rejection::Count(least, most) if least == most => {
                format!("takes {most} argument{}", if *most == 1 { "" } else { "s" })
            }
            Rejection::Count(least, most) => format!("takes {least} to {most} arguments"),
            Rejection::Argument(index, from, to, reason) => {
                let to = self.type_name(*to);
                let number = index + 1;
                let from = match from {
                    Some(from) => format!("`{}`", self.type_name(from.unqualified())),
                    None => "this".to_owned(),
                };
                match self.reason_text(*reason) {
                    Some(reason) => format!("argument {number}: {from} does not convert to `{to}`: {reason}"),
                    None => format!("argument {number}: {from} does not convert to `{to}`"),
                }
            }
            Rejection::Object(NoConversion::AddressSpace(have, want)) => {
                format!("is for objects in {want} memory; this one is in {have} memory")
            }
            Rejection::Object(NoConversion::Qualifiers) => "is not const, but the object is".to_owned(),
            Rejection::Object(NoConversion::NotAnLvalue) => "is not for temporaries".to_owned(),
            Rejection::Object(NoConversion::LvalueForRvalueReference) => "is for temporaries only".to_owned(),
            Rejection::Object(..) => "is for objects of another class".to_owned(),
            Rejection::Deduction(failure) => failure.reason.clone(),
            Rejection::Explicit => "is explicit".to_owned(),
        }
    }

    /// Why there is no conversion, if there is more to say than the types.
    pub fn reason_text(&self, reason: NoConversion) -> Option<String> {
        Some(match reason {
            NoConversion::Unrelated => return None,
            NoConversion::Vectors => "vectors of different types don't convert by themselves".to_owned(),
            NoConversion::HalfAndBfloat => "half and bfloat don't convert by themselves".to_owned(),
            NoConversion::AddressSpace(from, to) => format!("{from} memory is not {to} memory"),
            NoConversion::Qualifiers => "`const` would be lost".to_owned(),
            NoConversion::NotAnLvalue => "a reference that isn't const needs an object of just that type".to_owned(),
            NoConversion::NotAddressable => {
                "a component of a vector has no address, so no reference can bind to it".to_owned()
            }
            NoConversion::LvalueForRvalueReference => "`&&` binds to temporaries only".to_owned(),
            NoConversion::ExplicitOnly => "it takes a written conversion".to_owned(),
        })
    }
}

fn opaque() -> CallArgument {
    CallArgument { ty: QualType::new(super::types::TypeTable::ERROR), category: Category::PRValue, opaque: true }
}
