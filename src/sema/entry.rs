//! Entry points: stage, attributes, host names, explicit instantiations (MSL 5.1).
//!
//! Which arguments an entry point may have is checked in [`super::entry_argument`].

use super::Sema;
use super::entity::EntryAttribute;
use super::entity::EntryInfo;
use super::hir::FunctionId;
use super::report::Reported;
use super::scope::Entity;
use super::scope::ScopeId;
use super::types::TypeTable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Stage;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Attribute;
use crate::syntax::ast::DeclKind;
use std::sync::Arc;

/// Stages by their attributes.
const STAGES: &[(&str, Stage)] = &[
    ("kernel", Stage::Kernel),
    ("vertex", Stage::Vertex),
    ("fragment", Stage::Fragment),
    ("object", Stage::Object),
    ("mesh", Stage::Mesh),
    ("visible", Stage::Visible),
    ("stitchable", Stage::Stitchable),
    ("intersection", Stage::Intersection),
];

/// A stage keyword, where it stands.
type WrittenStage = Option<(ast::Stage, Span)>;

impl Sema {
    /// The stage that keyword and attributes ask for.
    fn stage_of(&mut self, keyword: WrittenStage, attributes: &[Attribute]) -> Result<Option<(Stage, Span)>, Reported> {
        let mut stage = keyword.map(|(stage, span)| {
            let stage = match stage {
                ast::Stage::Kernel => Stage::Kernel,
                ast::Stage::Vertex => Stage::Vertex,
                ast::Stage::Fragment => Stage::Fragment,
            };
            (stage, span)
        });
        for attribute in attributes {
            let name = self.attribute_name(attribute);
            let Some((_, found)) = STAGES.iter().find(|(text, _)| *text == name) else { continue };
            match stage {
                // A stitchable function is visible too.
                Some((Stage::Visible, _)) if *found == Stage::Stitchable => stage = Some((*found, attribute.span)),
                Some((Stage::Stitchable, _)) if *found == Stage::Visible => {}
                Some((other, span)) if other != *found => {
                    let message = format!("one function is both {} and {}", other.name(), found.name());
                    return Err(self.report(
                        Diagnostic::error(codes::BAD_ENTRY_POINT, message, attribute.span)
                            .also(span, "the other stage is written here"),
                    ));
                }
                _ => stage = Some((*found, attribute.span)),
            }
        }
        Ok(stage)
    }

    /// Makes a declared function an entry point if it is said to be one.
    pub(super) fn note_entry(&mut self, scope: ScopeId, id: FunctionId, function: &ast::Function) {
        let mut attributes = function.specifiers.attributes.clone();
        attributes.extend(function.declarator.attributes.iter().cloned());
        if let Some(ty) = function.function_type() {
            attributes.extend(ty.attributes.iter().cloned());
        }
        let params = function.function_type().map(|ty| ty.params.clone()).unwrap_or_default();
        let span = function.declarator.name.as_ref().map_or(function.declarator.span, |path| path.last().span);
        let _ = self.make_entry(scope, id, function.specifiers.stage, &attributes, &params, span);
    }

    /// The same for `template <> kernel void f<float>(…)`.
    pub(super) fn note_specialized_entry(&mut self, scope: ScopeId, id: FunctionId, function: &ast::Function) {
        let names_host = self.find_attribute(&function.specifiers.attributes, "host_name").is_some();
        if names_host {
            self.note_entry(scope, id, function);
        }
    }

    /// What is wrong with an entry point template whatever its arguments are.
    pub(super) fn check_template_entry(&mut self, function: &ast::Function) {
        let mut attributes = function.specifiers.attributes.clone();
        attributes.extend(function.declarator.attributes.iter().cloned());
        let _ = self.stage_of(function.specifiers.stage, &attributes);
    }

    fn make_entry(
        &mut self,
        scope: ScopeId,
        id: FunctionId,
        keyword: WrittenStage,
        attributes: &[Attribute],
        params: &[ast::Parameter],
        span: Span,
    ) -> Result<(), Reported> {
        let Some((stage, _)) = self.stage_of(keyword, attributes)? else {
            return self.check_plain_function(attributes);
        };
        if self.function_info(id).record.is_some() {
            return Err(self.report(
                Diagnostic::error(
                    codes::BAD_ENTRY_POINT,
                    format!("a {} function as a member of a class", stage.name()),
                    span,
                )
                .label("entry points are declared outside classes"),
            ));
        }
        let result = self.function(id).result;
        if matches!(stage, Stage::Kernel | Stage::Object | Stage::Mesh) && result.ty != TypeTable::VOID {
            let name = self.type_name(result);
            return Err(self.report(
                Diagnostic::error(
                    codes::BAD_ENTRY_POINT,
                    format!("a {} function that returns `{name}`", stage.name()),
                    span,
                )
                .label("returns `void` or nothing at all")
                .help("write results to a buffer"),
            ));
        }
        let entry = self.entry_info(scope, id, stage, attributes)?;
        self.function_mut(id).entry = Some(entry);
        self.set_parameter_attributes(scope, id, params);
        self.check_overload(id, span)?;
        self.check_arguments_of_entry(id, params);
        Ok(())
    }

