//! Vectors and matrices from their parts (MSL 2.2.1, 2.3.1).

use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::msl::Scalar;
use crate::sema::Sema;
use crate::sema::hir::Conversion;
use crate::sema::hir::Expr;
use crate::sema::hir::ExprKind;
use crate::sema::types::QualType;
use crate::sema::types::TypeId;
use crate::sema::types::TypeKind;
use crate::source::Span;

impl Sema {
    /// `float4(a, b, …)`: a scalar for all components, or scalars and vectors that make up all of them. A brace list
    /// (`braced`) may also stop early; the rest is zero.
    pub fn construct_vector(&mut self, ty: TypeId, arguments: Vec<Expr>, braced: bool, span: Span) -> Expr {
        let (scalar, lanes, packed) = match *self.types.kind(ty) {
            TypeKind::Vector(scalar, lanes) => (scalar, lanes, false),
            TypeKind::PackedVector(scalar, lanes) => (scalar, lanes, true),
            _ => return Expr::error(span),
        };
        let plain = self.types.vector(scalar, lanes);
        let Some(value) = self.vector_value(plain, scalar, lanes, arguments, braced, span) else {
            return Expr::error(span);
        };
        let value = Expr { span, ..value };
        if packed { value.converted(Conversion::Packed, ty) } else { value }
    }

    fn vector_value(
        &mut self,
        ty: TypeId,
        scalar: Scalar,
        lanes: u8,
        arguments: Vec<Expr>,
        braced: bool,
        span: Span,
    ) -> Option<Expr> {
        if arguments.is_empty() {
            return Some(Expr::value(ExprKind::Zero, ty, span));
        }
        let single = arguments.len() == 1;
        let mut parts = Vec::with_capacity(arguments.len());
        let mut count = 0usize;
        for argument in arguments {
            let written = argument.ty;
            let place = argument.span;
            let part = self.vector_part(argument, scalar)?;
            let Some((_, components)) = self.types.components(part.ty.ty) else {
                let message = format!(
                    "a value of type `{}` is no part of a `{}`",
                    self.type_name(written),
                    self.type_name(QualType::new(ty))
                );
                let diagnostic = Diagnostic::error(codes::CONSTRUCTOR_VALUES, message, place)
                    .help("vectors are made of scalars and vectors");
                self.report(diagnostic);
                return None;
            };
            count += usize::from(components);
            parts.push(part);
        }
        if single && count == 1 && !braced {
            let element = parts.pop()?;
            return Some(self.convert_value(element, ty));
        }
        if single && count == usize::from(lanes) {
            return parts.pop();
        }
        if braced && count < usize::from(lanes) {
            let element = self.types.scalar(scalar);
            let missing = usize::from(lanes) - count;
            parts.extend((0..missing).map(|_| Expr::value(ExprKind::Zero, element, span)));
            count = usize::from(lanes);
        }
        if count != usize::from(lanes) {
            let name = self.type_name(QualType::new(ty));
            let message = format!("`{name}` has {lanes} components, but {count} are given");
            let mut diagnostic = Diagnostic::error(codes::CONSTRUCTOR_VALUES, message, span);
            if single && count > usize::from(lanes) {
                let swizzle = &"xyzw"[..usize::from(lanes.min(4))];
                diagnostic = diagnostic.help(format!("a shorter vector is a swizzle of the longer one: `.{swizzle}`"));
            }
            self.report(diagnostic);
            return None;
        }
        let vector = Expr::value(ExprKind::Vector(parts), ty, span);
        // A vector of literals is a literal.
        let all_constant = matches!(&vector.kind, ExprKind::Vector(parts) if parts.iter().all(|part| matches!(part.kind, ExprKind::Constant(_))));
        match self.fold(&vector) {
            Some(value) if all_constant => Some(Expr { kind: ExprKind::Constant(value), ..vector }),
            _ => Some(vector),
        }
    }

    /// One argument of a vector constructor, its elements converted; objects of class type by their conversions.
    fn vector_part(&mut self, argument: Expr, scalar: Scalar) -> Option<Expr> {
        if argument.is_error() {
            return None;
        }
        let element = self.types.scalar(scalar);
        let value = match *self.types.kind(argument.ty.ty) {
            TypeKind::Record(_) => self.explicit_conversion(argument.into(), QualType::new(element), None),
            _ => self.rvalue(argument),
        };
        if value.is_error() {
            return None;
        }
        Some(match *self.types.kind(value.ty.ty) {
            TypeKind::Scalar(_) | TypeKind::Enum(_) => self.convert_value(value, element),
            TypeKind::Vector(_, lanes) | TypeKind::PackedVector(_, lanes) => {
                let ty = self.types.vector(scalar, lanes);
                self.convert_value(value, ty)
            }
            _ => value,
        })
    }

