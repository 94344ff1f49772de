//! Figures over the dialogs, from their records alone.

use crate::dialog::Dialog;
use crate::state::State;
use serde::Serialize;
use std::collections::BTreeMap;

/// Figures over all dialogs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metrics {
    pub active: usize,
    pub completed: usize,
    pub errors: usize,
    pub cancelled: usize,
    pub expired: usize,
    /// Milliseconds, over completed dialogs.
    pub average_response_time: Option<f64>,
    /// Completed among completed, errors and cancelled.
    pub success_rate: Option<f64>,
}

/// Figures of one tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToolReport {
    pub tool: String,
    pub requests: usize,
    pub responses: usize,
    pub errors: usize,
    pub cancelled: usize,
    pub expired: usize,
    pub average_latency: Option<f64>,
    pub success_rate: Option<f64>,
}

#[derive(Default)]
struct Count {
    all: usize,
    active: usize,
    completed: usize,
    errors: usize,
    cancelled: usize,
    expired: usize,
    latency: u64,
}

impl Count {
    fn take(&mut self, dialog: &Dialog) {
        self.all += 1;
        match dialog.state {
            State::Completed => {
                self.completed += 1;
                self.latency += dialog.ended_at().saturating_sub(dialog.created_at);
            }
            State::Error => self.errors += 1,
            State::Cancelled => self.cancelled += 1,
            State::Expired => self.expired += 1,
            State::Idle | State::Pending | State::Active | State::Responding => self.active += 1,
        }
    }

    fn average(&self) -> Option<f64> {
        ratio(self.latency as f64, self.completed)
    }

    fn success(&self) -> Option<f64> {
        let ended = self.completed + self.errors + self.cancelled;
        ratio(self.completed as f64, ended)
    }
}

fn ratio(part: f64, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}

/// The figures over these dialogs.
pub fn metrics<'a>(dialogs: impl Iterator<Item = &'a Dialog>) -> Metrics {
    let mut count = Count::default();
    dialogs.for_each(|dialog| count.take(dialog));
    Metrics {
        active: count.active,
        completed: count.completed,
        errors: count.errors,
        cancelled: count.cancelled,
        expired: count.expired,
        average_response_time: count.average(),
        success_rate: count.success(),
    }
}

/// One row per tool that was used.
pub fn report<'a>(dialogs: impl Iterator<Item = &'a Dialog>) -> Vec<ToolReport> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for dialog in dialogs {
        counts.entry(&dialog.tool).or_default().take(dialog);
    }
    counts
        .into_iter()
        .map(|(tool, count)| ToolReport {
            tool: tool.to_owned(),
            requests: count.all,
            responses: count.completed,
            errors: count.errors,
            cancelled: count.cancelled,
            expired: count.expired,
            average_latency: count.average(),
            success_rate: count.success(),
        })
        .collect()
}
