//! How fast a course plays itself: acts per second of `scorm_explore_course`, beside the same walk
//! made by calls of `@playwright/mcp` in the same run, with the same browser.
//!
//! The walk is what exploring wrote down. A caller of `@playwright/mcp` looks at the page before each
//! act, as it must to name an element; exploring looks, compares, examines and takes pictures too.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a benchmark prints, and ends where it cannot go on"
)]

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use greenroom_testkit::{McpClient, verdict};
use serde_json::{Value, json};

const COURSE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);
/// The pages of the course in the order in which the LMS delivers them.
const PAGES: [(&str, &str); 3] = [
    ("leaves", "leaves.html"),
    ("brewing", "brewing.html"),
    ("quiz", "quiz.html"),
];
/// Exploring the course takes at most this.
const LONGEST: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let node_server = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bench/startup/node_modules/@playwright/mcp/cli.js");
    if !node_server.exists() {
        eprintln!("the Node server is not installed: run bench/startup/setup.sh");
        return ExitCode::FAILURE;
    }
    let (walk, ours, took) = explore();
    let theirs = Walker::new(&node_server).walk(&walk);
    println!("explore: the bundled course, {} acts", walk.len());
    println!(
        "  greenroom        {ours:6.2} acts/s, {:.1} s",
        took.as_secs_f64()
    );
    println!("  @playwright/mcp  {theirs:6.2} acts/s, the same walk");
    println!("  ratio            {:6.2}", ours / theirs);
    let reached = took <= LONGEST && ours >= theirs;
    println!("  goals            at most 30 s, ratio at least 1");
    verdict("explore", reached)
}

/// Explores the course: the acts in order, acts per second, and how long it took.
fn explore() -> (Vec<String>, f64, Duration) {
    let mut client = McpClient::start(env!("CARGO_BIN_EXE_greenroom"));
    client.initialize("2025-06-18");
    let began = Instant::now();
    let arguments = json!({"package_path": COURSE, "max_seconds": 120});
    let explored = client.data_of_long_call("scorm_explore_course", arguments);
    let took = began.elapsed();
    let log = std::fs::read_to_string(explored["log_path"].as_str().unwrap()).unwrap();
    let acts = |line: &&str| !matches!(*line, "wait" | "come back");
    let walk: Vec<String> = log.lines().filter(acts).map(str::to_owned).collect();
    let speed = walk.len() as f64 / took.as_secs_f64();
    client.finish();
    (walk, speed, took)
}

/// Makes the walk by calls of `@playwright/mcp`.
struct Walker {
    client: McpClient,
    address: String,
    page: usize,
}

impl Walker {
    fn new(node_server: &Path) -> Self {
        let browser = browser();
        let mut client = McpClient::start_with("node", |command| {
            command
                .arg(node_server)
                .args(["--headless", "--isolated", "--no-sandbox"])
                .arg("--executable-path")
                .arg(browser)
                .current_dir(std::env::temp_dir())
        });
        client.initialize("2025-06-18");
        Self {
            client,
            address: serve(),
            page: 0,
        }
    }

    /// Acts per second, from the first page on; the browser runs already.
    fn walk(mut self, walk: &[String]) -> f64 {
        self.show(0);
        let began = Instant::now();
        for act in walk {
            self.act(act);
        }
        let took = began.elapsed();
        self.client.finish();
        walk.len() as f64 / took.as_secs_f64()
    }

    fn act(&mut self, act: &str) {
        let act = act.trim_start_matches("for a rehearsal: ");
        let act = act.trim_start_matches("again: ");
        if act == "Continue of the LMS" {
            return self.show((self.page + 1) % PAGES.len());
        }
        if let Some(chosen) = act.strip_prefix("choose ") {
            let named = |(name, _): &(&str, &str)| chosen.contains(&format!("\"{name}\""));
            return self.show(PAGES.iter().position(named).unwrap_or(0));
        }
        let mut names: Vec<&str> = match act.strip_prefix("answer ") {
            // Of `"question" with "answer"` the answers.
            Some(answers) => answers.split(" with \"").skip(1).collect(),
            None => act.split("click \"").skip(1).collect(),
        };
        for name in &mut names {
            *name = name.split('"').next().unwrap_or_default();
        }
        if act.starts_with("answer ") {
            names.push("Check my answers");
        }
        for name in names {
            self.click(name);
        }
    }

    /// Looks for an element and clicks it. Where it is not, a new learner has begun.
    fn click(&mut self, name: &str) {
        let mut target = self.find(name);
        if target.is_none() {
            self.show(0);
            target = self.find(name);
        }
        if let Some(target) = target {
            let arguments = json!({"element": name, "target": target});
            self.call("browser_click", &arguments);
        }
    }

    fn find(&mut self, name: &str) -> Option<String> {
        let shown = self.call("browser_snapshot", &json!({}));
        let text = shown["content"][0]["text"].as_str().unwrap_or_default();
        let quoted = format!("\"{name}");
        let line = text
            .lines()
            .find(|line| line.contains(&quoted) && !line.contains("[disabled]"))?;
        let (_, target) = line.split_once("[ref=")?;
        Some(target.split(']').next()?.to_owned())
    }

    fn show(&mut self, page: usize) {
        self.page = page;
        let url = format!("{}/{}", self.address, PAGES[page].1);
        self.call("browser_navigate", &json!({"url": url}));
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.client.request("tools/call", params);
        answer["result"].clone()
    }
}

/// The browser that Greenroom finds, for both.
fn browser() -> PathBuf {
    let mut client = McpClient::start(env!("CARGO_BIN_EXE_greenroom"));
    client.initialize("2025-06-18");
    let health = client.data("system_health", json!({}));
    client.finish();
    PathBuf::from(health["browser"]["path"].as_str().unwrap_or("chromium"))
}

/// Serves the files of the course, without an LMS: its pages work without one.
fn serve() -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let length = stream.read(&mut request).unwrap_or(0);
            let line = String::from_utf8_lossy(&request[..length]).into_owned();
            let path = line.split_whitespace().nth(1).unwrap_or("/").to_owned();
            let path = path.split('?').next().unwrap_or_default();
            let body = std::fs::read(format!("{COURSE}{path}")).unwrap_or_default();
            let kind = match path.rsplit('.').next() {
                Some("js") => "text/javascript",
                Some("css") => "text/css",
                Some("svg") => "image/svg+xml",
                _ => "text/html",
            };
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _browser_may_be_gone = stream
                .write_all(head.as_bytes())
                .and_then(|()| stream.write_all(&body));
        }
    });
    format!("http://{address}")
}