    /// `float3x3(…)`: a scalar for the diagonal, all columns, all elements, or another matrix of the same shape.
    pub fn construct_matrix(&mut self, ty: TypeId, arguments: Vec<Expr>, braced: bool, span: Span) -> Expr {
        let TypeKind::Matrix(scalar, columns, rows) = *self.types.kind(ty) else { return Expr::error(span) };
        if arguments.iter().any(Expr::is_error) {
            return Expr::error(span);
        }
        if arguments.is_empty() {
            return Expr::value(ExprKind::Zero, ty, span);
        }
        let column_type = self.types.vector(scalar, rows);
        let element = self.types.scalar(scalar);
        let mut values: Vec<Expr> = arguments.into_iter().map(|argument| self.rvalue(argument)).collect();
        let is_scalar = |sema: &Self, value: &Expr| sema.arithmetic_scalar(value.ty.ty).is_some();
        let scalars = values.iter().filter(|value| is_scalar(self, value)).count();
        let count = values.len();
        let given = match (count, self.types.kind(values[0].ty.ty)) {
            (1, TypeKind::Matrix(_, c, r)) if (*c, *r) == (columns, rows) => {
                let value = values.remove(0);
                return self.convert_value(value, ty);
            }
            (1, TypeKind::Matrix(..)) => {
                format!("a `{}`", self.type_name(values[0].ty))
            }
            (1, _) if scalars == 1 && !braced => {
                let value = values.remove(0);
                let value = self.convert_value(value, element);
                return self.diagonal(ty, value, span);
            }
            _ if scalars == count && count == usize::from(columns) * usize::from(rows) => {
                let elements: Vec<Expr> = values.into_iter().map(|value| self.convert_value(value, element)).collect();
                let columns = elements.chunks(usize::from(rows)).map(|chunk| {
                    let column = Expr::value(ExprKind::Vector(chunk.to_vec()), column_type, span);
                    match self.fold(&column) {
                        Some(value) => Expr { kind: ExprKind::Constant(value), ..column },
                        None => column,
                    }
                });
                return Expr::value(ExprKind::Matrix(columns.collect()), ty, span);
            }
            _ if scalars == 0 && (count == usize::from(columns) || (braced && count < usize::from(columns))) => {
                let fits = values.iter().all(|value| {
                    matches!(*self.types.kind(value.ty.ty),
                        TypeKind::Vector(_, lanes) | TypeKind::PackedVector(_, lanes) if lanes == rows)
                });
                if fits {
                    let mut parts: Vec<Expr> =
                        values.into_iter().map(|value| self.convert_value(value, column_type)).collect();
                    while parts.len() < usize::from(columns) {
                        parts.push(Expr::value(ExprKind::Zero, column_type, span));
                    }
                    return Expr::value(ExprKind::Matrix(parts), ty, span);
                }
                "columns of another type".to_owned()
            }
            _ if scalars == count => format!("{count} scalars"),
            _ if scalars == 0 => format!("{count} vectors"),
            _ => "scalars and vectors".to_owned(),
        };
        let name = self.type_name(QualType::new(ty));
        let column = self.type_name(QualType::new(column_type));
        let message = format!("`{name}` can't be made of {given}");
        let diagnostic = Diagnostic::error(codes::CONSTRUCTOR_VALUES, message, span).help(format!(
            "give one scalar for the diagonal, {columns} columns of type `{column}`, or {} scalars column by column",
            u32::from(columns) * u32::from(rows)
        ));
        self.report(diagnostic);
        Expr::error(span)
    }

    /// A matrix with `value` on the diagonal and zero elsewhere.
    fn diagonal(&mut self, ty: TypeId, value: Expr, span: Span) -> Expr {
        let TypeKind::Matrix(scalar, columns, rows) = *self.types.kind(ty) else { return Expr::error(span) };
        let column_type = self.types.vector(scalar, rows);
        let element = self.types.scalar(scalar);
        if self.fold(&value).is_none() && !is_simple(&value) {
            // The value is used once for each column, but evaluated once: a function takes it.
            let function = self.diagonal_function(ty, element);
            let call = ExprKind::Call { function, this: None, arguments: vec![value] };
            return Expr::value(call, ty, span);
        }
        let parts = (0..columns).map(|column| {
            let lanes = (0..rows)
                .map(|row| if row == column { value.clone() } else { Expr::value(ExprKind::Zero, element, span) });
            Expr::value(ExprKind::Vector(lanes.collect()), column_type, span)
        });
        Expr::value(ExprKind::Matrix(parts.collect()), ty, span)
    }

    fn diagonal_function(&mut self, ty: TypeId, element: TypeId) -> crate::sema::hir::FunctionId {
        use crate::msl::AddressSpace;
        use crate::sema::entity::Parameter;
        use crate::sema::hir::Body;
        use crate::sema::hir::Local;
        use crate::sema::hir::LocalId;
        use crate::sema::hir::Stmt;
        use crate::sema::hir::StmtKind;
        use crate::sema::matrix::MatrixOp;
        let key = (MatrixOp::Diagonal, vec![ty]);
        if let Some(id) = self.checker.matrix_functions.get(&key) {
            return *id;
        }
        let local = QualType::new(element);
        let value = Expr::lvalue(ExprKind::Local(LocalId(0)), local.in_space(AddressSpace::Thread), Span::NONE);
        let value = self.rvalue(value);
        let matrix = self.diagonal(ty, value, Span::NONE);
        let body = Body {
            locals: vec![Local {
                name: "value".into(),
                ty: local,
                space: AddressSpace::Thread,
                align: 0,
                span: Span::NONE,
            }],
            parameter_count: 1,
            member_inits: Vec::new(),
            statements: vec![Stmt { kind: StmtKind::Return(Some(matrix)), span: Span::NONE }],
        };
        let parameter = Parameter { name: "value".into(), ty: local, attributes: Vec::new(), span: Span::NONE };
        let name = self.type_name(QualType::new(ty));
        let id = self.add_synthetic_function(&name, QualType::new(ty), vec![parameter], body);
        self.checker.matrix_functions.insert(key, id);
        id
    }
}

/// Whether evaluating an expression again changes nothing and costs nothing.
fn is_simple(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Zero => true,
        ExprKind::Convert(Conversion::Load, object) => matches!(object.kind, ExprKind::Local(_)),
        _ => false,
    }
}
