//! The page for people: one file, no scripts, nothing loaded from anywhere.

use std::fmt::Write as _;

use super::xml_text::escape;
use super::{Extent, ReportDocument, html_findings, html_run, html_tree};

const STYLE: &str = include_str!("report.css");

/// The page of one or many packages.
pub(super) fn page(documents: &[ReportDocument<'_>], extent: &Extent<'_>) -> String {
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
        crate::VERSION
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
    html_tree::tree(page, &document.analysis.tree);
    html_findings::findings(page, document, extent);
    breakdown(page, document);
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
    // The circle's length is 2πr with r = 42.
    let filled = f64::from(score) / 100.0 * 263.9;
    let _ = writeln!(
        page,
        "<div class=\"head\">\n<svg class=\"ring\" viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"Score {score} of 100\">\
         <circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"none\" stroke=\"var(--line)\" stroke-width=\"8\"/>\
         <circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"none\" stroke=\"{color}\" stroke-width=\"8\" stroke-linecap=\"round\" \
         stroke-dasharray=\"{filled:.1} 263.9\" transform=\"rotate(-90 50 50)\"/>\
         <text x=\"50\" y=\"57\">{score}</text><text class=\"of\" x=\"50\" y=\"72\">of 100</text></svg>"
    );
    let summary = document.summary();
    let _ = writeln!(
        page,
        "<div>\n<h1>{}</h1>\n<p class=\"soft\">{}</p>\n<ul class=\"chips\"><li>SCORM {}</li><li>{} files, {}</li>\
         <li class=\"error\">{} errors</li><li class=\"warning\">{} warnings</li><li class=\"info\">{} notes</li></ul>\n</div>\n</div>",
        escape(&analysis.title()),
        escape(&analysis.path.display().to_string()),
        analysis.scorm_version().unwrap_or("version unknown"),
        analysis.files,
        size(analysis.bytes),
        summary.errors,
        summary.warnings,
        summary.info,
    );
}

fn verdicts(page: &mut String, document: &ReportDocument<'_>) {
    let Some(verdicts) = document.verdicts else {
        return;
    };
    let (class, word) = if verdicts.conformant {
        ("yes", "conforms to the standard")
    } else {
        ("no", "does not conform to the standard")
    };
    let _ = write!(
        page,
        "<ul class=\"chips\"><li class=\"{class}\">{word}</li>"
    );
    for (profile, import) in &verdicts.will_import {
        let word = match *import {
            "yes" => "will import",
            "risk" => "may import",
            _ => "will not import",
        };
        let _ = write!(
            page,
            "<li class=\"{import}\">{}: {word}</li>",
            escape(profile)
        );
    }
    page.push_str("</ul>\n");
}

fn breakdown(page: &mut String, document: &ReportDocument<'_>) {
    let entries = &document.analysis.score.breakdown;
    if entries.is_empty() {
        return;
    }
    page.push_str(
        "<h2>What the score lost</h2>\n<table><thead><tr><th>Rule</th><th>Category</th>\
         <th class=\"n\">Findings</th><th class=\"n\">Points</th></tr></thead><tbody>\n",
    );
    for entry in entries {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            entry.rule,
            entry.category.as_str(),
            entry.count,
            entry.penalty
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
