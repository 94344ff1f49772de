//! Long sessions: a hundred thousand events stay at hand, and half an hour fits into a mail.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::GREENROOM;
use crate::reader::Reader;

const ID: &str = "abcdefghij012345";
const MANIFEST: &str = include_str!("../../../../examples/courses/tea-tasting/imsmanifest.xml");

/// Frames while one scrolls: from the event to the end of the frame, so script, style, layout and paint.
const SCROLLING: &str = "async () => { const list = document.querySelector('.timeline .virtual'); const times = [];
    let began = 0;
    document.addEventListener('scroll', () => { began = performance.now() }, {capture: true});
    for (let step = 0; step < 40; step++) {
        began = 0;
        list.scrollTop = (list.scrollHeight * ((step * 37) % 40)) / 40;
        await new Promise((drawn) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = drawn;
            requestAnimationFrame(() => port2.postMessage(0)); });
        if (began > 0) times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b) }";

/// The journal of a session as the store keeps it.
fn journal(folder: &Path, events: usize) {
    let session = folder.join("sessions").join(ID);
    std::fs::create_dir_all(&session).unwrap();
    let header = json!({"journal": {"format": 1, "namespace": "mcp", "course_id": "TEA-TASTING",
        "session_id": ID, "package_path": "tea", "started_at": 1}});
    let opening = json!({"entry": {"opening": {"manifest": MANIFEST,
        "learner": {"id": "l", "name": "L"}}}});
    let mut text = format!("{header}\n{opening}\n");
    let mut at = 1_700_000_000_000_u64;
    let mut add = |event: Value| {
        at += 20;
        let entry = json!({"entry": {"event": {"v": 1, "at": at, "random": 1, "event": event,
            "source": [{"file": "shared/scorm.js", "line": 40, "column": 9, "function": "set"},
                {"file": "shared/quiz.js", "line": 13, "column": 5}]}}});
        writeln!(text, "{entry}").unwrap();
    };
    add(json!({"kind": "launched", "launch": "auto"}));
    add(json!({"kind": "content_loaded"}));
    let call = |function: &str, args: Value| json!({"kind": "api_called", "function": function, "args": args, "origin": "content"});
    add(call("Initialize", json!([""])));
    for number in 4..events {
        add(match number % 5 {
            0 => call(
                "SetValue",
                json!(["cmi.location", format!("place-{number}")]),
            ),
            1 => call(
                "SetValue",
                json!(["cmi.suspend_data", format!("{number};").repeat(60)]),
            ),
            2 => call("GetValue", json!(["cmi.completion_status"])),
            3 => call("SetValue", json!(["cmi.score.scaled", "7"])),
            _ => call("Commit", json!([""])),
        });
    }
    std::fs::write(session.join("journal"), text).unwrap();
    std::fs::write(session.join("events.ndjson"), "").unwrap();
}

fn export(folder: &Path, events: usize) -> PathBuf {
    journal(folder, events);
    let file = folder.join("trace.html");
    let output = Command::new(GREENROOM)
        .args(["trace", "export", ID, "-o"])
        .arg(&file)
        .env("GREENROOM_HOME", folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    file
}

#[test]
fn half_an_hour_fits_into_a_mail() {
    let folder = tempfile::tempdir().unwrap();
    let file = export(folder.path(), 20_000);
    let bytes = file.metadata().unwrap().len();
    assert!(bytes < 15_000_000, "{bytes}");
    let reader = Reader::of(&file, &[]);
    let opened: f64 = reader.run("() => performance.now()", &[]);
    println!("20,000 events: {bytes} bytes, open after {opened} ms at the latest");
}

#[test]
fn any_of_a_hundred_thousand_moments_is_the_fold_of_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = export(folder.path(), 100_000);
    let reader = Reader::of(&file, &[]);
    let times: Vec<f64> = reader.run(
        "async () => { const range = document.querySelector('.track input'); const times = [];
            for (let place = 1; place < 30; place++) {
                const began = performance.now();
                range.value = (place * 73939) % Number(range.max);
                range.dispatchEvent(new Event('input', {bubbles: true}));
                await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
                times.push(performance.now() - began);
            }
            return times.sort((a, b) => a - b) }",
        &[],
    );
    println!(
        "to any moment: median {} ms, slowest {} ms",
        times[14], times[28]
    );
    for events in [5, 50_001, 99_996, 31] {
        // The last location that was set up to there.
        let number = (events - 1) / 5 * 5;
        reader.goes_to(events);
        let moment = reader.copies_moment();
        let elements = moment["data"][0]["elements"].as_array().unwrap();
        let location = elements
            .iter()
            .find(|it| it["element"] == "cmi.location")
            .unwrap();
        let wanted = if number < 5 {
            Value::Null
        } else {
            json!(format!("place-{number}"))
        };
        assert_eq!(location["value"], wanted, "{events}");
    }
    let frames: Vec<f64> = reader.run(SCROLLING, &[]);
    println!(
        "frame while scrolling: median {:.1} ms, p95 {:.1} ms of {}; heap {} bytes",
        frames[frames.len() / 2],
        frames[frames.len() * 95 / 100],
        frames.len(),
        reader.run::<Value>("() => performance.memory?.usedJSHeapSize ?? 0", &[]),
    );
    // Of all rows only those in sight exist.
    reader.press(&["1", "End"]);
    let rows: usize = reader.run("() => document.querySelectorAll('.row').length", &[]);
    assert!((5..200).contains(&rows), "{rows}");
    reader.is_at_peace();
}
