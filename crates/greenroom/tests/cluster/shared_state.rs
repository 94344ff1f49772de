//! What a learner left on one server is found on another.

use serde_json::json;

use crate::{Company, data, play, set_location, small_zip, upload};

#[test]
fn browser_a_course_closed_on_one_server_is_resumed_on_another() {
    let Some(company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let session = play(&a, &company.anna);
    set_location(&a, &company.anna, &session, "page-7").unwrap();
    let closed = b.call(
        &company.anna,
        "scorm_close_course",
        json!({"session_id": session}),
    );
    assert_eq!(data(&closed)["saved"]["complete"], true, "{closed:?}");
    let package = upload(&b, &company.anna, &small_zip());
    let again = b.call(
        &company.anna,
        "scorm_open_course",
        json!({"package_path": package}),
    );
    let resume = &data(&again)["resume"];
    assert_eq!(resume["reason"], "resumed", "{resume}");
    assert_eq!(resume["saved_from"], *session);
    let id = data(&again)["session_id"].as_str().unwrap();
    let there = crate::location(&a, &company.anna, id);
    assert_eq!(data(&there)["result"], "page-7");
    // Bob has none of it.
    let package = upload(&b, &company.bob, &small_zip());
    let bobs = a.call(
        &company.bob,
        "scorm_open_course",
        json!({"package_path": package}),
    );
    assert_eq!(data(&bobs)["resume"]["reason"], "no_saved_data");
}
