//! A session that goes on from a moment of another one.
//!
//! Its journal begins with the other one's up to that moment, so that its state is the fold of it.
//! What it does later is its own: it is not kept as the saved state of the course, which belongs to
//! whoever really plays it.

use std::path::Path;
use std::sync::Arc;

use greenroom_stdx::now_ms;
use greenroom_store::journal::{Journal, JournalHeader, JournalReader, Saved};
use greenroom_store::{Session, SessionOptions};
use greenroom_web::workbench::courses::NotDone;
use scorm_session::{Event, EventKind, Launch};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::super::live_course::CourseEntry;
use super::super::opening::Prelude;
use super::courses::PeoplesCourses;
use crate::{Fault, StageError};

/// What a fork tells first: where it comes from, and how many entries of its journal are not its own.
pub(crate) const FORKED: &str = "session:forked";

/// The namespace of the journals of forks: no course looks for them.
const NAMESPACE: &str = "fork";

impl PeoplesCourses {
    /// A new session whose journal begins with the entries of another one up to a moment.
    pub(crate) async fn forked(&self, session_id: &str, moment: usize) -> Result<String, NotDone> {
        let source = self.session(session_id)?;
        if let Some(runtime) = self.runtimes().find(session_id) {
            runtime.flush().await?;
        }
        let store = Arc::clone(self.runtimes().sessions());
        let make = move || -> Result<String, StageError> {
            let package = source.package().ok_or_else(|| {
                StageError::new(Fault::UnknownSession, "this session has no package")
            })?;
            let options = SessionOptions {
                allow_network: source.options().allow_network,
                ..SessionOptions::default()
            };
            let call = store.open(package.path(), options, &CancellationToken::new())?;
            let session = Arc::clone(&call);
            copy(&source, &session, moment)?;
            let payload = json!({
                "from": source.id().as_str(), "moment": moment, "entries": moment + 1,
            });
            session.emit(FORKED, Some(payload))?;
            Ok(session.id().as_str().to_owned())
        };
        let forked = tokio::task::spawn_blocking(make).await;
        let id = forked.map_err(StageError::from)??;
        self.runtimes().note_change();
        Ok(id)
    }
}

/// Begins the journal of a fork.
fn copy(source: &Session, fork: &Session, moment: usize) -> Result<(), StageError> {
    let mut reader = JournalReader::open(source.directory())?;
    let header = JournalHeader {
        namespace: NAMESPACE.to_owned(),
        session_id: fork.id().as_str().to_owned(),
        started_at: now_ms(),
        ..reader.header().clone()
    };
    let journal = Journal::create(fork.directory(), &header)?;
    for number in 0..=moment {
        let Some(entry) = reader.next_entry()? else {
            let message = format!("the session has {number} moments; there is no moment {moment}");
            return Err(StageError::new(Fault::InvalidParams, message));
        };
        // The last of these is waited for below.
        drop(journal.append(&entry)?);
    }
    // Nothing of it is to be saved: it is the other session's.
    let saved = Saved {
        cause: "forked".to_owned(),
        at: now_ms(),
        is_final: true,
    };
    journal.mark_saved(saved)?.blocking_acknowledged()?;
    Ok(())
}

/// What a fork begins with: the learner as its journal left them, and how they play. Nothing if the
/// session is no fork. Blocks on the disk.
pub(super) fn beginning(directory: &Path) -> Result<Option<Prelude>, StageError> {
    // A session that was not played has no journal.
    let Ok(mut reader) = JournalReader::open(directory) else {
        return Ok(None);
    };
    if reader.header().namespace != NAMESPACE {
        return Ok(None);
    }
    let mut folded = None;
    let mut at = 0;
    while let Some(entry) = reader.next_entry()? {
        match serde_json::from_str::<CourseEntry>(entry.get()) {
            Ok(CourseEntry::Opening(opening)) => {
                let organization = opening.organization.clone();
                let options = opening.options.clone();
                let engine = opening.open().map_err(|why| unplayable(&why))?;
                folded = Some((engine, organization, options));
            }
            Ok(CourseEntry::Event(event)) => {
                at = event.at;
                if let Some((engine, ..)) = &mut folded {
                    engine.apply(&event);
                }
            }
            Err(error) => tracing::warn!(%error, "an entry of a journal was passed over"),
        }
    }
    Ok(folded.map(|(mut engine, organization, options)| {
        // The learner leaves there, and comes back.
        for kind in [EventKind::CloseRequested, EventKind::ContentUnloaded] {
            engine.apply(&Event::new(at, 0, kind));
        }
        Prelude {
            organization,
            learner: engine.into_learner(),
            launch: Launch::Auto,
            options: Some(options),
        }
    }))
}

fn unplayable(why: &scorm_session::CourseFault) -> StageError {
    StageError::new(
        Fault::ManifestValidationError,
        format!("the course cannot be played: {why}"),
    )
}
