//! Findings as text for machines: build servers, code hosts, chats.
//!
//! Pages and terminals are for the callers: they know more than the findings.

mod github;
mod json;
mod junit;
mod markdown;
mod sarif;

pub use json::finding_json;
pub use sarif::{SarifResult, SarifWriter};

use scorm_lint::{Finding, Report, Severity};

/// A package that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// Its path, as the caller writes it.
    pub path: &'a str,
    /// What was found.
    pub report: &'a Report,
}

/// A form of report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// One JSON document.
    #[default]
    Json,
    /// One JSON document per finding and line.
    JsonLines,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// JUnit XML, for build servers.
    Junit,
    /// Markdown, for comments and chats.
    Markdown,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Json,
        Self::JsonLines,
        Self::Sarif,
        Self::Github,
        Self::Junit,
        Self::Markdown,
    ];

    /// The name used on command lines.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
        }
    }
}

/// Writes a report about packages.
pub fn render(format: Format, checked: &[Checked<'_>]) -> String {
    match format {
        Format::Json => json::render(checked),
        Format::JsonLines => json::lines(checked),
        Format::Sarif => sarif::render(checked),
        Format::Github => github::render(checked),
        Format::Junit => junit::render(checked),
        Format::Markdown => markdown::render(checked),
    }
}

/// How many findings of a severity there are.
fn count(findings: &[Finding], severity: Severity) -> usize {
    findings
        .iter()
        .filter(|finding| finding.severity == severity)
        .count()
}

/// `1 error, 2 warnings`, leaving out what there is none of.
fn summary(findings: &[Finding]) -> String {
    let words = [
        (Severity::Fatal, "fatal error"),
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Info, "note"),
    ];
    let parts: Vec<String> = words
        .into_iter()
        .map(|(severity, word)| (count(findings, severity), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
        .collect();
    if parts.is_empty() {
        "no findings".to_owned()
    } else {
        parts.join(", ")
    }
}

/// `file:line:column`, as far as known.
fn place(finding: &Finding) -> String {
    match (&finding.file, finding.line, finding.column) {
        (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}"),
        (Some(file), ..) => file.clone(),
        (None, ..) => "(package)".to_owned(),
    }
}

/// The path of a finding's file for tools that open it.
fn path(checked: &Checked<'_>, finding: &Finding) -> String {
    match &finding.file {
        Some(file) => format!("{}/{file}", checked.path.trim_end_matches('/')),
        None => checked.path.to_owned(),
    }
}

/// Makes any text safe inside HTML and XML, in elements and in attributes. Characters that XML
/// cannot hold are replaced.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(c),
            c if c.is_control() => escaped.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_cannot_leave_its_place_in_markup() {
        assert_eq!(escape("<a b='c'>&\""), "&lt;a b=&#39;c&#39;&gt;&amp;&quot;");
        assert_eq!(escape("a\tb\n\u{1}\u{ffff}é"), "a\tb\n\u{fffd}\u{fffd}é");
    }
}
