//! Logs that nobody wrote in good faith: everything ends, and in good time.

use scorm_fieldlog::{MOST_CALLS, parse};

use crate::replayed;

#[test]
fn rubbish_holds_no_calls() {
    let deep = "[".repeat(200_000);
    let deep_har = format!("{{\"log\":{{\"entries\":{}", "[".repeat(200_000));
    for bytes in [
        b"".as_slice(),
        b"\0\0\0\0",
        b"\xff\xfe",
        b"\xff\xfe\x00",
        b"<",
        b"{",
        b"{\"log\":{\"entries\":[]}}",
        b"{\"log\":{\"entries\":[{\"request\":{\"postData\":{}}}]}}",
        deep.as_bytes(),
        deep_har.as_bytes(),
        &[0x80; 5000],
    ] {
        let log = parse(bytes);
        assert_eq!(log.calls, []);
    }
}

#[test]
fn large_logs_end_in_good_time() {
    let long_value = "x') (\"".repeat(50_000);
    let open = "LMSSetValue(\"cmi.suspend_data\", \"a\n".repeat(20_000);
    let tags = "<div>LMSCommit(".repeat(20_000);
    let entities = "&quot;&#39;".repeat(100_000);
    for text in [
        format!("SetValue('cmi.suspend_data', '{long_value}') returned 'true'"),
        open,
        format!("x{tags}"),
        tags,
        format!("LMSSetValue({entities})"),
    ] {
        let _log = parse(text.as_bytes());
    }
}

#[test]
fn calls_beyond_the_most_are_told() {
    let text = "GetValue('cmi.mode') returned 'normal'\n".repeat(MOST_CALLS + 3);
    let log = parse(text.as_bytes());
    assert_eq!(log.calls.len(), MOST_CALLS);
    assert!(log.notes[0].starts_with("3 calls"), "{:?}", log.notes);
}

#[test]
fn hostile_values_reach_the_engine_as_values() {
    let text = "\
LMSInitialize('') returned 'true'
LMSGetValue('cmi.launch_data') returned ']]></adlcp:datafromlms><x & \u{1} \"'
LMSGetValue('cmi.core.student_id') returned '../../etc'
LMSSetValue('cmi.suspend_data', '<script>${env:HOME}</script>') returned 'true'
LMSSetValue('__proto__', 'x') returned 'false' (error: 401)
LMSFinish('') returned 'true'
";
    let replay = replayed(text);
    assert_eq!(
        replay.end_state.data["cmi.suspend_data"],
        "<script>${env:HOME}</script>"
    );
}
