//! A course that a person plays in an LMS: what that stores, beside what the course believes.

use crate::browser_courses::{MANIFEST, shows};
use crate::person::Person;
use crate::playing::Playing;

#[test]
fn what_the_lms_stores_is_shown_beside_what_the_course_believes() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = MANIFEST.replace(
        "<title>Page</title>",
        "<title>Page</title><adlcp:masteryscore>80</adlcp:masteryscore>",
    );
    std::fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
    std::fs::write(folder.path().join("index.html"), PAGE).unwrap();
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[greenroom_assets::AXE]);
    person.looks_like(1440, 900, "light");
    person.until(&shows(".row", "Initialize"));
    // The standard stores everything, so there is nothing to compare.
    person.until(&shows(".lms-pick", "Standard"));
    person.sees_no("#tab-lms");

    person.clicks(".lms-pick:enabled");
    person.clicks(".lms-option input[value=moodle]");
    person.until(&shows(".play-as", "The course begins anew"));
    person.clicks(".play-as .primary");
    person.until(&shows(".lms-pick", "Moodle"));
    person.clicks("#tab-lms");
    person.until(&shows(".lms h2", "What Moodle has stored"));

    // What was set and not sent yet is not stored; once it is, that shows without a hand.
    person.clicks("#set");
    person.until(&shows("[data-lost='cmi.core.lesson_location']", "lost"));
    person.until("Number(document.querySelector('#tab-lms .badge')?.textContent) >= 1");
    person.clicks("#save");
    person.sees_no("[data-lost='cmi.core.lesson_location']");

    // Moodle judges by the mastery score, whatever the course says.
    person.clicks("#finish");
    person.until(&shows(
        "[data-lost='cmi.core.lesson_status'] th",
        "incomplete",
    ));
    person.until(&shows("[data-lost='cmi.core.lesson_status'] td", "passed"));
    person.until(&shows(".lms-vitals", "85 %"));
    person.until(&shows(".lms .verdict", "1 value is not stored"));
    let serious: Vec<String> = person.run(
        "async () => (await axe.run('.pane-inspector', {iframes: false})).violations
            .filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => one.id)",
        &[],
    );
    assert_eq!(serious, Vec::<String>::new());

    // Loaded again, it plays in the same LMS.
    person.clicks("[data-reload]:enabled");
    person.until(&shows(".play-head", "resumed"));
    person.until(&shows(".lms-pick", "Moodle"));
}

/// Sets, saves and finishes as it is told.
const PAGE: &str = r#"<!DOCTYPE html><title>Page</title>
<button id="set">Set</button> <button id="save">Save</button> <button id="finish">Finish</button><script>
let around = parent;
while (!around.API) around = around.parent;
const { API } = around;
API.LMSInitialize("");
document.getElementById("set").onclick = () => API.LMSSetValue("cmi.core.lesson_location", "p7");
document.getElementById("save").onclick = () => API.LMSCommit("");
document.getElementById("finish").onclick = () => {
  API.LMSSetValue("cmi.core.score.raw", "85");
  API.LMSSetValue("cmi.core.lesson_status", "incomplete");
  API.LMSSetValue("cmi.core.exit", "suspend");
  API.LMSFinish("");
};
</script>"#;
