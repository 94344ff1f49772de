//! Moodle (mod_scorm): tables of elements with patterns, synchronous saves, numbers as answers.

use super::moodle_2004::SCORM_2004;
use super::parts::{CLIENT_12, ENTRY, READING_12, SENDS_NOTHING, STATES_12};
use super::words::{ALL_2004, BOTH, ONLY_12, api, leave, played, sequencing, words};
use crate::moment::Phase;
use crate::network::Via;
use crate::profile::dialect::{
    Argument, Carries, Check, Counts, Dialect, Dismissal, ErrorText, FinishRule, LastError,
    Reading, RecordRule, Reply, Restore, Say, Send, Sending, States, TimeSum,
};
use crate::profile::element::{
    Element, Form,
    Form::{Longest, Pattern, Short},
    Given,
    Initial::{Given as From, Text, Unset},
    k, r, ranged, rw, w,
};
use crate::profile::{
    Api, Attempts, Frame, FrameEnd, Import, Launched, Leave, Profile, ReviewWrites, Rules, Score,
    Sequencing, SequencingExtent, Transport, sourced,
};

/// Longest texts: with the site option `scormstandard`, and without.
const SHORT: usize = 255;
const LONG: usize = 4096;
const RELAXED: usize = 64_000;

// A dot stands for any unit here, as in the LMS.
const CLOCK: Form = Pattern(r"[0-2]\d:[0-5]\d:[0-5]\d(.\d{1,2})?");
const SPAN: Form = Pattern(r"\d{2,4}:\d{2}:\d{2}(.\d{1,2})?");
const DECIMAL: Form = Pattern(r"-?\d{0,3}(.\d*)?");
const INTEGER: Form = Pattern(r"-?\d+");
const IDENTIFIER: Form = Short("[!-~]*", 255);
const STATUS: Form = Pattern("passed|completed|failed|incomplete|browsed");
const ANY_STATUS: Form = Pattern("passed|completed|failed|incomplete|browsed|not attempted");
const EXIT: Form = Pattern("time-out|suspend|logout|");
const TYPE: Form =
    Pattern("true-false|choice|fill-in|matching|performance|sequencing|likert|numeric");
const RESULT: Form = Pattern(r"correct|wrong|unanticipated|neutral|\d{0,3}(.\d*)?");

const fn score(name: &'static str, initial: crate::profile::element::Initial) -> Element {
    ranged(rw(name, DECIMAL, initial), 0.0, 100.0)
}

/// The data model; the two lengths are those of the site's option.
const fn elements(short: usize, long: usize, name: Given) -> [Element; 55] {
    [
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
        r("cmi.core.student_name", From(name, "")),
        rw("cmi.core.lesson_location", Longest(short), Text("")),
        r("cmi.core.credit", From(Given::Credit, "")),
        rw("cmi.core.lesson_status", STATUS, Text("not attempted")),
        r("cmi.core.entry", From(Given::Entry, "")),
        k("cmi.core.score._children", "raw,min,max"),
        score("cmi.core.score.raw", Text("")),
        score("cmi.core.score.max", Text("")),
        score("cmi.core.score.min", Text("")),
        r("cmi.core.total_time", Text("00:00:00")),
        r("cmi.core.lesson_mode", From(Given::Mode, "")),
        w("cmi.core.exit", EXIT, Text("")),
        w("cmi.core.session_time", SPAN, Text("00:00:00")),
        rw("cmi.suspend_data", Longest(long), Text("")),
        r("cmi.launch_data", From(Given::LaunchData, "")),
        rw("cmi.comments", Longest(long), Text("")),
        k("cmi.evaluation.comments._count", "0"),
        k("cmi.evaluation.comments._children", "content,location,time"),
        rw("cmi.evaluation.comments.n.content", Longest(short), Unset),
        rw("cmi.evaluation.comments.n.location", Longest(short), Unset),
        rw("cmi.evaluation.comments.n.time", CLOCK, Unset),
        r("cmi.comments_from_lms", Text("")),
        k("cmi.objectives._children", "id,score,status"),
        k("cmi.objectives._count", "0"),
        rw("cmi.objectives.n.id", IDENTIFIER, Unset),
        k("cmi.objectives.n.score._children", "raw,min,max"),
        score("cmi.objectives.n.score.raw", Text("")),
        score("cmi.objectives.n.score.min", Text("")),
        score("cmi.objectives.n.score.max", Text("")),
        rw("cmi.objectives.n.status", ANY_STATUS, Unset),
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
            rw("cmi.student_preference.audio", INTEGER, Text("0")),
            -1.0,
            100.0,
        ),
        rw("cmi.student_preference.language", Longest(short), Text("")),
        ranged(
            rw("cmi.student_preference.speed", INTEGER, Text("0")),
            -100.0,
            100.0,
        ),
        ranged(
            rw("cmi.student_preference.text", INTEGER, Text("0")),
            -1.0,
            1.0,
        ),
        k(
            "cmi.interactions._children",
            "id,objectives,time,type,correct_responses,weighting,student_response,result,latency",
        ),
        k("cmi.interactions._count", "0"),
        w("cmi.interactions.n.id", IDENTIFIER, Unset),
        k("cmi.interactions.n.objectives._count", "0"),
        w("cmi.interactions.n.objectives.n.id", IDENTIFIER, Unset),
        w("cmi.interactions.n.time", CLOCK, Unset),
        w("cmi.interactions.n.type", TYPE, Unset),
        k("cmi.interactions.n.correct_responses._count", "0"),
        w(
            "cmi.interactions.n.correct_responses.n.pattern",
            Longest(short),
            Unset,
        ),
        ranged(
            w("cmi.interactions.n.weighting", DECIMAL, Unset),
            -100.0,
            100.0,
        ),
        w("cmi.interactions.n.student_response", Longest(short), Unset),
        w("cmi.interactions.n.result", RESULT, Unset),
    ]
}

