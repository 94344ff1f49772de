//! One house, as it is spread over the servers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use greenroom_cluster::{ClusterError, HouseShare, Place, Whereabouts};
use greenroom_store::{OWN_SCHEME, SessionId, StoreError};
use greenroom_tools::registry::family_of;
use greenroom_tools::{App, ErrorCode, ToolError};
use serde_json::{Map, Value};

use super::forwarding::{Forwarded, Other};
use super::member::Member;
use crate::mcp::{Answered, Asked, Elsewhere};

/// For so long a call waits for a session that passes from one server to another: a lease, and what
/// closing a course may take.
const PASSING: Duration = Duration::from_secs(25);
/// The place of the desk of questions.
const DESK: &str = "desk";
const LOST_PLACE: &str = "Call dialog_result: questions that were asked are open on another server within 8 seconds. A UI has to be configured and started anew.";
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(150);

/// One house, as it is spread over the servers.
#[derive(Debug)]
pub(crate) struct HouseLink {
    pub(super) member: Arc<Member>,
    pub(super) share: Arc<HouseShare>,
    /// The epoch with which the desk of questions is here.
    pub(super) desk: tokio::sync::Mutex<Option<i64>>,
}

/// What a call needs to be made where it is.
enum Wanted {
    /// Nothing: any server makes it.
    Nothing,
    Session(SessionId),
    /// Something that exists once for the house.
    Place(&'static str),
}

impl Wanted {
    fn of(tool: &str, arguments: &Map<String, Value>) -> Self {
        match family_of(tool) {
            "ui" => return Self::Place("ui"),
            "dialog" => return Self::Place(DESK),
            _ => {}
        }
        let id = arguments.get("session_id").and_then(Value::as_str);
        match id.and_then(SessionId::parse) {
            Some(id) => Self::Session(id),
            None => Self::Nothing,
        }
    }
}

impl HouseLink {
    /// Whether a call of another server can be made here. Takes a session that nobody has.
    pub(super) async fn is_here(
        &self,
        app: &Arc<App>,
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> Result<bool, ToolError> {
        let id = match Wanted::of(tool, arguments) {
            Wanted::Nothing => return Ok(true),
            Wanted::Place(name) => {
                let place = self.member.cluster.place(self.share.house(), name).await;
                return match place.map_err(|error| unavailable(&error))? {
                    Place::Here { epoch } => self.settle(app, name, epoch).await.map(|()| true),
                    Place::At { .. } => Ok(false),
                };
            }
            Wanted::Session(id) => id,
        };
        if is_open(app, &id) {
            return Ok(true);
        }
        match self.locate(&id).await? {
            Whereabouts::Free => self.take_over(app, &id).await,
            _ => Ok(false),
        }
    }

    async fn locate(&self, id: &SessionId) -> Result<Whereabouts, ToolError> {
        let found = self.member.cluster.locate(self.share.house(), id).await;
        found.map_err(|error| unavailable(&error))
    }

    /// Has a call made where its session is, or sees to it that the session is here.
    async fn to_session(
        &self,
        app: &Arc<App>,
        tool: &str,
        arguments: &Map<String, Value>,
        request: Asked<'_>,
        id: &SessionId,
    ) -> Result<Option<Answered>, ToolError> {
        let begun = Instant::now();
        let mut why = "it passes from one server to another";
        while begun.elapsed() < PASSING {
            if is_open(app, id) {
                return Ok(None);
            }
            match self.locate(id).await? {
                // What this server says of it is right.
                Whereabouts::Unknown => return Ok(None),
                Whereabouts::Ended(closed) => {
                    let closed = Some(closed);
                    let id = id.to_string();
                    return Err(StoreError::UnknownSession { id, closed }.into());
                }
                Whereabouts::At { server, address } => {
                    let other = Other {
                        server: &server,
                        address: &address,
                    };
                    match self.forward(other, tool, arguments, request).await {
                        Forwarded::Answered(answered) => return answered.map(Some),
                        Forwarded::Lost(error) => return Err(*error),
                        Forwarded::Not(reason) => why = reason,
                    }
                }
                Whereabouts::Free if self.member.cluster.is_draining() => {
                    why = "this server is about to end";
                }
                Whereabouts::Free => {
                    if self.take_over(app, id).await? {
                        return Ok(None);
                    }
                }
                Whereabouts::Soon => {}
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = request.cancel.cancelled() => return Ok(None),
            }
        }
        let message = format!("session {id} cannot be reached: {why}");
        Err(ToolError::new(ErrorCode::ClusterUnavailable, message)
            .detail("engine", "a server")
            .detail("session_id", id.as_str())
            .detail("reason", why))
    }

    /// Has a call made where the house has something of which there is one.
    async fn to_place(
        &self,
        app: &Arc<App>,
        tool: &str,
        arguments: &Map<String, Value>,
        request: Asked<'_>,
        name: &str,
    ) -> Result<Option<Answered>, ToolError> {
        let begun = Instant::now();
        let mut why = "";
        while begun.elapsed() < PASSING {
            let place = self.member.cluster.place(self.share.house(), name).await;
            let (server, address) = match place.map_err(|error| unavailable(&error))? {
                Place::Here { epoch } => {
                    self.settle(app, name, epoch).await?;
                    return Ok(None);
                }
                Place::At { server, address } => (server, address),
            };
            let other = Other {
                server: &server,
                address: &address,
            };
            match self.forward(other, tool, arguments, request).await {
                Forwarded::Answered(answered) => return answered.map(Some),
                // It only asks, so that it may be asked again.
                Forwarded::Lost(_) if tool == "dialog_result" => why = "its server was lost",
                Forwarded::Lost(error) => return Err(error.hint(LOST_PLACE)),
                Forwarded::Not(reason) => why = reason,
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = request.cancel.cancelled() => return Ok(None),
            }
        }
        let message = format!("the server with the {name} of this house cannot be reached: {why}");
        Err(ToolError::new(ErrorCode::ClusterUnavailable, message).detail("engine", "a server"))
    }

    /// Goes on with what was at a place that this server has.
    async fn settle(&self, app: &Arc<App>, name: &str, epoch: i64) -> Result<(), ToolError> {
        if name != DESK {
            return Ok(());
        }
        let mut held = self.desk.lock().await;
        if *held == Some(epoch) {
            return Ok(());
        }
        let hub = app.humans().desk().await?;
        let stay = self.share.stay_at_desk(epoch).await;
        let (lines, stay) = stay.map_err(|error| unavailable(&error))?;
        let settled = hub.act(move |desk, now| desk.go_on_with(&lines, stay, now));
        settled.await.map_err(|error| {
            let message = format!("the questions of this house cannot be gone on with: {error}");
            ToolError::new(ErrorCode::DialogStoreFailed, message)
        })?;
        *held = Some(epoch);
        Ok(())
    }

    async fn bring_all(&self, addresses: Vec<String>) -> Result<(), ToolError> {
        for path in addresses {
            let brought = self.share.fetch_files(&path).await;
            brought.map_err(|error| unavailable(&error))?;
        }
        Ok(())
    }
}

impl Elsewhere for HouseLink {
    fn call<'a>(
        &'a self,
        app: &'a Arc<App>,
        name: &'a str,
        arguments: &'a Map<String, Value>,
        request: Asked<'a>,
    ) -> BoxFuture<'a, Result<Option<Answered>, ToolError>> {
        Box::pin(async move {
            let answered = match Wanted::of(name, arguments) {
                Wanted::Nothing => None,
                Wanted::Session(id) if is_open(app, &id) => None,
                Wanted::Session(id) => self.to_session(app, name, arguments, request, &id).await?,
                Wanted::Place(place) => self.to_place(app, name, arguments, request, place).await?,
            };
            if answered.is_none() {
                self.bring_all(named(arguments)).await?;
            }
            Ok(answered)
        })
    }

