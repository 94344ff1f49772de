//! The human socket: the page shows dialogs and sends what the human did.

mod changes;
mod queries;

use super::connection::{self, Connection, Happening};
use super::outbox::{self, Outbox, Overflow};
use super::{Bench, page_messages};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;
use greenroom_dialog::inspector::Direction;
use greenroom_dialog::{Change, Proof, Source, Submitter, ids};
use greenroom_human::Hub;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

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
    let first: Value = serde_json::from_str(&first).unwrap_or_default();
    let token = first["token"].as_str().unwrap_or_default();
    let proof = bench.door.page(token).filter(|_| first["type"] == "auth");
    let Some(proof) = proof else {
        let is_agent = bench.agent_token.matches(token);
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
    };
    page.hub.page_came();
    // An overflow ends the connection; the page comes back and gets all again.
    let _overflow = page.run(connected).await;
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
}

impl Page {
    async fn run(&mut self, mut connection: Connection) -> Result<(), Overflow> {
        self.welcome().await?;
        while let Some(happening) = connection.next(&self.outbox).await? {
            match happening {
                Happening::Frame(bytes) => self.take(&bytes).await?,
                Happening::Change(change) => self.tell(&change).await?,
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
            let welcome = json!({
                "type": "welcome", "connection": self.connection,
                "version": env!("CARGO_PKG_VERSION"), "open": open,
                "settings": preferences.settings, "notes": preferences.notes,
                "remembered": preferences.standing_answers.listed(),
                "learned": preferences.holds.list(now),
                "inspecting": desk.inspector().is_on(), "status": status,
                "pairing": self.bench.bell.waiting(),
            });
            let requests: Vec<Value> = open
                .iter()
                .filter_map(|id| desk.dialog(id))
                .map(|dialog| page_messages::dialog_request(desk, dialog, now))
                .collect();
            (welcome, requests)
        });
        self.send(&welcome)?;
        for request in &requests {
            self.send_request(request).await?;
        }
        for notice in self.hub.take_found() {
            self.tell(&notice).await?;
        }
        Ok(())
    }

    /// Tells the page of a change.
    async fn tell(&mut self, change: &Change) -> Result<(), Overflow> {
        match change {
            Change::Seen(seen) if self.watches_inspector => {
                let entries = json!({"type": "inspector-entries", "entries": [seen]});
                return self.outbox.send(&entries);
            }
            Change::Seen(_) => return Ok(()),
            Change::Queue => {
                let mut status = self.hub.status();
                status["type"] = json!("status");
                self.send(&status)?;
                return self.tell_places().await;
            }
            Change::Pairing => {
                let request = self.bench.bell.waiting();
                return self.send(&json!({"type": "pairing", "request": request}));
            }
            _ => {}
        }
        let message = self
            .hub
            .look(|desk| page_messages::of_change(desk, change, self.hub.now()));
        match message {
            Some(message) if message["type"] == "dialog-request" => {
                self.send_request(&message).await
            }
            Some(message) => self.send(&message),
            None => Ok(()),
        }
    }

    /// `dialog-update` for every dialog whose place or waiting agent changed.
    async fn tell_places(&mut self) -> Result<(), Overflow> {
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
                let update = json!({
                    "type": "dialog-update", "requestId": id, "position": position,
                    "agent_waiting": agent_waiting,
                });
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

    async fn send_request(&mut self, request: &Value) -> Result<(), Overflow> {
        let id = request["requestId"].as_str().unwrap_or_default().to_owned();
        let position = request["position"].as_u64().unwrap_or(0) as usize;
        let waiting = request["agent_waiting"].as_bool().unwrap_or(false);
        self.shown.insert(id, (position, waiting));
        self.send_in_turn(request).await
    }

    fn send(&self, message: &Value) -> Result<(), Overflow> {
        self.record(Direction::Outgoing, message);
        self.outbox.send(message)
    }

    /// For one of as many messages as there are dialogs.
    async fn send_in_turn(&self, message: &Value) -> Result<(), Overflow> {
        self.record(Direction::Outgoing, message);
        self.outbox.send_in_turn(message).await
    }

    fn record(&self, direction: Direction, message: &Value) {
        if is_worth_recording(message) {
            self.hub
                .record(direction, message, &self.connection, "page");
        }
    }

    /// Takes a message of the page.
    async fn take(&mut self, bytes: &[u8]) -> Result<(), Overflow> {
        let Ok(Value::Object(message)) = serde_json::from_slice::<Value>(bytes) else {
            return Ok(());
        };
        self.record(Direction::Incoming, &Value::Object(message.clone()));
        let kind = message
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if kind == "ping" {
            return self.outbox.send(&json!({"type": "pong"}));
        }
        if kind == "dialog-response" {
            return self.take_response(&message).await;
        }
        if let Some(seq) = message.get("seq") {
            let reply = self.reply(kind, seq.clone(), &message).await;
            let reply =
                reply.unwrap_or_else(|error| json!({"type": "failed", "seq": seq, "error": error}));
            return self.send(&reply);
        }
        self.take_note_of(kind, &message).await
    }

    async fn take_response(&mut self, message: &Map<String, Value>) -> Result<(), Overflow> {
        let id = message.get("requestId").and_then(Value::as_str);
        let data = message.get("data").filter(|data| data.is_object());
        let outcome = match (id, data) {
            (Some(id), Some(data)) => {
                let flag = |name: &str| message.get(name) == Some(&Value::Bool(true));
                let submitter = Submitter {
                    connection: self.connection.clone(),
                    user_agent: self.user_agent.clone(),
                    source: if flag("auto") {
                        Source::AutoSubmit
                    } else {
                        Source::Human
                    },
                    proof: self.proof,
                    remember: flag("remember"),
                };
                let (id, data) = (id.to_owned(), data.clone());
                let undo_ms = message.get("undo_ms").and_then(Value::as_u64).unwrap_or(0);
                self.hub
                    .act(move |desk, now| {
                        desk.submit_undoable(&id, &data, &submitter, undo_ms, now)
                    })
                    .await
            }
            _ => Err(greenroom_dialog::submission::INVALID_FORMAT.to_owned()),
        };
        let mut result = json!({
            "type": "dialog-response-result", "requestId": message.get("requestId"),
            "success": outcome.is_ok(),
        });
        match outcome {
            Ok(Some(undo_ms)) => result["undo_ms"] = json!(undo_ms),
            Ok(None) => {}
            Err(error) => result["error"] = json!(error),
        }
        self.send(&result)
    }
}

/// The inspector does not look at itself, at heartbeats, or at what opens doors.
fn is_worth_recording(message: &Value) -> bool {
    let kind = message["type"].as_str().unwrap_or_default();
    !kind.starts_with("inspector") && !matches!(kind, "ping" | "pong" | "auth" | "status" | "draft")
}