    /// Attributes of entry points on what is none.
    fn check_plain_function(&mut self, attributes: &[Attribute]) -> Result<(), Reported> {
        for attribute in attributes {
            let name = self.attribute_name(attribute).to_owned();
            if matches!(
                &*name,
                "max_total_threads_per_threadgroup"
                    | "required_threads_per_threadgroup"
                    | "early_fragment_tests"
                    | "host_name"
                    | "patch"
            ) {
                return Err(self.report_misplaced(attribute, "an entry point"));
            }
        }
        Ok(())
    }

    fn report_misplaced(&mut self, attribute: &Attribute, wanted: &str) -> Reported {
        let name = self.attribute_name(attribute).to_owned();
        self.report(
            Diagnostic::error(codes::BAD_ATTRIBUTE, format!("`[[{name}]]` belongs to {wanted}"), attribute.span)
                .label("not allowed here"),
        )
    }

    fn entry_info(
        &mut self,
        scope: ScopeId,
        id: FunctionId,
        stage: Stage,
        attributes: &[Attribute],
    ) -> Result<EntryInfo, Reported> {
        let mut entry = EntryInfo {
            stage,
            host_name: self.function(id).name.clone(),
            max_total_threads: None,
            required_threads: None,
            annotation: None,
            result_attributes: Vec::new(),
        };
        let computes = matches!(stage, Stage::Kernel | Stage::Object | Stage::Mesh);
        for attribute in attributes {
            let name = self.attribute_name(attribute).to_owned();
            match &*name {
                "host_name" => entry.host_name = self.attribute_string(attribute)?,
                "user_annotation" => entry.annotation = Some(self.attribute_string(attribute)?),
                "max_total_threads_per_threadgroup" | "required_threads_per_threadgroup" if !computes => {
                    return Err(self.report_misplaced(attribute, "kernel, object and mesh functions"));
                }
                "max_total_threads_per_threadgroup" => {
                    let value = self.attribute_integer(scope, attribute)?;
                    entry.max_total_threads = Some(self.thread_count(attribute, value)?);
                }
                "required_threads_per_threadgroup" => {
                    entry.required_threads = Some(self.required_threads(scope, attribute)?);
                }
                "early_fragment_tests" if stage != Stage::Fragment => {
                    return Err(self.report_misplaced(attribute, "fragment functions"));
                }
                _ => {}
            }
        }
        let known: Vec<&str> = STAGES.iter().map(|(name, _)| *name).collect();
        let rest: Vec<Attribute> = attributes
            .iter()
            .filter(|attribute| {
                let name = self.attribute_name(attribute);
                !known.contains(&name)
                    && !matches!(
                        name,
                        "host_name"
                            | "user_annotation"
                            | "max_total_threads_per_threadgroup"
                            | "required_threads_per_threadgroup"
                            | "early_fragment_tests"
                            | "patch"
                            | "max_total_threadgroups_per_mesh_grid"
                    )
            })
            .cloned()
            .collect();
        entry.result_attributes = self.entry_attributes(scope, &rest);
        entry
            .result_attributes
            .retain(|attribute| !matches!(attribute, EntryAttribute::Other(_)) || stage == Stage::Fragment);
        Ok(entry)
    }

    fn thread_count(&mut self, attribute: &Attribute, value: i128) -> Result<u32, Reported> {
        match u32::try_from(value) {
            Ok(value) if value > 0 => Ok(value),
            _ => Err(self.report(
                Diagnostic::error(codes::BAD_INDEX, format!("a threadgroup of {value} threads"), attribute.span)
                    .label("has to be positive"),
            )),
        }
    }

    fn required_threads(&mut self, scope: ScopeId, attribute: &Attribute) -> Result<[u32; 3], Reported> {
        let mut sizes = [1u32; 3];
        let values = attribute.args.as_ref().map(|args| args.values.clone()).unwrap_or_default();
        if values.is_empty() || values.len() > 3 {
            return Err(self.report_operand(attribute, "one to three numbers"));
        }
        for (slot, value) in sizes.iter_mut().zip(&values) {
            let expr = match value {
                ast::TypeOrExpr::Expr(expr) => expr.as_ref().clone(),
                ast::TypeOrExpr::Type(ty) => match super::attribute::name_expr(ty) {
                    Some(expr) => expr,
                    None => return Err(self.report_operand(attribute, "numbers")),
                },
            };
            let number = self.integer_constant(scope, &expr, "a size of a threadgroup")?;
            *slot = self.thread_count(attribute, number)?;
        }
        Ok(sizes)
    }

