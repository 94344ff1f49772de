//! Tests of the rules, as one binary.
#![expect(
    clippy::unwrap_used,
    reason = "a test may stop where its fixture is wrong"
)]

mod cases;
mod differential;
mod disk;
mod examples;
mod fixes;
mod fixture;
mod hostile;
mod mutants;
mod packages;
mod registry;
mod scripts;
mod settings;
mod silent;
mod suggestions;
