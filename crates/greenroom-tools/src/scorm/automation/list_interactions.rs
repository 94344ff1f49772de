//! `scorm_automation_list_interactions`: the questions that the automation API knows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationListInteractions;

/// List the interactions of the current slide
///
/// Needs the API. Returns interactions with id and type, and count.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationListInteractionsParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationListInteractionsExtra {
    interactions: Vec<Interaction>,
    count: usize,
}

#[derive(Serialize, JsonSchema)]
struct Interaction {
    id: Value,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    label: Value,
    #[serde(rename = "registeredAt", skip_serializing_if = "Value::is_null")]
    registered_at: Value,
}

impl Tool for ScormAutomationListInteractions {
    const NAME: &'static str = "scorm_automation_list_interactions";
    const TITLE: &'static str = "Interactions";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationListInteractionsParams;
    type Output = Called<ScormAutomationListInteractionsExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("listInteractions", &[]).await?;
        let mut interactions = Vec::new();
        for listed in result.as_array().into_iter().flatten() {
            let mut kind = listed["type"].as_str().map(ToOwned::to_owned);
            if kind.is_none() && automation.api.has("getInteractionMetadata") {
                let id = [json!(listed["id"])];
                let metadata = automation.call("getInteractionMetadata", &id).await?;
                kind = metadata["type"].as_str().map(ToOwned::to_owned);
            }
            let label = [&listed["label"], &listed["description"]]
                .into_iter()
                .find(|label| !label.is_null());
            interactions.push(Interaction {
                id: listed["id"].clone(),
                kind,
                label: label.cloned().unwrap_or_default(),
                registered_at: listed["registeredAt"].clone(),
            });
        }
        let extra = ScormAutomationListInteractionsExtra {
            count: interactions.len(),
            interactions,
        };
        automation.reply(result, extra).await
    }
}
