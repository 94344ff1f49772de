//! What content was told where something stands between it and the engine.

use serde::{Deserialize, Serialize};

/// What the code of an LMS answered in the engine's place. It decides nothing in the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// As text; absent for `undefined` and `null`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `string`, `number`, `boolean`, `object`, `null`, `undefined`
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub js_type: Option<String>,
    /// What GetLastError says after it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Instead of an answer
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws: Option<Thrown>,
}

/// What was thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thrown {
    /// Class of the error, or `number`
    pub name: String,
    /// What it says
    pub message: String,
}

impl Told {
    /// The text that content sees of it, as `String(answer)` writes it.
    pub fn text(&self) -> String {
        match (&self.throws, &self.value, self.js_type.as_deref()) {
            (Some(thrown), ..) => format!("throws {}: {}", thrown.name, thrown.message),
            (None, Some(value), _) => value.clone(),
            (None, None, Some(kind)) => kind.to_owned(),
            (None, None, None) => String::new(),
        }
    }

    /// Whether content saw something else than the engine's answer.
    pub fn differs(&self, value: &str, error: &str) -> bool {
        self.throws.is_some()
            || self.js_type.as_deref() != Some("string")
            || self.value.as_deref() != Some(value)
            || self.error.as_deref().is_some_and(|told| told != error)
    }
}
