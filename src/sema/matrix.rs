//! Arithmetic on matrices (MSL 3.9) in terms of columns.
//!
//! Engines know vectors but no matrices. Each operation on a pair of matrix types becomes one small function, written
//! here as a typed tree and made when first used, so that operands are evaluated once.

use super::Sema;
use super::entity::BodyState;
use super::entity::Function;
use super::entity::Parameter;
use super::hir::BinaryOp;
use super::hir::Body;
use super::hir::CompareOp;
use super::hir::Conversion;
use super::hir::Expr;
use super::hir::ExprKind;
use super::hir::FunctionId;
use super::hir::Local;
use super::hir::LocalId;
use super::hir::Stmt;
use super::hir::StmtKind;
use super::hir::UnaryOp;
use super::types::QualType;
use super::types::TypeId;
use super::types::TypeKind;
use super::types::TypeTable;
use crate::ir::Intrinsic;
use crate::msl::AddressSpace;
use crate::msl::Scalar;
use crate::source::Span;
use std::sync::Arc;

/// Which operation on matrices a function computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatrixOp {
    /// `-m`.
    Negate,
    /// `+`, `-`, `*`, `/`.
    Binary(BinaryOp),
    /// `==`.
    Equal,
    /// A scalar put on the diagonal.
    Diagonal,
    /// `op=` on a matrix in that address space.
    Assign(BinaryOp, AddressSpace),
}

const NOWHERE: Span = Span::NONE;

/// Columns, rows and element type.
type Shape = (Scalar, u8, u8);

impl Sema {
    fn shape(&self, ty: TypeId) -> Option<Shape> {
        match *self.types.kind(ty) {
            TypeKind::Matrix(scalar, columns, rows) => Some((scalar, columns, rows)),
            _ => None,
        }
    }

    /// The result type of a binary operation with a matrix, and the types its operands must have; `None` if there is
    /// no such operation.
    pub fn matrix_binary_types(&mut self, op: BinaryOp, a: TypeId, b: TypeId) -> Option<(TypeId, TypeId, TypeId)> {
        let vector = |sema: &Self, ty| match *sema.types.kind(ty) {
            TypeKind::Vector(scalar, lanes) | TypeKind::PackedVector(scalar, lanes) => Some((scalar, lanes)),
            _ => None,
        };
        match (self.shape(a), self.shape(b), op) {
            (Some(_), Some(_), BinaryOp::Add | BinaryOp::Sub) if a == b => Some((a, a, a)),
            (Some((s, k, rows)), Some((t, columns, l)), BinaryOp::Mul) if s == t && k == l => {
                Some((self.types.intern(TypeKind::Matrix(s, columns, rows)), a, b))
            }
            (Some((s, columns, rows)), None, BinaryOp::Mul) if vector(self, b) == Some((s, columns)) => {
                Some((self.types.vector(s, rows), a, self.types.vector(s, columns)))
            }
            (None, Some((s, columns, rows)), BinaryOp::Mul) if vector(self, a) == Some((s, rows)) => {
                Some((self.types.vector(s, columns), self.types.vector(s, rows), b))
            }
            (Some((s, ..)), None, BinaryOp::Mul | BinaryOp::Div) if self.arithmetic_scalar(b).is_some() => {
                Some((a, a, self.types.scalar(s)))
            }
            (None, Some((s, ..)), BinaryOp::Mul) if self.arithmetic_scalar(a).is_some() => {
                Some((b, self.types.scalar(s), b))
            }
            _ => None,
        }
    }

    /// The function that computes `a op b` for operands of just the types that [`Sema::matrix_binary_types`] gives.
    pub fn matrix_binary(&mut self, op: BinaryOp, result: TypeId, a: TypeId, b: TypeId) -> FunctionId {
        self.matrix_function(MatrixOp::Binary(op), result, &[a, b])
    }

    /// The function that negates a matrix.
    pub fn matrix_negate(&mut self, ty: TypeId) -> FunctionId {
        self.matrix_function(MatrixOp::Negate, ty, &[ty])
    }

    /// The function that tells whether two matrices are equal.
    pub fn matrix_equal(&mut self, ty: TypeId) -> FunctionId {
        self.matrix_function(MatrixOp::Equal, TypeTable::BOOL, &[ty, ty])
    }

    /// The function for `a op= b`: takes and gives a reference to the matrix.
    pub fn matrix_assign(&mut self, op: BinaryOp, space: AddressSpace, a: TypeId, b: TypeId) -> FunctionId {
        let reference = self.types.reference(QualType::new(a).in_space(space), false);
        self.matrix_function(MatrixOp::Assign(op, space), reference, &[reference, b])
    }

