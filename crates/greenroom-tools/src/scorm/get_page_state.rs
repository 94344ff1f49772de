//! `scorm_get_page_state`: page, elements, data model and console in one call.

use std::collections::BTreeMap;
use std::fmt;

use greenroom_report::excerpt;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::console::{self, ConsoleEntry, Level};
use greenroom_stage::page::content;
use greenroom_stage::page::context::{self, PageContext};
use greenroom_stage::page::elements::{self, Lists};
use greenroom_stdx::now_ms;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Bytes of JSON for the elements, the errors and the values; the other parts are small.
const ELEMENTS_BUDGET: usize = 4000;
const ERRORS_BUDGET: usize = 1200;
const REQUESTS_BUDGET: usize = 1500;
const VALUES_BUDGET: usize = 1500;
/// Longest value of the data model that is shown.
const LONGEST_VALUE: usize = 200;

pub(crate) struct ScormGetPageState;

/// See the whole page in one call
///
/// Returns page_context, interactive_elements, data_model, console_errors,
/// network_requests.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetPageStateParams {
    /// The session
    session_id: String,
    /// Parts
    #[serde(default)]
    include: Include,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each part is asked for by its own name"
)]
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Include {
    page_context: bool,
    interactive_elements: bool,
    data_model: bool,
    console_errors: bool,
    network_requests: bool,
}

impl Default for Include {
    fn default() -> Self {
        Self {
            page_context: true,
            interactive_elements: true,
            data_model: true,
            console_errors: true,
            network_requests: false,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormGetPageStateOutput {
    page_context: Option<PageContext>,
    interactive_elements: Option<Lists>,
    data_model: Option<BTreeMap<String, String>>,
    /// Values left out; scorm_data_model_get has them
    #[serde(skip_serializing_if = "excerpt::is_zero")]
    data_model_omitted: usize,
    console_errors: Option<Vec<ConsoleEntry>>,
    network_requests: Option<Vec<Value>>,
    timestamp: u64,
}

impl fmt::Display for ScormGetPageStateOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.page_context.as_ref().map(|context| context.page_type);
        let errors = self.console_errors.as_ref().map_or(0, Vec::len);
        let kind = kind.unwrap_or("page");
        write!(f, "{kind}, {errors} console errors")
    }
}

impl Tool for ScormGetPageState {
    const NAME: &'static str = "scorm_get_page_state";
    const TITLE: &'static str = "Page state";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::PageContextError,
        ErrorCode::DomFindError,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormGetPageStateParams;
    type Output = ScormGetPageStateOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let include = params.include;
        let found = if include.page_context || include.interactive_elements {
            elements::find(&runtime, false).await?
        } else {
            Vec::new()
        };
        let page_context = if include.page_context {
            Some(context::read(&runtime, &found).await?)
        } else {
            None
        };
        let (data_model, data_model_omitted) = if include.data_model {
            let all = data_model(&runtime);
            let total = all.len();
            let told = excerpt::fitting(all.into_iter().collect(), VALUES_BUDGET);
            let omitted = total - told.len();
            (Some(told.into_iter().collect()), omitted)
        } else {
            (None, 0)
        };
        let reply = Reply::new(ScormGetPageStateOutput {
            page_context,
            interactive_elements: include
                .interactive_elements
                .then(|| Lists::of(found, 0, ELEMENTS_BUDGET)),
            data_model,
            data_model_omitted,
            console_errors: include.console_errors.then(|| errors(&runtime)),
            network_requests: include.network_requests.then(|| requests(&runtime)),
            timestamp: now_ms(),
        });
        Ok(reply.notices(content::left_out(&runtime).await))
    }
}

/// The values that the content set.
fn data_model(runtime: &Runtime) -> BTreeMap<String, String> {
    let model = runtime.live.read(|replica| replica.engine.data_model());
    let set = model.into_iter().filter(|element| element.by_sco);
    set.filter_map(|element| {
        let value = element.value?;
        let short: String = value.chars().take(LONGEST_VALUE).collect();
        let cut = short.len() < value.len();
        Some((element.element, if cut { short + "…" } else { value }))
    })
    .collect()
}

fn errors(runtime: &Runtime) -> Vec<ConsoleEntry> {
    let mut entries = console::entries(runtime);
    entries.retain(|entry| matches!(entry.level, Level::Error | Level::Warning));
    excerpt::fitting(entries, ERRORS_BUDGET)
}

fn requests(runtime: &Runtime) -> Vec<Value> {
    let requests = runtime.context.network().items;
    let of_content = requests
        .iter()
        .filter(|request| !runtime.is_players(&request.url))
        .map(|request| json!(request));
    excerpt::first(of_content, None, REQUESTS_BUDGET)
}
