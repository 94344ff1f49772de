//! The calls of one connection that wait for the human.

use crate::workbench::Bench;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_dialog::attachments::Attachments;
use greenroom_dialog::result::{self, WsImage};
use greenroom_dialog::{Asked, Asker, Dialog, DialogError, Outcome, request};
use greenroom_human::Hub;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{AbortHandle, JoinSet};

/// How a guest says that nobody waits for a request of its any more.
pub(super) const LEAVE: &str = "dialogs/leave";
/// How a guest says that a client gave up on a call.
pub(super) const GAVE_UP: &str = "dialogs/gave-up";
/// How a guest waits for the end of a dialog that it asks elsewhere too.
pub(super) const ENDED: &str = "dialogs/ended";
/// How a guest brings what the human gave in a form of its client.
pub(super) const ELICITED: &str = "dialogs/elicited";
/// Bytes of images in one reply; beyond, reduced copies go.
const IMAGES_IN_REPLY: u64 = 11 << 20;
/// The longest wait of `dialog_result`.
const LONGEST_WAIT: u64 = 600;

/// Pending entries by request id (with its JSON type).
pub(super) struct Calls {
    hub: Arc<Hub>,
    pending: BTreeMap<String, Pending>,
    waits: JoinSet<Done>,
}

struct Pending {
    id: Value,
    dialog_id: String,
    wish: Wish,
    wait: AbortHandle,
}

/// What a request wants to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// The result of the tool.
    Result,
    /// The whole data, as of `dialog_result`.
    Data,
    /// That the dialog has ended. Nothing is delivered by it, and nobody counts as waiting.
    End,
}

/// A wait that is over.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) id: Value,
    dialog_id: String,
    /// Nothing when only the wait is over.
    outcome: Result<Option<Outcome>, DialogError>,
    wish: Wish,
}

/// Why there is nothing to wait for.
#[derive(Debug)]
pub(super) enum NotBegun {
    Refused(DialogError),
    Answered(Value),
}

impl From<DialogError> for NotBegun {
    fn from(error: DialogError) -> Self {
        Self::Refused(error)
    }
}

impl Calls {
    pub(super) fn new(hub: Arc<Hub>) -> Self {
        Self {
            hub,
            pending: BTreeMap::new(),
            waits: JoinSet::new(),
        }
    }

    pub(super) fn is_in_flight(&self, id: &Value) -> bool {
        self.pending.contains_key(&id.to_string())
    }

    /// Begins a `tools/call`.
    pub(super) async fn begin(
        &mut self,
        bench: &Bench,
        id: &Value,
        params: &Value,
        asker: &Asker,
    ) -> Result<Asked, NotBegun> {
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        let arguments = match params.get("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments.clone(),
            Some(_) => return Err(invalid("arguments", "an object is expected").into()),
        };
        if name == "dialog_result" {
            return self.begin_result(id, &arguments, asker).await;
        }
        let request = self
            .hub
            .look(|desk| request::parse(desk.registry(), &name, arguments))?;
        if bench.options.require_ui && !bench.hub.has_page() {
            return Err(DialogError::NotReady.into());
        }
        let request_id = Some(id.clone());
        let asker = Asker {
            elicitation: params["elicitation"].as_str().map(str::to_owned),
            ..asker.clone()
        };
        let asked = self
            .hub
            .act(move |desk, now| desk.ask(request, asker, request_id, now))
            .await?;
        self.wait(id, &asked.dialog_id, None, Wish::Result);
        bench.call_human();
        Ok(asked)
    }

    async fn begin_result(
        &mut self,
        id: &Value,
        arguments: &Map<String, Value>,
        asker: &Asker,
    ) -> Result<Asked, NotBegun> {
        let Some(dialog_id) = arguments.get("dialog_id").and_then(Value::as_str) else {
            let project = arguments.get("project").and_then(Value::as_str);
            let listed = self
                .hub
                .look(|desk| desk.listed_for(&asker.client, project, self.hub.now()));
            return Err(NotBegun::Answered(listed));
        };
        let dialog_id = dialog_id.to_owned();
        let withdraw = arguments.get("withdraw") == Some(&Value::Bool(true));
        let seconds = arguments
            .get("wait_seconds")
            .and_then(Value::as_u64)
            .unwrap_or(LONGEST_WAIT)
            .min(LONGEST_WAIT);
        let asked = dialog_id.clone();
        self.hub
            .act(move |desk, now| {
                desk.find(&asked)?;
                if withdraw {
                    desk.withdraw(&asked, now)?;
                }
                desk.wait_for(&asked);
                Ok::<(), DialogError>(())
            })
            .await?;
        let longest = Some(Duration::from_secs(seconds));
        self.wait(id, &dialog_id, longest, Wish::Data);
        Ok(Asked {
            dialog_id,
            attached: false,
        })
    }

    /// Begins to wait for the end of a dialog.
    pub(super) fn wait_for_end(&mut self, id: &Value, params: &Value) {
        let dialog_id = params["dialog_id"].as_str().unwrap_or_default();
        self.wait(id, dialog_id, None, Wish::End);
    }

