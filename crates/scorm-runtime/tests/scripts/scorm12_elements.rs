//! The elements of SCORM 1.2.

use scorm_runtime::{LmsComment, LmsData, Profile};

use crate::{V12, play, running, running_with};

#[test]
fn an_unset_value_reads_empty_without_error() {
    play(
        &mut running(V12),
        r#"
        LMSGetValue("cmi.core.lesson_location") -> "" 0
        LMSGetValue("cmi.core.score.raw") -> "" 0
        LMSGetValue("cmi.suspend_data") -> "" 0
        LMSGetValue("cmi.launch_data") -> "" 0
        LMSGetValue("cmi.student_data.mastery_score") -> "" 0
        LMSGetValue("cmi.core.lesson_status") -> "not attempted" 0
        LMSGetValue("cmi.core.total_time") -> "0000:00:00.00" 0
        LMSGetValue("cmi.core.entry") -> "ab-initio" 0
        LMSGetValue("cmi.student_preference.audio") -> "0" 0
        "#,
    );
}

#[test]
fn core() {
    play(
        &mut running(V12),
        r#"
        LMSSetValue("cmi.core.lesson_status", "not attempted") -> "false" 405
        LMSSetValue("cmi.core.lesson_status", "Passed") -> "false" 405
        LMSSetValue("cmi.core.lesson_status", "browsed") -> "true" 0
        LMSSetValue("cmi.core.score.raw", "100.5") -> "false" 405
        LMSSetValue("cmi.core.score.raw", "-1") -> "false" 405
        LMSSetValue("cmi.core.score.raw", "+5") -> "false" 405
        LMSSetValue("cmi.core.score.raw", "85.5") -> "true" 0
        LMSSetValue("cmi.core.score.raw", "") -> "true" 0
        LMSSetValue("cmi.core.exit", "normal") -> "false" 405
        LMSSetValue("cmi.core.exit", "") -> "true" 0
        LMSSetValue("cmi.core.session_time", "0:00:01") -> "false" 405
        LMSSetValue("cmi.core.session_time", "PT1H") -> "false" 405
        LMSSetValue("cmi.core.session_time", "00:30:00.5") -> "true" 0
        "#,
    );
}

#[test]
fn objectives() {
    play(
        &mut running(V12),
        r#"
        # A member other than the id may make the record.
        LMSSetValue("cmi.objectives.0.score.raw", "50") -> "true" 0
        LMSSetValue("cmi.objectives.0.id", "a b") -> "false" 405
        LMSSetValue("cmi.objectives.0.id", "a") -> "true" 0
        LMSSetValue("cmi.objectives.0.id", "b") -> "true" 0
        LMSSetValue("cmi.objectives.1.id", "b") -> "true" 0
        LMSSetValue("cmi.objectives.1.status", "not attempted") -> "true" 0
        LMSGetValue("cmi.objectives.0.score._children") -> "raw,min,max" 0
        LMSGetValue("cmi.objectives.1.score.max") -> "" 0
        LMSGetValue("cmi.objectives._count") -> "2" 0
        LMSSetValue("cmi.objectives.2.status", "x") -> "false" 405
        LMSGetValue("cmi.objectives._count") -> "2" 0
        "#,
    );
}

#[test]
fn interactions() {
    play(
        &mut running(V12),
        r#"
        LMSSetValue("cmi.interactions.0.type", "long-fill-in") -> "false" 405
        LMSSetValue("cmi.interactions.0.type", "other") -> "false" 405
        LMSSetValue("cmi.interactions.0.type", "true-false") -> "true" 0
        LMSSetValue("cmi.interactions.0.id", "i") -> "true" 0
        LMSSetValue("cmi.interactions.0.time", "10:20:30") -> "true" 0
        LMSSetValue("cmi.interactions.0.time", "25:00:00") -> "false" 405
        LMSSetValue("cmi.interactions.0.student_response", "t") -> "true" 0
        LMSSetValue("cmi.interactions.0.student_response", "true") -> "true" 0
        LMSSetValue("cmi.interactions.0.correct_responses.0.pattern", "t") -> "true" 0
        LMSSetValue("cmi.interactions.0.correct_responses.2.pattern", "t") -> "false" 201
        LMSSetValue("cmi.interactions.0.objectives.0.id", "o") -> "true" 0
        LMSSetValue("cmi.interactions.0.result", "incorrect") -> "false" 405
        LMSSetValue("cmi.interactions.0.result", "wrong") -> "true" 0
        LMSSetValue("cmi.interactions.0.result", "0.5") -> "true" 0
        LMSSetValue("cmi.interactions.0.weighting", "-2") -> "true" 0
        LMSSetValue("cmi.interactions.0.weighting", "") -> "false" 405
        LMSSetValue("cmi.interactions.0.latency", "00:00:10") -> "true" 0
        LMSGetValue("cmi.interactions._count") -> "1" 0
        LMSGetValue("cmi.interactions.0.correct_responses._count") -> "1" 0
        "#,
    );
}

#[test]
fn comments_accumulate() {
    let launch = LmsData {
        comments_from_lms: vec![LmsComment {
            comment: "hi".to_owned(),
            ..LmsComment::default()
        }],
        ..LmsData::default()
    };
    let mut api = running_with(V12, Profile::default(), &launch);
    play(
        &mut api,
        r#"
        LMSSetValue("cmi.comments", "one ") -> "true" 0
        LMSSetValue("cmi.comments", "two") -> "true" 0
        LMSGetValue("cmi.comments") -> "one two" 0
        LMSGetValue("cmi.comments_from_lms") -> "hi" 0
        LMSSetValue("cmi.comments_from_lms", "x") -> "false" 403
        "#,
    );
    assert_eq!(api.set_value("cmi.comments", &"x".repeat(4096)).error, 0);
    assert_eq!(api.notes().len(), 1, "more than 4096 in all is noted");
    assert_eq!(api.set_value("cmi.comments", &"x".repeat(4097)).error, 405);
}

#[test]
fn preferences() {
    play(
        &mut running(V12),
        r#"
        LMSSetValue("cmi.student_preference.audio", "-1") -> "true" 0
        LMSSetValue("cmi.student_preference.audio", "101") -> "false" 405
        LMSSetValue("cmi.student_preference.speed", "-100") -> "true" 0
        LMSSetValue("cmi.student_preference.speed", "1.5") -> "false" 405
        LMSSetValue("cmi.student_preference.text", "2") -> "false" 405
        LMSSetValue("cmi.student_preference.language", "anything") -> "true" 0
        "#,
    );
}
