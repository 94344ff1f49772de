//! What the session reads for tracking: typed, and without touching the last error.

use crate::api::Api;
use crate::elements::{RecordSpec, Rule};
use crate::lms_data::{Score, SharedData};
use crate::model::Record;
use crate::navigation::ContentRequest;
use crate::types::cmi_time::Timespan;
use crate::types::navigation_request;
use crate::types::real::to_f64;
use crate::types::time_interval::TimeInterval;
use crate::vocabulary::{CompletionStatus, Exit, LessonStatus, SuccessStatus};

/// A status as the SCO set it and as it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reported<T> {
    /// What the SCO set in this attempt; `None` when it never did. An explicit `unknown` counts.
    pub as_set: Option<T>,
    /// What GetValue gives: by threshold or passing score where one is defined.
    pub evaluated: T,
}

/// A value and who set it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known<T> {
    /// The value.
    pub value: T,
    /// Set by the SCO in this attempt, not by the LMS.
    pub by_sco: bool,
}

/// A record of `cmi.objectives`.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// `id`; empty when a SCORM 1.2 SCO never set it.
    pub id: String,
    /// `success_status`; `None` when never set.
    pub success_status: Option<Known<SuccessStatus>>,
    /// `completion_status`; `None` when never set.
    pub completion_status: Option<Known<CompletionStatus>>,
    /// `status` of SCORM 1.2; `None` when never set.
    pub lesson_status: Option<Known<LessonStatus>>,
    /// `score.*`
    pub score: Score,
    /// Whether the SCO set `score.scaled` in this attempt.
    pub scaled_by_sco: bool,
    /// Whether the SCO set `score.raw`, `.min` or `.max` in this attempt.
    pub raw_by_sco: bool,
    /// `progress_measure`
    pub progress_measure: Option<Known<f64>>,
}

impl Api {
    /// `cmi.completion_status`. In SCORM 1.2 it follows from `lesson_status`: `incomplete` and
    /// `browsed` are incomplete, `passed`, `failed` and `completed` are completed.
    pub fn completion_status(&self) -> Reported<CompletionStatus> {
        if self.model.version.is_scorm12() {
            return self.by_lesson_status(|status| match status {
                LessonStatus::Passed | LessonStatus::Completed | LessonStatus::Failed => {
                    CompletionStatus::Completed
                }
                LessonStatus::Incomplete | LessonStatus::Browsed => CompletionStatus::Incomplete,
                LessonStatus::NotAttempted => CompletionStatus::NotAttempted,
            });
        }
        let stored = self
            .scalar("cmi.completion_status")
            .and_then(CompletionStatus::parse);
        Reported {
            as_set: stored.filter(|_| self.model.scalar_by_sco("cmi.completion_status")),
            evaluated: self
                .model
                .evaluated(Rule::CompletionByThreshold)
                .and_then(CompletionStatus::parse)
                .or(stored)
                .unwrap_or(CompletionStatus::Unknown),
        }
    }

    /// `cmi.success_status`. In SCORM 1.2 it follows from `lesson_status`.
    pub fn success_status(&self) -> Reported<SuccessStatus> {
        if self.model.version.is_scorm12() {
            return self.by_lesson_status(|status| match status {
                LessonStatus::Passed => SuccessStatus::Passed,
                LessonStatus::Failed => SuccessStatus::Failed,
                _ => SuccessStatus::Unknown,
            });
        }
        let stored = self
            .scalar("cmi.success_status")
            .and_then(SuccessStatus::parse);
        Reported {
            as_set: stored.filter(|_| self.model.scalar_by_sco("cmi.success_status")),
            evaluated: self
                .model
                .evaluated(Rule::SuccessByPassingScore)
                .and_then(SuccessStatus::parse)
                .or(stored)
                .unwrap_or(SuccessStatus::Unknown),
        }
    }

    /// `cmi.core.lesson_status` of SCORM 1.2.
    pub fn lesson_status(&self) -> Reported<LessonStatus> {
        self.by_lesson_status(|status| status)
    }

    fn by_lesson_status<T>(&self, meaning: impl Fn(LessonStatus) -> T) -> Reported<T> {
        let stored = self
            .scalar("cmi.core.lesson_status")
            .and_then(LessonStatus::parse)
            .unwrap_or(LessonStatus::NotAttempted);
        Reported {
            as_set: self
                .model
                .scalar_by_sco("cmi.core.lesson_status")
                .then(|| meaning(stored)),
            evaluated: meaning(stored),
        }
    }

