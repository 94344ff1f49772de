//! What browsers are served, as bytes: the engine and the code of LMSs as WebAssembly, the pages of `web/`, axe-core.
//!
//! The macro makes them when this crate is compiled for a program that will run. `cargo check`,
//! clippy, rustdoc and editors see the same constants, empty, and need neither Node nor the
//! WebAssembly target.

greenroom_assets_macro::make_assets!();
