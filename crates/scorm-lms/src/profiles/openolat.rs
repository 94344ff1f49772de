//! OpenOLAT: its own copy of an old scorm-again, SCORM 1.2 only.

use super::parts::{CLIENT_12, ENTRY, READING_12, SENDS_NOTHING, STATES_12};
use super::words::{ONLY_12, always_normal, api, leave, played, sequencing, words};
use crate::network::Via;
use crate::profile::dialect::{
    Argument, Carries, Check, Counts, Dialect, EntryRule, ErrorText, FinishRule, Reading,
    RecordRule, Reply, Say, Send, Sending, States, TimeSum, Unknown, WriteOnly,
};
use crate::profile::element::{
    Element, Form,
    Form::{Line, Pattern, Short},
    Given,
    Initial::{Given as From, Text, Unset},
    k, r, ranged, rw, w,
};
use crate::profile::{
    Frame, FrameEnd, Import, Leave, Profile, Rules, Score, SequencingExtent, TimeRule, Transport,
    Version, sourced,
};

/// What OpenOLAT has raised suspend data and comments to.
const MEBI: usize = 1_048_576;

// A dot stands for any unit, and an empty match is refused.
const DECIMAL: Form = Pattern(r"-?\d{0,3}.\d*|-?\d{1,3}|-");
const INTEGER: Form = Pattern(r"-?\d+");
const IDENTIFIER: Form = Short(r"[!-~\s]+", 255);
const SPAN: Form = Pattern(r"\d{2,}:\d{2}:\d{2}(.\d{1,2})?");
const CLOCK: Form = Pattern(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d");
const STATUS: Form = Pattern("passed|completed|failed|incomplete|browsed|not attempted");

const fn score(name: &'static str, initial: &'static str) -> Element {
    ranged(rw(name, DECIMAL, Text(initial)), 0.0, 100.0)
}

static ELEMENTS: &[Element] = &[
    k(
        "cmi._children",
        "core,suspend_data,launch_data,comments,objectives,student_data,student_preference,\
         interactions",
    ),
    k("cmi._version", "3.4"),
    k(
        "cmi.core._children",
        "student_id,student_name,lesson_location,credit,lesson_status,entry,score,total_time,\
         lesson_mode,exit,session_time",
    ),
    r("cmi.core.student_id", From(Given::Login, "")),
    r("cmi.core.student_name", From(Given::Name, "")),
    rw("cmi.core.lesson_location", Line(255), Text("")),
    r("cmi.core.credit", Text("")),
    rw("cmi.core.lesson_status", STATUS, Text("not attempted")),
    r("cmi.core.entry", From(Given::Entry, "")),
    k("cmi.core.score._children", "raw,min,max"),
    score("cmi.core.score.raw", ""),
    score("cmi.core.score.min", ""),
    score("cmi.core.score.max", "100"),
    r("cmi.core.total_time", Text("")),
    r("cmi.core.lesson_mode", From(Given::Mode, "normal")),
    w(
        "cmi.core.exit",
        Pattern("time-out|suspend|logout|"),
        Text(""),
    ),
    w("cmi.core.session_time", SPAN, Text("00:00:00")),
    rw("cmi.suspend_data", Line(MEBI), Text("")),
    r("cmi.launch_data", From(Given::LaunchData, "")),
    rw("cmi.comments", Line(MEBI), Text("")),
    r("cmi.comments_from_lms", Text("")),
    k("cmi.objectives._children", "id,score,status"),
    k("cmi.objectives._count", "0"),
    rw("cmi.objectives.n.id", IDENTIFIER, Text("")),
    k("cmi.objectives.n.score._children", "raw,min,max"),
    score("cmi.objectives.n.score.raw", ""),
    score("cmi.objectives.n.score.min", ""),
    score("cmi.objectives.n.score.max", "100"),
    rw("cmi.objectives.n.status", STATUS, Text("")),
    k(
        "cmi.student_data._children",
        "mastery_score,max_time_allowed,time_limit_action",
    ),
    r("cmi.student_data.mastery_score", From(Given::Mastery, "")),
    r(
        "cmi.student_data.max_time_allowed",
        From(Given::MaxTime, ""),
    ),
    r(
        "cmi.student_data.time_limit_action",
        From(Given::TimeAction, ""),
    ),
    k(
        "cmi.student_preference._children",
        "audio,language,speed,text",
    ),
    ranged(
        rw("cmi.student_preference.audio", INTEGER, Text("")),
        -1.0,
        100.0,
    ),
    rw(
        "cmi.student_preference.language",
        Short(".+", 255),
        Text(""),
    ),
    ranged(
        rw("cmi.student_preference.speed", INTEGER, Text("")),
        -100.0,
        100.0,
    ),
    ranged(
        rw("cmi.student_preference.text", INTEGER, Text("")),
        -1.0,
        1.0,
    ),
    k(
        "cmi.interactions._children",
        "id,objectives,time,type,correct_responses,weighting,student_response,result,latency",
    ),
    k("cmi.interactions._count", "0"),
    w("cmi.interactions.n.id", IDENTIFIER, Unset),
    k("cmi.interactions.n.objectives._children", "id,score,status"),
    k("cmi.interactions.n.objectives._count", "0"),
    rw("cmi.interactions.n.objectives.n.id", IDENTIFIER, Text("")),
    w("cmi.interactions.n.time", CLOCK, Unset),
    w(
        "cmi.interactions.n.type",
        Pattern("true-false|choice|fill-in|matching|performance|sequencing|likert|numeric"),
        Unset,
    ),
    k("cmi.interactions.n.correct_responses._children", "pattern"),
    k("cmi.interactions.n.correct_responses._count", "0"),
    rw(
        "cmi.interactions.n.correct_responses.n.pattern",
        Line(255),
        Text(""),
    ),
    ranged(
        w("cmi.interactions.n.weighting", DECIMAL, Unset),
        -100.0,
        100.0,
    ),
    w("cmi.interactions.n.student_response", Line(255), Unset),
    w(
        "cmi.interactions.n.result",
        Pattern(r"correct|wrong|unanticipated|neutral|\d{0,3}\.\d*|\d{1,3}"),
        Unset,
    ),
    w("cmi.interactions.n.latency", SPAN, Unset),
];

static SCORM_12: Dialect = Dialect {
    source: "measured: openolat-12.json; read: static/js/scorm/scorm-again.js",
    elements: ELEMENTS,
    arguments: [Argument::Any; 3],
    states: States {
        finish: (101, 101),
        get: (301, 0),
        set: (301, 0),
        commit: (301, 0),
        ..STATES_12
    },
    reading: Reading {
        empty_name: Reply::Empty(0),
        nothing_is_empty: true,
        not_text: Some(Reply::TypeError),
        unknown: Unknown::Always(Reply::Undefined(101)),
        children_misuse: Unknown::IfParent(Reply::TypeError, Reply::Undefined(101)),
        count_misuse: Unknown::IfParent(Reply::TypeError, Reply::Undefined(101)),
        group: Some(Reply::Object(0)),
        write_only: WriteOnly::Answers(Reply::Throws(404)),
        no_record: Reply::Object(0),
        ..READING_12
    },
    writing: &[
        Check::State,
        Check::NamedOr(Reply::False(0)),
        Check::Known(101),
        Check::Record(RecordRule {
            gap: 0,
            appends: true,
            made_early: true,
            late: &[],
        }),
        Check::Writable(402, 403),
        Check::DefinedValue(101),
        Check::Form(405),
        Check::Range(407, false),
    ],
    counts: Counts::Number,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Text("No Error"),
        empty: Say::Text(""),
        missing: Say::Text("No Error"),
        numbers_unknown: false,
    },
    diagnostic: ErrorText {
        known: Say::Spec,
        unknown: Say::Text("No Error"),
        empty: Say::Text(""),
        missing: Say::Text("No Error"),
        numbers_unknown: false,
    },
    entry: EntryRule { fresh: "", ..ENTRY },
    sending: Sending {
        commit: Send::Delayed(500),
        finish: Send::Async(Via::XhrAsync, false),
        carries: Carries::Everything,
        login_page_is_success: true,
        autosave_ms: 60_000,
        ..SENDS_NOTHING
    },
    finish: &[
        FinishRule::CompletedIfNotAttempted,
        FinishRule::AddsTime(TimeSum::Clock),
    ],
    ..CLIENT_12
};

