//! The stored values as JSON text.
//!
//! A course with a thousand interactions has thousands of values, and a snapshot waits for each.
//! Written straight from the model they take a third of the time of a general serializer.

use crate::api::Api;
#[cfg(doc)]
use crate::snapshot::StoredValue;

impl Api {
    /// Appends every stored value as the JSON object of a [`StoredValue`], with commas between.
    pub fn write_values_json(&self, json: &mut String) {
        let mut is_first = true;
        self.model.visit_values(&mut |element, _, slot| {
            let Some(value) = slot.text.as_deref() else {
                return;
            };
            // Names of the tables need no escapes.
            json.push_str(if is_first {
                "{\"element\":\""
            } else {
                ",{\"element\":\""
            });
            is_first = false;
            json.push_str(element);
            json.push_str("\",\"value\":\"");
            push_escaped(json, value);
            json.push_str(if slot.by_sco {
                "\",\"by_sco\":true}"
            } else {
                "\",\"by_sco\":false}"
            });
        });
    }
}

/// Appends the text of a JSON string.
fn push_escaped(json: &mut String, text: &str) {
    let needs_escape = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    let mut rest = text;
    // What needs an escape is one byte in UTF-8, so that bytes are searched, not characters.
    while let Some(at) = rest.bytes().position(needs_escape) {
        json.push_str(&rest[..at]);
        let mut behind = rest[at..].chars();
        match behind.next() {
            Some('"') => json.push_str("\\\""),
            Some('\\') => json.push_str("\\\\"),
            Some('\n') => json.push_str("\\n"),
            Some('\r') => json.push_str("\\r"),
            Some('\t') => json.push_str("\\t"),
            Some(control) => {
                json.push_str(if control < '\u{10}' {
                    "\\u000"
                } else {
                    "\\u001"
                });
                json.extend(char::from_digit(control as u32 & 15, 16));
            }
            None => {}
        }
        rest = behind.as_str();
    }
    json.push_str(rest);
}
