//! Faults at random moments: whatever was acknowledged before is there when the course is
//! opened again.
//!
//! `GREENROOM_FAULT_ROUNDS` and `GREENROOM_FAULT_SEED` make a soak of it.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use greenroom_testkit::McpClient;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::GREENROOM;
use crate::course::{Course, api_call};
use crate::processes;

const ROUNDS: u64 = 50;
const ELEMENT: &str = "cmi.suspend_data";

/// Commits in a storm while tools and faults do their part. Its title says which number it found
/// and the last one that was answered with "true".
const STORMY_PAGE: &str = r#"<!doctype html><title>Stormy</title><script>
    const api = parent.API_1484_11;
    api.Initialize("");
    const ELEMENT = "cmi.comments_from_learner.0.comment";
    const found = Number(api.GetValue(ELEMENT)) || 0;
    let answered = found;
    const storm = (left) => {
        for (let n = 0; n < 10; n += 1) {
            api.SetValue(ELEMENT, String(answered + 1));
            if (api.Commit("") === "true") answered += 1;
        }
        document.title = JSON.stringify({found, answered});
        if (left > 0) setTimeout(() => storm(left - 1), 0);
    };
    document.title = JSON.stringify({found, answered});
    setTimeout(() => storm(15), 0);
    </script>"#;

/// How many commits may be answered before the disk has them: each takes two events, and the page
/// waits when this many events are unacknowledged (`MOST_EVENTS` in `web/player/journal.ts`).
const AHEAD: u64 = 128 / 2;

#[derive(Clone, Copy, Debug)]
enum Fault {
    KillBrowser,
    KillServer,
    FillDisk,
    /// Between the client and the server, in the middle of a message.
    BreakClientPipe,
    /// Between the server and the browser, in one direction.
    BreakBrowserPipe,
}

/// The server's data directory on a small disk of its own, where the test may mount one.
struct Disk {
    folder: TempDir,
    small: bool,
    _programs: TempDir,
    /// The browser, with relays that can be killed.
    browser: PathBuf,
}

impl Disk {
    #[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=32m", "greenroom-test"])
            .arg(folder.path())
            .output();
        let small = mounted.is_ok_and(|output| output.status.success());
        if !small {
            eprintln!("SKIPPED: no small disk can be mounted here, so no disk is filled");
        }
        let programs = tempfile::tempdir().unwrap();
        Self {
            folder,
            small,
            browser: relayed_browser(programs.path()),
            _programs: programs,
        }
    }

    fn home(&self) -> &Path {
        self.folder.path()
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    fn fill(&self) {
        let mut filler = fs::File::create(self.filler()).unwrap();
        let block = vec![0; 1 << 16];
        while filler.write_all(&block).is_ok() {}
        while filler.write_all(&[0]).is_ok() {}
    }

    fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.small {
            let unmounted = Command::new("umount").arg(self.folder.path()).status();
            assert!(unmounted.is_ok_and(|status| status.success()));
        }
    }
}

/// Numbers that look random and come again with the same seed (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// What the learner wrote: the value that must be there, and those that may be there instead,
/// because nobody knows whether they arrived.
#[derive(Default)]
struct Written {
    acknowledged: String,
    in_the_air: Vec<String>,
    /// The last commit of the storm that was seen to be answered.
    answered: u64,
}

impl Written {
    fn acknowledge(&mut self, value: String) {
        self.acknowledged = value;
        self.in_the_air.clear();
    }

    fn check(&self, found: &str, round: u64) {
        let possible = found == self.acknowledged || self.in_the_air.iter().any(|v| v == found);
        assert!(
            possible,
            "round {round}: found {found:?}, but {:?} was acknowledged (in the air: {:?})",
            self.acknowledged, self.in_the_air
        );
    }
}

