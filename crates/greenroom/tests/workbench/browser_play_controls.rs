//! The frame that a person plays in, and the ways to leave it.

use std::os::unix::fs::PermissionsExt as _;

use greenroom_browser::{FillValue, LaunchOptions};

use crate::browser_courses::{MANIFEST, shows};
use crate::person::Person;
use crate::playing::{Playing, bundled};

const CURRENT: &str = ".act[aria-current] .name";
const FRAME: &str = "document.querySelector('iframe.course')";

#[test]
fn the_frame_has_any_size_fills_the_screen_and_is_reloaded() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.looks_like(1440, 900, "light");
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.clicks("#next");
    let size = |size: &str| {
        let size = FillValue::Text(size.to_owned());
        person.fills("select[aria-label='Size of the frame']", &size);
    };
    size("390 × 844");
    person.until(&format!(
        "{FRAME}.offsetWidth === 390 && {FRAME}.offsetHeight === 844"
    ));
    size("Free");
    let drawn = "document.querySelector('.drawn')?.textContent";
    person.until(&format!(
        "{drawn} === {FRAME}.offsetWidth + ' × ' + {FRAME}.offsetHeight"
    ));
    let before = person.until(drawn);
    person.run::<bool>(
        "() => { document.querySelector('.frame-box').style.width = '500px'; return true }",
        &[],
    );
    person.until(&format!("{drawn} !== {before}"));
    // Another size is no reason to load the course again.
    person.until(&shows(".row", "location oxygen"));
    size("Fit");
    person.clicks("#previous:enabled");

    person.clicks("[data-fullscreen]:enabled");
    person.until("document.fullscreenElement?.matches('.stage-room')");
    person.run::<bool>("() => document.exitFullscreen().then(() => true)", &[]);

    person.clicks("[data-reload]:enabled");
    person.until(&shows(".play-head", "resumed"));
    person.clicks("#next:enabled");
}

#[test]
fn a_course_plays_in_a_window_of_its_own() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.looks_like(1440, 900, "light");
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.clicks("[data-window]:enabled");
    person.until(&shows(".nothing", "open in another page"));
    // It begins once more, there.
    let search = FillValue::Text("call:initialize".to_owned());
    person.fills(".timeline input[type=search]", &search);
    person.until("document.querySelectorAll('.row').length === 2");
    person.clicks(".nothing button");
    person.sees("iframe.course");
}

#[test]
fn a_course_is_left_by_closing_its_tab_and_by_losing_the_connection() {
    let course = tempfile::tempdir().unwrap();
    std::fs::write(course.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(course.path().join("index.html"), LAST_WORDS).unwrap();
    let playing = Playing::start(course.path());
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "lesson_location"));
    let leave = |way: &str| {
        person.leaves(way);
        person.sees(".nothing button");
        person.clicks(".nothing button");
        person.until(&shows(".play-head", "resumed"));
        person.clicks("#tab-data");
    };
    // Nothing of what the course says last arrives.
    leave("lost_connection");
    person.until(&shows(".data-row", "here 1"));
    // The course's own last words arrive.
    leave("closed_tab");
    person.until(&shows(".data-row", "gone 2"));
}

/// Says where it is, and that it goes.
const LAST_WORDS: &str = r#"<!DOCTYPE html><title>Last words</title><script>
const { API } = parent;
API.LMSInitialize("");
const before = API.LMSGetValue("cmi.suspend_data");
const visit = Number(before || "0") + 1;
if (visit === 1) API.LMSSetValue("cmi.core.lesson_location", "here 1");
API.LMSSetValue("cmi.suspend_data", String(visit));
API.LMSSetValue("cmi.core.exit", "suspend");
API.LMSCommit("");
addEventListener("pagehide", () => API.LMSSetValue("cmi.core.lesson_location", "gone " + visit));
</script>"#;

#[test]
fn a_course_that_is_left_by_exit_is_resumed_only_if_it_asked_for_that() {
    let course = tempfile::tempdir().unwrap();
    std::fs::write(course.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(course.path().join("index.html"), SAYS_HOW_IT_ENDS).unwrap();
    let playing = Playing::start(course.path());
    let person = Person::visiting(playing.address(), &[]);
    let leave_and_come_back = |ending: &str| {
        person.clicks(&format!("#{ending}"));
        person.until(&shows(".row", ending));
        person.leaves("exit");
        person.clicks(".nothing button");
        person.sees("iframe.course");
        person.clicks("#tab-data");
    };
    let says = |element: &str, value: &str| {
        person.until(&shows(&format!("[data-element='{element}']"), value));
    };
    // It did not ask to be resumed: the next attempt is a new one, whatever was saved.
    leave_and_come_back("plain");
    person.until(&shows(".attempt", "did not ask to be resumed"));
    says("cmi.core.entry", "ab-initio");
    assert_eq!(place(&person), "");
    person.clicks("#tab-timeline");
    // It asked for that: the next launch goes on where it was.
    leave_and_come_back("suspend");
    person.until(&shows(".play-head", "resumed"));
    says("cmi.core.entry", "resume");
    says("cmi.core.lesson_location", "suspend");
    person.leaves("exit");
    person.sees(".nothing button");
    assert_eq!(playing.end().len(), 1, "one state is saved");
}

/// What the data model shows as the place of the learner.
fn place(person: &Person) -> String {
    person.run(
        "() => document.querySelector(`[data-element='cmi.core.lesson_location'] .value`)?.textContent ?? ''",
        &[],
    )
}

/// Is left as its learner says.
const SAYS_HOW_IT_ENDS: &str = r#"<!DOCTYPE html><title>Endings</title>
<button id="plain">Plain</button> <button id="suspend">Suspend</button><script>
const { API } = parent;
API.LMSInitialize("");
for (const id of ["plain", "suspend"]) document.getElementById(id).onclick = () => {
  API.LMSSetValue("cmi.core.lesson_location", id);
  API.LMSSetValue("cmi.core.exit", id === "suspend" ? id : "");
  API.LMSCommit("");
};
</script>"#;

#[test]
fn a_browser_that_does_not_find_the_host_of_the_course_is_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("browser");
    let script = "#!/bin/sh\nexec \"$(command -v chromium-headless-shell || command -v chromium)\" \
        --host-resolver-rules='MAP *.localhost ~NOTFOUND' \"$@\"\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let playing = Playing::start(&bundled("tea-tasting"));
    let launch = LaunchOptions {
        program: Some(program),
        ..LaunchOptions::default()
    };
    let person = Person::visiting_with(launch, playing.address(), &[]);
    let said = person.sees(".unreached");
    assert!(said.contains("does not seem to find"), "{said}");
    assert!(said.contains(".localhost"), "{said}");
}
