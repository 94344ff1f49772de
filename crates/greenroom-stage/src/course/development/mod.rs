//! Live development: the files of a course are followed while it plays. What is saved is judged, and
//! the course is loaded again.

mod first_check;
mod following;
mod judging;
mod reloading;

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::Session;
use scorm_lint::Settings;
use tokio_util::sync::CancellationToken;

use self::following::{Follower, Saved};
pub use self::judging::Judged;
use super::launch_options::LaunchOptions;
use super::runtimes::Runtimes;
use crate::{Fault, StageError};

/// What is done when a file is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    pub validate: bool,
    pub reload: Reload,
}

/// What becomes of the learner's state when the course is loaded again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    Keep,
    /// A new attempt begins.
    Drop,
    /// It is not loaded again.
    Never,
}

/// Waits for the turn of a session's calls; no other runs until what it gives is dropped.
pub struct TakeTurn(Box<dyn Fn(String) -> BoxFuture<'static, Held> + Send + Sync>);

type Held = Box<dyn Any + Send>;

impl TakeTurn {
    pub fn new(take: impl Fn(String) -> BoxFuture<'static, Held> + Send + Sync + 'static) -> Self {
        Self(Box::new(take))
    }
}

impl fmt::Debug for TakeTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TakeTurn")
    }
}

/// The sessions of this process whose files are followed.
#[derive(Debug)]
pub struct Developments {
    runtimes: Arc<Runtimes>,
    settings: Settings,
    turns: TakeTurn,
    followed: Mutex<BTreeMap<String, Arc<Development>>>,
}

/// One session whose files are followed, until the session ends.
#[derive(Debug)]
pub struct Development {
    session: Arc<Session>,
    wish: Mutex<Wish>,
    live: Mutex<Live>,
    /// How the course was launched that a reload took away and could not bring back.
    lost: Mutex<Option<LaunchOptions>>,
    ended: CancellationToken,
}

/// What is known by now.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Nothing while nothing is validated.
    pub judged: Option<Arc<Judged>>,
    /// Rises whenever the course is to be loaded again.
    pub reloads: u64,
    /// Why the course was not loaded again, until it is.
    pub held_back: Option<String>,
}

impl Developments {
    pub fn new(runtimes: Arc<Runtimes>, settings: Settings, turns: TakeTurn) -> Arc<Self> {
        Arc::new(Self {
            runtimes,
            settings,
            turns,
            followed: Mutex::default(),
        })
    }

    /// The development of a session, if its files are followed.
    pub fn find(&self, session_id: &str) -> Option<Arc<Development>> {
        let followed = self.followed.lock().ignore_poison();
        followed.get(session_id).cloned()
    }

    /// Follows the files of a session from now on, or changes what is done then.
    pub async fn begin(
        self: &Arc<Self>,
        session: &Arc<Session>,
        wish: Wish,
    ) -> Result<Arc<Development>, StageError> {
        let id = session.id().as_str();
        if let Some(known) = self.find(id) {
            *known.wish.lock().ignore_poison() = wish;
            if wish.validate {
                self.judge(&known, &Saved::default()).await?;
            }
            return Ok(known);
        }
        let follower = Follower::of(session)?;
        let development = Arc::new(Development {
            session: Arc::clone(session),
            wish: Mutex::new(wish),
            live: Mutex::default(),
            lost: Mutex::default(),
            ended: CancellationToken::new(),
        });
        if wish.validate {
            self.judge(&development, &Saved::default()).await?;
        }
        tokio::spawn(Arc::clone(self).follow(Arc::clone(&development), follower));
        let mut followed = self.followed.lock().ignore_poison();
        followed.insert(id.to_owned(), Arc::clone(&development));
        Ok(development)
    }

    /// Follows them no longer.
    pub fn end(&self, session_id: &str) {
        let ended = self.followed.lock().ignore_poison().remove(session_id);
        if let Some(development) = ended {
            development.ended.cancel();
            self.runtimes.note_change();
        }
    }

    async fn follow(self: Arc<Self>, development: Arc<Development>, mut follower: Follower) {
        loop {
            let saved = tokio::select! {
                () = development.session.closed() => break,
                () = development.ended.cancelled() => break,
                saved = follower.next() => saved,
            };
            let Some(saved) = saved else { break };
            let wish = development.wish();
            let judging = async {
                if wish.validate
                    && let Err(error) = self.judge(&development, &saved).await
                {
                    tracing::warn!(%error, "what was saved is not judged");
                }
            };
            let reloading = async {
                if wish.reload != Reload::Never {
                    self.load_again(&development, &saved, wish.reload == Reload::Drop)
                        .await;
                }
            };
            tokio::join!(judging, reloading);
            self.runtimes.note_change();
        }
        self.end(development.session.id().as_str());
    }
}

impl Development {
    /// What is known by now.
    pub fn live(&self) -> Live {
        self.live.lock().ignore_poison().clone()
    }

    pub fn wish(&self) -> Wish {
        *self.wish.lock().ignore_poison()
    }
}

/// Only what lies in a folder can be edited.
pub fn check_editable(path: &Path) -> Result<(), StageError> {
    if !path.is_file() {
        return Ok(());
    }
    let message = format!("{} is not a folder, so nobody edits it", path.display());
    Err(StageError::new(Fault::InvalidParams, message)
        .hint("Unpack it, and name the folder with imsmanifest.xml."))
}
