//! One tool call from a shell: the app is started for it, and closed again.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use greenroom_tools::{CallResult, Request, ToolError};
use serde_json::{Map, Value};

use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// The answer of the tool
    Json,
}

/// Calls the tool, prints what came of it, and says by the exit code whether it is well.
pub(super) fn judge(
    name: &str,
    arguments: Map<String, Value>,
    format: Format,
    told: impl FnOnce(&Value) -> String,
    is_well: impl FnOnce(&Value) -> bool,
    options: &StartOptions,
) -> Result<ExitCode, StartError> {
    let course = ["package_path", "workspace_path"].iter();
    let course = course.clone().find_map(|key| arguments.get(*key)?.as_str());
    let course = course.map(PathBuf::from);
    let result = match call_for(course.as_deref(), name, || Ok(arguments), options)? {
        Ok(result) => result,
        Err(exit_code) => return Ok(exit_code),
    };
    let data = &result.envelope["data"];
    match format {
        Format::Json => super::print(format_args!("{data:#}"))?,
        Format::Text => super::print(told(data))?,
    }
    Ok(if is_well(data) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Calls the tool; a failure goes to stderr and becomes the exit code.
///
/// The arguments are read once the app runs, so that what keeps it from starting is reported first.
pub(super) fn call(
    name: &str,
    arguments: impl FnOnce() -> Result<Map<String, Value>, ToolError>,
    options: &StartOptions,
) -> Result<Result<CallResult, ExitCode>, StartError> {
    call_for(None, name, arguments, options)
}

/// As [`call`], about one course.
fn call_for(
    course: Option<&Path>,
    name: &str,
    arguments: impl FnOnce() -> Result<Map<String, Value>, ToolError>,
    options: &StartOptions,
) -> Result<Result<CallResult, ExitCode>, StartError> {
    let app = start::app_for(options, course)?;
    logging::start_command(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(async {
        let outcome = match arguments() {
            Ok(arguments) => greenroom_tools::call(&app, name, arguments, Request::default()).await,
            Err(error) => Err(error),
        };
        app.close().await;
        outcome
    });
    Ok(outcome.map_err(|error| {
        super::say_failure(&error);
        ExitCode::from(error.code.exit_code())
    }))
}