#[test]
fn browser_nothing_acknowledged_is_lost() {
    let rounds = setting("GREENROOM_FAULT_ROUNDS").unwrap_or(ROUNDS);
    let seed = setting("GREENROOM_FAULT_SEED").unwrap_or(20_040_704);
    println!("{rounds} rounds with seed {seed}");
    let mut dice = Dice(seed);
    let disk = Disk::new();
    let course = Course::new("faulty", STORMY_PAGE);
    let mut written = Written::default();
    let mut client = start(&disk);
    for round in 0..rounds {
        let session = open_and_check(&mut client, &course, &mut written, round);
        let fault = match dice.below(5) {
            0 => Fault::KillBrowser,
            1 => Fault::KillServer,
            2 if disk.small => Fault::FillDisk,
            3 => Fault::BreakBrowserPipe,
            _ => Fault::BreakClientPipe,
        };
        for call in 0..dice.below(12) {
            write(
                &mut client,
                &session,
                format!("{round}/{call}"),
                &mut written,
            );
        }
        written.answered = storm(&mut client, &session)["answered"].as_u64().unwrap();
        println!(
            "round {round}: {fault:?} after {:?} and commit {}",
            written.acknowledged, written.answered
        );
        // One more is under way while it happens.
        let last = format!("{round}/last");
        written.in_the_air.push(last.clone());
        let request = client.send_call("scorm_api_call", set(&session, &last));
        client = strike(
            fault,
            client,
            request,
            &session,
            &disk,
            &mut written,
            &mut dice,
        );
    }
    open_and_check(&mut client, &course, &mut written, rounds);
    client.finish();
}

#[test]
fn browser_a_close_on_a_full_disk_says_so_and_loses_nothing() {
    let disk = Disk::new();
    if !disk.small {
        return;
    }
    let course = Course::new("full", crate::course::QUIET_PAGE);
    let mut client = start(&disk);
    let mut found = String::new();
    // Again and again in one server, which need not end to find what it could not save.
    for round in 0..3 {
        let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
        let session = opened["session_id"].as_str().unwrap().to_owned();
        let get = client.data("scorm_api_call", api_call(&session, "GetValue", &[ELEMENT]));
        assert_eq!(get["result"], json!(found), "round {round}: {opened}");
        for (element, value) in [("cmi.location", "here"), (ELEMENT, &format!("{round}"))] {
            let set = api_call(&session, "SetValue", &[element, value]);
            assert_eq!(client.data("scorm_api_call", set)["result"], "true");
        }
        found = round.to_string();
        disk.fill();
        let failure = client.failure("scorm_close_course", json!({ "session_id": session }));
        assert_eq!(
            failure["error_code"], "SAVED_DATA_WRITE_FAILED",
            "{failure}"
        );
        disk.empty();
        let gone = client.failure("scorm_close_course", json!({ "session_id": session }));
        assert_eq!(gone["details"]["reason"], "close", "{gone}");
    }
    client.finish();
}

