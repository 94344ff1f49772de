//! Lines with extract and caret, in the manner of compilers.

use std::fmt::Write as _;

use super::{Checked, path, summary};
use crate::Finding;

pub(super) fn render(checked: &[Checked<'_>]) -> String {
    let mut text = String::new();
    for one in checked {
        for finding in &one.report.findings {
            finding_text(one, finding, &mut text);
        }
        let score = crate::score(&one.report.findings).score;
        let _ = writeln!(
            text,
            "{}: {}, score {score}",
            one.path,
            summary(&one.report.findings)
        );
    }
    text
}

fn finding_text(checked: &Checked<'_>, finding: &Finding, text: &mut String) {
    let mut place = path(checked, finding);
    if let (Some(line), Some(column)) = (finding.line, finding.column) {
        let _ = write!(place, ":{line}:{column}");
    }
    let (severity, code, name) = (finding.severity.as_str(), finding.code, finding.name);
    let _ = writeln!(
        text,
        "{place}: {severity} {code} [{name}] {}",
        finding.message
    );
    if let (Some(extract), Some(line), Some(column)) =
        (&finding.extract, finding.line, finding.column)
    {
        let margin = " ".repeat(line.to_string().len());
        // Tabs would push the caret aside.
        let shown = extract.replace('\t', " ");
        let length = shown.chars().count() as u32;
        let end = match (finding.end_line, finding.end_column) {
            (Some(end_line), Some(end)) if end_line == line => end.min(length + 1),
            _ => length + 1,
        };
        let blank = " ".repeat(column.saturating_sub(1) as usize);
        let carets = "^".repeat(end.saturating_sub(column).max(1) as usize);
        let _ = writeln!(
            text,
            "{margin} |\n{line} | {shown}\n{margin} | {blank}{carets}"
        );
    }
    if let Some(fix) = &finding.fix {
        let _ = writeln!(
            text,
            "  = fix ({}): {}",
            fix.applicability.as_str(),
            fix.title
        );
    }
}
