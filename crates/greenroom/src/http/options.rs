//! What `greenroom serve` is told.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use crate::start::StartError;

/// Serve MCP over HTTP to callers with tokens
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ServeOptions {
    /// Where to listen: PORT on this machine only, or ADDRESS:PORT
    #[arg(long, value_name = "ADDRESS")]
    pub(super) http: String,
    /// Who may call: a file of tokens (`greenroom token NAME` makes entries)
    #[arg(long, value_name = "FILE")]
    pub(super) tokens: Option<PathBuf>,
    /// Whose tokens count too: a file that names an identity provider (OAuth 2.1, OpenID Connect)
    #[arg(long, value_name = "FILE")]
    pub(super) oauth: Option<PathBuf>,
    /// A folder below which callers may name paths, to read and to write
    #[arg(long = "root", value_name = "DIR")]
    pub(super) roots: Vec<PathBuf>,
    /// A name under which callers reach this server, as a proxy passes it on
    #[arg(long = "host", value_name = "NAME")]
    pub(super) hosts: Vec<String>,
    /// Another site whose pages may call, such as https://app.example.com
    #[arg(long = "origin", value_name = "ORIGIN")]
    pub(super) origins: Vec<String>,
    /// Where to listen for Prometheus, at /metrics: PORT on this machine only, or ADDRESS:PORT
    #[arg(long, value_name = "ADDRESS")]
    pub(super) metrics: Option<String>,
    /// When told to end, go on for so long with /health/ready saying no, so that balancers see it
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub(super) drain: u64,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(super) cluster: crate::cluster::ClusterOptions,
}

impl ServeOptions {
    /// Where callers come to.
    pub(super) fn address(&self) -> Result<SocketAddr, StartError> {
        address("--http", &self.http)
    }

    /// Where Prometheus comes to, if it may.
    pub(super) fn metrics_address(&self) -> Result<Option<SocketAddr>, StartError> {
        let given = self.metrics.as_deref();
        given.map(|given| address("--metrics", given)).transpose()
    }
}

/// `8800`, `:8800`, `localhost:8800`, `0.0.0.0:8800`, `[::1]:8800`.
fn address(option: &str, given: &str) -> Result<SocketAddr, StartError> {
    let given = given.trim();
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let port = given
        .trim_start_matches("localhost")
        .trim_start_matches(':');
    let address = match port.parse() {
        Ok(port) => Some(SocketAddr::new(loopback, port)),
        Err(_) => given.parse().ok(),
    };
    address.ok_or_else(|| {
        let text = format!(
            "{option} {given} is no address; give a port (8800) or an address with a port (127.0.0.1:8800, [::1]:8800)"
        );
        StartError::Unusable(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_of_this_machine_unless_said_otherwise() {
        for (given, want) in [
            ("8800", Some("127.0.0.1:8800")),
            (":8800", Some("127.0.0.1:8800")),
            ("localhost:8800", Some("127.0.0.1:8800")),
            ("0.0.0.0:8800", Some("0.0.0.0:8800")),
            ("[::1]:0", Some("[::1]:0")),
            ("example.com:80", None),
            ("127.0.0.1", None),
            ("99999", None),
            ("", None),
        ] {
            let address = address("--http", given).ok();
            let address = address.map(|address| address.to_string());
            assert_eq!(address.as_deref(), want, "{given}");
        }
    }
}
