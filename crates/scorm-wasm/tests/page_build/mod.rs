//! The engine as the page loads it, built for a test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the engine for the page into its own target folder, as build scripts do: sharing the
/// folder of the running build would wait for its lock forever.
pub(crate) fn build_engine() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm");
    let status = Command::new(env!("CARGO"))
        .current_dir(&root)
        .args(["build", "--quiet", "--locked", "-p", "scorm-wasm", "--lib"])
        .args([
            "--profile",
            "wasm",
            "--target",
            "wasm32-unknown-unknown",
            "--target-dir",
        ])
        .arg(&target)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .unwrap();
    assert!(status.success(), "the engine does not build for the page");
    target.join("wasm32-unknown-unknown/wasm/scorm_wasm.wasm")
}
