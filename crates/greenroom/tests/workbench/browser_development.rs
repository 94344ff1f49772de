//! A course that somebody edits while it is played in the page.

use std::path::Path;

use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

#[test]
fn what_is_saved_is_judged_and_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    greenroom_testkit::copy_folder(&bundled("tea-tasting"), folder.path());
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[]);
    person.clicks("#next");
    person.clicks("#tab-findings");
    person.clicks(".findings-head input");
    person.until("document.querySelector('.findings > [role=status]')");

    // A page: the course comes back where it was.
    let page = folder.path().join("leaves.html");
    edit(&page, "</main>", "<p id=\"milk\">Now with milk</p></main>");
    person.until(&shows(".play-head", "resumed"));
    person.clicks("#milk");

    // A manifest that cannot be read: told at once, and the course stays.
    let manifest = folder.path().join("imsmanifest.xml");
    let whole = std::fs::read_to_string(&manifest).unwrap();
    edit(&manifest, "</manifest>", "");
    person.until(&shows(".finding", "imsmanifest.xml"));
    person.until(&shows(".findings .problem", "Not loaded again"));
    person.clicks("#milk");
    std::fs::write(&manifest, whole).unwrap();
    person.until("document.querySelector('.findings .problem') === null");

    person.clicks(".findings-head input");
    person.until("document.querySelector('.findings-head select') === null");
}

fn edit(path: &Path, text: &str, other: &str) {
    let source = std::fs::read_to_string(path).unwrap();
    assert!(source.contains(text));
    std::fs::write(path, source.replacen(text, other, 1)).unwrap();
}
