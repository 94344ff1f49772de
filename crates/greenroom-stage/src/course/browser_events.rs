//! What the browser notices, told in the session's stream of events.

use std::sync::Arc;

use greenroom_browser::{ConsoleLevel, ConsoleMessage, Context, ContextEvent, NetworkRequest};
use greenroom_store::Session;
use serde_json::json;

use super::chatter::{Chatter, Loaded};

/// Tells what happens in `context` until it ends.
pub(super) fn forward(context: &Context, session: Arc<Session>) {
    let mut events = context.events();
    let chatter = Chatter::new(Arc::clone(&session));
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            if let ContextEvent::Console(message) = &event {
                log(message, session.id().as_str());
            }
            let told = match event {
                ContextEvent::Console(message)
                    if matches!(message.level, ConsoleLevel::Error | ConsoleLevel::Warning) =>
                {
                    let payload = json!({
                        "level": message.level, "category": message.category, "text": message.message,
                        "source": message.source, "line": message.line,
                    });
                    ("console:message", payload)
                }
                ContextEvent::Console(message) => {
                    let level = if message.level == ConsoleLevel::Debug {
                        "debug"
                    } else {
                        "info"
                    };
                    chatter.said(level, &message.message, &message.source, message.line);
                    continue;
                }
                ContextEvent::Dialog(dialog) => (
                    "dialog:opened",
                    json!({
                        "kind": dialog.kind, "message": dialog.message,
                        "answer": if dialog.accepted { "accept" } else { "dismiss" },
                    }),
                ),
                ContextEvent::Request(request) if request.blocked => (
                    "network:blocked",
                    json!({"url": request.url, "reason": request.error}),
                ),
                ContextEvent::Request(request) => {
                    if !is_players(&request.url) {
                        tell_request(&chatter, request);
                    }
                    continue;
                }
                ContextEvent::Download(download) => (
                    "network:blocked",
                    json!({"url": download.url, "reason": "downloads are refused"}),
                ),
                ContextEvent::Crashed { .. } => ("runtime:crashed", json!({"cause": "renderer"})),
                ContextEvent::BrowserGone => ("runtime:crashed", json!({"cause": "browser"})),
                _ => continue,
            };
            if session.emit(told.0, Some(told.1)).is_err() {
                break;
            }
        }
    });
}

/// What the player loads for itself is none of the course's business.
fn is_players(url: &str) -> bool {
    let path = url
        .split_once("://")
        .and_then(|(_, rest)| rest.split_once('/'));
    path.is_some_and(|(host, path)| host.contains(".localhost:") && path.starts_with("player/"))
}

fn tell_request(chatter: &Arc<Chatter>, request: NetworkRequest) {
    let status = request.status_code;
    match (request.error, status) {
        (Some(why), _) => chatter.failed(&request.url, &why),
        (None, Some(status)) if status >= 400 => {
            chatter.failed(&request.url, &format!("status {status}"));
        }
        (None, _) => chatter.loaded(Loaded {
            url: request.url,
            status,
            bytes: request.bytes,
            ms: request.duration_ms.map(whole),
        }),
    }
}

/// Milliseconds without their fractions.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is below zero or beyond all measure becomes the nearest number"
)]
fn whole(milliseconds: f64) -> u64 {
    milliseconds as u64
}

/// What consoles say is logged too.
fn log(message: &ConsoleMessage, session_id: &str) {
    let ConsoleMessage {
        message: text,
        source,
        line,
        ..
    } = message;
    match message.level {
        ConsoleLevel::Error => {
            tracing::error!(target: "browser", session_id, source, line, "{text}");
        }
        ConsoleLevel::Warning => {
            tracing::warn!(target: "browser", session_id, source, line, "{text}");
        }
        ConsoleLevel::Info => tracing::info!(target: "browser", session_id, source, line, "{text}"),
        ConsoleLevel::Debug => {
            tracing::debug!(target: "browser", session_id, source, line, "{text}");
        }
    }
}
