//! `scorm_get_network_requests`: what the content asked the network for.

use std::fmt;

use greenroom_browser::NetworkRequest;
use greenroom_report::excerpt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormGetNetworkRequests;

/// List the requests of the content
///
/// Returns requests with method, url, statusCode or error, durationMs,
/// bytes, blocked; has_more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetNetworkRequestsParams {
    /// The session
    session_id: String,
    /// Filters
    #[serde(default)]
    options: NetworkOptions,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct NetworkOptions {
    resource_types: Option<Vec<RequestType>>,
    since_ts: u64,
    /// Default 100, as far as they fit 8 KB
    #[schemars(range(min = 1, max = 5000))]
    max_count: Option<usize>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RequestType {
    Document,
    Stylesheet,
    Script,
    Image,
    Font,
    Media,
    Xhr,
    Fetch,
    Websocket,
    Ping,
    Other,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormGetNetworkRequestsOutput {
    session_id: String,
    /// All that match
    request_count: usize,
    requests: Vec<Value>,
    has_more: bool,
    /// Older requests that the buffer no longer holds
    dropped: u64,
}

impl fmt::Display for ScormGetNetworkRequestsOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} requests", self.request_count)
    }
}

impl Tool for ScormGetNetworkRequests {
    const NAME: &'static str = "scorm_get_network_requests";
    const TITLE: &'static str = "Network requests";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    type Params = ScormGetNetworkRequestsParams;
    type Output = ScormGetNetworkRequestsOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let options = params.options;
        let wanted: Option<Vec<Value>> = options
            .resource_types
            .map(|types| types.iter().map(|kind| json!(kind)).collect());
        let fits = |request: &NetworkRequest| {
            let of_type = |types: &Vec<Value>| types.contains(&json!(request.resource_type));
            !runtime.is_players(&request.url)
                && request.timestamp >= options.since_ts
                && wanted.as_ref().is_none_or(of_type)
        };
        let captured = runtime.context.network();
        let matching: Vec<Value> = captured
            .items
            .iter()
            .filter(|request| fits(request))
            .map(|request| json!(request))
            .collect();
        let request_count = matching.len();
        let requests = excerpt::first(matching, options.max_count, cx.room());
        Ok(ScormGetNetworkRequestsOutput {
            session_id: params.session_id,
            request_count,
            has_more: requests.len() < request_count,
            requests,
            dropped: captured.dropped,
        }
        .into())
    }
}
