//! Names that the language knows by itself, and what to say about unknown ones.

use super::Sema;
use super::lookup::Found;
use super::report::Reported;
use super::scope::Name;
use super::scope::ScopeId;
use super::scope::ScopeKind;
use super::template::BuiltinTemplate;
use super::template::Template;
use super::template::TemplateId;
use super::template::TemplateKind;
use super::types::TypeId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::source::Span;
use crate::syntax::ast::NamePath;
use crate::syntax::ast::Segment;
use crate::syntax::token::Symbol;

/// Scalar types by all their names that are not keywords.
const SCALAR_NAMES: &[(&str, Scalar)] = &[
    ("uchar", Scalar::U8),
    ("ushort", Scalar::U16),
    ("uint", Scalar::U32),
    ("ulong", Scalar::U64),
    ("half", Scalar::F16),
    ("bfloat", Scalar::BF16),
    ("bool", Scalar::Bool),
    ("char", Scalar::I8),
    ("short", Scalar::I16),
    ("int", Scalar::I32),
    ("long", Scalar::I64),
    ("float", Scalar::F32),
    ("int8_t", Scalar::I8),
    ("int16_t", Scalar::I16),
    ("int32_t", Scalar::I32),
    ("int64_t", Scalar::I64),
    ("uint8_t", Scalar::U8),
    ("uint16_t", Scalar::U16),
    ("uint32_t", Scalar::U32),
    ("uint64_t", Scalar::U64),
    ("size_t", Scalar::U64),
    ("ptrdiff_t", Scalar::I64),
    ("intptr_t", Scalar::I64),
    ("uintptr_t", Scalar::U64),
];

/// Vectors and matrices are made of these.
const ELEMENT_NAMES: usize = 12;

/// Longest difference at which a name still counts as a misspelling.
const MAX_EDITS: usize = 2;

impl Sema {
    /// A type that needs no declaration: `uint`, `float4`, `packed_half2`, `float3x4`, `__handle`.
    pub fn builtin_type_name(&mut self, text: &str) -> Option<TypeId> {
        if let Some((_, scalar)) = SCALAR_NAMES.iter().find(|(name, _)| *name == text) {
            return Some(self.types.scalar(*scalar));
        }
        if text == "__handle" {
            return Some(self.types.intern(TypeKind::Handle));
        }
        if text == "nullptr_t" {
            return Some(self.types.intern(TypeKind::Nullptr));
        }
        let (packed, rest) = match text.strip_prefix("packed_") {
            Some(rest) => (true, rest),
            // The names of `<simd/simd.h>`, which headers shared with the host use.
            None => match text.strip_prefix("vector_").or_else(|| text.strip_prefix("simd_")) {
                Some(rest) if rest.ends_with(|last: char| last.is_ascii_digit()) && !rest.contains('x') => {
                    (false, rest)
                }
                _ => match text.strip_prefix("matrix_").or_else(|| text.strip_prefix("simd_")) {
                    Some(rest) if rest.contains('x') => (false, rest),
                    _ => (false, text),
                },
            },
        };
        let digits = rest.find(|c: char| c.is_ascii_digit())?;
        let (element, shape) = rest.split_at(digits);
        let scalar = SCALAR_NAMES[..ELEMENT_NAMES].iter().find(|(name, _)| *name == element)?.1;
        let size = |byte: u8| (b'2'..=b'4').contains(&byte).then_some(byte - b'0');
        match *shape.as_bytes() {
            [n] if packed && scalar != Scalar::Bool => {
                Some(self.types.intern(TypeKind::PackedVector(scalar, size(n)?)))
            }
            [n] if !packed => Some(self.types.vector(scalar, size(n)?)),
            [c, b'x', r] if !packed && matches!(scalar, Scalar::F16 | Scalar::F32) => {
                Some(self.types.intern(TypeKind::Matrix(scalar, size(c)?, size(r)?)))
            }
            _ => None,
        }
    }

