//! Declarators, turned inside out into types.

use super::Parse;
use super::Parser;
use super::Punct;
use super::TemplateKind;
use super::TokenKind;
use super::keyword::Word;
use super::names::Binding;
use super::names::Names;
use super::names::ScopeId;
use super::names::ScopeKind;
use super::path::PathUse;
use super::specifiers::SpecifierUse;
use super::specifiers::begins_type;
use super::specifiers::is_qualifier;
use super::speculation::Question;
use crate::source::Span;
use crate::syntax::ast::Attribute;
use crate::syntax::ast::BuiltinType;
use crate::syntax::ast::Declarator;
use crate::syntax::ast::ExprRef;
use crate::syntax::ast::FunctionType;
use crate::syntax::ast::Late;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Parameter;
use crate::syntax::ast::Qualifiers;
use crate::syntax::ast::RefQualifier;
use crate::syntax::ast::SegmentName;
use crate::syntax::ast::Type;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use std::sync::Arc;

/// Where a declarator stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaratorUse {
    /// A declaration: it has a name.
    Named,
    /// A parameter: it may have a name.
    Parameter,
    /// A type-id: no name.
    Abstract,
    /// The type of a cast: no name, and `(…)` does not make it a function.
    Cast,
    /// Only pointers and references may follow.
    Pointers,
}

/// What a declarator wraps around a type.
enum Layer {
    Pointer(Qualifiers),
    MemberPointer(NamePath, Qualifiers),
    LValueRef(Qualifiers),
    RValueRef(Qualifiers),
    Array(Option<ExprRef>),
    Function(Box<FunctionType>),
}

/// A parsed declarator.
pub(super) struct Declared {
    pub(super) declarator: Declarator,
    /// The scope of the parameters of a declared function.
    pub(super) parameters: Option<ScopeId>,
}

/// The parts found while parsing.
#[derive(Default)]
struct Parts {
    name: Option<NamePath>,
    pack: bool,
    attributes: Vec<Attribute>,
    parameters: Option<ScopeId>,
}

/// Layers of one declarator.
const MAX_LAYERS: usize = 64;

