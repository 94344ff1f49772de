//! Open edX with the SCORM XBlock: a store without checks, whose saves are asynchronous.

use super::parts::{OPEN, READING_OPEN, SENDS_NOTHING};
use super::words::{ALL, BOTH, always_normal, api, leave, played, sequencing, words};
use crate::network::Via;
use crate::profile::dialect::{
    Carries, Dialect, EntryRule, ErrorText, LastError, Open, Reading, Say, Send, Sending,
};
use crate::profile::element::{Form::Any, Given, Initial::Known, rw};
use crate::profile::{
    Api, FileLookup, Frame, FrameEnd, Import, Profile, Rules, Score, Sequencing, SequencingExtent,
    TimeRule, Transport, sourced,
};

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
        absent: "",
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
    const XBLOCK: &str = "read: openedxscorm/scormxblock.py";
    Profile {
        partial: false,
        versions: Some(sourced(played(&[], ALL), XBLOCK)),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        api: Some(sourced(
            Api {
                foreign_ancestor: true,
                ..api(BOTH)
            },
            "read: static/js/src/scorm.js; the learning micro-frontend is another origin",
        )),
        frame: Some(sourced(
            Frame {
                width: Some("100%".into()),
                height: Some("450px".into()),
                ..Frame::default()
            },
            "read: static/html/scormxblock.html:37, scormxblock.py:109",
        )),
        leave: Some(sourced(
            leave(FrameEnd::NavigateTop),
            "read: scormxblock.js",
        )),
        transport: Some(sourced(
            Transport {
                one_error_drops_all: true,
                ..Transport::default()
            },
            "read: scormxblock.py:484-520; measured: unload-chromium.json",
        )),
        rules: [
            Some(sourced(
                Rules {
                    grade: Score::LastOfRawAndScaled,
                    bad_score_drops_all: true,
                    time: TimeRule::Nothing,
                    ..Rules::default()
                },
                "read: scormxblock.py:450-570",
            )),
            Some(sourced(
                Rules {
                    grade: Score::LastOfRawAndScaled,
                    complete_on: words(&["completed"]),
                    bad_score_drops_all: true,
                    time: TimeRule::Nothing,
                    ..Rules::default()
                },
                "read: scormxblock.py:450-570",
            )),
        ],
        attempts: Some(sourced(always_normal(), XBLOCK)),
        sequencing: Some(sourced(
            Sequencing {
                menu_visible: false,
                buttons_visible: false,
                first_only: true,
                shared_data: true,
                ..sequencing(SequencingExtent::None, &[])
            },
            "read: scormxblock.py:603",
        )),
        import: Some(sourced(
            Import {
                schemaversions_2004: words(&["*"]),
                files: FileLookup::BaseName,
                ..Import::default()
            },
            "read: scormxblock.py:217-240, 733",
        )),
        ..Profile::unknown("openedx", "Open edX (SCORM XBlock)")
    }
}
