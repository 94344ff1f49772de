//! The server's end of a page's connection: it numbers frames and knows who is there.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use greenroom_stdx::IgnorePoison as _;
use serde::Serialize;

use crate::frame::{CloseCode, NoticeKind, ServerFrame, ServerMessage};
use crate::limits::SERVER_FRAME_BYTES;

/// What goes out to a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Outgoing {
    /// The text of one frame.
    Frame(String),
    /// The end of the connection.
    Close(CloseCode),
}

/// Takes what goes out to one page; must not block.
pub type Outbox = Box<dyn Fn(Outgoing) + Send + Sync>;

/// One connection.
pub(crate) struct Link {
    pub(crate) number: u64,
    outbox: Outbox,
    sending: Mutex<u64>,
    ack: AtomicU64,
    visible: AtomicBool,
    who: Mutex<Who>,
}

/// What `hello` said.
#[derive(Clone, Debug, Default)]
struct Who {
    page: String,
    tab: String,
    path: String,
    since: u64,
    greeted: bool,
}

/// A page that is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tab {
    pub tab: String,
    pub path: String,
    pub visible: bool,
    /// Milliseconds since 1970.
    pub since: u64,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl Link {
    pub(crate) fn new(number: u64, outbox: Outbox) -> Self {
        Self {
            number,
            outbox,
            sending: Mutex::new(0),
            ack: AtomicU64::new(0),
            visible: AtomicBool::new(true),
            who: Mutex::default(),
        }
    }

    pub(crate) fn greet(&self, page: &str, tab: &str, path: &str) {
        *self.who() = Who {
            page: page.to_owned(),
            tab: tab.to_owned(),
            path: path.to_owned(),
            since: greenroom_stdx::now_ms(),
            greeted: true,
        };
    }

    pub(crate) fn greeted(&self) -> bool {
        self.who().greeted
    }

    pub(crate) fn page(&self) -> String {
        self.who().page.clone()
    }

    pub(crate) fn tab(&self) -> Tab {
        let who = self.who().clone();
        Tab {
            tab: who.tab,
            path: who.path,
            visible: self.visible.load(Ordering::Relaxed),
            since: who.since,
        }
    }

    pub(crate) fn show(&self, visible: bool) {
        self.visible.store(visible, Ordering::Relaxed);
    }

    /// Frames of the page up to `seq` are handled completely.
    pub(crate) fn handled(&self, seq: u64) {
        self.ack.fetch_max(seq, Ordering::Relaxed);
    }

    /// Sends messages as one frame, or as several where one would be too large.
    pub(crate) fn send(&self, messages: Vec<ServerMessage>) {
        let mut batches = vec![Vec::new()];
        let mut bytes = 0;
        for message in messages {
            let size = size_of_message(&message);
            if bytes > 0 && bytes + size > SERVER_FRAME_BYTES {
                batches.push(Vec::new());
                bytes = 0;
            }
            bytes += size;
            if let Some(batch) = batches.last_mut() {
                batch.push(message);
            }
        }
        // Numbers must go out in order, also when two threads send.
        let mut seq = self.sending.lock().ignore_poison();
        for messages in batches {
            *seq += 1;
            let frame = ServerFrame {
                seq: *seq,
                ack: self.ack.load(Ordering::Relaxed),
                messages,
            };
            if let Ok(text) = serde_json::to_string(&frame) {
                (self.outbox)(Outgoing::Frame(text));
            }
        }
    }

    pub(crate) fn notice(&self, kind: NoticeKind, text: &str) {
        self.send(vec![ServerMessage::Notice {
            kind,
            text: text.to_owned(),
        }]);
    }

    pub(crate) fn close(&self, code: CloseCode) {
        (self.outbox)(Outgoing::Close(code));
    }

    fn who(&self) -> MutexGuard<'_, Who> {
        self.who.lock().ignore_poison()
    }
}

/// About how many bytes a message takes; exact for what can be large.
fn size_of_message(message: &ServerMessage) -> usize {
    match message {
        ServerMessage::Viewdefs { defs } => defs
            .iter()
            .map(|(key, def)| key.len() + def.as_ref().map_or(4, |def| def.html.len() + 64))
            .sum(),
        ServerMessage::Update {
            value: Some(value), ..
        } => size_of_value(value) + 128,
        _ => 256,
    }
}

fn size_of_value(value: &serde_json::Value) -> usize {
    use serde_json::Value;
    match value {
        // Six bytes is the longest form of one escaped byte.
        Value::String(text) => 6 * text.len() + 3,
        Value::Array(items) => items.iter().map(size_of_value).sum::<usize>() + 3,
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| key.len() + size_of_value(value) + 4)
            .sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 24,
    }
}

/// The connections of one session.
#[derive(Debug, Default)]
pub(crate) struct Links(Mutex<BTreeMap<u64, Arc<Link>>>);

impl Links {
    pub(crate) fn add(&self, link: Arc<Link>) {
        self.lock().insert(link.number, link);
    }

    pub(crate) fn remove(&self, number: u64) {
        self.lock().remove(&number);
    }

    pub(crate) fn get(&self, number: u64) -> Option<Arc<Link>> {
        self.lock().get(&number).cloned()
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Link>> {
        self.lock().values().cloned().collect()
    }

    /// The pages that said `hello`.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        self.all()
            .iter()
            .filter(|link| link.greeted())
            .map(|link| link.tab())
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Link>>> {
        self.0.lock().ignore_poison()
    }
}
