//! The courses that people opened before, in a file of the data directory.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use greenroom_stdx::{IgnorePoison as _, now_ms, private_files};
use greenroom_web::workbench::courses::{CourseFindings, RecentCourse};

/// Nobody looks further back.
const MOST: usize = 20;

/// The list, newest first.
#[derive(Debug)]
pub(super) struct RecentCourses {
    file: PathBuf,
    writing: Mutex<()>,
}

impl RecentCourses {
    pub(super) fn new(data_directory: &Path) -> Self {
        Self {
            file: data_directory.join("recent-courses.json"),
            writing: Mutex::default(),
        }
    }

    /// The list as it lies on disk: other processes of this user write it too.
    pub(super) fn list(&self) -> Vec<RecentCourse> {
        let mut list = self.read();
        for course in &mut list {
            course.is_gone = !Path::new(&course.path).exists();
        }
        list
    }

    /// A course was opened.
    pub(super) fn note(&self, path: &Path, title: &str) {
        let _one_at_a_time = self.writing.lock().ignore_poison();
        let opened = RecentCourse {
            path: path.display().to_string(),
            title: title.to_owned(),
            opened_at: now_ms(),
            is_gone: false,
            findings: CourseFindings::default(),
        };
        let mut list = self.read();
        list.retain(|course| course.path != opened.path);
        list.insert(0, opened);
        list.truncate(MOST);
        let written = serde_json::to_vec(&list)
            .map_err(std::io::Error::other)
            .and_then(|text| private_files::replace_durably(&self.file, &text));
        // It is a convenience; the course itself is open.
        if let Err(error) = written {
            tracing::warn!(%error, "the list of recent courses was not written");
        }
    }

    fn read(&self) -> Vec<RecentCourse> {
        let text = std::fs::read(&self.file).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_stands_once_in_the_list_and_the_newest_first() {
        let home = tempfile::tempdir().unwrap();
        let recent = RecentCourses::new(home.path());
        for name in ["a", "b", "a"] {
            recent.note(&home.path().join(name), name);
        }
        std::fs::create_dir(home.path().join("b")).unwrap();
        let list = recent.list();
        let seen: Vec<(&str, bool)> = list
            .iter()
            .map(|course| (course.title.as_str(), course.is_gone))
            .collect();
        assert_eq!(seen, [("a", true), ("b", false)]);
        std::fs::write(home.path().join("recent-courses.json"), "no list").unwrap();
        assert!(recent.list().is_empty(), "a damaged file is an empty list");
    }
}
