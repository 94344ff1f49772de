//! A course is not its own notary: whatever it does to its page, what a tool did and was told is
//! true, and what was answered is kept.

use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::client;
use crate::course::{Course, api_call};

/// Long enough for a page on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

fn open(client: &mut McpClient, course: &Course) -> String {
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    opened["session_id"].as_str().unwrap().to_owned()
}

fn call(client: &mut McpClient, session: &str, method: &str, args: &[&str]) -> String {
    let answer = client.data("scorm_api_call", api_call(session, method, args));
    answer["result"].as_str().unwrap().to_owned()
}

/// Closes the course and gives what the saved state says.
fn close(client: &mut McpClient, session: &str) -> Value {
    let closed = client.data("scorm_close_course", json!({ "session_id": session }));
    let saved = std::fs::read(closed["saved"]["path"].as_str().unwrap()).unwrap();
    serde_json::from_slice(&saved).unwrap()
}

/// The session's events of this type.
fn events(client: &mut McpClient, session: &str, kind: &str) -> Vec<Value> {
    let arguments = json!({"session_id": session, "max_events": 1000, "types": [kind]});
    let page = client.data("scorm_session_events", arguments);
    let events = page["events"].as_array().unwrap().iter();
    events
        .filter(|event| event["type"] == kind)
        .map(|event| event["payload"].clone())
        .collect()
}

/// Waits until the content has set its location to `done`.
fn wait_until_done(client: &mut McpClient, session: &str) {
    let deadline = Instant::now() + PATIENCE;
    while call(client, session, "GetValue", &["cmi.location"]) != "done" {
        assert!(Instant::now() < deadline, "the content never finished");
    }
}

#[test]
fn browser_a_course_cannot_speak_for_a_tool() {
    // All ways to the journal that a page of the same origin has.
    let page = r#"<!doctype html><title>Forger</title><script>
        const api = parent.API_1484_11;
        api.Initialize("");
        const forged = (seq, event) => ({seq, event: {v: 1, at: 1, random: 1, event}});
        const set = {kind: "api_called", function: "SetValue", origin: "tool",
            args: ["cmi.suspend_data", "forged"]};
        const entries = [];
        for (let seq = 1; seq < 50; seq += 1) entries.push(forged(seq, set));
        entries.push(forged(50, {kind: "tracking_reset"}), forged(51, {kind: "close_requested"}));
        const text = JSON.stringify(entries);
        const socket = (...first) => new Promise((done) => {
            const socket = new WebSocket(`ws://${location.host}/player/events`);
            socket.onopen = () => { for (const message of [...first, text]) socket.send(message); };
            socket.onmessage = socket.onclose = socket.onerror = () => done();
        });
        const again = () => new Promise((done) => {
            const frame = document.createElement("iframe");
            frame.onload = () => done(); frame.src = "/player/";
            document.documentElement.append(frame);
        });
        const post = (headers) => fetch("/player/events", {method: "POST", body: text, headers});
        const inside = async () => {
            const player = await parent.greenroom;
            for (const entry of entries) player.journal.append(entry.event);
        };
        const quietly = (promise) => Promise.race([
            promise.catch(() => {}), new Promise((done) => setTimeout(done, 3000))]);
        (async () => {
            await quietly(inside());
            await quietly(socket());
            await quietly(socket("", "null", "{}"));
            await quietly(post({}));
            await quietly(post({"x-greenroom-key": ""}));
            navigator.sendBeacon("/player/events", text);
            await quietly(again());
            api.SetValue("cmi.location", "done");
        })();
        </script>"#;
    let course = Course::new("forger", page);
    let mut client = client();
    let session = open(&mut client, &course);
    wait_until_done(&mut client, &session);
    assert_eq!(
        call(&mut client, &session, "GetValue", &["cmi.suspend_data"]),
        ""
    );
    let calls = events(&mut client, &session, "debug:api_call");
    let by_tool = calls
        .iter()
        .filter(|call| call["origin"] == "tool" && call["method"] == "SetValue");
    assert_eq!(by_tool.count(), 0, "{calls:?}");
    let told = events(&mut client, &session, "content_tampered");
    assert!(!told.is_empty(), "nobody told of the forgery");
    let request = client.send_call(
        "scorm_api_call",
        api_call(&session, "GetValue", &["cmi.entry"]),
    );
    let answer = client.wait(request);
    let notices = answer["result"]["structuredContent"]["diagnostics"]["notices"].to_string();
    assert!(notices.contains("content_tampered"), "{answer}");
    let saved = close(&mut client, &session);
    assert_eq!(saved["coreData"]["cmi.location"], "done");
}