pub(super) fn openolat() -> Profile {
    const DISPLAY: &str = "read: org/olat/modules/scorm/_content/display.html";
    Profile {
        partial: false,
        versions: Some(sourced(
            played(ONLY_12, &[]),
            "read: ScormCPFileResource.java:108-175",
        )),
        answers: [Some(&SCORM_12), None],
        suspend_data: [
            Some(sourced(
                MEBI,
                "measured: openolat-12.json, 12-suspend-100000; read: its README",
            )),
            None,
        ],
        api: Some(sourced(api(&[Version::Scorm12]), DISPLAY)),
        frame: Some(sourced(
            Frame {
                width: Some("100%".into()),
                height: Some("auto".into()),
                allow: Some("fullscreen".into()),
                ..Frame::default()
            },
            DISPLAY,
        )),
        leave: Some(sourced(
            Leave {
                grace_ms: 1900,
                ..leave(FrameEnd::AboutBlank)
            },
            "read: display.html:25-45",
        )),
        transport: Some(sourced(
            Transport {
                race: true,
                ..Transport::default()
            },
            "measured: unload-chromium.json",
        )),
        rules: [
            Some(sourced(
                Rules {
                    grade: Score::Raw,
                    complete_on: words(&["passed"]),
                    time: TimeRule::Twice,
                    ..Rules::default()
                },
                "read: ScormSessionController.java:491-650, ScoDocument.java:438-443",
            )),
            None,
        ],
        attempts: Some(sourced(
            always_normal(),
            "read: ScormSessionController.java",
        )),
        sequencing: Some(sourced(
            sequencing(SequencingExtent::None, &[]),
            "read: LMSDataHandler.java",
        )),
        import: Some(sourced(
            Import {
                sequencing_refused: true,
                ..Import::default()
            },
            "read: ScormCPFileResource.java:108-175",
        )),
        ..Profile::unknown("openolat", "OpenOLAT")
    }
}
