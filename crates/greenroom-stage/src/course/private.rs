//! Private attempts: a course that one call plays, without past and without trace in saved states.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use greenroom_store::{CloseReason, EventQuery, OpenPackage, Session, SessionCall, SessionOptions};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::chatter::CHATTER;
use super::launch_options::{Execution, LaunchOptions};
use super::opening::LaunchRequest;
use super::runtime::Runtime;
use super::runtimes::Runtimes;
use super::viewport::ViewportParams;
use crate::course::closing;
use crate::{Fault, StageError};

/// What is played, and how.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Play {
    /// Course folder or .zip; not needed with session_id
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    pub workspace_path: Option<String>,
    /// Use its package and folder
    #[serde(default)]
    pub session_id: Option<String>,
    /// Size of the frame
    #[serde(default)]
    viewport: Option<ViewportParams>,
    /// What the page may reach
    #[serde(default)]
    execution: Option<Execution>,
}

impl Play {
    pub fn options(&self) -> LaunchOptions {
        LaunchOptions {
            viewport: self.viewport,
            execution: self.execution,
            auto_initialize: true,
            ..LaunchOptions::default()
        }
    }
}

/// The session that gets the artifacts and events of a run.
#[derive(Debug)]
pub struct Home {
    pub session: Arc<Session>,
    runtimes: Arc<Runtimes>,
    /// Keeps the session from counting as idle.
    _call: SessionCall,
    /// It was made for this run, and ends with it.
    own: bool,
}

impl Home {
    /// The caller's session, or a new one on the package.
    pub async fn open(
        runtimes: &Arc<Runtimes>,
        play: &Play,
        cancel: &CancellationToken,
    ) -> Result<Self, StageError> {
        let path = play.workspace_path.as_ref().map(Path::new);
        Self::of(runtimes, play.session_id.as_deref(), path, cancel).await
    }

    /// As [`Home::open`], by what names it.
    pub async fn of(
        runtimes: &Arc<Runtimes>,
        session_id: Option<&str>,
        path: Option<&Path>,
        cancel: &CancellationToken,
    ) -> Result<Self, StageError> {
        let (call, own) = match (session_id, path) {
            (Some(id), _) => (runtimes.sessions().session(id)?, false),
            (None, Some(path)) => (new_session(runtimes, path, cancel).await?, true),
            (None, None) => {
                let message = "workspace_path or session_id is needed";
                return Err(StageError::new(Fault::InvalidParams, message));
            }
        };
        Ok(Self {
            session: Arc::clone(&call),
            runtimes: Arc::clone(runtimes),
            _call: call,
            own,
        })
    }

    /// Leaves the session open, for callers that go on with it.
    pub fn stay_open(&mut self) {
        self.own = false;
    }

    /// Closes a session that was made for this run.
    pub async fn close(mut self) -> Result<(), StageError> {
        if std::mem::take(&mut self.own) {
            let id = self.session.id().as_str();
            closing::close(&self.runtimes, id, CloseReason::OneShot).await?;
        }
        Ok(())
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.own {
            close_later(&self.runtimes, &self.session);
        }
    }
}

/// A course that is played and stayed in, with the session that ends with it. Dropped, both end.
#[derive(Debug)]
pub struct Stay {
    pub runtime: Arc<Runtime>,
    home: Home,
}

impl Stay {
    /// Plays the package below `root` in a session of its own.
    pub async fn open(
        runtimes: &Arc<Runtimes>,
        root: &Path,
        options: LaunchOptions,
        cancel: &CancellationToken,
    ) -> Result<Self, StageError> {
        let home = Home::of(runtimes, None, Some(root), cancel).await?;
        let request = LaunchRequest::private(options);
        let runtime = runtimes.open_with(&home.session, request, None).await?;
        Ok(Self { runtime, home })
    }

    /// A course that a rehearsal left open.
    pub(crate) fn rehearsed(
        runtimes: &Arc<Runtimes>,
        runtime: Arc<Runtime>,
    ) -> Result<Self, StageError> {
        let call = runtimes.sessions().session(runtime.session.id().as_str())?;
        let home = Home {
            session: Arc::clone(&call),
            runtimes: Arc::clone(runtimes),
            _call: call,
            own: true,
        };
        Ok(Self { runtime, home })
    }

