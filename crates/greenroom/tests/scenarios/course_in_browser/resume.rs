//! Saved state: the conditions of resuming.

use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing, example, saved};

pub(crate) fn resume(opened: &Value) -> (bool, &str, &str) {
    let resume = &opened["resume"];
    (
        resume["resumed"].as_bool().unwrap(),
        resume["reason"].as_str().unwrap(),
        resume["entry"].as_str().unwrap(),
    )
}

#[test]
fn the_four_conditions_one_by_one() {
    let course = Course::of_scos(&[BEGIN]);
    let path = course.path();

    // 1: no file.
    let mut first = Playing::open(path);
    assert_eq!(resume(&first.opened), (false, "no_saved_data", "ab-initio"));
    assert_eq!(first.opened["resume"]["conditions"]["file_exists"], false);
    assert_eq!(first.get("cmi.entry"), "ab-initio");
    first.set("cmi.suspend_data", "slide=2");
    let (client, closed) = first.close();
    assert_eq!(closed["saved"]["exit"], "suspend");
    assert_eq!(closed["saved"]["terminated_by"], "greenroom");

    // 3: no location.
    let second = Playing::open_with(client, path, json!({}));
    assert_eq!(
        resume(&second.opened),
        (false, "location_empty", "ab-initio")
    );
    let hint = second.opened["resume"]["hint"].as_str().unwrap();
    assert!(hint.contains("allow_resume_without_location"), "{hint}");
    let (client, _) = second.close();

    // The fresh start of the second has replaced the suspend_data; so it is set again.
    let mut third = Playing::open_with(client, path, json!({}));
    third.set("cmi.suspend_data", "slide=3");
    let (client, _) = third.close();
    let arguments = json!({ "allow_resume_without_location": true });
    let mut third = Playing::open_with(client, path, arguments);
    assert_eq!(resume(&third.opened), (true, "resumed", "resume"));
    assert_eq!(third.get("cmi.suspend_data"), "slide=3");

    // All hold.
    third.set("cmi.location", "slide_3");
    let (client, _) = third.close();
    let mut fourth = Playing::open_with(client, path, json!({}));
    assert_eq!(resume(&fourth.opened), (true, "resumed", "resume"));
    assert_eq!(fourth.get("cmi.entry"), "resume");
    assert_eq!(fourth.get("cmi.location"), "slide_3");
    let conditions = &fourth.opened["resume"]["conditions"];
    assert!(
        conditions
            .as_object()
            .unwrap()
            .values()
            .all(|holds| *holds == true),
        "{conditions}"
    );
    assert!(fourth.opened["resume"]["saved_at"].is_u64());
    assert_eq!(fourth.opened["resume"]["recovered"], false);
    let (client, closed) = fourth.close();

    // 4: a new attempt; the file is neither read nor deleted.
    let mut fifth = Playing::open_with(client, path, json!({ "new_attempt": true }));
    assert_eq!(resume(&fifth.opened), (false, "new_attempt", "ab-initio"));
    assert_eq!(fifth.get("cmi.location"), "");
    assert_eq!(saved(&closed)["coreData"]["cmi.location"], "slide_3");

    // 2: the content's own exit is kept, and starts fresh.
    fifth.set("cmi.location", "slide_5");
    fifth.set("cmi.exit", "normal");
    let (client, closed) = fifth.close();
    assert_eq!(closed["saved"]["exit"], "normal");
    assert_eq!(saved(&closed)["coreData"]["cmi.exit"], "normal");
    let sixth = Playing::open_with(client, path, json!({}));
    assert_eq!(
        resume(&sixth.opened),
        (false, "exit_not_suspend", "ab-initio")
    );
}

#[test]
fn several_scos_resume_where_the_course_was_left() {
    let path = example("tea-tasting");
    let mut playing = Playing::open(&path);
    playing.call("scorm_nav_next", json!({}));
    playing.set("cmi.location", "kettle");
    playing.set("cmi.success_status", "passed");
    let (client, closed) = playing.close();
    let file = saved(&closed);
    assert_eq!(file["meta"]["currentActivity"], "brewing");
    assert_eq!(file["sequencing"]["suspended"], true);
    assert_eq!(file["sequencing"]["suspendedActivity"], "brewing");
    assert_eq!(
        file["scos"]["leaves"]["coreData"]["cmi.location"],
        "one-plant"
    );
    assert_eq!(
        file["scos"]["brewing"]["coreData"]["cmi.location"],
        "kettle"
    );
    let mut again = Playing::open_with(client, &path, json!({}));
    assert_eq!(resume(&again.opened), (true, "resumed", "resume"));
    assert_eq!(again.opened["runtime"]["activity"], "brewing");
    assert_eq!(again.get("cmi.entry"), "resume");
    let state = again.call("scorm_nav_get_state", json!({}));
    assert_eq!(state["globalObjectives"]["tea.brewing"]["satisfied"], true);
    let back = again.call("scorm_nav_previous", json!({}));
    assert_eq!(back["delivered"]["identifier"], "leaves", "{back}");
    assert_eq!(again.get("cmi.location"), "one-plant");
    assert_eq!(again.get("cmi.entry"), "resume");
}

#[test]
fn an_item_to_start_at_is_judged_by_its_own_data() {
    let course = Course::of_scos(&[BEGIN, BEGIN]);
    let mut playing = Playing::open(course.path());
    playing.set("cmi.location", "p2");
    let (client, _) = playing.close();
    let arguments = json!({ "activity": "i2" });
    let mut second = Playing::open_with(client, course.path(), arguments);
    assert_eq!(second.opened["runtime"]["activity"], "i2");
    assert_eq!(
        resume(&second.opened),
        (false, "exit_not_suspend", "ab-initio")
    );
    assert_eq!(second.get("cmi.entry"), "ab-initio");
    assert_eq!(second.get("cmi.location"), "");
}
