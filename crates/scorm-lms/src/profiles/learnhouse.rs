//! LearnHouse: a store without checks, saved in the background by fetch.

use super::parts::{ENTRY, OPEN, READING_OPEN, SENDS_NOTHING, STATES_12, STATES_2004};
use super::words::{ALL, BOTH, api, leave, played, sequencing};
use crate::moment::PageEvent;
use crate::network::Via;
use crate::profile::dialect::{
    Carries, Check, Dialect, EntryRule, ErrorText, Failed, Open, Reading, Reply, Say, Send,
    Sending, States,
};
use crate::profile::element::{
    Form::Any,
    Given,
    Initial::{Given as From, Text},
    rw,
};
use crate::profile::{Frame, FrameEnd, Profile, SequencingExtent, Transport, sourced};

const TEXTS: ErrorText = ErrorText {
    known: Say::Spec,
    unknown: Say::Text("Unknown Error"),
    empty: Say::Text("Unknown Error"),
    missing: Say::Text("Unknown Error"),
    numbers_unknown: false,
};

const STORE: Dialect = Dialect {
    writing: &[Check::State, Check::Writable(0, 0)],
    error_text: TEXTS,
    diagnostic: TEXTS,
    reading: Reading {
        falsy_empty: true,
        ..READING_OPEN
    },
    entry: EntryRule {
        normal: "ab-initio",
        absent: "ab-initio",
        ..ENTRY
    },
    sending: Sending {
        commit: Send::Async(Via::Fetch, false),
        finish: Send::Async(Via::Fetch, false),
        carries: Carries::Everything,
        login_page_is_success: true,
        late_errors: true,
        autosave_ms: 60_000,
        host_saves: &[
            PageEvent::Pagehide,
            PageEvent::Beforeunload,
            PageEvent::Hidden,
        ],
        host_via: Via::FetchKeepalive,
        host_saves_changes_only: true,
        ..SENDS_NOTHING
    },
    ..OPEN
};

static SCORM_12: Dialect = Dialect {
    source: "measured: learnhouse-12.json; read: ee/services/scorm/ScormRuntimeAPI.ts",
    open: Some(Open {
        prefixes: &[""],
        read_only: &[
            "cmi.core._children",
            "cmi.core.student_id",
            "cmi.core.student_name",
            "cmi.core.credit",
            "cmi.core.entry",
            "cmi.core.total_time",
            "cmi.core.lesson_mode",
            "cmi.launch_data",
            "cmi.comments_from_lms",
        ],
        keywords_read_only: false,
        counted: &[],
        whole_segments: false,
    }),
    elements: &[
        rw("cmi.core.student_id", Any, From(Given::LearnerHandle, "")),
        rw("cmi.core.student_name", Any, From(Given::Name, "")),
        rw("cmi.core.lesson_status", Any, Text("not attempted")),
        rw("cmi.core.entry", Any, From(Given::Entry, "")),
        rw("cmi.core.lesson_mode", Any, Text("normal")),
        rw("cmi.core.credit", Any, Text("credit")),
    ],
    states: States {
        initialize_again: 0,
        initialize_after: 0,
        failed_finish_stays: true,
        finish: (0, 101),
        get: (0, 101),
        set: (0, 101),
        commit: (0, 101),
        ..STATES_12
    },
    writing: &[
        Check::State,
        Check::TextNameOr(Reply::TypeError),
        Check::Writable(403, 403),
    ],
    ..STORE
};

static SCORM_2004: Dialect = Dialect {
    source: "measured: learnhouse-2004.json; read: ee/services/scorm/ScormRuntimeAPI.ts",
    open: Some(Open {
        prefixes: &[""],
        read_only: &[
            "cmi._version",
            "cmi.completion_threshold",
            "cmi.credit",
            "cmi.entry",
            "cmi.launch_data",
            "cmi.learner_id",
            "cmi.learner_name",
            "cmi.max_time_allowed",
            "cmi.mode",
            "cmi.scaled_passing_score",
            "cmi.time_limit_action",
            "cmi.total_time",
        ],
        keywords_read_only: false,
        counted: &[],
        whole_segments: false,
    }),
    elements: &[
        rw("cmi.learner_id", Any, From(Given::LearnerHandle, "")),
        rw("cmi.learner_name", Any, From(Given::Name, "")),
        rw("cmi.completion_status", Any, Text("unknown")),
        rw("cmi.success_status", Any, Text("unknown")),
        rw("cmi.entry", Any, From(Given::Entry, "")),
        rw("cmi.mode", Any, Text("normal")),
        rw("cmi.credit", Any, Text("credit")),
    ],
    states: States {
        initialize_again: 0,
        initialize_after: 0,
        failed_finish_stays: true,
        finish: (0, 113),
        get: (0, 123),
        set: (0, 133),
        commit: (0, 143),
        ..STATES_2004
    },
    writing: &[
        Check::State,
        Check::TextNameOr(Reply::TypeError),
        Check::Writable(404, 404),
    ],
    sending: Sending {
        failed: Failed {
            commit: 391,
            commit_offline: 391,
            finish: 111,
        },
        ..STORE.sending
    },
    ..STORE
};

pub(super) fn learnhouse() -> Profile {
    const CLIENT: &str = "read: ee/services/scorm/ScormRuntimeAPI.ts";
    Profile {
        partial: false,
        versions: Some(sourced(played(&[], ALL), CLIENT)),
        answers: [Some(&SCORM_12), Some(&SCORM_2004)],
        api: Some(sourced(api(BOTH), CLIENT)),
        frame: Some(sourced(
            Frame {
                width: Some("100%".into()),
                height: Some("calc(100vh - 140px)".into()),
                min_height: Some(500),
                allow: Some("fullscreen".into()),
                ..Frame::default()
            },
            "read: ScormActivity.tsx:518-535",
        )),
        leave: Some(sourced(
            leave(FrameEnd::NavigateTop),
            "read: ScormActivity.tsx",
        )),
        transport: Some(sourced(
            Transport {
                beacon_cap: Some(65_536),
                host_saves: vec![
                    PageEvent::Pagehide,
                    PageEvent::Beforeunload,
                    PageEvent::Hidden,
                ]
                .into(),
                ..Transport::default()
            },
            CLIENT,
        )),
        sequencing: Some(sourced(
            sequencing(SequencingExtent::None, &[]),
            "read: each SCO becomes its own activity on import",
        )),
        ..Profile::unknown("learnhouse", "LearnHouse")
    }
}
