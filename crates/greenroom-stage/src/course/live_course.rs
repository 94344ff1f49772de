//! A course that plays: its journal, the replica folded from it, and its saved state.
//!
//! An event counts once it is in the journal on disk. The saved-state file is a projection that is
//! written whenever the engine asks for it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use greenroom_stdx::IgnorePoison as _;
use greenroom_stdx::now_ms;
use greenroom_store::journal::{Journal, JournalHeader, Saved};
use greenroom_store::{Session, StoreError};
use scorm_session::{Course, Effect, Event, Opening, SaveCause};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::watch;

use super::chatter::Chatter;
use super::keeping::Keeping;
use super::lms::{LmsCourse, LmsReport};
use super::person::{ActsTold, BlockedList};
use super::replica::{Replica, Told};
use super::tickets::Tickets;

/// One entry of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CourseEntry {
    /// What the session began with; everything before it is over.
    Opening(Opening),
    Event(Event),
}

/// A course that plays.
#[derive(Debug)]
pub struct LiveCourse {
    pub(super) session: Arc<Session>,
    pub(super) journal: Journal,
    /// Absent for private attempts, which leave nothing behind.
    keeping: Option<Keeping>,
    folded: Mutex<Folded>,
    /// The number of events taken in; changes wake those who wait for one.
    pub(super) count: watch::Sender<u64>,
    pub(super) kept: watch::Sender<Kept>,
    /// Another session has saved the course meanwhile.
    kept_aside: AtomicBool,
    /// The server of the LMS that it plays in; none where the engine itself answers.
    pub lms: Option<Arc<LmsCourse>>,
    /// The LMS of which only the server is known: the engine answers for it.
    known_in_part: Option<Arc<LmsCourse>>,
    /// What the browser of a person kept the course from loading.
    pub(super) blocked: Mutex<BlockedList>,
    /// What a person did to its page; absent where none plays.
    pub(super) acts: Mutex<Option<ActsTold>>,
    /// What a course says and loads in the browser of a person.
    pub(super) chatter: Arc<Chatter>,
}

/// How far the journal on disk reaches.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// The page's number of the last event that is on disk.
    pub(super) seq: u64,
    /// Why nothing more can be kept, once a write has failed.
    pub(super) lost: Option<Arc<StoreError>>,
}

#[derive(Debug)]
pub(super) struct Folded {
    pub(super) replica: Replica,
    pub(super) last_seq: u64,
    /// The last one that was kept: what no player sends is passed over.
    pub(super) last_written: u64,
    pub(super) tickets: Tickets,
}

impl LiveCourse {
    pub(super) fn begin(
        session: Arc<Session>,
        opening: Opening,
        course: Arc<Course>,
        keeping: Option<Keeping>,
        suspend_data_limit: usize,
        journal_bytes: u64,
        lms: Option<Arc<LmsCourse>>,
    ) -> Result<Self, StoreError> {
        let (known_in_part, lms) = match lms {
            Some(lms) if lms.answers_by_the_book() => (Some(lms), None),
            lms => (None, lms),
        };
        let engine = opening.clone().open_on(course);
        let replica = Replica::new(engine, session.id().as_str(), suspend_data_limit);
        let journal = open_journal(&session, keeping.as_ref())?.limited_to(journal_bytes);
        let entry = journal.append(&CourseEntry::Opening(opening))?;
        entry.blocking_acknowledged()?;
        let folded = Folded {
            replica,
            last_seq: 0,
            last_written: 0,
            tickets: Tickets::default(),
        };
        Ok(Self {
            chatter: Chatter::new(Arc::clone(&session)),
            session,
            journal,
            keeping,
            folded: Mutex::new(folded),
            count: watch::Sender::new(0),
            kept: watch::Sender::default(),
            kept_aside: AtomicBool::new(false),
            lms,
            known_in_part,
            blocked: Mutex::default(),
            acts: Mutex::default(),
        })
    }

    /// Looks at the replica.
    pub fn read<T>(&self, look: impl FnOnce(&Replica) -> T) -> T {
        look(&self.folded().replica)
    }

    /// The LMS that the course plays in, also if it is known in part only.
    pub(super) fn lms_server(&self) -> Option<&Arc<LmsCourse>> {
        self.lms.as_ref().or(self.known_in_part.as_ref())
    }

    /// What the LMS has stored; none by the book.
    pub(super) fn lms_report(&self) -> Option<LmsReport> {
        let lms = self.lms_server()?;
        Some(self.read(|replica| lms.report(replica)))
    }

    /// What the LMS has stored of each activity that was launched; nothing where the engine itself
    /// answers.
    pub fn lms_reports(&self) -> Vec<LmsReport> {
        let lms = self.lms.as_ref();
        lms.map_or_else(Vec::new, |lms| self.read(|replica| lms.reports(replica)))
    }

