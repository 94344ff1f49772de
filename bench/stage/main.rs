//! Cold start to the first picture, a call of the API, a picture: beside `@playwright/mcp` and
//! `chrome-devtools-mcp` on the same page, with the same browser, in the same run.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints"
)]

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use greenroom_testkit::{McpClient, median, milliseconds, verdict};
use serde_json::{Value, json};

const ROUNDS: usize = 9;
const CALLS: usize = 20;
const PICTURES: u32 = 5;
/// What an agent takes at least between two looks, and a part of one frame of the browser: asked
/// for back to back, pictures would measure how a server's steps fall on the frames.
const THOUGHT: Duration = Duration::from_millis(100);
const FRAME_PART: Duration = Duration::from_millis(7);
/// After each server, whose browser may still be ending.
const REST: Duration = Duration::from_secs(1);
const COLD_GOAL: f64 = 1.0 / 3.0;
const WARM_GOAL: f64 = 1.0;

/// The size of a course's window if nobody asks for another, and so of the picture. Chromium alone
/// would open windows of other sizes for the others.
const VIEWPORT: &str = "1024x768";

/// The page. Outside of a course it brings its own API, so that both servers call the same thing.
const PAGE: &str = "<!doctype html><meta charset=utf-8><title>Bench</title>
<h1>Tea</h1><p>Steep for three minutes.</p>
<script>
  window.api = parent.API_1484_11 ?? { Initialize: () => 'true', GetValue: () => 'ab-initio' };
  window.api.Initialize('');
</script>";

const MANIFEST: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="bench" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
          xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Bench</title>
    <item identifier="item" identifierref="page"><title>Page</title></item>
  </organization></organizations>
  <resources><resource identifier="page" type="webcontent" adlcp:scormType="sco" href="page.html"/></resources>
</manifest>"#;

/// What one round of one server took.
struct Round {
    cold: Duration,
    calls: Vec<Duration>,
    pictures: Vec<Duration>,
}

/// A tool, and what it is called with.
type Ask = (&'static str, Value);

/// How a server is asked for the same things, once the page is open.
struct Script {
    call: Ask,
    picture: Ask,
}

/// A server that is measured beside ours.
struct Rival {
    name: &'static str,
    /// Below bench/startup/node_modules.
    program: &'static str,
    arguments: &'static [&'static str],
    open: fn(&str) -> Ask,
    call: &'static str,
    picture: (&'static str, &'static str),
}

const RIVALS: [Rival; 2] = [
    Rival {
        name: "@playwright/mcp",
        program: "@playwright/mcp/cli.js",
        arguments: &[
            "--headless",
            "--isolated",
            "--no-sandbox",
            "--viewport-size",
            VIEWPORT,
            "--executable-path",
        ],
        open: |url| ("browser_navigate", json!({ "url": url })),
        call: "browser_evaluate",
        picture: ("browser_take_screenshot", "type"),
    },
    Rival {
        name: "chrome-devtools-mcp",
        program: "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js",
        arguments: &[
            "--headless",
            "--isolated",
            "--chromeArg=--no-sandbox",
            "--no-usage-statistics",
            "--no-performance-crux",
            "--no-page-id-routing",
            "--viewport",
            VIEWPORT,
            "--executablePath",
        ],
        open: |url| ("navigate_page", json!({"type": "url", "url": url})),
        call: "evaluate_script",
        picture: ("take_screenshot", "format"),
    },
];

