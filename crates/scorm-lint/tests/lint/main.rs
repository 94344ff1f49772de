//! Tests of the rules, as one binary.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop where its fixture is wrong"
)]

mod cases;
mod disk;
mod examples;
mod fixture;
mod packages;
mod registry;
mod silent;
