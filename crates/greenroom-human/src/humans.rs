//! The way to the human: this process's own workbench, or that of another process.
//!
//! The first process of a data directory that needs the human holds a lock and is the host; the
//! others are its guests. When the host ends, however it ends, a guest gets the lock, opens the
//! desk from disk and takes over the port, so that open pages and questions go on.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use greenroom_stdx::IgnorePoison as _;
use tokio::sync::Mutex;
use tokio_util::task::TaskTracker;

use super::config::DialogsConfig;
use super::error::HumanError;
use super::guest::Guest;
use super::host::{Host, ShownBy};
use super::hub::Hub;
use super::line::{Line, RETRIES, WaitError};
use super::parent::{self, Parent};
use super::patience::GaveUp;
use super::stderr::print_line;
use super::token::Token;
use super::workbench::{Place, Start, StartWorkbench, WorkbenchPage};
use super::{desk_folder, run_files};

/// How this process reaches its human.
#[derive(Debug)]
pub struct Humans {
    config: DialogsConfig,
    data_directory: PathBuf,
    /// The name of the folder that the process was started in; labels its questions.
    project: Option<String>,
    /// Serves the workbench when this process becomes the host.
    start: StartWorkbench,
    line: Mutex<Option<Line>>,
    /// Proves to a host which questions are this process's own; on no disk.
    secret: Option<Token>,
    /// Dialogs that were asked in the client too.
    elicited: std::sync::Mutex<BTreeSet<String>>,
    /// What is still to be written when the process ends.
    tasks: TaskTracker,
    me: Weak<Self>,
}

impl Humans {
    /// Connects to nothing yet. `start` serves the workbench when this process becomes the host.
    pub fn new(config: DialogsConfig, data_directory: PathBuf, start: StartWorkbench) -> Arc<Self> {
        let project = std::env::current_dir()
            .ok()
            .and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
        Arc::new_cyclic(|me| Self {
            config,
            data_directory,
            project,
            start,
            line: Mutex::new(None),
            secret: Token::draw().ok(),
            elicited: std::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            me: me.clone(),
        })
    }

    pub(super) fn config(&self) -> &DialogsConfig {
        &self.config
    }

    /// The label of questions that name no project.
    pub fn project(&self) -> Option<&String> {
        self.project.as_ref()
    }

    /// The way to the human; made when it is needed first, and again when it was lost.
    pub async fn line(&self, client: &str) -> Result<Line, HumanError> {
        let mut line = self.line.lock().await;
        let port_before = match &*line {
            Some(line) if line.is_open() => return Ok(line.clone()),
            Some(lost) => lost.port(),
            None => None,
        };
        *line = None;
        let made = self.connect(client, port_before).await;
        let made = made.map_err(|error| self.explained(error))?;
        if let Line::Guest(guest) = &made {
            self.watch(guest.clone(), client.to_owned());
        }
        *line = Some(made.clone());
        Ok(made)
    }

    /// Does something over a line, and again over the next one when its host ends meanwhile.
    pub(super) async fn through_hosts<T, F>(
        &self,
        client: &str,
        line: &mut Line,
        mut act: impl FnMut(Line) -> F,
    ) -> Result<T, HumanError>
    where
        F: Future<Output = Result<T, WaitError>>,
    {
        loop {
            match act(line.clone()).await {
                Ok(done) => return Ok(done),
                Err(WaitError::Failed(error)) => return Err(error.into()),
                Err(WaitError::Lost) => *line = self.line(client).await?,
            }
        }
    }

    /// Takes what the human gave in a form of the client between two calls; or why it was not taken,
    /// in words.
    pub async fn answered_in_client(
        &self,
        client: &str,
        dialog_id: &str,
        content: serde_json::Value,
    ) -> Result<(), String> {
        let line = self.line(client).await.map_err(|error| error.to_string())?;
        let taken = line.submit_elicited(dialog_id, content).await;
        taken.map_err(|reason| reason.to_string())
    }

    /// Whether a dialog has not been asked in the client yet; from now on it has.
    pub(super) fn elicits_first(&self, dialog_id: &str) -> bool {
        let mut elicited = self.elicited.lock().ignore_poison();
        elicited.insert(dialog_id.to_owned())
    }

    /// Makes the workbench now, for people.
    pub async fn workbench(&self) -> Result<Arc<dyn WorkbenchPage>, HumanError> {
        match self.line("greenroom").await? {
            Line::Host(host) => host.workbench().cloned().ok_or(HumanError::ShownByParent),
            Line::Guest(guest) => Err(HumanError::ElsewhereOnPort { port: guest.port() }),
        }
    }

    /// The desk, if this process has it; it has it from now on if nobody did.
    pub async fn desk(&self) -> Result<Arc<Hub>, HumanError> {
        match self.line("greenroom").await? {
            Line::Host(host) => Ok(Arc::clone(host.hub())),
            Line::Guest(guest) => Err(HumanError::ElsewhereOnPort { port: guest.port() }),
        }
    }

