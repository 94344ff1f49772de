//! Logs of every known form, read and replayed. The examples are those of `docs/field-logs.md`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod documented;
mod hostile;
mod mixed;
mod replayed;

use scorm_fieldlog::replay::{ByTheBook, Replay, Setting, replay};
use scorm_fieldlog::{FieldLog, LoggedCall, Told, parse};
use scorm_session::Options;

const DOCUMENT: &str = include_str!("../../../../docs/field-logs.md");

/// The example that the documentation gives under this name.
fn example(name: &str) -> &'static str {
    let begin = format!("```log {name}\n");
    let (_, rest) = DOCUMENT.split_once(&begin).unwrap();
    let (example, _) = rest.split_once("\n```").unwrap();
    example
}

/// A call as one line: function, arguments, result, error.
fn line(call: &LoggedCall) -> String {
    let text = |told: &Told| {
        let cut = if told.cut { "…" } else { "" };
        format!("{}{cut}", told.text)
    };
    let args: Vec<String> = call.args.iter().map(text).collect();
    let result = call.result.as_ref().map_or("?".to_owned(), text);
    let error = call.error.map_or("?".to_owned(), |error| error.to_string());
    let name = call.function.name_2004();
    format!("{} {name}({}) {result} {error}", call.line, args.join("|"))
}

fn lines(log: &FieldLog) -> Vec<String> {
    log.calls.iter().map(line).collect()
}

fn formats(log: &FieldLog) -> Vec<&'static str> {
    log.formats.iter().map(|format| format.as_str()).collect()
}

/// Replays without a course. The rehearsal of every replay must pass.
fn replayed(text: &str) -> Replay {
    replayed_on(text, None)
}

fn replayed_on(text: &str, manifest: Option<&str>) -> Replay {
    let log = parse(text.as_bytes());
    let setting = Setting {
        id: "log".to_owned(),
        manifest: manifest.map(str::as_bytes),
        course: None,
        manifest_path: "imsmanifest.xml".to_owned(),
        options: Options::default(),
    };
    let replay = replay(&log, &setting, &mut ByTheBook).unwrap();
    let fault = replay
        .notes
        .iter()
        .find(|note| note.contains("does not pass"));
    assert_eq!(fault, None, "{text}");
    assert!(replay.rehearsal.statements() > 0);
    replay
}
