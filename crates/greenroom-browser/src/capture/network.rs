//! Requests of all pages, frames and workers.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

use super::ring::{Captured, Ring};
use crate::cdp::SessionId;
use crate::context::FrameId;
use crate::proxy::{Refusal, RefusalReason, authority_of};

const LIMIT: usize = 5000;
/// Longer addresses are `data:` URLs; their content is not of interest here.
const URL_LIMIT: usize = 2048;

/// What a request was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ResourceType {
    Document,
    Stylesheet,
    Script,
    Image,
    Font,
    Media,
    Xhr,
    Fetch,
    Websocket,
    Ping,
    Other,
}

impl ResourceType {
    fn from_cdp(kind: &str) -> Self {
        match kind {
            "Document" => Self::Document,
            "Stylesheet" => Self::Stylesheet,
            "Script" => Self::Script,
            "Image" => Self::Image,
            "Font" => Self::Font,
            "Media" => Self::Media,
            "XHR" => Self::Xhr,
            "Fetch" => Self::Fetch,
            "WebSocket" => Self::Websocket,
            "Ping" => Self::Ping,
            _ => Self::Other,
        }
    }
}

/// One request; redirects are requests of their own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NetworkRequest {
    /// Number of the request in its context, from 1.
    pub id: u64,
    /// When it began, in milliseconds since the Unix epoch.
    pub timestamp: u64,
    /// HTTP method.
    pub method: String,
    /// Address.
    pub url: String,
    /// What it was for.
    pub resource_type: ResourceType,
    /// HTTP status, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_code: Option<u16>,
    /// Why it failed, such as `net::ERR_CONNECTION_REFUSED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long it took; none while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// Bytes that came over the network, headers included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Media type of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// What made it: `parser`, `script`, `preload`, `other` … and where.
    pub initiator: String,
    /// Frame that made it; none for workers.
    pub frame: Option<FrameId>,
    /// True if policy kept it from the network.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// Loader of the document that it belongs to.
    #[serde(skip)]
    pub(crate) loader: String,
}

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
        let mut items = self.ring.captured().items.into_iter().rev();
        items.find(|r| r.loader == loader && r.resource_type == ResourceType::Document)
    }

    /// Requests to the host of `refusal` that come to nothing from now on are blocked ones.
    pub(crate) fn refused(&mut self, refusal: &Refusal) {
        self.refused
            .insert(refusal.authority.to_ascii_lowercase(), refusal.reason);
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
                None
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

    fn began(&mut self, key: (SessionId, String), time: f64, params: &Value) {
        let request = &params["request"];
        let kind = params["type"].as_str().unwrap_or_default();
        let resource_type = ResourceType::from_cdp(kind);
        let entry = NetworkRequest {
            id: self.ring.pushed() + 1,
            timestamp: (params["wallTime"].as_f64().unwrap_or_default() * 1000.0) as u64,
            method: text(&request["method"]),
            url: shortened(&text(&request["url"])),
            resource_type,
            status_code: None,
            error: None,
            duration_ms: None,
            bytes: None,
            mime_type: None,
            initiator: initiator(&params["initiator"]),
            frame: params["frameId"].as_str().map(FrameId::new),
            blocked: false,
            loader: text(&params["loaderId"]),
        };
        let endless = kind == "EventSource";
        let open = Open {
            index: self.ring.pushed(),
            began: time,
            resource_type,
            endless,
        };
        self.open.insert(key, open);
        self.ring.push(entry);
    }

    fn began_websocket(&mut self, key: (SessionId, String), params: &Value) {
        let entry = NetworkRequest {
            id: self.ring.pushed() + 1,
            timestamp: crate::time::now_ms(),
            method: "GET".into(),
            url: shortened(&text(&params["url"])),
            resource_type: ResourceType::Websocket,
            status_code: None,
            error: None,
            duration_ms: None,
            bytes: None,
            mime_type: None,
            initiator: initiator(&params["initiator"]),
            frame: None,
            blocked: false,
            loader: String::new(),
        };
        let resource_type = ResourceType::Websocket;
        let open = Open {
            index: self.ring.pushed(),
            began: 0.0,
            resource_type,
            endless: true,
        };
        self.open.insert(key, open);
        self.ring.push(entry);
    }

    fn answered(&mut self, key: &(SessionId, String), response: &Value) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        open.endless |= open.resource_type == ResourceType::Fetch;
        if let Some(entry) = self.ring.get_mut(open.index) {
            entry.status_code = response["status"].as_u64().map(|status| status as u16);
            entry.mime_type = response["mimeType"].as_str().map(ToOwned::to_owned);
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

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn shortened(url: &str) -> String {
    match url.char_indices().nth(URL_LIMIT) {
        Some((end, _)) => format!("{}…", &url[..end]),
        None => url.to_owned(),
    }
}

fn initiator(value: &Value) -> String {
    let kind = value["type"].as_str().unwrap_or("other");
    let top = &value["stack"]["callFrames"][0];
    let (url, line) = if top.is_object() {
        (top["url"].as_str(), top["lineNumber"].as_u64())
    } else {
        (value["url"].as_str(), value["lineNumber"].as_u64())
    };
    match (url, line) {
        (Some(url), Some(line)) => format!("{kind} {url}:{}", line + 1),
        (Some(url), None) => format!("{kind} {url}"),
        _ => kind.to_owned(),
    }
}
