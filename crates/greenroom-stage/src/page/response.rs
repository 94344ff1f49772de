//! Which responses fit which type of interaction.

use serde_json::Value;

use crate::{Fault, StageError};

/// The response as the API gets it, or INVALID_RESPONSE_FORMAT.
pub fn fit(id: &str, kind: Option<&str>, response: Value) -> Result<Value, StageError> {
    let Some((expected, accepts)) = kind.and_then(rule) else {
        return Ok(response);
    };
    if accepts(&response) {
        return Ok(response);
    }
    // Clients that can only send text send lists and objects as JSON.
    if let Some(inner) = json_in(&response)
        && accepts(&inner)
    {
        return Ok(inner);
    }
    let received = match &response {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kind = kind.unwrap_or_default();
    Err(StageError::new(
        Fault::InvalidResponseFormat,
        format!("{id:?} is of type {kind}, which takes {expected}, not {response}"),
    )
    .detail("interactionId", id)
    .detail("interactionType", kind)
    .detail("expectedFormat", expected)
    .detail("receivedType", received)
    .detail("receivedValue", response))
}

type Accepts = fn(&Value) -> bool;

/// What a type takes, in words and as a test; none for unknown types, which take anything.
fn rule(kind: &str) -> Option<(&'static str, Accepts)> {
    let kind = kind.to_ascii_lowercase().replace('_', "-");
    let rule: (&str, Accepts) = match kind.as_str() {
        "true-false" => ("a boolean", Value::is_boolean),
        "numeric" => ("a number or a numeric text", is_numeric),
        "choice" | "multiple-choice" => ("a text or a list of texts", |value| {
            value.is_string() || is_texts(value)
        }),
        "sequencing" => ("a list of texts", is_texts),
        "fill-in" => ("a text or {blank: text}", |value| {
            value.is_string() || is_text_map(value)
        }),
        "long-fill-in" | "performance" | "likert" => ("a text", Value::is_string),
        "hotspot" => ("a text or {x, y}", |value| {
            value.is_string() || (value["x"].is_number() && value["y"].is_number())
        }),
        "matching" => ("[{source, target}] or {source: target}", |value| {
            is_pairs(value) || is_text_map(value)
        }),
        "drag-drop" => ("{item: zone}", is_text_map),
        _ => return None,
    };
    Some(rule)
}

fn is_numeric(value: &Value) -> bool {
    let text = value.as_str().map(str::trim);
    value.is_number() || text.is_some_and(|text| text.parse::<f64>().is_ok_and(f64::is_finite))
}

fn is_texts(value: &Value) -> bool {
    let list = value.as_array();
    list.is_some_and(|list| list.iter().all(Value::is_string))
}

fn is_text_map(value: &Value) -> bool {
    let map = value.as_object();
    map.is_some_and(|map| map.values().all(Value::is_string))
}

fn is_pairs(value: &Value) -> bool {
    let list = value.as_array();
    let is_pair = |pair: &Value| pair["source"].is_string() && pair["target"].is_string();
    list.is_some_and(|list| list.iter().all(is_pair))
}

fn json_in(value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    text.starts_with(['{', '['])
        .then(|| serde_json::from_str(text).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn responses_fit_their_types() {
        for (kind, response, fits) in [
            ("true-false", json!(true), true),
            ("true-false", json!("true"), false),
            ("numeric", json!("4.5"), true),
            ("numeric", json!("four"), false),
            ("multiple-choice", json!("a"), true),
            ("choice", json!(["a", "b"]), true),
            ("choice", json!({"a": 1}), false),
            ("sequencing", json!("[\"b\",\"a\"]"), true),
            ("sequencing", json!("b"), false),
            ("fill-in", json!({"1": "x"}), true),
            ("likert", json!(3), false),
            ("hotspot", json!({"x": 1, "y": 2}), true),
            ("matching", json!([{"source": "a", "target": "1"}]), true),
            ("matching", json!([{"source": "a"}]), false),
            ("drag-drop", json!("{\"i\":\"z\"}"), true),
            ("drag-drop", json!(["i"]), false),
            ("something-new", json!(null), true),
        ] {
            let fitted = fit("q", Some(kind), response.clone());
            assert_eq!(fitted.is_ok(), fits, "{kind} {response}");
        }
    }

    #[test]
    fn text_that_is_json_is_taken_as_it_where_the_type_needs_it() {
        let taken = |kind, text: &str| fit("q", Some(kind), json!(text)).unwrap();
        assert_eq!(taken("sequencing", "[\"b\"]"), json!(["b"]));
        assert_eq!(taken("choice", "[\"b\"]"), json!("[\"b\"]"));
    }
}
