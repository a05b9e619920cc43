//! Lowering of one function: its locals, its open blocks, and the small helpers that emit instructions.

use super::ModuleLowering;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::ir::BinaryOp;
use crate::ir::Block;
use crate::ir::Constant;
use crate::ir::Function;
use crate::ir::Inst;
use crate::ir::Intrinsic;
use crate::ir::Local;
use crate::ir::LocalId;
use crate::ir::Origin;
use crate::ir::Statement;
use crate::ir::StatementKind;
use crate::ir::Type;
use crate::ir::Value;
use crate::ir::Var;
use crate::ir::VarId;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::sema::hir;
use crate::sema::types::QualType;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::source::Span;
use smallvec::SmallVec;
use std::sync::Arc;

/// How a local of the typed tree is kept.
#[derive(Clone, Debug)]
pub(super) enum Home {
    /// Not declared yet.
    None,
    /// An object in memory.
    Memory(Value),
    /// A reference: bound to this place.
    Bound(Place),
}

/// The lowering of one function.
pub(super) struct FunctionLowering<'m, 's> {
    /// The whole.
    pub(super) module: &'m mut ModuleLowering<'s>,
    /// What is being made.
    pub(super) function: Function,
    /// Open blocks, innermost last.
    pub(super) blocks: Vec<Block>,
    /// The typed tree.
    pub(super) body: Arc<hir::Body>,
    /// Where each local lives.
    pub(super) homes: Vec<Home>,
    /// Address of `*this`.
    pub(super) this: Option<Value>,
    /// Where an aggregate result goes.
    pub(super) result_address: Option<Value>,
    /// Whether the code is the library's: it has no place of its own, and is shown where it is called.
    pub(super) is_library: bool,
    /// Locals declared in open scopes, innermost last.
    pub(super) scopes: Vec<Vec<LocalId>>,
}

impl<'m, 's> FunctionLowering<'m, 's> {
    pub(super) fn new(module: &'m mut ModuleLowering<'s>, function: Function, body: Arc<hir::Body>) -> Self {
        let homes = vec![Home::None; body.locals.len()];
        Self {
            module,
            function,
            blocks: vec![Block::default()],
            body,
            homes,
            this: None,
            result_address: None,
            is_library: false,
            scopes: vec![Vec::new()],
        }
    }

    /// Closes the function.
    pub(super) fn finish(mut self) -> Function {
        self.function.body = Some(self.blocks.pop().unwrap_or_default());
        self.function
    }

    // Emission.

    pub(super) fn ty(&self, value: Value) -> Type {
        self.function.ty(value)
    }

    pub(super) fn statement(&mut self, kind: StatementKind, span: Span) {
        if let Some(block) = self.blocks.last_mut() {
            let origin = if self.is_library { Origin::NONE } else { Origin::at(span) };
            block.0.push(Statement { kind, origin });
        }
    }

    pub(super) fn emit(&mut self, inst: Inst, ty: Type, span: Span) -> Value {
        let origin = if self.is_library { Origin::NONE } else { Origin::at(span) };
        let value = self.function.push(inst, ty, origin);
        self.statement(StatementKind::Inst(value), span);
        value
    }

    pub(super) fn constant(&mut self, constant: Constant, span: Span) -> Value {
        let ty = constant.ty();
        self.emit(Inst::Constant(constant), ty, span)
    }

    pub(super) fn null(&mut self, space: AddressSpace, span: Span) -> Value {
        self.emit(Inst::Null, Type::Pointer(space), span)
    }

