//! Arguments of entry points: what may be bound where (MSL 5.2, 5.8).

use super::Sema;
use super::entity::EntryAttribute;
use super::entity::LibraryType;
use super::hir::FunctionId;
use super::info::Completion;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use super::types::TypeKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::AddressSpace;
use crate::msl::BuiltinInput;
use crate::msl::Scalar;
use crate::msl::Stage;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

/// A class of indices, with the largest one.
const CLASSES: &[(&str, u32)] =
    &[("buffer", 30), ("texture", 127), ("sampler", 15), ("threadgroup", 30), ("attribute", 30), ("color", 7)];

/// What a parameter is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Buffer,
    Texture,
    Sampler,
    Threadgroup,
    /// Built-in values, `[[stage_in]]`, payloads and the like.
    Other,
    /// A struct of resources.
    Resources,
}

impl Class {
    fn attribute(self) -> Option<&'static str> {
        match self {
            Self::Buffer => Some("buffer"),
            Self::Texture => Some("texture"),
            Self::Sampler => Some("sampler"),
            Self::Threadgroup => Some("threadgroup"),
            Self::Other | Self::Resources => None,
        }
    }
}

/// Built-in inputs of kernels by what may be declared for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// `uint`, `ushort`, or a vector of 2 or 3.
    Grid,
    /// `uint` or `ushort`.
    Scalar,
}

fn kernel_shape(input: BuiltinInput) -> Option<Shape> {
    use BuiltinInput as B;
    Some(match input {
        B::ThreadPositionInGrid
        | B::ThreadsPerGrid
        | B::ThreadPositionInThreadgroup
        | B::ThreadsPerThreadgroup
        | B::DispatchThreadsPerThreadgroup
        | B::ThreadgroupPositionInGrid
        | B::ThreadgroupsPerGrid
        | B::GridOrigin
        | B::GridSize => Shape::Grid,
        B::ThreadIndexInThreadgroup
        | B::ThreadIndexInSimdgroup
        | B::ThreadsPerSimdgroup
        | B::SimdgroupIndexInThreadgroup
        | B::SimdgroupsPerThreadgroup
        | B::DispatchSimdgroupsPerThreadgroup
        | B::ThreadIndexInQuadgroup
        | B::QuadgroupIndexInThreadgroup
        | B::QuadgroupsPerThreadgroup
        | B::DispatchQuadgroupsPerThreadgroup => Shape::Scalar,
        _ => return None,
    })
}

/// Values that are declared with the same type.
const SAME_TYPE: &[&[BuiltinInput]] = &[
    &[BuiltinInput::ThreadPositionInGrid, BuiltinInput::ThreadsPerGrid],
    &[
        BuiltinInput::ThreadPositionInThreadgroup,
        BuiltinInput::ThreadsPerThreadgroup,
        BuiltinInput::DispatchThreadsPerThreadgroup,
    ],
    &[BuiltinInput::ThreadgroupPositionInGrid, BuiltinInput::ThreadgroupsPerGrid],
    &[
        BuiltinInput::ThreadIndexInSimdgroup,
        BuiltinInput::ThreadsPerSimdgroup,
        BuiltinInput::SimdgroupIndexInThreadgroup,
        BuiltinInput::SimdgroupsPerThreadgroup,
        BuiltinInput::DispatchSimdgroupsPerThreadgroup,
        BuiltinInput::ThreadIndexInQuadgroup,
        BuiltinInput::QuadgroupIndexInThreadgroup,
        BuiltinInput::QuadgroupsPerThreadgroup,
        BuiltinInput::DispatchQuadgroupsPerThreadgroup,
    ],
];

/// A parameter with a built-in value.
struct BuiltinParameter {
    input: BuiltinInput,
    scalar: Scalar,
    lanes: u8,
    span: Span,
}

