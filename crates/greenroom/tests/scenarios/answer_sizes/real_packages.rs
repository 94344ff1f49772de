//! Courses of others.

use std::path::PathBuf;

use greenroom_testkit::test_files;

use super::{Sizes, USUAL, client, open, play};

/// Parameters that name elements, for which tools wait if a page has none of them.
const ELEMENTS: &[&str] = &["selector", "from", "fields", "actions", "condition", "text"];

fn packages() -> Vec<PathBuf> {
    let files = test_files("packages").unwrap_or_default();
    let is_package = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "zip")
            || path.join("imsmanifest.xml").exists()
    };
    files.into_iter().filter(is_package).collect()
}

/// Every fourth package, since this many calls take their time; `GREENROOM_REAL_PACKAGES=all` plays all.
#[test]
fn browser_answers_about_real_packages_stay_small() {
    let all = std::env::var("GREENROOM_REAL_PACKAGES").is_ok_and(|chosen| chosen == "all");
    let mut sizes = Sizes::default();
    for package in packages().into_iter().step_by(if all { 1 } else { 4 }) {
        let mut client = client();
        if let Some(session) = open(&mut client, &mut sizes, &package) {
            play(&mut client, &mut sizes, &package, &session, ELEMENTS);
        }
    }
    sizes.check(USUAL);
}
