//! `greenroom check`: lint packages, many at once.

mod arguments;
mod config;
mod one_package;
mod output;
mod text;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;

use greenroom_batch::source;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

pub(super) use self::arguments::{CheckArguments, HowToCheck};
pub(super) use self::config::Configs;
pub(super) use self::one_package::{Checked, CouldNotRun, Opened, settings_of};
use self::output::Output;
use crate::start::StartError;

/// A finding at or above `--fail-on`.
pub(super) const FINDINGS: u8 = 1;
/// A package or setting that cannot be read.
pub(super) const COULD_NOT_RUN: u8 = 2;

/// Checks all packages, and writes what was found in the order of the arguments.
pub(super) fn run(arguments: &CheckArguments) -> Result<ExitCode, StartError> {
    match check(arguments) {
        Ok(code) => Ok(code),
        // Whoever reads the output has seen enough, as in `greenroom check … | head`.
        Err(StartError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::from(FINDINGS))
        }
        Err(error) => Err(error),
    }
}

fn check(arguments: &CheckArguments) -> Result<ExitCode, StartError> {
    let packages = source::find(&arguments.paths, arguments.shard.as_ref());
    let configs = Configs::new(arguments.how.settings.clone());
    let baseline = arguments.how.read_baseline()?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.jobs)
        .build()
        .map_err(io::Error::other)?;
    let mut output = Output::new(arguments, io::stdout().lock());
    let progress = progress_bar(packages.len(), arguments);

    // Results are written in order as they come; only those that wait for an earlier one are held.
    let (sender, results) = mpsc::channel();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            threads.install(|| {
                packages
                    .par_iter()
                    .enumerate()
                    .for_each_with(sender, |sender, (index, found)| {
                        let path = &found.path;
                        let checked =
                            one_package::check(path, arguments, &configs, baseline.as_ref());
                        // The receiver is gone when the output was closed.
                        let _unwanted = sender.send((index, checked));
                    });
            });
        });
        write_in_order(results, &mut output, &progress)
    });
    progress.finish_and_clear();
    let totals = outcome?;
    output.end()?;
    if let Some(path) = &arguments.write_baseline {
        std::fs::write(path, scorm_lint::Baseline::write(output.all_findings()))?;
    }
    Ok(totals.exit_code())
}

#[derive(Default)]
struct Totals {
    failed: bool,
    could_not_run: bool,
}

impl Totals {
    fn exit_code(&self) -> ExitCode {
        ExitCode::from(match (self.could_not_run, self.failed) {
            (true, _) => COULD_NOT_RUN,
            (false, true) => FINDINGS,
            (false, false) => 0,
        })
    }
}

fn write_in_order(
    results: mpsc::Receiver<(usize, Result<Checked, CouldNotRun>)>,
    output: &mut Output<'_>,
    progress: &ProgressBar,
) -> io::Result<Totals> {
    let mut totals = Totals::default();
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, result) in results {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            match result {
                Ok(checked) => {
                    totals.failed |= checked.fails;
                    progress.suspend(|| output.package(checked))?;
                }
                Err(error) => {
                    totals.could_not_run = true;
                    progress.suspend(|| {
                        writeln!(
                            io::stderr(),
                            "error: {}: {}",
                            error.path.display(),
                            error.reason
                        )
                    })?;
                }
            }
            progress.inc(1);
        }
    }
    Ok(totals)
}

/// Only people on a terminal see it, and only when there is something to wait for.
fn progress_bar(packages: usize, arguments: &CheckArguments) -> ProgressBar {
    let wanted = packages > 1 && !arguments.quiet && io::stderr().is_terminal();
    let target = if wanted {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(packages as u64), target);
    match ProgressStyle::with_template("{bar:30} {pos}/{len} packages, {per_sec}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
