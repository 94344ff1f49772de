//! The network record: types, results, timing.

use greenroom_browser::{ContextOptions, NetworkRequest, ResourceType};

use crate::site::{Site, Stage};

fn find(requests: &[NetworkRequest], path: &str) -> NetworkRequest {
    requests
        .iter()
        .find(|r| r.url.ends_with(path))
        .unwrap_or_else(|| panic!("{path}: {requests:#?}"))
        .clone()
}

#[tokio::test]
async fn every_request_is_told_with_type_and_result() {
    let html = "<link rel=stylesheet href=/s.css><script src=/a.js></script><img src=/missing.svg>
        <iframe src=/in.html></iframe><script>
        fetch('/data.json').then(answer => answer.text());
        const x = new XMLHttpRequest(); x.open('POST', '/xhr.json'); x.send('body');
        new Worker('/w.js');
        fetch('http://127.0.0.1:1/refused').catch(() => {});
        </script>";
    let files = [
        ("/", html),
        ("/s.css", "p { color: red }"),
        ("/a.js", "var a = 1"),
        ("/in.html", "inner"),
        ("/data.json", "{}"),
        ("/xhr.json", "{}"),
        (
            "/w.js",
            "fetch('/from-worker.json').then(answer => answer.text())",
        ),
        ("/from-worker.json", "{}"),
    ];
    let stage = Stage::open_files(&files, ContextOptions::default()).await;
    stage.page.settle().await.unwrap();
    let requests = stage.context.network().items;
    for (path, kind, status) in [
        ("/", ResourceType::Document, Some(200)),
        ("/s.css", ResourceType::Stylesheet, Some(200)),
        ("/a.js", ResourceType::Script, Some(200)),
        ("/missing.svg", ResourceType::Image, Some(404)),
        ("/in.html", ResourceType::Document, Some(200)),
        ("/data.json", ResourceType::Fetch, Some(200)),
        ("/xhr.json", ResourceType::Xhr, Some(200)),
        ("/from-worker.json", ResourceType::Fetch, Some(200)),
        ("/refused", ResourceType::Fetch, None),
    ] {
        let request = find(&requests, path);
        assert_eq!(
            (request.resource_type, request.status_code),
            (kind, status),
            "{request:?}"
        );
        assert_eq!(request.error.is_some(), status.is_none(), "{request:?}");
        assert!(!request.blocked);
        assert!(
            request.duration_ms.is_some_and(|ms| ms >= 0.0),
            "{request:?}"
        );
        assert!(request.timestamp > 1_600_000_000_000, "{request:?}");
    }
    assert_eq!(find(&requests, "/xhr.json").method, "POST");
    let inner = stage.page.frame("in.html").unwrap();
    assert_eq!(find(&requests, "/in.html").frame.as_ref(), Some(inner.id()));
    let refused = find(&requests, "/refused").error.unwrap();
    assert!(refused.contains("net::ERR_"), "{refused}");
    assert!(
        find(&requests, "/data.json")
            .initiator
            .starts_with("script http://")
    );
}

#[tokio::test]
async fn a_missing_page_tells_its_status_and_a_dead_server_its_error() {
    let stage = Stage::open("<p>x</p>").await;
    let limit = crate::site::LIMIT;
    let missing = stage
        .page
        .navigate(&stage.site.url("/nowhere.html"), limit)
        .await
        .unwrap();
    assert_eq!(missing.status, Some(404));
    let dead = Site::start(&[]).await.port;
    let there = stage
        .page
        .navigate(&format!("http://127.0.0.1:{dead}/"), limit)
        .await
        .unwrap();
    assert_eq!(there.status, Some(404));
    let error = stage
        .page
        .navigate("http://127.0.0.1:1/", limit)
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("net::ERR_"), "{text}");
}
