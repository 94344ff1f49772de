//! A page for people: summary, score, findings by file. No scripts, no network; all course text is
//! escaped.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Checked, count, escape, summary};
use crate::{Finding, Severity, score};

const STYLE: &str = include_str!("html.css");

pub(super) fn render(checked: &[Checked<'_>]) -> String {
    let mut text = String::new();
    let _ = write!(
        text,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Greenroom report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    );
    for one in checked {
        package(one, &mut text);
    }
    text.push_str("</body>\n</html>\n");
    text
}

fn package(checked: &Checked<'_>, text: &mut String) {
    let findings = &checked.report.findings;
    let score = score(findings);
    let version = checked
        .report
        .version
        .map_or("no SCORM manifest", |version| version.as_str());
    let mood = match score.score {
        90.. => "good",
        60..90 => "fair",
        _ => "poor",
    };
    let _ = write!(
        text,
        "<main>\n<header>\n<div class=\"score {mood}\"><b>{}</b><span>of 100</span></div>\n\
         <div><h1>{}</h1><p>{version} · {}</p></div>\n</header>\n",
        score.score,
        escape(checked.path),
        summary(findings)
    );
    text.push_str("<ul class=\"counts\">");
    for severity in [
        Severity::Fatal,
        Severity::Error,
        Severity::Warning,
        Severity::Info,
    ] {
        let (word, number) = (severity.as_str(), count(findings, severity));
        let _ = write!(text, "<li class=\"{word}\"><b>{number}</b> {word}</li>");
    }
    text.push_str("</ul>\n");
    if !score.breakdown.is_empty() {
        text.push_str("<details><summary>What the score is made of</summary>\n<table><tr><th>Category</th><th>Rule</th><th>Findings</th><th>Points</th></tr>\n");
        for entry in &score.breakdown {
            let _ = writeln!(
                text,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>−{}</td></tr>",
                entry.category.as_str(),
                entry.rule,
                entry.count,
                entry.penalty
            );
        }
        text.push_str("</table></details>\n");
    }
    let mut files: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        files
            .entry(finding.file.as_deref().unwrap_or(""))
            .or_default()
            .push(finding);
    }
    for (file, findings) in files {
        let name = if file.is_empty() { "The package" } else { file };
        let _ = writeln!(text, "<section>\n<h2>{}</h2>", escape(name));
        for finding in findings {
            article(finding, text);
        }
        text.push_str("</section>\n");
    }
    text.push_str("</main>\n");
}

fn article(finding: &Finding, text: &mut String) {
    let severity = finding.severity.as_str();
    let _ = writeln!(
        text,
        "<article class=\"{severity}\">\n<h3><span class=\"severity\">{severity}</span> {}</h3>",
        escape(&finding.message)
    );
    if let (Some(extract), Some(line)) = (&finding.extract, finding.line) {
        let _ = writeln!(text, "<pre>{}</pre>", marked(finding, extract, line));
    }
    let _ = writeln!(text, "<p>{}</p>", escape(&finding.why));
    if let Some(fix) = &finding.fix {
        let (title, how) = (escape(&fix.title), fix.applicability.as_str());
        let _ = writeln!(text, "<p class=\"fix\"><b>Fix</b> ({how}): {title}</p>");
    }
    let reference = if finding.spec.is_empty() {
        String::new()
    } else {
        format!(" · {}", finding.spec)
    };
    let _ = writeln!(
        text,
        "<p class=\"rule\"><code>{}</code> {}{reference}</p>\n</article>",
        finding.code, finding.name
    );
}

/// The line with its number and the place marked.
fn marked(finding: &Finding, extract: &str, line: u32) -> String {
    let length = extract.chars().count();
    let start = finding
        .column
        .map_or(0, |column| column.saturating_sub(1) as usize)
        .min(length);
    let end = match (finding.end_line, finding.end_column) {
        (Some(end_line), Some(end)) if end_line == line => end.saturating_sub(1) as usize,
        _ => length,
    };
    let end = end.clamp(start, length);
    let part = |from: usize, to: usize| -> String {
        escape(
            &extract
                .chars()
                .skip(from)
                .take(to - from)
                .collect::<String>(),
        )
    };
    format!(
        "<i>{line}</i> {}<mark>{}</mark>{}",
        part(0, start),
        part(start, end),
        part(end, length)
    )
}
