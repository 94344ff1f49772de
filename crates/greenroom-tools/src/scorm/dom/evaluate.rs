//! `scorm_dom_evaluate`: run an expression in the SCO's own world.

use std::fmt;
use std::time::Duration;

use greenroom_browser::{BrowserError, EvaluateOptions, Evaluated, World};
use greenroom_stage::Fault;
use greenroom_stage::page::content;
use greenroom_stage::page::effects::shortened;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomEvaluate;

/// Run JavaScript in the content's own world
///
/// Promises are awaited. Returns result, result_type, frame.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomEvaluateParams {
    /// The session
    session_id: String,
    /// JavaScript; `await` is allowed
    expression: String,
    /// false: describe the value
    #[serde(default = "yes")]
    return_by_value: bool,
    /// Frame id, name or part of its URL
    frame: Option<String>,
    /// 0: whole
    #[schemars(range(min = 0, max = 0))]
    #[serde(default)]
    #[expect(dead_code, reason = "the dispatcher reads it")]
    max_value_length: Option<u8>,
    /// Script limit
    #[schemars(range(min = 1, max = 60000), extend("default" = 10000))]
    timeout_ms: Option<u64>,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomEvaluateOutput {
    result: Value,
    result_type: String,
    frame: String,
}

impl fmt::Display for ScormDomEvaluateOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = shortened(&self.result.to_string());
        write!(f, "{}: {result}", self.result_type)
    }
}

impl Tool for ScormDomEvaluate {
    const NAME: &'static str = "scorm_dom_evaluate";
    const TITLE: &'static str = "Run JavaScript";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomEvaluateFailed,
    ];
    type Params = ScormDomEvaluateParams;
    type Output = ScormDomEvaluateOutput;

    fn deadline(params: &Self::Params) -> Duration {
        crate::DEFAULT_DEADLINE + Duration::from_millis(params.timeout_ms.unwrap_or_default())
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let frame = content::frame(&runtime, params.frame.as_deref())?;
        let options = EvaluateOptions {
            world: World::Main,
            by_value: params.return_by_value,
            limit: Duration::from_millis(
                params
                    .timeout_ms
                    .unwrap_or(cx.config().limits.evaluation_ms),
            ),
        };
        let answer = frame.evaluate(&params.expression, &options).await;
        let evaluated = answer.map_err(|error| match error {
            BrowserError::Protocol { message, .. } | BrowserError::Invalid { message } => {
                ToolError::new(
                    ErrorCode::DomEvaluateFailed,
                    format!("the value is not JSON: {message}"),
                )
                .hint("Give return_by_value:false for a description.")
                .detail("reason", "not_json")
            }
            BrowserError::Thrown(exception) => ToolError::new(
                ErrorCode::DomEvaluateFailed,
                format!("the expression threw {exception}"),
            )
            .detail("reason", "exception")
            .detail("exception", *exception),
            other => acts::failed(Fault::DomEvaluateFailed, &runtime, other),
        });
        let whole = (params.expression.as_str(), params.frame.as_deref());
        acts::report(
            cx,
            &params.session_id,
            "dom:evaluate",
            (&shortened(whole.0), whole.1),
            "dom",
            &evaluated,
            |_| None,
        )?;
        let evaluated = evaluated?;
        Ok(ScormDomEvaluateOutput {
            result: result(&evaluated, params.return_by_value),
            result_type: evaluated.kind,
            frame: frame.id().to_string(),
        }
        .into())
    }
}

/// The value; its description where JSON has no word for it.
fn result(evaluated: &Evaluated, by_value: bool) -> Value {
    let wordless = ["number", "bigint", "symbol", "function"].contains(&evaluated.kind.as_str());
    if evaluated.kind == "undefined" {
        Value::Null
    } else if evaluated.value.is_null() && (wordless || (!by_value && evaluated.kind != "null")) {
        json!(evaluated.description)
    } else {
        evaluated.value.clone()
    }
}
