//! `scorm_automation_get_layout_tree`: the layout as a tree, cut at a depth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetLayoutTree;

/// Read the layout tree
///
/// Needs the API. Returns result and depth.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetLayoutTreeParams {
    #[serde(flatten)]
    caller: Caller,
    /// Levels below the root
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 10))]
    max_depth: usize,
}

fn three() -> usize {
    3
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetLayoutTreeExtra {
    depth: usize,
}

impl Tool for ScormAutomationGetLayoutTree {
    const NAME: &'static str = "scorm_automation_get_layout_tree";
    const TITLE: &'static str = "Layout tree";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetLayoutTreeParams;
    type Output = Called<ScormAutomationGetLayoutTreeExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let depth = [json!(params.max_depth)];
        let mut result = automation.call("getLayoutTree", &depth).await?;
        // Templates differ in what they count as a level.
        cut(&mut result, params.max_depth);
        let extra = ScormAutomationGetLayoutTreeExtra {
            depth: params.max_depth,
        };
        automation.reply(result, extra).await
    }
}

fn cut(node: &mut Value, levels: usize) {
    let Some(members) = node.as_object_mut() else {
        return;
    };
    if levels == 0 {
        members.remove("children");
    } else if let Some(Value::Array(children)) = members.get_mut("children") {
        for child in children {
            cut(child, levels - 1);
        }
    }
}
