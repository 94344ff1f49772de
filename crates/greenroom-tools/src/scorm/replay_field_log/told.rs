//! What the tool answers: the first difference first, values cut to what fits an answer.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use scorm_fieldlog::FieldLog;
use scorm_fieldlog::replay::{self, Answered, Difference, Replay};
use serde::Serialize;

use crate::counted;

/// A value in the answer.
const LONGEST_VALUE: usize = 200;
/// So many differences are listed.
const MOST_DIFFERENCES: usize = 5;
/// So many elements are listed.
const MOST_ELEMENTS: usize = 40;
/// So many notes are listed.
const MOST_NOTES: usize = 12;

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormReplayFieldLogOutput {
    /// Calls that were made
    calls: usize,
    /// Lines that are in no known form
    unknown_lines: usize,
    /// The first call that answers otherwise
    first_difference: Option<DifferenceRecord>,
    /// Calls that answer otherwise
    differing: usize,
    /// The next differences
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more_differences: Vec<DifferenceRecord>,
    end_state: EndStateRecord,
    /// Plays the same calls: scorm_rehearse
    rehearsal_path: PathBuf,
    /// Loggers that were recognized
    formats: Vec<&'static str>,
    /// `1.2` or `2004`
    scorm_version: &'static str,
    /// Calls that cannot be made, since the log does not tell their value
    #[serde(skip_serializing_if = "is_zero")]
    left_out: usize,
    /// The first of the unknown lines
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<UnknownRecord>,
    /// What is assumed, cut or left out
    notes: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize, JsonSchema)]
struct DifferenceRecord {
    /// Number of the call in the log, from 1
    call: usize,
    /// Line of the log; of a HAR, the request
    line: usize,
    method: &'static str,
    args: Vec<String>,
    /// What the log says
    logged: AnsweredRecord,
    /// What it answers here
    answered: AnsweredRecord,
    /// A value of it is cut in the log
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

/// What a call answered, as far as it is told
#[derive(Serialize, JsonSchema)]
struct AnsweredRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// What GetLastError says after it
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// How the course stands after the last call
#[derive(Serialize, JsonSchema)]
struct EndStateRecord {
    /// Item identifier
    activity: Option<String>,
    /// `not_initialized`, `running`, `terminated`
    api: Option<&'static str>,
    /// completion_status; in 1.2 lesson_status
    completion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<String>,
    score: BTreeMap<String, String>,
    /// Tracked as completed, satisfied, measure
    tracked: TrackedRecord,
    /// Values that were set or given back
    data: BTreeMap<String, String>,
}

/// Tracking of the activity; null is unknown
#[derive(Serialize, JsonSchema)]
struct TrackedRecord {
    completed: Option<bool>,
    satisfied: Option<bool>,
    measure: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct UnknownRecord {
    line: usize,
    text: String,
}

impl ScormReplayFieldLogOutput {
    pub(super) fn of(log: &FieldLog, replay: Replay, rehearsal_path: PathBuf) -> Self {
        let Replay {
            scorm12,
            made,
            left_out,
            differing,
            differences,
            end_state,
            mut notes,
            ..
        } = replay;
        let mut differences = differences.into_iter().map(DifferenceRecord::from);
        let more = notes.len().saturating_sub(MOST_NOTES);
        notes.truncate(MOST_NOTES);
        if more > 0 {
            notes.push(format!("{more} more notes are in the rehearsal"));
        }
        Self {
            calls: made,
            unknown_lines: log.unknown_lines,
            first_difference: differences.next(),
            differing,
            more_differences: differences.take(MOST_DIFFERENCES - 1).collect(),
            end_state: end_state.into(),
            rehearsal_path,
            formats: log.formats.iter().map(|format| format.as_str()).collect(),
            scorm_version: if scorm12 { "1.2" } else { "2004" },
            left_out,
            unknown: log
                .unknown
                .iter()
                .map(|unknown| UnknownRecord {
                    line: unknown.line,
                    text: unknown.text.clone(),
                })
                .collect(),
            notes,
        }
    }
}

impl From<Difference> for DifferenceRecord {
    fn from(difference: Difference) -> Self {
        let Difference {
            call,
            line,
            method,
            args,
            logged,
            answered,
            cut,
        } = difference;
        Self {
            call,
            line,
            method,
            args: args.iter().map(|arg| short(arg)).collect(),
            logged: logged.into(),
            answered: answered.into(),
            cut,
        }
    }
}

impl From<Answered> for AnsweredRecord {
    fn from(answered: Answered) -> Self {
        Self {
            result: answered.result.as_deref().map(short),
            error: answered.error.map(|error| error.to_string()),
        }
    }
}

impl From<replay::EndState> for EndStateRecord {
    fn from(end: replay::EndState) -> Self {
        let replay::EndState {
            activity,
            api,
            session: _,
            completion,
            success,
            score,
            data,
            tracked,
        } = end;
        let data = data.into_iter().take(MOST_ELEMENTS);
        Self {
            activity,
            api,
            completion,
            success,
            score,
            tracked: TrackedRecord {
                completed: tracked.completed,
                satisfied: tracked.satisfied,
                measure: tracked.measure,
            },
            data: data.map(|(name, value)| (name, short(&value))).collect(),
        }
    }
}

impl fmt::Display for ScormReplayFieldLogOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} made again", counted(self.calls, "call"))?;
        match &self.first_difference {
            None => f.write_str(", all answered as the log says")?,
            Some(first) => write!(
                f,
                ", {} answered otherwise, first line {}: {}({}): {} in the log, {} here",
                self.differing,
                first.line,
                first.method,
                first.args.join(", "),
                first.logged,
                first.answered
            )?,
        }
        if self.unknown_lines > 0 {
            write!(f, "; {} unknown", counted(self.unknown_lines, "line"))?;
        }
        Ok(())
    }
}

impl fmt::Display for AnsweredRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.result, &self.error) {
            (Some(result), Some(error)) => write!(f, "{result:?} error {error}"),
            (Some(result), None) => write!(f, "{result:?}"),
            (None, Some(error)) => write!(f, "error {error}"),
            (None, None) => f.write_str("nothing"),
        }
    }
}

/// The beginning of a long value, with its length.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}
