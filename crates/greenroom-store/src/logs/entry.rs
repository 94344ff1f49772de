//! One log entry and its two written forms.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How grave an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    Debug,
    Info,
    Warn,
    Error,
}

impl LogLevel {
    pub const ALL: [Self; 4] = [Self::Debug, Self::Info, Self::Warn, Self::Error];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogEntry {
    /// Milliseconds since the Unix epoch.
    pub ts: u64,
    pub level: LogLevel,
    pub msg: String,
    /// The part of Greenroom that speaks.
    pub component: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpc_id: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// Whatever else belongs to it.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Value>,
}

impl LogEntry {
    pub fn new(ts: u64, level: LogLevel, component: &str, msg: &str) -> Self {
        Self {
            ts,
            level,
            msg: shortened(msg),
            component: component.to_owned(),
            session_id: None,
            rpc_id: None,
            method: None,
            tool: None,
            duration_ms: None,
            context: Map::new(),
        }
    }

    /// Adds a fact; long texts are shortened.
    pub fn add(&mut self, key: &str, value: Value) {
        let value = match value {
            Value::String(text) => Value::String(shortened(&text)),
            other => other,
        };
        self.context.insert(key.to_owned(), value);
    }

    /// The line of `app.ndjson`, with its newline.
    pub fn json_line(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// The line of `app.log`, with its newline.
    pub fn human_line(&self) -> String {
        let time = i64::try_from(self.ts)
            .ok()
            .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
            .map_or_else(String::new, |time| format!("{time:.3}"));
        let level = self.level.as_str().to_uppercase();
        let mut line = format!(
            "{time} {level:5} {} {}",
            self.component,
            one_line(&self.msg)
        );
        let mut say = |name: &str, value: &str| {
            line.push_str(&[" ", name, "=", &one_line(value)].concat());
        };
        for (name, value) in [
            ("tool", &self.tool),
            ("method", &self.method),
            ("session_id", &self.session_id),
        ] {
            if let Some(value) = value {
                say(name, value);
            }
        }
        if let Some(rpc_id) = &self.rpc_id {
            say("rpc_id", &rpc_id.to_string());
        }
        if let Some(duration) = self.duration_ms {
            say("duration_ms", &duration.to_string());
        }
        for (name, value) in &self.context {
            match value.as_str() {
                Some(text) => say(name, text),
                None => say(name, &value.to_string()),
            }
        }
        line.push('\n');
        line
    }
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}

/// Long texts lose their end, encoded bytes are named only.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 4000;
    const LONGEST_ENCODED: usize = 256;
    let encoded = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=-_".contains(&byte);
    if text.len() > LONGEST_ENCODED && text.bytes().all(encoded) {
        return format!("<{} encoded bytes>", text.len());
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_has_two_forms() {
        let mut entry = LogEntry::new(1_700_000_000_123, LogLevel::Warn, "mcp", "two\nlines");
        entry.rpc_id = Some(json!(7));
        entry.tool = Some("scorm_echo".to_owned());
        entry.add("picture", json!("A".repeat(300)));
        assert_eq!(
            entry.human_line(),
            "2023-11-14T22:13:20.123Z WARN  mcp two\\nlines tool=scorm_echo rpc_id=7 \
             picture=<300 encoded bytes>\n"
        );
        let line: Value = serde_json::from_str(&entry.json_line()).unwrap();
        assert_eq!(
            line,
            json!({
                "ts": 1_700_000_000_123_u64, "level": "warn", "msg": "two\nlines",
                "component": "mcp", "rpc_id": 7, "tool": "scorm_echo",
                "context": {"picture": "<300 encoded bytes>"},
            })
        );
    }
}