    /// The way to the human, if there is one by now.
    pub(super) fn open_line(&self) -> Option<Line> {
        let line = self.line.try_lock().ok()?;
        line.clone().filter(Line::is_open)
    }

    pub(super) fn data_directory(&self) -> &Path {
        &self.data_directory
    }

    /// Work that the end of the process waits for.
    pub(super) fn in_background(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// A call waits no longer. With `gave_up`, its client left before an answer.
    pub(super) fn left(&self, line: Line, dialog_id: String, gave_up: Option<GaveUp>) {
        self.in_background(async move { line.leave(dialog_id, gave_up).await });
    }

    /// Waits for what is still to be written, then lets go of the desk.
    pub async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.line.lock().await.take();
    }

    /// A folder that cannot be written is named, and how to name another.
    fn explained(&self, error: io::Error) -> HumanError {
        if is_of_disk(&error) {
            HumanError::DataDirectory {
                folder: self.data_directory.clone(),
                source: error,
            }
        } else {
            HumanError::Unreachable(error)
        }
    }

    /// When the host of a guest ends, the guest finds or becomes the next one at once.
    fn watch(&self, guest: Guest, client: String) {
        let me = self.me.clone();
        tokio::spawn(async move {
            guest.closed().await;
            let Some(humans) = me.upgrade() else {
                return;
            };
            if humans.tasks.is_closed() {
                return;
            }
            if let Err(error) = humans.line(&client).await {
                tracing::warn!(target: "dialog", %error, "the workbench is lost");
            }
        });
    }

    async fn connect(&self, client: &str, port_before: Option<u16>) -> io::Result<Line> {
        if let Some(address) = &self.config.parent {
            return self.forward_to(address).await;
        }
        let folder = desk_folder::of(&self.data_directory);
        let mut retries = RETRIES.iter();
        loop {
            if let Some(lock) = desk_folder::take(&folder)? {
                return self.become_host(&folder, lock, port_before).await;
            }
            let require_ui = self.config.require_ui;
            let secret = self.secret.clone();
            match Guest::connect(&self.data_directory, client, require_ui, secret).await {
                Ok(guest) => {
                    print_line(&format!(
                        "greenroom: questions go to the workbench on port {}",
                        guest.port()
                    ));
                    return Ok(Line::Guest(guest));
                }
                Err(error) => match retries.next() {
                    Some(wait) => tokio::time::sleep(*wait).await,
                    None => return self.serve_alone(&error).await,
                },
            }
        }
    }

    async fn become_host(
        &self,
        folder: &Path,
        lock: File,
        port_before: Option<u16>,
    ) -> io::Result<Line> {
        let hub = Hub::open(folder, super::registry().clone())?;
        for (deserted, _lock) in desk_folder::deserted(&self.data_directory) {
            if let Err(error) = hub.act(move |desk, now| desk.adopt(&deserted, now)).await {
                tracing::warn!(target: "dialog", %error, "dialogs of a process were left where they are");
            }
        }
        self.serve(hub, Place::Host { port_before }, Some(lock))
            .await
    }

    /// The host does not answer: this process serves a workbench of its own and says so.
    async fn serve_alone(&self, error: &io::Error) -> io::Result<Line> {
        let folder = desk_folder::of_this_process(&self.data_directory);
        let lock = desk_folder::take(&folder)?;
        let hub = Hub::open(&folder, super::registry().clone())?;
        let port = run_files::running(&self.data_directory).map(|running| running.port);
        let place = Place::BesideHost {
            port,
            reason: error,
        };
        self.serve(hub, place, lock).await
    }

    /// Dialogs are kept here and shown by another program.
    async fn forward_to(&self, address: &str) -> io::Result<Line> {
        let (folder, lock) = parent::folder(&self.data_directory, address, self.project())?;
        let hub = Hub::open(&folder, super::registry().clone())?;
        print_line(&format!("greenroom: questions go to {address}"));
        let parent = Parent::new(address);
        parent.take_up(&hub).await;
        let host = Host::new(
            hub,
            ShownBy::Parent(parent),
            Vec::new(),
            self.data_directory.clone(),
            false,
            Some(lock),
        );
        Ok(Line::Host(host))
    }

    async fn serve(&self, hub: Arc<Hub>, place: Place<'_>, lock: Option<File>) -> io::Result<Line> {
        let started = self
            .start
            .start(Start {
                hub: Arc::clone(&hub),
                config: &self.config,
                data_directory: &self.data_directory,
                place,
            })
            .await?;
        print_line(&format!(
            "greenroom: the workbench is on port {}",
            started.page.port()
        ));
        let host = Host::new(
            hub,
            ShownBy::Workbench(started.page),
            started.notices,
            self.data_directory.clone(),
            self.config.require_ui,
            lock,
        );
        Ok(Line::Host(host))
    }
}

/// Whether a folder or file could not be written.
fn is_of_disk(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::StorageFull
    )
}
