//! Ten agents with a hundred questions each, a human who answers at random, cut connections on
//! both sides and a server that is killed: every question ends once, every answer reaches its
//! asker, and nothing is invented.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_testkit::{HumanPage, WsProgram};
use serde_json::{Value, json};

use crate::GREENROOM;

const AGENTS: usize = 10;
const QUESTIONS: usize = 100;
/// The whole thing must be over by then.
const PATIENCE: Duration = Duration::from_secs(170);

/// A workbench without an MCP client.
struct Server {
    home: PathBuf,
    child: Child,
}

impl Server {
    fn start(home: &Path) -> Self {
        let mut child = Command::new(GREENROOM)
            .args(["--no-open", "--port", "0"])
            .env("GREENROOM_HOME", home)
            .env_remove("MCP_DEBUG")
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let is_up = lines.any(|line| line.is_ok_and(|line| line.contains("the workbench is on")));
        assert!(is_up, "the workbench did not start");
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            home: home.to_owned(),
            child,
        }
    }

    fn kill_and_restart(mut self) -> Self {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let home = self.home.clone();
        drop(self);
        Self::start(&home)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// Small, fast, and the same in every run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// Tries until it works; a server that is down comes back.
fn until<T>(deadline: Instant, mut attempt: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(done) = attempt() {
            return done;
        }
        assert!(Instant::now() < deadline, "it took too long");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

/// What came of a question, as its asker saw it: `answered: …`, `cancelled` or `declined`.
fn outcome(data: &Value) -> String {
    match data["status"].as_str().unwrap() {
        "answered" => format!("answered: {}", data["answer"]["text"].as_str().unwrap()),
        other => other.to_owned(),
    }
}

/// One agent: asks its questions one after the other, and loses its connection now and then.
fn agent(
    number: usize,
    home: &Path,
    deadline: Instant,
    done: &AtomicUsize,
) -> BTreeMap<String, String> {
    let mut dice = Dice(0x9e37_79b9 + number as u64);
    let query = format!("client=agent{number}&events=1&profile=full");
    let mut program = until(deadline, || WsProgram::try_connect(home, &query));
    let mut outcomes = BTreeMap::new();
    for n in 0..QUESTIONS {
        let question = format!("agent {number} question {n}");
        let mut dialog_id: Option<String> = None;
        let mut attempt = 0;
        let data = until(deadline, || {
            attempt += 1;
            let lost = |program: &mut WsProgram| {
                *program = until(deadline, || WsProgram::try_connect(home, &query));
                None
            };
            if dialog_id.is_none() && attempt > 1 {
                // The request was written; it must not be asked twice.
                let list = format!("list {number} {n} {attempt}");
                program.try_call(json!(list), "dialog_result", json!({}));
                let Some(reply) = program.try_wait(|message| message["id"] == json!(list)) else {
                    return lost(&mut program);
                };
                let known = ["open", "undelivered"]
                    .iter()
                    .flat_map(|name| reply["result"][name].as_array().unwrap())
                    .find(|data| data["question"] == json!(question));
                dialog_id = known.map(|data| data["dialog_id"].as_str().unwrap().to_owned());
            }
            let Some(known) = dialog_id.clone() else {
                let id = format!("ask {number} {n} {attempt}");
                program.try_call(json!(id), "text_input", json!({"question": question}));
                let accepted = program.try_wait(|message| {
                    message["params"]["id"] == json!(id) || message["id"] == json!(id)
                });
                let Some(accepted) = accepted else {
                    return lost(&mut program);
                };
                assert!(
                    accepted
                        .get("error")
                        .is_none_or(|error| error["data"]["details"].is_object()),
                    "{accepted}"
                );
                dialog_id = accepted["params"]["dialog_id"].as_str().map(str::to_owned);
                if dice.roll(10) == 0 {
                    // The socket is cut while the human thinks.
                    return lost(&mut program);
                }
                let Some(reply) = program.try_wait(|message| {
                    message["id"] == json!(id) && message.get("method").is_none()
                }) else {
                    return lost(&mut program);
                };
                let details =
                    reply
                        .get("result")
                        .map_or(
                            &reply["error"]["data"]["details"],
                            |result| &result["details"],
                        );
                return Some(details.clone());
            };
            let id = format!("collect {number} {n} {attempt}");
            let arguments = json!({"dialog_id": known, "wait_seconds": 60});
            program.try_call(json!(id), "dialog_result", arguments);
            match program
                .try_wait(|message| message["id"] == json!(id) && message.get("method").is_none())
            {
                Some(reply) if reply["result"]["status"] == "pending" => None,
                Some(reply) => {
                    assert!(reply.get("error").is_none(), "{reply}");
                    Some(reply["result"].clone())
                }
                None => lost(&mut program),
            }
        });
        assert_eq!(data["tool"], "text_input");
        outcomes.insert(question, outcome(&data));
        done.fetch_add(1, Ordering::Relaxed);
    }
    outcomes
}

/// What the human sent for each question; acknowledged acts are marked.
type Acts = BTreeMap<String, Vec<(String, bool)>>;

/// The human: answers, cancels, declines, reloads the page.
fn human(home: &Path, deadline: Instant, stop: &AtomicBool, acts: &Mutex<Acts>) {
    let mut dice = Dice(0xdead_beef);
    while !stop.load(Ordering::Relaxed) {
        let mut page = until(deadline, || HumanPage::try_connect(home));
        loop {
            if dice.roll(40) == 0 {
                // The page is reloaded.
                break;
            }
            let next = page.try_wait(|message| {
                message["type"] == "dialog-request"
                    || message["type"] == "status" && stop.load(Ordering::Relaxed)
            });
            let Some(request) = next.filter(|message| message["type"] == "dialog-request") else {
                break;
            };
            let id = request["requestId"].clone();
            let question = request["parameters"]["question"]
                .as_str()
                .unwrap()
                .to_owned();
            let (data, act) = match dice.roll(5) {
                0 => (json!({"cancelled": true}), "cancelled".to_owned()),
                1 => (
                    json!({"declined": true, "comment": "no"}),
                    "declined".to_owned(),
                ),
                _ => {
                    let text = format!("re: {question}");
                    (json!({"text": text}), format!("answered: {text}"))
                }
            };
            page.try_send(json!({"type": "dialog-displayed", "requestId": id}));
            page.try_send(json!({"type": "dialog-response", "requestId": id, "data": data}));
            acts.lock()
                .unwrap()
                .entry(question.clone())
                .or_default()
                .push((act.clone(), false));
            let result = page.try_wait(|message| {
                message["type"] == "dialog-response-result" && message["requestId"] == id
            });
            match result {
                Some(result) if result["success"] == true => {
                    let mut acts = acts.lock().unwrap();
                    if let Some(last) = acts.get_mut(&question).and_then(|sent| sent.last_mut()) {
                        last.1 = true;
                    }
                }
                Some(result) => assert_eq!(result["error"], "Already answered", "{result}"),
                None => break,
            }
        }
    }
}

#[test]
fn a_thousand_questions_end_once_each_through_cuts_and_a_crash() {
    let home = tempfile::tempdir().unwrap();
    let deadline = Instant::now() + PATIENCE;
    let mut server = Some(Server::start(home.path()));
    let done = Arc::new(AtomicUsize::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let acts = Arc::new(Mutex::new(Acts::new()));
    let path = home.path();
    let mut outcomes: BTreeMap<String, String> = BTreeMap::new();
    std::thread::scope(|scope| {
        let person = scope.spawn(|| human(path, deadline, &stop, &acts));
        let agents: Vec<_> = (0..AGENTS)
            .map(|number| {
                let done = Arc::clone(&done);
                scope.spawn(move || agent(number, path, deadline, &done))
            })
            .collect();
        until(deadline, || {
            (done.load(Ordering::Relaxed) >= AGENTS * QUESTIONS / 2).then_some(())
        });
        server = server.take().map(Server::kill_and_restart);
        for agent in agents {
            outcomes.extend(agent.join().unwrap());
        }
        stop.store(true, Ordering::Relaxed);
        // A connection that comes wakes the page up.
        drop(until(deadline, || HumanPage::try_connect(path)));
        person.join().unwrap();
    });
    assert_eq!(outcomes.len(), AGENTS * QUESTIONS);
    let acts = acts.lock().unwrap();
    for (question, outcome) in &outcomes {
        let sent = &acts[question];
        assert!(
            sent.iter().any(|(act, _)| act == outcome),
            "{question}: {outcome} was never sent: {sent:?}"
        );
        let acknowledged: Vec<&String> = sent
            .iter()
            .filter(|(_, known)| *known)
            .map(|(act, _)| act)
            .collect();
        assert!(
            acknowledged.len() <= 1 && acknowledged.iter().all(|act| *act == outcome),
            "{question}: {outcome}, acknowledged {acknowledged:?}"
        );
    }
    let mut page = HumanPage::connect(path);
    assert_eq!(page.welcome["open"], json!([]), "nothing is left open");
    let export = page.ask(json!({"type": "history-export", "filter": {}}));
    let entries = export["entries"].as_array().unwrap();
    let questions: std::collections::BTreeSet<&str> = entries
        .iter()
        .map(|entry| entry["parameters"]["question"].as_str().unwrap())
        .collect();
    assert_eq!(
        (entries.len(), questions.len()),
        (AGENTS * QUESTIONS, AGENTS * QUESTIONS),
        "each was asked once"
    );
    for entry in entries {
        let expected = match entry["response"]["status"].as_str().unwrap() {
            "answered" => "COMPLETED",
            _ => "CANCELLED",
        };
        assert_eq!(entry["state"], expected);
    }
}
