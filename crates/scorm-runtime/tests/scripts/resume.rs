//! Sessions of one attempt: what a resumed SCO finds, and what is set anew.

use scorm_runtime::{Entry, LmsData, ObjectiveSeed, Preferences, Profile, Score, SuccessStatus};

use crate::{V2004, play, running, running_with};

#[test]
fn a_resumed_attempt_finds_its_data() {
    let mut first = running(V2004);
    play(
        &mut first,
        r#"
        SetValue("cmi.location", "p3") -> "true" 0
        SetValue("cmi.suspend_data", "") -> "true" 0
        SetValue("cmi.session_time", "PT1M") -> "true" 0
        SetValue("cmi.session_time", "PT1H59M20S") -> "true" 0
        SetValue("cmi.exit", "suspend") -> "true" 0
        SetValue("adl.nav.request", "suspendAll") -> "true" 0
        SetValue("cmi.learner_preference.language", "fr") -> "true" 0
        SetValue("cmi.objectives.0.id", "o1") -> "true" 0
        SetValue("cmi.objectives.0.score.scaled", "0.25") -> "true" 0
        SetValue("cmi.interactions.0.id", "i1") -> "true" 0
        SetValue("cmi.interactions.0.type", "choice") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "a[,]b") -> "true" 0
        Commit("") -> "true" 0
        GetValue("cmi.total_time") -> "PT0H0M0S" 0
        Terminate("") -> "true" 0
        "#,
    );
    let launch = LmsData {
        entry: Entry::Resume,
        prior: Some(first.run_time_data()),
        preferences: Preferences {
            language: Some("de".to_owned()),
            ..Preferences::default()
        },
        ..LmsData::default()
    };
    let mut second = running_with(V2004, Profile::default(), &launch);
    play(
        &mut second,
        r#"
        GetValue("cmi.entry") -> "resume" 0
        GetValue("cmi.location") -> "p3" 0
        GetValue("cmi.suspend_data") -> "" 0
        GetValue("cmi.total_time") -> "PT1H59M20S" 0
        GetValue("adl.nav.request") -> "_none_" 0
        GetValue("cmi.learner_preference.language") -> "fr" 0
        SetValue("cmi.objectives.1.id", "o1") -> "false" 351
        SetValue("cmi.objectives.0.id", "other") -> "false" 351
        SetValue("cmi.interactions.0.correct_responses.1.pattern", "b[,]a") -> "false" 351
        SetValue("cmi.session_time", "PT0H05M49S") -> "true" 0
        Terminate("") -> "true" 0
        "#,
    );
    assert_eq!(
        second.value_of("cmi.total_time").as_deref(),
        Some("PT2H5M9S")
    );
    assert_eq!(
        second.value_of("cmi.exit").as_deref(),
        Some(""),
        "exit is not remembered"
    );
}

#[test]
fn a_sco_that_is_taken_away_ends_its_session() {
    let mut api = running(V2004);
    play(
        &mut api,
        r#"SetValue("cmi.session_time", "P29D") -> "true" 0"#,
    );
    api.end_session();
    assert_eq!(
        api.value_of("cmi.total_time").as_deref(),
        Some("P29DT0H0M0S")
    );
    api.end_session();
    assert_eq!(
        api.value_of("cmi.total_time").as_deref(),
        Some("P29DT0H0M0S")
    );
    play(&mut api, r#"Terminate("") -> "false" 113"#);
}

#[test]
fn objectives_come_from_the_activity() {
    let seed = |id: &str, scaled| ObjectiveSeed {
        id: id.to_owned(),
        score: Score {
            scaled,
            ..Score::default()
        },
        ..ObjectiveSeed::default()
    };
    let launch = LmsData {
        objectives: vec![seed("PRIMARYOBJ", Some(0.5)), seed("obj1", None)],
        ..LmsData::default()
    };
    let mut api = running_with(V2004, Profile::default(), &launch);
    play(
        &mut api,
        r#"
        GetValue("cmi.objectives._count") -> "2" 0
        GetValue("cmi.objectives.0.id") -> "PRIMARYOBJ" 0
        GetValue("cmi.objectives.0.score.scaled") -> "0.5" 0
        GetValue("cmi.objectives.1.score.scaled") -> "" 403
        GetValue("cmi.objectives.1.success_status") -> "unknown" 0
        SetValue("cmi.objectives.2.id", "obj1") -> "false" 351
        SetValue("cmi.objectives.2.id", "mine") -> "true" 0
        SetValue("cmi.objectives.1.score.scaled", "0.1") -> "true" 0
        Terminate("") -> "true" 0
        "#,
    );
    // On resume the records keep their places and take over what the maps give now.
    let mut refreshed = seed("obj1", Some(0.9));
    refreshed.success_status = Some(SuccessStatus::Passed);
    let launch = LmsData {
        prior: Some(api.run_time_data()),
        objectives: vec![seed("new", None), refreshed, seed("PRIMARYOBJ", None)],
        ..LmsData::default()
    };
    play(
        &mut running_with(V2004, Profile::default(), &launch),
        r#"
        GetValue("cmi.objectives._count") -> "4" 0
        GetValue("cmi.objectives.0.score.scaled") -> "0.5" 0
        GetValue("cmi.objectives.1.score.scaled") -> "0.9" 0
        GetValue("cmi.objectives.1.success_status") -> "passed" 0
        GetValue("cmi.objectives.2.id") -> "mine" 0
        GetValue("cmi.objectives.3.id") -> "new" 0
        "#,
    );
}
