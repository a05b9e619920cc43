//! Room for recursion: runs work on a thread with a large stack.
//!
//! Everything that walks the syntax tree recurses as deep as the source nests. The parser limits the depth; this makes
//! sure that the stack holds it, whatever thread the caller is on. Knows nothing of what runs.

use std::cell::Cell;

/// Enough for the deepest tree the parser makes, several times over, in unoptimised builds. Only touched pages cost.
const STACK_BYTES: usize = 256 << 20;

thread_local! {
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` where the stack is deep: here, if an outer call has seen to that already.
pub fn on_deep_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    if IS_DEEP.get() {
        return f();
    }
    std::thread::scope(|scope| {
        let deep = move || {
            IS_DEEP.set(true);
            f()
        };
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, deep);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // The system has no thread to give: nothing can be compiled then.
            Err(error) => panic!("cannot start a thread: {error}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recursion_fits() {
        fn count(depth: u32) -> u32 {
            let padding = std::hint::black_box([depth; 256]);
            if depth == 0 { 0 } else { count(depth - 1) + padding[0] / depth }
        }
        assert_eq!(on_deep_stack(|| count(20_000) + on_deep_stack(|| count(20_000))), 40_000);
    }
}
