//! Frappe LMS: a page that keeps suspend data and completion, and forgets everything else.

use super::parts::{OPEN, READING_OPEN, SENDS_NOTHING};
use crate::profile::Profile;
use crate::profile::dialect::{
    Chosen, Dialect, ErrorText, LastError, Open, Reading, Restore, Say, Send, Sending,
};
use crate::profile::element::{Form::Any, Given, Initial::Known, rw};

const PAGE: Dialect = Dialect {
    open: Some(Open {
        prefixes: &[""],
        read_only: &[],
        keywords_read_only: false,
        counted: &[],
        whole_segments: false,
    }),
    elements: &[
        rw("cmi.core.lesson_status", Any, Known(Given::Done)),
        rw("cmi.launch_data", Any, Known(Given::SuspendData)),
    ],
    reading: Reading {
        only: &[
            "cmi.core.lesson_status",
            "cmi.suspend_data",
            "cmi.launch_data",
        ],
        as_at_launch: true,
        ..READING_OPEN
    },
    last_error: LastError::Zero,
    error_text: ErrorText::always(Say::Text("")),
    diagnostic: ErrorText::always(Say::Text("")),
    restore: Restore::Only(&["cmi.suspend_data"]),
    sending: Sending {
        set: Send::Chosen(&[
            Chosen {
                element: "cmi.core.lesson_status",
                value: Some("passed"),
                delay_ms: 0,
                ends: true,
            },
            Chosen {
                element: "cmi.completion_status",
                value: Some("completed"),
                delay_ms: 0,
                ends: true,
            },
            Chosen {
                element: "cmi.suspend_data",
                value: None,
                delay_ms: 300,
                ends: false,
            },
        ]),
        login_page_is_success: true,
        ..SENDS_NOTHING
    },
    ..OPEN
};

static SCORM_12: Dialect = Dialect {
    source: "measured: frappe-12.json; read: frontend/src/pages/SCORMChapter.vue",
    ..PAGE
};

static SCORM_2004: Dialect = Dialect {
    source: "measured: frappe-2004.json; read: frontend/src/pages/SCORMChapter.vue",
    ..PAGE
};

pub(super) fn frappe() -> Profile {
    Profile {
        partial: false,
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        ..Profile::unknown("frappe", "Frappe LMS")
    }
}
