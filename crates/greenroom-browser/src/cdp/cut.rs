//! Messages of the browser, cut while they are read.
//!
//! How long an event is, the page decides: one `console.log` can be hundreds of megabytes. So its
//! texts are cut here, before anything of them is kept or parsed, and what was cut is counted. What
//! we asked for comes whole.

use memchr::{memchr, memchr2};
use serde_json::{Value, json};

/// What is kept of one text of an event, in bytes of its JSON.
const TEXT_LIMIT: usize = 16 << 10;
/// What is kept of an event.
const EVENT_LIMIT: usize = 1 << 20;
/// What is kept of an answer; pictures of whole pages are large.
const ANSWER_LIMIT: usize = 256 << 20;
/// The end of a message, which says whose it is.
const TAIL: usize = 256;
/// Stands where something was cut.
const MARK: &[u8] = "…".as_bytes();

/// The beginnings of messages whose texts are not cut: answers, pictures, and calls of functions
/// of ours, of which none may be lost.
const WHOLE: &[&[u8]] = &[
    b"{\"id\":",
    b"{\"method\":\"Page.screencastFrame\"",
    b"{\"method\":\"Runtime.bindingCalled\"",
];

/// A message as far as it is kept.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: Vec<u8>,
    /// How many bytes of it were not kept.
    pub(crate) cut: u64,
}

/// Takes a message in, piece by piece.
#[derive(Debug)]
pub(super) struct Cutter {
    answer_limit: usize,
    kept: Vec<u8>,
    cut: u64,
    place: Place,
    /// Bytes of the text that is being read.
    length: usize,
    /// The text ended, so far, with the first half of a pair, which must not stand alone.
    half: bool,
    tail: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Between,
    Text,
    Escape,
    /// In the digits of `\uXXXX`: how many are left, and their value so far.
    Digits(u8, u32),
    Dropping,
    DroppingEscape,
    /// The message is too large even with its texts cut.
    Excess,
}

impl Default for Cutter {
    fn default() -> Self {
        Self::with_answers_up_to(ANSWER_LIMIT)
    }
}

impl Cutter {
    fn with_answers_up_to(answer_limit: usize) -> Self {
        Self {
            answer_limit,
            kept: Vec::new(),
            cut: 0,
            place: Place::Between,
            length: 0,
            half: false,
            tail: Vec::new(),
        }
    }

    pub(super) fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let read = self.step(bytes);
            bytes = &bytes[read..];
        }
        if self.kept.len() > self.limit() {
            self.place = Place::Excess;
        }
    }

    /// The message, now that all of it has been taken; the next one can follow.
    pub(super) fn finish(&mut self) -> Message {
        let next = Self::with_answers_up_to(self.answer_limit);
        let done = std::mem::replace(self, next);
        let text = match done.place {
            Place::Excess => left_out(&done.kept, &done.tail, done.answer_limit),
            _ => done.kept,
        };
        Message {
            text,
            cut: done.cut,
        }
    }

    fn limit(&self) -> usize {
        if self.is_whole() {
            self.answer_limit
        } else {
            EVENT_LIMIT
        }
    }

    fn is_whole(&self) -> bool {
        WHOLE.iter().any(|start| self.kept.starts_with(start))
    }

    /// Takes some of `bytes`, at least one; returns how many.
    fn step(&mut self, bytes: &[u8]) -> usize {
        match self.place {
            Place::Between => {
                let quote = memchr(b'"', bytes);
                if quote.is_some() {
                    self.place = Place::Text;
                    (self.length, self.half) = (0, false);
                }
                self.keep(&bytes[..quote.map_or(bytes.len(), |at| at + 1)])
            }
            Place::Text => self.step_in_text(bytes),
            Place::Escape => {
                self.place = if bytes[0] == b'u' {
                    Place::Digits(4, 0)
                } else {
                    self.half = false;
                    Place::Text
                };
                self.keep(&bytes[..1])
            }
            Place::Digits(left, value) => {
                let digit = char::from(bytes[0]).to_digit(16).unwrap_or_default();
                let value = value << 4 | digit;
                self.place = if left > 1 {
                    Place::Digits(left - 1, value)
                } else {
                    self.half = (0xD800..0xDC00).contains(&value);
                    Place::Text
                };
                self.keep(&bytes[..1])
            }
            Place::Dropping => match memchr2(b'"', b'\\', bytes) {
                Some(at) if bytes[at] == b'"' => {
                    self.cut += at as u64;
                    self.kept.push(b'"');
                    self.place = Place::Between;
                    at + 1
                }
                Some(at) => {
                    self.place = Place::DroppingEscape;
                    self.drop_bytes(at + 1)
                }
                None => self.drop_bytes(bytes.len()),
            },
            Place::DroppingEscape => {
                self.place = Place::Dropping;
                self.drop_bytes(1)
            }
            Place::Excess => {
                let end = &bytes[bytes.len().saturating_sub(TAIL)..];
                self.tail.extend_from_slice(end);
                let excess = self.tail.len().saturating_sub(TAIL);
                self.tail.drain(..excess);
                self.drop_bytes(bytes.len())
            }
        }
    }

    fn step_in_text(&mut self, bytes: &[u8]) -> usize {
        let room = if self.is_whole() {
            bytes.len()
        } else {
            TEXT_LIMIT.saturating_sub(self.length)
        };
        // A character, and a pair of escapes, is kept or cut as a whole.
        let continues = bytes[0] & 0xC0 == 0x80 || self.half && bytes[0] == b'\\';
        if room == 0 && !continues && bytes[0] != b'"' {
            self.kept.extend_from_slice(MARK);
            self.place = Place::Dropping;
            return self.step(bytes);
        }
        let window = &bytes[..room.clamp(1, bytes.len())];
        let Some(at) = memchr2(b'"', b'\\', window) else {
            self.half = false;
            return self.keep(window);
        };
        self.place = if window[at] == b'"' {
            Place::Between
        } else {
            self.half &= at == 0;
            Place::Escape
        };
        self.keep(&window[..=at])
    }

    fn keep(&mut self, bytes: &[u8]) -> usize {
        self.kept.extend_from_slice(bytes);
        self.length += bytes.len();
        bytes.len()
    }

    fn drop_bytes(&mut self, count: usize) -> usize {
        self.cut += count as u64;
        count
    }
}

