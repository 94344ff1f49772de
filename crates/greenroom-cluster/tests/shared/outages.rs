//! A database that is killed while many sessions write.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use greenroom_store::SessionOptions;
use greenroom_store::journal::{Journal, JournalHeader};
use greenroom_store::shared::{Lines, suite};
use greenroom_testkit::Postgres;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::Server;

/// Sessions that write at the same time.
const SESSIONS: usize = 64;

#[test]
fn nothing_acknowledged_is_lost_when_the_database_is_killed() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let objects = tempfile::tempdir().unwrap();
    let server = Server::join(&postgres, objects.path());
    let store = suite::store(&server.data_dir());
    let package = suite::package(&server.data_dir());
    let cancel = CancellationToken::new();
    let sessions: Vec<_> = (0..SESSIONS)
        .map(|_| {
            let options = SessionOptions::default();
            let session = store.open(&package, options, &cancel).unwrap();
            let header = JournalHeader {
                format: 0,
                namespace: "mcp".to_owned(),
                course_id: Some("suite".to_owned()),
                session_id: session.id().to_string(),
                package_path: package.clone(),
                structure: None,
                started_at: 1,
            };
            let copies = session.copies();
            let journal = Journal::create_copied(session.directory(), &header, copies).unwrap();
            (session, journal)
        })
        .collect();
    let acknowledged: Vec<AtomicU64> = (0..SESSIONS).map(|_| AtomicU64::new(0)).collect();
    let total = || -> u64 {
        acknowledged
            .iter()
            .map(|it| it.load(Ordering::SeqCst))
            .sum()
    };
    let (done, times) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let mut gap = Duration::ZERO;
    std::thread::scope(|scope| {
        for ((_, journal), acknowledged) in sessions.iter().zip(&acknowledged) {
            let (done, times) = (&done, &times);
            scope.spawn(move || {
                while !done.load(Ordering::SeqCst) {
                    let number = acknowledged.load(Ordering::SeqCst);
                    let begun = Instant::now();
                    let pending = journal.append(&json!({ "n": number })).unwrap();
                    pending
                        .blocking_acknowledged()
                        .expect("a restart is waited for");
                    times.lock().unwrap().push(begun.elapsed());
                    acknowledged.store(number + 1, Ordering::SeqCst);
                }
            });
        }
        crate::until(|| (total() > 2000).then_some(()));
        let killed = Instant::now();
        postgres.kill_and_restart();
        let (back, before) = (Instant::now(), total());
        crate::until(|| (total() > before + SESSIONS as u64).then_some(()));
        gap = back.elapsed();
        println!(
            "down for {:?}, acknowledged again after {gap:?}",
            back - killed
        );
        crate::until(|| (total() > before + 2000).then_some(()));
        done.store(true, Ordering::SeqCst);
    });
    assert!(gap <= Duration::from_secs(5), "{gap:?}");
    let mut times = times.into_inner().unwrap();
    times.sort();
    let at = |part: usize| times[times.len() * part / 1000];
    println!(
        "{} appends of {SESSIONS} sessions: median {:?}, p99 {:?}",
        times.len(),
        at(500),
        at(990)
    );
    let shared = server.data_dir();
    let lines = &shared.shared().unwrap().lines;
    for ((session, journal), acknowledged) in sessions.into_iter().zip(acknowledged) {
        drop(journal);
        let there = lines.read(session.id(), Lines::Journal, 0).unwrap();
        let want = acknowledged.into_inner();
        assert_eq!(
            there.len() as u64,
            want + 1,
            "the header and all that were acknowledged"
        );
        let here = std::fs::read(session.directory().join("journal")).unwrap();
        assert_eq!(there.concat(), here);
    }
}
