//! Parses every conformance manifest in process, beside one `xmllint --noout` for all of them.
//!
//! Both read their files from disk. Ours also builds the tree with places and the manifest model.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark reads files, measures time and prints"
)]

use std::hint::black_box;
use std::process::{Command, ExitCode};

use greenroom_testkit::{median, milliseconds, side_by_side, test_files, verdict};
use scorm_package::xml::XmlLimits;

const ROUNDS: usize = 30;
const GOAL: f64 = 1.0;

fn main() -> ExitCode {
    let Some(paths) = test_files("conformance/manifests") else {
        return ExitCode::SUCCESS;
    };
    let ours = || {
        for path in &paths {
            if let Ok(bytes) = std::fs::read(path) {
                black_box(scorm_package::read_manifest(&bytes, &XmlLimits::default()));
            }
        }
    };
    let theirs = || {
        let status = Command::new("xmllint").arg("--noout").args(&paths).status();
        let succeeded = status.is_ok_and(|status| status.success());
        assert!(
            succeeded,
            "xmllint is missing or failed; install libxml2-utils"
        );
    };
    let (ours, xmllint) = side_by_side(ROUNDS, ours, theirs);
    let ours = median(ours.iter().map(milliseconds));
    let xmllint = median(xmllint.iter().map(milliseconds));
    let ratio = ours / xmllint;
    let count = paths.len();
    println!("parse: {count} manifests, median of {ROUNDS} rounds");
    println!("  scorm-package    {ours:8.2} ms");
    println!("  xmllint --noout  {xmllint:8.2} ms");
    println!("  ratio            {ratio:8.2}    (goal: at most {GOAL:.2})");
    verdict("parse", ratio <= GOAL)
}
