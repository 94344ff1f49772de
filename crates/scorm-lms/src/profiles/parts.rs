//! What several declarations begin with. A declaration says what is different.

use crate::network::Via;
use crate::profile::dialect::{
    Argument, Carries, Check, Counts, Dialect, EntryRule, ErrorText, Failed, Indices, Kept,
    LastError, Reading, Reply, RequestValid, Restore, Say, Send, Sending, States, Unknown,
    WriteOnly,
};

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
    reopens: false,
    failed_finish_stays: false,
};

/// The states of SCORM 1.2.
pub(super) const STATES_12: States = States {
    initialize_again: 101,
    initialize_after: 101,
    finish: (301, 301),
    get: (301, 301),
    set: (301, 301),
    commit: (301, 301),
    argument_first: true,
    initialize_wipes: false,
    finish_again: "false",
    reopens: false,
    failed_finish_stays: false,
};

/// The states of SCORM 2004.
pub(super) const STATES_2004: States = States {
    initialize_again: 103,
    initialize_after: 104,
    finish: (112, 113),
    get: (122, 123),
    set: (132, 133),
    commit: (142, 143),
    argument_first: true,
    initialize_wipes: false,
    finish_again: "false",
    reopens: false,
    failed_finish_stays: false,
};

/// Reading that never fails.
pub(super) const READING_OPEN: Reading = Reading {
    empty_name: Reply::Empty(0),
    nothing_is_empty: false,
    not_text: None,
    unknown: Unknown::Always(Reply::Empty(0)),
    children_misuse: Unknown::Always(Reply::Empty(0)),
    count_misuse: Unknown::Always(Reply::Empty(0)),
    group: None,
    write_only: WriteOnly::Readable,
    no_record: Reply::Empty(0),
    unset: Reply::Empty(0),
    request_valid: RequestValid::Row,
    blackholes: &[],
    only: &[],
    as_at_launch: false,
    falsy_empty: false,
    keeps_error: &[],
    answers: &[],
};

/// Reading as SCORM 1.2 has it.
pub(super) const READING_12: Reading = Reading {
    empty_name: Reply::Empty(201),
    unknown: Unknown::Always(Reply::Empty(201)),
    children_misuse: Unknown::IfParent(Reply::Empty(202), Reply::Empty(201)),
    count_misuse: Unknown::IfParent(Reply::Empty(203), Reply::Empty(201)),
    write_only: WriteOnly::Answers(Reply::Empty(404)),
    ..READING_OPEN
};

/// Reading as SCORM 2004 has it.
pub(super) const READING_2004: Reading = Reading {
    empty_name: Reply::Empty(301),
    unknown: Unknown::Always(Reply::Empty(401)),
    children_misuse: Unknown::IfKnown(Reply::Empty(301), Reply::Empty(401)),
    count_misuse: Unknown::IfKnown(Reply::Empty(301), Reply::Empty(401)),
    write_only: WriteOnly::Answers(Reply::Empty(405)),
    no_record: Reply::Empty(301),
    unset: Reply::Empty(403),
    ..READING_OPEN
};

/// Error texts of the standard; nothing for other codes.
pub(super) const SPEC_TEXTS: ErrorText = ErrorText {
    known: Say::Spec,
    unknown: Say::Text(""),
    empty: Say::Text(""),
    missing: Say::Text(""),
    numbers_unknown: false,
};

/// The entry of the standard.
pub(super) const ENTRY: EntryRule = EntryRule {
    fresh: "ab-initio",
    suspended: "resume",
    normal: "",
    absent: "",
    otherwise: "",
};

/// Sends nothing.
pub(super) const SENDS_NOTHING: Sending = Sending {
    set: Send::Nothing,
    commit: Send::Nothing,
    finish: Send::Nothing,
    dismissal: None,
    carries: Carries::Everything,
    failed: Failed {
        commit: 101,
        commit_offline: 101,
        finish: 101,
    },
    late_errors: false,
    first_with: &[],
    only_normal: false,
    never_sent: &[],
    refresh: (false, false),
    beacon_after_no_connection: false,
    login_page_is_success: false,
    autosave_ms: 0,
    beacon_is_success: false,
    host_saves_changes_only: false,
    host_saves: &[],
    host_via: Via::Beacon,
    follows: &[],
};

/// A client without checks.
pub(super) const OPEN: Dialect = Dialect {
    source: "",
    elements: &[],
    open: None,
    arguments: [Argument::Any; 3],
    states: NO_STATES,
    reading: READING_OPEN,
    writing: &[Check::State],
    counts: Counts::None,
    kept: Kept::Typed,
    indices: Indices::Digits,
    type_resets_responses: false,
    appended: &[],
    last_error: LastError::Kept,
    error_text: SPEC_TEXTS,
    diagnostic: SPEC_TEXTS,
    entry: ENTRY,
    entry_once: false,
    honours_mode: false,
    restore: Restore::Always,
    sending: SENDS_NOTHING,
    finish: &[],
    time_at_set: None,
    live_status: false,
};

/// A client that keeps SCORM 1.2's order of calls.
pub(super) const CLIENT_12: Dialect = Dialect {
    arguments: [Argument::Empty; 3],
    states: STATES_12,
    reading: READING_12,
    counts: Counts::Text,
    kept: Kept::Text,
    honours_mode: true,
    ..OPEN
};

/// A client that keeps SCORM 2004's order of calls.
pub(super) const CLIENT_2004: Dialect = Dialect {
    arguments: [Argument::Empty; 3],
    states: STATES_2004,
    reading: READING_2004,
    counts: Counts::Text,
    kept: Kept::Text,
    honours_mode: true,
    ..OPEN
};
