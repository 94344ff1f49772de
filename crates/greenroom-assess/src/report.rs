//! The page for people: LMS × question, and what to change.
//!
//! One file, no scripts, nothing loaded from anywhere. A field opens where there is a reason.

use std::fmt::Write as _;

use greenroom_exits::Verdict as Kept;
use greenroom_report::format::escape;

use crate::answer::{Question, Reason, Verdict, Word};
use crate::assessment::{Assessment, LmsAssessment};

const STYLE: &str = include_str!("report.css");

/// The report of an assessment.
pub fn html(assessment: &Assessment, title: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{0} – in {1}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0} in {1}</h1>\n",
        escape(title),
        counted(assessment.lms.len())
    );
    summary(&mut page, assessment);
    table(&mut page, assessment);
    changes(&mut page, assessment);
    lacking(&mut page, assessment);
    exits(&mut page, assessment);
    way(&mut page, assessment);
    let _ = write!(
        page,
        "<footer class=\"soft\">Played by Greenroom {} in {:.0} s.</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        assessment.took.as_secs_f64()
    );
    page
}

fn counted(lms: usize) -> String {
    if lms == 1 {
        "one LMS".to_owned()
    } else {
        format!("{lms} LMSs")
    }
}

fn summary(page: &mut String, assessment: &Assessment) {
    let of = |verdict: Verdict| {
        let those = assessment.lms.iter().filter(|lms| lms.verdict == verdict);
        those.map(|lms| lms.title.as_str()).collect::<Vec<_>>()
    };
    page.push_str("<p>");
    for (verdict, words) in [
        (Verdict::Works, "Works in"),
        (Verdict::WorksPartly, "Works in part in"),
        (Verdict::Fails, "Fails in"),
        (Verdict::Cannot, "Cannot be played in"),
    ] {
        let titles = of(verdict);
        if !titles.is_empty() {
            let titles = escape(&titles.join(", "));
            let _ = write!(page, "{words} <b>{titles}</b>. ");
        }
    }
    page.push_str("</p>\n");
}

