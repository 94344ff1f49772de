//! Where the workbench of this process listens.

use std::io;
use std::net::IpAddr;

use greenroom_web::gate::Listeners;
use greenroom_web::workbench::tell;

use crate::config::DialogsConfig;

/// The port that is tried first.
const DEFAULT_PORT: u16 = 3000;
/// Ports that are tried after it.
const NEXT_PORTS: u16 = 19;

/// The port of the host before, the wished one, or the next that is free. Notices tell of what a
/// human may not expect.
pub(super) async fn bind(
    config: &DialogsConfig,
    port_before: Option<u16>,
) -> io::Result<(Listeners, Vec<String>)> {
    let (listeners, mut notices) = bind_port(config, port_before).await?;
    if let Some(address) = config.remote() {
        let warning = format!(
            "Other machines can reach the workbench at {}, over plain HTTP.",
            std::net::SocketAddr::new(address, listeners.port())
        );
        tell(&format!("greenroom: warning: {warning}"));
        notices.push(warning);
    }
    Ok((listeners, notices))
}

/// Names under which the workbench may be reached, beside the loopback ones.
pub(super) fn hosts(config: &DialogsConfig) -> Vec<String> {
    // "All addresses" is none that a browser asks for.
    let bound = config.remote().filter(|address| !address.is_unspecified());
    let bound = bound.map(|address| match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    });
    config.allowed_hosts.iter().cloned().chain(bound).collect()
}

async fn bind_port(
    config: &DialogsConfig,
    port_before: Option<u16>,
) -> io::Result<(Listeners, Vec<String>)> {
    if let Some(port) = port_before
        && let Ok(listeners) = listen(config, port).await
    {
        return Ok((listeners, Vec::new()));
    }
    if let Some(port) = config.port {
        let listeners = listen(config, port).await.map_err(|error| {
            io::Error::new(error.kind(), format!("port {port} cannot be used: {error}"))
        })?;
        return Ok((listeners, Vec::new()));
    }
    let mut last = io::Error::other("no port was tried");
    for port in (DEFAULT_PORT..=DEFAULT_PORT + NEXT_PORTS).chain([0]) {
        match listen(config, port).await {
            Ok(listeners) if listeners.port() == DEFAULT_PORT => {
                return Ok((listeners, Vec::new()));
            }
            Ok(listeners) => {
                let notice = format!(
                    "Port {DEFAULT_PORT} is taken; the workbench is on port {}.",
                    listeners.port()
                );
                return Ok((listeners, vec![notice]));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn listen(config: &DialogsConfig, port: u16) -> io::Result<Listeners> {
    match config.remote() {
        Some(address) => Listeners::bind_also(address, port).await,
        None => Listeners::bind(port).await,
    }
}
