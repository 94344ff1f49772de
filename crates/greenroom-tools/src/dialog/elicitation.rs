//! Asking in the client too, where the human allowed it and the client can show a form.
//!
//! The first answer wins and closes the other place. Silence or a refusal there is no answer here.

use std::sync::Arc;

use greenroom_dialog::{Dialog, Source, Submitter};
use greenroom_web::workbench::Hub;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::cx::{Elicitation, Elicitor};

/// Asks in the client, in the background.
pub(super) fn begin(hub: &Arc<Hub>, dialog_id: &str, elicitor: &Elicitor) {
    let Some((message, schema)) = hub.look(|desk| form(desk.dialog(dialog_id)?)) else {
        return;
    };
    let closed = CancellationToken::new();
    let asking = elicitor(Elicitation {
        message,
        schema,
        closed: closed.clone(),
    });
    let (hub, dialog_id) = (Arc::clone(hub), dialog_id.to_owned());
    tokio::spawn(async move {
        tokio::pin!(asking);
        let content = tokio::select! {
            content = &mut asking => content,
            _ended = hub.ended(&dialog_id) => {
                closed.cancel();
                asking.await
            }
        };
        let Some(content) = content else {
            return;
        };
        let submitter = Submitter {
            connection: "client".to_owned(),
            user_agent: "elicitation".to_owned(),
            source: Source::Elicitation,
            remember: false,
        };
        let taken = hub
            .act(move |desk, now| desk.submit(&dialog_id, &content, &submitter, now))
            .await;
        if let Err(reason) = taken {
            tracing::info!(target: "dialog", reason, "the client's answer was not taken");
        }
    });
}

/// Message and schema of the form, for dialogs that may be asked there.
fn form(dialog: &Dialog) -> Option<(String, Value)> {
    let parameters = &dialog.parameters;
    if parameters.get("isDangerous") == Some(&Value::Bool(true)) {
        return None;
    }
    let (name, property) = match dialog.tool.as_str() {
        "confirm" => ("confirmed", json!({"type": "boolean"})),
        "text_input" => {
            let longest = parameters.get("maxLength").cloned();
            (
                "text",
                json!({"type": "string", "maxLength": longest.unwrap_or(json!(10_000))}),
            )
        }
        "single_choice" => (
            "choice",
            json!({"type": "string", "enum": values(parameters)}),
        ),
        "multi_choice" => (
            "choices",
            json!({"type": "array", "items": {"type": "string", "enum": values(parameters)}}),
        ),
        _ => return None,
    };
    let schema = json!({"type": "object", "properties": {name: property}, "required": [name]});
    Some((parameters.get("question")?.as_str()?.to_owned(), schema))
}

/// The values of the options that can be chosen.
fn values(parameters: &Map<String, Value>) -> Vec<Value> {
    parameters
        .get("options")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter(|option| option["disabled"] != true)
        .map(|option| option["value"].clone())
        .collect()
}
