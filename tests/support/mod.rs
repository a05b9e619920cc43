//! What several integration tests share. It knows nothing of deburr: references must not depend on what they check.

pub mod reference;