impl Sema {
    /// Checks the arguments of an entry point.
    pub(super) fn check_arguments_of_entry(&mut self, id: FunctionId, params: &[ast::Parameter]) {
        let Some(stage) = self.function(id).entry.as_ref().map(|entry| entry.stage) else { return };
        if matches!(stage, Stage::Visible | Stage::Stitchable | Stage::Intersection) {
            return;
        }
        let info = self.function_info(id);
        let parameters = self.function(id).parameters.clone();
        let mut taken: Vec<(&'static str, u32, Span)> = Vec::new();
        let mut stage_in: Option<Span> = None;
        let mut builtins = Vec::new();
        for (index, parameter) in parameters.iter().enumerate() {
            let written = info
                .names
                .iter()
                .zip(params)
                .find(|(names, _)| names.range.contains(&(index as u32)))
                .map(|(_, param)| param);
            let span = parameter.span;
            if let Some(param) = written
                && self.names_size_type(&param.ty)
            {
                self.warn_size_type(span, "an argument of type `size_t` or `ptrdiff_t`");
            }
            if parameter.attributes.iter().any(|attribute| matches!(attribute, EntryAttribute::StageIn)) {
                if let Some(earlier) = stage_in {
                    self.report(
                        Diagnostic::error(codes::DUPLICATE_INDEX, "two `[[stage_in]]` arguments", span)
                            .also(earlier, "the first one"),
                    );
                }
                stage_in = Some(span);
            }
            let Some(class) = self.class_of(stage, parameter.ty, &parameter.attributes, span) else { continue };
            self.check_indices(class, parameter.ty, &parameter.attributes, span, &mut taken);
            for attribute in &parameter.attributes {
                if let EntryAttribute::Builtin(input) = attribute {
                    self.check_builtin(stage, *input, parameter.ty, span, &mut builtins);
                }
            }
        }
        if stage == Stage::Kernel {
            self.check_builtin_types(&builtins);
        }
    }

    fn report_argument(&mut self, span: Span, what: &str, help: &str) {
        self.report(Diagnostic::error(codes::BAD_ARGUMENT, what.to_owned(), span).help(help.to_owned()));
    }

    /// The specification (5.2) forbids these types in arguments; compilers take them for `ulong` and `long`, and
    /// shaders rely on it.
    fn warn_size_type(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::warning(codes::BAD_ARGUMENT, what.to_owned(), span)
                .note("the Metal specification does not allow these types in arguments of entry points")
                .help("use `uint` or `ulong`"),
        );
    }

    /// What a parameter is bound to; nothing, with a report, if it can't be bound.
    fn class_of(&mut self, stage: Stage, ty: QualType, attributes: &[EntryAttribute], span: Span) -> Option<Class> {
        let has_builtin = attributes.iter().any(|attribute| matches!(attribute, EntryAttribute::Builtin(_)));
        let is_stage_in = attributes.iter().any(|attribute| matches!(attribute, EntryAttribute::StageIn));
        let is_payload =
            attributes.iter().any(|attribute| matches!(attribute, EntryAttribute::Other(name) if &**name == "payload"));
        if is_payload {
            return Some(Class::Other);
        }
        match self.types.kind(ty.ty).clone() {
            TypeKind::Error => None,
            TypeKind::Pointer(to) | TypeKind::Reference { to, .. } => self.class_of_memory(stage, to, span),
            TypeKind::Record(record) => {
                if is_stage_in {
                    self.check_stage_in(stage, record, span);
                    return Some(Class::Other);
                }
                self.class_of_record(record, attributes, span)
            }
            _ if has_builtin => Some(Class::Other),
            _ if attributes
                .iter()
                .any(|attribute| matches!(attribute, EntryAttribute::Index(name, _) if &**name == "color")) =>
            {
                Some(Class::Other)
            }
            _ => {
                let name = self.type_name(ty);
                let text = format!("the argument of type `{name}` has no source");
                let help = match attributes.iter().find_map(index_name) {
                    Some(class) => format!("`[[{class}(n)]]` binds memory: write `constant {name}&`"),
                    None => format!(
                        "pass it in a buffer, `constant {name}&`, or name a built-in value such as \
                         `[[thread_position_in_grid]]`"
                    ),
                };
                self.report(Diagnostic::error(codes::BAD_ARGUMENT, text, span).help(help));
                None
            }
        }
    }

