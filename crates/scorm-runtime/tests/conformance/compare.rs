//! Whether an answer is what a call expects, by its kind of comparison.

use scorm_runtime::TimeInterval;
use serde_json::Value;

use crate::case::text_of;

pub(crate) fn matches(call: &Value, learner_id: &str, actual: &str) -> bool {
    let expected = match call["strict_result"].as_str() {
        // What only a sequencer could answer.
        Some(_) if call["compare"] == "request_valid" => None,
        Some(strict) => Some(strict),
        None => call["expect_result"].as_str(),
    };
    match text_of(&call["compare"]) {
        "learner_id" => actual == learner_id,
        "length_lt" if expected.is_none() => {
            actual.chars().count() < call["length"].as_u64().unwrap_or(255) as usize
        }
        "request_valid" => call["accept"]
            .as_array()
            .is_none_or(|accept| accept.iter().any(|token| token == actual)),
        kind => expected.is_none_or(|expected| expected == actual || equal(kind, expected, actual)),
    }
}

fn equal(kind: &str, expected: &str, actual: &str) -> bool {
    match kind {
        "set" => {
            let sorted = |text: &str| {
                let mut tokens: Vec<String> = text
                    .split(',')
                    .map(|token| token.trim().to_owned())
                    .collect();
                tokens.sort();
                tokens
            };
            sorted(expected) == sorted(actual)
        }
        "real" | "result" => match (expected.parse::<f64>(), actual.parse::<f64>()) {
            (Ok(expected), Ok(actual)) => (expected - actual).abs() < 1e-6,
            _ => false,
        },
        "duration" => {
            let seconds = |text| TimeInterval::parse(text).map(TimeInterval::seconds);
            match (seconds(expected), seconds(actual)) {
                (Some(expected), Some(actual)) => (expected - actual).abs() < 0.01,
                _ => false,
            }
        }
        "interaction" => without_defaults(expected) == without_defaults(actual),
        _ => false,
    }
}

/// The delimiters in front that are not defaults, in order, and what follows them.
fn without_defaults(text: &str) -> (Vec<&str>, &str) {
    const NAMES: [&str; 3] = ["case_matters=", "order_matters=", "lang="];
    const DEFAULTS: [&str; 3] = ["case_matters=false", "order_matters=true", "lang=en"];
    let mut delimiters = Vec::new();
    let mut rest = text;
    while let Some((delimiter, after)) =
        rest.strip_prefix('{').and_then(|rest| rest.split_once('}'))
        && NAMES.iter().any(|name| delimiter.starts_with(name))
    {
        if !DEFAULTS.contains(&delimiter) {
            delimiters.push(delimiter);
        }
        rest = after;
    }
    delimiters.sort_unstable();
    (delimiters, rest)
}
