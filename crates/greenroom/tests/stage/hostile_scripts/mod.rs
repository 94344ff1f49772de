//! Hostile scripts: each one plays in a session of its own while somebody else works beside it.
//!
//! The other one's calls stay quick and right, the server lives, and the hostile session can be
//! closed. The scripts are listed in `docs/security.md`.

mod floods;
mod loops;
mod memory;

use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::client;
use crate::course::{Course, api_call};

/// A name, as `docs/security.md` lists it, and what the script does once its page is there.
type Script = (&'static str, &'static str);

/// What a call of the one who works may take while the hostile script runs.
const CALL_LIMIT: Duration = Duration::from_secs(2);
/// What closing the hostile session may take.
const CLOSE_LIMIT: Duration = Duration::from_secs(8);
/// How often every kind of call is made while a script runs.
const ROUNDS: usize = 3;

/// A page with a button that counts how often it was pressed.
const WORKING_PAGE: &str = "<!doctype html><title>Work</title>\
     <button onclick='this.textContent = ++pressed'>Press</button>\
     <script>let pressed = 0; parent.API_1484_11.Initialize('')</script>";

/// Starts twenty more of itself.
const NESTED_WORKER: &str = "for (let n = 0; n < 20; n++) new Worker('nested.js')";

/// The one who works beside hostile courses.
struct Worker {
    session: String,
    rounds: usize,
    /// Calls that were wrong or slow.
    complaints: Vec<String>,
    slowest: Duration,
}

impl Worker {
    /// One call of every kind, each with the answer that it must have.
    fn work(&mut self, client: &mut McpClient, beside: &str) {
        self.rounds += 1;
        let (session, round) = (self.session.clone(), self.rounds.to_string());
        let calls = [
            (
                "scorm_api_call",
                api_call(&session, "SetValue", &["cmi.location", &round]),
                Some(("/result", json!("true"))),
            ),
            (
                "scorm_dom_evaluate",
                json!({"session_id": session, "expression": "pressed"}),
                Some(("/result", json!(self.rounds - 1))),
            ),
            (
                "scorm_dom_click",
                json!({"session_id": session, "selector": "button"}),
                Some(("/success", json!(true))),
            ),
            (
                "scorm_capture_screenshot",
                json!({"session_id": session}),
                None,
            ),
            (
                "scorm_get_console_errors",
                json!({"session_id": session}),
                None,
            ),
            (
                "scorm_api_call",
                api_call(&session, "GetValue", &["cmi.location"]),
                Some(("/result", json!(round))),
            ),
        ];
        for (tool, arguments, wanted) in calls {
            let began = Instant::now();
            let answer = client.call(tool, arguments);
            let took = began.elapsed();
            self.slowest = self.slowest.max(took);
            if took > CALL_LIMIT {
                self.complain(beside, tool, &format!("took {took:?}"));
            }
            match (answer, wanted) {
                (Err(error), _) => self.complain(beside, tool, &error.to_string()),
                (Ok(envelope), Some((place, wanted))) => {
                    if envelope["data"].pointer(place) != Some(&wanted) {
                        self.complain(
                            beside,
                            tool,
                            &format!("{} is not {wanted}", envelope["data"]),
                        );
                    }
                }
                (Ok(_), None) => {}
            }
        }
    }

    fn complain(&mut self, beside: &str, tool: &str, what: &str) {
        let what: String = what.chars().take(300).collect();
        self.complaints
            .push(format!("beside {beside}: {tool}: {what}"));
    }
}

fn hostile_page(script: &str) -> String {
    format!(
        "<!doctype html><title>Hostile</title><body><p>Hostile.</p><script>\
         const api = parent.API_1484_11; api.Initialize('');\
         const forever = (act) => {{ const again = () => {{ act(); setTimeout(again) }}; again() }};\
         addEventListener('load', () => setTimeout(() => {{ {script} }}, 50))</script>"
    )
}

/// Plays the scripts one after the other beside one who works; says what went wrong.
fn endure(scripts: &[Script]) {
    let mut client = client();
    let work = Course::new("work", WORKING_PAGE);
    let opened = client.data("scorm_open_course", json!({"package_path": work.path()}));
    let mut worker = Worker {
        session: opened["session_id"].as_str().unwrap().to_owned(),
        rounds: 0,
        complaints: Vec::new(),
        slowest: Duration::ZERO,
    };
    worker.work(&mut client, "nobody");
    for (name, script) in scripts {
        play(&mut client, &mut worker, name, script);
    }
    assert!(worker.complaints.is_empty(), "{:#?}", worker.complaints);
    assert_eq!(client.finish().status.code(), Some(0));
}

/// Plays one script, from opening its course to closing it.
#[expect(
    clippy::print_stdout,
    reason = "a measurement for whoever reads the run"
)]
fn play(client: &mut McpClient, worker: &mut Worker, name: &str, script: &str) {
    let course = Course::new(name, &hostile_page(script))
        .file("worker.js", "for (;;) {}")
        .file("nested.js", NESTED_WORKER)
        .file("shared.js", "for (;;) {}")
        .file("service.js", "for (;;) {}");
    let session = client.data("scorm_session_open", json!({"package_path": course.path()}));
    let session = session["session_id"].as_str().unwrap().to_owned();
    worker.slowest = Duration::ZERO;
    // The answer may never come: the script can keep its page from ever coming to rest.
    let open = client.send_call("scorm_runtime_open", json!({"session_id": session}));
    let events = client
        .home()
        .join("sessions")
        .join(&session)
        .join("events.ndjson");
    while !std::fs::read_to_string(&events).is_ok_and(|events| events.contains("Initialize")) {
        worker.work(client, name);
    }
    for _ in 0..ROUNDS {
        worker.work(client, name);
    }
    let began = Instant::now();
    let close = client.send_call("scorm_session_close", json!({"session_id": session}));
    while !client.has_answer(close) {
        worker.work(client, name);
    }
    let (closed, took) = (client.wait(close), began.elapsed());
    if took > CLOSE_LIMIT {
        worker.complain(name, "scorm_session_close", &format!("took {took:?}"));
    }
    if closed["result"]["structuredContent"]["data"]["success"] != true {
        worker.complain(name, "scorm_session_close", &closed.to_string());
    }
    client.wait(open);
    println!(
        "{name}: closed in {took:?}, slowest call beside it {:?}",
        worker.slowest
    );
}

#[test]
fn browser_endless_scripts_harm_only_themselves() {
    endure(loops::SCRIPTS);
}

#[test]
fn browser_scripts_that_eat_memory_harm_only_themselves() {
    endure(memory::SCRIPTS);
}

#[test]
fn browser_floods_harm_only_themselves() {
    endure(floods::SCRIPTS);
}

#[test]
fn the_hostile_scripts_are_those_that_the_documentation_lists() {
    let page = include_str!("../../../../../docs/security.md");
    let (_, section) = page.split_once("## Hostile scripts").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut listed: Vec<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    let mut played: Vec<&str> = [loops::SCRIPTS, memory::SCRIPTS, floods::SCRIPTS]
        .concat()
        .iter()
        .map(|(name, _)| *name)
        .collect();
    listed.sort_unstable();
    played.sort_unstable();
    assert_eq!(listed, played);
    assert!(played.len() >= 40, "{}", played.len());
}
