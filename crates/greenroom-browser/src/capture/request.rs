//! One request, as callers see it.

use greenroom_stdx::now_ms;
use serde::Serialize;
use serde_json::Value;

use super::bounded::{Weight, address};
use crate::context::FrameId;

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
    pub(super) fn from_cdp(kind: &str) -> Self {
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

impl Weight for NetworkRequest {
    fn weight(&self) -> usize {
        let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let texts = [&self.method, &self.url, &self.initiator, &self.loader];
        let length: usize = texts.into_iter().map(String::len).sum();
        size_of::<Self>() + length + optional(&self.error) + optional(&self.mime_type)
    }
}

impl NetworkRequest {
    /// From a `Network.requestWillBeSent` event.
    pub(super) fn http(id: u64, params: &Value) -> Self {
        let request = &params["request"];
        let kind = params["type"].as_str().unwrap_or_default();
        Self {
            timestamp: (params["wallTime"].as_f64().unwrap_or_default() * 1000.0) as u64,
            method: text(&request["method"]),
            resource_type: ResourceType::from_cdp(kind),
            frame: params["frameId"].as_str().map(FrameId::new),
            loader: text(&params["loaderId"]),
            ..Self::begun(id, &request["url"], &params["initiator"])
        }
    }

    /// From a `Network.webSocketCreated` event.
    pub(super) fn websocket(id: u64, params: &Value) -> Self {
        Self::begun(id, &params["url"], &params["initiator"])
    }

    fn begun(id: u64, url: &Value, by: &Value) -> Self {
        Self {
            id,
            timestamp: now_ms(),
            method: "GET".into(),
            url: address(text(url)),
            resource_type: ResourceType::Websocket,
            status_code: None,
            error: None,
            duration_ms: None,
            bytes: None,
            mime_type: None,
            initiator: address(initiator(by)),
            frame: None,
            blocked: false,
            loader: String::new(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
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
