//! One tool call from a shell: the app is started for it, and closed again.

use std::process::ExitCode;

use greenroom_tools::{CallResult, Request, ToolError};
use serde_json::{Map, Value};

use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// Calls the tool; a failure goes to stderr and becomes the exit code.
///
/// The arguments are read once the app runs, so that what keeps it from starting is reported first.
pub(super) fn call(
    name: &str,
    arguments: impl FnOnce() -> Result<Map<String, Value>, ToolError>,
    options: &StartOptions,
) -> Result<Result<CallResult, ExitCode>, StartError> {
    let app = start::app(options)?;
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
