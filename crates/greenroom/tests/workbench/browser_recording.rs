//! What a person does in the page of their own browser becomes a rehearsal.

use std::path::Path;

use serde_json::{Value, json};

use crate::browser_courses::{MANIFEST, shows};
use crate::browser_live_looks::{fits, serious};
use crate::person::Person;
use crate::playing::{Playing, bundled};
use crate::recording_shell::{Recording, copy_of, rehearse};

const CURRENT: &str = ".act[aria-current] .name";
const NEXT_ACTIVITY: &str = ".stage-bar button[title='Next activity']:enabled";

#[test]
fn a_course_that_a_person_played_to_its_end_is_rehearsed_and_a_broken_one_fails() {
    let course = copy_of(&bundled("tea-tasting"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tea.yaml");
    let recording = Recording::start(course.path(), &file);
    let person = Person::visiting(recording.address(), &[]);
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.sees("[data-record=save]");
    person.clicks("#next");
    person.clicks("#next");
    person.clicks(NEXT_ACTIVITY);
    person.until(&shows(CURRENT, "Brewing"));
    person.clicks("#next");
    person.clicks(NEXT_ACTIVITY);
    person.until(&shows(CURRENT, "What do you taste?"));
    for answer in ["same", "hot", "leaves"] {
        person.clicks(&format!("input[value={answer}]"));
    }
    person.clicks("#submit");
    person.until(&shows(".pane-vitals", "passed"));
    person.leaves("suspend");
    assert_eq!(recording.printed(), file.display().to_string());
    drop(person);

    let (passed, said) = rehearse(&file, None);
    assert!(passed, "{said}");

    // The course scores otherwise.
    let script = course.path().join("shared");
    let broken = broken_by(&script, &course);
    let (passed, said) = rehearse(&file, None);
    assert!(!passed, "{broken} was changed and nobody noticed: {said}");
}

/// Changes what the course tells the LMS; the file that was changed.
fn broken_by(scripts: &Path, course: &tempfile::TempDir) -> String {
    for folder in [scripts, course.path()] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            if text.contains("cmi.success_status") {
                let changed = text.replace("cmi.success_status", "cmi.completion_status");
                std::fs::write(&path, changed).unwrap();
                return path.display().to_string();
            }
        }
    }
    panic!("nothing to break")
}

#[test]
fn fields_keys_frames_that_come_later_and_double_clicks_are_recorded_and_passwords_are_not() {
    let course = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(course.path().join(name), text).unwrap();
    write("imsmanifest.xml", MANIFEST);
    write("index.html", INDEX);
    write("inner.html", INNER);
    write("late.html", LATE);
    let playing = Playing::start(course.path());
    let person = Person::visiting(playing.address(), &[]);
    person.sees("[data-record=begin]:enabled");
    person.clicks("[data-record=begin]");
    person.sees("[data-record=save]:enabled");
    person.clicks("#name");
    person.types("Ada");
    person.press(&["Tab"]);
    person.types("hush");
    person.press(&["Tab", "ArrowDown", "Tab", "Space"]);
    person.clicks("#more");
    person.clicks("#twice");
    person.clicks_twice("#twice");
    person.clicks("label[for=hidden-box]");
    person.clicks("#end");
    person.until(&shows(".pane-vitals", "completed"));
    person.clicks("[data-record=save]");
    let text = std::fs::read_to_string(person.sees(".recorded .path")).unwrap();
    person.sees("[data-record=begin]");
    drop(person);
    playing.end();

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("form.json");
    std::fs::write(&path, &text).unwrap();
    assert!(!text.contains("hush"), "{text}");
    let rehearsal: Value = serde_json::from_str(&text).unwrap();
    let acts: Vec<Value> = rehearsal["steps"][0]["acts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|act| act["action"] != "expect")
        .cloned()
        .collect();
    let fill = |role: &str, name: &str, value: &str| json!({"action": "fill", "role": role, "name": name, "value": value});
    for wanted in [
        fill("textbox", "Name", "Ada"),
        fill("textbox", "Secret", "${secret:COURSE_PASSWORD}"),
        fill("combobox", "Size", "l"),
        json!({"action": "type", "text": "", "role": "checkbox", "name": "I agree", "press": ["Space"]}),
        json!({"action": "click", "role": "button", "name": "More"}),
        json!({"action": "click", "role": "button", "name": "Twice", "click": "double"}),
        json!({"action": "click", "role": "label", "name": "Drawn box"}),
        json!({"action": "click", "role": "button", "name": "End"}),
    ] {
        assert!(acts.contains(&wanted), "{wanted} is not in {acts:#?}");
    }
    let (passed, said) = rehearse(&path, Some("hush"));
    assert!(passed, "{said}");
    // Without the secret, it says what is missing.
    let (passed, said) = rehearse(&path, None);
    assert!(!passed && said.contains("COURSE_PASSWORD"), "{said}");
    // A button that does nothing any more.
    write("late.html", &LATE.replace("completed", "incomplete"));
    let (passed, said) = rehearse(&path, Some("hush"));
    assert!(!passed, "{said}");
}

#[test]
fn acts_that_a_course_makes_up_are_text_or_nothing() {
    let course = tempfile::tempdir().unwrap();
    std::fs::write(course.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(course.path().join("index.html"), FORGER).unwrap();
    let playing = Playing::start(course.path());
    let person = Person::visiting(playing.address(), &[]);
    person.clicks("[data-record=begin]:enabled");
    person.clicks("#real");
    person.until(&shows(".row", "lesson_location"));
    person.clicks("[data-record=save]:enabled");
    let text = std::fs::read_to_string(person.sees(".recorded .path")).unwrap();
    assert!(text.contains("Real"), "{text}");
    // Clicks by scripts are not the person's.
    assert!(!text.contains("Forged"), "{text}");
}

#[test]
fn recording_keeps_nobody_out_at_any_size_in_light_and_dark() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[greenroom_assets::AXE]);
    person.clicks("[data-record=begin]:enabled");
    person.sees("[data-record=save]:enabled");
    person.until(&shows(".row", "location one-plant"));
    person.clicks("#next");
    for is_saved in [false, true] {
        if is_saved {
            person.run::<bool>(
                "() => { document.querySelector('[data-record=save]').click(); return true }",
                &[],
            );
            person.sees(".recorded .path");
        }
        for (width, height, scheme) in [
            (1440, 900, "light"),
            (1440, 900, "dark"),
            (390, 844, "light"),
            (390, 844, "dark"),
        ] {
            person.looks_like(width, height, scheme);
            let place = format!("{width}-{scheme}-saved:{is_saved}");
            assert_eq!(serious(&person), Vec::<String>::new(), "{place}");
            assert!(fits(&person), "{place} scrolls");
        }
    }
}

