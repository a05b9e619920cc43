//! Constant expressions are run by the interpreter: one evaluator, not two.

use crate::bytecode::code::FIRST_GLOBAL;
use crate::bytecode::code::pointer;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::interp::evaluate;
use crate::ir::Global;
use crate::ir::GlobalId;
use crate::ir::Initializer;
use crate::lower;
use crate::msl::AddressSpace;
use crate::sema::Sema;
use crate::sema::entity::Evaluated;
use crate::sema::entity::Evaluator;
use crate::sema::hir::Expr;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;

/// Steps that one constant expression may take.
const MAX_STEPS: u64 = 10_000_000;

/// Initialisers that need other initialisers, nested.
const MAX_DEPTH: u32 = 64;

/// The interpreter as sema sees it.
#[derive(Debug, Default)]
pub struct Interpreter {
    depth: AtomicU32,
}

impl Evaluator for Interpreter {
    fn evaluate(&self, sema: &mut Sema, expr: &Expr, ty: TypeId) -> Result<Evaluated, Box<Diagnostic>> {
        if self.depth.fetch_add(1, Ordering::Relaxed) >= MAX_DEPTH {
            self.depth.fetch_sub(1, Ordering::Relaxed);
            let message = "the value of this constant depends on itself, or on too many others";
            return Err(Box::new(Diagnostic::error(codes::CONSTANT_CYCLE, message, expr.span)));
        }
        let result = self.run(sema, expr, ty);
        self.depth.fetch_sub(1, Ordering::Relaxed);
        result
    }
}

impl Interpreter {
    fn run(&self, sema: &mut Sema, expr: &Expr, ty: TypeId) -> Result<Evaluated, Box<Diagnostic>> {
        let Some(size) = sema.size_align(ty) else {
            return Err(Box::new(Diagnostic::internal("a constant of incomplete type", expr.span)));
        };
        let (mut module, variables, diagnostics) = lower::lower_expression(sema, self, expr);
        if let Some(diagnostic) =
            diagnostics.into_vec().into_iter().find(|found| found.severity == crate::diagnostic::Severity::Error)
        {
            return Err(Box::new(diagnostic));
        }
        // The object is one more program-scope variable, written by function 0.
        let object = module.globals.len();
        module.globals.push(Global {
            name: "constant expression".into(),
            space: AddressSpace::Constant,
            size: u32::try_from(size.size).unwrap_or(u32::MAX),
            align: size.align,
            initializer: Initializer::Function(crate::ir::FunctionId(0)),
            layout: None,
            span: expr.span,
        });
        let mut contents = evaluate::global_bytes(&module);
        evaluate::initialize(&module, object, &mut contents, MAX_STEPS)?;
        let bytes = contents.swap_remove(object);
        let mut offsets = Vec::new();
        pointer_offsets(sema, ty, 0, &mut offsets);
        let mut pointers = Vec::new();
        for offset in offsets {
            let Some(Ok(raw)) = bytes.get(offset as usize..offset as usize + 8).map(<[u8; 8]>::try_from) else {
                continue;
            };
            let address = u64::from_le_bytes(raw);
            if address == 0 {
                continue;
            }
            let global = pointer::number(address).checked_sub(FIRST_GLOBAL).map(GlobalId);
            let variable = variables.iter().find(|(_, id)| Some(*id) == global).map(|(variable, _)| *variable);
            let Some(variable) = variable else {
                return Err(Box::new(Diagnostic::unsupported(
                    "a constant that holds the address of something without a name",
                    expr.span,
                )));
            };
            pointers.push((offset, variable, pointer::offset(address)));
        }
        Ok(Evaluated { bytes, pointers, functions: Vec::new() })
    }
}

/// Where pointers lie in an object of a type.
fn pointer_offsets(sema: &Sema, ty: TypeId, at: u32, out: &mut Vec<u32>) {
    match *sema.types.kind(ty) {
        TypeKind::Pointer(_) | TypeKind::Reference { .. } => out.push(at),
        TypeKind::Array(element, Some(count)) => {
            let mut first = Vec::new();
            pointer_offsets(sema, element.ty, 0, &mut first);
            if first.is_empty() {
                return;
            }
            let stride = sema.size_align(element.ty).map_or(0, |size| size.size as u32);
            for number in 0..u32::try_from(count).unwrap_or(0) {
                out.extend(first.iter().map(|offset| at + number * stride + offset));
            }
        }
        TypeKind::Record(id) if !sema.record(id).is_union => {
            let record = sema.record(id);
            for (base, offset) in &record.bases {
                if let Some(base) = sema.types.find(&TypeKind::Record(*base)) {
                    pointer_offsets(sema, base, at + offset, out);
                }
            }
            for field in &record.fields {
                pointer_offsets(sema, field.ty.ty, at + field.offset, out);
            }
        }
        _ => {}
    }
}
