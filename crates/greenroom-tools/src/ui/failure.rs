//! Failures of the UI platform, as an agent reads them.

use std::time::Duration;

use greenroom_lua::{
    FailureKind, LimitReached, Limits, LuaFailure, RunError, Session, StartError, StateError,
};
use greenroom_web::ui::{OpenError, UiServer, UiStartError, is_session_id};
use serde_json::json;

use super::platform::StateName;
use crate::{ErrorCode, ToolError};

/// A tool that the state does not allow.
pub(super) fn state_error(
    code: ErrorCode,
    text: &str,
    state: StateName,
    allowed: &[&str],
) -> ToolError {
    ToolError::new(code, text)
        .detail("state", state)
        .detail("allowed", allowed)
}

/// The session of this id, for tools that never make one.
pub(super) fn known_session(server: &UiServer, id: &str) -> Result<Session, ToolError> {
    if let Some(session) = server.session(id) {
        return Ok(session);
    }
    check_id(id)?;
    let known: Vec<String> = server
        .sessions()
        .iter()
        .map(|session| session.id().to_owned())
        .collect();
    Err(ToolError::new(
        ErrorCode::UiSessionUnknown,
        format!("Session {id} not found"),
    )
    .detail("known", known))
}

/// Refuses what cannot be the id of a session.
pub(super) fn check_id(id: &str) -> Result<(), ToolError> {
    if is_session_id(id) {
        return Ok(());
    }
    Err(ToolError::new(ErrorCode::UiSessionIdInvalid, "Invalid session id").detail("received", id))
}

pub(super) fn of_limit(limit: &LimitReached) -> ToolError {
    ToolError::new(ErrorCode::LimitExceeded, "Limit reached")
        .hint(format!("{limit}."))
        .detail("limit", limit.limit)
        .detail("value", limit.value)
}

pub(super) fn of_start(error: UiStartError, limits: &Limits) -> ToolError {
    match error {
        UiStartError::Listen { port, ref error } => {
            let text = format!("Cannot listen on 127.0.0.1:{port}");
            ToolError::new(ErrorCode::UiListenFailed, text).detail("os_error", error.to_string())
        }
        UiStartError::Token(error) => ToolError::new(ErrorCode::UnknownError, error.to_string()),
        UiStartError::Session(error) => of_session_start(error, limits),
    }
}

pub(super) fn of_open(error: OpenError, limits: &Limits) -> ToolError {
    match error {
        OpenError::Limit(limit) => of_limit(&limit),
        OpenError::Start(error) => of_session_start(error, limits),
    }
}

fn of_session_start(error: StartError, limits: &Limits) -> ToolError {
    match error {
        StartError::Lua(failure) => of_lua(&failure, limits),
        StartError::Internal(problem) => ToolError::new(ErrorCode::UnknownError, problem),
    }
}

pub(super) fn of_run(error: RunError, session_id: &str, limits: &Limits) -> ToolError {
    match error {
        RunError::Lua(failure) => of_lua(&failure, limits),
        RunError::StillRunning => timeout(limits.run, true),
        RunError::Busy { running_for, chunk } => busy(session_id, running_for, &chunk),
        RunError::TooLarge { bytes } => too_large(bytes),
        RunError::Limit(limit) => of_limit(&limit),
        RunError::Ended | RunError::Fault => {
            ToolError::new(ErrorCode::UnknownError, error.to_string())
        }
    }
}

pub(super) fn of_state(error: StateError, session_id: &str) -> ToolError {
    match error {
        StateError::Path(problem) => {
            let fault = json!({"path": "path", "expected": "names and indexes joined by dots", "received": problem});
            ToolError::new(
                ErrorCode::InvalidParams,
                format!("ui_get_state: path: {problem}"),
            )
            .detail("faults", [fault])
        }
        StateError::TooLarge(bytes) => too_large(bytes),
        StateError::Busy((running_for, chunk)) => busy(session_id, running_for, &chunk),
        StateError::Ended => ToolError::new(ErrorCode::UnknownError, "the session ended"),
    }
}

fn busy(session_id: &str, running_for: Duration, chunk: &str) -> ToolError {
    ToolError::new(ErrorCode::LuaBusy, format!("Session {session_id} is busy"))
        .detail("running_for_ms", running_for.as_millis() as u64)
        .detail("chunk", chunk)
}

fn too_large(bytes: usize) -> ToolError {
    ToolError::new(ErrorCode::LuaResultTooLarge, "Result is too large")
        .detail("bytes", bytes)
        .detail("limit", greenroom_lua::limits::RESULT_BYTES)
}

/// `limits` are those that the code had.
fn of_lua(failure: &LuaFailure, limits: &Limits) -> ToolError {
    let kind = match failure.kind {
        FailureKind::Timeout => return timeout(limits.run, false),
        FailureKind::Memory => {
            return ToolError::new(ErrorCode::LuaMemory, failure.message.clone())
                .detail("limit_bytes", limits.memory_bytes);
        }
        FailureKind::Syntax => "syntax",
        FailureKind::Runtime => "runtime",
    };
    let (chunk, line) = match &failure.place {
        Some((chunk, line)) => (Some(chunk), Some(line)),
        None => (None, None),
    };
    ToolError::new(ErrorCode::LuaError, failure.message.clone())
        .detail("kind", kind)
        .detail("chunk", chunk)
        .detail("line", line)
        .detail("traceback", &failure.traceback)
        .detail("error_value", &failure.error_value)
}

fn timeout(limit: Duration, still_running: bool) -> ToolError {
    ToolError::new(ErrorCode::LuaTimeout, "Execution time limit exceeded")
        .detail("limit_ms", limit.as_millis() as u64)
        .detail("still_running", still_running)
}
