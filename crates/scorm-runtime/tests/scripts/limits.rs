//! Sizes: floors in SCORM 2004, maxima in SCORM 1.2, and profiles that differ.

use scorm_runtime::{Api, Limits, LmsData, NoteKind, Profile, Version};

use crate::{V12, V2004, running, running_with};

fn set(api: &mut Api, element: &str, value: &str) -> (u16, Vec<NoteKind>) {
    let error = api.set_value(element, value).error;
    (error, api.notes().iter().map(|note| note.kind).collect())
}

fn with(version: Version, profile: Profile) -> Api {
    running_with(version, profile, &LmsData::default())
}

#[test]
fn longer_values_are_kept_whole_and_noted() {
    let mut api = running(V2004);
    for (element, promised) in [
        ("cmi.location", 1000),
        ("cmi.suspend_data", 64_000),
        ("cmi.interactions.0.id", 4000),
        ("cmi.comments_from_learner.0.comment", 4000),
    ] {
        let floor = "é".repeat(promised as usize);
        let longer = format!("{floor}x");
        assert_eq!(set(&mut api, element, &floor).1, []);
        let note = NoteKind::LongValue {
            length: promised + 1,
            promised,
        };
        assert_eq!(
            set(&mut api, element, &longer),
            (0, vec![note]),
            "{element}"
        );
        assert_eq!(api.get_value(element, &()).value, longer);
        assert_eq!(api.notes(), []);
    }
}

#[test]
fn characters_are_counted_not_bytes_or_utf16_units() {
    let mut api = running(V2004);
    assert_eq!(
        set(&mut api, "cmi.location", &"🎓".repeat(1000)),
        (0, vec![])
    );
    let mut api = running(V12);
    assert_eq!(
        set(&mut api, "cmi.core.lesson_location", &"🎓".repeat(255)),
        (0, vec![])
    );
}

#[test]
fn a_strict_profile_refuses_longer_values_in_2004() {
    let mut api = with(
        V2004,
        Profile {
            limits: Limits::Refuse,
            ..Profile::default()
        },
    );
    assert_eq!(set(&mut api, "cmi.location", &"x".repeat(1000)).0, 0);
    assert_eq!(set(&mut api, "cmi.location", &"x".repeat(1001)).0, 406);
    assert_eq!(api.get_value("cmi.location", &()).value.len(), 1000);
    for index in 0..100 {
        let id = format!("o{index}");
        assert_eq!(
            set(&mut api, &format!("cmi.objectives.{index}.id"), &id).0,
            0
        );
    }
    assert_eq!(set(&mut api, "cmi.objectives.100.id", "o100").0, 351);
}

#[test]
fn scorm_12_sizes_are_maxima_under_the_standard() {
    let mut api = running(V12);
    assert_eq!(
        set(&mut api, "cmi.suspend_data", &"x".repeat(4096)),
        (0, vec![])
    );
    let note = NoteKind::LongValue {
        length: 5000,
        promised: 4096,
    };
    assert_eq!(
        set(&mut api, "cmi.suspend_data", &"x".repeat(5000)),
        (405, vec![note])
    );
    assert_eq!(
        set(&mut api, "cmi.core.lesson_location", &"x".repeat(256)).0,
        405
    );
}

#[test]
fn a_profile_with_its_own_limit() {
    let profile = Profile {
        suspend_data_limit: Some(64_000),
        ..Profile::default()
    };
    let mut api = with(V12, profile.clone());
    assert_eq!(
        set(&mut api, "cmi.suspend_data", &"x".repeat(5000)),
        (0, vec![])
    );
    assert_eq!(
        set(&mut api, "cmi.suspend_data", &"x".repeat(64_001)).0,
        405
    );
    let mut api = with(V2004, profile);
    assert_eq!(
        set(&mut api, "cmi.suspend_data", &"x".repeat(64_001)).0,
        406
    );
}

#[test]
fn more_records_and_members_than_promised_are_noted() {
    let mut api = running(V2004);
    api.set_value("cmi.interactions.0.id", "i");
    api.set_value("cmi.interactions.0.type", "choice");
    for index in 0..12 {
        let element = format!("cmi.interactions.0.correct_responses.{index}.pattern");
        let (error, notes) = set(&mut api, &element, &format!("p{index}"));
        assert_eq!(error, 0);
        assert_eq!(notes.len(), usize::from(index >= 10), "{index}");
    }
    let members: Vec<String> = (0..37).map(|member| format!("m{member}")).collect();
    let note = NoteKind::ManyMembers {
        count: 37,
        promised: 36,
    };
    let response = "cmi.interactions.0.learner_response";
    assert_eq!(
        set(&mut api, response, &members.join("[,]")),
        (0, vec![note])
    );
    api.set_value("cmi.interactions.0.type", "other");
    let note = NoteKind::LongValue {
        length: 4001,
        promised: 4000,
    };
    assert_eq!(set(&mut api, response, &"x".repeat(4001)), (0, vec![note]));
}

#[test]
fn growth_is_bounded() {
    let profile = Profile {
        max_records: 3,
        max_value_bytes: 10,
        ..Profile::default()
    };
    let mut api = with(V2004, profile.clone());
    for index in 0..3 {
        let element = format!("cmi.interactions.{index}.id");
        assert_eq!(set(&mut api, &element, "a").0, 0);
    }
    assert_eq!(set(&mut api, "cmi.interactions.3.id", "a").0, 351);
    assert_eq!(
        api.value_of("cmi.interactions._count").as_deref(),
        Some("3")
    );
    assert_eq!(set(&mut api, "cmi.location", "12345678901").0, 351);
    let mut api = with(V12, profile);
    assert_eq!(set(&mut api, "cmi.comments", "123456").0, 0);
    assert_eq!(set(&mut api, "cmi.comments", "123456").0, 101);
    assert_eq!(api.value_of("cmi.comments").as_deref(), Some("123456"));
}
