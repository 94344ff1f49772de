//! The page for people: the verdict, what is wrong, and the map of states with pictures.
//!
//! One file, no scripts, nothing loaded from anywhere.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_report::format::escape;

use crate::coverage::Share;
use crate::exploration::Exploration;
use crate::findings::Severity;

const STYLE: &str = include_str!("report.css");
/// Names of things never reached that are listed.
const LISTED: usize = 60;

/// The report of an exploration.
pub fn html(exploration: &Exploration, title: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>{0} – explored</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        escape(title)
    );
    verdict(&mut page, exploration);
    findings(&mut page, exploration);
    coverage(&mut page, exploration);
    ways(&mut page, exploration);
    map(&mut page, exploration);
    let _ = write!(
        page,
        "<footer>Explored by Greenroom {}.</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    page
}

fn verdict(page: &mut String, exploration: &Exploration) {
    let verdict = &exploration.verdict;
    page.push_str("<ul class=\"verdict\">\n");
    for (what, so) in [
        ("completes", Some(verdict.completes)),
        ("passes", verdict.passes),
        ("fails", verdict.fails),
        ("resumes", verdict.resumes),
    ] {
        let (class, word) = match so {
            Some(true) => ("yes", "yes"),
            Some(false) => ("no", "no"),
            None => ("open", "not decided"),
        };
        let _ = writeln!(page, "<li class=\"{class}\"><b>{what}</b> {word}</li>");
    }
    page.push_str("</ul>\n<ul>\n");
    for why in &verdict.why {
        let _ = writeln!(page, "<li>{}</li>", escape(why));
    }
    let _ = writeln!(
        page,
        "</ul>\n<p class=\"soft\">{} acts, {} states, {} pages in {:.1} s; ended by {}.</p>",
        exploration.acts,
        exploration.states.len(),
        exploration.pages,
        exploration.took.as_secs_f64(),
        exploration.stopped_by
    );
}

fn findings(page: &mut String, exploration: &Exploration) {
    page.push_str("<h2>Findings</h2>\n");
    if exploration.findings.is_empty() {
        page.push_str("<p>None.</p>\n");
        return;
    }
    page.push_str("<table><thead><tr><th>Severity</th><th>Kind</th><th>What</th><th>Page</th><th>After</th></tr></thead><tbody>\n");
    for finding in &exploration.findings {
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let _ = writeln!(
            page,
            "<tr class=\"{severity}\"><td>{severity}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&finding.kind),
            escape(&finding.message),
            escape(&finding.page),
            escape(finding.after.as_deref().unwrap_or_default())
        );
    }
    page.push_str("</tbody></table>\n");
}

fn coverage(page: &mut String, exploration: &Exploration) {
    let coverage = &exploration.coverage;
    page.push_str("<h2>Coverage</h2>\n");
    for (name, share) in [
        ("Activities", &coverage.activities),
        ("Slides", &coverage.slides),
        ("Files", &coverage.files),
    ] {
        part(page, name, share);
    }
    let elements: Vec<String> = coverage.elements.iter().map(|one| escape(one)).collect();
    let _ = writeln!(
        page,
        "<p>Elements that the content set: <code>{}</code></p>",
        elements.join("</code> <code>")
    );
}

fn part(page: &mut String, name: &str, share: &Share) {
    let _ = writeln!(
        page,
        "<details><summary>{name}: {} of {}</summary><ul>",
        share.seen, share.of
    );
    for never in share.never.iter().take(LISTED) {
        let _ = writeln!(page, "<li>never reached: {}</li>", escape(never));
    }
    if share.never.len() > LISTED {
        let _ = writeln!(page, "<li>and {} more</li>", share.never.len() - LISTED);
    }
    page.push_str("</ul></details>\n");
}

fn ways(page: &mut String, exploration: &Exploration) {
    for (status, path) in &exploration.reached {
        let _ = writeln!(page, "<h2>The shortest way to {status}</h2>\n<ol>");
        for act in path {
            let _ = writeln!(page, "<li>{}</li>", escape(&act.words));
        }
        page.push_str("</ol>\n");
    }
}

fn map(page: &mut String, exploration: &Exploration) {
    page.push_str("<h2>States</h2>\n<div class=\"map\">\n");
    for state in &exploration.states {
        let _ = writeln!(
            page,
            "<section id=\"s{0}\"><h3>{0}. {1}</h3><p class=\"soft\">{2}, {3}</p>",
            state.number,
            escape(&state.name),
            escape(&state.activity),
            escape(&state.status)
        );
        if let Some(picture) = &state.picture {
            let _ = writeln!(
                page,
                "<img alt=\"State {}\" src=\"data:image/jpeg;base64,{}\">",
                state.number,
                STANDARD.encode(&picture.0)
            );
        }
        page.push_str("<ul>\n");
        for (words, to) in &state.ways {
            let _ = writeln!(
                page,
                "<li>{} → <a href=\"#s{to}\">{to}</a></li>",
                escape(words)
            );
        }
        for barred in &state.barred {
            let _ = writeln!(
                page,
                "<li class=\"soft\">not to be used: {}</li>",
                escape(barred)
            );
        }
        page.push_str("</ul></section>\n");
    }
    page.push_str("</div>\n");
}
