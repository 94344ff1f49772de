//! Frappe LMS: a page that keeps suspend data and completion, and forgets everything else.

use super::parts::{OPEN, READING_OPEN, SENDS_NOTHING};
use super::words::{ALL, BOTH, always_normal, api, leave, played, sequencing, words};
use crate::profile::dialect::{
    Chosen, Dialect, ErrorText, LastError, Open, Reading, Restore, Say, Send, Sending,
};
use crate::profile::element::{Form::Any, Given, Initial::Known, rw};
use crate::profile::{
    Api, Frame, FrameEnd, Profile, Rules, Score, Sequencing, SequencingExtent, TimeRule, sourced,
};

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
    const PAGE_SOURCE: &str = "read: frontend/src/pages/SCORMChapter.vue";
    let rules = |complete: &[&'static str]| Rules {
        persisted: words(&[
            "cmi.suspend_data",
            "cmi.core.lesson_status",
            "cmi.completion_status",
        ]),
        grade: Score::Nothing,
        complete_on: words(complete),
        time: TimeRule::Nothing,
        erased_at_completion: true,
        ..Rules::default()
    };
    Profile {
        partial: false,
        versions: Some(sourced(played(&[], ALL), PAGE_SOURCE)),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        api: Some(sourced(
            Api {
                at_once: true,
                ..api(BOTH)
            },
            PAGE_SOURCE,
        )),
        frame: Some(sourced(
            Frame {
                width: Some("100%".into()),
                height: Some("calc(100vh - 3rem)".into()),
                ..Frame::default()
            },
            "read: SCORMChapter.vue:11",
        )),
        leave: Some(sourced(leave(FrameEnd::NavigateTop), PAGE_SOURCE)),
        rules: [
            Some(sourced(rules(&["passed"]), "measured: frappe-12.json")),
            Some(sourced(rules(&["completed"]), "measured: frappe-2004.json")),
        ],
        attempts: Some(sourced(always_normal(), PAGE_SOURCE)),
        sequencing: Some(sourced(
            Sequencing {
                menu_visible: false,
                buttons_visible: false,
                first_only: true,
                shared_data: true,
                ..sequencing(SequencingExtent::None, &[])
            },
            "read: lms/lms/api.py:1543-1563",
        )),
        ..Profile::unknown("frappe", "Frappe LMS")
    }
}
