//! ILIAS: SCORM 1.2 with and without its check of values.

use super::ilias_2004::SCORM_2004;
use super::parts::{CLIENT_12, ENTRY, READING_12, SENDS_NOTHING, STATES_12};
use super::words::{ALL, BOTH, always_normal, api, leave, played, sequencing, words};
use crate::moment::Phase;
use crate::network::Via;
use crate::profile::dialect::{
    Carries, Check, Counts, Dialect, Dismissal, EntryRule, ErrorText, FinishRule, Indices, Reading,
    RecordRule, Reply, Restore, Say, Send, Sending, States, TimeSum, Unknown,
};
use crate::profile::element::{
    Element, Form,
    Form::{Longest, Pattern, Short},
    Given,
    Initial::{Given as From, Text, Unset},
    k, r, rw, w,
};
use crate::profile::{
    Api, Attempts, Frame, FrameEnd, Import, Leave, Placement, Profile, ReviewWrites, Rules, Score,
    Sequencing, SequencingExtent, Transport, sourced,
};

const STRING_255: Form = Longest(255);
const STRING_4096: Form = Longest(4096);
const IDENTIFIER: Form = Short("[!-~]*", 255);
const DECIMAL: Form = Pattern(r"100(\.0+)?|\d?\d(\.\d+)?");
const DECIMAL_OR_BLANK: Form = Pattern(r"100(\.0+)?|\d?\d(\.\d+)?|");
// A dot before the fraction stands for any unit, as in the LMS.
const SPAN: Form = Pattern(r"\d{2,4}:\d{2}:\d{2}(.\d{1,2})?");
const CLOCK: Form = Pattern(r"[0-2]\d:[0-5]\d:[0-5]\d(.\d{1,2})?");

static ELEMENTS: &[Element] = &[
    k(
        "cmi._children",
        "core,suspend_data,launch_data,comments,objectives,student_data,student_preference,\
         interactions",
    ),
    r("cmi._version", Text("3.4")),
    k(
        "cmi.core._children",
        "student_id,student_name,lesson_location,credit,lesson_status,entry,score,total_time,\
         lesson_mode,exit,session_time",
    ),
    r("cmi.core.credit", From(Given::Credit, "")),
    r("cmi.core.entry", From(Given::Entry, "")),
    w("cmi.core.exit", Pattern("time-out|suspend|logout|"), Unset),
    rw("cmi.core.lesson_location", STRING_255, Text("")),
    r("cmi.core.lesson_mode", From(Given::Mode, "")),
    rw(
        "cmi.core.lesson_status",
        Pattern("passed|failed|completed|incomplete|browsed"),
        Text("not attempted"),
    ),
    k("cmi.core.score._children", "raw,min,max"),
    rw("cmi.core.score.raw", DECIMAL_OR_BLANK, Text("")),
    rw("cmi.core.score.min", DECIMAL_OR_BLANK, Text("")),
    rw("cmi.core.score.max", DECIMAL_OR_BLANK, Text("")),
    w("cmi.core.session_time", SPAN, Unset),
    r("cmi.core.student_id", From(Given::LearnerId, "")),
    r("cmi.core.student_name", From(Given::Name, "")),
    r("cmi.core.student_login", From(Given::Login, "")),
    r("cmi.core.student_ou", Text("")),
    r("cmi.core.total_time", Text("00:00:00")),
    rw("cmi.comments", STRING_4096, Text("")),
    r("cmi.comments_from_lms", Text("")),
    k(
        "cmi.interactions._children",
        "id,correct_responses,latency,student_response,objectives,result,time,type,weighting",
    ),
    k("cmi.interactions._count", "0"),
    w("cmi.interactions.n.id", IDENTIFIER, Unset),
    k("cmi.interactions.n.correct_responses._count", "0"),
    w(
        "cmi.interactions.n.correct_responses.n.pattern",
        STRING_255,
        Unset,
    ),
    w("cmi.interactions.n.latency", SPAN, Unset),
    w("cmi.interactions.n.student_response", STRING_255, Unset),
    k("cmi.interactions.n.objectives._count", "0"),
    w("cmi.interactions.n.objectives.n.id", IDENTIFIER, Unset),
    w(
        "cmi.interactions.n.result",
        Pattern(r"correct|wrong|unanticipated|neutral|-?\d+(\.\d+)?"),
        Unset,
    ),
    w("cmi.interactions.n.time", CLOCK, Unset),
    w(
        "cmi.interactions.n.type",
        Pattern("true-false|choice|fill-in|matching|performance|sequencing|likert|numeric"),
        Unset,
    ),
    w("cmi.interactions.n.weighting", DECIMAL, Unset),
    r("cmi.launch_data", From(Given::LaunchData, "")),
    k("cmi.objectives._children", "id,score,status"),
    k("cmi.objectives._count", "0"),
    rw("cmi.objectives.n.id", IDENTIFIER, Unset),
    k("cmi.objectives.n.score._children", "raw,min,max"),
    rw("cmi.objectives.n.score.raw", DECIMAL_OR_BLANK, Text("")),
    rw("cmi.objectives.n.score.min", DECIMAL_OR_BLANK, Text("")),
    rw("cmi.objectives.n.score.max", DECIMAL_OR_BLANK, Text("")),
    rw(
        "cmi.objectives.n.status",
        Pattern("passed|completed|failed|incomplete|browsed|not attempted"),
        Text("not attempted"),
    ),
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
        From(Given::TimeAction, "continue,no message"),
    ),
    k(
        "cmi.student_preference._children",
        "audio,language,speed,text",
    ),
    rw(
        "cmi.student_preference.audio",
        Pattern(r"-1|100|\d?\d"),
        Text("0"),
    ),
    rw("cmi.student_preference.language", STRING_255, Text("")),
    rw(
        "cmi.student_preference.speed",
        Pattern(r"-?(100|\d?\d)"),
        Text("0"),
    ),
    rw("cmi.student_preference.text", Pattern("-1|0|1"), Text("0")),
    rw("cmi.suspend_data", STRING_4096, Text("")),
];

