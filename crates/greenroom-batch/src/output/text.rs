//! The summary for a terminal.

use std::fmt::Write as _;

use super::tally::Tally;
use crate::batch::Kind;
use crate::ended::Outcome;

const MOST_ROWS: usize = 10;

/// A few lines: what was done, and what to look at first.
pub fn text(kind: Kind, tally: &mut Tally) -> String {
    let mut text = String::new();
    let Tally {
        passed,
        findings,
        not_judged,
        reused,
        retried,
        ..
    } = tally;
    let _ = write!(
        text,
        "{kind}: {} packages: {passed} passed, {findings} with findings, {not_judged} could not be judged",
        *passed + *findings + *not_judged
    );
    if *reused > 0 {
        let _ = write!(text, "; {reused} unchanged since they were judged before");
    }
    if *retried > 0 {
        let _ = write!(text, "; {retried} tried more than once");
    }
    text.push('\n');
    let rules = tally.rules();
    if !rules.is_empty() {
        table(
            &mut text,
            ["by rule", "packages", "findings"],
            rules.iter().map(|(name, of)| {
                let name = format!("{} [{}]", printable(name), of.severity);
                [name, of.packages.to_string(), of.findings.to_string()]
            }),
        );
    }
    let tools = tally.tools();
    if tools.iter().any(|(name, _)| *name != "unknown") {
        table(
            &mut text,
            ["by authoring tool", "packages", "failed"],
            tools.iter().map(|(name, of)| {
                [
                    (*name).to_owned(),
                    of.packages.to_string(),
                    of.failed.to_string(),
                ]
            }),
        );
    }
    let lms = tally.lms();
    if !lms.is_empty() {
        table(
            &mut text,
            ["by LMS", "packages", "fine"],
            lms.iter().map(|(name, of)| {
                [
                    printable(name),
                    of.packages.to_string(),
                    of.fine.to_string(),
                ]
            }),
        );
    }
    let worst = tally.worst();
    if !worst.is_empty() {
        let _ = writeln!(text, "\nworst packages");
    }
    for package in worst.iter().take(MOST_ROWS) {
        let what = match package.outcome {
            Outcome::NotJudged => "could not be judged".to_owned(),
            _ => format!("{} errors, {} warnings", package.errors, package.warnings),
        };
        let _ = writeln!(
            text,
            "  {}: {what}: {}",
            printable(&package.shown),
            printable(&package.why)
        );
    }
    if worst.len() > MOST_ROWS {
        let _ = writeln!(text, "  … more: -o FILE.html, -o FILE.jsonl");
    }
    text
}

fn table(text: &mut String, heads: [&str; 3], rows: impl ExactSizeIterator<Item = [String; 3]>) {
    let count = rows.len();
    let rows: Vec<_> = rows.take(MOST_ROWS).collect();
    let width = rows
        .iter()
        .map(|row| row[0].chars().count())
        .chain([heads[0].len()])
        .max()
        .unwrap_or_default();
    let _ = writeln!(
        text,
        "\n{:width$}    {:>8}  {:>8}",
        heads[0], heads[1], heads[2]
    );
    for [name, first, second] in rows {
        let _ = writeln!(text, "  {name:width$}  {first:>8}  {second:>8}");
    }
    if count > MOST_ROWS {
        let _ = writeln!(text, "  … {} more", count - MOST_ROWS);
    }
}

/// Text of a package without power over the terminal.
fn printable(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(shown).collect()
}
