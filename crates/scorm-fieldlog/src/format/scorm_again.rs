//! Console output of scorm-again and its forebears:
//! `LMSSetValue         : cmi.core.exit                      : suspend: result: true`.
//!
//! Function and element are padded to columns. An error is told on a line before its call.

use scorm_runtime::ApiFunction;

use super::call_text::function_named;
use super::{Heard, Said};
use crate::element_name;
use crate::field_log::{LoggedCall, Told};
use crate::truncation;

/// Functions of the library that it logs beside those of the API.
const OWN: [&str; 14] = [
    "BaseAPI",
    "SCOFunction",
    "checkValidFormat",
    "clearScheduledCommit",
    "commonGetCMIValue",
    "commonSetCMIValue",
    "evalPath",
    "handleValueAccessException",
    "loadFromJSON",
    "off",
    "on",
    "processListeners",
    "scheduleCommit",
    "storeData",
];

pub(super) fn read(line: &str, _open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    if let Some(error) = error_before(line) {
        return Some(vec![error]);
    }
    let (name, rest) = columns(line)?;
    let Some((name, function)) = function_named(name) else {
        return OWN.contains(&name).then(|| vec![Said::Nothing]);
    };
    let heard = Heard {
        name: Some(name),
        ..Heard::of(function)
    };
    let call = |heard| Some(vec![Said::Call(heard)]);
    match function {
        ApiFunction::GetValue => {
            let (element, rest) = element(rest)?;
            let result = rest.strip_prefix("returned:")?;
            let result = truncation::told(result.strip_prefix(' ').unwrap_or(result));
            call(Heard {
                result: Some(result),
                ..heard.with_args([Told::whole(element)])
            })
        }
        ApiFunction::SetValue => {
            let (element, rest) = element(rest)?;
            let (value, result) = rest.rsplit_once(": result: ")?;
            let mut set = truncation::told(value);
            set.joined = value.contains('\n');
            call(Heard {
                result: Some(Told::whole(result.trim())),
                ..heard.with_args([Told::whole(element), set])
            })
        }
        _ => match rest.strip_prefix("returned: ") {
            Some(result) => call(Heard {
                result: Some(truncation::told(result.trim_end())),
                ..heard
            }),
            None => Some(vec![Said::Nothing]),
        },
    }
}

/// Whether a value runs on to the next line.
pub(super) fn is_unfinished(line: &str) -> bool {
    let Some((name, rest)) = columns(line) else {
        return false;
    };
    matches!(name, "SetValue" | "LMSSetValue")
        && element(rest).is_some_and(|(_, rest)| !rest.contains(": result: "))
}

/// The function and what stands behind its column, wherever on the line that begins.
fn columns(line: &str) -> Option<(&str, &str)> {
    const NEAR: usize = 400;
    let mut from = 0;
    while let Some(at) = line.get(from..)?.find(": ").map(|at| from + at) {
        if at > NEAR {
            return None;
        }
        let before = line[..at].trim_end();
        let name = before
            .rsplit(|char: char| !char.is_ascii_alphanumeric())
            .next()?;
        let known = function_named(name).is_some() || OWN.contains(&name);
        let spaced = before.len() < at;
        if known && (spaced || name.len() >= 20) {
            return Some((name, line[at + 2..].trim_start_matches(' ')));
        }
        from = at + 2;
    }
    None
}

/// The element, and what stands behind its column.
fn element(text: &str) -> Option<(&str, &str)> {
    let end = text.find([' ', ':'])?;
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start_matches(' ').strip_prefix(": ");
    Some((name, rest?)).filter(|_| element_name::is_name(name))
}

/// `throwSCORMError     : cmi.exit   406: …` or `SCORM Error 406: …`.
fn error_before(line: &str) -> Option<Said> {
    let after = match line.split_once("throwSCORMError") {
        Some((_, after)) => after.trim_start().strip_prefix(':')?.trim_start(),
        None => line.split_once("SCORM Error ")?.1,
    };
    let after = match after.split_once(' ') {
        Some((element, rest)) if element_name::is_name(element) => rest.trim_start(),
        _ => after,
    };
    let (code, _) = after.split_once(':')?;
    code.trim().parse().ok().map(Said::NextError)
}
