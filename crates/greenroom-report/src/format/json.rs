//! JSON, one document or one line per finding.

use scorm_lint::{Finding, Severity, score};
use scorm_package::ScormVersion;
use serde_json::{Value, json};

use super::{Checked, count};

/// A finding as JSON.
pub fn finding_json(finding: &Finding) -> Value {
    let fix = finding.fix.as_ref().map(|fix| {
        let edits: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| {
                json!({
                    "file": edit.file,
                    "start": edit.span.start,
                    "end": edit.span.end,
                    "new_text": edit.new_text,
                })
            })
            .collect();
        json!({
            "applicability": fix.applicability.as_str(),
            "title": fix.title,
            "edits": edits,
        })
    });
    json!({
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.as_str(),
        "category": finding.category.as_str(),
        "message": finding.message,
        "why": finding.why,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "extract": finding.extract,
        "spec": finding.spec,
        "fix": fix,
        "fingerprint": finding.fingerprint,
        "vendor": finding.vendor,
    })
}

pub(crate) fn render(checked: &[Checked<'_>]) -> String {
    let packages: Vec<Value> = checked.iter().map(package).collect();
    let mut text =
        serde_json::to_string_pretty(&json!({ "packages": packages })).unwrap_or_default();
    text.push('\n');
    text
}

pub(crate) fn lines(checked: &[Checked<'_>]) -> String {
    let mut text = String::new();
    for one in checked {
        for finding in &one.report.findings {
            let mut value = finding_json(finding);
            value["package"] = one.path.into();
            text.push_str(&value.to_string());
            text.push('\n');
        }
    }
    text
}

fn package(checked: &Checked<'_>) -> Value {
    let findings = &checked.report.findings;
    let score = score(findings);
    let breakdown: Vec<Value> = score
        .breakdown
        .iter()
        .map(|entry| {
            json!({
                "category": entry.category.as_str(),
                "rule": entry.rule,
                "count": entry.count,
                "penalty": entry.penalty,
            })
        })
        .collect();
    json!({
        "path": checked.path,
        "scorm_version": checked.report.version.map(ScormVersion::as_str),
        "score": score.score,
        "score_breakdown": breakdown,
        "summary": {
            "fatal": count(findings, Severity::Fatal),
            "errors": count(findings, Severity::Error),
            "warnings": count(findings, Severity::Warning),
            "info": count(findings, Severity::Info),
            "suppressed": checked.report.suppressed,
        },
        "findings": findings.iter().map(finding_json).collect::<Vec<_>>(),
    })
}
