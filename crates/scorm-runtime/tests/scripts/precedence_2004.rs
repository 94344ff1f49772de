//! Which error wins in SCORM 2004.

use crate::{V2004, play, running};

#[test]
fn the_usual_confusions() {
    play(
        &mut running(V2004),
        r#"
        GetValue("") -> "" 301
        SetValue("", "a") -> "false" 351
        GetValue("cmi.objectives.0.id") -> "" 301
        SetValue("cmi.interactions.0.type", "choice") -> "false" 408
        GetValue("cmi.interactions._count") -> "0" 0
        SetValue("cmi.interactions.1.type", "choice") -> "false" 351
        SetValue("cmi.credit", "illegal") -> "false" 404
        SetValue("cmi.credit", "credit") -> "false" 404
        SetValue("cmi.objectives.0.success_status", "bad") -> "false" 408
        SetValue("cmi.score.scaled", "x") -> "false" 406
        SetValue("cmi.score.scaled", "2") -> "false" 407
        SetValue("cmi.objectives._count", "1") -> "false" 404
        GetValue("cmi.bogus") -> "" 401
        GetValue("bogus") -> "" 401
        SetValue("cmi.location._count", "1") -> "false" 401
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        GetValue("cmi.objectives.0.score.raw") -> "" 403
        SetValue("cmi.interactions.0.id", "i") -> "true" 0
        GetValue("cmi.interactions.0.objectives.0.id") -> "" 301
        GetValue("cmi.interactions.0.type") -> "" 403
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "a") -> "false" 408
        SetValue("cmi.interactions.0.correct_responses.7.pattern", "a") -> "false" 408
        "#,
    );
}

#[test]
fn the_walk_goes_left_to_right() {
    play(
        &mut running(V2004),
        r#"
        GetValue("cmi.objectives.9.foo") -> "" 301
        SetValue("cmi.objectives.3.foo", "a") -> "false" 351
        SetValue("cmi.objectives.0.foo", "a") -> "false" 401
        SetValue("cmi.interactions.0.objectives.0.id", "a") -> "false" 408
        SetValue("cmi.comments_from_lms.0.comment", "a") -> "false" 404
        SetValue("cmi.comments_from_lms.1.comment", "a") -> "false" 351
        GetValue("cmi.comments_from_lms.0.comment") -> "" 301
        # Wrong form on a new record, then write-once before the form.
        SetValue("cmi.objectives.0.id", "a b") -> "false" 406
        GetValue("cmi.objectives._count") -> "0" 0
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        SetValue("cmi.objectives.0.id", "a b") -> "false" 351
        "#,
    );
}

#[test]
fn names_that_end_at_no_value() {
    play(
        &mut running(V2004),
        r#"
        GetValue("cmi") -> "" 401
        SetValue("cmi", "x") -> "false" 401
        GetValue("cmi.objectives") -> "" 401
        GetValue("cmi.score") -> "" 401
        GetValue("adl") -> "" 401
        GetValue("adl.nav") -> "" 401
        GetValue("adl.data") -> "" 401
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        GetValue("cmi.objectives.0") -> "" 401
        SetValue("cmi.objectives.0", "z") -> "false" 401
        GetValue("cmi.objectives.0.score") -> "" 401
        "#,
    );
}

#[test]
fn names_outside_the_grammar() {
    play(
        &mut running(V2004),
        r#"
        GetValue("CMI.location") -> "" 401
        GetValue(" cmi.location") -> "" 401
        GetValue("cmi.location ") -> "" 401
        GetValue("cmi..location") -> "" 401
        GetValue("cmi.location.") -> "" 401
        GetValue(".cmi.location") -> "" 401
        GetValue("cmi.location.x") -> "" 401
        GetValue("cmi.location.0") -> "" 401
        GetValue("cmi.objectives.-1.id") -> "" 401
        GetValue("cmi.objectives.+1.id") -> "" 401
        GetValue("cmi.objectives.id") -> "" 401
        GetValue("cmi.objectives..id") -> "" 401
        GetValue("cmi.objectives.0x.id") -> "" 401
        GetValue("cmi.objectives.99999999999999999999.id") -> "" 301
        SetValue("cmi.objectives.99999999999999999999.id", "a") -> "false" 351
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        GetValue("cmi.objectives.00.id") -> "" 301
        SetValue("cmi.objectives.01.id", "b") -> "false" 351
        GetValue("cmi.objectives.0..id") -> "" 401
        GetValue("cmi.objectives.0.") -> "" 401
        GetValue("cmi.objectivesx.0.id") -> "" 401
        "#,
    );
}

#[test]
fn nothing_outside_the_table_is_addressable() {
    play(
        &mut running(V2004),
        r#"
        GetValue("settings.xhrHeaders") -> "" 401
        SetValue("Terminate", "x") -> "false" 401
        GetValue("__proto__") -> "" 401
        GetValue("cmi.constructor") -> "" 401
        SetValue("cmi.learner._learner_id", "x") -> "false" 401
        SetValue("lastErrorCode", "777") -> "false" 401
        GetValue("cmi.core.lesson_status") -> "" 401
        "#,
    );
}

#[test]
fn keywords() {
    play(
        &mut running(V2004),
        r#"
        GetValue("cmi._version") -> "1.0" 0
        SetValue("cmi._version", "2") -> "false" 404
        GetValue("cmi._children") -> "" 401
        GetValue("cmi._count") -> "" 401
        GetValue("adl._children") -> "" 401
        GetValue("cmi.score._children") -> "scaled,raw,min,max" 0
        SetValue("cmi.score._children", "a") -> "false" 404
        GetValue("cmi.score._count") -> "" 301
        GetValue("cmi.location._children") -> "" 301
        GetValue("cmi.score._version") -> "" 301
        GetValue("adl.nav._children") -> "request,request_valid" 0
        GetValue("adl.nav.request_valid._children") -> "continue,previous,choice,jump" 0
        GetValue("adl.data._children") -> "id,store" 0
        GetValue("cmi.objectives._children") -> "id,score,success_status,completion_status,progress_measure,description" 0
        GetValue("cmi.interactions._children") -> "id,type,timestamp,weighting,learner_response,result,latency,description,objectives,correct_responses" 0
        SetValue("cmi.interactions.0.id", "i") -> "true" 0
        GetValue("cmi.interactions.0.objectives._children") -> "" 301
        GetValue("cmi.interactions.0.correct_responses._children") -> "" 301
        GetValue("cmi.interactions.0.objectives._count") -> "0" 0
        GetValue("cmi.interactions.0._children") -> "" 301
        GetValue("cmi.interactions.0._count") -> "" 301
        "#,
    );
}
