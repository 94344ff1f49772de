//! The courses that the workbench shows and lets people play.
//!
//! What plays them knows this crate, so it is handed in ([`Courses`]).

use super::driving::{Driving, Holder};
use super::journals::SessionJournals;
use super::lms_record::LmsRecords;
use super::recording::Recording;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::path::Path;
use tokio::sync::watch;

use super::course_work::{CourseWork, Work, WorkDone};
use super::development::{Develops, LiveFindings, OnSave};

/// The courses of this process.
pub trait Courses:
    Develops + CourseWork + Driving + LmsRecords + Recording + SessionJournals
{
    /// Fires whenever a session begins or ends, or somebody else drives it.
    fn changes(&self) -> watch::Receiver<u64>;

    /// The open sessions of this process, newest first.
    fn sessions(&self) -> Vec<SessionCard>;

    /// The open sessions of other processes of this user, newest first.
    fn elsewhere(&self) -> BoxFuture<'_, Vec<SessionCard>>;

    /// Courses that were opened before, newest first.
    fn recent(&self) -> Vec<RecentCourse>;

    /// The largest package that is taken in, in bytes.
    fn largest_package(&self) -> u64;

    /// Opens the package at a path; its session. It is played in the LMS that is named here, unless
    /// a wish names another.
    fn open<'a>(
        &'a self,
        path: &'a Path,
        lms_profile: Option<&'a str>,
    ) -> BoxFuture<'a, Result<String, NotDone>>;

    /// Opens the course that comes with Greenroom; its session.
    fn open_bundled(&self) -> BoxFuture<'_, Result<String, NotDone>>;

    /// Puts the course of a session on the stage for a person; the address of the player, which is
    /// good once. `framed_by` are the origins of this workbench.
    fn play<'a>(
        &'a self,
        session_id: &'a str,
        wish: PlayWish,
        framed_by: &'a [String],
    ) -> BoxFuture<'a, Result<String, NotDone>>;

    /// The person uses a control of the LMS.
    fn navigate<'a>(
        &'a self,
        session_id: &'a str,
        request: Control,
    ) -> BoxFuture<'a, Result<(), NotDone>>;

    /// The person leaves the course; the session stays and can be played again.
    fn leave<'a>(&'a self, session_id: &'a str, how: Leaving)
    -> BoxFuture<'a, Result<(), NotDone>>;

    /// Ends a session.
    fn close<'a>(&'a self, session_id: &'a str) -> BoxFuture<'a, Result<(), NotDone>>;

    /// Fires whenever the course of a session did something; nothing if none plays.
    fn follow(&self, session_id: &str) -> Option<watch::Receiver<u64>>;

    /// Where the course of a session stands; nothing for a session that is not open.
    fn state(&self, session_id: &str) -> Option<CourseState>;
}

/// No courses at all, for a desk that stands alone.
#[derive(Clone, Copy, Debug)]
pub struct NoCourses;

impl NoCourses {
    pub(super) fn refusal<T: Send + 'static>() -> BoxFuture<'static, Result<T, NotDone>> {
        let refused = NotDone {
            message: "this workbench plays no courses".to_owned(),
            hint: String::new(),
        };
        Box::pin(std::future::ready(Err(refused)))
    }
}

impl Courses for NoCourses {
    fn changes(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }

    fn sessions(&self) -> Vec<SessionCard> {
        Vec::new()
    }

    fn elsewhere(&self) -> BoxFuture<'_, Vec<SessionCard>> {
        Box::pin(std::future::ready(Vec::new()))
    }

    fn recent(&self) -> Vec<RecentCourse> {
        Vec::new()
    }

    fn largest_package(&self) -> u64 {
        0
    }

    fn open<'a>(
        &'a self,
        _: &'a Path,
        _: Option<&'a str>,
    ) -> BoxFuture<'a, Result<String, NotDone>> {
        Self::refusal()
    }

    fn open_bundled(&self) -> BoxFuture<'_, Result<String, NotDone>> {
        Self::refusal()
    }

    fn play<'a>(
        &'a self,
        _: &'a str,
        _: PlayWish,
        _: &'a [String],
    ) -> BoxFuture<'a, Result<String, NotDone>> {
        Self::refusal()
    }

    fn navigate<'a>(&'a self, _: &'a str, _: Control) -> BoxFuture<'a, Result<(), NotDone>> {
        Self::refusal()
    }

    fn leave<'a>(&'a self, _: &'a str, _: Leaving) -> BoxFuture<'a, Result<(), NotDone>> {
        Self::refusal()
    }

    fn close<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), NotDone>> {
        Self::refusal()
    }

    fn follow(&self, _: &str) -> Option<watch::Receiver<u64>> {
        None
    }

    fn state(&self, _: &str) -> Option<CourseState> {
        None
    }
}

