//! `greenroom docs`: writes the generated pages, for those who work on Greenroom.

use std::path::Path;
use std::process::ExitCode;

use crate::start::StartError;

/// Writes every generated page into `directory`.
pub(super) fn run(directory: &Path) -> Result<ExitCode, StartError> {
    std::fs::create_dir_all(directory)?;
    for (name, text) in greenroom_tools::docs::files() {
        std::fs::write(directory.join(name), text)?;
    }
    Ok(ExitCode::SUCCESS)
}
