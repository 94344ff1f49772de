//! Learners who come back: the course is opened again, as on another computer.
//!
//! What they meet follows from what the LMS has of them, since chance and clock are the same in every
//! visit. Ways that leave them with the same data share one visit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use greenroom_explore::Sight;
use greenroom_stage::StageError;
use greenroom_stage::course::opening::{LaunchRequest, Prelude};
use greenroom_stage::course::runtime::Runtime;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::cell::Trial;
use crate::returning::Return;

/// What was met so far, by what the LMS had.
#[derive(Debug, Default)]
pub(crate) struct Homecomings(Mutex<HashMap<String, Arc<OnceCell<Return>>>>);

impl Homecomings {
    /// What is met by the learner who left this course; `visit` is made only if nobody with the same
    /// data came back before.
    pub(crate) async fn meet<F>(
        &self,
        left: &Runtime,
        sight: &Sight,
        visit: F,
    ) -> Result<Return, StageError>
    where
        F: Future<Output = Result<Return, StageError>>,
    {
        let key = key(left, sight);
        let cell = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(key).or_default())
        };
        cell.get_or_try_init(|| visit).await.cloned()
    }
}

impl Trial<'_> {
    /// Opens the course again for the same learner, as on another computer. It ends with the visit
    /// before it.
    pub(crate) async fn come_back(
        &self,
        left: &Runtime,
        sight: &Sight,
    ) -> Result<Return, StageError> {
        let learner = left.live.read(|replica| replica.engine.learner());
        let back = Some(Prelude::back(learner));
        let request = LaunchRequest::private(self.launch.clone());
        let runtime = self
            .learners
            .open_with(&left.session, request, back)
            .await?;
        sight.choose(&runtime).await;
        let mut met = Return::look(&runtime, sight, false).await?;
        if let Some(lms) = &left.live.lms {
            met.reasons = lms.record_of(sight.activity()).next(lms.profile()).reasons;
        }
        Ok(met)
    }
}

/// What the LMS has of the learner and where they left, but for times.
fn key(left: &Runtime, sight: &Sight) -> String {
    let learner = left.live.read(|replica| replica.engine.learner());
    let records = left.live.lms.as_ref().map(|lms| lms.records());
    let mut data = json!([sight.activity(), sight.name(), learner, records]);
    forget_times(&mut data);
    data.to_string()
}

/// How long a visit took differs from visit to visit.
fn forget_times(value: &mut Value) {
    match value {
        Value::String(text) if is_time(text) => text.clear(),
        Value::Array(items) => items.iter_mut().for_each(forget_times),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                let is_clock = member.is_number()
                    && ["time", "duration", "_at", "_ms"]
                        .iter()
                        .any(|part| name.contains(part));
                if is_clock {
                    *member = Value::Null;
                } else {
                    forget_times(member);
                }
            }
        }
        _ => {}
    }
}

/// A duration or a moment, as SCORM writes them.
fn is_time(text: &str) -> bool {
    let digits = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || ".:-+ZT".contains(c))
    };
    let duration = text.strip_prefix('P').is_some_and(|rest| {
        let known = |c: char| c.is_ascii_digit() || ".YMDTHS".contains(c);
        rest.chars().all(known)
    });
    let clock = text.matches(':').count() >= 2 && digits(text);
    duration || clock
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_are_forgotten() {
        let mut data = json!({
            "cmi.core.total_time": "0000:00:12.34", "total": "PT1H2.5S", "at": "2026-01-02T03:04:05Z",
            "elapsed_ms": 12, "location": "page:2", "suspend_data": "Pages", "score": 7,
        });
        forget_times(&mut data);
        let kept = json!({
            "cmi.core.total_time": "", "total": "", "at": "",
            "elapsed_ms": null, "location": "page:2", "suspend_data": "Pages", "score": 7,
        });
        assert_eq!(data, kept);
    }
}
