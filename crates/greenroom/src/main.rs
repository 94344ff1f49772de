//! The binary: MCP over stdio, command line, workbench; three thin faces over one call.

mod cli;
mod logging;
mod mcp;
mod start;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    cli::run(cli::Cli::parse())
}
