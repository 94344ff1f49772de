//! What was seen of a course in one LMS. Answers are made from this alone.

use std::collections::BTreeMap;

use greenroom_exits::Row;
use greenroom_explore::{Followed, Standing};
use greenroom_stage::course::lms::{Imported, LmsReport};
use scorm_lms::{Completion, Record};
use scorm_session::DataModelElement;

use crate::otherwise::Otherwise;

/// Everything that was seen in one LMS.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// None where it could not be read.
    pub(crate) import: Option<Imported>,
    /// The course from the launch to its end.
    pub(crate) whole: Played<Visit>,
    /// What is stored after a further launch of the course that was done.
    pub(crate) again: Option<Vec<Stored>>,
    /// The course left in the middle, and come back to.
    pub(crate) middle: Played<Comeback>,
    /// The course with a server that fails for one act.
    pub(crate) outage: Played<Outage>,
    /// Ways of leaving; none if they were not tried.
    pub(crate) exits: Option<Result<Vec<Row>, String>>,
}

impl Facts {
    /// Calls that were answered otherwise than by the book, on the way to the end and to the middle.
    pub(crate) fn otherwise(&self) -> impl Iterator<Item = &Otherwise> {
        let whole = self.whole.get().map(|visit| &visit.otherwise);
        let middle = self.middle.get().map(|visit| &visit.otherwise);
        whole.into_iter().chain(middle).flatten()
    }
}

/// Something that is played, or why it was not.
#[derive(Debug)]
pub(crate) enum Played<T> {
    Yes(Box<T>),
    /// The course offers no such moment.
    Nothing(&'static str),
    /// It broke off.
    Failed(String),
}

impl<T> Default for Played<T> {
    fn default() -> Self {
        Self::Nothing("not reached")
    }
}

impl<T> Played<T> {
    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Self::Yes(played) => Some(played),
            _ => None,
        }
    }
}

/// One visit from the launch to the moment at which the LMS takes the course away.
#[derive(Debug, Default)]
pub(crate) struct Visit {
    /// What the content's first Initialize was answered with; none if it made none.
    pub(crate) initialized: Option<bool>,
    /// Calls of the content.
    pub(crate) calls: usize,
    /// Errors in the console; the first ones came at the launch.
    pub(crate) errors: Vec<PageError>,
    pub(crate) errors_at_launch: usize,
    pub(crate) followed: Followed,
    /// The activities that the learner came to, in their order.
    pub(crate) route: Vec<String>,
    /// The act in which a save that fails is missed most.
    pub(crate) at_stake: Option<usize>,
    /// Requests that the course waited for, but for those of Commit and Terminate.
    pub(crate) waits: Vec<String>,
    /// A rehearsal that did not hold, and where.
    pub(crate) rehearsal: Option<String>,
    /// Calls that were answered otherwise than by the book.
    pub(crate) otherwise: Vec<Otherwise>,
    /// Values that the LMS took and the standard refuses.
    pub(crate) astray: Vec<Otherwise>,
    /// What the course has reported, by the book.
    pub(crate) standing: Standing,
    /// Scores that the course set, by activity.
    pub(crate) scores: BTreeMap<String, Score>,
    /// Session times that the course set, by activity.
    pub(crate) times: BTreeMap<String, String>,
    /// Where the course sets each element last: file and line.
    pub(crate) set_at: BTreeMap<String, String>,
    /// What the LMS has after it; nothing where the engine itself answered.
    pub(crate) stored: Vec<Stored>,
}

/// An error in the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageError {
    pub(crate) text: String,
    pub(crate) at: Option<String>,
}

/// The record of one activity.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) activity: String,
    pub(crate) status: String,
    pub(crate) completion: Completion,
    pub(crate) grade: Option<f64>,
    pub(crate) grade_reason: Option<String>,
    pub(crate) total_time: Option<String>,
    /// Values that are not there, or otherwise, with the reason.
    pub(crate) differs: Vec<Differs>,
    /// What is there, by element.
    pub(crate) values: BTreeMap<String, String>,
    /// What a course may not expect of the next launch.
    pub(crate) next: Vec<String>,
    pub(crate) review: bool,
}

/// A value that the LMS has otherwise than the course believes.
#[derive(Clone, Debug)]
pub(crate) struct Differs {
    pub(crate) element: String,
    pub(crate) believed: String,
    pub(crate) reason: String,
}

impl From<LmsReport> for Stored {
    fn from(report: LmsReport) -> Self {
        let lost = report.lost.into_iter().map(|lost| Differs {
            element: lost.element,
            believed: lost.value,
            reason: lost.reason,
        });
        let other = report
            .believed_differs
            .into_iter()
            .map(|differing| Differs {
                element: differing.element,
                believed: differing.believed,
                reason: differing.reason,
            });
        Self {
            activity: report.activity,
            status: report.status,
            completion: report.completion,
            grade: report.grade,
            grade_reason: report.grade_reason,
            total_time: report.total_time,
            differs: lost.chain(other).collect(),
            values: report.stored,
            review: report.next_launch.mode == "review",
            next: report.next_launch.reasons,
        }
    }
}

