//! Chamilo's new (Vue) runtime: a store with presets and hardly any checks.

use super::parts::{CLIENT_12, CLIENT_2004, ENTRY, READING_OPEN, SENDS_NOTHING, STATES_12};
use super::words::{ALL_2004, BOTH, ONLY_12, always_normal, api, leave, played, sequencing, words};
use crate::moment::PageEvent;
use crate::network::Via;
use crate::profile::dialect::{
    Carries, Check, Counts, Dialect, EntryRule, ErrorText, Kept, Open, Reading, Reply, Say, Send,
    Sending, States, Unknown, WriteOnly,
};
use crate::profile::element::{
    Element, Form,
    Form::{Any, Pattern},
    Given,
    Initial::{Given as From, Known, Text, Unset},
    k, ranged, rw, w,
};
use crate::profile::{
    Api, Frame, FrameEnd, Import, Profile, Rules, Score, Sequencing, SequencingExtent, StatusRule,
    TimeRule, Transport, sourced,
};

const TEXTS: ErrorText = ErrorText {
    known: Say::Spec,
    unknown: Say::Text("Unknown error"),
    empty: Say::Text("Unknown error"),
    missing: Say::Text("Unknown error"),
    numbers_unknown: false,
};

const DIAGNOSTIC: ErrorText = ErrorText {
    known: Say::Spec,
    unknown: Say::Text("Unknown error"),
    empty: Say::SpecOfLast,
    missing: Say::SpecOfLast,
    numbers_unknown: false,
};

const fn reading(write_only: u16) -> Reading {
    Reading {
        empty_name: Reply::Empty(401),
        not_text: Some(Reply::Empty(401)),
        unknown: Unknown::Always(Reply::Empty(401)),
        children_misuse: Unknown::Always(Reply::Empty(401)),
        count_misuse: Unknown::Always(Reply::Empty(401)),
        write_only: WriteOnly::Answers(Reply::Empty(write_only)),
        unset: Reply::Empty(401),
        ..READING_OPEN
    }
}

const SAVES: Sending = Sending {
    commit: Send::Async(Via::Fetch, true),
    finish: Send::Async(Via::Fetch, true),
    carries: Carries::EverythingAndChanges,
    login_page_is_success: true,
    host_saves: &[PageEvent::Pagehide, PageEvent::Leave],
    host_via: Via::Beacon,
    ..SENDS_NOTHING
};

/// Names that no course may write; whatever is below them neither.
const READ_ONLY: &[&str] = &[
    "cmi.core.student_id",
    "cmi.core.student_name",
    "cmi.core.total_time",
    "cmi.core.credit",
    "cmi.core.lesson_mode",
    "cmi.core.entry",
    "cmi.learner_id",
    "cmi.learner_name",
    "cmi.total_time",
    "cmi.credit",
    "cmi.mode",
    "cmi.entry",
    "cmi.launch_data",
    "cmi._version",
];

/// Collections whose count follows the highest index.
const COUNTED: &[&str] = &[
    "cmi.interactions",
    "cmi.objectives",
    "cmi.interactions.n.correct_responses",
    "cmi.comments_from_learner",
];

/// After exit normal a course begins anew.
const ENTRIES: EntryRule = EntryRule {
    normal: "ab-initio",
    absent: "ab-initio",
    ..ENTRY
};

