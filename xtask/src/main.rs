//! Repository tasks: `cargo xtask tidy` checks the layout rules of this repository.
fn main() {}
