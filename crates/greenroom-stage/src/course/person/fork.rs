//! A session that goes on from a moment of another one.
//!
//! Its journal begins with the other one's up to that moment, so that its state is the fold of it.
//! What it does later is its own: it is not kept as the saved state of the course, which belongs to
//! whoever really plays it.

use std::path::{Path, PathBuf};
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
        let source = self.source(session_id)?;
        if let Some(runtime) = self.runtimes().find(session_id) {
            runtime.flush().await?;
        }
        let store = Arc::clone(self.runtimes().sessions());
        let from = session_id.to_owned();
        let make = move || -> Result<String, StageError> {
            let options = SessionOptions {
                allow_network: source.allow_network,
                ..SessionOptions::default()
            };
            let call = store.open(&source.package, options, &CancellationToken::new())?;
            let session = Arc::clone(&call);
            copy(&source.directory, &session, moment)?;
            let payload = json!({"from": from, "moment": moment, "entries": moment + 1});
            session.emit(FORKED, Some(payload))?;
            Ok(session.id().as_str().to_owned())
        };
        let forked = tokio::task::spawn_blocking(make).await;
        let id = forked.map_err(StageError::from)??;
        self.runtimes().note_change();
        Ok(id)
    }

    /// A session of this process, or of another one.
    fn source(&self, session_id: &str) -> Result<Source, NotDone> {
        if let Some(session) = self.elsewhere_session(session_id) {
            return Ok(Source {
                directory: session.directory,
                package: session.package_path,
                // The other process allowed it to its own browser, not to that of a person.
                allow_network: false,
            });
        }
        let session = self.session(session_id)?;
        let package = session
            .package()
            .ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))?;
        Ok(Source {
            directory: session.directory().to_owned(),
            package: package.path().to_owned(),
            allow_network: session.options().allow_network,
        })
    }
}

/// What a fork is made from.
struct Source {
    directory: PathBuf,
    package: PathBuf,
    allow_network: bool,
}

/// Begins the journal of a fork.
fn copy(source: &Path, fork: &Session, moment: usize) -> Result<(), StageError> {
    let mut reader = JournalReader::open(source)?;
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

#[cfg(test)]
mod tests {
    use greenroom_store::{DataDir, SessionStore, StoreLimits};
    use scorm_session::{ApiFunction, Learner, LearnerRequest, Opening, Origin};

    use super::*;

    const MANIFEST: &str =
        include_str!("../../../../../examples/courses/tea-tasting/imsmanifest.xml");

    fn set(element: &str, value: &str) -> EventKind {
        EventKind::ApiCalled {
            function: ApiFunction::SetValue,
            args: vec![Some(element.to_owned()), Some(value.to_owned())],
            origin: Origin::Content,
        }
    }

    fn call(function: ApiFunction) -> EventKind {
        EventKind::ApiCalled {
            function,
            args: vec![Some(String::new())],
            origin: Origin::Content,
        }
    }

    /// A learner who goes through the first activity and is in the second one.
    fn played() -> Vec<CourseEntry> {
        let opening = Opening {
            manifest: MANIFEST.to_owned(),
            organization: None,
            learner: Learner::new("l", "Learner, Some"),
            options: scorm_session::Options::default(),
        };
        let launch = Launch::Start;
        let request = LearnerRequest::Continue;
        let kinds = [
            EventKind::Launched { launch },
            EventKind::ContentLoaded,
            call(ApiFunction::Initialize),
            set("cmi.location", "one"),
            set("cmi.suspend_data", "notes"),
            set("cmi.completion_status", "completed"),
            set("cmi.success_status", "passed"),
            EventKind::NavigationRequested { request },
            EventKind::ContentUnloaded,
            EventKind::ContentLoaded,
            call(ApiFunction::Initialize),
            set("cmi.location", "two"),
        ];
        let events = kinds.into_iter().zip(1..);
        let events = events.map(|(kind, at)| CourseEntry::Event(Event::new(at, 0, kind)));
        std::iter::once(CourseEntry::Opening(opening))
            .chain(events)
            .collect()
    }

    /// The engine after these entries.
    fn folded(entries: &[CourseEntry]) -> scorm_session::Session {
        let Some((CourseEntry::Opening(opening), rest)) = entries.split_first() else {
            panic!("a journal begins with an opening");
        };
        let mut engine = opening.clone().open().unwrap();
        for entry in rest {
            if let CourseEntry::Event(event) = entry {
                engine.apply(event);
            }
        }
        engine
    }

    fn value(engine: &scorm_session::Session, element: &str) -> Option<String> {
        let found = engine.data_model().into_iter();
        let mut found = found.filter(|one| one.element == element);
        found.next()?.value
    }

    #[test]
    fn from_every_moment_the_learner_comes_back_to_where_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let store = SessionStore::new(
            DataDir::new(folder.path().to_owned()),
            StoreLimits::default(),
        );
        let source = store.one_shot().unwrap();
        let header = JournalHeader {
            format: 0,
            namespace: "gui".to_owned(),
            course_id: None,
            session_id: source.id().as_str().to_owned(),
            package_path: "/course".into(),
            structure: None,
            started_at: 1,
        };
        let entries = played();
        let journal = Journal::create(source.directory(), &header).unwrap();
        for entry in &entries {
            let written = journal.append(entry).unwrap();
            written.blocking_acknowledged().unwrap();
        }
        assert!(beginning(source.directory()).unwrap().is_none());
        for moment in 2..entries.len() {
            let fork = store.one_shot().unwrap();
            copy(source.directory(), &fork, moment).unwrap();
            assert!(!greenroom_store::journal::is_unsaved(fork.directory()));
            let then = folded(&entries[..=moment]);
            let prelude = beginning(fork.directory()).unwrap().unwrap();
            let launch = EventKind::Launched {
                launch: prelude.launch,
            };
            let opening = Opening {
                manifest: MANIFEST.to_owned(),
                organization: prelude.organization,
                learner: prelude.learner,
                options: prelude.options.unwrap(),
            };
            let mut now = opening.open().unwrap();
            now.apply(&Event::new(100, 0, launch));
            let current = |engine: &scorm_session::Session| engine.navigation().current;
            assert_eq!(current(&now), current(&then), "at {moment}");
            for element in ["cmi.location", "cmi.suspend_data", "cmi.completion_status"] {
                assert_eq!(
                    value(&now, element),
                    value(&then, element),
                    "{element} at {moment}"
                );
            }
            // Content that has not begun yet begins there for the first time.
            let entry = if matches!(moment, 2 | 9 | 10) {
                "ab-initio"
            } else {
                "resume"
            };
            assert_eq!(
                value(&now, "cmi.entry").as_deref(),
                Some(entry),
                "at {moment}"
            );
        }
        let fork = store.one_shot().unwrap();
        let beyond = copy(source.directory(), &fork, entries.len()).unwrap_err();
        assert!(beyond.to_string().contains("13 moments"), "{beyond}");
    }
}
