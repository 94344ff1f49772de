//! A tolerant profile: what is accepted with a note, and what never is.

use scorm_runtime::{Api, LmsData, NoteKind, Profile};

use crate::{V12, V2004, launched, play, running_with};

fn tolerant(version: scorm_runtime::Version) -> Api {
    let profile = Profile {
        tolerant: true,
        ..Profile::default()
    };
    running_with(version, profile, &LmsData::default())
}

#[test]
fn widespread_forms_are_accepted_with_a_note() {
    let mut api = tolerant(V12);
    for (element, value, stored) in [
        ("cmi.core.exit", "normal", ""),
        ("cmi.interactions.0.result", "incorrect", "wrong"),
        ("cmi.interactions.0.id", "question 1", "question 1"),
        ("cmi.core.session_time", "1:02:03", "1:02:03"),
        ("cmi.core.score.raw", "150", "150"),
        (
            "cmi.core.lesson_location",
            &"x".repeat(300),
            &"x".repeat(300),
        ),
    ] {
        assert_eq!(api.set_value(element, value).error, 0, "{element}");
        assert_eq!(api.notes().len(), 1, "{element}");
        assert_eq!(api.value_of(element).as_deref(), Some(stored), "{element}");
    }
    let mut api = tolerant(V2004);
    let element = "cmi.comments_from_learner.0.timestamp";
    assert_eq!(api.set_value(element, "2004-04-01T09:45:58Z").error, 0);
    assert!(matches!(api.notes()[0].kind, NoteKind::Tolerated(_)));
}

#[test]
fn tolerance_ends_somewhere() {
    play(
        &mut tolerant(V12),
        r#"
        LMSSetValue("cmi.core.lesson_status", "Passed") -> "false" 405
        LMSSetValue("cmi.core.score.raw", "many") -> "false" 405
        LMSSetValue("cmi.objectives.0.id", "") -> "false" 405
        LMSSetValue("cmi.core.session_time", "soon") -> "false" 405
        LMSGetValue("cmi.location") -> "" 401
        LMSSetValue("cmi.core.student_id", "x") -> "false" 403
        "#,
    );
}

#[test]
fn a_wrapper_may_reconnect_and_leave_arguments_out() {
    let profile = Profile {
        tolerant: true,
        ..Profile::default()
    };
    let mut api = launched(V12, profile, &LmsData::default());
    play(
        &mut api,
        r#"
        LMSInitialize() -> "true" 0
        LMSFinish("") -> "true" 0
        "#,
    );
    play(&mut api, r#"LMSInitialize() -> "true" 0"#);
    assert_eq!(api.notes().len(), 2, "{:?}", api.notes());
    play(
        &mut api,
        r#"LMSGetValue("cmi.core.lesson_status") -> "completed" 0"#,
    );
}

#[test]
fn feedback_of_another_form_is_noted_and_refused_by_a_strict_profile_only() {
    let cases = [
        ("true-false", "maybe"),
        ("choice", "Choice_a"),
        ("matching", "left-right"),
        ("numeric", "about 5"),
        ("likert", "very much"),
        ("sequencing", "first,second"),
        ("fill-in", &"x".repeat(300)),
    ];
    for strict_feedback in [false, true] {
        let profile = Profile {
            strict_feedback,
            ..Profile::default()
        };
        let mut api = running_with(V12, profile, &LmsData::default());
        for (kind, value) in cases {
            assert_eq!(api.set_value("cmi.interactions.0.type", kind).error, 0);
            for element in ["student_response", "correct_responses.0.pattern"] {
                let element = format!("cmi.interactions.0.{element}");
                let error = api.set_value(&element, value).error;
                let noted = matches!(
                    api.notes(),
                    [note] if matches!(note.kind, NoteKind::UnusualFeedback(_))
                );
                let expected = if strict_feedback {
                    (405, false)
                } else {
                    (0, true)
                };
                assert_eq!((error, noted), expected, "{kind} {element}");
            }
        }
    }
}
