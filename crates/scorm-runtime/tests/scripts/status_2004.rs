//! Statuses by threshold and passing score, and what the LMS sets.

use scorm_runtime::{
    CompletionStatus, Credit, Entry, LmsData, Mode, Profile, Reported, SuccessStatus,
};

use crate::{V2004, play, running, running_with};

#[test]
fn completion_by_threshold() {
    let launch = LmsData {
        completion_threshold: Some("0.8".to_owned()),
        ..LmsData::default()
    };
    let mut api = running_with(V2004, Profile::default(), &launch);
    play(
        &mut api,
        r#"
        GetValue("cmi.completion_threshold") -> "0.8" 0
        SetValue("cmi.completion_status", "completed") -> "true" 0
        GetValue("cmi.completion_status") -> "unknown" 0
        SetValue("cmi.progress_measure", "0.7999999999") -> "true" 0
        GetValue("cmi.completion_status") -> "incomplete" 0
        SetValue("cmi.progress_measure", ".80") -> "true" 0
        GetValue("cmi.completion_status") -> "completed" 0
        SetValue("cmi.completion_status", "not attempted") -> "true" 0
        GetValue("cmi.completion_status") -> "completed" 0
        "#,
    );
    assert_eq!(
        api.completion_status(),
        Reported {
            as_set: Some(CompletionStatus::NotAttempted),
            evaluated: CompletionStatus::Completed
        }
    );
}

#[test]
fn success_by_passing_score() {
    let launch = LmsData {
        scaled_passing_score: Some("-0.5".to_owned()),
        ..LmsData::default()
    };
    let mut api = running_with(V2004, Profile::default(), &launch);
    play(
        &mut api,
        r#"
        SetValue("cmi.score.raw", "100") -> "true" 0
        GetValue("cmi.success_status") -> "unknown" 0
        SetValue("cmi.score.scaled", "-0.5") -> "true" 0
        GetValue("cmi.success_status") -> "passed" 0
        SetValue("cmi.score.scaled", "-0.51") -> "true" 0
        GetValue("cmi.success_status") -> "failed" 0
        "#,
    );
    assert_eq!(
        api.success_status(),
        Reported {
            as_set: None,
            evaluated: SuccessStatus::Failed
        }
    );
}

#[test]
fn without_threshold_the_word_of_the_sco_stands() {
    let mut api = running(V2004);
    play(
        &mut api,
        r#"
        GetValue("cmi.completion_status") -> "unknown" 0
        SetValue("cmi.progress_measure", "1") -> "true" 0
        GetValue("cmi.completion_status") -> "unknown" 0
        SetValue("cmi.completion_status", "unknown") -> "true" 0
        GetValue("cmi.completion_threshold") -> "" 403
        GetValue("cmi.scaled_passing_score") -> "" 403
        "#,
    );
    assert_eq!(
        api.completion_status().as_set,
        Some(CompletionStatus::Unknown)
    );
    assert_eq!(api.success_status().as_set, None);
}

#[test]
fn initial_values() {
    let launch = LmsData {
        learner_id: "l1".to_owned(),
        learner_name: "Doe, Jo".to_owned(),
        ..LmsData::default()
    };
    play(
        &mut running_with(V2004, Profile::default(), &launch),
        r#"
        GetValue("cmi.learner_id") -> "l1" 0
        GetValue("cmi.learner_name") -> "Doe, Jo" 0
        GetValue("cmi.credit") -> "credit" 0
        GetValue("cmi.mode") -> "normal" 0
        GetValue("cmi.entry") -> "ab-initio" 0
        GetValue("cmi.exit") -> "" 405
        GetValue("cmi.session_time") -> "" 405
        GetValue("cmi.launch_data") -> "" 403
        GetValue("cmi.location") -> "" 403
        GetValue("cmi.max_time_allowed") -> "" 403
        GetValue("cmi.time_limit_action") -> "continue,no message" 0
        GetValue("cmi.total_time") -> "PT0H0M0S" 0
        GetValue("cmi.learner_preference.audio_level") -> "1" 0
        GetValue("cmi.learner_preference.language") -> "" 0
        GetValue("cmi.learner_preference.delivery_speed") -> "1" 0
        GetValue("cmi.learner_preference.audio_captioning") -> "0" 0
        GetValue("cmi.suspend_data") -> "" 403
        SetValue("cmi.suspend_data", "") -> "true" 0
        GetValue("cmi.suspend_data") -> "" 0
        "#,
    );
}

#[test]
fn preferences() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.learner_preference.audio_captioning", "2") -> "false" 406
        SetValue("cmi.learner_preference.audio_captioning", "+1") -> "false" 406
        SetValue("cmi.learner_preference.audio_level", "-1") -> "false" 407
        SetValue("cmi.learner_preference.audio_level", "1000") -> "true" 0
        SetValue("cmi.learner_preference.delivery_speed", "0") -> "true" 0
        SetValue("cmi.learner_preference.language", "zz") -> "false" 406
        SetValue("cmi.learner_preference.language", "") -> "true" 0
        "#,
    );
}

#[test]
fn only_the_normal_mode_is_for_credit() {
    for (mode, want) in [
        (Mode::Normal, "credit"),
        (Mode::Browse, "no-credit"),
        (Mode::Review, "no-credit"),
    ] {
        let launch = LmsData {
            mode,
            credit: Credit::Credit,
            entry: Entry::Empty,
            ..LmsData::default()
        };
        let mut api = running_with(V2004, Profile::default(), &launch);
        assert_eq!(api.get_value("cmi.credit", &()).value, want);
        assert_eq!(api.get_value("cmi.entry", &()).value, "");
    }
}
