//! Opening a socket on both loopback addresses under one port.

use axum::Router;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

/// Any port may be free on one address and taken on the other.
const TRIES: u32 = 5;

/// One port on `127.0.0.1`, and on `[::1]` where the machine has it.
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
    /// Binds loopback only; port 0 takes any that is free on both addresses.
    pub async fn bind(port: u16) -> io::Result<Self> {
        let mut tries = if port == 0 { TRIES } else { 1 };
        loop {
            tries -= 1;
            match Self::bind_at(IpAddr::V4(Ipv4Addr::LOCALHOST), port).await {
                Err(error) if tries > 0 && error.kind() == io::ErrorKind::AddrInUse => {}
                bound => return bound,
            }
        }
    }

    /// Binds another address, which a human must have asked for.
    pub async fn bind_at(address: IpAddr, port: u16) -> io::Result<Self> {
        let first = TcpListener::bind(SocketAddr::new(address, port)).await?;
        let port = first.local_addr()?.port();
        let mut sockets = vec![first];
        if address == IpAddr::V4(Ipv4Addr::LOCALHOST) {
            match TcpListener::bind((Ipv6Addr::LOCALHOST, port)).await {
                Ok(second) => sockets.push(second),
                // Someone else would answer for `localhost` there: the port is not ours.
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
                Err(error) => tracing::debug!(%error, "no socket on [::1]"),
            }
        }
        Ok(Self { port, sockets })
    }

    /// The port of all sockets.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Serves until the result is dropped.
    pub fn serve(self, app: &Router) -> Serving {
        let tasks = self.sockets.into_iter().map(|socket| {
            let app = app
                .clone()
                .into_make_service_with_connect_info::<SocketAddr>();
            tokio::spawn(async move {
                if let Err(error) = axum::serve(socket, app).await {
                    tracing::error!(%error, "a server ended");
                }
            })
        });
        Serving(tasks.collect())
    }
}
