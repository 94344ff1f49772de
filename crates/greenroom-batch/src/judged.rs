//! What was found out about a package.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The judgement of one package, whatever was asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Nothing was found at or above the severity that was asked for.
    pub passed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scorm_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authoring_tool: Option<String>,
    /// Of 100, where lint gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    /// All rules that found something, also those of findings that are not listed.
    pub rules: Vec<RuleCount>,
    /// The worst first.
    pub findings: Vec<FoundFault>,
    /// How many are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub findings_omitted: usize,
    /// The LMSs that were asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lms: Vec<InLms>,
    /// What only this kind of job tells.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub details: Value,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How often a rule found something in a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleCount {
    /// Name of the rule, or kind of the finding.
    pub rule: String,
    /// The worst severity.
    pub severity: String,
    pub count: usize,
}

/// One thing that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFault {
    pub rule: String,
    /// For `greenroom rule CODE`, where a rule of lint found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    pub severity: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extract: Option<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fix_suggestion: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
}

/// What became of the package in an LMS.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InLms {
    pub name: String,
    /// `works`, or `nothing_found` by lint, or what is the matter.
    pub verdict: String,
}

impl InLms {
    /// Is nothing known against it there?
    pub fn is_fine(&self) -> bool {
        matches!(self.verdict.as_str(), "works" | "nothing_found")
    }
}

impl Judged {
    /// Counts severities and rules of all findings, of which `findings` may list only some.
    pub fn count<'f>(&mut self, all: impl Iterator<Item = (&'f str, &'f str)>) {
        for (rule, severity) in all {
            match severity {
                "fatal" | "error" => self.errors += 1,
                "warning" => self.warnings += 1,
                _ => self.notes += 1,
            }
            match self.rules.iter_mut().find(|known| known.rule == rule) {
                Some(known) => {
                    known.count += 1;
                    if rank(severity) > rank(&known.severity) {
                        severity.clone_into(&mut known.severity);
                    }
                }
                None => self.rules.push(RuleCount {
                    rule: rule.to_owned(),
                    severity: severity.to_owned(),
                    count: 1,
                }),
            }
        }
    }
}

/// Severities in order.
pub(crate) fn rank(severity: &str) -> u8 {
    match severity {
        "fatal" => 3,
        "error" => 2,
        "warning" => 1,
        _ => 0,
    }
}

/// A judgement with what it holds for: one per key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The hash of content, kind of job, version and settings.
    pub key: String,
    pub content_hash: String,
    pub kind: String,
    pub greenroom: String,
    /// The hash of the settings.
    pub settings: String,
    pub judged: Judged,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_and_rules_are_counted() {
        let mut judged = Judged::default();
        let all = [
            ("a", "warning"),
            ("b", "info"),
            ("a", "fatal"),
            ("c", "error"),
        ];
        judged.count(all.into_iter());
        assert_eq!((judged.errors, judged.warnings, judged.notes), (2, 1, 1));
        let of_a = &judged.rules[0];
        assert_eq!((of_a.severity.as_str(), of_a.count), ("fatal", 2));
    }
}
