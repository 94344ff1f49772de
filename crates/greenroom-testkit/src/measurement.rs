//! What benchmarks share: rounds side by side, medians, goals.

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Times two pieces of work turn by turn, so that a busy moment of the machine hits both.
pub fn side_by_side(
    rounds: usize,
    mut ours: impl FnMut(),
    mut theirs: impl FnMut(),
) -> (Vec<Duration>, Vec<Duration>) {
    let timed = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds)
        .map(|_| (timed(&mut ours), timed(&mut theirs)))
        .unzip()
}

/// The middle one of some measures.
pub fn median(measures: impl IntoIterator<Item = f64>) -> f64 {
    let mut measures: Vec<f64> = measures.into_iter().collect();
    measures.sort_by(f64::total_cmp);
    measures[measures.len() / 2]
}

/// A time in milliseconds.
pub fn milliseconds(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// How a benchmark ends: a missed goal is a failure.
#[expect(clippy::print_stderr, reason = "a missed goal must be seen")]
pub fn verdict(benchmark: &str, reached: bool) -> ExitCode {
    if reached {
        return ExitCode::SUCCESS;
    }
    eprintln!("{benchmark}: a goal is missed");
    ExitCode::FAILURE
}
