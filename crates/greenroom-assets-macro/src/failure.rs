//! Why the assets could not be made, with what to do about it.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;

/// Shown as the error of the compilation.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Cargo did not say something.
    NotSet(&'static str),
    /// A file or folder that is there on every machine that is set up.
    Missing(PathBuf),
    /// A file that assets which were made before must have.
    Incomplete(PathBuf),
    /// A file that could not be read or written.
    File(PathBuf, std::io::Error),
    /// A program that could not be started.
    NotStarted(&'static str, std::io::Error),
    /// A program that failed, with what it said.
    Failed(&'static str, String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSet(variable) => write!(f, "{variable} is not set: build with cargo"),
            Self::Missing(path) => write!(
                f,
                "{} is missing; the binary embeds web pages, so building it needs Node: \
                 run `make setup` (or `npm ci` in web/). `cargo check` needs none of this.",
                path.display()
            ),
            Self::Incomplete(path) => write!(
                f,
                "{} is missing: unpack the source archive again, or remove its folder and run \
                 `make setup`",
                path.display()
            ),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::NotStarted(task, error) => {
                write!(f, "{task}: {error}; `make setup` installs what is missing")
            }
            Self::Failed(task, said) => {
                write!(
                    f,
                    "{task} failed; `make setup` adds what may be missing\n{said}"
                )
            }
        }
    }
}

/// Runs a program to its end. Its words are kept for the error: the compiler's own output is read
/// by Cargo.
pub(crate) fn run(task: &'static str, command: &mut Command) -> Result<(), Failure> {
    let output = command
        .output()
        .map_err(|error| Failure::NotStarted(task, error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(Failure::Failed(
        task,
        String::from_utf8_lossy(&said).into_owned(),
    ))
}
