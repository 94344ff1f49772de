//! Many connections that do nothing, and one that wants something.

use super::*;
use axum::extract::ws::WebSocketUpgrade;
use axum::routing::{get, post};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::Instant;

const LIMITS: ConnectionLimits = ConnectionLimits {
    all: 16,
    per_host: 4,
};

async fn server() -> SocketAddr {
    let app = Router::new()
        .route("/", get(async || "in"))
        .route("/body", post(async |body: String| body))
        .route(
            "/endless",
            get(async || Body::from_stream(futures::stream::pending::<io::Result<Bytes>>())),
        )
        .route(
            "/socket",
            get(async |upgrade: WebSocketUpgrade| {
                upgrade.on_upgrade(async |mut socket| while socket.recv().await.is_some() {})
            }),
        );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, app, LIMITS, std::future::pending()));
    address
}

/// Sends a head; what stands in the first line of the answer.
async fn ask(address: SocketAddr, path: &str, host: &str, more: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let read = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
    let status = answer.split_whitespace().nth(1).unwrap_or_default();
    (stream, status.to_owned())
}

const UPGRADE: &str = "Upgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

#[tokio::test]
async fn idle_connections_do_not_stop_a_client() {
    let address = server().await;
    let mut idle = Vec::new();
    for _ in 0..200 {
        idle.push(TcpStream::connect(address).await.unwrap());
    }
    let (_kept, status) = ask(address, "/", "a", "").await;
    assert_eq!(status, "200");
    // The first ones were closed to make room.
    let mut byte = [0];
    assert_eq!(idle[0].read(&mut byte).await.unwrap_or(0), 0);
}

#[tokio::test]
async fn only_when_all_are_at_work_is_a_newcomer_refused() {
    let address = server().await;
    let mut working = Vec::new();
    for number in 0..16 {
        let (stream, status) = ask(address, "/endless", &format!("h{number}"), "").await;
        assert_eq!(status, "200");
        working.push(stream);
    }
    assert_eq!(ask(address, "/", "a", "").await.1, "503");
    working.pop();
    let seen = async { while ask(address, "/", "a", "").await.1 != "200" {} };
    tokio::time::timeout(Duration::from_secs(10), seen)
        .await
        .unwrap();
}

#[tokio::test]
async fn sockets_of_one_host_are_its_own_affair() {
    let address = server().await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        let (socket, status) = ask(address, "/socket", "a", UPGRADE).await;
        assert_eq!(status, "101");
        sockets.push(socket);
    }
    for _ in 0..50 {
        assert_eq!(ask(address, "/socket", "a", UPGRADE).await.1, "503");
    }
    assert_eq!(ask(address, "/socket", "b", UPGRADE).await.1, "101");
    // A closed one makes room again.
    drop(sockets);
    let seen = async { while ask(address, "/", "a", "").await.1 != "200" {} };
    tokio::time::timeout(Duration::from_secs(10), seen)
        .await
        .unwrap();
}

#[tokio::test(start_paused = true)]
async fn whoever_begins_and_does_not_go_on_is_let_go() {
    let address = server().await;
    for (begun, limit) in [
        ("", HEAD_WITHIN),
        ("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", HEAD_WITHIN),
        (
            "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
            BODY_PAUSE,
        ),
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        let began = Instant::now();
        let mut answer = Vec::new();
        let _cut_short = stream.read_to_end(&mut answer).await;
        let after = began.elapsed();
        let longest = limit + HEAD_WITHIN + Duration::from_secs(1);
        assert!(after >= limit && after <= longest, "{begun:?}: {after:?}");
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.contains(" 200 "), "{begun:?}: {answer}");
    }
}
