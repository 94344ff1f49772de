//! Lines of many loggers, and lines that only look like calls.

use super::{calls, is_unfinished};

/// Function, arguments, result, error.
fn check(line: &str, want: &[&str]) {
    let found = calls(line);
    let told: Vec<String> = found
        .iter()
        .map(|found| {
            let heard = &found.heard;
            let text = |told: &crate::Told| {
                let cut = if told.cut { "…" } else { "" };
                format!("{}{cut}", told.text)
            };
            let args: Vec<String> = heard.args.iter().map(text).collect();
            let result = heard.result.as_ref().map_or("-".to_owned(), text);
            let error = heard
                .error
                .map_or("-".to_owned(), |error| error.to_string());
            format!(
                "{}({}) {result} {error}",
                heard.name.unwrap(),
                args.join("|")
            )
        })
        .collect();
    assert_eq!(told, want, "{line}");
}

#[test]
fn calls_are_read_in_the_forms_that_loggers_have() {
    for (line, want) in [
        (
            "[16:51:38.967] SetValue('cmi.location', 'p1') returned 'true' in 0 seconds",
            "SetValue(cmi.location|p1) true -",
        ),
        (
            "VM123:45 LMSGetValue(\"cmi.core.entry\") returned: \"ab-initio\"",
            "LMSGetValue(cmi.core.entry) ab-initio -",
        ),
        (
            "LMSSetValue(cmi.core.lesson_location, \"end\") succeeded",
            "LMSSetValue(cmi.core.lesson_location|end) true -",
        ),
        (
            "++: GetValue(cmi.completion_status) → “incomplete”",
            "GetValue(cmi.completion_status) incomplete -",
        ),
        (
            "++: SetValue(cmi.session_time, PT2M54.17S)",
            "SetValue(cmi.session_time|PT2M54.17S) - -",
        ),
        ("++: Terminate() → true", "Terminate() true -"),
        (
            "INFO  API.SetValue(\"cmi.score.scaled\", 0.8) => true",
            "SetValue(cmi.score.scaled|0.8) true -",
        ),
        (
            "SetValue('cmi.exit','bad') returned 'false' (error: 406)",
            "SetValue(cmi.exit|bad) false 406",
        ),
        (
            "GetValue(\"cmi.suspend_data\") returned \"\" with error 403 api.js:12:5",
            "GetValue(cmi.suspend_data)  403",
        ),
        (
            "LMSGetLastError() returned '0' in 0 seconds",
            "LMSGetLastError() 0 -",
        ),
        (
            "GetErrorString(406) = Data Model Element Type Mismatch",
            "GetErrorString(406) Data Model Element Type Mismatch -",
        ),
    ] {
        check(line, &[want]);
    }
}

#[test]
fn quotes_within_values_do_not_end_them() {
    for (line, want) in [
        (
            "SetValue('cmi.comments_from_learner.0.comment', 'it's (a 'test') fine') returned 'true' in 0 seconds",
            "SetValue(cmi.comments_from_learner.0.comment|it's (a 'test') fine) true -",
        ),
        (
            r#"LMSSetValue("cmi.suspend_data", "{"a":"f(\"x\")"}") returned "true""#,
            r#"LMSSetValue(cmi.suspend_data|{"a":"f(\"x\")"}) true -"#,
        ),
        (
            r#"SetValue("cmi.suspend_data", "{\"a\":1}") -> "true""#,
            r#"SetValue(cmi.suspend_data|{"a":1}) true -"#,
        ),
        (
            r#"GetValue("cmi.suspend_data") returned "say "hi"" in 0.01 seconds"#,
            r#"GetValue(cmi.suspend_data) say "hi" -"#,
        ),
    ] {
        check(line, &[want]);
    }
}

#[test]
fn several_calls_of_one_line_are_told_apart() {
    check(
        "[1] Initialize('') returned 'true' in 0 seconds[2] GetValue('cmi.mode') returned 'normal' in 0 seconds [3] Commit('') returned 'true' in 0.1 seconds",
        &[
            "Initialize() true -",
            "GetValue(cmi.mode) normal -",
            "Commit() true -",
        ],
    );
}

#[test]
fn cut_values_are_marked() {
    check(
        "SetValue('cmi.suspend_data', 'abc…') returned 'true' in 0 seconds",
        &["SetValue(cmi.suspend_data|abc…) true -"],
    );
    check(
        "LMSGetValue(\"cmi.suspend_data\") returned \"abc [truncated]\"",
        &["LMSGetValue(cmi.suspend_data) abc… -"],
    );
    check(
        "LMSSetValue(\"cmi.suspend_data\", \"abc…",
        &["LMSSetValue(cmi.suspend_data|abc…) - -"],
    );
}

#[test]
fn what_only_looks_like_a_call_is_none() {
    for line in [
        "    at LMSSetValue (https://lms.example/api.js:12:5)",
        "at Object.Commit (api.js:3:4)",
        "function LMSSetValue(element, value) {",
        "API.LMSSetValue(\"cmi.suspend_data\", data);",
        "doLMSSetValue(\"a\", \"b\")",
        "LMSInitialize() was called twice",
        "SCORM_CallLMSSetValue (x)",
        "SetValue found.",
        "Initialize(course) returned 'true'",
        "SetValue('cmi.exit')",
        "(((((",
        "",
    ] {
        check(line, &[]);
    }
}

#[test]
fn an_open_call_is_unfinished() {
    assert!(is_unfinished("SetValue('cmi.suspend_data', 'first line"));
    assert!(is_unfinished("[12:00] LMSSetValue(\"cmi.comments\","));
    assert!(!is_unfinished("SetValue('cmi.exit', '') returned 'true'"));
    assert!(!is_unfinished("at LMSSetValue (api.js:1:2"));
}

#[test]
fn hostile_lines_end_in_good_time() {
    let quotes = format!("SetValue('cmi.x', '{}", "') returned '".repeat(100_000));
    let parens = format!("SetValue(cmi.x, {}", ")".repeat(500_000));
    let names = "SetValue(".repeat(200_000);
    let gets = format!("GetValue('cmi.x') returned '{}", "' in ".repeat(200_000));
    for line in [quotes, parens, names, gets] {
        let _calls = calls(&line);
        let _unfinished = is_unfinished(&line);
    }
}
