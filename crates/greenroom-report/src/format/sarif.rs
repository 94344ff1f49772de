//! SARIF 2.1.0, with every rule that fired and its documentation.

use std::fmt::Write as _;

use scorm_lint::{Finding, Rule, Severity, find_rule};
use serde_json::{Value, json};

use super::{Checked, path};

pub(crate) fn render(checked: &[Checked<'_>]) -> String {
    let mut rules: Vec<&'static Rule> = Vec::new();
    let mut results = Vec::new();
    for one in checked {
        for finding in &one.report.findings {
            let at = rules
                .iter()
                .position(|rule| rule.code == finding.code)
                .or_else(|| {
                    rules.push(find_rule(finding.code)?);
                    Some(rules.len() - 1)
                });
            results.push(result(one, finding, at));
        }
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Greenroom",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.into_iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn rule(rule: &'static Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.summary() },
        "fullDescription": { "text": rule.section("Why").unwrap_or_default() },
        "help": { "text": rule.summary(), "markdown": scorm_lint::explain(rule.code).unwrap_or_default() },
        "defaultConfiguration": { "level": level(rule.severity) },
        "properties": { "category": rule.category.as_str() },
    })
}

fn result(checked: &Checked<'_>, finding: &Finding, rule: Option<usize>) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&path(checked, finding)) } });
    if let Some(line) = finding.line {
        location["region"] = json!({
            "startLine": line,
            "startColumn": finding.column,
            "endLine": finding.end_line,
            "endColumn": finding.end_column,
            "snippet": { "text": finding.extract },
        });
    }
    json!({
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": level(finding.severity),
        "message": { "text": finding.message },
        "locations": [{ "physicalLocation": location }],
        "partialFingerprints": { "greenroom/v1": finding.fingerprint },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Fatal | Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
