//! `scorm_dom_query`: what an element is and shows now.

use std::fmt;
use std::time::Duration;

use greenroom_browser::{BrowserError, Element};
use greenroom_stage::Fault;
use greenroom_stage::page::act::Target;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Text, attributes, place, styles and value of an element, each on demand.
const LOOK: &str = include_str!("look.js");

pub(crate) struct ScormDomQuery;

/// Look at an element without touching it
///
/// Returns found, match_count, frame and, by query_type, text, attributes,
/// visibility, styles, value.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomQueryParams {
    /// The session
    session_id: String,
    /// CSS selector, `>>>` into frames
    selector: String,
    /// What to tell
    #[serde(default)]
    query_type: QueryType,
    /// Frame id, name or part of its URL
    frame: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum QueryType {
    #[default]
    All,
    Text,
    Attributes,
    Visibility,
    Styles,
    Value,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomQueryOutput {
    found: bool,
    selector: String,
    match_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<String>,
    /// tagName and what query_type asked for
    #[serde(flatten)]
    seen: Map<String, Value>,
}

impl fmt::Display for ScormDomQueryOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} matches", self.selector, self.match_count)
    }
}

impl Tool for ScormDomQuery {
    const NAME: &'static str = "scorm_dom_query";
    const TITLE: &'static str = "Look at an element";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomQueryFailed,
    ];
    type Params = ScormDomQueryParams;
    type Output = ScormDomQueryOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let target = Target {
            selector: &params.selector,
            frame: params.frame.as_deref(),
            patience: Duration::ZERO,
        };
        let failed = |error: BrowserError| acts::failed(Fault::DomQueryFailed, &runtime, error);
        let found = target.locator(&runtime)?.find().await.map_err(failed)?;
        let output = match found {
            None => ScormDomQueryOutput {
                found: false,
                selector: params.selector,
                match_count: 0,
                frame: None,
                seen: Map::new(),
            },
            Some((element, match_count)) => ScormDomQueryOutput {
                found: true,
                frame: Some(element.frame().id().to_string()),
                seen: look(&element, params.query_type).await.map_err(failed)?,
                selector: params.selector,
                match_count,
            },
        };
        Ok(output.into())
    }
}

async fn look(element: &Element, query: QueryType) -> Result<Map<String, Value>, BrowserError> {
    let query = serde_json::to_value(query).unwrap_or_default();
    element.call(LOOK, &[query]).await
}
