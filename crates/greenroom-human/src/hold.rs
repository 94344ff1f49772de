//! The hold ladder: a call waits as long as its client is believed to; the dialog lives on.

use std::sync::Arc;
use std::time::Duration;

use greenroom_dialog::{DialogError, request};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::collected::Collected;
use super::elicitation::{self, Elicited};
use super::line::Line;
use super::patience::GaveUp;
use super::result::DialogResultParams;
use super::{inspected, question};
use crate::ToolError;
use crate::cx::Cx;
use crate::envelope::ErasedReply;
use crate::reply::{Artifact, Extras, Image};
use crate::waiting;

/// Asks, waits, and answers with what is known by then.
pub(super) async fn ask(
    cx: &Cx,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<ErasedReply, ToolError> {
    let humans = cx.humans();
    // Checked before anything is started for it.
    let checked = request::parse(question::registry(), name, arguments.clone());
    if let (Err(_), Some(line)) = (&checked, humans.open_line()) {
        inspected::call(cx, &line, name, &arguments);
    }
    let mut request = checked?;
    if request.project.is_none() {
        request.project = humans.project().cloned();
    }
    let form = elicitation::form(&request).filter(|_| cx.config().dialogs.elicit);
    let mut line = humans.line(cx.client()).await?;
    // The same question to the next host is the same dialog, whether the last one had kept it or
    // not.
    let (arguments, request) = (&arguments, &request);
    let asked = humans.through_hosts(cx.client(), &mut line, |line| async move {
        inspected::call(cx, &line, name, arguments);
        line.ask(cx.client(), request.clone()).await
    });
    let dialog_id = asked.await?.dialog_id;
    cx.end_turn();
    if let (Some(form), Some(elicitor)) = (form, cx.elicitor()) {
        let elicited = Elicited {
            humans: Arc::clone(&cx.app.humans),
            line: line.clone(),
            client: cx.client().to_owned(),
            dialog_id: dialog_id.clone(),
        };
        elicited.begin(form, elicitor);
    }
    let waiting = Waiting::new(cx, line, dialog_id);
    let hold = waiting.hold_seconds();
    waiting.hold(hold).await
}

/// `dialog_result`.
pub(super) async fn collect(
    cx: &Cx,
    arguments: &Map<String, Value>,
    params: DialogResultParams,
) -> Result<ErasedReply, ToolError> {
    let (humans, client) = (cx.humans(), cx.client());
    let mut line = humans.line(client).await?;
    inspected::call(cx, &line, "dialog_result", arguments);
    let Some(dialog_id) = params.dialog_id else {
        let project = params.project.as_ref().or(humans.project());
        let project = project.map(String::as_str);
        let list = |line: Line| async move { line.list(client, project).await };
        let data = humans.through_hosts(client, &mut line, list).await?;
        let message = format!(
            "{} open, {} undelivered.",
            data["open"].as_array().map_or(0, Vec::len),
            data["undelivered"].as_array().map_or(0, Vec::len)
        );
        inspected::reply(cx, &line, &data);
        return Ok(ErasedReply {
            data,
            message,
            extras: Extras::default(),
        });
    };
    let (id, withdraw) = (&dialog_id, params.withdraw);
    let attach = |line: Line| async move { line.attach(id, withdraw).await };
    humans.through_hosts(client, &mut line, attach).await?;
    let waiting = Waiting::new(cx, line, dialog_id);
    let hold = match params.wait_seconds {
        Some(seconds) => seconds as f64,
        None => waiting.hold_seconds(),
    };
    waiting.hold(hold).await
}

/// A call that waits for a dialog. When it is dropped, the dialog knows.
struct Waiting<'a> {
    cx: &'a Cx,
    line: Line,
    dialog_id: String,
    started: Instant,
    /// The call was not answered yet; dropped like this, its client gave up.
    unanswered: bool,
}

impl<'a> Waiting<'a> {
    fn new(cx: &'a Cx, line: Line, dialog_id: String) -> Self {
        Self {
            cx,
            line,
            dialog_id,
            started: Instant::now(),
            unanswered: true,
        }
    }

