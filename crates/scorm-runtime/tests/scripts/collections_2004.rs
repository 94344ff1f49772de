//! Comments, objectives and what all collections have in common.

use scorm_runtime::{LmsComment, LmsData, Profile};

use crate::{V2004, play, running, running_with};

#[test]
fn a_refused_set_makes_no_record() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.comments_from_learner.0.timestamp", "now") -> "false" 406
        GetValue("cmi.comments_from_learner._count") -> "0" 0
        GetValue("cmi.comments_from_learner.0.timestamp") -> "" 301
        SetValue("cmi.comments_from_learner.0.location", "") -> "true" 0
        GetValue("cmi.comments_from_learner._count") -> "1" 0
        GetValue("cmi.comments_from_learner.0.comment") -> "" 403
        GetValue("cmi.comments_from_learner.0.location") -> "" 0
        SetValue("cmi.comments_from_learner.0.comment", "a\nb") -> "true" 0
        SetValue("cmi.comments_from_learner.0.comment", "{lang=zz}a") -> "false" 406
        GetValue("cmi.comments_from_learner.0.comment") -> "a\nb" 0
        "#,
    );
}

#[test]
fn objective_ids_are_unique_and_written_once() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        SetValue("cmi.objectives.0.id", "b") -> "false" 351
        SetValue("cmi.objectives.1.id", "a") -> "false" 351
        GetValue("cmi.objectives._count") -> "1" 0
        SetValue("cmi.objectives.1.id", "A") -> "true" 0
        GetValue("cmi.objectives.1.success_status") -> "unknown" 0
        GetValue("cmi.objectives.1.completion_status") -> "unknown" 0
        SetValue("cmi.objectives.1.score.scaled", "1.1") -> "false" 407
        SetValue("cmi.objectives.1.progress_measure", "0.5") -> "true" 0
        SetValue("cmi.objectives.2.description", "d") -> "false" 408
        "#,
    );
}

#[test]
fn comments_from_the_lms_can_be_read() {
    let launch = LmsData {
        comments_from_lms: vec![LmsComment {
            comment: "Well done".to_owned(),
            location: None,
            timestamp: Some("2026-01-01".to_owned()),
        }],
        ..LmsData::default()
    };
    play(
        &mut running_with(V2004, Profile::default(), &launch),
        r#"
        GetValue("cmi.comments_from_lms._count") -> "1" 0
        GetValue("cmi.comments_from_lms.0.comment") -> "Well done" 0
        GetValue("cmi.comments_from_lms.0.location") -> "" 403
        GetValue("cmi.comments_from_lms.0.timestamp") -> "2026-01-01" 0
        SetValue("cmi.comments_from_lms.0.comment", "a") -> "false" 404
        "#,
    );
}
