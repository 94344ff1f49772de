//! Batches that workers of a database do: `greenroom batch … --database`, `greenroom worker`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use greenroom_testkit::Postgres;
use serde_json::Value;

use super::GREENROOM;
use super::batch::put;

/// A worker of its own; it is killed with this value.
struct Worker(Child);

impl Worker {
    /// Starts one and waits until it works.
    fn start(database: &Postgres, home: &Path) -> Self {
        let mut child = Command::new(GREENROOM)
            .args(["worker", "--jobs", "2"])
            .env("GREENROOM_DATABASE", database.url())
            .env("GREENROOM_HOME", home)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stderr.take().unwrap());
        let begun = said.lines().map_while(Result::ok);
        assert!(begun.take(3).any(|line| line.starts_with("working")));
        Self(child)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ended_already = self.0.kill();
        let _status = self.0.wait();
    }
}

fn batch(database: &Postgres, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(GREENROOM);
    command
        .args([
            "batch",
            "check",
            "packages",
            "--format",
            "jsonl",
            "--database",
            &database.url(),
        ])
        .args(more)
        .current_dir(folder)
        .env("GREENROOM_HOME", folder.join("home"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

fn rows(child: Child) -> (Vec<Value>, Option<i32>) {
    let output = child.wait_with_output().unwrap();
    let lines = output.stdout.lines().map(Result::unwrap);
    let rows = lines.map(|line| serde_json::from_str(&line).unwrap());
    (rows.collect(), output.status.code())
}

/// One number out of the database.
fn count(database: &Postgres, sql: &str) -> u64 {
    let output = Command::new("psql")
        .args(["-At", "-c", sql, &database.url()])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    said.trim().parse().unwrap()
}

fn place(packages: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("packages")).unwrap();
    for number in 0..packages {
        let href = if number % 10 == 0 {
            "gone.html"
        } else {
            "index.html"
        };
        put(
            &folder.path().join(format!("packages/{number:03}.zip")),
            href,
        );
    }
    folder
}

#[test]
fn a_worker_that_is_killed_in_the_middle_costs_nothing_but_time() {
    let Some(database) = Postgres::start() else {
        return;
    };
    let folder = place(80);
    let home = folder.path().join("home");
    let first = Worker::start(&database, &home);
    let mut running = batch(&database, folder.path(), &[]).spawn().unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines();
    let before: Vec<String> = lines.by_ref().take(5).map(Result::unwrap).collect();
    drop(first);
    let _second = Worker::start(&database, &home);
    let after: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(running.wait().unwrap().code(), Some(1));
    assert_eq!(before.len() + after.len(), 80);
    let all = before.iter().chain(&after);
    let rows: Vec<Value> = all
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut names: Vec<&str> = rows
        .iter()
        .map(|row| row["package"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 80, "each once");
    let failed = rows
        .iter()
        .filter(|row| row["outcome"] == "findings")
        .count();
    assert_eq!(failed, 8);
    assert_eq!(
        count(&database, "select count(*) from greenroom_batch.result"),
        80
    );
    // Once more: nothing has changed, so nobody does anything.
    let done = "select sum(attempts) from greenroom_batch.job";
    let attempts = count(&database, done);
    assert!(attempts >= 80);
    let (rows, code) = rows_of_again(&database, folder.path());
    assert_eq!(
        (rows, code, count(&database, done)),
        (80, Some(1), attempts)
    );
}

fn rows_of_again(database: &Postgres, folder: &Path) -> (usize, Option<i32>) {
    let (rows, code) = rows(batch(database, folder, &[]).spawn().unwrap());
    (rows.len(), code)
}

#[test]
fn a_batch_that_is_interrupted_is_found_again_where_workers_have_brought_it() {
    let Some(database) = Postgres::start() else {
        return;
    };
    let folder = place(60);
    let worker = Worker::start(&database, &folder.path().join("home"));
    let mut first = batch(&database, folder.path(), &[]).spawn().unwrap();
    let lines = BufReader::new(first.stdout.take().unwrap()).lines();
    assert_eq!(lines.take(3).count(), 3);
    first.kill().unwrap();
    first.wait().unwrap();
    let (rows_again, code) = rows(batch(&database, folder.path(), &[]).spawn().unwrap());
    assert_eq!((rows_again.len(), code), (60, Some(1)));
    let once = "select count(*) from greenroom_batch.job where attempts = 1";
    assert_eq!(count(&database, once), 60);
    // Another question in the same database, done by the batch itself.
    drop(worker);
    let more = ["--level", "strict", "--workers", "2"];
    let (strict, code) = rows(batch(&database, folder.path(), &more).spawn().unwrap());
    assert_eq!((strict.len(), code), (60, Some(1)));
    assert!(strict.iter().all(|row| row["reused"] == false));
    assert_eq!(
        count(&database, "select count(*) from greenroom_batch.result"),
        120
    );
}

#[test]
fn a_database_that_is_not_there_is_an_error_that_says_so() {
    let folder = place(1);
    let output = Command::new(GREENROOM)
        .args([
            "batch",
            "check",
            "packages",
            "--database",
            "postgres://greenroom@127.0.0.1:1/x",
        ])
        .current_dir(folder.path())
        .env("GREENROOM_HOME", folder.path().join("home"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the database cannot be reached"), "{said}");
}