    /// `cmi.score.*`, `cmi.core.score.*`.
    pub fn score(&self) -> Score {
        let prefix = if self.model.version.is_scorm12() {
            "cmi.core.score"
        } else {
            "cmi.score"
        };
        score_of(self.model.spec(), &self.model.root, prefix)
    }

    /// Whether the SCO set an element in this attempt, by its name.
    pub fn set_by_sco(&self, element: &str) -> bool {
        crate::path::locate(&self.model, element).is_some_and(|(address, _)| {
            self.model.record(&address).is_some_and(|(_, record)| {
                record
                    .slots
                    .get(usize::from(address.slot))
                    .is_some_and(|slot| slot.by_sco)
            })
        })
    }

    /// `cmi.progress_measure`
    pub fn progress_measure(&self) -> Option<f64> {
        self.scalar("cmi.progress_measure").and_then(to_f64)
    }

    /// `cmi.objectives`, in record order.
    pub fn objectives(&self) -> Vec<Objective> {
        let place = self.model.spec().collection("cmi.objectives");
        let Some(collection) = self.model.spec().collections.get(place) else {
            return Vec::new();
        };
        let spec = collection.record;
        self.model
            .records("cmi.objectives")
            .iter()
            .map(|record| objective(spec, record))
            .collect()
    }

    /// `cmi.exit`, `cmi.core.exit`; empty when never set in this session.
    pub fn exit(&self) -> Exit {
        let name = if self.model.version.is_scorm12() {
            "cmi.core.exit"
        } else {
            "cmi.exit"
        };
        self.scalar(name)
            .and_then(Exit::parse)
            .unwrap_or(Exit::Empty)
    }

    /// The session time in seconds, when the SCO told it.
    pub fn session_seconds(&self) -> Option<f64> {
        self.seconds("cmi.session_time", "cmi.core.session_time")
    }

    fn seconds(&self, name2004: &str, name12: &str) -> Option<f64> {
        if self.model.version.is_scorm12() {
            return self
                .scalar(name12)
                .and_then(Timespan::parse_tolerant)
                .map(Timespan::seconds);
        }
        self.scalar(name2004)
            .and_then(TimeInterval::parse)
            .map(TimeInterval::seconds)
    }

    /// The standing `adl.nav.request`; `None` for `_none_` and for requests without a target.
    pub fn navigation_request(&self) -> Option<ContentRequest<'_>> {
        self.scalar("adl.nav.request")
            .and_then(navigation_request::parse)
    }

    /// The buckets of `adl.data` with their values now.
    pub fn shared_data(&self) -> Vec<SharedData> {
        self.model
            .records("adl.data")
            .iter()
            .map(|record| SharedData {
                id: record.text(0).unwrap_or_default().to_owned(),
                store: record.text(1).map(str::to_owned),
                read: record.bucket.read,
                write: record.bucket.write,
            })
            .collect()
    }

    fn scalar(&self, name: &str) -> Option<&str> {
        self.model.scalar(name)
    }
}

fn objective(spec: &RecordSpec, record: &Record) -> Objective {
    let by_sco = |name: &str| {
        record
            .slots
            .get(spec.slot(name))
            .is_some_and(|slot| slot.by_sco)
    };
    let text = |name: &str| record.text(spec.slot(name));
    Objective {
        id: text("id").unwrap_or_default().to_owned(),
        success_status: text("success_status")
            .and_then(SuccessStatus::parse)
            .map(|value| Known {
                value,
                by_sco: by_sco("success_status"),
            }),
        completion_status: text("completion_status")
            .and_then(CompletionStatus::parse)
            .map(|value| Known {
                value,
                by_sco: by_sco("completion_status"),
            }),
        lesson_status: text("status")
            .and_then(LessonStatus::parse)
            .map(|value| Known {
                value,
                by_sco: by_sco("status"),
            }),
        score: score_of(spec, record, "score"),
        scaled_by_sco: by_sco("score.scaled"),
        raw_by_sco: by_sco("score.raw") || by_sco("score.min") || by_sco("score.max"),
        progress_measure: text("progress_measure")
            .and_then(to_f64)
            .map(|value| Known {
                value,
                by_sco: by_sco("progress_measure"),
            }),
    }
}

fn score_of(spec: &RecordSpec, record: &Record, prefix: &str) -> Score {
    let number = |part: &str| {
        let name = format!("{prefix}.{part}");
        record.text(spec.slot(&name)).and_then(to_f64)
    };
    Score {
        scaled: number("scaled"),
        raw: number("raw"),
        min: number("min"),
        max: number("max"),
    }
}
