//! Known findings, so that only new ones are reported.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::Finding;

/// Fingerprints of findings that were accepted. As text: one per line, `#` begins a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    fingerprints: BTreeSet<String>,
}

impl Baseline {
    /// Reads the text form.
    pub fn parse(text: &str) -> Self {
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        let fingerprints = words
            .filter(|word| !word.starts_with('#'))
            .map(str::to_owned)
            .collect();
        Self { fingerprints }
    }

    /// The text form of these findings, with what they are beside each fingerprint.
    pub fn write(findings: &[Finding]) -> String {
        let mut text = "# Findings accepted so far: fingerprint, rule, place.\n".to_owned();
        for finding in findings {
            let file = finding.file.as_deref().unwrap_or("(package)");
            let _ = writeln!(text, "{} {} {file}", finding.fingerprint, finding.code);
        }
        text
    }

    /// Keeps what is new.
    pub fn filter(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let new = |finding: &Finding| !self.fingerprints.contains(&finding.fingerprint);
        findings.into_iter().filter(new).collect()
    }
}
