//! What a server that died left behind: its journal is closed as the course would have been.

use greenroom_stdx::now_ms;
use greenroom_store::journal::{
    Journal, JournalReader, Saved, UnfinishedJournal, is_unsaved, unfinished,
};
use greenroom_store::shared::Copies;
use greenroom_store::{
    CloseReason, ClosedSession, DataDir, Namespace, Owner, SavedStates, Session, SessionId,
    StoreError,
};
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
        finish(data_dir, journal, "cleared")?;
        give_up(data_dir, journal)?;
    }
    let state = SavedStates::new(data_dir).path(namespace, owner);
    let records = lms::forget_records(&state)?;
    Ok(!left.is_empty() || records)
}

/// Nothing of the journal is to be saved any more.
fn finish(data_dir: &DataDir, journal: &UnfinishedJournal, cause: &str) -> Result<(), StoreError> {
    let saved = Saved {
        cause: cause.to_owned(),
        at: now_ms(),
        is_final: true,
    };
    let id = SessionId::parse(&journal.header.session_id);
    let shared = data_dir.shared().zip(id.as_ref());
    let copies = shared.map(|(shared, id)| Copies::of(shared, id));
    Journal::reopen_copied(&journal.directory, copies)?
        .mark_saved(saved)?
        .blocking_acknowledged()
}

/// In a cluster: the session, which a dead server left, is over.
fn give_up(data_dir: &DataDir, journal: &UnfinishedJournal) -> Result<(), StoreError> {
    let id = SessionId::parse(&journal.header.session_id);
    if let Some((shared, id)) = data_dir.shared().zip(id) {
        let closed = ClosedSession {
            closed_at: Some(now_ms()),
            reason: CloseReason::ServerLost,
        };
        shared.leases.end(&id, closed)?;
    }
    Ok(())
}

/// The journal of the session itself, which another server left unfinished.
fn own(session: &Session, namespace: &str) -> Option<UnfinishedJournal> {
    session.copies()?;
    let directory = session.directory();
    let header = JournalReader::open(directory).ok()?.header().clone();
    // A private attempt is nobody's past.
    let is_left = header.namespace == namespace && is_unsaved(directory);
    is_left.then(|| UnfinishedJournal {
        directory: directory.to_owned(),
        header,
    })
}

/// Brings the unfinished journals of a course into its saved state; says whether there were any.
pub(super) fn recover(
    data_dir: &DataDir,
    keeping: &Keeping,
    session: &Session,
) -> Result<bool, StoreError> {
    let namespace = keeping.namespace.as_str();
    let mut left = unfinished(data_dir, namespace, keeping.owner())?;
    left.extend(own(session, namespace));
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
        finish(data_dir, journal, "recovery")?;
        if journal.header.session_id != session.id().as_str() {
            give_up(data_dir, journal)?;
        }
    }
    Ok(!left.is_empty())
}
