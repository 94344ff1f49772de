//! JSON objects that tell a call each, as one document or one per line:
//! `{"method": "SetValue", "args": ["cmi.exit", "suspend"], "result": "true", "error_code": "0"}`.

use serde_json::{Map, Value};

use super::call_text::function_named;
use super::{Heard, Said};
use crate::field_log::{FieldLog, Format, LoggedCall, Told};
use crate::reader::Reader;
use crate::truncation;

const FUNCTION: [&str; 6] = ["method", "function", "func", "call", "methodName", "name"];
const ARGUMENTS: [&str; 4] = ["args", "arguments", "params", "parameters"];
const ELEMENT: [&str; 5] = ["element", "key", "parameter", "CMIElement", "cmiElement"];
const RESULT: [&str; 5] = ["result", "returned", "returnValue", "return", "response"];
const ERROR: [&str; 5] = ["error_code", "errorCode", "error", "lastError", "errorcode"];
/// A larger document costs too much memory as a tree.
const LARGEST: usize = 16 * 1024 * 1024;

pub(super) fn read(line: &str, _open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    let line = line.trim();
    if !line.starts_with('{') || !line.ends_with('}') {
        return None;
    }
    let object: Map<String, Value> = serde_json::from_str(line).ok()?;
    call(&object).map(|heard| vec![Said::Call(heard)])
}

/// A document with lists of calls in it.
pub(super) fn document(text: &str) -> Option<FieldLog> {
    if text.len() > LARGEST {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let mut reader = Reader::new(0);
    let mut number = 0;
    take(&value, &mut number, &mut reader);
    let mut log = reader.finish();
    if log.calls.is_empty() {
        return None;
    }
    log.formats = vec![Format::JsonCalls];
    Some(log)
}

fn take(value: &Value, number: &mut usize, reader: &mut Reader) {
    match value {
        Value::Array(items) => {
            for item in items {
                take(item, number, reader);
            }
        }
        Value::Object(object) => {
            if let Some(heard) = call(object) {
                *number += 1;
                reader.hear(Format::JsonCalls, *number, Said::Call(heard));
                return;
            }
            for item in object.values() {
                take(item, number, reader);
            }
        }
        _ => {}
    }
}

fn call(object: &Map<String, Value>) -> Option<Heard> {
    let member = |names: &[&str]| names.iter().find_map(|name| object.get(*name));
    let (name, function) = FUNCTION
        .iter()
        .find_map(|name| function_named(object.get(*name)?.as_str()?))?;
    let args: Vec<Told> = match (member(&ARGUMENTS), member(&ELEMENT)) {
        (Some(Value::Array(items)), _) => items.iter().filter_map(told).collect(),
        (Some(one), _) => told(one).into_iter().collect(),
        (None, Some(element)) => [Some(element), object.get("value")]
            .into_iter()
            .flatten()
            .filter_map(told)
            .collect(),
        (None, None) => Vec::new(),
    };
    let error = member(&ERROR).and_then(told);
    Some(Heard {
        name: Some(name),
        result: member(&RESULT).and_then(told),
        error: error.and_then(|error| error.text.parse().ok()),
        value_missing: function == scorm_runtime::ApiFunction::SetValue && args.len() < 2,
        ..Heard::of(function).with_args(args)
    })
}

fn told(value: &Value) -> Option<Told> {
    match value {
        Value::String(text) => Some(truncation::told(text)),
        Value::Number(number) => Some(Told::whole(number.to_string())),
        Value::Bool(truth) => Some(Told::whole(truth.to_string())),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
