//! `scorm_rehearse`: pictures, accessibility, the automation API, time limits, several at once.

use std::path::Path;

use greenroom_testkit::{McpClient, copy_folder};
use serde_json::{Value, json};

use crate::client;

const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);
const AUTOMATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/courses/automation");

/// Milliseconds that nothing here takes.
const LONG: u64 = 100_000;

/// A rehearsal of the first page with these acts.
fn first_page(acts: &Value) -> Value {
    json!({"id": "first-page", "steps": [{
        "expect_activity": "leaves", "acts": acts, "then": {"kind": "end"},
    }]})
}

/// Plays a rehearsal that lies in a folder, and gives its outcome.
fn rehearse(client: &mut McpClient, folder: &Path, rehearsal: &Value, course: &Path) -> Value {
    let file = folder.join("rehearsal.json");
    std::fs::write(&file, rehearsal.to_string()).unwrap();
    client.data(
        "scorm_rehearse",
        json!({"path": file, "package_path": course}),
    )
}

fn failed_step(rehearsed: &Value) -> &Value {
    assert_eq!(rehearsed["passed"], false, "{rehearsed:#}");
    rehearsed["steps"].as_array().unwrap().last().unwrap()
}

/// The bundled course with one text of its first page replaced.
fn changed(folder: &Path, from: &str, to: &str) {
    copy_folder(Path::new(TEA), folder);
    let page = folder.join("leaves.html");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(page, text.replace(from, to)).unwrap();
}

#[test]
fn browser_a_page_is_compared_with_a_stored_picture() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let tea = Path::new(TEA);
    let taken = first_page(&json!([{"action": "screenshot"}]));
    let taken = rehearse(&mut client, folder.path(), &taken, tea);
    let picture = taken["artifacts"][0].as_str().unwrap();
    std::fs::copy(picture, folder.path().join("first.png")).unwrap();

    let looks = |tolerance: f64, file: &str| {
        let picture = json!({"file": file, "tolerance": tolerance});
        first_page(&json!([{"action": "expect", "picture": picture}]))
    };
    let same = rehearse(&mut client, folder.path(), &looks(0.0, "first.png"), tea);
    assert_eq!(same["passed"], true, "{same:#}");

    let other = folder.path().join("other");
    changed(&other, "<h2>One plant</h2>", "<h2>One single plant</h2>");
    let strict = rehearse(
        &mut client,
        folder.path(),
        &looks(0.0001, "first.png"),
        &other,
    );
    let failed = failed_step(&strict);
    assert!(
        failed["what"].as_str().unwrap().ends_with("first.png"),
        "{failed:#}"
    );
    assert!(
        failed["actual"].as_str().unwrap().contains("pixels differ"),
        "{failed:#}"
    );
    // The picture as it looks now is kept, to be stored if it is right.
    let (_, now) = failed["actual"]
        .as_str()
        .unwrap()
        .split_once("see ")
        .unwrap();
    assert!(Path::new(now).is_file(), "{now}");
    let lenient = rehearse(&mut client, folder.path(), &looks(0.2, "first.png"), &other);
    assert_eq!(lenient["passed"], true, "{lenient:#}");

    let missing = rehearse(&mut client, folder.path(), &looks(0.2, "nowhere.png"), tea);
    let failed = failed_step(&missing);
    assert!(
        failed["actual"]
            .as_str()
            .unwrap()
            .contains("cannot be read"),
        "{failed:#}"
    );
}

#[test]
fn browser_new_findings_of_accessibility_fail_and_known_ones_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let mut outcome = |known: &Value, course: &Path| {
        let acts = json!([{"action": "expect", "accessibility": {"known": known}}]);
        rehearse(&mut client, folder.path(), &first_page(&acts), course)
    };
    let good = outcome(&json!([]), Path::new(TEA));
    assert_eq!(good["passed"], true, "{good:#}");
    let bad = folder.path().join("bad");
    changed(&bad, " alt=\"A steaming cup of tea\"", "");
    let new = outcome(&json!([]), &bad);
    let failed = failed_step(&new);
    assert!(
        failed["actual"].as_str().unwrap().contains("image-alt"),
        "{failed:#}"
    );
    for known in ["image-alt", "image-alt *"] {
        let known = outcome(&json!([known]), &bad);
        assert_eq!(known["passed"], true, "{known:#}");
    }
}

