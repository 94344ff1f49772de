//! ILIAS's data model of SCORM 2004.

use super::parts::{CLIENT_2004, ENTRY, READING_2004, SENDS_NOTHING};
use crate::moment::Phase;
use crate::network::Via;
use crate::profile::dialect::{
    Argument, Carries, Check, Counts, Dialect, Dismissal, EntryRule, ErrorText, Failed, FinishRule,
    Reading, RecordRule, Reply, RequestValid, ResponseForm, ResponseForms, Restore, Say, Send,
    Sending, TimeSum,
};
use crate::profile::element::{
    Element, Form,
    Form::{CorrectResponse, Limited, Pattern, Response},
    Given,
    Initial::{Given as From, Known, Text, Unset},
    k, r, ranged, rw, w,
};

const REAL_TEXT: &str = r"-?(\d{1,32}(\.\d{1,32})?|\.\d{1,32})";
const REAL: Form = Pattern(REAL_TEXT);
const SPAN: Form = Pattern(
    r"P((\d+Y(\d+M)?(\d+D)?|\d+M(\d+D)?|\d+D)(T(\d+H(\d+M)?(\d+(\.\d+)?S)?|\d+M(\d+(\.\d+)?S)?|\d+(\.\d+)?S))?|T(\d+H(\d+M)?(\d+(\.\d+)?S)?|\d+M(\d+(\.\d+)?S)?|\d+(\.\d+)?S))",
);
const TIMESTAMP: Form = Pattern(
    r"(19[7-9]\d|20[0-2]\d|203[0-8])(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3])(:[0-5]\d(:[0-5]\d(\.\d{1,2}Z?)?)?)?)?)?)?",
);
const COMPLETION: Form = Pattern("completed|incomplete|not attempted|unknown");
const SUCCESS: Form = Pattern("passed|failed|unknown");
/// A URI of at most 4000 units without blanks; `urn:` needs a name space of two.
const URI: Form = Form::Uri;
const SHORT_ID: &str = r"[\w.,:;/()!~*'@&=+$%#?\[\]{}^|<>-]{1,250}";
const LOCALIZED: Form = Form::Localized;

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
            empty_ok: true,
            ..list("choice", SHORT_ID, 36)
        },
        ResponseForm {
            prefixes: true,
            ..list("fill-in", "[^]*", 10)
        },
        ResponseForm {
            prefixes: true,
            ..one("long-fill-in", "[^]*")
        },
        ResponseForm {
            second: Some(SHORT_ID),
            ..list("matching", SHORT_ID, 36)
        },
        ResponseForm {
            prefixes: true,
            second: Some("[^]*"),
            ..list(
                "performance",
                r"[\w.,:;/()!~*'@&=+$%#?\[\]{}^|<>-]{0,250}",
                250,
            )
        },
        list("sequencing", SHORT_ID, 36),
        one("likert", SHORT_ID),
        one("numeric", REAL_TEXT),
        one("other", "[^]{0,4000}"),
    ],
    correct: &[
        ResponseForm {
            limit: 1,
            ..one("true-false", "true|false")
        },
        ResponseForm {
            distinct: true,
            empty_ok: true,
            no_duplicates: true,
            ..list("choice", SHORT_ID, 36)
        },
        ResponseForm {
            prefixes: true,
            ..list("fill-in", "[^]*", 10)
        },
        ResponseForm {
            prefixes: true,
            ..one("long-fill-in", "[^]*")
        },
        ResponseForm {
            second: Some(SHORT_ID),
            ..list("matching", SHORT_ID, 36)
        },
        ResponseForm {
            prefixes: true,
            second: Some("[^]*"),
            ..list(
                "performance",
                r"[\w.,:;/()!~*'@&=+$%#?\[\]{}^|<>-]{0,250}",
                250,
            )
        },
        ResponseForm {
            no_duplicates: true,
            ..list("sequencing", SHORT_ID, 36)
        },
        ResponseForm {
            limit: 1,
            ..one("likert", SHORT_ID)
        },
        ResponseForm {
            limit: 1,
            between: Some("[:]"),
            most: 2,
            ordered: true,
            ..one("numeric", r"-?(\d{1,32}(\.\d{1,32})?|\.\d{1,32})|")
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
        "comments_from_learner,comments_from_lms,completion_status,completion_threshold,credit,\
         entry,exit,interactions,launch_data,learner_id,learner_name,learner_preference,location,\
         max_time_allowed,mode,objectives,progress_measure,scaled_passing_score,score,\
         session_time,success_status,suspend_data,time_limit_action,total_time",
    ),
    k("cmi._version", "1.0"),
    k(
        "cmi.comments_from_learner._children",
        "comment,timestamp,location",
    ),
    k("cmi.comments_from_learner._count", "0"),
    rw("cmi.comments_from_learner.n.comment", LOCALIZED, Unset),
    rw("cmi.comments_from_learner.n.timestamp", TIMESTAMP, Unset),
    rw(
        "cmi.comments_from_learner.n.location",
        Limited(250, 407),
        Unset,
    ),
    k(
        "cmi.comments_from_lms._children",
        "comment,timestamp,location",
    ),
    k("cmi.comments_from_lms._count", "0"),
    r("cmi.comments_from_lms.n.comment", Unset),
    r("cmi.comments_from_lms.n.timestamp", Unset),
    r("cmi.comments_from_lms.n.location", Unset),
    rw("cmi.completion_status", COMPLETION, Text("unknown")),
    r("cmi.completion_threshold", Known(Given::Threshold)),
    r("cmi.credit", From(Given::Credit, "credit")),
    r("cmi.entry", From(Given::Entry, "")),
    w(
        "cmi.exit",
        Pattern("time-out|suspend|logout|normal|"),
        Text(""),
    ),
    k(
        "cmi.interactions._children",
        "correct_responses,description,id,latency,learner_response,objectives,result,timestamp,\
         type,weighting",
    ),
    k("cmi.interactions._count", "0"),
    k("cmi.interactions.n.correct_responses._children", "pattern"),
    k("cmi.interactions.n.correct_responses._count", "0"),
    rw(
        "cmi.interactions.n.correct_responses.n.pattern",
        CorrectResponse,
        Unset,
    ),
    rw("cmi.interactions.n.description", LOCALIZED, Unset),
    rw("cmi.interactions.n.id", URI, Unset),
    rw("cmi.interactions.n.latency", SPAN, Unset),
    rw("cmi.interactions.n.learner_response", Response, Unset),
    k("cmi.interactions.n.objectives._children", "id"),
    k("cmi.interactions.n.objectives._count", "0"),
    rw("cmi.interactions.n.objectives.n.id", URI, Unset),
    rw(
        "cmi.interactions.n.result",
        Pattern(r"correct|incorrect|unanticipated|neutral|-?(\d{1,32}(\.\d{1,32})?|\.\d{1,32})"),
        Unset,
    ),
    rw("cmi.interactions.n.timestamp", TIMESTAMP, Unset),
    rw(
        "cmi.interactions.n.type",
        Pattern(
            "true-false|choice|fill-in|long-fill-in|matching|performance|sequencing|likert|\
             numeric|other",
        ),
        Unset,
    ),
    rw("cmi.interactions.n.weighting", REAL, Unset),
    r("cmi.launch_data", Known(Given::LaunchData)),
    r("cmi.learner_id", From(Given::Login, "")),
    r("cmi.learner_name", From(Given::Name, "")),
    k(
        "cmi.learner_preference._children",
        "audio_level,language,delivery_speed,audio_captioning",
    ),
    ranged(
        rw("cmi.learner_preference.audio_level", REAL, Text("1")),
        0.0,
        f64::INFINITY,
    ),
    rw(
        "cmi.learner_preference.language",
        Pattern("([a-zA-Z]{2,3}|i|x)(-[a-zA-Z0-9]{2,8})*|"),
        Unset,
    ),
    ranged(
        rw("cmi.learner_preference.delivery_speed", REAL, Text("1")),
        0.0,
        f64::INFINITY,
    ),
    // An LMS's pattern without groups: begins with -1, holds 0, or ends with 1.
    rw(
        "cmi.learner_preference.audio_captioning",
        Pattern("-1[^]*|[^]*0[^]*|[^]*1"),
        Text("0"),
    ),
    rw("cmi.location", Limited(1000, 407), Unset),
    r("cmi.max_time_allowed", Known(Given::MaxTime)),
    r("cmi.mode", From(Given::Mode, "normal")),
    k(
        "cmi.objectives._children",
        "completion_status,description,id,progress_measure,score,success_status",
    ),
    k("cmi.objectives._count", "0"),
    rw(
        "cmi.objectives.n.completion_status",
        COMPLETION,
        Text("unknown"),
    ),
    rw("cmi.objectives.n.description", LOCALIZED, Unset),
    rw("cmi.objectives.n.id", URI, Unset),
    ranged(
        rw("cmi.objectives.n.progress_measure", REAL, Unset),
        0.0,
        1.0,
    ),
    k("cmi.objectives.n.score._children", "scaled,raw,min,max"),
    ranged(rw("cmi.objectives.n.score.scaled", REAL, Unset), -1.0, 1.0),
    rw("cmi.objectives.n.score.raw", REAL, Unset),
    rw("cmi.objectives.n.score.min", REAL, Unset),
    rw("cmi.objectives.n.score.max", REAL, Unset),
    rw("cmi.objectives.n.success_status", SUCCESS, Text("unknown")),
    ranged(rw("cmi.progress_measure", REAL, Unset), 0.0, 1.0),
    r("cmi.scaled_passing_score", Known(Given::Passing)),
    k("cmi.score._children", "scaled,raw,min,max"),
    ranged(rw("cmi.score.scaled", REAL, Unset), -1.0, 1.0),
    rw("cmi.score.raw", REAL, Unset),
    rw("cmi.score.min", REAL, Unset),
    rw("cmi.score.max", REAL, Unset),
    w("cmi.session_time", SPAN, Unset),
    rw("cmi.success_status", SUCCESS, Text("unknown")),
    rw("cmi.suspend_data", Limited(64_000, 407), Unset),
    r(
        "cmi.time_limit_action",
        From(Given::TimeAction, "continue,no message"),
    ),
    r("cmi.total_time", Text("PT0H0M0S")),
    rw(
        "adl.nav.request",
        Pattern(
            r"\{target=[^}]+\}(choice|jump)|continue|previous|exit|exitAll|abandon|abandonAll|suspendAll|_none_",
        ),
        Text("_none_"),
    ),
    k("adl.data._children", "id,store"),
    k("adl.data._count", "0"),
    r("adl.data.n.id", Unset),
    rw("adl.data.n.store", Limited(64_000, 407), Unset),
];