static SCORM_12: Dialect = Dialect {
    source: "measured: chamilo-12.json; read: assets/vue/services/scormRuntimeApi.js",
    open: Some(Open {
        prefixes: &["cmi."],
        read_only: READ_ONLY,
        keywords_read_only: true,
        counted: COUNTED,
        whole_segments: true,
    }),
    elements: &[
        rw("cmi", Any, Unset),
        k(
            "cmi.core._children",
            "entry,exit,lesson_status,student_id,student_name,lesson_location,total_time,credit,\
             lesson_mode,score,session_time",
        ),
        rw("cmi.core.student_id", Any, Known(Given::LearnerId)),
        rw("cmi.core.student_name", Any, Known(Given::Name)),
        rw("cmi.core.lesson_location", Any, Text("")),
        rw("cmi.core.credit", Any, Text("credit")),
        rw("cmi.core.lesson_status", Any, Text("not attempted")),
        rw("cmi.core.entry", Any, From(Given::Entry, "")),
        k("cmi.core.score._children", "raw,min,max"),
        rw("cmi.core.score.raw", Any, Text("")),
        rw("cmi.core.score.min", Any, Text("0")),
        rw("cmi.core.score.max", Any, Text("100")),
        rw("cmi.core.total_time", Any, Text("0000:00:00.00")),
        rw("cmi.core.lesson_mode", Any, Text("normal")),
        w("cmi.core.exit", Any, Text("")),
        w("cmi.core.session_time", Any, Unset),
        rw("cmi.suspend_data", Any, Text("")),
        rw("cmi.launch_data", Any, From(Given::LaunchData, "")),
        rw("cmi.comments", Any, Text("")),
        rw("cmi.comments_from_lms", Any, Text("")),
        k("cmi.objectives._children", "id,score,status"),
        k("cmi.objectives._count", "0"),
        k(
            "cmi.student_data._children",
            "mastery_score,max_time_allowed,time_limit_action",
        ),
        rw(
            "cmi.student_data.mastery_score",
            Any,
            From(Given::Mastery, ""),
        ),
        rw(
            "cmi.student_data.max_time_allowed",
            Any,
            From(Given::MaxTime, ""),
        ),
        rw(
            "cmi.student_data.time_limit_action",
            Any,
            From(Given::TimeAction, ""),
        ),
        k(
            "cmi.student_preference._children",
            "audio,language,speed,text",
        ),
        k(
            "cmi.interactions._children",
            "id,objectives,time,type,correct_responses,weighting,student_response,result,latency",
        ),
        k("cmi.interactions._count", "0"),
    ],
    states: States {
        finish: (301, 101),
        ..STATES_12
    },
    reading: reading(404),
    writing: &[
        Check::State,
        Check::TextName(401),
        Check::Known(401),
        Check::Writable(403, 403),
    ],
    counts: Counts::Text,
    kept: Kept::TextNothingEmpty,
    error_text: TEXTS,
    diagnostic: DIAGNOSTIC,
    honours_mode: false,
    entry: ENTRIES,
    sending: SAVES,
    ..CLIENT_12
};

