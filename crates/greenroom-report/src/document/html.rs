//! The page for people: one file, no scripts, nothing loaded from anywhere.

use std::fmt::Write as _;

use scorm_lint::Severity;

use super::xml_text::{escape, prose};
use super::{Extent, ReportDocument, html_findings, html_run, html_tree};

const STYLE: &str = include_str!("report.css");

/// The page of one or many packages.
pub(crate) fn page(documents: &[ReportDocument<'_>], extent: &Extent<'_>) -> String {
    let title = match documents {
        [one] => one.analysis.title(),
        many => format!("{} packages", many.len()),
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>{} – Greenroom report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escape(&title)
    );
    if documents.len() > 1 {
        overview(&mut page, documents);
    }
    for (index, document) in documents.iter().enumerate() {
        package(&mut page, index, document, extent);
    }
    let _ = write!(
        page,
        "<footer>Made by Greenroom {}. <code>greenroom rule CODE</code> explains a rule.</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    page
}

fn overview(page: &mut String, documents: &[ReportDocument<'_>]) {
    page.push_str(
        "<h1>Packages</h1>\n<table><thead><tr><th>Package</th><th>SCORM</th><th class=\"n\">Score</th>\
         <th class=\"n\">Errors</th><th class=\"n\">Warnings</th></tr></thead><tbody>\n",
    );
    for (index, document) in documents.iter().enumerate() {
        let summary = document.summary();
        let _ = writeln!(
            page,
            "<tr><td><a href=\"#p{index}\">{}</a></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escape(&document.analysis.path.display().to_string()),
            document.analysis.scorm_version().unwrap_or("unknown"),
            document.analysis.score.score,
            summary.errors,
            summary.warnings,
        );
    }
    page.push_str("</tbody></table>\n");
}

fn package(page: &mut String, index: usize, document: &ReportDocument<'_>, extent: &Extent<'_>) {
    let _ = writeln!(page, "<section id=\"p{index}\">");
    head(page, document);
    verdicts(page, document);
    breakdown(page, document);
    html_tree::tree(page, &document.analysis.tree, extent);
    html_findings::findings(page, document, extent);
    if let Some(evidence) = document.evidence {
        html_run::run(page, evidence, extent);
    }
    page.push_str("</section>\n");
}

fn head(page: &mut String, document: &ReportDocument<'_>) {
    let analysis = document.analysis;
    let score = analysis.score.score;
    let color = match score {
        90.. => "var(--good)",
        60.. => "var(--warning)",
        _ => "var(--error)",
    };
    // A round end would show a dot where nothing is filled.
    let cap = if score == 0 { "butt" } else { "round" };
    // The circle's length is 2πr with r = 42.
    let filled = f64::from(score) / 100.0 * 263.9;
    let _ = writeln!(
        page,
        "<div class=\"head\">\n<svg class=\"ring\" viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"Score {score} of 100\">\
         <circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"none\" stroke=\"var(--line)\" stroke-width=\"8\"/>\
         <circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"none\" stroke=\"{color}\" stroke-width=\"8\" stroke-linecap=\"{cap}\" \
         stroke-dasharray=\"{filled:.1} 263.9\" transform=\"rotate(-90 50 50)\"/>\
         <text x=\"50\" y=\"57\">{score}</text><text class=\"of\" x=\"50\" y=\"72\">of 100</text></svg>"
    );
    let summary = document.summary();
    let _ = writeln!(
        page,
        "<div>\n<h1>{}</h1>\n<p class=\"soft small\">{}</p>\n<p>{}</p>\n\
         <ul class=\"chips\"><li>{}</li><li>{}, {}</li>",
        escape(&analysis.title()),
        escape(&analysis.path.display().to_string()),
        in_one_sentence(document),
        version(analysis.scorm_version()),
        plural(analysis.files, "file"),
        size(analysis.bytes),
    );
    for (class, count, word) in [
        ("error", summary.errors, "error"),
        ("warning", summary.warnings, "warning"),
        ("info", summary.info, "note"),
    ] {
        if count > 0 {
            let _ = write!(page, "<li class=\"{class}\">{}</li>", plural(count, word));
        }
    }
    page.push_str("</ul>\n</div>\n</div>\n");
}

/// What a reader in a hurry needs.
fn in_one_sentence(document: &ReportDocument<'_>) -> String {
    let analysis = document.analysis;
    let summary = document.summary();
    let worst = analysis.score.breakdown.iter();
    // Of equals the first: the report goes from the package to its scripts.
    let worst = worst.rev().max_by(|a, b| a.penalty.total_cmp(&b.penalty));
    match (summary.errors, summary.warnings, worst) {
        (0, 0, _) => "Nothing stands in the way of this course.".to_owned(),
        (0, warnings, Some(worst)) => format!(
            "No error. {} cost points, most of all <b>{}</b>.",
            plural(warnings, "warning"),
            worst.rule.replace('-', " ")
        ),
        (errors, _, Some(worst)) => format!(
            "{} must be mended. Begin with <b>{}</b>.",
            plural(errors, "error"),
            worst.rule.replace('-', " ")
        ),
        // Only files of known vendors have findings.
        (_, _, None) => "All findings are in files of known vendors; they cost nothing.".to_owned(),
    }
}

fn plural(count: usize, word: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {word}{s}")
}

/// The version as people write it.
fn version(name: Option<&str>) -> &'static str {
    match name {
        Some("1.2") => "SCORM 1.2",
        Some("2004_2nd") => "SCORM 2004 2nd Edition",
        Some("2004_3rd") => "SCORM 2004 3rd Edition",
        Some("2004_4th") => "SCORM 2004 4th Edition",
        _ => "version unknown",
    }
}

fn verdicts(page: &mut String, document: &ReportDocument<'_>) {
    let Some(verdicts) = document.verdicts else {
        return;
    };
    let (class, word, said) = if verdicts.conformant {
        ("yes", "Conforms to the standard", "no error was found")
    } else {
        (
            "no",
            "Does not conform to the standard",
            "see the errors below",
        )
    };
    let _ = writeln!(
        page,
        "<div class=\"verdicts\"><div class=\"verdict {class}\"><b>{word}</b>\
         <span class=\"soft small\">{said}</span></div>"
    );
    for (profile, import) in &verdicts.will_import {
        let word = match *import {
            "yes" => "will import and play",
            "risk" => "may have trouble",
            _ => "will not import or play",
        };
        let _ = write!(
            page,
            "<div class=\"verdict {import}\"><b>{}</b><span class=\"soft small\">{word}</span>",
            escape(&lms_title(profile))
        );
        if let Some(reasons) = verdicts.import_reasons.get(profile) {
            page.push_str("<details><summary class=\"small\">why</summary><ul>");
            for reason in reasons {
                let _ = write!(page, "<li>{}</li>", prose(reason));
            }
            page.push_str("</ul></details>");
        }
        page.push_str("</div>\n");
    }
    page.push_str("</div>\n");
}

fn lms_title(profile: &str) -> String {
    let known = scorm_lint::PROFILES
        .iter()
        .find(|known| known.is_called(profile));
    match known {
        Some(known) if known.is_standard() => format!("An LMS by {}", known.title),
        Some(known) => known.title.to_string(),
        None => profile.to_owned(),
    }
}

fn breakdown(page: &mut String, document: &ReportDocument<'_>) {
    let mut entries: Vec<_> = document.analysis.score.breakdown.iter().collect();
    if entries.is_empty() {
        return;
    }
    entries.sort_by(|a, b| b.penalty.total_cmp(&a.penalty));
    let most = entries[0].penalty;
    page.push_str(
        "<h2>What the score lost</h2>\n<table><thead><tr><th>Rule</th><th class=\"c\">Category</th>\
         <th class=\"n\">Findings</th><th class=\"n\">Points</th><th class=\"c\" style=\"width:30%\"></th></tr></thead><tbody>\n",
    );
    for entry in entries {
        let findings = document.analysis.findings().iter();
        let of_rule = findings.filter(|finding| finding.name == entry.rule);
        let class = of_rule.map(|finding| finding.severity).max();
        let class = class.map_or("", Severity::as_str);
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"c\">{}</td><td class=\"n\">{}</td><td class=\"n\">−{}</td>\
             <td class=\"c {class}\"><span class=\"bar\" style=\"width:{:.0}%\"></span></td></tr>",
            entry.rule,
            entry.category.as_str().replace('_', " "),
            entry.count,
            entry.penalty,
            entry.penalty / most * 100.0
        );
    }
    page.push_str("</tbody></table>\n");
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.0} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
