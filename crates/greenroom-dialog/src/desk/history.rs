//! The history: every dialog that has ended, searched, exported, deleted, bounded.

use super::Desk;
use crate::change::Change;
use crate::dialog::Dialog;
use crate::journal::Entry;
use crate::metrics::{self, Metrics, ToolReport};
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::state::State;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Entries that are kept.
const ENTRIES: usize = 1_000;
/// Bytes of all entries with their images.
const BYTES: u64 = 256 << 20;

/// Which entries to show. All given parts must fit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryFilter {
    pub tool: Option<String>,
    pub state: Option<State>,
    pub project: Option<String>,
    /// `created_at` from here…
    pub from: Option<u64>,
    /// …and before here.
    pub until: Option<u64>,
    /// Anywhere in question, parameters, answer or comment, whatever the case.
    pub text: Option<String>,
}

impl HistoryFilter {
    fn fits(&self, dialog: &Dialog) -> bool {
        self.tool.as_ref().is_none_or(|tool| *tool == dialog.tool)
            && self.state.is_none_or(|state| state == dialog.state)
            && self
                .project
                .as_ref()
                .is_none_or(|project| dialog.project.as_ref() == Some(project))
            && self.from.is_none_or(|from| dialog.created_at >= from)
            && self.until.is_none_or(|until| dialog.created_at < until)
            && self
                .text
                .as_ref()
                .is_none_or(|text| holds_text(dialog, text))
    }
}

fn holds_text(dialog: &Dialog, text: &str) -> bool {
    let wanted = text.to_lowercase();
    let parameters = Value::Object(dialog.parameters.clone());
    let response = json!(dialog.response);
    [&parameters, &response]
        .iter()
        .any(|value| value_holds(value, &wanted))
}

fn value_holds(value: &Value, wanted: &str) -> bool {
    match value {
        Value::String(text) => text.to_lowercase().contains(wanted),
        Value::Array(items) => items.iter().any(|item| value_holds(item, wanted)),
        Value::Object(members) => members.values().any(|value| value_holds(value, wanted)),
        _ => false,
    }
}

impl Desk {
    /// The ended dialogs that fit, newest first.
    pub fn history(&self, filter: &HistoryFilter) -> Vec<&Dialog> {
        let mut found: Vec<&Dialog> = self
            .dialogs
            .values()
            .filter(|dialog| dialog.state.is_terminal() && filter.fits(dialog))
            .collect();
        found.sort_by_key(|dialog| std::cmp::Reverse((dialog.ended_at(), dialog.created_at)));
        found
    }

    /// What the filters can offer: tools and projects.
    pub fn history_facets(&self) -> (BTreeSet<&str>, BTreeSet<&str>) {
        let ended = || {
            self.dialogs
                .values()
                .filter(|dialog| dialog.state.is_terminal())
        };
        let tools = ended().map(|dialog| dialog.tool.as_str()).collect();
        let projects = ended()
            .filter_map(|dialog| dialog.project.as_deref())
            .collect();
        (tools, projects)
    }

    /// Removes one entry or all; their images go too.
    pub fn delete_history(&mut self, dialog_id: Option<&str>, now: u64) -> Result<(), Refusal> {
        let doomed: Vec<String> = self
            .dialogs
            .values()
            .filter(|dialog| dialog.state.is_terminal() && !dialog.is_open(now))
            .filter(|dialog| dialog_id.is_none_or(|wanted| wanted == dialog.dialog_id))
            .map(|dialog| dialog.dialog_id.clone())
            .collect();
        if dialog_id.is_some() && doomed.is_empty() {
            return Err(Refusal::UnknownDialog);
        }
        for dialog_id in doomed {
            self.remove_entry(&dialog_id)?;
        }
        self.changes.push(Change::Queue);
        Ok(())
    }

    pub fn metrics(&self) -> Metrics {
        metrics::metrics(self.dialogs.values())
    }

    pub fn report(&self) -> Vec<ToolReport> {
        metrics::report(self.dialogs.values())
    }

    /// Drops the oldest entries beyond the bounds.
    pub(super) fn trim_history(&mut self) {
        let newest_first: Vec<(String, u64)> = self
            .history(&HistoryFilter::default())
            .into_iter()
            .map(|dialog| (dialog.dialog_id.clone(), bytes_of(dialog)))
            .collect();
        let mut bytes = 0;
        for (index, (dialog_id, size)) in newest_first.into_iter().enumerate() {
            bytes += size;
            let is_open = self.queue.position(&dialog_id).is_some();
            if (index >= ENTRIES || bytes > BYTES)
                && !is_open
                && let Err(error) = self.remove_entry(&dialog_id)
            {
                tracing::warn!(target: "dialog", %error, "the history was not trimmed");
            }
        }
    }

    fn remove_entry(&mut self, dialog_id: &str) -> Result<(), Refusal> {
        let removed = Entry::Removed {
            dialog_id: dialog_id.to_owned(),
        };
        self.append(&removed)?;
        self.images.remove(dialog_id);
        self.dialogs.remove(dialog_id);
        Ok(())
    }
}

fn bytes_of(dialog: &Dialog) -> u64 {
    let images: u64 = dialog
        .response
        .as_ref()
        .map_or(&[][..], Outcome::attachments)
        .iter()
        .map(|image| image.size)
        .sum();
    let texts: usize = dialog
        .parameters
        .values()
        .map(|value| value.as_str().map_or(64, str::len))
        .sum();
    images + texts as u64 + 1_000
}
