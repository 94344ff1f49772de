//! The tables as a SCO sees them: every listed element behaves as its row says.

use scorm_runtime::{Access, Api, Version};

use crate::{V12, V2004, play, running};

/// An instance with a record in every collection that a SCO can fill.
fn with_records(version: Version) -> Api {
    let mut api = running(version);
    play(
        &mut api,
        r#"
        SetValue("cmi.objectives.0.id", "o") -> "true" 0
        SetValue("cmi.interactions.0.id", "i") -> "true" 0
        SetValue("cmi.interactions.0.type", "choice") -> "true" 0
        SetValue("cmi.interactions.0.objectives.0.id", "o") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "a") -> "true" 0
        "#,
    );
    if !version.is_scorm12() {
        play(
            &mut api,
            r#"SetValue("cmi.comments_from_learner.0.comment", "c") -> "true" 0"#,
        );
    }
    api
}

#[test]
fn access_decides_get_and_set() {
    for version in [V12, V2004] {
        let api = with_records(version);
        let (read_only, keyword, write_only): (u16, u16, u16) = if version.is_scorm12() {
            (403, 402, 404)
        } else {
            (404, 404, 405)
        };
        for element in api.elements() {
            let name = &element.element;
            let mut api = api.clone();
            let got = api.get_value(name, &()).error;
            match element.access {
                Access::WriteOnly => assert_eq!(got, write_only, "get {name}"),
                Access::ReadOnly | Access::ReadWrite => {
                    let no_value = element.value.is_none() && !version.is_scorm12();
                    assert_eq!(got, if no_value { 403 } else { 0 }, "get {name}");
                }
            }
            let value = element.value.unwrap_or_default();
            let set = api.set_value(name, &value).error;
            let is_keyword = name
                .rsplit('.')
                .next()
                .is_some_and(|last| last.starts_with('_'));
            match element.access {
                Access::ReadOnly if is_keyword => assert_eq!(set, keyword, "set {name}"),
                Access::ReadOnly => assert_eq!(set, read_only, "set {name}"),
                // A value that the model holds may be set again, whatever the type; the status
                // of a SCORM 1.2 lesson begins with a token that only the LMS sets.
                Access::ReadWrite | Access::WriteOnly => {
                    let lms_token = value == "not attempted" && version.is_scorm12();
                    if !value.is_empty() && !lms_token {
                        assert_eq!(set, 0, "set {name} = {value}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_element_is_reached_by_its_own_name_only() {
    for version in [V12, V2004] {
        let mut api = with_records(version);
        for element in api.elements() {
            for wrong in [
                format!("{}x", element.element),
                format!("x{}", element.element),
                element.element.to_uppercase(),
                element.element.replacen('.', "..", 1),
                format!("{}.", element.element),
            ] {
                assert_ne!(api.get_value(&wrong, &()).error, 0, "{wrong}");
                assert_ne!(api.set_value(&wrong, "1").error, 0, "{wrong}");
            }
        }
    }
}
