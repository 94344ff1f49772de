//! A server whose tools print, panic, start chatty children and take long; and its test.
//!
//! This file is both: started with `NOISY_SERVER` in the environment it serves, else it tests.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "it is a test from the first to the last line, and its noise is the point"
)]

use std::process::{Command, ExitCode};
use std::time::Duration;

use greenroom::mcp::Stdio;
use greenroom_testkit::McpClient;
use greenroom_tools::config::Config;
use greenroom_tools::{
    App, Cx, Effect, ErasedTool, ErrorCode, Reply, TOOLS, Tool, ToolError, Toolset,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

const TESTS: &[(&str, fn())] = &[
    (
        "prints_children_and_panics_do_not_reach_stdout",
        prints_children_and_panics_do_not_reach_stdout,
    ),
    (
        "a_panic_in_a_ui_tool_harms_no_session",
        a_panic_in_a_ui_tool_harms_no_session,
    ),
    ("a_slow_call_blocks_no_other", a_slow_call_blocks_no_other),
    (
        "a_cancelled_call_stops_and_is_not_answered",
        a_cancelled_call_stops_and_is_not_answered,
    ),
    (
        "long_calls_report_progress_when_asked",
        long_calls_report_progress_when_asked,
    ),
    (
        "calls_on_one_session_run_in_order_of_arrival",
        calls_on_one_session_run_in_order_of_arrival,
    ),
    (
        "the_end_of_input_does_not_wait_for_slow_calls",
        the_end_of_input_does_not_wait_for_slow_calls,
    ),
    ("an_id_in_use_is_refused", an_id_in_use_is_refused),
];

fn main() -> ExitCode {
    if std::env::var_os("NOISY_SERVER").is_some() {
        return serve();
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    // The protocol by which test runners list and choose tests.
    if has("--list") {
        if !has("--ignored") {
            for (name, _) in TESTS {
                println!("{name}: test");
            }
        }
        return ExitCode::SUCCESS;
    }
    let filter = arguments
        .iter()
        .find(|argument| !argument.starts_with("--"));
    let chosen = TESTS
        .iter()
        .filter(|(name, _)| filter.is_none_or(|filter| name.contains(filter.as_str())));
    for (name, test) in chosen {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

fn serve() -> ExitCode {
    let pipe = |number: u32| std::fs::read_link(format!("/proc/self/fd/{number}")).unwrap();
    PROTOCOL
        .set([0, 1].map(|number| pipe(number).display().to_string()))
        .unwrap();
    let stdio = Stdio::take().unwrap();
    let noisy: [&'static dyn ErasedTool; 5] =
        [&NoisyPrint, &NoisyPanic, &UiPanic, &NoisyWait, &NoisyChild];
    let of_the_ui = TOOLS.iter().filter(|tool| tool.name().starts_with("ui_"));
    let toolset = Toolset::of(&noisy.iter().chain(of_the_ui).copied().collect::<Vec<_>>());
    let home = std::env::var_os("GREENROOM_HOME").unwrap().into();
    let app = App::new(Config::default(), home, toolset);
    greenroom::logging::start_server(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(greenroom::mcp::serve(app, stdio)).unwrap()
}

fn client() -> McpClient {
    McpClient::start_with(std::env::current_exe().unwrap(), |command| {
        command.env("NOISY_SERVER", "1")
    })
}

fn prints_children_and_panics_do_not_reach_stdout() {
    let mut client = client();
    client.data("noisy_print", json!({}));
    let child = client.data("noisy_child", json!({}));
    assert_eq!(
        child,
        json!({"status": 0, "inherited": []}),
        "children do not get the protocol's pipes"
    );
    let failure = client.failure("noisy_panic", json!({}));
    assert_eq!(failure["error_code"], "UNKNOWN_ERROR");
    assert_eq!(failure["code"], -32000);
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("a fault of ours"),
        "{failure}"
    );
    assert!(
        failure["details"]["log_file"]
            .as_str()
            .unwrap()
            .ends_with("errors.ndjson"),
        "{failure}"
    );
    assert!(failure["details"]["report_id"].is_string(), "{failure}");
    client.data("noisy_print", json!({}));
    let log = std::fs::read_to_string(failure["details"]["log_file"].as_str().unwrap()).unwrap();
    let panic = log
        .lines()
        .find(|line| line.contains("\"PANIC\""))
        .expect("the panic is logged");
    assert!(panic.contains("noisy_server.rs"), "with its place: {panic}");
    let ended = client.finish();
    assert_eq!(ended.status.code(), Some(0));
    for noise in ["printed by a tool", "printed by a child"] {
        assert!(
            ended.stderr.contains(noise),
            "{noise} is on stderr: {}",
            ended.stderr
        );
    }
}

fn a_panic_in_a_ui_tool_harms_no_session() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = McpClient::start_with(std::env::current_exe().unwrap(), |command| {
        command
            .env("NOISY_SERVER", "1")
            .env("GREENROOM_BROWSER", "true")
    });
    client.data("ui_configure", json!({"base_dir": folder.path()}));
    client.data("ui_start", json!({}));
    client.data("ui_open_browser", json!({"sessionId": "two"}));
    for session in ["1", "two"] {
        client.data("ui_run", json!({"code": "kept = 5", "sessionId": session}));
    }
    // One call of the session waits behind the one that panics.
    let panics = client.send_call("ui_panic", json!({"sessionId": "1"}));
    let waits = client.send_call("ui_run", json!({"code": "return kept", "sessionId": "1"}));
    let error = client.wait(panics)["error"].clone();
    assert_eq!(error["code"], -32000);
    assert_eq!(error["data"]["error_code"], "UNKNOWN_ERROR");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.starts_with("Internal error.") && message.ends_with("[UNKNOWN_ERROR]"),
        "{message}"
    );
    let details = &error["data"]["details"];
    assert!(
        details["problem"]
            .as_str()
            .unwrap()
            .contains("a fault of ours"),
        "{error}"
    );
    assert!(details["log_file"].is_string() && details["report_id"].is_string());
    let waited = client.wait(waits);
    assert_eq!(
        waited["result"]["structuredContent"]["data"]["result"], 5,
        "{waited}"
    );
    let two = json!({"code": "return kept", "sessionId": "two"});
    assert_eq!(client.data("ui_run", two)["result"], 5);
    assert_eq!(client.data("ui_status", json!({}))["state"], "RUNNING");
    client.data("ui_stop", json!({}));
    client.data("ui_start", json!({}));
    assert_eq!(client.finish().status.code(), Some(0));
}

fn a_slow_call_blocks_no_other() {
    let mut client = client();
    let slow = client.send_call("noisy_wait", json!({"name": "release"}));
    client.data("noisy_print", json!({}));
    assert!(!client.has_answer(slow));
    client.data("noisy_wait", json!({"release": true}));
    assert_eq!(client.wait(slow)["result"]["isError"], false);
}

fn a_cancelled_call_stops_and_is_not_answered() {
    let mut client = client();
    let slow = client.send_call("noisy_wait", json!({}));
    client.notify(
        "notifications/cancelled",
        json!({"requestId": slow, "reason": "test"}),
    );
    let log = client.home().join("logs/mcp/errors.ndjson");
    // The call ends in the log; an answer would have come before those of later requests.
    let ended = (0..10_000).any(|_| {
        client.request("ping", json!({}));
        std::fs::read_to_string(&log)
            .unwrap()
            .contains("cancelled by the caller")
    });
    assert!(ended, "the work was stopped");
    client.data("noisy_print", json!({}));
    assert!(!client.has_answer(slow));
}

fn long_calls_report_progress_when_asked() {
    let mut client = client();
    let call = json!({"name": "noisy_wait", "arguments": {}, "_meta": {"progressToken": "p1"}});
    let slow = client.send("tools/call", call);
    let first = client.wait_notification("notifications/progress");
    let second = client.wait_notification("notifications/progress");
    for progress in [&first, &second] {
        assert_eq!(progress["progressToken"], "p1");
        assert_eq!(progress["message"], "waiting for release");
    }
    let number = |progress: &Value| progress["progress"].as_f64().unwrap();
    assert!(number(&first) >= 1.0 && number(&second) > number(&first));
    client.data("noisy_wait", json!({"release": true}));
    client.wait(slow);
}

fn calls_on_one_session_run_in_order_of_arrival() {
    let mut client = client();
    let first = client.send_call("noisy_wait", json!({"session_id": "a"}));
    let others: Vec<i64> = (0..50)
        .map(|_| client.send_call("noisy_wait", json!({"session_id": "a", "count": true})))
        .collect();
    let elsewhere = client.send_call("noisy_wait", json!({"session_id": "b", "count": true}));
    assert_eq!(
        client.wait(elsewhere)["result"]["structuredContent"]["data"]["count"],
        0
    );
    assert!(
        others.iter().all(|id| !client.has_answer(*id)),
        "they wait for the first"
    );
    client.data("noisy_wait", json!({"release": true}));
    client.wait(first);
    for (place, id) in others.into_iter().enumerate() {
        assert_eq!(
            client.wait(id)["result"]["structuredContent"]["data"]["count"],
            place + 1
        );
    }
}

fn the_end_of_input_does_not_wait_for_slow_calls() {
    let mut client = client();
    client.send_call("noisy_wait", json!({}));
    client.request("ping", json!({}));
    let ended = client.finish();
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.took < Duration::from_secs(2), "{:?}", ended.took);
}

fn an_id_in_use_is_refused() {
    let mut client = client();
    let slow = client.send_call("noisy_wait", json!({}));
    let again = json!({"jsonrpc": "2.0", "id": slow, "method": "ping"});
    client.send_line(again.to_string().as_bytes());
    let refusal = client.wait(slow);
    assert_eq!(
        refusal["error"]["data"]["error_code"],
        "MCP_INVALID_REQUEST"
    );
    client.data("noisy_wait", json!({"release": true}));
    assert_eq!(client.wait(slow)["result"]["isError"], false);
}

/// What the noisy tools return.
#[derive(serde::Serialize, JsonSchema)]
struct Data(Value);

impl std::fmt::Display for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Nothing
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

struct NoisyPrint;

impl Tool for NoisyPrint {
    const NAME: &'static str = "noisy_print";
    const TITLE: &'static str = "Print";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = Nothing;
    type Output = Data;

    async fn run(_cx: &Cx, _params: Nothing) -> Result<Reply<Data>, ToolError> {
        println!("printed by a tool");
        eprintln!("printed by a tool");
        Ok(Data(json!({})).into())
    }
}

struct NoisyChild;

/// The names of the protocol's two pipes.
static PROTOCOL: std::sync::OnceLock<[String; 2]> = std::sync::OnceLock::new();

impl Tool for NoisyChild {
    const NAME: &'static str = "noisy_child";
    const TITLE: &'static str = "Child";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = Nothing;
    type Output = Data;

    async fn run(cx: &Cx, _params: Nothing) -> Result<Reply<Data>, ToolError> {
        // The first child prints, and would eat the protocol's input if it could.
        let script = "echo printed by a child; cat";
        let chatty = cx
            .blocking(move || Command::new("sh").args(["-c", script]).status())
            .await?;
        let listing = "readlink /proc/$$/fd/*";
        let streams = cx
            .blocking(move || Command::new("sh").args(["-c", listing]).output())
            .await?;
        let streams = String::from_utf8(streams.unwrap().stdout).unwrap();
        let inherited: Vec<&String> = PROTOCOL
            .get()
            .unwrap()
            .iter()
            .filter(|pipe| streams.contains(pipe.as_str()))
            .collect();
        Ok(Data(json!({"status": chatty.unwrap().code(), "inherited": inherited})).into())
    }
}

struct NoisyPanic;

impl Tool for NoisyPanic {
    const NAME: &'static str = "noisy_panic";
    const TITLE: &'static str = "Panic";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = Nothing;
    type Output = Data;

    async fn run(_cx: &Cx, _params: Nothing) -> Result<Reply<Data>, ToolError> {
        panic!("a fault of ours");
    }
}

/// Panic in a session
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct InSession {
    /// Session
    #[serde(rename = "sessionId")]
    session_id: String,
}

struct UiPanic;

impl Tool for UiPanic {
    const NAME: &'static str = "ui_panic";
    const TITLE: &'static str = "Panic";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = InSession;
    type Output = Data;

    async fn run(_cx: &Cx, params: InSession) -> Result<Reply<Data>, ToolError> {
        panic!("a fault of ours in session {}", params.session_id);
    }
}

/// Wait, release those who wait, or count
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wait {
    #[serde(default)]
    release: bool,
    #[serde(default)]
    count: bool,
    session_id: Option<String>,
    name: Option<String>,
}

struct NoisyWait;

static RELEASED: tokio::sync::Semaphore = tokio::sync::Semaphore::const_new(0);
static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

impl Tool for NoisyWait {
    const NAME: &'static str = "noisy_wait";
    const TITLE: &'static str = "Wait";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = Wait;
    type Output = Data;

    async fn run(cx: &Cx, params: Wait) -> Result<Reply<Data>, ToolError> {
        let Wait {
            release,
            count,
            session_id,
            name,
        } = params;
        if release {
            RELEASED.add_permits(1);
        } else if count {
            let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            return Ok(Data(json!({"count": count})).into());
        } else {
            cx.progress("waiting for release");
            RELEASED.acquire().await.unwrap().forget();
        }
        Ok(Data(json!({"session_id": session_id, "name": name})).into())
    }
}
