//! Asking in the client too, where the human allowed it and the client can show a form.
//!
//! The first answer wins and closes the other place. Silence or a refusal there is no answer here.

use std::sync::Arc;

use futures::future::BoxFuture;
use greenroom_dialog::DialogRequest;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::error::HumanError;
use super::humans::Humans;
use super::line::Line;
use super::not_taken::NotTaken;

/// A question to the human that the client itself may show as a form.
#[derive(Debug)]
pub struct Elicitation {
    pub dialog_id: String,
    pub message: String,
    /// An object schema with one primitive property or list.
    pub schema: Value,
    /// Fires when the question was answered elsewhere.
    pub closed: CancellationToken,
}

type Ask = dyn Fn(Elicitation) -> BoxFuture<'static, Option<Value>> + Send + Sync;

/// How a client asks its human.
#[derive(Clone)]
pub struct Elicitor {
    ask: Arc<Ask>,
    /// Fires when the call need not be held: the client asks after its end, and comes back.
    pub(super) comes_back: CancellationToken,
}

impl std::fmt::Debug for Elicitor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Elicitor").finish_non_exhaustive()
    }
}

impl Elicitor {
    /// Asks while the call goes on; the content that the human accepted, if any.
    pub fn during_call<F>(ask: impl Fn(Elicitation) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Option<Value>> + Send + 'static,
    {
        Self {
            ask: Arc::new(move |asked| Box::pin(ask(asked))),
            comes_back: CancellationToken::new(),
        }
    }

    /// Ends the call with the question; the answer comes with another one, see
    /// [`Humans::answered_in_client`].
    pub fn between_calls(note: impl Fn(Elicitation) + Send + Sync + 'static) -> Self {
        let comes_back = CancellationToken::new();
        let noted = comes_back.clone();
        let ask = move |asked| -> BoxFuture<'static, Option<Value>> {
            note(asked);
            noted.cancel();
            Box::pin(std::future::ready(None))
        };
        Self {
            ask: Arc::new(ask),
            comes_back,
        }
    }
}

/// What a client is asked to show.
#[derive(Debug)]
pub(super) struct Form {
    message: String,
    schema: Value,
}

/// A dialog that is asked in the client too.
#[derive(Debug)]
pub(super) struct Elicited {
    pub(super) humans: Arc<Humans>,
    pub(super) line: Line,
    pub(super) client: String,
    pub(super) dialog_id: String,
}

impl Elicited {
    /// Asks in the client, in the background; once for each dialog.
    pub(super) fn begin(self, form: Form, elicitor: &Elicitor) {
        if self.line.is_over(&self.dialog_id) || !self.humans.elicits_first(&self.dialog_id) {
            return;
        }
        let closed = CancellationToken::new();
        let asking = (elicitor.ask)(Elicitation {
            dialog_id: self.dialog_id.clone(),
            message: form.message,
            schema: form.schema,
            closed: closed.clone(),
        });
        tokio::spawn(async move {
            tokio::pin!(asking);
            let content = tokio::select! {
                content = &mut asking => content,
                () = self.ended() => {
                    closed.cancel();
                    asking.await
                }
            };
            if let Some(content) = content
                && let Err(reason) = self.submit(content).await
            {
                tracing::info!(target: "dialog", %reason, "the client's answer was not taken");
            }
        });
    }

    /// Waits until the dialog has ended, also through a change of hosts.
    async fn ended(&self) {
        let over = |line: Line| async move { line.over(&self.dialog_id).await };
        let mut line = self.line.clone();
        let ended = self
            .humans
            .through_hosts(&self.client, &mut line, over)
            .await;
        if let Err(HumanError::Unreachable(_)) = ended {
            // Nobody can tell; the form has a time limit of its own.
            std::future::pending::<()>().await;
        }
    }

    async fn submit(&self, content: Value) -> Result<(), NotTaken> {
        // The host may be another one by now.
        let line = self.humans.line(&self.client).await?;
        line.submit_elicited(&self.dialog_id, content).await
    }
}

/// The form of a question, for those that may be asked in a client.
pub(super) fn form(request: &DialogRequest) -> Option<Form> {
    let parameters = &request.parameters;
    if parameters.get("isDangerous") == Some(&Value::Bool(true)) {
        return None;
    }
    let (name, property) = match request.tool.name.as_str() {
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
    Some(Form {
        message: parameters.get("question")?.as_str()?.to_owned(),
        schema: json!({"type": "object", "properties": {name: property}, "required": [name]}),
    })
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
