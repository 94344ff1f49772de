//! A course that plays: its journal, the replica folded from it, and its saved state.
//!
//! An event counts once it is in the journal on disk. The saved-state file is a projection that is
//! written whenever the engine asks for it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::BoxFuture;
use greenroom_store::journal::{Journal, JournalHeader, Saved};
use greenroom_store::saved_state::{SavedMeta, SavedState};
use greenroom_store::{Namespace, SavedStates, Session, StoreError, now_ms};
use greenroom_web::stage::{EventSink, JournalEntry, SinkError};
use scorm_session::{CourseRecord, Effect, Event, Learner, Opening, SaveCause};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::watch;

use super::replica::{Replica, Told};
use super::saved_record;

/// One entry of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// What the session began with; everything before it is over.
    Opening(Opening),
    Event(Event),
}

/// Where the state of a course is kept between sessions.
#[derive(Clone, Debug)]
pub(super) struct Keeping {
    pub(super) states: SavedStates,
    pub(super) namespace: Namespace,
    pub(super) course_id: Option<String>,
    pub(super) package_path: PathBuf,
    pub(super) scorm_version: String,
    pub(super) session_id: String,
    /// Which content is played.
    pub(super) fingerprint: Option<String>,
}

/// A course that plays.
#[derive(Debug)]
pub(crate) struct LiveCourse {
    session: Arc<Session>,
    journal: Journal,
    /// Absent for private attempts, which leave nothing behind.
    keeping: Option<Keeping>,
    folded: Mutex<Folded>,
    /// The number of events taken in; changes wake those who wait for one.
    count: watch::Sender<u64>,
    kept: watch::Sender<Kept>,
}

/// How far the journal on disk reaches.
#[derive(Clone, Debug, Default)]
struct Kept {
    /// The page's number of the last event that is on disk.
    seq: u64,
    /// Why nothing more can be kept, once a write has failed.
    lost: Option<Arc<StoreError>>,
}

#[derive(Debug)]
struct Folded {
    replica: Replica,
    last_seq: u64,
}

impl LiveCourse {
    pub(super) fn begin(
        session: Arc<Session>,
        opening: Opening,
        keeping: Option<Keeping>,
        suspend_data_limit: usize,
        journal_bytes: u64,
    ) -> Result<Self, BeginError> {
        let engine = opening.clone().open().map_err(BeginError::Course)?;
        let replica = Replica::new(engine, session.id().as_str(), suspend_data_limit);
        let journal = open_journal(&session, keeping.as_ref())?.limited_to(journal_bytes);
        let entry = journal.append(&Line::Opening(opening))?;
        entry.blocking_acknowledged()?;
        let folded = Folded {
            replica,
            last_seq: 0,
        };
        Ok(Self {
            session,
            journal,
            keeping,
            folded: Mutex::new(folded),
            count: watch::Sender::new(0),
            kept: watch::Sender::default(),
        })
    }

