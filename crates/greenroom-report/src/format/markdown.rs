//! Markdown, for comments and chats.

use std::fmt::Write as _;

use scorm_lint::score;

use super::{Checked, place, summary};

pub(crate) fn render(checked: &[Checked<'_>]) -> String {
    let mut text = String::new();
    for one in checked {
        let findings = &one.report.findings;
        let _ = writeln!(
            text,
            "## {}\n\nScore **{}**: {}.\n",
            line(one.path),
            score(findings).score,
            summary(findings)
        );
        if findings.is_empty() {
            continue;
        }
        text.push_str("| Severity | Rule | Place | Finding |\n|---|---|---|---|\n");
        for finding in findings {
            let _ = writeln!(
                text,
                "| {} | {} `{}` | {} | {} |",
                finding.severity.as_str(),
                finding.code,
                finding.name,
                line(&place(finding)),
                line(&finding.message)
            );
        }
        text.push('\n');
    }
    text
}

/// Text inside a table cell: course text is shown, not interpreted.
fn line(text: &str) -> String {
    let text = text
        .replace(['\r', '\n'], " ")
        .replace('\\', "\\\\")
        .replace('|', "\\|");
    text.replace('<', "&lt;").replace('[', "\\[")
}
