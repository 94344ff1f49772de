//! Bindings deliver in order and lose nothing; init scripts come before the page's own.

use greenroom_browser::{BrowserError, ContextOptions, EvaluateOptions};

use crate::site::{LIMIT, Stage};

#[tokio::test]
async fn ten_thousand_calls_arrive_in_order() {
    let options = ContextOptions {
        bindings: vec!["tell".into()],
        ..ContextOptions::default()
    };
    let files = [
        ("/", "<iframe src=/in.html></iframe>"),
        ("/in.html", "<script>tell('inner')</script>"),
    ];
    let stage = Stage::open_files(&files, options).await;
    let mut calls = stage.context.take_binding("tell").unwrap();
    assert!(stage.context.take_binding("tell").is_none());
    let first = calls.recv().await.unwrap();
    assert_eq!(first.payload, "inner");
    assert_eq!(
        first.frame.as_ref(),
        Some(stage.page.frame("in.html").unwrap().id())
    );
    let script = "for (let i = 0; i < 10000; i++) tell(String(i))";
    stage
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    // The answer of the evaluation came after all its calls.
    for want in 0..10_000 {
        assert_eq!(calls.try_recv().unwrap().payload, want.to_string());
    }
}

#[tokio::test]
async fn calls_made_while_a_frame_is_left_arrive() {
    let options = ContextOptions {
        bindings: vec!["tell".into()],
        ..ContextOptions::default()
    };
    let leaving = "<script>for (const name of ['beforeunload', 'pagehide', 'unload'])
        addEventListener(name, () => parent.tell(name))</script>";
    let files = [
        ("/", "<iframe src=/sco.html></iframe>"),
        ("/sco.html", leaving),
        ("/next.html", "n"),
    ];
    let stage = Stage::open_files(&files, options).await;
    let mut calls = stage.context.take_binding("tell").unwrap();
    let frame = stage.page.frame("sco.html").unwrap();
    frame
        .navigate(&stage.site.url("/next.html"), LIMIT)
        .await
        .unwrap();
    for want in ["beforeunload", "pagehide", "unload"] {
        assert_eq!(calls.try_recv().unwrap().payload, want);
    }
}

#[tokio::test]
async fn bindings_and_scripts_can_be_added_to_living_pages() {
    let stage = Stage::open("<p>x</p>").await;
    stage.context.add_binding("later").await.unwrap();
    stage
        .context
        .add_init_script("window.late = (window.late ?? 0) + 1")
        .await
        .unwrap();
    let mut calls = stage.context.take_binding("later").unwrap();
    let script = "later('now ' + window.late)";
    stage
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    assert_eq!(calls.try_recv().unwrap().payload, "now 1");
    stage
        .page
        .navigate(&stage.site.url("/?again"), LIMIT)
        .await
        .unwrap();
    stage
        .page
        .main_frame()
        .evaluate(script, &EvaluateOptions::default())
        .await
        .unwrap();
    assert_eq!(calls.try_recv().unwrap().payload, "now 1");
}

#[tokio::test]
async fn a_page_at_an_address_has_them_before_its_first_script() {
    let stage = Stage::open("<p>x</p><script>later('first ' + window.early)</script>").await;
    stage.context.add_binding("later").await.unwrap();
    let early = stage.context.add_init_script("window.early = 'here'");
    early.await.unwrap();
    let mut calls = stage.context.take_binding("later").unwrap();
    let url = stage.site.url("/");
    let page = stage.context.new_page_at(&url, LIMIT).await.unwrap();
    assert_eq!(page.main_frame().info().unwrap().url, url);
    assert_eq!(calls.try_recv().unwrap().payload, "first here");
    let nowhere = stage
        .context
        .new_page_at("http://127.0.0.1:9/", LIMIT)
        .await;
    let error = nowhere.unwrap_err();
    assert!(
        matches!(error, BrowserError::NavigationFailed { .. }),
        "{error}"
    );
}