    /// Ends it without a word to the content, whatever became of it.
    pub async fn close(self, runtimes: &Arc<Runtimes>) {
        let id = self.runtime.session.id().as_str();
        runtimes.abandon(id).await;
        if let Err(error) = self.home.close().await {
            tracing::warn!(%error, "the session of a course that was played was not closed in order");
        }
    }
}

async fn new_session(
    runtimes: &Runtimes,
    path: &Path,
    cancel: &CancellationToken,
) -> Result<SessionCall, StageError> {
    let (sessions, path) = (Arc::clone(runtimes.sessions()), path.to_owned());
    let cancel = cancel.child_token();
    let _stop = cancel.clone().drop_guard();
    let open = move || sessions.open(&path, SessionOptions::default(), &cancel);
    Ok(tokio::task::spawn_blocking(open).await??)
}

/// The page first, so that it is gone even if the rest takes time.
fn close_later(runtimes: &Arc<Runtimes>, session: &Arc<Session>) {
    let (runtimes, id) = (Arc::clone(runtimes), session.id().to_string());
    tokio::spawn(async move {
        runtimes.abandon(&id).await;
        // One that is closed already is what is wanted.
        let _closed = closing::close(&runtimes, &id, CloseReason::OneShot).await;
    });
}

/// A course that plays for one call. Dropped, its page is gone at once.
#[derive(Debug)]
pub struct PrivateAttempt {
    pub runtime: Arc<Runtime>,
    place: Place,
}

/// The session that the page belongs to.
#[derive(Debug)]
struct Place {
    session: Arc<Session>,
    runtimes: Arc<Runtimes>,
    /// Beside the caller's own session, whose runtime and journal stay untouched.
    beside: bool,
    ended: bool,
    telling: Option<JoinHandle<()>>,
}

impl PrivateAttempt {
    /// Plays the package of `home` from the start.
    pub async fn open(
        home: &Home,
        options: LaunchOptions,
        cancel: &CancellationToken,
    ) -> Result<Self, StageError> {
        let beside = !home.own;
        let (session, telling) = if beside {
            let root = home.session.package().map(OpenPackage::root);
            let root = root.unwrap_or("".as_ref());
            let call = new_session(&home.runtimes, root, cancel).await?;
            let session = Arc::clone(&call);
            let telling = forward_events(Arc::clone(&session), Arc::clone(&home.session));
            (session, Some(telling))
        } else {
            (Arc::clone(&home.session), None)
        };
        let place = Place {
            session,
            runtimes: Arc::clone(&home.runtimes),
            beside,
            ended: false,
            telling,
        };
        let request = LaunchRequest {
            trace: true,
            ..LaunchRequest::private(options)
        };
        let runtime = place.runtimes.open(&place.session, request).await?;
        Ok(Self { runtime, place })
    }

    /// The folder with the journal of this attempt.
    pub fn session(&self) -> &Arc<Session> {
        &self.place.session
    }

    /// Lets the page live on in its session.
    pub fn stay_open(mut self) {
        self.place.ended = true;
    }

    /// Ends the attempt as an LMS would: the content leaves, and its unload handlers run.
    pub async fn end(self) -> Result<Arc<Runtime>, StageError> {
        let Self { runtime, mut place } = self;
        let id = place.session.id().to_string();
        place.runtimes.close(&id, "close").await?;
        place.ended = true;
        if place.beside {
            closing::close(&place.runtimes, &id, CloseReason::OneShot).await?;
        }
        if let Some(telling) = place.telling.take() {
            telling.await?;
        }
        Ok(runtime)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        if self.beside {
            close_later(&self.runtimes, &self.session);
        } else {
            let (runtimes, id) = (Arc::clone(&self.runtimes), self.session.id().to_string());
            tokio::spawn(async move { runtimes.abandon(&id).await });
        }
    }
}

/// Tells in the caller's session what happens in the one beside it.
fn forward_events(beside: Arc<Session>, home: Arc<Session>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut since = 0;
        let mut open = true;
        while open {
            let query = EventQuery {
                since,
                max: 1000,
                types: Vec::new(),
                without: &CHATTER,
            };
            let Ok(page) = beside
                .events()
                .wait_page(query, Duration::from_mins(1))
                .await
            else {
                return;
            };
            for event in page.events {
                since = event.id;
                open &= event.kind != "session:close";
                if !event.kind.starts_with("session:")
                    && home.emit(&event.kind, event.payload).is_err()
                {
                    return;
                }
            }
        }
    })
}
