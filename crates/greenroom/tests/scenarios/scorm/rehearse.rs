//! `scorm_rehearse`: scripted rehearsals on the pages of a course.

use std::process::Command;

use greenroom_testkit::Picture;
use serde_json::{Value, json};

use crate::{GREENROOM, client};

/// The bundled course.
const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

/// Reads all slides of the first SCO, then goes on to the second by the learner's control.
const READING: &str = r##"
id: reading
manifest: imsmanifest.xml
steps:
  - expect_activity: leaves
    acts:
      - {action: wait, selector: "#one-plant"}
      - {action: click, text: Next}
      - action: expect
        calls:
          - {method: SetValue, args: [cmi.location, oxygen], expect_result: "true"}
          - {method: Commit}
        data: {cmi.location: oxygen}
      - {action: type, selector: "#next", text: "", press: [Enter]}
      - {action: expect, data: {cmi.completion_status: completed, cmi.success_status: passed}, activity: leaves}
      - {action: screenshot}
    data: {cmi.location: water}
    then: {kind: ui, action: continue, session_after: active}
  - expect_activity: brewing
    acts: [{action: screenshot, selector: h1}]
    then: {kind: ui, action: exit_all, session_after: ended}
"##;

#[test]
fn browser_a_failed_expectation_names_the_step() {
    let tea = TEA;
    let manifest = std::fs::read_to_string(format!("{tea}/imsmanifest.xml")).unwrap();
    let (_, rest) = manifest.split_once("<item identifier=\"").unwrap();
    let (first, _) = rest.split_once('"').unwrap();
    let rehearsal = |expected: &str| {
        json!({"id": "tea", "manifest": "imsmanifest.xml", "steps": [{
            "expect_activity": first,
            "calls": [{"method": "GetValue", "args": ["cmi.mode"], "expect_result": expected, "expect_error": "0"}],
            "then": {"kind": "ui", "action": "exit_all", "session_after": "ended"},
        }]})
    };
    let mut client = client();
    let mut rehearse = |expected: &str, mode: &str| {
        let arguments =
            json!({"rehearsal": rehearsal(expected), "package_path": tea, "mode": mode});
        client.data("scorm_rehearse", arguments)
    };
    let passed = rehearse("normal", "browser");
    assert_eq!(
        passed,
        json!({"passed": true, "steps": [{"index": 1, "ok": true}], "artifacts": []})
    );
    let failed = rehearse("review", "browser");
    assert_eq!(failed["passed"], false);
    assert_eq!(failed["steps"][0]["index"], 1);
    assert_eq!(failed["steps"][0]["what"], "GetValue(cmi.mode)");
    assert_eq!(failed["steps"][0]["expected"], "\"review\"");
    let actual = failed["steps"][0]["actual"].as_str().unwrap();
    assert!(actual.contains("normal"), "{actual}");
    // The engine alone makes no call of the content, so nobody has initialized.
    let engine = rehearse("normal", "engine");
    assert_eq!(engine["passed"], false);
}

#[test]
fn browser_a_rehearsal_acts_on_the_page_and_takes_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reading.yaml");
    std::fs::write(&file, READING).unwrap();
    let output = Command::new(GREENROOM)
        .args(["rehearse", "--format", "jsonl", "--course", TEA])
        .arg(&file)
        .env("GREENROOM_HOME", folder.path().join("home"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let report: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&report["acts"], &report["calls"]), (&json!(5), &json!(2)));
    let artifacts = report["artifacts"].as_array().unwrap();
    let pictures: Vec<Picture> = artifacts
        .iter()
        .map(|path| Picture::decode(&std::fs::read(path.as_str().unwrap()).unwrap()))
        .collect();
    assert_eq!(pictures[0].size(), (1024, 768));
    assert!(!pictures[0].is_blank() && !pictures[1].is_blank());

    let mut client = client();
    let wrong = READING.replace("{cmi.location: water}", "{cmi.location: nowhere}");
    std::fs::write(&file, wrong).unwrap();
    let arguments = json!({"path": file, "package_path": TEA});
    let failed = client.data("scorm_rehearse", arguments);
    assert_eq!(failed["passed"], false);
    assert_eq!(failed["steps"][0]["what"], "cmi.location", "{failed:#}");
    assert_eq!(failed["steps"][0]["expected"], "nowhere");
    assert_eq!(failed["steps"][0]["actual"], "water");
    assert_eq!(failed["artifacts"].as_array().unwrap().len(), 1);
    let missing = READING.replace("text: Next", "selector: \"#nowhere\"");
    std::fs::write(&file, missing).unwrap();
    let arguments = json!({"path": file, "package_path": TEA, "background": true});
    let started = client.data("scorm_rehearse", arguments);
    assert_eq!(started["state"], "running");
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": started["session_id"], "types": ["operation:completed"], "wait_ms": 30_000}),
    );
    let outcome = &events["events"][0]["payload"]["data"];
    assert_eq!(outcome["steps"][0]["what"], "click #nowhere", "{events:#}");
    let engine = json!({"path": file, "package_path": TEA, "mode": "engine"});
    let refused = client.data("scorm_rehearse", engine);
    assert_eq!(refused["passed"], false, "{refused:#}");
}

