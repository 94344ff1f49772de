//! Rehearsals that are right, and all that can be wrong with one.

use serde_json::{Value, json};

use super::*;

const GOOD: &str = r##"
id: good
steps:
  - expect_activity: a
    calls:
      - {method: GetValue, args: [cmi.mode], expect_result: normal, expect_error: 0}
    acts:
      - {action: click, role: button, name: Next}
      - {action: type, selector: "#a", text: 1.10, press: [Enter]}
      - {action: drag, text: x, to: {selector: "#b"}}
      - {action: call, method: Commit, args: [""]}
      - action: expect
        data: {cmi.score.raw: 80, cmi.location: {matches: "p*"}, cmi.exit: ""}
        tracking: {root: {completion: completed}}
    then: {kind: ui, action: continue, session_after: active}
"##;

fn read(text: &str) -> Result<Vec<Rehearsal>, Vec<Fault>> {
    from_text(text, true, &Secrets::default()).map_err(|faults| faults.0)
}

#[test]
fn what_is_right_is_read() {
    let read = read(GOOD).unwrap();
    let step = &json!(read[0].steps[0]);
    assert_eq!(step["calls"][0]["expect_error"], "0");
    // Texts stay as they are written, whatever else they look like.
    assert_eq!(step["acts"][1]["text"], "1.10");
    assert_eq!(step["acts"][2]["to"]["selector"], "#b");
    assert_eq!(step["acts"][4]["data"]["cmi.score.raw"], 80.0);
    // And what is written is read again.
    let again = to_yaml(&read[0]).unwrap();
    let again = from_text(&again, true, &Secrets::default()).unwrap();
    assert_eq!(json!(again[0].steps[0]), *step);
}

#[test]
fn every_fault_is_told_at_once_with_its_place() {
    let wrong = GOOD
        .replace("expect_activity", "expect_activty")
        .replace("action: click", "action: clik")
        .replace("args: [cmi.mode]", "arg: [cmi.mode]")
        .replace("session_after: active", "session_after: aktive");
    let faults = read(&wrong).unwrap_err();
    let told: Vec<(Option<usize>, &str, Option<&str>)> = faults
        .iter()
        .map(|fault| (fault.line, fault.pointer.as_str(), fault.nearest.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            (Some(4), "/steps/0", None),
            (Some(4), "/steps/0/expect_activty", Some("expect_activity")),
            (Some(6), "/steps/0/calls/0/arg", Some("args")),
            (Some(8), "/steps/0/acts/0/action", Some("click")),
            (Some(15), "/steps/0/then/session_after", Some("active")),
        ],
        "{faults:#?}"
    );
    assert_eq!(faults[1].column, Some(5));
}

#[test]
fn what_states_nothing_is_a_fault() {
    for (from, to, pointer) in [
        ("id: good", "id: ''", "/id"),
        (
            "expect_activity: a",
            "expect_activity: ''",
            "/steps/0/expect_activity",
        ),
        ("role: button, name: Next", "nth: 1", "/steps/0/acts/0"),
        ("{selector: \"#b\"}", "{}", "/steps/0/acts/2"),
        (
            "method: GetValue",
            "method: GetValeu",
            "/steps/0/calls/0/method",
        ),
        (
            "{matches: \"p*\"}",
            "{}",
            "/steps/0/acts/4/data/cmi.location",
        ),
        (
            "{completion: completed}",
            "{}",
            "/steps/0/acts/4/tracking/root",
        ),
        ("action: continue", "action: choice", "/steps/0/then"),
        (
            "kind: ui, action: continue",
            "kind: end, refused: x",
            "/steps/0/then/refused",
        ),
    ] {
        let wrong = GOOD.replace(from, to);
        assert_ne!(wrong, GOOD, "{from}");
        let faults = read(&wrong).unwrap_err();
        assert_eq!(faults[0].pointer, pointer, "{to}: {faults:#?}");
    }
    for (text, pointer) in [
        ("id: a\nsteps: []", "/steps"),
        ("id: a", ""),
        ("[]", ""),
        ("rehearsals: []", "/rehearsals"),
        (
            "id: a\nsteps: [{expect_activity: a, acts: [{action: expect}], then: {kind: end}}]",
            "/steps/0/acts/0",
        ),
        (
            "id: a\nsteps: [{expect_activity: a, act: [{action: hover}], then: {kind: end}}]",
            "/steps/0/act",
        ),
        ("id: a\nsteps: {}", "/steps"),
        ("id: [", ""),
    ] {
        let faults = read(text).unwrap_err();
        assert_eq!(faults[0].pointer, pointer, "{text}: {faults:#?}");
    }
}

#[test]
fn a_file_may_hold_several() {
    let text = "course: there\ntags: [a]\nrehearsals:\n  - {id: one, steps: [{expect_activity: a, then: {kind: end}}]}\n  - {id: two, tags: [b], step: [], steps: [{expect_activity: a, then: {kind: end}}]}\n";
    let faults = read(text).unwrap_err();
    assert_eq!(
        (
            faults[0].pointer.as_str(),
            faults[0].line,
            faults[0].nearest.as_deref()
        ),
        ("/rehearsals/1/step", Some(5), Some("steps"))
    );
    let read = read(&text.replace("step: [], ", "")).unwrap();
    let tags = |index: usize| (read[index].id.as_str(), read[index].tags[0].as_str());
    assert_eq!((tags(0), tags(1)), (("one", "a"), ("two", "b")));
    assert_eq!(read[1].course.as_deref(), Some("there"));
}

#[test]
fn arguments_are_told_by_pointer_alone() {
    let Value::Object(value) = json!({"id": "a", "steps": [{"expect": "a"}]}) else {
        unreachable!("it is an object")
    };
    let faults = from_argument(value, &Secrets::default()).unwrap_err();
    assert!(faults.0.iter().all(|fault| fault.line.is_none()));
    let text = faults.to_string();
    assert!(
        text.contains("/steps/0/expect: `expect` is unknown here"),
        "{text}"
    );
    assert!(text.contains("did you mean `expect_activity`?"), "{text}");
}

#[test]
fn secrets_come_from_outside_and_stay_there() {
    let secrets = Secrets::default();
    let text = "id: a ${env:CARGO_PKG_NAME} ${x}\nsteps: [{expect_activity: '${secret:CARGO_PKG_VERSION}', then: {kind: end}}]";
    let read = from_text(text, true, &secrets).unwrap();
    assert_eq!(read[0].id, "a greenroom-stage ${x}");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap();
    assert_eq!(read[0].steps[0].expect_activity, version);
    assert_eq!(secrets.mask(&format!("got {version}")), "got ***");
    let missing = from_text("id: '${env:GREENROOM_NO_SUCH}'", true, &secrets).unwrap_err();
    assert!(
        missing.to_string().contains("GREENROOM_NO_SUCH"),
        "{missing}"
    );
}

#[test]
fn nothing_that_is_read_can_do_harm() {
    let deep = format!("id: {}1{}", "[".repeat(500), "]".repeat(500));
    for text in [
        "",
        "null",
        "&a [*a]",
        "id: &a [1]\nsteps: *a",
        "{{{",
        "\u{0}",
        deep.as_str(),
    ] {
        assert!(read(text).is_err(), "{text:?}");
    }
}
