//! The report for programs.

use schemars::JsonSchema;
use scorm_lint::{Finding, Severity};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Extent, ReportDocument};
use crate::{Analysis, FindingRecord};

/// How many findings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Fatal ones included
    pub errors: usize,
    pub warnings: usize,
    pub info: usize,
}

impl Summary {
    /// Counts the findings of an analysis.
    pub fn of(analysis: &Analysis) -> Self {
        Self {
            errors: analysis.errors().count(),
            warnings: analysis.of_severity(Severity::Warning).count(),
            info: analysis.of_severity(Severity::Info).count(),
        }
    }
}

/// The whole report as one object.
pub(crate) fn report(document: &ReportDocument<'_>, extent: &Extent<'_>) -> Value {
    let analysis = document.analysis;
    let (findings, omitted) = document.listed(extent);
    let findings: Vec<FindingRecord> = findings.into_iter().map(FindingRecord::from).collect();
    let mut report = json!({
        "package": {
            "path": analysis.path, "title": analysis.course.title,
            "course_id": analysis.course.course_id, "scorm_version": analysis.scorm_version(),
            "files": analysis.files, "bytes": analysis.bytes,
        },
        "compliance_score": analysis.score.score,
        "score_breakdown": breakdown(analysis),
        "summary": document.summary(),
        "activity_tree": analysis.tree,
        "findings": findings,
    });
    if let Some(verdicts) = document.verdicts {
        report["verdicts"] = json!(verdicts);
    }
    if let Some(evidence) = document.evidence {
        report["runtime"] = evidence.to_json();
    }
    if omitted > 0 {
        report["omitted"] = json!(omitted);
        report["complete_report"] = json!(extent.complete);
    }
    report
}

/// What each rule took from the score.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleCost {
    category: &'static str,
    rule: &'static str,
    count: usize,
    penalty: f64,
    severity: &'static str,
    /// The first places, `file:line`
    places: Vec<String>,
}

/// Places that a rule's entry names.
const PLACES: usize = 3;

/// `score_breakdown` of a report.
pub fn breakdown(analysis: &Analysis) -> Vec<RuleCost> {
    let entries = analysis.score.breakdown.iter();
    entries
        .map(|entry| RuleCost {
            category: entry.category.as_str(),
            rule: entry.rule,
            count: entry.count,
            penalty: entry.penalty,
            severity: worst(analysis, entry.rule),
            places: places(analysis, entry.rule),
        })
        .collect()
}

fn worst(analysis: &Analysis, rule: &str) -> &'static str {
    let of_rule = analysis.findings().iter().filter(|it| it.name == rule);
    of_rule
        .map(|finding| finding.severity)
        .max()
        .unwrap_or(Severity::Info)
        .as_str()
}

fn places(analysis: &Analysis, rule: &str) -> Vec<String> {
    let of_rule = analysis.findings().iter().filter(|it| it.name == rule);
    let mut places: Vec<String> = Vec::new();
    for place in of_rule.map(place) {
        if places.len() == PLACES {
            break;
        }
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

fn place(finding: &Finding) -> String {
    let file = finding.file.as_deref().unwrap_or("package");
    match finding.line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_owned(),
    }
}
