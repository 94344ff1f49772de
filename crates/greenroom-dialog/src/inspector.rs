//! The message inspector: the last messages in both directions, bounded.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};

/// Entries that are kept.
const ENTRIES: usize = 2_000;
/// Bytes of all kept entries.
const BYTES: usize = 8 << 20;
/// A longer string is cut: images and other data are of no use here.
const LONGEST_STRING: usize = 20_000;

/// Which way a message went, seen from Greenroom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    Incoming,
    Outgoing,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "InspectorEntry")
)]
pub struct Seen {
    /// Counts up.
    pub n: u64,
    pub timestamp: u64,
    pub direction: Direction,
    pub message: Value,
    /// Bytes of the JSON as it travelled.
    pub size: usize,
    pub connection: String,
    pub asker: String,
    /// The tool it belongs to; replies carry that of their request.
    pub tool: Option<String>,
}

/// What to show. All given parts must fit.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InspectorFilter {
    /// Empty: all.
    pub tools: Vec<String>,
    pub direction: Option<Direction>,
    pub asker: Option<String>,
    pub text: Option<String>,
}

impl InspectorFilter {
    /// Adds a tool to the set.
    pub fn tool(&mut self, tool: &str) {
        if !self.tools.iter().any(|known| known == tool) {
            self.tools.push(tool.to_owned());
        }
    }

    fn fits(&self, seen: &Seen) -> bool {
        let tool = self.tools.is_empty()
            || seen
                .tool
                .as_ref()
                .is_some_and(|tool| self.tools.contains(tool));
        let direction = self.direction.is_none_or(|wanted| wanted == seen.direction);
        let asker = self
            .asker
            .as_ref()
            .is_none_or(|wanted| *wanted == seen.asker);
        let text = self.text.as_ref().is_none_or(|wanted| {
            let message = seen.message.to_string().to_lowercase();
            message.contains(&wanted.to_lowercase())
        });
        tool && direction && asker && text
    }
}

/// `mcp-debug.json`: what was recorded, to be looked at elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "InspectorExport")
)]
pub struct Export {
    pub session: ExportedSession,
    pub messages: Vec<Seen>,
}

/// When the exported messages went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedSession {
    pub start: u64,
    pub end: u64,
    pub message_count: usize,
}

/// The ring of messages.
#[derive(Debug, Default)]
pub struct Inspector {
    on: bool,
    entries: VecDeque<Seen>,
    bytes: usize,
    count: u64,
    /// Tools of requests without a reply yet, by connection and id.
    asked: HashMap<(String, String), String>,
}

impl Inspector {
    pub fn new(on: bool) -> Self {
        Self {
            on,
            ..Self::default()
        }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    pub fn switch(&mut self, on: bool) {
        self.on = on;
    }

    /// Records a message, if recording is on. Returns the entry.
    pub fn record(
        &mut self,
        direction: Direction,
        message: &Value,
        connection: &str,
        asker: &str,
        now: u64,
    ) -> Option<Seen> {
        if !self.on {
            return None;
        }
        let tool = self.tool_of(message, connection);
        let size = message.to_string().len();
        let message = without_secrets(message);
        self.count += 1;
        let seen = Seen {
            n: self.count,
            timestamp: now,
            direction,
            message,
            size,
            connection: connection.to_owned(),
            asker: asker.to_owned(),
            tool,
        };
        self.bytes += weight(&seen);
        self.entries.push_back(seen.clone());
        while self.entries.len() > ENTRIES || self.bytes > BYTES {
            let Some(oldest) = self.entries.pop_front() else {
                break;
            };
            self.bytes -= weight(&oldest);
        }
        Some(seen)
    }

    /// The kept messages that fit, oldest first.
    pub fn filtered(&self, filter: &InspectorFilter) -> Vec<&Seen> {
        self.entries
            .iter()
            .filter(|seen| filter.fits(seen))
            .collect()
    }

    /// What fits, as a file.
    pub fn export(&self, filter: &InspectorFilter, now: u64) -> Export {
        let messages: Vec<Seen> = self.filtered(filter).into_iter().cloned().collect();
        Export {
            session: ExportedSession {
                start: messages.first().map_or(now, |first| first.timestamp),
                end: messages.last().map_or(now, |last| last.timestamp),
                message_count: messages.len(),
            },
            messages,
        }
    }

    /// The tool of a request, a page message or the request that a reply belongs to.
    fn tool_of(&mut self, message: &Value, connection: &str) -> Option<String> {
        if self.asked.len() > ENTRIES {
            // What is so long ago has left the ring too.
            self.asked.clear();
        }
        let key = |id: &Value| (connection.to_owned(), id.to_string());
        if message["method"] == "tools/call" {
            let tool = message["params"]["name"].as_str()?.to_owned();
            if let Some(id) = message.get("id") {
                self.asked.insert(key(id), tool.clone());
            }
            return Some(tool);
        }
        if message.get("result").is_some() || message.get("error").is_some() {
            return self.asked.remove(&key(&message["id"]));
        }
        if let Some(tool) = message["tool"].as_str() {
            let id = &message["requestId"];
            self.asked
                .insert(("page".to_owned(), id.to_string()), tool.to_owned());
            return Some(tool.to_owned());
        }
        let id = message
            .get("requestId")
            .or_else(|| message.get("dialog_id"))?;
        self.asked
            .get(&("page".to_owned(), id.to_string()))
            .cloned()
    }
}

fn weight(seen: &Seen) -> usize {
    seen.message.to_string().len() + 200
}

/// Without image data, and without what opens doors.
pub fn without_secrets(message: &Value) -> Value {
    match message {
        Value::String(text) if text.starts_with("data:image/") || text.len() > LONGEST_STRING => {
            json!(format!("[{} bytes]", text.len()))
        }
        Value::Array(items) => items.iter().map(without_secrets).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| {
                let shown = match name.as_str() {
                    "token" | "resume" if value.is_string() => json!("[secret]"),
                    "code" if is_one_time_code(value) => json!("[secret]"),
                    _ => without_secrets(value),
                };
                (name.clone(), shown)
            })
            .collect(),
        other => other.clone(),
    }
}

