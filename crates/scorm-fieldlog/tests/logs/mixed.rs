//! Several loggers in one paste, and lines in disguise.

use scorm_fieldlog::parse;

use crate::{formats, lines, replayed};

#[test]
fn a_call_that_wrapper_and_lms_both_tell_is_taken_once() {
    let text = "\
ScormWrapper::initialize
connection.initialize called.
LMSInitialize       : returned: true
ScormWrapper::getValue: _property=cmi.core.lesson_status
LMSGetValue         : cmi.core.lesson_status                : returned: not attempted
LMSGetLastError     : returned: 0
SCORM.data.get('cmi.core.lesson_status')  value: not attempted
ScormWrapper::getValue: returning not attempted
ScormWrapper::setValue: _property=cmi.core.lesson_status _value=incomplete
LMSSetValue         : cmi.core.lesson_status                : incomplete: result: true
ScormWrapper::setValue: _property=cmi.core.lesson_status _value=incomplete
LMSSetValue         : cmi.core.lesson_status                : incomplete: result: true
";
    let log = parse(text.as_bytes());
    let want = [
        "1 Initialize() true ?",
        "4 GetValue(cmi.core.lesson_status) not attempted ?",
        "6 GetLastError() 0 ?",
        "9 SetValue(cmi.core.lesson_status|incomplete) true ?",
        "11 SetValue(cmi.core.lesson_status|incomplete) true ?",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(formats(&log), ["spoor", "pipwerks", "scorm_again"]);
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
}

#[test]
fn noise_between_loggers_is_counted() {
    let text = "\u{feff}Hi,\r\n\r\nhere is what the console says:\r\n\
        [Violation] 'load' handler took 215ms\r\n\
        VM12:4 [16:51:38.967] LMSInitialize('') returned 'true' in 0 seconds\r\n\
        Tue, 17 Nov 2026 11:30:44 GMT: LMSSetValue(\"cmi.core.lesson_status\", \"completed\") => 0\r\n\
        LMSSetValue : cmi.core.exit : suspend: result: true\r\n\
        regards\r\n";
    let log = parse(text.as_bytes());
    assert_eq!(log.calls.len(), 3);
    assert_eq!(log.unknown_lines, 4);
    let shown: Vec<usize> = log.unknown.iter().map(|unknown| unknown.line).collect();
    assert_eq!(shown, [1, 3, 4, 8]);
    assert_eq!(formats(&log), ["scorm_cloud", "moodle", "scorm_again"]);
}

#[test]
fn single_lines_of_a_pages_source_are_read() {
    let text = "Hello\n\
        <div class=\"odd\">10:00 GMT: LMSInitialize(\"\", \"\") =&gt; 0</div><div>10:01 GMT: LMSSetValue(\"cmi.core.exit\", \"suspend\") =&gt; 0</div>\n\
        LMSCommit(&quot;&quot;) returned &quot;true&quot;\n";
    let log = parse(text.as_bytes());
    let want = [
        "2 Initialize() ? 0",
        "2 SetValue(cmi.core.exit|suspend) ? 0",
        "3 Commit() true ?",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(log.unknown_lines, 1);
}

#[test]
fn a_saved_page_of_moodle_is_read_without_its_controls() {
    let text = "<html><head><script>LMSInitialize(\"\")</script></head><body>\
        <h1>SCORM Debugging interface</h1><h2>SCORM Version Detected: SCORM_1.3</h2>\
        <form><input type=\"button\" value=\"Call Initialize()\"><select><option>cmi.mode</option></select></form>\
        <h3 id=\"mod-scorm-marker\">SCORM API Activity Log</h3>\
        <div class=\"odd\">Tue, 17 Nov 2026 11:30:41 GMT: Initialize(\"\", \"\") =&gt; 0</div>\
        <div class=\"error\">Tue, 17 Nov 2026 11:30:42 GMT: SetValue(\"cmi.objectives.N0.id\", \"\") =&gt; 406</div>\
        <div class=\"odd\">Tue, 17 Nov 2026 11:30:43 GMT: Terminate(\"AJAXResult\", \"true\") =&gt; 0</div>\
        <div class=\"odd\">Tue, 17 Nov 2026 11:30:43 GMT: Terminate(\"result\", \"true\") =&gt; 0</div>\
        </body></html>";
    let log = parse(text.as_bytes());
    let want = [
        "1 Initialize() ? 0",
        "1 SetValue(cmi.objectives.0.id|) ? 406",
        "1 Terminate() true ?",
    ];
    assert_eq!(lines(&log), want);
    assert_eq!(log.scorm12, Some(false));
    assert_eq!(log.unknown_lines, 0, "{:?}", log.unknown);
    assert_eq!(replayed(text).differences, []);
}

#[test]
fn utf_16_logs_are_read() {
    let text = "LMSInitialize(\"\") returned \"true\"\r\nLMSSetValue(\"cmi.comments\", \"Příliš\") returned \"true\"\r\n";
    let bytes: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let log = parse(&bytes);
    assert_eq!(log.calls[1].args[1].text, "Příliš");
}
