//! The engine as WebAssembly.

use crate::failure::{Failure, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds `scorm-wasm` in a target folder of its own: the outer cargo holds the lock of the usual one.
pub(crate) fn build(root: &Path, out: &Path) -> Result<PathBuf, Failure> {
    let target = out.join("wasm");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(
        "building the engine for wasm32-unknown-unknown",
        Command::new(cargo)
            .args(["build", "--locked", "--package", "scorm-wasm"])
            .args(["--profile", "wasm", "--target", "wasm32-unknown-unknown"])
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
    let built = target.join("wasm32-unknown-unknown/wasm/scorm_wasm.wasm");
    let engine = out.join("engine.wasm");
    std::fs::copy(&built, &engine).map_err(|error| Failure::File(built, error))?;
    Ok(engine)
}
