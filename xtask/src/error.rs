//! Why a task failed.

use std::{fmt, io};

/// Why a task failed, for the person who started it.
#[derive(Debug)]
pub(crate) enum TaskError {
    /// There is no such task.
    Usage,
    /// A program could not be started.
    NotStarted { what: String, error: io::Error },
    /// A program that gives facts failed.
    ProgramFailed { program: String, said: String },
    /// A step of CI failed; it said why by itself.
    StepFailed(String),
    /// What cargo says of the workspace cannot be read.
    Metadata(serde_json::Error),
    /// Rules of the repository are broken.
    Untidy(Vec<String>),
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage => f.write_str("usage: cargo xtask tidy | systems | ci"),
            Self::NotStarted { what, error } => write!(f, "{what}: {error}"),
            Self::ProgramFailed { program, said } => write!(f, "{program}: {said}"),
            Self::StepFailed(name) => write!(f, "{name} failed"),
            Self::Metadata(error) => write!(f, "cargo metadata: {error}"),
            Self::Untidy(faults) => f.write_str(&faults.join("\n")),
        }
    }
}

impl std::error::Error for TaskError {}
