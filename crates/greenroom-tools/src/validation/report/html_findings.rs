//! The findings in the page, by file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scorm_lint::Finding;

use super::xml_text::escape;
use super::{Extent, ReportDocument};
use crate::validation::advice;

/// Every finding with its extract, why, what to do and the reference.
pub(super) fn findings(page: &mut String, document: &ReportDocument<'_>, extent: &Extent<'_>) {
    page.push_str("<h2>Findings</h2>\n");
    let (findings, omitted) = document.listed(extent);
    if findings.is_empty() && omitted == 0 {
        page.push_str("<p class=\"yes\">Nothing to complain about.</p>\n");
        return;
    }
    let mut files: BTreeMap<(u8, &str), Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        let key = match finding.file.as_deref() {
            None => (0, "The package"),
            Some(scorm_lint::MANIFEST) => (1, scorm_lint::MANIFEST),
            Some(file) => (2, file),
        };
        files.entry(key).or_default().push(finding);
    }
    for ((_, file), mut findings) in files {
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        let _ = writeln!(page, "<h3>{}</h3>", escape(file));
        for finding in findings {
            card(page, finding);
        }
    }
    if omitted > 0 {
        let path = extent.complete.map(|path| path.display().to_string());
        let _ = writeln!(
            page,
            "<p class=\"soft\">{omitted} more findings are in {}</p>",
            escape(&path.unwrap_or_default())
        );
    }
}

fn card(page: &mut String, finding: &Finding) {
    let severity = finding.severity.as_str();
    let vendor = if finding.vendor {
        " · vendor file"
    } else {
        ""
    };
    let _ = writeln!(
        page,
        "<article class=\"card\"><p><span class=\"tag {severity}\">{severity}</span> {}</p>",
        escape(&finding.message)
    );
    if let (Some(line), Some(extract)) = (finding.line, &finding.extract) {
        let (before, marked, after) = highlight(finding, extract);
        let _ = writeln!(
            page,
            "<pre><span class=\"number\">{line} │ </span>{}<mark>{}</mark>{}</pre>",
            escape(before),
            escape(marked),
            escape(after)
        );
    }
    if !finding.why.is_empty() {
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", escape(&finding.why));
    }
    let _ = writeln!(
        page,
        "<details><summary>What to do</summary><pre>{}</pre></details>",
        escape(&advice(finding))
    );
    let reference = if finding.spec.is_empty() {
        String::new()
    } else {
        format!(" · {}", escape(finding.spec))
    };
    let _ = writeln!(
        page,
        "<p class=\"soft\"><code>{} {}</code>{reference}{vendor}</p></article>",
        finding.code, finding.name
    );
}

/// The extract in three parts: before, the place itself, after.
fn highlight<'a>(finding: &Finding, extract: &'a str) -> (&'a str, &'a str, &'a str) {
    let (start, end) = marked_bytes(finding, extract);
    (&extract[..start], &extract[start..end], &extract[end..])
}

/// The bytes of the extract that the finding is about.
pub fn marked_bytes(finding: &Finding, extract: &str) -> (usize, usize) {
    let byte_of = |column: Option<u32>| {
        let index = column.unwrap_or(1).saturating_sub(1) as usize;
        extract
            .char_indices()
            .nth(index)
            .map_or(extract.len(), |(at, _)| at)
    };
    let start = byte_of(finding.column);
    let end = if finding.end_line == finding.line {
        byte_of(finding.end_column)
    } else {
        extract.len()
    };
    (start, end.max(start))
}
