//! What every face needs at start: data directory, settings, the selection of tools.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_human::HumanError;
use greenroom_store::DataDir;
use greenroom_tools::config::{
    Config, ConfigError, DialogsConfig, ProxyAddress, RemoteOptions, Unusable,
};
use greenroom_tools::registry::UnknownSet;
use greenroom_tools::{App, Toolset};

use crate::project;

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
    #[error(transparent)]
    Human(#[from] HumanError),
    /// The settings of the dialogs contradict each other.
    #[error(transparent)]
    Dialogs(#[from] greenroom_human::Unusable),
    /// What a command was given cannot be used.
    #[error("{0}")]
    Unusable(String),
}

impl StartError {
    /// Whoever was to read the output has gone.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

/// The options that every face has.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct StartOptions {
    /// Offer only these sets of tools: core, scorm, ui, dialog, or groups such as
    /// open, play, page, dom, lint, test, automation
    #[arg(long, global = true, value_delimiter = ',', value_name = "SETS")]
    tools: Vec<String>,
    /// Read settings from this file instead of config.toml in the data directory
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Play courses in the browser at this ws:// debugger address instead of starting one
    #[arg(long, global = true, value_name = "ADDRESS", value_parser = browsers, conflicts_with = "browsers")]
    connect: Option<String>,
    /// Play courses in browsers elsewhere: grid=http://HOST:4444 (Selenium Grid 4), or
    /// connect=http://HOST:9222,… (Chromium with a DevTools port); private networks only
    #[arg(long, global = true, value_name = "POOL", value_parser = browsers)]
    browsers: Option<String>,
    /// Where those browsers reach this server: IP:PORT, or IP:PORT=HOST:PORT if they do so under
    /// another name; any port of the address that faces them if absent
    #[arg(long, global = true, value_name = "ADDRESS", value_parser = browser_proxy)]
    browser_proxy: Option<String>,
    /// Open files and processes of this machine to Lua code of the UI platform
    #[arg(long, global = true)]
    lua_full_access: bool,
    #[command(flatten)]
    dialogs: DialogOptions,
}

/// How the human is asked; each may also stand in table `[dialogs]` of config.toml.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Workbench and dialogs")]
pub(crate) struct DialogOptions {
    /// Port of the workbench; 3000 or the next free one if absent, 0 for any
    #[arg(long, global = true, value_name = "PORT", env = "GREENROOM_PORT")]
    port: Option<u16>,
    /// Hold a dialog call this long, whoever the client is
    #[arg(long, global = true, value_name = "SECONDS")]
    hold: Option<f64>,
    /// Do not open the browser
    #[arg(long, global = true)]
    no_open: bool,
    /// Refuse questions while no page is connected
    #[arg(long, global = true)]
    require_ui: bool,
    /// Let programs ask without a token; their cards say so
    #[arg(long, global = true)]
    ws_no_token: bool,
    /// Let another program show the dialogs, at this ws:// address
    #[arg(long, global = true, value_name = "ADDRESS")]
    parent: Option<String>,
    /// Ask in the client too, where it can show a form
    #[arg(long, global = true)]
    elicit: bool,
    /// Another name under which the workbench may be reached
    #[arg(long = "allowed-host", global = true, value_name = "HOST")]
    allowed_hosts: Vec<String>,
    /// Bind the workbench to this address too; needs --allow-remote
    #[arg(long, global = true, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Let other machines reach the workbench, over plain HTTP
    #[arg(long, global = true)]
    allow_remote: bool,
}

impl StartOptions {
    /// The sets of tools that are offered; none for all.
    pub(crate) fn sets(&self) -> &[String] {
        &self.tools
    }

    /// Whether Lua code may reach the whole machine.
    pub(crate) fn opens_lua(&self) -> bool {
        self.lua_full_access
    }

    /// Whether the human opens pages by hand.
    pub(crate) fn opens_no_browser(&self) -> bool {
        self.dialogs.no_open
    }
}

impl DialogOptions {
    /// Flags win over the file.
    fn apply(&self, config: &mut DialogsConfig) {
        config.port = self.port.or(config.port);
        config.hold = self.hold.or(config.hold);
        if self.parent.is_some() {
            config.parent.clone_from(&self.parent);
        }
        config.elicit |= self.elicit;
        config.no_open |= self.no_open;
        config.require_ui |= self.require_ui;
        config.ws_no_token |= self.ws_no_token;
        config.bind = self.bind.or(config.bind);
        config.allow_remote |= self.allow_remote;
        config
            .allowed_hosts
            .extend(self.allowed_hosts.iter().cloned());
    }
}

/// Makes the process state from options, environment and settings.
pub(crate) fn app(options: &StartOptions) -> Result<Arc<App>, StartError> {
    app_for(options, None)
}

/// As [`app`], for one course: the profiles of its project count.
pub(crate) fn app_for(
    options: &StartOptions,
    course: Option<&Path>,
) -> Result<Arc<App>, StartError> {
    let data_directory = data_directory()?;
    let mut config = match &options.config {
        Some(path) => Config::read(path)?,
        None => Config::of_directory(&data_directory)?,
    };
    let named = options.browsers.as_ref().or(options.connect.as_ref());
    if let Some(named) = named {
        config.browser.pool = Some(named.clone());
    }
    if let Some(address) = &options.browser_proxy {
        config.browser.proxy_address = Some(address.clone());
    }
    let mut profiles = course.map_or_else(|| Ok(BTreeMap::new()), project::profiles_above)?;
    if profiles.is_empty() {
        // The file may be about something else, and is no reason not to start.
        profiles = project::profiles_here().unwrap_or_default();
    }
    config.validation.profiles.extend(profiles);
    options.dialogs.apply(&mut config.dialogs);
    config.dialogs.check()?;
    let toolset = Toolset::select(&options.tools, &config.tools)?;
    let app = App::new(config, data_directory, toolset);
    if options.lua_full_access {
        app.ui().allow_full_access();
    }
    Ok(app)
}

/// Says early what is wrong with the browsers that an option names.
fn browsers(given: &str) -> Result<String, Unusable> {
    RemoteOptions::parse(given).map(|_| given.to_owned())
}

fn browser_proxy(given: &str) -> Result<String, Unusable> {
    ProxyAddress::parse(given).map(|_| given.to_owned())
}

/// `GREENROOM_HOME`, else the platform's user-data folder + `greenroom`.
pub(crate) fn data_directory() -> Result<PathBuf, StartError> {
    let home = std::env::var_os("GREENROOM_HOME").map(PathBuf::from);
    let directory = DataDir::locate(home).ok_or(StartError::NoDataDirectory)?;
    Ok(std::path::absolute(directory)?)
}
