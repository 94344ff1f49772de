//! Repository tasks: `tidy` checks the rules of this repository, `systems` checks the code for
//! other systems, `ci` runs all that CI runs.

mod ci;
mod error;
mod other_systems;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::error::TaskError;

#[expect(clippy::print_stderr, reason = "a task runner talks to a person")]
fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let outcome = match task.as_str() {
        "tidy" => tidy::run(&root()),
        "systems" => other_systems::run(&root()),
        "ci" => ci::run(&root()),
        _ => Err(TaskError::Usage),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace: the folder above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}
