//! What came with a later edition, and a profile that hides it.

use scorm_runtime::{Edition, Launch, NoteKind, Profile, Version};

use crate::{play, running_with};

#[test]
fn later_editions_are_hidden_on_request() {
    let profile = Profile {
        hide_later_editions: true,
        ..Profile::default()
    };
    let launch = Launch::default();
    let mut second = running_with(
        Version::Scorm2004(Edition::Second),
        profile.clone(),
        &launch,
    );
    play(
        &mut second,
        r#"
        GetValue("adl.data._count") -> "" 401
        GetValue("adl.nav.request_valid.jump.{target=a}") -> "" 401
        GetValue("adl.nav.request_valid._children") -> "continue,previous,choice" 0
        SetValue("adl.nav.request", "{target=a}jump") -> "false" 406
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        SetValue("cmi.objectives.0.progress_measure", "1") -> "false" 401
        GetValue("cmi.objectives._children") -> "id,score,success_status,completion_status,description" 0
        "#,
    );
    let mut third = running_with(Version::Scorm2004(Edition::Third), profile, &launch);
    play(
        &mut third,
        r#"
        GetValue("adl.data._count") -> "" 401
        SetValue("cmi.objectives.0.id", "a") -> "true" 0
        SetValue("cmi.objectives.0.progress_measure", "1") -> "true" 0
        "#,
    );
}

#[test]
fn the_second_edition_promises_less_suspend_data() {
    let mut api = running_with(
        Version::Scorm2004(Edition::Second),
        Profile::default(),
        &Launch::default(),
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
