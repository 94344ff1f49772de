//! A browser elsewhere that one context has.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use serde_json::json;

use super::grid::GridSession;
use super::place::Seat;
use super::pool::Pool;
use crate::cdp::Connection;
use crate::error::{BrowserError, Result};
use crate::proxy::Gate;

/// How long a browser may take to say that it quits.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// A browser at one address of the pool.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    address: String,
    peer: IpAddr,
    pool: Arc<Pool>,
    is_own: bool,
    held: Mutex<Option<Held>>,
}

#[derive(Debug)]
struct Held {
    seat: Seat,
    session: Option<GridSession>,
}

impl Elsewhere {
    pub(super) fn new(
        address: String,
        peer: IpAddr,
        pool: Arc<Pool>,
        seat: Seat,
        session: Option<GridSession>,
    ) -> Self {
        Self {
            address,
            peer,
            pool,
            is_own: session.is_some(),
            held: Mutex::new(Some(Held { seat, session })),
        }
    }

    /// As its place was named.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Whether it was started for us alone.
    pub(crate) fn is_own(&self) -> bool {
        self.is_own
    }

    /// The proxy that it reaches, and the address under which it does.
    pub(crate) async fn gate(&self) -> Result<(Arc<Gate>, String)> {
        self.pool.gate(self.peer).await
    }

    /// What remains to be done when nobody needs it any more; none if that was asked before.
    pub(crate) fn let_go(
        &self,
        connection: Option<&Connection>,
    ) -> Option<impl Future<Output = ()> + Send + use<>> {
        let Held { seat, session } = self.held.lock().ignore_poison().take()?;
        if let (None, Some(connection)) = (&session, connection) {
            // Its contexts end with the connection.
            connection.close(&BrowserError::closed("the browser"));
        }
        let connection = connection.cloned();
        Some(async move {
            if let Some(session) = session {
                // A browser that has quit need not be waited for by its driver, which some do for
                // long. One that ends at once may not answer.
                if let Some(connection) = &connection {
                    let quit = connection.start_call(None, "Browser.close", &json!({}));
                    drop(quit.within(QUIT_LIMIT).await);
                    connection.close(&BrowserError::closed("the browser"));
                }
                session.end().await;
            }
            drop(seat);
        })
    }
}
