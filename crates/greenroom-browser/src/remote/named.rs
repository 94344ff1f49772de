//! Browsers elsewhere as a person names them: `grid=http://…`, `connect=http://…,http://…`.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Map, Value};

use super::address::{Address, Unusable};

const GRID_PORT: u16 = 4444;
const DEVTOOLS_PORT: u16 = 9222;

/// Which browsers elsewhere are used, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct RemoteOptions {
    pub(super) places: Vec<Named>,
    /// Contexts at once at each address.
    pub per_address: usize,
    /// How long to wait for a free one.
    pub wait: Duration,
    /// Where these browsers reach this machine.
    pub proxy: ProxyAddress,
    /// What a Grid is asked for beside a browser.
    pub capabilities: Map<String, Value>,
}

/// One address.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Named {
    /// A Selenium Grid, which starts a browser for each context.
    Grid(Address),
    /// A browser with a DevTools port, which holds several contexts.
    DevTools(Address),
}

impl RemoteOptions {
    /// Reads `grid=ADDRESS,…`, `connect=ADDRESS,…`, or addresses of DevTools alone.
    pub fn parse(given: &str) -> Result<Self, Unusable> {
        let (kind, list) = match given.split_once('=') {
            Some((kind @ ("grid" | "connect"), list)) => (kind, list),
            // An address may hold the sign too.
            _ if ["http", "ws"]
                .iter()
                .any(|scheme| given.starts_with(scheme)) =>
            {
                ("connect", given)
            }
            _ => {
                let reason = "expected grid=http://HOST:4444 or \
                              connect=http://HOST:9222,http://HOST:9222";
                return Err(Unusable::new(given, reason));
            }
        };
        let addresses = list.split(',').map(str::trim).filter(|one| !one.is_empty());
        let places: Vec<Named> = addresses
            .map(|one| {
                Ok(match kind {
                    "grid" => Named::Grid(Address::parse(one, GRID_PORT)?),
                    _ => Named::DevTools(Address::parse(one, DEVTOOLS_PORT)?),
                })
            })
            .collect::<Result<_, Unusable>>()?;
        if places.is_empty() {
            return Err(Unusable::new(given, "it names no address"));
        }
        Ok(Self {
            places,
            per_address: 8,
            wait: Duration::from_secs(30),
            proxy: ProxyAddress::default(),
            capabilities: Map::new(),
        })
    }
}

/// Where the proxy listens through which browsers elsewhere reach the stage, and under which
/// address they do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProxyAddress {
    /// Without it any port of the address from which this machine reaches the browser.
    pub(super) listen: Option<SocketAddr>,
    /// `host:port`; without it the address that is listened on.
    pub(super) reached: Option<String>,
}

impl ProxyAddress {
    /// Reads `IP:PORT`, or `IP:PORT=HOST:PORT` where browsers reach it under another name.
    pub fn parse(given: &str) -> Result<Self, Unusable> {
        let (listen, reached) = match given.split_once('=') {
            Some((listen, reached)) => (listen, Some(reached)),
            None => (given, None),
        };
        let listen: SocketAddr = listen.parse().map_err(|_| {
            let reason = "expected IP:PORT to listen on, such as 10.0.0.5:8899, or \
                          0.0.0.0:8899=NAME:8899 where browsers reach it under a name";
            Unusable::new(given, reason)
        })?;
        if let Some(reached) = reached {
            Address::parse(&format!("http://{reached}"), 0)
                .ok()
                .filter(|address| address.port != 0 && address.path.is_empty())
                .ok_or_else(|| Unusable::new(given, "behind = stands HOST:PORT"))?;
        }
        Ok(Self {
            listen: Some(listen),
            reached: reached.map(ToOwned::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_named_by_kind_and_addresses() {
        for (given, want) in [
            ("grid=http://g:4444", Some((1, true))),
            ("connect=http://a:9222,http://b", Some((2, false))),
            ("ws://a:9222/devtools/browser/x", Some((1, false))),
            ("grid=", None),
            ("grid=ftp://x", None),
            ("moon=http://x", None),
            ("", None),
        ] {
            let parsed = RemoteOptions::parse(given).ok().map(|options| {
                let grid = matches!(options.places[0], Named::Grid(_));
                (options.places.len(), grid)
            });
            assert_eq!(parsed, want, "{given}");
        }
    }

    #[test]
    fn a_proxy_address_says_where_it_listens() {
        for (given, fits) in [
            ("10.0.0.5:8899", true),
            ("0.0.0.0:8899=stage.example:80", true),
            ("[::]:8899=[fd00::1]:8899", true),
            ("stage.example:8899", false),
            ("10.0.0.5", false),
            ("10.0.0.5:1=x", false),
            ("10.0.0.5:1=x:2/y", false),
        ] {
            assert_eq!(ProxyAddress::parse(given).is_ok(), fits, "{given}");
        }
    }
}
