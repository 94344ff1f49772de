//! The WebSocket endpoint for programs that ask: JSON-RPC 2.0 at `/`.

mod calls;
mod frames;

use super::connection::{self, Connection, Happening};
use super::outbox::{self, Outbox, Overflow};
use super::{Bench, http, page};
use crate::gate::digest;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use calls::Calls;
use frames::Frame;
use greenroom_dialog::inspector::Direction;
use greenroom_dialog::{
    Asker, Category, Change, DialogError, Refusal, Submitter, compression, ids, request,
};
use greenroom_human::Hub;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Programs that may be connected.
const SOCKETS: usize = 64;
/// So many broken messages within this time close the connection.
const FAULTS: usize = 20;
const FAULTS_WITHIN: Duration = Duration::from_mins(1);
const POLICY_VIOLATION: u16 = 1008;
/// A token may come as a subprotocol, because browsers can set no header here.
const TOKEN_PROTOCOL: &str = "greenroom.token.";

/// What a program asks for in the address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wishes {
    token: Option<String>,
    client: Option<String>,
    events: Option<String>,
    profile: Option<String>,
    compress: Option<String>,
    /// Tells processes of the same client apart; guests give it.
    process: Option<String>,
}

impl Wishes {
    fn wants_events(&self) -> bool {
        self.events.as_deref() == Some("1")
    }

    fn wants_details(&self) -> bool {
        self.profile.as_deref() == Some("full")
    }

    fn wants_compression(&self) -> bool {
        self.compress.as_deref() == Some("1")
    }
}

