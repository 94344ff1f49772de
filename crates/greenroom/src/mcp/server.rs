//! The protocol's requests, answered from the tool registry.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use greenroom_tools::{
    App, CallResult, Content, Elicitation, Elicitor, ProgressSink, Request, ToolError, VERSION,
};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ClientResult,
    ContentBlock, ElicitRequest, ElicitRequestParams, ElicitationAction, ErrorCode, ErrorData,
    GetPromptRequestParams, GetPromptResponse, Implementation, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, Resource, ServerCapabilities, ServerConfig, ServerRequest, Tool,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use rmcp::{Peer, RoleServer, ServerHandler};
use serde_json::Value;

use super::addresses::Addresses;
use super::caller::Caller;
use super::prompts;
use super::request_states::{Asked, Given, RESULT_TOOL, RequestStates, answer_in};
use super::resources;
use super::tool_list;
use super::transport::CarriedTurn;
use crate::trace_id::TraceId;

/// What an agent reads first. Clients cut it at 2 KB.
const INSTRUCTIONS: &str = include_str!("instructions.txt");

/// What callers from elsewhere read in the place of the paragraph on pages, which open on the server.
const FOR_CALLERS: &str = "Remote: a path is an upload of yours (PUT a zip to /uploads/NAME with your \
    token; the answer names it), a greenroom:// address, or below a folder of the operator.";
const ON_PAGES: &str = "A live page";

/// How long a client may keep lists and resources; they never change while the process runs.
const LIST_TTL_MS: u64 = 3_600_000;

/// How long a question may stand in the client.
const ELICITATION: Duration = Duration::from_mins(2);

/// The list of tools, made when a client first asks for it.
pub(crate) type Tools = Arc<OnceLock<Vec<Tool>>>;

/// The MCP server.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    app: Arc<App>,
    tools: Tools,
    /// What clients carry between two calls.
    states: RequestStates,
    /// Who calls, if it is not the person at this machine.
    caller: Option<Arc<Caller>>,
}

impl Server {
    pub(super) fn new(app: Arc<App>) -> Self {
        Self {
            app,
            tools: Tools::default(),
            states: RequestStates::default(),
            caller: None,
        }
    }

    /// The server of a caller from elsewhere. Over HTTP there is one for every request, so what they
    /// share is handed in.
    pub(crate) fn for_caller(
        app: Arc<App>,
        tools: Tools,
        states: RequestStates,
        caller: Arc<Caller>,
    ) -> Self {
        Self {
            app,
            tools,
            states,
            caller: Some(caller),
        }
    }

