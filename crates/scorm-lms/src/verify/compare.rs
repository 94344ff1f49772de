//! Is a call answered as it was measured?

use serde_json::Value;

use super::file::Call;
use crate::client::Called;
use crate::network::Via;
use crate::value::{JsValue, js_length};

/// What was measured, and what was answered instead.
pub(super) struct Mismatch {
    pub measured: String,
    pub answered: String,
}

pub(super) fn compare(
    call: &Call,
    args: &[JsValue],
    called: &Called,
    sent: &[Via],
) -> Option<Mismatch> {
    let result = match &called.outcome {
        Ok(value) => call.throws.is_none() && same_value(&call.result, args, value),
        Err(_) => call.throws.is_some(),
    };
    let error = match &call.error {
        Some(Value::Null) | None => true,
        Some(error) => {
            let measured = error
                .as_str()
                .map_or_else(|| error.to_string(), str::to_owned);
            called.error.as_deref() == Some(measured.as_str())
        }
    };
    let measured: Vec<&str> = call
        .net
        .iter()
        .filter_map(|request| request.get("via")?.as_str())
        .map(way)
        .collect();
    let ways: Vec<&str> = sent.iter().map(|via| name(*via)).collect();
    if result && error && measured == ways {
        return None;
    }
    Some(Mismatch {
        measured: shown(
            &match &call.throws {
                Some(thrown) => format!("throws {thrown}"),
                None => call.result.to_string(),
            },
            call.error.as_ref().map(ToString::to_string),
            &measured,
        ),
        answered: shown(
            &match &called.outcome {
                Ok(JsValue::Text(text)) if js_length(text) > 200 => {
                    format!("text of {} characters", js_length(text))
                }
                Ok(JsValue::Text(text)) => format!("{text:?}"),
                Ok(value) => format!("{} {}", value.type_name(), value.to_text()),
                Err(thrown) => format!("throws {} {}", thrown.name, thrown.message),
            },
            called.error.as_ref().map(|error| format!("{error:?}")),
            &ways,
        ),
    })
}

fn shown(result: &str, error: Option<String>, ways: &[&str]) -> String {
    let mut text = result.to_owned();
    if let Some(error) = error {
        text.push_str(" error ");
        text.push_str(&error);
    }
    if !ways.is_empty() {
        text.push_str(" sent by ");
        text.push_str(&ways.join(", "));
    }
    text
}

/// The measurements' names of ways, without differences that are none.
fn way(via: &str) -> &str {
    match via {
        "fetch-async" => "fetch",
        "sendBeacon" => "beacon",
        other => other,
    }
}

fn name(via: Via) -> &'static str {
    match via {
        Via::XhrSync => "xhr-sync",
        Via::XhrAsync => "xhr-async",
        Via::Beacon => "beacon",
        Via::Fetch => "fetch",
        Via::FetchKeepalive => "fetch-keepalive",
        Via::Navigate => "navigate",
    }
}

fn same_value(measured: &Value, args: &[JsValue], value: &JsValue) -> bool {
    match measured {
        Value::Null => *value == JsValue::Undefined,
        Value::String(text) => match text.as_str() {
            "(undefined)" => *value == JsValue::Undefined,
            "echo of argument" => {
                args.first().map(JsValue::to_text) == Some(value.to_text())
                    || value.as_text() == Some(text)
            }
            _ => {
                let code = text.strip_prefix("code ");
                value.as_text() == Some(text) || (code.is_some() && value.as_text() == code)
            }
        },
        Value::Object(fields) => {
            if let Some(length) = fields.get("len").and_then(Value::as_u64) {
                let head = fields
                    .get("head")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                return value.as_text().is_some_and(|text| {
                    js_length(text) == length as usize && text.starts_with(head)
                });
            }
            let kind = fields
                .get("type")
                .and_then(Value::as_str)
                .unwrap_or_default();
            same_typed(kind, fields.get("value"), value)
        }
        _ => false,
    }
}

fn same_typed(kind: &str, measured: Option<&Value>, value: &JsValue) -> bool {
    if kind != value.type_name() {
        return false;
    }
    match (value, measured) {
        (JsValue::Number(number), Some(measured)) => match measured.as_f64() {
            Some(measured) => measured.to_bits() == number.to_bits(),
            None => measured.as_str() == Some(&value.to_text()),
        },
        (JsValue::Boolean(truth), Some(measured)) => measured
            .as_bool()
            .map_or(measured.as_str() == Some(&truth.to_string()), |seen| {
                seen == *truth
            }),
        _ => true,
    }
}
