//! Traces of the pipwerks wrapper: `SCORM.data.get('cmi.core.entry')  value: ab-initio`.
//!
//! It tells what was read, and what failed. A value that was set without failure is told by newer
//! versions only, and Commit and Terminate that succeed by none.

use scorm_runtime::ApiFunction;

use super::{Heard, Said};
use crate::field_log::{LoggedCall, Told};
use crate::truncation;

pub(super) fn read(line: &str, open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    let line = line.trim_end();
    if !["SCORM.", "connection.", "Error ", "API."]
        .iter()
        .any(|own| line.contains(own))
    {
        return None;
    }
    for (prefix, function) in [
        ("SCORM.data.get(", ApiFunction::GetValue),
        ("SCORM.data.set(", ApiFunction::SetValue),
    ] {
        if let Some((_, rest)) = line.split_once(prefix) {
            return data(function, rest, open);
        }
    }
    if line.ends_with("connection.initialize called.") {
        return Some(vec![Said::Call(Heard::of(ApiFunction::Initialize))]);
    }
    if let Some((_, rest)) = line.split_once("SCORM.connection.initialize ") {
        let initializing = open.is_some_and(|call| call.function == ApiFunction::Initialize);
        return Some(match rest {
            _ if !initializing => vec![Said::Nothing],
            rest if rest.starts_with("failed.") => failed(),
            rest if rest.starts_with("failed") || rest.starts_with("aborted") => {
                vec![Said::NotMade]
            }
            _ => vec![Said::Nothing],
        });
    }
    if let Some((_, rest)) = line.split_once("SCORM.connection.terminate ") {
        if !rest.starts_with("failed.") {
            return Some(vec![Said::Nothing]);
        }
        let call = Said::Call(Heard {
            result: Some(Told::whole("false")),
            ..Heard::of(ApiFunction::Terminate)
        });
        return Some(vec![call]);
    }
    if let Some((_, code)) = line.split_once("Error code: ") {
        let code = code.trim_end_matches([' ', '.']);
        return open.and_then(|_| Some(vec![Said::Error(code.parse().ok()?)]));
    }
    let own = [
        "SCORM.data.save failed",
        "SCORM.API.",
        "API.",
        "Error info: ",
    ];
    let is_own = own.iter().any(|own| line.trim_start().starts_with(own));
    is_own.then(|| vec![Said::Nothing])
}

/// What stands behind `SCORM.data.get(` or `.set(`.
fn data(function: ApiFunction, rest: &str, open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    let (element, rest) = rest.split_once(')')?;
    let element = element.trim_matches(['\'', '"']);
    let rest = rest.trim_start();
    // A failure is told before the value, on lines of its own.
    let goes_on = open.is_some_and(|call| {
        call.function == function
            && call.element() == Some(element)
            && (call.value_missing || (function == ApiFunction::GetValue && call.result.is_none()))
    });
    let call = Heard::of(function).with_args([Told::whole(element)]);
    if let Some(value) = rest.strip_prefix("value:") {
        let value = truncation::told(value.strip_prefix(' ').unwrap_or(value));
        return Some(vec![match (function, goes_on) {
            (ApiFunction::GetValue, true) => Said::Result(value),
            (ApiFunction::GetValue, false) => Said::Call(Heard {
                result: Some(value),
                ..call
            }),
            (_, true) => Said::Value(value),
            (_, false) => Said::Call(call.with_args([Told::whole(element), value])),
        }]);
    }
    if rest.starts_with("failed.") {
        let is_set = function == ApiFunction::SetValue;
        return Some(vec![Said::Call(Heard {
            value_missing: is_set,
            result: is_set.then(|| Told::whole("false")),
            ..call
        })]);
    }
    // Without a connection nothing was called.
    rest.starts_with("failed:").then(|| vec![Said::Nothing])
}

fn failed() -> Vec<Said> {
    vec![Said::Result(Told::whole("false"))]
}
