//! What a caller orders, and what comes of it.

use std::fmt;

use serde_json::Value;

/// What kind of course is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// One page.
    Blank,
    /// Pages in one SCO, with bookmark.
    Lesson,
    /// Questions in one SCO: score, review, another try.
    Quiz,
    /// Pretest, lessons for what is not known yet, final test: several SCOs with sequencing.
    Course,
}

impl Template {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Blank, Self::Lesson, Self::Quiz, Self::Course];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Lesson => "lesson",
            Self::Quiz => "quiz",
            Self::Course => "course",
        }
    }
}

/// The version of SCORM that a course is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// SCORM 1.2.
    Scorm12,
    /// SCORM 2004 3rd Edition.
    Scorm2004Third,
    /// SCORM 2004 4th Edition.
    Scorm2004Fourth,
}

impl Version {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Scorm12, Self::Scorm2004Third, Self::Scorm2004Fourth];

    /// Its name, as callers write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scorm12 => "1.2",
            Self::Scorm2004Third => "2004_3rd",
            Self::Scorm2004Fourth => "2004_4th",
        }
    }
}

/// What a course is made from.
#[derive(Debug, Clone)]
pub struct Order {
    /// Its kind.
    pub template: Template,
    /// Its version of SCORM.
    pub version: Version,
    /// Its title, in any script.
    pub title: String,
    /// Tag of the language that it is written in; English if absent.
    pub language: Option<String>,
    /// What it says and asks; without, the sample of the template.
    pub outline: Option<Value>,
}

/// A new course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// The identifier of its manifest.
    pub identifier: String,
    /// Its files, the manifest first.
    pub files: Vec<CourseFile>,
    pub(crate) rehearsals: Vec<Value>,
}

impl Course {
    /// A file of rehearsals that play the course to its end; `course` is its folder as seen from that
    /// file. It is no part of the package, and lies outside.
    pub fn rehearsal(&self, course: &str) -> String {
        let all = serde_json::json!({ "course": course, "rehearsals": self.rehearsals });
        let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// One file of a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseFile {
    /// Where it lies below the course's folder, with `/`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl CourseFile {
    pub(crate) fn text(path: &str, text: String) -> Self {
        Self {
            path: path.to_owned(),
            bytes: text.into_bytes(),
        }
    }
}

/// Of more faults than these, a message counts the rest.
const MOST_TOLD: usize = 10;

/// Why there is no course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// SCORM 1.2 has nothing that the template `course` is made of.
    NoSequencing,
    /// What was given cannot be used: all that is wrong with it.
    Faults(Vec<Fault>),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSequencing => f.write_str(
                "the template course needs SCORM 2004: SCORM 1.2 has no sequencing and no global objectives",
            ),
            Self::Faults(faults) => {
                let told: Vec<String> = faults.iter().take(MOST_TOLD).map(Fault::to_string).collect();
                f.write_str(&told.join("; "))?;
                match faults.len().saturating_sub(MOST_TOLD) {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more"),
                }
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// One thing that is wrong with an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, as in `outline.sections[2].questions[0].answers`.
    pub path: String,
    /// What is wrong, and what is wanted.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.problem)
    }
}
