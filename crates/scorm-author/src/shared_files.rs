//! The files that all pages of a course share.

use serde_json::json;

use crate::CourseFile;
use crate::escape::script;
use crate::order::Version;
use crate::words::Words;

/// Names and texts of the files that are the same in every course.
const FIXED: &[(&str, &str)] = &[
    (
        "shared/course.css",
        include_str!("../templates/shared/course.css"),
    ),
    (
        "shared/scorm.js",
        include_str!("../templates/shared/scorm.js"),
    ),
    (
        "shared/questions.js",
        include_str!("../templates/shared/questions.js"),
    ),
    (
        "shared/course.js",
        include_str!("../templates/shared/course.js"),
    ),
    (
        "shared/automation.js",
        include_str!("../templates/shared/automation.js"),
    ),
];
const SETTINGS: &str = "shared/settings.js";

/// The files.
pub(crate) fn all(version: Version, words: &Words) -> Vec<CourseFile> {
    let scorm = match version {
        Version::Scorm12 => "1.2",
        Version::Scorm2004Third | Version::Scorm2004Fourth => "2004",
    };
    let settings = json!({
        "scorm": scorm,
        "automation": true,
        "exposeCorrectAnswers": false,
        "words": words.of_page(),
    });
    let settings = format!(
        "// Settings of the course. `automation` lets tools drive it (window.SCORMAutomation): switch it off for learners\n// if they must not; `exposeCorrectAnswers` tells tools the right answers.\nwindow.CourseSettings = {};\n",
        script(&settings)
    );
    let mut files = vec![CourseFile::text(SETTINGS, settings)];
    let fixed = FIXED.iter();
    files.extend(fixed.map(|(path, text)| CourseFile::text(path, (*text).to_owned())));
    files
}

/// Their names, in order.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let fixed = FIXED.iter().map(|(path, _)| *path);
    std::iter::once(SETTINGS).chain(fixed)
}
