//! Pictures of the course: taken when it is ready, kept as artifacts, small ones sent along.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_browser::{Area, BrowserError, Frame, Image, ImageFormat, Page, World};
use greenroom_store::{Artifact, ArtifactType, NewArtifact, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::annotation;
use crate::course::runtime::Runtime;
use crate::course::viewport::Viewport;
use crate::page::{content, loading};
use crate::{Fault, StageError};

/// Taller pages cannot be drawn as one picture.
const TALLEST: u32 = 16_000;
const MEASURE_LIMIT: Duration = Duration::from_secs(5);
/// How long a page may take to come to rest at another height.
const REST_LIMIT: Duration = Duration::from_secs(2);

/// How long a page may go on loading before it is pictured as it is.
const LOADING_LIMIT: Duration = Duration::from_millis(2500);

/// How a picture is taken.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct CaptureOptions {
    /// Wait until this is visible
    #[serde(default)]
    pub wait_for_selector: Option<String>,
    #[schemars(range(max = 40_000))]
    #[serde(default = "five_seconds")]
    pub wait_timeout_ms: u64,
    #[schemars(range(max = 30_000))]
    #[serde(default)]
    pub delay_ms: u64,
    /// The whole height
    #[serde(default)]
    pub full_page: bool,
    /// Only this element
    #[serde(default)]
    pub selector: Option<String>,
    /// Only this frame: id, name or part of its URL
    #[serde(default)]
    pub frame: Option<String>,
    #[serde(default)]
    pub format: Format,
    /// Number what can be acted on
    #[serde(default)]
    pub annotate: bool,
    /// Also as text
    #[serde(default)]
    pub return_base64: bool,
}

fn five_seconds() -> u64 {
    5000
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    #[default]
    Png,
    Jpeg,
}

impl From<Format> for ImageFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Png => Self::Png,
            Format::Jpeg => Self::Jpeg,
        }
    }
}

/// A picture at full size, and the one that is sent along.
#[derive(Debug)]
pub struct Picture {
    full: Image,
    inline: Image,
    /// The page was still being loaded.
    pub still_loading: bool,
}

/// The file of a picture.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImageReport {
    pub width: u32,
    pub height: u32,
    mime: &'static str,
}

/// Takes a picture of the course in its frame.
pub async fn capture(runtime: &Runtime, options: &CaptureOptions) -> Result<Picture, StageError> {
    if options.full_page && options.frame.is_some() {
        let message = "full_page is the whole course, frame a part of it: give one of them";
        return Err(StageError::new(Fault::InvalidParams, message));
    }
    let patience = Duration::from_millis(options.wait_timeout_ms);
    if let Some(selector) = &options.wait_for_selector {
        let locator = runtime.content()?.locator(selector).patience(patience);
        locator
            .wait(true)
            .await
            .map_err(|error| not_there(error, selector, options.wait_timeout_ms))?;
    }
    if options.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(options.delay_ms)).await;
    }
    let frame = match &options.frame {
        Some(wanted) => content::frame(runtime, Some(wanted))?,
        None => runtime.shown_frame()?,
    };
    let still_loading = loading::wait(runtime, LOADING_LIMIT).await;
    let mut picture = take(runtime, &frame, options, patience).await?;
    picture.still_loading = still_loading;
    Ok(picture)
}

async fn take(
    runtime: &Runtime,
    frame: &Frame,
    options: &CaptureOptions,
    patience: Duration,
) -> Result<Picture, StageError> {
    if let Some(selector) = &options.selector {
        let locator = frame.locator(selector).patience(patience);
        let area = locator
            .area()
            .await
            .map_err(|error| not_there(error, selector, options.wait_timeout_ms))?;
        return shoot(runtime, frame.page(), &area, options).await;
    }
    if options.full_page {
        return whole_height(runtime, frame, options).await;
    }
    let whole_page = options.frame.is_none() || frame.parent()?.is_none();
    let area = if whole_page {
        Area::Viewport
    } else {
        Area::Frame(frame.id().clone())
    };
    shoot(runtime, frame.page(), &area, options).await
}

