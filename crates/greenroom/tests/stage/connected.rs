//! `--connect`: courses play in a browser that runs already, and it outlives Greenroom.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::GREENROOM;
use crate::course::{Course, QUIET_PAGE};

/// A browser with a debugger port, ended with this value.
struct RunningBrowser {
    process: Child,
    address: String,
}

impl RunningBrowser {
    fn start(profile: &std::path::Path) -> Self {
        let health = crate::client().data("system_health", json!({}));
        let program = health["browser"]["path"].as_str().expect("a browser");
        let mut process = Command::new(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("listening on ")?.1.to_owned()))
            .expect("the debugger's address");
        Self { process, address }
    }
}

impl Drop for RunningBrowser {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

#[test]
fn browser_that_runs_already_plays_the_course_and_stays() {
    let profile = tempfile::tempdir().unwrap();
    let mut browser = RunningBrowser::start(profile.path());
    let course = Course::new("connected", QUIET_PAGE);
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.args(["--mcp", "--connect", &browser.address])
    });
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let evaluated = client.data(
        "scorm_dom_evaluate",
        json!({"session_id": opened["session_id"], "expression": "1 + 1"}),
    );
    assert_eq!(evaluated["result"], 2, "{evaluated:#}");
    assert_eq!(client.finish().status.code(), Some(0));
    assert!(
        browser.process.try_wait().unwrap().is_none(),
        "it still runs"
    );
}
