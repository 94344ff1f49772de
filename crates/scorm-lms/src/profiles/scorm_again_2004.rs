//! scorm-again's data model of SCORM 2004.

use super::parts::{CLIENT_2004, ENTRY, READING_2004, SENDS_NOTHING};
use crate::profile::dialect::{
    Argument, Carries, Check, Dialect, EntryRule, ErrorText, Failed, FinishRule, Kept, Reading,
    RecordRule, Reply, RequestValid, ResponseForm, ResponseForms, Say, Send, Sending, TimeSum,
};
use crate::profile::element::{
    Element, Form,
    Form::{CorrectResponse, Longest, Pattern, Response},
    Given,
    Initial::{Given as From, Known, Text, Unset},
    k, r, ranged, rw, w,
};

macro_rules! language {
    () => {
        r"\{lang=([a-zA-Z]{1,8})(-[a-zA-Z0-9-]{2,8})?\}"
    };
}

/// A text in one line that does not begin with a brace, after a language.
const LANGUAGE_250: &str = concat!("(", language!(), ")?([^{].{0,249})?");
/// Where the whole value is compared, one unit more fits.
const DESCRIPTION: Form = Pattern(concat!("(", language!(), ")?([^{].{0,250})?"));
const LANGUAGE_4000: &str = concat!("(", language!(), ")?([^{].{0,3999})?");
const TIMESTAMP: Form = Pattern(
    r"(19[7-9]\d|[2-9]\d{3})(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3])(:[0-5]\d(:[0-5]\d(\.\d{1,6}((Z|[+|-]([01]\d|2[0-3]))(:[0-5]\d)?)?)?)?)?)?)?)?",
);
const SPAN: Form = Pattern(
    r"P([.,\d]+Y)?([.,\d]+M)?([.,\d]+W)?([.,\d]+D)?(T?([.,\d]+H)?([.,\d]+M)?(\d+(\.\d{1,2})?S)?)?",
);
const DECIMAL_TEXT: &str = r"-?\d{1,10}(\.\d{1,18})?";
const DECIMAL: Form = Pattern(DECIMAL_TEXT);
const INTEGER: Form = Pattern(r"-?\d+");
const SHORT_ID: &str = r"[\w.-]{1,250}";
const LONG_ID: &str = ".{1,4000}";
const COMPLETION: Form = Pattern("completed|incomplete|not attempted|unknown");
const SUCCESS: Form = Pattern("passed|failed|unknown");

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

const fn list(kind: &'static str, pattern: &'static str, most: usize) -> ResponseForm {
    ResponseForm {
        between: Some("[,]"),
        most,
        ..one(kind, pattern)
    }
}

