//! `scorm_export_trace` and `greenroom trace export`: one file with everything of a session.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::{GREENROOM, client};

const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

fn open(client: &mut McpClient) -> String {
    let arguments = json!({"package_path": TEA, "new_attempt": true,
        "learner": {"id": "r-1707", "name": "Weissmann, Robin"}});
    let opened = client.data("scorm_open_course", arguments);
    opened["session_id"].as_str().unwrap().to_owned()
}

fn set(client: &mut McpClient, session: &str, element: &str, value: &str) {
    let arguments = json!({"session_id": session, "method": "SetValue", "args": [element, value]});
    client.data("scorm_api_call", arguments);
}

/// A block of a trace, unpacked.
fn block(html: &str, id: &str) -> String {
    let begin = format!("<script type=\"application/x-greenroom\" id=\"{id}\">");
    let (_, rest) = html.split_once(&begin).unwrap();
    let (text, _) = rest.split_once("</script>").unwrap();
    let packed = STANDARD.decode(text).unwrap();
    let mut unpacked = String::new();
    ZlibDecoder::new(packed.as_slice())
        .read_to_string(&mut unpacked)
        .unwrap();
    unpacked
}

fn lines(html: &str) -> Vec<Value> {
    let text = block(html, "journal");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn shell(client: &McpClient, arguments: &[&str]) -> Output {
    Command::new(GREENROOM)
        .args(arguments)
        .env("GREENROOM_HOME", client.home())
        .output()
        .unwrap()
}

#[test]
fn browser_a_trace_holds_journal_stream_and_pictures_in_their_order() {
    let mut client = client();
    let session = open(&mut client);
    set(&mut client, &session, "cmi.location", "here");
    client.data("scorm_capture_screenshot", json!({"session_id": session}));
    set(&mut client, &session, "cmi.location", "there");
    let click = json!({"session_id": session, "text": "Next"});
    client.data("scorm_dom_click_by_text", click);
    let exported = client.data("scorm_export_trace", json!({"session_id": session}));
    let path = exported["artifact_path"].as_str().unwrap();
    let html = std::fs::read_to_string(path).unwrap();
    assert_eq!(exported["bytes"], html.len());
    assert_eq!(exported["pictures"], 1);
    assert!(html.len() < 1_500_000, "{}", html.len());

    let lines = lines(&html);
    let entries = lines.iter().filter(|line| line.get("record").is_none());
    assert_eq!(exported["events"], entries.count());
    assert!(lines.iter().any(|line| line.get("opening").is_some()));
    let place = |wanted: &dyn Fn(&Value) -> bool| lines.iter().position(wanted).unwrap();
    let sets = |line: &Value, value: &str| line["event"]["event"]["args"][1] == value;
    let here = place(&|line| sets(line, "here"));
    let there = place(&|line| sets(line, "there"));
    let picture = place(&|line| line["record"]["type"] == "screenshot:capture_done");
    let act = place(&|line| line["record"]["payload"]["act"]["action"] == "click");
    assert!(
        here < picture && picture < there && there < act,
        "{lines:#?}"
    );
    assert!(lines[act]["record"]["began"].as_u64().is_some());
    let head: Value = serde_json::from_str(&block(&html, "head")).unwrap();
    assert_eq!(head["about"]["course"], "Tea tasting");
    assert_eq!(
        head["pictures"][0]["path"],
        lines[picture]["record"]["payload"]["path"]
    );
    // No path of this machine, and nothing that could be fetched.
    let home = client.home().to_string_lossy().into_owned();
    assert!(!html.contains(&home) && !block(&html, "journal").contains(&home));
    assert!(html.contains("default-src 'none'"));
    assert!(!html.contains("src=\"http") && !html.contains("href=\"http"));
}

#[test]
fn browser_masks_hide_the_learner_and_what_they_wrote_before_anything_is_written() {
    let mut client = client();
    let session = open(&mut client);
    client.data("scorm_capture_screenshot", json!({"session_id": session}));
    for (element, value) in [
        ("cmi.suspend_data", "secret-notes-4711"),
        ("cmi.location", "my-secret-place"),
        ("cmi.completion_status", "incomplete"),
        ("cmi.interactions.0.id", "q1"),
        ("cmi.interactions.0.type", "choice"),
        ("cmi.interactions.0.learner_response", "secret_a[,]secret_b"),
        ("cmi.interactions.1.id", "q2"),
        ("cmi.interactions.1.type", "true-false"),
        ("cmi.interactions.1.learner_response", "true"),
    ] {
        set(&mut client, &session, element, value);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("masked.html");
    let arguments = json!({"session_id": session, "mask": true, "output_path": path});
    let answer = client.call("scorm_export_trace", arguments).unwrap();
    assert_eq!(answer["data"]["pictures"], 0);
    let notices = answer["diagnostics"]["notices"].to_string();
    assert!(notices.contains("pictures cannot be masked"), "{notices}");
    assert!(!notices.contains("answered otherwise"), "{notices}");

    let html = std::fs::read_to_string(&path).unwrap();
    let everything = format!("{}{}{html}", block(&html, "head"), block(&html, "journal"));
    for secret in ["Weissmann", "Robin", "r-1707", "secret", "4711"] {
        assert!(!everything.contains(secret), "{secret}");
    }
    for kept in [
        "incomplete",
        "Xxxxxxxxx, Xxxxx",
        "xxxxxx-xxxxx-9999",
        "\"q1\"",
    ] {
        assert!(everything.contains(kept), "{kept}");
    }
}

#[test]
fn browser_the_shell_exports_sessions_of_a_running_server_and_closed_ones() {
    let mut client = client();
    let session = open(&mut client);
    set(&mut client, &session, "cmi.location", "here");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.html");
    let file = path.to_str().unwrap();
    let export = ["trace", "export", &session, "-o", file];
    let live = shell(&client, &export);
    assert!(live.status.success(), "{live:?}");
    assert_eq!(String::from_utf8_lossy(&live.stdout).trim(), file);
    let before = lines(&std::fs::read_to_string(&path).unwrap()).len();

    client.data("scorm_close_course", json!({"session_id": session}));
    let closed = shell(&client, &export);
    assert!(
        closed.status.success(),
        "an earlier trace is replaced: {closed:?}"
    );
    assert!(lines(&std::fs::read_to_string(&path).unwrap()).len() > before);
    let by_tool = client.data("scorm_export_trace", json!({"session_id": session}));
    assert!(Path::new(by_tool["artifact_path"].as_str().unwrap()).is_file());
}

#[test]
fn faults_say_what_to_do() {
    let mut client = client();
    let unknown = client.failure("scorm_export_trace", json!({"session_id": "nobody"}));
    assert_eq!(unknown["error_code"], "MCP_UNKNOWN_SESSION");
    let unplayed = client.data("scorm_session_open", json!({"package_path": TEA}));
    let session = unplayed["session_id"].clone();
    let nothing = client.failure("scorm_export_trace", json!({"session_id": session}));
    assert_eq!(nothing["error_code"], "MCP_INVALID_PARAMS");
    let hint = nothing["hint"].as_str().unwrap();
    assert!(hint.contains("scorm_open_course"), "{hint}");
    let shell = shell(&client, &["trace", "export", "../../etc"]);
    assert!(!shell.status.success());
}

#[test]
fn browser_nothing_but_a_trace_is_replaced() {
    let mut client = client();
    let session = open(&mut client);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.html");
    std::fs::write(&path, "dear diary").unwrap();
    let arguments = json!({"session_id": session, "output_path": path});
    let refused = client.failure("scorm_export_trace", arguments);
    assert_eq!(refused["error_code"], "MCP_ARTIFACT_WRITE_FAILED");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "dear diary");
}
