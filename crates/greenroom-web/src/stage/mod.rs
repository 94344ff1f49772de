//! The stage: one loopback socket that serves every course under its own host name.

mod above;
mod conditions;
mod content;
mod events;
mod first_of_name;
mod host;
mod lms;
mod person_act;
mod person_page;
mod player_start;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::assets;
use crate::gate::{self, ConnectionLimits, Token};

pub use conditions::{Conditions, Connection};
pub use events::{CallFrame, Departure, DepartureKind, EventSink, JournalEntry, SinkError};
pub use first_of_name::FirstOfName;
use greenroom_stdx::IgnorePoison as _;
use host::Playing;
pub use lms::{Arrival, Condition, Lms, LmsLaunch, LmsServer};
pub use person_act::{ActTarget, ClickTold, Entered, PersonAct, SaidLevel, UnwrittenWhy, Way};
pub use person_page::{Blocked, NobodyThere, PersonPage, Served};
pub use player_start::{Order, PlayerStart};
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Events of a session arrive in batches; a single one may hold two arguments of the longest kind,
/// each character written as an escape.
const LARGEST_BATCH: usize = 64 << 20;

/// The player, to be run in its page in a world of scripts that no page can enter: the body of a
/// function whose argument `greenroomBeginning` holds the key of the journal and the event that
/// begins the session.
pub fn player_script() -> &'static str {
    let script = assets::find("player/player.js").unwrap_or_default();
    std::str::from_utf8(script).unwrap_or_default()
}

/// A browser opens six connections to a host, and the player one WebSocket. A course that opens
/// hundreds takes them from itself.
const CONNECTIONS: ConnectionLimits = ConnectionLimits {
    all: 512,
    per_host: 24,
};

/// A course on the stage.
pub struct Course {
    /// The folder with the manifest.
    pub root: PathBuf,
    /// What the player page begins with.
    pub boot: serde_json::Value,
    /// Takes the session's events.
    pub events: Arc<dyn EventSink>,
    /// What only the player knows: content shares its origin, and could speak for it otherwise.
    pub key: Token,
    /// A person plays it, in a browser of their own.
    pub person: Option<Arc<PersonPage>>,
    /// The server of the LMS that it is played in; none for the standard.
    pub lms: Option<Lms>,
    /// A permissions policy forbids `unload` handlers.
    pub unload_denied: bool,
    /// The LMS finds files by their name alone.
    pub by_name: Option<FirstOfName>,
}

impl std::fmt::Debug for Course {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Course")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

/// The stage server. Dropping the last clone ends it.
#[derive(Clone)]
pub struct Stage {
    courses: Arc<Courses>,
    address: SocketAddr,
    _serving: Arc<Serving>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

/// The courses now on the stage, by session id; none as long as one is expected.
#[derive(Default)]
pub(crate) struct Courses {
    playing: RwLock<HashMap<String, watch::Sender<Option<Arc<Course>>>>>,
    /// Of those sessions that do not play under the usual ones.
    conditions: RwLock<HashMap<String, Arc<Conditions>>>,
}

impl Courses {
    /// Follows a session's course; none for a session that nobody knows.
    fn find(&self, session_id: &str) -> Option<watch::Receiver<Option<Arc<Course>>>> {
        let courses = self.playing.read().ignore_poison();
        Some(courses.get(session_id)?.subscribe())
    }

    /// The conditions of a session; none if they are the usual ones.
    fn conditions(&self, session_id: &str) -> Option<Arc<Conditions>> {
        let conditions = self.conditions.read().ignore_poison();
        conditions.get(session_id).cloned()
    }