static RESPONSES: ResponseForms = ResponseForms {
    learner: &[
        one("true-false", "true|false"),
        ResponseForm {
            distinct: true,
            ..list("choice", LONG_ID, 36)
        },
        list("fill-in", LANGUAGE_250, 10),
        one("long-fill-in", LANGUAGE_4000),
        ResponseForm {
            second: Some(SHORT_ID),
            ..list("matching", SHORT_ID, 36)
        },
        ResponseForm {
            second: Some(r"-?\d{1,10}(\.\d{1,18})?|[\w.-]{1,250}|"),
            ..list("performance", r"[\w.-]{1,250}|", 250)
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
            ..list("choice", LONG_ID, 36)
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
            second: Some(r"[\w.-]{1,250}|\d+(\.\d+)?(:\d+(\.\d+)?)?"),
            ..list("performance", SHORT_ID, 250)
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
        "_version,comments_from_learner,comments_from_lms,completion_status,completion_threshold,\
         credit,entry,exit,interactions,launch_data,learner_id,learner_name,learner_preference,\
         location,max_time_allowed,mode,objectives,progress_measure,scaled_passing_score,score,\
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
        Text(""),
    ),
    rw(
        "cmi.comments_from_learner.n.location",
        Longest(250),
        Text(""),
    ),
    rw("cmi.comments_from_learner.n.timestamp", TIMESTAMP, Text("")),
    k(
        "cmi.comments_from_lms._children",
        "comment,timestamp,location",
    ),
    k("cmi.comments_from_lms._count", "0"),
    r("cmi.comments_from_lms.n.comment", Text("")),
    r("cmi.comments_from_lms.n.location", Text("")),
    r("cmi.comments_from_lms.n.timestamp", Text("")),
    rw("cmi.completion_status", COMPLETION, Text("unknown")),
    r("cmi.completion_threshold", Known(Given::Threshold)),
    r("cmi.credit", Text("credit")),
    r("cmi.entry", From(Given::Entry, "")),
    w(
        "cmi.exit",
        Pattern("time-out|suspend|logout|normal|"),
        Text(""),
    ),
    k(
        "cmi.interactions._children",
        "id,type,objectives,timestamp,correct_responses,weighting,learner_response,result,latency,\
         description",
    ),
    k("cmi.interactions._count", "0"),
    rw("cmi.interactions.n.id", Pattern(LONG_ID), Text("")),
    rw(
        "cmi.interactions.n.type",
        Pattern(
            "true-false|choice|fill-in|long-fill-in|matching|performance|sequencing|likert|\
             numeric|other",
        ),
        Text(""),
    ),
    k(
        "cmi.interactions.n.objectives._children",
        "progress_measure,completion_status,success_status,description,score,id",
    ),
    k("cmi.interactions.n.objectives._count", "0"),
    rw(
        "cmi.interactions.n.objectives.n.id",
        Pattern(LONG_ID),
        Text(""),
    ),
    rw("cmi.interactions.n.timestamp", TIMESTAMP, Text("")),
    k("cmi.interactions.n.correct_responses._children", "pattern"),
    k("cmi.interactions.n.correct_responses._count", "0"),
    rw(
        "cmi.interactions.n.correct_responses.n.pattern",
        CorrectResponse,
        Text(""),
    ),
    rw("cmi.interactions.n.weighting", DECIMAL, Text("")),
    rw("cmi.interactions.n.learner_response", Response, Text("")),
    rw(
        "cmi.interactions.n.result",
        Pattern(r"correct|incorrect|unanticipated|neutral|-?\d{1,4}(\.\d{1,18})?"),
        Text(""),
    ),
    rw("cmi.interactions.n.latency", SPAN, Text("")),
    rw("cmi.interactions.n.description", DESCRIPTION, Text("")),
    r("cmi.launch_data", From(Given::LaunchData, "")),
    r("cmi.learner_id", From(Given::Login, "")),
    r("cmi.learner_name", From(Given::Name, "")),
    k(
        "cmi.learner_preference._children",
        "audio_level,audio_captioning,delivery_speed,language",
    ),
    ranged(
        rw("cmi.learner_preference.audio_level", DECIMAL, Text("1")),
        0.0,
        999.999_999_9,
    ),
    rw(
        "cmi.learner_preference.language",
        Pattern("[a-zA-Z]{1,8}(-[a-zA-Z0-9-]{2,8})?"),
        Text(""),
    ),
    // Zero is refused.
    ranged(
        rw("cmi.learner_preference.delivery_speed", DECIMAL, Text("1")),
        f64::MIN_POSITIVE,
        999.999_999_9,
    ),
    ranged(
        rw(
            "cmi.learner_preference.audio_captioning",
            INTEGER,
            Text("0"),
        ),
        -1.0,
        1.0,
    ),
    rw("cmi.location", Form::Short("[^]+", 1000), Unset),
    r("cmi.max_time_allowed", Known(Given::MaxTime)),
    r("cmi.mode", From(Given::Mode, "normal")),
    k(
        "cmi.objectives._children",
        "progress_measure,completion_status,success_status,description,score,id",
    ),
    k("cmi.objectives._count", "0"),
    rw("cmi.objectives.n.id", Pattern(LONG_ID), Text("")),
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
    rw("cmi.objectives.n.description", DESCRIPTION, Text("")),
    ranged(rw("cmi.progress_measure", DECIMAL, Unset), 0.0, 1.0),
    r("cmi.scaled_passing_score", Known(Given::Passing)),
    k("cmi.score._children", "max,raw,scaled,min"),
    ranged(rw("cmi.score.scaled", DECIMAL, Unset), -1.0, 1.0),
    rw("cmi.score.raw", DECIMAL, Unset),
    rw("cmi.score.min", DECIMAL, Unset),
    rw("cmi.score.max", DECIMAL, Unset),
    w("cmi.session_time", SPAN, Text("PT0S")),
    rw("cmi.success_status", SUCCESS, Text("unknown")),
    rw("cmi.suspend_data", Longest(64_000), Unset),
    r(
        "cmi.time_limit_action",
        From(Given::TimeAction, "continue,no message"),
    ),
    r("cmi.total_time", Text("PT0S")),
    w(
        "adl.nav.request",
        Pattern(
            r"_?(start|resumeAll|previous|continue|exit|exitAll|abandon|abandonAll|suspendAll|retry|retryAll)|_none_|(\{target=\S*[a-zA-Z0-9_-]+\})?(choice|jump)",
        ),
        Text("_none_"),
    ),
    k("adl.data._children", "id,store"),
    k("adl.data._count", "0"),
    r("adl.data.n.id", Text("")),
    rw("adl.data.n.store", Longest(4000), Text("")),
];

const IDS: &[&str] = &["cmi.objectives.n.id", "cmi.interactions.n.objectives.n.id"];

pub(super) static SCORM_2004: Dialect = Dialect {
    source: "measured: scorm-again-2004.json; read: src/Scorm2004API.ts, src/constants/regex.ts",
    elements: ELEMENTS,
    arguments: [Argument::EmptyOrMissing; 3],
    reading: Reading {
        nothing_is_empty: true,
        not_text: Some(Reply::Empty(101)),
        group: Some(Reply::Object(0)),
        request_valid: RequestValid::Fixed(
            &[
                ("continue|previous", "unknown"),
                (r"(choice|jump)\..*", "false"),
                ("exit|exitAll|abandon|abandonAll|suspendAll", "unknown"),
            ],
            Reply::Empty(401),
        ),
        keeps_error: &["cmi.success_status", "cmi.completion_status"],
        ..READING_2004
    },
    writing: &[
        Check::State,
        Check::Named(351),
        Check::Known(401),
        Check::Record(RecordRule {
            gap: 351,
            appends: false,
            made_early: true,
            late: &["cmi.interactions.n.correct_responses"],
        }),
        Check::Writable(404, 404),
        Check::NeedsIdBut(&["adl.data.n.store", "cmi.interactions.n.result"], 408),
        Check::NeedsType(408),
        Check::Once(&["cmi.objectives.n.id", "cmi.interactions.n.id"], 351),
        Check::Unique(IDS, 351),
        Check::Responses(&RESPONSES),
        Check::Form(406),
        Check::Range(407, false),
    ],
    kept: Kept::TextUndefinedNull,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Text(""),
        empty: Say::Text(""),
        missing: Say::Text(""),
        numbers_unknown: false,
    },
    diagnostic: ErrorText {
        known: Say::Spec,
        unknown: Say::Text(""),
        empty: Say::SpecOfLast,
        missing: Say::Text(""),
        numbers_unknown: false,
    },
    entry: EntryRule { fresh: "", ..ENTRY },
    sending: Sending {
        commit: Send::Sync,
        finish: Send::Beacon,
        carries: Carries::Everything,
        login_page_is_success: true,
        failed: Failed {
            commit: 101,
            commit_offline: 391,
            finish: 111,
        },
        ..SENDS_NOTHING
    },
    finish: &[FinishRule::AddsTime(TimeSum::Iso)],
    live_status: true,
    ..CLIENT_2004
};
