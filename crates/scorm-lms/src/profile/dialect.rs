//! How the LMS's code in the page answers: the data that [`crate::Client`] interprets.

use super::element::Element;

/// The answers of one LMS for one version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dialect {
    /// Where it was measured or read.
    pub source: &'static str,
    /// Its data model.
    pub elements: &'static [Element],
    /// Names beyond the data model that it takes anyway.
    pub open: Option<Open>,
    /// The argument of `Initialize`, of `Finish` and of `Commit`.
    pub arguments: [Argument; 3],
    /// The states of the session.
    pub states: States,
    /// Reading.
    pub reading: Reading,
    /// The checks of a write, in order.
    pub writing: &'static [Check],
    /// What a record needs and gets.
    pub counts: Counts,
    /// What becomes of a value.
    pub kept: Kept,
    /// What an index may look like.
    pub indices: Indices,
    /// Does a new type of an interaction empty its correct responses?
    pub type_resets_responses: bool,
    /// Elements whose values are appended instead of replaced.
    pub appended: &'static [&'static str],
    /// `GetLastError`.
    pub last_error: LastError,
    /// `GetErrorString`.
    pub error_text: ErrorText,
    /// `GetDiagnostic`.
    pub diagnostic: ErrorText,
    /// The element `entry` at launch.
    pub entry: EntryRule,
    /// Is `entry` gone when a session is opened again?
    pub entry_once: bool,
    /// Does it play the mode it is asked for? Otherwise always `normal`.
    pub honours_mode: bool,
    /// What of the attempt that goes on it gives back.
    pub restore: Restore,
    /// Requests.
    pub sending: Sending,
    /// What `Finish` does to the data before it is sent.
    pub finish: &'static [FinishRule],
    /// How a session time is added to the total at each write, besides what `finish` says.
    pub time_at_set: Option<TimeSum>,
    /// Statuses that follow from numbers when they are read.
    pub live_status: bool,
}

/// Names beyond the data model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// They begin with one of these; every name does when there is `""`.
    pub prefixes: &'static [&'static str],
    /// Names that begin so are read only.
    pub read_only: &'static [&'static str],
    /// Are `_children` and `_count` read only too?
    pub keywords_read_only: bool,
    /// Collections whose `_count` follows the highest index, with `n` for indices.
    pub counted: &'static [&'static str],
    /// Does a prefix of `read_only` have to end at a dot?
    pub whole_segments: bool,
}

/// What an argument that should be `""` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Anything.
    Any,
    /// What `== ""` takes: `""`, 0, false.
    LooselyEmpty,
    /// `""` alone.
    Empty,
    /// `""` or none.
    EmptyOrMissing,
    /// `""`, none or `null`.
    EmptyOrNull,
}

/// Error codes of calls in the wrong state; 0 where the call is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States {
    /// `Initialize` while running.
    pub initialize_again: u16,
    /// `Initialize` after `Finish`.
    pub initialize_after: u16,
    /// `Finish` before `Initialize`, and after `Finish`.
    pub finish: (u16, u16),
    /// `GetValue` before, after.
    pub get: (u16, u16),
    /// `SetValue` before, after.
    pub set: (u16, u16),
    /// `Commit` before, after.
    pub commit: (u16, u16),
    /// Is the argument checked before the state?
    pub argument_first: bool,
    /// Does a second `Initialize` throw away what was not saved?
    pub initialize_wipes: bool,
    /// What a `Finish` in the wrong state returns.
    pub finish_again: &'static str,
    /// Does `Initialize` after `Finish` open the session again?
    pub reopens: bool,
    /// Does a `Finish` whose save failed leave the session open?
    pub failed_finish_stays: bool,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `""` with this error.
    Empty(u16),
    /// `"false"` with this error.
    False(u16),
    /// `"true"` with this error.
    True(u16),
    /// `false` (a boolean) with this error.
    BooleanFalse(u16),
    /// `undefined` with this error.
    Undefined(u16),
    /// A JavaScript object with this error.
    Object(u16),
    /// The element's initial value without error.
    Initial,
    /// A `TypeError` that leaves the last error as it is.
    TypeError,
    /// A number is thrown.
    Throws(u16),
}

