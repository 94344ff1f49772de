//! Another program that shows the dialogs: `--parent ws://…`.
//!
//! Questions are kept at this process's own desk, so that holds, re-attachment and late answers
//! work as ever; the parent app's replies are submitted there like those of a page.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_dialog::{Desk, DialogError, Proof, Source, Submitter, compression, ids};
use greenroom_stdx::IgnorePoison as _;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::client::RequestError;
use super::desk_folder;
use super::hub::Hub;
use super::line::RETRIES;
use super::not_taken::NotForwarded;
use super::pool::{Borrowed, Pool};

/// Folders for processes of the same project that forward to the same app at the same time.
const SIDE_BY_SIDE: u32 = 100;

/// Where the dialogs that go to a parent app are kept, and the lock that makes the folder ours.
///
/// It is the same after a restart: what was answered is still there to be collected.
pub(super) fn folder(
    data_directory: &Path,
    address: &str,
    project: Option<&String>,
) -> io::Result<(PathBuf, File)> {
    let project = project.map_or("", String::as_str);
    let name = ids::hex(&Sha256::digest(format!("{address}\n{project}")));
    for place in 1..=SIDE_BY_SIDE {
        let folder = data_directory
            .join("dialogs-parent")
            .join(format!("{}-{place}", &name[..16]));
        if let Some(lock) = desk_folder::take(&folder)? {
            return Ok((folder, lock));
        }
    }
    Err(io::Error::other("too many processes forward to this app"))
}

/// The parent app.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    pool: Pool,
    compresses: bool,
    /// Why a question will get no answer.
    failed: Arc<Mutex<HashMap<String, String>>>,
}

impl Parent {
    pub(super) fn new(address: &str) -> Self {
        Self {
            pool: Pool::new(address),
            compresses: address.contains("compress=1"),
            failed: Arc::default(),
        }
    }

    /// Goes on with the dialogs of a process that ended. What the app never got is shown to it
    /// now; what it got is not asked twice, and its reply went with the connection.
    pub(super) async fn take_up(&self, hub: &Arc<Hub>) {
        let open: Vec<(String, bool)> = hub.look(|desk| {
            let open = desk.queue().iter().filter_map(|id| desk.dialog(id));
            open.map(|dialog| (dialog.dialog_id.clone(), dialog.shown_at.is_some()))
                .collect()
        });
        for (dialog_id, was_written) in open {
            if was_written {
                let reason = "the connection was lost when Greenroom ended".to_owned();
                self.fail(hub, dialog_id, reason).await;
            } else {
                self.show(hub, &dialog_id);
            }
        }
    }

    /// Shows a dialog of the desk to the human of the parent app, in the background.
    pub(super) fn show(&self, hub: &Arc<Hub>, dialog_id: &str) {
        let (parent, hub, dialog_id) = (self.clone(), Arc::clone(hub), dialog_id.to_owned());
        tokio::spawn(async move {
            if let Err(reason) = parent.forward(&hub, &dialog_id).await {
                parent.fail(&hub, dialog_id, reason.to_string()).await;
            }
        });
    }

    /// Why a dialog failed, if it did.
    pub(super) fn failure(&self, dialog_id: &str) -> Option<DialogError> {
        let failed = self.failed.lock().ignore_poison();
        let reason = failed.get(dialog_id)?.clone();
        Some(DialogError::Unreachable { reason })
    }

