//! Whether a browser elsewhere is still there.

use std::time::Duration;

use serde_json::json;

use crate::cdp::Connection;
use crate::error::{BrowserError, Crash};

/// How often a browser elsewhere is asked whether it is still there, and how long it may take.
const BEAT_EVERY: Duration = Duration::from_secs(10);
const BEAT_LIMIT: Duration = Duration::from_secs(30);

/// Notices that a browser elsewhere is gone of which the network says nothing.
pub(crate) async fn watch(connection: Connection, address: String) {
    loop {
        tokio::time::sleep(BEAT_EVERY).await;
        if connection.is_closed() {
            return;
        }
        let beat = connection.start_call(None, "Browser.getVersion", &json!({}));
        if let Err(BrowserError::Timeout { .. }) = beat.within(BEAT_LIMIT).await {
            let seconds = BEAT_LIMIT.as_secs();
            connection.close(&BrowserError::Crashed {
                what: Crash::Browser,
                detail: format!("the browser at {address} has not answered for {seconds} s"),
            });
            return;
        }
    }
}