    fn class_of_memory(&mut self, stage: Stage, to: QualType, span: Span) -> Option<Class> {
        let class = match to.space_or_thread() {
            AddressSpace::Device | AddressSpace::Constant => Class::Buffer,
            AddressSpace::Threadgroup
                if matches!(stage, Stage::Kernel | Stage::Object | Stage::Mesh | Stage::Fragment) =>
            {
                Class::Threadgroup
            }
            AddressSpace::ObjectData | AddressSpace::RayData | AddressSpace::ThreadgroupImageblock => Class::Other,
            space => {
                let message = format!("an argument of a {} function that points to `{space}` memory", stage.name());
                self.report(
                    Diagnostic::error(codes::BAD_ARGUMENT, message, span)
                        .label("the host can't bind this")
                        .help("arguments point to `device` or `constant` memory, in kernels also to `threadgroup`"),
                );
                return None;
            }
        };
        if let Some(record) = self.as_record(to.ty)
            && self.library_type(record).is_none()
            && self.require_members(record, span).is_ok()
        {
            if !self.record(record).bases.is_empty() {
                let name = self.record(record).name.clone();
                self.report_argument(
                    span,
                    &format!("an argument of the derived class `{name}`"),
                    "make the base class a member",
                );
                return None;
            }
            if self.has_size_type(record, 0) {
                let name = self.record(record).name.clone();
                self.warn_size_type(span, &format!("`{name}` has a member of type `size_t` or `ptrdiff_t`"));
            }
            self.check_ids(record);
        }
        Some(class)
    }

    /// Whether `size_t` or `ptrdiff_t` is written in a type.
    fn names_size_type(&self, ty: &ast::Type) -> bool {
        match &ty.kind {
            ast::TypeKind::Name(path) => {
                matches!(path.last().name, ast::SegmentName::Ident(symbol)
                    if matches!(self.interner.text(symbol), "size_t" | "ptrdiff_t"))
            }
            ast::TypeKind::Pointer(inner)
            | ast::TypeKind::LValueRef(inner)
            | ast::TypeKind::RValueRef(inner)
            | ast::TypeKind::Array(inner, _) => self.names_size_type(inner),
            _ => false,
        }
    }

    fn has_size_type(&self, record: RecordId, depth: u32) -> bool {
        let Some(info) = self.record_infos.get(&record) else { return false };
        let Some(decl) = &info.decl else { return false };
        if info.template.is_some() || depth > 32 || info.state != Completion::Complete {
            return false;
        }
        let written = decl.members.iter().any(|member| match &member.decl.kind {
            ast::DeclKind::Simple(simple) if !simple.specifiers.is_static && !simple.specifiers.is_typedef => {
                simple.declarators.iter().any(|declared| self.names_size_type(&declared.declarator.ty))
            }
            _ => false,
        });
        written
            || self
                .record(record)
                .fields
                .iter()
                .any(|field| self.as_record(field.ty.ty).is_some_and(|inner| self.has_size_type(inner, depth + 1)))
    }

    /// `[[id(n)]]` is unique in an argument buffer.
    fn check_ids(&mut self, record: RecordId) {
        self.check_unique(record, "id");
    }

    fn check_unique(&mut self, record: RecordId, class: &str) {
        if !self.checked_records.insert((record, class.into())) {
            return;
        }
        let mut seen: Vec<(u32, Span)> = Vec::new();
        let mut reports = Vec::new();
        for field in &self.record(record).fields {
            for attribute in &field.attributes {
                let EntryAttribute::Index(name, index) = attribute else { continue };
                if &**name != class {
                    continue;
                }
                match seen.iter().find(|(known, _)| known == index) {
                    Some((_, earlier)) => reports.push(
                        Diagnostic::error(
                            codes::DUPLICATE_INDEX,
                            format!("`[[{class}({index})]]` is used twice"),
                            field.span,
                        )
                        .also(*earlier, "first used here"),
                    ),
                    None => seen.push((*index, field.span)),
                }
            }
        }
        for report in reports {
            self.report(report);
        }
    }

