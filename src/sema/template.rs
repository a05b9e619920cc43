//! Templates as declared: parameters, specialisations, and the instances made so far.
//!
//! A template stays syntax. How arguments are found is [`super::deduce`]'s business, how an instance is made
//! [`super::instantiate`]'s.

use super::Sema;
use super::hir::FunctionId;
use super::hir::VariableId;
use super::scope::Name;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use crate::ir::Constant;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::DeclRef;
use indexmap::IndexMap;
use std::sync::Arc;

/// A template of a [`Sema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TemplateId(pub u32);

/// The value of a non-type template argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// A number (of enumerations: in the underlying type).
    Number(Constant),
    /// The address of a function.
    Function(FunctionId),
    /// The address of a program-scope variable, or the variable itself for references.
    Variable(VariableId),
    /// A null pointer.
    Null,
}

/// A template argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TemplateArgument {
    /// A type.
    Type(QualType),
    /// A value of a type.
    Value(TypeId, ConstantValue),
    /// A template.
    Template(TemplateId),
    /// Everything for a parameter pack.
    Pack(Arc<[TemplateArgument]>),
}

/// A list of template arguments, one a parameter.
pub type TemplateArguments = Arc<[TemplateArgument]>;

/// Templates that the language itself brings: no source can say what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BuiltinTemplate {
    /// `vec<T, N>`.
    Vec,
    /// `packed_vec<T, N>`.
    PackedVec,
    /// `matrix<T, C, R>`.
    Matrix,
}

/// What a template makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemplateKind {
    /// Functions.
    Function,
    /// Classes.
    Record,
    /// Variables.
    Variable,
    /// Types, by another name.
    Alias,
    /// Vectors and matrices.
    Builtin(BuiltinTemplate),
}

/// A partial specialisation of a class or variable template.
#[derive(Clone, Debug)]
pub struct PartialSpecialization {
    /// Its own parameters.
    pub params: Arc<[ast::TemplateParam]>,
    /// The pattern its arguments follow.
    pub args: Arc<[ast::TemplateArg]>,
    /// The declaration inside `template <…>`.
    pub decl: DeclRef,
    /// Where it stands.
    pub scope: ScopeId,
    /// When it was declared.
    pub order: u32,
}

/// An out-of-class definition of a member of a class template.
#[derive(Clone, Debug)]
pub struct OuterMember {
    /// The names that the definition gives to the class template's parameters.
    pub params: Arc<[ast::TemplateParam]>,
    /// The arguments written after the class template's name, if they are more than its parameters.
    pub args: Option<Arc<[ast::TemplateArg]>>,
    /// The declaration inside `template <…>`; a template again for member templates.
    pub decl: DeclRef,
    /// Where it stands.
    pub scope: ScopeId,
}

/// What a template has become for one list of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instance {
    /// A function.
    Function(FunctionId),
    /// A class.
    Record(RecordId),
    /// A variable.
    Variable(VariableId),
    /// A type.
    Type(QualType),
    /// It failed, and that has been reported.
    Failed,
}

/// A template.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its name.
    pub name: Name,
    /// The name shown to users, qualified.
    pub display: Arc<str>,
    /// What it makes.
    pub kind: TemplateKind,
    /// Its parameters, with the defaults of all declarations.
    pub params: Arc<[ast::TemplateParam]>,
    /// The declaration inside `template <…>`; the definition once it is known. `None` for built-in ones.
    pub decl: Option<DeclRef>,
    /// Where it is declared.
    pub scope: ScopeId,
    /// The class it is a member of.
    pub record: Option<RecordId>,
    /// Partial specialisations.
    pub partials: Vec<PartialSpecialization>,
    /// Out-of-class definitions of members.
    pub outer_members: Vec<OuterMember>,
    /// A closed family of ordinary overloads: the types it exists for (library only).
    pub family: Option<Arc<[QualType]>>,
    /// Instances and explicit specialisations by arguments.
    pub instances: IndexMap<TemplateArguments, Instance>,
    /// When it was declared.
    pub order: u32,
    /// Where its name is declared.
    pub span: Span,
}

impl Sema {
    /// A template.
    #[must_use]
    pub fn template(&self, id: TemplateId) -> &Template {
        &self.templates[id.0 as usize]
    }

    /// A template, to change.
    pub fn template_mut(&mut self, id: TemplateId) -> &mut Template {
        &mut self.templates[id.0 as usize]
    }

    /// Adds a template.
    pub fn add_template(&mut self, template: Template) -> TemplateId {
        self.templates.push(template);
        TemplateId(self.templates.len() as u32 - 1)
    }

    /// Template arguments as users write them, with their angle brackets.
    #[must_use]
    pub fn describe_arguments(&self, arguments: &[TemplateArgument]) -> String {
        let parts: Vec<String> = arguments.iter().filter_map(|argument| self.describe_argument(argument)).collect();
        format!("<{}>", parts.join(", "))
    }

    fn describe_argument(&self, argument: &TemplateArgument) -> Option<String> {
        Some(match argument {
            TemplateArgument::Type(ty) => self.type_name(*ty),
            TemplateArgument::Value(ty, value) => match value {
                ConstantValue::Number(constant) => self.describe_number(*ty, constant),
                ConstantValue::Function(id) => self.function(*id).name.to_string(),
                ConstantValue::Variable(id) => self.variable(*id).name.to_string(),
                ConstantValue::Null => "nullptr".to_owned(),
            },
            TemplateArgument::Template(id) => self.template(*id).display.to_string(),
            TemplateArgument::Pack(elements) => {
                let parts: Vec<String> = elements.iter().filter_map(|part| self.describe_argument(part)).collect();
                if parts.is_empty() {
                    return None;
                }
                parts.join(", ")
            }
        })
    }

    fn describe_number(&self, ty: TypeId, constant: &Constant) -> String {
        let Some(&bits) = constant.bits.first() else { return "?".to_owned() };
        if let super::types::TypeKind::Enum(id) = *self.types.kind(ty) {
            let enumeration = self.enumeration(id);
            if let Some((name, _)) = enumeration.values.iter().find(|(_, value)| *value as u64 == bits) {
                return format!("{}::{name}", enumeration.name);
            }
        }
        match constant.scalar {
            crate::msl::Scalar::Bool => (bits != 0).to_string(),
            scalar if scalar.is_signed() => (bits as i64).to_string(),
            scalar if scalar.is_float() => format!("{:?}", super::template::float_value(scalar, bits)),
            _ => bits.to_string(),
        }
    }
}

/// A float component's value.
fn float_value(scalar: crate::msl::Scalar, bits: u64) -> f32 {
    match scalar {
        crate::msl::Scalar::F16 => crate::numerics::half::to_f32(bits as u16),
        crate::msl::Scalar::BF16 => crate::numerics::bfloat::to_f32(bits as u16),
        _ => f32::from_bits(bits as u32),
    }
}
