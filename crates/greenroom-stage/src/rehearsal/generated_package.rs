//! A package around a manifest of which nothing else is at hand: a page for each activity.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use scorm_session::Course;
use scorm_session::rehearsal::CaseCourse;

/// Writes the manifest of a course, and a page for each of its activities.
pub(super) fn write(folder: &Path, course: &CaseCourse) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(scorm_package::MANIFEST), &course.manifest)?;
    for (file, activities) in pages(&course.course) {
        let file = folder.join(file);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        let page = format!(
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Rehearsal</title>\n<p>{}</p>\n",
            activities.join(", ")
        );
        fs::write(file, page)?;
    }
    Ok(())
}

/// The files that activities launch, each with the identifiers of its activities.
fn pages(course: &Course) -> BTreeMap<PathBuf, Vec<String>> {
    let mut pages: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for id in course.tree.ids() {
        let Some(content) = course.content(id) else {
            continue;
        };
        let path = content.url.split(['?', '#']).next().unwrap_or_default();
        let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
        let path = Path::new(path.as_ref());
        let inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if inside {
            let escaped = course
                .identifier(id)
                .replace('&', "&amp;")
                .replace('<', "&lt;");
            pages.entry(path.to_owned()).or_default().push(escaped);
        }
    }
    pages
}
