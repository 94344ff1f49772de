//! Workflow commands that GitHub Actions shows beside the lines.

use std::fmt::Write as _;

use scorm_lint::Severity;

use super::{Checked, path};

pub(crate) fn render(checked: &[Checked<'_>]) -> String {
    let mut text = String::new();
    for one in checked {
        for finding in &one.report.findings {
            let command = match finding.severity {
                Severity::Fatal | Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let _ = write!(text, "::{command} file={}", property(&path(one, finding)));
            let numbers = [
                ("line", finding.line),
                ("endLine", finding.end_line),
                ("col", finding.column),
                ("endColumn", finding.end_column),
            ];
            for (name, number) in numbers {
                if let Some(number) = number {
                    let _ = write!(text, ",{name}={number}");
                }
            }
            let title = format!("{} {}", finding.code, finding.name);
            let _ = writeln!(
                text,
                ",title={}::{}",
                property(&title),
                data(&finding.message)
            );
        }
    }
    text
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
