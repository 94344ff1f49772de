//! The workbench: the socket for people, and for programs that ask people.

mod page;

use crate::gate::{self, Gate, Listeners, Serving};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use std::io;
use std::sync::Arc;

/// Nothing but our own files; no inline script or style, no frame around us.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'none'";

/// The largest body of a request.
const LARGEST_BODY: usize = 16 << 20;

/// The workbench server. Dropping the last clone ends it.
#[derive(Clone, Debug)]
pub struct Workbench {
    port: u16,
    _serving: Arc<Serving>,
}

impl Workbench {
    /// Serves on these sockets. `more_hosts` are host names that the human allowed.
    pub fn serve(listeners: Listeners, more_hosts: &[String]) -> Self {
        let port = listeners.port();
        let gate = Gate::new(port, more_hosts, CONTENT_SECURITY_POLICY);
        let serving = listeners.serve(&app(gate));
        Self {
            port,
            _serving: Arc::new(serving),
        }
    }

    /// Opens loopback sockets and serves on them; port 0 takes any free one.
    pub async fn bind(port: u16, more_hosts: &[String]) -> io::Result<Self> {
        Ok(Self::serve(Listeners::bind(port).await?, more_hosts))
    }

    /// The port of the page.
    pub fn port(&self) -> u16 {
        self.port
    }
}

/// The routes, apart from the socket, so that tests can call them.
fn app(gate: Gate) -> Router {
    Router::new()
        .route("/", get(async || page::index()))
        .fallback(get(page::asset))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(axum::middleware::from_fn_with_state(gate, gate::check))
}
