//! Writes a function instruction by instruction: for passes that make code, and for tests.
//!
//! The builder keeps the open blocks and works out result types where the operands decide them. It checks nothing;
//! that is for [`super::verify`].

use super::BinaryOp;
use super::Block;
use super::CompareOp;
use super::Constant;
use super::Function;
use super::Inst;
use super::Intrinsic;
use super::LocalId;
use super::Origin;
use super::Statement;
use super::StatementKind;
use super::Type;
use super::Value;
use super::VarId;
use super::intrinsic::ResultType;
use crate::msl::AddressSpace;
use crate::msl::Scalar;

impl Function {
    /// The type of what an instruction makes, where its operands and the function alone decide it.
    #[must_use]
    pub fn result_type(&self, inst: &Inst) -> Option<Type> {
        let element = |value: Value| self.ty(value).scalar().map(Type::Scalar);
        match inst {
            Inst::Constant(constant) => Some(constant.ty()),
            Inst::Param(index) => self.params.get(*index as usize).copied(),
            Inst::Unary(_, a) | Inst::Binary(_, a, _) | Inst::Insert(a, ..) | Inst::InsertDynamic(a, ..) => {
                Some(self.ty(*a))
            }
            Inst::Compare(_, a, _) => Some(self.ty(*a).with_scalar(Scalar::Bool)),
            Inst::Select { if_true, .. } => Some(self.ty(*if_true)),
            Inst::Construct(parts) => {
                let lanes: u8 = parts.iter().fold(0, |sum, part| sum.saturating_add(self.ty(*part).lanes()));
                Some(Type::of(self.ty(*parts.first()?).scalar()?, lanes))
            }
            Inst::Extract(a, _) | Inst::ExtractDynamic(a, _) => element(*a),
            Inst::Shuffle(a, components) => Some(Type::of(self.ty(*a).scalar()?, components.len() as u8)),
            Inst::Local(_) => Some(Type::Pointer(AddressSpace::Thread)),
            Inst::Offset { pointer, .. } | Inst::Index { pointer, .. } => Some(self.ty(*pointer)),
            Inst::PointerDifference(..) => Some(Type::Scalar(Scalar::I64)),
            Inst::Get(var) => self.vars.get(var.index()).map(|var| var.ty),
            Inst::Store { .. }
            | Inst::Copy { .. }
            | Inst::Zero { .. }
            | Inst::Begin(_)
            | Inst::End(_)
            | Inst::Set(..) => Some(Type::Void),
            Inst::FunctionConstantDefined(_) => Some(Type::BOOL),
            Inst::Intrinsic(intrinsic, operands) => {
                let first = || operands.first().map(|first| self.ty(*first));
                match intrinsic.result() {
                    ResultType::Void => Some(Type::Void),
                    ResultType::First => first(),
                    ResultType::BoolLike => Some(first()?.with_scalar(Scalar::Bool)),
                    ResultType::IntLike => Some(first()?.with_scalar(Scalar::I32)),
                    ResultType::Scalar(scalar) => Some(Type::Scalar(scalar)),
                    ResultType::Vector(scalar, lanes) => Some(Type::Vector(scalar, lanes)),
                    ResultType::Pointee | ResultType::Explicit => None,
                }
            }
            Inst::Undef
            | Inst::Convert(_)
            | Inst::Bitcast(_)
            | Inst::Splat(_)
            | Inst::Null
            | Inst::Global(_)
            | Inst::Function(_)
            | Inst::Load { .. }
            | Inst::Call(..)
            | Inst::CallIndirect(..)
            | Inst::BuiltinInput(_)
            | Inst::FunctionConstant(_) => None,
        }
    }
}

/// A function being written.
#[derive(Debug)]
pub struct Builder {
    /// What is written so far; its body is set by [`Builder::finish`].
    pub function: Function,
    /// Where what follows comes from.
    pub origin: Origin,
    /// Open blocks, innermost last.
    open: Vec<Block>,
}

impl Builder {
    /// Starts a function's body.
    #[must_use]
    pub fn new(function: Function) -> Self {
        Self { function, origin: Origin::NONE, open: vec![Block::default()] }
    }

    /// Closes the function. Blocks that are still open are lost.
    #[must_use]
    pub fn finish(mut self) -> Function {
        self.function.body = self.open.into_iter().next();
        self.function
    }

    /// Opens a block; what follows goes there until [`Builder::close`].
    pub fn open(&mut self) {
        self.open.push(Block::default());
    }

    /// Closes the innermost block, to become part of a statement.
    #[must_use]
    pub fn close(&mut self) -> Block {
        self.open.pop().unwrap_or_default()
    }

