//! Settings of the way to the human: table `[dialogs]` of `config.toml`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use schemars::JsonSchema;
use serde::Deserialize;

/// How the human is asked. No agent can change it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DialogsConfig {
    /// The workbench's port; without one 3000 or the next free one.
    pub port: Option<u16>,
    /// Seconds that a call holds, whoever the client is.
    pub hold: Option<f64>,
    /// The browser is not opened.
    pub no_open: bool,
    /// Questions are refused while no page is connected.
    pub require_ui: bool,
    /// Programs may ask without a token.
    pub ws_no_token: bool,
    /// Another program (`ws://…`) shows the dialogs instead of the workbench.
    pub parent: Option<String>,
    /// Clients that can show a form are asked too.
    pub elicit: bool,
    /// More names under which the workbench may be reached.
    pub allowed_hosts: Vec<String>,
    /// An address beside the loopback ones; it needs `allow_remote`.
    pub bind: Option<IpAddr>,
    /// Other machines may reach the workbench.
    pub allow_remote: bool,
}

/// Why the workbench is not served with these settings.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    #[error("--allow-remote needs --bind with the address to listen on")]
    NoAddress,
    #[error(
        "--bind {address} lets other machines reach the workbench; add --allow-remote if that is \
         meant"
    )]
    NotMeant { address: IpAddr },
    #[error(
        "--ws-no-token cannot stand beside --bind {address}: programs of other machines need the \
         token"
    )]
    NoToken { address: IpAddr },
}

impl DialogsConfig {
    /// What must not be left to chance, or why it cannot be used like this.
    pub fn check(&self) -> Result<(), Unusable> {
        match self.bind.filter(|address| !is_own(*address)) {
            None if self.allow_remote => Err(Unusable::NoAddress),
            Some(address) if !self.allow_remote => Err(Unusable::NotMeant { address }),
            Some(address) if self.ws_no_token => Err(Unusable::NoToken { address }),
            _ => Ok(()),
        }
    }

    /// The address for other machines, once [`DialogsConfig::check`] has passed.
    pub fn remote(&self) -> Option<IpAddr> {
        self.bind
            .filter(|address| self.allow_remote && !is_own(*address))
    }
}

/// Whether the workbench is always bound to this address.
fn is_own(address: IpAddr) -> bool {
    address == Ipv4Addr::LOCALHOST || address == Ipv6Addr::LOCALHOST
}