/// Rows whose place in the list does not matter.
const REST: [Element; 2] = [
    w("cmi.interactions.n.latency", SPAN, Unset),
    w("nav.event", Pattern("previous|continue"), Text("")),
];

const fn joined(rows: &[Element; 55]) -> [Element; 57] {
    let mut all = [REST[0]; 57];
    let mut index = 0;
    while index < rows.len() {
        all[index] = rows[index];
        index += 1;
    }
    all[55] = REST[0];
    all[56] = REST[1];
    all
}

static ELEMENTS: [Element; 57] = joined(&elements(RELAXED, RELAXED, Given::NameGivenFirst));
static ELEMENTS_STRICT: [Element; 57] = joined(&elements(SHORT, LONG, Given::Name));

/// Events in which saves leave as beacons.
pub(super) const BEACONS: Option<Dismissal> = Some(Dismissal {
    phases: &[
        Phase::Beforeunload,
        Phase::Pagehide,
        Phase::Unload,
        Phase::Hidden,
    ],
    via: Via::Beacon,
});

const CLIENT: Dialect = Dialect {
    arguments: [Argument::LooselyEmpty; 3],
    states: States {
        initialize_after: 0,
        reopens: true,
        initialize_wipes: true,
        ..STATES_12
    },
    reading: Reading {
        unset: Reply::Undefined(0),
        ..READING_12
    },
    writing: &[
        Check::State,
        Check::Named(201),
        Check::Known(201),
        Check::Writable(402, 403),
        Check::Form(405),
        Check::Record(RecordRule {
            gap: 201,
            appends: false,
            made_early: true,
            late: &[],
        }),
        Check::Range(405, true),
    ],
    counts: Counts::NumberOnceUsed,
    appended: &["cmi.comments"],
    last_error: LastError::ThrowsAtFirst,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Undefined,
        empty: Say::Text(""),
        missing: Say::Undefined,
        numbers_unknown: false,
    },
    diagnostic: ErrorText {
        known: Say::Echo,
        unknown: Say::Echo,
        empty: Say::LastCodeOnceCalled,
        missing: Say::Undefined,
        numbers_unknown: false,
    },
    entry: ENTRY,
    restore: Restore::Always,
    sending: Sending {
        commit: Send::Sync,
        finish: Send::Sync,
        dismissal: BEACONS,
        carries: Carries::Changes,
        never_sent: &["cmi.core.session_time"],
        refresh: (true, true),
        beacon_after_no_connection: true,
        ..SENDS_NOTHING
    },
    finish: &[
        FinishRule::CompletedIfNotAttempted,
        FinishRule::MasteryOverridesAll,
        FinishRule::BrowsedInBrowse,
        FinishRule::AddsTime(TimeSum::ClockHundredths),
    ],
    ..CLIENT_12
};

