//! Courses that leave their window: close it, or take it elsewhere. Real courses end like this.

use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::client;
use crate::course::Course;

/// A course whose button leaves by `way`, and which ends its session only while it is unloaded.
fn leaving_by(way: &str) -> Course {
    let page = format!(
        "<!doctype html><title>Leaving</title><h1>Leaving</h1><button id=leave>Exit</button><script>
        const home = window.opener ?? window.parent;
        const api = home.API_1484_11;
        api.Initialize('');
        console.error('something before');
        addEventListener('pagehide', () => {{
            api.SetValue('cmi.suspend_data', 'written while leaving');
            api.Terminate('');
        }});
        document.getElementById('leave').onclick = () => {{
            api.SetValue('cmi.location', 'page 3');
            api.SetValue('cmi.exit', 'suspend');
            {way}
        }};
        </script>"
    );
    Course::new("leaving", &page).file("goodbye.html", "<title>Goodbye</title>")
}

/// The tools that only read, with what they need beside the session.
const READING: &[(&str, &str)] = &[
    ("scorm_runtime_status", "{}"),
    ("scorm_course_status", "{}"),
    ("scorm_session_status", "{}"),
    ("scorm_session_events", "{}"),
    ("scorm_data_model_get", r#"{"patterns": ["cmi.*"]}"#),
    ("scorm_get_data_model_history", "{}"),
    ("scorm_get_console_errors", "{}"),
    ("scorm_get_network_requests", "{}"),
    ("scorm_get_page_state", "{}"),
    ("scorm_get_current_page_context", "{}"),
    ("scorm_get_slide_map", "{}"),
    ("scorm_nav_get_state", "{}"),
];

fn with(session: &str, more: &str) -> Value {
    let mut arguments: Value = serde_json::from_str(more).unwrap();
    arguments["session_id"] = json!(session);
    arguments
}

fn read_all(client: &mut McpClient, session: &str) {
    for (tool, more) in READING {
        let began = Instant::now();
        client.data(tool, with(session, more));
        let took = began.elapsed();
        assert!(took < Duration::from_secs(5), "{tool} took {took:?}");
    }
}

/// Opens the course, lets it leave, and looks at everything that tells of it.
fn leaves(way: &str, code: &str, popup: bool) {
    let course = leaving_by(way);
    let mut client = client();
    let open = json!({"package_path": course.path(), "popup": popup});
    let opened = client.data("scorm_open_course", open.clone());
    let session = opened["session_id"].as_str().unwrap().to_owned();
    let click = json!({"session_id": session, "selector": "#leave"});
    let clicked = client.data("scorm_dom_click", click.clone());
    let effects = &clicked["effects"];
    assert_eq!(effects["left"]["code"], code, "{way}: {clicked:#}");
    let calls = effects["api_calls"]["first"].as_array().unwrap();
    let terminated = calls.iter().any(|call| call["method"] == "Terminate");
    assert!(terminated, "{way}: {clicked:#}");

    let status = client.data("scorm_runtime_status", with(&session, "{}"));
    assert_eq!(status["open"], false, "{way}: {status:#}");
    assert_eq!(status["left"]["code"], code, "{way}: {status:#}");
    assert_eq!(status["initialize_state"], "none", "{way}: {status:#}");
    let told = client.data(
        "scorm_session_events",
        json!({"session_id": session, "types": [code, "state:saved"], "max_events": 100}),
    );
    let events = told["events"].as_array().unwrap();
    let kinds: Vec<&Value> = events.iter().map(|event| &event["type"]).collect();
    assert!(kinds.contains(&&json!(code)), "{way}: {told:#}");
    assert!(kinds.contains(&&json!("state:saved")), "{way}: {told:#}");
    read_all(&mut client, &session);
    let errors = client.data("scorm_get_console_errors", with(&session, "{}"));
    assert!(
        errors.to_string().contains("something before"),
        "{errors:#}"
    );
    let observed = json!({"session_id": session, "monitoring_mode": "real_time"});
    let observed = client.data("scorm_debug_api_calls", observed);
    assert!(
        observed["anomalies"].to_string().contains(code),
        "{way}: {observed:#}"
    );

    // An act cannot be done, and says so at once.
    let began = Instant::now();
    let failure = client.failure("scorm_dom_click", click);
    assert_eq!(failure["error_code"], "RUNTIME_NOT_OPEN", "{failure:#}");
    assert_eq!(failure["details"]["reason"], code, "{failure:#}");
    assert!(began.elapsed() < Duration::from_secs(3), "{failure:#}");

    let closed = client.data("scorm_close_course", with(&session, "{}"));
    assert_eq!(closed["saved"]["terminated_by"], "content", "{closed:#}");
    let again = client.data("scorm_open_course", open);
    assert_eq!(again["resume"]["resumed"], true, "{way}: {again:#}");
    let session = again["session_id"].as_str().unwrap();
    let read = json!({"session_id": session, "patterns": ["cmi.suspend_data", "cmi.location"]});
    let data = client.data("scorm_data_model_get", read)["data"].clone();
    assert_eq!(data["cmi.suspend_data"], "written while leaving", "{way}");
    assert_eq!(data["cmi.location"], "page 3", "{way}");
}

#[test]
fn browser_a_course_that_closes_the_top_window_is_closed_as_by_an_lms() {
    leaves("top.close()", "course-closes-window", false);
}

#[test]
fn browser_a_course_that_closes_its_own_window_is_closed_as_by_an_lms() {
    leaves("window.close()", "course-closes-window", false);
    leaves(
        "setTimeout(() => parent.close())",
        "course-closes-window",
        false,
    );
}

#[test]
fn browser_a_course_that_closes_a_window_of_its_own_is_closed_as_by_an_lms() {
    leaves("window.close()", "course-closes-window", true);
    leaves("top.close()", "course-closes-window", true);
}

#[test]
fn browser_a_course_that_takes_the_top_window_elsewhere_is_closed_as_by_an_lms() {
    leaves(
        "top.location = 'goodbye.html'",
        "course-navigates-top",
        false,
    );
    leaves(
        "parent.location.href = '/content/goodbye.html'",
        "course-navigates-top",
        false,
    );
    leaves(
        "open('https://example.org/', '_top')",
        "course-navigates-top",
        false,
    );
}

#[test]
fn browser_a_course_that_gets_past_the_player_is_closed_all_the_same() {
    // The function of another window closes whatever window it is called on.
    let way = "const frame = document.body.appendChild(document.createElement('iframe'));
               frame.contentWindow.close.call(top)";
    leaves(way, "course-closes-window", false);
}

#[test]
fn browser_a_course_that_leaves_while_it_opens_is_told_and_played_by_all_tools() {
    let page = "<!doctype html><title>Buster</title><h1>Buster</h1><script>
        parent.API_1484_11.Initialize('');
        if (top !== self) top.location = self.location;
        </script>";
    let course = Course::new("buster", page);
    let mut client = client();
    let request = client.send_call("scorm_open_course", json!({"package_path": course.path()}));
    let opened = client.wait(request)["result"]["structuredContent"].clone();
    assert_eq!(
        opened["data"]["runtime"]["left"]["code"], "course-navigates-top",
        "{opened:#}"
    );
    let message = opened["message"].as_str().unwrap();
    assert!(message.contains("took its window to"), "{message}");
    let session = opened["data"]["session_id"].as_str().unwrap().to_owned();
    read_all(&mut client, &session);
    // What one call plays has its data.
    let path = json!({"workspace_path": course.path()});
    let observed = client.data("scorm_debug_api_calls", path.clone());
    assert_eq!(observed["calls"][0]["method"], "Initialize", "{observed:#}");
    client.data("scorm_test_api_integration", path.clone());
    for (tool, arguments) in [
        ("scorm_take_screenshot", path),
        ("scorm_capture_screenshot", with(&session, "{}")),
    ] {
        let call = json!({"name": tool, "arguments": arguments});
        let answer = client.request("tools/call", call);
        let content = &answer["result"]["content"];
        assert_eq!(content[0]["type"], "image", "{tool}: {answer:#}");
        assert!(
            content[1]["text"]
                .as_str()
                .unwrap()
                .contains("course-navigates-top")
        );
    }
    // The session can be played on.
    let again = client.data("scorm_runtime_open", with(&session, "{}"));
    assert_eq!(again["already_open"], false, "{again:#}");
}
