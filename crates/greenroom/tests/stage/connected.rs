//! `--browsers`: courses play in browsers that run elsewhere, which outlive Greenroom.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::GREENROOM;
use crate::course::{Course, QUIET_PAGE};

/// A browser with a debugger port whose `*.localhost` is not ours, ended with this value.
pub(crate) struct RunningBrowser {
    process: Child,
    /// `host:port` of the debugger.
    authority: String,
    profile: tempfile::TempDir,
}

impl RunningBrowser {
    pub(crate) fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
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
                "--host-resolver-rules=MAP *.localhost 127.0.0.99",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("listening on ws://")?.1.to_owned()))
            .expect("the debugger's address");
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let authority = address.split('/').next().unwrap().to_owned();
        Self {
            process,
            authority,
            profile,
        }
    }

    fn pool(&self) -> String {
        format!("connect=http://{}", self.authority)
    }

    /// A client of a server that plays in it.
    pub(crate) fn client(&self) -> McpClient {
        McpClient::start_with(GREENROOM, |command| {
            command.args(["--mcp", "--browsers", &self.pool()])
        })
    }

    /// Kills all its processes, which name its profile.
    fn kill(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        let profile = self.profile.path().to_string_lossy().into_owned();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if String::from_utf8_lossy(&line).contains(&profile) {
                let mut kill = Command::new("kill");
                kill.arg("-9").arg(entry.file_name()).stderr(Stdio::null());
                kill.status().ok();
            }
        }
    }
}

impl Drop for RunningBrowser {
    fn drop(&mut self) {
        self.kill();
    }
}

#[test]
fn browser_that_runs_already_plays_the_course_and_stays() {
    let mut browser = RunningBrowser::start();
    let course = Course::new("connected", QUIET_PAGE);
    let mut client = browser.client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let evaluated = client.data(
        "scorm_dom_evaluate",
        json!({"session_id": opened["session_id"],
               "expression": "[location.hostname.endsWith('.localhost'), isSecureContext]"}),
    );
    assert_eq!(evaluated["result"], json!([true, true]), "{evaluated:#}");
    let health = client.data("system_health", json!({}));
    let place = &health["browser"]["pool"][0];
    assert_eq!(place["address"], browser.pool(), "{health:#}");
    assert_eq!(place["in_use"], 1, "{health:#}");
    client.data(
        "scorm_close_course",
        json!({"session_id": opened["session_id"]}),
    );
    assert_eq!(client.finish().status.code(), Some(0));
    assert!(
        browser.process.try_wait().unwrap().is_none(),
        "it still runs"
    );
}

#[test]
fn browser_elsewhere_that_dies_is_told_and_the_next_open_plays_in_another() {
    let (mut first, second) = (RunningBrowser::start(), RunningBrowser::start());
    let course = Course::new("mortal", QUIET_PAGE);
    let pool = format!("{},http://{}", first.pool(), second.authority);
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.args(["--mcp", "--browsers", &pool])
    });
    let arguments = json!({"package_path": course.path()});
    let opened = client.data("scorm_open_course", arguments.clone());
    let session = &opened["session_id"];
    first.kill();
    let evaluate = json!({"session_id": session, "expression": "1"});
    let failure = client.call("scorm_dom_evaluate", evaluate).unwrap_err();
    assert_eq!(
        failure["data"]["error_code"], "BROWSER_CRASHED",
        "{failure}"
    );
    client.data("scorm_close_course", json!({ "session_id": session }));
    let opened = client.data("scorm_open_course", arguments);
    let evaluate = json!({"session_id": opened["session_id"], "expression": "1 + 1"});
    assert_eq!(client.data("scorm_dom_evaluate", evaluate)["result"], 2);
}

#[test]
fn browser_nobody_elsewhere_is_told_with_the_address_and_what_to_do() {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.args(["--mcp", "--browsers", "grid=http://127.0.0.1:1"])
    });
    let course = Course::new("nowhere", QUIET_PAGE);
    let failure = client
        .call("scorm_open_course", json!({"package_path": course.path()}))
        .unwrap_err();
    assert_eq!(
        failure["data"]["error_code"], "ELECTRON_REQUIRED",
        "{failure}"
    );
    let text = failure.to_string();
    for part in ["grid=http://127.0.0.1:1", "nobody answers", "GET /status"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let refused = Command::new(GREENROOM)
        .args(["mcp", "--browsers", "moon=http://x"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("moon=http://x"), "{said}");
    assert!(said.contains("grid="), "{said}");
}
