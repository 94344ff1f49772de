//! What stands at the desk, as messages for the page.

use super::wire::{DialogRequest, FromServer, HistorySummary, Level, SummaryStatus};
use greenroom_dialog::iso_time::iso;
use greenroom_dialog::{Change, Desk, Dialog, HistoryFilter, Outcome, State};
use serde_json::Value;

/// Entries of one page of the history.
const HISTORY_PAGE: usize = 100;

/// `dialog-request`.
pub(super) fn dialog_request(desk: &Desk, dialog: &Dialog, now: u64) -> DialogRequest {
    // A card that the page does not know becomes a form too.
    let by_schema = desk.registry().get(&dialog.tool);
    let by_schema = by_schema.filter(|tool| tool.accept.is_none());
    DialogRequest {
        request_id: dialog.dialog_id.clone(),
        dialog_type: dialog.dialog_type.clone(),
        tool: dialog.tool.clone(),
        parameters: dialog.parameters.clone(),
        timestamp: iso(dialog.created_at),
        asker: dialog.asker.client.clone(),
        unverified: dialog.asker.unverified,
        project: dialog.project.clone(),
        session_label: dialog.session_label.clone(),
        position: desk.queue().position(&dialog.dialog_id).unwrap_or(0),
        agent_waiting: dialog.waiting > 0,
        expires_at: dialog.expires_at,
        state: dialog.state,
        draft: desk.drafts().get(&dialog.dialog_id),
        undo_ms: desk.undo_left(&dialog.dialog_id, now),
        answer_schema: by_schema.map(|tool| tool.answer.clone()),
    }
}

/// The message for a change that needs nothing but itself.
pub(super) fn of_change(desk: &Desk, change: &Change, now: u64) -> Option<FromServer> {
    Some(match change {
        Change::Opened { dialog_id } => {
            let dialog = desk
                .dialog(dialog_id)
                .filter(|dialog| dialog.is_open(now))?;
            FromServer::DialogRequest(Box::new(dialog_request(desk, dialog, now)))
        }
        Change::State {
            dialog_id,
            state,
            at,
            by,
            connection,
        } => FromServer::DialogStateChange {
            dialog_id: dialog_id.clone(),
            state: *state,
            timestamp: *at,
            by: *by,
            connection: connection.clone(),
        },
        Change::Held { dialog_id } => {
            let dialog = desk.dialog(dialog_id);
            let held = dialog.and_then(|dialog| dialog.held.as_ref());
            FromServer::DialogHeld {
                request_id: dialog_id.clone(),
                undo_ms: desk.undo_left(dialog_id, now),
                connection: held.map(|held| held.act.by.connection.clone()),
            }
        }
        Change::Settings => FromServer::Settings {
            settings: desk.preferences().settings.clone(),
        },
        Change::Notes => FromServer::Notes {
            notes: desk.preferences().notes.clone(),
        },
        Change::StandingAnswers => FromServer::Remembered {
            remembered: desk.preferences().standing_answers.listed(),
        },
        Change::LearnedHolds => FromServer::Learned {
            learned: desk.preferences().holds.list(now),
        },
        Change::Inspecting(on) => FromServer::Inspecting { on: *on },
        Change::Notice { code, text } => FromServer::Notice {
            level: Level::Info,
            code,
            text: text.clone(),
        },
        Change::Queue | Change::Renewed | Change::Pairing | Change::Seen(_) => return None,
    })
}

/// `history-page`.
pub(super) fn history_page(
    desk: &Desk,
    seq: Value,
    filter: &HistoryFilter,
    offset: usize,
    limit: usize,
) -> FromServer {
    let found = desk.history(filter);
    let (tools, projects) = desk.history_facets();
    let entries = found.iter().skip(offset).take(limit.min(HISTORY_PAGE));
    FromServer::HistoryPage {
        seq,
        total: found.len(),
        entries: entries.map(|dialog| summary(dialog)).collect(),
        tools: tools.into_iter().map(str::to_owned).collect(),
        projects: projects.into_iter().map(str::to_owned).collect(),
    }
}

fn summary(dialog: &Dialog) -> HistorySummary {
    let status = match (&dialog.response, dialog.state) {
        (Some(Outcome::Answered { .. }), _) => SummaryStatus::Answered,
        (Some(Outcome::Cancelled { .. }), _) => SummaryStatus::Cancelled,
        (Some(Outcome::Declined { .. }), _) => SummaryStatus::Declined,
        (Some(Outcome::Expired), _) => SummaryStatus::NoResponse,
        (None, State::Error) => SummaryStatus::Error,
        (None, _) => SummaryStatus::Pending,
    };
    let response = dialog.response.as_ref();
    let line = dialog.answer_line().or_else(|| {
        let comment = response.and_then(Outcome::comment);
        comment.map(str::to_owned)
    });
    HistorySummary {
        dialog_id: dialog.dialog_id.clone(),
        tool: dialog.tool.clone(),
        state: dialog.state,
        status,
        question: dialog.question(),
        answer: line.filter(|_| status == SummaryStatus::Answered),
        asker: dialog.asker.client.clone(),
        project: dialog.project.clone(),
        created_at: dialog.created_at,
        ended_at: dialog.ended_at(),
        attachments: response.map_or(0, |outcome| outcome.attachments().len()),
        delivered: dialog.delivered_at.is_some(),
    }
}
