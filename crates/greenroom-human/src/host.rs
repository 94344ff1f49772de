//! Asking at this process's own desk, through its workbench or a parent app.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use greenroom_dialog::{
    Asked, Asker, DialogError, DialogRequest, Fault, Outcome, Refusal, Submitter,
};
use serde_json::Value;
use tokio::runtime::Handle;

use super::collected::{Collected, CollectedImage};
use super::hub::Hub;
use super::parent::Parent;
use super::patience::GaveUp;
use super::workbench::WorkbenchPage;

/// The desk in this process, and who shows it.
#[derive(Clone, Debug)]
pub struct Host {
    hub: Arc<Hub>,
    shown_by: ShownBy,
    notices: Arc<Vec<String>>,
    data_directory: Arc<PathBuf>,
    require_ui: bool,
    /// Held while this process has the desk.
    _lock: Option<Arc<File>>,
}

/// A question that is on the desk, while its caller does not know that yet. A caller that is gone by
/// then does not wait for it.
struct Unclaimed {
    hub: Arc<Hub>,
    asked: Option<Asked>,
}

impl Unclaimed {
    fn new(hub: Arc<Hub>, asked: Asked) -> Self {
        Self {
            hub,
            asked: Some(asked),
        }
    }

    fn claim(mut self) -> Asked {
        self.asked.take().unwrap_or_default()
    }
}

impl Drop for Unclaimed {
    fn drop(&mut self) {
        let (Some(asked), Ok(runtime)) = (self.asked.take(), Handle::try_current()) else {
            return;
        };
        let hub = Arc::clone(&self.hub);
        runtime.spawn(async move { hub.act(move |desk, _| desk.leave(&asked.dialog_id)).await });
    }
}

/// What shows the dialogs to the human.
#[derive(Clone, Debug)]
pub(super) enum ShownBy {
    Workbench(Arc<dyn WorkbenchPage>),
    Parent(Parent),
}

impl Host {
    pub(super) fn new(
        hub: Arc<Hub>,
        shown_by: ShownBy,
        notices: Vec<String>,
        data_directory: PathBuf,
        require_ui: bool,
        lock: Option<File>,
    ) -> Self {
        Self {
            hub,
            shown_by,
            notices: Arc::new(notices),
            data_directory: Arc::new(data_directory),
            require_ui,
            _lock: lock.map(Arc::new),
        }
    }

    /// The desk.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// The page that shows it, unless a parent app does.
    pub fn workbench(&self) -> Option<&Arc<dyn WorkbenchPage>> {
        match &self.shown_by {
            ShownBy::Workbench(workbench) => Some(workbench),
            ShownBy::Parent(_) => None,
        }
    }

    /// What results say about the workbench.
    pub fn notices(&self) -> Vec<String> {
        self.notices.as_ref().clone()
    }

    /// Puts a question.
    pub(super) async fn ask(
        &self,
        client: &str,
        request: DialogRequest,
    ) -> Result<Asked, DialogError> {
        let hub = &self.hub;
        let needs_page = self.require_ui && self.workbench().is_some();
        if needs_page && !hub.has_page() {
            return Err(DialogError::NotReady);
        }
        if let ShownBy::Parent(_) = &self.shown_by
            && request.parameters.get("isDangerous") == Some(&Value::Bool(true))
        {
            return Err(dangerous_elsewhere());
        }
        let asker = Asker {
            client: client.to_owned(),
            limit_key: format!("stdio {}", std::process::id()),
            unverified: false,
            elicitation: None,
        };
        hub.serves_mcp();
        let waiting_at = Arc::clone(hub);
        let asked = hub
            .act(move |desk, now| {
                let asked = desk.ask(request, asker, None, now)?;
                Ok(Unclaimed::new(waiting_at, asked))
            })
            .await
            .map(Unclaimed::claim)?;
        match &self.shown_by {
            ShownBy::Workbench(workbench) => workbench.call_human(),
            ShownBy::Parent(parent) if !asked.attached => parent.show(hub, &asked.dialog_id),
            ShownBy::Parent(_) => {}
        }
        Ok(asked)
    }

