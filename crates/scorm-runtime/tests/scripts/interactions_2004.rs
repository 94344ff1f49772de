//! Interactions of SCORM 2004: dependencies, patterns, change of type.

use crate::{V2004, play, running};

#[test]
fn ids_may_change_and_repeat() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.interactions.0.id", "a") -> "true" 0
        SetValue("cmi.interactions.0.id", "b") -> "true" 0
        SetValue("cmi.interactions.1.id", "b") -> "true" 0
        GetValue("cmi.interactions._count") -> "2" 0
        "#,
    );
}

#[test]
fn another_type_empties_responses_and_patterns() {
    let mut api = running(V2004);
    play(
        &mut api,
        r#"
        SetValue("cmi.interactions.0.id", "a") -> "true" 0
        SetValue("cmi.interactions.0.learner_response", "a") -> "false" 408
        SetValue("cmi.interactions.0.type", "choice") -> "true" 0
        SetValue("cmi.interactions.0.learner_response", "a[,]b") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "a") -> "true" 0
        SetValue("cmi.interactions.0.type", "choice") -> "true" 0
        GetValue("cmi.interactions.0.correct_responses._count") -> "1" 0
        SetValue("cmi.interactions.0.type", "numeric") -> "true" 0
        "#,
    );
    let changed: Vec<(String, Option<String>, Option<String>)> = api
        .changes()
        .into_iter()
        .map(|change| (change.element, change.previous, change.value))
        .collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        changed,
        [
            (
                "cmi.interactions.0.learner_response".to_owned(),
                text("a[,]b"),
                None
            ),
            (
                "cmi.interactions.0.correct_responses.0.pattern".to_owned(),
                text("a"),
                None
            ),
            (
                "cmi.interactions.0.type".to_owned(),
                text("choice"),
                text("numeric")
            ),
        ]
    );
    play(
        &mut api,
        r#"
        GetValue("cmi.interactions.0.correct_responses._count") -> "0" 0
        GetValue("cmi.interactions.0.learner_response") -> "" 403
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "5") -> "false" 406
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "1[:]5") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.1.pattern", "invalid") -> "false" 351
        # The second set of a pattern is checked like the first.
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "300[:]1.5") -> "false" 406
        GetValue("cmi.interactions.0.correct_responses.0.pattern") -> "1[:]5" 0
        "#,
    );
}

#[test]
fn patterns_of_choice_and_sequencing_are_unique() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.interactions.0.id", "a") -> "true" 0
        SetValue("cmi.interactions.0.type", "choice") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "a[,]b") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.1.pattern", "b[,]a") -> "false" 351
        SetValue("cmi.interactions.0.correct_responses.1.pattern", "c") -> "true" 0
        # A pattern that was overwritten is free again.
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "d") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.1.pattern", "b[,]a") -> "true" 0
        SetValue("cmi.interactions.1.id", "b") -> "true" 0
        SetValue("cmi.interactions.1.type", "sequencing") -> "true" 0
        SetValue("cmi.interactions.1.correct_responses.0.pattern", "a[,]b") -> "true" 0
        SetValue("cmi.interactions.1.correct_responses.1.pattern", "b[,]a") -> "true" 0
        SetValue("cmi.interactions.1.correct_responses.2.pattern", "a[,]b") -> "false" 351
        SetValue("cmi.interactions.2.id", "c") -> "true" 0
        SetValue("cmi.interactions.2.type", "fill-in") -> "true" 0
        SetValue("cmi.interactions.2.correct_responses.0.pattern", "x") -> "true" 0
        SetValue("cmi.interactions.2.correct_responses.1.pattern", "x") -> "true" 0
        "#,
    );
}

#[test]
fn objective_ids_of_an_interaction() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.interactions.0.id", "a") -> "true" 0
        SetValue("cmi.interactions.0.objectives.0.id", "o1") -> "true" 0
        SetValue("cmi.interactions.0.objectives.1.id", "o1") -> "false" 351
        SetValue("cmi.interactions.0.objectives.1.id", "o2") -> "true" 0
        SetValue("cmi.interactions.0.objectives.0.id", "o3") -> "true" 0
        SetValue("cmi.interactions.0.objectives.1.id", "o1") -> "true" 0
        GetValue("cmi.interactions.0.objectives._count") -> "2" 0
        "#,
    );
}

#[test]
fn results_weightings_and_latencies() {
    play(
        &mut running(V2004),
        r#"
        SetValue("cmi.interactions.0.id", "a") -> "true" 0
        SetValue("cmi.interactions.0.result", "wrong") -> "false" 406
        SetValue("cmi.interactions.0.result", "") -> "false" 406
        SetValue("cmi.interactions.0.result", "incorrect") -> "true" 0
        SetValue("cmi.interactions.0.result", "-3.5") -> "true" 0
        SetValue("cmi.interactions.0.weighting", "1e5") -> "false" 406
        SetValue("cmi.interactions.0.latency", "PT") -> "false" 406
        SetValue("cmi.interactions.0.latency", "PT1.5S") -> "true" 0
        SetValue("cmi.interactions.0.timestamp", "2039") -> "false" 406
        "#,
    );
}
