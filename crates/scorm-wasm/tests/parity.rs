//! The native and the WebAssembly build of the engine are the same engine: answers, effects and
//! snapshots are equal byte for byte.
//!
//! Needs `node` and the target `wasm32-unknown-unknown`, which the toolchain file installs.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

mod page_build;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use scorm_session::rehearsal::format::Rehearsal;
use scorm_session::rehearsal::{Case, Monkey, record};
use scorm_session::{Course, Event, Learner, Opening, Options, Session};

/// Sessions that monkeys play on each of our own courses.
const MONKEYS: u64 = 20;
const EVENTS_PER_MONKEY: usize = 120;

/// One line for `replay.mjs`.
fn line(name: &str, opening: &Opening, events: &[(String, String)], snapshot: &str) -> String {
    let value = serde_json::json!({
        "name": name, "opening": opening, "events": events, "snapshot": snapshot,
    });
    format!("{value}\n")
}

fn opening(manifest: &str, organization: Option<&str>, learner: Learner) -> Opening {
    Opening {
        manifest: manifest.to_owned(),
        organization: organization.map(str::to_owned),
        learner,
        options: Options::default(),
    }
}

fn texts(event: &Event, effects: &[scorm_session::Effect]) -> (String, String) {
    (
        serde_json::to_string(event).unwrap(),
        serde_json::to_string(effects).unwrap(),
    )
}

/// Lets monkeys play a course natively.
fn monkeys(name: &str, manifest: &str, seeds: u64, lines: &mut String) {
    let course = Arc::new(Course::from_manifest_text(manifest, None).unwrap());
    for seed in 0..seeds {
        let learner = Learner::new("monkey", "Monkey, A");
        let opening = opening(manifest, None, learner.clone());
        let mut session = Session::new(Arc::clone(&course), learner, Options::default());
        let mut monkey = Monkey::new(seed);
        let mut events = Vec::new();
        for _ in 0..EVENTS_PER_MONKEY {
            let event = monkey.next_event(&course);
            let effects = session.apply(&event);
            monkey.saw(&event, &effects);
            events.push(texts(&event, &effects));
        }
        let snapshot = session.snapshot_json();
        lines.push_str(&line(
            &format!("{name} {seed}"),
            &opening,
            &events,
            &snapshot,
        ));
    }
}

fn replay(lines: &str) -> serde_json::Value {
    let engine = page_build::build_engine();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lines).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay.mjs");
    let output = Command::new("node")
        .arg(script)
        .arg(engine)
        .arg(file.path())
        .output()
        .unwrap();
    let fault = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{fault}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn random_events_give_the_same_answers_and_snapshots() {
    let mut lines = String::new();
    for (name, manifest) in [
        (
            "2004",
            include_str!("../../scorm-session/tests/courses/sequenced_2004.xml"),
        ),
        (
            "1.2",
            include_str!("../../scorm-session/tests/courses/multi_sco_1_2.xml"),
        ),
    ] {
        monkeys(name, manifest, MONKEYS, &mut lines);
    }
    let counted = replay(&lines);
    assert_eq!(counted["sessions"], MONKEYS * 2);
    // Every launch of the player loads the engine.
    let (raw, gzipped) = (&counted["size"]["raw"], &counted["size"]["gzipped"]);
    println!("the engine has {raw} bytes, {gzipped} gzipped");
    assert!(raw.as_u64().unwrap() <= 700 * 1024, "{raw}");
    assert!(gzipped.as_u64().unwrap() <= 250 * 1024, "{gzipped}");
}

#[test]
fn conformance_cases_give_the_same_answers_and_snapshots() {
    let Some(folder) = greenroom_testkit::test_data("conformance/cases") else {
        return;
    };
    let mut lines = String::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let rehearsal: Rehearsal = serde_json::from_str(&text).unwrap();
        let read = |manifest: &str| std::fs::read_to_string(folder.join(manifest));
        let mut paths: Vec<String> = rehearsal.manifests.values().cloned().collect();
        paths.push(rehearsal.manifest.clone());
        let case = Case::new(rehearsal, |path| read(path).map(String::into_bytes)).unwrap();
        let mut learner = Learner::new("learner_2", "Learner, Second");
        let (report, recording) = record(&case, &mut learner, &Options::default());
        // What another case must leave behind first is the conformance test's matter.
        let alone = case.rehearsal.requires.is_empty();
        assert!(report.passed || !alone, "{}", case.rehearsal.id);
        for session in &recording.sessions {
            let manifest = paths.iter().map(|path| read(path).unwrap()).find(|text| {
                let course = Course::from_manifest_text(text, None).unwrap();
                course.key() == session.course.key()
            });
            let organization = Some(session.course.organization.as_str());
            let opening = opening(&manifest.unwrap(), organization, session.learner.clone());
            let events: Vec<_> = session
                .events
                .iter()
                .map(|(event, effects)| texts(event, effects))
                .collect();
            let name = &case.rehearsal.id;
            lines.push_str(&line(name, &opening, &events, &session.snapshot));
        }
        let manifest = read(&case.rehearsal.manifest).unwrap();
        monkeys(&case.rehearsal.id, &manifest, 1, &mut lines);
    }
    replay(&lines);
}