    fn class_of_record(&mut self, record: RecordId, attributes: &[EntryAttribute], span: Span) -> Option<Class> {
        match self.resource_class(record) {
            Some(class) => return Some(class),
            None if self.require_members(record, span).is_err() => return None,
            None => {}
        }
        if attributes.iter().any(|attribute| {
            matches!(attribute, EntryAttribute::Other(name) if matches!(&**name, "payload" | "imageblock_data" | "mesh"))
        }) {
            return Some(Class::Other);
        }
        let (mut resources, mut values) = (0, Vec::new());
        for field in self.record(record).fields.clone() {
            if self.is_resource(field.ty.ty) {
                resources += 1;
            } else {
                values.push(field.span);
            }
        }
        let name = self.record(record).name.clone();
        if resources > 0 && values.is_empty() {
            return Some(Class::Resources);
        }
        let mut diagnostic = if resources > 0 {
            Diagnostic::error(codes::BAD_ARGUMENT, format!("`{name}` mixes resources and plain values"), span)
                .label("passed by value, it may hold resources only")
        } else {
            Diagnostic::error(codes::BAD_ARGUMENT, format!("the argument of type `{name}` has no source"), span)
        };
        for value in values.into_iter().take(2) {
            if resources > 0 {
                diagnostic = diagnostic.also(value, "a plain value");
            }
        }
        self.report(diagnostic.help(format!("pass it in a buffer, `constant {name}&`")));
        None
    }

    /// How a library type, or an array of one, is bound.
    fn resource_class(&mut self, record: RecordId) -> Option<Class> {
        match self.library_type(record)? {
            LibraryType::Texture(_) => Some(Class::Texture),
            LibraryType::Sampler => Some(Class::Sampler),
            LibraryType::Atomic(_) => None,
            LibraryType::Opaque(name) => match &*name {
                "array" => match self.record_template(record)?.1.first() {
                    Some(super::TemplateArgument::Type(element)) => {
                        let element = self.as_record(element.ty)?;
                        self.resource_class(element)
                    }
                    _ => None,
                },
                "imageblock" | "mesh_grid_properties" | "mesh" | "patch_control_point" => Some(Class::Other),
                _ => Some(Class::Buffer),
            },
        }
        .or_else(|| self.array_class(record))
    }

    /// `array<texture2d<float>, 4>`.
    fn array_class(&mut self, record: RecordId) -> Option<Class> {
        let (template, arguments) = self.record_template(record)?;
        if &*self.template(template).display != "metal::array" {
            return None;
        }
        match arguments.first() {
            Some(super::TemplateArgument::Type(element)) => {
                let element = self.as_record(element.ty)?;
                self.resource_class(element)
            }
            _ => None,
        }
    }

    fn is_resource(&mut self, ty: TypeId) -> bool {
        match *self.types.kind(ty) {
            TypeKind::Pointer(_) | TypeKind::Reference { .. } | TypeKind::Handle => true,
            TypeKind::Array(element, _) => self.is_resource(element.ty),
            TypeKind::Record(record) => {
                if self.resource_class(record).is_some() || self.array_class(record).is_some() {
                    return true;
                }
                let fields = self.record(record).fields.clone();
                !fields.is_empty() && fields.iter().all(|field| self.is_resource(field.ty.ty))
            }
            _ => false,
        }
    }

