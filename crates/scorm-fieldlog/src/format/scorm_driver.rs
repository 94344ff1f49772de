//! The debug window of SCORM Driver, which Articulate and others ship:
//! `SCORM_CallLMSSetValue strElement=cmi.core.exit, strValue=suspend`, then `strResult=true`.

use scorm_runtime::ApiFunction;

use super::{Heard, Said};
use crate::field_log::{LoggedCall, Told};
use crate::truncation;

/// The driver's own functions, with those of the API that they call.
const CALLERS: [(&str, &str, ApiFunction); 10] = [
    (
        "SCORM_CallLMSInitialize",
        "LMSInitialize",
        ApiFunction::Initialize,
    ),
    (
        "SCORM_CallLMSSetValue",
        "LMSSetValue",
        ApiFunction::SetValue,
    ),
    (
        "SCORM_CallLMSGetValue",
        "LMSGetValue",
        ApiFunction::GetValue,
    ),
    ("SCORM_CallLMSCommit", "LMSCommit", ApiFunction::Commit),
    ("SCORM_CallLMSFinish", "LMSFinish", ApiFunction::Terminate),
    (
        "SCORM2004_CallInitialize",
        "Initialize",
        ApiFunction::Initialize,
    ),
    ("SCORM2004_CallSetValue", "SetValue", ApiFunction::SetValue),
    ("SCORM2004_CallGetValue", "GetValue", ApiFunction::GetValue),
    ("SCORM2004_CallCommit", "Commit", ApiFunction::Commit),
    (
        "SCORM2004_CallTerminate",
        "Terminate",
        ApiFunction::Terminate,
    ),
];
/// How lines begin that the driver writes beside its calls, behind the time.
const BESIDE: [&str; 15] = [
    "In SCORM",
    "SCORM_",
    "SCORM2004_",
    "Calling LMS",
    "Calling Initialize",
    "Calling SetValue",
    "Calling Commit",
    "Calling Terminate",
    "Call LMSGetValue",
    "Call GetValue",
    "Returning",
    "Detected failed call",
    "Detected Failed call",
    "Error calling ",
    "Searching with improved",
];
/// Members that are written after a failure.
const MEMBERS: [&str; 8] = [
    "SCORMErrorString=",
    "Error String=",
    "Diagnostic=",
    "strSCORMErrorString=",
    "strSCORMErrorDiagnostic=",
    "strSCORM2004ErrorString=",
    "strElement=",
    "strValue=",
];

pub(super) fn read(line: &str, open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    let text = line.trim();
    let may_call = text.contains("_Call");
    for (caller, name, function) in CALLERS.into_iter().filter(|_| may_call) {
        if let Some((_, rest)) = text.split_once(caller)
            && !rest.starts_with(|char: char| char.is_ascii_alphanumeric())
        {
            return Some(vec![call(name, function, rest)]);
        }
    }
    let spoken = behind_time(text);
    let Some(open) = open else {
        let own = ["In SCORM", "SCORM_", "SCORM2004_"];
        let is_own = own.iter().any(|own| spoken.starts_with(own));
        return is_own.then(|| vec![Said::Nothing]);
    };
    for (member, of_open) in [
        ("strResult=", open.result.is_none()),
        ("intSCORMError=", true),
        ("intSCORM2004Error=", true),
        ("Error Number=", true),
    ] {
        let Some((_, value)) = text.split_once(member) else {
            continue;
        };
        return Some(vec![match value.trim().parse() {
            _ if !of_open => Said::Nothing,
            _ if member == "strResult=" => Said::Result(truncation::told(value)),
            Ok(error) => Said::Error(error),
            Err(_) => Said::Nothing,
        }]);
    }
    if text.contains("dictates this should be read only so exiting") {
        return Some(vec![Said::NotMade]);
    }
    let known = BESIDE
        .iter()
        .chain(&MEMBERS)
        .any(|own| spoken.starts_with(own));
    known.then(|| vec![Said::Nothing])
}

fn call(name: &'static str, function: ApiFunction, rest: &str) -> Said {
    let heard = Heard {
        name: Some(name),
        ..Heard::of(function)
    };
    let Some((_, rest)) = rest.split_once("strElement=") else {
        // "In SCORM_CallLMSSetValue" alone names nothing.
        let names = matches!(function, ApiFunction::GetValue | ApiFunction::SetValue);
        return if names {
            Said::Nothing
        } else {
            Said::Call(heard)
        };
    };
    Said::Call(match rest.split_once(", strValue=") {
        Some((element, value)) => {
            heard.with_args([Told::whole(element.trim()), truncation::told(value)])
        }
        None => Heard {
            value_missing: function == ApiFunction::SetValue,
            ..heard.with_args([Told::whole(rest.trim())])
        },
    })
}

/// The line without the number and the time before it, and without dots that indent:
/// `12:Tue Nov 17 2026 11:30:41 GMT+0100 - strResult=true`.
fn behind_time(text: &str) -> &str {
    let is_before = |char: char| {
        char.is_ascii_digit() || matches!(char, ':' | '.' | '-' | '/' | ' ' | ',' | '\t' | '|')
    };
    let told = match text.split_once(" - ") {
        Some((before, told)) if before.contains("GMT") || before.contains(':') => told,
        _ => text,
    };
    told.trim_start_matches(is_before)
}