const INDEX: &str = r#"<!DOCTYPE html><title>Form</title><h1>Form</h1>
<script>
parent.API.LMSInitialize("");
window.say = (text) => parent.API.LMSSetValue("cmi.core.lesson_location", text);
</script>
<iframe src="inner.html" title="Inner" style="width: 100%; height: 480px"></iframe>"#;

const INNER: &str = r#"<!DOCTYPE html><title>Inner</title>
<label for="name">Name</label> <input id="name">
<label>Secret <input id="secret" type="password"></label>
<select id="size" aria-label="Size"><option value="s">Small</option><option value="l">Large</option></select>
<label><input type="checkbox" id="agree"> I agree</label>
<button id="more">More</button>
<div id="place"></div>
<script>
const { say } = parent;
const on = (id, name, act) => document.getElementById(id).addEventListener(name, act);
on("size", "change", (event) => say("size " + event.target.value));
on("agree", "change", (event) => say("agree " + event.target.checked));
on("more", "click", () => {
  say("name " + document.getElementById("name").value + " secret " + document.getElementById("secret").value.length);
  const frame = document.createElement("iframe");
  frame.src = "late.html";
  frame.title = "Late";
  document.getElementById("place").append(frame);
});
</script>"#;

const LATE: &str = r#"<!DOCTYPE html><title>Late</title>
<style>#hidden-box { position: absolute; opacity: 0; width: 0; height: 0; }</style>
<button id="twice">Twice</button> <input type="checkbox" id="hidden-box"><label for="hidden-box">Drawn box</label>
<button id="end">End</button>
<script>
const { say } = parent.parent;
const on = (id, name, act) => document.getElementById(id).addEventListener(name, act);
on("twice", "dblclick", () => say("twice"));
on("hidden-box", "change", (event) => say("box " + event.target.checked));
on("end", "click", () => {
  parent.parent.parent.API.LMSSetValue("cmi.core.lesson_status", "completed");
  parent.parent.parent.API.LMSCommit("");
});
</script>"#;

const FORGER: &str = r#"<!DOCTYPE html><title>Forger</title><button id="forged">Forged</button>
<button id="real">Real</button>
<script>
parent.API.LMSInitialize("");
const forged = document.getElementById("forged");
document.getElementById("real").addEventListener("click", () => {
  forged.click();
  forged.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  parent.API.LMSSetValue("cmi.core.lesson_location", "there");
});
</script>"#;