const RECORDS: Check = Check::Record(RecordRule {
    gap: 201,
    appends: false,
    made_early: false,
    late: &[],
});

const CLIENT: Dialect = Dialect {
    elements: ELEMENTS,
    states: States {
        initialize_after: 0,
        reopens: true,
        failed_finish_stays: true,
        ..STATES_12
    },
    reading: Reading {
        children_misuse: Unknown::Always(Reply::Empty(202)),
        count_misuse: Unknown::Always(Reply::Empty(203)),
        no_record: Reply::Initial,
        unset: Reply::Empty(0),
        ..READING_12
    },
    counts: Counts::Text,
    indices: Indices::Numeric,
    error_text: ErrorText {
        known: Say::Spec,
        unknown: Say::Text("error"),
        empty: Say::Text(""),
        missing: Say::Text("error"),
        numbers_unknown: false,
    },
    diagnostic: ErrorText::always(Say::Text("no additional info for the last error code")),
    entry: EntryRule {
        absent: "ab-initio",
        ..ENTRY
    },
    entry_once: true,
    restore: Restore::Always,
    time_at_set: Some(TimeSum::Clock),
    sending: Sending {
        commit: Send::Sync,
        finish: Send::Sync,
        dismissal: Some(Dismissal {
            phases: &[Phase::Beforeunload, Phase::Unload, Phase::Click],
            via: Via::Beacon,
        }),
        beacon_is_success: true,
        carries: Carries::ChangesIfAny,
        first_with: &["cmi.core.entry", "cmi.core.lesson_mode", "cmi.core.credit"],
        ..SENDS_NOTHING
    },
    finish: &[
        FinishRule::CompletedIfNotAttempted,
        FinishRule::MasteryIfCompleted,
    ],
    ..CLIENT_12
};

