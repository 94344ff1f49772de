//! Snapshots, and the list of all elements.

use scorm_runtime::{Access, Api, LmsData, Profile, SharedData};

use crate::{V12, V2004, play, running, running_with};

#[test]
fn restore_gives_an_equal_instance() {
    let launch = LmsData {
        learner_id: "l".to_owned(),
        shared_data: vec![SharedData {
            id: "b".to_owned(),
            store: Some("s".to_owned()),
            read: true,
            write: false,
        }],
        ..LmsData::default()
    };
    let mut api = running_with(V2004, Profile::default(), &launch);
    play(
        &mut api,
        r#"
        SetValue("cmi.exit", "suspend") -> "true" 0
        SetValue("cmi.objectives.0.id", "o") -> "true" 0
        SetValue("cmi.interactions.0.id", "i") -> "true" 0
        SetValue("cmi.interactions.0.type", "choice") -> "true" 0
        SetValue("cmi.interactions.0.correct_responses.0.pattern", "a") -> "true" 0
        SetValue("cmi.score.scaled", "2") -> "false" 407
        "#,
    );
    let snapshot = api.snapshot();
    let mut restored = Api::restore(&snapshot);
    assert_eq!(restored.snapshot(), snapshot);
    assert_eq!(restored.elements(), api.elements());
    assert_eq!(
        restored.diagnostic("").into_owned(),
        api.diagnostic("").into_owned()
    );
    play(
        &mut restored,
        r#"
        GetLastError() -> "407" 407
        SetValue("adl.data.0.store", "x") -> "false" 404
        SetValue("cmi.objectives.1.id", "o") -> "false" 351
        SetValue("cmi.interactions.0.correct_responses.1.pattern", "a") -> "false" 351
        Terminate("") -> "true" 0
        "#,
    );
}

#[test]
fn foreign_entries_of_a_snapshot_are_left_out() {
    let mut snapshot = running(V12).snapshot();
    let mut foreign = running(V2004);
    foreign.set_value("cmi.location", "x");
    foreign.set_value("cmi.interactions.0.id", "x");
    snapshot.data.values.extend(foreign.snapshot().data.values);
    let restored = Api::restore(&snapshot);
    assert_eq!(restored.value_of("cmi.location"), None);
    assert_eq!(
        restored.value_of("cmi.interactions._count").as_deref(),
        Some("1")
    );
}

#[test]
fn every_element_is_listed_with_type_and_access() {
    let mut api = running(V2004);
    api.set_value("cmi.exit", "suspend");
    api.set_value("cmi.objectives.0.id", "o");
    let elements = api.elements();
    let find = |name: &str| {
        elements
            .iter()
            .find(|element| element.element == name)
            .unwrap_or_else(|| panic!("{name} is not listed"))
    };
    let exit = find("cmi.exit");
    assert_eq!(exit.value.as_deref(), Some("suspend"));
    assert_eq!(
        (exit.access, exit.type_name, exit.by_sco),
        (Access::WriteOnly, "state", true)
    );
    assert_eq!(find("cmi.location").value, None);
    assert_eq!(find("cmi.objectives._count").value.as_deref(), Some("1"));
    assert_eq!(
        find("cmi.objectives.0.success_status").value.as_deref(),
        Some("unknown")
    );
    assert_eq!(
        find("cmi.objectives.0.score._children").access,
        Access::ReadOnly
    );
    assert_eq!(find("cmi.score.scaled").type_name, "real(10,7)");
}

#[test]
fn values_are_written_as_json_whatever_they_hold() {
    let mut api = running(V2004);
    let odd = "\"quoted\" back\\slash\n\r\t\u{1}\u{1f}\u{7f} é漢𝄞 {lang=en}";
    for (element, value) in [
        ("cmi.interactions.0.id", "q"),
        ("cmi.interactions.0.type", "choice"),
        ("cmi.interactions.0.correct_responses.0.pattern", "a[,]b"),
        ("cmi.location", odd),
        ("cmi.suspend_data", ""),
    ] {
        assert_eq!(api.set_value(element, value).error, 0, "{element}");
    }
    let mut json = String::from("[");
    api.write_values_json(&mut json);
    json.push(']');
    let written: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
    let values = api.snapshot().data.values;
    assert_eq!(written.len(), values.len());
    for (written, stored) in written.iter().zip(&values) {
        assert_eq!(written["element"], stored.element.as_str());
        assert_eq!(written["value"], stored.value.as_str());
        assert_eq!(written["by_sco"], stored.by_sco);
    }
}
