//! What is kept of a session while it is open: its journal, its pictures, a trace of it.

use super::courses::{NoCourses, NotDone};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// The journals of the open sessions of this process.
pub trait SessionJournals {
    /// The transcript of a session from this place on; nothing for a session that is not open.
    fn journal(&self, session_id: &str, from: JournalPlace) -> Option<Box<dyn JournalFeed>>;

    /// A picture of a session, by the name of its file.
    fn picture<'a>(
        &'a self,
        session_id: &'a str,
        name: &'a str,
    ) -> BoxFuture<'a, Result<StoredPicture, NotDone>>;

    /// The lines around a place in a script of the course.
    fn source_lines<'a>(
        &'a self,
        session_id: &'a str,
        place: SourcePlace,
    ) -> BoxFuture<'a, Result<SourceLines, NotDone>>;

    /// What LMSs keep of long values.
    fn lms_limits(&self) -> Vec<LmsLimit>;

    /// One HTML file that shows every moment of a session.
    fn trace<'a>(&'a self, session_id: &'a str) -> BoxFuture<'a, Result<String, NotDone>>;

    /// A new session that goes on from a moment of another one; its id.
    fn fork<'a>(
        &'a self,
        session_id: &'a str,
        moment: usize,
    ) -> BoxFuture<'a, Result<String, NotDone>>;
}

/// A transcript, part by part.
pub trait JournalFeed: Debug + Send {
    /// What comes next, as soon as there is something; nothing once the session is closed.
    fn next(&mut self) -> BoxFuture<'_, Result<Option<JournalPart>, NotDone>>;
}

/// How much of a transcript came before: both are counted, since records may come late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JournalPlace {
    /// Entries of the journal.
    pub entries: usize,
    /// What the session told beside it.
    pub records: usize,
}

/// Some lines of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JournalPart {
    pub from: JournalPlace,
    /// As a trace file has them, each with its line break.
    pub lines: String,
    /// The pictures that these lines tell of.
    pub pictures: Vec<PictureFacts>,
    /// More is there already.
    pub has_more: bool,
}

/// What is known of a picture; its bytes are fetched by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PictureFacts {
    /// As the record of its taking names it.
    pub path: String,
    pub title: String,
    pub time: u64,
    pub width: Option<u64>,
    pub height: Option<u64>,
    pub mime: String,
    pub bytes: u64,
}

/// The bytes of a picture.
#[derive(Clone, Debug)]
pub struct StoredPicture {
    pub mime: String,
    pub bytes: Vec<u8>,
}

/// How much an LMS keeps of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LmsLimit {
    /// As people call it.
    pub lms: String,
    /// `1.2` or `2004`.
    pub version: &'static str,
    pub element: &'static str,
    /// Characters.
    pub keeps: usize,
    /// Where that is known from.
    pub source: String,
}

/// A place in a file of the course.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct SourcePlace {
    /// Path below the package.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

/// Some lines of a script, of long ones the part around the place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceLines {
    /// The number of the first line.
    pub first: u32,
    pub lines: Vec<String>,
    /// Where the file lies, if it can be edited there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

impl SessionJournals for NoCourses {
    fn journal(&self, _: &str, _: JournalPlace) -> Option<Box<dyn JournalFeed>> {
        None
    }

    fn picture<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
    ) -> BoxFuture<'a, Result<StoredPicture, NotDone>> {
        Self::refusal()
    }

    fn lms_limits(&self) -> Vec<LmsLimit> {
        Vec::new()
    }

    fn source_lines<'a>(
        &'a self,
        _: &'a str,
        _: SourcePlace,
    ) -> BoxFuture<'a, Result<SourceLines, NotDone>> {
        Self::refusal()
    }

    fn trace<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<String, NotDone>> {
        Self::refusal()
    }

    fn fork<'a>(&'a self, _: &'a str, _: usize) -> BoxFuture<'a, Result<String, NotDone>> {
        Self::refusal()
    }
}