static SCORM_12: Dialect = Dialect {
    source: "measured: ilias-12.json; read: Modules/ScormAicc/scripts/SCORM1_2standard.js",
    writing: &[
        Check::PlainValue(405),
        Check::State,
        Check::Named(201),
        Check::TextName(201),
        Check::NoKeyword(402),
        Check::Known(201),
        Check::Writable(402, 403),
        Check::Form(405),
        Check::Credit,
        RECORDS,
    ],
    ..CLIENT
};

static SCORM_12_UNCHECKED: Dialect = Dialect {
    source: "measured: ilias-12-nocheck.json; read: Modules/ScormAicc/scripts/SCORM1_2standard.js",
    writing: &[
        Check::PlainValue(405),
        Check::State,
        Check::Named(201),
        Check::TextName(201),
        Check::NoKeyword(402),
        Check::Known(201),
        Check::Writable(402, 403),
        Check::ClockParts,
        Check::Credit,
        RECORDS,
    ],
    ..CLIENT
};

pub(super) fn ilias() -> Profile {
    const PLAYER: &str = "read: Modules/ScormAicc/scripts/basisAPI.js";
    let rules = || Rules {
        grade: Score::Raw,
        ..Rules::default()
    };
    Profile {
        partial: false,
        versions: Some(sourced(
            played(ALL, &[]),
            "read: Modules/ScormAicc, Modules/Scorm2004",
        )),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        suspend_data: [
            Some(sourced(4096, "measured: ilias-12.json, 12-suspend-4097")),
            Some(sourced(
                64_000,
                "measured: ilias-2004.json, 04-suspend-64001",
            )),
        ],
        api: Some(sourced(
            Api {
                placement: Placement::Both,
                ..api(BOTH)
            },
            "read: class.ilObjSAHSLearningModule.php:747-754",
        )),
        frame: Some(sourced(
            Frame {
                width: Some("100%".into()),
                height: Some("100%".into()),
                ..Frame::default()
            },
            "read: tpl.scorm2004.player.html:70",
        )),
        leave: Some(sourced(
            Leave {
                grace_ms: 5000,
                next_sco_ms: 500,
                reloads_opener: true,
                ..leave(FrameEnd::AboutBlank)
            },
            "read: basisAPI.js:240-300, SCORM1_2standard.js:455-460",
        )),
        unplayed: &[
            "When a save is answered with the login page, the player goes to a page that tells of the time-out, \
             and the course is gone. Here the course stays; its saves fail as they do in ILIAS.",
            "At Finish the page that opened the player is loaded anew.",
        ],
        transport: Some(sourced(
            Transport {
                redirect_on_timeout: true,
                ..Transport::default()
            },
            PLAYER,
        )),
        rules: [
            Some(sourced(rules(), "read: basisAPI.js IliasCommit")),
            Some(sourced(rules(), "read: rtemain/main.js save()")),
        ],
        attempts: Some(sourced(
            Attempts {
                review_writes: ReviewWrites::Ignored,
                ..always_normal()
            },
            "read: SCORM1_2standard.js:590; the auto-review option is off by default",
        )),
        sequencing: Some(sourced(
            Sequencing {
                hides_ui: true,
                ..sequencing(
                    SequencingExtent::Full,
                    &[
                        "continue",
                        "previous",
                        "choice",
                        "jump",
                        "exit",
                        "exitAll",
                        "abandon",
                        "abandonAll",
                        "suspendAll",
                    ],
                )
            },
            "read: class.ilSCORM13PlayerGUI.php:300-325",
        )),
        import: Some(sourced(
            Import {
                schemaversions_2004: words(&[]),
                ..Import::default()
            },
            "read: the administrator chooses the version",
        )),
        ..Profile::unknown("ilias", "ILIAS")
    }
}

pub(super) fn ilias_nocheck() -> Profile {
    Profile {
        name: "ilias_nocheck".into(),
        title: "ILIAS (value check off)".into(),
        answers: [Some(&SCORM_12_UNCHECKED), Some(&SCORM_2004)],
        suspend_data: [None, ilias().suspend_data[1].clone()],
        ..ilias()
    }
}
