//! GetLastError, GetErrorString and GetDiagnostic.

use scorm_runtime::{Api, errors};

use crate::{V12, V2004, play, running};

#[test]
fn they_never_touch_the_error() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.score.scaled", "2") -> "false" 407
        GetLastError() -> "407" 407
        GetErrorString("0") -> "No Error" 407
        GetErrorString("407") -> "Data Model Element Value Out Of Range" 407
        GetErrorString("") -> "" 407
        GetErrorString("001") -> "" 407
        GetDiagnostic("1444") -> "" 407
        GetErrorString() -> "" 407
        "#,
    );
    play(
        &mut running(V12),
        r#"
        LMSGetErrorString("405") -> "Incorrect data type" 0
        LMSGetErrorString("407") -> "" 0
        LMSGetErrorString("999") -> "" 0
        "#,
    );
}

fn diagnostic_after(api: &mut Api, element: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => api.set_value(element, value).error,
        None => api.get_value(element, &()).error,
    };
    api.diagnostic("").into_owned()
}

#[test]
fn a_diagnostic_names_element_value_and_expected_form() {
    let mut api = running(V2004);
    for (element, value, want) in [
        (
            "cmi.score.scaled",
            Some("2"),
            "cmi.score.scaled = \"2\": out of range, expected a number from -1 to 1",
        ),
        (
            "cmi.success_status",
            Some("Passed"),
            "cmi.success_status = \"Passed\": expected one of passed, failed, unknown",
        ),
        ("cmi.location", None, "cmi.location: no value has been set"),
        (
            "cmi.interactions.0.type",
            Some("choice"),
            "cmi.interactions.0.type = \"choice\": set id of the same record first",
        ),
        (
            "cmi.objectives.4.id",
            Some("a"),
            "cmi.objectives.4.id = \"a\": index out of range, the next record to set is 0",
        ),
        (
            "cmi.bogus",
            None,
            "cmi.bogus: no such element in the data model",
        ),
    ] {
        assert_eq!(diagnostic_after(&mut api, element, value), want);
    }
}

#[test]
fn a_diagnostic_is_shorter_than_255_characters() {
    let mut api = running(V2004);
    let long = "日".repeat(100_000);
    let diagnostic = diagnostic_after(&mut api, &long, Some(&long));
    assert!(diagnostic.chars().count() < 255);
    let diagnostic = diagnostic_after(&mut api, "adl.nav.request", Some(&long));
    assert!(diagnostic.chars().count() < 255, "{diagnostic}");
}

#[test]
fn a_diagnostic_of_another_code_is_general() {
    let mut api = running(V2004);
    let last = diagnostic_after(&mut api, "cmi.score.scaled", Some("2"));
    assert_eq!(api.diagnostic("407"), last);
    for error in errors(V2004).iter().filter(|error| error.code != 407) {
        assert_eq!(api.diagnostic(&error.code.to_string()), error.meaning);
    }
    assert_eq!(api.diagnostic("001"), "");
}
