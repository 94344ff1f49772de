//! The first minute of somebody who has a course and nothing else.

use std::path::Path;

use greenroom_testkit::ZipFile;

use crate::browser_courses::shows;
use crate::person::{KEEP_DOWNLOADS, Person};
use crate::playing::{Playing, bundled};

#[test]
fn a_zip_is_dropped_played_to_its_end_understood_and_kept_as_a_trace() {
    let playing = Playing::start(&bundled("hand-washing"));
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.clicks(".play-head .quiet");
    let zip = zip_of(&bundled("tea-tasting"));
    person.drops("tea.zip", &zip.bytes());
    person.until(&shows(".play-head h1", "Tea tasting"));

    // Two lessons and the quiz, with the controls of the course and of the LMS.
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
    person.until(&shows(".vital, .vitals, .pane-vitals", "passed"));

    // Why it went where it went, in words.
    person.clicks("#tab-why");
    person.until(&shows(".why", "Why did"));
    person.until(&shows(".why", "What do you taste?"));

    person.clicks(".scrubber button[aria-label=Trace]:enabled");
    let trace = person.until("window.exported");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.html");
    std::fs::write(&file, trace.as_str().unwrap()).unwrap();
    drop(person);
    playing.end();

    // From the disk, with no server and no network.
    let reader = Person::offline(&file);
    reader.until("document.documentElement.dataset.trace === 'ready'");
    reader.until(&shows(".row", "SetValue"));
    reader.until(&shows("body", "Tea tasting"));
}

const CURRENT: &str = ".act[aria-current] .name";
const NEXT_ACTIVITY: &str = ".stage-bar button[title='Next activity']:enabled";

fn zip_of(course: &Path) -> ZipFile {
    let mut zip = ZipFile::new();
    let mut folders = vec![course.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(course).unwrap().to_string_lossy();
            zip = zip.file(&name, &std::fs::read(&path).unwrap());
        }
    }
    zip
}