    fn hold_seconds(&self) -> f64 {
        match self.cx.config().dialogs.hold {
            Some(seconds) => seconds,
            None => self
                .line
                .hold_seconds(self.cx.client(), self.with_progress()),
        }
    }

    fn with_progress(&self) -> bool {
        self.cx.own_progress().is_some()
    }

    /// Waits for the end of the dialog or of the hold, then tells what is known.
    async fn hold(mut self, seconds: f64) -> Result<ErasedReply, ToolError> {
        let hold = Duration::from_secs_f64(seconds.clamp(0.0, 86_400.0));
        let progress = self.cx.own_progress();
        let ended = tokio::select! {
            biased;
            ended = self.ended() => ended,
            () = tokio::time::sleep(hold) => Ok(()),
            never = waiting::report(progress, "human") => match never {},
        };
        let result = match ended {
            Ok(()) => self.delivered().await,
            Err(error) => Err(error),
        };
        self.unanswered = false;
        let result = result?;
        inspected::reply(self.cx, &self.line, &result.data);
        Ok(self.reply(result))
    }

    /// Waits for the end of the dialog, also through a change of hosts.
    async fn ended(&mut self) -> Result<(), DialogError> {
        let dialog_id = &self.dialog_id;
        // The first host knows since the question was put; each next one must be told.
        let mut knows_that_we_wait = true;
        let ended = |line: Line| {
            let knows = std::mem::take(&mut knows_that_we_wait);
            async move {
                if !knows {
                    line.attach(dialog_id, false).await?;
                }
                line.ended(dialog_id).await
            }
        };
        self.cx
            .humans()
            .through_hosts(self.cx.client(), &mut self.line, ended)
            .await
    }

    /// What is known of the dialog now.
    async fn delivered(&mut self) -> Result<Collected, DialogError> {
        let dialog_id = &self.dialog_id;
        let deliver = |line: Line| async move { line.deliver(dialog_id).await };
        self.cx
            .humans()
            .through_hosts(self.cx.client(), &mut self.line, deliver)
            .await
    }

    fn reply(&self, result: Collected) -> ErasedReply {
        let mut extras = Extras::default();
        for image in result.images {
            extras.artifacts.push(Artifact {
                kind: "screenshot".to_owned(),
                path: image.path,
            });
            extras.images.push(Image {
                bytes: image.bytes,
                mime: image.mime,
            });
        }
        extras.notices = self.line.notices();
        ErasedReply {
            data: result.data,
            message: result.message,
            extras,
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let gave_up = self.unanswered.then(|| GaveUp {
            client: self.cx.client().to_owned(),
            with_progress: self.with_progress(),
            after_seconds: self.started.elapsed().as_secs_f64(),
        });
        self.cx
            .humans()
            .left(self.line.clone(), self.dialog_id.clone(), gave_up);
    }
}

impl From<DialogError> for ToolError {
    fn from(error: DialogError) -> Self {
        use crate::ErrorCode as Code;
        let code = match &error {
            DialogError::InvalidParams { .. } => Code::InvalidParams,
            DialogError::UnknownTool { .. } => Code::UnknownTool,
            DialogError::UnknownDialog { .. } => Code::DialogUnknown,
            DialogError::NotReady => Code::DialogUiUnavailable,
            DialogError::RateLimited { .. } => Code::RateLimited,
            DialogError::TooManyOpen { .. } => Code::LimitExceeded,
            DialogError::Unreachable { .. } => Code::DialogConnection,
            DialogError::StoreFailed { .. } => Code::DialogStoreFailed,
            DialogError::Internal { .. } => Code::UnknownError,
        };
        let mut tool_error = Self::new(code, error.to_string())
            .hint(error.hint())
            .code_last();
        if let Value::Object(details) = error.details() {
            tool_error.details = details;
        }
        tool_error
            .details
            .insert("category".to_owned(), json!(error.category()));
        tool_error
    }
}

#[cfg(test)]
mod tests;
