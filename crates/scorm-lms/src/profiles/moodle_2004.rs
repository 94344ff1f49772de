//! Moodle's data model of SCORM 2004.

use super::moodle::BEACONS;
use super::parts::{CLIENT_2004, ENTRY, READING_2004, SENDS_NOTHING, STATES_2004};
use crate::profile::dialect::{
    Argument, Carries, Check, Counts, Dialect, EntryRule, ErrorText, Failed, FinishRule, Reading,
    RecordRule, Reply, RequestValid, ResponseForm, ResponseForms, Restore, Say, Send, Sending,
    States, TimeSum, Unknown,
};
use crate::profile::element::{
    Element, Form,
    Form::{CorrectResponse, Longest, Pattern, Response},
    Given,
    Initial::{Given as From, Number, Text, Unset},
    k, r, ranged, rw, w,
};

macro_rules! language {
    () => {
        r"\{lang=([a-zA-Z]{2,3}|i|x)(-[a-zA-Z0-9-]{2,8})?\}"
    };
}

const LANGUAGE: Form = Pattern("([a-zA-Z]{2,3}|i|x)(-[a-zA-Z0-9-]{2,8})?|");
/// After a language anything may follow, since the LMS does not look at the end then.
const LANGUAGE_250: &str = concat!("((", language!(), ")?[^{].{0,250}|", language!(), "[^]*|)");
const LANGUAGE_4000: &str = concat!("((", language!(), ")?[^{].{0,4000}|", language!(), "[^]*|)");
const TIMESTAMP: Form = Pattern(
    r"(19[7-9]\d|20[0-2]\d|203[0-8])(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3])(:[0-5]\d(:[0-5]\d(\.\d{1,2}((Z|[+|-]([01]\d|2[0-3]))(:[0-5]\d)?)?)?)?)?)?)?)?",
);
const SPAN: Form = Pattern(
    r"P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H(\d+M)?(\d+(.\d{1,2})?S)?|\d+M(\d+(.\d{1,2})?S)?|\d+(.\d{1,2})?S))?",
);
const DECIMAL_TEXT: &str = r"-?\d{1,5}(\.\d{1,18})?";
const DECIMAL: Form = Pattern(DECIMAL_TEXT);
const INTEGER: Form = Pattern(r"-?\d+");
const SHORT_ID: &str = r"[\w.]{1,250}";
const LONG_ID: Form = Form::LongIdentifier;
const COMPLETION: Form = Pattern("completed|incomplete|not attempted|unknown");
const SUCCESS: Form = Pattern("passed|failed|unknown");
const EXIT: Form = Pattern("time-out|suspend|logout|normal|");
const TYPE: Form = Pattern(
    "true-false|choice|(long-)?fill-in|matching|performance|sequencing|likert|numeric|other",
);
const RESULT: Form = Pattern(r"correct|incorrect|unanticipated|neutral|-?\d{1,4}(\.\d{1,18})?");
const NAVIGATION: Form = Pattern(
    r"previous|continue|exit|exitAll|abandon|abandonAll|suspendAll|\{target=\S{0,200}[a-zA-Z0-9]\}(choice|jump)",
);

/// A response that is a single value of one pattern.
const fn one(kind: &'static str, pattern: &'static str) -> ResponseForm {
    ResponseForm {
        kind,
        pattern,
        second: None,
        between: None,
        most: 1,
        distinct: false,
        limit: 0,
        prefixes: false,
        no_duplicates: false,
        empty_ok: false,
        ordered: false,
    }
}

/// A list of parts.
const fn list(kind: &'static str, pattern: &'static str, most: usize) -> ResponseForm {
    ResponseForm {
        between: Some("[,]"),
        most,
        ..one(kind, pattern)
    }
}

const PERFORMANCE_FIRST: &str = r"[\w.]{1,250}|";
const PERFORMANCE_SECOND: &str = r"-?\d{1,5}(\.\d{1,18})?|[\w.]{1,250}|";

