//! What the session reads after a SCO: typed, and without touching the last error.

use scorm_runtime::{CompletionStatus, Known, LessonStatus, Score, SuccessStatus};

use crate::{V12, V2004, play, running};

#[test]
fn scorm_2004() {
    let mut api = running(V2004);
    play(
        &mut api,
        r#"
        SetValue("cmi.score.scaled", "+.5") -> "true" 0
        SetValue("cmi.score.raw", "50") -> "true" 0
        SetValue("cmi.progress_measure", "0.25") -> "true" 0
        SetValue("cmi.objectives.0.id", "o") -> "true" 0
        SetValue("cmi.objectives.0.success_status", "failed") -> "true" 0
        SetValue("cmi.objectives.0.score.max", "10") -> "true" 0
        SetValue("cmi.session_time", "PT1M0.5S") -> "true" 0
        SetValue("cmi.bogus", "") -> "false" 401
        "#,
    );
    assert_eq!(
        api.score(),
        Score {
            scaled: Some(0.5),
            raw: Some(50.0),
            min: None,
            max: None
        }
    );
    assert_eq!(api.progress_measure(), Some(0.25));
    assert_eq!(api.session_seconds(), Some(60.5));
    assert!(api.set_by_sco("cmi.score.raw"));
    assert!(!api.set_by_sco("cmi.score.min"));
    let objective = &api.objectives()[0];
    assert_eq!(objective.id, "o");
    let failed = Known {
        value: SuccessStatus::Failed,
        by_sco: true,
    };
    assert_eq!(objective.success_status, Some(failed));
    assert_eq!(objective.completion_status, None);
    assert_eq!(objective.score.max, Some(10.0));
    assert!(objective.raw_by_sco && !objective.scaled_by_sco);
    assert_eq!(api.last_error(), 401);
}

#[test]
fn scorm_12() {
    let mut api = running(V12);
    assert_eq!(api.lesson_status().as_set, None);
    play(
        &mut api,
        r#"
        LMSSetValue("cmi.core.lesson_status", "failed") -> "true" 0
        LMSSetValue("cmi.core.score.raw", "40") -> "true" 0
        LMSSetValue("cmi.objectives.0.status", "browsed") -> "true" 0
        "#,
    );
    assert_eq!(api.lesson_status().as_set, Some(LessonStatus::Failed));
    assert_eq!(
        api.completion_status().evaluated,
        CompletionStatus::Completed
    );
    assert_eq!(api.success_status().evaluated, SuccessStatus::Failed);
    assert_eq!(api.score().raw, Some(40.0));
    let browsed = Known {
        value: LessonStatus::Browsed,
        by_sco: true,
    };
    assert_eq!(api.objectives()[0].lesson_status, Some(browsed));
}
