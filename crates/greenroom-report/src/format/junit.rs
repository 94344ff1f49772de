//! JUnit XML: a package is a suite, a finding a failed case.

use std::fmt::Write as _;

use scorm_lint::Severity;

use super::{Checked, escape, place};

pub(crate) fn render(checked: &[Checked<'_>]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for one in checked {
        // Notes are not failures.
        let failures: Vec<_> = one
            .report
            .findings
            .iter()
            .filter(|f| f.severity > Severity::Info)
            .collect();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">",
            escape(one.path),
            failures.len().max(1),
            failures.len()
        );
        if failures.is_empty() {
            let _ = writeln!(
                text,
                "    <testcase name=\"lint\" classname=\"{}\"/>",
                escape(one.path)
            );
        }
        for finding in failures {
            let _ = writeln!(
                text,
                "    <testcase name=\"{} {}\" classname=\"{}\">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
                finding.code,
                escape(&place(finding)),
                escape(one.path),
                finding.severity.as_str(),
                escape(&finding.message),
                escape(finding.why)
            );
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}