    /// Adds a statement.
    pub fn statement(&mut self, kind: StatementKind) {
        let origin = self.origin;
        if let Some(block) = self.open.last_mut() {
            block.0.push(Statement { kind, origin });
        }
    }

    /// Adds an instruction of a given type.
    pub fn typed(&mut self, inst: Inst, ty: Type) -> Value {
        let value = self.function.push(inst, ty, self.origin);
        self.statement(StatementKind::Inst(value));
        value
    }

    /// Adds an instruction whose type its operands decide ([`Function::result_type`]); else it is `void`.
    pub fn inst(&mut self, inst: Inst) -> Value {
        let ty = self.function.result_type(&inst).unwrap_or(Type::Void);
        self.typed(inst, ty)
    }

    /// A literal.
    pub fn constant(&mut self, constant: Constant) -> Value {
        self.inst(Inst::Constant(constant))
    }

    /// Two-operand arithmetic.
    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.inst(Inst::Binary(op, a, b))
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Value {
        self.inst(Inst::Compare(op, a, b))
    }

    /// An operation of the intrinsic table.
    pub fn intrinsic(&mut self, intrinsic: Intrinsic, operands: &[Value]) -> Value {
        self.inst(Inst::Intrinsic(intrinsic, operands.iter().copied().collect()))
    }

    /// The address of a local.
    pub fn local(&mut self, local: LocalId) -> Value {
        self.inst(Inst::Local(local))
    }

    /// The address of an element.
    pub fn index(&mut self, pointer: Value, index: Value, stride: u32) -> Value {
        self.inst(Inst::Index { pointer, index, stride, count: None })
    }

    /// Reads memory at the type's natural alignment.
    pub fn load(&mut self, pointer: Value, ty: Type) -> Value {
        self.typed(Inst::Load { pointer, align: natural_align(ty) }, ty)
    }

    /// Writes memory at the type's natural alignment.
    pub fn store(&mut self, pointer: Value, value: Value) {
        let align = natural_align(self.function.ty(value));
        self.inst(Inst::Store { pointer, value, align });
    }

    /// Reads a register variable.
    pub fn get(&mut self, var: VarId) -> Value {
        self.inst(Inst::Get(var))
    }

    /// Writes a register variable.
    pub fn set(&mut self, var: VarId, value: Value) {
        self.inst(Inst::Set(var, value));
    }

    /// An if with both its blocks.
    pub fn if_else(&mut self, condition: Value, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        self.open();
        then(self);
        let then_block = self.close();
        self.open();
        otherwise(self);
        let else_block = self.close();
        self.statement(StatementKind::If { condition, then_block, else_block });
    }

    /// A loop with its body and step.
    pub fn loop_(&mut self, body: impl FnOnce(&mut Self), step: impl FnOnce(&mut Self)) {
        self.open();
        body(self);
        let body = self.close();
        self.open();
        step(self);
        let step = self.close();
        self.statement(StatementKind::Loop { body, step });
    }
}

/// The alignment of a type that stands by itself in memory.
#[must_use]
pub fn natural_align(ty: Type) -> u32 {
    match ty {
        Type::Vector(scalar, lanes) => scalar.vector_size(lanes).next_power_of_two(),
        ty => ty.size().max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Module;
    use crate::ir::verify;
    use crate::source::Span;

    #[test]
    fn builds_what_the_text_says() {
        let pointer = Type::Pointer(AddressSpace::Device);
        let mut builder = Builder::new(Function::new("k", vec![pointer], Type::Void, Span::NONE));
        let p = builder.inst(Inst::Param(0));
        let one = builder.constant(Constant::f32(1.0));
        let old = builder.load(p, Type::F32);
        let less = builder.compare(CompareOp::Less, old, one);
        builder.if_else(
            less,
            |b| {
                let sum = b.binary(BinaryOp::Add, old, one);
                b.store(p, sum);
            },
            |b| b.loop_(|b| b.statement(StatementKind::Break), |_| {}),
        );
        let module = Module { functions: vec![builder.finish()], ..Module::default() };
        verify::module(&module).unwrap();
        let expected = r#"function f0 "k"(ptr.device) -> void {
    %0: ptr.device = param 0
    %1: f32 = constant 1.0
    %2: f32 = load %0 align 4
    %3: bool = lt %2, %1
    if %3 {
        %4: f32 = add %2, %1
        store %0, %4 align 4
    } else {
        loop {
            break
        }
    }
}
"#;
        assert_eq!(module.to_string(), expected);
    }
}
