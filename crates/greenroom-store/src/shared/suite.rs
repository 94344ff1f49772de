//! What holds of the seams, whatever is behind them.
//!
//! Every function takes the data directory of a server by itself, or that of a server in a cluster.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::journal::{self, Journal, JournalHeader, JournalReader, Saved};
use crate::saved_state::{SavedMeta, SavedState};
use crate::{
    ArtifactType, CloseReason, DataDir, EventQuery, Namespace, NewArtifact, Owner, SavedStates,
    SessionOptions, SessionStore, StoreError, StoreLimits,
};

const MANIFEST: &str = r#"<manifest identifier="suite" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Suite</title><item identifier="i" identifierref="r"><title>A</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="a.html"><file href="a.html"/></resource></resources>
</manifest>"#;

/// All of it.
pub fn all(data_dir: &DataDir) {
    sessions_are_opened_found_and_closed(data_dir);
    what_a_journal_acknowledged_is_there(data_dir);
    saved_states_are_written_read_and_removed(data_dir);
    a_state_of_another_session_is_not_replaced(data_dir);
}

/// A small course below the data directory.
pub fn package(data_dir: &DataDir) -> PathBuf {
    let folder = data_dir.root().join("files").join("suite");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("imsmanifest.xml"), MANIFEST).expect("a manifest");
    fs::write(folder.join("a.html"), "<title>a</title>").expect("a page");
    folder
}

/// A store on the data directory.
pub fn store(data_dir: &DataDir) -> Arc<SessionStore> {
    Arc::new(SessionStore::new(data_dir.clone(), StoreLimits::default()))
}

fn sessions_are_opened_found_and_closed(data_dir: &DataDir) {
    let (store, package) = (store(data_dir), package(data_dir));
    let cancel = CancellationToken::new();
    let call = store
        .open(&package, SessionOptions::default(), &cancel)
        .expect("it opens");
    let id = call.id().to_string();
    call.emit("suite:event", Some(json!({"n": 1})))
        .expect("told");
    let new = NewArtifact {
        kind: ArtifactType::Report,
        mime: "text/plain".to_owned(),
        tool: "suite".to_owned(),
        title: "a report".to_owned(),
        metadata: serde_json::Map::new(),
    };
    let artifact = call.artifacts().write("txt", b"text", new);
    let artifact = artifact.expect("an artifact");
    assert!(artifact.absolute_path.is_file());
    let query = EventQuery {
        since: 0,
        max: 10,
        types: Vec::new(),
        without: &[],
    };
    let page = call.events().page(&query).expect("events");
    let kinds: Vec<&str> = page
        .events
        .iter()
        .map(|event| event.kind.as_str())
        .collect();
    assert_eq!(kinds, ["session:open", "suite:event"]);
    drop(call);
    assert!(store.session(&id).is_ok());
    let closing = store.begin_close(&id, CloseReason::Close).expect("closes");
    closing.finish().expect("closed");
    let gone = store.session(&id);
    let Err(StoreError::UnknownSession { closed, .. }) = gone else {
        panic!("{gone:?}")
    };
    assert_eq!(closed.map(|closed| closed.reason), Some(CloseReason::Close));
    store.end();
}