    /// Waits for a dialog that is there, or takes it back.
    pub(super) async fn attach(&self, dialog_id: &str, withdraw: bool) -> Result<(), DialogError> {
        let dialog_id = dialog_id.to_owned();
        self.hub
            .act(move |desk, now| {
                desk.find(&dialog_id)?;
                if withdraw {
                    desk.withdraw(&dialog_id, now)?;
                }
                desk.wait_for(&dialog_id);
                Ok(())
            })
            .await
    }

    /// Waits until a dialog has ended.
    pub(super) async fn ended(&self, dialog_id: &str) -> Result<(), DialogError> {
        self.hub.ended(dialog_id).await?;
        match &self.shown_by {
            ShownBy::Parent(parent) => parent.failure(dialog_id).map_or(Ok(()), Err),
            ShownBy::Workbench(_) => Ok(()),
        }
    }

    /// Whether a dialog has ended.
    pub(super) fn is_over(&self, dialog_id: &str) -> bool {
        self.hub.look(|desk| desk.is_over(dialog_id))
    }

    /// Takes what the human gave in a form of this process's client.
    pub(super) async fn submit_elicited(
        &self,
        dialog_id: &str,
        data: Value,
    ) -> Result<(), Refusal> {
        let dialog_id = dialog_id.to_owned();
        self.hub
            .act(move |desk, now| desk.submit(&dialog_id, &data, &Submitter::in_client(), now))
            .await
    }

    /// The result as it is now.
    pub(super) async fn deliver(&self, dialog_id: &str) -> Result<Collected, DialogError> {
        let dialog_id = dialog_id.to_owned();
        let root = Arc::clone(&self.data_directory);
        self.hub
            .act(move |desk, now| {
                let delivery = desk.deliver(&dialog_id, now)?;
                let attachments = delivery
                    .dialog
                    .response
                    .as_ref()
                    .map_or(&[][..], Outcome::attachments);
                let images = attachments
                    .iter()
                    .map(|image| CollectedImage::read(desk.images(), &root, &dialog_id, image))
                    .collect::<io::Result<Vec<_>>>()
                    .map_err(|error| DialogError::Internal {
                        reason: format!("an image cannot be read: {error}"),
                    })?;
                Ok(Collected {
                    data: delivery.data,
                    message: delivery.message,
                    images,
                    notices: Vec::new(),
                })
            })
            .await
    }

    /// `{open, undelivered}` of a client and project.
    pub(super) fn list(&self, client: &str, project: Option<&str>) -> Value {
        self.hub
            .look(|desk| desk.listed_for(client, project, self.hub.now()))
    }

    /// Seconds that a call of this client may hold.
    pub(super) fn hold_seconds(&self, client: &str, with_progress: bool) -> f64 {
        self.hub.look(|desk| {
            let holds = &desk.preferences().holds;
            holds.seconds(client, with_progress, self.hub.now())
        })
    }

    pub(super) async fn leave(&self, dialog_id: String, gave_up: Option<GaveUp>) {
        self.hub
            .act(move |desk, now| {
                desk.leave(&dialog_id);
                if let Some(GaveUp {
                    client,
                    with_progress,
                    after_seconds,
                }) = gave_up
                {
                    desk.learn_hold(&client, with_progress, after_seconds, now);
                }
            })
            .await;
    }
}

/// A dangerous question needs a proof that a parent app cannot give.
fn dangerous_elsewhere() -> DialogError {
    DialogError::InvalidParams {
        text: "Invalid isDangerous: another program shows the dialogs (--parent), and a dangerous \
               question is answered on the workbench page only"
            .to_owned(),
        hint: "Ask without isDangerous, or ask the human to start Greenroom without --parent."
            .to_owned(),
        faults: vec![Fault {
            path: "isDangerous".to_owned(),
            expected: "false, or absent, while a parent app shows the dialogs".to_owned(),
            received: "true".to_owned(),
            nearest: None,
        }],
    }
}
