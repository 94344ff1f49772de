//! What the LMS's code in the page sends, and the network it sends through.

use serde::{Deserialize, Serialize};

use crate::value::JsValue;

/// The network of the page: the browser's own in a player, a simulated one in tests.
pub trait Network {
    /// A synchronous request: its outcome is known when it returns.
    fn sync(&mut self, request: &Request) -> Outcome;
    /// `sendBeacon`: whether the browser took it; nobody learns whether it arrived.
    fn beacon(&mut self, request: &Request) -> bool;
    /// An asynchronous request; [`crate::Client::answered`] is called when it ends.
    fn start(&mut self, request: &Request);
}

/// How a request leaves the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// A synchronous `XMLHttpRequest`.
    XhrSync,
    /// An asynchronous `XMLHttpRequest`.
    XhrAsync,
    /// `navigator.sendBeacon`
    Beacon,
    /// `fetch`
    Fetch,
    /// `fetch` with `keepalive`.
    FetchKeepalive,
    /// The LMS's page goes to another address.
    Navigate,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Counts the requests of a client from 1.
    pub id: u32,
    /// How it leaves the page.
    pub via: Via,
    /// What it carries.
    pub body: Body,
}

/// What a request carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Why it is sent.
    pub kind: Kind,
    /// The elements and their values, in the order sent.
    pub values: Vec<(String, JsValue)>,
    /// The elements that this request says were changed since the last save; only where the LMS
    /// sends everything and a list of changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Vec<String>>,
    /// Has the course finished (in this request or before)?
    #[serde(default)]
    pub finished: bool,
}

impl Body {
    /// The value of an element, if it is sent.
    pub fn value(&self, element: &str) -> Option<&JsValue> {
        let mut found = self.values.iter().rev();
        found
            .find(|(name, _)| name == element)
            .map(|(_, value)| value)
    }

    /// The course set this element since the last save, as far as the request says.
    pub fn sets(&self, element: &str) -> bool {
        match &self.changed {
            Some(changed) => changed.iter().any(|name| name == element),
            None => self.value(element).is_some(),
        }
    }

    /// About how many bytes it takes on the wire: names, values in UTF-8, and what is between.
    pub fn bytes(&self) -> usize {
        let pair = |(name, value): &(String, JsValue)| name.len() + value.to_text().len() + 8;
        self.values.iter().map(pair).sum::<usize>() + 100
    }
}

/// Why a request is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The course committed.
    Commit,
    /// The course finished.
    Finish,
    /// The course set a value.
    Set,
    /// The course reads, and the LMS asks its server.
    Read,
    /// The LMS saves by itself: a timer, or its own page's end.
    Autosave,
    /// The learner leaves by the LMS's navigation, or the LMS's page ends.
    Leave,
    /// Nothing of the course: menus, sessions.
    Housekeeping,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The server took it.
    Saved,
    /// An HTTP error.
    Refused,
    /// The login page, with HTTP 200: the session has timed out.
    LoginPage,
    /// It never arrived.
    NoConnection,
}
