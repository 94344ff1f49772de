//! What a server that died left behind: its journal is closed as the course would have been.

use greenroom_stdx::now_ms;
use greenroom_store::journal::{Journal, JournalReader, Saved, UnfinishedJournal, unfinished};
use greenroom_store::{DataDir, Namespace, Owner, SavedStates, Session, StoreError};
use scorm_session::{Event, EventKind};

use super::keeping::Keeping;
use super::live_course::CourseEntry;
use super::lms;
use super::replica::Replica;

/// Forgets what servers that died left of a course, and what LMSs have stored of it; says whether
/// there was anything.
pub fn discard(
    data_dir: &DataDir,
    namespace: Namespace,
    owner: Owner<'_>,
) -> Result<bool, StoreError> {
    let left = unfinished(data_dir, namespace.as_str(), owner)?;
    for journal in &left {
        finish(journal, "cleared")?;
    }
    let state = SavedStates::new(data_dir).path(namespace, owner);
    let records = lms::forget_records(&state)?;
    Ok(!left.is_empty() || records)
}

/// Nothing of the journal is to be saved any more.
fn finish(journal: &UnfinishedJournal, cause: &str) -> Result<(), StoreError> {
    let saved = Saved {
        cause: cause.to_owned(),
        at: now_ms(),
        is_final: true,
    };
    Journal::reopen(&journal.directory)?
        .mark_saved(saved)?
        .blocking_acknowledged()
}

/// Brings the unfinished journals of a course into its saved state; says whether there were any.
pub(super) fn recover(
    data_dir: &DataDir,
    keeping: &Keeping,
    session: &Session,
) -> Result<bool, StoreError> {
    let namespace = keeping.namespace.as_str();
    let left = unfinished(data_dir, namespace, keeping.owner())?;
    for journal in &left {
        let mut reader = JournalReader::open(&journal.directory)?;
        let mut replica: Option<Replica> = None;
        let mut at = journal.header.started_at;
        while let Some(entry) = reader.next_entry()? {
            match serde_json::from_str::<CourseEntry>(entry.get()) {
                Ok(CourseEntry::Opening(opening)) => {
                    let engine = opening.open().ok();
                    replica =
                        engine.map(|engine| Replica::new(engine, &journal.header.session_id, 0));
                }
                Ok(CourseEntry::Event(event)) => {
                    at = event.at;
                    if let Some(replica) = &mut replica {
                        replica.apply(&event);
                    }
                }
                // A journal of a later version: what can be read counts.
                Err(error) => tracing::warn!(%error, "an entry of an old journal was passed over"),
            }
        }
        drop(reader);
        if let Some(mut replica) = replica {
            for kind in [EventKind::CloseRequested, EventKind::ContentUnloaded] {
                replica.apply(&Event::new(at, 0, kind));
            }
            let state = keeping.project(&replica, "recovery");
            let written = keeping.write_recovered(&state, &journal.header)?;
            let kind = if written.aside {
                "state:kept_aside"
            } else {
                "state:saved"
            };
            let payload = serde_json::json!({"path": written.path, "cause": "recovery"});
            session.emit(kind, Some(payload))?;
        }
        finish(journal, "recovery")?;
    }
    Ok(!left.is_empty())
}
