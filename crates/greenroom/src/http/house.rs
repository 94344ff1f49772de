//! One house per caller: their state, their data directory, their MCP sessions.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_stdx::{IgnorePoison as _, private_files};
use greenroom_store::journal::APPENDS;
use greenroom_store::logs::{LogFiles, MAX_LOG_BYTES};
use greenroom_store::{Reach, WRITABLE};
use greenroom_tools::config::Config;
use greenroom_tools::{App, Toolset};
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::company::Company;
use super::grant::Grant;
use super::meters::Now;
use super::uploads::Uploads;
use crate::mcp::{Addresses, Caller, LONGEST_LINE, RequestStates, Server, Tools};
use crate::start::StartError;

/// Below the server's data directory.
const FOLDER: &str = "houses";

/// An MCP session that is not used for so long is over; the courses that it opened are not.
const MCP_SESSION_IDLE: Duration = Duration::from_hours(12);

/// How long the sessions of one house may take to close.
const CLOSE_WITHIN: Duration = Duration::from_secs(10);

/// What all houses are made from.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) config: Config,
    /// The sets of tools that are offered.
    pub(super) sets: Vec<String>,
    /// Of the server, without links.
    pub(super) data_directory: PathBuf,
    /// Folders that are open to every caller.
    pub(super) roots: Vec<PathBuf>,
    /// What clients carry between two calls.
    pub(super) states: RequestStates,
    /// Fires when everything ends.
    pub(super) stop: CancellationToken,
    /// The other servers of a cluster.
    pub(super) company: Option<Arc<dyn Company>>,
}

/// All houses that somebody has entered since the start.
#[derive(Debug)]
pub(super) struct Houses {
    plan: Plan,
    open: Mutex<BTreeMap<String, Arc<House>>>,
    tools: Tools,
}

/// What one caller has.
pub(super) struct House {
    pub(super) app: Arc<App>,
    pub(super) caller: Arc<Caller>,
    /// What it was opened with.
    pub(super) grant: Grant,
    pub(super) uploads: Uploads,
    /// Requests whose body may be in memory at once.
    pub(super) bodies: Arc<Semaphore>,
    pub(super) service: StreamableHttpService<Server, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    /// MCP sessions by id, and when each was last used.
    used: Mutex<BTreeMap<String, Instant>>,
    most_sessions: usize,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

impl Houses {
    pub(super) fn new(plan: Plan) -> Self {
        Self {
            plan,
            open: Mutex::default(),
            tools: Tools::default(),
        }
    }

    /// The house that a token opens, made when it is first entered.
    pub(super) fn enter(&self, grant: &Grant) -> Result<Arc<House>, StartError> {
        let mut open = self.open.lock().ignore_poison();
        if let Some(house) = open.get(&grant.name) {
            return Ok(Arc::clone(house));
        }
        let house = Arc::new(House::new(&self.plan, grant, &self.tools)?);
        open.insert(grant.name.clone(), Arc::clone(&house));
        tracing::info!(target: "http", house = grant.name, "HOUSE_OPEN");
        Ok(house)
    }

    /// A house that somebody has entered.
    #[cfg(feature = "cluster")]
    pub(super) fn find(&self, name: &str) -> Option<Arc<House>> {
        self.open.lock().ignore_poison().get(name).cloned()
    }

    fn all(&self) -> Vec<Arc<House>> {
        self.open.lock().ignore_poison().values().cloned().collect()
    }

    /// How much is open.
    pub(super) async fn now(&self) -> Now {
        let mut now = Now {
            journal_appends: APPENDS.so_far(),
            ..Now::default()
        };
        for house in self.all() {
            let runtimes = house.app.runtimes();
            let sessions = runtimes.sessions().list();
            let playing = sessions
                .iter()
                .filter(|session| runtimes.find(session.id().as_str()).is_some());
            now.houses += 1;
            now.sessions += sessions.len();
            now.runtimes += playing.count();
            now.mcp_sessions += house.sessions.sessions.read().await.len();
            now.calls += house.caller.most_calls - house.caller.places.available_permits();
            now.browser_starts = runtimes.browser().starts();
        }
        now
    }

    /// Waits until no call is running anywhere.
    pub(super) async fn until_idle(&self) {
        for house in self.all() {
            let all = u32::try_from(house.caller.most_calls).unwrap_or(u32::MAX);
            drop(house.caller.places.acquire_many(all).await);
        }
    }

