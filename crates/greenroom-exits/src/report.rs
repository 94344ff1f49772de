//! The page for people: one table per moment and LMS, and what to change.
//!
//! One file, no scripts, nothing loaded from anywhere.

use std::fmt::Write as _;

use greenroom_report::format::escape;

use crate::matrix::Matrix;
use crate::verdict::{Row, Verdict};
use crate::ways;

const STYLE: &str = include_str!("report.css");

/// The report of a matrix.
pub fn html(matrix: &Matrix, title: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{0} – left in every way</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        escape(title)
    );
    summary(&mut page, matrix);
    changes(&mut page, matrix);
    let mut moments: Vec<_> = matrix.rows.iter().map(|row| row.moment).collect();
    moments.dedup();
    for moment in moments {
        let _ = writeln!(page, "<h2>Left at the {}</h2>", moment.name());
        if let Some((_, words)) = matrix.routes.iter().find(|(one, _)| *one == moment) {
            let _ = writeln!(
                page,
                "<p class=\"soft\">Reached by: {}</p>",
                escape(&words.join(", "))
            );
        }
        let rows: Vec<&Row> = matrix
            .rows
            .iter()
            .filter(|row| row.moment == moment)
            .collect();
        let mut names: Vec<&str> = rows.iter().map(|row| row.lms.as_str()).collect();
        names.dedup();
        for lms in names {
            let _ = writeln!(page, "<h3>In {}</h3>", escape(lms));
            table(&mut page, rows.iter().copied().filter(|row| row.lms == lms));
        }
    }
    listeners(&mut page, matrix);
    let _ = write!(
        page,
        "<footer class=\"soft\">Left by Greenroom {} in {:.1} s, in a browser with a learner's settings.</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        matrix.took.as_secs_f64()
    );
    page
}

fn summary(page: &mut String, matrix: &Matrix) {
    let count = |verdict| {
        matrix
            .rows
            .iter()
            .filter(|row| row.verdict == verdict)
            .count()
    };
    let _ = writeln!(
        page,
        "<p>{} ways: {} kept, {} partly lost, {} lost, {} do not apply.</p>",
        matrix.rows.len(),
        count(Verdict::Kept),
        count(Verdict::PartlyLost),
        count(Verdict::Lost),
        count(Verdict::NotApplicable)
    );
}

fn changes(page: &mut String, matrix: &Matrix) {
    let mut told: Vec<(String, &str, Vec<&str>)> = Vec::new();
    for row in matrix.worst() {
        let line = row.line.clone().unwrap_or_default();
        let fix = row.fix.as_deref().unwrap_or_default();
        let lms = row.lms.as_str();
        match told.iter_mut().find(|one| one.0 == line && one.1 == fix) {
            Some((.., named)) if named.contains(&lms) => {}
            Some((.., named)) => named.push(lms),
            None => told.push((line, fix, vec![lms])),
        }
    }
    if told.is_empty() {
        return;
    }
    page.push_str("<h2>What to change</h2>\n<ul>\n");
    for (line, fix, named) in told {
        let _ = writeln!(
            page,
            "<li><code>{}</code> {} <span class=\"soft\">({})</span></li>",
            escape(&line),
            escape(fix),
            escape(&named.join(", "))
        );
    }
    page.push_str("</ul>\n");
}

fn table<'a>(page: &mut String, rows: impl Iterator<Item = &'a Row>) {
    page.push_str("<table><thead><tr><th>Way</th><th>Verdict</th><th>The course tried</th><th>Arrived</th><th>Lost</th><th>On return</th></tr></thead><tbody>\n");
    for row in rows {
        let says = ways::find(row.way).map_or("", |way| way.says());
        let lost = lost_cell(row);
        let met = row.on_return.as_ref().map(crate::Return::words);
        let _ = writeln!(
            page,
            "<tr class=\"{0}\"><td>{1}<br><span class=\"soft\">{2}</span></td><td>{0}</td><td>{3}</td><td>{4}</td><td>{5}</td><td>{6}</td></tr>",
            row.verdict.word(),
            row.way,
            says,
            escape(&row.tried_words()),
            escape(&row.arrived_words()),
            lost,
            escape(row.reason.as_deref().or(met.as_deref()).unwrap_or_default())
        );
    }
    page.push_str("</tbody></table>\n");
}

/// What was lost, what the LMS replaced, and why; a reason that several share stands once.
fn lost_cell(row: &Row) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    let lost = row
        .lost
        .iter()
        .map(|one| (one.reason.as_deref().unwrap_or_default(), one.what.as_str()));
    let changed = row
        .arrived
        .changed
        .iter()
        .map(|one| (one.reason.as_str(), one.element.as_str()));
    for (reason, what) in lost.chain(changed) {
        match groups.iter_mut().find(|(one, _)| *one == reason) {
            Some((_, named)) => named.push(what),
            None => groups.push((reason, vec![what])),
        }
    }
    let cells = groups.into_iter().map(|(reason, named)| {
        let reason = match reason {
            "" => String::new(),
            reason => format!("<br><span class=\"soft\">{}</span>", escape(reason)),
        };
        format!("{}{reason}", escape(&named.join(", ")))
    });
    cells.collect::<Vec<_>>().join("<br>")
}

fn listeners(page: &mut String, matrix: &Matrix) {
    if matrix.listeners.is_empty() {
        return;
    }
    page.push_str("<h2>What the course does when it is left</h2>\n<ul>\n");
    for listener in &matrix.listeners {
        let _ = writeln!(
            page,
            "<li>{} <code>{}</code></li>",
            escape(&listener.event),
            escape(&listener.at)
        );
    }
    page.push_str("</ul>\n");
}

/// The name of an element without what all begin with.
fn short(element: &str) -> &str {
    let element = element.strip_prefix("cmi.").unwrap_or(element);
    element.strip_prefix("core.").unwrap_or(element)
}

impl Row {
    /// What the content tried, by the event in which it did.
    pub fn tried_words(&self) -> String {
        let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
        for tried in &self.tried {
            let event = tried.event.as_deref().unwrap_or("script");
            let what = match tried.sets() {
                Some((element, _)) => short(element).to_owned(),
                None => tried.function.clone(),
            };
            match groups.iter_mut().find(|(one, _)| *one == event) {
                Some((_, told)) if told.contains(&what) => {}
                Some((_, told)) => told.push(what),
                None => groups.push((event, vec![what])),
            }
        }
        let told = groups
            .into_iter()
            .map(|(event, told)| format!("{event}: {}", told.join(", ")));
        told.collect::<Vec<_>>().join("; ")
    }

    /// What of it the LMS has.
    pub fn arrived_words(&self) -> String {
        let came = self.arrived.while_leaving();
        let mut told: Vec<String> = came.map(|(element, _)| short(element).to_owned()).collect();
        told.extend(self.arrived.saves.iter().map(ToString::to_string));
        told.dedup();
        told.join(", ")
    }

    /// Why the worst of it was lost, as far as it is known.
    pub fn loss_reason(&self) -> Option<&str> {
        self.lost.iter().find_map(|one| one.reason.as_deref())
    }

    /// What was lost, by short names.
    pub fn lost_words(&self) -> Vec<String> {
        let told = self.lost.iter().map(|one| short(&one.what).to_owned());
        told.collect()
    }
}
