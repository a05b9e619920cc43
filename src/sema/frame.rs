//! What is known while the body of one function is being checked: its locals, `*this`, its result, the loops around.
//!
//! Frames stack: checking a body may need another body first (a deduced result), and a lambda's body lies in that of
//! the function around it.

use super::Sema;
use super::hir::Expr;
use super::hir::FunctionId;
use super::hir::Local;
use super::hir::LocalId;
use super::matrix::MatrixOp;
use super::scope::ScopeId;
use super::types::QualType;
use super::types::RecordId;
use super::types::TypeId;
use crate::msl::AddressSpace;
use crate::source::Span;
use crate::syntax::ast;
use indexmap::IndexMap;
use std::sync::Arc;

/// What a function returns, as far as known.
#[derive(Clone, Debug)]
pub enum FrameResult {
    /// Declared.
    Known(QualType),
    /// `auto` or `decltype(auto)`: the pattern, and what the first `return` gave.
    Deduced(ast::TypeRef, Option<QualType>),
    /// A lambda that doesn't say.
    Lambda(Option<QualType>),
}

/// Something a lambda has captured.
#[derive(Clone, PartialEq, Debug)]
pub enum Captured {
    /// A local of the function whose scope that is.
    Local(ScopeId, LocalId),
    /// `this`, as a pointer.
    This,
    /// `*this`, as a copy.
    Object,
}

/// The captures of a lambda: each has the field of the closure class with that number.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    /// In the order of the fields.
    pub captures: Vec<Captured>,
    /// What `*this` is in the function around.
    pub this: Option<QualType>,
    /// Constant locals of the functions around, by the scope of the function's parameters.
    pub constants: Vec<(ScopeId, Constants)>,
}

/// Constant locals of one function with their values, as initialisers.
pub type Constants = IndexMap<LocalId, Arc<Expr>>;

/// One function body in progress.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: Option<FunctionId>,
    /// For `__func__`.
    pub name: Arc<str>,
    /// Parameters and locals so far.
    pub locals: Vec<Local>,
    /// `*this`, in methods.
    pub this: Option<QualType>,
    /// The result.
    pub result: FrameResult,
    /// How many loops and switches are around.
    pub breakable: u32,
    /// How many loops are around.
    pub continuable: u32,
    /// The scope of its parameters.
    pub scope: ScopeId,
    /// Values of constant locals, as their initialisers.
    pub constants: Constants,
}

impl Frame {
    /// A body with nothing in it yet.
    #[must_use]
    pub fn new(scope: ScopeId, function: Option<FunctionId>, name: Arc<str>, result: FrameResult) -> Self {
        Self {
            function,
            name,
            locals: Vec::new(),
            this: None,
            result,
            breakable: 0,
            continuable: 0,
            scope,
            constants: IndexMap::new(),
        }
    }
}

/// What expressions and statements keep in [`Sema`].
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// Bodies in progress, innermost last.
    pub frames: Vec<Frame>,
    /// Functions made for matrix operations.
    pub matrix_functions: IndexMap<(MatrixOp, Vec<TypeId>), FunctionId>,
    /// Nesting of expressions and statements being checked.
    pub depth: u32,
    /// Functions that are called and not checked yet, and where.
    pub pending: Vec<(FunctionId, Span)>,
    /// Whether what is being checked is never evaluated (`sizeof`, `decltype`).
    pub unevaluated: bool,
    /// Switches whose block is being checked, loops inside not counted.
    pub switches: u32,
    /// Closure classes.
    pub closures: IndexMap<RecordId, Closure>,
}

impl Sema {
    /// The body being checked.
    #[must_use]
    pub fn frame(&self) -> Option<&Frame> {
        self.checker.frames.last()
    }

    /// A local of the body being checked.
    #[must_use]
    pub fn local(&self, id: LocalId) -> Option<&Local> {
        self.frame()?.locals.get(id.0 as usize)
    }

    /// Adds a local to the body being checked.
    pub fn add_local(&mut self, name: Arc<str>, ty: QualType, space: AddressSpace, span: Span) -> LocalId {
        let Some(frame) = self.checker.frames.last_mut() else { return LocalId(0) };
        frame.locals.push(Local { name, ty, space, align: 0, span });
        LocalId(frame.locals.len() as u32 - 1)
    }
}
