//! What the browser notices, told in the session's stream of events.

use std::sync::Arc;

use greenroom_browser::{ConsoleLevel, ConsoleMessage, Context, ContextEvent};
use greenroom_store::Session;
use serde_json::json;

/// Tells what happens in `context` until it ends.
pub(super) fn forward(context: &Context, session: Arc<Session>) {
    let mut events = context.events();
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
                        "source": message.source,
                    });
                    ("console:message", payload)
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
