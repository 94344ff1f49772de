//! Many sessions at once, and how many there may be.

use std::fs;
use std::time::Duration;

use greenroom_store::{ArtifactType, CloseReason, NewArtifact, StoreError, StoreLimits, clean_up};
use serde_json::json;

use super::{Home, reason_of};

#[test]
fn sessions_and_runtimes_are_limited() {
    let home = Home::new(StoreLimits {
        sessions: 2,
        runtimes: 2,
        ..StoreLimits::default()
    });
    let first = home.open().unwrap().id().to_string();
    let second = home.open().unwrap().id().to_string();
    let refused = home.open();
    assert!(
        matches!(
            refused,
            Err(StoreError::LimitExceeded {
                value: Some(3),
                maximum: 2,
                ..
            })
        ),
        "{refused:?}"
    );
    assert_eq!(home.directories(), 2);
    home.close(&first);
    home.open().unwrap();

    let session = home.store.session(&second).unwrap();
    let reserve = || home.store.reserve_runtime(&session);
    assert!(!session.runtime_open());
    let slots = [reserve().unwrap(), reserve().unwrap()];
    let refused = reserve();
    assert!(
        matches!(refused, Err(StoreError::LimitExceeded { .. })),
        "{refused:?}"
    );
    assert!(session.runtime_open());
    drop(slots);
    assert!(!session.runtime_open());
    reserve().unwrap();
}

#[test]
fn two_hundred_sessions_opened_and_closed_at_once_do_not_disturb_each_other() {
    let home = Home::new(StoreLimits::default());
    std::thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| {
                let session = home.open().unwrap();
                let id = session.id().to_string();
                assert_eq!(session.emit("x", Some(json!({ "id": id }))).unwrap(), 2);
                home.close(&id);
                assert_eq!(session.events().latest(), 3);
            });
        }
    });
    assert!(home.store.list().is_empty());
    assert_eq!(home.directories(), 200);
}

#[test]
fn a_one_shot_directory_holds_artifacts_and_is_never_open() {
    let home = Home::new(StoreLimits {
        sessions: 1,
        ..StoreLimits::default()
    });
    let _takes_the_only_place = home.open().unwrap();
    let session = home.store.one_shot().unwrap();
    let report = NewArtifact {
        kind: ArtifactType::Report,
        mime: "text/html".to_owned(),
        tool: "scorm_report".to_owned(),
        title: "Report".to_owned(),
        metadata: serde_json::Map::new(),
    };
    let artifact = session.artifacts().write("html", b"<p>", report).unwrap();
    assert_eq!(
        artifact.path,
        format!("sessions/{}/reports/0001.html", session.id())
    );
    assert!(session.artifacts().manifest_path().is_file());
    assert_eq!(home.store.list().len(), 1);
    let unknown = home.store.session(session.id().as_str()).unwrap_err();
    assert_eq!(reason_of(unknown), Some(CloseReason::OneShot));
}

#[test]
fn old_and_surplus_directories_are_removed_but_never_a_live_or_an_unsaved_one() {
    let limits = StoreLimits {
        retention_sessions: 3,
        retention_days: 30,
        ..StoreLimits::default()
    };
    let home = Home::new(limits.clone());
    let closed: Vec<String> = (0..6)
        .map(|_| {
            let id = home.open().unwrap().id().to_string();
            home.close(&id);
            id
        })
        .collect();
    let live = home.open().unwrap().id().to_string();
    let directory = |id: &str| home.folder.path().join("data/sessions").join(id);
    let used_days_ago = |id: &str, days: u64| {
        let time = std::time::SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60);
        let events = fs::File::options()
            .write(true)
            .open(directory(id).join("events.ndjson"));
        events.unwrap().set_modified(time).unwrap();
    };
    for (id, days) in closed.iter().zip([1, 2, 3, 4, 5, 40]) {
        used_days_ago(id, days);
    }
    used_days_ago(&live, 100);
    // Something happened in the second but last that no close has saved.
    let header = greenroom_store::journal::JournalHeader {
        format: 1,
        namespace: "mcp".to_owned(),
        course_id: None,
        session_id: closed[4].clone(),
        package_path: home.course(),
        structure: None,
        started_at: 0,
    };
    let journal = greenroom_store::Journal::create(&directory(&closed[4]), &header).unwrap();
    journal
        .append(&json!({}))
        .unwrap()
        .blocking_acknowledged()
        .unwrap();
    let stranger = home.folder.path().join("data/sessions/notes");
    fs::create_dir(&stranger).unwrap();

    let outcome = clean_up(home.store.data_dir(), &limits).unwrap();
    assert_eq!(outcome.removed, 2);
    assert_eq!(outcome.kept_unsaved.len(), 1);
    let left: Vec<bool> = closed.iter().map(|id| directory(id).exists()).collect();
    assert_eq!(left, [true, true, true, false, true, false]);
    assert!(directory(&live).exists() && stranger.exists());

    let keep_all = StoreLimits {
        retention_sessions: 0,
        retention_days: 0,
        ..limits
    };
    assert_eq!(
        clean_up(home.store.data_dir(), &keep_all).unwrap().removed,
        0
    );
}
