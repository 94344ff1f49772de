//! The form of the measurements.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::launch::Launch;
use crate::profile::{Profile, Version};
use crate::value::JsValue;

/// The longest text that a measurement may repeat into one argument.
const LONGEST: usize = 4 << 20;

/// A file of sequences.
#[derive(Debug, Deserialize)]
pub struct Sequences {
    /// The LMS.
    pub lms: String,
    /// The version.
    pub scorm: Version,
    /// The LMS's settings.
    #[serde(default)]
    pub settings: BTreeMap<String, Value>,
    #[serde(rename = "sequences")]
    pub(super) launches: Vec<Sequence>,
}

impl Sequences {
    /// Reads a file; the error names what is wrong.
    pub fn parse(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| format!("no file of call sequences: {error}"))
    }
}

/// One launch and its calls.
#[derive(Debug, Deserialize)]
pub(super) struct Sequence {
    pub id: String,
    #[serde(default)]
    pub launch: Option<Launched>,
    pub calls: Vec<Call>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Launched {
    mastery: Option<Value>,
    passing: Option<Value>,
    threshold: Option<Value>,
    mode: Option<String>,
    credit: Option<String>,
    launch_data: Option<String>,
    max_time_allowed: Option<String>,
    time_limit_action: Option<String>,
    prior: BTreeMap<String, Value>,
}

impl From<&Option<Launched>> for Launch {
    fn from(launched: &Option<Launched>) -> Self {
        let Some(given) = launched else {
            return Self::default();
        };
        let text = |value: &Option<Value>| value.as_ref().map(plain);
        let prior = given.prior.iter();
        Self {
            mastery_score: text(&given.mastery),
            scaled_passing_score: text(&given.passing),
            completion_threshold: text(&given.threshold),
            mode: given.mode.clone(),
            credit: given.credit.clone(),
            launch_data: given.launch_data.clone(),
            max_time_allowed: given.max_time_allowed.clone(),
            time_limit_action: given.time_limit_action.clone(),
            prior: prior
                .map(|(name, value)| (name.clone(), plain(value)))
                .collect(),
            ..Self::default()
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// One call and what it came to.
#[derive(Debug, Deserialize)]
pub(super) struct Call {
    pub method: String,
    #[serde(default)]
    pub args: Vec<Value>,
    #[serde(default)]
    pub result: Value,
    pub error: Option<Value>,
    #[serde(default)]
    pub net: Vec<Value>,
    pub throws: Option<Value>,
}

impl Call {
    /// The arguments as JavaScript values.
    pub(super) fn arguments(&self) -> Vec<JsValue> {
        self.args.iter().map(argument).collect()
    }

    /// Is the result an error text of which only the length was measured?
    pub(super) fn is_error_text(&self) -> bool {
        self.result.get("text_length").is_some()
    }
}

fn argument(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::Null,
        Value::Bool(value) => JsValue::Boolean(*value),
        Value::Number(number) => JsValue::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => JsValue::text(text.as_str()),
        Value::Array(_) => JsValue::Object(value.to_string()),
        Value::Object(fields) => {
            let unit = fields.get("repeat").and_then(Value::as_str);
            let times = fields.get("n").and_then(Value::as_u64);
            match (unit, times) {
                (Some(unit), Some(times)) => {
                    let most = LONGEST / unit.len().max(1);
                    JsValue::Text(unit.repeat((times as usize).min(most)))
                }
                _ => JsValue::Object(value.to_string()),
            }
        }
    }
}

/// The profile of the LMS and the settings that a file was measured with.
pub fn profile_of(sequences: &Sequences) -> Result<&'static Profile, String> {
    let lms = sequences.lms.to_lowercase();
    let is = |setting: &str, value: &Value| sequences.settings.get(setting) == Some(value);
    let name = match lms.as_str() {
        "moodle" if is("scormstandard", &Value::from(1)) => "moodle_strict",
        "ilias" if is("b_checkSetValues", &Value::from(false)) => "ilias_nocheck",
        "frappe-lms" => "frappe",
        "openedx-scorm-xblock" => "openedx",
        _ if lms.starts_with("adl sample rte") => "standard",
        other => other,
    };
    let name = name.replace('-', "_");
    crate::find(&name).ok_or_else(|| {
        let known: Vec<&str> = crate::PROFILES
            .iter()
            .map(|profile| profile.name.as_ref())
            .collect();
        format!(
            "there is no profile of the LMS {:?}; there are {}",
            sequences.lms,
            known.join(", ")
        )
    })
}
