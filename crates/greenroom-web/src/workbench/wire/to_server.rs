//! What the page tells the server.

use crate::workbench::courses::{Control, Leaving, PlayWish};
use crate::workbench::development::OnSave;
use crate::workbench::driving::{DriveWish, Pace, PersonInput};
use crate::workbench::journals::JournalPlace;
use greenroom_dialog::HistoryFilter;
use greenroom_dialog::inspector::InspectorFilter;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A message that gets no reply.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(in crate::workbench) enum Act {
    /// Comes first: the token of this page.
    Auth {
        token: String,
    },
    /// Every 15 s; the server answers `pong`. Two missed: the page takes the connection for dead.
    Ping,
    DialogDisplayed {
        #[serde(rename = "requestId")]
        request_id: String,
    },
    DialogRenderFailed {
        #[serde(rename = "requestId")]
        request_id: String,
        message: String,
    },
    /// Stored and given back as it is.
    Draft {
        #[serde(rename = "requestId")]
        request_id: String,
        data: Value,
    },
    /// What the human gave; the reply is `dialog-response-result`.
    DialogResponse {
        #[serde(rename = "requestId")]
        request_id: String,
        data: Map<String, Value>,
        /// Store it as standing answer; refused for confirm, dangerous and screenshot dialogs.
        remember: Option<bool>,
        /// The countdown ran out; the result is marked `auto_submit`; refused for confirm.
        auto: Option<bool>,
        /// The act counts only after this time, at most ten seconds, and can be undone until
        /// then. It is on disk at once.
        undo_ms: Option<u64>,
    },
    /// Refused by a `notice` when the agent has it already.
    DialogUndo {
        #[serde(rename = "requestId")]
        request_id: String,
    },
    /// The human picks a waiting dialog: it gets position 0; if three were open, the youngest of
    /// them gets 1 (its state stays).
    DialogPick {
        #[serde(rename = "requestId")]
        request_id: String,
    },
    NoteAdd {
        text: String,
    },
    NoteRemove {
        id: String,
    },
    /// Only the members that changed.
    SettingsChange {
        settings: Map<String, Value>,
    },
    RememberedRemove {
        id: String,
    },
    LearnedRemove {
        client: String,
        with_progress: bool,
    },
    /// The human's word on a browser that wants to be paired.
    PairingDecision {
        id: String,
        allow: bool,
    },
    /// Recording on or off, for the whole server.
    InspectorSwitch {
        on: bool,
    },
    /// Whether this page gets `inspector-entries`; `true` first sends what the ring holds.
    InspectorWatch {
        on: bool,
    },
    /// Whether this page gets `sessions`; `true` sends them first.
    SessionsWatch {
        on: bool,
    },
    /// The session whose `course-state` this page gets; null: none.
    CourseWatch {
        session_id: Option<String>,
    },
    /// The sessions of agents that this page sees as pictures: binary messages, see `FrameHeader`.
    /// With the pace `live` also `course-seat` and `course-acts`. None ends it.
    FramesWatch {
        session_ids: Vec<String>,
        pace: Pace,
        /// What others call the person before this page.
        name: Option<String>,
    },
    /// What the person who drives did to the course.
    CourseInput {
        session_id: String,
        input: PersonInput,
    },
    /// The session whose `journal-part`s this page gets, from this place on; null: none.
    JournalWatch {
        session_id: Option<String>,
        #[serde(default)]
        from: JournalPlace,
    },
}

/// A message that gets one reply with the same `seq`: the one named here, or `failed`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(in crate::workbench) enum Query {
    /// Reply `history-page`, newest first. `limit` at most 100.
    #[serde(rename = "history-query")]
    History {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        #[serde(default)]
        filter: HistoryFilter,
        offset: usize,
        limit: usize,
    },
    /// Reply `history-entry`.
    HistoryGet {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        dialog_id: String,
    },
    /// Reply `history-export`; the page offers it as download.
    HistoryExport {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        #[serde(default)]
        filter: HistoryFilter,
    },
    /// Reply `done`. With `dialog_id` one entry, without all. Images go too.
    HistoryDelete {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        dialog_id: Option<String>,
    },
    /// Reply `metrics`.
    #[serde(rename = "metrics-query")]
    Metrics {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
    },
    /// Reply `inspector-export`; also written below the data directory.
    InspectorExport {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        #[serde(default)]
        filter: InspectorFilter,
    },
    /// Reply `course-opened`. A path on the machine of the server.
    CourseOpen {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        path: String,
    },
    /// Reply `course-address`: the player, to be shown in a frame; the address is good once.
    CoursePlay {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
        #[serde(default)]
        wish: PlayWish,
    },
    /// Reply `done`, once it is decided; `failed` says why it was refused.
    CourseNavigate {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
        request: Control,
    },
    /// Reply `done`. The session stays, and can be played again.
    CourseLeave {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
        how: Leaving,
    },
    /// Reply `done`: the person pauses the agent, takes over, or gives back.
    CourseDrive {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
        wish: DriveWish,
    },
    /// Reply `course-opened`: the course that comes with Greenroom.
    CourseTry {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
    },
    /// Reply `course-opened`: a new session that goes on from a moment of this one, counted from 0.
    CourseFork {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
        moment: usize,
    },
    /// Reply `course-rehearsal`: recording ends, and what was done since it began is written.
    CourseRecorded {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
    },
    /// Reply `course-lms-record`: what the LMS has stored that the course plays in.
    CourseLmsRecord {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
    },
    /// Reply `done`. Follows the files of the course; without `on_save`, no longer.
    CourseDevelop {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
        on_save: Option<OnSave>,
    },
    /// Reply `done`. Ends the session.
    CourseClose {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
    },
}
