//! Addresses of servers elsewhere, taken apart.

use std::net::{IpAddr, SocketAddr, UdpSocket};

use tokio::net::lookup_host;

/// An address that cannot be used, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{given:?}: {reason}")]
pub struct Unusable {
    /// As it was given.
    pub given: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Unusable {
    pub(super) fn new(given: &str, reason: impl Into<String>) -> Self {
        Self {
            given: given.into(),
            reason: reason.into(),
        }
    }
}

/// `http://host:port/path` or `ws://host:port/path`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) host: String,
    pub(super) port: u16,
    /// Without the slash at its end; empty for the root.
    pub(super) path: String,
}

impl Address {
    pub(super) fn parse(given: &str, default_port: u16) -> Result<Self, Unusable> {
        let no = |reason: &str| Unusable::new(given, reason);
        let (scheme, rest) = given
            .split_once("://")
            .ok_or_else(|| no("it begins with http:// or ws://"))?;
        match scheme {
            "http" | "ws" => {}
            "https" | "wss" => {
                return Err(no(
                    "encrypted connections to browsers are not supported; put them and this \
                     server into one private network and use http://",
                ));
            }
            _ => return Err(no("it begins with http:// or ws://")),
        }
        let (authority, path) = rest
            .find('/')
            .map_or((rest, ""), |slash| rest.split_at(slash));
        if authority.contains('@') {
            return Err(no("names and passwords in addresses are not supported"));
        }
        let (host, port) = host_and_port(authority).ok_or_else(|| no("it names no host"))?;
        Ok(Self {
            host,
            port: port
                .map_or(Ok(default_port), str::parse)
                .map_err(|_| no("its port is no number from 1 to 65535"))?,
            path: path.trim_end_matches('/').into(),
        })
    }

    /// `host:port`, as a Host header and an URL have it.
    pub(super) fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Where it is now. Names may lead elsewhere later.
    pub(super) async fn resolve(&self) -> Result<SocketAddr, String> {
        let found = lookup_host((self.host.as_str(), self.port)).await;
        let found: Vec<SocketAddr> = found
            .map_err(|error| format!("its name is not known: {error}"))?
            .collect();
        // Browsers and Grids listen on IPv4 unless told otherwise.
        let first = found.iter().find(|address| address.is_ipv4());
        let first = first.or(found.first()).copied();
        first.ok_or_else(|| "its name has no address".into())
    }
}

/// `host`, `host:port`, `[v6]`, `[v6]:port`.
fn host_and_port(authority: &str) -> Option<(String, Option<&str>)> {
    let (host, port) = if let Some(rest) = authority.strip_prefix('[') {
        let (host, rest) = rest.split_once(']')?;
        (host, rest.strip_prefix(':'))
    } else {
        match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        }
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._:".contains(c);
    let fits = !host.is_empty() && host.chars().all(is_plain);
    fits.then(|| (host.to_owned(), port))
}

/// The address of this machine from which it reaches `peer`. Nothing is sent.
pub(super) fn own_address_towards(peer: IpAddr) -> std::io::Result<IpAddr> {
    let any: IpAddr = match peer {
        IpAddr::V4(_) => std::net::Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => std::net::Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect((peer, 9))?;
    Ok(socket.local_addr()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        for (given, want) in [
            ("http://grid:4444", Some(("grid", 4444, ""))),
            ("http://grid:4444/wd/hub/", Some(("grid", 4444, "/wd/hub"))),
            ("http://10.0.0.1", Some(("10.0.0.1", 9222, ""))),
            (
                "ws://[::1]:9/devtools/browser/x",
                Some(("::1", 9, "/devtools/browser/x")),
            ),
            ("https://grid", None),
            ("grid:4444", None),
            ("http://", None),
            ("http://u:p@grid", None),
            ("http://grid:99999", None),
            ("http://a b", None),
        ] {
            let parsed = Address::parse(given, 9222).ok();
            let parts = parsed
                .as_ref()
                .map(|a| (a.host.as_str(), a.port, a.path.as_str()));
            assert_eq!(parts, want, "{given}");
        }
    }

    #[test]
    fn loopback_is_reached_from_loopback() {
        let loopback = IpAddr::from([127, 0, 0, 1]);
        assert_eq!(own_address_towards(loopback).unwrap(), loopback);
    }
}
