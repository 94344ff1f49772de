//! What a tool is: one type in one file, with its name, documentation, parameters and errors.
//!
//! The file follows from the name, see [`crate::registry::file_of`].

use std::fmt::Display;
use std::time::Duration;

use futures::future::BoxFuture;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::cx::Cx;
use crate::envelope::ErasedReply;
use crate::reply::Reply;
use crate::{ErrorCode, ToolError, hands, schema};

/// How long a call may take unless the tool says otherwise.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(50);

/// A tool. The doc comment of `Params` is the tool's description.
pub trait Tool: Send + Sync + 'static {
    /// The name on the wire.
    const NAME: &'static str;
    /// Two to four words for people.
    const TITLE: &'static str;
    /// What a call changes.
    const EFFECT: Effect;
    /// Whether it may reach things outside Greenroom: the web, when `allow_network` is asked for.
    const OPEN_WORLD: bool = false;
    /// Whether `--tools core` offers it.
    const CORE: bool = false;
    /// Whether calls with the same `session_id` wait for each other.
    ///
    /// Waiting tools and status tools say `false`, so that they never block others.
    const ORDERED: bool = true;
    /// Whether it acts on the course of its session: clicks, types, navigates, sets values, launches,
    /// closes, runs scripts. Such calls wait while a person drives. Tools that change only what is
    /// Greenroom's own (pictures, reports, recordings, private attempts) say `false`.
    const ACTS: bool = !matches!(Self::EFFECT, Effect::ReadOnly);
    /// Closes its session or the course in it: a call before it that does not end is ended.
    const CLOSES_SESSION: bool = false;
    /// A queue that all calls of the tool share, for tools that belong to no session.
    const QUEUE: Option<&'static str> = None;
    /// Whether it tells its progress itself, by `Cx::own_progress`.
    const OWN_PROGRESS: bool = false;
    /// The codes it can answer beside MCP_INVALID_PARAMS and UNKNOWN_ERROR.
    const ERRORS: &'static [ErrorCode];
    /// Other accepted spellings of parameters, `(other, declared)`.
    ///
    /// `package_path` and `workspace_path` stand for each other in every tool and are not listed.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// Parameters that name values, which are then answered whole; `*` stands for every call.
    const NAMED_VALUES: &'static [&'static str] = &[];
    /// Members of the data, at any depth, that are left out first when an answer is too long.
    const LEFT_OUT_FIRST: &'static [&'static str] = &[];
    /// Parameters: `Deserialize` with `deny_unknown_fields`, every field documented.
    type Params: DeserializeOwned + JsonSchema + Send;
    /// The `data` member; its `Display` is the envelope's `message`.
    type Output: Serialize + JsonSchema + Display + Send;

    /// The longest time this call may take.
    fn deadline(_params: &Self::Params) -> Duration {
        DEFAULT_DEADLINE
    }

    /// Checked before the parameters, for families whose contract puts their state first.
    fn ready(_cx: &Cx) -> Result<(), ToolError> {
        Ok(())
    }

    /// Does the work. It is dropped at the next `await` when the call is cancelled.
    fn run(
        cx: &Cx,
        params: Self::Params,
    ) -> impl Future<Output = Result<Reply<Self::Output>, ToolError>> + Send;
}

/// What a call changes; becomes the MCP annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads only; hosts may approve it without asking.
    ReadOnly,
    /// Makes or changes things of Greenroom's own: sessions, pages, artifacts.
    Writes,
    /// As `Writes`, and a second call with the same arguments changes nothing more.
    WritesIdempotent,
    /// Removes or overwrites what cannot be had again.
    Destructive,
}

impl Effect {
    pub fn read_only(self) -> bool {
        self == Self::ReadOnly
    }

    pub fn destructive(self) -> bool {
        self == Self::Destructive
    }

    pub fn idempotent(self) -> bool {
        matches!(self, Self::ReadOnly | Self::WritesIdempotent)
    }
}

/// A call that runs.
pub(crate) type Running<'a> = BoxFuture<'a, Result<ErasedReply, ToolError>>;