    fn matrix_function(&mut self, op: MatrixOp, result: TypeId, params: &[TypeId]) -> FunctionId {
        let key = (op, params.to_vec());
        if let Some(id) = self.checker.matrix_functions.get(&key) {
            return *id;
        }
        let locals: Vec<Local> = params
            .iter()
            .zip(["a", "b"])
            .map(|(ty, name)| Local {
                name: name.into(),
                ty: QualType::new(*ty),
                space: AddressSpace::Thread,
                align: 0,
                span: NOWHERE,
            })
            .collect();
        let operand = |sema: &Self, index: usize| {
            let ty = match *sema.types.kind(params[index]) {
                TypeKind::Reference { to, .. } => to,
                _ => QualType::new(params[index]).in_space(AddressSpace::Thread),
            };
            Expr::lvalue(ExprKind::Local(LocalId(index as u32)), ty, NOWHERE)
        };
        let value = match op {
            // Made where matrices are constructed.
            MatrixOp::Diagonal => Expr::error(NOWHERE),
            MatrixOp::Negate => {
                let a = operand(self, 0);
                let columns = self.matrix_columns(&a);
                let columns = columns.into_iter().map(|column| {
                    let ty = column.ty.ty;
                    Expr::value(ExprKind::Unary(UnaryOp::Neg, Box::new(column)), ty, NOWHERE)
                });
                Expr::value(ExprKind::Matrix(columns.collect()), result, NOWHERE)
            }
            MatrixOp::Binary(op) => {
                let (a, b) = (operand(self, 0), operand(self, 1));
                self.matrix_value(op, result, &a, &b)
            }
            MatrixOp::Equal => {
                let (a, b) = (operand(self, 0), operand(self, 1));
                self.matrix_equality(&a, &b)
            }
            MatrixOp::Assign(op, _) => {
                let (a, b) = (operand(self, 0), operand(self, 1));
                let ty = a.ty;
                let value = self.matrix_value(op, ty.ty, &a, &b);
                Expr::lvalue(ExprKind::Assign { target: Box::new(a), value: Box::new(value) }, ty, NOWHERE)
            }
        };
        let name = match op {
            MatrixOp::Diagonal => "diagonal",
            MatrixOp::Negate => "operator-",
            MatrixOp::Equal => "operator==",
            MatrixOp::Binary(BinaryOp::Add) => "operator+",
            MatrixOp::Binary(BinaryOp::Sub) => "operator-",
            MatrixOp::Binary(BinaryOp::Div) => "operator/",
            MatrixOp::Binary(_) => "operator*",
            MatrixOp::Assign(BinaryOp::Add, _) => "operator+=",
            MatrixOp::Assign(BinaryOp::Sub, _) => "operator-=",
            MatrixOp::Assign(BinaryOp::Div, _) => "operator/=",
            MatrixOp::Assign(..) => "operator*=",
        };
        let parameters = locals
            .iter()
            .map(|local| Parameter { name: local.name.clone(), ty: local.ty, attributes: Vec::new(), span: NOWHERE })
            .collect();
        let body = Body {
            parameter_count: locals.len() as u32,
            locals,
            member_inits: Vec::new(),
            statements: vec![Stmt { kind: StmtKind::Return(Some(value)), span: NOWHERE }],
        };
        let id = self.add_synthetic_function(name, QualType::new(result), parameters, body);
        self.checker.matrix_functions.insert(key, id);
        id
    }

