//! What the server tells the page.

use crate::workbench::courses::{CourseState, RecentCourse, SessionCard};
use crate::workbench::development::LiveFindings;
use crate::workbench::doorbell::Ring;
use crate::workbench::driving::{ActLine, Seat};
use crate::workbench::journals::JournalPart;
use crate::workbench::lms_record::LmsRecord;
use crate::workbench::recording::RecordedFile;
use greenroom_dialog::desk::tracker::Record;
use greenroom_dialog::holds::Learned;
use greenroom_dialog::inspector::{Export, Seen};
use greenroom_dialog::metrics::{Metrics, ToolReport};
use greenroom_dialog::preferences::Note;
use greenroom_dialog::standing_answers::Remembered;
use greenroom_dialog::{By, State};
use greenroom_human::Status;
use serde::Serialize;
use serde_json::{Map, Value};

/// One message of the server. Those with `seq` answer the message of the page with that number.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(in crate::workbench) enum FromServer {
    /// Comes first, once the page has said who it is.
    Welcome(Box<Welcome>),
    Pong,
    /// A question. Sent again under the same id whenever the page connects.
    DialogRequest(Box<DialogRequest>),
    DialogResponseResult(ResponseResult),
    /// A terminal state closes the card; `by` says who ended it.
    DialogStateChange {
        dialog_id: String,
        state: State,
        timestamp: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        #[serde(skip_serializing_if = "Option::is_none")]
        connection: Option<String>,
    },
    /// A page has acted and may still undo it; null: the act was undone and the card is open again.
    DialogHeld {
        #[serde(rename = "requestId")]
        request_id: String,
        undo_ms: Option<u64>,
        connection: Option<String>,
    },
    DialogUpdate {
        #[serde(rename = "requestId")]
        request_id: String,
        position: usize,
        agent_waiting: bool,
    },
    Status(Status),
    /// `code` is for the page's own words; `text` is English and complete.
    Notice {
        level: Level,
        code: &'static str,
        text: String,
    },
    /// The browser that waits to be let in now, if one does.
    Pairing {
        request: Option<Ring>,
    },
    Settings {
        settings: Map<String, Value>,
    },
    Notes {
        notes: Vec<Note>,
    },
    Remembered {
        remembered: Vec<Remembered>,
    },
    Learned {
        learned: Vec<Learned>,
    },
    Inspecting {
        on: bool,
    },
    InspectorEntries {
        entries: Vec<Seen>,
    },
    /// The open sessions of this process, newest first, and the courses that were opened before.
    Sessions {
        sessions: Vec<SessionCard>,
        recent: Vec<RecentCourse>,
    },
    CourseState(Box<CourseState>),
    /// Further lines of the transcript of the session that this page watches.
    JournalPart {
        session_id: String,
        part: JournalPart,
    },
    /// The transcript ends here, and why.
    JournalBroken {
        session_id: String,
        error: String,
    },
    /// Who is at a session and who drives, now and whenever it changes.
    CourseSeat {
        session_id: String,
        seat: Box<Seat>,
    },
    /// What was just done to the page of a session.
    CourseActs {
        session_id: String,
        acts: Vec<ActLine>,
    },
    /// What is wrong with the course, whenever that changes; null once nobody follows its files.
    CourseFindings {
        session_id: String,
        live: Option<LiveFindings>,
    },
    /// The session that this page watches is not open any more.
    CourseGone {
        session_id: String,
    },
    CourseOpened {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        session_id: String,
    },
    CourseRehearsal {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        #[serde(flatten)]
        saved: RecordedFile,
    },
    CourseLmsRecord {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        record: Box<LmsRecord>,
    },
    CourseAddress {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        url: String,
    },
    HistoryPage {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        /// Of all that match.
        total: usize,
        entries: Vec<HistorySummary>,
        /// What the filters can offer: all values in the history.
        tools: Vec<String>,
        projects: Vec<String>,
    },
    HistoryEntry {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        entry: Box<Record>,
    },
    HistoryExport {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        entries: Vec<Record>,
    },
    Metrics {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        metrics: Metrics,
        report: Vec<ToolReport>,
    },
    InspectorExport {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        /// Relative to the data directory.
        path: String,
        export: Export,
    },
    Done {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
    },
    Failed {
        #[cfg_attr(test, schemars(with = "u64"))]
        seq: Value,
        error: String,
    },
}

/// How serious a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "NoticeLevel"))]
#[serde(rename_all = "snake_case")]
pub(in crate::workbench) enum Level {
    Info,
    Warning,
}

/// What a page knows to begin with.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::workbench) struct Welcome {
    /// The page's id; also in `answered_by`.
    pub connection: String,
    pub version: &'static str,
    /// All open dialogs. A card whose id is not here was closed while the page was away.
    pub open: Vec<String>,
    pub settings: Map<String, Value>,
    pub notes: Vec<Note>,
    pub remembered: Vec<Remembered>,
    pub learned: Vec<Learned>,
    /// The inspector records.
    pub inspecting: bool,
    pub status: Status,
    pub pairing: Option<Ring>,
}

/// One question, as its card needs it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::workbench) struct DialogRequest {
    #[serde(rename = "requestId")]
    pub request_id: String,
    /// Which card shows it.
    #[serde(rename = "dialogType")]
    pub dialog_type: String,
    /// The tool's registry name. Equals `dialogType` except for the generic form.
    pub tool: String,
    /// As the asker gave them, checked, in the spelling of the schema, defaults not filled in.
    pub parameters: Map<String, Value>,
    /// When it was asked, in ISO 8601.
    pub timestamp: String,
    /// Name of the client or program that asks.
    pub asker: String,
    /// Connected without a token (`--ws-no-token`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unverified: bool,
    pub project: Option<String>,
    pub session_label: Option<String>,
    /// 0: the card is open. 1 and more: its place in the queue. The page obeys; the server keeps
    /// at most three at 0.
    pub position: usize,
    pub agent_waiting: bool,
    pub expires_at: u64,
    pub state: State,
    /// What the page last sent as `draft`, word for word.
    pub draft: Option<Value>,
    /// The human has acted and may still undo it, for so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_ms: Option<u64>,
    /// The answer's JSON schema; of tools that are declared by their schemas alone.
    #[serde(rename = "answerSchema", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Map<String, Value>>"))]
    pub answer_schema: Option<Value>,
}

/// What became of a `dialog-response`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::workbench) struct ResponseResult {
    #[serde(rename = "requestId")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub request_id: Option<String>,
    pub success: bool,
    /// The act counts only after this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_ms: Option<u64>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// One line of the history.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::workbench) struct HistorySummary {
    pub dialog_id: String,
    pub tool: String,
    pub state: State,
    pub status: SummaryStatus,
    /// First 200 characters of the question (or decision context), one line.
    pub question: String,
    /// The answer for people in one line, at most 200 characters; absent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    pub asker: String,
    pub project: Option<String>,
    pub created_at: u64,
    pub ended_at: u64,
    pub attachments: usize,
    pub delivered: bool,
}

/// How a dialog of the history ended, as in tool results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(in crate::workbench) enum SummaryStatus {
    Answered,
    Cancelled,
    Declined,
    NoResponse,
    Error,
    Pending,
}