    /// A template that needs no declaration.
    pub fn builtin_template_name(&mut self, text: &str) -> Option<TemplateId> {
        let which = match text {
            "vec" => BuiltinTemplate::Vec,
            "packed_vec" => BuiltinTemplate::PackedVec,
            "matrix" => BuiltinTemplate::Matrix,
            _ => return None,
        };
        let known = self.templates.iter().position(|template| template.kind == TemplateKind::Builtin(which));
        if let Some(index) = known {
            return Some(TemplateId(index as u32));
        }
        let name = self.interner.lookup(text)?;
        Some(self.add_template(Template {
            name: Name::Ident(name),
            display: text.into(),
            kind: TemplateKind::Builtin(which),
            params: [].into(),
            decl: None,
            scope: ScopeId::GLOBAL,
            record: None,
            partials: Vec::new(),
            outer_members: Vec::new(),
            family: None,
            instances: indexmap::IndexMap::new(),
            order: 0,
            span: Span::NONE,
        }))
    }

    /// Says that a name means nothing; `what` is what was wanted: "type", "name", "template".
    pub fn report_unknown(&mut self, scope: ScopeId, path: &NamePath, what: &str) -> Reported {
        let text = self.path_text(path);
        let last = path.last();
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_NAME, format!("unknown {what} `{text}`"), last.span).label("not declared");
        if let Some((similar, span)) = self.similar_name(scope, last, path.is_qualified()) {
            diagnostic = diagnostic.help(format!("did you mean `{similar}`?"));
            if !span.is_none() {
                diagnostic = diagnostic.also(span, format!("`{similar}` is declared here"));
            }
        } else if let Some(home) = self.metal_home(last, path) {
            diagnostic = diagnostic
                .help(format!("`{home}` exists: write it so, or put `using namespace metal;` at the top of the file"));
        }
        self.report(diagnostic)
    }

    /// The library's name for an unqualified unknown one.
    fn metal_home(&self, segment: &Segment, path: &NamePath) -> Option<String> {
        if path.is_qualified() {
            return None;
        }
        let name = super::lookup::segment_name(segment)?;
        let metal = self.interner.lookup("metal")?;
        let names = &self.scopes.get(ScopeId::GLOBAL).names.get(&Name::Ident(metal))?.entries;
        let scope = names.iter().find_map(|entry| match entry.entity {
            super::scope::Entity::Namespace(id) => Some(id),
            _ => None,
        })?;
        self.scopes.get(scope).names.contains_key(&name).then(|| format!("metal::{}", self.name_text(name)))
    }

    /// A declared name that differs little from a misspelt one.
    fn similar_name(&self, scope: ScopeId, segment: &Segment, qualified: bool) -> Option<(String, Span)> {
        let Some(Name::Ident(wrong)) = super::lookup::segment_name(segment) else { return None };
        if qualified {
            return None;
        }
        let wrong = self.interner.text(wrong);
        if wrong.len() < 3 {
            return None;
        }
        let mut best: Option<(usize, Symbol, ScopeId)> = None;
        for (id, data) in self.scopes.chain(scope) {
            let used: Vec<ScopeId> = data.directives.iter().map(|(used, _)| *used).collect();
            for place in std::iter::once(id).chain(used) {
                for name in self.scopes.get(place).names.keys() {
                    let Name::Ident(symbol) = *name else { continue };
                    let text = self.interner.text(symbol);
                    if text.starts_with("__") {
                        continue;
                    }
                    let limit = MAX_EDITS.min(wrong.len() / 3);
                    let Some(edits) = edit_distance(wrong, text, limit) else { continue };
                    let better = match best {
                        None => true,
                        Some((fewest, chosen, _)) => (edits, text) < (fewest, self.interner.text(chosen)),
                    };
                    if better {
                        best = Some((edits, symbol, place));
                    }
                }
            }
        }
        let (_, symbol, place) = best?;
        Some((self.interner.text(symbol).to_owned(), self.name_span(place, Name::Ident(symbol))))
    }

    /// Where a name of a scope is declared.
    fn name_span(&self, scope: ScopeId, name: Name) -> Span {
        use super::scope::Entity;
        let Some(names) = self.scopes.get(scope).names.get(&name) else { return Span::NONE };
        names.entries.first().map_or(Span::NONE, |entry| match &entry.entity {
            Entity::Function(id) => self.function(*id).span,
            Entity::Template(id) => self.template(*id).span,
            Entity::Variable(id) => self.variable(*id).span,
            Entity::Tag(ty) => match *self.types.kind(ty.ty) {
                TypeKind::Record(id) => self.record(id).span,
                TypeKind::Enum(id) => self.enumeration(id).span,
                _ => Span::NONE,
            },
            Entity::Field(path) => match (&self.scopes.get(scope).kind, path.first()) {
                (ScopeKind::Record(id), Some(field)) => {
                    self.record(*id).fields.get(*field as usize).map_or(Span::NONE, |field| field.span)
                }
                _ => Span::NONE,
            },
            _ => Span::NONE,
        })
    }

    /// A qualifier that is no namespace, class or enumeration.
    pub fn report_bad_qualifier(
        &mut self,
        scope: ScopeId,
        place: Option<&Found>,
        segment: &Segment,
        found: &Found,
    ) -> Reported {
        let text = self.segment_text(segment);
        let diagnostic = match found {
            Found::Nothing => {
                let mut diagnostic = Diagnostic::error(
                    codes::UNKNOWN_NAME,
                    format!("unknown namespace or class `{text}`"),
                    segment.span,
                )
                .label("nothing of this name is declared");
                if place.is_none()
                    && let Some((similar, _)) = self.similar_name(scope, segment, false)
                {
                    diagnostic = diagnostic.help(format!("did you mean `{similar}`?"));
                }
                diagnostic
            }
            Found::Template(id) => Diagnostic::error(
                codes::MISSING_TEMPLATE_ARGUMENTS,
                format!("`{text}` is a template: its arguments are missing"),
                segment.span,
            )
            .also(self.template(*id).span, "declared here"),
            _ => Diagnostic::error(
                codes::NOT_A_SCOPE,
                format!("`{text}` is no namespace, class or enumeration"),
                segment.span,
            )
            .label("can't stand before `::`"),
        };
        self.report(diagnostic)
    }
}

