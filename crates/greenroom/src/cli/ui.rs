//! `greenroom --ui-dir DIR`: the UI of a folder beside the workbench, for people, without MCP.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use greenroom_tools::App;
use tokio::signal::unix::{SignalKind, signal};

use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// Serves until SIGTERM or SIGINT. Lua prints to stdout; stdin is not read.
pub(super) fn run(folder: &Path, options: &StartOptions) -> Result<ExitCode, StartError> {
    let app = start::app(options)?;
    logging::start_command(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(&app, std::path::absolute(folder)?))
}

async fn serve(app: &Arc<App>, folder: PathBuf) -> Result<ExitCode, StartError> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let url = app
        .ui()
        .serve(folder)
        .await
        .map_err(|error| StartError::Unusable(format!("{error}. {}", error.hint)))?;
    writeln!(std::io::stdout(), "{url}")?;
    // The workbench of whichever process has it links to the page.
    match app.humans().workbench().await {
        Ok(_) => super::say("`greenroom url` prints the address of the workbench."),
        Err(error) => super::say(&format!("No workbench here: {error}.")),
    }
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    app.close().await;
    Ok(ExitCode::SUCCESS)
}