/// What the page says of its storm.
fn storm(client: &mut McpClient, session: &str) -> Value {
    let arguments = json!({"session_id": session, "expression": "document.title"});
    let title = client.data("scorm_dom_evaluate", arguments);
    serde_json::from_str(title["result"].as_str().unwrap()).unwrap()
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn start(disk: &Disk) -> McpClient {
    McpClient::start_with(GREENROOM, |command| {
        command
            .arg("--mcp")
            .env("GREENROOM_HOME", disk.home())
            .env("GREENROOM_CHROMIUM", &disk.browser)
    })
}

/// The browser behind two relays, one per direction of its debugging pipe, which can be killed.
fn relayed_browser(folder: &Path) -> PathBuf {
    let health = crate::client().data("system_health", json!({}));
    let browser = health["browser"]["path"].as_str().unwrap();
    // The name tells what kind of browser it is.
    let script = folder.join(Path::new(browser).file_name().unwrap());
    let text = format!(
        "#!/bin/bash\n\
         exec 5> >(exec cat >&4 3<&-)\n\
         exec {browser} \"$@\" 3< <(exec cat <&3 4>&- 5>&-) 4>&5 5>&-\n"
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

fn set(session: &str, value: &str) -> Value {
    api_call(session, "SetValue", &[ELEMENT, value])
}

fn write(client: &mut McpClient, session: &str, value: String, written: &mut Written) {
    let answer = client.data("scorm_api_call", set(session, &value));
    assert_eq!(answer["result"], "true");
    written.acknowledge(value);
}

/// Opens the course and compares what it finds with what was written.
fn open_and_check(
    client: &mut McpClient,
    course: &Course,
    written: &mut Written,
    round: u64,
) -> String {
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let session = opened["session_id"].as_str().unwrap().to_owned();
    let get = api_call(&session, "GetValue", &[ELEMENT]);
    let found = client.data("scorm_api_call", get)["result"].clone();
    let found = found.as_str().unwrap().to_owned();
    written.check(&found, round);
    let restored = storm(client, &session)["found"].as_u64().unwrap();
    assert!(
        restored + AHEAD >= written.answered,
        "round {round}: commit {} was answered, {restored} is what is left",
        written.answered
    );
    written.acknowledge(found);
    assert_eq!(opened["resume"]["resumed"], round > 0, "{opened}");
    // Without a place nothing is resumed.
    let place = api_call(&session, "SetValue", &["cmi.location", "here"]);
    assert_eq!(client.data("scorm_api_call", place)["result"], "true");
    session
}

/// Lets the fault happen; gives a client of a server that works.
fn strike(
    fault: Fault,
    mut client: McpClient,
    request: i64,
    session: &str,
    disk: &Disk,
    written: &mut Written,
    dice: &mut Dice,
) -> McpClient {
    match fault {
        Fault::KillBrowser | Fault::BreakBrowserPipe => {
            let victim = if matches!(fault, Fault::KillBrowser) {
                processes::browser(client.pid()).unwrap()
            } else {
                let relays = processes::named(client.pid(), "cat");
                relays[dice.below(relays.len() as u64) as usize]
            };
            kill(victim);
            note(&client.wait(request), written);
            let late = format!("after the end of the browser of {session}");
            let failure = client.failure("scorm_api_call", set(session, &late));
            // A browser that lives, but whose answers are lost, may have been told.
            if matches!(fault, Fault::BreakBrowserPipe) {
                written.in_the_air.push(late);
            }
            assert_eq!(failure["error_code"], "BROWSER_CRASHED", "{failure}");
            client.data("scorm_close_course", json!({ "session_id": session }));
            client
        }
        Fault::KillServer => {
            kill(client.pid());
            drop(client);
            let mut client = start(disk);
            let health = client.data("system_health", json!({}));
            let issues = health["issues"].as_array().unwrap();
            let unsaved = issues
                .iter()
                .find(|i| i["code"] == "unsaved-journal")
                .unwrap();
            assert!(
                unsaved["message"].as_str().unwrap().contains(session),
                "{unsaved}"
            );
            client
        }
        Fault::FillDisk => {
            disk.fill();
            note(&client.wait(request), written);
            let mut refused = 0;
            for call in 0..3 {
                // Too long for what is left of the last block of the journal.
                let value = format!("on a full disk, {call} {}", "x".repeat(5000));
                written.in_the_air.push(value.clone());
                let request = client.send_call("scorm_api_call", set(session, &value));
                let answer = client.wait(request);
                note(&answer, written);
                refused += usize::from(
                    answer["error"]["data"]["error_code"] == "MCP_ARTIFACT_WRITE_FAILED",
                );
            }
            assert!(refused > 0, "the disk was not full");
            if dice.below(2) == 0 {
                disk.empty();
                // Closing saves what the engine knows, also what the journal could not take.
                client.data("scorm_close_course", json!({ "session_id": session }));
                client
            } else {
                kill(client.pid());
                drop(client);
                disk.empty();
                start(disk)
            }
        }
        Fault::BreakClientPipe => {
            client.send_bytes(b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"meth");
            client.finish();
            start(disk)
        }
    }
}

/// Counts the value under way as acknowledged if the answer says so.
fn note(answer: &Value, written: &mut Written) {
    let result = &answer["result"]["structuredContent"]["data"]["result"];
    if result == "true"
        && let Some(value) = written.in_the_air.last().cloned()
    {
        written.acknowledge(value);
    }
}

fn kill(pid: u32) {
    let pid = Pid::from_raw(pid.cast_signed()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
}
