//! The `greenroom` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    greenroom::cli::run(greenroom::cli::parse())
}