static RESPONSES: ResponseForms = ResponseForms {
    learner: &[
        one("true-false", "true|false"),
        ResponseForm {
            distinct: true,
            ..list("choice", SHORT_ID, 36)
        },
        list("fill-in", LANGUAGE_250, 10),
        one("long-fill-in", LANGUAGE_4000),
        ResponseForm {
            second: Some(SHORT_ID),
            ..list("matching", SHORT_ID, 36)
        },
        ResponseForm {
            second: Some(PERFORMANCE_SECOND),
            ..list("performance", PERFORMANCE_FIRST, 250)
        },
        list("sequencing", SHORT_ID, 36),
        one("likert", SHORT_ID),
        one("numeric", DECIMAL_TEXT),
        one("other", "[^]{0,4000}"),
    ],
    correct: &[
        ResponseForm {
            limit: 1,
            ..one("true-false", "true|false")
        },
        ResponseForm {
            distinct: true,
            no_duplicates: true,
            empty_ok: true,
            ..list("choice", SHORT_ID, 36)
        },
        ResponseForm {
            prefixes: true,
            empty_ok: true,
            ..list("fill-in", ".{0,250}", 10)
        },
        ResponseForm {
            prefixes: true,
            no_duplicates: true,
            empty_ok: true,
            ..one("long-fill-in", LANGUAGE_4000)
        },
        ResponseForm {
            prefixes: true,
            second: Some(SHORT_ID),
            ..list("matching", SHORT_ID, 36)
        },
        ResponseForm {
            prefixes: true,
            second: Some(PERFORMANCE_SECOND),
            ..list("performance", PERFORMANCE_FIRST, 250)
        },
        ResponseForm {
            prefixes: true,
            empty_ok: true,
            ..list("sequencing", SHORT_ID, 36)
        },
        ResponseForm {
            limit: 1,
            empty_ok: true,
            ..one("likert", SHORT_ID)
        },
        ResponseForm {
            limit: 1,
            between: Some("[:]"),
            most: 2,
            ordered: true,
            empty_ok: true,
            ..one("numeric", DECIMAL_TEXT)
        },
        ResponseForm {
            limit: 1,
            ..one("other", "[^]{0,4000}")
        },
    ],
    form: 406,
    too_many: 351,
    duplicate: 351,
};

static ELEMENTS: &[Element] = &[
    k(
        "cmi._children",
        "_version,comments_from_learner,comments_from_lms,completion_status,credit,entry,exit,\
         interactions,launch_data,learner_id,learner_name,learner_preference,location,\
         max_time_allowed,mode,objectives,progress_measure,scaled_passing_score,score,\
         session_time,success_status,suspend_data,time_limit_action,total_time",
    ),
    k("cmi._version", "1.0"),
    k(
        "cmi.comments_from_learner._children",
        "comment,timestamp,location",
    ),
    k("cmi.comments_from_learner._count", "0"),
    rw(
        "cmi.comments_from_learner.n.comment",
        Pattern(LANGUAGE_4000),
        Unset,
    ),
    rw("cmi.comments_from_learner.n.location", Longest(250), Unset),
    rw("cmi.comments_from_learner.n.timestamp", TIMESTAMP, Unset),
    k(
        "cmi.comments_from_lms._children",
        "comment,timestamp,location",
    ),
    k("cmi.comments_from_lms._count", "0"),
    r("cmi.comments_from_lms.n.comment", Unset),
    r("cmi.comments_from_lms.n.location", Unset),
    r("cmi.comments_from_lms.n.timestamp", Unset),
    rw("cmi.completion_status", COMPLETION, Text("unknown")),
    r("cmi.completion_threshold", From(Given::Threshold, "")),
    r("cmi.credit", From(Given::Credit, "")),
    r("cmi.entry", From(Given::Entry, "")),
    w("cmi.exit", EXIT, Text("")),
    k(
        "cmi.interactions._children",
        "id,type,objectives,timestamp,correct_responses,weighting,learner_response,result,latency,\
         description",
    ),
    k("cmi.interactions._count", "0"),
    rw("cmi.interactions.n.id", LONG_ID, Unset),
    rw("cmi.interactions.n.type", TYPE, Unset),
    k("cmi.interactions.n.objectives._count", "0"),
    rw("cmi.interactions.n.objectives.n.id", LONG_ID, Unset),
    rw("cmi.interactions.n.timestamp", TIMESTAMP, Unset),
    k("cmi.interactions.n.correct_responses._count", "0"),
    rw(
        "cmi.interactions.n.correct_responses.n.pattern",
        CorrectResponse,
        Unset,
    ),
    rw("cmi.interactions.n.weighting", DECIMAL, Unset),
    rw("cmi.interactions.n.learner_response", Response, Unset),
    rw("cmi.interactions.n.result", RESULT, Unset),
    rw("cmi.interactions.n.latency", SPAN, Unset),
    rw(
        "cmi.interactions.n.description",
        Pattern(LANGUAGE_250),
        Unset,
    ),
    r("cmi.launch_data", From(Given::LaunchData, "")),
    r("cmi.learner_id", From(Given::Login, "")),
    r("cmi.learner_name", From(Given::NameGivenFirst, "")),
    k(
        "cmi.learner_preference._children",
        "audio_level,audio_captioning,delivery_speed,language",
    ),
    ranged(
        rw("cmi.learner_preference.audio_level", DECIMAL, Number(1.0)),
        0.0,
        f64::INFINITY,
    ),
    rw("cmi.learner_preference.language", LANGUAGE, Text("")),
    ranged(
        rw("cmi.learner_preference.delivery_speed", DECIMAL, Text("")),
        0.0,
        f64::INFINITY,
    ),
    ranged(
        rw(
            "cmi.learner_preference.audio_captioning",
            INTEGER,
            Number(0.0),
        ),
        -1.0,
        1.0,
    ),
    rw("cmi.location", Longest(1000), Text("")),
    r("cmi.max_time_allowed", From(Given::MaxTime, "")),
    r("cmi.mode", From(Given::Mode, "")),
    k(
        "cmi.objectives._children",
        "progress_measure,completion_status,success_status,description,score,id",
    ),
    k("cmi.objectives._count", "0"),
    rw("cmi.objectives.n.id", LONG_ID, Unset),
    k("cmi.objectives.n.score._children", "max,raw,scaled,min"),
    ranged(
        rw("cmi.objectives.n.score.scaled", DECIMAL, Unset),
        -1.0,
        1.0,
    ),
    rw("cmi.objectives.n.score.raw", DECIMAL, Unset),
    rw("cmi.objectives.n.score.min", DECIMAL, Unset),
    rw("cmi.objectives.n.score.max", DECIMAL, Unset),
    rw("cmi.objectives.n.success_status", SUCCESS, Text("unknown")),
    rw(
        "cmi.objectives.n.completion_status",
        COMPLETION,
        Text("unknown"),
    ),
    ranged(
        rw("cmi.objectives.n.progress_measure", DECIMAL, Unset),
        0.0,
        1.0,
    ),
    rw("cmi.objectives.n.description", Pattern(LANGUAGE_250), Unset),
    ranged(rw("cmi.progress_measure", DECIMAL, Text("")), 0.0, 1.0),
    r("cmi.scaled_passing_score", From(Given::Passing, "")),
    k("cmi.score._children", "max,raw,scaled,min"),
    ranged(rw("cmi.score.scaled", DECIMAL, Text("")), -1.0, 1.0),
    rw("cmi.score.raw", DECIMAL, Text("")),
    rw("cmi.score.min", DECIMAL, Text("")),
    rw("cmi.score.max", DECIMAL, Text("")),
    w("cmi.session_time", SPAN, Text("PT0H0M0S")),
    rw("cmi.success_status", SUCCESS, Text("unknown")),
    rw("cmi.suspend_data", Longest(64_000), Text("")),
    r("cmi.time_limit_action", From(Given::TimeAction, "")),
    r("cmi.total_time", Text("PT0H0M0S")),
    rw("adl.nav.request", NAVIGATION, Text("_none_")),
];