const IDS: &[&str] = &["cmi.objectives.n.id", "cmi.interactions.n.objectives.n.id"];

pub(super) static SCORM_2004: Dialect = Dialect {
    source: "measured: ilias-2004.json; read: Modules/Scorm2004/scripts/rtemain/rte.js",
    elements: ELEMENTS,
    arguments: [Argument::Empty, Argument::Empty, Argument::EmptyOrNull],
    reading: Reading {
        not_text: Some(Reply::Empty(201)),
        request_valid: RequestValid::Fixed(
            &[
                ("continue|previous", "false"),
                ("(choice|jump)\\..*", "unknown"),
            ],
            Reply::Empty(401),
        ),
        ..READING_2004
    },
    writing: &[
        Check::State,
        Check::TextName(201),
        Check::Named(351),
        Check::PlainValue(406),
        Check::KnownOrKeyword(401, 404),
        Check::PlainIndex(351),
        Check::Fixed(&["adl.data"], 351),
        Check::Record(RecordRule {
            gap: 351,
            appends: false,
            made_early: false,
            late: &[],
        }),
        Check::Writable(404, 404),
        Check::Once(&["cmi.objectives.n.id"], 351),
        Check::NeedsIdBut(&["cmi.objectives.n.progress_measure"], 408),
        Check::NeedsType(408),
        Check::Unique(IDS, 351),
        Check::Responses(&RESPONSES),
        Check::Form(406),
        Check::Range(407, false),
    ],
    counts: Counts::Text,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Text(""),
        empty: Say::Text(""),
        missing: Say::Text(""),
        numbers_unknown: true,
    },
    diagnostic: ErrorText {
        known: Say::Spec,
        unknown: Say::Spec,
        empty: Say::Text(""),
        missing: Say::Spec,
        numbers_unknown: false,
    },
    entry: EntryRule {
        normal: "ab-initio",
        absent: "ab-initio",
        otherwise: "ab-initio",
        ..ENTRY
    },
    restore: Restore::AlwaysBut(&[
        "cmi.completion_status",
        "cmi.success_status",
        "cmi.suspend_data",
        "cmi.total_time",
    ]),
    sending: Sending {
        commit: Send::Sync,
        finish: Send::Sync,
        dismissal: Some(Dismissal {
            phases: &[Phase::Beforeunload, Phase::Unload, Phase::Click],
            via: Via::XhrAsync,
        }),
        carries: Carries::Everything,
        only_normal: true,
        failed: Failed {
            commit: 391,
            commit_offline: 391,
            finish: 0,
        },
        ..SENDS_NOTHING
    },
    finish: &[FinishRule::AddsTime(TimeSum::Iso)],
    live_status: true,
    ..CLIENT_2004
};
