//! A finding on the wire.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use scorm_lint::{Files, Finding, Fix};
use serde::Serialize;

use super::fixed_copy;

/// No answer lists more findings than this; the rest is counted, and the report has all.
pub const MOST_FINDINGS: usize = 200;

/// A finding as tools and reports tell it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FindingRecord {
    /// Name of the rule
    pub rule: &'static str,
    /// Its code, for `greenroom rule CODE`
    pub code: &'static str,
    pub severity: &'static str,
    pub category: &'static str,
    pub message: String,
    pub why: &'static str,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub end_line: Option<u32>,
    pub end_column: Option<u32>,
    pub extract: Option<String>,
    pub fix_suggestion: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixRecord>,
    /// Document and section
    pub reference: &'static str,
    pub vendor: bool,
    pub fingerprint: String,
}

/// Edits that mend a finding.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FixRecord {
    /// safe, unsafe or suggestion
    pub applicability: &'static str,
    pub edits: Vec<EditRecord>,
    /// The change as a unified diff, where it is only proposed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

/// Replaces bytes of a file's text by others.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EditRecord {
    pub file: String,
    pub start: u32,
    pub end: u32,
    pub new_text: String,
}

impl From<&Finding> for FindingRecord {
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.name,
            code: finding.code,
            severity: finding.severity.as_str(),
            category: finding.category.as_str(),
            message: finding.message.clone(),
            why: finding.why,
            file: finding.file.clone(),
            line: finding.line,
            column: finding.column,
            end_line: finding.end_line,
            end_column: finding.end_column,
            extract: finding.extract.clone(),
            fix_suggestion: advice(finding),
            fix: finding.fix.as_ref().map(FixRecord::of),
            reference: finding.spec,
            vendor: finding.vendor,
            fingerprint: finding.fingerprint.clone(),
        }
    }
}

impl FindingRecord {
    /// The finding with what its fix would change.
    pub fn with_diff(finding: &Finding, files: &dyn Files) -> Self {
        let mut record = Self::from(finding);
        if let (Some(fix), Some(to)) = (&finding.fix, &mut record.fix) {
            to.diff = fixed_copy::diff_of(files, fix);
        }
        record
    }
}

impl FixRecord {
    /// The edits of a fix.
    pub fn of(fix: &Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| EditRecord {
            file: edit.file.clone(),
            start: edit.span.start,
            end: edit.span.end,
            new_text: edit.new_text.clone(),
        });
        Self {
            applicability: fix.applicability.as_str(),
            edits: edits.collect(),
            diff: None,
        }
    }
}

/// The findings that an answer lists, and how many it leaves out.
pub fn listed<'f, T>(
    findings: impl IntoIterator<Item = &'f Finding>,
    record: impl FnMut(&'f Finding) -> T,
) -> (Vec<T>, Option<usize>) {
    let mut findings = worst_first(findings).into_iter();
    let listed = findings.by_ref().take(MOST_FINDINGS).map(record).collect();
    let omitted = findings.count();
    (listed, (omitted > 0).then_some(omitted))
}

/// The worst first; of the same severity, the first finding of each rule before the second of any.
///
/// However short a list is cut, it names as many different faults as it can.
pub fn worst_first<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<&'f Finding> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, &Finding)> = findings
        .into_iter()
        .map(|finding| {
            let count = seen.entry(finding.code).or_default();
            *count += 1;
            (*count, finding)
        })
        .collect();
    ranked.sort_by_key(|(nth, finding)| (Reverse(finding.severity), *nth));
    ranked.into_iter().map(|(_, finding)| finding).collect()
}

/// Members of a finding that an answer leaves out first when it is too long: what the rule's page
/// tells as well, and what only a program that applies the fix needs.
pub const LEFT_OUT_FIRST: &[&str] = &[
    "fingerprint",
    "fix",
    "end_line",
    "end_column",
    "reference",
    "why",
    "vendor",
    "category",
    "extract",
];

/// What to do about a finding. Examples are in the documentation of its rule.
pub fn advice(finding: &Finding) -> String {
    finding.suggestion.clone()
}

/// `file:line:column rule: message`, as compilers print it.
pub fn error_line(finding: &Finding) -> String {
    let mut place = finding.file.clone().unwrap_or_else(|| "package".to_owned());
    for number in [finding.line, finding.column].into_iter().flatten() {
        let _ = write!(place, ":{number}");
    }
    format!("{place} {}: {}", finding.name, finding.message)
}