    fn explained(&self, app: &App, session: Option<&str>, error: ToolError) -> ToolError {
        const SYMPTOMS: [ErrorCode; 3] = [
            ErrorCode::BrowserCrashed,
            ErrorCode::RuntimeNotOpen,
            ErrorCode::UnknownSession,
        ];
        let id = session.and_then(SessionId::parse);
        match id {
            // It was here when the call began, and nobody closed it.
            Some(id)
                if SYMPTOMS.contains(&error.code)
                    && !is_open(app, &id)
                    && !error.details.contains_key("closed_at") =>
            {
                let moved = StoreError::SessionMoved { id: id.to_string() };
                ToolError::from(moved).detail("met", error.message)
            }
            _ => error,
        }
    }

    fn after(&self, named: Vec<String>) -> BoxFuture<'_, Vec<String>> {
        Box::pin(async move {
            let mut failed = Vec::new();
            for path in named.iter().filter(|path| path.starts_with("files/")) {
                if let Err(error) = self.share.store_changed(path).await {
                    failed.push(error.to_string());
                }
            }
            failed
        })
    }

    fn named(&self, arguments: &Map<String, Value>) -> Vec<String> {
        named(arguments)
    }

    fn bring<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<(), ToolError>> {
        Box::pin(async move {
            self.bring_all(own_path(address).into_iter().collect())
                .await
        })
    }

    fn give<'a>(&'a self, path: &'a str) -> BoxFuture<'a, Result<(), ToolError>> {
        Box::pin(async move {
            let given = self.share.store_changed(path).await;
            given.map_err(|error| unavailable(&error))
        })
    }

    fn list<'a>(&'a self, folder: &'a str) -> BoxFuture<'a, Result<Vec<(String, u64)>, ToolError>> {
        Box::pin(async move {
            let listed = self.share.list_files(folder).await;
            listed.map_err(|error| unavailable(&error))
        })
    }

    fn remove<'a>(&'a self, folder: &'a str) -> BoxFuture<'a, Result<(), ToolError>> {
        Box::pin(async move {
            let removed = self.share.remove_files(folder).await;
            removed.map_err(|error| unavailable(&error))
        })
    }
}