    async fn forward(&self, hub: &Arc<Hub>, dialog_id: &str) -> Result<(), NotForwarded> {
        let call = hub.look(|desk| {
            let dialog = desk.dialog(dialog_id)?;
            let arguments = compression::without_nulls(Value::Object(dialog.parameters.clone()));
            Some((dialog.tool.clone(), arguments))
        });
        let (tool, mut arguments) = call.ok_or(NotForwarded::Gone)?;
        if self.compresses {
            arguments = compression::deflate(arguments);
        }
        let params = json!({"name": tool, "arguments": arguments});
        let connection = self.connection().await?;
        // Written once, it is never asked again: that it is written must be on disk before, and a
        // reply that does not come is a failure.
        let id = dialog_id.to_owned();
        hub.act(move |desk, now| desk.displayed(&id, now)).await;
        let sent = connection.send("tools/call", &params);
        drop(connection);
        let id = dialog_id.to_owned();
        let mut data = match sent.reply().await {
            Ok(result) => answered(hub, dialog_id, result).await?,
            Err(RequestError::Refused(error)) if error["data"]["expired"] == true => {
                return Ok(hub.act(move |desk, now| desk.expire(&id, now)).await?);
            }
            Err(RequestError::Refused(error)) => closed(&error)?,
            Err(RequestError::Lost(reason)) => return Err(NotForwarded::Lost(reason)),
        };
        if tool == "planner" {
            // Its human was not asked for an intent: nobody said that anything may be executed.
            data.entry("intent").or_insert_with(|| json!("plan"));
        }
        let submitter = Submitter {
            connection: "parent".to_owned(),
            user_agent: "parent app".to_owned(),
            source: Source::ParentApp,
            proof: Proof::ParentApp,
            remember: false,
        };
        let data = Value::Object(data);
        hub.act(move |desk, now| desk.submit(&id, &data, &submitter, now))
            .await?;
        Ok(())
    }

    /// A connection to the parent app, if one can be had within the retries.
    async fn connection(&self) -> Result<Borrowed, NotForwarded> {
        let mut retries = RETRIES.iter();
        loop {
            match self.pool.acquire().await {
                Ok(connection) => return Ok(connection),
                Err(error) => match retries.next() {
                    Some(wait) => tokio::time::sleep(*wait).await,
                    None => return Err(NotForwarded::Unreachable(error)),
                },
            }
        }
    }

    async fn fail(&self, hub: &Arc<Hub>, dialog_id: String, reason: String) {
        tracing::warn!(target: "dialog", dialog_id, reason, "the parent app gave no answer");
        if hub.look(|desk| desk.is_over(&dialog_id)) {
            return;
        }
        self.failed
            .lock()
            .ignore_poison()
            .insert(dialog_id.clone(), reason);
        let taken_back = hub
            .act(move |desk: &mut Desk, now| desk.withdraw(&dialog_id, now))
            .await;
        if let Err(error) = taken_back {
            tracing::error!(target: "dialog", %error, "a question stays open without a reader");
        }
    }
}

/// The result of the parent app in the form of a page's response.
async fn answered(
    hub: &Arc<Hub>,
    dialog_id: &str,
    result: Value,
) -> Result<Map<String, Value>, NotForwarded> {
    let Value::Object(mut data) = compression::inflate(result)? else {
        return Err(NotForwarded::NotAnObject);
    };
    data.remove("timestamp");
    data.remove("details");
    let images = data.remove("attachments").or_else(|| data.remove("images"));
    let mut ids = Vec::new();
    for image in images
        .as_ref()
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let bytes = image["data"]
            .as_str()
            .and_then(|url| url.split_once(";base64,"))
            .and_then(|(_, base64)| STANDARD.decode(base64).ok())
            .ok_or(NotForwarded::UnreadableImage)?;
        let name = image["name"].as_str().unwrap_or_default().to_owned();
        let dialog_id = dialog_id.to_owned();
        let kept = hub
            .act(move |desk, _| desk.images().add(&dialog_id, &name, (0, 0), &bytes))
            .await?;
        ids.push(kept.id);
    }
    if !ids.is_empty() {
        data.insert("attachments".to_owned(), json!(ids));
    }
    Ok(data)
}

/// The parent app's human closed the question.
fn closed(error: &Value) -> Result<Map<String, Value>, NotForwarded> {
    let data = &error["data"];
    let mut act = Map::new();
    if data["declined"] == true {
        act.insert("declined".to_owned(), json!(true));
    } else if data["cancelled"] == true {
        act.insert("cancelled".to_owned(), json!(true));
    } else {
        let text = error["message"].as_str().unwrap_or("no reason");
        return Err(NotForwarded::RefusedThere(text.to_owned()));
    }
    if let Some(comment) = data["comment"].as_str() {
        act.insert("comment".to_owned(), json!(comment));
    }
    Ok(act)
}
