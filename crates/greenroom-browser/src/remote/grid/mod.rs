//! Sessions of a Selenium Grid: each is a browser of its own, driven through `se:cdp`.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::address::Address;
use super::http::{self, Answer, NoAnswer, Question};
use super::place::{Failure, Reached};

/// A Grid gives up on its queue after five minutes by default.
const QUEUE_LIMIT: Duration = Duration::from_mins(6);
/// A Grid ends sessions of which it hears nothing, by default after five minutes.
const TOUCH_EVERY: Duration = Duration::from_secs(10);
const TOUCH_LIMIT: Duration = Duration::from_secs(30);
/// Drivers have been seen to wait twenty seconds for a browser behind a shell script.
const END_LIMIT: Duration = Duration::from_secs(30);

const NEXT: &str = "check that a Selenium Grid 4 with a Chromium node runs there (GET /status), or \
                    take the address off the list";

/// A session of a Grid. It is ended by [`Self::end`]; if it is dropped, the Grid ends it.
#[derive(Debug)]
pub(super) struct GridSession {
    grid: Address,
    id: String,
    /// Keeps it alive while its pages rest.
    touching: JoinHandle<()>,
}

/// Ask the Grid for a browser; it may let us queue for one.
pub(super) async fn begin(
    grid: &Address,
    capabilities: Value,
    limit: Duration,
) -> Result<Reached, Failure> {
    let peer = grid
        .resolve()
        .await
        .map_err(|reason| Failure::broken(reason, NEXT))?;
    let (sender, receiver) = oneshot::channel();
    let at = grid.clone();
    tokio::spawn(async move {
        let body = json!({"capabilities": {"alwaysMatch": capabilities}});
        let answer = ask(&at, "POST", "/session", Some(&body), QUEUE_LIMIT).await;
        // Nobody waits for it any more: its slot is for others.
        if let Err(Ok(late)) = sender.send(read(&at, answer))
            && let Some(session) = late.session
        {
            session.end().await;
        }
    });
    match tokio::time::timeout(limit, receiver).await {
        Ok(Ok(answer)) => answer.map(|reached| Reached {
            peer: peer.ip(),
            ..reached
        }),
        Ok(Err(_)) => Err(Failure::broken("the runtime ends", NEXT)),
        Err(_) => Err(Failure::Full),
    }
}

/// What the Grid's answer to a new session holds.
fn read(grid: &Address, answer: Result<Answer, NoAnswer>) -> Result<Reached, Failure> {
    let broken = |reason: String| Failure::broken(reason, NEXT);
    let answer = answer.map_err(|error| broken(error.to_string()))?;
    let value = &answer.body["value"];
    if let Some(error) = value["error"].as_str() {
        let message = value["message"].as_str().unwrap_or_default();
        let first = message.lines().next().unwrap_or_default();
        let first: String = first.chars().take(400).collect();
        return Err(broken(format!("it starts no session: {error}: {first}")));
    }
    let Some(id) = value["sessionId"].as_str().filter(|id| is_plain(id)) else {
        let status = answer.status;
        return Err(broken(format!(
            "it answers with status {status} and no session; it is no Selenium Grid 4"
        )));
    };
    let session = GridSession::keep(grid, id);
    let told = value["capabilities"]["se:cdp"].as_str();
    let Some(told) = told.and_then(|url| Address::parse(url, grid.port).ok()) else {
        let reason = "its answer has no se:cdp, the address under which the browser is driven";
        let next = "let the node offer Chromium (headless shell) with se:cdpEnabled left on, and \
                    name its browserName in browser.capabilities";
        tokio::spawn(session.end());
        return Err(Failure::broken(reason, next));
    };
    // The Grid may not know the address under which we reach it, which works for the one as it
    // did for the other.
    let known = format!("ws://{}{}", grid.authority(), told.path);
    let told = format!("ws://{}{}", told.authority(), told.path);
    let mut endpoints = vec![known, told];
    endpoints.dedup();
    Ok(Reached {
        endpoints,
        peer: std::net::Ipv4Addr::UNSPECIFIED.into(),
        session: Some(session),
    })
}

impl GridSession {
    fn keep(grid: &Address, id: &str) -> Self {
        let (at, path) = (grid.clone(), format!("/session/{id}/timeouts"));
        let touching = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TOUCH_EVERY).await;
                // Whether it still lives is seen by its CDP connection.
                drop(ask(&at, "GET", &path, None, TOUCH_LIMIT).await);
            }
        });
        Self {
            grid: grid.clone(),
            id: id.into(),
            touching,
        }
    }

    /// Gives the slot back.
    pub(super) async fn end(self) {
        end(&self.grid, &self.id).await;
    }
}

impl Drop for GridSession {
    fn drop(&mut self) {
        self.touching.abort();
    }
}

/// Ends a session of the Grid.
pub(super) async fn end(grid: &Address, id: &str) {
    let path = format!("/session/{id}");
    if let Err(error) = ask(grid, "DELETE", &path, None, END_LIMIT).await {
        tracing::warn!(%error, grid = grid.authority(), "a session was not ended");
    }
}

/// The ids of sessions and the names under which they were begun.
pub(super) async fn sessions(grid: &Address) -> Result<Vec<(String, String)>, NoAnswer> {
    let answer = ask(grid, "GET", "/status", None, TOUCH_LIMIT).await?;
    let nodes = answer.body["value"]["nodes"].as_array();
    let slots = nodes
        .into_iter()
        .flatten()
        .filter_map(|node| node["slots"].as_array());
    let named = slots.flatten().filter_map(|slot| {
        let session = &slot["session"];
        let id = session["sessionId"].as_str().filter(|id| is_plain(id))?;
        let name = session["capabilities"]["se:name"].as_str()?;
        Some((id.to_owned(), name.to_owned()))
    });
    Ok(named.collect())
}

async fn ask(
    grid: &Address,
    method: &str,
    path: &str,
    body: Option<&Value>,
    limit: Duration,
) -> Result<Answer, NoAnswer> {
    let (authority, path) = (grid.authority(), format!("{}{path}", grid.path));
    let question = Question {
        authority: &authority,
        method,
        path: &path,
        body,
    };
    http::ask(question, limit).await
}

/// It becomes part of a path.
fn is_plain(id: &str) -> bool {
    !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// What a Grid is asked for: Chromium with `arguments`, and what the operator wants beside.
pub(super) fn capabilities(
    name: &str,
    arguments: &[String],
    wanted: &serde_json::Map<String, Value>,
) -> Value {
    let mut all = json!({
        "browserName": "chrome", "pageLoadStrategy": "none", "se:name": name,
        "goog:chromeOptions": {"args": arguments},
    });
    for (key, value) in wanted {
        match (key.as_str(), value) {
            ("se:name", _) => {}
            ("goog:chromeOptions", Value::Object(options)) => {
                for (key, value) in options {
                    let there = &mut all["goog:chromeOptions"][key];
                    match (there, value) {
                        (Value::Array(there), Value::Array(more)) => there.extend(more.clone()),
                        (there, value) => *there = value.clone(),
                    }
                }
            }
            _ => all[key] = value.clone(),
        }
    }
    all
}

#[cfg(test)]
mod tests;
