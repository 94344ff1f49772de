//! The way to the human: this process's own workbench, made at the first need.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use greenroom_dialog::{Asker, DialogError, DialogRequest, private_files};
use greenroom_web::gate::Listeners;
use greenroom_web::workbench::{Hub, OpeningPolicy, Workbench, WorkbenchOptions, now_ms, tell};
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio_util::task::TaskTracker;

use super::question;
use crate::config::DialogsConfig;

/// The port that is tried first.
const DEFAULT_PORT: u16 = 3000;
/// Ports that are tried after it.
const NEXT_PORTS: u16 = 19;

/// How this process reaches its human.
#[derive(Debug)]
pub struct Humans {
    config: DialogsConfig,
    data_directory: PathBuf,
    /// The name of the folder that the process was started in; labels its questions.
    project: Option<String>,
    line: OnceCell<Line>,
    /// What is still to be written when the process ends.
    tasks: TaskTracker,
}

/// A way to the human that exists.
#[derive(Clone, Debug)]
pub(super) enum Line {
    /// This process has the desk.
    Host(Host),
}

/// The desk in this process, and the workbench before it.
#[derive(Clone, Debug)]
pub(super) struct Host {
    workbench: Workbench,
    notices: Arc<Vec<String>>,
    data_directory: Arc<PathBuf>,
    require_ui: bool,
    /// Held while this process has the desk.
    _lock: Arc<File>,
}

/// What is known of a dialog.
#[derive(Debug)]
pub(super) struct Collected {
    pub(super) data: Value,
    pub(super) message: String,
    pub(super) images: Vec<CollectedImage>,
}

/// An image for the model, and where its original lies.
#[derive(Debug)]
pub(super) struct CollectedImage {
    pub(super) bytes: Vec<u8>,
    pub(super) mime: String,
    pub(super) path: String,
}

