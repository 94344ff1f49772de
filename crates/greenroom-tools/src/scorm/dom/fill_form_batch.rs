//! `scorm_dom_fill_form_batch`: fill several controls in one call.

use std::fmt;
use std::time::Duration;

use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::answer::Via;
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::told;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fill::{FillOptions, Filled, fill};
use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomFillFormBatch;

/// Fill several controls in one call
///
/// As scorm_dom_fill; a field that fails fails alone. Returns results,
/// errors, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomFillFormBatchParams {
    /// The session
    session_id: String,
    /// What to fill
    #[schemars(length(min = 1, max = 200))]
    fields: Vec<Field>,
    /// For fields that do not say
    #[serde(default)]
    via: Via,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Field {
    selector: String,
    value: Value,
    #[serde(default)]
    options: FieldOptions,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct FieldOptions {
    wait_timeout_ms: Option<u64>,
    via: Option<Via>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomFillFormBatchOutput {
    total_fields: usize,
    successful: usize,
    failed: usize,
    results: Vec<FieldResult>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    effects: Effects,
}

#[derive(Serialize, JsonSchema)]
struct FieldResult {
    index: usize,
    selector: String,
    success: bool,
    via: &'static str,
    via_reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct FieldError {
    index: usize,
    selector: String,
    error: String,
    error_code: &'static str,
}

impl fmt::Display for ScormDomFillFormBatchOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, total) = (self.successful, self.total_fields);
        write!(f, "filled {done} of {total}: {}", self.effects.summary())
    }
}

impl Tool for ScormDomFillFormBatch {
    const NAME: &'static str = "scorm_dom_fill_form_batch";
    const TITLE: &'static str = "Fill a form";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    type Params = ScormDomFillFormBatchParams;
    type Output = ScormDomFillFormBatchOutput;

    fn deadline(params: &Self::Params) -> Duration {
        let patience: u64 = params.fields.iter().map(Field::timeout_ms).sum();
        crate::DEFAULT_DEADLINE + Duration::from_millis(patience)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let watch = Watch::begin(&runtime);
        let mut results = Vec::new();
        let mut errors = Vec::new();
        for (index, field) in params.fields.iter().enumerate() {
            cx.progress(format!("field {} of {}", index + 1, params.fields.len()));
            told::acting(&runtime.session);
            let filled = fill_field(&runtime, field, params.via).await;
            let via = filled.as_ref().map_or("dom", |filled| filled.via);
            let target = (field.selector.as_str(), None);
            let id = &params.session_id;
            acts::report(cx, id, "dom:fill", target, via, &filled, |filled| {
                Some(filled.act(&field.value))
            })?;
            let (via_reason, error) = match filled {
                Ok(filled) => (filled.via_reason, None),
                // Without a page no field can be filled.
                Err(error) if error.code == ErrorCode::BrowserCrashed => return Err(error),
                Err(error) => {
                    errors.push(FieldError {
                        index,
                        selector: field.selector.clone(),
                        error: error.message.clone(),
                        error_code: error.code.as_str(),
                    });
                    ("failed", Some(error.message))
                }
            };
            results.push(FieldResult {
                index,
                selector: field.selector.clone(),
                success: error.is_none(),
                via,
                via_reason,
                error,
            });
        }
        Ok(ScormDomFillFormBatchOutput {
            total_fields: results.len(),
            successful: results.len() - errors.len(),
            failed: errors.len(),
            results,
            errors,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

impl Field {
    fn timeout_ms(&self) -> u64 {
        self.options.wait_timeout_ms.unwrap_or(2000).min(45_000)
    }
}

async fn fill_field(runtime: &Runtime, field: &Field, via: Via) -> Result<Filled, ToolError> {
    let options = FillOptions::by(field.options.via.unwrap_or(via));
    let target = Target {
        selector: &field.selector,
        frame: None,
        patience: Duration::from_millis(field.timeout_ms()),
    };
    let locator = target.locator(runtime)?;
    fill(runtime, &target, &locator, &field.value, &options).await
}
