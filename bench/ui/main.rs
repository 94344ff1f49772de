//! How soon ten tabs have what a call changed: from the return of `ui_run` or `ui_upload_viewdef`
//! to the arrival of the frame in the last tab, and the first values of a list of 1,000 rows.
//!
//! The tabs are plain sockets: what a browser needs to show a frame is measured with the page.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and one that cannot go on fails"
)]

use std::net::TcpStream;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

const TABS: usize = 10;
const ROUNDS: usize = 200;
const ROWS: usize = 1_000;
/// Part of the 250 ms that the whole way to the screen may take.
const GOAL: Duration = Duration::from_millis(60);
const ROWS_GOAL: Duration = Duration::from_millis(500);

const MAIN: &str = "
    App = session:prototype('App', {n = 0})
    Row = session:prototype('Row', {name = ''})
    function Row:shout() return self.name .. '!' end
    app = App:new{rows = {}}
    for i = 1, 1000 do app.rows[i] = Row:new{name = 'row ' .. i} end
    session:createAppVariable(app)";

fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("lua")).unwrap();
    std::fs::write(folder.path().join("lua/main.lua"), MAIN).unwrap();
    let mut client = McpClient::start(env!("CARGO_BIN_EXE_greenroom"));
    client.initialize("2025-11-25");
    client.data("ui_configure", json!({"base_dir": folder.path()}));
    let port = client.data("ui_start", json!({}))["port"].as_u64().unwrap();

    let mut first_rows = Tab::open(port, "rows");
    let began = Instant::now();
    first_rows.ask(&[json!({"type": "create", "id": 2, "parent": 1, "path": "rows"})]);
    let rows = (0..ROWS as u64).flat_map(|row| {
        let id = 10 + 3 * row;
        [
            json!({"type": "create", "id": id, "parent": 2, "path": (row + 1).to_string()}),
            json!({"type": "create", "id": id + 1, "parent": id, "path": "name"}),
            json!({"type": "create", "id": id + 2, "parent": id, "path": "shout()"}),
        ]
    });
    first_rows.ask(&rows.collect::<Vec<_>>());
    let rows_took = began.elapsed();

    let mut tabs: Vec<Tab> = (0..TABS)
        .map(|tab| Tab::open(port, &tab.to_string()))
        .collect();
    for tab in &mut tabs {
        tab.ask(&[json!({"type": "create", "id": 2, "parent": 1, "path": "n"})]);
    }
    let mut runs = Vec::new();
    let mut uploads = Vec::new();
    for round in 0..ROUNDS {
        client.data("ui_run", json!({"code": format!("app.n = {}", round + 1)}));
        runs.push(arrival(&mut tabs, "update"));
        let content = format!("<b>{round}</b>");
        let upload = json!({"type": "App", "namespace": "DEFAULT", "content": content});
        client.data("ui_upload_viewdef", upload);
        uploads.push(arrival(&mut tabs, "viewdefs"));
    }
    let (run, upload) = (p95(&mut runs), p95(&mut uploads));
    println!("ui: p95 of {ROUNDS}, {TABS} tabs beside one of {ROWS} rows");
    println!("  ui_run            to the last tab {run:>10.2?} (goal {GOAL:?})");
    println!("  ui_upload_viewdef to the last tab {upload:>10.2?} (goal {GOAL:?})");
    println!("  first values of {ROWS} rows         {rows_took:>10.2?} (goal {ROWS_GOAL:?})");
    if run <= GOAL && upload <= GOAL && rows_took <= ROWS_GOAL {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// How long after this moment the last tab has a message of this type.
fn arrival(tabs: &mut [Tab], kind: &str) -> Duration {
    let began = Instant::now();
    for tab in tabs {
        tab.wait_for(kind);
    }
    began.elapsed()
}

fn p95(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() * 95 / 100]
}

/// A tab as the server sees it.
struct Tab {
    socket: WebSocket<TcpStream>,
    seq: u64,
}

impl Tab {
    fn open(port: u64, name: &str) -> Self {
        let stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://127.0.0.1:{port}/-/ws/1")
            .into_client_request()
            .unwrap();
        let origin = format!("http://127.0.0.1:{port}").parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut tab = Self { socket, seq: 0 };
        tab.ask(&[
            json!({"type": "hello", "protocol": 1, "page": name, "tab": name, "path": "/"}),
            json!({"type": "watch", "id": 1}),
        ]);
        tab
    }

    /// Sends messages and waits until they are handled.
    fn ask(&mut self, messages: &[Value]) {
        self.seq += 1;
        let frame = json!({"seq": self.seq, "ack": 0, "messages": messages});
        self.socket
            .send(Message::Text(frame.to_string().into()))
            .unwrap();
        while self.frame()["ack"] != self.seq {}
    }

    fn wait_for(&mut self, kind: &str) {
        loop {
            let frame = self.frame();
            let messages = frame["messages"].as_array().unwrap();
            if messages.iter().any(|message| message["type"] == kind) {
                return;
            }
        }
    }

    fn frame(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }
}
