//! Watching a course for `scorm_debug_api_calls`: an open runtime, a private attempt, or a journal.

use std::sync::Arc;
use std::time::Duration;

use greenroom_report::run::{Anomaly, anomalies};
use greenroom_stage::course::private::{Home, Play};
use greenroom_stage::course::record::{self, Replayed};
use greenroom_stage::course::runtime::Runtime;
use scorm_session::ApiCall;

use crate::playing::attempt;
use crate::{Cx, ErrorCode, ToolError};

/// What was seen, before filters.
pub(super) struct Observed {
    pub(super) calls: Vec<ApiCall>,
    pub(super) anomalies: Vec<Anomaly>,
    pub(super) replayed: Option<Vec<Replayed>>,
}

/// Looks at a runtime that is open.
pub(super) async fn observe(
    runtime: &Runtime,
    home: &Home,
    replay: bool,
) -> Result<Observed, ToolError> {
    let looked_for_other_api = runtime.flush().await?.looked_for_other_api;
    let (calls, anomalies) = recorded(runtime, looked_for_other_api);
    let replayed = if replay {
        Some(record::replay(&home.session).map_err(|error| unreadable(&error))?)
    } else {
        None
    };
    Ok(Observed {
        calls,
        anomalies,
        replayed,
    })
}

/// Plays the course from start to end in a private attempt.
pub(super) async fn play(
    cx: &Cx,
    home: &Home,
    play: &Play,
    duration: Duration,
    replay: bool,
) -> Result<Observed, ToolError> {
    let attempt = attempt::open(cx, home, play.options()).await?;
    tokio::time::sleep(duration).await;
    let looked_for_other_api = attempt.runtime.flush().await?.looked_for_other_api;
    let session = Arc::clone(attempt.session());
    let runtime = attempt.end().await?;
    let (calls, anomalies) = recorded(&runtime, looked_for_other_api);
    let replayed = if replay {
        Some(record::replay(&session).map_err(|error| unreadable(&error))?)
    } else {
        None
    };
    Ok(Observed {
        calls,
        anomalies,
        replayed,
    })
}

/// A session whose page is closed still has its journal.
pub(super) fn observe_journal(home: &Home) -> Result<Observed, ToolError> {
    let replayed = record::replay(&home.session).map_err(|error| unreadable(&error))?;
    Ok(Observed {
        calls: replayed.iter().map(|again| again.call.clone()).collect(),
        anomalies: Vec::new(),
        replayed: Some(replayed),
    })
}

fn recorded(runtime: &Runtime, looked_for_other_api: bool) -> (Vec<ApiCall>, Vec<Anomaly>) {
    runtime.live.read(|replica| {
        let anomalies = anomalies::find(&replica.visits(looked_for_other_api));
        (replica.calls.clone(), anomalies)
    })
}

fn unreadable(error: &greenroom_store::StoreError) -> ToolError {
    let message = format!("the journal of the session cannot be replayed: {error}");
    ToolError::new(ErrorCode::DebugApiError, message)
}
