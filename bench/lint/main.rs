//! Lints every conformance manifest in process, beside one `xmllint --schema` for all of them.
//!
//! Both read their files from disk. Ours runs all rules at the pedantic level, which is far more
//! than the schemas say, on all cores, as `greenroom check` does, and on one, as xmllint does.
//! `tree.rs` measures whole packages.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark reads files, measures time, prints, and stops where it cannot go on"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use greenroom_testkit::{median, milliseconds, side_by_side, test_data, test_files, verdict};
use rayon::prelude::*;
use scorm_lint::{Level, MANIFEST, MemoryFiles, Settings, lint};

const ROUNDS: usize = 30;
const GOAL: f64 = 1.0;

fn main() -> ExitCode {
    let Some(paths) = test_files("conformance/manifests") else {
        return ExitCode::SUCCESS;
    };
    let Some(xsd) = test_data("conformance/xsd") else {
        return ExitCode::SUCCESS;
    };
    let scratch = tempfile::tempdir().unwrap();
    let schema = schemas(&xsd, scratch.path());

    let on_all_cores = || {
        black_box(paths.par_iter().map(|path| check(path)).sum::<usize>());
    };
    let on_one_core = || {
        black_box(paths.iter().map(|path| check(path)).sum::<usize>());
    };
    let theirs = || {
        let mut command = Command::new("xmllint");
        command
            .args(["--noout", "--nonet", "--schema"])
            .arg(&schema)
            .args(&paths);
        let status = command.stderr(Stdio::null()).status();
        let succeeded = status.is_ok_and(|status| status.success());
        assert!(
            succeeded,
            "xmllint is missing or failed; install libxml2-utils"
        );
    };
    println!("lint: {} manifests, median of {ROUNDS} rounds", paths.len());
    let row = |name: &str, ours: &dyn Fn()| {
        let (ours, xmllint) = side_by_side(ROUNDS, ours, theirs);
        let middle = |times: &[Duration]| median(times.iter().map(milliseconds));
        let (ours, xmllint) = (middle(&ours), middle(&xmllint));
        let ratio = ours / xmllint;
        println!(
            "  all rules, {name:9} {ours:8.2} ms   xmllint --schema {xmllint:8.2} ms   ratio {ratio:.2}"
        );
        ratio
    };
    let all_cores = row("all cores", &on_all_cores);
    let one_core = row("one core", &on_one_core);
    println!("  goal of both: at most {GOAL:.2}");
    verdict("lint", all_cores.max(one_core) <= GOAL)
}

/// The number of findings in a manifest without its content.
fn check(path: &Path) -> usize {
    let settings = Settings {
        content_present: false,
        ..Settings::at(Level::Pedantic)
    };
    let files: MemoryFiles = [(MANIFEST, std::fs::read(path).unwrap())]
        .into_iter()
        .collect();
    lint(&files, &[], &settings).findings.len()
}

/// A copy of the schemas with one that brings them together, without the import from the web.
fn schemas(xsd: &Path, folder: &Path) -> PathBuf {
    for file in std::fs::read_dir(xsd).unwrap().flatten() {
        if file.path().is_file() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            let text = text.replace("http://www.w3.org/2001/xml.xsd", "xml.xsd");
            std::fs::write(folder.join(file.file_name()), text).unwrap();
        }
    }
    // Metadata are left out: no conformance manifest has any, and their schemas take long to load.
    let mut all = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">".to_owned();
    for (name, file) in [
        ("http://www.imsglobal.org/xsd/imscp_v1p1", "imscp_v1p1.xsd"),
        ("http://www.adlnet.org/xsd/adlcp_v1p3", "adlcp_v1p3.xsd"),
        ("http://www.adlnet.org/xsd/adlseq_v1p3", "adlseq_v1p3.xsd"),
        ("http://www.adlnet.org/xsd/adlnav_v1p3", "adlnav_v1p3.xsd"),
        ("http://www.imsglobal.org/xsd/imsss", "imsss_v1p0.xsd"),
    ] {
        let _ = write!(
            all,
            "<xs:import namespace=\"{name}\" schemaLocation=\"{file}\"/>"
        );
    }
    all.push_str("</xs:schema>");
    let path = folder.join("all.xsd");
    std::fs::write(&path, all).unwrap();
    path
}
