//! Sessions of other processes of this user: agents have servers of their own, and a person wants to
//! see all of them.
//!
//! Their journals tell where they stand; they are read, never written. Who drives, live pictures,
//! pausing and taking over come from the process that plays them, as far as it can be reached.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::journal::JournalReader;
use greenroom_store::{ElsewhereSession, Namespace, SessionId, SessionStore, kept_artifacts};
use greenroom_web::neighbors::Neighbors;
use greenroom_web::workbench::courses::{CourseFindings, CourseState, Driver, SessionCard};
use scorm_session::Session as Engine;
use tokio::sync::watch;

use super::super::live_course::CourseEntry;
use super::shown;

/// How long one look may take; what is left over is read at the next one.
const LONGEST_LOOK: Duration = Duration::from_millis(400);

/// What is known of the sessions of other processes.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    /// Taken for a whole look, so that two pages do not read the same twice.
    looking: Mutex<Looked>,
    /// What the last look saw, for those who cannot wait for the disk.
    seen: Mutex<BTreeMap<String, Seen>>,
    neighbors: Neighbors,
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
    session: ElsewhereSession,
    state: CourseState,
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
    /// `changed` is told when something of them is another.
    pub(super) fn new(changed: watch::Sender<u64>) -> Self {
        Self {
            looking: Mutex::default(),
            seen: Mutex::default(),
            neighbors: Neighbors::new(changed),
        }
    }

    /// Looks which sessions other processes have open. Blocks on the disk, within a runtime.
    pub(super) fn look(&self, store: &SessionStore) {
        let mut looked = self.looking.lock().ignore_poison();
        let found = store.elsewhere(&mut looked.over);
        let ids: BTreeSet<&SessionId> = found.iter().map(|one| &one.id).collect();
        looked.journals.retain(|id, _| ids.contains(id));
        let servers = found
            .iter()
            .map(|one| (one.id.as_str(), one.server.as_str()));
        self.neighbors
            .meet(servers, |server| store.announced_by(server));
        let until = Instant::now() + LONGEST_LOOK;
        let mut seen = BTreeMap::new();
        for session in found {
            let state = looked.state(&session, until);
            seen.insert(session.id.to_string(), Seen { session, state });
        }
        *self.seen.lock().ignore_poison() = seen;
    }

    /// The processes that play them.
    pub(super) fn neighbors(&self) -> &Neighbors {
        &self.neighbors
    }

    /// All that the last look saw, newest first.
    pub(super) fn cards(&self) -> Vec<SessionCard> {
        let seen = self.seen.lock().ignore_poison();
        let cards = seen.values().map(|seen| seen.state.card.clone());
        let mut cards: Vec<_> = cards.map(|card| self.with_people(card)).collect();
        cards.sort_by(|a, b| (b.started_at, &b.session_id).cmp(&(a.started_at, &a.session_id)));
        cards
    }

    /// Where the course of a session stood when the last look saw it.
    pub(super) fn state(&self, session_id: &str) -> Option<CourseState> {
        let mut state = {
            let seen = self.seen.lock().ignore_poison();
            seen.get(session_id)?.state.clone()
        };
        state.card = self.with_people(state.card);
        Some(state)
    }

    /// A session that the last look saw.
    pub(super) fn session(&self, session_id: &str) -> Option<ElsewhereSession> {
        let seen = self.seen.lock().ignore_poison();
        seen.get(session_id).map(|seen| seen.session.clone())
    }

    /// Where it is kept.
    pub(crate) fn directory(&self, session_id: &str) -> Option<PathBuf> {
        self.session(session_id).map(|session| session.directory)
    }

    /// A card with who is there now, or why that is not known.
    fn with_people(&self, card: SessionCard) -> SessionCard {
        match self.neighbors.seated(&card.session_id) {
            Ok(seated) => SessionCard {
                driver: seated.driver,
                agent: seated.agent.or(card.agent),
                holder: seated.holder,
                ..card
            },
            Err(why) => SessionCard {
                out_of_reach: Some(why),
                ..card
            },
        }
    }
}

impl Looked {
    fn state(&mut self, session: &ElsewhereSession, until: Instant) -> CourseState {
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
        let navigation = engine.map(Engine::navigation);
        let current = navigation.as_ref().and_then(|it| it.current.clone());
        let driver = match journal.map(|journal| journal.reader.header().namespace.as_str()) {
            None => Driver::Nobody,
            Some(namespace) if namespace == Namespace::Gui.as_str() => Driver::Person,
            Some(_) => Driver::Agent,
        };
        let root = activities.first();
        let card = SessionCard {
            session_id: session.id.to_string(),
            title: root.map_or_else(|| name(&session.package_path), |root| root.title.clone()),
            scorm_version: None,
            path: session.package_path.display().to_string(),
            driver,
            agent: session.client.clone(),
            holder: None,
            is_elsewhere: true,
            out_of_reach: None,
            started_at: session.started_at,
            activity: current.as_ref().and_then(|current| {
                let playing = activities.iter().find(|one| one.identifier == *current);
                playing.map(|one| one.title.clone())
            }),
            status: root
                .map(|root| shown::status(root.status))
                .unwrap_or_default(),
            findings: CourseFindings::default(),
            picture: shown::newest_picture(&kept_artifacts(&session.directory)),
        };
        CourseState {
            is_over: current.is_none(),
            current,
            ..CourseState::not_played(card)
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
