//! SARIF 2.1.0, with every rule that fired and its documentation.

use std::fmt::Write as _;
use std::io;

use scorm_lint::{Finding, Rule, Severity, find_rule};
use serde_json::{Value, json};

use super::{Checked, path};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

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
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver(&rules.into_iter().map(rule).collect::<Vec<_>>()) },
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
    let mut result = SarifResult {
        rule: finding.code,
        level: level(finding.severity),
        message: &finding.message,
        path: &path(checked, finding),
        region: None,
        fingerprint: &finding.fingerprint,
    };
    if let Some(line) = finding.line {
        result.region = Some(json!({
            "startLine": line,
            "startColumn": finding.column,
            "endLine": finding.end_line,
            "endColumn": finding.end_column,
            "snippet": { "text": finding.extract },
        }));
    }
    result.json(rule)
}

/// One result of a SARIF log.
#[derive(Clone, Debug)]
pub struct SarifResult<'a> {
    /// The code of a rule of lint, or the name of what else found it.
    pub rule: &'a str,
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What is wrong.
    pub message: &'a str,
    /// The file.
    pub path: &'a str,
    /// Where in the file.
    pub region: Option<Value>,
    /// The same for the same fault, whatever else changes; may be empty.
    pub fingerprint: &'a str,
}

impl SarifResult<'_> {
    fn json(&self, rule: Option<usize>) -> Value {
        let mut location = json!({ "artifactLocation": { "uri": uri(self.path) } });
        if let Some(region) = &self.region {
            location["region"] = region.clone();
        }
        let mut result = json!({
            "ruleId": self.rule,
            "ruleIndex": rule,
            "level": self.level,
            "message": { "text": self.message },
            "locations": [{ "physicalLocation": location }],
        });
        if !self.fingerprint.is_empty() {
            result["partialFingerprints"] = json!({ "greenroom/v1": self.fingerprint });
        }
        result
    }
}

/// Writes a SARIF log result by result, so that it may be longer than memory.
#[derive(Debug)]
pub struct SarifWriter<W> {
    out: W,
    rules: Vec<String>,
    is_first: bool,
}

impl<W: io::Write> SarifWriter<W> {
    /// Begins a log.
    pub fn new(mut out: W) -> io::Result<Self> {
        let begin = json!({"$schema": SCHEMA, "version": "2.1.0"}).to_string();
        let begin = begin.trim_end_matches('}');
        write!(
            out,
            "{begin},\"runs\":[{{\"columnKind\":\"unicodeCodePoints\",\"results\":["
        )?;
        Ok(Self {
            out,
            rules: Vec::new(),
            is_first: true,
        })
    }

    /// Adds a result.
    pub fn result(&mut self, result: &SarifResult<'_>) -> io::Result<()> {
        let known = self.rules.iter().position(|rule| rule == result.rule);
        let at = known.unwrap_or_else(|| {
            self.rules.push(result.rule.to_owned());
            self.rules.len() - 1
        });
        let separator = if self.is_first { "\n" } else { ",\n" };
        self.is_first = false;
        write!(self.out, "{separator}{}", result.json(Some(at)))
    }

    /// Ends the log with the rules that its results name.
    pub fn end(mut self) -> io::Result<W> {
        let documented = |id: &String| find_rule(id).map_or_else(|| json!({"id": id}), rule);
        let rules: Vec<Value> = self.rules.iter().map(documented).collect();
        let tool = json!({ "driver": driver(&rules) });
        writeln!(self.out, "\n],\"tool\":{tool}}}]}}")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn driver(rules: &[Value]) -> Value {
    json!({
        "name": "Greenroom",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
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