    fn put(&self, session_id: &str, course: Option<Course>) {
        let mut courses = self.playing.write().ignore_poison();
        let place = courses.entry(session_id.to_owned()).or_default();
        place.send_replace(course.map(Arc::new));
    }
}

/// Ends the server's task with the last handle.
struct Serving(tokio::task::JoinHandle<()>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Stage {
    /// Opens the socket on a free loopback port and serves from now on.
    pub async fn bind() -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let courses = Arc::new(Courses::default());
        let app = app(Arc::clone(&courses), address.port());
        let until_dropped = std::future::pending();
        let task = tokio::spawn(gate::serve(listener, app, CONNECTIONS, until_dropped));
        Ok(Self {
            courses,
            address,
            _serving: Arc::new(Serving(task)),
        })
    }

    /// Says that a session's course will be put on the stage or taken off. Its player page may come
    /// before it, and waits for it.
    pub fn expect(&self, session_id: &str) {
        self.courses.put(session_id, None);
    }

    /// Puts a course on the stage under its session id.
    pub fn open(&self, session_id: &str, course: Course) {
        self.courses.put(session_id, Some(course));
    }

    /// Has a session play under these conditions until it is taken off the stage.
    pub fn set_conditions(&self, session_id: &str, conditions: Arc<Conditions>) {
        let mut all = self.courses.conditions.write().ignore_poison();
        all.insert(session_id.to_owned(), conditions);
    }

    /// Takes it off again; its host answers nothing from then on.
    pub fn close(&self, session_id: &str) {
        let Courses {
            playing,
            conditions,
        } = &*self.courses;
        playing.write().ignore_poison().remove(session_id);
        conditions.write().ignore_poison().remove(session_id);
    }

    /// `<session>.localhost:<port>`: the only host that the session's browser context may reach.
    pub fn host(&self, session_id: &str) -> String {
        host::name(session_id, self.address.port())
    }

    /// Address of the player page.
    pub fn player_url(&self, session_id: &str) -> String {
        format!("http://{}/player/", self.host(session_id))
    }

    /// Address of a page of another origin that holds the player page in a frame, as some LMSs are
    /// held by a portal.
    pub fn above_url(&self, session_id: &str) -> String {
        above::url(&self.host(session_id))
    }

    /// Address of the player page in a person's browser, which is good once. What stands behind the
    /// `#` is never sent.
    pub fn person_url(&self, session_id: &str, page: &PersonPage) -> String {
        let ticket = page.ticket().reveal();
        format!("http://{}/player/person#{ticket}", self.host(session_id))
    }

    /// Address under which the course's own files lie.
    pub fn content_url(&self, session_id: &str) -> String {
        format!("http://{}{}", self.host(session_id), content::PREFIX)
    }
}

/// The routes, apart from the socket, so that tests can call them.
pub(crate) fn app(courses: Arc<Courses>, port: u16) -> Router {
    let hosts = host::Hosts { courses, port };
    Router::new()
        .route("/player/", get(player_page))
        .route("/player/person", get(person_page::page))
        .route("/player/begin", post(person_page::begin))
        .route("/player/blocked", post(person_page::blocked))
        .route("/player/{name}", get(player_file))
        .route("/player/boot.json", get(boot))
        .route("/player/lms", post(lms::save))
        .route("/player/lms/launch", post(lms::launch))
        .route("/player/events", post(events::post).get(events::socket))
        .route("/content/{*path}", get(content::serve))
        .layer(DefaultBodyLimit::max(LARGEST_BATCH))
        .layer(axum::middleware::from_fn_with_state(
            hosts.clone(),
            host::check,
        ))
        .with_state(hosts)
}

async fn boot(Playing(course): Playing) -> Response {
    (
        [(header::CACHE_CONTROL, "no-store")],
        axum::Json(course.boot.clone()),
    )
        .into_response()
}

/// The page, with word of what its script will ask for, so that both come at once.
async fn player_page() -> Response {
    let early = "<boot.json>; rel=preload; as=fetch; crossorigin, \
                 <engine.wasm>; rel=preload; as=fetch; crossorigin";
    ([(header::LINK, early)], asset("")).into_response()
}

async fn player_file(State(_): State<host::Hosts>, Path(name): Path<String>) -> Response {
    asset(&name)
}

fn asset(name: &str) -> Response {
    let (path, bytes) = match name {
        "" => ("index.html", assets::find("player/index.html")),
        "engine.wasm" => (name, Some(assets::engine())),
        "lms.wasm" => (name, Some(assets::lms())),
        "person.js" => (name, assets::find("person/person.js")),
        _ => (name, assets::find(&format!("player/{name}"))),
    };
    match bytes {
        Some(bytes) => (
            [
                (header::CONTENT_TYPE, assets::mime(path)),
                (header::CACHE_CONTROL, "no-store"),
            ],
            bytes,
        )
            .into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests;
