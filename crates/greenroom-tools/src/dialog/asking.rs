//! A dialog tool's call: on its way to the human, and back as a reply.

use greenroom_human::{Call, Collected, hold, inspected};
use serde_json::{Map, Value, json};

use super::result::DialogResultParams;
use crate::ToolError;
use crate::cx::Cx;
use crate::envelope::ErasedReply;
use crate::reply::{Artifact, Extras, Image};
use crate::waiting;

/// Asks, waits, and answers with what is known by then.
pub(super) async fn ask(
    cx: &Cx,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<ErasedReply, ToolError> {
    let call = call(cx);
    let asked = hold::ask(&call, name, arguments).await?;
    cx.end_turn();
    let progress = waiting::report(cx.own_progress(), "human");
    Ok(reply(asked.hold(None, progress).await?))
}

/// `dialog_result`.
pub(super) async fn collect(
    cx: &Cx,
    arguments: &Map<String, Value>,
    params: DialogResultParams,
) -> Result<ErasedReply, ToolError> {
    let call = call(cx);
    let Some(dialog_id) = params.dialog_id else {
        let listed = hold::list(&call, arguments, params.project.as_deref()).await?;
        return Ok(reply(listed));
    };
    let waiting = hold::attach(&call, arguments, dialog_id, params.withdraw).await?;
    let seconds = params.wait_seconds.map(|seconds| seconds as f64);
    let progress = waiting::report(cx.own_progress(), "human");
    Ok(reply(waiting.hold(seconds, progress).await?))
}

/// Shows a failure to the inspector.
pub(super) fn failed(cx: &Cx, error: &ToolError) {
    let error = json!({
        "code": error.code.rpc_code(), "message": error.wire_message(),
        "data": error.wire_data(),
    });
    inspected::failure(&call(cx), &error);
}

fn call(cx: &Cx) -> Call<'_> {
    let id = cx.rpc_id().and_then(|id| serde_json::from_str(id).ok());
    Call {
        humans: &cx.app.humans,
        client: cx.client(),
        rpc_id: id.unwrap_or_default(),
        with_progress: cx.own_progress().is_some(),
        elicitor: cx.elicitor(),
    }
}

fn reply(result: Collected) -> ErasedReply {
    let mut extras = Extras::default();
    for image in result.images {
        extras.artifacts.push(Artifact {
            kind: "screenshot".to_owned(),
            path: image.path,
        });
        extras.images.push(Image {
            bytes: image.bytes,
            mime: image.mime,
        });
    }
    extras.notices = result.notices;
    ErasedReply {
        data: result.data,
        message: result.message,
        extras,
    }
}

#[cfg(test)]
mod tests;
