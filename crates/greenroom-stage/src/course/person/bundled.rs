//! The course that comes with Greenroom, for people who have none at hand.

use std::io;
use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;

/// The files of the course, as they lie in the examples.
const FILES: &[(&str, &[u8])] = &[
    (
        "imsmanifest.xml",
        include_bytes!("../../../../../examples/courses/tea-tasting/imsmanifest.xml"),
    ),
    (
        "leaves.html",
        include_bytes!("../../../../../examples/courses/tea-tasting/leaves.html"),
    ),
    (
        "brewing.html",
        include_bytes!("../../../../../examples/courses/tea-tasting/brewing.html"),
    ),
    (
        "quiz.html",
        include_bytes!("../../../../../examples/courses/tea-tasting/quiz.html"),
    ),
    (
        "shared/course.css",
        include_bytes!("../../../../../examples/courses/tea-tasting/shared/course.css"),
    ),
    (
        "shared/cup.svg",
        include_bytes!("../../../../../examples/courses/tea-tasting/shared/cup.svg"),
    ),
    (
        "shared/quiz.js",
        include_bytes!("../../../../../examples/courses/tea-tasting/shared/quiz.js"),
    ),
    (
        "shared/scorm.js",
        include_bytes!("../../../../../examples/courses/tea-tasting/shared/scorm.js"),
    ),
    (
        "shared/slides.js",
        include_bytes!("../../../../../examples/courses/tea-tasting/shared/slides.js"),
    ),
];

/// Writes the course below the data directory, where it can be edited; what is there stays.
pub(super) fn write(data_directory: &Path) -> io::Result<PathBuf> {
    let folder = data_directory.join("courses").join("tea-tasting");
    for (name, bytes) in FILES {
        let path = folder.join(name);
        private_files::create_dir(path.parent().unwrap_or(&folder))?;
        if !path.exists() {
            private_files::replace(&path, bytes)?;
        }
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_of_the_example_are_written_and_edits_stay() {
        let folder = tempfile::tempdir().unwrap();
        let course = write(folder.path()).unwrap();
        let example = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/courses/tea-tasting"
        );
        let mut folders = vec![PathBuf::from(example)];
        while let Some(from) = folders.pop() {
            for entry in std::fs::read_dir(from).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(example).unwrap();
                let written = std::fs::read(course.join(name)).unwrap();
                assert_eq!(written, std::fs::read(&path).unwrap(), "{}", name.display());
            }
        }
        std::fs::write(course.join("quiz.html"), "mine").unwrap();
        write(folder.path()).unwrap();
        assert_eq!(std::fs::read(course.join("quiz.html")).unwrap(), b"mine");
    }
}