    /// Evaluates the attributes of parameters; a written parameter may stand for several.
    fn set_parameter_attributes(&mut self, scope: ScopeId, id: FunctionId, params: &[ast::Parameter]) {
        let info = self.function_info(id);
        for (names, param) in info.names.iter().zip(params) {
            let attributes = self.entry_attributes(scope, &param.attributes);
            for index in names.range.clone() {
                if let Some(parameter) = self.function_mut(id).parameters.get_mut(index as usize) {
                    parameter.attributes.clone_from(&attributes);
                }
            }
        }
    }

    /// Entry points are found by name: there is one of each.
    fn check_overload(&mut self, id: FunctionId, span: Span) -> Result<(), Reported> {
        let info = self.function_info(id);
        if info.template.is_some() {
            return Ok(());
        }
        let home = self.scopes.enclosing_namespace(info.scope);
        let names = &self.scopes.get(home).names;
        let same_name = names.values().find(|names| {
            names.entries.iter().any(|entry| matches!(entry.entity, Entity::Function(other) if other == id))
        });
        let other = same_name.and_then(|names| {
            names.entries.iter().find_map(|entry| match entry.entity {
                Entity::Function(other) if other != id && self.function(other).entry.is_some() => Some(other),
                _ => None,
            })
        });
        let Some(other) = other else { return Ok(()) };
        let (name, earlier) = (self.function(other).name.clone(), self.function(other).span);
        self.function_mut(id).entry = None;
        Err(self.report(
            Diagnostic::error(codes::BAD_ENTRY_POINT, format!("the entry point `{name}` is overloaded"), span)
                .also(earlier, "the other one")
                .help("the host finds entry points by name: give them different names"),
        ))
    }

    /// Makes an explicitly instantiated function an entry point if its template is one.
    pub(super) fn instantiate_entry(
        &mut self,
        scope: ScopeId,
        id: FunctionId,
        attributes: &[Attribute],
        keyword: WrittenStage,
        params: Option<&[ast::Parameter]>,
        span: Span,
    ) -> Result<(), Reported> {
        let info = self.function_info(id);
        let Some(decl) = info.decl.clone() else { return Ok(()) };
        let DeclKind::Function(primary) = &decl.kind else { return Ok(()) };
        let mut primary_attributes = primary.specifiers.attributes.clone();
        primary_attributes.extend(primary.declarator.attributes.iter().cloned());
        let declared = self.stage_of(primary.specifiers.stage, &primary_attributes)?;
        let written = self.stage_of(keyword, attributes)?;
        let (stage, _) = match (written, declared) {
            (None, None) => return self.check_plain_function(attributes),
            (Some(stage), _) | (None, Some(stage)) => stage,
        };
        // What the instantiation says goes before what its template says.
        let mut all: Vec<Attribute> = attributes.to_vec();
        for attribute in &primary_attributes {
            let name = self.attribute_name(attribute).to_owned();
            if self.find_attribute(&all, &name).is_none() && name != "host_name" {
                all.push(attribute.clone());
            }
        }
        let result = self.function(id).result;
        if matches!(stage, Stage::Kernel | Stage::Object | Stage::Mesh) && result.ty != TypeTable::VOID {
            return Err(self.report(Diagnostic::error(
                codes::BAD_ENTRY_POINT,
                format!("a {} function returns `void`", stage.name()),
                span,
            )));
        }
        let home = info.scope;
        let _ = scope;
        let entry = self.entry_info(home, id, stage, &all)?;
        if self.function(id).entry.as_ref().is_some_and(|known| known.host_name != entry.host_name) {
            return Err(
                self.report(Diagnostic::unsupported("one instance of an entry point under two host names", span))
            );
        }
        self.function_mut(id).entry = Some(entry);
        let primary_params = primary.function_type().map(|ty| ty.params.clone()).unwrap_or_default();
        let chosen = match params {
            Some(params) if params.iter().any(|param| !param.attributes.is_empty()) => params,
            _ => &primary_params,
        };
        let chosen = chosen.to_vec();
        self.set_parameter_attributes(home, id, &chosen);
        let name = self.function(id).name.clone();
        self.with_trail(name, span, |sema| sema.check_arguments_of_entry(id, &chosen));
        Ok(())
    }

    /// What can be said once all entry points are known: the host finds each by its own name.
    pub(super) fn check_entries(&mut self) {
        let mut seen: indexmap::IndexMap<Arc<str>, Span> = indexmap::IndexMap::new();
        for index in 0..self.functions.len() {
            let id = FunctionId(index as u32);
            let function = self.function(id);
            let (Some(entry), span) = (&function.entry, function.span) else { continue };
            let name = entry.host_name.clone();
            // Declared at its explicit instantiation, but spelled at the template.
            match seen.get(&name).copied() {
                Some(earlier) => {
                    self.report(
                        Diagnostic::error(
                            codes::BAD_ENTRY_POINT,
                            format!("two entry points have the host name `{name}`"),
                            span,
                        )
                        .also(earlier, "the other one"),
                    );
                }
                None => {
                    seen.insert(name, span);
                }
            }
        }
    }
}
