//! This server among the others, from joining to leaving.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, Weak};

use greenroom_cluster::{Cluster, HouseShare, Joining, Lost};
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::SessionId;
use greenroom_tools::App;
use greenroom_web::gate::Listeners;
use tokio_util::sync::CancellationToken;

use super::hosting;
use super::link::HouseLink;
use super::mcp_sessions::McpSessions;
use super::options::ClusterOptions;
use crate::http::{Company, Linked};
use crate::mcp::Caller;
use crate::start::StartError;

/// The houses of this server.
pub(crate) trait Rooms: Send + Sync {
    /// A house that somebody has entered.
    fn house(&self, name: &str) -> Option<(Arc<App>, Arc<Caller>)>;
}

/// This server among the others.
pub(crate) struct Member {
    pub(super) cluster: Arc<Cluster>,
    pub(super) client: reqwest::Client,
    pub(super) secret: String,
    pub(super) rooms: OnceLock<Box<dyn Rooms>>,
    links: Mutex<BTreeMap<String, Weak<HouseLink>>>,
    /// One at a time takes a session over.
    pub(super) taking: Mutex<BTreeMap<SessionId, Arc<tokio::sync::Mutex<()>>>>,
    /// Fires when other servers are not answered any more.
    end: CancellationToken,
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member")
            .field("name", &self.cluster.name())
            .finish_non_exhaustive()
    }
}

impl Member {
    /// Joins the others; nothing for a server by itself.
    pub(crate) async fn join(options: &ClusterOptions) -> Result<Option<Arc<Self>>, StartError> {
        let Some(chosen) = options.chosen()? else {
            return Ok(None);
        };
        let unusable = |error: &dyn std::fmt::Display| StartError::Unusable(error.to_string());
        let listeners = Listeners::bind_at(chosen.internal).await.map_err(|error| {
            let text = format!(
                "--internal {} cannot be listened on: {error}",
                chosen.internal
            );
            StartError::Unusable(text)
        })?;
        let address = format!("{}:{}", chosen.internal_host, listeners.port());
        let joining = Joining {
            database: chosen.database.clone(),
            artifacts: chosen.artifacts.clone(),
            address,
        };
        let joined = tokio::task::spawn_blocking(move || Cluster::join(&joining)).await;
        let joined = joined.map_err(|error| unusable(&error))?;
        let (cluster, mut lost) = joined.map_err(|error| unusable(&error))?;
        // Other servers are of this network: no proxy stands between.
        let client = reqwest::Client::builder()
            .no_proxy()
            .connect_timeout(std::time::Duration::from_secs(1))
            // A new connection each time: where none is taken, nothing was begun, and the call can be
            // made elsewhere. Of one that was kept nobody would know.
            .pool_max_idle_per_host(0)
            .build()
            .map_err(|error| unusable(&error))?;
        let member = Arc::new(Self {
            cluster,
            client,
            secret: chosen.secret,
            rooms: OnceLock::new(),
            links: Mutex::default(),
            taking: Mutex::default(),
            end: CancellationToken::new(),
        });
        let router = hosting::router(&member);
        let end = member.end.clone();
        tokio::spawn(async move {
            listeners.serve_until(&router, end.cancelled_owned()).await;
        });
        let me = Arc::downgrade(&member);
        tokio::spawn(async move {
            while let Some(lost) = lost.recv().await {
                let Some(member) = me.upgrade() else { return };
                match lost {
                    Lost::Session { house, id } => member.lose(&house, &id).await,
                    Lost::Desk { house } => member.lose_desk(&house).await,
                }
            }
        });
        Ok(Some(member))
    }

    /// Says whose houses calls of other servers are for.
    pub(crate) fn open(&self, rooms: Box<dyn Rooms>) {
        // It is said once, by whoever made them.
        drop(self.rooms.set(rooms));
    }

    /// The name of this server and where others reach it.
    pub(crate) fn told(&self) -> String {
        format!("server {} of the cluster", self.cluster.name())
    }

    /// Takes on nothing new.
    pub(crate) fn drain(&self) {
        self.cluster.drain();
    }

    /// Leaves the others, once every session was handed over.
    pub(crate) async fn leave(&self) {
        self.cluster.leave().await;
        self.end.cancel();
    }

    pub(super) fn house(&self, name: &str) -> Option<(Arc<App>, Arc<Caller>)> {
        self.rooms.get()?.house(name)
    }

    pub(super) fn link_of(&self, house: &str) -> Option<Arc<HouseLink>> {
        self.links.lock().ignore_poison().get(house)?.upgrade()
    }

    /// The desk of a house is another server's now.
    async fn lose_desk(&self, house: &str) {
        if let Some((app, _)) = self.house(house)
            && let Ok(hub) = app.humans().desk().await
        {
            hub.act(|desk, _| desk.pass_on()).await;
        }
    }

    /// A session is another server's now.
    async fn lose(&self, house: &str, id: &SessionId) {
        let Some((app, _)) = self.house(house) else {
            return;
        };
        let runtimes = app.runtimes();
        let Ok(session) = runtimes.sessions().session_or_closing(id.as_str()) else {
            return;
        };
        // First, so that a call that loses its page under way finds out why.
        runtimes.sessions().let_go(id);
        runtimes.lose(&session).await;
    }
}

/// As houses see it.
#[derive(Debug)]
pub(crate) struct MemberCompany(pub(crate) Arc<Member>);

impl Company for MemberCompany {
    fn link(&self, house: &str, directory: &Path) -> Linked {
        let member = &self.0;
        let share = HouseShare::new(&member.cluster, house, directory.to_owned());
        let link = Arc::new(HouseLink {
            member: Arc::clone(member),
            share: Arc::clone(&share),
            desk: tokio::sync::Mutex::default(),
        });
        let weak = Arc::downgrade(&link);
        let mut links = member.links.lock().ignore_poison();
        links.insert(house.to_owned(), weak);
        let sessions = McpSessions {
            cluster: Arc::clone(&member.cluster),
            house: house.to_owned(),
        };
        (share.seams(), link, Arc::new(sessions))
    }
}
