//! How durations are put together.

use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::Value;

/// How far values are followed.
const DEPTH: u32 = 4;

/// Is it a session time or latency?
pub(crate) fn is_duration(used: &ElementUse) -> bool {
    used.element.ends_with("session_time") || used.element.ends_with(".latency")
}

/// The constant parts of a duration, an empty one for each part between that is not known.
pub(crate) fn texts(scripts: &Scripts, used: &ElementUse) -> Vec<String> {
    let value = scripts.api_calls[used.api_call].value.as_ref();
    let parts = value.and_then(|value| parts(scripts, &value.value, DEPTH));
    let texts = parts.unwrap_or_default().into_iter();
    texts
        .map(|part| match part {
            Value::Text(text) => text.to_string(),
            _ => String::new(),
        })
        .collect()
}

/// Is the last number of a duration what a division gives?
pub(crate) fn last_number_is_quotient(scripts: &Scripts, used: &ElementUse) -> bool {
    let value = scripts.api_calls[used.api_call].value.as_ref();
    let Some(parts) = value.and_then(|value| parts(scripts, &value.value, DEPTH)) else {
        return false;
    };
    let number = match parts.as_slice() {
        // `"PT" + seconds + "S"`
        [.., number, Value::Text(last)] if last.as_ref() == "S" => number,
        // `hours + ":" + minutes + ":" + seconds`
        [.., Value::Text(colon), number] if colon.as_ref() == ":" => number,
        _ => return false,
    };
    is_quotient(scripts, number, DEPTH)
}

fn is_quotient(scripts: &Scripts, value: &Value, depth: u32) -> bool {
    match value {
        Value::Quotient => true,
        Value::Name(_) if depth > 0 => {
            let sources = scripts.flow.sources(&scripts.facts, value);
            let mut sources = sources.into_iter();
            sources.len() > 0 && sources.all(|value| is_quotient(scripts, value, depth - 1))
        }
        _ => false,
    }
}

/// The parts of a text that is put together here, or by the only function or variable it is from.
fn parts(scripts: &Scripts, value: &Value, depth: u32) -> Option<Vec<Value>> {
    match value {
        Value::Parts(parts) => Some(parts.to_vec()),
        Value::Text(_) => Some(vec![value.clone()]),
        Value::Name(_) | Value::Result(_) if depth > 0 => {
            let sources = scripts.flow.sources(&scripts.facts, value);
            match sources.as_slice() {
                [only] => parts(scripts, only, depth - 1),
                _ => None,
            }
        }
        _ => None,
    }
}
