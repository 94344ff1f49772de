//! The page for people: one file, no scripts, nothing loaded from anywhere.

use std::fmt::Write as _;

use greenroom_report::format::escape;

use super::tally::Tally;
use crate::batch::{Kind, VERSION};
use crate::ended::Outcome;

const STYLE: &str = include_str!("batch.css");
/// Rows of a table, so that the page stays small whatever was found.
const MOST_ROWS: usize = 100;
/// Letters of a reason.
const MOST_WHY: usize = 240;

/// The summary of a batch; `rows` is the name of the file with all packages.
pub fn html(kind: Kind, tally: &mut Tally, rows: &str) -> String {
    let packages = tally.packages();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{packages} packages – Greenroom {kind}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{} packages</h1>\n<p class=\"soft\">{}</p>\n",
        grouped(packages),
        question(kind),
    );
    counts(&mut page, tally);
    rules(&mut page, tally);
    tools(&mut page, tally);
    lms(&mut page, tally);
    worst(&mut page, tally, rows);
    let explains = match kind {
        Kind::Check => "<code>greenroom rule NAME</code> explains a rule. ",
        _ => "",
    };
    let _ = write!(
        page,
        "<footer>Made by Greenroom {VERSION}. {explains}All packages: <code>{}</code></footer>\n</main>\n</body>\n</html>\n",
        escape(rows)
    );
    page
}

fn question(kind: Kind) -> &'static str {
    match kind {
        Kind::Check => "What does lint find in them?",
        Kind::Rehearse => "Do their rehearsals pass?",
        Kind::Explore => "Can a learner complete them?",
        Kind::Lms => "In which LMSs do they work?",
    }
}

fn counts(page: &mut String, tally: &Tally) {
    let all = [
        ("good", tally.passed, "passed"),
        ("warning", tally.findings, "with findings"),
        ("error", tally.not_judged, "could not be judged"),
    ];
    page.push_str("<div class=\"share\" aria-hidden=\"true\">");
    for (class, count, _) in all {
        let share = count as f64 * 100.0 / tally.packages().max(1) as f64;
        let _ = write!(
            page,
            "<i class=\"{class}\" style=\"width:{share:.2}%\"></i>"
        );
    }
    page.push_str("</div>\n<ul class=\"counts\">\n");
    for (class, count, word) in all {
        let _ = writeln!(
            page,
            "<li class=\"{class}\"><b>{}</b>{word}</li>",
            grouped(count)
        );
    }
    let _ = writeln!(
        page,
        "<li class=\"soft\"><b>{}</b>unchanged, not done again</li>\n</ul>",
        grouped(tally.reused)
    );
}

fn rules(page: &mut String, tally: &Tally) {
    let rules = tally.rules();
    let most = rules.iter().map(|(_, of)| of.packages).max().unwrap_or(1);
    let rows = rules.iter().map(|(name, of)| {
        let class = match of.severity.as_str() {
            "fatal" | "error" => "error",
            "warning" => "warning",
            _ => "info",
        };
        let share = of.packages as f64 * 100.0 / most as f64;
        format!(
            "<td><code>{}</code><span class=\"bar {class}\" style=\"width:{share:.1}%\"></span></td><td class=\"{class}\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td>",
            escape(name),
            escape(&of.severity),
            grouped(of.packages),
            grouped(of.findings)
        )
    });
    table(
        page,
        "By rule",
        "<th>Rule</th><th>Severity</th><th class=\"n\">Packages</th><th class=\"n\">Findings</th>",
        rows,
    );
}

fn tools(page: &mut String, tally: &Tally) {
    let tools = tally.tools();
    let rows = tools.iter().map(|(name, of)| {
        let share = of.failed as f64 * 100.0 / of.packages.max(1) as f64;
        format!(
            "<td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{share:.0} %</td><td class=\"n\">{}</td>",
            escape(name),
            grouped(of.packages),
            grouped(of.failed),
            grouped(of.errors)
        )
    });
    table(
        page,
        "By authoring tool",
        "<th>Tool</th><th class=\"n\">Packages</th><th class=\"n\">Failed</th><th class=\"n\">Share</th><th class=\"n\">Errors</th>",
        rows,
    );
}

fn lms(page: &mut String, tally: &Tally) {
    let lms = tally.lms();
    let rows = lms.iter().map(|(name, of)| {
        let verdicts: Vec<String> = of
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{} {}", grouped(*count), verdict.replace('_', " ")))
            .collect();
        format!(
            "<td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"why\">{}</td>",
            escape(name),
            grouped(of.packages),
            grouped(of.fine),
            escape(&verdicts.join(", "))
        )
    });
    table(
        page,
        "By LMS",
        "<th>LMS</th><th class=\"n\">Packages</th><th class=\"n\">Fine</th><th>Verdicts</th>",
        rows,
    );
}