/// Insertions, deletions, replacements and swaps from one word to the other; `None` if more than `limit`.
fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replace = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|edits| *edits <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_types() {
        let mut sema = Sema::default();
        let mut kind = |text: &str| sema.builtin_type_name(text).map(|ty| sema.types.kind(ty).clone());
        assert_eq!(kind("float4"), Some(TypeKind::Vector(Scalar::F32, 4)));
        assert_eq!(kind("packed_uchar3"), Some(TypeKind::PackedVector(Scalar::U8, 3)));
        assert_eq!(kind("half3x2"), Some(TypeKind::Matrix(Scalar::F16, 3, 2)));
        assert_eq!(kind("vector_float3"), Some(TypeKind::Vector(Scalar::F32, 3)));
        assert_eq!(kind("matrix_float4x4"), Some(TypeKind::Matrix(Scalar::F32, 4, 4)));
        assert_eq!(kind("size_t"), Some(TypeKind::Scalar(Scalar::U64)));
        for wrong in ["float5", "int2x2", "packed_float1", "float", "size_t3", "x2", "packed_float2x2", "double2"] {
            assert!(kind(wrong).is_none() || wrong == "float", "{wrong}");
        }
    }

    #[test]
    fn misspellings() {
        assert_eq!(edit_distance("valeu", "value", 2), Some(1));
        assert_eq!(edit_distance("lenght", "length", 2), Some(1));
        assert_eq!(edit_distance("colour", "color", 1), Some(1));
        assert_eq!(edit_distance("alpha", "gamma", 2), None);
    }
}
