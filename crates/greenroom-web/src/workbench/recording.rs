//! What people do, kept as a rehearsal.

use futures::future::BoxFuture;
use serde::Serialize;
use std::path::PathBuf;

use super::courses::{NoCourses, NotDone};

/// Makes rehearsals of what people do.
pub trait Recording {
    /// Writes the rehearsal of what was done since recording began, which ends with it.
    fn save_recording<'a>(
        &'a self,
        session_id: &'a str,
    ) -> BoxFuture<'a, Result<RecordedFile, NotDone>>;
}

/// A rehearsal on the disk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RecordedFile {
    pub path: PathBuf,
    /// How many activities were visited.
    pub steps: usize,
    /// How many things it states.
    pub statements: usize,
    /// What it does not hold, and why.
    pub left_out: Vec<String>,
}

impl Recording for NoCourses {
    fn save_recording<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<RecordedFile, NotDone>> {
        Self::refusal()
    }
}