/// What stands for a message that was too large: whose it was and what it was about.
fn left_out(head: &[u8], tail: &[u8], limit: usize) -> Vec<u8> {
    let session = quoted_after(tail, "\"sessionId\":\"");
    let message = match answered(head) {
        Some(id) => json!({
            "id": id, "sessionId": session,
            "error": {"code": 0, "message": format!("the answer is larger than {limit} bytes")},
        }),
        None => json!({
            "method": quoted_after(&head[..head.len().min(TAIL)], "\"method\":\""),
            "params": {}, "sessionId": session,
        }),
    };
    message.to_string().into_bytes()
}

/// The number of the call that a message answers.
fn answered(head: &[u8]) -> Option<u64> {
    let number = head.strip_prefix(b"{\"id\":")?;
    let end = number.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&number[..end]).ok()?.parse().ok()
}

/// The text that follows the last `key`; null without one.
fn quoted_after(bytes: &[u8], key: &str) -> Value {
    let text = String::from_utf8_lossy(bytes);
    let found = text
        .rsplit_once(key)
        .and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()));
    found.map_or(Value::Null, Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message read in pieces of `size`.
    fn cut(text: &str, size: usize) -> (Value, u64) {
        let mut cutter = Cutter::default();
        for piece in text.as_bytes().chunks(size) {
            cutter.take(piece);
        }
        let Message { text, cut } = cutter.finish();
        (serde_json::from_slice(&text).unwrap(), cut)
    }

    fn event(text: &str) -> String {
        format!(r#"{{"method":"A.b","params":{{"text":"{text}","line":7}},"sessionId":"S"}}"#)
    }

    #[test]
    fn short_messages_pass_unchanged() {
        let text = event(r#"a \"quoted\" \\ text \u00e9 \ud83d\ude00"#);
        for size in [1, 3, 1000] {
            let whole: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(cut(&text, size), (whole, 0));
        }
    }

    #[test]
    fn long_texts_of_events_are_cut_between_characters_and_counted() {
        for unit in [
            "x",
            "é",
            "😀",
            r"\n",
            r#"\""#,
            r"\\",
            r"\u00e9",
            r"\ud83d\ude00",
        ] {
            for shift in 0..13 {
                let long = "y".repeat(shift) + &unit.repeat(20_000);
                for size in [997, 65_536] {
                    let (message, cut) = cut(&event(&long), size);
                    let kept = message["params"]["text"].as_str().unwrap();
                    assert!(kept.ends_with('…') && kept.len() < TEXT_LIMIT + 8, "{unit}");
                    assert!(cut as usize > long.len() - TEXT_LIMIT - 16, "{unit}: {cut}");
                    assert_eq!(message["params"]["line"], 7);
                    assert_eq!(message["sessionId"], "S");
                }
            }
        }
    }

    #[test]
    fn answers_and_calls_of_ours_are_whole() {
        let long = "x".repeat(2 * EVENT_LIMIT);
        for text in [
            format!(r#"{{"id":3,"result":{{"data":"{long}"}}}}"#),
            format!(r#"{{"method":"Runtime.bindingCalled","params":{{"payload":"{long}"}}}}"#),
        ] {
            assert_eq!(
                cut(&text, 65_536),
                (serde_json::from_str(&text).unwrap(), 0)
            );
        }
    }

    #[test]
    fn of_an_event_of_too_many_parts_its_name_and_owner_are_kept() {
        let parts = r#"{"type":"string","value":"x"},"#.repeat(100_000);
        let text = format!(r#"{{"method":"A.b","params":{{"args":[{parts}0]}},"sessionId":"S"}}"#);
        let (message, cut) = cut(&text, 65_536);
        assert_eq!(
            message,
            json!({"method": "A.b", "params": {}, "sessionId": "S"})
        );
        assert!(cut as usize > text.len() - 2 * EVENT_LIMIT, "{cut}");
    }

    #[test]
    fn an_answer_beyond_all_bounds_is_an_error() {
        let mut cutter = Cutter::with_answers_up_to(1000);
        cutter.take(br#"{"id":12,"result":{"data":""#);
        for _ in 0..20 {
            cutter.take(&[b'x'; 100]);
        }
        cutter.take(br#""},"sessionId":"S"}"#);
        let Message { text, cut } = cutter.finish();
        let message: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(
            (&message["id"], &message["sessionId"]),
            (&json!(12), &json!("S"))
        );
        assert!(
            message["error"]["message"]
                .as_str()
                .unwrap()
                .contains("larger than")
        );
        assert!(cut > 0);
    }
}
