//! scorm-again with its own defaults: the library that many LMSs embed.

use super::parts::{CLIENT_12, ENTRY, READING_12, SENDS_NOTHING, STATES_12};
use super::scorm_again_2004::SCORM_2004;
use super::words::{ALL, played};
use crate::profile::dialect::{
    Argument, Carries, Check, Dialect, EntryRule, ErrorText, FinishRule, Kept, Reading, RecordRule,
    Reply, Say, Send, Sending, States, TimeSum, Unknown,
};
use crate::profile::element::{
    Element, Form,
    Form::{Longest, Pattern, Short},
    Given,
    Initial::{Given as From, Text, Unset},
    k, r, ranged, rw, w,
};
use crate::profile::{Profile, Rules, Score, Transport, sourced};

// The library refuses an empty match unless an element allows it; patterns say which do.
const DECIMAL: Form = Pattern(r"-?\d{0,10}\.\d*|-?\d{1,10}|-");
const DECIMAL_OR_BLANK: Form = Pattern(r"-?\d{0,10}(\.\d*)?");
const INTEGER: Form = Pattern(r"-?\d+");
const IDENTIFIER: Form = Short(r"[!-~\s]+", 255);
const SPAN: Form = Pattern(r"\d+:\d{2}:\d{2}(\.\d{1,2})?");
const CLOCK: Form = Pattern(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,2})?");
const STATUS: Form = Pattern("passed|completed|failed|incomplete|browsed");
const ANY_STATUS: Form = Pattern("passed|completed|failed|incomplete|browsed|not attempted");

const fn score(name: &'static str, initial: &'static str) -> Element {
    ranged(rw(name, DECIMAL_OR_BLANK, Text(initial)), 0.0, 100.0)
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
    rw("cmi.core.lesson_location", Longest(255), Text("")),
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
        Pattern("time-out|suspend|logout|normal|"),
        Text(""),
    ),
    w("cmi.core.session_time", SPAN, Text("00:00:00")),
    rw("cmi.suspend_data", Longest(64_000), Text("")),
    r("cmi.launch_data", From(Given::LaunchData, "")),
    rw("cmi.comments", Longest(4096), Text("")),
    r("cmi.comments_from_lms", Text("")),
    k("cmi.objectives._children", "id,score,status"),
    k("cmi.objectives._count", "0"),
    rw("cmi.objectives.n.id", IDENTIFIER, Text("")),
    k("cmi.objectives.n.score._children", "raw,min,max"),
    score("cmi.objectives.n.score.raw", ""),
    score("cmi.objectives.n.score.min", ""),
    score("cmi.objectives.n.score.max", "100"),
    rw("cmi.objectives.n.status", ANY_STATUS, Text("")),
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
        Short("[^]+", 255),
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
    w(
        "cmi.interactions.n.correct_responses.n.pattern",
        Pattern(".*"),
        Unset,
    ),
    ranged(
        w("cmi.interactions.n.weighting", DECIMAL, Unset),
        -100.0,
        100.0,
    ),
    w("cmi.interactions.n.student_response", Pattern(".*"), Unset),
    w(
        "cmi.interactions.n.result",
        Pattern(r"correct|wrong|incorrect|unanticipated|neutral|\d{0,3}\.\d*|\d{1,3}"),
        Unset,
    ),
    w("cmi.interactions.n.latency", SPAN, Unset),
    rw(
        "nav.event",
        Pattern(
            "_?(previous|continue|start|resumeAll|exit|exitAll|abandon|abandonAll|suspendAll|retry|retryAll)|choice|jump|_none_",
        ),
        Text(""),
    ),
];

static SCORM_12: Dialect = Dialect {
    source: "measured: scorm-again-12.json; read: src/Scorm12API.ts, src/constants/regex.ts",
    elements: ELEMENTS,
    arguments: [Argument::EmptyOrMissing; 3],
    states: States {
        finish: (301, 101),
        get: (301, 0),
        set: (301, 0),
        commit: (301, 0),
        finish_again: "true",
        ..STATES_12
    },
    reading: Reading {
        empty_name: Reply::Empty(0),
        nothing_is_empty: true,
        not_text: Some(Reply::Empty(101)),
        unknown: Unknown::Always(Reply::Empty(401)),
        children_misuse: Unknown::IfKnown(Reply::Empty(202), Reply::Empty(401)),
        count_misuse: Unknown::IfKnown(Reply::Empty(203), Reply::Empty(401)),
        group: Some(Reply::Object(0)),
        no_record: Reply::Empty(201),
        ..READING_12
    },
    writing: &[
        Check::State,
        Check::NamedOr(Reply::False(0)),
        Check::Known(401),
        Check::Record(RecordRule {
            gap: 201,
            appends: false,
            made_early: true,
            late: &[],
        }),
        Check::Writable(402, 403),
        Check::Form(405),
        Check::Range(405, false),
    ],
    kept: Kept::TextUndefinedNull,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Text("No Error"),
        empty: Say::Text(""),
        missing: Say::Text("No Error"),
        numbers_unknown: false,
    },
    diagnostic: ErrorText {
        known: Say::Spec,
        unknown: Say::Text("No error occurred, the previous API call was successful."),
        empty: Say::Text("No error occurred, the previous API call was successful."),
        missing: Say::Text("No error occurred, the previous API call was successful."),
        numbers_unknown: false,
    },
    entry: EntryRule { fresh: "", ..ENTRY },
    sending: Sending {
        commit: Send::Sync,
        finish: Send::Beacon,
        carries: Carries::Everything,
        login_page_is_success: true,
        ..SENDS_NOTHING
    },
    finish: &[FinishRule::AddsTime(TimeSum::Clock)],
    ..CLIENT_12
};

pub(super) fn scorm_again() -> Profile {
    const DEFAULTS: &str = "read: src/constants/default_settings.ts";
    let rules = || Rules {
        grade: Score::Host,
        ..Rules::default()
    };
    Profile {
        partial: false,
        versions: Some(sourced(
            played(ALL, &[]),
            "read: src/Scorm12API.ts, src/Scorm2004API.ts",
        )),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        suspend_data: [
            Some(sourced(
                64_000,
                "measured: scorm-again-12.json, 12-suspend-64001",
            )),
            Some(sourced(
                64_000,
                "measured: scorm-again-2004.json, 04-suspend-64001",
            )),
        ],
        transport: Some(sourced(
            Transport {
                beacon_cap: Some(65_536),
                ..Transport::default()
            },
            "measured: unload-chromium-size.json",
        )),
        rules: [
            Some(sourced(rules(), DEFAULTS)),
            Some(sourced(rules(), DEFAULTS)),
        ],
        ..Profile::unknown("scorm_again", "scorm-again (library defaults)")
    }
}
