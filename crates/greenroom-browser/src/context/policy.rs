//! The network policy of a context, put into effect.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};

use super::events::ContextEvent;
use super::hub::Hub;
use super::options::NetworkPolicy;
use crate::error::{BrowserError, Result};
use crate::proxy::{Home, Pass, Proxy, Reach, Refusal, Report};
use crate::running::Running;

const NO_WEBRTC: &str = include_str!("../../injected/no_webrtc.js");

/// What enforces the policy of a context while it lives.
#[derive(Debug)]
pub(super) enum Enforced {
    /// By nothing: everything is open.
    Open,
    /// By a proxy on loopback, for a browser of this machine.
    Here(#[expect(dead_code, reason = "it ends when dropped")] Proxy),
    /// By the proxy for browsers elsewhere, which they reach at this address.
    Elsewhere { pass: Pass, reached: String },
}

/// Start the proxy that `policy` asks for; returns it with the parameters for the new context.
pub(super) async fn enforce(
    policy: &NetworkPolicy,
    hub: &Arc<Hub>,
    running: &Running,
) -> Result<(Enforced, Value)> {
    let (host, reach) = match policy {
        NetworkPolicy::Open => return Ok((Enforced::Open, json!({"disposeOnDetach": true}))),
        NetworkPolicy::Only(host) => (host, Reach::Nothing),
        NetworkPolicy::Web(host) => (host, Reach::web()),
    };
    let names_one_host = host.rsplit_once(':').is_some_and(|(name, port)| {
        !name.is_empty() && port.parse::<u16>().is_ok() && !host.contains(['*', ',', ';', '<', ' '])
    });
    if !names_one_host {
        return Err(BrowserError::invalid(format!(
            "{host:?} is not one host:port"
        )));
    }
    hub.options().init_scripts.insert(0, NO_WEBRTC.into());
    let weak = Arc::downgrade(hub);
    let report: Report = Arc::new(move |refusal: Refusal| {
        if let Some(hub) = weak.upgrade() {
            hub.refused(refusal);
        }
    });
    let no_effect = |error: io::Error| {
        BrowserError::invalid(format!(
            "the network policy cannot be put into effect: {error}"
        ))
    };
    if let Some(elsewhere) = running.elsewhere() {
        let (gate, reached) = elsewhere.gate().await?;
        let home = Home::find(host).await.map_err(no_effect)?;
        let pass = gate.admit(home, reach, report).map_err(no_effect)?;
        // Nothing is reached but through the proxy, not even its own loopback addresses.
        let params = json!({
            "proxyServer": format!("http://{reached}"), "proxyBypassList": "<-loopback>",
            "disposeOnDetach": true,
        });
        return Ok((Enforced::Elsewhere { pass, reached }, params));
    }
    let proxy = Proxy::start(reach, report).await.map_err(no_effect)?;
    // Names below one of `localhost` are the same server, under other origins.
    let below = if host.contains(".localhost:") {
        format!(",*.{host}")
    } else {
        String::new()
    };
    // `<-loopback>` sends loopback addresses through the proxy too.
    let params = json!({
        "proxyServer": proxy.server(), "proxyBypassList": format!("<-loopback>,{host}{below}"),
        "disposeOnDetach": true,
    });
    Ok((Enforced::Here(proxy), params))
}

impl Hub {
    /// The proxy refused a request; called before the browser learns of it.
    fn refused(&self, refusal: Refusal) {
        {
            let mut state = self.state();
            state.network.refused(&refusal);
            state.refusals.push(refusal.clone());
        }
        self.emit(ContextEvent::Refused(refusal));
    }
}