impl CourseWork for NoCourses {
    fn work<'a>(&'a self, _: &'a Path, _: Work) -> BoxFuture<'a, Result<WorkDone, NotDone>> {
        Self::refusal()
    }
}

impl Develops for NoCourses {
    fn develop<'a>(&'a self, _: &'a str, _: Option<OnSave>) -> BoxFuture<'a, Result<(), NotDone>> {
        Self::refusal()
    }

    fn findings(&self, _: &str) -> Option<LiveFindings> {
        None
    }
}

/// Why something was not done, and what helps.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}{}{hint}", if hint.is_empty() { "" } else { ". " })]
pub struct NotDone {
    pub message: String,
    /// Empty where nothing is known.
    pub hint: String,
}

impl NotDone {
    /// Nobody knows of a session with this id.
    pub fn no_session(session_id: &str) -> Self {
        Self {
            message: format!("there is no session {session_id}"),
            hint: String::new(),
        }
    }
}

/// One session, as Home shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SessionCard {
    pub session_id: String,
    pub title: String,
    /// Like `2004_4th`; absent where the manifest does not say.
    pub scorm_version: Option<String>,
    /// The package that was opened.
    pub path: String,
    pub driver: Driver,
    /// The program that drives it, if an agent does; absent before its first call.
    pub agent: Option<String>,
    /// The person who has taken it from the agent's hands, or paused the agent.
    pub holder: Option<Holder>,
    pub started_at: u64,
    /// The activity that plays.
    pub activity: Option<String>,
    /// Of the whole course.
    pub status: ActivityStatus,
    /// Another process plays it.
    pub is_elsewhere: bool,
    /// Why what another process plays can be looked at, and nothing else.
    pub out_of_reach: Option<OutOfReach>,
    pub findings: CourseFindings,
    /// The name of the newest picture that was taken.
    pub picture: Option<String>,
}

/// What is wrong with the files of a course, as far as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CourseFindings {
    /// Nobody has looked.
    #[default]
    Unchecked,
    /// They are being judged for the first time.
    Checking,
    Checked {
        errors: usize,
        warnings: usize,
        /// What is no fault.
        notes: usize,
        checked_at: u64,
    },
    /// They could not be judged.
    Failed { why: String },
}

/// Why a session of another process can neither be watched live nor driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OutOfReach {
    /// Its process lets nobody in: a command in a shell, an older version, or nothing was played yet.
    NotServed,
    /// The two versions of Greenroom do not understand each other.
    OtherVersion,
    /// Its process does not answer, perhaps not yet.
    NoAnswer,
}

/// In whose browser a session plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    Agent,
    Person,
    Nobody,
}

/// A course that was opened before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecentCourse {
    pub path: String,
    pub title: String,
    pub opened_at: u64,
    /// Nothing is at that path any more.
    #[serde(default, skip_deserializing)]
    pub is_gone: bool,
    #[serde(default, skip_deserializing)]
    pub findings: CourseFindings,
}

/// How a person wants to play. What is absent stays as it was, also when the course begins anew.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayWish {
    /// Begin anew instead of resuming.
    #[serde(default)]
    pub start_over: bool,
    pub mode: Option<Mode>,
    /// cmi.credit in normal mode.
    pub no_credit: Option<bool>,
    /// As the LMS has it, family name first; empty for the usual one.
    pub learner_name: Option<String>,
    /// The LMS that it is played in; without one that which the session was opened for.
    pub lms_profile: Option<String>,
    /// SCORM 2004 edition to run as, not the declared one.
    pub edition: Option<EditionWish>,
    /// The edition that the manifest declares, whatever was wished before.
    #[serde(default)]
    pub declared_edition: bool,
    /// Make a rehearsal of what is done. It begins where the course does, so the course begins anew.
    #[serde(default)]
    pub record: bool,
}

/// As what a person plays a course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayedAs {
    /// The LMS; absent where the standard alone counts.
    pub lms_profile: Option<String>,
    pub mode: Mode,
    pub no_credit: bool,
    /// Absent for the usual one.
    pub learner_name: Option<String>,
    /// Absent for the declared one.
    pub edition: Option<EditionWish>,
}

