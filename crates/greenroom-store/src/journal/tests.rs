//! Journals on a real disk: durability, torn tails, recovery.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::*;
use crate::data_dir::DataDir;
use crate::error::StoreError;

fn header(course_id: &str) -> JournalHeader {
    JournalHeader {
        format: 0,
        namespace: "mcp".to_owned(),
        course_id: Some(course_id.to_owned()),
        session_id: "abcdefghijklmnop".to_owned(),
        package_path: "/course".into(),
        structure: None,
        started_at: 1,
    }
}

fn saved(is_final: bool) -> Saved {
    Saved {
        cause: "close".to_owned(),
        at: 2,
        is_final,
    }
}

fn append(journal: &Journal, entry: &Value) {
    journal
        .append(entry)
        .unwrap()
        .blocking_acknowledged()
        .unwrap();
}

fn entries(directory: &Path) -> Vec<Value> {
    let mut reader = JournalReader::open(directory).unwrap();
    let mut entries = Vec::new();
    while let Some(entry) = reader.next_entry().unwrap() {
        entries.push(serde_json::from_str(entry.get()).unwrap());
    }
    entries
}

#[test]
fn what_is_acknowledged_is_on_disk_while_the_writer_lives() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &header("a")).unwrap();
    append(&journal, &json!({ "n": 1, "text": "line\nbreak" }));
    assert_eq!(
        entries(folder.path()),
        [json!({ "n": 1, "text": "line\nbreak" })]
    );
    append(&journal, &json!({ "n": 2 }));
    assert_eq!(entries(folder.path()).len(), 2);
}

#[test]
fn a_full_journal_refuses_events_and_still_takes_the_last_mark() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &header("a"))
        .unwrap()
        .limited_to(200);
    let text = "x".repeat(150);
    append(&journal, &json!({ "text": text }));
    append(&journal, &json!({ "text": text }));
    let refused = journal.append(&json!({ "n": 3 })).unwrap_err();
    assert!(
        matches!(&refused, StoreError::LimitExceeded { setting, maximum: 200, .. }
            if *setting == "limits.journal_bytes"),
        "{refused}"
    );
    journal
        .mark_saved(saved(true))
        .unwrap()
        .blocking_acknowledged()
        .unwrap();
    drop(journal);
    assert_eq!(entries(folder.path()).len(), 2);
    assert!(
        Journal::reopen(folder.path())
            .unwrap()
            .limited_to(200)
            .append(&json!({}))
            .is_err()
    );
}

#[test]
fn appends_of_many_threads_are_all_kept_each_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &header("a")).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let journal = &journal;
            scope.spawn(move || {
                let pending: Vec<_> = (0..100)
                    .map(|n| {
                        journal
                            .append(&json!({ "thread": thread, "n": n }))
                            .unwrap()
                    })
                    .collect();
                for pending in pending {
                    pending.blocking_acknowledged().unwrap();
                }
            });
        }
    });
    let entries = entries(folder.path());
    assert_eq!(entries.len(), 800);
    for thread in 0..8 {
        let of_thread = entries.iter().filter(|entry| entry["thread"] == thread);
        let order: Vec<_> = of_thread
            .map(|entry| entry["n"].as_u64().unwrap())
            .collect();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}

#[test]
fn dropping_the_journal_writes_what_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &header("a")).unwrap();
    for n in 0..50 {
        drop(journal.append(&json!(n)).unwrap());
    }
    drop(journal);
    assert_eq!(entries(folder.path()).len(), 50);
}

#[test]
fn a_torn_tail_is_ignored_and_cut_off_on_reopening() {
    // What a crash can leave behind: half a line, a line of zeros, garbage after the tear.
    for tail in [
        &br#"{"entry":{"n""#[..],
        &[0; 64],
        b"\0\0\0\n{\"entry\":3}\n",
        b"\xff\n",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), &header("a")).unwrap();
        append(&journal, &json!(1));
        append(&journal, &json!(2));
        drop(journal);
        let path = folder.path().join(FILE_NAME);
        OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap()
            .write_all(tail)
            .unwrap();
        assert_eq!(entries(folder.path()), [json!(1), json!(2)]);

        let journal = Journal::reopen(folder.path()).unwrap();
        append(&journal, &json!(3));
        assert_eq!(
            entries(folder.path()),
            [json!(1), json!(2), json!(3)],
            "{tail:?}"
        );
    }
}

