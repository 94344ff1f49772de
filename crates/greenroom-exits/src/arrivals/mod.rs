//! What of the content's data reached the LMS.
//!
//! The one place that knows where an LMS keeps it: by the book that is the journal of the session
//! (`journal.rs`), else the record of the LMS (`record.rs`).

mod journal;
mod record;
mod requests;
mod wanted;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use greenroom_stage::StageError;
use greenroom_stage::course::runtime::Runtime;
use schemars::JsonSchema;
use serde::Serialize;

use crate::eavesdropping::Tried;

/// What the LMS has of the activity that was left.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Arrivals {
    /// By element.
    pub elements: BTreeMap<String, Arrived>,
    /// Commits and Terminates that arrived while it was left.
    pub saves: Vec<&'static str>,
    /// The status that the LMS has stored, where it is not the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// What the content set and the LMS has not, each with the reason.
    #[serde(skip)]
    pub(crate) missing: Vec<Missing>,
    /// What the LMS stored otherwise than it was set, each with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
}

/// A value as the LMS has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Arrived {
    pub value: String,
    /// It came while the course was left.
    pub while_leaving: bool,
    /// A Commit or Terminate came after it. Without one, an LMS need not keep it.
    pub committed: bool,
}

/// A value that the LMS does not have.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) element: String,
    pub(crate) value: String,
    pub(crate) reason: String,
    /// The LMS has no place for it, however the course is left.
    pub(crate) never_kept: bool,
    /// It came to the LMS, which did not store it.
    pub(crate) not_taken: bool,
}

/// A value that arrived, and that the LMS replaced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Changed {
    pub element: String,
    pub set: String,
    pub stored: String,
    pub reason: String,
}

/// How much had been said when leaving began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    calls: usize,
    requests: u64,
    /// How long the page took to say that all is kept.
    pub(crate) pace: Duration,
}

impl Before {
    /// Now: what was sent so far has arrived.
    pub(crate) async fn leaving(runtime: &Runtime) -> Result<Self, StageError> {
        runtime.lms_at_rest().await;
        let asked = Instant::now();
        runtime.flush().await?;
        let pace = asked.elapsed();
        let lms = runtime.live.lms.as_ref();
        Ok(Self {
            pace,
            calls: runtime.live.read(|replica| replica.calls.len()),
            requests: lms.map_or(0, |lms| *lms.arrivals().borrow()),
        })
    }
}

impl Arrivals {
    /// What the LMS has of an activity; `tried` is what its content did since `before`.
    pub(crate) fn at(runtime: &Runtime, activity: &str, before: Before, tried: &[Tried]) -> Self {
        runtime.live.read(|replica| match &runtime.live.lms {
            Some(lms) => record::arrivals(lms, replica, activity, before, tried),
            None => journal::arrivals(replica, activity, before.calls),
        })
    }

    pub(crate) fn get(&self, element: &str) -> Option<&Arrived> {
        self.elements.get(element)
    }

    /// Elements that came while the course was left.
    pub(crate) fn while_leaving(&self) -> impl Iterator<Item = (&String, &Arrived)> {
        self.elements.iter().filter(|(_, one)| one.while_leaving)
    }

    /// Elements that the content set and the LMS has no place for.
    pub(crate) fn unkept(&self) -> Vec<String> {
        let never = self.missing.iter().filter(|one| one.never_kept);
        never.map(|one| one.element.clone()).collect()
    }

    /// Elements that no Commit or Terminate followed.
    pub(crate) fn uncommitted(&self) -> Vec<String> {
        let open = self.elements.iter().filter(|(_, one)| !one.committed);
        open.map(|(element, _)| element.clone()).collect()
    }
}
