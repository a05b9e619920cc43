//! Tests that are data: one `.metal` file is one test, with its runs and expectations in comments.
//!
//! It reads the comments and compares them with what was reported. It must never know how a kernel is compiled or run:
//! whoever runs the test hands in plain reports.

mod file_test;

pub use file_test::Expectation;
pub use file_test::FileTest;
pub use file_test::Kind;
pub use file_test::Problem;
pub use file_test::Report;
pub use file_test::Run;
