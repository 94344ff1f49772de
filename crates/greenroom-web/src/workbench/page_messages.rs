//! What the server tells the page, as JSON. `web/workbench/wire.ts` is the other side.

use greenroom_dialog::desk::tracker;
use greenroom_dialog::iso_time::iso;
use greenroom_dialog::{Change, Desk, Dialog, HistoryFilter, Outcome, State};
use serde_json::{Value, json};

/// Entries of one page of the history.
const HISTORY_PAGE: usize = 100;

/// `dialog-request`.
pub(super) fn dialog_request(desk: &Desk, dialog: &Dialog, now: u64) -> Value {
    let mut message = json!({
        "type": "dialog-request",
        "requestId": dialog.dialog_id,
        "dialogType": dialog.dialog_type,
        "tool": dialog.tool,
        "parameters": dialog.parameters,
        "timestamp": iso(dialog.created_at),
        "asker": dialog.asker.client,
        "project": dialog.project,
        "session_label": dialog.session_label,
        "position": desk.queue().position(&dialog.dialog_id).unwrap_or(0),
        "agent_waiting": dialog.waiting > 0,
        "expires_at": dialog.expires_at,
        "state": dialog.state,
        "draft": desk.drafts().get(&dialog.dialog_id),
    });
    if let Some(undo_ms) = desk.undo_left(&dialog.dialog_id, now) {
        message["undo_ms"] = json!(undo_ms);
    }
    if dialog.asker.unverified {
        message["unverified"] = json!(true);
    }
    // A card that the page does not know becomes a form too.
    let by_schema = desk.registry().get(&dialog.tool);
    if let Some(tool) = by_schema.filter(|tool| tool.accept.is_none()) {
        message["answerSchema"] = tool.answer.clone();
    }
    message
}

/// The message for a change that needs nothing but itself.
pub(super) fn of_change(desk: &Desk, change: &Change, now: u64) -> Option<Value> {
    match change {
        Change::Opened { dialog_id } => desk
            .dialog(dialog_id)
            .filter(|dialog| dialog.is_open(now))
            .map(|dialog| dialog_request(desk, dialog, now)),
        Change::State {
            dialog_id,
            state,
            at,
            by,
            connection,
        } => {
            let mut message = json!({
                "type": "dialog-state-change", "dialog_id": dialog_id, "state": state,
                "timestamp": at,
            });
            if let Some(by) = by {
                message["by"] = json!(by.as_str());
            }
            if let Some(connection) = connection {
                message["connection"] = json!(connection);
            }
            Some(message)
        }
        Change::Held { dialog_id } => {
            let by = desk
                .dialog(dialog_id)
                .and_then(|dialog| dialog.held.as_ref());
            Some(json!({
                "type": "dialog-held", "requestId": dialog_id,
                "undo_ms": desk.undo_left(dialog_id, now),
                "connection": by.map(|held| &held.act.by.connection),
            }))
        }
        Change::Settings => {
            Some(json!({"type": "settings", "settings": desk.preferences().settings}))
        }
        Change::Notes => Some(json!({"type": "notes", "notes": desk.preferences().notes})),
        Change::StandingAnswers => Some(json!({
            "type": "remembered", "remembered": desk.preferences().standing_answers.listed(),
        })),
        Change::LearnedHolds => {
            Some(json!({"type": "learned", "learned": desk.preferences().holds.list(now)}))
        }
        Change::Inspecting(on) => Some(json!({"type": "inspecting", "on": on})),
        Change::Notice { code, text } => {
            Some(json!({"type": "notice", "level": "info", "code": code, "text": text}))
        }
        Change::Queue | Change::Pairing | Change::Seen(_) => None,
    }
}

/// `history-page`.
pub(super) fn history_page(
    desk: &Desk,
    seq: &Value,
    filter: &HistoryFilter,
    offset: usize,
    limit: usize,
) -> Value {
    let found = desk.history(filter);
    let (tools, projects) = desk.history_facets();
    let entries: Vec<Value> = found
        .iter()
        .skip(offset)
        .take(limit.min(HISTORY_PAGE))
        .map(|dialog| summary(dialog))
        .collect();
    json!({
        "type": "history-page", "seq": seq, "total": found.len(), "entries": entries,
        "tools": tools, "projects": projects,
    })
}

/// The whole entry.
pub(super) fn history_entry(dialog: &Dialog) -> Value {
    tracker::record(dialog)
}

fn summary(dialog: &Dialog) -> Value {
    let status = match (&dialog.response, dialog.state) {
        (Some(outcome), _) => outcome.status(),
        (None, State::Error) => "error",
        (None, _) => "pending",
    };
    let attachments = dialog
        .response
        .as_ref()
        .map_or(0, |outcome| outcome.attachments().len());
    let mut entry = json!({
        "dialog_id": dialog.dialog_id, "tool": dialog.tool, "state": dialog.state,
        "status": status, "question": dialog.question(), "asker": dialog.asker.client,
        "project": dialog.project, "created_at": dialog.created_at,
        "ended_at": dialog.ended_at(), "attachments": attachments,
        "delivered": dialog.delivered_at.is_some(),
    });
    let line = dialog.answer_line().or_else(|| {
        dialog
            .response
            .as_ref()
            .and_then(Outcome::comment)
            .map(str::to_owned)
    });
    if let Some(line) = line.filter(|_| status == "answered") {
        entry["answer"] = json!(line);
    }
    entry
}
