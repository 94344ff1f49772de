//! `scorm_wait_for_api_call`: wait until the course calls a function.

use std::fmt;
use std::time::{Duration, Instant};

use greenroom_stage::course::api;
use greenroom_stage::course::replica::Replica;
use greenroom_stdx::now_ms;
use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiErrorCode, ApiMethod, Origin};
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormWaitForApiCall;

/// Wait until an API function is called
///
/// Needs a runtime; blocks no other tool. Returns the call, or WAIT_TIMEOUT.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormWaitForApiCallParams {
    /// The session
    session_id: String,
    /// Function of the course's version
    method: String,
    /// How long to wait
    #[serde(default = "default_timeout")]
    #[schemars(range(max = 600_000))]
    timeout_ms: u64,
    /// Also past calls, since then
    #[serde(default)]
    since_ts: Option<u64>,
    /// Only of this one
    #[serde(default)]
    element: Option<String>,
}

fn default_timeout() -> u64 {
    5000
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormWaitForApiCallOutput {
    found: bool,
    call: Call,
    elapsed_ms: u64,
}

#[derive(Serialize, JsonSchema)]
struct Call {
    #[schemars(with = "String")]
    method: ApiMethod,
    args: Vec<Option<String>>,
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    timestamp: u64,
    /// content or tool
    #[schemars(with = "String")]
    origin: Origin,
}

impl fmt::Display for ScormWaitForApiCallOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} ms", self.call.method, self.elapsed_ms)
    }
}

impl Tool for ScormWaitForApiCall {
    const NAME: &'static str = "scorm_wait_for_api_call";
    const TITLE: &'static str = "Wait for API call";
    const EFFECT: Effect = Effect::ReadOnly;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::InvalidScormMethod,
        ErrorCode::WaitTimeout,
    ];
    type Params = ScormWaitForApiCallParams;
    type Output = ScormWaitForApiCallOutput;

    fn deadline(params: &Self::Params) -> Duration {
        Duration::from_millis(params.timeout_ms) + Duration::from_secs(10)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let function = api::function(&runtime, &params.method)?;
        let begin = Instant::now();
        let mut changes = runtime.live.changes();
        // Calls that were there before count only for those who ask for an earlier time.
        let seen = runtime.live.read(|replica| replica.calls.len());
        let from = params.since_ts.map_or(seen, |_| 0);
        let since = params.since_ts.unwrap_or(0);
        let fits = |call: &&ApiCall| {
            call.function() == function
                && call.timestamp >= since
                && params
                    .element
                    .as_deref()
                    .is_none_or(|wanted| call.element() == wanted)
        };
        let wait = async {
            loop {
                changes.mark_unchanged();
                let found = runtime
                    .live
                    .read(|replica| replica.calls.iter().skip(from).find(fits).cloned());
                if let Some(call) = found {
                    return Ok(call);
                }
                cx.runtimes().require(&params.session_id)?;
                if changes.changed().await.is_err() {
                    return Err(ToolError::new(
                        ErrorCode::RuntimeNotOpen,
                        "the page is gone",
                    ));
                }
            }
        };
        let timeout = Duration::from_millis(params.timeout_ms);
        let call = match tokio::time::timeout(timeout, wait).await {
            Ok(found) => found?,
            Err(_) => {
                return Err(runtime
                    .live
                    .read(|replica| timed_out(replica, seen, &params)));
            }
        };
        Ok(ScormWaitForApiCallOutput {
            found: true,
            call: Call {
                method: call.method,
                args: call.args,
                result: call.result,
                error_code: call.error_code,
                timestamp: call.timestamp,
                origin: call.origin,
            },
            elapsed_ms: begin.elapsed().as_millis() as u64,
        }
        .into())
    }
}

/// Names at most this many of the calls that came instead.
const MOST_SEEN: usize = 20;

fn timed_out(replica: &Replica, seen: usize, params: &ScormWaitForApiCallParams) -> ToolError {
    let meanwhile = replica.calls.get(seen..).unwrap_or_default();
    let calls: Vec<String> = meanwhile
        .iter()
        .take(MOST_SEEN)
        .map(|call| {
            format!("{} {}", call.method, call.element())
                .trim_end()
                .to_owned()
        })
        .collect();
    let of = params
        .element
        .as_deref()
        .map_or(String::new(), |element| format!(" of {element}"));
    let message = format!(
        "no {}{of} within {} ms; {} other calls came",
        params.method,
        params.timeout_ms,
        meanwhile.len()
    );
    ToolError::new(ErrorCode::WaitTimeout, message)
        .detail("calls_seen", calls)
        .detail("calls_seen_count", meanwhile.len())
        .detail("waited_until", now_ms())
}
