//! Opening sockets on both loopback addresses, and on another one if a human wants it, under one
//! port.

use super::{ConnectionLimits, connections};
use axum::Router;
use futures::FutureExt as _;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

/// Any port may be free on one address and taken on the other.
const TRIES: u32 = 5;

/// Pages, programs, and what they fetch beside; all under a few names of this machine.
const CONNECTIONS: ConnectionLimits = ConnectionLimits {
    all: 256,
    per_host: 256,
};

/// Callers of a server, who may come through one proxy under one name.
const CALLERS: ConnectionLimits = ConnectionLimits {
    all: 1024,
    per_host: 1024,
};

/// One port on `127.0.0.1`, on `[::1]` where the machine has it, and where a human wants it.
#[derive(Debug)]
pub struct Listeners {
    port: u16,
    sockets: Vec<TcpListener>,
}

/// Ends its servers when it is dropped.
#[derive(Debug)]
pub struct Serving(Vec<tokio::task::JoinHandle<()>>);

impl Drop for Serving {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

impl Listeners {
    /// Binds loopback only; port 0 takes any that is free on all addresses.
    pub async fn bind(port: u16) -> io::Result<Self> {
        Self::bind_all(port, None).await
    }

    /// Binds another address too, which a human must have asked for.
    pub async fn bind_also(address: IpAddr, port: u16) -> io::Result<Self> {
        Self::bind_all(port, Some(address)).await
    }

    /// Binds this one address.
    pub async fn bind_at(address: SocketAddr) -> io::Result<Self> {
        let socket = TcpListener::bind(address).await?;
        Ok(Self {
            port: socket.local_addr()?.port(),
            sockets: vec![socket],
        })
    }

    async fn bind_all(port: u16, also: Option<IpAddr>) -> io::Result<Self> {
        let mut tries = if port == 0 { TRIES } else { 1 };
        loop {
            tries -= 1;
            match Self::try_bind(port, also).await {
                Err(error) if tries > 0 && error.kind() == io::ErrorKind::AddrInUse => {}
                bound => return bound,
            }
        }
    }

    async fn try_bind(port: u16, also: Option<IpAddr>) -> io::Result<Self> {
        let (v4, v6) = (
            IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(Ipv6Addr::LOCALHOST),
        );
        // An unspecified address stands for all of its kind, and none of them fits beside it.
        let everywhere = also.filter(IpAddr::is_unspecified);
        let first = TcpListener::bind(SocketAddr::new(everywhere.unwrap_or(v4), port)).await?;
        let port = first.local_addr()?.port();
        let mut sockets = vec![first];
        if everywhere.is_none_or(|address| address.is_ipv4()) {
            match TcpListener::bind(SocketAddr::new(v6, port)).await {
                Ok(second) => sockets.push(second),
                // Someone else would answer for `localhost` there: the port is not ours.
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
                Err(error) => tracing::debug!(%error, "no socket on [::1]"),
            }
        }
        let other = also.filter(|address| everywhere.is_none() && ![v4, v6].contains(address));
        if let Some(address) = other {
            sockets.push(TcpListener::bind(SocketAddr::new(address, port)).await?);
        }
        Ok(Self { port, sockets })
    }

    /// The port of all sockets.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Serves many callers until `ending`, then lets the requests under way come to their end.
    pub fn serve_until<E: Future<Output = ()> + Send>(
        self,
        app: &Router,
        ending: E,
    ) -> impl Future<Output = ()> + Send + use<E> {
        let ending = ending.shared();
        let serving = self
            .sockets
            .into_iter()
            .map(|socket| connections::serve(socket, app.clone(), CALLERS, ending.clone()));
        let serving: Vec<_> = serving.collect();
        async move {
            futures::future::join_all(serving).await;
        }
    }

    /// Serves until the result is dropped.
    pub fn serve(self, app: &Router) -> Serving {
        let tasks = self.sockets.into_iter().map(|socket| {
            let until_dropped = std::future::pending();
            let serving = connections::serve(socket, app.clone(), CONNECTIONS, until_dropped);
            tokio::spawn(serving)
        });
        Serving(tasks.collect())
    }
}
