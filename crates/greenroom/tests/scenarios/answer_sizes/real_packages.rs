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

/// Plays every fourth package, since a test of this many calls takes its time.
fn check(first: usize) {
    let mut sizes = Sizes::default();
    for package in packages().into_iter().skip(first).step_by(4) {
        let mut client = client();
        if let Some(session) = open(&mut client, &mut sizes, &package) {
            play(&mut client, &mut sizes, &package, &session, ELEMENTS);
        }
    }
    sizes.check(USUAL);
}

#[test]
fn browser_answers_about_real_packages_stay_small_1() {
    check(0);
}

#[test]
fn browser_answers_about_real_packages_stay_small_2() {
    check(1);
}

#[test]
fn browser_answers_about_real_packages_stay_small_3() {
    check(2);
}

#[test]
fn browser_answers_about_real_packages_stay_small_4() {
    check(3);
}
