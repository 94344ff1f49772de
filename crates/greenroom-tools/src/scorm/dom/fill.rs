//! `scorm_dom_fill`: give a form control a value.

mod by_hand;

use std::fmt;

use greenroom_browser::Locator;
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::answer::{self, Act, Via, Way};
use greenroom_stage::page::effects::{Effects, Watch};
use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::by_hand::{FilledElement, content, fill_by_hand};
use super::click::patience;
use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomFill;

/// Fill a form control as a person would
///
/// Any control: text, date, select (list for several), checkbox, file (paths).
/// Returns element, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomFillParams {
    /// The session
    session_id: String,
    /// CSS selector, `>>>` into frames
    selector: String,
    /// Text, number, bool or list
    value: Value,
    /// Frame id, name or part of its URL
    frame: Option<String>,
    /// How
    #[serde(default)]
    options: FillOptions,
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FillOptions {
    pub(super) wait_for_selector: bool,
    #[schemars(range(max = 45000), extend("default" = 5000))]
    pub(super) wait_timeout_ms: Option<u64>,
    /// false: set silently
    pub(super) trigger_events: bool,
    pub(crate) via: Via,
}

impl Default for FillOptions {
    fn default() -> Self {
        Self {
            wait_for_selector: true,
            wait_timeout_ms: None,
            trigger_events: true,
            via: Via::Auto,
        }
    }
}

impl FillOptions {
    /// As people fill, in this way.
    pub(crate) fn by(via: Via) -> Self {
        Self {
            via,
            ..Self::default()
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomFillOutput {
    success: bool,
    element: FilledElement,
    via: &'static str,
    via_reason: &'static str,
    /// What the automation API holds now
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Value>,
    effects: Effects,
}

impl fmt::Display for ScormDomFillOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (selector, effects) = (&self.element.element.selector, self.effects.summary());
        write!(f, "filled {selector}: {effects}")
    }
}

impl Tool for ScormDomFill {
    const NAME: &'static str = "scorm_dom_fill";
    const TITLE: &'static str = "Fill a field";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomFillFailed,
        ErrorCode::AutomationApiNotAvailable,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormDomFillParams;
    type Output = ScormDomFillOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let options = &params.options;
        let target = Target {
            selector: &params.selector,
            frame: params.frame.as_deref(),
            patience: patience(
                options.wait_for_selector,
                cx.act_limit(options.wait_timeout_ms),
            ),
        };
        let locator = target.locator(&runtime)?;
        let watch = Watch::begin(&runtime);
        let filled = fill(&runtime, &target, &locator, &params.value, options).await;
        let via = filled.as_ref().map_or("dom", |filled| filled.via);
        acts::report(
            cx,
            &params.session_id,
            "dom:fill",
            (target.selector, target.frame),
            via,
            &filled,
            |filled| Some(filled.act(&params.value)),
        )?;
        let filled = filled?;
        Ok(ScormDomFillOutput {
            success: true,
            element: filled.element,
            via: filled.via,
            via_reason: filled.via_reason,
            response: filled.response,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

/// What was filled, and how.
pub(crate) struct Filled {
    element: FilledElement,
    pub(crate) via: &'static str,
    pub(crate) via_reason: &'static str,
    response: Option<Value>,
}

impl Filled {
    /// The act as rehearsals write it.
    pub(crate) fn act(&self, value: &Value) -> PageAct {
        self.element.element.act(|on| PageAct::Fill {
            on,
            value: value.clone(),
        })
    }

    /// The selector that matches the control alone.
    pub(crate) fn selector(&self) -> &str {
        &self.element.element.selector
    }
}

/// Fills a control by the automation API or by real input.
pub(crate) async fn fill(
    runtime: &Runtime,
    target: &Target<'_>,
    locator: &Locator,
    value: &Value,
    options: &FillOptions,
) -> Result<Filled, ToolError> {
    const CODE: Fault = Fault::DomFillFailed;
    let failed = |error| acts::failed(CODE, runtime, error);
    match answer::way(runtime, locator, options.via, Act::Fill(value), CODE).await? {
        Way::Done(answered) => Ok(Filled {
            element: FilledElement {
                element: answered.element,
                content: content(locator).await,
            },
            via: "automation",
            via_reason: "interaction",
            response: Some(answered.response),
        }),
        Way::Dom(via_reason) => {
            let (selector, events) = (target.selector, options.trigger_events);
            let by_hand = fill_by_hand(locator, selector, value, &runtime.reach, events);
            Ok(Filled {
                element: by_hand.await.map_err(failed)?,
                via: "dom",
                via_reason,
                response: None,
            })
        }
    }
}
