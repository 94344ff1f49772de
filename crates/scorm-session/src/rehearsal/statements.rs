//! What is stated of data and tracking, and how much a rehearsal states at all.

use std::collections::BTreeMap;

use super::compare::{holds, values_of};
use super::format::{
    Call, CompletionWanted, Next, PageAct, Rehearsal, Statement, Step, SuccessWanted,
    TrackingWanted, Wanted,
};
use super::runner::{Outcome, Run};
use super::theatre::Theatre;
use crate::overview::{ActivityKind, ActivityOverview};

impl<T: Theatre> Run<'_, T> {
    /// Elements of the data model have these values.
    pub(super) fn check_data(&self, expected: &BTreeMap<String, Wanted>) -> Outcome {
        if expected.is_empty() {
            return Ok(());
        }
        let data = self.theatre.data();
        for (element, wanted) in expected {
            let values = values_of(&data, element);
            let found = if values.is_empty() {
                holds(wanted, None)
            } else {
                values.iter().any(|value| holds(wanted, Some(value)))
            };
            if !found {
                let actual = if values.is_empty() {
                    "no value".to_owned()
                } else {
                    values.join(", ")
                };
                return self.fail(element, &wanted.to_string(), &actual);
            }
        }
        Ok(())
    }

    /// Activities are tracked as stated.
    pub(super) fn check_tracking(&self, expected: &BTreeMap<String, TrackingWanted>) -> Outcome {
        if expected.is_empty() {
            return Ok(());
        }
        let activities = self.theatre.overview().map(|overview| overview.activities);
        let activities = activities.unwrap_or_default();
        for (identifier, wanted) in expected {
            let named = activities.iter().find(|it| it.identifier == *identifier);
            let root = || {
                let mut all = activities.iter();
                all.find(|it| identifier == "root" && it.kind == ActivityKind::Root)
            };
            let Some(activity) = named.or_else(root) else {
                let known: Vec<&str> = activities.iter().map(|it| it.identifier.as_str()).collect();
                let what = format!("activity {identifier}");
                return self.fail(&what, "an item of the course", &known.join(", "));
            };
            self.check_activity(activity, wanted)?;
        }
        Ok(())
    }

    fn check_activity(&self, activity: &ActivityOverview, wanted: &TrackingWanted) -> Outcome {
        let of = |what: &str| format!("{what} of {}", activity.identifier);
        if let Some(completion) = wanted.completion {
            let actual = completion_of(activity);
            let (expected, actual) = (format!("{completion:?}"), format!("{actual:?}"));
            self.expect(
                &of("completion"),
                &expected.to_lowercase(),
                &actual.to_lowercase(),
            )?;
        }
        if let Some(success) = wanted.success {
            let actual = success_of(activity);
            let (expected, actual) = (format!("{success:?}"), format!("{actual:?}"));
            self.expect(
                &of("success"),
                &expected.to_lowercase(),
                &actual.to_lowercase(),
            )?;
        }
        let status = activity.status;
        let numbers = [
            ("measure", &wanted.measure, status.measure),
            ("progress", &wanted.progress, status.progress),
            (
                "attempts",
                &wanted.attempts,
                Some(f64::from(activity.attempt_count)),
            ),
        ];
        for (what, wanted, actual) in numbers {
            let actual = actual.map(|number| number.to_string());
            if let Some(wanted) = wanted
                && !holds(wanted, actual.as_deref())
            {
                let actual = actual.as_deref().unwrap_or("unknown");
                return self.fail(&of(what), &wanted.to_string(), actual);
            }
        }
        let truths = [
            ("suspended", wanted.suspended, activity.suspended),
            ("disabled", wanted.disabled, activity.disabled),
            ("hidden", wanted.hidden, activity.hidden),
        ];
        for (what, wanted, actual) in truths {
            if let Some(wanted) = wanted {
                self.expect(&of(what), &wanted.to_string(), &actual.to_string())?;
            }
        }
        Ok(())
    }
}

fn completion_of(activity: &ActivityOverview) -> CompletionWanted {
    match activity.status.completed {
        Some(true) => CompletionWanted::Completed,
        Some(false) => CompletionWanted::Incomplete,
        None => CompletionWanted::Unknown,
    }
}

fn success_of(activity: &ActivityOverview) -> SuccessWanted {
    match activity.status.satisfied {
        Some(true) => SuccessWanted::Passed,
        Some(false) => SuccessWanted::Failed,
        None => SuccessWanted::Unknown,
    }
}

impl From<&ActivityOverview> for TrackingWanted {
    /// The statuses of an activity as a statement.
    fn from(activity: &ActivityOverview) -> Self {
        Self {
            completion: Some(completion_of(activity)),
            success: Some(success_of(activity)),
            measure: activity.status.measure.map(Wanted::Number),
            ..Self::default()
        }
    }
}

impl Rehearsal {
    /// How many things it states.
    pub fn statements(&self) -> usize {
        let steps: usize = self.steps.iter().map(Step::statements).sum();
        let last = self.final_state.as_ref().map_or(0, |last| {
            usize::from(last.session.is_some()) + count(&last.tracking)
        });
        steps + last
    }
}

impl Step {
    /// How many things it states.
    pub fn statements(&self) -> usize {
        let launch = self.launch.as_ref().map_or(0, |launch| {
            [&launch.resource, &launch.scorm_type, &launch.url]
                .into_iter()
                .flatten()
                .count()
        });
        let acts: usize = self
            .acts
            .iter()
            .map(|act| match act {
                PageAct::Expect(statement) => statement.count(),
                PageAct::Call(call) => usize::from(states(call)),
                PageAct::Navigate { .. } => 1,
                _ => 0,
            })
            .sum();
        let calls = self.calls.iter().filter(|call| states(call)).count();
        usize::from(!self.expect_activity.is_empty())
            + launch
            + self.ui.len()
            + calls
            + acts
            + self.data.len()
            + count(&self.tracking)
            + usize::from(self.within_ms.is_some())
            + self.then.statements()
    }
}

impl Next {
    fn statements(&self) -> usize {
        let on_unload = self.on_unload.iter().filter(|call| states(call)).count();
        usize::from(self.session_after.is_some())
            + usize::from(self.refused.is_some())
            + count(&self.tracking)
            + self.calls.len()
            + on_unload
            + self.then.as_ref().map_or(0, |then| then.statements())
    }
}

impl Statement {
    /// Whether somebody must look at the page for it.
    pub(super) fn looks_at_page(&self) -> bool {
        !self.shows.is_empty()
            || !self.hides.is_empty()
            || self.picture.is_some()
            || self.accessibility.is_some()
    }
}

fn count(tracking: &BTreeMap<String, TrackingWanted>) -> usize {
    tracking.values().map(TrackingWanted::count).sum()
}

/// Whether anything of a call's answer is compared.
fn states(call: &Call) -> bool {
    call.expect_result.is_some()
        || call.expect_error.is_some()
        || call.strict_result.is_some()
        || call.strict_error.is_some()
        || !call.accept_errors.is_empty()
        || !call.accept.is_empty()
        || !call.expect_ids.is_empty()
        || call.length.is_some()
}
