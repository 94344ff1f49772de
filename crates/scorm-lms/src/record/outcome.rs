//! Status, score, grade and completion, as the LMS sees them.

use serde::{Deserialize, Serialize};

use super::Record;
use crate::profile::{Score, Version};

/// Is the course done, as the LMS sees it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// Nothing was stored.
    NotStarted,
    /// Under way.
    Incomplete,
    /// Done.
    Completed,
    /// Done, and passed.
    Passed,
    /// Done, and failed.
    Failed,
}

impl Completion {
    /// Is the course done and not failed?
    pub fn is_done(self) -> bool {
        matches!(self, Self::Completed | Self::Passed)
    }
}

/// The grade that the LMS gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// Out of 100; none if the LMS gives no grade.
    pub percent: Option<f64>,
    /// Why it is so, if a course may expect another.
    pub reason: Option<String>,
}

impl Record {
    fn score_element(&self, part: &str) -> String {
        match self.version {
            Version::Scorm12 => format!("cmi.core.score.{part}"),
            Version::Scorm2004 => format!("cmi.score.{part}"),
        }
    }

    fn score_part(&self, part: &str) -> Option<f64> {
        self.number(&self.score_element(part))
    }

    /// The words of all statuses that are stored.
    pub(super) fn statuses(&self) -> Vec<&str> {
        let elements = [
            "cmi.core.lesson_status",
            "cmi.completion_status",
            "cmi.success_status",
        ];
        let stored = elements
            .iter()
            .filter_map(|element| self.stored.get(*element));
        stored.map(String::as_str).collect()
    }

    /// The status: the lesson status, or both statuses of SCORM 2004.
    pub fn status(&self) -> String {
        let words = self.statuses();
        if words.is_empty() {
            "not attempted".to_owned()
        } else {
            words.join(", ")
        }
    }

    /// The score that is stored: raw, else scaled.
    pub fn score(&self) -> Option<f64> {
        self.score_part("raw").or_else(|| self.score_part("scaled"))
    }

    /// The total time that is stored, in the words of the version.
    pub fn total_time(&self) -> Option<&str> {
        let time = self.stored.get(self.version.total_time_element())?;
        Some(time.as_str()).filter(|time| !time.is_empty())
    }

    /// Is the course done, as this LMS sees it?
    pub fn completion(&self) -> Completion {
        if self.stored.is_empty() {
            return Completion::NotStarted;
        }
        let statuses = self.statuses();
        let counts = |word: &str| {
            statuses.contains(&word) && self.rules.complete_on.iter().any(|known| known == word)
        };
        if statuses.contains(&"failed") {
            Completion::Failed
        } else if counts("passed") || (counts("completed") && statuses.contains(&"passed")) {
            Completion::Passed
        } else if counts("completed") {
            Completion::Completed
        } else {
            Completion::Incomplete
        }
    }

    /// The grade that this LMS gives.
    pub fn grade(&self) -> Grade {
        let raw = self.score_part("raw");
        let scaled = self.score_part("scaled");
        let max = self.score_part("max");
        let given = |percent: f64| Grade {
            percent: Some(percent),
            reason: None,
        };
        let none = |reason: String| Grade {
            percent: None,
            reason: Some(reason),
        };
        let title = &self.title;
        match self.rules.grade {
            Score::Nothing => none(format!("{title} keeps no scores.")),
            Score::Host => none(format!("{title} leaves grades to the LMS that embeds it.")),
            Score::Raw => match (raw, scaled) {
                (Some(raw), _) => Grade {
                    percent: Some(raw),
                    reason: max
                        .filter(|max| (*max - 100.0).abs() > f64::EPSILON)
                        .map(|max| {
                            format!(
                                "{title} takes score.raw as points of 100, so {raw} of {max} is a \
                             grade of {raw}."
                            )
                        }),
                },
                (None, Some(_)) => Grade {
                    percent: Some(0.0),
                    reason: Some(format!(
                        "The grade in {title} will be 0, because only score.scaled is set and it \
                         reads score.raw."
                    )),
                },
                (None, None) => none(format!("No score.raw is stored in {title}.")),
            },
            Score::RawElseScaled => match (raw, scaled) {
                (Some(raw), _) => {
                    given(raw * 100.0 / max.filter(|max| *max > 0.0).unwrap_or(100.0))
                }
                (None, Some(scaled)) => given(scaled * 100.0),
                (None, None) => none(format!("No score is stored in {title}.")),
            },
            Score::LastOfRawAndScaled => self.last_of_both(raw, scaled, max),
            Score::ScaledElseStatus => match scaled {
                Some(scaled) => given(scaled * 100.0),
                None => match self.completion() {
                    Completion::Completed | Completion::Passed => Grade {
                        percent: Some(100.0),
                        reason: raw.map(|_| {
                            format!("{title} reads score.scaled only; score.raw is not used.")
                        }),
                    },
                    Completion::Failed => given(0.0),
                    Completion::NotStarted | Completion::Incomplete => {
                        none(format!("{title} reads score.scaled, and none is stored."))
                    }
                },
            },
            Score::RawWithMaxAtFinish => match (raw, max.filter(|max| *max > 0.0)) {
                (Some(raw), Some(max)) if self.finished => given(raw * 100.0 / max),
                (Some(_), None) => none(format!(
                    "{title} gives no grade, because score.max is not set above 0."
                )),
                _ => none(format!(
                    "{title} gives a grade only for score.raw and score.max after LMSFinish."
                )),
            },
            Score::PassedOnly => match self.completion() {
                Completion::Passed => given(100.0),
                _ => none(format!("{title} grades only courses that are passed.")),
            },
            Score::Standard => match (scaled, raw) {
                (Some(scaled), _) => given(scaled * 100.0),
                (None, Some(raw)) => {
                    given(raw * 100.0 / max.filter(|max| *max > 0.0).unwrap_or(100.0))
                }
                (None, None) => none("No score is stored.".to_owned()),
            },
        }
    }

    /// One field for both scores; the last one that was set counts, and nothing when failed.
    fn last_of_both(&self, raw: Option<f64>, scaled: Option<f64>, max: Option<f64>) -> Grade {
        let title = &self.title;
        if self.completion() == Completion::Failed {
            return Grade {
                percent: Some(0.0),
                reason: Some(format!("{title} gives 0 to a course that is failed.")),
            };
        }
        let by_raw = self
            .last_score
            .as_deref()
            .is_some_and(|last| last.ends_with("raw"));
        match (raw.filter(|_| by_raw || scaled.is_none()), scaled) {
            (Some(raw), _) => Grade {
                percent: Some(raw),
                reason: max
                    .filter(|max| (*max - 100.0).abs() > f64::EPSILON)
                    .map(|max| {
                        format!("{title} divides score.raw by 100, so {raw} of {max} is {raw} %.")
                    }),
            },
            (None, Some(scaled)) => Grade {
                percent: Some(scaled * 100.0),
                reason: None,
            },
            (None, None) => Grade {
                percent: None,
                reason: Some(format!("No score is stored in {title}.")),
            },
        }
    }
}
