//! Each edition of SCORM 2004 by its own rules.

use scorm_runtime::{Api, Edition, LmsData, NoteKind, Profile, Version};

use crate::{play, running_with};

fn of(edition: Edition) -> Api {
    let version = Version::Scorm2004(edition);
    running_with(version, Profile::default(), &LmsData::default())
}

#[test]
fn the_2nd_and_3rd_edition_have_no_shared_data() {
    for edition in [Edition::Second, Edition::Third] {
        play(
            &mut of(edition),
            r#"
            GetValue("adl.data._count") -> "" 401
            GetValue("adl.data._children") -> "" 401
            GetValue("adl.data.0.id") -> "" 401
            SetValue("adl.data.0.store", "x") -> "false" 401
            "#,
        );
    }
    play(
        &mut of(Edition::Fourth),
        r#"GetValue("adl.data._count") -> "0" 0"#,
    );
}

#[test]
fn the_2nd_and_3rd_edition_have_no_jump() {
    for edition in [Edition::Second, Edition::Third] {
        play(
            &mut of(edition),
            r#"
            SetValue("adl.nav.request", "{target=a}choice") -> "true" 0
            SetValue("adl.nav.request", "{target=a}jump") -> "false" 406
            GetValue("adl.nav.request") -> "{target=a}choice" 0
            SetValue("adl.nav.request", "jump") -> "false" 406
            SetValue("adl.nav.request", "suspendAll") -> "true" 0
            GetValue("adl.nav.request_valid.jump.{target=a}") -> "" 401
            SetValue("adl.nav.request_valid.jump.{target=a}", "true") -> "false" 401
            GetValue("adl.nav.request_valid._children") -> "continue,previous,choice" 0
            "#,
        );
    }
    play(
        &mut of(Edition::Fourth),
        r#"
        SetValue("adl.nav.request", "{target=a}jump") -> "true" 0
        GetValue("adl.nav.request_valid._children") -> "continue,previous,choice,jump" 0
        "#,
    );
}

#[test]
fn a_diagnostic_says_what_came_with_a_later_edition() {
    let diagnostic = |api: &mut Api, element: &str, value: &str| {
        let error = api.set_value(element, value).error.to_string();
        api.diagnostic(&error).into_owned()
    };
    let mut third = of(Edition::Third);
    assert_eq!(
        diagnostic(&mut third, "adl.nav.request", "{target=a}jump"),
        "adl.nav.request = \"{target=a}jump\": the package declares the 3rd Edition; \
         jump came with the 4th"
    );
    assert_eq!(
        diagnostic(&mut third, "adl.data.0.store", "x"),
        "adl.data.0.store = \"x\": the package declares the 3rd Edition; \
         adl.data came with the 4th"
    );
    let profile = Profile {
        treat_as_edition: Some(Edition::Second),
        ..Profile::default()
    };
    let version = Version::Scorm2004(Edition::Second);
    let mut chosen = running_with(version, profile, &LmsData::default());
    assert!(
        diagnostic(&mut chosen, "adl.nav.request", "{target=a}jump")
            .ends_with("the course is run as 2nd Edition; jump came with the 4th")
    );
}

#[test]
fn what_is_unsure_about_older_editions_follows_the_later_rule() {
    play(
        &mut of(Edition::Second),
        r#"
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        SetValue("cmi.objectives.0.progress_measure", "1") -> "true" 0
        GetValue("cmi.objectives._children") -> "id,score,success_status,completion_status,progress_measure,description" 0
        SetValue("cmi.exit", "logout") -> "true" 0
        "#,
    );
}

#[test]
fn the_second_edition_promises_less_suspend_data() {
    let mut api = running_with(
        Version::Scorm2004(Edition::Second),
        Profile::default(),
        &LmsData::default(),
    );
    assert_eq!(
        api.set_value("cmi.suspend_data", &"x".repeat(4001)).error,
        0
    );
    assert_eq!(
        api.notes()[0].kind,
        NoteKind::LongValue {
            length: 4001,
            promised: 4000
        }
    );
}