impl Parser<'_> {
    /// A declarator on top of the specifiers' type (`None` for constructors and the like).
    pub(super) fn declarator(&mut self, base: Option<&TypeRef>, usage: DeclaratorUse) -> Parse<Declared> {
        let outer = self.scope;
        let start = self.token.span;
        let mut parts = Parts::default();
        let mut layers = Vec::new();
        let result = self.declarator_layers(usage, base.map(|ty| &**ty), &mut parts, &mut layers);
        self.scope = outer;
        result?;
        let span = if self.last_span.hi > start.lo { start.to(self.last_span) } else { start };
        let ty = self.apply(base, layers, span)?;
        let ty = if parts.pack {
            Arc::new(Type { span: ty.span, kind: TypeKind::Pack(ty), quals: Qualifiers::default() })
        } else {
            ty
        };
        let Parts { name, attributes, parameters, .. } = parts;
        Ok(Declared { declarator: Declarator { name, ty, attributes, asm_label: None, span }, parameters })
    }

    /// Wraps the layers, innermost type first, around the base.
    fn apply(&mut self, base: Option<&TypeRef>, layers: Vec<Layer>, span: Span) -> Parse<TypeRef> {
        let mut ty = base.cloned();
        for layer in layers {
            let span = ty.as_ref().map_or(span, |ty| ty.span.to(span));
            let (kind, quals) = match (layer, ty) {
                (Layer::Function(mut function), inner) => {
                    if !function.trailing_result {
                        function.result = inner;
                    }
                    (TypeKind::Function(Arc::from(function)), Qualifiers::default())
                }
                (_, None) => return Err(self.expected_type()),
                (Layer::Pointer(quals), Some(inner)) => (TypeKind::Pointer(inner), quals),
                (Layer::MemberPointer(class, quals), Some(inner)) => (TypeKind::MemberPointer(class, inner), quals),
                (Layer::LValueRef(quals), Some(inner)) => (TypeKind::LValueRef(inner), quals),
                (Layer::RValueRef(quals), Some(inner)) => (TypeKind::RValueRef(inner), quals),
                (Layer::Array(size), Some(inner)) => (TypeKind::Array(inner, size), Qualifiers::default()),
            };
            ty = Some(Arc::new(Type { kind, quals, span }));
        }
        match ty {
            Some(ty) => Ok(ty),
            None => Err(self.expected_type()),
        }
    }

    fn declarator_layers(
        &mut self,
        usage: DeclaratorUse,
        base: Option<&Type>,
        parts: &mut Parts,
        layers: &mut Vec<Layer>,
    ) -> Parse<()> {
        self.pointer_layers(parts, layers)?;
        if usage != DeclaratorUse::Pointers && self.is(Punct::Ellipsis) && usage == DeclaratorUse::Parameter {
            self.bump();
            parts.pack = true;
        }
        if usage == DeclaratorUse::Pointers {
            return Ok(());
        }
        let mut inner = Vec::new();
        let mut has_inner = false;
        if self.at_declared_name(usage) {
            self.declared_name(usage, parts)?;
        } else if self.is(Punct::LParen) && self.at_nested_declarator(usage) {
            self.open(Punct::LParen, "'('")?;
            self.nested(|parser| parser.declarator_layers(usage, None, parts, &mut inner))?;
            self.close("')' after the declarator")?;
            has_inner = true;
        } else if usage == DeclaratorUse::Named && !self.is(Punct::Colon) {
            return Err(self.expected("a name"));
        }
        let mut suffixes = Vec::new();
        loop {
            if self.at_attribute() {
                if matches!(usage, DeclaratorUse::Cast | DeclaratorUse::Abstract) && self.word != Word::Attribute {
                    break;
                }
                self.attributes(&mut parts.attributes)?;
            } else if self.is(Punct::LBracket) {
                suffixes.push(self.array_layer()?);
            } else if self.is(Punct::LParen) && self.opens_parameters(usage, base, parts, has_inner, &suffixes) {
                let (function, scope) = self.function_layer()?;
                // The parameters that a body sees are those next to the name.
                if !has_inner && suffixes.is_empty() {
                    parts.parameters = Some(scope);
                }
                suffixes.push(Layer::Function(Box::new(function)));
            } else {
                break;
            }
            if suffixes.len() > MAX_LAYERS {
                return Err(self.too_deep());
            }
        }
        layers.extend(suffixes.into_iter().rev());
        layers.append(&mut inner);
        Ok(())
    }

    fn pointer_layers(&mut self, parts: &mut Parts, layers: &mut Vec<Layer>) -> Parse<()> {
        loop {
            let token = self.token.kind;
            let mut class = None;
            match token {
                TokenKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp) => {
                    self.bump();
                }
                TokenKind::Ident(_) if self.at_member_pointer() => {
                    let (path, _) = self.path(PathUse::Type)?;
                    class = Some(path);
                    self.bump();
                    self.bump();
                }
                _ => return Ok(()),
            }
            let mut quals = Qualifiers::default();
            loop {
                if self.word == Word::Attribute {
                    self.attributes(&mut parts.attributes)?;
                } else if !self.qualifier(&mut quals)? {
                    break;
                }
            }
            layers.push(match (class, token) {
                (Some(class), _) => Layer::MemberPointer(class, quals),
                (None, TokenKind::Punct(Punct::Amp)) => Layer::LValueRef(quals),
                (None, TokenKind::Punct(Punct::AmpAmp)) => Layer::RValueRef(quals),
                _ => Layer::Pointer(quals),
            });
            if layers.len() > MAX_LAYERS {
                return Err(self.too_deep());
            }
        }
    }

    /// Whether `C::*` stands here.
    fn at_member_pointer(&self) -> bool {
        self.word == Word::Identifier && self.peek_is(1, Punct::ColonColon) && self.peek_is(2, Punct::Star)
    }

    fn at_declared_name(&self, usage: DeclaratorUse) -> bool {
        match usage {
            DeclaratorUse::Named => {
                self.word == Word::Identifier
                    || self.word == Word::Operator
                    || self.is(Punct::ColonColon)
                    || self.is(Punct::Tilde)
            }
            DeclaratorUse::Parameter => self.word == Word::Identifier,
            _ => false,
        }
    }

    fn declared_name(&mut self, usage: DeclaratorUse, parts: &mut Parts) -> Parse<()> {
        if usage == DeclaratorUse::Parameter {
            let name = self.ident("a name")?;
            let segment = crate::syntax::ast::Segment {
                name: SegmentName::Ident(name.symbol),
                template: false,
                args: None,
                span: name.span,
            };
            parts.name = Some(NamePath { global: false, typename: false, segments: vec![segment], span: name.span });
            return Ok(());
        }
        let (path, _) = self.path(PathUse::Declared)?;
        if path.is_qualified() {
            // What follows is looked up as if inside the class or namespace.
            self.scope = self.import_scope(&path);
        }
        parts.name = Some(path);
        Ok(())
    }

    /// A scope that sees what the scopes of a path's qualifiers declare.
    pub(super) fn import_scope(&mut self, path: &NamePath) -> ScopeId {
        let import = self.names.open(ScopeKind::Import, Some(self.scope), None);
        let qualifier = NamePath { segments: path.qualifiers().to_vec(), ..path.clone() };
        let mut next = match qualifier.segments.is_empty() {
            true => Some(Names::GLOBAL),
            false => self.binding_of(&qualifier).and_then(|binding| binding.scope),
        };
        // The scope itself before those around it: used scopes are searched in order.
        while let Some(scope) = next {
            let own = matches!(self.names.kind(scope), ScopeKind::Namespace | ScopeKind::Class);
            if own && !self.names.is_around(scope, self.scope) {
                self.names.add_use(import, scope);
            }
            next = self.names.parent(scope);
        }
        import
    }

    /// Whether `(` opens a parenthesised declarator and not the parameters of a function without a name.
    fn at_nested_declarator(&mut self, usage: DeclaratorUse) -> bool {
        match self.peek(1) {
            TokenKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp) => true,
            TokenKind::Punct(Punct::LParen) => usage == DeclaratorUse::Named || self.peek_is(2, Punct::Star),
            TokenKind::Ident(symbol) if self.peek_word(1) == Word::Identifier => match usage {
                DeclaratorUse::Named => true,
                DeclaratorUse::Parameter if self.peek_is(2, Punct::RParen) || self.peek_is(2, Punct::LBracket) => {
                    self.names.look_up(self.scope, symbol, |_| true).is_none_or(|found| !found.is_type())
                }
                _ => self.peek_is(2, Punct::ColonColon) && self.peek_is(3, Punct::Star),
            },
            _ => false,
        }
    }

    fn array_layer(&mut self) -> Parse<Layer> {
        self.open(Punct::LBracket, "'['")?;
        let outer = std::mem::take(&mut self.no_greater);
        let size = if self.is(Punct::RBracket) { None } else { Some(self.assignment()?) };
        self.no_greater = outer;
        self.close("']' after the array's size")?;
        Ok(Layer::Array(size))
    }

    /// Whether `(` after (the name of) a declarator opens parameters, and not an initialiser.
    fn opens_parameters(
        &mut self,
        usage: DeclaratorUse,
        base: Option<&Type>,
        parts: &Parts,
        has_inner: bool,
        suffixes: &[Layer],
    ) -> bool {
        match usage {
            DeclaratorUse::Cast => return has_inner,
            DeclaratorUse::Named => {}
            _ => return true,
        }
        if !suffixes.is_empty() {
            return false;
        }
        let is_function_name = parts.name.as_ref().is_some_and(|name| {
            matches!(
                name.last().name,
                SegmentName::Operator(_)
                    | SegmentName::Conversion(_)
                    | SegmentName::Literal(_)
                    | SegmentName::Destructor(_)
            )
        });
        let is_void = matches!(base, Some(Type { kind: TypeKind::Builtin(BuiltinType::Void), .. }));
        // Without a type it is a constructor; members have no initialiser in parentheses.
        is_function_name
            || is_void
            || (base.is_none() && !has_inner)
            || self.template == TemplateKind::Specialisation
            || self.in_class()
            || self.at_parameters()
    }

    /// Whether the parentheses here hold parameters, by the look of them.
    fn at_parameters(&mut self) -> bool {
        let word = self.peek_word(1);
        match self.peek(1) {
            TokenKind::Punct(Punct::RParen | Punct::Ellipsis) => return true,
            TokenKind::Punct(Punct::LBracket) => return self.peek_is(2, Punct::LBracket),
            TokenKind::Punct(Punct::ColonColon) => {}
            TokenKind::Ident(symbol) => {
                if word == Word::Identifier {
                    let simple = !matches!(self.peek(2), TokenKind::Punct(Punct::ColonColon | Punct::Less));
                    let found = self.names.look_up(self.scope, symbol, |_| true);
                    if simple {
                        match found {
                            Some(found) if !found.is_type() => return false,
                            None if matches!(self.peek(2), TokenKind::Ident(_)) => return true,
                            _ => {}
                        }
                    }
                } else if is_qualifier(word)
                    || matches!(word, Word::Struct | Word::Class | Word::Union | Word::Enum | Word::Void | Word::Auto)
                {
                    return true;
                } else if !begins_type(word) && word != Word::Coherent {
                    return false;
                }
            }
            _ => return false,
        }
        self.ask(Question::Parameters, |parser| {
            parser.open(Punct::LParen, "'('")?;
            let scope = parser.names.open(ScopeKind::Block, Some(parser.scope), None);
            let outer = std::mem::replace(&mut parser.scope, scope);
            let (params, _) = parser.parameters()?;
            parser.scope = outer;
            parser.close("')'")?;
            // Parameters that are all just unknown names are rather the arguments of an initialiser.
            let is_certain = params.iter().any(|param| param.name.is_some() || !parser.is_unknown_name(&param.ty));
            if !is_certain && !params.is_empty() {
                return Ok(false);
            }
            let ends = match parser.token.kind {
                TokenKind::Punct(punct) => matches!(
                    punct,
                    Punct::Semi
                        | Punct::LBrace
                        | Punct::Comma
                        | Punct::Eq
                        | Punct::Arrow
                        | Punct::Colon
                        | Punct::RParen
                        | Punct::LBracket
                        | Punct::Amp
                        | Punct::AmpAmp
                ),
                TokenKind::Ident(_) => true,
                TokenKind::Eof => true,
                _ => false,
            };
            Ok(ends)
        })
    }

    /// `(parameters) qualifiers -> result`, with the scope of the parameters.
    fn function_layer(&mut self) -> Parse<(FunctionType, ScopeId)> {
        let outer = self.scope;
        let scope = self.names.open(ScopeKind::Block, Some(outer), None);
        self.scope = scope;
        let result = self.nested(Self::function_type);
        self.scope = outer;
        result.map(|function| (function, scope))
    }

    /// `(parameters)` and what follows them; the scope for the parameters has been entered.
    pub(super) fn function_type(&mut self) -> Parse<FunctionType> {
        let start = self.open(Punct::LParen, "'('")?;
        let no_greater = std::mem::take(&mut self.no_greater);
        let template = std::mem::replace(&mut self.template, TemplateKind::None);
        let parameters = self.parameters();
        self.no_greater = no_greater;
        self.template = template;
        let (params, variadic) = parameters?;
        self.close("',' or ')' after the parameter")?;
        let mut function = FunctionType {
            result: None,
            trailing_result: false,
            params,
            variadic,
            this_quals: Qualifiers::default(),
            ref_qualifier: None,
            noexcept: None,
            virt_specifier: false,
            attributes: Vec::new(),
            span: start,
        };
        self.function_suffix(&mut function)?;
        function.span = start.to(self.last_span);
        Ok(function)
    }

    /// Qualifiers, `noexcept`, attributes and the trailing result of a function.
    pub(super) fn function_suffix(&mut self, function: &mut FunctionType) -> Parse<()> {
        loop {
            if self.at_attribute() {
                self.attributes(&mut function.attributes)?;
                continue;
            }
            if self.qualifier(&mut function.this_quals)? {
                continue;
            }
            match self.token.kind {
                TokenKind::Punct(Punct::Amp) => {
                    self.bump();
                    function.ref_qualifier = Some(RefQualifier::LValue);
                }
                TokenKind::Punct(Punct::AmpAmp) => {
                    self.bump();
                    function.ref_qualifier = Some(RefQualifier::RValue);
                }
                TokenKind::Punct(Punct::Arrow) => {
                    self.bump();
                    function.result = Some(self.type_id()?);
                    function.trailing_result = true;
                    return Ok(());
                }
                TokenKind::Ident(symbol) => match self.word {
                    Word::Noexcept => {
                        self.bump();
                        let condition = match self.is(Punct::LParen) {
                            true => Some(self.parenthesised_expression("'('")?),
                            false => None,
                        };
                        function.noexcept = Some(condition);
                    }
                    Word::Throw if self.peek_is(1, Punct::LParen) => {
                        self.bump();
                        self.skip_balanced()?;
                        function.noexcept = Some(None);
                    }
                    Word::Identifier if matches!(self.text(symbol), "override" | "final") => {
                        self.bump();
                        function.virt_specifier = true;
                    }
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    /// Parameters up to the closing parenthesis, declared in the current scope.
    pub(super) fn parameters(&mut self) -> Parse<(Vec<Parameter>, bool)> {
        let mut params = Vec::new();
        if self.is(Punct::RParen) {
            return Ok((params, false));
        }
        if self.word == Word::Void && self.peek_is(1, Punct::RParen) {
            self.bump();
            return Ok((params, false));
        }
        loop {
            if self.eat(Punct::Ellipsis) {
                return Ok((params, true));
            }
            params.push(self.parameter()?);
            if self.eat(Punct::Ellipsis) {
                return Ok((params, true));
            }
            if !self.eat(Punct::Comma) {
                return Ok((params, false));
            }
        }
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.token.span;
        let mut specifiers = self.specifiers(SpecifierUse::Type)?;
        let Declared { declarator, .. } = self.declarator(specifiers.ty.as_ref(), DeclaratorUse::Parameter)?;
        let mut attributes = std::mem::take(&mut specifiers.attributes);
        attributes.extend(declarator.attributes);
        self.attributes(&mut attributes)?;
        let name = declarator.name.as_ref().and_then(NamePath::as_ident);
        if let Some(name) = name {
            self.declare(name.symbol, Binding::VALUE);
        }
        let default = if self.eat(Punct::Eq) { Some(self.initializer_clause()?) } else { None };
        Ok(Parameter {
            name,
            ty: declarator.ty,
            attributes,
            default: Late::from(default),
            span: start.to(self.last_span),
        })
    }

    /// An expression in parentheses.
    pub(super) fn parenthesised_expression(&mut self, what: &str) -> Parse<ExprRef> {
        self.open(Punct::LParen, what)?;
        let outer = std::mem::take(&mut self.no_greater);
        let result = self.expression();
        self.no_greater = outer;
        let result = result?;
        self.close("')'")?;
        Ok(result)
    }
}
