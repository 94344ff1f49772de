//! The `greenroom` command.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    greenroom::cli::run(greenroom::cli::Cli::parse())
}
