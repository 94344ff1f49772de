//! Sessions through the public interface: life, limits, isolation, clean-up.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use greenroom_store::{
    ArtifactType, CloseReason, DataDir, EventQuery, NewArtifact, OperationFailure, OperationState,
    SessionCall, SessionOptions, SessionState, SessionStore, StoreError, StoreLimits, clean_up,
};
use serde_json::json;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

struct Home {
    folder: TempDir,
    store: Arc<SessionStore>,
}

impl Home {
    fn new(limits: StoreLimits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = store_in(folder.path(), limits);
        let course = folder.path().join("course");
        fs::create_dir(&course).unwrap();
        fs::write(course.join("imsmanifest.xml"), MANIFEST).unwrap();
        Self { folder, store }
    }

    fn course(&self) -> PathBuf {
        self.folder.path().join("course")
    }

    fn open(&self) -> Result<SessionCall, StoreError> {
        self.open_with(SessionOptions::default())
    }

    fn open_with(&self, options: SessionOptions) -> Result<SessionCall, StoreError> {
        self.store
            .open(&self.course(), options, &CancellationToken::new())
    }

    fn close(&self, id: &str) {
        self.store
            .begin_close(id, CloseReason::Close)
            .unwrap()
            .finish()
            .unwrap();
    }

    fn directories(&self) -> usize {
        fs::read_dir(self.folder.path().join("data/sessions")).map_or(0, Iterator::count)
    }
}

const MANIFEST: &str = "<manifest identifier='m'><organizations/><resources/></manifest>";

fn store_in(folder: &Path, limits: StoreLimits) -> Arc<SessionStore> {
    let data_dir = DataDir::new(folder.join("data"));
    Arc::new(SessionStore::new(data_dir, limits))
}

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

fn reason_of(error: StoreError) -> Option<CloseReason> {
    match error {
        StoreError::UnknownSession { closed, .. } => closed.map(|closed| closed.reason),
        other => panic!("not about an unknown session: {other:?}"),
    }
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

#[tokio::test(start_paused = true)]
async fn an_idle_session_is_told_after_its_limit_and_not_during_a_call() {
    let home = Home::new(StoreLimits::default());
    let limit = Duration::from_mins(1);
    let options = SessionOptions {
        idle_limit: Some(limit),
        ..SessionOptions::default()
    };
    let call = home.open_with(options).unwrap();
    let session = Arc::clone(&call);
    let begin = tokio::time::Instant::now();
    let busy = tokio::time::timeout(10 * limit, session.idle()).await;
    assert!(busy.is_err(), "a session in a call is not idle");
    drop(call);
    session.idle().await;
    assert_eq!(begin.elapsed(), 11 * limit);
    // A call in between starts the time anew.
    let half = tokio::time::timeout(limit / 2, session.idle()).await;
    assert!(half.is_ok(), "it was idle long enough before");
    drop(home.store.session(session.id().as_str()).unwrap());
    let begin = tokio::time::Instant::now();
    session.idle().await;
    assert_eq!(begin.elapsed(), limit);
}

#[tokio::test]
async fn an_operation_reports_its_progress_and_its_outcome() {
    let home = Home::new(StoreLimits::default());
    let session = home.open().unwrap();
    let (go_on, wait) = tokio::sync::oneshot::channel::<()>();
    let operation_id = session
        .spawn_operation("scorm_validate_workspace", |operation| async move {
            operation.progress(&json!({ "done": 1 })).unwrap();
            wait.await.unwrap();
            Ok(json!({ "score": 100 }))
        })
        .unwrap();
    let progress = EventQuery {
        since: 0,
        max: 9,
        types: vec!["operation:progress".to_owned()],
    };
    let page = session
        .events()
        .wait_page(progress, Duration::from_secs(20))
        .await
        .unwrap();
    assert_eq!(
        page.events[0].payload.as_ref().unwrap()["operation_id"],
        json!(operation_id)
    );
    assert_eq!(session.state(), SessionState::Running);
    go_on.send(()).unwrap();
    let completed = EventQuery {
        since: 0,
        max: 9,
        types: vec!["operation:completed".to_owned()],
    };
    let page = session
        .events()
        .wait_page(completed, Duration::from_secs(20))
        .await
        .unwrap();
    let payload = page.events[0].payload.clone().unwrap();
    assert_eq!(
        payload,
        json!({ "operation_id": operation_id, "data": { "score": 100 } })
    );
}

#[tokio::test]
async fn a_failed_and_a_panicking_operation_end_with_an_error_event() {
    let home = Home::new(StoreLimits::default());
    let session = home.open().unwrap();
    session
        .spawn_operation("a", |_| async {
            Err(OperationFailure {
                error_code: "CODE".to_owned(),
                message: "why".to_owned(),
            })
        })
        .unwrap();
    session
        .spawn_operation("b", |_| async { panic!("a fault") })
        .unwrap();
    let mut codes = Vec::new();
    let mut since = 0;
    while codes.len() < 2 {
        let query = EventQuery {
            since,
            max: 1,
            types: vec!["error".to_owned()],
        };
        let page = session
            .events()
            .wait_page(query, Duration::from_secs(20))
            .await
            .unwrap();
        since = page.events[0].id;
        codes.push(page.events[0].payload.as_ref().unwrap()["error_code"].to_string());
    }
    codes.sort();
    assert_eq!(codes, ["\"CODE\"", "\"UNKNOWN_ERROR\""]);
}

#[tokio::test]
async fn closing_cancels_what_is_running() {
    let home = Home::new(StoreLimits::default());
    let session = home.open().unwrap();
    let (dropped, work_ended) = tokio::sync::oneshot::channel::<()>();
    let operation_id = session
        .spawn_operation("slow", |_| async move {
            let _held = dropped;
            std::future::pending().await
        })
        .unwrap();
    let begin = std::time::Instant::now();
    let closing = home
        .store
        .begin_close(session.id().as_str(), CloseReason::Close)
        .unwrap();
    assert_eq!(
        closing.cancel_operations().await,
        std::slice::from_ref(&operation_id)
    );
    assert!(
        work_ended.await.is_err(),
        "the work was dropped, not finished"
    );
    closing.finish().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(2));
    let states: Vec<_> = session
        .operation_list()
        .into_iter()
        .map(|o| o.state)
        .collect();
    assert_eq!(states, [OperationState::Cancelled]);
    let all = EventQuery {
        since: 0,
        max: 9,
        types: Vec::new(),
    };
    let kinds: Vec<_> = session
        .events()
        .page(&all)
        .unwrap()
        .events
        .into_iter()
        .map(|event| event.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            "session:open",
            "operation:started",
            "operation:cancelled",
            "session:close"
        ]
    );
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
