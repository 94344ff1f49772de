//! The human socket: the page shows dialogs and sends what the human did.

mod changes;
mod course_watch;
mod driving_watch;
mod journal_watch;
mod queries;
mod submitting;

use crate::task::AbortOnDrop;
use driving_watch::Allowance;

use super::connection::{self, Connection, Happening};
use super::outbox::{self, Outbox, Overflow};
use super::wire::{Act, DialogRequest, FromServer, Level, Query, Welcome};
use super::{Bench, page_messages};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;
use greenroom_dialog::inspector::Direction;
use greenroom_dialog::{Change, Proof, Refusal, ids};
use greenroom_human::Hub;
use serde::Deserialize as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counts the pages that came.
static NUMBER: AtomicU64 = AtomicU64::new(1);
/// Pages that may be connected.
const PAGES: usize = 16;
/// The page must say who it is within this time.
const AUTH_WITHIN: Duration = Duration::from_secs(3);
/// Close codes: the token is not (or no longer) good; it is the other role's.
const NOT_GOOD: u16 = 4401;
const WRONG_ROLE: u16 = 4403;

/// `GET /human` with an upgrade.
pub(super) async fn upgrade(
    State(bench): State<Bench>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // The gate has seen that an Origin is ours; here there must be one.
    if !headers.contains_key(header::ORIGIN) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if bench.hub.pages() >= PAGES {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let user_agent = headers
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    connection::limited(upgrade).on_upgrade(move |socket| serve(bench, socket, user_agent))
}

async fn serve(bench: Bench, socket: WebSocket, user_agent: String) {
    let (outbox, mut incoming) = outbox::split(socket);
    let first = tokio::time::timeout(AUTH_WITHIN, incoming.next()).await;
    let Ok(Some(Ok(Message::Text(first)))) = first else {
        return outbox.close(NOT_GOOD, "not authenticated");
    };
    let Ok(Act::Auth { token }) = serde_json::from_str(&first) else {
        return outbox.close(NOT_GOOD, "not authenticated");
    };
    let Some(proof) = bench.door.page(&token) else {
        let is_agent = bench.agent_token.matches(&token);
        let code = if is_agent { WRONG_ROLE } else { NOT_GOOD };
        return outbox.close(code, "not authenticated");
    };
    let Ok(connection) = ids::draw("page_") else {
        return;
    };
    let connected = Connection::new(incoming, &bench.hub);
    let bell = Arc::clone(&bench.bell);
    let _presence = bell.page_comes();
    let mut page = Page {
        hub: Arc::clone(&bench.hub),
        bench,
        outbox,
        connection,
        user_agent,
        proof,
        shown: BTreeMap::new(),
        watches_inspector: false,
        sessions: None,
        course: None,
        frames: Vec::new(),
        allowance: Allowance::default(),
        name: None,
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        journal: None,
    };
    page.hub.page_came();
    // An overflow ends the connection; the page comes back and gets all again.
    let _overflow = page.run(connected).await;
    page.bench.courses.page_left(&page.connection);
    page.hub.page_left();
}

/// One connected page.
struct Page {
    bench: Bench,
    hub: Arc<Hub>,
    outbox: Outbox,
    connection: String,
    user_agent: String,
    /// How this page was paired.
    proof: Proof,
    /// Position and "agent waiting" as this page knows them.
    shown: BTreeMap<String, (usize, bool)>,
    watches_inspector: bool,
    /// What follows the courses for this page.
    sessions: Option<AbortOnDrop>,
    course: Option<AbortOnDrop>,
    frames: Vec<AbortOnDrop>,
    allowance: Allowance,
    /// What its person is called, if they said so.
    name: Option<String>,
    /// Tells it from the others otherwise.
    number: u64,
    journal: Option<AbortOnDrop>,
}

impl Page {
    async fn run(&mut self, mut connection: Connection) -> Result<(), Overflow> {
        self.welcome().await?;
        while let Some(happening) = connection.next(&self.outbox).await? {
            match happening {
                Happening::Frame(bytes) => self.take(&bytes).await?,
                Happening::Change(change) => self.notify(&change).await?,
            }
        }
        Ok(())
    }

    async fn welcome(&mut self) -> Result<(), Overflow> {
        let status = self.hub.status();
        let now = self.hub.now();
        let (welcome, requests) = self.hub.look(|desk| {
            let open: Vec<&str> = desk.queue().iter().collect();
            let preferences = desk.preferences();
            let welcome = Welcome {
                connection: self.connection.clone(),
                version: env!("CARGO_PKG_VERSION"),
                open: open.iter().map(|id| (*id).to_owned()).collect(),
                settings: preferences.settings.clone(),
                notes: preferences.notes.clone(),
                remembered: preferences.standing_answers.listed(),
                learned: preferences.holds.list(now),
                inspecting: desk.inspector().is_on(),
                status,
                pairing: self.bench.bell.waiting(),
            };
            let requests: Vec<DialogRequest> = open
                .iter()
                .filter_map(|id| desk.dialog(id))
                .map(|dialog| page_messages::dialog_request(desk, dialog, now))
                .collect();
            (welcome, requests)
        });
        self.send(&FromServer::Welcome(Box::new(welcome)))?;
        for request in requests {
            self.send_request(request).await?;
        }
        for notice in self.hub.take_found() {
            self.notify(&notice).await?;
        }
        Ok(())
    }

    /// Tells the page of a change.
    async fn notify(&mut self, change: &Change) -> Result<(), Overflow> {
        match change {
            Change::Seen(seen) if self.watches_inspector => {
                let entries = vec![seen.as_ref().clone()];
                return self.send_unseen(&FromServer::InspectorEntries { entries });
            }
            Change::Seen(_) => return Ok(()),
            Change::Queue => {
                self.send(&FromServer::Status(self.hub.status()))?;
                return self.send_places().await;
            }
            // The page comes back and gets all of the other desk.
            Change::Renewed => return Err(Overflow),
            Change::Pairing => {
                let request = self.bench.bell.waiting();
                return self.send(&FromServer::Pairing { request });
            }
            _ => {}
        }
        let message = self
            .hub
            .look(|desk| page_messages::of_change(desk, change, self.hub.now()));
        match message {
            Some(FromServer::DialogRequest(request)) => self.send_request(*request).await,
            Some(message) => self.send(&message),
            None => Ok(()),
        }
    }

    /// `dialog-update` for every dialog whose place or waiting agent changed.
    async fn send_places(&mut self) -> Result<(), Overflow> {
        let places: BTreeMap<String, (usize, bool)> = self.hub.look(|desk| {
            desk.queue()
                .iter()
                .filter_map(|id| {
                    let position = desk.queue().position(id)?;
                    Some((id.to_owned(), (position, desk.dialog(id)?.waiting > 0)))
                })
                .collect()
        });
        for (id, (position, agent_waiting)) in &places {
            let known = self.shown.get(id);
            // A dialog that is not known here gets its request first.
            if known.is_some_and(|known| *known != (*position, *agent_waiting)) {
                let update = FromServer::DialogUpdate {
                    request_id: id.clone(),
                    position: *position,
                    agent_waiting: *agent_waiting,
                };
                self.send_in_turn(&update).await?;
            }
        }
        for (id, place) in places {
            if let Some(shown) = self.shown.get_mut(&id) {
                *shown = place;
            }
        }
        Ok(())
    }

    async fn send_request(&mut self, request: DialogRequest) -> Result<(), Overflow> {
        let place = (request.position, request.agent_waiting);
        self.shown.insert(request.request_id.clone(), place);
        let message = FromServer::DialogRequest(Box::new(request));
        self.send_in_turn(&message).await
    }

    fn send(&self, message: &FromServer) -> Result<(), Overflow> {
        let message = json!(message);
        self.record(Direction::Outgoing, &message);
        self.outbox.send(&message)
    }

    /// Past the inspector, for its own messages.
    fn send_unseen(&self, message: &FromServer) -> Result<(), Overflow> {
        self.outbox.send(&json!(message))
    }

    /// For one of as many messages as there are dialogs.
    async fn send_in_turn(&self, message: &FromServer) -> Result<(), Overflow> {
        let message = json!(message);
        self.record(Direction::Outgoing, &message);
        self.outbox.send_in_turn(&message).await
    }

    fn record(&self, direction: Direction, message: &Value) {
        if is_worth_recording(message) {
            self.hub
                .record(direction, message, &self.connection, "page");
        }
    }

    /// Takes a message of the page.
    async fn take(&mut self, bytes: &[u8]) -> Result<(), Overflow> {
        let Ok(message @ Value::Object(_)) = serde_json::from_slice::<Value>(bytes) else {
            return Ok(());
        };
        self.record(Direction::Incoming, &message);
        match message.get("seq") {
            Some(seq) => {
                let reply = match Query::deserialize(&message) {
                    Ok(query) => self.reply(query).await.map_err(|fault| fault.to_string()),
                    Err(fault) => Err(not_understood(&message, &fault)),
                };
                let seq = seq.clone();
                self.send(&reply.unwrap_or_else(|error| FromServer::Failed { seq, error }))
            }
            None => match Act::deserialize(&message) {
                Ok(Act::Ping) => self.send_unseen(&FromServer::Pong),
                Ok(act) => self.carry_out(act).await,
                Err(_) if message["type"] == "dialog-response" => {
                    let request_id = message["requestId"].as_str().map(str::to_owned);
                    self.send_result(request_id, Err(Refusal::InvalidFormat))
                }
                Err(fault) => self.refuse(not_understood(&message, &fault)),
            },
        }
    }

    /// Tells the page why something was not done.
    fn refuse(&self, text: String) -> Result<(), Overflow> {
        self.send(&FromServer::Notice {
            level: Level::Warning,
            code: "refused",
            text,
        })
    }
}

/// Why a message of the page says nothing to us.
fn not_understood(message: &Value, fault: &serde_json::Error) -> String {
    let kind = message["type"].as_str().unwrap_or_default();
    if fault.to_string().starts_with("unknown variant") || kind.is_empty() {
        format!("unknown message {kind:?}")
    } else {
        fault.to_string()
    }
}

/// The inspector does not look at itself, at heartbeats, at what opens doors, or at every key that a
/// person presses.
fn is_worth_recording(message: &Value) -> bool {
    let kind = message["type"].as_str().unwrap_or_default();
    !kind.starts_with("inspector")
        && !matches!(
            kind,
            "ping" | "pong" | "auth" | "status" | "draft" | "course-input"
        )
}
