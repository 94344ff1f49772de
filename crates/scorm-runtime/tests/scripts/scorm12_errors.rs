//! The error codes of SCORM 1.2 and which one wins.

use crate::{V12, play, running};

#[test]
fn unknown_names() {
    play(
        &mut running(V12),
        r#"
        LMSGetValue("") -> "" 201
        LMSSetValue("", "x") -> "false" 201
        LMSGetValue("cmi.core.bogus") -> "" 201
        LMSSetValue("cmi.core.bogus", "x") -> "false" 201
        LMSGetValue("cmi.bogus") -> "" 401
        LMSGetValue("cmi.bogus.x") -> "" 401
        LMSGetValue("cmi.core.") -> "" 201
        # Outside the data model.
        LMSGetValue("bogus") -> "" 201
        LMSGetValue("foo.bar") -> "" 201
        LMSSetValue("foo.bar", "x") -> "false" 201
        LMSGetValue("foo._children") -> "" 201
        LMSGetValue("foo._count") -> "" 201
        LMSGetValue("CMI.core.student_id") -> "" 201
        LMSSetValue("CMI.core.lesson_status", "passed") -> "false" 201
        LMSGetValue(" cmi.core.student_id") -> "" 201
        LMSSetValue(" cmi.core.exit", "suspend") -> "false" 201
        # A category, collection or record alone.
        LMSGetValue("cmi") -> "" 401
        LMSGetValue("cmi.core") -> "" 401
        LMSSetValue("cmi.core", "x") -> "false" 401
        LMSGetValue("cmi.core.score") -> "" 401
        LMSGetValue("cmi.student_data") -> "" 401
        LMSGetValue("cmi.objectives") -> "" 401
        LMSSetValue("cmi.objectives.0", "z") -> "false" 401
        LMSGetValue("cmi.objectives.0.score") -> "" 401
        LMSGetValue("cmi.interactions.0.objectives") -> "" 401
        LMSGetValue("cmi.interactions.0.objectives.0") -> "" 401
        # Behind an element that holds a value.
        LMSGetValue("cmi.suspend_data.x") -> "" 401
        LMSSetValue("cmi.core.lesson_status.x", "passed") -> "false" 401
        LMSGetValue("cmi.core.lesson_location.0") -> "" 401
        LMSGetValue("cmi.core.lesson_location.x._count") -> "" 401
        LMSGetValue("cmi.objectives.0.id.x") -> "" 401
        LMSSetValue("cmi.interactions.0.correct_responses.0.pattern.x", "a") -> "false" 401
        # An index that is none.
        LMSGetValue("cmi.objectives.x.id") -> "" 401
        LMSSetValue("cmi.objectives.x.id", "a") -> "false" 401
        LMSGetValue("cmi.objectives.-1.id") -> "" 401
        LMSSetValue("cmi.interactions..id", "a") -> "false" 401
        LMSSetValue("cmi.interactions.1.5.id", "a") -> "false" 201
        # Names of SCORM 2004 are never mapped.
        LMSGetValue("cmi.location") -> "" 401
        LMSSetValue("cmi.completion_status", "completed") -> "false" 401
        LMSGetValue("adl.nav.request") -> "" 201
        LMSGetValue("nav.event") -> "" 201
        "#,
    );
}

#[test]
fn keywords() {
    play(
        &mut running(V12),
        r#"
        LMSGetValue("cmi._version") -> "3.4" 0
        LMSSetValue("cmi._version", "x") -> "false" 402
        LMSGetValue("cmi._children") -> "core,suspend_data,launch_data,comments,comments_from_lms,student_data,student_preference,objectives,interactions" 0
        LMSGetValue("cmi.core._children") -> "student_id,student_name,lesson_location,credit,lesson_status,entry,score,total_time,lesson_mode,exit,session_time" 0
        LMSSetValue("cmi.core._children", "x") -> "false" 402
        LMSGetValue("cmi.core.score._children") -> "raw,min,max" 0
        LMSGetValue("cmi.core._count") -> "" 203
        LMSGetValue("cmi.core.lesson_location._count") -> "" 203
        LMSGetValue("cmi.core.lesson_location._children") -> "" 202
        LMSSetValue("cmi.core.lesson_location._children", "x") -> "false" 402
        LMSGetValue("cmi.objectives._children") -> "id,score,status" 0
        LMSGetValue("cmi.objectives._count") -> "0" 0
        LMSSetValue("cmi.objectives._count", "1") -> "false" 402
        LMSGetValue("cmi.student_data._children") -> "mastery_score,max_time_allowed,time_limit_action" 0
        LMSGetValue("cmi.student_preference._children") -> "audio,language,speed,text" 0
        LMSSetValue("cmi.interactions.0.id", "i") -> "true" 0
        LMSGetValue("cmi.interactions.0.objectives._count") -> "0" 0
        LMSGetValue("cmi.interactions.0.objectives._children") -> "" 202
        LMSGetValue("cmi.interactions.0.correct_responses._count") -> "0" 0
        # A record that is not there yet has none.
        LMSGetValue("cmi.interactions.1.objectives._count") -> "0" 0
        LMSGetValue("cmi.interactions.5.correct_responses._count") -> "0" 0
        LMSSetValue("cmi.interactions.5.objectives._count", "1") -> "false" 402
        LMSGetValue("cmi.interactions.5._count") -> "" 201
        "#,
    );
}

#[test]
fn indexes_and_access() {
    play(
        &mut running(V12),
        r#"
        LMSGetValue("cmi.objectives.5.id") -> "" 201
        LMSSetValue("cmi.objectives.5.id", "a") -> "false" 201
        LMSSetValue("cmi.objectives.0.bogus", "a") -> "false" 201
        LMSGetValue("cmi.objectives._count") -> "0" 0
        # Interactions are write-only, existing or not.
        LMSGetValue("cmi.interactions.0.id") -> "" 404
        LMSGetValue("cmi.interactions.0.objectives.3.id") -> "" 404
        LMSSetValue("cmi.interactions.1.id", "a") -> "false" 201
        LMSSetValue("cmi.core.student_id", "a") -> "false" 403
        LMSGetValue("cmi.core.exit") -> "" 404
        LMSGetValue("cmi.core.session_time") -> "" 404
        LMSSetValue("cmi.student_data.mastery_score", "1") -> "false" 403
        "#,
    );
}
