//! How far a batch is, for whoever waits: a bar on a terminal, now and then a line elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use greenroom_batch::output::Tally;
use greenroom_batch::{Ended, Kept, Progress, Watcher};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::say;
use super::files::Outputs;

/// Between two lines, where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Between two flushes of rows.
const BETWEEN_FLUSHES: Duration = Duration::from_millis(500);

/// Tells people, and hands ends on to the outputs.
pub(super) struct Telling {
    pub(super) outputs: Outputs,
    bar: Option<ProgressBar>,
    lines: bool,
    begun: Instant,
    last_line: Instant,
    last_flush: Instant,
}

impl Telling {
    pub(super) fn new(outputs: Outputs, packages: usize, quiet: bool) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let now = Instant::now();
        Self {
            outputs,
            bar: (is_terminal && !quiet).then(|| bar(packages)),
            lines: !is_terminal && !quiet,
            begun: now,
            last_line: now,
            last_flush: now,
        }
    }

    /// Leaves the terminal as it was.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&mut self, progress: Progress) {
        let minutes = self.begun.elapsed().as_secs_f64() / 60.0;
        let Tally {
            findings,
            not_judged,
            ..
        } = self.outputs.tally();
        say(&format!(
            "{}/{} packages, {findings} with findings, {not_judged} not judged, {:.0} per minute",
            progress.ended,
            progress.total,
            progress.ended as f64 / minutes.max(1e-6),
        ));
    }
}

impl Watcher for Telling {
    fn ended(&mut self, ended: &Ended, kept: Option<&Kept>) -> io::Result<()> {
        self.outputs.take(ended, kept)?;
        if let (Some(bar), Some(reason)) = (&self.bar, &ended.reason) {
            bar.suspend(|| say(&format!("not judged: {}: {reason}", ended.shown)));
        }
        // Many come between two looks at the progress.
        self.flush_now_and_then()
    }

    fn progress(&mut self, progress: Progress) {
        if let Some(bar) = &self.bar {
            let tally = self.outputs.tally();
            bar.set_position(progress.ended);
            bar.set_message(format!(
                "{} with findings, {} not judged",
                tally.findings, tally.not_judged
            ));
        }
        if self.lines && self.last_line.elapsed() >= BETWEEN_LINES && !progress.is_done() {
            self.last_line = Instant::now();
            self.line(progress);
        }
    }
}

impl Telling {
    fn flush_now_and_then(&mut self) -> io::Result<()> {
        if self.last_flush.elapsed() < BETWEEN_FLUSHES {
            return Ok(());
        }
        self.last_flush = Instant::now();
        self.outputs.flush()
    }
}

fn bar(packages: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(packages as u64), ProgressDrawTarget::stderr());
    let form = "{bar:30} {pos}/{len} packages, {per_sec}, {eta} left, {msg}";
    match ProgressStyle::with_template(form) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