/// Takes the picture, with numbers if they were asked for.
async fn shoot(
    runtime: &Runtime,
    page: &Page,
    area: &Area,
    options: &CaptureOptions,
) -> Result<Picture, StageError> {
    let format = options.format.into();
    if options.annotate {
        annotation::draw(runtime, page).await?;
    }
    let taken = page.screenshot_with_inline(area, format).await;
    if options.annotate {
        annotation::remove(page).await?;
    }
    let (full, inline) = taken?;
    Ok(Picture::new(full, inline))
}

/// The frame is made as high as its document for the moment of the picture.
async fn whole_height(
    runtime: &Runtime,
    content: &Frame,
    options: &CaptureOptions,
) -> Result<Picture, StageError> {
    let measure = "() => Math.ceil(document.scrollingElement?.scrollHeight ?? innerHeight)";
    let viewport = runtime.viewport();
    let page = content.page();
    let height: u32 = content
        .call_function(World::Isolated, measure, &[], MEASURE_LIMIT)
        .await?;
    let taller = Viewport {
        height: height.clamp(viewport.height, TALLEST),
        ..viewport
    };
    if taller.height == viewport.height {
        return shoot(runtime, page, &Area::Viewport, options).await;
    }
    page.set_viewport(&taller.screen()).await?;
    let taken = async {
        page.settle_within(REST_LIMIT).await?;
        shoot(runtime, page, &Area::Viewport, options).await
    }
    .await;
    page.set_viewport(&viewport.screen()).await?;
    taken
}

fn not_there(error: BrowserError, selector: &str, waited_ms: u64) -> StageError {
    match error {
        BrowserError::NotActionable { reason, detail, .. } => {
            let message = format!("`{selector}` was not there within {waited_ms} ms: {detail}");
            StageError::new(Fault::CaptureFailed, message)
                .detail("selector", selector)
                .detail("waited_ms", waited_ms)
                .detail("reason", reason)
        }
        error => error.into(),
    }
}

impl Picture {
    pub fn new(full: Image, inline: Image) -> Self {
        Self {
            full,
            inline,
            still_loading: false,
        }
    }

    /// Keeps the picture with the artifacts of a session and tells it.
    pub fn keep(
        &self,
        session: &Session,
        runtime: &Runtime,
        tool: &str,
    ) -> Result<Artifact, StageError> {
        let viewport = runtime.viewport();
        let metadata = json!({
            "url": runtime.url(), "viewport": viewport,
            "width": self.full.width, "height": self.full.height,
        });
        let extension = match self.full.format {
            ImageFormat::Png => "png",
            ImageFormat::Jpeg => "jpg",
        };
        let new = NewArtifact {
            kind: ArtifactType::Screenshot,
            mime: self.full.format.mime().to_owned(),
            tool: tool.to_owned(),
            title: runtime.delivered_title(),
            metadata: metadata.as_object().cloned().unwrap_or_default(),
        };
        let artifact = session
            .artifacts()
            .write(extension, &self.full.bytes, new)?;
        let payload = json!({"path": artifact.path, "viewport": viewport});
        session.emit("screenshot:capture_done", Some(payload))?;
        Ok(artifact)
    }

    /// The bytes of the picture at full size.
    pub fn bytes(&self) -> &[u8] {
        &self.full.bytes
    }

    pub fn report(&self) -> ImageReport {
        ImageReport {
            width: self.full.width,
            height: self.full.height,
            mime: self.full.format.mime(),
        }
    }

    /// The inline picture as text, if that was asked for.
    pub fn base64(&self, options: &CaptureOptions) -> Option<String> {
        options
            .return_base64
            .then(|| STANDARD.encode(&self.inline.bytes))
    }

    /// The bytes and media type of the inline picture.
    pub fn into_inline(self) -> (Vec<u8>, &'static str) {
        (self.inline.bytes, self.inline.format.mime())
    }
}
