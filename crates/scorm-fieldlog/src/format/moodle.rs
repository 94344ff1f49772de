//! Moodle's window "SCORM API Activity Log":
//! `Tue, 17 Nov 2026 11:30:49 GMT: LMSSetValue("cmi.core.exit", "suspend") => 0`.
//!
//! Behind `=>` stands the error code. What GetValue returned stands before it, behind a hyphen. A
//! Commit and a Finish are told on several lines: the request's answer, the result, the error.

use scorm_runtime::ApiFunction;

use super::call_text::function_named;
use super::{Heard, Said};
use crate::field_log::{LoggedCall, Told};
use crate::truncation;

/// What is logged in the place of an argument, about a call that is told by several lines.
const PARTS: [&str; 3] = ["AJAXResult", "result", "errorCode"];

pub(super) fn read(line: &str, open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    if let Some(said) = about_the_course(line) {
        return Some(said);
    }
    let (body, error) = line.trim_end().rsplit_once(" => ")?;
    let error: u16 = error.parse().ok()?;
    let (before, inside) = body.split_once("(\"")?;
    let name = before
        .rsplit(|char: char| !char.is_ascii_alphanumeric())
        .next()?;
    let (name, function) = function_named(name)?;
    if function == ApiFunction::GetValue {
        let (element, value) = inside.split_once("\") - ")?;
        let heard = Heard {
            name: Some(name),
            result: Some(told(value)),
            error: Some(error),
            ..Heard::of(function).with_args([Told::whole(element)])
        };
        return Some(vec![Said::Call(heard)]);
    }
    let arguments = inside.strip_suffix("\")")?;
    let (first, second) = match arguments.split_once("\", \"") {
        Some((first, second)) => (first, Some(second)),
        None => (arguments, None),
    };
    let heard = Heard {
        name: Some(name),
        error: Some(error),
        ..Heard::of(function)
    };
    let heard = match function {
        ApiFunction::SetValue => heard.with_args([Told::whole(first), told(second?)]),
        ApiFunction::GetErrorString | ApiFunction::GetDiagnostic => Heard {
            result: second.map(told),
            error: None,
            ..heard.with_args([Told::whole(first)])
        },
        _ if PARTS.contains(&first) => return Some(part(heard, first, second?, open)),
        ApiFunction::Commit | ApiFunction::Terminate if is_same(open, function) => {
            // The call itself is told behind its parts (Finish) or before them (Commit).
            return Some(vec![Said::Nothing]);
        }
        _ => heard.with_args([Told::whole(first)]),
    };
    // `Commit("", "") => 0` is written in SCORM 1.2 too, so the name tells nothing.
    let name = heard.name.filter(|name| *name != "Commit");
    Some(vec![Said::Call(Heard { name, ..heard })])
}

/// One of several lines about a call.
fn part(heard: Heard, part: &str, value: &str, open: Option<&LoggedCall>) -> Vec<Said> {
    let mut said = Vec::new();
    let begins = !is_same(open, heard.function) || (part == PARTS[0] && is_answered(open));
    if begins {
        said.push(Said::Call(Heard {
            error: None,
            ..heard
        }));
    }
    match part {
        "result" => said.push(Said::Result(Told::whole(value))),
        "errorCode" => said.extend(value.parse().ok().map(Said::Error)),
        _ => {}
    }
    if said.is_empty() {
        said.push(Said::Nothing);
    }
    said
}

fn is_same(open: Option<&LoggedCall>, function: ApiFunction) -> bool {
    open.is_some_and(|call| call.function == function)
}

fn is_answered(open: Option<&LoggedCall>) -> bool {
    open.is_some_and(|call| call.result.is_some())
}

fn told(value: &str) -> Told {
    let mut told = truncation::told(value);
    told.joined = value.contains('\n');
    told
}

/// Which version, activity and SCO the window is about.
fn about_the_course(line: &str) -> Option<Vec<Said>> {
    if let Some((_, version)) = line.split_once("SCORM Version Detected: ") {
        let version = version.trim().to_ascii_lowercase();
        let scorm12 = matches!(version.as_str(), "scorm_12" | "scorm_1.2");
        return Some(vec![Said::Version { scorm12 }]);
    }
    if line.contains("SCORM API Activity Log")
        || line.contains("SCORM Debugging interface")
        || line.contains("Moodle Logging ")
    {
        return Some(vec![Said::Nothing]);
    }
    let (_, rest) = line.split_once("Moodle SCORM ")?;
    let (_, rest) = rest.split_once(" API Loaded, Activity: ")?;
    let (_, sco) = rest.rsplit_once(", SCO: ")?;
    Some(vec![Said::Launch(sco.trim().to_owned())])
}