    /// The state was saved beside the course's own file, which holds a newer one.
    pub(super) fn is_kept_aside(&self) -> bool {
        self.kept_aside.load(Ordering::SeqCst)
    }

    /// Fires whenever events were taken in.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    /// Takes in an event that the server itself makes, when there is no page to make it.
    pub(super) async fn apply(&self, event: Event) -> Result<Vec<Effect>, StoreError> {
        let (pending, effects, told) = {
            let mut folded = self.folded();
            let pending = self.journal.append(&CourseEntry::Event(event.clone()));
            let (effects, told) = folded.replica.apply(&event);
            (pending, effects, told)
        };
        self.emit(told);
        pending?.acknowledged().await?;
        self.save_if_asked(&effects)?;
        self.count.send_modify(|count| *count += 1);
        Ok(effects)
    }

    /// Writes the saved state for the last time.
    pub(super) fn save_finally(&self, cause: &str) -> Result<Option<PathBuf>, StoreError> {
        let path = self.save(cause, true)?;
        if self.kept.borrow().lost.is_some() {
            // A journal that could not be written to the end knows less than the saved state.
            let journal = self.journal.path();
            std::fs::remove_file(journal).map_err(|source| StoreError::Write {
                path: journal.to_owned(),
                source,
            })?;
        }
        Ok(path)
    }

    /// The course never came on the stage: its journal has nothing that is still to be saved.
    pub(super) fn give_up_opening(&self) {
        let saved = Saved {
            cause: "not_opened".to_owned(),
            at: now_ms(),
            is_final: true,
        };
        if let Err(error) = self.journal.mark_saved(saved) {
            tracing::warn!(%error, "the journal of a failed opening stays unfinished");
        }
    }

    pub(super) fn folded(&self) -> MutexGuard<'_, Folded> {
        self.folded.lock().ignore_poison()
    }

    /// Resolves with the reason once the journal cannot be written any more.
    pub(super) async fn lost(&self) -> Arc<StoreError> {
        let mut kept = self.kept.subscribe();
        loop {
            if let Some(error) = &kept.borrow_and_update().lost {
                return Arc::clone(error);
            }
            // The sender lives as long as `self`.
            drop(kept.changed().await);
        }
    }

    pub(super) fn emit(&self, told: Vec<Told>) {
        for (kind, payload) in told {
            if let Err(error) = self.session.emit(kind, Some(payload)) {
                tracing::error!(%error, "an event of the session was not written");
            }
        }
    }

    pub(super) fn save_if_asked(&self, effects: &[Effect]) -> Result<(), StoreError> {
        let asked = effects.iter().rev().find_map(|effect| match effect {
            Effect::SaveState { cause } => Some(match cause {
                SaveCause::Commit => "commit",
                SaveCause::Terminate => "terminate",
                SaveCause::Close => "close",
            }),
            _ => None,
        });
        let Some(cause) = asked else { return Ok(()) };
        if let Some(lms) = &self.known_in_part {
            self.read(|replica| lms.take_in(&replica.calls, cause == "close"));
        }
        self.save(cause, false).map(drop)
    }

    fn save(&self, cause: &str, is_final: bool) -> Result<Option<PathBuf>, StoreError> {
        let mut path = None;
        if let Some(keeping) = &self.keeping {
            let state = self.read(|replica| keeping.project(replica, cause));
            let written = keeping.write(&state)?;
            let kind = if written.aside {
                "state:kept_aside"
            } else {
                "state:saved"
            };
            let payload = json!({"path": written.path, "cause": cause});
            self.session.emit(kind, Some(payload))?;
            self.kept_aside.store(written.aside, Ordering::SeqCst);
            path = Some(written.path);
        }
        let saved = Saved {
            cause: cause.to_owned(),
            at: now_ms(),
            is_final,
        };
        // Losing this line only means that the same state is projected again after a crash.
        drop(self.journal.mark_saved(saved)?);
        Ok(path)
    }
}

fn open_journal(session: &Session, keeping: Option<&Keeping>) -> Result<Journal, StoreError> {
    let directory = session.directory();
    // A private attempt is nobody's past, and no other server goes on with it.
    let copies = session.copies().filter(|_| keeping.is_some());
    if directory.join("journal").exists() {
        return Journal::reopen_copied(directory, copies);
    }
    let header = JournalHeader {
        format: 0,
        // A private attempt is nobody's past: no course looks for it after a crash.
        namespace: keeping
            .map_or("private", |keeping| keeping.namespace.as_str())
            .to_owned(),
        course_id: keeping.and_then(|keeping| keeping.course_id.clone()),
        session_id: session.id().as_str().to_owned(),
        package_path: keeping
            .map(|keeping| keeping.package_path.clone())
            .unwrap_or_default(),
        structure: keeping.and_then(|keeping| keeping.structure.clone()),
        started_at: now_ms(),
    };
    Journal::create_copied(directory, &header, copies)
}