fn is_open(app: &App, id: &SessionId) -> bool {
    let sessions = app.runtimes().sessions();
    sessions.session_or_closing(id.as_str()).is_ok()
}

/// A failure of an engine that all servers use.
pub(super) fn unavailable(error: &ClusterError) -> ToolError {
    let engine = match error {
        ClusterError::Objects(_) | ClusterError::Altered { .. } => "the object store",
        _ => "the database",
    };
    ToolError::new(ErrorCode::ClusterUnavailable, error.to_string()).detail("engine", engine)
}

/// The paths below the data directory that arguments name.
fn named(arguments: &Map<String, Value>) -> Vec<String> {
    fn look(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.extend(own_path(text)),
            Value::Array(items) => items.iter().for_each(|item| look(item, found)),
            Value::Object(members) => members.values().for_each(|it| look(it, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    arguments.values().for_each(|value| look(value, &mut found));
    found
}

/// The path of an address below the data directory, as far as it is shared.
fn own_path(address: &str) -> Option<String> {
    const SHARED: [&str; 4] = ["uploads/", "sessions/", "files/", "answers/"];
    let own = address.strip_prefix(OWN_SCHEME)?;
    let own = percent_encoding::percent_decode_str(own)
        .decode_utf8()
        .ok()?;
    let own = own.trim_matches('/');
    let is_plain = own.split('/').all(|part| !["", ".", ".."].contains(&part));
    let is_shared = SHARED.iter().any(|folder| own.starts_with(folder));
    (is_plain && is_shared).then(|| own.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_arguments_name_is_found_and_leads_nowhere_else() {
        let arguments = json!({
            "package_path": "greenroom://uploads/ab/Tea%20time.zip",
            "deep": [{"path": "greenroom://files/a/"}],
            "other": ["greenroom://run/token", "greenroom://files/../run", "/etc/passwd", 5],
        });
        let found = named(arguments.as_object().unwrap());
        assert_eq!(found, ["files/a", "uploads/ab/Tea time.zip"]);
    }
}