    /// Closes what is open in all houses.
    pub(super) async fn close(&self) {
        let mut closing = tokio::task::JoinSet::new();
        for house in self.all() {
            // In a cluster others go on with what is open.
            let hands_over = self.plan.company.is_some();
            closing.spawn(async move {
                let close = async {
                    if hands_over {
                        house.app.hand_over().await;
                    } else {
                        house.app.close().await;
                    }
                };
                let closed = tokio::time::timeout(CLOSE_WITHIN, close).await;
                if closed.is_err() {
                    tracing::error!(target: "http", "not all sessions were closed in time");
                }
            });
        }
        while closing.join_next().await.is_some() {}
    }
}

impl House {
    fn new(plan: &Plan, grant: &Grant, tools: &Tools) -> Result<Self, StartError> {
        let directory = plan.data_directory.join(FOLDER).join(&grant.name);
        for folder in [&directory, &directory.join(WRITABLE)] {
            private_files::create_dir(folder)?;
        }
        let roots: Vec<PathBuf> = plan.roots.iter().chain(&grant.roots).cloned().collect();
        let reach = Reach::within(&directory, &roots)?.with_most_bytes(grant.limits.file_bytes);
        let config = config_for(&plan.config, grant);
        let toolset = Toolset::select(&plan.sets, &config.tools)?;
        let package_bytes = config.limits.package_bytes;
        let company = plan.company.as_ref();
        let linked = company.map(|company| company.link(&grant.name, &directory));
        let (shared, elsewhere, mcp_sessions) = match linked {
            Some((shared, elsewhere, sessions)) => (Some(shared), Some(elsewhere), Some(sessions)),
            None => (None, None, None),
        };
        let app = App::for_caller(config, directory.clone(), toolset, reach.clone(), shared);
        app.clean_up_in_background();
        app.be_reachable_in_background();
        let log = LogFiles::create(&app.logs().directory, MAX_LOG_BYTES)
            .inspect_err(|error| tracing::error!(target: "http", %error, "a house has no log"))
            .ok()
            .map(Arc::new);
        let requests = grant.limits.requests;
        let caller = Arc::new(Caller {
            addresses: Addresses::new(&directory, reach),
            log,
            places: Semaphore::new(requests),
            most_calls: requests,
            elsewhere,
        });
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(MCP_SESSION_IDLE);
        let sessions = Arc::new(sessions);
        let states = plan.states.of(&grant.name);
        let server = Server::for_caller(
            Arc::clone(&app),
            Arc::clone(tools),
            states,
            Arc::clone(&caller),
        );
        let mut settings = StreamableHttpServerConfig::default();
        settings.session_store = mcp_sessions;
        let settings = settings.with_cancellation_token(plan.stop.child_token());
        let service = service(server, &sessions, settings);
        Ok(Self {
            grant: grant.clone(),
            uploads: Uploads::new(
                directory.join("uploads"),
                grant.limits.upload_bytes,
                package_bytes,
            ),
            // Beside calls there are lists, cancellations and answers.
            bodies: Arc::new(Semaphore::new(requests * 2 + 8)),
            app,
            caller,
            service,
            sessions,
            used: Mutex::default(),
            most_sessions: grant.limits.sessions.max(1),
        })
    }

    /// An MCP session was begun or used.
    pub(super) fn note_session(&self, id: &str) {
        let mut used = self.used.lock().ignore_poison();
        used.insert(id.to_owned(), Instant::now());
    }

    /// Ends the MCP sessions that were not used for longest, so that one more may begin. A client
    /// that went without a word is not in the way of its next.
    pub(super) async fn make_room_for_session(&self) {
        let known: Vec<String> = self.used.lock().ignore_poison().keys().cloned().collect();
        for id in known {
            let is_there = self.sessions.has_session(&id.as_str().into()).await;
            if !is_there.unwrap_or(false) {
                self.used.lock().ignore_poison().remove(&id);
            }
        }
        loop {
            let oldest = {
                let mut used = self.used.lock().ignore_poison();
                if used.len() < self.most_sessions {
                    return;
                }
                let oldest = used.iter().min_by_key(|(_, when)| **when);
                let oldest = oldest.map(|(id, _)| id.clone());
                if let Some(id) = &oldest {
                    used.remove(id);
                }
                oldest
            };
            let Some(oldest) = oldest else { return };
            let closed = self.sessions.close_session(&oldest.as_str().into()).await;
            if let Err(error) = closed {
                tracing::warn!(target: "http", %error, "an MCP session was not closed");
            }
        }
    }

    /// Where everything of this caller lies.
    pub(super) fn directory(&self) -> &Path {
        self.app.data_directory()
    }
}

/// The settings of the server, with the limits of the caller and without what is for a person at
/// the machine.
fn config_for(config: &Config, grant: &Grant) -> Config {
    let mut config = config.clone();
    let limits = &mut config.limits;
    limits.sessions = limits.sessions.min(grant.limits.sessions);
    limits.runtimes = limits.runtimes.min(grant.limits.runtimes);
    let dialogs = &mut config.dialogs;
    dialogs.port = Some(0);
    dialogs.no_open = true;
    dialogs.ws_no_token = false;
    config
}

fn service(
    server: Server,
    sessions: &Arc<LocalSessionManager>,
    settings: StreamableHttpServerConfig,
) -> StreamableHttpService<Server, LocalSessionManager> {
    let config = settings
        // The gate has looked at both, for every route.
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_json_response(true)
        .with_max_request_body_bytes(LONGEST_LINE);
    let made = move || -> io::Result<Server> { Ok(server.clone()) };
    StreamableHttpService::new(made, Arc::clone(sessions), config)
}
