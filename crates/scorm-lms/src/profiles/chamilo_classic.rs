//! Chamilo's classic player: a list of names, no order of calls, values as they come.

use super::parts::{ENTRY, OPEN, READING_12, SENDS_NOTHING};
use super::words::{ONLY_12, always_normal, api, leave, played, sequencing, words};
use crate::network::Via;
use crate::profile::dialect::{
    Carries, Check, Counts, Dialect, ErrorText, Reading, Reply, Restore, Say, Send, Sending,
    Unknown,
};
use crate::profile::element::{
    Element,
    Form::Any,
    Given,
    Initial::{Given as From, Numeric, Text},
    hidden, k, r, ranged, rw, w,
};
use crate::profile::{
    Api, FrameEnd, Profile, Rules, Score, Sequencing, SequencingExtent, StatusRule, TimeRule,
    Version, sourced,
};

static ELEMENTS: &[Element] = &[
    r(
        "cmi.core._children",
        Text(
            "entry, exit, lesson_status, student_id, student_name, lesson_location, total_time, \
             credit, lesson_mode, score, session_time",
        ),
    ),
    r("cmi.core.entry", From(Given::Entry, "")),
    w("cmi.core.exit", Any, Text("")),
    w("cmi.core.session_time", Any, Text("")),
    rw("cmi.core.lesson_status", Any, Text("not attempted")),
    r("cmi.core.student_id", From(Given::LearnerId, "")),
    r("cmi.core.student_name", From(Given::Name, "")),
    rw("cmi.core.lesson_location", Any, Text("")),
    r("cmi.core.total_time", Text("0000:00:00")),
    r("cmi.core.score._children", Text("raw,min,max")),
    rw("cmi.core.score.raw", Any, Numeric("")),
    rw("cmi.core.score.max", Any, Text("100")),
    rw("cmi.core.score.min", Any, Text("0")),
    r("cmi.core.credit", Text("credit")),
    r("cmi.core.lesson_mode", Text("normal")),
    rw("cmi.suspend_data", Any, Text("")),
    r("cmi.launch_data", From(Given::LaunchData, "")),
    r("cmi.objectives._children", Text("id,score,status")),
    r("cmi.objectives._count", Text("0")),
    rw("cmi.objectives.n.id", Any, Text("")),
    k("cmi.objectives.n.score._children", "raw,min,max"),
    rw("cmi.objectives.n.score.raw", Any, Text("")),
    rw("cmi.objectives.n.score.max", Any, Text("")),
    rw("cmi.objectives.n.score.min", Any, Text("")),
    rw("cmi.objectives.n.status", Any, Text("not attempted")),
    r(
        "cmi.student_data._children",
        Text("mastery_score,max_time_allowed"),
    ),
    r("cmi.student_data.mastery_score", From(Given::Mastery, "")),
    r(
        "cmi.student_data.max_time_allowed",
        From(Given::MaxTime, ""),
    ),
    r("cmi.interactions._count", Text("0")),
    r(
        "cmi.interactions._children",
        Text("id,time,type,correct_responses,weighting,student_response,result,latency"),
    ),
    hidden("cmi.interactions.n.id"),
    hidden("cmi.interactions.n.time"),
    // It begins as `time` does.
    hidden("cmi.interactions.n.timestamp"),
    hidden("cmi.interactions.n.type"),
    hidden("cmi.interactions.n.correct_responses.n.pattern"),
    hidden("cmi.interactions.n.weighting"),
    hidden("cmi.interactions.n.student_response"),
    hidden("cmi.interactions.n.result"),
    hidden("cmi.interactions.n.latency"),
    hidden("cmi.completion_status"),
    hidden("cmi.success_status"),
    ranged(hidden("cmi.score.scaled"), -1.0, 1.0),
    r("cmi.learner_id", From(Given::LearnerId, "")),
    r("cmi.learner_name", From(Given::Name, "")),
];

/// What is known and not supported.
const NOT_IMPLEMENTED: &str = r"cmi\.(student_preference\.(text|language|speed|audio|_children)|student_data\.time_limit_action|comments|comments_from_lms|student_demographics\..*)";

