//! What a journal acknowledged survives the sudden end of its process.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use greenroom_store::Journal;
use greenroom_store::journal::{JournalHeader, JournalReader};
use serde_json::json;

/// Names the folder of the journal, and makes this test process the one that is killed.
const WRITER: &str = "GREENROOM_TEST_JOURNAL_WRITER";

#[test]
fn acknowledged_entries_survive_a_kill() {
    if let Some(folder) = std::env::var_os(WRITER) {
        write_without_end(&PathBuf::from(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "acknowledged_entries_survive_a_kill",
            "--nocapture",
        ])
        .env(WRITER, folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let told = lines
        .map(Result::unwrap)
        .filter_map(|line| line.strip_prefix("written ")?.parse().ok());
    let last: u64 = told.take(200).last().unwrap();
    writer.kill().unwrap();
    writer.wait().unwrap();

    let mut reader = JournalReader::open(folder.path()).unwrap();
    let mut next = 0;
    while let Some(entry) = reader.next_entry().unwrap() {
        assert_eq!(entry.get(), format!("{{\"n\":{next}}}"));
        next += 1;
    }
    assert!(
        next > last,
        "{last} was acknowledged, {next} entries were found"
    );
    // The journal can be taken up where it ended.
    let journal = Journal::reopen(folder.path()).unwrap();
    journal
        .append(&json!({ "n": next }))
        .unwrap()
        .blocking_acknowledged()
        .unwrap();
}

#[expect(
    clippy::print_stdout,
    reason = "this is how the killer knows what was acknowledged"
)]
fn write_without_end(folder: &Path) -> ! {
    let header = JournalHeader {
        format: 1,
        namespace: "mcp".to_owned(),
        course_id: None,
        session_id: String::new(),
        package_path: PathBuf::new(),
        structure: None,
        started_at: 0,
    };
    let journal = Journal::create(folder, &header).unwrap();
    for n in 0_u64.. {
        journal
            .append(&json!({ "n": n }))
            .unwrap()
            .blocking_acknowledged()
            .unwrap();
        println!("written {n}");
    }
    unreachable!("the numbers do not end")
}
