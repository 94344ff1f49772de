//! `greenroom profile`: the LMS profiles, what is known of each, and how faithful it is.

mod show;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};

use crate::start::StartError;

/// What to do with profiles.
#[derive(Debug, Args)]
pub(super) struct ProfileCommand {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// List the profiles
    List,
    /// Show what is known of an LMS, with the sources
    Show {
        /// Its name
        name: String,
    },
    /// Replay measured call sequences and compare every answer
    ///
    /// Exit code 0: every file is at its goal (97 % of calls, 90 % of sequences); 1: one is not;
    /// 2: one cannot be read.
    Verify {
        /// Files of call sequences, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How to print
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object per file, and one of the sum
    Jsonl,
}

/// Does what the command asks for.
pub(super) fn run(command: &ProfileCommand) -> Result<ExitCode, StartError> {
    match &command.act {
        Act::List => show::list(),
        Act::Show { name } => show::one(name),
        Act::Verify { files, format } => verify::run(files, *format),
    }
}
