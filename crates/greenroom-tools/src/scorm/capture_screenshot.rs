//! `scorm_capture_screenshot`: a picture of the course that is open.

use std::fmt;
use std::path::PathBuf;

use greenroom_stage::page::layout::{self, LayoutAnalysis};
use greenroom_stage::page::picture::{self, CaptureOptions, ImageReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormCaptureScreenshot;

/// Take a picture of the open course as it is now
///
/// Returns the picture, artifact_path (full size), url, layout_analysis if
/// asked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormCaptureScreenshotParams {
    /// The session
    session_id: String,
    /// When and what
    #[serde(default)]
    capture_options: RunningCapture,
}

#[derive(Default, Deserialize, JsonSchema)]
struct RunningCapture {
    #[serde(flatten)]
    how: CaptureOptions,
    /// Look for layout faults
    #[serde(default)]
    analyze_layout: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormCaptureScreenshotOutput {
    artifact_path: PathBuf,
    /// The inline picture
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshot_data: Option<String>,
    /// The file
    image: ImageReport,
    /// The page was still being loaded
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    still_loading: bool,
    url: String,
    activity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout_analysis: Option<LayoutAnalysis>,
}

impl fmt::Display for ScormCaptureScreenshotOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImageReport { width, height, .. } = self.image;
        let activity = self.activity.as_deref().unwrap_or("no activity");
        write!(f, "{width} × {height} px of {activity}")
    }
}

impl Tool for ScormCaptureScreenshot {
    const NAME: &'static str = "scorm_capture_screenshot";
    const TITLE: &'static str = "Capture screenshot";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::BrowserRequired,
        ErrorCode::CaptureFailed,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormCaptureScreenshotParams;
    type Output = ScormCaptureScreenshotOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let session = cx.sessions().session(&params.session_id)?;
        let RunningCapture {
            how,
            analyze_layout,
        } = params.capture_options;
        runtime.flush().await?;
        let picture = picture::capture(&runtime, &how).await?;
        let layout_analysis = if analyze_layout {
            Some(layout::analyze(&runtime).await?)
        } else {
            None
        };
        let artifact = picture.keep(&session, &runtime, Self::NAME)?;
        let output = ScormCaptureScreenshotOutput {
            artifact_path: artifact.absolute_path,
            screenshot_data: picture.base64(&how),
            image: picture.report(),
            still_loading: picture.still_loading,
            url: runtime.shown_url(),
            activity: runtime.activity(),
            layout_analysis,
        };
        let (bytes, mime) = picture.into_inline();
        Ok(Reply::new(output)
            .image(bytes, mime)
            .artifact("screenshot", artifact.path)
            .artifacts_manifest(session.artifacts().manifest_path()))
    }
}
