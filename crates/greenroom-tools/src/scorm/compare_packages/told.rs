//! What the answer says of a comparison: the worst first, the rest counted.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use greenroom_compare::files::TextChange;
use greenroom_compare::going_on::{GoingOn, Verdict};
use greenroom_compare::outline::Change;
use greenroom_report::{error_line, worst_first};
use schemars::JsonSchema;
use scorm_lint::Finding;
use serde::Serialize;

use super::Comparison;
use crate::counted;

/// What an answer lists of each kind.
const CHANGES: usize = 30;
const FINDINGS: usize = 10;
const TEXTS: usize = 8;
const FILES: usize = 10;
/// Characters of a value.
const VALUE: usize = 160;

#[derive(Serialize, JsonSchema)]
pub(crate) struct Compared {
    /// same_place, begins_anew, wrong_page, data_lost, error; absent if nobody tried
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// The verdict in a sentence, or why nobody tried
    verdict_why: String,
    /// How a learner goes on
    #[serde(skip_serializing_if = "Option::is_none")]
    going_on: Option<GoingOn>,
    /// In the activities, by what they are about
    changes: Vec<Change>,
    changes_total: usize,
    findings: FindingChanges,
    texts: Vec<TextChange>,
    texts_total: usize,
    files: FileCounts,
    /// Everything, as JSON
    report_path: PathBuf,
}

#[derive(Serialize, JsonSchema)]
struct FindingChanges {
    new: Vec<String>,
    new_total: usize,
    gone: Vec<String>,
    gone_total: usize,
}

#[derive(Serialize, JsonSchema)]
struct FileCounts {
    added: usize,
    removed: usize,
    changed: usize,
    old_bytes: u64,
    new_bytes: u64,
    /// The largest differences
    largest: Vec<String>,
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {}, {} with other words; {}",
            counted(self.changes_total, "change"),
            counted(self.findings.new_total, "new finding"),
            counted(self.texts_total, "page"),
            self.verdict_why
        )
    }
}

impl Compared {
    pub(super) fn of(comparison: &Comparison, report_path: PathBuf) -> Self {
        let going_on = comparison.going_on.clone();
        let files = &comparison.files;
        let cut = |value: &Option<String>| {
            let value = value.as_ref();
            value.map(|value| value.chars().take(VALUE).collect::<String>())
        };
        let changes = comparison.changes.iter().take(CHANGES);
        Self {
            verdict: going_on.as_ref().map(|one| one.verdict),
            verdict_why: match (&going_on, &comparison.not_tried) {
                (Some(going_on), _) => going_on.why.clone(),
                (None, Some(why)) => format!("whether a learner can go on was not tried: {why}"),
                (None, None) => String::new(),
            },
            going_on,
            changes: changes
                .map(|change| Change {
                    old: cut(&change.old),
                    new: cut(&change.new),
                    ..change.clone()
                })
                .collect(),
            changes_total: comparison.changes.len(),
            findings: FindingChanges {
                new: first(&comparison.findings_new),
                new_total: comparison.findings_new.len(),
                gone: first(&comparison.findings_gone),
                gone_total: comparison.findings_gone.len(),
            },
            texts: files.texts.iter().take(TEXTS).cloned().collect(),
            texts_total: files.texts.len(),
            files: FileCounts {
                added: files.added.len(),
                removed: files.removed.len(),
                changed: files.changed.len(),
                old_bytes: files.old_bytes,
                new_bytes: files.new_bytes,
                largest: largest(comparison),
            },
            report_path,
        }
    }
}

fn first(lines: &[String]) -> Vec<String> {
    lines.iter().take(FINDINGS).cloned().collect()
}

/// The files by how much their size differs.
fn largest(comparison: &Comparison) -> Vec<String> {
    let files = &comparison.files;
    let mut rows: Vec<(u64, String)> = Vec::new();
    for file in &files.added {
        rows.push((
            file.bytes,
            format!("+ {} ({} bytes)", file.path, file.bytes),
        ));
    }
    for file in &files.removed {
        rows.push((
            file.bytes,
            format!("- {} ({} bytes)", file.path, file.bytes),
        ));
    }
    for file in &files.changed {
        let (old, new) = (file.old_bytes, file.new_bytes);
        rows.push((
            old.abs_diff(new),
            format!("{} ({old} → {new} bytes)", file.path),
        ));
    }
    rows.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    rows.into_iter().take(FILES).map(|row| row.1).collect()
}

/// The findings that others have not, the worst first.
pub(super) fn without(findings: &[Finding], others: &[Finding]) -> Vec<String> {
    let known: BTreeSet<&str> = others.iter().map(|one| one.fingerprint.as_str()).collect();
    let new = findings
        .iter()
        .filter(|one| !known.contains(one.fingerprint.as_str()));
    worst_first(new)
        .into_iter()
        .map(|one| format!("{}: {}", one.severity.as_str(), error_line(one)))
        .collect()
}
