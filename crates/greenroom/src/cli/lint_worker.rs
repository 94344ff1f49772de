//! `greenroom lint-worker`: the process in which untrusted packages are linted.

use std::process::ExitCode;

use greenroom_report::examiner;

use crate::start::StartError;

/// Serves until the process that started this one is gone.
pub(super) fn run() -> Result<ExitCode, StartError> {
    examiner::serve()?;
    Ok(ExitCode::SUCCESS)
}
