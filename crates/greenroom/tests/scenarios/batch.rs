//! `greenroom batch`: many packages, one question.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use greenroom_testkit::ZipFile;
use serde_json::Value;

use super::GREENROOM;

/// A folder with packages, and a data directory.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("packages")).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(GREENROOM);
        command
            .arg("batch")
            .args(arguments)
            .current_dir(self.folder.path())
            .env("GREENROOM_HOME", self.path("home"));
        command
    }

    fn batch(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The rows of `batch check`, in the order of the packages, and the exit code.
    fn check(&self, arguments: &[&str]) -> (Vec<Value>, i32) {
        let all = [&["check", "--format", "jsonl"][..], arguments].concat();
        let output = self.batch(&all);
        let mut rows: Vec<Value> = output
            .stdout
            .lines()
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
            .collect();
        rows.sort_by_key(|row| row["package"].as_str().unwrap().to_owned());
        (rows, output.status.code().unwrap())
    }

    fn good(&self, name: &str) {
        put(&self.path("packages").join(name), "index.html");
    }

    fn bad(&self, name: &str) {
        put(&self.path("packages").join(name), "gone.html");
    }
}

/// A small package, as zip or folder; its name is in it, so that all differ.
pub(crate) fn put(path: &Path, href: &str) {
    let name = path.file_name().unwrap().to_string_lossy();
    let manifest = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>{name}</title><item identifier="i" identifierref="r"><title>One</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="asset" href="{href}"><file href="{href}"/></resource></resources>
</manifest>"#
    );
    let page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>One</title></head><body><p>One</p></body></html>";
    if name.ends_with(".zip") {
        let zip = ZipFile::new()
            .file("imsmanifest.xml", manifest.as_bytes())
            .file("index.html", page.as_bytes())
            .file("story_content/user.js", b"");
        fs::write(path, zip.bytes()).unwrap();
    } else {
        fs::create_dir_all(path).unwrap();
        fs::write(path.join("imsmanifest.xml"), manifest).unwrap();
        fs::write(path.join("index.html"), page).unwrap();
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn reused(rows: &[Value]) -> Vec<bool> {
    rows.iter()
        .map(|row| row["reused"].as_bool().unwrap())
        .collect()
}

#[test]
fn packages_are_judged_once_until_they_change() {
    let place = Place::new();
    place.good("a.zip");
    place.bad("b.zip");
    place.good("c");
    let (rows, code) = place.check(&["packages"]);
    assert_eq!(code, 1);
    let outcomes: Vec<&str> = rows
        .iter()
        .map(|row| row["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["passed", "findings", "passed"]);
    assert_eq!(reused(&rows), [false; 3]);
    let bad = &rows[1];
    assert_eq!(bad["package"], "packages/b.zip");
    assert_eq!(bad["authoring_tool"], "Articulate Storyline");
    assert_eq!(bad["scorm_version"], "1.2");
    assert!(bad["errors"].as_u64().unwrap() > 0);
    assert_eq!(bad["findings"][0]["file"], "imsmanifest.xml");
    assert!(bad["content_hash"].as_str().unwrap().starts_with("sha256:"));

    let (again, code) = place.check(&["packages"]);
    assert_eq!((reused(&again), code), (vec![true; 3], 1));
    assert_eq!(again[1]["findings"], rows[1]["findings"]);
    // Content counts, not the name and not the time.
    fs::rename(place.path("packages/a.zip"), place.path("packages/aa.zip")).unwrap();
    place.good("b.zip");
    fs::write(place.path("packages/c/more.html"), "").unwrap();
    let (changed, code) = place.check(&["packages"]);
    assert_eq!((reused(&changed), code), (vec![true, false, false], 0));
    assert_eq!(changed[0]["package"], "packages/aa.zip");
    // So do the settings.
    let (strict, _) = place.check(&["packages", "--level", "strict"]);
    assert_eq!(reused(&strict), [false; 3]);
    fs::write(place.path("greenroom.toml"), "level = \"strict\"\n").unwrap();
    let (strict, _) = place.check(&["packages"]);
    assert_eq!(
        reused(&strict),
        [true; 3],
        "the same settings from elsewhere"
    );
    let (anew, _) = place.check(&["packages", "--again"]);
    assert_eq!(reused(&anew), [false; 3]);
}

#[test]
fn it_finds_what_check_finds_and_ends_as_check_does() {
    let place = Place::new();
    place.good("a.zip");
    place.bad("b.zip");
    for (paths, code) in [
        (&["packages/a.zip"][..], 0),
        (&["packages"], 1),
        (&["packages", "nowhere.zip"], 2),
    ] {
        let (rows, of_batch) = place.check(paths);
        let checked = Command::new(GREENROOM)
            .args(["check", "--format", "jsonl"])
            .args(paths)
            .current_dir(place.folder.path())
            .env("GREENROOM_HOME", place.path("home"))
            .output()
            .unwrap();
        assert_eq!(
            (of_batch, checked.status.code()),
            (code, Some(code)),
            "{paths:?}"
        );
        let mut of_check: Vec<String> = text(&checked.stdout)
            .lines()
            .map(|line| {
                let finding: Value = serde_json::from_str(line).unwrap();
                format!("{} {}", finding["package"], finding["fingerprint"])
            })
            .collect();
        let mut found: Vec<String> = Vec::new();
        for row in &rows {
            for finding in row["findings"].as_array().into_iter().flatten() {
                found.push(format!("{} {}", row["package"], finding["fingerprint"]));
            }
        }
        of_check.sort();
        found.sort();
        assert_eq!(found, of_check);
    }
    let (rows, _) = place.check(&["nowhere.zip"]);
    assert_eq!(rows[0]["outcome"], "not_judged");
    assert_eq!(
        rows[0]["attempts"], 1,
        "what is not there is not tried again"
    );
    assert!(
        rows[0]["reason"]
            .as_str()
            .unwrap()
            .contains("does not exist")
    );
}

#[test]
fn sources_are_folders_lists_and_packages_and_each_counts_once() {
    let place = Place::new();
    place.good("a.zip");
    place.good("b.zip");
    fs::write(
        place.path("list.txt"),
        "packages/a.zip\r\n\npackages/b.zip\n",
    )
    .unwrap();
    let names = |rows: &[Value]| -> Vec<String> {
        let names = rows.iter().map(|row| row["package"].as_str().unwrap());
        names.map(str::to_owned).collect()
    };
    for sources in [
        &["packages"][..],
        &["@list.txt"],
        &["packages/b.zip", "packages", "@list.txt"],
    ] {
        let (rows, code) = place.check(sources);
        assert_eq!(
            (names(&rows), code),
            (
                vec!["packages/a.zip".to_owned(), "packages/b.zip".to_owned()],
                0
            )
        );
    }
    let mut piped = place
        .command(&["check", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    piped
        .stdin
        .take()
        .unwrap()
        .write_all(b"packages/a.zip\n")
        .unwrap();
    let output = piped.wait_with_output().unwrap();
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let output = place.batch(&["check", "@nowhere.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("nowhere.txt"));
}

#[test]
fn files_are_written_in_the_form_of_their_ending() {
    let place = Place::new();
    place.good("a.zip");
    place.bad("<b>.zip");
    let output = place.batch(&[
        "check",
        "packages",
        "nowhere.zip",
        "-o",
        "all.html",
        "-o",
        "all.sarif",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stdout);
    assert!(
        said.contains("3 packages: 1 passed, 1 with findings, 1 could not be judged"),
        "{said}"
    );
    let page = fs::read_to_string(place.path("all.html")).unwrap();
    assert!(page.contains("&lt;b&gt;.zip") && !page.contains("<b>.zip"));
    assert!(page.contains("Articulate Storyline") && page.contains("nowhere.zip"));
    assert!(page.contains("prefers-color-scheme:dark") && !page.contains("<script"));
    let rows = fs::read_to_string(place.path("all.jsonl")).unwrap();
    assert_eq!(rows.lines().count(), 3, "beside the page");
    let log: Value = serde_json::from_slice(&fs::read(place.path("all.sarif")).unwrap()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    assert!(results.len() >= 2);
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let last = results.last().unwrap();
    assert_eq!(last["ruleId"], "not-judged");
    let at = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(
        at["artifactLocation"]["uri"],
        "packages/%3Cb%3E.zip/imsmanifest.xml"
    );
    let wrong = place.batch(&["check", "packages", "-o", "all.pdf"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains(".jsonl, .sarif, .html"));
}

#[test]
fn parts_are_the_same_for_check_and_batch_and_a_new_package_moves_no_other() {
    let place = Place::new();
    for number in 0..12 {
        place.good(&format!("{number}.zip"));
    }
    let part = |index: usize| -> Vec<String> {
        let (rows, _) = place.check(&["packages", "--shard", &format!("{index}/3")]);
        rows.iter()
            .map(|row| row["package"].as_str().unwrap().to_owned())
            .collect()
    };
    let before: Vec<Vec<String>> = (1..=3).map(part).collect();
    assert_eq!(before.iter().map(Vec::len).sum::<usize>(), 12);
    place.good("new.zip");
    let after: Vec<Vec<String>> = (1..=3).map(part).collect();
    for (before, after) in before.iter().zip(&after) {
        assert!(before.iter().all(|package| after.contains(package)));
    }
    // Named from inside, the part is the same.
    let inside = Command::new(GREENROOM)
        .args(["check", ".", "--shard", "2/3", "--format", "json"])
        .current_dir(place.path("packages"))
        .env("GREENROOM_HOME", place.path("home"))
        .output()
        .unwrap();
    let checked: Value = serde_json::from_slice(&inside.stdout).unwrap();
    let checked: Vec<String> = checked["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| {
            package["path"]
                .as_str()
                .unwrap()
                .replacen("./", "packages/", 1)
        })
        .collect();
    let mut second = after[1].clone();
    second.sort();
    let mut checked_sorted = checked;
    checked_sorted.sort();
    assert_eq!(checked_sorted, second);
    for wrong in ["0/3", "4/3", "x", "1/0"] {
        for command in [&["check"][..], &["batch", "check"]] {
            let output = Command::new(GREENROOM)
                .args(command)
                .args(["packages", "--shard", wrong])
                .current_dir(place.folder.path())
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{command:?} {wrong}");
            assert!(text(&output.stderr).contains("--shard"), "{wrong}");
        }
    }
}

#[test]
fn a_batch_that_is_killed_goes_on_where_it_was() {
    let place = Place::new();
    for number in 0..150 {
        place.good(&format!("{number:03}.zip"));
    }
    let mut killed = place
        .command(&["check", "packages", "--format", "jsonl", "--workers", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = BufReader::new(killed.stdout.take().unwrap());
    let before = rows.lines().take(10).count();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(before, 10);
    let (rows, code) = place.check(&["packages"]);
    assert_eq!((rows.len(), code), (150, 0));
    let known = reused(&rows).iter().filter(|reused| **reused).count();
    assert!((10..150).contains(&known), "{known} were known");
}

/// Peak of the whole process, in bytes.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Judges so many packages, and gives the peak at the end.
fn peak_for(packages: usize) -> u64 {
    let place = Place::new();
    for number in 0..packages {
        place.bad(&format!("{number:05}.zip"));
    }
    let mut running = place
        .command(&["check", "packages", "--format", "jsonl"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = BufReader::new(running.stdout.take().unwrap());
    let mut peak = 0;
    let mut count = 0;
    for row in rows.lines() {
        let row: Value = serde_json::from_str(&row.unwrap()).unwrap();
        assert_eq!(row["outcome"], "findings");
        count += 1;
        if count % 50 == 0 {
            peak = peak_memory(running.id()).unwrap_or(peak);
        }
    }
    assert_eq!(running.wait().unwrap().code(), Some(1));
    assert_eq!(count, packages);
    peak
}

#[test]
fn memory_does_not_grow_with_the_number_of_packages() {
    let few = peak_for(200);
    let many = peak_for(1500);
    println!(
        "peak memory: {} KiB for 200 packages, {} KiB for 1500",
        few >> 10,
        many >> 10
    );
    // 1300 results of some kilobytes each would be more.
    assert!(
        many < few + (8 << 20),
        "{few} bytes for few, {many} for many"
    );
}

#[test]
fn browser_batches_play_courses_and_keep_what_came_of_it() {
    let place = Place::new();
    let made = Command::new(GREENROOM)
        .args([
            "new",
            "packages/lesson",
            "--template",
            "lesson",
            "--title",
            "A lesson",
        ])
        .current_dir(place.folder.path())
        .env("GREENROOM_HOME", place.path("home"))
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", text(&made.stderr));
    let output = place.batch(&["rehearse", "packages", "--format", "jsonl"]);
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&row["outcome"], output.status.code()),
        (&Value::from("passed"), Some(0)),
        "{row}"
    );
    let output = place.batch(&[
        "explore",
        "packages",
        "--max-seconds",
        "60",
        "--format",
        "jsonl",
    ]);
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&row["outcome"], &row["details"]["verdict"]["completes"]),
        (&Value::from("passed"), &Value::from(true)),
        "{row}"
    );
    let output = place.batch(&[
        "explore",
        "packages",
        "--max-seconds",
        "60",
        "--format",
        "jsonl",
    ]);
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(row["reused"], true);
    let output = place.batch(&[
        "lms", "packages", "--lms", "standard", "-o", "lms.html", "--format", "jsonl",
    ]);
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(row["lms"][0]["name"], "standard", "{row}");
    assert_eq!(
        (&row["lms"][0]["verdict"], output.status.code()),
        (&Value::from("works"), Some(0)),
        "{row}"
    );
    let page = fs::read_to_string(place.path("lms.html")).unwrap();
    assert!(page.contains("By LMS") && page.contains("standard"));
    // Rehearsals that are not there are told, and change what is known.
    fs::remove_dir_all(place.path("packages/lesson-rehearsals")).unwrap();
    let output = place.batch(&["rehearse", "packages", "--format", "jsonl"]);
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&row["outcome"], output.status.code()),
        (&Value::from("not_judged"), Some(2)),
        "{row}"
    );
    assert!(
        row["reason"]
            .as_str()
            .unwrap()
            .contains("lesson-rehearsals"),
        "{row}"
    );
}

const SLOW_MANIFEST: &str = r#"<manifest identifier="M" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="O"><organization identifier="O"><title>Slow</title>
    <item identifier="slow" identifierref="R"><title>Slow</title></item>
  </organization></organizations>
  <resources><resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="index.html"/></resources>
</manifest>"#;

/// Its button takes three seconds to come, in which a browser can die.
const SLOW_PAGE: &str = r#"<!DOCTYPE html><html lang="en"><title>Slow</title><h1>Slow</h1><script>
let around = parent;
while (!around.API) around = around.parent;
around.API.LMSInitialize("");
setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<button>Late</button>"), 3000);
</script>"#;

const SLOW_REHEARSAL: &str = "
course: slow
rehearsals:
  - id: late
    steps:
      - expect_activity: slow
        acts: [{action: expect, shows: [{role: button, name: Late}], within_ms: 30000}]
        then: {kind: end}
";

#[test]
fn browser_a_rehearsal_whose_browser_dies_is_played_again_and_not_called_failed() {
    let place = Place::new();
    let slow = place.path("packages/slow");
    let rehearsals = place.path("packages/slow-rehearsals");
    for folder in [&slow, &rehearsals] {
        fs::create_dir(folder).unwrap();
    }
    fs::write(slow.join("imsmanifest.xml"), SLOW_MANIFEST).unwrap();
    fs::write(slow.join("index.html"), SLOW_PAGE).unwrap();
    fs::write(rehearsals.join("late.yaml"), SLOW_REHEARSAL).unwrap();
    let batch = place
        .command(&["rehearse", "packages/slow", "--format", "jsonl"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while !has_journal_with(&place.path("home"), "Initialize") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let killed = browsers_of(batch.id());
    assert!(!killed.is_empty());
    for browser in killed {
        rustix::process::kill_process(browser, rustix::process::Signal::KILL).unwrap();
    }
    let output = batch.wait_with_output().unwrap();
    let row: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&row["outcome"], &row["attempts"], output.status.code()),
        (&Value::from("passed"), &Value::from(2), Some(0)),
        "{row}"
    );
}

/// Whether a journal below the folder holds the word.
fn has_journal_with(folder: &Path, word: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        if path.is_dir() {
            return has_journal_with(&path, word);
        }
        let text = || fs::read_to_string(&path).unwrap_or_default();
        path.ends_with("journal") && text().contains(word)
    })
}

/// The browsers that a process started, not their own children.
fn browsers_of(parent: u32) -> Vec<rustix::process::Pid> {
    let children = format!("/proc/{parent}/task");
    let lists = fs::read_dir(children).unwrap().flatten();
    let listed =
        lists.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let numbers: Vec<i32> = listed
        .flat_map(|list| {
            list.split_whitespace()
                .flat_map(str::parse)
                .collect::<Vec<_>>()
        })
        .collect();
    let is_browser = |number: &i32| {
        let name = fs::read_to_string(format!("/proc/{number}/comm")).unwrap_or_default();
        name.starts_with("chrom")
    };
    numbers
        .into_iter()
        .filter(is_browser)
        .filter_map(rustix::process::Pid::from_raw)
        .collect()
}
