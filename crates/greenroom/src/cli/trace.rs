//! `greenroom trace export SESSION`: one HTML file of a session.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Map, json};

use super::one_call;
use crate::start::{StartError, StartOptions};

/// The tool that does it.
const TOOL: &str = "scorm_export_trace";

#[derive(Debug, Args)]
pub(super) struct TraceCommand {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Write one HTML file that shows every moment of a session, offline in any browser
    Export(Export),
}

#[derive(Debug, Args)]
struct Export {
    /// The session, open in any server or closed
    session: String,
    /// The file to write; beside the session's journal if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Hide who the learner is and what they wrote; leaves pictures out
    #[arg(long)]
    mask: bool,
}

/// Writes the trace and prints where it is.
pub(super) fn run(command: &TraceCommand, options: &StartOptions) -> Result<ExitCode, StartError> {
    let Verb::Export(export) = &command.verb;
    let mut arguments = Map::new();
    arguments.insert("session_id".to_owned(), json!(export.session));
    arguments.insert("mask".to_owned(), json!(export.mask));
    if let Some(path) = &export.output {
        arguments.insert("output_path".to_owned(), json!(path));
    }
    let result = match one_call::call(TOOL, || Ok(arguments), options)? {
        Ok(result) => result,
        Err(exit_code) => return Ok(exit_code),
    };
    for notice in result.envelope["diagnostics"]["notices"]
        .as_array()
        .into_iter()
        .flatten()
    {
        super::say(notice.as_str().unwrap_or_default());
    }
    let path = &result.envelope["data"]["artifact_path"];
    super::print(path.as_str().unwrap_or_default())?;
    Ok(ExitCode::SUCCESS)
}
