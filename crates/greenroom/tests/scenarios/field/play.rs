//! Plays the course of a cause in a profile.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::{ConsoleLevel, World};
use greenroom_stage::course::launch_options::{LaunchMode, LaunchOptions};
use greenroom_stage::course::lms::LmsFault;
use greenroom_stage::course::opening::LaunchRequest;
use greenroom_stage::course::runtime::Runtime;
use greenroom_store::SessionOptions;
use greenroom_tools::config::Config;
use greenroom_tools::{App, Toolset};
use scorm_session::{ApiCall, LearnerRequest};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::STANDARD;
use super::cause::Cause;
use super::outcome::Outcome;
use super::package::{self, Form};

const LIMIT: Duration = Duration::from_secs(20);

/// A server of its own, with the browser that it starts.
pub(super) struct Stage {
    app: Arc<App>,
    tokio: tokio::runtime::Runtime,
    _home: tempfile::TempDir,
}

impl Stage {
    pub(super) fn new() -> Self {
        Self::with(Config::default())
    }

    pub(super) fn with(config: Config) -> Self {
        crate::page_ends::install_assets();
        let home = tempfile::tempdir().unwrap();
        let tokio = tokio::runtime::Runtime::new().unwrap();
        let app = tokio.block_on(async {
            let toolset = Toolset::select(&[], &config.tools).unwrap();
            App::new(config, home.path().to_owned(), toolset)
        });
        Self {
            app,
            tokio,
            _home: home,
        }
    }

    pub(super) fn close(self) {
        self.tokio.block_on(self.app.close());
    }

    /// Plays the course once, or twice if the learner comes back.
    pub(super) fn play(&self, cause: &Cause, form: Form, lms: &str) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        package::write(cause, form, &format!("{form:?}-{lms}"), folder.path());
        let mut outcome = Outcome::default();
        self.tokio.block_on(async {
            let first = LaunchMode::Normal;
            self.visit(
                cause,
                lms,
                folder.path(),
                (first, &cause.acts),
                &mut outcome,
            )
            .await;
            let Some(acts) = &cause.acts_on_return else {
                return;
            };
            let is_review = lms == STANDARD && cause.mode_on_return.as_deref() == Some("review");
            let mode = if is_review {
                LaunchMode::Review
            } else {
                LaunchMode::Normal
            };
            outcome.again = self
                .visit(cause, lms, folder.path(), (mode, acts), &mut outcome)
                .await;
        });
        outcome
    }

    pub(super) fn app(&self) -> &App {
        &self.app
    }

    /// Has something done in the time of this server.
    pub(super) fn wait<T>(&self, what: impl Future<Output = T>) -> T {
        self.tokio.block_on(what)
    }

    pub(super) async fn open(&self, folder: &Path, options: LaunchOptions) -> Arc<Runtime> {
        let runtimes = self.app.runtimes();
        let cancel = CancellationToken::new();
        let opened = runtimes
            .sessions()
            .open(folder, SessionOptions::default(), &cancel);
        let request = LaunchRequest {
            options,
            new_attempt: false,
            keep: true,
            trace: false,
        };
        runtimes.open(&opened.unwrap(), request).await.unwrap()
    }

    /// One launch to its end; what `window.result` was.
    async fn visit(
        &self,
        cause: &Cause,
        lms: &str,
        folder: &Path,
        (mode, acts): (LaunchMode, &[String]),
        outcome: &mut Outcome,
    ) -> Value {
        let runtimes = self.app.runtimes();
        let options = LaunchOptions {
            lms_profile: lms.to_owned(),
            auto_initialize: false,
            popup: cause.popup,
            launch_mode: mode,
            ..LaunchOptions::default()
        };
        let runtime = self.open(folder, options).await;
        outcome.reasons.extend(runtime.lms_notices.iter().cloned());
        outcome.delivered.extend(runtime.activity());
        for act in acts {
            carry_out(&runtime, act, outcome).await;
            runtime.flush().await.unwrap();
            runtime.lms_settled().await;
            let shown = runtime.activity();
            if shown.is_some() && shown.as_ref() != outcome.delivered.last() {
                outcome.delivered.extend(shown);
            }
        }
        let result = match runtime.content() {
            Ok(content) => {
                let script =
                    "function () { return window.result === undefined ? null : window.result; }";
                let result = content.ask(World::Main, script, &[], LIMIT).await;
                result.unwrap_or(Value::Null)
            }
            Err(_) => Value::Null,
        };
        let errors = runtime.console().into_iter();
        let errors = errors.filter(|message| message.level == ConsoleLevel::Error);
        outcome
            .reasons
            .extend(errors.map(|message| message.message));
        let live = Arc::clone(&runtime.live);
        let id = runtime.session.id().as_str().to_owned();
        drop(runtime);
        let closed = runtimes.close(&id, "test").await.unwrap().unwrap();
        let calls: Vec<ApiCall> = live.read(|replica| replica.calls.clone());
        match closed.lms {
            Some(record) => {
                outcome.take_answers(&calls);
                outcome.take_record(&json!(record));
                outcome.requests += live.lms.as_ref().map_or(0, |lms| lms.requests().len());
            }
            // By the book nothing of a review is kept.
            None if matches!(mode, LaunchMode::Normal) => outcome.take_calls(&calls),
            None => {}
        }
        result
    }
}

async fn carry_out(runtime: &Runtime, act: &str, outcome: &mut Outcome) {
    match act.split_once(' ').unwrap_or((act, "")) {
        ("run", script) => {
            let content = runtime.content().unwrap();
            let script = format!("function () {{ {script}; return null; }}");
            let done: Result<Value, _> = content.ask(World::Main, &script, &[], LIMIT).await;
            if let Err(error) = done {
                outcome.reasons.push(error.to_string());
            }
        }
        ("fault", "none") => runtime.lms_fault(None),
        ("fault", "500") => runtime.lms_fault(Some(LmsFault::ServerError)),
        ("next", _) => match runtime.navigate(&LearnerRequest::Continue).await {
            Ok(_) => {}
            Err(error) => outcome.reasons.push(error.to_string()),
        },
        _ => panic!("no such act: {act}"),
    }
}
