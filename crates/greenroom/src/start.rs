//! What every face needs at start: data directory, settings, the selection of tools.

use std::path::PathBuf;
use std::sync::Arc;

use greenroom_store::DataDir;
use greenroom_tools::config::{Config, ConfigError};
use greenroom_tools::registry::UnknownSet;
use greenroom_tools::{App, Toolset};

/// Why Greenroom cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error("this user has no data directory; set GREENROOM_HOME")]
    NoDataDirectory,
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    UnknownSet(#[from] UnknownSet),
    #[error("{}: {error}", path.display())]
    Unreadable {
        path: PathBuf,
        error: std::io::Error,
    },
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// What a command was given cannot be used.
    #[error("{0}")]
    Unusable(String),
}

/// The options that every face has.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct StartOptions {
    /// Offer only these sets of tools: core, scorm, ui, dialog
    #[arg(long, global = true, value_delimiter = ',', value_name = "SETS")]
    tools: Vec<String>,
    /// Read settings from this file instead of config.toml in the data directory
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Play courses in the browser at this ws:// debugger address instead of starting one
    #[arg(long, global = true, value_name = "ADDRESS")]
    connect: Option<String>,
}

/// Makes the process state from options, environment and settings.
pub(crate) fn app(options: &StartOptions) -> Result<Arc<App>, StartError> {
    let data_directory = data_directory()?;
    let mut config = match &options.config {
        Some(path) => Config::read(path)?,
        None => Config::of_directory(&data_directory)?,
    };
    if options.connect.is_some() {
        config.browser.connect.clone_from(&options.connect);
    }
    let toolset = Toolset::select(&options.tools, &config.tools)?;
    Ok(App::new(config, data_directory, toolset))
}

/// `GREENROOM_HOME`, else the platform's user-data folder + `greenroom`.
fn data_directory() -> Result<PathBuf, StartError> {
    let home = std::env::var_os("GREENROOM_HOME").map(PathBuf::from);
    let directory = DataDir::locate(home).ok_or(StartError::NoDataDirectory)?;
    Ok(std::path::absolute(directory)?)
}