const CLIENT: Dialect = Dialect {
    elements: ELEMENTS,
    reading: Reading {
        not_text: Some(Reply::TypeError),
        answers: &[
            (NOT_IMPLEMENTED, Reply::Empty(401)),
            (r"cmi\.objectives\.\d+\.score.*", Reply::Empty(401)),
            (r"cmi\.objectives\..*", Reply::Empty(0)),
        ],
        unknown: Unknown::Always(Reply::Empty(201)),
        children_misuse: Unknown::Always(Reply::Empty(201)),
        count_misuse: Unknown::Always(Reply::Empty(201)),
        no_record: Reply::Initial,
        unset: Reply::Empty(0),
        ..READING_12
    },
    writing: &[
        Check::TextNameOr(Reply::TypeError),
        Check::KnownOr(&[
            (
                r"cmi\.(comments_from_lms|student_data\.time_limit_action|student_preference\._children)",
                Reply::False(403),
            ),
            (r"cmi\.objectives\.\d+\.score.*", Reply::Empty(401)),
            (r"cmi\.objectives\..*", Reply::False(0)),
            ("[^]*", Reply::False(401)),
        ]),
        Check::Named(401),
        Check::AnsweredAs(&[
            ("cmi.objectives._count", Reply::False(0)),
            ("cmi.objectives._children", Reply::False(0)),
            ("cmi.core._children", Reply::False(401)),
            ("cmi.core.score._children", Reply::False(401)),
            ("cmi.student_data._children", Reply::False(401)),
            ("cmi.interactions._count", Reply::False(401)),
            ("cmi.interactions._children", Reply::False(401)),
            ("cmi.learner_id", Reply::False(401)),
            ("cmi.learner_name", Reply::False(401)),
            ("cmi.objectives.n.score._children", Reply::Empty(402)),
        ]),
        Check::Writable(402, 403),
        Check::Gap(&["cmi.objectives"], Reply::BooleanFalse(201)),
        Check::RangeOr(Reply::False(0)),
    ],
    counts: Counts::Number,
    error_text: ErrorText::always(Say::Text("No error")),
    diagnostic: ErrorText::always(Say::LastCode),
    entry: ENTRY,
    restore: Restore::Only(&[
        "cmi.core.lesson_location",
        "cmi.suspend_data",
        "cmi.core.score.raw",
        "cmi.core.score.max",
        "cmi.core.score.min",
        "cmi.core.total_time",
    ]),
    sending: Sending {
        commit: Send::Async(Via::XhrAsync, false),
        finish: Send::Async(Via::XhrAsync, false),
        carries: Carries::Everything,
        login_page_is_success: true,
        never_sent: &[
            "cmi.completion_status",
            "cmi.success_status",
            "cmi.score.scaled",
        ],
        ..SENDS_NOTHING
    },
    ..OPEN
};

static SCORM_12: Dialect = Dialect {
    source: "measured: chamilo-classic-12.json; read: public/main/lp/scorm_api.php",
    ..CLIENT
};

static SCORM_2004: Dialect = Dialect {
    source: "measured: chamilo-classic-2004.json; read: public/main/lp/scorm_api.php",
    ..CLIENT
};

pub(super) fn chamilo_classic() -> Profile {
    const PLAYER: &str = "read: public/main/lp/scorm_api.php";
    let rules = || Rules {
        persisted: words(&[
            "cmi.core.score.*",
            "cmi.core.lesson_location",
            "cmi.core.lesson_status",
            "cmi.core.session_time",
            "cmi.core.exit",
            "cmi.suspend_data",
            "cmi.interactions.*",
            "cmi.objectives.*",
        ]),
        status: vec![StatusRule::MasteryIfUnset].into(),
        single_status: true,
        grade: Score::RawElseScaled,
        time: TimeRule::AddsSession,
        ..Rules::default()
    };
    Profile {
        partial: false,
        versions: Some(sourced(played(ONLY_12, &[]), PLAYER)),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        api: Some(sourced(
            Api {
                extra_names: words(&["api"]),
                ..api(&[Version::Scorm12])
            },
            PLAYER,
        )),
        leave: Some(sourced(leave(FrameEnd::NavigateTop), PLAYER)),
        rules: [
            Some(sourced(rules(), "read: lp_ajax_save_item.php")),
            Some(sourced(rules(), "measured: chamilo-classic-2004.json")),
        ],
        attempts: Some(sourced(always_normal(), PLAYER)),
        sequencing: Some(sourced(
            Sequencing {
                prerequisites: true,
                ..sequencing(SequencingExtent::None, &[])
            },
            "read: ScormApi::saveItem",
        )),
        ..Profile::unknown("chamilo_classic", "Chamilo (classic player)")
    }
}
