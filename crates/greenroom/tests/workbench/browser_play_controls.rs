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
        person.clicks("summary[aria-label='Leave otherwise…']");
        person.clicks(&format!("[data-leave={way}]:enabled"));
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
