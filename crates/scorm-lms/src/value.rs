//! The JavaScript values that cross the API: courses pass what they like, and LMSs answer with
//! numbers, `undefined` and objects.

use serde::{Deserialize, Serialize};

/// A JavaScript value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
pub enum JsValue {
    /// `undefined`, also a missing argument.
    #[default]
    Undefined,
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An object, as JSON text; its contents matter to no LMS.
    Object(String),
}

impl JsValue {
    /// A string.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// What `String(value)` gives.
    pub fn to_text(&self) -> String {
        match self {
            Self::Undefined => "undefined".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(value) => number_text(*value),
            Self::Text(text) => text.clone(),
            Self::Object(json) => match serde_json::from_str::<Vec<serde_json::Value>>(json) {
                Ok(items) => items.iter().map(item_text).collect::<Vec<_>>().join(","),
                Err(_) => "[object Object]".to_owned(),
            },
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What `value == ""` gives in JavaScript.
    pub fn loosely_empty(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Boolean(value) => !value,
            Self::Number(value) => *value == 0.0,
            Self::Text(text) => text.is_empty(),
            Self::Object(json) => json == "[]",
        }
    }

    /// What `if (value)` takes as true.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Boolean(value) => *value,
            Self::Number(value) => *value != 0.0 && !value.is_nan(),
            Self::Text(text) => !text.is_empty(),
            Self::Object(_) => true,
        }
    }

    /// The name that `typeof` and the measurements use.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Null => "null",
            Self::Boolean(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::Object(_) => "object",
        }
    }
}

/// An item of an array, as `String(array)` writes it.
fn item_text(item: &serde_json::Value) -> String {
    match item {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Object(_) => "[object Object]".to_owned(),
        serde_json::Value::Array(items) => {
            items.iter().map(item_text).collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}

impl From<&str> for JsValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for JsValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A number as JavaScript writes it.
pub(crate) fn number_text(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if value == 0.0 {
        "0".to_owned()
    } else if value.abs() >= 1e21 || value.abs() < 1e-6 {
        let text = format!("{value:e}");
        if text.contains("e-") {
            text
        } else {
            text.replace('e', "e+")
        }
    } else {
        value.to_string()
    }
}

/// What `Number(text)` gives: blanks around are ignored, nothing is zero.
pub(crate) fn to_number(text: &str) -> f64 {
    let text = text.trim();
    if text.is_empty() {
        return 0.0;
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits == "Infinity" {
        return if text.starts_with('-') {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
    }
    if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return f64::NAN;
    }
    text.parse().unwrap_or(f64::NAN)
}

/// What `parseFloat(text)` gives: the longest number at the start.
pub(crate) fn parse_float(text: &str) -> f64 {
    let text = text.trim_start();
    let mut best = f64::NAN;
    for end in (1..=text.len().min(40)).filter(|end| text.is_char_boundary(*end)) {
        let value = to_number(&text[..end]);
        if !value.is_nan() && !text[..end].ends_with(char::is_whitespace) {
            best = value;
        }
    }
    best
}

/// Characters as JavaScript counts them: UTF-16 units.
pub(crate) fn js_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}
