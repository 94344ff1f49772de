//! What was lost: what an orderly leave brings to the LMS, or the content tried, and did not arrive.

mod advice;
mod losses;
mod orderly;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;

use crate::arrivals::Arrivals;
use crate::cell::Left;
use crate::eavesdropping::Tried;
use crate::moment::Moment;
use crate::returning::Return;
use advice::{fix, handler};
use losses::{loses_place, loses_status, losses};
pub(crate) use orderly::Orderly;

/// What became of the learner's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Lost,
    PartlyLost,
    Kept,
    NotApplicable,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::PartlyLost => "partly_lost",
            Self::Kept => "kept",
            Self::NotApplicable => "not_applicable",
        }
    }
}

/// Something that did not arrive.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lost {
    pub kind: LostKind,
    /// The element of the data model; `place` for the page.
    pub what: String,
    /// The value that it should have.
    pub value: Option<String>,
    /// Why the LMS has not got it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LostKind {
    Status,
    Score,
    Data,
    Exit,
    Time,
    Place,
}

/// One way at one moment in one LMS.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    pub way: &'static str,
    pub moment: Moment,
    pub lms: String,
    pub verdict: Verdict,
    /// Why it does not apply.
    pub reason: Option<String>,
    /// The content's calls while it was left.
    pub tried: Vec<Tried>,
    pub arrived: Arrivals,
    pub lost: Vec<Lost>,
    /// Arrived without Commit or Terminate: kept here, and not by every LMS.
    pub uncommitted: Vec<String>,
    /// Set by the course, and nothing that this LMS ever keeps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unkept: Vec<String>,
    pub on_return: Option<Return>,
    /// File and line of the course where it saves what was lost.
    pub line: Option<String>,
    /// What to change there.
    pub fix: Option<String>,
}

/// Judges one leave by an orderly one.
pub(crate) fn judge(left: Left, orderly: &Orderly) -> Row {
    if let Some(reason) = left.not_possible {
        return Row {
            verdict: Verdict::NotApplicable,
            reason: Some(reason),
            ..Row::of(left.way, left.moment, &left.lms)
        };
    }
    let (lost, none_arrived) = losses(&left, orderly);
    let mut told: Vec<Lost> = lost
        .into_iter()
        .map(|(element, (value, reason))| Lost {
            kind: kind(&element),
            what: element,
            value: Some(value.chars().take(120).collect()),
            reason,
        })
        .collect();
    if let Some(status) = loses_status(&left, orderly)
        && !told.iter().any(|one| one.kind == LostKind::Status)
    {
        told.push(Lost {
            kind: LostKind::Status,
            what: "status".to_owned(),
            value: Some(status),
            reason: None,
        });
    }
    told.sort_by_key(|one| one.kind);
    let place_is_lost = loses_place(&left);
    if place_is_lost {
        told.push(Lost {
            kind: LostKind::Place,
            what: "place".to_owned(),
            value: Some(left.page.clone()),
            reason: left.on_return.as_ref().and_then(Return::why_elsewhere),
        });
    }
    // Who only loses how long it took, and how it ended, has the work itself.
    let work = |one: &Lost| !matches!(one.kind, LostKind::Exit | LostKind::Time);
    let all_is_lost = none_arrived || left.arrivals.elements.is_empty();
    let verdict = if told.is_empty() {
        Verdict::Kept
    } else if all_is_lost && told.iter().any(work) {
        Verdict::Lost
    } else {
        Verdict::PartlyLost
    };
    let cause = told.iter().find_map(|one| {
        let mut own = left.tried.iter();
        let own = own.rfind(|tried| tried.sets().is_some_and(|(set, _)| set == one.what));
        own.or_else(|| orderly.saved_by.get(&one.what))
    });
    let line = cause.and_then(|tried| handler(tried, &left.listeners));
    let fix = (verdict != Verdict::Kept).then(|| fix(cause, &told));
    Row {
        verdict,
        uncommitted: left.arrivals.uncommitted(),
        unkept: left.arrivals.unkept(),
        tried: left.tried,
        arrived: left.arrivals,
        lost: told,
        on_return: left.on_return,
        line,
        fix,
        ..Row::of(left.way, left.moment, &left.lms)
    }
}

impl Row {
    fn of(way: &'static str, moment: Moment, lms: &str) -> Self {
        Self {
            way,
            moment,
            lms: lms.to_owned(),
            verdict: Verdict::Kept,
            reason: None,
            tried: Vec::new(),
            arrived: Arrivals::default(),
            lost: Vec::new(),
            uncommitted: Vec::new(),
            unkept: Vec::new(),
            on_return: None,
            line: None,
            fix: None,
        }
    }
}

/// What an element is.
fn kind(element: &str) -> LostKind {
    match element {
        "cmi.exit" | "cmi.core.exit" => LostKind::Exit,
        "cmi.session_time" | "cmi.core.session_time" => LostKind::Time,
        "cmi.core.lesson_status" | "cmi.completion_status" | "cmi.success_status" => {
            LostKind::Status
        }
        other if other.contains(".score.") => LostKind::Score,
        _ => LostKind::Data,
    }
}
