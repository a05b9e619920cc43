//! The Cranelift back-end: plugs into [`deburr`] through its back-end trait.