fn main() -> ExitCode {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/startup/node_modules");
    if !RIVALS
        .iter()
        .all(|rival| modules.join(rival.program).exists())
    {
        eprintln!("the Node servers are not installed: run bench/startup/setup.sh");
        return ExitCode::FAILURE;
    }
    let course = match course() {
        Ok(course) => course,
        Err(error) => {
            eprintln!("no course to measure with: {error}");
            return ExitCode::FAILURE;
        }
    };
    let url = serve();
    let browser = browser();
    let mut ours = Vec::new();
    let mut theirs = [const { Vec::new() }; RIVALS.len()];
    // Turn by turn, so that a busy moment of the machine hits all.
    for _ in 0..ROUNDS {
        ours.push(greenroom(course.path()));
        for (rival, rounds) in RIVALS.iter().zip(&mut theirs) {
            rounds.push(rival.measure(&modules, &browser, &url, course.path()));
        }
    }
    println!(
        "stage: medians of {ROUNDS} rounds with {}",
        browser.display()
    );
    let mut reached = true;
    for (rival, theirs) in RIVALS.iter().zip(&theirs) {
        let mut row = |name: &str, of: fn(&Round) -> Vec<Duration>, goal: f64| {
            let middle = |rounds: &[Round]| {
                median(rounds.iter().flat_map(of).map(|time| milliseconds(&time)))
            };
            let (ours, theirs) = (middle(&ours), middle(theirs));
            let ratio = ours / theirs;
            println!(
                "  {name:24} greenroom {ours:9.1} ms   {:20} {theirs:9.1} ms   ratio {ratio:.2} (goal {goal:.2})",
                rival.name
            );
            reached &= ratio <= goal;
        };
        row(
            "start to first picture",
            |round| vec![round.cold],
            COLD_GOAL,
        );
        row("call of the API", |round| round.calls.clone(), WARM_GOAL);
        row("picture", |round| round.pictures.clone(), WARM_GOAL);
    }
    verdict("stage", reached)
}

fn greenroom(course: &Path) -> Round {
    let started = Instant::now();
    let mut client = McpClient::start(env!("CARGO_BIN_EXE_greenroom"));
    client.initialize("2025-06-18");
    let open = ("scorm_open_course", json!({"package_path": course}));
    measure(started, client, &open, |opened| {
        let session = &opened["structuredContent"]["data"]["session_id"];
        Script {
            call: (
                "scorm_api_call",
                json!({"session_id": session, "method": "GetValue", "args": ["cmi.entry"]}),
            ),
            picture: ("scorm_capture_screenshot", json!({ "session_id": session })),
        }
    })
}

impl Rival {
    fn measure(&self, modules: &Path, browser: &Path, url: &str, folder: &Path) -> Round {
        let started = Instant::now();
        let mut client = McpClient::start_with("node", |command| {
            command
                .arg(modules.join(self.program))
                .args(self.arguments)
                .arg(browser)
                // Its files go where the course is thrown away in the end.
                .current_dir(folder)
        });
        client.initialize("2025-06-18");
        let (picture, format) = self.picture;
        measure(started, client, &(self.open)(url), |_| Script {
            call: (
                self.call,
                json!({"function": "() => window.api.GetValue('cmi.entry')"}),
            ),
            picture: (picture, json!({ format: "png" })),
        })
    }
}

/// Measures a server that was `started`; `script` is made from what opening answered.
fn measure(
    started: Instant,
    mut client: McpClient,
    open: &Ask,
    script: impl FnOnce(&Value) -> Script,
) -> Round {
    let script = script(&ask(&mut client, open));
    let mut timed = |what: &Ask| {
        let began = Instant::now();
        ask(&mut client, what);
        began.elapsed()
    };
    timed(&script.picture);
    let cold = started.elapsed();
    let calls = (0..CALLS).map(|_| timed(&script.call)).collect();
    let pictures = (0..PICTURES)
        .map(|number| {
            std::thread::sleep(THOUGHT + FRAME_PART * number);
            timed(&script.picture)
        })
        .collect();
    client.finish();
    std::thread::sleep(REST);
    Round {
        cold,
        calls,
        pictures,
    }
}

fn ask(client: &mut McpClient, (tool, arguments): &Ask) -> Value {
    let answer = client.request("tools/call", json!({"name": tool, "arguments": arguments}));
    let failed = answer.get("error").is_some() || answer["result"]["isError"] == true;
    assert!(!failed, "{tool}: {answer}");
    answer["result"].clone()
}

/// The browser that Greenroom finds, for both.
fn browser() -> PathBuf {
    let mut client = McpClient::start(env!("CARGO_BIN_EXE_greenroom"));
    let health = client.data("system_health", json!({}));
    PathBuf::from(health["browser"]["path"].as_str().unwrap_or("chromium"))
}

fn course() -> std::io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("imsmanifest.xml"), MANIFEST)?;
    std::fs::write(folder.path().join("page.html"), PAGE)?;
    Ok(folder)
}

/// Serves the page on a loopback port until the end of the process.
fn serve() -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a loopback port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _whatever_was_asked = stream.read(&mut request);
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{PAGE}",
                PAGE.len()
            );
            let _browser_may_be_gone = stream.write_all(answer.as_bytes());
        }
    });
    format!("http://{address}/page.html")
}
