//! The hold ladder: a call waits as long as its client is believed to; the dialog lives on.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use greenroom_dialog::request;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::call::Call;
use super::collected::Collected;
use super::elicitation::{self, Elicited};
use super::error::HumanError;
use super::inspected;
use super::line::Line;
use super::patience::GaveUp;

/// Puts a question; the call waits for its answer from now on.
pub async fn ask<'a>(
    call: &'a Call<'a>,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<Waiting<'a>, HumanError> {
    let (humans, client) = (call.humans, call.client);
    // Checked before anything is started for it.
    let checked = request::parse(super::registry(), name, arguments.clone());
    if let (Err(_), Some(line)) = (&checked, humans.open_line()) {
        inspected::call(call, &line, name, &arguments);
    }
    let mut request = checked?;
    if request.project.is_none() {
        request.project = humans.project().cloned();
    }
    let form = elicitation::form(&request).filter(|_| humans.config().elicit);
    let mut line = humans.line(client).await?;
    // The same question to the next host is the same dialog, whether the last one had kept it or
    // not.
    let (arguments, request) = (&arguments, &request);
    let asked = humans.through_hosts(client, &mut line, |line| async move {
        inspected::call(call, &line, name, arguments);
        line.ask(client, request.clone()).await
    });
    let dialog_id = asked.await?.dialog_id;
    if let (Some(form), Some(elicitor)) = (form, call.elicitor) {
        let elicited = Elicited {
            humans: Arc::clone(humans),
            line: line.clone(),
            client: client.to_owned(),
            dialog_id: dialog_id.clone(),
        };
        elicited.begin(form, elicitor);
    }
    Ok(Waiting::new(call, line, dialog_id))
}

/// What is open and what is undelivered of the client, in a project or in this process's own.
/// `arguments` are those of the call, for the inspector.
pub async fn list(
    call: &Call<'_>,
    arguments: &Map<String, Value>,
    project: Option<&str>,
) -> Result<Collected, HumanError> {
    let (humans, client) = (call.humans, call.client);
    let mut line = humans.line(client).await?;
    inspected::call(call, &line, "dialog_result", arguments);
    let project = project.or(humans.project().map(String::as_str));
    let list = |line: Line| async move { line.list(client, project).await };
    let data = humans.through_hosts(client, &mut line, list).await?;
    let message = format!(
        "{} open, {} undelivered.",
        data["open"].as_array().map_or(0, Vec::len),
        data["undelivered"].as_array().map_or(0, Vec::len)
    );
    inspected::reply(call, &line, &data);
    Ok(Collected {
        data,
        message,
        images: Vec::new(),
        notices: Vec::new(),
    })
}

/// Waits for a dialog that was asked before, or takes it back. `arguments` are those of the call,
/// for the inspector.
pub async fn attach<'a>(
    call: &'a Call<'a>,
    arguments: &Map<String, Value>,
    dialog_id: String,
    withdraw: bool,
) -> Result<Waiting<'a>, HumanError> {
    let (humans, client) = (call.humans, call.client);
    let mut line = humans.line(client).await?;
    inspected::call(call, &line, "dialog_result", arguments);
    let id = &dialog_id;
    let attach = |line: Line| async move { line.attach(id, withdraw).await };
    humans.through_hosts(client, &mut line, attach).await?;
    Ok(Waiting::new(call, line, dialog_id))
}

/// A call that waits for a dialog. When it is dropped, the dialog knows.
#[derive(Debug)]
pub struct Waiting<'a> {
    call: &'a Call<'a>,
    line: Line,
    dialog_id: String,
    started: Instant,
    /// The call was not answered yet; dropped like this, its client gave up.
    unanswered: bool,
}

impl<'a> Waiting<'a> {
    fn new(call: &'a Call<'a>, line: Line, dialog_id: String) -> Self {
        Self {
            call,
            line,
            dialog_id,
            started: Instant::now(),
            unanswered: true,
        }
    }

    fn hold_seconds(&self) -> f64 {
        match self.call.humans.config().hold {
            Some(seconds) => seconds,
            None => self
                .line
                .hold_seconds(self.call.client, self.call.with_progress),
        }
    }

    /// Waits for the end of the dialog or of the hold, then gives what is known. Without
    /// `seconds` it holds as long as the client is believed to wait; `meanwhile` tells the client
    /// that the call goes on.
    pub async fn hold(
        mut self,
        seconds: Option<f64>,
        meanwhile: impl Future<Output = Infallible>,
    ) -> Result<Collected, HumanError> {
        let seconds = seconds.unwrap_or_else(|| self.hold_seconds());
        let hold = Duration::from_secs_f64(seconds.clamp(0.0, 86_400.0));
        let comes_back = self
            .call
            .elicitor
            .map(|elicitor| elicitor.comes_back.clone());
        let comes_back = comes_back.unwrap_or_default();
        let ended = tokio::select! {
            biased;
            ended = self.ended() => ended,
            () = tokio::time::sleep(hold) => Ok(()),
            () = comes_back.cancelled() => Ok(()),
            never = meanwhile => match never {},
        };
        let result = match ended {
            Ok(()) => self.delivered().await,
            Err(error) => Err(error),
        };
        self.unanswered = false;
        let mut result = result?;
        inspected::reply(self.call, &self.line, &result.data);
        result.notices = self.line.notices();
        Ok(result)
    }

    /// Waits for the end of the dialog, also through a change of hosts.
    async fn ended(&mut self) -> Result<(), HumanError> {
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
        self.call
            .humans
            .through_hosts(self.call.client, &mut self.line, ended)
            .await
    }

    /// What is known of the dialog now.
    async fn delivered(&mut self) -> Result<Collected, HumanError> {
        let dialog_id = &self.dialog_id;
        let deliver = |line: Line| async move { line.deliver(dialog_id).await };
        self.call
            .humans
            .through_hosts(self.call.client, &mut self.line, deliver)
            .await
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let gave_up = self.unanswered.then(|| GaveUp {
            client: self.call.client.to_owned(),
            with_progress: self.call.with_progress,
            after_seconds: self.started.elapsed().as_secs_f64(),
        });
        self.call
            .humans
            .left(self.line.clone(), self.dialog_id.clone(), gave_up);
    }
}
