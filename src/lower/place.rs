//! Places: what a glvalue names, and how it is read and written.
//!
//! Most places are addresses. Components of vectors and bit-fields have none in MSL; reading and writing them is
//! spelled out here, so that a store to one component never touches its neighbours in shared memory.

use super::function::FunctionLowering;
use crate::ir::Inst;
use crate::ir::Type;
use crate::ir::Value;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;
use smallvec::SmallVec;

/// What a glvalue names.
#[derive(Clone, Debug)]
pub enum Place {
    /// An object at an address.
    Memory {
        /// Where.
        pointer: Value,
        /// Alignment that its type promises, bytes.
        align: u32,
        /// Where it lives.
        space: AddressSpace,
    },
    /// Components of the vector at an address, by number.
    Components {
        /// Where the vector is.
        pointer: Value,
        /// Its element type.
        scalar: Scalar,
        /// Which ones.
        components: SmallVec<[u8; 4]>,
    },
    /// One component, chosen at run time, of a vector in thread memory.
    Element {
        /// Where the vector is.
        pointer: Value,
        /// Its element type.
        scalar: Scalar,
        /// Its length.
        lanes: u8,
        /// Its alignment, bytes.
        align: u32,
        /// Which one.
        index: Value,
    },
    /// A bit-field.
    BitField {
        /// Where its storage unit is.
        pointer: Value,
        /// Type of the unit.
        scalar: Scalar,
        /// First bit.
        first: u8,
        /// Number of bits.
        count: u8,
    },
}

impl FunctionLowering<'_, '_> {
    /// The address of a place that has one.
    pub(super) fn address(&mut self, place: &Place, span: Span) -> Value {
        match place {
            Place::Memory { pointer, .. } => *pointer,
            _ => {
                self.internal("a vector component or bit-field has no address", span);
                self.null(AddressSpace::Thread, span)
            }
        }
    }

    fn component_address(&mut self, pointer: Value, scalar: Scalar, component: u8, span: Span) -> Value {
        let bytes = i64::from(scalar.size()) * i64::from(component);
        if bytes == 0 {
            return pointer;
        }
        let ty = self.ty(pointer);
        self.emit(Inst::Offset { pointer, bytes, extent: None }, ty, span)
    }

    /// Reads a place as a value of type `ty`.
    pub(super) fn load(&mut self, place: &Place, ty: Type, span: Span) -> Value {
        match *place {
            Place::Memory { pointer, align, .. } => self.emit(Inst::Load { pointer, align }, ty, span),
            Place::Components { pointer, scalar, ref components } => {
                // Only the named components are read: the others may belong to another thread.
                let first = components[0];
                let is_run = components.iter().enumerate().all(|(at, component)| *component == first + at as u8);
                if is_run {
                    let pointer = self.component_address(pointer, scalar, first, span);
                    return self.emit(Inst::Load { pointer, align: scalar.size() }, ty, span);
                }
                let mut loaded: SmallVec<[(u8, Value); 4]> = SmallVec::new();
                let mut parts = SmallVec::new();
                for component in components {
                    let known = loaded.iter().find(|(number, _)| number == component).map(|(_, value)| *value);
                    let value = match known {
                        Some(value) => value,
                        None => {
                            let pointer = self.component_address(pointer, scalar, *component, span);
                            let load = Inst::Load { pointer, align: scalar.size() };
                            let value = self.emit(load, Type::Scalar(scalar), span);
                            loaded.push((*component, value));
                            value
                        }
                    };
                    parts.push(value);
                }
                self.emit(Inst::Construct(parts), ty, span)
            }
            Place::Element { pointer, scalar, lanes, align, index } => {
                let vector = self.emit(Inst::Load { pointer, align }, Type::Vector(scalar, lanes), span);
                self.emit(Inst::ExtractDynamic(vector, index), ty, span)
            }
            Place::BitField { pointer, scalar, first, count } => {
                let unit = self.emit(Inst::Load { pointer, align: scalar.size() }, Type::Scalar(scalar), span);
                self.extract_bits(unit, scalar, first, count, ty, span)
            }
        }
    }

    /// Writes a value to a place.
    pub(super) fn store(&mut self, place: &Place, value: Value, span: Span) {
        match *place {
            Place::Memory { pointer, align, .. } => {
                self.emit(Inst::Store { pointer, value, align }, Type::Void, span);
            }
            Place::Components { pointer, scalar, ref components } => {
                for (at, component) in components.iter().enumerate() {
                    let part = match self.ty(value) {
                        Type::Vector(..) => self.emit(Inst::Extract(value, at as u8), Type::Scalar(scalar), span),
                        _ => value,
                    };
                    let pointer = self.component_address(pointer, scalar, *component, span);
                    let store = Inst::Store { pointer, value: part, align: scalar.size() };
                    self.emit(store, Type::Void, span);
                }
            }
            Place::Element { pointer, scalar, lanes, align, index } => {
                let ty = Type::Vector(scalar, lanes);
                let old = self.emit(Inst::Load { pointer, align }, ty, span);
                let new = self.emit(Inst::InsertDynamic(old, index, value), ty, span);
                self.emit(Inst::Store { pointer, value: new, align }, Type::Void, span);
            }
            Place::BitField { pointer, scalar, first, count } => {
                let align = scalar.size();
                let old = self.emit(Inst::Load { pointer, align }, Type::Scalar(scalar), span);
                let new = self.insert_bits(old, value, scalar, first, count, span);
                self.emit(Inst::Store { pointer, value: new, align }, Type::Void, span);
            }
        }
    }
}
