//! `scorm_set_viewport_size`: another size for the course that is open.

use std::fmt;
use std::time::Duration;

use greenroom_browser::World;
use greenroom_stage::course::viewport::{Device, Viewport, ViewportParams};
use greenroom_stage::page::told;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSetViewportSize;

/// Resize the open course
///
/// Give width and height, or device. Returns size, device, scale,
/// inner_size.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormSetViewportSizeParams {
    /// The session
    session_id: String,
    #[serde(flatten)]
    wanted: ViewportParams,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSetViewportSizeOutput {
    success: bool,
    size: Size,
    device: Option<Device>,
    scale: f64,
    /// What the course sees
    inner_size: Size,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Size {
    width: u32,
    height: u32,
}

impl fmt::Display for ScormSetViewportSizeOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { width, height } = self.size;
        write!(f, "the course is {width} × {height} px")
    }
}

/// The size after the page has drawn itself twice, by when it has had its resize event.
const INNER_SIZE: &str = "() => new Promise((done) => requestAnimationFrame(() => \
     requestAnimationFrame(() => done({width: innerWidth, height: innerHeight}))))";

impl Tool for ScormSetViewportSize {
    const NAME: &'static str = "scorm_set_viewport_size";
    const TITLE: &'static str = "Set viewport size";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    type Params = ScormSetViewportSizeParams;
    type Output = ScormSetViewportSizeOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let viewport = resized(runtime.viewport(), params.wanted)?;
        told::acting(&runtime.session);
        runtime.set_viewport(viewport).await?;
        let (width, height) = (viewport.width, viewport.height);
        told::tell(&runtime.session, &PageAct::Viewport { width, height })?;
        let content = runtime.content()?;
        let inner_size = content
            .call_function(World::Isolated, INNER_SIZE, &[], Duration::from_secs(5))
            .await?;
        let output = ScormSetViewportSizeOutput {
            success: true,
            size: Size {
                width: viewport.width,
                height: viewport.height,
            },
            device: viewport.device,
            scale: viewport.scale,
            inner_size,
        };
        Ok(output.into())
    }
}

/// A preset begins anew; without one, what is not given stays as it is.
fn resized(present: Viewport, wanted: ViewportParams) -> Result<Viewport, ToolError> {
    let ViewportParams {
        device,
        width,
        height,
        scale,
    } = wanted;
    if device.is_some() {
        return Ok(wanted.into());
    }
    if width.is_none() && height.is_none() && scale.is_none() {
        let message = "scorm_set_viewport_size needs width, height, scale or device";
        return Err(ToolError::new(ErrorCode::InvalidParams, message));
    }
    Ok(Viewport {
        device: present.device,
        width: width.unwrap_or(present.width),
        height: height.unwrap_or(present.height),
        scale: scale.unwrap_or(present.scale),
    })
}
