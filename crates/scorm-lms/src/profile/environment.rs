//! Everything around the answers: API objects, frames, leaving, limits, rules of the server,
//! attempts, sequencing, import. Values that are not known are `None`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Version;
use crate::moment::PageEvent;

/// The versions of SCORM that an LMS plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedVersions {
    /// Whole; the words of `schemaversion` groups: `1.2`, `2004 2nd`, `2004 3rd`, `2004 4th`.
    pub fully: Cow<'static, [Played]>,
    /// It imports them and knows only parts of their API.
    pub partly: Cow<'static, [Played]>,
}

/// A version and edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Played {
    /// SCORM 1.2
    Scorm12,
    /// SCORM 2004 2nd Edition
    Second,
    /// SCORM 2004 3rd Edition
    Third,
    /// SCORM 2004 4th Edition
    Fourth,
}

/// Where a course finds its API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Api {
    /// The versions whose object is there.
    pub versions: Cow<'static, [Version]>,
    /// Are the objects of all versions there at once? Otherwise only that of the package's.
    pub at_once: bool,
    /// Where.
    pub placement: Placement,
    /// `opener` of a window that the LMS opens is null.
    pub opener_null: bool,
    /// A window above the API is of another origin: touching `top` throws.
    pub foreign_ancestor: bool,
    /// Other names of the object.
    pub extra_names: Cow<'static, [Cow<'static, str>]>,
}

/// Where the API object is, seen from the content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// In a parent window.
    Parent,
    /// In the opener.
    Opener,
    /// In either, depending on the launch.
    #[default]
    Both,
}

/// The frame or window that content is in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// As CSS; none fills the window.
    pub width: Option<Cow<'static, str>>,
    /// As CSS.
    pub height: Option<Cow<'static, str>>,
    /// Pixels that the height never goes below.
    pub min_height: Option<u32>,
    /// The attribute `sandbox`.
    pub sandbox: Option<Cow<'static, str>>,
    /// The attribute `allow`.
    pub allow: Option<Cow<'static, str>>,
    /// The size of the window that opens, in pixels.
    pub popup: Option<(u32, u32)>,
    /// Is `unload` forbidden by a permissions policy?
    pub unload_denied: bool,
}

/// How content is taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    /// What happens to the frame.
    pub how: FrameEnd,
    /// Milliseconds that the LMS waits for `Finish`.
    pub grace_ms: u32,
    /// Milliseconds before the next SCO is launched.
    pub next_sco_ms: u32,
    /// `beforeunload` reaches the content.
    pub beforeunload: bool,
    /// The opener's page is loaded anew at `Finish`.
    pub reloads_opener: bool,
}

/// What happens to the frame when content is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameEnd {
    /// The element is removed.
    RemoveFrame,
    /// It shows an empty page.
    AboutBlank,
    /// The LMS's page goes elsewhere.
    NavigateTop,
    /// The window closes.
    Close,
}

/// Limits and time-outs of saves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transport {
    /// Bytes that beacons and keep-alive requests in flight may hold together.
    pub beacon_cap: Option<usize>,
    /// Bytes of one value beyond which the server refuses the whole save.
    pub value_bytes: Option<usize>,
    /// Bytes of a save beyond which the server refuses it.
    pub total_bytes: Option<usize>,
    /// Minutes without a request until the session ends.
    pub session_minutes: Option<u32>,
    /// Seconds between requests that keep the session.
    pub keep_alive_s: Option<u32>,
    /// A value that the server cannot take makes the whole save fail.
    pub one_error_drops_all: bool,
    /// A course's late saves race with the end of the page. Servers close connections that are idle
    /// for seconds, and learners read for minutes: such a save needs a connection of its own first.
    pub race: bool,
    /// Each call is a request that the course waits for.
    pub sync_each_call: bool,
    /// The LMS's page is moved to another address when the session has ended.
    pub redirect_on_timeout: bool,
    /// Which events of the LMS's page save by themselves.
    pub host_saves: Cow<'static, [PageEvent]>,
}

/// What the server makes of what arrives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Elements that are stored; empty means all. A `*` at the end stands for the rest.
    pub persisted: Cow<'static, [Cow<'static, str>]>,
    /// Elements that are thrown away.
    pub forgotten: Cow<'static, [Cow<'static, str>]>,
    /// Rules of the status, in order.
    pub status: Cow<'static, [StatusRule]>,
    /// Completion and success of SCORM 2004 share one field: it holds the success that a save sets, and
    /// after a save that does not set it, the completion.
    pub single_status: bool,
    /// What the grade is made of.
    pub grade: Score,
    /// Statuses that count as completed.
    pub complete_on: Cow<'static, [Cow<'static, str>]>,
    /// How the total time comes about.
    pub time: TimeRule,
    /// A score that is no number, or below zero, makes the whole save fail.
    pub bad_score_drops_all: bool,
    /// Stored data is erased at completion.
    pub erased_at_completion: bool,
}

