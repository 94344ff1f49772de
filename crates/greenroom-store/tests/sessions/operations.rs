//! Work in the background of a session, and idle ones.

use std::sync::Arc;
use std::time::Duration;

use greenroom_store::{
    CloseReason, EventQuery, OperationFailure, OperationState, SessionOptions, SessionState,
    StoreLimits,
};
use serde_json::json;

use super::Home;

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
        without: &[],
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
        without: &[],
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
            without: &[],
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
        without: &[],
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