    fn check_stage_in(&mut self, stage: Stage, record: RecordId, span: Span) {
        if self.require_members(record, span).is_err() {
            return;
        }
        if !self.record(record).bases.is_empty() {
            let name = self.record(record).name.clone();
            self.report_argument(
                span,
                &format!("`[[stage_in]]` of the derived class `{name}`"),
                "make the base class a member",
            );
            return;
        }
        self.check_unique(record, "attribute");
        for field in self.record(record).fields.clone() {
            let has_source = field.attributes.iter().any(|attribute| {
                matches!(attribute, EntryAttribute::Index(name, _) | EntryAttribute::ConstantIndex(name, _)
                    if &**name == "attribute")
            });
            if stage == Stage::Kernel && !has_source {
                let name = field.name.clone();
                self.report(
                    Diagnostic::error(
                        codes::BAD_ARGUMENT,
                        format!("the `[[stage_in]]` member `{name}` has no source"),
                        field.span,
                    )
                    .help("write `[[attribute(n)]]` behind its name"),
                );
                continue;
            }
            let fine = match self.types.kind(field.ty.ty) {
                TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Error => true,
                TypeKind::Record(_) | TypeKind::Array(..) => stage == Stage::Fragment,
                TypeKind::Enum(_) => stage == Stage::Fragment,
                _ => false,
            };
            let is_library = self.as_record(field.ty.ty).is_some_and(|record| self.library_type(record).is_some());
            if !fine && !is_library || field.bits.is_some() {
                let name = self.type_name(field.ty);
                self.report(
                    Diagnostic::error(
                        codes::BAD_ARGUMENT,
                        format!("a `[[stage_in]]` member of type `{name}`"),
                        field.span,
                    )
                    .label("members are scalars and vectors"),
                );
            }
        }
    }