    /// A function of sema's own making.
    pub fn add_synthetic_function(
        &mut self,
        name: &str,
        result: QualType,
        parameters: Vec<Parameter>,
        body: Body,
    ) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: name.into(),
            result,
            parameters,
            this: None,
            is_constructor: false,
            is_constexpr: true,
            no_inline: false,
            entry: None,
            body: BodyState::Checked(Arc::new(body)),
            span: NOWHERE,
        });
        id
    }

    /// Column `index` of a matrix object, read.
    pub fn matrix_column(&mut self, matrix: &Expr, index: u8) -> Expr {
        let Some((scalar, _, rows)) = self.shape(matrix.ty.ty) else { return Expr::error(matrix.span) };
        let ty = QualType { ty: self.types.vector(scalar, rows), ..matrix.ty };
        let index = Expr::uint(u32::from(index), NOWHERE);
        let kind = ExprKind::Index(Box::new(matrix.clone()), Box::new(index));
        let column = Expr { kind, ty, category: matrix.category, span: matrix.span };
        self.rvalue(column)
    }

    fn matrix_columns(&mut self, matrix: &Expr) -> Vec<Expr> {
        let columns = self.shape(matrix.ty.ty).map_or(0, |(_, columns, _)| columns);
        (0..columns).map(|index| self.matrix_column(matrix, index)).collect()
    }

    /// Component `index` of a vector object, read.
    fn component(&mut self, vector: &Expr, index: u8) -> Expr {
        let scalar = self.types.components(vector.ty.ty).map_or(Scalar::F32, |(scalar, _)| scalar);
        let ty = QualType { ty: self.types.scalar(scalar), ..vector.ty };
        let kind = ExprKind::Swizzle(Box::new(vector.clone()), smallvec::smallvec![index]);
        let component = Expr { kind, ty, category: vector.category, span: vector.span };
        self.rvalue(component)
    }

    fn arithmetic(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let (ty, span) = (a.ty.ty, a.span);
        Expr::value(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
    }

    fn sum(terms: Vec<Expr>) -> Expr {
        terms.into_iter().reduce(|a, b| Self::arithmetic(BinaryOp::Add, a, b)).unwrap_or_else(|| Expr::error(NOWHERE))
    }

    /// A matrix times a vector, both objects: the columns weighted by the components.
    fn matrix_times(&mut self, matrix: &Expr, vector: &Expr) -> Expr {
        let columns = self.matrix_columns(matrix);
        let mut terms = Vec::new();
        for (index, column) in columns.into_iter().enumerate() {
            let ty = column.ty.ty;
            let weight = self.component(vector, index as u8).converted(Conversion::Splat, ty);
            terms.push(Self::arithmetic(BinaryOp::Mul, column, weight));
        }
        Self::sum(terms)
    }

    fn matrix_value(&mut self, op: BinaryOp, result: TypeId, a: &Expr, b: &Expr) -> Expr {
        let combined: Vec<Expr> = match (self.shape(a.ty.ty), self.shape(b.ty.ty)) {
            (Some(_), Some(_)) if op != BinaryOp::Mul => {
                let (a, b) = (self.matrix_columns(a), self.matrix_columns(b));
                a.into_iter().zip(b).map(|(a, b)| Self::arithmetic(op, a, b)).collect()
            }
            (Some(_), Some(_)) => {
                let columns = self.matrix_columns(b);
                columns.into_iter().map(|column| self.matrix_times(a, &column)).collect()
            }
            (Some(_), None) if self.types.as_scalar(b.ty.ty).is_none() => return self.matrix_times(a, b),
            (None, Some(_)) if self.types.as_scalar(a.ty.ty).is_none() => {
                let columns = self.matrix_columns(b);
                let mut dots = Vec::new();
                for column in columns {
                    let lanes = self.types.components(column.ty.ty).map_or(0, |(_, lanes)| lanes);
                    let products = (0..lanes).map(|index| {
                        let (x, y) = (self.component(a, index), self.component(&column, index));
                        Self::arithmetic(BinaryOp::Mul, x, y)
                    });
                    let products = products.collect();
                    dots.push(Self::sum(products));
                }
                return Expr::value(ExprKind::Vector(dots), result, NOWHERE);
            }
            (matrix_left, _) => {
                let (matrix, scalar) = if matrix_left.is_some() { (a, b) } else { (b, a) };
                let scalar = self.rvalue(scalar.clone());
                let columns = self.matrix_columns(matrix);
                let scaled = columns.into_iter().map(|column| {
                    let factor = scalar.clone().converted(Conversion::Splat, column.ty.ty);
                    if matrix_left.is_some() {
                        Self::arithmetic(op, column, factor)
                    } else {
                        Self::arithmetic(op, factor, column)
                    }
                });
                scaled.collect()
            }
        };
        Expr::value(ExprKind::Matrix(combined), result, NOWHERE)
    }

    fn matrix_equality(&mut self, a: &Expr, b: &Expr) -> Expr {
        let (a, b) = (self.matrix_columns(a), self.matrix_columns(b));
        let mut all: Option<Expr> = None;
        for (a, b) in a.into_iter().zip(b) {
            let lanes = self.types.components(a.ty.ty).map_or(1, |(_, lanes)| lanes);
            let mask = self.types.vector(Scalar::Bool, lanes);
            let compare = ExprKind::Compare(CompareOp::Equal, Box::new(a), Box::new(b));
            let compare = Expr::value(compare, mask, NOWHERE);
            let same = Expr::value(ExprKind::Intrinsic(Intrinsic::All, vec![compare]), TypeTable::BOOL, NOWHERE);
            all = Some(match all {
                None => same,
                Some(before) => {
                    let both = ExprKind::LogicalAnd(Box::new(before), Box::new(same));
                    Expr::value(both, TypeTable::BOOL, NOWHERE)
                }
            });
        }
        all.unwrap_or_else(|| Expr::bool(true, NOWHERE))
    }
}
