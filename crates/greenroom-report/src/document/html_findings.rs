//! The findings in the page: by file, and in a file by rule.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scorm_lint::{Finding, MANIFEST};

use super::xml_text::{escape, prose};
use super::{Extent, ReportDocument};
use crate::advice;

/// Places of one rule in one file that are shown at once; the others unfold.
const SHOWN: usize = 5;

/// Every finding with its extract; why, what to do and the reference once per rule and file.
pub(crate) fn findings(page: &mut String, document: &ReportDocument<'_>, extent: &Extent<'_>) {
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
            Some(MANIFEST) => (1, MANIFEST),
            Some(file) => (2, file),
        };
        files.entry(key).or_default().push(finding);
    }
    for ((_, file), findings) in files {
        let count = findings.len();
        let _ = writeln!(
            page,
            "<h3><code>{}</code> <span class=\"count\">{count} {}</span></h3>",
            escape(file),
            if count == 1 { "finding" } else { "findings" }
        );
        for same in by_rule(&findings) {
            card(page, &same);
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

/// The findings of each rule, the worst rules first.
fn by_rule<'f>(findings: &[&'f Finding]) -> Vec<Vec<&'f Finding>> {
    let mut rules: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let same = |known: &&mut Vec<&Finding>| {
            known[0].code == finding.code && known[0].severity == finding.severity
        };
        match rules.iter_mut().find(same) {
            Some(known) => known.push(finding),
            None => rules.push(vec![finding]),
        }
    }
    rules.sort_by_key(|same| std::cmp::Reverse(same[0].severity));
    rules
}

fn card(page: &mut String, same: &[&Finding]) {
    let first = same[0];
    let severity = first.severity.as_str();
    let _ = write!(
        page,
        "<article class=\"card {severity}\"><p><span class=\"tag {severity}\">{severity}</span>"
    );
    if same.len() == 1 {
        let _ = writeln!(page, "{}</p>", prose(&first.message));
        place(page, first);
        fix(page, first);
    } else {
        let title = first.name.replace('-', " ");
        let _ = writeln!(
            page,
            "{title} <span class=\"count\">× {}</span></p>",
            same.len()
        );
        let (shown, folded) = same.split_at(same.len().min(SHOWN));
        places(page, shown);
        if !folded.is_empty() {
            let _ = write!(page, "<details><summary>{} more</summary>", folded.len());
            places(page, folded);
            page.push_str("</details>\n");
        }
    }
    if !first.why.is_empty() {
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", prose(first.why));
    }
    if let Some(without) = same.iter().find(|finding| finding.fix.is_none()) {
        let _ = writeln!(
            page,
            "<p><b>What to do:</b> {}</p>",
            prose(&advice(without))
        );
    }
    let reference = if first.spec.is_empty() {
        String::new()
    } else {
        format!(" · {}", escape(first.spec))
    };
    let vendor = if first.vendor {
        " · file of a known vendor, costs nothing"
    } else {
        ""
    };
    let _ = writeln!(
        page,
        "<p class=\"soft small\"><code>{} {}</code>{reference}{vendor}</p></article>",
        first.code, first.name
    );
}

fn fix(page: &mut String, finding: &Finding) {
    if let Some(fix) = &finding.fix {
        let _ = writeln!(page, "<p><b>Fix:</b> {}</p>", prose(&fix.title));
    }
}

fn places(page: &mut String, findings: &[&Finding]) {
    page.push_str("<ul class=\"places\">");
    for finding in findings {
        let _ = write!(page, "<li>{}", prose(&finding.message));
        place(page, finding);
        fix(page, finding);
        page.push_str("</li>");
    }
    page.push_str("</ul>\n");
}

fn place(page: &mut String, finding: &Finding) {
    let marked = finding.marked();
    if let (Some(line), Some(extract), Some((start, end))) =
        (finding.line, &finding.extract, marked)
    {
        let indent = extract.len() - extract.trim_start().len();
        let indent = indent.min(start);
        let _ = writeln!(
            page,
            "<pre><span class=\"number\">{line} │ </span>{}<mark>{}</mark>{}</pre>",
            escape(&extract[indent..start]),
            escape(&extract[start..end]),
            escape(&extract[end..])
        );
    }
}
