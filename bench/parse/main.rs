//! Parses every conformance manifest in process, beside one `xmllint --noout` for all of them.
//!
//! Both read their files from disk. Ours also builds the tree with places and the manifest model.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark reads files, measures time and prints"
)]

use std::hint::black_box;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use scorm_package::xml::XmlLimits;

const ROUNDS: usize = 30;
const GOAL: f64 = 1.0;

fn main() -> ExitCode {
    let Some(folder) = greenroom_testkit::test_data("conformance/manifests") else {
        return ExitCode::SUCCESS;
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("the folder of manifests cannot be read");
        return ExitCode::FAILURE;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();

    let mut ours = Vec::new();
    let mut xmllint = Vec::new();
    // Turn by turn, so that a busy moment of the machine hits both.
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for path in &paths {
            let Ok(bytes) = std::fs::read(path) else {
                continue;
            };
            black_box(scorm_package::read_manifest(&bytes, &XmlLimits::default()));
        }
        ours.push(start.elapsed());

        let start = Instant::now();
        let status = Command::new("xmllint").arg("--noout").args(&paths).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("xmllint is missing or failed; install libxml2-utils");
            return ExitCode::FAILURE;
        }
        xmllint.push(start.elapsed());
    }

    let (ours, xmllint) = (median(ours), median(xmllint));
    let ratio = ours.as_secs_f64() / xmllint.as_secs_f64();
    println!(
        "parse: {} manifests, median of {ROUNDS} rounds",
        paths.len()
    );
    println!("  scorm-package    {:8.2} ms", ours.as_secs_f64() * 1e3);
    println!("  xmllint --noout  {:8.2} ms", xmllint.as_secs_f64() * 1e3);
    println!("  ratio            {ratio:8.2}    (goal: at most {GOAL:.2})");
    if ratio <= GOAL {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