    fn tools(&self) -> &[Tool] {
        self.tools.get_or_init(|| tool_list::of(self.app.toolset()))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let mut info = ServerConfig::new(capabilities);
        if let Some(tools) = &mut info.capabilities.tools {
            tools.list_changed = Some(false);
        }
        // Offered to clients that ask for a version without `initialize`, or an unknown one.
        info.protocol_version = ProtocolVersion::V_2025_11_25;
        info.server_info = Implementation::new("greenroom", VERSION);
        info.instructions = Some(match self.caller {
            None => INSTRUCTIONS.to_owned(),
            Some(_) => for_callers(),
        });
        info
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let tools = self.tools();
        tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let result = self.negotiate_initialize(&request)?;
        // Later answers take the form of the version that was agreed, not of the one asked for.
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let list = ListToolsResult::with_all_items(self.tools().to_vec());
        Ok(if is_stateless(&context) {
            list.with_ttl_ms(LIST_TTL_MS)
                .with_cache_scope(CacheScope::Public)
        } else {
            list
        })
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let list = ListPromptsResult::with_all_items(prompts::list());
        Ok(if is_stateless(&context) {
            list.with_ttl_ms(LIST_TTL_MS)
                .with_cache_scope(CacheScope::Public)
        } else {
            list
        })
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request.name, request.arguments.as_ref()).map(GetPromptResponse::Complete)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let Some(caller) = &self.caller else {
            let list = ListResourcesResult::with_all_items(resources::list());
            return Ok(if is_stateless(&context) {
                list.with_ttl_ms(LIST_TTL_MS)
                    .with_cache_scope(CacheScope::Public)
            } else {
                list
            });
        };
        let mut all = resources::list();
        all.extend(caller.addresses.list());
        let list = ListResourcesResult::with_all_items(all);
        Ok(if is_stateless(&context) {
            // What callers have changes with every call, and is theirs alone.
            list.with_ttl_ms(0).with_cache_scope(CacheScope::Private)
        } else {
            list
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let own = self
            .caller
            .as_ref()
            .filter(|_| Addresses::is_own(&request.uri));
        if let Some(caller) = own {
            if let Some(elsewhere) = &caller.elsewhere {
                let brought = elsewhere.bring(&request.uri).await;
                brought.map_err(|error| error_data(&error))?;
            }
            let read = caller.addresses.read(&request.uri);
            let read = read.map_err(|error| error_data(&error))?;
            return Ok(if is_stateless(&context) {
                read.with_ttl_ms(0).with_cache_scope(CacheScope::Private)
            } else {
                read
            }
            .into());
        }
        let read = resources::read(&request.uri)?;
        let read = if is_stateless(&context) {
            read.with_ttl_ms(LIST_TTL_MS)
                .with_cache_scope(CacheScope::Public)
        } else {
            read
        };
        Ok(read.into())
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.client_info().map(|client| client.name);
        let Some(state) = params.request_state else {
            let arguments = params.arguments.unwrap_or_default();
            let called = self.called(&context, &params.name, arguments).await?;
            return Ok(match called.asked {
                Some(asked) => self.states.ask(&asked, &params.name)?.into(),
                None => called.result.into(),
            });
        };
        let asked = self.states.open(&state, &params.name)?;
        let given = match answer_in(params.input_responses.as_ref()) {
            Given::Nothing => return Ok(self.states.ask(&asked, &params.name)?.into()),
            Given::Refused => None,
            Given::Content(content) => Some(content),
        };
        let mut arguments = asked.arguments();
        if let Some(content) = given {
            let client = client.unwrap_or_default();
            let humans = self.app.humans();
            let taken = humans.answered_in_client(&client, &asked.dialog_id, content);
            if let Err(reason) = taken.await {
                tracing::info!(target: "dialog", reason, "the client's answer was not taken");
                // Either it was answered elsewhere meanwhile, or this was no answer.
                arguments.insert("wait_seconds".to_owned(), Value::from(0));
                let called = self.called(&context, RESULT_TOOL, arguments).await?;
                return Ok(if called.is_pending {
                    let again = asked.refused(&reason);
                    self.states.ask(&again, &params.name)?.into()
                } else {
                    called.result.into()
                });
            }
        }
        let called = self.called(&context, RESULT_TOOL, arguments).await?;
        Ok(called.result.into())
    }
}

/// What came of a call.
struct Called {
    result: CallToolResult,
    /// What the client is to ask its human before there is a better result.
    asked: Option<Asked>,
    /// The human has not answered yet.
    is_pending: bool,
}

impl Server {
    async fn called(
        &self,
        context: &RequestContext<RoleServer>,
        name: &str,
        arguments: serde_json::Map<String, Value>,
    ) -> Result<Called, ErrorData> {
        let asked = Arc::new(Mutex::new(None));
        let request = Request {
            rpc_id: Some(context.id.clone().into_json_value().to_string()),
            method: Some("tools/call"),
            client: context.client_info().map(|client| client.name),
            cancel: context.ct.clone(),
            progress: progress_sink(context),
            elicit: elicitor(context, &asked),
            turn: context
                .extensions
                .get::<CarriedTurn>()
                .and_then(|turn| turn.lock().ignore_poison().take()),
        };
        let called = match &self.caller {
            None => greenroom_tools::call(&self.app, name, arguments, request)
                .await
                .map(|result| (result, Vec::new())),
            Some(caller) => {
                let trace = trace_of(context);
                caller
                    .call(&self.app, name, arguments, request, trace)
                    .await
            }
        };
        let (result, links) = called.map_err(|error| error_data(&error))?;
        let is_pending = result.envelope["data"]["status"] == "pending";
        let asked = asked.lock().ignore_poison().take();
        Ok(Called {
            result: call_tool_result(result, links),
            asked: asked.filter(|_| is_pending),
            is_pending,
        })
    }
}

/// The trace that the HTTP request belongs to.
fn trace_of(context: &RequestContext<RoleServer>) -> TraceId {
    let head = context.extensions.get::<axum::http::request::Parts>();
    let trace = head.and_then(|head| head.extensions.get::<TraceId>());
    trace.cloned().unwrap_or_else(TraceId::draw)
}

fn for_callers() -> String {
    let paragraphs = INSTRUCTIONS.split("\n\n").map(|paragraph| {
        if paragraph.starts_with(ON_PAGES) {
            FOR_CALLERS
        } else {
            paragraph
        }
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Whether the client speaks a revision without sessions, whose lists say how long they hold.
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

fn progress_sink(context: &RequestContext<RoleServer>) -> Option<ProgressSink> {
    let token = context.meta.get_progress_token()?;
    let peer = context.peer.clone();
    Some(Box::new(move |progress, message| {
        let peer = peer.clone();
        let params = ProgressNotificationParam::new(token.clone(), progress).with_message(message);
        Box::pin(async move {
            if let Err(error) = peer.notify_progress(params).await {
                tracing::debug!(target: "mcp", %error, "progress was not sent");
            }
        })
    }))
}

/// How the client asks its human, if it declares that it can show a form.
fn elicitor(
    context: &RequestContext<RoleServer>,
    asked: &Arc<Mutex<Option<Asked>>>,
) -> Option<Elicitor> {
    let capability = context.client_capabilities()?.elicitation?;
    // A client of the first revision declares `{}` and means a form.
    if capability.form.is_none() && capability.url.is_some() {
        return None;
    }
    if is_stateless(context) {
        // Since 2026-07-28 a server asks nothing while a call goes on.
        let slot = Arc::clone(asked);
        return Some(Elicitor::between_calls(move |question| {
            *slot.lock().ignore_poison() = Some(Asked::of(question));
        }));
    }
    let peer = context.peer.clone();
    Some(Elicitor::during_call(move |asked| {
        let peer = peer.clone();
        async move { elicit(&peer, asked).await }
    }))
}

async fn elicit(peer: &Peer<RoleServer>, asked: Elicitation) -> Option<Value> {
    let form = serde_json::json!({
        "mode": "form", "message": asked.message, "requestedSchema": asked.schema,
    });
    let params: ElicitRequestParams = serde_json::from_value(form)
        .inspect_err(|error| tracing::warn!(target: "mcp", %error, "no form for this question"))
        .ok()?;
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
    let mut sent = peer
        .send_cancellable_request(request, PeerRequestOptions::no_options())
        .await
        .ok()?;
    let reason = tokio::select! {
        answer = &mut sent.rx => return match answer {
            Ok(Ok(ClientResult::ElicitResult(result)))
                if result.action == ElicitationAction::Accept => result.content,
            _ => None,
        },
        () = asked.closed.cancelled() => "answered elsewhere",
        () = tokio::time::sleep(ELICITATION) => "timeout",
    };
    // A client that is gone need not be told.
    let _gone = sent.cancel(Some(reason.to_owned())).await;
    None
}

fn call_tool_result(result: CallResult, links: Vec<Resource>) -> CallToolResult {
    let content = result.content.into_iter().map(|block| match block {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image { base64, mime } => ContentBlock::image(base64, mime),
    });
    let links = links.into_iter().map(ContentBlock::resource_link);
    let mut wire = CallToolResult::success(content.chain(links).collect());
    wire.structured_content = result.structured;
    wire
}

fn error_data(error: &ToolError) -> ErrorData {
    ErrorData::new(
        ErrorCode(error.code.rpc_code()),
        error.wire_message(),
        Some(error.wire_data()),
    )
}

#[cfg(test)]
mod tests {
    use greenroom_tools::Toolset;
    use greenroom_tools::config::ToolsConfig;
    use serde_json::Value;

    use super::INSTRUCTIONS;

    #[test]
    fn instructions_are_not_cut_by_clients() {
        assert!(INSTRUCTIONS.len() < 2048, "{} bytes", INSTRUCTIONS.len());
        let told = super::for_callers();
        assert!(told.len() < 2048 && told.contains("/uploads/"), "{told}");
    }

    #[test]
    fn instructions_show_right_calls_only() {
        let toolset = Toolset::select(&[], &ToolsConfig::default()).unwrap();
        let mut shown = 0;
        for (start, _) in INSTRUCTIONS.match_indices(" {\"") {
            let (before, example) = INSTRUCTIONS.split_at(start + 1);
            let name = before.split_whitespace().next_back().unwrap();
            let mut values = serde_json::Deserializer::from_str(example).into_iter::<Value>();
            let arguments = values.next().unwrap().unwrap();
            let offered = toolset.find(name).unwrap();
            let faults = offered.faults(&arguments);
            assert!(faults.is_empty(), "{name} {arguments}: {faults:?}");
            shown += 1;
        }
        assert!(shown >= 5, "{shown} examples");
    }

    #[test]
    fn instructions_name_tools_that_exist() {
        let toolset = Toolset::select(&[], &ToolsConfig::default()).unwrap();
        let is_part = |character: char| character.is_ascii_lowercase() || character == '_';
        let words = INSTRUCTIONS.split(|character| !is_part(character));
        let names: Vec<&str> = words
            .filter(|word| {
                ["scorm_", "system_", "ui_"]
                    .iter()
                    .any(|family| word.starts_with(family))
            })
            .filter(|word| !word.ends_with('_'))
            .collect();
        for name in &names {
            assert!(toolset.find(name).is_ok(), "{name}");
        }
        for main in [
            "scorm_validate_workspace",
            "scorm_open_course",
            "scorm_get_page_state",
            "scorm_report",
        ] {
            assert!(names.contains(&main), "{main} is not named");
        }
    }
}
