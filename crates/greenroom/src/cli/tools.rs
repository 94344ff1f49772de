//! `greenroom tools`: the tools, by name and first line.

use std::process::ExitCode;

use crate::start::{self, StartError, StartOptions};

/// Prints one line per offered tool.
pub(super) fn run(options: &StartOptions) -> Result<ExitCode, StartError> {
    let app = start::app(options)?;
    let offered: Vec<_> = app.toolset().iter().collect();
    let width = offered
        .iter()
        .map(|offered| offered.tool.name().len())
        .max()
        .unwrap_or(0);
    for offered in offered {
        let description = offered.tool.description();
        let first_line = description.lines().next().unwrap_or_default();
        super::print(format_args!("{:width$}  {first_line}", offered.tool.name()))?;
    }
    Ok(ExitCode::SUCCESS)
}
