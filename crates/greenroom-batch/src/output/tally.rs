//! What all packages of a batch say together.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::ended::{Ended, Outcome};
use crate::judged::{Kept, rank};

/// Packages that are named one by one.
const MOST_WORST: usize = 200;
/// What a package whose program is not known is counted under.
const UNKNOWN: &str = "unknown";

/// Counts of a batch.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub passed: u64,
    pub findings: u64,
    pub not_judged: u64,
    /// Judged before, and not changed since.
    pub reused: u64,
    /// Needed more than one try.
    pub retried: u64,
    rules: BTreeMap<String, OfRule>,
    tools: BTreeMap<String, OfTool>,
    lms: BTreeMap<String, OfLms>,
    worst: Vec<Worst>,
}

/// What a rule found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfRule {
    pub severity: String,
    pub packages: u64,
    pub findings: u64,
}

/// What became of the packages of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfTool {
    pub packages: u64,
    pub failed: u64,
    pub errors: u64,
}

/// What became of packages in an LMS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfLms {
    pub packages: u64,
    pub fine: u64,
    /// Verdict → packages.
    pub verdicts: BTreeMap<String, u64>,
}

/// A package that needs work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    pub shown: String,
    pub outcome: Outcome,
    pub tool: Option<String>,
    pub errors: usize,
    pub warnings: usize,
    /// Why it was not judged, or the first thing that was found.
    pub why: String,
}

impl Worst {
    /// What could not be judged first, then by errors.
    fn order(
        &self,
    ) -> (
        Reverse<bool>,
        Reverse<bool>,
        Reverse<usize>,
        Reverse<usize>,
        &str,
    ) {
        (
            Reverse(self.outcome == Outcome::NotJudged),
            Reverse(self.outcome == Outcome::Findings),
            Reverse(self.errors),
            Reverse(self.warnings),
            &self.shown,
        )
    }
}

