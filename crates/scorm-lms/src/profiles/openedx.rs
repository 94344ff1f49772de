//! Open edX with the SCORM XBlock: a store without checks, whose saves are asynchronous.

use super::parts::{OPEN, READING_OPEN, SENDS_NOTHING};
use crate::network::Via;
use crate::profile::Profile;
use crate::profile::dialect::{
    Carries, Dialect, EntryRule, ErrorText, LastError, Open, Reading, Say, Send, Sending,
};
use crate::profile::element::{Form::Any, Given, Initial::Known, rw};

const STORE: Dialect = Dialect {
    open: Some(Open {
        prefixes: &[""],
        read_only: &[],
        keywords_read_only: false,
        counted: &[],
        whole_segments: false,
    }),
    last_error: LastError::Zero,
    error_text: ErrorText::always(Say::Text("Some Error")),
    diagnostic: ErrorText::always(Say::Text("Some Diagnostic")),
    entry: EntryRule {
        fresh: "",
        suspended: "",
        normal: "",
        otherwise: "",
    },
    sending: Sending {
        set: Send::Async(Via::XhrAsync, true),
        carries: Carries::One,
        login_page_is_success: true,
        ..SENDS_NOTHING
    },
    ..OPEN
};

static SCORM_12: Dialect = Dialect {
    source: "measured: openedx-12.json; read: static/js/src/scormxblock.js",
    elements: &[
        rw("cmi.core.student_id", Any, Known(Given::LearnerNumber)),
        rw("cmi.core.student_name", Any, Known(Given::Login)),
    ],
    reading: Reading {
        blackholes: &["cmi.core.lesson_status", "cmi.core.score.raw"],
        ..READING_OPEN
    },
    ..STORE
};

static SCORM_2004: Dialect = Dialect {
    source: "measured: openedx-2004.json; read: static/js/src/scormxblock.js",
    elements: &[
        rw("cmi.learner_id", Any, Known(Given::LearnerNumber)),
        rw("cmi.learner_name", Any, Known(Given::Login)),
    ],
    reading: Reading {
        blackholes: &[
            "cmi.completion_status",
            "cmi.success_status",
            "cmi.score.raw",
            "cmi.score.scaled",
            "cmi.mode",
        ],
        ..READING_OPEN
    },
    ..STORE
};

pub(super) fn openedx() -> Profile {
    Profile {
        partial: false,
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        ..Profile::unknown("openedx", "Open edX (SCORM XBlock)")
    }
}
