//! The hold ladder in virtual time: nobody waits here for the seconds that a client waits.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_dialog::{Change, Proof, Source, Submitter, request};
use greenroom_human::{Hub, Line};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::config::{Config, DialogsConfig};
use crate::request::ProgressSink;
use crate::{App, Toolset};

/// What a client was told: seconds and words.
type Told = Arc<Mutex<Vec<(f64, String)>>>;

struct Fixture {
    app: Arc<App>,
    _home: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let config = Config {
            dialogs: DialogsConfig {
                port: Some(0),
                no_open: true,
                ..DialogsConfig::default()
            },
            ..Config::default()
        };
        let toolset = Toolset::select(&[], &config.tools).unwrap();
        Self {
            app: App::new(config, home.path().to_owned(), toolset),
            _home: home,
        }
    }

    /// A call of this client, with or without a progress token.
    fn call(&self, client: &str, told: Option<&Told>) -> Cx {
        let progress = told.map(|told| {
            let told = Arc::clone(told);
            let sink: ProgressSink = Box::new(move |seconds, words| {
                told.lock().unwrap().push((seconds, words));
                Box::pin(std::future::ready(()))
            });
            sink
        });
        Cx::new(Arc::clone(&self.app), CancellationToken::new(), "confirm").for_client(
            client.to_owned(),
            None,
            progress,
        )
    }

    async fn hub(&self) -> Arc<Hub> {
        match self.app.humans.line("anyone").await.unwrap() {
            Line::Host(host) => Arc::clone(host.hub()),
            Line::Guest(_) => panic!("this process is alone"),
        }
    }
}

fn ship(more: Value) -> Map<String, Value> {
    let Value::Object(mut arguments) = more else {
        panic!("arguments are an object")
    };
    arguments.insert("question".to_owned(), json!("Ship?"));
    arguments
}

async fn ask_to_ship(cx: &Cx) -> Value {
    let reply = ask(cx, "confirm", ship(json!({}))).await;
    reply.unwrap().data
}

/// The human says yes to the only open question.
async fn answer(hub: &Arc<Hub>) {
    let submitter = Submitter {
        connection: "page".to_owned(),
        user_agent: String::new(),
        source: Source::Human,
        proof: Proof::OpenedPage,
        remember: false,
    };
    let taken = hub.act(move |desk, now| {
        let dialog_id = desk.queue().iter().next().unwrap().to_owned();
        desk.submit(&dialog_id, &json!({"confirmed": true}), &submitter, now)
    });
    taken.await.unwrap();
}

fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

#[tokio::test(start_paused = true)]
async fn progress_is_told_every_15_seconds_and_never_after_the_result() {
    let it = Fixture::new();
    let hub = it.hub().await;
    let told = Told::default();
    let cx = it.call("claude-code", Some(&told));
    let human = async {
        tokio::time::sleep(seconds(65)).await;
        answer(&hub).await;
    };
    let (data, ()) = tokio::join!(ask_to_ship(&cx), human);
    assert_eq!(data["answer"]["confirmed"], true);
    tokio::time::sleep(seconds(60)).await;
    let told = told.lock().unwrap();
    let words: Vec<&str> = told.iter().map(|(_, words)| words.as_str()).collect();
    assert_eq!(
        words,
        [
            "waiting for human · 15 s",
            "waiting for human · 30 s",
            "waiting for human · 45 s",
            "waiting for human · 1 min 0 s",
        ]
    );
    assert!(
        told.is_sorted_by(|before, after| before.0 < after.0),
        "{told:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_unknown_client_is_held_for_50_seconds() {
    let it = Fixture::new();
    let told = Told::default();
    for told in [None, Some(&told)] {
        let cx = it.call("nobody-knows-it", told);
        // Connecting is no part of the hold.
        it.hub().await;
        let started = Instant::now();
        let data = ask_to_ship(&cx).await;
        let held = started.elapsed();
        assert!((seconds(49)..=seconds(51)).contains(&held), "{held:?}");
        assert_eq!(data["status"], "pending");
        assert_eq!(
            data["next"],
            json!({"tool": "dialog_result", "arguments": {"dialog_id": data["dialog_id"]}})
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancel_at_20_seconds_makes_the_next_hold_16_seconds() {
    let it = Fixture::new();
    let hub = it.hub().await;
    let mut changes = hub.watch();
    let cx = it.call("hasty", None);
    let cancelled = tokio::time::timeout(seconds(20), ask_to_ship(&cx)).await;
    assert!(cancelled.is_err(), "nobody answered");
    while changes.recv().await.unwrap() != Change::LearnedHolds {}

    let started = Instant::now();
    let data = ask_to_ship(&cx).await;
    assert_eq!(data["status"], "pending");
    let held = started.elapsed();
    // Timers are exact to a millisecond.
    let longest = seconds(16) + Duration::from_millis(5);
    assert!((seconds(15)..=longest).contains(&held), "{held:?}");
    let other = it.call("patient", None);
    let started = Instant::now();
    ask_to_ship(&other).await;
    assert!(started.elapsed() >= seconds(49), "it is another client");
}

#[tokio::test(start_paused = true)]
async fn an_answer_after_the_client_left_is_collected() {
    let it = Fixture::new();
    let hub = it.hub().await;
    let cx = it.call("testkit", None);
    let call = tokio::time::timeout(seconds(5), ask_to_ship(&cx)).await;
    assert!(call.is_err(), "the client cancelled");
    tokio::time::sleep(seconds(5)).await;
    answer(&hub).await;
    tokio::time::sleep(seconds(5)).await;
    let project = it.app.humans.project().map(String::as_str);
    let waiting = hub.look(|desk| desk.listed_for("testkit", project, hub.now()));
    let params = DialogResultParams {
        dialog_id: waiting["undelivered"][0]["dialog_id"]
            .as_str()
            .map(str::to_owned),
        wait_seconds: None,
        withdraw: false,
        project: None,
    };
    let data = collect(&cx, &Map::new(), params).await.unwrap().data;
    assert_eq!(data["answer"]["confirmed"], true);
}

#[tokio::test(start_paused = true)]
async fn silence_to_the_end_of_its_life_is_no_response() {
    let it = Fixture::new();
    let hub = it.hub().await;
    let cx = it.call("claude-code", None);
    let arguments = ship(json!({"timeout_seconds": 60, "defaultToNo": true}));
    let clock = async {
        tokio::time::sleep(seconds(10)).await;
        hub.set_clock_forward(seconds(61));
    };
    let (reply, ()) = tokio::join!(ask(&cx, "confirm", arguments), clock);
    let reply = reply.unwrap();
    assert_eq!(
        (&reply.data["status"], &reply.data["code"]),
        (&json!("no_response"), &json!("DIALOG_NO_RESPONSE"))
    );
    assert_eq!(
        (&reply.data["answered"], &reply.data["answer"]),
        (&json!(false), &Value::Null)
    );
    assert!(reply.message.starts_with("No answer"), "{}", reply.message);
}

#[test]
fn a_dialog_error_ends_with_its_code() {
    let arguments = json!({"decision_context": "?", "options": 5});
    let Value::Object(arguments) = arguments else {
        panic!("an object")
    };
    let error = request::parse(greenroom_human::registry(), "planner", arguments).unwrap_err();
    let error = ToolError::from(error);
    assert_eq!(
        error.wire_message(),
        "Options must be an array. Give options as [{label, value}]. [MCP_INVALID_PARAMS]"
    );
    assert_eq!(error.details["faults"][0]["path"], "options");
}