#[test]
fn every_fault_of_a_rehearsal_is_told_at_once() {
    let mut client = client();
    let rehearsal = json!({"id": "tea", "stpes": [], "steps": [{
        "expect_activity": "leaves",
        "acts": [{"action": "klick", "selector": "a"}, {"action": "hover", "selctor": "a"}],
        "then": {"kind": "end"},
    }]});
    let failure = client.failure(
        "scorm_rehearse",
        json!({"rehearsal": rehearsal, "package_path": TEA}),
    );
    let faults = failure["details"]["faults"].as_array().unwrap();
    let told: Vec<(&str, &str)> = faults
        .iter()
        .map(|fault| {
            let nearest = fault["nearest"].as_str().unwrap_or_default();
            (fault["pointer"].as_str().unwrap(), nearest)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("/steps/0/acts/0/action", "click"),
            ("/steps/0/acts/1/selctor", "selector"),
            ("/stpes", "steps"),
        ],
        "{failure:#}"
    );
    let empty = json!({"rehearsal": {"id": "tea", "steps": []}, "package_path": TEA});
    let failure = client.failure("scorm_rehearse", empty);
    assert_eq!(failure["details"]["faults"][0]["pointer"], "/steps");
}

/// The examples of the guide, in a folder from which their courses are found.
fn guide() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let guide = include_str!("../../../../../docs/rehearsal-guide.md");
    let courses = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/courses");
    for (index, block) in guide.split("```yaml\n").skip(1).enumerate() {
        let (text, _) = block.split_once("```").unwrap();
        let text = text.replace("examples/courses", courses);
        std::fs::write(folder.path().join(format!("{index}.yaml")), text).unwrap();
    }
    folder
}

#[test]
fn browser_the_examples_of_the_guide_pass() {
    let folder = guide();
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(GREENROOM)
        .args(["rehearse", "--format", "jsonl", "--jobs", "2"])
        .arg(folder.path())
        .env("GREENROOM_HOME", home.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["id"].as_str())
        .collect();
    let all = [
        "one-sco",
        "several-scos",
        "resume",
        "quiz-right",
        "quiz-wrong",
        "refusal",
        "scorm-12",
    ];
    assert_eq!(ids, all);
}

/// Every kind of act and statement that the bundled courses do not need.
const TRICKS: &str = r#"<!doctype html><meta charset="utf-8"><title>Tricks</title>
<h1>Tricks</h1>
<button id="ask" onclick="out.textContent = prompt('Name?', 'nobody') ?? 'cancelled'">Ask</button>
<button id="warn" onclick="console.error('known trouble'); out.textContent = 'warned'">Warn</button>
<button id="more" onclick="console.error('unknown trouble')">More</button>
<p id="out" role="status"></p>
<input type="file" id="file" aria-label="Proof" onchange="out.textContent = file.files[0].name">
<input id="word" aria-label="Word" onkeydown="if (event.key === 'Enter') out.textContent = word.value">
<div id="card" draggable="true" style="width: 90px; height: 40px; background: #cde"
  ondragstart="event.dataTransfer.setData('text/plain', 'card')">Card</div>
<div id="box" style="width: 200px; height: 80px; background: #edc"
  ondragover="event.preventDefault()" ondrop="event.preventDefault(); out.textContent = 'dropped'">Box</div>
<span id="tip" onmouseover="out.textContent = 'hovered'">Tip</span>
<div style="height: 3000px"></div><p id="end">The end</p>
"#;

const TRICKS_MANIFEST: &str = r#"<manifest identifier="TRICKS" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="ORG"><organization identifier="ORG"><title>Tricks</title>
    <item identifier="tricks" identifierref="R"><title>Tricks</title></item>
  </organization></organizations>
  <resources><resource identifier="R" type="webcontent" adlcp:scormType="sco" href="index.html"/></resources>
</manifest>"#;