fn table(page: &mut String, title: &str, heads: &str, rows: impl ExactSizeIterator<Item = String>) {
    let count = rows.len();
    if count == 0 {
        return;
    }
    let _ = write!(
        page,
        "<h2>{title}</h2>\n<div class=\"card\"><table><thead><tr>{heads}</tr></thead><tbody>\n"
    );
    for row in rows.take(MOST_ROWS) {
        let _ = writeln!(page, "<tr>{row}</tr>");
    }
    page.push_str("</tbody></table></div>\n");
    if count > MOST_ROWS {
        let _ = writeln!(page, "<p class=\"soft\">and {} more</p>", count - MOST_ROWS);
    }
}

fn worst(page: &mut String, tally: &mut Tally, rows: &str) {
    let bad = tally.findings + tally.not_judged;
    let worst = tally.worst();
    if worst.is_empty() {
        return;
    }
    page.push_str(
        "<h2>Worst packages</h2>\n<div class=\"card\"><table class=\"worst\"><thead><tr><th>Package</th><th class=\"n\">Errors</th>\
         <th class=\"n\">Warnings</th><th>Tool</th><th>First of all</th></tr></thead><tbody>\n",
    );
    for package in worst {
        let class = match package.outcome {
            Outcome::NotJudged => " class=\"error\"",
            _ => "",
        };
        let why: String = package.why.chars().take(MOST_WHY).collect();
        let cut = if why.len() < package.why.len() {
            "…"
        } else {
            ""
        };
        let said = match package.outcome {
            Outcome::NotJudged => format!("could not be judged: {why}{cut}"),
            _ => format!("{why}{cut}"),
        };
        let _ = writeln!(
            page,
            "<tr><td{class}>{}</td><td class=\"n\" data-of=\"errors\">{}</td><td class=\"n\" data-of=\"warnings\">{}</td><td>{}</td><td class=\"why\">{}</td></tr>",
            escape(&package.shown),
            package.errors,
            package.warnings,
            escape(package.tool.as_deref().unwrap_or("")),
            escape(&said)
        );
    }
    page.push_str("</tbody></table></div>\n");
    let shown = worst.len() as u64;
    if bad > shown {
        let _ = writeln!(
            page,
            "<p class=\"soft\">and {} more with findings: <code>{}</code></p>",
            grouped(bad - shown),
            escape(rows)
        );
    }
}

/// `12 345`, with spaces that do not break.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ended::Ended;
    use crate::judged::{FoundFault, Judged, Kept, RuleCount};

    #[test]
    fn ten_thousand_bad_packages_make_a_small_page_in_which_nothing_escapes() {
        let mut tally = Tally::default();
        for number in 0..10_000_u64 {
            let rule = format!("rule-{}", number % 150);
            let kept = Kept {
                key: String::new(),
                content_hash: String::new(),
                kind: String::new(),
                greenroom: String::new(),
                settings: String::new(),
                judged: Judged {
                    errors: 1,
                    authoring_tool: Some(format!("tool {}", number % 7)),
                    rules: vec![RuleCount {
                        rule: rule.clone(),
                        severity: "error".to_owned(),
                        count: 2,
                    }],
                    findings: vec![FoundFault {
                        rule,
                        message: format!("<script>alert({number})</script>{}", "x".repeat(5000)),
                        ..FoundFault::default()
                    }],
                    ..Judged::default()
                },
            };
            let ended = Ended {
                number,
                shown: format!("<b>{number}.zip"),
                outcome: Outcome::Findings,
                key: None,
                reason: None,
                reused: false,
                attempts: 1,
                seconds: 0.0,
            };
            tally.add(&ended, Some(&kept));
        }
        let page = html(Kind::Check, &mut tally, "all.jsonl");
        assert!(page.len() < 150_000, "{} bytes", page.len());
        let mut bold = page.split("<b>").skip(1);
        let is_ours = bold.all(|rest| rest.split('<').next().is_some_and(|b| !b.contains("zip")));
        assert!(is_ours && !page.contains("<script"), "escaped");
        assert!(page.contains("9\u{202f}800 more") && page.contains("all.jsonl"));
        assert!(page.contains("and 50 more"), "rules are cut");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1234), "1\u{202f}234");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