/// Other codes, as of results and notices, are for everyone.
fn is_one_time_code(value: &Value) -> bool {
    value
        .as_str()
        .is_some_and(|text| text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(inspector: &mut Inspector, direction: Direction, message: &Value) {
        inspector.record(direction, message, "conn_1", "x", 5);
    }

    #[test]
    fn a_tool_filter_includes_the_replies() {
        let mut inspector = Inspector::new(true);
        let call = |id: u64, tool: &str| json!({"id": id, "method": "tools/call", "params": {"name": tool}});
        record(&mut inspector, Direction::Incoming, &call(1, "planner"));
        record(&mut inspector, Direction::Incoming, &call(2, "confirm"));
        record(
            &mut inspector,
            Direction::Outgoing,
            &json!({"id": 2, "result": {"confirmed": true}}),
        );
        record(
            &mut inspector,
            Direction::Outgoing,
            &json!({"id": 1, "error": {}}),
        );
        assert_eq!(inspector.filtered(&InspectorFilter::default()).len(), 4);
        let mut filter = InspectorFilter::default();
        filter.tool("planner");
        let numbers: Vec<u64> = inspector
            .filtered(&filter)
            .iter()
            .map(|seen| seen.n)
            .collect();
        assert_eq!(numbers, [1, 4]);
        filter.direction = Some(Direction::Outgoing);
        let export = json!(inspector.export(&filter, 9));
        assert_eq!(
            export["session"],
            json!({"start": 5, "end": 5, "messageCount": 1})
        );
        let entry = &export["messages"][0];
        assert_eq!(
            (&entry["direction"], &entry["size"]),
            (&json!("outgoing"), &json!(19))
        );
    }

    #[test]
    fn it_is_bounded_and_keeps_no_secret() {
        let mut inspector = Inspector::new(true);
        for n in 0..2_100 {
            record(&mut inspector, Direction::Incoming, &json!({"n": n}));
        }
        assert_eq!(inspector.entries.len(), 2_000);
        let large = json!({"images": ["x".repeat(19_000)]});
        for _ in 0..600 {
            record(&mut inspector, Direction::Incoming, &large);
        }
        assert!(inspector.bytes <= BYTES && inspector.entries.len() < 600);
        let code = "0123456789abcdef0123456789abcdef";
        let secret = json!({"type": "auth", "token": "xyz", "data": "data:image/png;base64,AAAA",
            "pairing": {"code": code}, "result": {"code": "DIALOG_PENDING"}});
        record(&mut inspector, Direction::Incoming, &secret);
        let kept = inspector.entries.back().unwrap().message.to_string();
        for hidden in ["xyz", "AAAA", code] {
            assert!(!kept.contains(hidden), "{kept}");
        }
        assert!(kept.contains("DIALOG_PENDING"), "{kept}");
        inspector.switch(false);
        assert!(
            inspector
                .record(Direction::Incoming, &secret, "", "", 0)
                .is_none()
        );
    }
}
