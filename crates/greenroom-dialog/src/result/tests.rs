//! The two forms of a result.

use super::*;
use crate::declaration::DialogTool;
use crate::dialog::Asker;
use crate::outcome::{CancelledBy, Source};
use crate::registry::Registry;
use crate::state::State;

fn ended(tool: &str, outcome: Outcome) -> Dialog {
    Dialog {
        id: json!(1),
        dialog_id: "d_1".to_owned(),
        tool: tool.to_owned(),
        dialog_type: tool.to_owned(),
        parameters: Map::new(),
        state: State::Completed,
        created_at: 1_737_799_200_000,
        updated_at: 1_737_799_200_500,
        expires_at: u64::MAX,
        attempts: 1,
        error: None,
        response: Some(outcome),
        asker: Asker {
            client: "x".to_owned(),
            limit_key: "x".to_owned(),
            unverified: false,
            elicitation: None,
        },
        project: None,
        session_label: None,
        fingerprint: String::new(),
        notes: Vec::new(),
        shown_at: None,
        delivered_at: None,
        answered_by: None,
        held: None,
        waiting: 0,
    }
}

fn answered(answer: Value) -> Outcome {
    Outcome::Answered {
        answer,
        comment: None,
        attachments: Vec::new(),
        source: Source::Human,
    }
}

fn reply(tool: &str, outcome: &Outcome) -> Result<Value, Value> {
    let registry = Registry::standard();
    let tool: &DialogTool = registry.get(tool).unwrap();
    ws_reply(tool, &ended(&tool.name, outcome.clone()), outcome, &[])
}

#[test]
fn websocket_results_have_exactly_their_keys() {
    let time = "2025-01-25T10:00:00.500Z";
    for (tool, answer, want) in [
        (
            "planner",
            json!({"choice": "a", "thinkingMode": "deep", "additionalContext": "", "intent": "plan"}),
            json!({"choice": "a", "thinkingMode": "deep", "additionalContext": "", "attachments": [], "timestamp": time}),
        ),
        (
            "text_input",
            json!({"text": "t"}),
            json!({"text": "t", "timestamp": time}),
        ),
        (
            "single_choice",
            json!({"choice": "a", "label": "A"}),
            json!({"choice": "a", "timestamp": time}),
        ),
        (
            "single_choice",
            json!({"choice": null, "label": null, "text": "w"}),
            json!({"choice": null, "text": "w", "timestamp": time}),
        ),
        (
            "multi_choice",
            json!({"choices": ["a"], "labels": ["A"]}),
            json!({"choices": ["a"], "timestamp": time}),
        ),
        (
            "screenshot_request",
            json!({"additionalText": "x"}),
            json!({"images": [], "additionalText": "x", "timestamp": time}),
        ),
        (
            "confirm",
            json!({"confirmed": true}),
            json!({"confirmed": true, "timestamp": time}),
        ),
    ] {
        assert_eq!(reply(tool, &answered(answer)), Ok(want), "{tool}");
    }
}

#[test]
fn websocket_errors_have_their_fixed_data() {
    let time = "2025-01-25T10:00:00.500Z";
    let comment = Some("why".to_owned());
    let cancelled = Outcome::Cancelled {
        by: CancelledBy::Human,
        comment: None,
    };
    assert_eq!(
        reply("confirm", &cancelled),
        Err(
            json!({"code": -32603, "message": "User cancelled the dialog",
            "data": {"cancelled": true, "timestamp": time}})
        )
    );
    assert_eq!(
        reply("confirm", &Outcome::Declined { comment }),
        Err(
            json!({"code": -32603, "message": "User cancelled the dialog",
            "data": {"cancelled": true, "declined": true, "comment": "why", "timestamp": time}})
        )
    );
    assert_eq!(
        reply("confirm", &Outcome::Expired),
        Err(json!({"code": -32011, "message": "No response",
            "data": {"expired": true, "timestamp": time}}))
    );
}

#[test]
fn a_pending_result_names_the_next_call() {
    let mut dialog = ended("confirm", Outcome::Expired);
    dialog.response = None;
    let data = data(&dialog, dialog.created_at + 50_000);
    assert_eq!(
        data,
        json!({
            "status": "pending", "answered": false, "code": "DIALOG_PENDING", "dialog_id": "d_1",
            "tool": "confirm", "created_at": dialog.created_at, "answered_at": null,
            "waited_ms": 50_000, "source": null, "answer": null, "attachments": [],
            "next": {"tool": "dialog_result", "arguments": {"dialog_id": "d_1"}},
        })
    );
    assert_eq!(
        message(&data),
        "No answer yet; the question stays open. Call dialog_result with dialog_id d_1 to wait on."
    );
}