impl Tally {
    /// Counts one package.
    pub fn add(&mut self, ended: &Ended, kept: Option<&Kept>) {
        match ended.outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::Findings => self.findings += 1,
            Outcome::NotJudged => self.not_judged += 1,
        }
        self.reused += u64::from(ended.reused);
        self.retried += u64::from(ended.attempts > 1);
        let judged = kept.map(|kept| &kept.judged);
        for of in judged.iter().flat_map(|judged| &judged.rules) {
            let rule = self.rules.entry(of.rule.clone()).or_default();
            rule.packages += 1;
            rule.findings += of.count as u64;
            if rule.severity.is_empty() || rank(&of.severity) > rank(&rule.severity) {
                rule.severity.clone_from(&of.severity);
            }
        }
        let tool = judged.and_then(|judged| judged.authoring_tool.clone());
        if let Some(judged) = judged {
            let name = tool.clone().unwrap_or_else(|| UNKNOWN.to_owned());
            let of = self.tools.entry(name).or_default();
            of.packages += 1;
            of.failed += u64::from(!judged.passed);
            of.errors += judged.errors as u64;
        }
        for one in judged.iter().flat_map(|judged| &judged.lms) {
            let of = self.lms.entry(one.name.clone()).or_default();
            of.packages += 1;
            of.fine += u64::from(one.is_fine());
            *of.verdicts.entry(one.verdict.clone()).or_default() += 1;
        }
        if ended.outcome == Outcome::Passed {
            return;
        }
        let first = judged.and_then(|judged| judged.findings.first());
        let found = first.map(|first| format!("{}: {}", first.rule, first.message));
        self.worst.push(Worst {
            shown: ended.shown.clone(),
            outcome: ended.outcome,
            tool,
            errors: judged.map_or(0, |judged| judged.errors),
            warnings: judged.map_or(0, |judged| judged.warnings),
            why: ended.reason.clone().or(found).unwrap_or_default(),
        });
        // Sorted now and then, not for every package.
        if self.worst.len() >= 2 * MOST_WORST {
            self.keep_worst();
        }
    }

    fn keep_worst(&mut self) {
        self.worst
            .sort_by(|one, other| one.order().cmp(&other.order()));
        self.worst.truncate(MOST_WORST);
    }

    /// All packages.
    pub fn packages(&self) -> u64 {
        self.passed + self.findings + self.not_judged
    }

    /// Rules by the number of packages, errors before others.
    pub fn rules(&self) -> Vec<(&str, &OfRule)> {
        let mut rules: Vec<_> = self
            .rules
            .iter()
            .map(|(name, of)| (name.as_str(), of))
            .collect();
        rules.sort_by_key(|(name, of)| {
            (
                Reverse(rank(&of.severity).min(2)),
                Reverse(of.packages),
                *name,
            )
        });
        rules
    }

    /// Programs by the number of packages that failed.
    pub fn tools(&self) -> Vec<(&str, &OfTool)> {
        let mut tools: Vec<_> = self
            .tools
            .iter()
            .map(|(name, of)| (name.as_str(), of))
            .collect();
        tools.sort_by_key(|(name, of)| (Reverse(of.failed), Reverse(of.packages), *name));
        tools
    }

    /// LMSs by the number of packages that do not work there.
    pub fn lms(&self) -> Vec<(&str, &OfLms)> {
        let mut lms: Vec<_> = self
            .lms
            .iter()
            .map(|(name, of)| (name.as_str(), of))
            .collect();
        lms.sort_by_key(|(name, of)| (Reverse(of.packages - of.fine), *name));
        lms
    }

    /// The packages that need most work.
    pub fn worst(&mut self) -> &[Worst] {
        self.keep_worst();
        &self.worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judged::{InLms, Judged, RuleCount};

    fn ended(number: u64, outcome: Outcome) -> Ended {
        Ended {
            number,
            shown: format!("{number:05}.zip"),
            outcome,
            key: None,
            reason: (outcome == Outcome::NotJudged).then(|| "broken".to_owned()),
            reused: false,
            attempts: 1,
            seconds: 0.0,
        }
    }

    fn kept(errors: usize, tool: Option<&str>, lms: &[(&str, &str)]) -> Kept {
        let lms = lms.iter().map(|(name, verdict)| InLms {
            name: (*name).to_owned(),
            verdict: (*verdict).to_owned(),
        });
        Kept {
            key: String::new(),
            content_hash: String::new(),
            kind: String::new(),
            greenroom: String::new(),
            settings: String::new(),
            judged: Judged {
                passed: errors == 0,
                errors,
                authoring_tool: tool.map(str::to_owned),
                rules: vec![RuleCount {
                    rule: "r".to_owned(),
                    severity: if errors > 0 { "error" } else { "info" }.to_owned(),
                    count: errors + 1,
                }],
                lms: lms.collect(),
                ..Judged::default()
            },
        }
    }

    #[test]
    fn packages_are_counted_by_rule_program_and_lms() {
        let mut tally = Tally::default();
        let good = kept(0, Some("T"), &[("m", "works")]);
        tally.add(&ended(0, Outcome::Passed), Some(&good));
        let bad = kept(3, None, &[("m", "breaks"), ("n", "works")]);
        tally.add(&ended(1, Outcome::Findings), Some(&bad));
        tally.add(&ended(2, Outcome::NotJudged), None);
        assert_eq!((tally.packages(), tally.not_judged), (3, 1));
        let (name, of) = tally.rules()[0];
        assert_eq!((name, of.packages, of.findings), ("r", 2, 5));
        assert_eq!(of.severity, "error");
        let tools: Vec<_> = tally
            .tools()
            .into_iter()
            .map(|(name, of)| (name, of.failed))
            .collect();
        assert_eq!(tools, [("unknown", 1), ("T", 0)]);
        let (name, of) = tally.lms()[0];
        assert_eq!(
            (name, of.packages, of.fine, of.verdicts["breaks"]),
            ("m", 2, 1, 1)
        );
    }

    #[test]
    fn only_the_worst_are_held_whatever_their_order() {
        let mut tally = Tally::default();
        for number in 0..2000 {
            let errors = 1 + (number * 7919 % 2000) as usize;
            tally.add(
                &ended(number, Outcome::Findings),
                Some(&kept(errors, None, &[])),
            );
            assert!(tally.worst.len() <= 2 * MOST_WORST);
        }
        tally.add(&ended(2000, Outcome::NotJudged), None);
        let worst = tally.worst();
        assert_eq!(worst.len(), MOST_WORST);
        assert_eq!(worst[0].shown, "02000.zip");
        let errors: Vec<usize> = worst[1..].iter().map(|worst| worst.errors).collect();
        let want: Vec<usize> = (0..199).map(|nth| 2000 - nth).collect();
        assert_eq!(errors, want);
    }
}