#[test]
fn browser_the_automation_api_is_called_by_a_rehearsal() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let manifest = std::fs::read_to_string(Path::new(AUTOMATION).join("imsmanifest.xml")).unwrap();
    let (_, rest) = manifest.split_once("<item identifier=\"").unwrap();
    let (activity, _) = rest.split_once('"').unwrap();
    let mut outcome = |function: &str, wanted: &str| {
        let rehearsal = json!({"id": "automated", "steps": [{
            "expect_activity": activity,
            "acts": [
                {"action": "automation", "function": "setResponse", "args": ["color", "green"]},
                {"action": "automation", "function": function, "args": ["color"]},
                {"action": "expect", "data": {"cmi.interactions.0.learner_response": wanted}},
            ],
            "then": {"kind": "end"},
        }]});
        rehearse(
            &mut client,
            folder.path(),
            &rehearsal,
            Path::new(AUTOMATION),
        )
    };
    let passed = outcome("checkAnswer", "green");
    assert_eq!(passed["passed"], true, "{passed:#}");
    let other = outcome("checkAnswer", "red");
    assert_eq!(failed_step(&other)["actual"], "green");
    let unknown = outcome("guessAnswer", "green");
    let failed = failed_step(&unknown);
    assert!(
        failed["actual"].as_str().unwrap().contains("guessAnswer"),
        "{failed:#}"
    );
}

#[test]
fn browser_what_takes_longer_than_stated_fails() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let mut outcome = |acts: u64, step: u64, all: u64| {
        let wait = json!({"action": "wait", "ms": 400});
        let state = json!({"action": "expect", "activity": "leaves", "within_ms": acts});
        let mut rehearsal = first_page(&json!([wait, state]));
        rehearsal["within_ms"] = json!(all);
        rehearsal["steps"][0]["within_ms"] = json!(step);
        rehearse(&mut client, folder.path(), &rehearsal, Path::new(TEA))
    };
    let passed = outcome(LONG, LONG, LONG);
    assert_eq!(passed["passed"], true, "{passed:#}");
    for (limits, what) in [
        ((300, LONG, LONG), "time of these acts"),
        ((LONG, 300, LONG), "time of the step"),
        ((LONG, LONG, 300), "time of the rehearsal"),
    ] {
        let slow = outcome(limits.0, limits.1, limits.2);
        let failed = failed_step(&slow);
        assert_eq!(failed["what"], what, "{failed:#}");
        assert_eq!(failed["expected"], "at most 300 ms");
    }
}

#[test]
fn browser_all_rehearsals_of_a_file_are_run_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let one = |id: &str, activity: &str| {
        let mut rehearsal = first_page(&json!([{"action": "click", "text": "Next"}]));
        rehearsal["id"] = json!(id);
        rehearsal["steps"][0]["expect_activity"] = json!(activity);
        rehearsal
    };
    let file = json!({"rehearsals": [
        one("good", "leaves"), one("wrong", "quiz"), one("good-too", "leaves"), one("wrong-too", "brewing"),
    ]});
    let told = rehearse(&mut client, folder.path(), &file, Path::new(TEA));
    assert_eq!(told["passed"], false);
    let each: Vec<(&str, bool)> = told["rehearsals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one["passed"] == true))
        .collect();
    let wanted = [
        ("good", true),
        ("wrong", false),
        ("good-too", true),
        ("wrong-too", false),
    ];
    assert_eq!(each, wanted, "{told:#}");
    // The steps are those of the first that fails.
    assert_eq!(failed_step(&told)["expected"], "quiz", "{told:#}");
    let failure = told["rehearsals"][3]["failure"].as_str().unwrap();
    assert!(
        failure.contains("expected brewing, got leaves"),
        "{failure}"
    );
}