    /// Indices: of the right class, in range, used once.
    fn check_indices(
        &mut self,
        class: Class,
        ty: QualType,
        attributes: &[EntryAttribute],
        span: Span,
        taken: &mut Vec<(&'static str, u32, Span)>,
    ) {
        let is_conditional = attributes.iter().any(|attribute| matches!(attribute, EntryAttribute::Condition(_)));
        for attribute in attributes {
            let (EntryAttribute::Index(name, _) | EntryAttribute::ConstantIndex(name, _)) = attribute else { continue };
            let Some((known, most)) = CLASSES.iter().find(|(known, _)| **known == **name) else { continue };
            let is_resource_class = matches!(*known, "buffer" | "texture" | "sampler" | "threadgroup");
            if is_resource_class && class != Class::Resources && class.attribute() != Some(*known) {
                let wanted =
                    class.attribute().map_or("a built-in value".to_owned(), |class| format!("`[[{class}(n)]]`"));
                let text = self.type_name(ty);
                self.report(
                    Diagnostic::error(
                        codes::BAD_ATTRIBUTE,
                        format!("`[[{name}]]` on an argument of type `{text}`"),
                        span,
                    )
                    .help(format!("what fits is {wanted}")),
                );
                continue;
            }
            let EntryAttribute::Index(_, index) = attribute else { continue };
            if index > most {
                self.report(
                    Diagnostic::error(codes::BAD_INDEX, format!("`[[{name}({index})]]` is out of range"), span)
                        .label(format!("{name} indices go from 0 to {most}")),
                );
                continue;
            }
            if is_conditional {
                continue;
            }
            match taken.iter().find(|(class, used, _)| class == known && used == index) {
                Some((_, _, earlier)) => {
                    let report =
                        Diagnostic::error(codes::DUPLICATE_INDEX, format!("`[[{name}({index})]]` is used twice"), span)
                            .also(*earlier, "first used here");
                    self.report(report);
                }
                None => taken.push((known, *index, span)),
            }
        }
    }

    fn check_builtin(
        &mut self,
        stage: Stage,
        input: BuiltinInput,
        ty: QualType,
        span: Span,
        seen: &mut Vec<BuiltinParameter>,
    ) {
        if stage != Stage::Kernel {
            return;
        }
        let tile_input = matches!(
            input,
            BuiltinInput::RenderTargetArrayIndex
                | BuiltinInput::PixelPositionInTile
                | BuiltinInput::PixelsPerTile
                | BuiltinInput::TileIndex
        );
        let Some(shape) = kernel_shape(input) else {
            if !tile_input {
                self.report(
                    Diagnostic::error(
                        codes::BAD_ATTRIBUTE,
                        format!("`[[{}]]` is no input of a kernel", input.name()),
                        span,
                    )
                    .label("belongs to another stage"),
                );
            }
            return;
        };
        let found = match *self.types.kind(ty.ty) {
            TypeKind::Scalar(scalar) => Some((scalar, 1)),
            TypeKind::Vector(scalar, lanes) => Some((scalar, lanes)),
            _ => None,
        };
        let fine = |(scalar, lanes): (Scalar, u8)| {
            matches!(scalar, Scalar::U16 | Scalar::U32) && lanes <= if shape == Shape::Grid { 3 } else { 1 }
        };
        match found.filter(|found| fine(*found)) {
            Some((scalar, lanes)) => seen.push(BuiltinParameter { input, scalar, lanes, span }),
            None => {
                let name = self.type_name(ty);
                let wanted = match shape {
                    Shape::Grid => "`uint`, `uint2`, `uint3`, `ushort`, `ushort2` or `ushort3`",
                    Shape::Scalar => "`uint` or `ushort`",
                };
                self.report(
                    Diagnostic::error(
                        codes::BAD_BUILTIN_TYPE,
                        format!("`[[{}]]` of type `{name}`", input.name()),
                        span,
                    )
                    .label(format!("declared as {wanted}")),
                );
            }
        }
    }

    /// Types of built-in values have to agree with one another.
    fn check_builtin_types(&mut self, builtins: &[BuiltinParameter]) {
        let grid = |parameter: &&BuiltinParameter| kernel_shape(parameter.input) == Some(Shape::Grid);
        if let Some(first) = builtins.iter().find(grid)
            && let Some(other) = builtins.iter().filter(grid).find(|other| other.lanes != first.lanes)
        {
            self.report(
                Diagnostic::error(
                    codes::BAD_BUILTIN_TYPE,
                    format!("`[[{}]]` has another number of components", other.input.name()),
                    other.span,
                )
                .label(format!("{} here", other.lanes))
                .also(first.span, format!("{} here", first.lanes))
                .help("positions and sizes of one kernel have the same number of components"),
            );
            return;
        }
        for group in SAME_TYPE {
            let mut members = builtins.iter().filter(|parameter| group.contains(&parameter.input));
            let Some(first) = members.next() else { continue };
            if let Some(other) = members.find(|other| other.scalar != first.scalar) {
                self.report(
                    Diagnostic::error(
                        codes::BAD_BUILTIN_TYPE,
                        format!("`[[{}]]` and `[[{}]]` have different types", first.input.name(), other.input.name()),
                        other.span,
                    )
                    .label(format!("`{}`", other.scalar.msl_name()))
                    .also(first.span, format!("`{}`", first.scalar.msl_name())),
                );
                return;
            }
        }
        let of = |input: BuiltinInput| builtins.iter().find(|parameter| parameter.input == input);
        if let (Some(position), Some(index)) =
            (of(BuiltinInput::ThreadPositionInThreadgroup), of(BuiltinInput::ThreadIndexInThreadgroup))
            && position.scalar == Scalar::U32
            && index.scalar == Scalar::U16
        {
            self.report(
                Diagnostic::error(
                    codes::BAD_BUILTIN_TYPE,
                    "`[[thread_index_in_threadgroup]]` is narrower than the position",
                    index.span,
                )
                .label("has to be `uint`")
                .also(position.span, "because this is `uint`"),
            );
        }
    }
}

fn index_name(attribute: &EntryAttribute) -> Option<Arc<str>> {
    match attribute {
        EntryAttribute::Index(name, _) | EntryAttribute::ConstantIndex(name, _) => Some(name.clone()),
        _ => None,
    }
}
