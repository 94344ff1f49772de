//! Where the state of a course is kept between sessions, and what is written there.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use greenroom_stdx::now_ms;
use greenroom_store::journal::JournalHeader;
use greenroom_store::saved_state::{SavedMeta, SavedState, Written};
use greenroom_store::{Namespace, Owner, SavedStates, StoreError};
use scorm_session::{CourseRecord, Learner};

use super::replica::Replica;
use super::saved_record;

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
    /// What the course consists of.
    pub(super) structure: Option<String>,
    /// The number of writes of the state that this session goes on from.
    pub(super) revision: Arc<AtomicU64>,
}

impl Keeping {
    /// Whose state it is.
    pub(super) fn owner(&self) -> Owner<'_> {
        Owner {
            course_id: self.course_id.as_deref(),
            package_path: self.package_path.to_str(),
            structure: self.structure.as_deref(),
        }
    }

    /// The saved state as it lies on disk. What is written later is compared with it.
    pub(super) fn read(&self) -> Result<Option<SavedState>, StoreError> {
        let saved = self.states.read(self.namespace, self.owner())?;
        let meta = saved.as_ref().and_then(|saved| saved.meta.as_ref());
        let revision = meta.map_or(0, |meta| meta.revision);
        self.revision.store(revision, Ordering::SeqCst);
        Ok(saved)
    }

    /// Writes the state, aside if another session has saved the course since it was read.
    pub(super) fn write(&self, state: &SavedState) -> Result<Written, StoreError> {
        let known = self.revision.load(Ordering::SeqCst);
        let written = self
            .states
            .write_unless(self.namespace, self.owner(), state, |on_disk| {
                let others = on_disk.session_id.as_deref() != Some(&self.session_id);
                // A file that was cleared has no writes.
                others && on_disk.revision != known && on_disk.revision != 0
            })?;
        if !written.aside {
            self.revision.store(written.revision, Ordering::SeqCst);
        }
        Ok(written)
    }

    /// Writes what a journal of a dead session holds, aside if the course was saved after it began.
    pub(super) fn write_recovered(
        &self,
        state: &SavedState,
        journal: &JournalHeader,
    ) -> Result<Written, StoreError> {
        self.states
            .write_unless(self.namespace, self.owner(), state, |on_disk| {
                on_disk.session_id.as_deref() != Some(&journal.session_id)
                    && on_disk.saved_at > journal.started_at
            })
    }

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
            structure: self.structure.clone(),
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