/// How values are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// No element: `""`.
    pub empty_name: Reply,
    /// Are `null` and `undefined` as `""`?
    pub nothing_is_empty: bool,
    /// The element is not a string; none converts it.
    pub not_text: Option<Reply>,
    /// An element beyond the data model.
    pub unknown: Unknown,
    /// `_children` of something that has none.
    pub children_misuse: Unknown,
    /// `_count` of something that has none.
    pub count_misuse: Unknown,
    /// A group of elements, such as `cmi.core`.
    pub group: Option<Reply>,
    /// A write-only element.
    pub write_only: WriteOnly,
    /// An element of a record that is not there.
    pub no_record: Reply,
    /// An element without a value.
    pub unset: Reply,
    /// `adl.nav.request_valid.…`: how it ends, and the answer.
    pub request_valid: RequestValid,
    /// Elements that are answered by a question to the server whose answer is thrown away.
    pub blackholes: &'static [&'static str],
    /// Elements that can be read at all; empty means all.
    pub only: &'static [&'static str],
    /// Does a value that was set in this session stay unread?
    pub as_at_launch: bool,
    /// Are values that JavaScript takes for false answered as `""`?
    pub falsy_empty: bool,
    /// Elements whose reading leaves the last error as it was.
    pub keeps_error: &'static [&'static str],
    /// Patterns of names beyond the data model that have an answer of their own.
    pub answers: &'static [(&'static str, Reply)],
}

/// How `adl.nav.request_valid.…` is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestValid {
    /// By the data model.
    Row,
    /// `true` for the request that is set, `unknown` while none is, `false` for others; the reply
    /// for what has not this form.
    FromRequest(&'static str, Reply),
    /// Patterns for the rest of the name, and the answers; the reply for others.
    Fixed(&'static [(&'static str, &'static str)], Reply),
}

/// What is answered about an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Always this.
    Always(Reply),
    /// The first if the name before it is an element, else the second.
    IfParent(Reply, Reply),
    /// The first if the name before it is an element or a group of elements, else the second.
    IfKnown(Reply, Reply),
}

/// Reading what is write only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOnly {
    /// An answer.
    Answers(Reply),
    /// It can be read.
    Readable,
}

/// A check of a write; the first that fails answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// The state of the session.
    State,
    /// The value is not `undefined`, `null`, an object.
    PlainValue(u16),
    /// The value is not `undefined`.
    DefinedValue(u16),
    /// The element is not `""`.
    Named(u16),
    /// The element is not `""`; else this.
    NamedOr(Reply),
    /// The element is a string.
    TextName(u16),
    /// The element is a string; else this.
    TextNameOr(Reply),
    /// The name holds no `_children` or `_count`.
    NoKeyword(u16),
    /// The element is known.
    Known(u16),
    /// An element that is not known gets the reply of the first pattern that its name fits.
    KnownOr(&'static [(&'static str, Reply)]),
    /// The element is known: the error for unknown ones, and for keywords of known ones.
    KnownOrKeyword(u16, u16),
    /// Collections to which a course adds nothing.
    Fixed(&'static [&'static str], u16),
    /// A record's index is a number without leading zeros.
    PlainIndex(u16),
    /// The element may be written: the error for keywords, for read-only elements.
    Writable(u16, u16),
    /// The value has the element's form.
    Form(u16),
    /// The value lies in the element's range; it becomes a number if the flag is set.
    Range(u16, bool),
    /// The records exist, or are the next.
    Record(RecordRule),
    /// In these elements no two records have the same value.
    Unique(&'static [&'static str], u16),
    /// These elements keep their first value.
    Once(&'static [&'static str], u16),
    /// The record's `id` is set.
    NeedsId(u16),
    /// The record's `id` is set, except for these elements.
    NeedsIdBut(&'static [&'static str], u16),
    /// The interaction's `type` is set before its responses.
    NeedsType(u16),
    /// Responses have the form of the interaction's type.
    Responses(&'static ResponseForms),
    /// A session time that has not three parts between colons makes the LMS's code throw.
    ClockParts,
    /// In modes without credit, writes of scores and statuses are taken and forgotten.
    Credit,
    /// These elements get these.
    AnsweredAs(&'static [(&'static str, Reply)]),
    /// A record beyond the next of these collections gets this.
    Gap(&'static [&'static str], Reply),
    /// A value beyond its range gets this.
    RangeOr(Reply),
}

