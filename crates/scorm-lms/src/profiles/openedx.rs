//! Open edX with the SCORM XBlock: a store without checks, whose saves are asynchronous.

use crate::network::Via;
use crate::profile::Profile;
use crate::profile::dialect::{
    Argument, Carries, Check, Counts, Dialect, EntryRule, ErrorText, Failed, Indices, Kept,
    LastError, Open, Reading, Reply, Restore, Say, Send, Sending, States, Unknown, WriteOnly,
};
use crate::profile::element::{Element, Given, Initial, rw};

/// The states of an API that does not know any.
pub(super) const NO_STATES: States = States {
    initialize_again: 0,
    initialize_after: 0,
    finish: (0, 0),
    get: (0, 0),
    set: (0, 0),
    commit: (0, 0),
    argument_first: false,
    initialize_wipes: false,
    finish_again: "false",
    failed_finish_stays: false,
};

const fn reading(blackholes: &'static [&'static str]) -> Reading {
    Reading {
        empty_name: Reply::Empty(0),
        not_text: None,
        unknown: Unknown::Always(Reply::Empty(0)),
        children_misuse: Unknown::Always(Reply::Empty(0)),
        count_misuse: Unknown::Always(Reply::Empty(0)),
        group: None,
        write_only: WriteOnly::Readable,
        no_record: Reply::Empty(0),
        unset: Reply::Empty(0),
        blackholes,
        only: &[],
        as_at_launch: false,
        keeps_error: false,
    }
}

const fn dialect(
    source: &'static str,
    elements: &'static [Element],
    blackholes: &'static [&'static str],
) -> Dialect {
    Dialect {
        source,
        elements,
        open: Some(Open {
            prefixes: &[""],
            read_only: &[],
            keywords_read_only: false,
            whole_segments: false,
        }),
        arguments: [Argument::Any; 3],
        states: NO_STATES,
        reading: reading(blackholes),
        writing: &[Check::State],
        counts: Counts::None,
        kept: Kept::Typed,
        indices: Indices::Digits,
        type_resets_responses: false,
        appended: &[],
        last_error: LastError::Zero,
        error_text: ErrorText::always(Say::Text("Some Error")),
        diagnostic: ErrorText::always(Say::Text("Some Diagnostic")),
        entry: EntryRule {
            fresh: "",
            suspended: "",
            otherwise: "",
        },
        entry_once: false,
        honours_mode: false,
        restore: Restore::Always,
        sending: Sending {
            set: Send::Async(Via::XhrAsync, true),
            commit: Send::Nothing,
            finish: Send::Nothing,
            dismissal: None,
            carries: Carries::One,
            failed: Failed {
                commit: 0,
                commit_offline: 0,
                finish: 0,
            },
            refresh: (false, false),
            beacon_after_no_connection: false,
            login_page_is_success: true,
            autosave_ms: 0,
            beacon_is_success: false,
            host_saves_changes_only: false,
            host_saves: &[],
            host_via: Via::Beacon,
            follows: &[],
        },
        finish: &[],
        live_status: false,
    }
}

const SOURCE_12: &str = "measured: openedx-12.json";
const SOURCE_2004: &str = "measured: openedx-2004.json";

static SCORM_12: Dialect = dialect(
    SOURCE_12,
    &[
        rw(
            "cmi.core.student_id",
            crate::profile::element::Form::Any,
            Initial::Known(Given::LearnerNumber),
        ),
        rw(
            "cmi.core.student_name",
            crate::profile::element::Form::Any,
            Initial::Known(Given::Login),
        ),
    ],
    &["cmi.core.lesson_status", "cmi.core.score.raw"],
);

static SCORM_2004: Dialect = dialect(
    SOURCE_2004,
    &[
        rw(
            "cmi.learner_id",
            crate::profile::element::Form::Any,
            Initial::Known(Given::LearnerNumber),
        ),
        rw(
            "cmi.learner_name",
            crate::profile::element::Form::Any,
            Initial::Known(Given::Login),
        ),
    ],
    &[
        "cmi.completion_status",
        "cmi.success_status",
        "cmi.score.raw",
        "cmi.score.scaled",
        "cmi.mode",
    ],
);

pub(super) fn openedx() -> Profile {
    Profile {
        partial: false,
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        ..Profile::unknown("openedx", "Open edX (SCORM XBlock)")
    }
}
