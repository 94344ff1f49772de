//! What a Grid answers, and what is made of it.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

#[test]
fn capabilities_of_the_operator_are_added() {
    let wanted = json!({
        "browserName": "chromium", "browserVersion": "156", "se:name": "mine",
        "goog:chromeOptions": {"args": ["--b"], "binary": "/x"},
    });
    let all = capabilities("greenroom", &["--a".into()], wanted.as_object().unwrap());
    let want = json!({
        "browserName": "chromium", "browserVersion": "156", "se:name": "greenroom",
        "pageLoadStrategy": "none",
        "goog:chromeOptions": {"args": ["--a", "--b"], "binary": "/x"},
    });
    assert_eq!(all, want);
}

#[tokio::test]
async fn an_answer_that_gives_no_browser_says_why() {
    let grid = Address::parse("http://127.0.0.1:1", 4444).unwrap();
    for (body, want) in [
        (
            json!({"value": {"error": "session not created", "message": "no node\nat x"}}),
            "it starts no session: session not created: no node",
        ),
        (
            json!({"value": {"sessionId": "a", "capabilities": {}}}),
            "no se:cdp",
        ),
        (json!({"status": 0}), "no Selenium Grid 4"),
        (
            json!({"value": {"sessionId": "../x"}}),
            "no Selenium Grid 4",
        ),
    ] {
        let answer = Ok(Answer { status: 200, body });
        let Err(Failure::Broken { reason, .. }) = read(&grid, answer) else {
            panic!("{want}");
        };
        assert!(reason.contains(want), "{reason}");
    }
}

#[tokio::test]
async fn the_known_address_is_tried_before_the_told_one() {
    let grid = Address::parse("http://grid:4444", 4444).unwrap();
    let body = json!({"value": {"sessionId": "a1", "capabilities": {
        "se:cdp": "ws://10.9.9.9:4444/session/a1/se/cdp"}}});
    let reached = read(&grid, Ok(Answer { status: 200, body })).unwrap();
    assert_eq!(
        reached.endpoints,
        [
            "ws://grid:4444/session/a1/se/cdp",
            "ws://10.9.9.9:4444/session/a1/se/cdp",
        ]
    );
}

/// A Grid whose only slot becomes free when `free` says so; tells what it was asked.
async fn slow_grid(free: oneshot::Receiver<()>) -> (Address, tokio::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (told, asked) = tokio::sync::mpsc::channel(8);
    tokio::spawn(async move {
        let mut free = Some(free);
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut buffer = vec![0; 8192];
            let read = stream.read(&mut buffer).await.unwrap();
            let head = String::from_utf8_lossy(&buffer[..read]).into_owned();
            told.send(head.lines().next().unwrap().to_owned())
                .await
                .unwrap();
            if head.starts_with("POST") {
                free.take().unwrap().await.unwrap();
            }
            let body = json!({"value": {"sessionId": "late1", "capabilities": {
                "se:cdp": "ws://x/session/late1/se/cdp"}}})
            .to_string();
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    let grid = Address::parse(&format!("http://127.0.0.1:{port}"), 4444).unwrap();
    (grid, asked)
}

#[tokio::test]
async fn a_slot_that_comes_too_late_is_given_back() {
    let (free, waits) = oneshot::channel();
    let (grid, mut asked) = slow_grid(waits).await;
    let full = begin(&grid, json!({}), Duration::from_millis(50)).await;
    assert!(matches!(full, Err(Failure::Full)), "{full:?}");
    assert_eq!(asked.recv().await.unwrap(), "POST /session HTTP/1.1");
    free.send(()).unwrap();
    assert_eq!(
        asked.recv().await.unwrap(),
        "DELETE /session/late1 HTTP/1.1"
    );
}
