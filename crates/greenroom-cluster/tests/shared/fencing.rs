//! Two servers, one session: only the one with the newer epoch writes.

use greenroom_cluster::{Lost, Whereabouts};
use greenroom_store::journal::{Journal, JournalHeader};
use greenroom_store::saved_state::Namespace;
use greenroom_store::shared::{SharedSession, suite};
use greenroom_store::{SavedStates, Session, SessionOptions, StoreError};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::{HOUSE, Server, sql, two_servers, until, wait};

fn journal_of(session: &Session) -> Journal {
    let header = JournalHeader {
        format: 0,
        namespace: "mcp".to_owned(),
        course_id: Some("suite".to_owned()),
        session_id: session.id().to_string(),
        package_path: session.package().expect("a package").path().to_owned(),
        structure: None,
        started_at: 1,
    };
    Journal::create_copied(session.directory(), &header, session.copies()).expect("a journal")
}

fn append(journal: &Journal, number: u64) -> Result<(), StoreError> {
    let pending = journal.append(&json!({ "n": number }))?;
    pending.blocking_acknowledged()
}

#[test]
fn an_append_of_an_older_epoch_changes_nothing() {
    let Some((postgres, _objects, mut a, b)) = two_servers() else {
        return;
    };
    let on_a = suite::store(&a.data_dir());
    let package = suite::package(&a.data_dir());
    let cancel = CancellationToken::new();
    let session = on_a
        .open(&package, SessionOptions::default(), &cancel)
        .unwrap();
    let id = session.id().clone();
    let journal = journal_of(&session);
    for number in 0..10 {
        append(&journal, number).unwrap();
    }
    let states = SavedStates::new(&a.data_dir());
    let save = |place: &str| {
        let state = suite::state(id.as_str(), place);
        states.write_unless(Namespace::Mcp, suite::owner(), &state, |_| false)
    };
    save("before").unwrap();

    // While its server is alive, nobody takes it.
    let found = wait(b.cluster.locate(HOUSE, &id)).unwrap();
    assert!(matches!(found, Whereabouts::At { .. }), "{found:?}");
    assert!(wait(b.cluster.take(HOUSE, &id)).unwrap().is_none());
    let other_house = wait(b.cluster.locate("bob", &id)).unwrap();
    assert_eq!(other_house, Whereabouts::Unknown);
    assert!(wait(b.cluster.take("bob", &id)).unwrap().is_none());

    // A lease that has run out, as that of a server that stands still.
    let taken = until(|| {
        sql(
            &postgres,
            "UPDATE server SET lease_until = now() - interval '1 second'",
        );
        wait(b.cluster.take(HOUSE, &id)).unwrap()
    });
    assert_eq!(taken.from, a.cluster.name());
    assert_eq!(taken.journal.len(), 11, "the header and ten entries");
    assert!(!taken.events.is_empty());
    let told = SharedSession {
        id: id.clone(),
        package: "greenroom://files/suite".to_owned(),
        ..taken.session.clone()
    };
    assert_eq!(taken.session, told);

    // The old one finds out at its next word, which is not kept anywhere.
    let lines = || sql(&postgres, "UPDATE line SET epoch = epoch WHERE stream = 0");
    assert_eq!(lines(), 11);
    let refused = append(&journal, 99);
    assert!(
        matches!(&refused, Err(StoreError::SessionMoved { id: moved }) if *moved == id.to_string()),
        "{refused:?}"
    );
    assert_eq!(lines(), 11, "0 rows were changed");
    let again = append(&journal, 100);
    assert!(again.is_err(), "nothing is acknowledged any more");
    let refused = save("after");
    assert!(
        matches!(refused, Err(StoreError::SessionMoved { .. })),
        "{refused:?}"
    );
    let lost = until(|| a.lost.try_recv().ok());
    let (house, lost_id) = (HOUSE.to_owned(), id.clone());
    assert_eq!(lost, Lost::Session { house, id: lost_id });

    // The new one goes on under the same id, with the same lines, and its own count.
    let theirs = SavedStates::new(&b.data_dir());
    assert_eq!(suite::location(&theirs).as_deref(), Some("before"));
    suite::package(&b.data_dir());
    let on_b = suite::store(&b.data_dir());
    let session = on_b.take_over(&taken, &cancel).unwrap();
    assert_eq!(session.id(), &id);
    let journal = Journal::reopen_copied(session.directory(), session.copies()).unwrap();
    append(&journal, 10).unwrap();
    drop(journal);
    assert_eq!(
        suite::numbers(session.directory()),
        (0..=10).collect::<Vec<u64>>()
    );
    assert_eq!(lines(), 12);

    // It lets go of it, and the first takes it at once.
    b.data_dir().shared().unwrap().leases.release(&id).unwrap();
    let back = wait(a.cluster.take(HOUSE, &id)).unwrap().unwrap();
    assert_eq!(back.journal.len(), 12);
    let kinds: Vec<String> = back
        .events
        .iter()
        .map(|line| serde_json::from_slice::<serde_json::Value>(line).unwrap())
        .map(|event| format!("{}{}", event["id"], event["type"].as_str().unwrap()))
        .collect();
    assert_eq!(kinds, ["1session:open", "2session:taken_over"]);
}

#[test]
fn what_dead_servers_left_of_a_course_is_brought_in_once() {
    let Some((postgres, _objects, a, b)) = two_servers() else {
        return;
    };
    let on_a = suite::store(&a.data_dir());
    let package = suite::package(&a.data_dir());
    let cancel = CancellationToken::new();
    let session = on_a
        .open(&package, SessionOptions::default(), &cancel)
        .unwrap();
    let journal = journal_of(&session);
    append(&journal, 0).unwrap();
    let left = |server: &Server| {
        let found = greenroom_store::journal::unfinished(&server.data_dir(), "mcp", Some("suite"));
        found.unwrap()
    };
    assert_eq!(left(&b), [], "its server is alive");
    let dead = "UPDATE server SET lease_until = now() - interval '5 minutes'";
    let found = until(|| {
        sql(&postgres, dead);
        left(&b).pop()
    });
    assert_eq!(found.header.session_id, session.id().to_string());
    assert_eq!(suite::numbers(&found.directory), [0]);
    sql(&postgres, dead);
    assert!(append(&journal, 1).is_err());
}