    /// Looks at the replica.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&Replica) -> T) -> T {
        look(&self.folded().replica)
    }

    /// Fires whenever events were taken in.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    /// Takes in an event that the server itself makes, when there is no page to make it.
    pub(super) async fn apply(&self, event: Event) -> Result<Vec<Effect>, StoreError> {
        let (pending, effects, told) = {
            let mut folded = self.folded();
            let pending = self.journal.append(&Line::Event(event.clone()));
            let (effects, told) = folded.replica.apply(&event);
            (pending, effects, told)
        };
        self.tell(told);
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

    fn folded(&self) -> MutexGuard<'_, Folded> {
        self.folded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take_in(&self, entries: Vec<JournalEntry>) -> Result<u64, SinkError> {
        let mut effects = Vec::new();
        let mut told = Vec::new();
        let (last, pending) = {
            let mut folded = self.folded();
            let mut pending = None;
            for entry in entries {
                // The page sends again what it has no answer for.
                if entry.seq <= folded.last_seq {
                    continue;
                }
                if entry.seq != folded.last_seq + 1 {
                    return Err(fault(format!(
                        "event {} came after {}",
                        entry.seq, folded.last_seq
                    )));
                }
                let event: Event = serde_json::from_value(entry.event)
                    .map_err(|error| fault(format!("event {} is none: {error}", entry.seq)))?;
                let appended = self.journal.append(&Line::Event(event.clone()));
                pending = Some(appended.map_err(|error| self.give_up(error))?);
                let (caused, news) = folded.replica.apply(&event);
                effects.extend(caused);
                told.extend(news);
                folded.last_seq = entry.seq;
            }
            (folded.last_seq, pending)
        };
        if let Some(pending) = pending {
            // Lines are written in order: the last one on disk means all are.
            let written = pending.acknowledged().await;
            written.map_err(|error| self.give_up(error))?;
            self.kept.send_modify(|kept| kept.seq = kept.seq.max(last));
        }
        // What was sent twice may be on its way to the disk, or may never get there.
        self.kept_until(last).await?;
        self.tell(told);
        self.save_if_asked(&effects).map_err(fault)?;
        self.count.send_modify(|count| *count += 1);
        Ok(last)
    }

    /// Nothing more can be kept.
    fn give_up(&self, error: StoreError) -> SinkError {
        let told = fault(&error);
        self.kept
            .send_modify(|kept| kept.lost = Some(Arc::new(error)));
        told
    }

    async fn kept_until(&self, seq: u64) -> Result<(), SinkError> {
        let mut kept = self.kept.subscribe();
        let known = kept
            .wait_for(|kept| kept.lost.is_some() || kept.seq >= seq)
            .await
            .map_err(fault)?;
        match &known.lost {
            Some(why) => Err(fault(why)),
            None => Ok(()),
        }
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

    fn tell(&self, told: Vec<Told>) {
        for (kind, payload) in told {
            if let Err(error) = self.session.emit(kind, Some(payload)) {
                tracing::error!(%error, "an event of the session was not written");
            }
        }
    }

    fn save_if_asked(&self, effects: &[Effect]) -> Result<(), StoreError> {
        let asked = effects.iter().rev().find_map(|effect| match effect {
            Effect::SaveState { cause } => Some(match cause {
                SaveCause::Commit => "commit",
                SaveCause::Terminate => "terminate",
                SaveCause::Close => "close",
            }),
            _ => None,
        });
        match asked {
            Some(cause) => self.save(cause, false).map(drop),
            None => Ok(()),
        }
    }

    fn save(&self, cause: &str, is_final: bool) -> Result<Option<PathBuf>, StoreError> {
        let mut path = None;
        if let Some(keeping) = &self.keeping {
            let state = self.read(|replica| keeping.project(replica, cause));
            let written =
                keeping
                    .states
                    .write(keeping.namespace, keeping.course_id.as_deref(), &state)?;
            let payload = json!({"path": written, "cause": cause});
            self.session.emit("state:saved", Some(payload))?;
            path = Some(written);
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

impl EventSink for LiveCourse {
    fn append(&self, entries: Vec<JournalEntry>) -> BoxFuture<'_, Result<u64, SinkError>> {
        Box::pin(self.take_in(entries))
    }
}

impl Keeping {
    /// The saved-state file for the present moment.
    pub(super) fn project(&self, replica: &Replica, cause: &str) -> SavedState {
        let engine = &replica.engine;
        let learner = engine.learner();
        let current = replica
            .delivery
            .as_ref()
            .map(|delivery| delivery.activity.clone())
            // A page that was left behind may still call; such calls belong to no activity.
            .or_else(|| {
                let mut calls = replica.calls.iter().rev().map(|call| &call.activity);
                calls.find(|activity| !activity.is_empty()).cloned()
            });
        let record = record_of(&learner, engine.course());
        let mut state = saved_record::write(&record, current.as_deref());
        state.meta = Some(SavedMeta {
            format: 1,
            course_id: self.course_id.clone(),
            scorm_version: Some(self.scorm_version.clone()),
            saved_at: now_ms(),
            cause: cause.to_owned(),
            session_id: Some(self.session_id.clone()),
            current_activity: current,
            package_path: Some(self.package_path.display().to_string()),
            fingerprint: self.fingerprint.clone(),
            ..SavedMeta::default()
        });
        state
    }
}

/// A course's record together with what it shares with other courses of the learner.
fn record_of(learner: &Learner, course: &scorm_session::Course) -> CourseRecord {
    let mut record = learner
        .courses
        .get(&course.key())
        .cloned()
        .unwrap_or_default();
    if course.tree.objectives_global_to_system {
        record.objectives.clone_from(&learner.objectives);
    }
    if course.shared_data_global_to_system {
        record.shared_data.clone_from(&learner.shared_data);
    }
    record
}

fn open_journal(session: &Session, keeping: Option<&Keeping>) -> Result<Journal, StoreError> {
    let directory = session.directory();
    if directory.join("journal").exists() {
        return Journal::reopen(directory);
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
        started_at: now_ms(),
    };
    Journal::create(directory, &header)
}

fn fault(error: impl std::fmt::Display) -> SinkError {
    SinkError(error.to_string())
}

/// Why a course could not begin to play.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BeginError {
    #[error("{0}")]
    Course(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}
