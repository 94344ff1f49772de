//! `scorm_dom_wait_for`: wait until the page is as wanted.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use greenroom_browser::{BrowserError, EvaluateOptions, Evaluated, Frame, Reason, World};
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::content;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{Element, PageAct};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Pause between looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Which of the wished facts hold for an element.
const HOLDS: &str = "(e, wish) => {
    const flat = (text) => text.replace(/\\s+/g, ' ').trim();
    const held = { selector: true };
    if (wish.visible !== null) held.visible = greenroom.visible(e) === wish.visible;
    if (wish.text !== null) held.text = flat(e.innerText ?? e.textContent ?? '').includes(flat(wish.text));
    if (wish.attribute !== null) {
        held.attribute = e.hasAttribute(wish.attribute);
        if (wish.attribute_value !== null) held.attribute_value = e.getAttribute(wish.attribute) === wish.attribute_value;
    }
    return held;
}";

pub(crate) struct ScormDomWaitFor;

/// Wait until an element or expression is as wanted
///
/// All conditions must hold. Returns elapsed_ms; a timeout says which held.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomWaitForParams {
    /// The session
    session_id: String,
    /// At least selector or expression
    condition: Condition,
    /// Patience
    #[serde(default = "ten_seconds")]
    #[schemars(range(max = 600_000))]
    timeout_ms: u64,
    /// Frame id, name or part of its URL
    frame: Option<String>,
}

fn ten_seconds() -> u64 {
    10_000
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Condition {
    selector: Option<String>,
    visible: Option<bool>,
    text: Option<String>,
    attribute: Option<String>,
    attribute_value: Option<String>,
    expression: Option<String>,
}

/// Which conditions hold, by name.
type Held = BTreeMap<String, bool>;

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomWaitForOutput {
    success: bool,
    elapsed_ms: u64,
}

impl fmt::Display for ScormDomWaitForOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "held after {} ms", self.elapsed_ms)
    }
}

impl Tool for ScormDomWaitFor {
    const NAME: &'static str = "scorm_dom_wait_for";
    const TITLE: &'static str = "Wait for the page";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomWaitFailed,
    ];
    type Params = ScormDomWaitForParams;
    type Output = ScormDomWaitForOutput;

    fn deadline(params: &Self::Params) -> Duration {
        crate::DEFAULT_DEADLINE + Duration::from_millis(params.timeout_ms)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let condition = &params.condition;
        if condition.selector.is_none() && condition.expression.is_none() {
            return Err(nothing_to_wait_for());
        }
        let runtime = cx.runtimes().require(&params.session_id)?;
        let began = Instant::now();
        let waited = until_held(&runtime, &params, began).await;
        let selector = condition.selector.as_deref().unwrap_or_default();
        acts::report(
            cx,
            &params.session_id,
            "dom:wait",
            (selector, params.frame.as_deref()),
            "dom",
            &waited,
            |()| {
                let appears = condition.expression.is_none() && condition.visible != Some(false);
                appears.then(|| PageAct::Wait {
                    on: Element::by_selector(selector),
                    ms: Some(params.timeout_ms),
                })
            },
        )?;
        waited?;
        Ok(ScormDomWaitForOutput {
            success: true,
            elapsed_ms: began.elapsed().as_millis() as u64,
        }
        .into())
    }
}

async fn until_held(
    runtime: &Runtime,
    params: &ScormDomWaitForParams,
    began: Instant,
) -> Result<(), ToolError> {
    let limit = Duration::from_millis(params.timeout_ms);
    loop {
        // The content may be replaced while we wait, so its frame is looked up each time.
        let frame = content::frame(runtime, params.frame.as_deref())?;
        let (held, thrown) = match look(&frame, &params.condition).await {
            Ok(seen) => seen,
            Err(BrowserError::Closed { .. }) if runtime.page.is_open() => (Held::new(), None),
            Err(error) => return Err(acts::failed(Fault::DomWaitFailed, runtime, error)),
        };
        if !held.is_empty() && held.values().all(|holds| *holds) {
            return Ok(());
        }
        if began.elapsed() >= limit {
            return Err(timed_out(params, &held, thrown));
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn look(
    frame: &Frame,
    condition: &Condition,
) -> Result<(Held, Option<String>), BrowserError> {
    let mut held = Held::new();
    let mut thrown = None;
    if let Some(selector) = &condition.selector {
        held = match frame.locator(selector).find().await? {
            Some((element, _)) => element.call(HOLDS, &[json!(condition)]).await?,
            None => absent(condition),
        };
    }
    if let Some(expression) = &condition.expression {
        let options = EvaluateOptions {
            world: World::Main,
            by_value: false,
            ..EvaluateOptions::default()
        };
        let holds = match frame.evaluate(expression, &options).await {
            Ok(evaluated) => truthy(&evaluated),
            Err(BrowserError::Thrown(exception)) => {
                thrown = Some(exception.to_string());
                false
            }
            Err(error) => return Err(error),
        };
        held.insert("expression".to_owned(), holds);
    }
    Ok((held, thrown))
}

/// What holds of an element that is not there: only that it cannot be seen.
fn absent(condition: &Condition) -> Held {
    let mut held = Held::new();
    if condition.visible == Some(false) && condition.text.is_none() && condition.attribute.is_none()
    {
        held.insert("visible".to_owned(), true);
    } else {
        held.insert("selector".to_owned(), false);
    }
    held
}

fn truthy(evaluated: &Evaluated) -> bool {
    match (evaluated.kind.as_str(), &evaluated.value) {
        ("undefined" | "null", _) => false,
        ("boolean", value) => *value == json!(true),
        ("number", value) => value.as_f64().is_some_and(|number| number != 0.0),
        ("string", value) => *value != json!(""),
        _ => true,
    }
}

fn timed_out(params: &ScormDomWaitForParams, held: &Held, thrown: Option<String>) -> ToolError {
    let names = |wanted: bool| {
        let names: Vec<&str> = held
            .iter()
            .filter(|(_, holds)| **holds == wanted)
            .map(|(name, _)| name.as_str())
            .collect();
        if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        }
    };
    let message = format!(
        "after {} ms {} held and {} did not",
        params.timeout_ms,
        names(true),
        names(false)
    );
    let error = ToolError::new(ErrorCode::DomWaitFailed, message)
        .detail("reason", Reason::Timeout)
        .detail("held", held)
        .detail("condition", without_nulls(&params.condition));
    match thrown {
        Some(exception) => error.detail("exception", exception),
        None => error,
    }
}

fn without_nulls(condition: &Condition) -> Value {
    let mut value = json!(condition);
    if let Some(members) = value.as_object_mut() {
        members.retain(|_, member| !member.is_null());
    }
    value
}

fn nothing_to_wait_for() -> ToolError {
    let fault = json!([{
        "path": "condition", "expected": "selector or expression", "received": "neither",
    }]);
    ToolError::new(
        ErrorCode::InvalidParams,
        "scorm_dom_wait_for: the condition needs a selector or an expression",
    )
    .detail("faults", fault)
}
