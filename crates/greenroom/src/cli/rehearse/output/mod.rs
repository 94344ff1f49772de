//! Telling the results: a table, JSON lines, JUnit XML or a page.

mod html;
mod junit;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use comfy_table::{ContentArrangement, Table, presets};
use greenroom_tools::counted;
use indicatif::{ProgressBar, ProgressStyle};
use scorm_session::rehearsal::Report;
use serde::Serialize;

use super::Format;

/// The results so far.
#[derive(Debug)]
pub(super) struct Output {
    format: Format,
    progress: ProgressBar,
    reports: Vec<Report>,
}

#[derive(Serialize)]
struct LastLine {
    summary: Summary,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Summary {
    cases: usize,
    passed: usize,
    calls: usize,
    ui_checks: usize,
}

impl Output {
    /// For so many rehearsals. The progress bar shows on terminals only.
    pub(super) fn new(format: Format, count: usize) -> Self {
        let progress = match format {
            Format::Text => ProgressBar::new(count as u64),
            Format::Jsonl | Format::Junit | Format::Html => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
        if let Ok(style) = style {
            progress.set_style(style);
        }
        Self {
            format,
            progress,
            reports: Vec::new(),
        }
    }

    /// Tells one result.
    pub(super) fn report(&mut self, report: &Report) -> std::io::Result<()> {
        self.progress.set_message(report.id.clone());
        self.progress.inc(1);
        let mut report = report.clone();
        if self.format == Format::Jsonl {
            if let Some(failure) = &mut report.failure {
                failure.trace.clear();
            }
            write_line(&report)?;
        }
        self.reports.push(report);
        Ok(())
    }

    /// Tells the sum; true if all passed.
    pub(super) fn finish(self) -> std::io::Result<bool> {
        self.progress.finish_and_clear();
        let summary = Summary {
            cases: self.reports.len(),
            passed: self.reports.iter().filter(|report| report.passed).count(),
            calls: self.reports.iter().map(|report| report.calls).sum(),
            ui_checks: self.reports.iter().map(|report| report.ui_checks).sum(),
        };
        let all_passed = summary.passed == summary.cases;
        match self.format {
            Format::Jsonl => write_line(&LastLine { summary })?,
            Format::Text => write_text(&self.reports, &summary)?,
            Format::Junit => write_page(&junit::page(&self.reports))?,
            Format::Html => write_page(&html::page(&self.reports))?,
        }
        Ok(all_passed)
    }
}

/// Notes what the folders hold besides rehearsals. On stderr, since stdout is for the results.
pub(super) fn note_skipped(skipped: &[PathBuf]) -> std::io::Result<()> {
    let mut stderr = std::io::stderr().lock();
    for path in skipped {
        writeln!(
            stderr,
            "note: {} has no steps, so it is not a rehearsal and is skipped",
            path.display()
        )?;
    }
    Ok(())
}

/// Copies the picture of a failure and its sequencing trace to a folder.
pub(super) fn keep(folder: &Path, report: &Report) -> std::io::Result<()> {
    let Some(failure) = &report.failure else {
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let name: String = report
        .id
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    if let Some(picture) = &failure.picture {
        std::fs::copy(picture, folder.join(format!("{name}.png")))?;
    }
    let trace = format!("{failure}\n\n{}\n", failure.trace.join("\n"));
    std::fs::write(folder.join(format!("{name}.trace.txt")), trace)
}

fn write_page(page: &str) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(page.as_bytes())
}

fn write_line<T: Serialize>(value: &T) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    serde_json::to_writer(&mut stdout, value)?;
    stdout.write_all(b"\n")
}

fn write_text(reports: &[Report], summary: &Summary) -> std::io::Result<()> {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["rehearsal", "result", "steps", "calls", "UI checks"]);
    for report in reports {
        table.add_row([
            report.id.as_str(),
            if report.passed { "passed" } else { "FAILED" },
            &report.steps.to_string(),
            &report.calls.to_string(),
            &report.ui_checks.to_string(),
        ]);
    }
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{table}")?;
    for report in reports {
        for artifact in &report.artifacts {
            writeln!(stdout, "{}: {artifact}", report.id)?;
        }
        let Some(failure) = &report.failure else {
            continue;
        };
        writeln!(stdout, "\n{}: {failure}", report.id)?;
        if let Some(picture) = &failure.picture {
            writeln!(stdout, "    picture: {picture}")?;
        }
        for step in &failure.trace {
            writeln!(stdout, "    {step}")?;
        }
    }
    let Summary {
        cases,
        passed,
        calls,
        ui_checks,
    } = summary;
    writeln!(
        stdout,
        "\n{passed} of {cases} passed: {}, {}",
        counted(*calls, "call"),
        counted(*ui_checks, "UI check")
    )
}