static SCORM_12: Dialect = Dialect {
    source: "measured: moodle-12.json; read: mod/scorm/datamodels/scorm_12.js",
    elements: &ELEMENTS,
    ..CLIENT
};

static SCORM_12_STRICT: Dialect = Dialect {
    source: "measured: moodle-12-scormstandard.json; read: mod/scorm/datamodels/scorm_12.js",
    elements: &ELEMENTS_STRICT,
    ..CLIENT
};

pub(super) fn moodle() -> Profile {
    let rules = || Rules {
        grade: Score::Raw,
        ..Rules::default()
    };
    Profile {
        partial: false,
        versions: Some(sourced(
            played(ONLY_12, ALL_2004),
            "Moodle documentation, SCORM FAQ, Supported versions",
        )),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        suspend_data: [
            Some(sourced(
                RELAXED,
                "Moodle source, mod/scorm/datamodels/scorm_12.php with scormstandard off, its \
                 default; measured: moodle-12.json, 12-suspend-64001",
            )),
            Some(sourced(
                RELAXED,
                "Moodle source, mod/scorm/datamodels/scorm_13.js; measured: moodle-2004.json, \
                 04-suspend-64001",
            )),
        ],
        api: Some(sourced(
            Api {
                opener_null: true,
                ..api(BOTH)
            },
            "read: view.js:83,92, player.js:26",
        )),
        frame: Some(sourced(
            Frame {
                width: Some("100%".into()),
                height: Some("500px".into()),
                min_height: Some(680),
                allow: Some("fullscreen".into()),
                ..Frame::default()
            },
            "read: settings.php:31-40, module.js:189-198, 345",
        )),
        leave: Some(sourced(
            Leave {
                beforeunload: false,
                next_sco_ms: 500,
                ..leave(FrameEnd::RemoveFrame)
            },
            "read: module.js:171; measured: unload-chromium.json",
        )),
        transport: Some(sourced(
            Transport {
                beacon_cap: Some(65_536),
                keep_alive_s: Some(30),
                ..Transport::default()
            },
            "measured: unload-chromium-size.json; read: player.php:329",
        )),
        rules: [
            Some(sourced(rules(), "read: locallib.php:675, 729-820")),
            Some(sourced(rules(), "read: locallib.php:675, 729-820")),
        ],
        attempts: Some(sourced(
            Attempts {
                after_done: Launched::Review,
                done: words(&["completed", "passed", "failed"]),
                review_writes: ReviewWrites::Stored,
            },
            "read: lib.php:1275-1365; measured: moodle-12.json, 12-review-set",
        )),
        sequencing: Some(sourced(
            Sequencing {
                prerequisites: true,
                ..sequencing(SequencingExtent::Flow, &["continue", "previous"])
            },
            "read: locallib.php:2365, scormlib.php:230-258; measured: moodle-2004.json",
        )),
        import: Some(sourced(
            Import {
                manifest_at_root: true,
                schemaversions_2004: words(&[
                    "1.3",
                    "CAM 1.3",
                    "2004 3rd Edition",
                    "2004 4th Edition",
                ]),
                ..Import::default()
            },
            "read: lib.php:1231-1260, scormlib.php:54-64",
        )),
        ..Profile::unknown("moodle", "Moodle")
    }
}

pub(super) fn moodle_strict() -> Profile {
    Profile {
        name: "moodle_strict".into(),
        title: "Moodle (scormstandard on)".into(),
        answers: [Some(&SCORM_12_STRICT), Some(&SCORM_2004)],
        suspend_data: [
            Some(sourced(
                LONG,
                "measured: moodle-12-scormstandard.json, 12-suspend-4097",
            )),
            moodle().suspend_data[1].clone(),
        ],
        remaining: &[
            "12-initial-core: the measurement gave the client the name as with the option off; \
             scorm_12lib.php gives Last, First with it on",
        ],
        ..moodle()
    }
}