const REAL: Form = Pattern(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*");

static ELEMENTS_2004: &[Element] = &[
    k("cmi._version", "1.0"),
    k(
        "cmi._children",
        "completion_status,credit,entry,exit,interactions,launch_data,learner_id,learner_name,\
         learner_preference,location,mode,objectives,progress_measure,score,session_time,\
         success_status,suspend_data,total_time",
    ),
    rw("cmi", Any, Unset),
    rw("cmi.completion_status", Any, Text("not attempted")),
    rw("cmi.completion_threshold", Any, From(Given::Threshold, "1")),
    rw("cmi.credit", Any, Text("credit")),
    rw("cmi.entry", Any, From(Given::Entry, "")),
    w("cmi.exit", Any, Text("")),
    rw("cmi.launch_data", Any, From(Given::LaunchData, "")),
    rw("cmi.learner_id", Any, Known(Given::LearnerId)),
    rw("cmi.learner_name", Any, Known(Given::Name)),
    rw("cmi.location", Any, Text("")),
    rw("cmi.mode", Any, Text("normal")),
    ranged(rw("cmi.progress_measure", REAL, Text("")), 0.0, 1.0),
    rw("cmi.scaled_passing_score", Any, From(Given::Passing, "")),
    k("cmi.score._children", "scaled,raw,min,max"),
    ranged(rw("cmi.score.scaled", REAL, Text("0")), -1.0, 1.0),
    rw("cmi.score.raw", Any, Text("")),
    rw("cmi.score.min", Any, Text("0")),
    rw("cmi.score.max", Any, Text("100")),
    w("cmi.session_time", Any, Unset),
    rw("cmi.success_status", Any, Text("unknown")),
    rw("cmi.suspend_data", Any, Text("")),
    rw("cmi.total_time", Any, Text("PT0S")),
    k(
        "cmi.comments_from_learner._children",
        "comment,location,timestamp",
    ),
    k("cmi.comments_from_learner._count", "0"),
    k(
        "cmi.comments_from_lms._children",
        "comment,location,timestamp",
    ),
    k("cmi.comments_from_lms._count", "0"),
    k(
        "cmi.interactions._children",
        "id,type,objectives,timestamp,correct_responses,weighting,learner_response,result,latency,\
         description",
    ),
    k("cmi.interactions._count", "0"),
    k(
        "cmi.objectives._children",
        "id,score,success_status,completion_status,progress_measure,description",
    ),
    k("cmi.objectives._count", "0"),
    k(
        "cmi.learner_preference._children",
        "audio_level,language,delivery_speed,audio_captioning",
    ),
    ranged(
        rw("cmi.learner_preference.audio_level", REAL, Text("1")),
        0.0,
        f64::INFINITY,
    ),
    rw("cmi.learner_preference.language", Any, Text("")),
    ranged(
        rw("cmi.learner_preference.delivery_speed", REAL, Text("1")),
        0.0,
        f64::INFINITY,
    ),
    rw(
        "cmi.learner_preference.audio_captioning",
        Pattern("-1|0|1"),
        Text("0"),
    ),
    rw(
        "adl.nav.request",
        Pattern(
            r"continue|previous|exit|exitAll|abandon|abandonAll|suspendAll|_none_|\{target=[^}]+\}(choice|jump)",
        ),
        Text("_none_"),
    ),
    k("adl.nav.request_valid.continue", "true"),
    k("adl.nav.request_valid.previous", "false"),
];

static SCORM_2004: Dialect = Dialect {
    source: "measured: chamilo-2004.json; read: assets/vue/services/scormRuntimeApi.js",
    open: Some(Open {
        prefixes: &["cmi."],
        read_only: READ_ONLY,
        keywords_read_only: true,
        counted: COUNTED,
        whole_segments: true,
    }),
    elements: ELEMENTS_2004,
    reading: reading(405),
    writing: &[
        Check::State,
        Check::TextName(401),
        Check::Known(401),
        Check::Writable(404, 404),
        Check::Form(406),
        Check::Range(407, false),
    ],
    counts: Counts::Text,
    kept: Kept::TextNothingEmpty,
    error_text: TEXTS,
    diagnostic: DIAGNOSTIC,
    honours_mode: false,
    entry: ENTRIES,
    sending: Sending {
        follows: &[
            "continue",
            "previous",
            "exit",
            "exitAll",
            "abandon",
            "abandonAll",
            "suspendAll",
        ],
        ..SAVES
    },
    ..CLIENT_2004
};

pub(super) fn chamilo() -> Profile {
    const SERVER: &str = "read: src/CoreBundle/Service/LearningPath/ScormRuntimeManager.php";
    let rules = |status, time| Rules {
        forgotten: words(&[
            "cmi.comments",
            "cmi.student_preference.*",
            "cmi.learner_preference.language",
        ]),
        status: vec![status].into(),
        single_status: true,
        grade: Score::RawElseScaled,
        time,
        ..Rules::default()
    };
    Profile {
        partial: false,
        versions: Some(sourced(played(ONLY_12, ALL_2004), SERVER)),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        api: Some(sourced(
            Api {
                extra_names: words(&["api", "api_1484_11"]),
                ..api(BOTH)
            },
            "read: LpRuntime.vue:358-365, 936-948",
        )),
        frame: Some(sourced(
            Frame {
                allow: Some("fullscreen".into()),
                ..Frame::default()
            },
            "read: LpRuntime.vue",
        )),
        leave: Some(sourced(
            leave(FrameEnd::NavigateTop),
            "measured: unload-chromium.json",
        )),
        transport: Some(sourced(
            Transport {
                value_bytes: Some(65_535),
                total_bytes: Some(1 << 20),
                keep_alive_s: Some(30),
                race: true,
                host_saves: vec![PageEvent::Pagehide, PageEvent::Leave].into(),
                ..Transport::default()
            },
            "read: ScormRuntimeManager.php:41-42, 886; measured: unload-chromium.json",
        )),
        rules: [
            Some(sourced(
                rules(StatusRule::CompletedOnLeave, TimeRule::AddsSession),
                "read: ScormRuntimeManager.php:636-641, 1087",
            )),
            Some(sourced(
                rules(StatusRule::PassingOnLeave, TimeRule::AddsSessionWithoutDays),
                "read: ScormRuntimeManager.php, applyCommonValues, 1121",
            )),
        ],
        attempts: Some(sourced(always_normal(), SERVER)),
        sequencing: Some(sourced(
            Sequencing {
                prerequisites: true,
                ..sequencing(
                    SequencingExtent::None,
                    &[
                        "continue",
                        "previous",
                        "exit",
                        "exitAll",
                        "abandon",
                        "abandonAll",
                        "suspendAll",
                    ],
                )
            },
            "measured: chamilo-2004.json, 04-nav-term-previous; read: LpRuntime.vue",
        )),
        import: Some(sourced(
            Import {
                schemaversions_2004: words(&["~2004"]),
                refused_file_types: words(&["php", "phtml", "phar"]),
                max_entries: Some(20_000),
                max_unpacked: Some(2 << 30),
                ..Import::default()
            },
            "read: ScormPackageImporter.php",
        )),
        ..Profile::unknown("chamilo", "Chamilo (new runtime)")
    }
}
