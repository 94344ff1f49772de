//! The dispatcher: every face calls every tool through [`call`].

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use greenroom_schema::Fault;
use greenroom_stdx::IgnorePoison as _;
use serde_json::{Map, Value, json};

use crate::answer::Extent;
use crate::app::App;
use crate::config::Diagnostics;
use crate::cx::Cx;
use crate::envelope::{CallResult, ErasedReply, build};
use crate::registry::family_of;
use crate::request::{ProgressSink, Request};
use crate::tool::ErasedTool;
use crate::turns::Turn;
use crate::{ErrorCode, ToolError, answer, example, named_paths};
use greenroom_stage::course::replica::Replica;

/// The two names of the package parameter; every tool that takes one takes the other.
const PATH_NAMES: [&str; 2] = ["package_path", "workspace_path"];

/// Bytes of a name in the log.
const LOGGED_NAME: usize = 100;

/// Progress is sent when a call takes longer than this, and as often.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Calls a tool: find, check, wait for the turn, run, time, log, build the result.
pub async fn call(
    app: &Arc<App>,
    name: &str,
    arguments: Map<String, Value>,
    request: Request,
) -> Result<CallResult, ToolError> {
    let started = Instant::now();
    let rpc_id = request.rpc_id.clone().unwrap_or_default();
    let method = request.method.unwrap_or("tool");
    let session_id = arguments.get("session_id").and_then(Value::as_str);
    // What a caller sends is not poured into the log, however long it is.
    let session_id = answer::short(session_id.unwrap_or_default(), LOGGED_NAME);
    let logged = answer::short(name, LOGGED_NAME);
    tracing::info!(target: "mcp", rpc_id, method, tool = logged, session_id, "MCP_TOOLS_CALL");

    // Closing takes the course away, and what it did is still worth a notice.
    let course = app.runtimes.find(&session_id);
    let naming = app
        .toolset
        .find(name)
        .map(|offered| offered.tool.named_values());
    let extent = Extent::of(&arguments, naming.unwrap_or_default());
    let client = request.client.clone().unwrap_or_default();
    let outcome = AssertUnwindSafe(run(app, name, arguments, request, extent))
        .catch_unwind()
        .await
        .unwrap_or_else(|panic| Err(panicked(name, panic.as_ref())));

    let took = started.elapsed();
    let duration_ms = took.as_millis() as u64;
    match outcome {
        Ok(mut reply) => {
            // People who look on are told whose hands they see.
            let named = reply.data["session_id"].as_str().unwrap_or(&session_id);
            if !named.is_empty()
                && let Some(seating) = app.runtimes.seating(named)
            {
                seating.wheel.note_agent(&client);
            }
            if let Some(course) = course {
                reply
                    .extras
                    .notices
                    .extend(course.live.read(Replica::notices));
            }
            tracing::info!(
                target: "mcp", rpc_id, method, tool = logged, session_id, duration_ms,
                "MCP_TOOLS_RESULT"
            );
            let mut reply = answer::fit(app, name, &session_id, extent, reply).await;
            if let Some(shared) = app.sessions.data_dir().shared() {
                let notices = &mut reply.extras.notices;
                if let Ok(session) = app.sessions.session_or_closing(&session_id) {
                    notices.extend(session.take_notices());
                }
                // What the answer names can be had from every server.
                notices.extend(shared.files.settled().await);
            }
            Ok(build(reply, took, app.config.output.text))
        }
        Err(mut error) => {
            if error.code == ErrorCode::InvalidParams && !error.details.contains_key("faults") {
                let fault = json!({"path": "arguments", "problem": error.message});
                error = error.detail("faults", [fault]);
            }
            let lost = [ErrorCode::UnknownSession, ErrorCode::RuntimeNotOpen].contains(&error.code);
            if let Some(successor) = app.successor_of(&session_id).filter(|_| lost) {
                error = error
                    .hint(format!(
                        "Use session_id {successor}, under which the course goes on."
                    ))
                    .detail("new_session_id", successor);
            }
            if family_of(name) == "ui" {
                error = error.of_ui();
            }
            let mut report_id = String::new();
            if error.code == ErrorCode::UnknownError {
                report_id = format!("{:x}", greenroom_stdx::now_ms());
                error = error
                    .detail("log_file", app.logs.directory.errors())
                    .detail("report_id", &report_id);
            }
            tracing::error!(
                target: "mcp", rpc_id, method, tool = logged, session_id, duration_ms, report_id,
                error_code = error.code.as_str(), error = answer::failure_text(&error.message), "MCP_TOOLS_ERROR"
            );
            if app.config.errors.diagnostics == Diagnostics::Verbose {
                let log_file = app.logs.directory.errors();
                error = error.detail(
                    "diagnostics",
                    json!({"tool": name, "rpc_id": rpc_id, "duration_ms": duration_ms, "log_file": log_file}),
                );
            }
            if !app.config.errors.details {
                error.details.clear();
            }
            Err(error)
        }
    }
}

