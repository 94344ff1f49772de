//! `greenroom serve`: MCP over HTTP; `greenroom token`: an entry for its file of tokens.

use std::process::ExitCode;

use crate::http::{self, ServeOptions};
use crate::start::{StartError, StartOptions};

/// Serves until it is ended.
pub(super) fn run(command: &ServeOptions, options: &StartOptions) -> Result<ExitCode, StartError> {
    http::serve(command, options, super::say)
}

/// Makes a token: the entry for the file to stdout, the token itself to whoever looks on.
pub(super) fn token(name: &str) -> Result<ExitCode, StartError> {
    let (token, entry) = http::token_entry(name)?;
    super::say(&format!(
        "The token of {name}, which is shown once:\n{token}\nIts entry for the file of `greenroom serve --tokens FILE`:"
    ));
    super::print(entry.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