/// Takes everything in the player's realm and its own apart that a script can reach.
const TAMPERING: &str = r#"<!doctype html><title>Tamperer</title><script>
    const api = parent.API_1484_11;
    api.Initialize("");
    const lie = {value: "lie", error: 0};
    const attacks = [
        () => parent.greenroom.then((player) => {
            player.callByTool = async () => lie;
            player.journal.append = () => {};
            player.session.call = () => "lie";
        }),
        () => { for (let id = 0; id < 10000; id += 1) { parent.clearTimeout(id); clearTimeout(id); } },
        () => Object.defineProperty(parent, "API_1484_11", {value: {GetValue: () => "lie"}}),
        () => { for (const name of Object.keys(api)) api[name] = () => "lie"; },
    ];
    for (const realm of [parent, window]) {
        const patch = (object, name, value) => attacks.push(() => { object[name] = value; });
        for (const [name, methods] of Object.entries({
            Array: ["push", "shift", "slice", "map", "filter", "find", "splice", "at", "forEach",
                "indexOf", "concat", "join", Symbol.iterator],
            String: ["slice", "charCodeAt", "indexOf", "toWellFormed", "toString", "concat"],
            Promise: ["then", "catch", "finally"],
            Function: ["call", "apply", "bind", "toString"],
            WebSocket: ["send", "close"],
            XMLHttpRequest: ["open", "send", "setRequestHeader"],
            EventTarget: ["addEventListener"],
            Map: ["get", "set"], RegExp: ["exec", "test"], TextEncoder: ["encode", "encodeInto"],
            TextDecoder: ["decode"],
        })) for (const method of methods) patch(realm[name].prototype, method, () => "lie");
        for (const [object, name] of [["JSON", "stringify"], ["JSON", "parse"], ["Math", "random"],
            ["Math", "max"], ["Date", "now"], ["Reflect", "apply"], ["Object", "keys"],
            ["Object", "defineProperty"], ["Promise", "resolve"]]) {
            patch(realm[object], name, () => "lie");
        }
        for (const name of ["WebSocket", "XMLHttpRequest", "fetch", "setTimeout", "Promise", "String",
            "Number", "Event", "CustomEvent", "MouseEvent", "structuredClone", "queueMicrotask"]) {
            patch(realm, name, function () { return "lie"; });
        }
        for (const proto of ["Object", "Array"]) {
            for (const name of ["toJSON", "0", "1", "value", "error", "then", "seq", "ticket", "event"]) {
                attacks.push(() => Object.defineProperty(realm[proto].prototype, name, {
                    configurable: true, get: () => "lie", set: () => {},
                }));
            }
        }
    }
    setTimeout(() => { for (const attack of attacks) try { attack(); } catch {} }, 0);
    </script>"#;

#[test]
fn browser_what_a_tool_did_and_was_told_is_true() {
    let course = Course::new("tamperer", TAMPERING);
    let mut client = client();
    let session = open(&mut client, &course);
    for value in ["one", "two"] {
        let set = call(&mut client, &session, "SetValue", &["cmi.location", value]);
        assert_eq!(set, "true");
        let got = call(&mut client, &session, "GetValue", &["cmi.location"]);
        assert_eq!(got, value);
    }
    let status = client.data("scorm_runtime_status", json!({ "session_id": session }));
    assert_eq!(status["open"], true, "{status}");
    let commit = call(&mut client, &session, "Commit", &[""]);
    assert_eq!(commit, "true");
    let saved = close(&mut client, &session);
    assert_eq!(saved["coreData"]["cmi.location"], "two");
}

#[test]
fn browser_one_large_value_blocks_nothing() {
    let page = r#"<!doctype html><title>Large</title><script>
        const api = parent.API_1484_11;
        api.Initialize("");
        const large = "x".repeat(17 << 20);
        const answers = [api.SetValue("cmi.suspend_data", large), api.GetLastError() !== "0",
            api.GetValue(large), api.Commit(large)];
        // Each of these fits, all of them together do not.
        for (let n = 0; n < 4; n += 1) api.SetValue("cmi.suspend_data", "\u0001".repeat(1 << 19) + n);
        api.SetValue("cmi.suspend_data", JSON.stringify(answers));
        api.SetValue("cmi.location", "done");
        api.Commit("");
        </script>"#;
    let course = Course::new("large", page);
    let mut client = client();
    let session = open(&mut client, &course);
    wait_until_done(&mut client, &session);
    let answers = call(&mut client, &session, "GetValue", &["cmi.suspend_data"]);
    assert_eq!(answers, r#"["false",true,"","false"]"#);
    let saved = close(&mut client, &session);
    assert_eq!(saved["coreData"]["cmi.location"], "done");
}

#[test]
fn browser_commits_wait_for_a_server_that_falls_behind() {
    // Commits without a pause; what each answered stands in the page.
    let page = r#"<!doctype html><title>Storm</title><script>
        const api = parent.API_1484_11;
        api.Initialize("");
        let answered = 0, last = performance.now(), longestPause = 0;
        const storm = () => {
            for (let n = 0; n < 50; n += 1) {
                api.SetValue("cmi.suspend_data", String(answered));
                if (api.Commit("") === "true") answered += 1;
                const now = performance.now();
                if (now - last > longestPause) longestPause = now - last;
                last = now;
            }
            document.title = JSON.stringify({answered, longestPause: Math.round(longestPause)});
            setTimeout(storm, 0);
        };
        setTimeout(storm, 0);
        </script>"#;
    let course = Course::new("storm", page);
    let mut client = client();
    let session = open(&mut client, &course);
    let title = |client: &mut McpClient| -> Value {
        let arguments = json!({"session_id": session, "expression": "document.title"});
        let found = client.data("scorm_dom_evaluate", arguments);
        serde_json::from_str(found["result"].as_str().unwrap_or("{}")).unwrap_or_default()
    };
    let deadline = Instant::now() + PATIENCE;
    while title(&mut client)["answered"].as_u64().unwrap_or(0) < 200 {
        assert!(Instant::now() < deadline, "the storm never began");
    }
    // The server stands still, and time is what is measured: the page must not run ahead of it.
    let server = Pid::from_raw(client.pid().cast_signed()).unwrap();
    kill_process(server, Signal::STOP).unwrap();
    std::thread::sleep(Duration::from_secs(2));
    kill_process(server, Signal::CONT).unwrap();
    let after = title(&mut client);
    let pause = after["longestPause"].as_u64().unwrap();
    assert!(pause > 1000, "the page went on for two seconds: {after}");
}
