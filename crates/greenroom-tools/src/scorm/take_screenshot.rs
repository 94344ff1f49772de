//! `scorm_take_screenshot`: a picture of a course that need not be open, with its layout faults.

use std::fmt;
use std::path::PathBuf;

use greenroom_stage::course::private::Play;
use greenroom_stage::course::replica::Replica;
use greenroom_stage::course::viewport::Viewport;
use greenroom_stage::page::layout::{self, LayoutAnalysis};
use greenroom_stage::page::picture::{self, CaptureOptions, ImageReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::{attempt, open_errors};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormTakeScreenshot;

/// Open a course privately and take a picture
///
/// Saved data is untouched. Returns the picture, artifact_path (full size), layout_analysis.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormTakeScreenshotParams {
    #[serde(flatten)]
    play: Play,
    /// When and what
    #[serde(default)]
    capture_options: CaptureOptions,
    /// Item to show
    #[serde(default)]
    activity: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormTakeScreenshotOutput {
    session_id: String,
    /// The inline picture
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshot_data: Option<String>,
    artifact_path: PathBuf,
    /// The page was still being loaded
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    still_loading: bool,
    entry_found: bool,
    viewport: Viewport,
    /// The file
    image: ImageReport,
    layout_analysis: LayoutAnalysis,
}

impl fmt::Display for ScormTakeScreenshotOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImageReport { width, height, .. } = self.image;
        write!(f, "{width} × {height} px, {}", self.layout_analysis)
    }
}

impl Tool for ScormTakeScreenshot {
    const NAME: &'static str = "scorm_take_screenshot";
    const TITLE: &'static str = "Take screenshot";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const OPEN_WORLD: bool = true;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = open_errors![UnknownSession, CaptureFailed];
    type Params = ScormTakeScreenshotParams;
    type Output = ScormTakeScreenshotOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let home = attempt::home(cx, &params.play).await?;
        let mut options = params.play.options();
        options.activity = params.activity;
        let attempt = attempt::open(cx, &home, options).await?;
        cx.progress("taking the picture");
        let runtime = &attempt.runtime;
        let picture = picture::capture(runtime, &params.capture_options).await?;
        let layout_analysis = layout::analyze(runtime).await?;
        let artifact = picture.keep(&home.session, runtime, Self::NAME)?;
        let output = ScormTakeScreenshotOutput {
            session_id: home.session.id().to_string(),
            screenshot_data: picture.base64(&params.capture_options),
            artifact_path: artifact.absolute_path,
            still_loading: picture.still_loading,
            entry_found: runtime.is_delivered_or_left(),
            viewport: runtime.viewport(),
            image: picture.report(),
            layout_analysis,
        };
        let manifest = home.session.artifacts().manifest_path();
        let notices = runtime.live.read(Replica::notices);
        attempt.end().await?;
        home.close().await?;
        let (bytes, mime) = picture.into_inline();
        Ok(Reply::new(output)
            .notices(notices)
            .image(bytes, mime)
            .artifact("screenshot", artifact.path)
            .artifacts_manifest(manifest))
    }
}