const IDS: &[&str] = &["cmi.objectives.n.id", "cmi.interactions.n.objectives.n.id"];

pub(super) static SCORM_2004: Dialect = Dialect {
    source: "measured: moodle-2004.json; read: mod/scorm/datamodels/scorm_13.js",
    elements: ELEMENTS,
    arguments: [Argument::LooselyEmpty; 3],
    states: States {
        initialize_wipes: true,
        failed_finish_stays: true,
        ..STATES_2004
    },
    reading: Reading {
        not_text: Some(Reply::TypeError),
        children_misuse: Unknown::Always(Reply::Empty(301)),
        count_misuse: Unknown::IfParent(Reply::Empty(301), Reply::Empty(401)),
        request_valid: RequestValid::FromRequest(
            r"previous|continue|choice.\{target=\S{0,200}[a-zA-Z0-9]\}",
            Reply::Empty(301),
        ),
        ..READING_2004
    },
    writing: &[
        Check::State,
        Check::Named(351),
        Check::Known(401),
        Check::Writable(404, 404),
        Check::Form(406),
        Check::PlainIndex(351),
        Check::Record(RecordRule {
            gap: 351,
            appends: false,
            made_early: false,
            late: &[],
        }),
        Check::NeedsId(408),
        Check::NeedsType(408),
        Check::Unique(IDS, 351),
        Check::Once(&["cmi.objectives.n.id"], 351),
        Check::Responses(&RESPONSES),
        Check::Range(407, true),
    ],
    counts: Counts::NumberOnceUsed,
    type_resets_responses: true,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Text(""),
        empty: Say::Text(""),
        missing: Say::Text(""),
        numbers_unknown: true,
    },
    diagnostic: ErrorText::always(Say::Echo),
    entry: EntryRule {
        normal: "ab-initio",
        absent: "ab-initio",
        otherwise: "ab-initio",
        ..ENTRY
    },
    restore: Restore::SuspendOnly,
    sending: Sending {
        commit: Send::Sync,
        finish: Send::Sync,
        dismissal: BEACONS,
        carries: Carries::UnlikeLaunch,
        failed: Failed {
            commit: 101,
            commit_offline: 101,
            finish: 101,
        },
        refresh: (false, true),
        beacon_after_no_connection: true,
        ..SENDS_NOTHING
    },
    finish: &[
        FinishRule::ThresholdDecides,
        FinishRule::AddsTime(TimeSum::IsoDaysReplace),
    ],
    ..CLIENT_2004
};
