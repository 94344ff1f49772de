//! The acts of a learner in a trace: click, fill, wait.

use std::time::Duration;

use greenroom_browser::ClickKind;
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::answer::Via;
use greenroom_stage::page::elements;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{ClickCount, PageAct};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::acts;
use crate::scorm::dom::click::{How, click};
use crate::scorm::dom::fill::{FillOptions, fill};
use crate::{Cx, ErrorCode, ToolError};

const PATIENCE: Duration = Duration::from_secs(5);
const LONGEST_WAIT_MS: u64 = 45_000;

/// One act of a learner.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Action {
    #[serde(rename = "type")]
    pub(super) kind: ActionType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selector: Option<String>,
    /// For fill
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<Value>,
    /// For wait: pause, or longest wait for selector
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ActionType {
    Click,
    Fill,
    Wait,
}

/// What an action was done to, and how.
pub(super) struct Done {
    /// As rehearsals write it.
    act: Option<PageAct>,
    pub(super) selector: String,
    pub(super) via: &'static str,
    pub(super) via_reason: &'static str,
    /// The learner hands an answer in.
    pub(super) submits: bool,
}

impl Action {
    /// How long it may wait.
    pub(super) fn patience(&self) -> Duration {
        let ms = self.ms.map(|ms| ms.min(LONGEST_WAIT_MS));
        match self.kind {
            ActionType::Wait => ms.map_or(PATIENCE, Duration::from_millis),
            ActionType::Click | ActionType::Fill => PATIENCE,
        }
    }
}

/// What the schema cannot say: which action needs what.
pub(super) fn check(actions: &[Action]) -> Result<(), ToolError> {
    for (index, action) in actions.iter().enumerate() {
        let lacks = match action.kind {
            ActionType::Click | ActionType::Fill if action.selector.is_none() => "selector",
            ActionType::Fill if action.value.is_none() => "value",
            ActionType::Wait if action.selector.is_none() && action.ms.is_none() => {
                "ms or selector"
            }
            _ => continue,
        };
        return Err(ToolError::new(
            ErrorCode::InvalidParams,
            format!("actions[{index}] lacks {lacks}"),
        )
        .hint("A click needs selector, a fill selector and value, a wait ms or selector.")
        .detail(
            "faults",
            [json!({
                "path": format!("actions[{index}]"), "expected": lacks, "received": action,
            })],
        ));
    }
    Ok(())
}

/// Does it, by the automation API where the course has one and `via` allows it.
pub(super) async fn act(runtime: &Runtime, action: &Action, via: Via) -> Result<Done, ToolError> {
    let selector = action.selector.as_deref().unwrap_or_default();
    let target = Target {
        selector,
        frame: None,
        patience: action.patience(),
    };
    let plain = |selector: &str| Done {
        act: None,
        selector: selector.to_owned(),
        via: "dom",
        via_reason: "not_an_answer",
        submits: false,
    };
    match action.kind {
        ActionType::Wait if selector.is_empty() => {
            tokio::time::sleep(action.patience()).await;
            Ok(plain(""))
        }
        ActionType::Wait => {
            let waited = target.locator(runtime)?.wait(true).await;
            waited.map_err(|error| acts::failed(Fault::DomWaitFailed, runtime, error))?;
            Ok(plain(selector))
        }
        ActionType::Click => {
            let locator = target.locator(runtime)?;
            let element = locator.wait(false).await;
            let element =
                element.map_err(|error| acts::failed(Fault::DomClickFailed, runtime, error))?;
            let submits = element.call(elements::SUBMITS, &[]).await.unwrap_or(false);
            let how = How {
                kind: ClickKind::Single,
                via,
                force: false,
            };
            let clicked = click(runtime, &locator, how).await?;
            Ok(Done {
                act: Some(clicked.element.act(|on| PageAct::Click {
                    on,
                    click: ClickCount::Single,
                })),
                selector: clicked.element.selector,
                via: clicked.via,
                via_reason: clicked.via_reason,
                submits,
            })
        }
        ActionType::Fill => {
            let locator = target.locator(runtime)?;
            let options = FillOptions::by(via);
            let value = action.value.clone().unwrap_or_default();
            let filled = fill(runtime, &target, &locator, &value, &options).await?;
            Ok(Done {
                act: Some(filled.act(&value)),
                selector: filled.selector().to_owned(),
                via: filled.via,
                via_reason: filled.via_reason,
                submits: false,
            })
        }
    }
}

/// Tells the session's stream about it.
pub(super) fn report(
    cx: &Cx,
    session_id: &str,
    action: &Action,
    done: &Result<Done, ToolError>,
) -> Result<(), ToolError> {
    let kind = match action.kind {
        ActionType::Click => "dom:click",
        ActionType::Fill => "dom:fill",
        ActionType::Wait => "dom:wait",
    };
    let selector = action.selector.as_deref().unwrap_or_default();
    let via = done.as_ref().map_or("dom", |done| done.via);
    let place = (selector, None);
    acts::report(cx, session_id, kind, place, via, done, |done| {
        done.act.clone()
    })
}
