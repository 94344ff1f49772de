//! Jobs of workers whose courses play in a Selenium Grid that dies in the middle.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use greenroom_testkit::Postgres;
use serde_json::Value;

use crate::grid::Grid;
use crate::{GREENROOM, MANIFEST, has_journal_with, until};

/// For so long something may take that has no bound of its own.
const PATIENCE: Duration = Duration::from_secs(75);

const PAGE: &str = r#"<!DOCTYPE html><html lang="en"><title>a</title><h1>A page</h1><script>
let at = window; while (!at.API && at.parent !== at) at = at.parent;
at.API.LMSInitialize("");
function done() { at.API.LMSSetValue("cmi.core.lesson_status", "completed"); at.API.LMSFinish(""); }
</script><button onclick="done()">Done</button>"#;

/// Ends with this value.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Self {
        let command = command.stdout(Stdio::null());
        Self(command.spawn().expect("it starts"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended_already = self.0.kill();
        let _status = self.0.wait();
    }
}

/// Has a package explored by a worker whose browsers are those of the Grids; when its course plays,
/// `fail` makes them fail. The row that the batch printed.
fn explored_while(database: &Postgres, grids: &[&Grid], fail: impl FnOnce()) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("packages/one");
    fs::create_dir_all(&package).expect("a folder");
    fs::write(package.join("imsmanifest.xml"), MANIFEST).expect("a manifest");
    fs::write(package.join("a.html"), PAGE).expect("a page");
    let home = folder.path().join("home");
    let addresses: Vec<String> = grids.iter().map(|grid| grid.address()).collect();
    let greenroom = |home: &Path| {
        let mut command = Command::new(GREENROOM);
        command
            .env("GREENROOM_DATABASE", database.url())
            .env("GREENROOM_HOME", home)
            .current_dir(folder.path());
        command
    };
    let _worker = Process::start(
        greenroom(&home)
            .args(["worker", "--jobs", "1", "--browsers"])
            .arg(format!("grid={}", addresses.join(","))),
    );
    let mut batch = Process::start(
        greenroom(&folder.path().join("asker"))
            .args(["batch", "explore", "packages", "--quiet", "--max-seconds"])
            .args(["40", "-o", "rows.jsonl"]),
    );
    until(PATIENCE, || {
        has_journal_with(&home, "Initialize").then_some(())
    });
    fail();
    let state = database.ask("SELECT string_agg(state, ' ') FROM greenroom_batch.job");
    assert_eq!(state, "running", "it was in the middle");
    let status = until(PATIENCE, || batch.0.try_wait().expect("it is ours"));
    let rows = fs::read_to_string(folder.path().join("rows.jsonl")).expect("rows");
    assert_eq!(rows.lines().count(), 1, "{status}: {rows}");
    serde_json::from_str(&rows).expect("a row")
}

/// The package was judged by what its course did, and that is kept once.
#[expect(clippy::print_stdout, reason = "a measurement")]
fn assert_judged(database: &Postgres, row: &Value) {
    let attempts = &row["attempts"];
    println!("judged at attempt {attempts}, after {} s", row["seconds"]);
    assert_eq!(row["details"]["verdict"]["completes"], true, "{row}");
    assert_eq!(row["details"]["status"], "completed", "{row}");
    assert_eq!(row["details"]["stopped_by"], "done", "{row}");
    let kept = "SELECT count(*), count(DISTINCT key) FROM greenroom_batch.result";
    assert_eq!(database.ask(kept), "1|1", "{row}");
    let jobs = "SELECT count(*), min(state), sum(attempts) FROM greenroom_batch.job";
    assert_eq!(database.ask(jobs), format!("1|ended|{attempts}"), "{row}");
}

#[test]
fn browser_a_job_whose_driver_is_killed_with_its_browser_runs_again_and_is_judged_once() {
    let (Some(database), Some(grid)) = (Postgres::start(), Grid::start()) else {
        return;
    };
    let row = explored_while(&database, &[&grid], || {
        grid.kill("chromedriver");
        grid.kill("chromium-headless-shell");
    });
    assert_judged(&database, &row);
    assert_eq!(row["attempts"], 2, "{row}");
}

#[test]
fn browser_a_job_whose_driver_alone_is_killed_goes_on_and_is_judged_once() {
    let (Some(database), Some(grid)) = (Postgres::start(), Grid::start()) else {
        return;
    };
    // What plays is driven through the Grid's node, not through its driver.
    let row = explored_while(&database, &[&grid], || grid.kill("chromedriver"));
    assert_judged(&database, &row);
}

#[test]
fn browser_a_job_whose_grid_is_killed_runs_again_in_another_and_is_judged_once() {
    let Some(database) = Postgres::start() else {
        return;
    };
    let (Some(one), Some(other)) = (Grid::start(), Grid::start()) else {
        return;
    };
    let row = explored_while(&database, &[&one, &other], || {
        // Whichever of them has the course.
        let has_it = |grid: &&Grid| !grid.processes("chromedriver").is_empty();
        let grid = [&one, &other].into_iter().find(has_it);
        grid.expect("a course plays").kill("java");
    });
    assert_judged(&database, &row);
    assert_eq!(row["attempts"], 2, "{row}");
}
