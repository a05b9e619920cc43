//! Source types for reflection and debuggers: [`TypeLayout`]s from sema's types.

use crate::ir::LayoutId;
use crate::ir::TypeLayout;
use crate::ir::layout::LayoutKind;
use crate::ir::layout::LayoutMember;
use crate::sema::Sema;
use crate::sema::entity::EntryAttribute;
use crate::sema::entity::LibraryType;
use crate::sema::types::QualType;
use crate::sema::types::RecordId;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use indexmap::IndexMap;
use std::sync::Arc;

/// The table under construction; each type is entered once.
#[derive(Default, Debug)]
pub struct Layouts {
    known: IndexMap<TypeId, LayoutId>,
    /// The entries.
    pub table: Vec<TypeLayout>,
}

impl Layouts {
    /// The layout of a type. Recursion through pointers ends because the entry exists before its parts.
    pub fn of(&mut self, sema: &Sema, ty: TypeId) -> LayoutId {
        if let Some(id) = self.known.get(&ty) {
            return *id;
        }
        let id = LayoutId(self.table.len() as u32);
        self.known.insert(ty, id);
        let (size, align) = sema.size_align(ty).map_or((0, 1), |size| (size.size as u32, size.align));
        let name = Arc::from(sema.type_name(QualType::new(ty)));
        self.table.push(TypeLayout { name, size, align, kind: LayoutKind::Opaque });
        let kind = self.kind(sema, ty);
        self.table[id.index()].kind = kind;
        id
    }

    fn kind(&mut self, sema: &Sema, ty: TypeId) -> LayoutKind {
        match *sema.types.kind(ty) {
            TypeKind::Scalar(scalar) => LayoutKind::Scalar(scalar),
            TypeKind::Vector(scalar, lanes) | TypeKind::PackedVector(scalar, lanes) => {
                LayoutKind::Vector(scalar, lanes)
            }
            TypeKind::Matrix(scalar, columns, rows) => {
                LayoutKind::Matrix { scalar, columns, rows, stride: scalar.vector_size(rows) }
            }
            TypeKind::Pointer(to) | TypeKind::Reference { to, .. } => {
                LayoutKind::Pointer { space: to.space_or_thread(), pointee: self.of(sema, to.ty) }
            }
            TypeKind::Array(element, count) => {
                let stride = sema.size_align(element.ty).map_or(0, |size| size.size as u32);
                let count = count.unwrap_or(0).try_into().unwrap_or(u32::MAX);
                LayoutKind::Array { element: self.of(sema, element.ty), count, stride }
            }
            TypeKind::Enum(id) => {
                let enumeration = sema.enumeration(id);
                LayoutKind::Enum { scalar: enumeration.underlying, values: enumeration.values.clone() }
            }
            TypeKind::Record(id) => self.record(sema, id),
            _ => LayoutKind::Opaque,
        }
    }

    fn record(&mut self, sema: &Sema, id: RecordId) -> LayoutKind {
        let record = sema.record(id);
        match &record.library {
            Some(LibraryType::Atomic(scalar)) => return LayoutKind::Atomic(*scalar),
            Some(LibraryType::Texture(_)) => return LayoutKind::Texture,
            Some(LibraryType::Sampler) => return LayoutKind::Sampler,
            Some(LibraryType::Opaque(_)) => return LayoutKind::Opaque,
            None => {}
        }
        let mut members = Vec::new();
        for (base, offset) in &record.bases {
            if let Some(ty) = sema.types.find(&TypeKind::Record(*base)) {
                let layout = self.of(sema, ty);
                members.push(LayoutMember { name: "".into(), offset: *offset, bits: None, layout, argument_id: None });
            }
        }
        for field in &record.fields {
            let argument_id = field.attributes.iter().find_map(|attribute| match attribute {
                EntryAttribute::Index(name, index) if matches!(&**name, "id" | "attribute") => Some(*index),
                _ => None,
            });
            let layout = self.of(sema, field.ty.ty);
            members.push(LayoutMember {
                name: field.name.clone(),
                offset: field.offset,
                bits: field.bits,
                layout,
                argument_id,
            });
        }
        if record.is_union { LayoutKind::Union(members) } else { LayoutKind::Struct(members) }
    }
}
