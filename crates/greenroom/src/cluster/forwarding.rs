//! A call on its way to the server that has its session.

use std::time::{Duration, Instant};

use greenroom_tools::{ErrorCode, ProgressSink, ToolError};
use serde_json::{Map, Value};

use super::link::HouseLink;
use super::wire::{self, FORM, FORM_HEADER, ForwardedAnswer, ForwardedCall};
use crate::mcp::{Answered, Asked};

/// How often the other server is looked after while it works.
const LOOK: Duration = Duration::from_secs(1);

/// What came of asking another server.
pub(super) enum Forwarded {
    Answered(Box<Result<Answered, ToolError>>),
    /// The other server was lost meanwhile; nobody knows what was done.
    Lost(Box<ToolError>),
    /// Nothing was done there, for this reason; it may be elsewhere soon.
    Not(&'static str),
}

/// A server that is asked.
pub(super) struct Other<'a> {
    pub(super) server: &'a str,
    pub(super) address: &'a str,
}

impl HouseLink {
    /// Has a call made by another server, once.
    pub(super) async fn forward(
        &self,
        other: Other<'_>,
        tool: &str,
        arguments: &Map<String, Value>,
        request: Asked<'_>,
    ) -> Forwarded {
        let call = ForwardedCall {
            house: self.share.house().to_owned(),
            tool: tool.to_owned(),
            arguments: arguments.clone(),
            rpc_id: request.rpc_id.map(str::to_owned),
            client: request.client.map(str::to_owned),
        };
        let sending = self
            .member
            .client
            .post(format!("http://{}/call", other.address))
            .bearer_auth(&self.member.secret)
            .header(FORM_HEADER, FORM)
            .json(&call)
            .send();
        let answering = async {
            let response = sending.await?.error_for_status()?;
            response.json::<ForwardedAnswer>().await
        };
        let answer = tokio::select! {
            answer = answering => answer,
            () = request.cancel.cancelled() => {
                let error = ToolError::new(ErrorCode::UnknownError, format!("{tool} was cancelled by the caller"));
                return Forwarded::Answered(Box::new(Err(error.detail("reason", "cancelled"))));
            }
            () = self.until_dead(other.server) => {
                return Forwarded::Lost(Box::new(owner_lost(tool, other.server, "it does not answer")));
            }
            never = tell_progress(other.server, request.progress) => match never {},
        };
        match answer {
            Ok(ForwardedAnswer::Done(value)) => {
                let answered = wire::answered(value).ok_or_else(|| unreadable(other.server));
                Forwarded::Answered(Box::new(answered))
            }
            Ok(ForwardedAnswer::Failed(value)) => {
                let error = ToolError::told(&value).unwrap_or_else(|| unreadable(other.server));
                Forwarded::Answered(Box::new(Err(error)))
            }
            Ok(ForwardedAnswer::NotThere) => Forwarded::Not("it does not have the session"),
            Ok(ForwardedAnswer::Draining) => Forwarded::Not("it is about to end"),
            // Nothing was sent.
            Err(error) if error.is_connect() => Forwarded::Not("it cannot be reached"),
            Err(error) if error.is_status() => {
                let why = format!("it refused the call ({error})");
                Forwarded::Lost(Box::new(owner_lost(tool, other.server, &why)))
            }
            Err(_) => Forwarded::Lost(Box::new(owner_lost(
                tool,
                other.server,
                "the connection ended",
            ))),
        }
    }

    /// Ends when a server is taken to be dead.
    async fn until_dead(&self, server: &str) {
        loop {
            tokio::time::sleep(LOOK).await;
            // A database that does not answer says nothing of the server.
            if let Ok(false) = self.member.cluster.is_alive(server).await {
                return;
            }
        }
    }
}

async fn tell_progress(server: &str, sink: Option<&ProgressSink>) -> std::convert::Infallible {
    let Some(sink) = sink else {
        return std::future::pending().await;
    };
    let started = Instant::now();
    loop {
        tokio::time::sleep(LOOK).await;
        let line = format!("runs on server {server}");
        sink(started.elapsed().as_secs_f64(), line).await;
    }
}

fn owner_lost(tool: &str, server: &str, why: &str) -> ToolError {
    let message = format!("server {server} had the session and was lost during {tool}: {why}");
    ToolError::new(ErrorCode::SessionOwnerLost, message)
        .detail("server", server)
        .detail("reason", why)
}

fn unreadable(server: &str) -> ToolError {
    let message = format!("the answer of server {server} cannot be read");
    ToolError::new(ErrorCode::UnknownError, message)
        .hint("The servers may be of different versions; the call may have taken effect.")
}