/// Takes the place of a call in its session's queue. `None` when the call waits for nobody.
pub async fn take_turn(
    app: &App,
    name: &str,
    arguments: Option<&Map<String, Value>>,
) -> Option<Turn> {
    let arguments = arguments?;
    let tool = app.toolset.find(name).ok()?;
    if let Some(queue) = tool.tool.queue() {
        return Some(app.turns.take(queue).await);
    }
    if !tool.ordered() {
        return None;
    }
    if tool.input_schema()["properties"].get("sessionId").is_some() {
        return Some(app.turns.take(&ui_session(arguments)).await);
    }
    let session_id = arguments.get("session_id")?.as_str()?;
    let takes_session = tool.input_schema()["properties"]
        .get("session_id")
        .is_some();
    match (takes_session, tool.tool.closes_session()) {
        (false, _) => None,
        (true, false) => Some(app.turns.take(session_id).await),
        (true, true) => Some(app.turns.take_to_close(session_id).await),
    }
}

/// The queue of a UI session. Its ids are short, so they get a prefix of their own.
fn ui_session(arguments: &Map<String, Value>) -> String {
    let id = arguments
        .get("sessionId")
        .or_else(|| arguments.get("session_id"));
    match id {
        Some(Value::String(id)) => format!("ui {id}"),
        Some(other) => format!("ui {other}"),
        None => "ui 1".to_owned(),
    }
}

async fn run(
    app: &Arc<App>,
    name: &str,
    arguments: Map<String, Value>,
    mut request: Request,
    extent: Extent,
) -> Result<ErasedReply, ToolError> {
    let offered = app.toolset.find(name)?;
    let (own_progress, progress) = if offered.tool.reports_progress() {
        (request.progress.take(), None)
    } else {
        (None, request.progress.take())
    };
    let client = request.client.take().unwrap_or_default();
    let cx = Cx::new(Arc::clone(app), request.cancel.clone(), name)
        .for_client(client, request.rpc_id.clone(), own_progress)
        .eliciting(request.elicit.take())
        .answering(extent);
    offered.tool.ready(&cx)?;
    let turn = match request.turn.take() {
        Some(turn) => Some(turn),
        None => take_turn(app, name, Some(&arguments)).await,
    };
    let mut arguments = if offered.tool.checks_arguments() {
        Value::Object(arguments)
    } else {
        checked(offered.tool, offered.input_schema(), arguments)?
    };
    named_paths::resolve(offered.input_schema(), &mut arguments, app.sessions.reach())?;
    let closed_over = turn.as_ref().map(Turn::end).unwrap_or_default();
    let work = async {
        if let Some(turn) = turn {
            cx.begin_turn(turn.come().await);
        }
        offered.tool.run(&cx, arguments).await
    };
    tokio::select! {
        biased;
        () = request.cancel.cancelled() => Err(cancelled(name)),
        () = closed_over.cancelled() => Err(ended_by_close(name)),
        outcome = work => outcome,
        never = report_progress(&cx, progress.as_ref()) => match never {},
    }
}

/// Sends progress for as long as the call runs.
async fn report_progress(cx: &Cx, sink: Option<&ProgressSink>) -> std::convert::Infallible {
    let Some(sink) = sink else {
        return std::future::pending().await;
    };
    let started = Instant::now();
    loop {
        tokio::time::sleep(PROGRESS_EVERY).await;
        let doing = cx.doing.lock().ignore_poison().clone();
        let line: String = doing.chars().take(200).collect();
        sink(started.elapsed().as_secs_f64(), line).await;
    }
}

