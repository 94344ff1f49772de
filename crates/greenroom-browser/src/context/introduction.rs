//! How a new context of a browser elsewhere becomes known to our proxy.
//!
//! The browser can be given the address of a proxy, but no secret for it; it is asked for one by
//! CDP, of requests that are intercepted. So a page of the new context goes to the proxy once. From
//! then on the browser sends the secret by itself, with everything that the context sends,
//! WebSockets included, and nothing need be intercepted. No page ever learns it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::cdp::{Connection, Event, SessionId};
use crate::error::{BrowserError, Result};
use crate::proxy::{HELLO, Pass};
use crate::running::Running;

/// How long a browser may take to reach the proxy.
const LIMIT: Duration = Duration::from_secs(15);

/// Takes the events of the one page that goes to the proxy.
#[derive(Debug)]
pub(crate) struct Introduction {
    user: String,
    password: String,
    /// Asked for once; a second time it was refused.
    shown: AtomicBool,
    attached: Mutex<Option<oneshot::Sender<SessionId>>>,
}

impl Introduction {
    /// The page is there.
    pub(crate) fn attached(&self, connection: &Connection, session: &SessionId) {
        let intercept = json!({"handleAuthRequests": true, "patterns": [{"urlPattern": "*"}]});
        connection.send(Some(session), "Fetch.enable", &intercept);
        connection.send(Some(session), "Runtime.runIfWaitingForDebugger", &json!({}));
        let waiting = self.attached.lock().ignore_poison().take();
        if let Some(waiting) = waiting {
            drop(waiting.send(session.clone()));
        }
    }

    /// The page asks for something, or is asked for the secret.
    pub(crate) fn event(&self, connection: &Connection, event: &Event) {
        let request = &event.params["requestId"];
        let (method, params) = match event.method.as_str() {
            "Fetch.requestPaused" => ("Fetch.continueRequest", json!({"requestId": request})),
            "Fetch.authRequired" => {
                let of_proxy = event.params["authChallenge"]["source"] == "Proxy";
                let response = if of_proxy && !self.shown.swap(true, Ordering::SeqCst) {
                    json!({"response": "ProvideCredentials", "username": self.user,
                           "password": self.password})
                } else {
                    json!({"response": "CancelAuth"})
                };
                let params = json!({"requestId": request, "authChallengeResponse": response});
                ("Fetch.continueWithAuth", params)
            }
            _ => return,
        };
        connection.send(event.session.as_ref(), method, &params);
    }
}

/// Have a page of the context go to the proxy, which listens for the browser at `reached`.
pub(super) async fn introduce(
    running: &Arc<Running>,
    context: &str,
    pass: &Pass,
    reached: &str,
) -> Result<()> {
    let (sender, attached) = oneshot::channel();
    let introduction = Arc::new(Introduction {
        user: pass.user.clone(),
        password: pass.password.clone(),
        shown: AtomicBool::new(false),
        attached: Mutex::new(Some(sender)),
    });
    running.registry.introduce(context, &introduction);
    let went = go(running, context, attached).await;
    running.registry.introduced(context);
    let error = match went {
        Ok(None) if pass.was_greeted() => return Ok(()),
        Ok(None) => "something else answered".to_owned(),
        Ok(Some(error)) => error,
        Err(BrowserError::Timeout { .. }) => "it did not get there in time".to_owned(),
        Err(error) => return Err(error),
    };
    Err(BrowserError::Elsewhere {
        address: running.address().into(),
        reason: format!(
            "this browser does not reach the proxy of this server at {reached}: {error}"
        ),
        next: "name an address of this server that browsers there reach with --browser-proxy or \
               browser.proxy_address, and let its port through"
            .into(),
    })
}

/// Opens the page, has it go, closes it. Returns the error of the network, if there was one.
async fn go(
    running: &Arc<Running>,
    context: &str,
    attached: oneshot::Receiver<SessionId>,
) -> Result<Option<String>> {
    let blank = json!({"url": "about:blank", "browserContextId": context});
    let made = running.call("Target.createTarget", &blank).await?;
    let session = tokio::time::timeout(LIMIT, attached).await;
    let session = session
        .map_err(|_| BrowserError::Timeout {
            what: "opening a page".into(),
            after: LIMIT,
        })?
        .map_err(|_| BrowserError::closed("the browser"))?;
    let url = json!({"url": HELLO});
    let connection = &running.connection;
    let went = connection
        .call(Some(&session), "Page.navigate", &url, LIMIT)
        .await;
    let close = json!({"targetId": made["targetId"]});
    connection.send(None, "Target.closeTarget", &close);
    let error = |answer: Value| answer["errorText"].as_str().map(ToOwned::to_owned);
    Ok(error(went?))
}
