//! `greenroom check` on a tree of 500 packages, and on one package of 200 files and 50 MB.
//!
//! The tree is made from the example courses, each package with more pages and scripts of its own.
//! While the check runs, processor time and memory of the process are read: both cores should be
//! busy, and five times the packages should not need more memory.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark writes files, measures time, prints, and stops where it cannot go on"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use greenroom_testkit::{copy_folder, verdict};

const PACKAGES: usize = 500;
const FEW: usize = 100;
/// Cores that are busy on average, of two.
const CORES_GOAL: f64 = 1.6;
/// Memory of all packages beside that of a fifth of them.
const MEMORY_GOAL: f64 = 1.25;
/// Seconds for 200 files and 50 MB.
const LARGE_GOAL: f64 = 1.0;

/// One run of the check.
struct Run {
    time: Duration,
    processor: f64,
    peak_megabytes: f64,
}

fn main() -> ExitCode {
    let scratch = tempfile::tempdir().unwrap();
    let tree = scratch.path().join("tree");
    for number in 0..PACKAGES {
        package(&tree.join(format!("{number:03}")), number);
    }
    let few: Vec<PathBuf> = (0..FEW)
        .map(|number| tree.join(format!("{number:03}")))
        .collect();
    let fewer = check(&few);
    let all = check(&[tree]);
    let seconds = all.time.as_secs_f64();
    let cores = all.processor / seconds;
    let growth = all.peak_megabytes / fewer.peak_megabytes;
    println!("lint tree: {PACKAGES} packages");
    println!("  packages per second    {:8.0}", PACKAGES as f64 / seconds);
    println!("  cores busy             {cores:8.2}    (goal: at least {CORES_GOAL:.2} of 2)");
    println!(
        "  memory                 {:8.1} MB ({:.1} MB for {FEW}; ratio {growth:.2}, goal: at most {MEMORY_GOAL:.2})",
        all.peak_megabytes, fewer.peak_megabytes
    );

    let large = scratch.path().join("large");
    large_package(&large);
    let large = check(&[large]).time.as_secs_f64();
    println!("  200 files, 50 MB       {large:8.3} s  (goal: at most {LARGE_GOAL:.1})");
    let reached = cores >= CORES_GOAL && growth <= MEMORY_GOAL && large <= LARGE_GOAL;
    verdict("lint tree", reached)
}

/// Checks at the pedantic level, and watches the process.
fn check(paths: &[PathBuf]) -> Run {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_greenroom"))
        .args([
            "check", "--level", "pedantic", "--format", "jsonl", "--quiet",
        ])
        .args(paths)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let (mut processor, mut peak_megabytes) = (0.0, 0.0);
    while child.try_wait().unwrap().is_none() {
        if let Some((seconds, megabytes)) = usage(child.id()) {
            (processor, peak_megabytes) = (seconds, f64::max(peak_megabytes, megabytes));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Run {
        time: start.elapsed(),
        processor,
        peak_megabytes,
    }
}

/// Processor seconds and largest memory of a process so far.
fn usage(process: u32) -> Option<(f64, f64)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace();
    let user: f64 = fields.nth(11)?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    // Linux counts in hundredths of a second for every program.
    Some(((user + system) / 100.0, kilobytes / 1000.0))
}

/// An example course with a few pages and scripts more.
fn package(folder: &Path, number: usize) {
    let course = ["tea-tasting", "hand-washing"][number % 2];
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses");
    copy_folder(&examples.join(course), folder);
    for page in 0..number % 7 {
        let text = format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Page {page}</title>\
             <style>p {{ margin: {page}px }}</style></head><body><h1>Package {number}</h1>{}\
             <script src=\"more{page}.js\"></script></body></html>",
            "<p>Tea is poured from high above the cup.</p>".repeat(50)
        );
        fs::write(folder.join(format!("more{page}.html")), text).unwrap();
        fs::write(folder.join(format!("more{page}.js")), script(40, number)).unwrap();
    }
}

/// A package of 200 files that weigh 50 MB together.
fn large_package(folder: &Path) {
    package(folder, 0);
    for page in 0..60 {
        fs::write(folder.join(format!("page{page}.js")), script(400, page)).unwrap();
    }
    for picture in 0..134 {
        let bytes = vec![b'x'; 360_000];
        fs::write(folder.join(format!("picture{picture}.jpg")), bytes).unwrap();
    }
}

fn script(functions: usize, seed: usize) -> String {
    let function = |at: usize| {
        format!(
            "function step{at}(value) {{\n  var total = value + {seed};\n  for (var i = 0; i < {at}; i++) {{ total += i; }}\n  return total;\n}}\n"
        )
    };
    (0..functions).map(function).collect()
}
