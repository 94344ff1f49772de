//! What CI runs, in the order in which a fault is cheapest to find.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The crates that must build for WebAssembly.
const PURE: &[&str] = &[
    "scorm-package",
    "scorm-lint",
    "scorm-sequencing",
    "scorm-runtime",
    "scorm-session",
    "scorm-wasm",
];

/// Runs every check and stops at the first that fails.
#[expect(clippy::print_stderr, reason = "progress for a person")]
pub(crate) fn run(root: &Path) -> Result<(), String> {
    step(root, "fmt", &["fmt", "--all", "--check"], &[])?;
    eprintln!("== tidy");
    crate::tidy::run(root)?;
    step(
        root,
        "clippy",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    let mut wasm = vec![
        "clippy",
        "--locked",
        "--lib",
        "--target",
        "wasm32-unknown-unknown",
    ];
    for name in PURE {
        wasm.extend(["-p", name]);
    }
    wasm.extend(["--", "-D", "warnings"]);
    step(root, "clippy for wasm32", &wasm, &[])?;
    step(
        root,
        "tests",
        &["nextest", "run", "--workspace", "--locked"],
        &[],
    )?;
    step(
        root,
        "doctests",
        &["test", "--workspace", "--locked", "--doc", "--quiet"],
        &[],
    )?;
    step(
        root,
        "docs",
        &["doc", "--workspace", "--no-deps", "--locked", "--quiet"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )
}

#[expect(clippy::print_stderr, reason = "progress for a person")]
fn step(root: &Path, name: &str, arguments: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("== {name}: cargo {}", arguments.join(" "));
    let start = Instant::now();
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .envs(env.iter().copied())
        .current_dir(root)
        .status()
        .map_err(|error| format!("{name}: cargo could not be started: {error}"))?;
    eprintln!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() {
        Ok(())
    } else {
        Err(format!("{name} failed"))
    }
}
