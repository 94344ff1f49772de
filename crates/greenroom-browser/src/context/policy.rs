//! The network policy of a context, put into effect.

use std::sync::Arc;

use serde_json::{Value, json};

use super::events::ContextEvent;
use super::hub::Hub;
use super::options::NetworkPolicy;
use crate::error::{BrowserError, Result};
use crate::proxy::{Proxy, Reach, Refusal};

const NO_WEBRTC: &str = include_str!("../../injected/no_webrtc.js");

/// Start the proxy that `policy` asks for; returns it with the parameters for the new context.
pub(super) async fn proxy(
    policy: &NetworkPolicy,
    hub: &Arc<Hub>,
) -> Result<(Option<Proxy>, Value)> {
    let (host, reach) = match policy {
        NetworkPolicy::Open => return Ok((None, json!({"disposeOnDetach": true}))),
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
    let report = Arc::new(move |refusal: Refusal| {
        if let Some(hub) = weak.upgrade() {
            hub.refused(refusal);
        }
    });
    let proxy = Proxy::start(reach, report).await.map_err(|error| {
        BrowserError::invalid(format!(
            "the network policy cannot be put into effect: {error}"
        ))
    })?;
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
    Ok((Some(proxy), params))
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