#[test]
fn a_cut_at_any_byte_keeps_every_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &header("a")).unwrap();
    for n in 0..5 {
        append(&journal, &json!({ "n": n }));
    }
    drop(journal);
    let path = folder.path().join(FILE_NAME);
    let whole = fs::read(&path).unwrap();
    let header_end = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for length in header_end..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let lines = whole[header_end..length]
            .split(|byte| *byte == b'\n')
            .count()
            - 1;
        assert_eq!(entries(folder.path()).len(), lines, "cut at {length}");
    }
    fs::write(&path, &whole[..header_end - 1]).unwrap();
    let torn_header = JournalReader::open(folder.path());
    assert!(
        matches!(torn_header, Err(StoreError::Read { .. })),
        "{torn_header:?}"
    );
}

#[test]
fn a_journal_is_unsaved_until_its_final_projection() {
    let folder = tempfile::tempdir().unwrap();
    assert!(!is_unsaved(folder.path()), "no journal");
    let journal = Journal::create(folder.path(), &header("a")).unwrap();
    let mark = |is_final| {
        journal
            .mark_saved(saved(is_final))
            .unwrap()
            .blocking_acknowledged()
            .unwrap();
    };
    assert!(!is_unsaved(folder.path()), "nothing happened");
    append(&journal, &json!(1));
    assert!(is_unsaved(folder.path()));
    mark(false);
    assert!(
        is_unsaved(folder.path()),
        "a commit does not close the attempt"
    );
    mark(true);
    assert!(!is_unsaved(folder.path()));
    append(&journal, &json!(2));
    assert!(is_unsaved(folder.path()), "something came after");
    fs::write(folder.path().join(FILE_NAME), "{\"journ").unwrap();
    assert!(
        !is_unsaved(folder.path()),
        "a crash before the header was synced"
    );
    fs::write(folder.path().join(FILE_NAME), "garbage\n").unwrap();
    assert!(
        is_unsaved(folder.path()),
        "what nobody can read, nobody may remove"
    );
}

#[test]
fn unfinished_journals_are_found_by_course_and_namespace() {
    let home = tempfile::tempdir().unwrap();
    let data_dir = DataDir::new(home.path().to_owned());
    let begin = |id: &str, header: &JournalHeader, is_final: bool| {
        let directory = data_dir.sessions().join(id);
        fs::create_dir_all(&directory).unwrap();
        let journal = Journal::create(&directory, header).unwrap();
        append(&journal, &json!(1));
        if is_final {
            journal
                .mark_saved(saved(true))
                .unwrap()
                .blocking_acknowledged()
                .unwrap();
        }
    };
    begin(
        "aaaaaaaaaaaaaaa1",
        &JournalHeader {
            started_at: 20,
            ..header("a")
        },
        false,
    );
    begin(
        "aaaaaaaaaaaaaaa2",
        &JournalHeader {
            started_at: 10,
            ..header("a")
        },
        false,
    );
    begin("aaaaaaaaaaaaaaa3", &header("a"), true);
    begin("aaaaaaaaaaaaaaa4", &header("b"), false);
    begin(
        "aaaaaaaaaaaaaaa5",
        &JournalHeader {
            namespace: "gui".to_owned(),
            ..header("a")
        },
        false,
    );
    let found = unfinished(&data_dir, "mcp", Some("a")).unwrap();
    let started: Vec<_> = found
        .iter()
        .map(|journal| journal.header.started_at)
        .collect();
    assert_eq!(started, [10, 20]);
    assert_eq!(all_unfinished(&data_dir).unwrap().len(), 4);
}
