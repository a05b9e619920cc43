//! Expanding macros: calls, arguments, substitution, and where each resulting token comes from.

use super::Preprocessor;
use super::macros::Macro;
use super::macros::Part;
use super::macros::Shape;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Expansion;
use crate::source::ExpansionId;
use crate::source::Span;
use crate::syntax::token::Punct;
use crate::syntax::token::Symbol;
use crate::syntax::token::TokenKind;
use std::collections::HashMap;
use std::sync::Arc;

/// The arguments of one call.
#[derive(Debug, Default)]
struct Arguments {
    /// All of them, one after the other.
    items: Vec<Item>,
    /// Where each one ends.
    ends: Vec<usize>,
    /// The `)`.
    close: Span,
}

impl Arguments {
    fn get(&self, index: usize) -> &[Item] {
        let Some(&end) = self.ends.get(index) else { return &[] };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..end]
    }
}

/// Whether something that was substituted starts or ends with a placemarker beside its tokens: only the content of
/// a `__VA_OPT__` can, and the tokens then aren't pasted.
#[derive(Clone, Copy, Default)]
struct Placemarkers {
    first: bool,
    last: bool,
}

/// One substitution in progress.
struct Substitution<'a> {
    definition: &'a Macro,
    arguments: &'a Arguments,
    /// The arguments fully expanded, as far as needed.
    expanded: Vec<Option<Vec<Item>>>,
    /// The expansion that the result belongs to.
    expansion: ExpansionId,
    /// The expansion in which the call stands.
    context: ExpansionId,
    /// Which expansion within an argument became which one within the result.
    moved: HashMap<ExpansionId, ExpansionId>,
    /// The move that was asked for last.
    last_move: (ExpansionId, ExpansionId),
    /// Whether an empty argument with a blank before it came last.
    pending_space: bool,
}

