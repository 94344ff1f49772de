//! The SCORM 1.2 data model (Run-Time Environment book, chapter 3.4).

use super::{Category, Collection, Field, Lifetime, Promised, RecordSpec, Rule};
use crate::types::Kind::{
    CmiDecimal, CmiFeedback, CmiIdentifier, CmiResult, CmiSInteger, CmiString, CmiTime,
    CmiTimespan, State,
};
use crate::types::Range;

/// What a SCO may set; `not attempted` is only ever set by the LMS.
const LESSON_STATUS: &[&str] = &["passed", "completed", "failed", "incomplete", "browsed"];
const OBJECTIVE_STATUS: &[&str] = &[
    "passed",
    "completed",
    "failed",
    "incomplete",
    "browsed",
    "not attempted",
];
const TIME_LIMIT_ACTION: &[&str] = &[
    "exit,message",
    "exit,no message",
    "continue,message",
    "continue,no message",
    "",
];
const INTERACTION_TYPE: &[&str] = &[
    "true-false",
    "choice",
    "fill-in",
    "matching",
    "performance",
    "sequencing",
    "likert",
    "numeric",
];

/// SCORM 1.2 promises no number of records.
const ANY_NUMBER: Promised = Promised::Records(u32::MAX);
const ANY: Range = Range {
    min: None,
    max: None,
};
const PERCENT: Range = Range {
    min: Some("0"),
    max: Some("100"),
};

/// The whole model. Order of fields is the order of `_children`.
pub(super) static ROOT: RecordSpec = RecordSpec {
    fields: &[
        Field::read_only("cmi._version", CmiString { max: 255 }).initial("3.4"),
        Field::read_only("cmi.core.student_id", CmiIdentifier),
        Field::read_only("cmi.core.student_name", CmiString { max: 255 }),
        Field::read_write("cmi.core.lesson_location", CmiString { max: 255 }),
        Field::read_only("cmi.core.credit", State(&["credit", "no-credit"])).initial("credit"),
        Field::read_write("cmi.core.lesson_status", State(LESSON_STATUS)).initial("not attempted"),
        Field::read_only("cmi.core.entry", State(&["ab-initio", "resume", ""])),
        Field::read_write(
            "cmi.core.score.raw",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_write(
            "cmi.core.score.min",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_write(
            "cmi.core.score.max",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_only("cmi.core.total_time", CmiTimespan)
            .initial("0000:00:00.00")
            .lifetime(Lifetime::Attempt),
        Field::read_only(
            "cmi.core.lesson_mode",
            State(&["browse", "normal", "review"]),
        )
        .initial("normal"),
        Field::write_only(
            "cmi.core.exit",
            State(&["time-out", "suspend", "logout", ""]),
        )
        .initial("")
        .lifetime(Lifetime::Session),
        Field::write_only("cmi.core.session_time", CmiTimespan).lifetime(Lifetime::Session),
        Field::read_write("cmi.suspend_data", CmiString { max: 4096 }),
        Field::read_only("cmi.launch_data", CmiString { max: 4096 }),
        Field::read_write("cmi.comments", CmiString { max: 4096 }).rule(Rule::Appends),
        Field::read_only("cmi.comments_from_lms", CmiString { max: 4096 }),
        Field::read_only(
            "cmi.student_data.mastery_score",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_only("cmi.student_data.max_time_allowed", CmiTimespan),
        Field::read_only(
            "cmi.student_data.time_limit_action",
            State(TIME_LIMIT_ACTION),
        ),
        Field::read_write(
            "cmi.student_preference.audio",
            CmiSInteger { min: -1, max: 100 },
        )
        .initial("0"),
        Field::read_write("cmi.student_preference.language", CmiString { max: 255 }),
        Field::read_write(
            "cmi.student_preference.speed",
            CmiSInteger {
                min: -100,
                max: 100,
            },
        )
        .initial("0"),
        Field::read_write(
            "cmi.student_preference.text",
            CmiSInteger { min: -1, max: 1 },
        )
        .initial("0"),
    ],
    collections: &[
        Collection::new("cmi.objectives", &OBJECTIVE, ANY_NUMBER),
        Collection::new("cmi.interactions", &INTERACTION, ANY_NUMBER),
    ],
    categories: &[
        Category::new("cmi"),
        Category::new("cmi.core"),
        Category::new("cmi.core.score"),
        Category::new("cmi.student_data"),
        Category::new("cmi.student_preference"),
    ],
};

static OBJECTIVE: RecordSpec = RecordSpec {
    fields: &[
        Field::read_write("id", CmiIdentifier),
        Field::read_write(
            "score.raw",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_write(
            "score.min",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_write(
            "score.max",
            CmiDecimal {
                range: PERCENT,
                blank: true,
            },
        ),
        Field::read_write("status", State(OBJECTIVE_STATUS)),
    ],
    collections: &[],
    categories: &[Category::new("score")],
};

static INTERACTION: RecordSpec = RecordSpec {
    fields: &[
        Field::write_only("id", CmiIdentifier),
        Field::write_only("time", CmiTime),
        Field::write_only("type", State(INTERACTION_TYPE)),
        Field::write_only(
            "weighting",
            CmiDecimal {
                range: ANY,
                blank: false,
            },
        ),
        Field::write_only("student_response", CmiFeedback),
        Field::write_only("result", CmiResult),
        Field::write_only("latency", CmiTimespan),
    ],
    collections: &[
        Collection::new("objectives", &INTERACTION_OBJECTIVE, ANY_NUMBER).without_children(),
        Collection::new("correct_responses", &CORRECT_RESPONSE, ANY_NUMBER).without_children(),
    ],
    categories: &[],
};

static INTERACTION_OBJECTIVE: RecordSpec = RecordSpec {
    fields: &[Field::write_only("id", CmiIdentifier)],
    collections: &[],
    categories: &[],
};

static CORRECT_RESPONSE: RecordSpec = RecordSpec {
    fields: &[Field::write_only("pattern", CmiFeedback)],
    collections: &[],
    categories: &[],
};
