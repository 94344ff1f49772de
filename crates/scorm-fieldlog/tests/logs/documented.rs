//! Every example of the documentation is read as the documentation says.

use scorm_fieldlog::{Format, parse};

use crate::{DOCUMENT, example, formats, lines, replayed};

#[test]
fn every_format_has_an_example_that_is_read_as_it() {
    for format in Format::ALL {
        let log = parse(example(format.as_str()).as_bytes());
        assert_eq!(formats(&log), [format.as_str()]);
        assert!(log.calls.len() >= 4, "{log:?}");
    }
}

#[test]
fn every_example_replays_and_its_rehearsal_passes() {
    let mut count = 0;
    for block in DOCUMENT.split("```log ").skip(1) {
        let (name, _) = block.split_once('\n').unwrap();
        let replay = replayed(example(name));
        assert!(replay.made > 0, "{name}");
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn scorm_cloud_as_text() {
    let log = parse(example("scorm_cloud").as_bytes());
    assert_eq!(log.scorm12, Some(false));
    assert_eq!(log.unknown_lines, 1);
    assert_eq!(log.unknown[0].line, 1);
    let lines = lines(&log);
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[0], "2 Initialize() true ?");
    assert_eq!(lines[3], "5 GetLastError() 403 ?");
    assert_eq!(
        lines[7],
        "9 SetValue(cmi.interactions.0.learner_response|it's (a 'test') fine) true ?"
    );
    let replay = replayed(example("scorm_cloud"));
    assert_eq!(replay.differences, []);
    assert_eq!(replay.end_state.completion.as_deref(), Some("completed"));
    assert_eq!(replay.end_state.success.as_deref(), Some("passed"));
    assert_eq!(replay.end_state.score["scaled"], "0.85");
    assert_eq!(replay.end_state.tracked.completed, Some(true));
    assert_eq!(replay.end_state.tracked.measure, Some(0.85));
    assert_eq!(replay.end_state.api, Some("terminated"));
}

#[test]
fn scorm_cloud_as_html_and_xml() {
    for (name, numbers) in [
        ("scorm_cloud_html", [2, 3, 4]),
        ("scorm_cloud_xml", [3, 4, 5]),
    ] {
        let log = parse(example(name).as_bytes());
        let [begin, set, end] = numbers;
        let want = [
            format!("{begin} Initialize() true ?"),
            format!("{set} SetValue(cmi.location|1 < 2 & 3) true ?"),
            format!("{end} Terminate() true ?"),
        ];
        assert_eq!(lines(&log), want, "{name}");
        assert_eq!(log.unknown_lines, 0, "{name} {:?}", log.unknown);
    }
}

#[test]
fn moodle() {
    let log = parse(example("moodle").as_bytes());
    assert_eq!(log.scorm12, Some(true));
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
    assert_eq!(log.launches[0].activity, "item_1");
    let want = [
        "5 Initialize() ? 0",
        "6 GetValue(cmi.core.student_name) Anna Novak 0",
        "7 GetValue(cmi.core.lesson_status) not attempted 0",
        "8 SetValue(cmi.core.lesson_status|incomplete) ? 0",
        "9 SetValue(cmi.interactions.0.id|q1) ? 0",
        "10 SetValue(cmi.suspend_data|{\"page\":\"2\", \"f\":\"x => 0\"}) ? 0",
        "11 SetValue(cmi.core.score.raw|1e2) ? 0",
        "12 Commit() true 0",
        "16 Terminate() true ?",
    ];
    assert_eq!(lines(&log), want);
    // Moodle takes what JavaScript takes for a number; the standard does not.
    let replay = replayed(example("moodle"));
    assert_eq!(replay.differing, 1);
    let difference = &replay.differences[0];
    assert_eq!((difference.call, difference.line), (7, 11));
    assert_eq!(difference.method, "LMSSetValue");
    assert_eq!(difference.logged.error, Some(0));
    assert_eq!(difference.answered.error, Some(405));
    assert_eq!(replay.end_state.completion.as_deref(), Some("incomplete"));
}

#[test]
fn scorm_again() {
    let log = parse(example("scorm_again").as_bytes());
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
    let want = [
        "1 Initialize() true ?",
        "2 GetValue(cmi.core.entry) ab-initio ?",
        "3 SetValue(cmi.core.lesson_status|completed) true ?",
        "5 SetValue(cmi.core.score.raw|850) false 405",
        "6 GetLastError() 405 ?",
        "8 SetValue(cmi.suspend_data|a: result: b) true ?",
        "9 Commit() true ?",
        "10 Terminate() true ?",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(replayed(example("scorm_again")).differences, []);
}

#[test]
fn pipwerks() {
    let log = parse(example("pipwerks").as_bytes());
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
    let want = [
        "2 Initialize() ? ?",
        "3 GetValue(cmi.completion_status) unknown ?",
        "4 GetValue(cmi.suspend_data)  403",
        "8 SetValue(cmi.completion_status|completed) ? ?",
        "9 SetValue(cmi.exit|gone) false 406",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(replayed(example("pipwerks")).differences, []);
}

#[test]
fn scorm_driver() {
    let log = parse(example("scorm_driver").as_bytes());
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
    let want = [
        "2 Initialize() true ?",
        "6 GetValue(cmi.core.lesson_location)  0",
        "11 SetValue(cmi.core.lesson_location|slide 4, \"intro\") true ?",
        "14 SetValue(cmi.core.exit|bad) false 405",
        "24 Commit() true ?",
        "26 Terminate() true ?",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(replayed(example("scorm_driver")).differences, []);
}

#[test]
fn spoor() {
    let log = parse(example("spoor").as_bytes());
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
    let want = [
        "1 Initialize() ? ?",
        "2 GetValue(cmi.location)  403",
        "5 SetValue(cmi.location|co-05 _value=x) ? ?",
        "6 SetValue(cmi.score.raw|80) ? ?",
        "7 Commit() ? ?",
        "8 Terminate() ? ?",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(replayed(example("spoor")).differences, []);
}

#[test]
fn any_other_logger() {
    let log = parse(example("call_text").as_bytes());
    assert_eq!(log.unknown_lines, 1);
    assert!(log.unknown[0].text.starts_with("at LMSSetValue"));
    let want = [
        "1 Initialize() true ?",
        "2 GetValue(cmi.core.entry) ab-initio ?",
        "3 SetValue(cmi.core.session_time|00:01:30) ? ?",
        "4 SetValue(cmi.core.lesson_location|end) true ?",
        "5 SetValue(cmi.core.score.raw|85) true ?",
        "6 SetValue(cmi.suspend_data|first line\nsecond line) true ?",
        "8 GetValue(cmi.suspend_data) first l… ?",
        "9 SetValue(cmi.core.lesson_status|done) false 405",
        "11 Commit() true ?",
        "13 Terminate() true ?",
    ];
    assert_eq!(lines(&log), want);
    assert!(log.calls[5].args[1].joined);
    let replay = replayed(example("call_text"));
    assert_eq!(replay.differences, []);
    assert_eq!(
        replay.end_state.data["cmi.suspend_data"],
        "first line\nsecond line"
    );
    assert!(
        replay
            .notes
            .iter()
            .any(|note| note.contains("only its beginning")),
        "{:?}",
        replay.notes
    );
}

#[test]
fn json_calls() {
    let log = parse(example("json_calls").as_bytes());
    let want = [
        "1 Initialize() true 0",
        "2 SetValue(cmi.location|p2) true 0",
        "3 GetValue(cmi.location) p2 0",
        "4 Terminate() true ?",
    ];
    assert_eq!(lines(&log), want);
    let list = format!(
        "{{\"calls\": [{}]}}",
        example("json_calls").replace('\n', ",\n")
    );
    assert_eq!(lines(&parse(list.as_bytes())), want);
}

#[test]
fn har_of_moodle() {
    let log = parse(example("har").as_bytes());
    let want = [
        "2 Initialize() ? ?",
        "2 SetValue(cmi.core.lesson_status|incomplete) ? ?",
        "2 SetValue(cmi.interactions.0.id|q1) ? ?",
        "2 SetValue(cmi.interactions.0.type|choice) ? ?",
        "2 SetValue(cmi.suspend_data|a&b) ? ?",
        "2 Commit() true 0",
        "3 SetValue(cmi.core.lesson_status|passed) ? ?",
        "3 SetValue(cmi.core.score.raw|90) ? ?",
        "3 Terminate() true 0",
    ];
    assert_eq!(lines(&log), want);
    assert!(log.calls.iter().all(|call| call.derived));
    assert!(log.notes[0].contains("2 of 3 requests"), "{:?}", log.notes);
    let replay = replayed(example("har"));
    assert_eq!(replay.differences, []);
    assert_eq!(replay.end_state.score["raw"], "90");
}

#[test]
fn har_of_scorm_again() {
    let log = parse(example("har_scorm_again").as_bytes());
    let want = [
        "1 Initialize() ? ?",
        "1 SetValue(cmi.completion_status|incomplete) ? ?",
        "1 SetValue(cmi.location|p2) ? ?",
        "1 SetValue(cmi.score.scaled|0.5) ? ?",
        "1 Commit() true 0",
        "2 SetValue(cmi.completion_status|completed) ? ?",
        "2 Commit() false ?",
    ];
    assert_eq!(lines(&log), want);
    // The server was down: here the Commit succeeds.
    let replay = replayed(example("har_scorm_again"));
    assert_eq!(replay.differing, 1);
    assert_eq!(replay.differences[0].call, 7);
}
