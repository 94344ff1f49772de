//! When a page counts as settled.

use std::time::Duration;

use greenroom_browser::{ContextOptions, EvaluateOptions};

use crate::site::{LIMIT, Stage};

#[tokio::test]
async fn a_page_settles_after_its_late_requests_and_changes() {
    let html = "<body><script>
        setTimeout(async () => {
            const answer = await fetch('/late.json');
            const words = await answer.json();
            setTimeout(() => { document.body.append(words.text); window.done = true; }, 150);
        }, 100);</script>";
    let files = [("/", html), ("/late.json", r#"{"text": "here"}"#)];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    let settled = stage.page.settle_within(LIMIT).await.unwrap();
    assert!(settled.settled);
    assert!(settled.elapsed >= Duration::from_millis(250));
    let done = stage
        .page
        .main_frame()
        .evaluate("window.done", &EvaluateOptions::default())
        .await;
    assert_eq!(done.unwrap().value, true);
    assert!(
        stage
            .site
            .hits()
            .iter()
            .any(|hit| hit.starts_with("GET /late.json"))
    );
}

#[tokio::test]
async fn a_page_that_never_rests_ends_our_patience() {
    let html = "<p id=p></p><script>setInterval(() => p.textContent = Math.random(), 20)</script>";
    let stage = Stage::open(html).await;
    let settled = stage
        .page
        .settle_within(Duration::from_millis(700))
        .await
        .unwrap();
    assert!(!settled.settled);
    assert!(settled.elapsed < Duration::from_secs(2));
}
