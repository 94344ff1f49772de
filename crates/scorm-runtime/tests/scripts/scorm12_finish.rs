//! What LMSFinish settles in SCORM 1.2: status and time.

use scorm_runtime::{Api, Credit, Exit, LessonStatus, LmsData, Mode, Profile};

use crate::{V12, play, running, running_with};

/// The status after a SCO that set `status` and `raw` finished.
fn finished(launch: &LmsData, status: Option<&str>, raw: Option<&str>) -> LessonStatus {
    let mut api = running_with(V12, Profile::default(), launch);
    if let Some(status) = status {
        assert_eq!(api.set_value("cmi.core.lesson_status", status).error, 0);
    }
    if let Some(raw) = raw {
        assert_eq!(api.set_value("cmi.core.score.raw", raw).error, 0);
    }
    // The rule never runs before the end.
    let before = api.lesson_status().evaluated;
    assert_eq!(before.as_str(), status.unwrap_or("not attempted"));
    assert_eq!(api.terminate("").error, 0);
    api.lesson_status().evaluated
}

#[test]
fn mastery_score() {
    let mastery = LmsData {
        mastery_score: Some("80".to_owned()),
        ..LmsData::default()
    };
    for (status, raw, want) in [
        (Some("completed"), Some("80"), LessonStatus::Passed),
        (Some("completed"), Some("79.99"), LessonStatus::Failed),
        (Some("passed"), Some("10"), LessonStatus::Failed),
        (Some("failed"), Some("90"), LessonStatus::Passed),
        (Some("incomplete"), Some("90"), LessonStatus::Incomplete),
        (Some("completed"), None, LessonStatus::Completed),
        (Some("completed"), Some(""), LessonStatus::Completed),
        (None, Some("90"), LessonStatus::Passed),
        (None, None, LessonStatus::Completed),
    ] {
        assert_eq!(finished(&mastery, status, raw), want, "{status:?} {raw:?}");
    }
    let no_credit = LmsData {
        credit: Credit::NoCredit,
        ..mastery.clone()
    };
    assert_eq!(
        finished(&no_credit, Some("completed"), Some("10")),
        LessonStatus::Completed
    );
    assert_eq!(finished(&no_credit, None, None), LessonStatus::NotAttempted);
    let browse = LmsData {
        mode: Mode::Browse,
        ..mastery
    };
    assert_eq!(finished(&browse, None, None), LessonStatus::Browsed);
    assert_eq!(
        finished(&browse, Some("completed"), Some("10")),
        LessonStatus::Completed
    );
}

#[test]
fn without_mastery_score() {
    let launch = LmsData::default();
    assert_eq!(finished(&launch, None, None), LessonStatus::Completed);
    assert_eq!(
        finished(&launch, Some("failed"), Some("100")),
        LessonStatus::Failed
    );
}

#[test]
fn time_is_added_once() {
    let mut api = running(V12);
    play(
        &mut api,
        r#"
        LMSSetValue("cmi.core.session_time", "00:59:59.50") -> "true" 0
        LMSSetValue("cmi.core.session_time", "01:75:30.75") -> "true" 0
        LMSCommit("") -> "true" 0
        LMSGetValue("cmi.core.total_time") -> "0000:00:00.00" 0
        LMSSetValue("cmi.core.exit", "suspend") -> "true" 0
        LMSFinish("") -> "true" 0
        "#,
    );
    assert_eq!(api.exit(), Exit::Suspend);
    assert_eq!(
        api.value_of("cmi.core.total_time").as_deref(),
        Some("0002:15:30.75")
    );
    api.end_session();
    assert_eq!(
        api.value_of("cmi.core.total_time").as_deref(),
        Some("0002:15:30.75")
    );
    let launch = LmsData {
        prior: Some(api.run_time_data()),
        ..LmsData::default()
    };
    let mut again: Api = running_with(V12, Profile::default(), &launch);
    play(
        &mut again,
        r#"
        LMSGetValue("cmi.core.total_time") -> "0002:15:30.75" 0
        LMSGetValue("cmi.core.lesson_status") -> "completed" 0
        LMSFinish("") -> "true" 0
        "#,
    );
    assert_eq!(
        again.value_of("cmi.core.total_time").as_deref(),
        Some("0002:15:30.75")
    );
    assert_eq!(again.exit(), Exit::Empty);
}

#[test]
fn total_time_stays_a_time_span() {
    // Four digits of hours are all that a CMITimespan has.
    let mut prior = None;
    for _ in 0..3 {
        let launch = LmsData {
            prior: prior.take(),
            ..LmsData::default()
        };
        let mut api = running_with(V12, Profile::default(), &launch);
        play(
            &mut api,
            r#"
            LMSSetValue("cmi.core.session_time", "9999:99:99.99") -> "true" 0
            LMSFinish("") -> "true" 0
            "#,
        );
        assert_eq!(
            api.value_of("cmi.core.total_time").as_deref(),
            Some("9999:59:59.99")
        );
        prior = Some(api.run_time_data());
    }
}

#[test]
fn blank_values_clear_and_add_nothing() {
    let mut api = running(V12);
    play(
        &mut api,
        r#"
        LMSSetValue("cmi.core.score.raw", "50") -> "true" 0
        LMSSetValue("cmi.core.score.raw", "") -> "true" 0
        LMSGetValue("cmi.core.score.raw") -> "" 0
        LMSSetValue("cmi.core.session_time", "00:10:00") -> "true" 0
        LMSSetValue("cmi.core.session_time", "") -> "true" 0
        LMSFinish("") -> "true" 0
        "#,
    );
    assert_eq!(
        api.value_of("cmi.core.total_time").as_deref(),
        Some("0000:00:00.00")
    );
}