fn what_a_journal_acknowledged_is_there(data_dir: &DataDir) {
    let (store, package) = (store(data_dir), package(data_dir));
    let cancel = CancellationToken::new();
    let call = store
        .open(&package, SessionOptions::default(), &cancel)
        .expect("it opens");
    let header = JournalHeader {
        format: 0,
        namespace: "mcp".to_owned(),
        course_id: Some("suite".to_owned()),
        session_id: call.id().to_string(),
        package_path: package,
        structure: None,
        started_at: 1,
    };
    let journal = Journal::create_copied(call.directory(), &header, call.copies()).expect("begun");
    let pending: Vec<_> = (0..200)
        .map(|n| journal.append(&json!({ "n": n })).expect("sent"))
        .collect();
    for one in pending {
        one.blocking_acknowledged().expect("kept");
    }
    drop(journal);
    assert_eq!(numbers(call.directory()), (0..200).collect::<Vec<u64>>());
    assert!(journal::is_unsaved(call.directory()));
    let journal = Journal::reopen_copied(call.directory(), call.copies()).expect("reopened");
    let more = journal.append(&json!({"n": 200})).expect("sent");
    more.blocking_acknowledged().expect("kept");
    let saved = Saved {
        cause: "close".to_owned(),
        at: 2,
        is_final: true,
    };
    let marked = journal.mark_saved(saved).expect("sent");
    marked.blocking_acknowledged().expect("kept");
    drop(journal);
    assert!(!journal::is_unsaved(call.directory()));
    if let Some(copies) = call.copies() {
        let there = copies.lines.read(call.id(), super::Lines::Journal, 0);
        let there = there.expect("the copies are read").concat();
        let here = fs::read(call.directory().join("journal")).expect("the file");
        assert_eq!(there, here, "both sides have the same lines");
    }
    let id = call.id().to_string();
    drop(call);
    let closing = store.begin_close(&id, CloseReason::Close).expect("closes");
    closing.finish().expect("closed");
    store.end();
}

/// The numbers in the entries of a journal.
pub fn numbers(directory: &Path) -> Vec<u64> {
    let mut reader = JournalReader::open(directory).expect("a journal");
    let mut found = Vec::new();
    while let Some(entry) = reader.next_entry().expect("an entry") {
        let entry: Value = serde_json::from_str(entry.get()).expect("JSON");
        found.extend(entry["n"].as_u64());
    }
    found
}

/// A state that a session saved.
pub fn state(session: &str, location: &str) -> SavedState {
    let mut state = SavedState::default();
    let name = "cmi.core.lesson_location".to_owned();
    state.core_data.insert(name, Some(location.to_owned()));
    state.meta = Some(SavedMeta {
        course_id: Some("suite".to_owned()),
        session_id: Some(session.to_owned()),
        structure: Some("abcdef0123".to_owned()),
        package_path: Some("/suite".to_owned()),
        ..SavedMeta::default()
    });
    state
}

/// Whose state it is.
pub fn owner() -> Owner<'static> {
    Owner {
        course_id: Some("suite"),
        package_path: Some("/suite"),
        structure: Some("abcdef0123"),
    }
}

/// Where the learner was left.
pub fn location(states: &SavedStates) -> Option<String> {
    let found = states.read(Namespace::Mcp, owner()).expect("read");
    found?.core_data.get("cmi.core.lesson_location")?.clone()
}

fn saved_states_are_written_read_and_removed(data_dir: &DataDir) {
    let states = SavedStates::new(data_dir);
    assert_eq!(location(&states), None);
    for (number, place) in [(1, "one"), (2, "two")] {
        let written = states.write_unless(Namespace::Mcp, owner(), &state("", place), |_| false);
        let written = written.expect("written");
        assert_eq!((written.revision, written.aside), (number, false));
        assert_eq!(location(&states).as_deref(), Some(place));
    }
    assert!(states.remove(Namespace::Mcp, owner()).expect("removed"));
    assert_eq!(location(&states), None);
    assert!(
        !states
            .remove(Namespace::Mcp, owner())
            .expect("nothing there")
    );
}

fn a_state_of_another_session_is_not_replaced(data_dir: &DataDir) {
    let states = SavedStates::new(data_dir);
    let write = |session: &str, is_newer: bool| {
        let state = state(session, session);
        states.write_unless(Namespace::Mcp, owner(), &state, move |_| is_newer)
    };
    write("first", false).expect("written");
    let aside = write("second", true).expect("written");
    assert!(aside.aside && aside.path.to_string_lossy().ends_with(".aside-second"));
    assert_eq!(location(&states).as_deref(), Some("first"));
    states.remove(Namespace::Mcp, owner()).expect("removed");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_server_by_itself() {
        let home = tempfile::tempdir().unwrap();
        all(&DataDir::new(home.path().to_owned()));
    }
}
