//! Stands in for body checking until it lands; goes away then.

use super::Sema;
use super::hir::FunctionId;

impl Sema {
    /// Checks a function's body, if that hasn't been done.
    pub fn check_body(&mut self, function: FunctionId) {
        let _ = function;
    }
}