impl Humans {
    pub(crate) fn new(config: DialogsConfig, data_directory: PathBuf) -> Self {
        let project = std::env::current_dir()
            .ok()
            .and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
        Self {
            config,
            data_directory,
            project,
            line: OnceCell::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// The label of questions that name no project.
    pub(super) fn project(&self) -> &Option<String> {
        &self.project
    }

    /// The way to the human; made when it is needed first.
    pub(super) async fn line(&self) -> Result<Line, DialogError> {
        let line = self.line.get_or_try_init(|| self.connect()).await;
        line.cloned().map_err(|error| DialogError::Unreachable {
            reason: error.to_string(),
        })
    }

    /// Makes the workbench now, for people.
    pub async fn workbench(&self) -> io::Result<Workbench> {
        let line = self.line.get_or_try_init(|| self.connect()).await?;
        match line {
            Line::Host(host) => Ok(host.workbench.clone()),
        }
    }

    /// A call waits no longer. With `gave_up`, its client left before an answer.
    pub(super) fn left(&self, line: Line, dialog_id: String, gave_up: Option<(String, bool, f64)>) {
        self.tasks
            .spawn(async move { line.leave(dialog_id, gave_up).await });
    }

    /// Waits for what is still to be written.
    pub(crate) async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    async fn connect(&self) -> io::Result<Line> {
        let folder = self.data_directory.join("dialogs");
        private_files::create_folder(&folder)?;
        let lock = File::create(folder.join("host.lock"))?;
        lock.try_lock()
            .map_err(|_| io::Error::other("another Greenroom of this user has the workbench"))?;
        let hub = Hub::open(&folder, question::registry().clone())?;
        let (listeners, notices) = self.bind().await?;
        let workbench = Workbench::serve(
            listeners,
            hub,
            WorkbenchOptions {
                data_directory: self.data_directory.clone(),
                allowed_hosts: self.config.allowed_hosts.clone(),
                ws_no_token: self.config.ws_no_token,
                require_ui: self.config.require_ui,
                opening: OpeningPolicy::here(self.config.no_open),
            },
        )?;
        tell(&format!(
            "greenroom: the workbench is on port {}",
            workbench.port()
        ));
        Ok(Line::Host(Host {
            workbench,
            notices: Arc::new(notices),
            data_directory: Arc::new(self.data_directory.clone()),
            require_ui: self.config.require_ui,
            _lock: Arc::new(lock),
        }))
    }

    /// The wished port, or the next that is free; then a notice says so.
    async fn bind(&self) -> io::Result<(Listeners, Vec<String>)> {
        if let Some(port) = self.config.port {
            let listeners = Listeners::bind(port).await.map_err(|error| {
                io::Error::new(error.kind(), format!("port {port} cannot be used: {error}"))
            })?;
            return Ok((listeners, Vec::new()));
        }
        let tried = (DEFAULT_PORT..=DEFAULT_PORT + NEXT_PORTS).chain([0]);
        let mut last = io::Error::other("no port was tried");
        for port in tried {
            match Listeners::bind(port).await {
                Ok(listeners) if listeners.port() == DEFAULT_PORT => {
                    return Ok((listeners, Vec::new()));
                }
                Ok(listeners) => {
                    let notice = format!(
                        "Port {DEFAULT_PORT} is taken; the workbench is on port {}.",
                        listeners.port()
                    );
                    return Ok((listeners, vec![notice]));
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

impl Line {
    /// Puts a question; the call waits for it from now on.
    pub(super) async fn ask(
        &self,
        client: &str,
        request: DialogRequest,
    ) -> Result<String, DialogError> {
        let Self::Host(host) = self;
        let hub = host.workbench.hub();
        if host.require_ui && !hub.has_page() {
            return Err(DialogError::NotReady);
        }
        let asker = Asker {
            client: client.to_owned(),
            limit_key: format!("stdio {}", std::process::id()),
            unverified: false,
        };
        hub.serves_mcp();
        let asked = hub
            .act(move |desk, now| desk.ask(request, asker, None, now))
            .await?;
        host.workbench.call_human();
        Ok(asked.dialog_id)
    }

    /// Waits for a dialog that is there, or takes it back.
    pub(super) async fn attach(&self, dialog_id: &str, withdraw: bool) -> Result<(), DialogError> {
        let Self::Host(host) = self;
        let dialog_id = dialog_id.to_owned();
        host.workbench
            .hub()
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
        let Self::Host(host) = self;
        host.workbench.hub().ended(dialog_id).await.map(drop)
    }

    /// The result as it is now.
    pub(super) async fn deliver(&self, dialog_id: &str) -> Result<Collected, DialogError> {
        let Self::Host(host) = self;
        let dialog_id = dialog_id.to_owned();
        let root = Arc::clone(&host.data_directory);
        host.workbench
            .hub()
            .act(move |desk, now| {
                let delivery = desk.deliver(&dialog_id, now)?;
                let attachments = delivery
                    .dialog
                    .response
                    .as_ref()
                    .map_or(&[][..], |outcome| outcome.attachments());
                let images = attachments
                    .iter()
                    .map(|image| {
                        let path = desk.images().original_path(&dialog_id, &image.id);
                        let shown = path.strip_prefix(root.as_path()).unwrap_or(&path);
                        let (bytes, mime) = desk.images().inline(&dialog_id, image)?;
                        Ok(CollectedImage {
                            bytes,
                            mime,
                            path: shown.display().to_string(),
                        })
                    })
                    .collect::<io::Result<Vec<_>>>()
                    .map_err(|error| DialogError::Internal {
                        reason: format!("an image cannot be read: {error}"),
                    })?;
                Ok(Collected {
                    data: delivery.data,
                    message: delivery.message,
                    images,
                })
            })
            .await
    }

    /// `{open, undelivered}` of a client and project.
    pub(super) async fn list(
        &self,
        client: &str,
        project: Option<&str>,
    ) -> Result<Value, DialogError> {
        let Self::Host(host) = self;
        Ok(host
            .workbench
            .hub()
            .look(|desk| desk.listed_for(client, project, now_ms())))
    }

    /// Seconds that a call of this client may hold.
    pub(super) fn hold_seconds(&self, client: &str, with_progress: bool) -> f64 {
        let Self::Host(host) = self;
        host.workbench.hub().look(|desk| {
            desk.preferences()
                .holds
                .seconds(client, with_progress, now_ms())
        })
    }

    /// What results say about the way to the human.
    pub(super) fn notices(&self) -> Vec<String> {
        let Self::Host(host) = self;
        host.notices.as_ref().clone()
    }

    async fn leave(&self, dialog_id: String, gave_up: Option<(String, bool, f64)>) {
        let Self::Host(host) = self;
        host.workbench
            .hub()
            .act(move |desk, now| {
                desk.leave(&dialog_id);
                if let Some((client, with_progress, seconds)) = gave_up {
                    desk.learn_hold(&client, with_progress, seconds, now);
                }
            })
            .await;
    }
}
