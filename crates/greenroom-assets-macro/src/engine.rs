//! The engine as WebAssembly.

use crate::failure::{Failure, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The engines: what each is for.
#[derive(Clone, Copy)]
pub(crate) enum Engine {
    /// Every launch of a course loads it, so it holds nothing that a player does not need.
    Player,
    /// For those who look at a session.
    Inspector,
    /// The code of LMSs; loaded by launches in a profile other than the standard.
    Lms,
}

impl Engine {
    fn file(self) -> &'static str {
        match self {
            Self::Player => "engine.wasm",
            Self::Inspector => "inspecting_engine.wasm",
            Self::Lms => "lms.wasm",
        }
    }

    fn package(self) -> &'static str {
        match self {
            Self::Player | Self::Inspector => "scorm-wasm",
            Self::Lms => "scorm-lms-wasm",
        }
    }

    fn features(self) -> &'static [&'static str] {
        match self {
            Self::Player | Self::Lms => &[],
            Self::Inspector => &["--features", "inspect"],
        }
    }
}

/// Builds an engine in a target folder of its own: the outer cargo holds the lock of the usual one.
pub(crate) fn build(root: &Path, out: &Path, engine: Engine) -> Result<PathBuf, Failure> {
    let target = out.join("wasm");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(
        "building the engine for wasm32-unknown-unknown",
        Command::new(cargo)
            .args(["build", "--locked", "--package", engine.package()])
            .args(["--profile", "wasm", "--target", "wasm32-unknown-unknown"])
            .args(engine.features())
            .arg("--target-dir")
            .arg(&target)
            // Flags and wrappers of the outer build are for the host.
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env_remove("RUSTC_WRAPPER")
            .current_dir(root),
    )?;
    let built = format!("{}.wasm", engine.package().replace('-', "_"));
    let built = target.join("wasm32-unknown-unknown/wasm").join(built);
    let engine = out.join(engine.file());
    std::fs::copy(&built, &engine).map_err(|error| Failure::File(built, error))?;
    Ok(engine)
}