    /// The zero of any value type.
    pub(super) fn zero(&mut self, ty: Type, span: Span) -> Value {
        match Constant::zero(ty) {
            Some(constant) => self.constant(constant, span),
            None => self.emit(Inst::Null, ty, span),
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Value {
        let ty = self.ty(left);
        self.emit(Inst::Binary(op, left, right), ty, span)
    }

    pub(super) fn convert(&mut self, value: Value, to: Scalar, span: Span) -> Value {
        let from = self.ty(value);
        let ty = from.with_scalar(to);
        if from == ty { value } else { self.emit(Inst::Convert(value), ty, span) }
    }

    /// Runs `f` with a new block open; gives what it emitted.
    pub(super) fn block(&mut self, f: impl FnOnce(&mut Self)) -> Block {
        self.blocks.push(Block::default());
        f(self);
        self.blocks.pop().unwrap_or_default()
    }

    pub(super) fn if_else(
        &mut self,
        condition: Value,
        span: Span,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let then_block = self.block(then);
        let else_block = self.block(otherwise);
        self.statement(StatementKind::If { condition, then_block, else_block }, span);
    }

    pub(super) fn var(&mut self, ty: Type, span: Span) -> VarId {
        self.function.add_var(Var { name: "".into(), ty, origin: Origin::at(span) })
    }

    /// Whether control can't reach the end of the current block.
    pub(super) fn is_terminated(&self) -> bool {
        self.blocks.last().and_then(|block| block.0.last()).is_some_and(|last| {
            matches!(last.kind, StatementKind::Break | StatementKind::Continue | StatementKind::Return(_))
        })
    }

    // Memory.

    /// A new object in thread memory; gives its address.
    pub(super) fn local(&mut self, name: &Arc<str>, ty: TypeId, align: u32, span: Span) -> Value {
        let size = self.module.sema.size_align(ty);
        let Some(size) = size.filter(|size| size.size <= u64::from(u32::MAX / 2)) else {
            self.internal("a local of incomplete or enormous type", span);
            return self.null(AddressSpace::Thread, span);
        };
        let layout = Some(self.module.layouts.of(self.module.sema, ty));
        let id = self.function.add_local(Local {
            name: name.clone(),
            size: size.size as u32,
            align: size.align.max(align),
            layout,
            origin: Origin::at(span),
        });
        self.emit(Inst::Begin(id), Type::Void, span);
        if !name.is_empty()
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.push(id);
        }
        self.emit(Inst::Local(id), Type::Pointer(AddressSpace::Thread), span)
    }

    pub(super) fn temporary(&mut self, ty: TypeId, span: Span) -> Value {
        self.local(&"".into(), ty, 0, span)
    }

    /// Runs `f` in a scope of its own: named locals die at its end.
    pub(super) fn scope(&mut self, f: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        f(self);
        let dying = self.scopes.pop().unwrap_or_default();
        if !self.is_terminated() {
            for id in dying.into_iter().rev() {
                self.emit(Inst::End(id), Type::Void, Span::NONE);
            }
        }
    }

    /// Size and alignment, bytes, of a complete type.
    pub(super) fn size(&mut self, ty: TypeId, span: Span) -> (u32, u32) {
        match self.module.sema.size_align(ty) {
            Some(size) if size.size <= u64::from(u32::MAX) => (size.size as u32, size.align),
            _ => {
                self.internal("size of an incomplete type", span);
                (1, 1)
            }
        }
    }

    pub(super) fn copy(&mut self, to: Value, from: Value, ty: TypeId, span: Span) {
        let (size, align) = self.size(ty, span);
        if size > 0 && to != from {
            self.emit(Inst::Copy { to, from, size, align }, Type::Void, span);
        }
    }

    pub(super) fn memory(&mut self, pointer: Value, ty: QualType, span: Span) -> Place {
        let (_, align) = if matches!(self.module.sema.types.kind(ty.ty), TypeKind::Void | TypeKind::Function(_)) {
            (0, 1)
        } else {
            self.module.sema.size_align(ty.ty).map_or((0, 1), |size| (size.size as u32, size.align))
        };
        let space = match self.ty(pointer) {
            Type::Pointer(space) => space,
            _ => {
                self.internal("an address that is not a pointer", span);
                AddressSpace::Thread
            }
        };
        Place::Memory { pointer, align, space }
    }

    // Types.

    /// The IR type of values of a type; `None` for what lives in memory only (records, arrays, matrices).
    pub(super) fn value_type(&self, ty: TypeId) -> Option<Type> {
        self.module.value_type(ty)
    }

    /// The IR type of a value that must have one.
    pub(super) fn expect_value_type(&mut self, ty: TypeId, span: Span) -> Type {
        self.value_type(ty).unwrap_or_else(|| {
            self.internal("an object where a value is expected", span);
            Type::I32
        })
    }

    // Bit-fields.

    pub(super) fn extract_bits(
        &mut self,
        unit: Value,
        scalar: Scalar,
        first: u8,
        count: u8,
        ty: Type,
        span: Span,
    ) -> Value {
        let first = self.constant(Constant::u32(u32::from(first)), span);
        let count = self.constant(Constant::u32(u32::from(count)), span);
        let arguments = SmallVec::from_slice(&[unit, first, count]);
        let bits = self.emit(Inst::Intrinsic(Intrinsic::ExtractBits, arguments), Type::Scalar(scalar), span);
        match ty.scalar() {
            Some(to) => self.convert(bits, to, span),
            None => bits,
        }
    }

    pub(super) fn insert_bits(
        &mut self,
        old: Value,
        value: Value,
        scalar: Scalar,
        first: u8,
        count: u8,
        span: Span,
    ) -> Value {
        let value = self.convert(value, scalar, span);
        let first = self.constant(Constant::u32(u32::from(first)), span);
        let count = self.constant(Constant::u32(u32::from(count)), span);
        let arguments = SmallVec::from_slice(&[old, value, first, count]);
        self.emit(Inst::Intrinsic(Intrinsic::InsertBits, arguments), Type::Scalar(scalar), span)
    }

    // Trouble.

    pub(super) fn internal(&mut self, what: &str, span: Span) {
        self.module.report(Diagnostic::internal(what, span));
    }

    pub(super) fn unsupported(&mut self, construct: &str, span: Span) {
        self.module.report(Diagnostic::unsupported(construct, span));
    }
}
