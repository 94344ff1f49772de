//! Requests of all pages, frames and workers.

use std::collections::HashMap;

use serde_json::Value;

use super::bounded;
use super::request::{NetworkRequest, ResourceType};
use super::ring::{Captured, Ring};
use crate::cdp::SessionId;
use crate::proxy::{Refusal, RefusalReason, authority_of};

const LIMIT: usize = 5000;

/// A request that has not come to its end.
#[derive(Debug)]
struct Open {
    /// Number in the ring.
    index: u64,
    /// Monotonic seconds of the browser.
    began: f64,
    resource_type: ResourceType,
    /// Streams, and answers of `fetch` whose body nobody reads, stay open for ever and say
    /// nothing about whether a page has settled.
    endless: bool,
}

#[derive(Debug, Default)]
pub(crate) struct NetworkLog {
    ring: Ring<NetworkRequest, LIMIT>,
    open: HashMap<(SessionId, String), Open>,
    /// `host:port` that the network policy refused, and why.
    refused: HashMap<String, RefusalReason>,
}

impl NetworkLog {
    pub(crate) fn captured(&self) -> Captured<NetworkRequest> {
        self.ring.captured()
    }

    /// Requests that a settling page has to wait for.
    pub(crate) fn in_flight(&self) -> usize {
        self.open
            .values()
            .filter(|open| {
                let endless_kind = matches!(
                    open.resource_type,
                    ResourceType::Media | ResourceType::Websocket | ResourceType::Ping
                );
                !open.endless && !endless_kind
            })
            .count()
    }

    /// How many requests there ever were.
    pub(crate) fn count(&self) -> u64 {
        self.ring.pushed()
    }

    /// The document request of a loader.
    pub(crate) fn document(&self, loader: &str) -> Option<NetworkRequest> {
        let of_loader = |request: &&NetworkRequest| {
            request.loader == loader && request.resource_type == ResourceType::Document
        };
        self.ring.iter().rev().find(of_loader).cloned()
    }

    /// Requests to the host of `refusal` that come to nothing from now on are blocked ones.
    pub(crate) fn refused(&mut self, refusal: &Refusal) {
        if self.refused.len() >= LIMIT {
            // Hosts that are still asked for come back with their next refusal.
            self.refused.clear();
        }
        let mut authority = refusal.authority.to_ascii_lowercase();
        bounded::cut(&mut authority, bounded::URL_LIMIT);
        self.refused.insert(authority, refusal.reason);
    }

    pub(crate) fn session_gone(&mut self, session: &SessionId) {
        self.open.retain(|(of, _), _| of != session);
    }

    /// Take note of a `Network.*` event; returns the request if it came to its end.
    pub(crate) fn record(
        &mut self,
        session: &SessionId,
        method: &str,
        params: &Value,
    ) -> Option<NetworkRequest> {
        let key = (session.clone(), params["requestId"].as_str()?.to_owned());
        let time = params["timestamp"].as_f64().unwrap_or_default();
        match method {
            "Network.requestWillBeSent" => {
                let redirect = &params["redirectResponse"];
                let redirected = if redirect.is_object() {
                    self.answered(&key, redirect);
                    self.ended(&key, time, None)
                } else {
                    None
                };
                self.began(key, time, params);
                redirected
            }
            "Network.webSocketCreated" => {
                self.began_websocket(key, params);
                None
            }
            "Network.responseReceived" | "Network.webSocketHandshakeResponseReceived" => {
                self.answered(&key, &params["response"]);
                // The body of a refusal may never be read, and then the request never ends.
                let blocked = self.entry(&key)?.blocked;
                blocked.then(|| self.ended(&key, time, None)).flatten()
            }
            "Network.loadingFinished" => {
                let bytes = params["encodedDataLength"]
                    .as_f64()
                    .map(|bytes| bytes as u64);
                self.entry(&key)?.bytes = bytes;
                self.ended(&key, time, None)
            }
            "Network.loadingFailed" => {
                let mut error = params["errorText"].as_str().unwrap_or("failed").to_owned();
                if let Some(reason) = params["blockedReason"].as_str() {
                    self.entry(&key)?.blocked = true;
                    error = format!("{error} ({reason})");
                }
                self.ended(&key, time, Some(error))
            }
            "Network.webSocketFrameError" => {
                let error = params["errorMessage"]
                    .as_str()
                    .unwrap_or("failed")
                    .to_owned();
                self.entry(&key)?.error = Some(error);
                None
            }
            "Network.webSocketClosed" => self.ended(&key, time, None),
            _ => None,
        }
    }

    /// A request whose entry is gone is waited for by nobody.
    fn forget_the_oldest(&mut self) {
        if self.open.len() > 2 * LIMIT {
            let first = self.ring.dropped();
            self.open.retain(|_, open| open.index >= first);
        }
    }

    fn began(&mut self, key: (SessionId, String), time: f64, params: &Value) {
        self.forget_the_oldest();
        let request = NetworkRequest::http(self.ring.pushed() + 1, params);
        let open = Open {
            index: self.ring.pushed(),
            began: time,
            resource_type: request.resource_type,
            endless: params["type"] == "EventSource",
        };
        self.open.insert(key, open);
        self.ring.push(request);
    }

    fn began_websocket(&mut self, key: (SessionId, String), params: &Value) {
        self.forget_the_oldest();
        let request = NetworkRequest::websocket(self.ring.pushed() + 1, params);
        let open = Open {
            index: self.ring.pushed(),
            began: 0.0,
            resource_type: request.resource_type,
            endless: true,
        };
        self.open.insert(key, open);
        self.ring.push(request);
    }

    fn answered(&mut self, key: &(SessionId, String), response: &Value) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        open.endless |= open.resource_type == ResourceType::Fetch;
        if let Some(entry) = self.ring.get_mut(open.index) {
            entry.status_code = response["status"].as_u64().map(|status| status as u16);
            let mime_type = response["mimeType"].as_str().map(ToOwned::to_owned);
            entry.mime_type = mime_type.map(bounded::address);
            Self::mark_if_refused(&self.refused, entry);
        }
    }

    fn ended(
        &mut self,
        key: &(SessionId, String),
        time: f64,
        error: Option<String>,
    ) -> Option<NetworkRequest> {
        let open = self.open.remove(key)?;
        let entry = self.ring.get_mut(open.index)?;
        if open.began > 0.0 {
            entry.duration_ms = Some(((time - open.began) * 1_000_000.0).round() / 1000.0);
        }
        if error.is_some() {
            entry.error = error;
        }
        Self::mark_if_refused(&self.refused, entry);
        Some(entry.clone())
    }

    /// A request that came to nothing, to a host that the policy refused, was blocked.
    fn mark_if_refused(refused: &HashMap<String, RefusalReason>, entry: &mut NetworkRequest) {
        let came_to_nothing = entry.error.is_some() || entry.status_code == Some(403);
        if came_to_nothing
            && let Some(reason) = authority_of(&entry.url).and_then(|to| refused.get(&to))
        {
            entry.blocked = true;
            entry.error = Some(reason.to_string());
            // The status was the proxy's.
            entry.status_code = None;
        }
    }

    fn entry(&mut self, key: &(SessionId, String)) -> Option<&mut NetworkRequest> {
        let index = self.open.get(key)?.index;
        self.ring.get_mut(index)
    }
}
