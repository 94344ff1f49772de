//! The system below: what every system does in its own way, as plain functions.
//!
//! The only crate that names a system: `cargo xtask tidy` refuses code and dependencies of Unix or
//! Windows elsewhere. A function does the same thing everywhere, or its error says that this system
//! cannot do it; what merely saves effort may have nothing to do on a system, and says so here.
//! Only Linux has run this. For Windows and macOS the compiler has checked it, and nobody more.

pub mod beneath;
pub mod c_stream;
pub mod disk;
pub mod endings;
pub mod group;
pub mod hang_ups;
pub mod limits;
pub mod memory;
pub mod names;
pub mod private;
pub mod processes;
pub mod program;
pub mod regular;
pub mod sandbox;
pub mod streams;
mod system;

pub use system::{SYSTEM, System};

/// The error of what a system cannot do.
#[cfg(windows)]
fn cannot(why: &'static str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::Unsupported, why)
}