impl Preprocessor<'_> {
    /// The next token, with macros expanded.
    pub(super) fn next_expanded(&mut self) -> Option<Item> {
        loop {
            let item = self.next_raw()?;
            let TokenKind::Ident(name) = item.token.kind else { return Some(item) };
            if self.in_condition && name == self.words.defined {
                return Some(self.defined_operator(item));
            }
            let Some(definition) = self.macros.get(name) else { return Some(item) };
            if item.painted {
                return Some(item);
            }
            match definition.shape {
                Shape::Builtin(builtin) => {
                    return Some(self.builtin(builtin, item));
                }
                Shape::Object => {
                    let definition = Arc::clone(definition);
                    self.expand_object(&definition, name, item);
                }
                Shape::Function => {
                    if !self.open_parenthesis_follows() {
                        return Some(item);
                    }
                    let definition = Arc::clone(definition);
                    self.expand_call(&definition, name, item);
                }
            }
        }
    }

    /// Expands a list of tokens as if it were all there is ([cpp.subst] 1).
    pub(super) fn expand_list(&mut self, items: Vec<Item>) -> Vec<Item> {
        if self.depth >= self.limits.depth {
            if !self.stopped {
                let span = items.first().map_or(Span::NONE, |item| item.token.span);
                self.stop("macro calls are nested too deeply in one another's arguments", span);
            }
            return items;
        }
        let base = std::mem::replace(&mut self.base, self.frames.len());
        let collecting = std::mem::take(&mut self.collecting);
        let carried_space = std::mem::take(&mut self.carried_space);
        self.depth += 1;
        self.push_list(items, None);
        let mut out = self.fresh_list();
        while let Some(item) = self.next_expanded() {
            out.push(item);
        }
        self.depth -= 1;
        self.carried_space = carried_space;
        self.collecting = collecting;
        self.base = base;
        out
    }

    /// A number for one more expansion.
    fn add_expansion(&mut self, name: Arc<str>, call_site: Span, definition: Span) -> ExpansionId {
        self.expansion_count += 1;
        if self.expansion_count > self.limits.expansions && !self.stopped {
            self.stop("the program expands more macros than any program needs", call_site);
        }
        self.map.add_expansion(Expansion { macro_name: name, call_site, definition })
    }

    fn expand_object(&mut self, definition: &Macro, name: Symbol, call: Item) {
        let expansion = self.add_expansion(definition.name.clone(), call.token.span, definition.definition);
        let mut items = self.fresh_list();
        if definition.parts.is_empty() {
            items.extend(definition.body.iter().map(|token| {
                let mut token = *token;
                token.span.expansion = expansion;
                Item::new(token)
            }));
        } else {
            let arguments = Arguments::default();
            let mut substitution = Substitution::new(definition, &arguments, expansion, call.token.span.expansion);
            self.substitute(&definition.parts, &mut substitution, &mut items);
        }
        self.enter(items, name, call);
    }

    fn expand_call(&mut self, definition: &Macro, name: Symbol, call: Item) {
        let Some(arguments) = self.collect_arguments(definition, call) else { return };
        let call_site = call.token.span.to(arguments.close);
        let expansion = self.add_expansion(definition.name.clone(), call_site, definition.definition);
        let mut items = self.fresh_list();
        let mut substitution = Substitution::new(definition, &arguments, expansion, call.token.span.expansion);
        self.substitute(&definition.parts, &mut substitution, &mut items);
        for list in substitution.expanded.into_iter().flatten() {
            self.recycle(list);
        }
        self.recycle(arguments.items);
        self.enter(items, name, call);
    }

    /// Puts the result of an expansion in the place of the call.
    fn enter(&mut self, mut items: Vec<Item>, name: Symbol, call: Item) {
        self.charge(items.len() + 1, call.token.span);
        match items.first_mut() {
            Some(first) => {
                first.token.at_line_start = call.token.at_line_start;
                first.token.after_space = call.token.after_space;
            }
            None => self.carried_space |= call.token.after_space,
        }
        self.push_list(items, Some(name));
    }

    /// Reads `( arguments )`; the `(` is known to be there.
    fn collect_arguments(&mut self, definition: &Macro, call: Item) -> Option<Arguments> {
        let mut arguments = Arguments { items: self.fresh_list(), ..Arguments::default() };
        let open = self.next_raw()?.token.span;
        let last = definition.parameters.len().saturating_sub(1);
        let mut nesting = 0_usize;
        self.collecting += 1;
        loop {
            let Some(mut item) = self.next_raw() else {
                self.collecting -= 1;
                self.unterminated_call(definition, call, open);
                return None;
            };
            match item.token.kind {
                TokenKind::Punct(Punct::LParen) => nesting += 1,
                TokenKind::Punct(Punct::RParen) if nesting == 0 => {
                    arguments.close = item.token.span;
                    break;
                }
                TokenKind::Punct(Punct::RParen) => nesting -= 1,
                TokenKind::Punct(Punct::Comma)
                    if nesting == 0 && !(definition.variadic && arguments.ends.len() == last) =>
                {
                    arguments.ends.push(arguments.items.len());
                    continue;
                }
                _ => {}
            }
            item.token.after_space |= item.token.at_line_start;
            item.token.at_line_start = false;
            arguments.items.push(item);
        }
        self.collecting -= 1;
        arguments.ends.push(arguments.items.len());
        self.check_argument_count(definition, call, &mut arguments);
        Some(arguments)
    }

    fn unterminated_call(&mut self, definition: &Macro, call: Item, open: Span) {
        if self.stopped {
            return;
        }
        self.diagnostics.push(
            Diagnostic::error(
                codes::UNTERMINATED_MACRO_CALL,
                format!("the call of the macro `{}` is not closed", definition.name),
                call.token.span,
            )
            .label("the call starts here")
            .also(open, "this `(` has no `)`")
            .also(definition.definition, "the macro is defined here"),
        );
    }

    /// Complains about too few or too many arguments, and goes on as if the rest were empty or not there.
    fn check_argument_count(&mut self, definition: &Macro, call: Item, arguments: &mut Arguments) {
        let wanted = definition.parameters.len();
        let given = arguments.ends.len();
        if wanted == 0 && given == 1 && arguments.items.is_empty() {
            return;
        }
        let least = wanted - usize::from(definition.variadic);
        if given >= least && (given <= wanted || definition.variadic) {
            return;
        }
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let at_least = if definition.variadic { "at least " } else { "" };
        let is = if given == 1 { "is" } else { "are" };
        self.diagnostics.push(
            Diagnostic::error(
                codes::MACRO_ARGUMENT_COUNT,
                format!(
                    "the macro `{}` takes {at_least}{least} argument{}, but {given} {is} given",
                    definition.name,
                    plural(least)
                ),
                call.token.span.to(arguments.close),
            )
            .also(definition.definition, "the macro is defined here")
            .note(format!("its parameters are {}", definition.parameter_list(self.interner))),
        );
        if given > wanted {
            arguments.ends.truncate(wanted);
        }
    }

    /// Replaces parameters, carries out `#` and `##`, and appends the result.
    fn substitute(&mut self, parts: &[Part], substitution: &mut Substitution, out: &mut Vec<Item>) -> Placemarkers {
        let mut ends = Placemarkers::default();
        // Whether the left operand of the next `##` is a token and not a placemarker.
        let mut left_is_token = false;
        // Whether all so far is one chain of `##`, with nothing but placemarkers.
        let mut only_placemarkers = true;
        // Whether a blank stands before the chain of `##` at hand.
        let mut chain_space = false;
        for (index, part) in parts.iter().enumerate() {
            if matches!(part, Part::Paste(_)) {
                continue;
            }
            let paste = match index.checked_sub(1).map(|before| &parts[before]) {
                Some(Part::Paste(span)) => Some(Span { expansion: substitution.expansion, ..*span }),
                _ => None,
            };
            let operand = paste.is_some() || matches!(parts.get(index + 1), Some(Part::Paste(_)));
            if paste.is_some() && left_is_token && is_variadic(part, substitution) && ends_in_comma(out) {
                // GNU: `, ## __VA_ARGS__` loses its comma when there are no such arguments, and pastes nothing else.
                let start = out.len();
                self.emit(part, true, substitution, out);
                if out.len() == start {
                    out.pop();
                    left_is_token = false;
                }
                continue;
            }
            let start = out.len();
            let inner = self.emit(part, operand, substitution, out);
            let emitted = out.len() > start;
            match paste {
                Some(span) if emitted && left_is_token && !inner.first => self.paste(out, start, span),
                Some(_) if emitted && !left_is_token => out[start].token.after_space = chain_space,
                Some(_) => {}
                None => chain_space = part.after_space(),
            }
            let chain_ends = !matches!(parts.get(index + 1), Some(Part::Paste(_)));
            left_is_token = if emitted { !inner.last } else { paste.is_some() && left_is_token };
            only_placemarkers &= operand && !emitted && (index == 0 || paste.is_some());
            ends.first |= only_placemarkers && chain_ends;
            ends.last = operand && !left_is_token;
            substitution.pending_space |= operand && chain_ends && !left_is_token && chain_space;
            if out.len() > 1 << 20 && !self.stopped {
                // One body with many uses of a long argument.
                self.charge(out.len().saturating_sub(start), substitution.definition.definition);
            }
            if self.stopped {
                break;
            }
        }
        ends
    }

    /// Appends what one part stands for; `operand`: it is one of a `##`.
    fn emit(
        &mut self,
        part: &Part,
        operand: bool,
        substitution: &mut Substitution,
        out: &mut Vec<Item>,
    ) -> Placemarkers {
        let mut ends = Placemarkers::default();
        let expansion = substitution.expansion;
        let start = out.len();
        match part {
            Part::Paste(_) => {}
            Part::Token(token) => {
                let mut token = *token;
                token.span.expansion = expansion;
                out.push(Item::new(token));
            }
            Part::Stringise { index, token } => {
                let mut token = *token;
                token.span.expansion = expansion;
                out.push(Item::new(self.stringise(substitution.arguments.get(*index), token)));
            }
            Part::Parameter { index, token } => {
                if operand {
                    for item in substitution.arguments.get(*index) {
                        out.push(self.moved(*item, substitution));
                    }
                } else {
                    let list = self.expanded(*index, substitution);
                    for item in &list {
                        out.push(self.moved(*item, substitution));
                    }
                    substitution.expanded[*index] = Some(list);
                }
                match out.get_mut(start) {
                    Some(first) => first.token.after_space = token.after_space,
                    None => substitution.pending_space |= token.after_space && !operand,
                }
            }
            Part::Optional { parts, stringise, token } => {
                let variadic = substitution.definition.parameters.len() - 1;
                let list = self.expanded(variadic, substitution);
                let present = !list.is_empty();
                substitution.expanded[variadic] = Some(list);
                let mut items = self.fresh_list();
                if present {
                    ends = self.substitute(parts, substitution, &mut items);
                }
                if *stringise {
                    let mut token = *token;
                    token.span.expansion = expansion;
                    out.push(Item::new(self.stringise(&items, token)));
                } else {
                    out.extend_from_slice(&items);
                    match out.get_mut(start) {
                        Some(first) => first.token.after_space = token.after_space,
                        None => substitution.pending_space |= token.after_space && !operand,
                    }
                }
                self.recycle(items);
            }
        }
        if let Some(first) = out.get_mut(start) {
            first.token.after_space |= std::mem::take(&mut substitution.pending_space);
        }
        ends
    }

    /// An argument fully expanded; to be put back by the caller.
    fn expanded(&mut self, index: usize, substitution: &mut Substitution) -> Vec<Item> {
        match substitution.expanded[index].take() {
            Some(list) => list,
            None => {
                let mut list = self.fresh_list();
                list.extend_from_slice(substitution.arguments.get(index));
                // Most arguments name no macro: then there is nothing to do.
                let plain = list.iter().all(|item| match item.token.kind {
                    TokenKind::Ident(name) => !self.macros.is_defined(name) && name != self.words.defined,
                    _ => true,
                });
                if plain { list } else { self.expand_list(list) }
            }
        }
    }

    /// A token of an argument as part of the result: its place is the same, its expansion now lies within this one.
    fn moved(&mut self, mut item: Item, substitution: &mut Substitution) -> Item {
        let from = item.token.span.expansion;
        item.token.span.expansion = if from == substitution.last_move.0 {
            substitution.last_move.1
        } else if from == substitution.context {
            substitution.expansion
        } else {
            let to = self.move_expansion(from, substitution);
            substitution.last_move = (from, to);
            to
        };
        item
    }

    /// The copy, within this expansion, of an expansion that happened inside an argument.
    fn move_expansion(&mut self, from: ExpansionId, substitution: &mut Substitution) -> ExpansionId {
        if substitution.moved.is_empty() {
            // Where the call stands, and all around it: tokens from there have not been through any other macro.
            let mut around = substitution.context;
            substitution.moved.insert(ExpansionId::NONE, substitution.expansion);
            while let Some(expansion) = self.map.expansion(around) {
                substitution.moved.insert(around, substitution.expansion);
                around = expansion.call_site.expansion;
            }
        }
        let mut path = Vec::new();
        let mut at = from;
        let mut to = loop {
            if let Some(to) = substitution.moved.get(&at) {
                break *to;
            }
            let Some(expansion) = self.map.expansion(at) else { break substitution.expansion };
            path.push(at);
            at = expansion.call_site.expansion;
        };
        for id in path.into_iter().rev() {
            let Some(expansion) = self.map.expansion(id).cloned() else { continue };
            let call_site = Span { expansion: to, ..expansion.call_site };
            to = self.add_expansion(expansion.macro_name, call_site, expansion.definition);
            substitution.moved.insert(id, to);
        }
        to
    }
}

fn is_variadic(part: &Part, substitution: &Substitution) -> bool {
    let definition = substitution.definition;
    definition.variadic && matches!(part, Part::Parameter { index, .. } if index + 1 == definition.parameters.len())
}

fn ends_in_comma(items: &[Item]) -> bool {
    items.last().is_some_and(|last| last.token.kind == TokenKind::Punct(Punct::Comma))
}

impl<'a> Substitution<'a> {
    fn new(definition: &'a Macro, arguments: &'a Arguments, expansion: ExpansionId, context: ExpansionId) -> Self {
        Self {
            definition,
            arguments,
            expanded: vec![None; definition.parameters.len()],
            expansion,
            context,
            moved: HashMap::new(),
            last_move: (context, expansion),
            pending_space: false,
        }
    }
}
