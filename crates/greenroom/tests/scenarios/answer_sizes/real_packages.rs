//! Courses of others.

use std::path::PathBuf;

use greenroom_testkit::test_files;

use super::{Sizes, USUAL, client, open, play};

fn packages() -> Vec<PathBuf> {
    let files = test_files("packages").unwrap_or_default();
    let is_package = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "zip")
            || path.join("imsmanifest.xml").exists()
    };
    files.into_iter().filter(is_package).collect()
}

#[test]
fn browser_answers_about_real_packages_stay_small() {
    let mut sizes = Sizes::default();
    for package in packages() {
        let mut client = client();
        if let Some(session) = open(&mut client, &mut sizes, &package) {
            play(&mut client, &mut sizes, &package, &session);
        }
    }
    sizes.check(USUAL);
}