const TRICKS_REHEARSAL: &str = r##"
course: tricks
allow: {console: ["known *"]}
rehearsals:
  - id: all-acts
    tags: [acts, quick]
    steps:
      - expect_activity: tricks
        within_ms: 30000
        acts:
          - {action: dialogs, answer: accept, text: "${env:GREENROOM_TEST_NAME}"}
          - {action: click, role: button, name: Ask}
          - {action: expect, dialogs: ["Name?"], shows: [{role: status, name: Ada}], within_ms: 20000}
          - {action: dialogs, answer: dismiss}
          - {action: click, role: button, name: Ask}
          - {action: expect, shows: [{role: status, name: cancelled}]}
          - {action: click, text: Warn}
          - {action: upload, selector: "#file", files: [proof.txt]}
          - {action: expect, shows: [{role: status, name: proof.txt}]}
          - {action: type, role: textbox, name: Word, text: hello, press: [Enter]}
          - {action: expect, shows: [{role: status, name: hello}]}
          - {action: drag, selector: "#card", to: {selector: "#box"}}
          - {action: expect, shows: [{role: status, name: dropped}]}
          - {action: hover, selector: "#tip"}
          - {action: expect, shows: [{role: status, name: hovered}], hides: [{selector: "#nowhere"}]}
          - {action: scroll, to: bottom}
          - {action: viewport, width: 800, height: 600}
          - {action: scroll, to: top}
          - {action: call, method: SetValue, args: [cmi.completion_status, completed], expect_result: "true"}
          - {action: expect, tracking: {tricks: {completion: completed}}, session: active}
        then: {kind: leave, by: reload}
      - expect_activity: tricks
        then: {kind: leave, by: killed_browser, relaunch: {mode: reopen}}
      - expect_activity: tricks
        data: {cmi.completion_status: completed}
        then: {kind: ui, action: exit_all, session_after: ended, tracking: {root: {completion: completed}}}
    final: {session: ended, tracking: {root: {attempts: {at_least: 1}}}}
  - id: with-a-fault
    tags: [quick]
    steps:
      - expect_activity: tricks
        acts: [{action: click, role: button, name: More}]
        then: {kind: end}
  - id: with-a-secret
    steps:
      - expect_activity: tricks
        acts: [{action: expect, shows: [{role: heading, name: "${secret:GREENROOM_TEST_SECRET}"}]}]
        then: {kind: end}
"##;

#[test]
fn browser_every_act_is_played_and_every_format_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let tricks = folder.path().join("tricks");
    std::fs::create_dir(&tricks).unwrap();
    std::fs::write(tricks.join("index.html"), TRICKS).unwrap();
    std::fs::write(tricks.join("imsmanifest.xml"), TRICKS_MANIFEST).unwrap();
    std::fs::write(folder.path().join("proof.txt"), "proof").unwrap();
    let file = folder.path().join("tricks.yaml");
    std::fs::write(&file, TRICKS_REHEARSAL).unwrap();
    let rehearse = |arguments: &[&str]| {
        let output = Command::new(GREENROOM)
            .arg("rehearse")
            .args(arguments)
            .arg(&file)
            .env("GREENROOM_HOME", folder.path().join("home"))
            .env("GREENROOM_TEST_NAME", "Ada")
            .env("GREENROOM_TEST_SECRET", "sesame")
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.success(), text)
    };
    let (passed, text) = rehearse(&["--only", "acts", "--format", "jsonl"]);
    assert!(passed, "{text}");
    let kept = folder.path().join("kept");
    let (passed, page) = rehearse(&[
        "--only",
        "with-*",
        "--format",
        "html",
        "--retries",
        "1",
        "--jobs",
        "2",
        "--keep",
        kept.to_str().unwrap(),
    ]);
    assert!(!passed);
    for text in [
        "0 of 2 rehearsals passed",
        "unknown trouble",
        "data:image/png",
        "***",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("sesame"));
    assert!(kept.join("with-a-fault.png").is_file());
    let trace = std::fs::read_to_string(kept.join("with-a-fault.trace.txt")).unwrap();
    assert!(
        trace.contains("console: expected no error, got unknown trouble, after click button"),
        "{trace}"
    );
    let (passed, junit) = rehearse(&["--only", "with-a-fault", "--format", "junit"]);
    assert!(!passed && junit.contains("failures=\"1\""), "{junit}");
}

#[test]
fn the_form_is_at_hand_in_the_shell() {
    let print = |arguments: &[&str]| {
        let output = Command::new(GREENROOM)
            .arg("rehearse")
            .args(arguments)
            .output()
            .unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (_, schema) = print(&["--schema"]);
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["properties"]["steps"].is_object());
    let (_, names) = print(&["--example"]);
    assert!(names.contains("quiz-wrong\n"), "{names}");
    let (_, example) = print(&["--example", "resume"]);
    assert!(example.starts_with("id: resume\n"), "{example}");
    assert!(!print(&["--example", "nothing"]).0);
}
