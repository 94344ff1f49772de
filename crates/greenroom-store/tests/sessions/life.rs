//! From open to close, and what stays.

use std::collections::BTreeSet;
use std::fs;

use greenroom_store::{
    CloseReason, EventQuery, SessionOptions, SessionState, StoreError, StoreLimits, clean_up,
};
use tokio_util::sync::CancellationToken;

use super::{Home, reason_of, store_in};

#[cfg(unix)]
#[test]
fn folders_are_readable_by_the_user_only() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new(StoreLimits::default());
    let session = home.open().unwrap();
    let data = home.folder.path().join("data");
    for folder in [&data, &data.join("sessions"), session.directory()] {
        let mode = fs::metadata(folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{folder:?}");
    }
}

#[test]
fn a_store_without_sessions_touches_nothing() {
    let home = Home::new(StoreLimits::default());
    assert!(matches!(
        home.store.session("x"),
        Err(StoreError::UnknownSession { .. })
    ));
    clean_up(home.store.data_dir(), home.store.limits()).unwrap();
    assert!(!home.folder.path().join("data").exists());
}

#[test]
fn a_session_lives_from_open_to_close() {
    let home = Home::new(StoreLimits::default());
    let session = home.open().unwrap();
    let id = session.id().to_string();
    assert_eq!(session.state(), SessionState::Ready);
    assert_eq!(home.store.list().len(), 1);
    home.close(&id);
    assert_eq!(session.state(), SessionState::Closing);
    assert!(home.store.list().is_empty());
    assert_eq!(
        reason_of(home.store.session(&id).unwrap_err()),
        Some(CloseReason::Close)
    );

    let page = session
        .events()
        .page(&EventQuery {
            since: 0,
            max: 100,
            types: Vec::new(),
            without: &[],
        })
        .unwrap();
    let kinds: Vec<_> = page
        .events
        .iter()
        .map(|event| event.kind.as_str())
        .collect();
    assert_eq!(kinds, ["session:open", "session:close"]);
    assert_eq!(page.events[1].payload.as_ref().unwrap()["reason"], "close");
    assert!(session.artifacts().manifest_path().is_file());
}

#[test]
fn ids_that_were_never_given_out_are_unknown() {
    let home = Home::new(StoreLimits::default());
    for id in [
        "",
        "abcdefghijklmnop",
        "../../../etc",
        "a\0b",
        &"x".repeat(1_000_000),
    ] {
        assert_eq!(reason_of(home.store.session(id).unwrap_err()), None);
    }
}

#[test]
fn a_closing_session_answers_status_and_events_only() {
    let home = Home::new(StoreLimits::default());
    let id = home.open().unwrap().id().to_string();
    let closing = home.store.begin_close(&id, CloseReason::Close).unwrap();
    assert_eq!(
        reason_of(home.store.session(&id).unwrap_err()),
        Some(CloseReason::Close)
    );
    assert_eq!(
        home.store.session_or_closing(&id).unwrap().state(),
        SessionState::Closing
    );
    let second = home.store.begin_close(&id, CloseReason::Close);
    assert!(
        matches!(second, Err(StoreError::UnknownSession { .. })),
        "closed once only"
    );
    // A close that is dropped half-way finishes too.
    drop(closing);
    assert_eq!(
        reason_of(home.store.session(&id).unwrap_err()),
        Some(CloseReason::Close)
    );
}

#[test]
fn a_failed_open_leaves_nothing() {
    let home = Home::new(StoreLimits::default());
    fs::remove_file(home.course().join("imsmanifest.xml")).unwrap();
    let failed = home.open();
    assert!(
        matches!(failed, Err(StoreError::ManifestNotFound { .. })),
        "{failed:?}"
    );
    assert!(home.store.list().is_empty());
    assert_eq!(home.directories(), 0);
}

#[test]
fn a_cancelled_open_leaves_nothing() {
    let home = Home::new(StoreLimits::default());
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let failed = home
        .store
        .open(&home.course(), SessionOptions::default(), &cancelled);
    assert!(matches!(failed, Err(StoreError::Cancelled)), "{failed:?}");
    assert_eq!((home.store.list().len(), home.directories()), (0, 0));
}

#[test]
fn a_later_server_knows_what_became_of_a_session() {
    let home = Home::new(StoreLimits::default());
    let closed = home.open().unwrap().id().to_string();
    home.close(&closed);
    let open = home.open().unwrap().id().to_string();

    let later = store_in(home.folder.path(), StoreLimits::default());
    assert_eq!(
        reason_of(later.session(&closed).unwrap_err()),
        Some(CloseReason::Close)
    );
    assert_eq!(
        reason_of(later.session(&open).unwrap_err()),
        Some(CloseReason::OtherServer)
    );
    let Home { folder, store } = home;
    drop(store);
    assert_eq!(
        reason_of(later.session(&open).unwrap_err()),
        Some(CloseReason::ServerLost)
    );
    drop(folder);
}

#[test]
fn sessions_of_other_servers_are_seen_while_they_are_open() {
    let home = Home::new(StoreLimits::default());
    let other = store_in(home.folder.path(), StoreLimits::default());
    let options = SessionOptions {
        client: Some("claude-code".to_owned()),
        ..SessionOptions::default()
    };
    let own = home.open().unwrap();
    let open = other.open(&home.course(), options, &CancellationToken::new());
    let id = open.unwrap().id().clone();
    let mut over = BTreeSet::new();
    let seen = home.store.elsewhere(&mut over);
    let [seen] = seen.as_slice() else {
        panic!("{seen:?}");
    };
    assert_eq!(
        (&seen.id, seen.client.as_deref()),
        (&id, Some("claude-code"))
    );
    assert_eq!(seen.package_path, home.course());
    assert!(over.contains(own.id()), "own ones are known here");
    other
        .begin_close(id.as_str(), CloseReason::Close)
        .unwrap()
        .finish()
        .unwrap();
    assert_eq!(home.store.elsewhere(&mut over), []);
    assert!(over.contains(&id));
}