impl Default for Rules {
    /// Everything is stored as it comes.
    fn default() -> Self {
        Self {
            persisted: Cow::Borrowed(&[]),
            forgotten: Cow::Borrowed(&[]),
            status: Cow::Borrowed(&[]),
            single_status: false,
            grade: Score::Standard,
            complete_on: Cow::Borrowed(&[Cow::Borrowed("completed"), Cow::Borrowed("passed")]),
            time: TimeRule::FromClient,
            bad_score_drops_all: false,
            erased_at_completion: false,
        }
    }
}

impl Rules {
    /// The server stores this element, as far as its name goes.
    pub fn stores(&self, element: &str) -> bool {
        let fits = |patterns: &[Cow<'static, str>]| {
            patterns
                .iter()
                .any(|pattern| match pattern.strip_suffix('*') {
                    Some(prefix) => element.starts_with(prefix),
                    None => element == pattern.as_ref(),
                })
        };
        (self.persisted.is_empty() || fits(&self.persisted)) && !fits(&self.forgotten)
    }
}

/// A rule of the server about the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatusRule {
    /// At Finish or leaving, a status that was not changed by this save and is not final becomes
    /// `passed`/`failed` by mastery, else `completed`.
    CompletedOnLeave,
    /// Mastery decides if the course never set a status.
    MasteryIfUnset,
    /// The scaled passing score decides at the end if the course set no success status.
    PassingAtEndIfUnset,
    /// At Finish or leaving, the scaled passing score decides if this save sets no success status.
    PassingOnLeave,
}

/// What a grade is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// None.
    Nothing,
    /// `score.raw`, as points of 100.
    Raw,
    /// `score.raw`, else `score.scaled` of the maximum.
    RawElseScaled,
    /// `score.raw` / 100 or `score.scaled`, whichever was set last; 0 when failed.
    LastOfRawAndScaled,
    /// `score.scaled`; without it 1 for passed or completed, 0 for failed.
    ScaledElseStatus,
    /// `score.raw` with `score.max` above zero, after Finish.
    RawWithMaxAtFinish,
    /// 100 when `passed`, else nothing.
    PassedOnly,
    /// As the standard suggests: `score.scaled`, else `score.raw` of its range.
    Standard,
    /// What the host makes of it.
    Host,
}

/// How the total time comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeRule {
    /// The client sends the total.
    FromClient,
    /// The server adds the session's time at each launch's end.
    AddsSession,
    /// The client sends the total and the server adds the session again.
    Twice,
    /// The server adds it; durations with days count nothing.
    AddsSessionWithoutDays,
    /// It is not kept.
    Nothing,
}

/// What follows after an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// The mode of the next launch when the course is done: `review` or `normal`.
    pub after_done: Launched,
    /// Statuses that count as done.
    pub done: Cow<'static, [Cow<'static, str>]>,
    /// What becomes of writes in review.
    pub review_writes: ReviewWrites,
}

/// The mode of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Launched {
    /// `normal`
    Normal,
    /// `review`
    Review,
}

/// What becomes of writes in review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewWrites {
    /// They are stored.
    Stored,
    /// Scores and statuses are taken and forgotten.
    Ignored,
}

/// Sequencing and navigation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequencing {
    /// How much of SCORM 2004 sequencing it follows.
    pub extent: SequencingExtent,
    /// Prerequisites of SCORM 1.2 are followed.
    pub prerequisites: bool,
    /// Navigation requests that do something.
    pub requests: Cow<'static, [Cow<'static, str>]>,
    /// `hideLMSUI` is followed.
    pub hides_ui: bool,
    /// A table of contents is shown.
    pub menu_visible: bool,
    /// Buttons to go on and back are shown.
    pub buttons_visible: bool,
    /// Only the first resource or SCO is ever launched.
    pub first_only: bool,
    /// All SCOs share one set of data.
    pub shared_data: bool,
}

/// How much of SCORM 2004 sequencing an LMS follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SequencingExtent {
    /// Nothing.
    None,
    /// Next and previous, control modes.
    Flow,
    /// All of it.
    Full,
}

/// What an LMS takes at import.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Import {
    /// `imsmanifest.xml` must be at the root of the zip.
    pub manifest_at_root: bool,
    /// Texts of `schemaversion` that make a package SCORM 2004; others are SCORM 1.2. Empty: not
    /// known. `*` stands for any other text, `~x` for texts that contain x.
    pub schemaversions_2004: Cow<'static, [Cow<'static, str>]>,
    /// Extensions of files that it refuses, in lower case.
    pub refused_file_types: Cow<'static, [Cow<'static, str>]>,
    /// The most entries of a zip.
    pub max_entries: Option<u64>,
    /// The most bytes unpacked.
    pub max_unpacked: Option<u64>,
    /// Megabytes of the largest package.
    pub package_mb: Option<f64>,
    /// How files are found.
    pub files: FileLookup,
    /// Packages that refer to files elsewhere are refused.
    pub external_refused: bool,
    /// Packages with sequencing are refused.
    pub sequencing_refused: bool,
}

/// How files of a package are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileLookup {
    /// By their path.
    #[default]
    Path,
    /// By their name alone: of two files of one name the first is served for both.
    BaseName,
}
