//! The calls of a log on the engine: the same calls in the same order, and what is answered otherwise.

mod answerer;
mod comparison;
mod doubts;
mod earlier_session;
mod end_state;
mod generated_manifest;
mod launch_facts;
mod launching;
mod playing;
mod stage;
mod written;

use std::sync::Arc;

use scorm_session::rehearsal::format::Rehearsal;
use scorm_session::{Course, CourseFault, Options};

use crate::field_log::FieldLog;
use playing::Played;

pub use answerer::{Answerer, ByTheBook};
pub use comparison::{Answered, Difference};
pub use end_state::{EndState, Tracked};
pub use generated_manifest::generated_manifest;

/// On what the calls are made.
#[derive(Debug, Clone)]
pub struct Setting<'a> {
    /// Name of the rehearsal.
    pub id: String,
    /// The manifest of the course; without one a course with one SCO is made up.
    pub manifest: Option<&'a [u8]>,
    /// The course as the rehearsal names it, with its own pages.
    pub course: Option<String>,
    /// The manifest as the rehearsal names it.
    pub manifest_path: String,
    /// How the engine behaves where the standard gives room.
    pub options: Options,
}

/// What came of a replay.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The course runs as SCORM 1.2.
    pub scorm12: bool,
    /// Calls that were made.
    pub made: usize,
    /// Calls that cannot be made, because the log does not tell what was set.
    pub left_out: usize,
    /// How many calls were answered otherwise.
    pub differing: usize,
    /// The first of them, in order.
    pub differences: Vec<Difference>,
    /// How the course stands when the log ends.
    pub end_state: EndState,
    /// The same calls as a rehearsal, with the answers of the engine by the book.
    pub rehearsal: Rehearsal,
    /// The manifest that was made up, which the rehearsal needs beside it.
    pub manifest: Option<String>,
    /// What a reader of the result must know.
    pub notes: Vec<String>,
}

/// Makes the calls of a log again; `answerer` says what the course is told.
pub fn replay(
    log: &FieldLog,
    setting: &Setting<'_>,
    answerer: &mut dyn Answerer,
) -> Result<Replay, CourseFault> {
    let made_up = setting.manifest.is_none().then(|| generated_manifest(log));
    let bytes = setting
        .manifest
        .or(made_up.as_deref().map(str::as_bytes))
        .unwrap_or_default();
    let course = Arc::new(Course::from_manifest_bytes(bytes, None)?);
    let played = playing::play(log, &course, &setting.options, answerer);
    // A rehearsal is played by the book, whatever LMS the log is compared with.
    let by_the_book = Options {
        profile: Options::default().profile,
        ..setting.options.clone()
    };
    let recorded = if setting.options == by_the_book {
        None
    } else {
        Some(playing::play(log, &course, &by_the_book, &mut ByTheBook))
    };
    let scorm12 = course.version.is_scorm12();
    let mut notes = log.notes.clone();
    notes.extend(version_note(log, scorm12));
    let Played {
        made,
        left_out,
        differing,
        differences,
        end_state,
        notes: of_playing,
        ..
    } = &played;
    notes.extend(of_playing.iter().cloned());
    let rehearsal = written::rehearsal(
        setting,
        &course,
        recorded.as_ref().unwrap_or(&played),
        differences,
        &notes,
    );
    notes.extend(written::fault(&rehearsal, bytes));
    Ok(Replay {
        scorm12,
        made: *made,
        left_out: *left_out,
        differing: *differing,
        differences: differences.clone(),
        end_state: end_state.clone(),
        rehearsal,
        manifest: made_up,
        notes,
    })
}

/// The log speaks another version than the course.
fn version_note(log: &FieldLog, scorm12: bool) -> Option<String> {
    let version = |scorm12| if scorm12 { "SCORM 1.2" } else { "SCORM 2004" };
    let logged = log.scorm12.filter(|logged| *logged != scorm12)?;
    Some(format!(
        "the log is of {}, the course runs as {}",
        version(logged),
        version(scorm12)
    ))
}
