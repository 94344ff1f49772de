//! `greenroom` without arguments: the workbench for people; `greenroom url`: a way in.

use std::process::ExitCode;

use greenroom_os::endings::Endings;
use greenroom_web::workbench;

use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// What was asked for is not there.
const NOT_THERE: u8 = 3;

/// Serves the workbench and opens it, until the user ends it.
pub(super) fn run(options: &StartOptions) -> Result<ExitCode, StartError> {
    let data_directory = start::data_directory()?;
    // One page for all: a workbench that runs already is the one to open.
    if workbench::is_running(&data_directory) {
        super::say("The workbench is running already.");
        if options.opens_no_browser() {
            return url();
        }
        let opened = workbench::ask_for_opening(&data_directory, None, super::say)
            .and_then(|file| workbench::open_browser(&file));
        if let Err(error) = opened {
            super::say_error(&format!("no browser was opened: {error}"));
            return url();
        }
        return Ok(ExitCode::SUCCESS);
    }
    let app = start::app(options)?;
    logging::start_server(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut endings = Endings::listen()?;
        let workbench = app.humans().workbench().await?;
        // Printed in any case: a browser that was opened elsewhere or not at all is no loss.
        if let Some(address) = workbench.address(Some("home")) {
            super::print(address)?;
        }
        workbench.open_page(Some("home"));
        super::say("The address is good once. `greenroom url` prints an address for another browser. Ctrl+C ends.");
        endings.next().await;
        app.close().await;
        Ok(ExitCode::SUCCESS)
    })
}

/// Prints a fresh one-time address.
pub(super) fn url() -> Result<ExitCode, StartError> {
    match workbench::ask_for_url(&start::data_directory()?, super::say) {
        Ok(url) => {
            super::print(url)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            super::say_error(&format!("{error}; `greenroom` starts one"));
            Ok(ExitCode::from(NOT_THERE))
        }
        Err(error) => {
            super::say_error(&error.to_string());
            Ok(ExitCode::from(NOT_THERE))
        }
    }
}
