//! Asking through the workbench of another process of the same user.
//!
//! A dialog is asked once and then collected by its id, so that a host that ends takes nothing
//! with it: the next host has the dialog from disk.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use greenroom_dialog::attachments::Attachments;
use greenroom_dialog::desk::images_in;
use greenroom_dialog::{DialogError, DialogRequest, result};
use greenroom_stdx::IgnorePoison as _;
use serde_json::{Map, Value, json};

use super::client::{Endpoint, First, RequestError, Sent};
use super::collected::{Collected, CollectedImage};
use super::line::WaitError;
use super::patience::{self, GaveUp};
use super::token::Token;
use super::{desk_folder, run_files};

/// The longest wait of one request to the host.
const LONGEST_WAIT: u64 = 600;

/// A connection to the host.
#[derive(Clone, Debug)]
pub struct Guest {
    endpoint: Endpoint,
    port: u16,
    data_directory: Arc<PathBuf>,
    /// Questions are refused while the host has no page.
    require_ui: bool,
    /// Proves to the host, and to the next one, who asked a question. Without it no answer of the
    /// client is brought.
    secret: Option<Token>,
    /// Requests that became dialogs and are not yet collected.
    asked: Arc<Mutex<HashMap<String, Sent>>>,
    /// Dialogs that have ended, until they are delivered.
    ended: Arc<Mutex<HashMap<String, Value>>>,
}

impl Guest {
    /// Connects to the workbench that runs for this data directory.
    pub(super) async fn connect(
        data_directory: &Path,
        client: &str,
        require_ui: bool,
        secret: Option<Token>,
    ) -> io::Result<Self> {
        let missing = || io::Error::other("the workbench's files are not there");
        let running = run_files::running(data_directory).ok_or_else(missing)?;
        let token = run_files::agent_token(data_directory).ok_or_else(missing)?;
        let client =
            percent_encoding::utf8_percent_encode(client, percent_encoding::NON_ALPHANUMERIC);
        let process = std::process::id();
        let query = format!("client={client}&process={process}&events=1&profile=full");
        let endpoint = Endpoint::connect(running.port, &token, &query)
            .await
            .map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self {
            endpoint,
            port: running.port,
            data_directory: Arc::new(data_directory.to_owned()),
            require_ui,
            secret,
            asked: Arc::default(),
            ended: Arc::default(),
        })
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn is_open(&self) -> bool {
        self.endpoint.is_open()
    }

    /// Waits until the host is gone.
    pub(super) async fn closed(&self) {
        self.endpoint.closed().await;
    }

    /// Puts a question; its dialog id.
    pub(super) async fn ask(&self, request: DialogRequest) -> Result<String, WaitError> {
        if self.require_ui {
            let status = self.endpoint.request("status", &json!({})).await?;
            if status["pages"] == 0 {
                return Err(DialogError::NotReady.into());
            }
        }
        let params = json!({
            "name": request.tool.name, "arguments": arguments_of(request),
            "elicitation": self.secret.as_ref().map(Token::digest),
        });
        let mut sent = self.endpoint.send("tools/call", &params);
        match sent.first().await {
            First::Dialog(dialog_id) => {
                self.asked
                    .lock()
                    .ignore_poison()
                    .insert(dialog_id.clone(), sent);
                Ok(dialog_id)
            }
            First::Reply(Ok(result)) => {
                // Answered at once: the details say which dialog it was.
                let details = result["details"].clone();
                let dialog_id = details["dialog_id"].as_str().unwrap_or_default().to_owned();
                self.ended
                    .lock()
                    .ignore_poison()
                    .insert(dialog_id.clone(), details);
                Ok(dialog_id)
            }
            First::Reply(Err(error)) => Err(error.into()),
        }
    }

    /// Makes sure that a dialog is there, or takes it back.
    pub(super) async fn attach(&self, dialog_id: &str, withdraw: bool) -> Result<(), RequestError> {
        let data = self.result(dialog_id, 0, withdraw).await?;
        if data["status"] != "pending" {
            self.ended
                .lock()
                .ignore_poison()
                .insert(dialog_id.to_owned(), data);
        }
        Ok(())
    }

    /// Waits until a dialog has ended.
    pub(super) async fn ended(&self, dialog_id: &str) -> Result<(), RequestError> {
        loop {
            if self.ended.lock().ignore_poison().contains_key(dialog_id) {
                return Ok(());
            }
            let params = collect(dialog_id, LONGEST_WAIT, false);
            let sent = self.endpoint.send("tools/call", &params);
            let _waits_no_longer = Leaves {
                endpoint: &self.endpoint,
                id: sent.id.clone(),
            };
            // From now on this request waits, no longer the one that asked.
            let asked = self.asked.lock().ignore_poison().remove(dialog_id);
            if let Some(asked) = asked {
                leave(&self.endpoint, &asked.id);
            }
            let data = sent.reply().await?;
            if data["status"] != "pending" {
                self.ended
                    .lock()
                    .ignore_poison()
                    .insert(dialog_id.to_owned(), data);
            }
        }
    }