    fn wait(&mut self, id: &Value, dialog_id: &str, longest: Option<Duration>, wish: Wish) {
        let hub = Arc::clone(&self.hub);
        let (call_id, call_dialog) = (id.clone(), dialog_id.to_owned());
        let wait = self.waits.spawn(async move {
            let ended = hub.ended(&call_dialog);
            let outcome = match longest {
                None => ended.await.map(Some),
                Some(longest) => match tokio::time::timeout(longest, ended).await {
                    Ok(outcome) => outcome.map(Some),
                    Err(_) => Ok(None),
                },
            };
            Done {
                id: call_id,
                dialog_id: call_dialog,
                outcome,
                wish,
            }
        });
        self.pending.insert(
            id.to_string(),
            Pending {
                id: id.clone(),
                dialog_id: dialog_id.to_owned(),
                wish,
                wait,
            },
        );
    }

    /// The next wait that is over.
    pub(super) async fn next_reply(&mut self) -> Done {
        loop {
            match self.waits.join_next().await {
                Some(Ok(done)) => return done,
                // A wait that was given up.
                Some(Err(_)) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// The ids of calls that wait for a dialog.
    pub(super) fn waiting_for(&self, dialog_id: &str) -> Vec<Value> {
        self.pending
            .values()
            .filter(|pending| pending.dialog_id == dialog_id && pending.wish != Wish::End)
            .map(|pending| pending.id.clone())
            .collect()
    }

    /// Builds the reply of a wait that is over, and counts it as delivered.
    pub(super) async fn reply(&mut self, done: &Done, details: bool) -> Result<Value, Value> {
        self.pending.remove(&done.id.to_string());
        let dialog_id = done.dialog_id.clone();
        let outcome = done.outcome.clone().map_err(|error| error.ws_error());
        let wish = done.wish;
        if wish == Wish::End {
            return outcome.map(|_ended| json!({}));
        }
        self.hub
            .act(move |desk, now| {
                desk.leave(&dialog_id);
                let outcome = outcome?;
                if wish == Wish::Data {
                    let delivery = desk.deliver(&dialog_id, now);
                    return delivery
                        .map(|delivery| delivery.data)
                        .map_err(|error| error.ws_error());
                }
                let Some(outcome) = outcome else {
                    return Err(internal("a call ended without an outcome"));
                };
                let data = if details {
                    let delivery = desk.deliver(&dialog_id, now);
                    Some(delivery.map_err(|error| error.ws_error())?.data)
                } else {
                    desk.mark_delivered(&dialog_id, now);
                    None
                };
                let dialog = desk.find(&dialog_id).map_err(|error| error.ws_error())?;
                let tool = desk
                    .registry()
                    .find(&dialog.tool)
                    .map_err(|error| error.ws_error())?;
                let images = images(desk.images(), dialog, &outcome);
                with_details(result::ws_reply(tool, dialog, &outcome, &images), data)
            })
            .await
    }

    /// Nobody waits for this request any more.
    pub(super) async fn leave(&mut self, id: &Value) {
        if let Some(pending) = self.pending.remove(&id.to_string()) {
            self.give_up(pending).await;
        }
    }

    /// The connection is closed; its dialogs stay.
    pub(super) async fn leave_all(&mut self) {
        for (_, pending) in std::mem::take(&mut self.pending) {
            self.give_up(pending).await;
        }
    }

    async fn give_up(&self, pending: Pending) {
        pending.wait.abort();
        if pending.wish == Wish::End {
            return;
        }
        self.hub
            .act(move |desk, _| desk.leave(&pending.dialog_id))
            .await;
    }
}

/// A fault of one parameter.
pub(super) fn invalid(path: &str, expected: &str) -> DialogError {
    DialogError::InvalidParams {
        text: format!("Invalid {path}"),
        hint: String::new(),
        faults: vec![greenroom_dialog::Fault {
            path: path.to_owned(),
            expected: expected.to_owned(),
            received: String::new(),
            nearest: None,
        }],
    }
}

fn internal(reason: &str) -> Value {
    DialogError::Internal {
        reason: reason.to_owned(),
    }
    .ws_error()
}

fn with_details(reply: Result<Value, Value>, data: Option<Value>) -> Result<Value, Value> {
    let Some(data) = data else {
        return reply;
    };
    match reply {
        Ok(mut result) => {
            result["details"] = data;
            Ok(result)
        }
        Err(mut error) => {
            error["data"]["details"] = data;
            Err(error)
        }
    }
}

fn images(store: &Attachments, dialog: &Dialog, outcome: &Outcome) -> Vec<WsImage> {
    let attachments = outcome.attachments();
    let in_all: u64 = attachments.iter().map(|image| image.size).sum();
    attachments
        .iter()
        .filter_map(|image| {
            let read = if in_all > IMAGES_IN_REPLY {
                store.inline(&dialog.dialog_id, image)
            } else {
                store
                    .original(&dialog.dialog_id, &image.id)
                    .map(|bytes| (bytes, image.mime.clone()))
            };
            let (bytes, mime) = read
                .inspect_err(|error| {
                    tracing::error!(target: "dialog", %error, id = image.id, "an image is gone");
                })
                .ok()?;
            Some(WsImage {
                data_url: format!("data:{mime};base64,{}", STANDARD.encode(bytes)),
                mime,
                name: image.name.clone(),
            })
        })
        .collect()
}
