//! `greenroom --ui-dir DIR`: the UI of a folder beside the workbench, for people, without MCP.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use greenroom_os::endings::Endings;
use greenroom_tools::App;
use greenroom_web::workbench;

use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// Serves until SIGTERM or SIGINT. Lua prints to stdout; stdin is not read.
pub(super) fn run(folder: &Path, options: &StartOptions) -> Result<ExitCode, StartError> {
    // One page for all: a workbench that runs already finds the UI by itself.
    let has_workbench = workbench::is_running(&start::data_directory()?);
    let app = start::app(options)?;
    logging::start_command(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(&app, std::path::absolute(folder)?, has_workbench))
}

async fn serve(
    app: &Arc<App>,
    folder: PathBuf,
    has_workbench: bool,
) -> Result<ExitCode, StartError> {
    let mut endings = Endings::listen()?;
    let url = app
        .ui()
        .serve(folder)
        .await
        .map_err(|error| StartError::Unusable(format!("{error}. {}", error.hint)))?;
    writeln!(std::io::stdout(), "{url}")?;
    if !has_workbench && let Err(error) = app.humans().workbench().await {
        super::say_error(&format!("there is no workbench: {error}"));
    }
    super::say("The workbench links to the page; `greenroom url` prints its address.");
    endings.next().await;
    app.close().await;
    Ok(ExitCode::SUCCESS)
}