/// How indices of records are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordRule {
    /// The error of an index beyond the next; 0 takes it.
    pub gap: u16,
    /// Is a record beyond the next appended as the next?
    pub appends: bool,
    /// Is the record there even if a later check fails?
    pub made_early: bool,
    /// Collections of which a record is there only if no check fails.
    pub late: &'static [&'static str],
}

/// The forms of responses for each type of interaction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseForms {
    /// `learner_response`
    pub learner: &'static [ResponseForm],
    /// `correct_responses.n.pattern`
    pub correct: &'static [ResponseForm],
    /// The error of a wrong form.
    pub form: u16,
    /// The error of too many parts, or of too many correct responses.
    pub too_many: u16,
    /// The error of a correct response that is there already.
    pub duplicate: u16,
}

/// The form of responses for one type of interaction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseForm {
    /// The type.
    pub kind: &'static str,
    /// The pattern of a part.
    pub pattern: &'static str,
    /// The pattern of a part's second half.
    pub second: Option<&'static str>,
    /// What stands between parts; none means one part.
    pub between: Option<&'static str>,
    /// How many parts.
    pub most: usize,
    /// Are parts different from each other?
    pub distinct: bool,
    /// How many correct responses; 0 is no limit.
    pub limit: usize,
    /// Are prefixes such as `{case_matters=true}` taken away first?
    pub prefixes: bool,
    /// Must no other correct response be equal?
    pub no_duplicates: bool,
    /// Is an empty response taken whatever the pattern says?
    pub empty_ok: bool,
    /// Must two numbers be in order?
    pub ordered: bool,
}

/// How `_count` is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// As text.
    Text,
    /// As a number.
    Number,
    /// Text `0` until there is a record, then a number; counts inside records are numbers.
    NumberOnceUsed,
    /// Only as far as the course sets it.
    None,
}

/// What `GetLastError` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastError {
    /// The error of the last call.
    Kept,
    /// Always `0`.
    Zero,
    /// Throws a `ReferenceError` before the first call that sets it.
    ThrowsAtFirst,
}

/// What `GetErrorString` and `GetDiagnostic` say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorText {
    /// A code that exists.
    pub known: Say,
    /// Another code.
    pub unknown: Say,
    /// `""`
    pub empty: Say,
    /// No argument.
    pub missing: Say,
    /// Is a number something else than its text?
    pub numbers_unknown: bool,
}

impl ErrorText {
    /// The same for everything.
    pub const fn always(say: Say) -> Self {
        Self {
            known: say,
            unknown: say,
            empty: say,
            missing: say,
            numbers_unknown: false,
        }
    }
}

/// A text about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// The standard's text for the code.
    Spec,
    /// The standard's text for the last error.
    SpecOfLast,
    /// This text.
    Text(&'static str),
    /// `undefined`
    Undefined,
    /// What was asked.
    Echo,
    /// The last error's code.
    LastCode,
    /// A `ReferenceError` before the first call, later the last error's code.
    LastCodeOnceCalled,
}

/// What becomes of a value before it is checked and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Its text; `undefined` and `null` too.
    Text,
    /// Its text; `undefined` becomes `null`.
    TextUndefinedNull,
    /// Its text; `undefined` and `null` become `""`.
    TextNothingEmpty,
    /// As it is.
    Typed,
}

/// What an index may look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices {
    /// Digits.
    Digits,
    /// Whatever JavaScript takes for a number.
    Numeric,
}

/// The element `entry` at launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRule {
    /// The first launch.
    pub fresh: &'static str,
    /// After exit `suspend`.
    pub suspended: &'static str,
    /// After exit `normal` or `""`.
    pub normal: &'static str,
    /// Values are stored, and no exit.
    pub absent: &'static str,
    /// After another exit.
    pub otherwise: &'static str,
}

/// What of the attempt that goes on comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restore {
    /// Everything stored.
    Always,
    /// Everything after exit `suspend`, else nothing.
    SuspendOnly,
    /// Everything but these after an exit other than `suspend`.
    AlwaysBut(&'static [&'static str]),
    /// Only these.
    Only(&'static [&'static str]),
}

/// Requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sending {
    /// At `SetValue`.
    pub set: Send,
    /// At `Commit`.
    pub commit: Send,
    /// At `Finish`.
    pub finish: Send,
    /// How `Commit` and `Finish` leave while the page goes away or is hidden; none: as ever.
    pub dismissal: Option<Dismissal>,
    /// What a save carries.
    pub carries: Carries,
    /// The error of a save that failed: `Commit`, then no connection.
    pub failed: Failed,
    /// Is the error of an asynchronous save that failed the last error from then on?
    pub late_errors: bool,
    /// Elements that the first save of a session carries besides.
    pub first_with: &'static [&'static str],
    /// Is nothing sent in other modes than `normal`?
    pub only_normal: bool,
    /// Elements that are never sent.
    pub never_sent: &'static [&'static str],
    /// Is a menu asked for again after `Commit`, after `Finish`?
    pub refresh: (bool, bool),
    /// A synchronous request without connection is tried again as a beacon and taken as saved.
    pub beacon_after_no_connection: bool,
    /// Is the login page taken as success?
    pub login_page_is_success: bool,
    /// Milliseconds between saves that the LMS makes by itself; 0 for none.
    pub autosave_ms: u64,
    /// A beacon counts as saved even if the browser refused it.
    pub beacon_is_success: bool,
    /// The LMS's own page saves only if there are changes and the session runs.
    pub host_saves_changes_only: bool,
    /// Events of the LMS's own page at which it saves by itself.
    pub host_saves: &'static [crate::moment::PageEvent],
    /// How the LMS's own page saves at its end.
    pub host_via: crate::network::Via,
    /// Navigation requests that the LMS's page follows after `Finish`.
    pub follows: &'static [&'static str],
}

/// How a call sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Send {
    /// Nothing.
    Nothing,
    /// A synchronous request.
    Sync,
    /// A beacon.
    Beacon,
    /// An asynchronous request; saves wait for the one before if the flag is set.
    Async(crate::network::Via, bool),
    /// An asynchronous request after so many milliseconds; a new one replaces the waiting one.
    Delayed(u64),
    /// Only some values, some at once, some after so many milliseconds.
    Chosen(&'static [Chosen]),
}

/// A value that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The element.
    pub element: &'static str,
    /// Only this value; none is any.
    pub value: Option<&'static str>,
    /// After so many milliseconds without another write.
    pub delay_ms: u64,
    /// Nothing is sent after it.
    pub ends: bool,
}

/// Another way while the page goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismissal {
    /// In these events.
    pub phases: &'static [crate::moment::Phase],
    /// By this.
    pub via: crate::network::Via,
}

/// What a save carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carries {
    /// What differs from what was sent before; it counts as sent before it is.
    Changes,
    /// As [`Carries::Changes`]; nothing is sent when nothing changed.
    ChangesIfAny,
    /// What differs from the launch.
    UnlikeLaunch,
    /// Everything that was set.
    Everything,
    /// Everything, with a list of what changed since the last save that succeeded.
    EverythingAndChanges,
    /// The one value.
    One,
}

/// Errors of saves that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// `Commit` after an HTTP error.
    pub commit: u16,
    /// `Commit` without a connection.
    pub commit_offline: u16,
    /// `Finish`.
    pub finish: u16,
}

/// What `Finish` does to the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishRule {
    /// SCORM 1.2: `not attempted` becomes `completed`.
    CompletedIfNotAttempted,
    /// SCORM 1.2: the same, unless the course set a status itself.
    CompletedIfNeverSet,
    /// SCORM 1.2: mode `browse` and no status makes `browsed`.
    BrowsedInBrowse,
    /// SCORM 1.2: a score and a mastery score make `passed` or `failed`, whatever was set.
    MasteryOverridesAll,
    /// SCORM 1.2: the same, only for `completed`.
    MasteryIfCompleted,
    /// SCORM 2004: progress against the completion threshold.
    ThresholdDecides,
    /// The session's time is added to the total.
    AddsTime(TimeSum),
}

/// How times are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSum {
    /// `hh:mm:ss.ss`, with `.5` as five hundredths.
    ClockHundredths,
    /// `hh:mm:ss.ss`
    Clock,
    /// ISO 8601 durations in which days replace days.
    IsoDaysReplace,
    /// ISO 8601 durations.
    Iso,
}

impl Dialect {
    /// The row of an element, by its name with `n` for indices.
    pub fn element(&self, name: &str) -> Option<&'static Element> {
        self.elements.iter().find(|element| element.name == name)
    }
}
