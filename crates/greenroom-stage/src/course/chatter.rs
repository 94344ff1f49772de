//! What a course says and loads without anything being wrong: messages below a warning, requests
//! that were answered. People look for it beside what is wrong, so it is told in the session's
//! stream of events; a course that never stops talking is told by its beginning and by a count.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::Session;
use serde::Serialize;
use serde_json::json;

/// Kinds of events that are given to those who ask for them by name.
pub const CHATTER: [&str; 6] = [
    "console:log",
    "console:left_out",
    "network:loaded",
    "network:failed",
    "network:left_out",
    super::told_findings::KIND,
];

/// Of each kind, in one session.
const MOST_MESSAGES: usize = 1000;
const MOST_FAILURES: usize = 200;
const MOST_GROUPS: usize = 400;
/// Requests that follow each other are one event.
const GROUP: Duration = Duration::from_millis(400);
const MOST_IN_GROUP: usize = 40;
/// Enough to know an address or a message by.
const LONGEST_ADDRESS: usize = 300;
const LONGEST_TEXT: usize = 2000;

/// A request that was answered.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Loaded {
    pub(super) url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ms: Option<u64>,
}

/// The chatter of one session.
#[derive(Debug)]
pub(super) struct Chatter {
    session: Arc<Session>,
    told: Mutex<Told>,
}

#[derive(Debug, Default)]
struct Told {
    messages: usize,
    failures: usize,
    groups: usize,
    /// Requests that wait to be told together.
    waiting: Vec<Loaded>,
    /// All of them, also those that an event has no room for.
    waiting_count: usize,
    waiting_bytes: u64,
}

impl Chatter {
    pub(super) fn new(session: Arc<Session>) -> Arc<Self> {
        Arc::new(Self {
            session,
            told: Mutex::default(),
        })
    }

    /// A message of the console below a warning.
    pub(super) fn said(&self, level: &str, text: &str, source: &str, line: u32) {
        let number = {
            let mut told = self.told.lock().ignore_poison();
            told.messages += 1;
            told.messages
        };
        if number <= MOST_MESSAGES {
            let text = cut(text, LONGEST_TEXT);
            let source = self.address(source);
            let payload = json!({"level": level, "text": text, "source": source, "line": line});
            self.emit("console:log", payload);
        } else {
            self.left_out("console:left_out", number - MOST_MESSAGES);
        }
    }

    /// A request that was answered with an error, or not at all.
    pub(super) fn failed(&self, url: &str, reason: &str) {
        let number = {
            let mut told = self.told.lock().ignore_poison();
            told.failures += 1;
            told.failures
        };
        if number <= MOST_FAILURES {
            let payload = json!({"url": self.address(url), "reason": cut(reason, LONGEST_ADDRESS)});
            self.emit("network:failed", payload);
        } else {
            self.left_out("network:left_out", number - MOST_FAILURES);
        }
    }

    /// A request that was answered; those that follow soon are told together.
    pub(super) fn loaded(self: &Arc<Self>, request: Loaded) {
        let mut told = self.told.lock().ignore_poison();
        told.waiting_count += 1;
        told.waiting_bytes += request.bytes.unwrap_or_default();
        if told.waiting.len() < MOST_IN_GROUP {
            let mut request = request;
            request.url = self.address(&request.url);
            told.waiting.push(request);
        }
        let begins = told.waiting_count == 1;
        drop(told);
        if begins {
            let chatter = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(GROUP).await;
                chatter.tell_group();
            });
        }
    }

    fn tell_group(&self) {
        let (number, requests, count, bytes) = {
            let mut told = self.told.lock().ignore_poison();
            told.groups += 1;
            let requests = std::mem::take(&mut told.waiting);
            let count = std::mem::take(&mut told.waiting_count);
            let bytes = std::mem::take(&mut told.waiting_bytes);
            (told.groups, requests, count, bytes)
        };
        if number <= MOST_GROUPS {
            let payload = json!({"count": count, "bytes": bytes, "requests": requests});
            self.emit("network:loaded", payload);
        } else {
            self.left_out("network:left_out", number - MOST_GROUPS);
        }
    }

    /// Tells at 1, 10, 100 and so on how much was left out so far.
    fn left_out(&self, kind: &str, count: usize) {
        if is_power_of_ten(count) {
            self.emit(kind, json!({ "count": count }));
        }
    }

    fn emit(&self, kind: &str, payload: serde_json::Value) {
        if let Err(error) = self.session.emit(kind, Some(payload)) {
            tracing::debug!(%error, kind, "not told");
        }
    }

    /// Files of the course by their path below the package.
    fn address(&self, url: &str) -> String {
        let own = format!("://{}.localhost", self.session.id());
        let path = url
            .split_once(&own)
            .and_then(|(_, rest)| rest.split_once("/content/"))
            .map_or(url, |(_, path)| path);
        cut(path, LONGEST_ADDRESS)
    }
}

fn is_power_of_ten(count: usize) -> bool {
    count
        .checked_ilog10()
        .is_some_and(|power| 10_usize.pow(power) == count)
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use greenroom_store::{DataDir, EventQuery, SessionStore, StoreLimits};

    use super::*;

    fn session() -> (tempfile::TempDir, Arc<Session>) {
        let folder = tempfile::tempdir().unwrap();
        let sessions = SessionStore::new(
            DataDir::new(folder.path().to_owned()),
            StoreLimits::default(),
        );
        let session = sessions.one_shot().unwrap();
        (folder, session)
    }

    fn told(session: &Session, kind: &str) -> Vec<serde_json::Value> {
        let query = EventQuery {
            since: 0,
            max: 10_000,
            types: vec![kind.to_owned()],
            without: &[],
        };
        let page = session.events().page(&query).unwrap();
        let payloads = page.events.into_iter().filter_map(|event| event.payload);
        payloads.collect()
    }

    #[test]
    fn a_course_that_never_stops_talking_is_told_by_its_beginning_and_a_count() {
        let (_folder, session) = session();
        let chatter = Chatter::new(Arc::clone(&session));
        for number in 0..MOST_MESSAGES + 250 {
            chatter.said("info", &format!("step {number}"), "", 0);
        }
        assert_eq!(told(&session, "console:log").len(), MOST_MESSAGES);
        let counts: Vec<_> = told(&session, "console:left_out")
            .iter()
            .map(|payload| payload["count"].clone())
            .collect();
        assert_eq!(counts, [1, 10, 100]);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_follow_each_other_are_one_event() {
        let (_folder, session) = session();
        let chatter = Chatter::new(Arc::clone(&session));
        let url = format!("http://{}.localhost:1/content/media/a.png", session.id());
        for _ in 0..MOST_IN_GROUP + 5 {
            chatter.loaded(Loaded {
                url: url.clone(),
                status: Some(200),
                bytes: Some(10),
                ms: None,
            });
        }
        tokio::time::sleep(2 * GROUP).await;
        let groups = told(&session, "network:loaded");
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0]["count"], 45);
        assert_eq!(groups[0]["bytes"], 450);
        assert_eq!(groups[0]["requests"][0]["url"], "media/a.png");
        assert_eq!(
            groups[0]["requests"].as_array().unwrap().len(),
            MOST_IN_GROUP
        );
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("äöü", 2), "äö…");
        assert_eq!(cut("äöü", 3), "äöü");
        assert!([1, 10, 1000].into_iter().all(is_power_of_ten));
        assert!(![0, 2, 11, 99].into_iter().any(is_power_of_ten));
    }
}
