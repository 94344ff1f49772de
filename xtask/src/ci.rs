//! What CI runs, in the order in which a fault is cheapest to find.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::error::TaskError;

/// The crates that must build for WebAssembly.
const PURE: &[&str] = &[
    "scorm-package",
    "scorm-lint",
    "scorm-sequencing",
    "scorm-runtime",
    "scorm-session",
    "scorm-wasm",
    "scorm-lms",
    "scorm-lms-wasm",
];

/// Tests and lints are of everything, several servers included; what most people build is checked too.
const ALL: [&str; 2] = ["--features", "greenroom/cluster"];

/// Runs every check and stops at the first that fails.
#[expect(clippy::print_stderr, reason = "progress for a person")]
pub(crate) fn run(root: &Path) -> Result<(), TaskError> {
    cargo(root, "fmt", &["fmt", "--all", "--check"], &[])?;
    eprintln!("== tidy");
    crate::tidy::run(root)?;
    let spelling = root.join("xtask/.venv/bin/typos");
    step(root, "spelling", &mut Command::new(spelling))?;
    let mut pages = Command::new("npm");
    pages.args(["run", "--silent", "check"]);
    step(&root.join("web"), "pages", &mut pages)?;
    cargo(
        root,
        "clippy",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            ALL[0],
            ALL[1],
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    cargo(
        root,
        "clippy of the default",
        &["clippy", "--workspace", "--locked", "--", "-D", "warnings"],
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
    // What only traces use of the engine; the rest is checked with the workspace.
    wasm.extend(["--features", "scorm-wasm/inspect"]);
    wasm.extend(["--", "-D", "warnings"]);
    cargo(root, "clippy for wasm32", &wasm, &[])?;
    crate::other_systems::run(root)?;
    cargo(
        root,
        "tests",
        &["nextest", "run", "--workspace", "--locked", ALL[0], ALL[1]],
        &[],
    )?;
    cargo(
        root,
        "doctests",
        &[
            "test",
            "--workspace",
            "--locked",
            ALL[0],
            ALL[1],
            "--doc",
            "--quiet",
        ],
        &[],
    )?;
    cargo(
        root,
        "docs",
        &[
            "doc",
            "--workspace",
            "--no-deps",
            "--locked",
            ALL[0],
            ALL[1],
            "--quiet",
        ],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )
}

fn cargo(
    root: &Path,
    name: &str,
    arguments: &[&str],
    env: &[(&str, &str)],
) -> Result<(), TaskError> {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).envs(env.iter().copied());
    step(root, name, &mut command)
}

#[expect(clippy::print_stderr, reason = "progress for a person")]
pub(crate) fn step(folder: &Path, name: &str, command: &mut Command) -> Result<(), TaskError> {
    let program = Path::new(command.get_program()).file_name();
    let program = program.unwrap_or_default().to_string_lossy().into_owned();
    let arguments: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    eprintln!("== {name}: {program} {}", arguments.join(" "));
    let start = Instant::now();
    let status = command
        .current_dir(folder)
        .status()
        .map_err(|error| TaskError::NotStarted {
            what: format!("{name}: {program} could not be started"),
            error,
        })?;
    eprintln!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() {
        Ok(())
    } else {
        Err(TaskError::StepFailed(name.to_owned()))
    }
}
