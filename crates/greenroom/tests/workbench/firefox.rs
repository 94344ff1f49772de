//! A person with Firefox: driven by WebDriver BiDi, which it speaks itself.

use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(50);
/// Where Debian, other distributions and people put it.
const PROGRAMS: [&str; 2] = ["firefox-esr", "firefox"];

/// A browser with one tab.
pub(crate) struct Firefox {
    process: Child,
    socket: WebSocket<TcpStream>,
    commands: u64,
    tab: String,
    _profile: TempDir,
}

/// Where Firefox is. Nothing if this machine is said to have no browsers; without it and without that
/// word the test fails.
#[expect(clippy::print_stderr, reason = "what is skipped is said loudly")]
fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = PROGRAMS.iter().find_map(|name| {
        let mut places = std::env::split_paths(&folders).map(|folder| folder.join(name));
        places.find(|path| path.is_file())
    });
    if found.is_none() && std::env::var_os("GREENROOM_SKIP_BROWSER").is_some_and(|it| it == "1") {
        eprintln!("SKIPPED: there is no Firefox, and GREENROOM_SKIP_BROWSER=1");
        return None;
    }
    let missing =
        "there is no Firefox: `make setup` installs it; GREENROOM_SKIP_BROWSER=1 does without";
    Some(found.unwrap_or_else(|| panic!("{missing}")))
}

impl Firefox {
    /// Starts it, if there is one.
    pub(crate) fn start() -> Option<Self> {
        let program = program()?;
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new(program)
            .args(["--headless", "--no-remote", "--remote-debugging-port", "0"])
            .args(["--width", "1440", "--height", "900", "--profile"])
            .arg(profile.path())
            .arg("about:blank")
            .env("HOME", profile.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("listening on ")?.1.trim().to_owned()))
            .expect("Firefox says where it listens");
        // It goes on to say things, and must be able to.
        std::thread::spawn(move || lines.for_each(drop));
        let host = address.trim_start_matches("ws://").to_owned();
        let stream = TcpStream::connect(&host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = client(format!("{address}/session"), stream).unwrap();
        let mut firefox = Self {
            process,
            socket,
            commands: 0,
            tab: String::new(),
            _profile: profile,
        };
        firefox.command("session.new", &json!({"capabilities": {}}));
        let tree = firefox.command("browsingContext.getTree", &json!({}));
        firefox.tab = text(&tree["contexts"][0]["context"]);
        Some(firefox)
    }

    /// Goes to an address in its tab.
    pub(crate) fn visits(&mut self, address: &str) {
        let to = json!({"context": self.tab, "url": address, "wait": "complete"});
        self.command("browsingContext.navigate", &to);
    }

    /// Waits until an expression is true in the page.
    pub(crate) fn until(&mut self, expression: &str) -> Value {
        let tab = self.tab.clone();
        let began = Instant::now();
        loop {
            let found = self.value(&tab, expression);
            if let Ok(found) = &found
                && !matches!(found, Value::Null | Value::Bool(false))
            {
                return found.clone();
            }
            if began.elapsed() > PATIENCE {
                let page = self.value(&tab, "document.body.innerText");
                panic!("{expression} never came true ({found:?}); the page says: {page:?}");
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Runs an expression in the page.
    pub(crate) fn run(&mut self, expression: &str) {
        let tab = self.tab.clone();
        self.value(&tab, expression).unwrap();
    }

    /// Clicks with the mouse on an element of the workbench.
    pub(crate) fn clicks(&mut self, selector: &str) {
        self.click_in(selector, |tree, tab| {
            (tree["context"] == tab).then(|| tab.to_owned())
        });
    }

    /// Clicks with the mouse on an element of the course.
    pub(crate) fn clicks_in_course(&mut self, selector: &str) {
        self.click_in(selector, |tree, _| content_of(tree));
    }

    fn click_in(&mut self, selector: &str, page: impl Fn(&Value, &str) -> Option<String>) {
        let began = Instant::now();
        loop {
            let clicked = self.try_click(selector, &page);
            match clicked {
                Ok(()) => return,
                Err(why) if began.elapsed() > PATIENCE => panic!("{selector}: {why}"),
                // The course may be on its way, or change under the pointer.
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
    }

    fn try_click(
        &mut self,
        selector: &str,
        page: impl Fn(&Value, &str) -> Option<String>,
    ) -> Result<(), String> {
        let tree = self.command("browsingContext.getTree", &json!({"root": self.tab}));
        let context = page(&tree["contexts"][0], &self.tab).ok_or("there is no course")?;
        // While it loads, a button may be there before the script that listens to it.
        let place = format!(
            "(() => {{ if (document.readyState !== 'complete') return null;
                const element = [...document.querySelectorAll({})].find((one) => one.checkVisibility());
                element?.scrollIntoView({{block: 'center', behavior: 'instant'}});
                const box = element?.getBoundingClientRect();
                return box && [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)] }})()",
            json!(selector)
        );
        let place = self.value(&context, &place)?;
        let (Some(x), Some(y)) = (place[0].as_i64(), place[1].as_i64()) else {
            return Err("it is not there".to_owned());
        };
        let actions = json!({"context": context, "actions": [{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }]});
        self.try_command("input.performActions", &actions).map(drop)
    }

    fn value(&mut self, context: &str, expression: &str) -> Result<Value, String> {
        let asked = json!({
            "expression": format!("JSON.stringify({expression}) ?? 'null'"),
            "target": {"context": context}, "awaitPromise": true,
        });
        let answer = self.try_command("script.evaluate", &asked)?;
        let told = answer["result"]["value"].as_str();
        let told = told.ok_or_else(|| answer["exceptionDetails"]["text"].to_string())?;
        serde_json::from_str(told).map_err(|error| error.to_string())
    }

    fn command(&mut self, method: &str, params: &Value) -> Value {
        let done = self.try_command(method, params);
        done.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_command(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.commands += 1;
        let id = self.commands;
        let message = json!({"id": id, "method": method, "params": params}).to_string();
        self.socket.send(Message::text(message)).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else {
                continue;
            };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == id {
                return match answer["type"].as_str() {
                    Some("success") => Ok(answer["result"].clone()),
                    _ => Err(answer["message"].to_string()),
                };
            }
        }
    }
}

/// The page of the course's own files, below the player.
fn content_of(tree: &Value) -> Option<String> {
    let url = tree["url"].as_str().unwrap_or_default();
    if url.contains(".localhost:") && url.contains("/content/") {
        return Some(text(&tree["context"]));
    }
    let children = tree["children"].as_array()?;
    children.iter().find_map(content_of)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}