impl PlayedAs {
    /// The same, but for what is wished.
    #[must_use]
    pub fn with(self, wish: &PlayWish) -> Self {
        let given = |name: &String| !name.trim().is_empty();
        Self {
            lms_profile: wish.lms_profile.clone().or(self.lms_profile),
            mode: wish.mode.unwrap_or(self.mode),
            no_credit: wish.no_credit.unwrap_or(self.no_credit),
            learner_name: wish
                .learner_name
                .clone()
                .or(self.learner_name)
                .filter(given),
            edition: wish
                .edition
                .or(self.edition.filter(|_| !wish.declared_edition)),
        }
    }
}

/// An LMS that courses can be played in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LmsName {
    /// As wishes name it.
    pub name: String,
    /// As people call it.
    pub title: String,
    /// No LMS, but what the standard says.
    pub is_standard: bool,
}

/// An edition of SCORM 2004.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum EditionWish {
    #[serde(rename = "2nd")]
    Second,
    #[serde(rename = "3rd")]
    Third,
    #[serde(rename = "4th")]
    Fourth,
}

/// cmi.mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    Normal,
    Browse,
    Review,
}

/// A control of the LMS.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "control", rename_all = "snake_case")]
pub enum Control {
    Continue,
    Previous,
    Choice { target: String },
}

/// How a person leaves a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Leaving {
    /// It can be resumed.
    Suspend,
    /// The course's own exit decides.
    Exit,
    /// The page goes away, and only the course's own handlers have the last word.
    ClosedTab,
    /// Nothing that the page says arrives any more, and it does not know.
    LostConnection,
}

/// Where a course stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CourseState {
    pub card: SessionCard,
    /// Nothing plays: it was left, or not begun.
    pub is_over: bool,
    /// Whether the attempt goes on, and if not, why; absent before it was played.
    pub resume: Option<ResumeFacts>,
    /// The identifier of the activity that plays.
    pub current: Option<String>,
    /// The file that plays.
    pub url: Option<String>,
    /// Controls that can be used, in the words of `adl.nav.request`.
    pub available: Vec<String>,
    /// Controls that the activity hides.
    pub hidden: Vec<String>,
    /// The last request that was refused, in words, until another one is decided.
    pub refused: Option<String>,
    /// What the browser kept the course from loading.
    pub blocked: Vec<BlockedLine>,
    /// No page of the course is open.
    pub is_unseen: bool,
    /// What was done is recorded: so many acts.
    pub recorded: Option<usize>,
    /// The LMSs that it can be played in.
    pub profiles: Vec<LmsName>,
    /// As what it is played, or was played last.
    pub played_as: PlayedAs,
}

impl CourseState {
    /// Of a session in which nothing plays.
    pub fn not_played(card: SessionCard) -> Self {
        Self {
            card,
            is_over: true,
            resume: None,
            current: None,
            url: None,
            available: Vec::new(),
            hidden: Vec::new(),
            refused: None,
            blocked: Vec::new(),
            is_unseen: false,
            recorded: None,
            profiles: Vec::new(),
            played_as: PlayedAs::default(),
        }
    }
}

/// Whether an attempt goes on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResumeFacts {
    pub resumed: bool,
    /// A word of the resume rules, like `no_saved_data`.
    pub reason: String,
    pub saved_at: Option<u64>,
}

/// What is known of an activity or a course; absent is unknown.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ActivityStatus {
    pub completed: Option<bool>,
    pub satisfied: Option<bool>,
    /// -1 to 1.
    pub measure: Option<f64>,
    pub progress: Option<f64>,
}

/// Something that the browser did not load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockedLine {
    pub url: String,
    pub directive: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_wished_stays_as_it_was() {
        let first = PlayWish {
            mode: Some(Mode::Review),
            no_credit: Some(true),
            learner_name: Some("Person, Another".to_owned()),
            lms_profile: Some("moodle".to_owned()),
            edition: Some(EditionWish::Third),
            ..PlayWish::default()
        };
        let played = PlayedAs::default().with(&first);
        assert_eq!(played.clone().with(&PlayWish::default()), played);
        let other = PlayWish {
            learner_name: Some(" ".to_owned()),
            declared_edition: true,
            lms_profile: Some("ilias".to_owned()),
            ..PlayWish::default()
        };
        let expected = PlayedAs {
            lms_profile: Some("ilias".to_owned()),
            learner_name: None,
            edition: None,
            ..played.clone()
        };
        assert_eq!(played.with(&other), expected);
    }
}
