//! Where the workbench of this process listens.

use std::io;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_human::{DialogsConfig, Place, Start, StartWorkbench, Started, print_line};

use super::courses::Courses;
use super::{OpeningPolicy, Workbench, WorkbenchOptions};
use crate::gate::Listeners;

/// The ports that are tried in their order, before any.
pub const PORTS: RangeInclusive<u16> = DEFAULT_PORT..=DEFAULT_PORT + 19;
const DEFAULT_PORT: u16 = 3000;

/// What serves the workbench of a desk with these courses, where its place and the settings say.
pub fn starting(courses: Arc<dyn Courses>) -> StartWorkbench {
    StartWorkbench::new(move |start| self::start(start, Arc::clone(&courses)))
}

fn start(start: Start<'_>, courses: Arc<dyn Courses>) -> BoxFuture<'_, io::Result<Started>> {
    let Start {
        hub,
        config,
        data_directory,
        place,
    } = start;
    async move {
        let (listeners, notices) = match place {
            Place::Host { port_before } => bind(config, port_before).await?,
            Place::BesideHost { port, reason } => bind_beside(config, port, reason).await?,
        };
        let options = WorkbenchOptions {
            data_directory: data_directory.to_owned(),
            allowed_hosts: hosts(config),
            ws_no_token: config.ws_no_token,
            require_ui: config.require_ui,
            opening: OpeningPolicy::here(config.no_open),
        };
        let workbench = Workbench::serve(listeners, hub, options, courses)?;
        Ok(Started {
            page: Arc::new(workbench),
            notices,
        })
    }
    .boxed()
}

/// The port of the host before, the wished one, or the first that is free. Notices tell of what a
/// human may not expect.
async fn bind(
    config: &DialogsConfig,
    port_before: Option<u16>,
) -> io::Result<(Listeners, Vec<String>)> {
    if let Some(port) = port_before
        && let Ok(listeners) = listen(config, port).await
    {
        let notices = warnings(config, &listeners);
        return Ok((listeners, notices));
    }
    let listeners = first_free(config, config.port, DEFAULT_PORT).await?;
    let mut notices = warnings(config, &listeners);
    if config.port.is_none() && listeners.port() != DEFAULT_PORT {
        notices.push(format!(
            "Port {DEFAULT_PORT} is taken; the workbench is on port {}.",
            listeners.port()
        ));
    }
    Ok((listeners, notices))
}

/// A port beside that of a host that cannot be reached, for the reason given.
async fn bind_beside(
    config: &DialogsConfig,
    host: Option<u16>,
    reason: &io::Error,
) -> io::Result<(Listeners, Vec<String>)> {
    // Processes of one client wish for the same port; its owner is not a stranger then.
    let wished = config.port.filter(|port| Some(*port) != host);
    let listeners = first_free(config, wished, DEFAULT_PORT + 1).await?;
    let mut notices = warnings(config, &listeners);
    notices.push(format!(
        "The workbench of another Greenroom cannot be reached ({reason}); this one serves its own \
         on port {}.",
        listeners.port()
    ));
    Ok((listeners, notices))
}

/// Names under which the workbench may be reached, beside the loopback ones.
fn hosts(config: &DialogsConfig) -> Vec<String> {
    // No browser asks for "all addresses".
    let bound = config.remote().filter(|address| !address.is_unspecified());
    let bound = bound.map(|address| match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    });
    config.allowed_hosts.iter().cloned().chain(bound).collect()
}

/// The wished port and no other; without a wish the first free one from here on, or any.
async fn first_free(
    config: &DialogsConfig,
    wished: Option<u16>,
    from: u16,
) -> io::Result<Listeners> {
    if let Some(port) = wished {
        return listen(config, port).await.map_err(|error| {
            io::Error::new(error.kind(), format!("port {port} cannot be used: {error}"))
        });
    }
    for port in from..=*PORTS.end() {
        if let Ok(listeners) = listen(config, port).await {
            return Ok(listeners);
        }
    }
    listen(config, 0).await
}

/// What a human must know of where it listens.
fn warnings(config: &DialogsConfig, listeners: &Listeners) -> Vec<String> {
    let Some(address) = config.remote() else {
        return Vec::new();
    };
    let warning = format!(
        "Other machines can reach the workbench at {}, over plain HTTP.",
        std::net::SocketAddr::new(address, listeners.port())
    );
    print_line(&format!("greenroom: warning: {warning}"));
    vec![warning]
}

async fn listen(config: &DialogsConfig, port: u16) -> io::Result<Listeners> {
    match config.remote() {
        Some(address) => Listeners::bind_also(address, port).await,
        None => Listeners::bind(port).await,
    }
}

#[cfg(test)]
mod tests;
