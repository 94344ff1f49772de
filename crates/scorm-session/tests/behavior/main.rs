//! How a session behaves around its content.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

mod calls;
mod ends;
mod scorm_1_2;
mod stage;
mod tracking;