fn table(page: &mut String, assessment: &Assessment) {
    page.push_str("<h2>Verdict</h2>\n<p class=\"soft\">Choose a field to see why.</p>\n<table class=\"verdict\"><thead><tr><th>LMS</th>");
    for question in Question::ALL {
        let _ = write!(page, "<th>{}</th>", question.title());
    }
    page.push_str("</tr></thead><tbody>\n");
    for lms in &assessment.lms {
        let _ = write!(
            page,
            "<tr><th>{}<br><span class=\"soft\">{}</span></th>",
            escape(&lms.title),
            lms.verdict.name().replace('_', " ")
        );
        for question in Question::ALL {
            field(page, lms, question);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table>\n");
}

fn field(page: &mut String, lms: &LmsAssessment, question: Question) {
    let Some(answer) = lms.answer(question) else {
        page.push_str("<td></td>");
        return;
    };
    let (class, mark) = mark(answer.word);
    let words = format!(
        "<span class=\"mark\" aria-hidden=\"true\">{mark}</span> {}<span class=\"spoken\"> ({})</span>",
        escape(&answer.detail),
        answer.word.name().replace('_', " ")
    );
    let _ = write!(
        page,
        "<td class=\"{class}\" data-label=\"{}\">",
        question.title()
    );
    let reasons: Vec<&Reason> = lms
        .reasons
        .iter()
        .filter(|reason| reason.about == question)
        .collect();
    if reasons.is_empty() {
        let _ = write!(page, "{words}</td>");
        return;
    }
    let _ = write!(page, "<details><summary>{words}</summary>");
    for reason in reasons {
        page.push_str("<div class=\"reason\">");
        told(page, reason);
        page.push_str("</div>");
    }
    page.push_str("</details></td>");
}

fn mark(word: Word) -> (&'static str, &'static str) {
    match word {
        Word::Yes => ("yes", "✓"),
        Word::Partly => ("partly", "△"),
        Word::No => ("no", "✕"),
        Word::Unknown => ("open", "?"),
        Word::NotReached => ("open", "–"),
    }
}

fn told(page: &mut String, reason: &Reason) {
    let _ = write!(page, "<p>{}</p>", escape(&reason.text));
    if let Some(at) = &reason.at {
        let _ = write!(page, "<p><code>{}</code></p>", escape(at));
    }
    if let Some(source) = &reason.source {
        let _ = write!(page, "<p class=\"soft\">{}</p>", escape(source));
    }
}

fn changes(page: &mut String, assessment: &Assessment) {
    if assessment.changes.is_empty() {
        return;
    }
    page.push_str("<h2>What to change</h2>\n<ol class=\"changes\">\n");
    for change in &assessment.changes {
        let _ = write!(page, "<li><b>{}</b>", escape(&change.what));
        if let Some(at) = &change.at {
            let _ = write!(page, " <code>{}</code>", escape(at));
        }
        let code = change.code.map(|code| format!("{code}; "));
        let _ = write!(
            page,
            "<br><span class=\"soft\">{}helps {}</span>",
            code.unwrap_or_default(),
            escape(&change.helps.join(", "))
        );
        if let Some(diff) = &change.diff {
            page.push_str("<pre>");
            for line in diff.lines() {
                let class = match line.as_bytes().first() {
                    Some(b'+') => "added",
                    Some(b'-') => "removed",
                    _ => "same",
                };
                let _ = writeln!(page, "<span class=\"{class}\">{}</span>", escape(line));
            }
            page.push_str("</pre>");
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ol>\n");
}

fn lacking(page: &mut String, assessment: &Assessment) {
    let lacks: Vec<&Reason> = assessment
        .lms
        .iter()
        .flat_map(|lms| &lms.reasons)
        .filter(|reason| reason.lms_lacks)
        .collect();
    if lacks.is_empty() {
        return;
    }
    page.push_str("<h2>Not to be mended in the course</h2>\n<ul>\n");
    for reason in lacks {
        page.push_str("<li>");
        told(page, reason);
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n");
}

fn exits(page: &mut String, assessment: &Assessment) {
    let with: Vec<&LmsAssessment> = assessment
        .lms
        .iter()
        .filter(|lms| !lms.exits.is_empty())
        .collect();
    let Some(first) = with.first() else { return };
    page.push_str("<h2>Ways to leave</h2>\n<p class=\"soft\">What is still there at the next launch.</p>\n<table class=\"ways\"><thead><tr><th>Left by</th>");
    for lms in &with {
        let _ = write!(page, "<th>{}</th>", escape(&lms.title));
    }
    page.push_str("</tr></thead><tbody>\n");
    for way in first.exits.iter().map(|row| row.way) {
        let says = greenroom_exits::find_way(way).map_or("", |way| way.says());
        let _ = write!(
            page,
            "<tr><th>{}<br><span class=\"soft\">{}</span></th>",
            way.replace('_', " "),
            escape(says)
        );
        for lms in &with {
            let Some(row) = lms.exits.iter().find(|row| row.way == way) else {
                page.push_str("<td></td>");
                continue;
            };
            let class = match row.verdict {
                Kept::Kept => "yes",
                Kept::PartlyLost => "partly",
                Kept::Lost => "no",
                Kept::NotApplicable => "open",
            };
            let lost = row.lost_words().join(", ");
            let _ = write!(
                page,
                "<td class=\"{class}\" data-label=\"{}\">{}<br><span class=\"soft\">{}</span></td>",
                escape(&lms.title),
                row.verdict.word().replace('_', " "),
                escape(&lost)
            );
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table>\n");
}

fn way(page: &mut String, assessment: &Assessment) {
    if assessment.way.is_empty() {
        return;
    }
    let _ = writeln!(
        page,
        "<h2>How it was played</h2>\n<p class=\"soft\">{}</p>",
        escape(&assessment.way.join(", "))
    );
}