/// The arguments under their declared names, or all their faults.
fn checked(
    tool: &dyn ErasedTool,
    schema: &Value,
    mut arguments: Map<String, Value>,
) -> Result<Value, ToolError> {
    let mut faults = Vec::new();
    for &(other, declared) in tool.aliases() {
        rename(&mut arguments, other, declared, &mut faults);
    }
    if let Some(id) = arguments.get_mut("sessionId")
        && id.is_i64()
    {
        *id = Value::String(id.to_string());
    }
    let [package, workspace] = PATH_NAMES;
    if schema["properties"].get(workspace).is_some() {
        rename(&mut arguments, package, workspace, &mut faults);
    } else if schema["properties"].get(package).is_some() {
        rename(&mut arguments, workspace, package, &mut faults);
    }
    let mut arguments = Value::Object(arguments);
    faults.extend(greenroom_schema::check(schema, &mut arguments));
    if faults.is_empty() {
        Ok(arguments)
    } else {
        Err(invalid(tool.name(), schema, &faults))
    }
}

fn rename(
    arguments: &mut Map<String, Value>,
    other: &str,
    declared: &str,
    faults: &mut Vec<Fault>,
) {
    let Some(value) = arguments.remove(other) else {
        return;
    };
    match arguments.get(declared) {
        Some(present) if *present != value => faults.push(Fault {
            path: other.to_owned(),
            expected: format!("the same as {declared}, or only one of the two"),
            received: value.to_string(),
            nearest: Some(declared.to_owned()),
        }),
        _ => {
            arguments.insert(declared.to_owned(), value);
        }
    }
}

fn invalid(name: &str, schema: &Value, faults: &[Fault]) -> ToolError {
    let listed: Vec<String> = faults
        .iter()
        .map(|fault| match &fault.nearest {
            Some(nearest) if fault.received.starts_with("unknown") => {
                format!(
                    "{}: {}; did you mean `{nearest}`",
                    fault.path, fault.received
                )
            }
            _ => format!(
                "{}: expected {}, received {}",
                fault.path, fault.expected, fault.received
            ),
        })
        .collect();
    ToolError::new(
        ErrorCode::InvalidParams,
        format!("{name}: {}", listed.join("; ")),
    )
    .hint(format!(
        "A right call: {name} {}",
        example::arguments(schema)
    ))
    .detail("faults", faults)
}

fn cancelled(name: &str) -> ToolError {
    ToolError::new(
        ErrorCode::UnknownError,
        format!("{name} was cancelled by the caller"),
    )
    .detail("reason", "cancelled")
}

fn ended_by_close(name: &str) -> ToolError {
    ToolError::new(
        ErrorCode::UnknownError,
        format!("{name} was ended because its session is being closed"),
    )
    .hint("Open the course again to go on.")
    .detail("reason", "session_closed")
}

fn panicked(name: &str, panic: &(dyn std::any::Any + Send)) -> ToolError {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned());
    ToolError::new(
        ErrorCode::UnknownError,
        format!("{name} failed inside Greenroom: {text}"),
    )
    .detail("reason", "panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renamed(arguments: &Value) -> Result<Value, Vec<Fault>> {
        let mut arguments = arguments.as_object().cloned().unwrap_or_default();
        let mut faults = Vec::new();
        rename(
            &mut arguments,
            "package_path",
            "workspace_path",
            &mut faults,
        );
        if faults.is_empty() {
            Ok(Value::Object(arguments))
        } else {
            Err(faults)
        }
    }

    #[test]
    fn the_package_has_two_names_and_one_value() {
        let wanted = json!({"workspace_path": "/a"});
        for given in [
            json!({"package_path": "/a"}),
            json!({"workspace_path": "/a"}),
            json!({"package_path": "/a", "workspace_path": "/a"}),
        ] {
            assert_eq!(renamed(&given), Ok(wanted.clone()), "{given}");
        }
        let faults = renamed(&json!({"package_path": "/a", "workspace_path": "/b"})).unwrap_err();
        assert_eq!(faults[0].path, "package_path");
    }
}