    /// Whether a dialog that was just asked was answered at once.
    pub(super) fn is_over(&self, dialog_id: &str) -> bool {
        self.ended.lock().ignore_poison().contains_key(dialog_id)
    }

    /// Waits until a dialog has ended, without taking its result.
    pub(super) async fn over(&self, dialog_id: &str) -> Result<(), RequestError> {
        let params = json!({"dialog_id": dialog_id});
        let sent = self.endpoint.send("dialogs/ended", &params);
        let _waits_no_longer = Leaves {
            endpoint: &self.endpoint,
            id: sent.id.clone(),
        };
        sent.reply().await?;
        Ok(())
    }

    /// Hands over what the human gave in a form of this process's client. Programs cannot answer
    /// questions; this one was asked here, which the secret proves.
    pub(super) async fn submit_elicited(
        &self,
        dialog_id: &str,
        data: Value,
    ) -> Result<(), RequestError> {
        let secret = self.secret.as_ref().map(Token::reveal);
        let params = json!({"dialog_id": dialog_id, "data": data, "secret": secret});
        self.endpoint.request("dialogs/elicited", &params).await?;
        Ok(())
    }

    /// The result as it is now.
    pub(super) async fn deliver(&self, dialog_id: &str) -> Result<Collected, WaitError> {
        let ended = self.ended.lock().ignore_poison().remove(dialog_id);
        let data = match ended {
            Some(data) => data,
            None => self.result(dialog_id, 0, false).await?,
        };
        let images = self
            .images(dialog_id, &data)
            .map_err(|error| DialogError::Internal {
                reason: format!("an image cannot be read: {error}"),
            })?;
        Ok(Collected {
            message: result::message(&data),
            data,
            images,
            notices: Vec::new(),
        })
    }

    /// `{open, undelivered}` of this client and a project.
    pub(super) async fn list(&self, project: Option<&str>) -> Result<Value, RequestError> {
        let params = json!({"name": "dialog_result", "arguments": {"project": project}});
        self.endpoint.request("tools/call", &params).await
    }

    /// A call waits no longer. With `gave_up`, its client left before an answer.
    pub(super) async fn leave(&self, dialog_id: &str, gave_up: Option<GaveUp>) {
        let asked = self.asked.lock().ignore_poison().remove(dialog_id);
        if let Some(asked) = asked {
            leave(&self.endpoint, &asked.id);
        }
        if let Some(gave_up) = gave_up {
            let params = json!({
                "with_progress": gave_up.with_progress, "seconds": gave_up.after_seconds,
            });
            // A host that is gone learns nothing.
            let _lost = self.endpoint.request("dialogs/gave-up", &params).await;
        }
    }

    /// Seconds that a call of this client may hold. What the host has learned lies in the data
    /// directory that both processes share.
    pub(super) fn hold_seconds(&self, client: &str, with_progress: bool) -> f64 {
        patience::hold_seconds(&self.data_directory, client, with_progress)
    }

    async fn result(
        &self,
        dialog_id: &str,
        wait_seconds: u64,
        withdraw: bool,
    ) -> Result<Value, RequestError> {
        let params = collect(dialog_id, wait_seconds, withdraw);
        self.endpoint.request("tools/call", &params).await
    }

    /// The images of an answer, from the data directory that both processes share.
    fn images(&self, dialog_id: &str, data: &Value) -> io::Result<Vec<CollectedImage>> {
        let store = Attachments::new(images_in(&desk_folder::of(&self.data_directory)));
        let ids = data["attachments"].as_array().into_iter().flatten();
        ids.filter_map(|image| image["id"].as_str())
            .map(|id| {
                let image = store
                    .find(dialog_id, id)
                    .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
                CollectedImage::read(&store, &self.data_directory, dialog_id, &image)
            })
            .collect()
    }
}

/// Tells the host that a request is not waited for, however its wait ends.
struct Leaves<'a> {
    endpoint: &'a Endpoint,
    id: String,
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        leave(self.endpoint, &self.id);
    }
}

fn leave(endpoint: &Endpoint, id: &str) {
    // The reply says nothing.
    drop(endpoint.send("dialogs/leave", &json!({ "id": id })));
}

fn collect(dialog_id: &str, wait_seconds: u64, withdraw: bool) -> Value {
    json!({"name": "dialog_result", "arguments": {
        "dialog_id": dialog_id, "wait_seconds": wait_seconds, "withdraw": withdraw,
    }})
}

/// A checked request as the arguments of a call. The host notes what it changes about them.
fn arguments_of(request: DialogRequest) -> Map<String, Value> {
    let mut arguments = request.parameters;
    for (name, value) in [
        ("project", request.project),
        ("session_label", request.session_label),
        ("dialog_id", request.dialog_id),
    ] {
        if let Some(value) = value {
            arguments.insert(name.to_owned(), json!(value));
        }
    }
    if let Some(seconds) = request.timeout_seconds {
        arguments.insert("timeout_seconds".to_owned(), json!(seconds));
    }
    arguments
}
