//! Sessions of other processes of this user, as far as their journals tell: agents have servers of
//! their own, and a person wants to see all of them.
//!
//! They are read, never written. Pictures, pausing and taking over need the process that plays them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::journal::JournalReader;
use greenroom_store::{ElsewhereSession, Namespace, SessionId, SessionStore, kept_artifacts};
use greenroom_web::workbench::courses::{CourseFindings, Driver, SessionCard};
use scorm_session::Session as Engine;

use super::super::live_course::CourseEntry;
use super::shown;

/// How long one look may take; what is left over is read at the next one.
const LONGEST_LOOK: Duration = Duration::from_millis(400);

/// What is known of the sessions of other processes.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere {
    /// Taken for a whole look, so that two pages do not read the same twice.
    looking: Mutex<Looked>,
    /// What the last look saw, for those who cannot wait for the disk.
    seen: Mutex<BTreeMap<String, Seen>>,
}

/// Asks whether a session is still open; blocks on the disk.
#[derive(Clone)]
pub(crate) struct IsOpen(Arc<dyn Fn() -> bool + Send + Sync>);

impl IsOpen {
    pub(super) fn new(ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    pub(crate) fn ask(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for IsOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IsOpen")
    }
}

#[derive(Clone, Debug)]
struct Seen {
    directory: PathBuf,
    card: SessionCard,
}

#[derive(Debug, Default)]
struct Looked {
    over: BTreeSet<SessionId>,
    journals: BTreeMap<SessionId, Journal>,
}

/// A journal as far as it was read.
#[derive(Debug)]
struct Journal {
    reader: JournalReader,
    /// Absent until the opening was read, and where it cannot be played by this version.
    engine: Option<Engine>,
}

impl Elsewhere {
    /// The sessions that other processes have open, newest first. Blocks on the disk.
    pub(super) fn look(&self, store: &SessionStore) -> Vec<SessionCard> {
        let mut looked = self.looking.lock().ignore_poison();
        let found = store.elsewhere(&mut looked.over);
        let ids: BTreeSet<&SessionId> = found.iter().map(|one| &one.id).collect();
        looked.journals.retain(|id, _| ids.contains(id));
        let until = Instant::now() + LONGEST_LOOK;
        let mut seen = BTreeMap::new();
        let mut cards = Vec::new();
        for session in found.iter().rev() {
            let card = looked.card(session, until);
            let directory = session.directory.clone();
            let known = Seen {
                directory,
                card: card.clone(),
            };
            seen.insert(session.id.to_string(), known);
            cards.push(card);
        }
        *self.seen.lock().ignore_poison() = seen;
        cards
    }

    /// A session that the last look saw.
    pub(super) fn card(&self, session_id: &str) -> Option<SessionCard> {
        let seen = self.seen.lock().ignore_poison();
        seen.get(session_id).map(|seen| seen.card.clone())
    }

    /// Where it is kept.
    pub(crate) fn directory(&self, session_id: &str) -> Option<PathBuf> {
        let seen = self.seen.lock().ignore_poison();
        seen.get(session_id).map(|seen| seen.directory.clone())
    }
}

impl Looked {
    fn card(&mut self, session: &ElsewhereSession, until: Instant) -> SessionCard {
        if !self.journals.contains_key(&session.id)
            && let Ok(reader) = JournalReader::open(&session.directory)
        {
            let journal = Journal {
                reader,
                engine: None,
            };
            self.journals.insert(session.id.clone(), journal);
        }
        let journal = self.journals.get_mut(&session.id);
        if let Some(journal) = journal {
            journal.read(until);
        }
        let journal = self.journals.get(&session.id);
        let engine = journal.and_then(|journal| journal.engine.as_ref());
        let overview = engine.map(Engine::overview);
        let activities = overview.map(|it| it.activities).unwrap_or_default();
        let current = engine.and_then(|engine| engine.navigation().current);
        let driver = match journal.map(|journal| journal.reader.header().namespace.as_str()) {
            None => Driver::Nobody,
            Some(namespace) if namespace == Namespace::Gui.as_str() => Driver::Person,
            Some(_) => Driver::Agent,
        };
        let root = activities.first();
        SessionCard {
            session_id: session.id.to_string(),
            title: root.map_or_else(|| name(&session.package_path), |root| root.title.clone()),
            scorm_version: None,
            path: session.package_path.display().to_string(),
            driver,
            agent: session.client.clone(),
            holder: None,
            is_elsewhere: true,
            started_at: session.started_at,
            activity: current.and_then(|current| {
                let playing = activities.iter().find(|one| one.identifier == current);
                playing.map(|one| one.title.clone())
            }),
            status: root
                .map(|root| shown::status(root.status))
                .unwrap_or_default(),
            findings: CourseFindings::default(),
            picture: shown::newest_picture(&kept_artifacts(&session.directory)),
        }
    }
}

impl Journal {
    /// Folds what was written since the last look.
    fn read(&mut self, until: Instant) {
        while Instant::now() < until {
            // Who writes it may be about to remove it; what was read stays true.
            let Ok(Some(entry)) = self.reader.next_entry() else {
                return;
            };
            match serde_json::from_str::<CourseEntry>(entry.get()) {
                Ok(CourseEntry::Opening(opening)) => self.engine = opening.open().ok(),
                Ok(CourseEntry::Event(event)) => {
                    if let Some(engine) = &mut self.engine {
                        engine.apply(&event);
                    }
                }
                // Another version of Greenroom: what can be read counts.
                Err(_) => {}
            }
        }
    }
}

fn name(package: &Path) -> String {
    let name = package.file_name().unwrap_or(package.as_os_str());
    name.to_string_lossy().into_owned()
}