/// A [`Tool`] without its types, so that tools of all kinds lie in one slice.
pub trait ErasedTool: Send + Sync {
    fn name(&self) -> &'static str;
    fn title(&self) -> &'static str;
    fn effect(&self) -> Effect;
    fn open_world(&self) -> bool {
        false
    }
    fn core(&self) -> bool;
    fn ordered(&self) -> bool {
        false
    }
    /// Whether it acts on the course of its session, and so waits while a person drives.
    fn acts(&self) -> bool {
        false
    }
    fn closes_session(&self) -> bool {
        false
    }
    /// A queue of its own that calls enter in order of arrival. The tool leaves it by
    /// `Cx::end_turn` as soon as the next one may come.
    fn queue(&self) -> Option<&'static str> {
        None
    }
    fn errors(&self) -> &'static [ErrorCode];
    fn aliases(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Parameters that name values, which are then answered whole; `*` stands for every call.
    fn named_values(&self) -> &'static [&'static str] {
        &[]
    }
    /// Members of the data, at any depth, that are left out first when an answer is too long.
    fn left_out_first(&self) -> &'static [&'static str] {
        &[]
    }
    /// The doc comment of the parameters.
    fn description(&self) -> String;
    /// The cleaned schema of the parameters.
    fn input_schema(&self) -> Map<String, Value>;
    /// The cleaned schema of the data, for the documentation. It is not advertised: older clients
    /// check it even on errors.
    fn output_schema(&self) -> Map<String, Value>;
    fn ready(&self, _cx: &Cx) -> Result<(), ToolError> {
        Ok(())
    }
    /// Whether it takes the arguments as they came and checks them by rules of its own.
    fn checks_arguments(&self) -> bool {
        false
    }
    /// Whether it tells its progress itself, in its own words and at its own pace.
    fn reports_progress(&self) -> bool {
        false
    }
    /// Runs with arguments that fit [`ErasedTool::input_schema`].
    fn run<'a>(&'a self, cx: &'a Cx, arguments: Value) -> Running<'a>;
}

impl std::fmt::Debug for dyn ErasedTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl<T: Tool> ErasedTool for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn title(&self) -> &'static str {
        T::TITLE
    }

    fn effect(&self) -> Effect {
        T::EFFECT
    }

    fn open_world(&self) -> bool {
        T::OPEN_WORLD
    }

    fn core(&self) -> bool {
        T::CORE
    }

    fn ordered(&self) -> bool {
        T::ORDERED
    }

    fn acts(&self) -> bool {
        T::ACTS
    }

    fn closes_session(&self) -> bool {
        T::CLOSES_SESSION
    }

    fn queue(&self) -> Option<&'static str> {
        T::QUEUE
    }

    fn reports_progress(&self) -> bool {
        T::OWN_PROGRESS
    }

    fn errors(&self) -> &'static [ErrorCode] {
        T::ERRORS
    }

    fn aliases(&self) -> &'static [(&'static str, &'static str)] {
        T::ALIASES
    }

    fn named_values(&self) -> &'static [&'static str] {
        T::NAMED_VALUES
    }

    fn left_out_first(&self) -> &'static [&'static str] {
        T::LEFT_OUT_FIRST
    }

    fn description(&self) -> String {
        schema::doc_of::<T::Params>()
    }

    fn input_schema(&self) -> Map<String, Value> {
        schema::of_params::<T::Params>()
    }

    fn output_schema(&self) -> Map<String, Value> {
        schema::of_output::<T::Output>()
    }

    fn ready(&self, cx: &Cx) -> Result<(), ToolError> {
        T::ready(cx)
    }

    fn run<'a>(&'a self, cx: &'a Cx, arguments: Value) -> Running<'a> {
        Box::pin(async move {
            let session_id = arguments["session_id"].as_str().map(str::to_owned);
            // The schema was checked before; what serde still refuses is a rule it cannot state.
            let params: T::Params = serde_json::from_value(arguments).map_err(|error| {
                ToolError::new(ErrorCode::InvalidParams, format!("{}: {error}", T::NAME))
            })?;
            let deadline = T::deadline(&params);
            let session_id = session_id.filter(|_| T::ACTS);
            let (_acting, deadline) = match &session_id {
                Some(session_id) => hands::free::<T>(cx, session_id, deadline).await?,
                None => (None, deadline),
            };
            let reply = tokio::time::timeout(deadline, T::run(cx, params))
                .await
                .map_err(|_| overdue(T::NAME, deadline))??;
            let message = reply.output.to_string();
            let data = serde_json::to_value(reply.output).map_err(|error| {
                let message = format!("the result of {} is not JSON: {error}", T::NAME);
                ToolError::new(ErrorCode::UnknownError, message)
            })?;
            Ok(ErasedReply {
                data,
                message,
                extras: reply.extras,
            })
        })
    }
}

fn overdue(tool: &str, deadline: Duration) -> ToolError {
    let message = format!("{tool} gave no answer within {} s", deadline.as_secs());
    ToolError::new(ErrorCode::UnknownError, message)
        .detail("reason", "deadline")
        .detail("deadline_ms", deadline.as_millis() as u64)
}