/// `GET /`: an upgrade is a program, anything else gets the page.
pub(super) async fn page_or_socket(
    State(bench): State<Bench>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if !headers.contains_key(header::UPGRADE) {
        return page::index();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let protocol = token_protocol(&headers);
    let given = http::bearer(&headers)
        .or(wishes.token.as_deref())
        .or_else(|| protocol.as_deref()?.strip_prefix(TOKEN_PROTOCOL));
    let unverified = match given {
        Some(token) if bench.agent_token.matches(token) => false,
        Some(token) if bench.door.page(token).is_some() => {
            return StatusCode::FORBIDDEN.into_response();
        }
        None if bench.options.ws_no_token => true,
        _ => return StatusCode::UNAUTHORIZED.into_response(),
    };
    if bench.hub.agents() >= SOCKETS {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let upgrade = match protocol {
        Some(protocol) => upgrade.protocols([protocol]),
        None => upgrade,
    };
    connection::limited(upgrade).on_upgrade(move |socket| serve(bench, socket, wishes, unverified))
}

fn token_protocol(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .find(|name| name.starts_with(TOKEN_PROTOCOL))
        .map(str::to_owned)
}

async fn serve(bench: Bench, socket: WebSocket, wishes: Wishes, unverified: bool) {
    let (outbox, incoming) = outbox::split(socket);
    let Ok(connection) = ids::draw("conn_") else {
        return;
    };
    let client = wishes.client.clone();
    let asker = Asker {
        client: client.clone().unwrap_or_else(|| "program".to_owned()),
        limit_key: match (&client, &wishes.process) {
            (Some(client), Some(process)) => format!("{client} {process}"),
            (Some(client), None) => client.clone(),
            (None, _) => connection.clone(),
        },
        unverified,
        elicitation: None,
    };
    let hub = Arc::clone(&bench.hub);
    hub.agent_came();
    let mut program = Program {
        calls: Calls::new(Arc::clone(&hub)),
        bench,
        outbox,
        connection,
        asker,
        wishes,
        faults: VecDeque::new(),
    };
    // An overflow ends the connection; its dialogs stay.
    let _overflow = program.run(Connection::new(incoming, &hub)).await;
    program.calls.leave_all().await;
    hub.agent_left();
}

/// One connected program.
struct Program {
    bench: Bench,
    outbox: Outbox,
    connection: String,
    asker: Asker,
    wishes: Wishes,
    calls: Calls,
    /// When it sent something broken, lately.
    faults: VecDeque<Instant>,
}

impl Program {
    fn hub(&self) -> &Arc<Hub> {
        &self.bench.hub
    }

    async fn run(&mut self, mut connection: Connection) -> Result<(), Overflow> {
        self.send(&json!({
            "type": "connection", "status": "connected", "connectionId": self.connection,
        }))?;
        loop {
            tokio::select! {
                // What became of a dialog is told before its reply ends the telling.
                biased;
                happening = connection.next(&self.outbox) => match happening? {
                    Some(Happening::Frame(bytes)) => self.take(&bytes).await?,
                    Some(Happening::Change(change)) => self.notify(&change)?,
                    None => return Ok(()),
                },
                done = self.calls.next_reply() => {
                    let reply = self.finished(done).await;
                    self.send(&reply)?;
                }
            }
        }
    }

    fn send(&self, message: &Value) -> Result<(), Overflow> {
        self.hub().record(
            Direction::Outgoing,
            message,
            &self.connection,
            &self.asker.client,
        );
        self.outbox.send(message)
    }

    async fn take(&mut self, bytes: &[u8]) -> Result<(), Overflow> {
        let frame = frames::read(bytes);
        let (Frame::Request { message, .. } | Frame::Wrong { message, .. }) = &frame;
        self.hub().record(
            Direction::Incoming,
            message,
            &self.connection,
            &self.asker.client,
        );
        let reply = match frame {
            Frame::Wrong { reply, .. } => {
                self.count_fault();
                reply
            }
            Frame::Request { id, .. } if self.calls.is_in_flight(&id) => {
                self.count_fault();
                frames::error(&id, -32600, "Invalid Request")
            }
            Frame::Request {
                id, method, params, ..
            } => match self.answer(&id, &method, params).await {
                Some(reply) => reply,
                None => return Ok(()),
            },
        };
        self.send(&reply)
    }

    /// The reply to a request, or nothing when it comes later.
    async fn answer(&mut self, id: &Value, method: &str, params: Value) -> Option<Value> {
        match method {
            "ping" => Some(frames::result(id, &json!({}))),
            "mcp-status" | "status" => Some(frames::result(id, &self.status())),
            "tools/list" => Some(frames::result(id, &self.tools())),
            "tools/call" => self.call(id, params).await,
            calls::LEAVE => {
                self.calls.leave(&params["id"]).await;
                Some(frames::result(id, &json!({})))
            }
            calls::ENDED => {
                self.calls.wait_for_end(id, &params);
                None
            }
            calls::ELICITED => Some(match self.elicited(&params).await {
                Ok(()) => frames::result(id, &json!({})),
                Err(refusal) => frames::error(id, -32602, &refusal.to_string()),
            }),
            calls::GAVE_UP => {
                let client = self.asker.client.clone();
                let with_progress = params["with_progress"] == true;
                let seconds = params["seconds"].as_f64().unwrap_or(0.0);
                self.hub()
                    .act(move |desk, now| desk.learn_hold(&client, with_progress, seconds, now))
                    .await;
                Some(frames::result(id, &json!({})))
            }
            _ => {
                self.count_fault();
                Some(frames::error(id, -32601, "Method not found"))
            }
        }
    }

    /// The asker's own client has shown the question to the human too, and brings the answer. It
    /// proves with its secret that it is the asker: no other program may answer a question.
    async fn elicited(&self, params: &Value) -> Result<(), Refusal> {
        let text = |name: &str| params[name].as_str().unwrap_or_default().to_owned();
        let (dialog_id, shown) = (text("dialog_id"), digest(&text("secret")));
        let data = params["data"].clone();
        self.hub()
            .act(move |desk, now| {
                let asker = desk.dialog(&dialog_id).map(|dialog| &dialog.asker);
                if asker.and_then(|asker| asker.elicitation.as_ref()) != Some(&shown) {
                    return Err(Refusal::NotTheAsker);
                }
                desk.submit(&dialog_id, &data, &Submitter::in_client(), now)
            })
            .await
    }

    /// The three values, and no more unless everything is wanted.
    fn status(&self) -> Value {
        let status = self.hub().status();
        if self.wishes.wants_details() {
            return json!(status);
        }
        json!({
            "connected": status.connected, "activeDialogs": status.active_dialogs,
            "uptime": status.uptime,
        })
    }

    fn tools(&self) -> Value {
        self.hub().look(|desk| {
            let tools: Vec<Value> = desk
                .registry()
                .iter()
                .map(|tool| {
                    json!({
                        "name": tool.name, "description": tool.description,
                        "parameters": request::full_schema(tool),
                    })
                })
                .collect();
            json!({ "tools": tools })
        })
    }

    async fn call(&mut self, id: &Value, params: Value) -> Option<Value> {
        let params = match compression::inflate(params) {
            Ok(params) => params,
            Err(reason) => {
                return Some(self.refuse(id, &calls::invalid("arguments", &reason.to_string())));
            }
        };
        match self
            .calls
            .begin(&self.bench, id, &params, &self.asker)
            .await
        {
            Ok(begun) => {
                if begun.attached && self.wishes.wants_events() {
                    let current = self.hub().look(|desk| {
                        desk.dialog(&begun.dialog_id)
                            .map(|dialog| (dialog.state, dialog.updated_at))
                    });
                    if let Some((state, at)) = current {
                        return Some(frames::state_change(id, &begun.dialog_id, state, at));
                    }
                }
                None
            }
            Err(calls::NotBegun::Refused(error)) => Some(self.refuse(id, &error)),
            Err(calls::NotBegun::Answered(result)) => Some(frames::result(id, &result)),
        }
    }

    /// The reply of a call whose dialog has ended.
    async fn finished(&mut self, done: calls::Done) -> Value {
        let reply = self.calls.reply(&done, self.wishes.wants_details()).await;
        let mut frame = match reply {
            Ok(result) => frames::result(&done.id, &result),
            Err(error) => json!({"jsonrpc": "2.0", "id": done.id, "error": error}),
        };
        if self.wishes.wants_compression()
            && let Some(result) = frame.get_mut("result")
        {
            *result = compression::deflate(result.take());
        }
        frame
    }

    /// A state change of a dialog that this connection waits for.
    fn notify(&self, change: &Change) -> Result<(), Overflow> {
        let Change::State {
            dialog_id,
            state,
            at,
            ..
        } = change
        else {
            return Ok(());
        };
        if !self.wishes.wants_events() {
            return Ok(());
        }
        for id in self.calls.waiting_for(dialog_id) {
            self.send(&frames::state_change(&id, dialog_id, *state, *at))?;
        }
        Ok(())
    }

    fn refuse(&mut self, id: &Value, error: &DialogError) -> Value {
        match error.category() {
            Category::Protocol => self.count_fault(),
            Category::Unknown => {
                tracing::error!(target: "dialog", details = %error.details(), "a call failed");
            }
            Category::Connection | Category::Application | Category::User => {}
        }
        frames::refused(id, error)
    }

    fn count_fault(&mut self) {
        let now = Instant::now();
        self.faults
            .retain(|time| now.duration_since(*time) < FAULTS_WITHIN);
        self.faults.push_back(now);
        if self.faults.len() >= FAULTS {
            self.outbox.close(POLICY_VIOLATION, "too many faults");
        }
    }
}