impl Stored {
    /// From a record that was made of what the course set by the book, where only the rules of the
    /// server are known.
    pub(crate) fn by_rules(activity: &str, record: &Record) -> Self {
        let grade = record.grade();
        Self {
            activity: activity.to_owned(),
            status: record.status(),
            completion: record.completion(),
            grade: grade.percent,
            grade_reason: grade.reason,
            total_time: None,
            differs: Vec::new(),
            values: record.stored.clone(),
            next: Vec::new(),
            review: false,
        }
    }

    /// What differs of the statuses.
    pub(crate) fn status_differs(&self) -> impl Iterator<Item = &Differs> {
        self.differs.iter().filter(|one| is_status(&one.element))
    }
}

pub(crate) fn is_status(element: &str) -> bool {
    matches!(
        element,
        "cmi.core.lesson_status" | "cmi.completion_status" | "cmi.success_status"
    )
}

/// What a visit says of itself: how long it took, and how it ended.
pub(crate) fn is_of_the_visit(element: &str) -> bool {
    matches!(
        element,
        "cmi.exit" | "cmi.core.exit" | "cmi.session_time" | "cmi.core.session_time"
    )
}

/// What brings a learner back to where they were.
pub(crate) fn is_place(element: &str) -> bool {
    element == "cmi.suspend_data" || is_location(element)
}

/// Where the learner is, and nothing of what they did.
pub(crate) fn is_location(element: &str) -> bool {
    matches!(element, "cmi.location" | "cmi.core.lesson_location")
}

/// The course left in the middle, and come back to.
#[derive(Debug, Default)]
pub(crate) struct Comeback {
    pub(crate) followed: Followed,
    /// The page that was left, and the one that was met.
    pub(crate) left: String,
    pub(crate) met: String,
    pub(crate) same_page: bool,
    /// The course had kept a place when it was left.
    pub(crate) kept_place: bool,
    /// The course had reported that it was done.
    pub(crate) was_done: bool,
    /// What the content read as entry when it came back.
    pub(crate) entry: Option<String>,
    pub(crate) otherwise: Vec<Otherwise>,
    pub(crate) stored: Vec<Stored>,
    pub(crate) set_at: BTreeMap<String, String>,
}

/// The course played to its end while the server failed once on the way.
#[derive(Debug, Default)]
pub(crate) struct Outage {
    /// The act during which it failed, in words.
    pub(crate) act: String,
    /// The content was told that its saves succeeded then.
    pub(crate) told_true: bool,
    pub(crate) stored: Vec<Stored>,
    pub(crate) set_at: BTreeMap<String, String>,
}

/// A score as a course set it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Score {
    pub(crate) raw: Option<f64>,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) scaled: Option<f64>,
}

impl Score {
    pub(crate) fn of(elements: &[DataModelElement]) -> Self {
        let number = |part: &str| {
            let names = [
                format!("cmi.score.{part}"),
                format!("cmi.core.score.{part}"),
            ];
            let mut found = elements.iter().filter(|one| names.contains(&one.element));
            let value = found.find_map(|one| one.value.clone())?;
            value.trim().parse::<f64>().ok()
        };
        Self {
            raw: number("raw"),
            min: number("min"),
            max: number("max"),
            scaled: number("scaled"),
        }
    }

    /// What the learner saw, in percent.
    pub(crate) fn percent(self) -> Option<f64> {
        if let Some(scaled) = self.scaled {
            return Some(scaled * 100.0);
        }
        let raw = self.raw?;
        let (min, max) = (self.min.unwrap_or(0.0), self.max.unwrap_or(100.0));
        Some(if max > min {
            (raw - min) * 100.0 / (max - min)
        } else {
            raw
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn percent_is_scaled_or_raw_in_its_range() {
        let score = |raw, min, max, scaled| Score {
            raw,
            min,
            max,
            scaled,
        };
        assert_eq!(
            score(Some(2.0), None, Some(3.0), Some(0.5)).percent(),
            Some(50.0)
        );
        assert_eq!(
            score(Some(6.0), Some(2.0), Some(10.0), None).percent(),
            Some(50.0)
        );
        assert_eq!(score(Some(67.0), None, None, None).percent(), Some(67.0));
        assert_eq!(
            score(Some(7.0), Some(5.0), Some(5.0), None).percent(),
            Some(7.0)
        );
        assert_eq!(Score::default().percent(), None);
    }
}
