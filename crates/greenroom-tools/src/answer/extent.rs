//! How long an answer may be, by what the caller asked for.

use serde_json::{Map, Value};

/// Bytes of an answer unless more is asked for; about 2,000 tokens.
const USUAL: usize = 8 * 1024;
/// Bytes of an answer when more is asked for.
const MORE: usize = 20 * 1024;
/// What an answer holds beside its lists.
const FRAME: usize = 1700;

/// Parameters that say how much to show.
pub(crate) const ASK_FOR_MORE: &[&str] = &[
    "depth",
    "include_data_model_state",
    "include_hidden",
    "include_metadata",
    "include_trace",
    "limit",
    "max",
    "max_count",
    "max_depth",
    "max_events",
    "max_value_length",
    "tail",
];

/// Words that say how closely to look.
const DETAILED: &[(&str, &str)] = &[
    ("capture_mode", "detailed"),
    ("trace_level", "detailed"),
    ("trace_level", "verbose"),
];

/// How long an answer may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What a reader can take in.
    #[default]
    Usual,
    /// The caller said how much to show.
    More,
    /// The caller named the values, and gets them whole.
    Whole,
}

impl Extent {
    /// By the arguments of a call; `naming` are the parameters of the tool that name values.
    pub(crate) fn of(arguments: &Map<String, Value>, naming: &[&str]) -> Self {
        let names_values = |name: &&str| match arguments.get(*name) {
            Some(Value::Array(values)) => !values.is_empty(),
            Some(value) => !value.is_null(),
            None => *name == "*",
        };
        if naming.iter().any(names_values) || asks_for_all(arguments) {
            return Self::Whole;
        }
        if asks_for_more(arguments) {
            return Self::More;
        }
        Self::Usual
    }

    /// Bytes that the envelope may take.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::Usual => USUAL,
            Self::More => MORE,
            Self::Whole => usize::MAX,
        }
    }

    /// Bytes that the lists of an answer may take together.
    pub(crate) fn room(self) -> usize {
        self.bytes() - FRAME
    }
}

/// Options are looked into, as deep as they go.
fn asks_for_all(options: &Map<String, Value>) -> bool {
    options.iter().any(|(name, value)| match value {
        Value::Bool(true) => name == "return_base64",
        Value::Number(number) => name == "max_value_length" && number.as_f64() == Some(0.0),
        Value::Object(inner) => is_options(name) && asks_for_all(inner),
        _ => false,
    })
}

fn asks_for_more(options: &Map<String, Value>) -> bool {
    options.iter().any(|(name, value)| match value {
        Value::Object(inner) => is_options(name) && asks_for_more(inner),
        Value::Null | Value::Bool(false) => false,
        Value::String(word) => DETAILED.contains(&(name.as_str(), word.as_str())),
        _ => ASK_FOR_MORE.contains(&name.as_str()),
    })
}

/// Whether an object holds options, and not the caller's own data.
fn is_options(name: &str) -> bool {
    name == "options" || name.ends_with("_options") || name == "capture"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(arguments: Value, naming: &[&str]) -> Extent {
        Extent::of(arguments.as_object().unwrap(), naming)
    }

    #[test]
    fn the_caller_decides() {
        for (arguments, naming, want) in [
            (json!({"session_id": "a"}), &[][..], Extent::Usual),
            (json!({"limit": 500}), &[], Extent::More),
            (
                json!({"limit": null, "include_trace": false}),
                &[],
                Extent::Usual,
            ),
            (json!({"options": {"max_count": 9}}), &[], Extent::More),
            (json!({"before": {"limit": 9}}), &[], Extent::Usual),
            (json!({"trace_level": "verbose"}), &[], Extent::More),
            (json!({"trace_level": "basic"}), &[], Extent::Usual),
            (json!({"max_value_length": 0}), &[], Extent::Whole),
            (
                json!({"capture_options": {"return_base64": true}}),
                &[],
                Extent::Whole,
            ),
            (
                json!({"elements": ["cmi.suspend_data"]}),
                &["elements"],
                Extent::Whole,
            ),
            (json!({"elements": []}), &["elements"], Extent::Usual),
            (json!({}), &["*"], Extent::Whole),
        ] {
            assert_eq!(of(arguments.clone(), naming), want, "{arguments}");
        }
    }
}
