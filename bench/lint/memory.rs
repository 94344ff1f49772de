//! What a server and its workers hold after a thousand validations.
//!
//! The packages are those of the test data, or else the example courses, in turn and by each of the
//! tools that lint. Before each call a file of the package is changed, so that nothing comes from
//! memory.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark writes files, measures time, prints, and stops where it cannot go on"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use greenroom_testkit::{McpClient, copy_folder, test_files, verdict};
use serde_json::json;

const VALIDATIONS: usize = 1000;
/// Megabytes of the server and its workers together.
const GOAL: f64 = 150.0;
const TOOLS: [&str; 5] = [
    "scorm_validate_workspace",
    "scorm_validate_compliance",
    "scorm_lint_api_usage",
    "scorm_lint_parent_dom_access",
    "scorm_report",
];

fn main() -> ExitCode {
    let scratch = tempfile::tempdir().unwrap();
    let packages = packages(scratch.path());
    let mut client = McpClient::start_with(env!("CARGO_BIN_EXE_greenroom"), |command| {
        command.arg("--mcp")
    });
    client.initialize("2025-06-18");
    let start = Instant::now();
    let mut most = 0.0;
    for round in 0..VALIDATIONS {
        let package = &packages[round % packages.len()];
        if package.is_dir() {
            fs::write(package.join("round.js"), format!("var round = {round};")).unwrap();
        }
        let tool = TOOLS[round / packages.len() % TOOLS.len()];
        // Packages that cannot be opened are part of it.
        let _answered = client.call(tool, json!({ "workspace_path": package }));
        most = f64::max(most, megabytes(&client));
    }
    let end = megabytes(&client);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "lint memory: {VALIDATIONS} validations of {} packages in {seconds:.0} s",
        packages.len()
    );
    println!("  after the last         {end:8.1} MB  (goal: at most {GOAL:.0})");
    println!("  the most between two   {most:8.1} MB");
    verdict("lint memory", end <= GOAL)
}

/// Copies of all packages, since each is changed before it is validated.
fn packages(into: &Path) -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses");
    let mut sources = test_files("packages").unwrap_or_default();
    sources.retain(|path| {
        path.join("imsmanifest.xml").exists()
            || path.extension().is_some_and(|extension| extension == "zip")
    });
    sources.extend(["tea-tasting", "hand-washing"].map(|course| examples.join(course)));
    let copies = sources.into_iter().map(|source| {
        let copy = into.join(source.file_name().unwrap());
        if source.is_dir() {
            copy_folder(&source, &copy);
        } else {
            fs::copy(&source, &copy).unwrap();
        }
        copy
    });
    copies.collect()
}

/// Megabytes of the server and of all processes that it has started.
fn megabytes(client: &McpClient) -> f64 {
    let tasks = fs::read_dir(format!("/proc/{}/task", client.pid())).unwrap();
    let children =
        tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    let children: Vec<String> = children.collect();
    let workers = children.iter().flat_map(|line| line.split_whitespace());
    let workers = workers.filter_map(|worker| worker.parse().ok());
    let all = workers.chain([client.pid()]);
    all.filter_map(resident).sum()
}

fn resident(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1000.0)
}
