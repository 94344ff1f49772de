//! What the options of the choice dialogs have in common.

use greenroom_schema::Fault;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Options of one dialog.
pub(crate) const LIMIT: usize = 200;

/// The options as objects; those of the planner are already filled up.
pub(crate) fn of(parameters: &Map<String, Value>) -> &[Value] {
    parameters
        .get("options")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

pub(crate) fn value(option: &Value) -> &str {
    option["value"].as_str().unwrap_or_default()
}

pub(crate) fn label(option: &Value) -> &str {
    option["label"].as_str().unwrap_or_else(|| value(option))
}

pub(crate) fn is_enabled(option: &Value) -> bool {
    !option["disabled"].as_bool().unwrap_or(false)
}

/// The enabled option of this value.
pub(crate) fn find_enabled<'a>(
    parameters: &'a Map<String, Value>,
    wanted: &str,
) -> Option<&'a Value> {
    of(parameters)
        .iter()
        .find(|option| value(option) == wanted && is_enabled(option))
}

/// Refuses values that stand twice.
pub(crate) fn check_unique(parameters: &Map<String, Value>, faults: &mut Vec<Fault>) {
    let mut seen = BTreeSet::new();
    for (index, option) in of(parameters).iter().enumerate() {
        if !seen.insert(value(option)) {
            faults.push(fault(
                format!("options[{index}].value"),
                "a value that no other option has",
                &option["value"],
            ));
        }
    }
}

/// Refuses a list in which nothing can be chosen.
pub(crate) fn check_some_enabled(parameters: &Map<String, Value>, faults: &mut Vec<Fault>) {
    if !of(parameters).iter().any(is_enabled) {
        faults.push(fault(
            "options".to_owned(),
            "at least one option that is not disabled",
            &Value::Array(of(parameters).to_vec()),
        ));
    }
}

pub(crate) fn fault(path: String, expected: &str, received: &Value) -> Fault {
    Fault {
        path,
        expected: expected.to_owned(),
        received: received.to_string().chars().take(80).collect(),
        nearest: None,
    }
}
