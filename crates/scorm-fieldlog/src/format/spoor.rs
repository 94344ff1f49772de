//! The log of Adapt's spoor: `ScormWrapper::setValue: _property=cmi.core.exit _value=suspend`.
//!
//! What was read is told on a line of its own. Spoor sets session time and exit when it finishes
//! without a line of its own.

use scorm_runtime::ApiFunction;

use super::{Heard, Said};
use crate::field_log::{LoggedCall, Told};
use crate::truncation;

/// Error of reading an element without a value, in SCORM 2004.
const NOT_INITIALIZED: u16 = 403;

pub(super) fn read(line: &str, open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    let (_, said) = line.split_once("ScormWrapper::")?;
    let said = said.trim_end();
    if said.contains("ignoring request as 'finish' has been called")
        || said.contains("skipping this commit call")
    {
        return Some(vec![Said::NotMade]);
    }
    let one = match said.split_once(": ") {
        None => match said {
            "initialize" => Said::Call(Heard::of(ApiFunction::Initialize)),
            "commit" => Said::Call(Heard::of(ApiFunction::Commit)),
            "finish" => Said::Call(Heard::of(ApiFunction::Terminate)),
            _ => Said::Nothing,
        },
        Some(("getValue" | "isSupported", rest)) => match rest.strip_prefix("_property=") {
            Some(element) => {
                let element = Told::whole(element.trim());
                Said::Call(Heard::of(ApiFunction::GetValue).with_args([element]))
            }
            None => reading(rest, open),
        },
        Some(("setValue", rest)) => setting(rest),
        Some(_) => Said::Nothing,
    };
    Some(vec![one])
}

fn reading(rest: &str, open: Option<&LoggedCall>) -> Said {
    let awaits =
        open.is_some_and(|call| call.function == ApiFunction::GetValue && call.result.is_none());
    if !awaits {
        return Said::Nothing;
    }
    if rest.starts_with("data model element not initialized") {
        return Said::Error(NOT_INITIALIZED);
    }
    match rest.strip_prefix("returning") {
        Some(value) => Said::Result(truncation::told(value.strip_prefix(' ').unwrap_or(value))),
        None => Said::Nothing,
    }
}

fn setting(rest: &str) -> Said {
    let Some(rest) = rest.strip_prefix("_property=") else {
        return Said::Nothing;
    };
    let (element, value) = rest.split_once(" _value=").unwrap_or((rest, ""));
    let args = [Told::whole(element), truncation::told(value)];
    Said::Call(Heard::of(ApiFunction::SetValue).with_args(args))
}
