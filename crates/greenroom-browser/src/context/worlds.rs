//! Script worlds come and go with the documents of their frames.

use serde::Deserialize;
use serde_json::Value;

use super::frames::{FrameId, Frames, ScriptContext};
use crate::cdp::SessionId;

/// Name of the world that our own scripts run in, unseen by the page.
pub(crate) const ISOLATED: &str = "greenroom";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    id: i64,
    unique_id: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    aux_data: AuxData,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuxData {
    frame_id: Option<FrameId>,
    #[serde(default)]
    is_default: bool,
}

/// `Runtime.executionContextCreated`
pub(super) fn created(frames: &mut Frames, session: &SessionId, params: &Value) {
    let Ok(created) = Created::deserialize(&params["context"]) else {
        return;
    };
    let Some(frame_id) = created.aux_data.frame_id else {
        return;
    };
    let name = if created.aux_data.is_default {
        String::new()
    } else {
        created.name
    };
    if frames.get(&frame_id).is_none() {
        // Scripts may run before the tree was read.
        frames.attach(&frame_id, None, session);
    }
    let context = ScriptContext {
        number: created.id,
        unique: created.unique_id,
    };
    frames.script_made(&frame_id, session, name, context);
}

/// `Runtime.executionContextDestroyed`
pub(super) fn destroyed(frames: &mut Frames, session: &SessionId, params: &Value) {
    if let Some(number) = params["executionContextId"].as_i64() {
        frames.script_gone(session, number);
    }
}

/// `Runtime.executionContextsCleared`
pub(super) fn cleared(frames: &mut Frames, session: &SessionId) {
    frames.scripts_gone(session);
}
