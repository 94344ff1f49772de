//! The one host of this machine that a context reaches through its proxy.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::lookup_host;

/// The stage of a session: a name, and where it really is.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    /// `host:port` in lower case.
    authority: String,
    pub(super) address: SocketAddr,
}

impl Home {
    /// `authority` is `host:port`.
    pub(crate) async fn find(authority: &str) -> io::Result<Self> {
        let authority = authority.to_ascii_lowercase();
        let unknown = || io::Error::other(format!("{authority} is nowhere"));
        let (name, port) = authority.rsplit_once(':').ok_or_else(unknown)?;
        let address = if name == "localhost" || name.ends_with(".localhost") {
            // Browsers know these names without asking; a resolver may not.
            let port = port.parse().map_err(io::Error::other)?;
            SocketAddr::from((Ipv4Addr::LOCALHOST, port))
        } else {
            lookup_host(&authority).await?.next().ok_or_else(unknown)?
        };
        Ok(Self { authority, address })
    }

    /// Whether it is this host; names below one of `localhost` are the same server.
    pub(super) fn is(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        let below = || {
            let above = authority.strip_suffix(&self.authority);
            self.authority.contains(".localhost:")
                && above.is_some_and(|above| above.ends_with('.'))
        };
        authority == self.authority || below()
    }
}
