//! Browsers with a DevTools port.

use std::time::Duration;

use super::address::Address;
use super::http::{self, Question};
use super::place::{Failure, Reached};

const ASK_LIMIT: Duration = Duration::from_secs(10);

/// Where the browser's own CDP endpoint is now; its id changes with every start.
pub(super) async fn find(at: &Address) -> Result<Reached, Failure> {
    let next = "start Chromium there with --remote-debugging-port, which listens on its loopback \
                only and needs a forwarder (docs/browsers.md), or take the address off the list";
    let broken = |reason: String| Failure::broken(reason, next);
    // DevTools answers only to numbers and `localhost` in the Host header.
    let peer = at.resolve().await.map_err(broken)?;
    let authority = peer.to_string();
    let path = if at.path.starts_with("/devtools/") {
        at.path.clone()
    } else {
        let question = Question {
            authority: &authority,
            method: "GET",
            path: "/json/version",
            body: None,
        };
        let answer = http::ask(question, ASK_LIMIT).await;
        let answer = answer.map_err(|error| broken(error.to_string()))?;
        let url = answer.body["webSocketDebuggerUrl"].as_str();
        let url = url.and_then(|url| Address::parse(url, peer.port()).ok());
        let no_browser =
            || broken("what answers there is not the DevTools port of a browser".into());
        url.ok_or_else(no_browser)?.path
    };
    Ok(Reached {
        endpoints: vec![format!("ws://{authority}{path}")],
        peer: peer.ip(),
        session: None,
    })
}
