//! Pictures of pages: full size for the file, and a small one for those who look at it inline.

use std::time::Duration;

use futures::future;
use serde_json::json;

use super::picture::{Image, ImageFormat};
use super::sight::{Area, Clip, Sight};
use super::{Page, World};
use crate::error::{BrowserError, Result};

/// How long fonts and images may take before the picture is taken without them.
const READY_LIMIT: Duration = Duration::from_secs(3);
const CAPTURE_LIMIT: Duration = Duration::from_secs(20);
/// Waits for fonts and images in sight, and until they are painted; tells whether it had to.
const READY: &str = include_str!("../../injected/ready_for_picture.js");

/// How an area becomes a file.
#[derive(Debug, Clone, Copy)]
struct Print {
    scale: f64,
    /// Of JPEG files.
    quality: u8,
    /// PNG files are packed sooner, and are larger for it.
    fast: bool,
}

/// For the file; its size matters less than the time that an agent waits.
const FULL: Print = Print {
    scale: 1.0,
    quality: 90,
    fast: true,
};

impl Page {
    /// Take a picture at full size, once fonts and images are there.
    pub async fn screenshot(&self, area: &Area, format: ImageFormat) -> Result<Image> {
        let (_, full) = self.take(area, format).await?;
        Ok(full)
    }

    /// Take a picture at full size, and one of the same area that is small enough to be sent
    /// along with an answer.
    pub async fn screenshot_with_inline(
        &self,
        area: &Area,
        format: ImageFormat,
    ) -> Result<(Image, Image)> {
        let (sight, full) = self.take(area, format).await?;
        let inline = self.shrink(sight, &full).await?;
        Ok((full, inline))
    }

    async fn shrink(&self, sight: Sight, full: &Image) -> Result<Image> {
        let limits = self.context.hub().options().pictures;
        let long_edge = f64::from(full.width.max(full.height));
        let mut scale = (f64::from(limits.long_edge) / long_edge).min(1.0);
        if scale >= 1.0 && full.bytes.len() <= limits.bytes {
            return Ok(full.clone());
        }
        let small = |scale, quality| Print {
            scale,
            quality,
            fast: false,
        };
        let png = self.capture(sight, small(scale, 80), full.format).await?;
        if png.bytes.len() <= limits.bytes {
            return Ok(png);
        }
        for quality in [80, 60, 40, 40, 40, 40] {
            let jpeg = self
                .capture(sight, small(scale, quality), ImageFormat::Jpeg)
                .await?;
            if jpeg.bytes.len() <= limits.bytes {
                return Ok(jpeg);
            }
            if quality == 40 {
                scale /= 2.0;
            }
        }
        Err(BrowserError::Capture {
            reason: "it cannot be made small enough".into(),
        })
    }

    async fn take(&self, area: &Area, format: ImageFormat) -> Result<(Sight, Image)> {
        let sight = if *area == Area::Viewport {
            // The window has its size, whatever is in it.
            let (late, sight) = tokio::try_join!(self.ready_for_picture(), self.look(area))?;
            // A screencast counts in CSS pixels. The page is asked last: what it did just before
            // has reached the browser by then.
            let unscaled = sight.whole_window && sight.unscaled;
            if !late && unscaled && self.shows_all().await {
                let size = (sight.clip.width as u32, sight.clip.height as u32);
                let shown = self.shown(format, FULL.quality).await;
                if let Some(image) = shown.filter(|image| image.size() == size) {
                    return Ok((sight, image));
                }
            }
            sight
        } else {
            self.ready_for_picture().await?;
            self.look(area).await?
        };
        let image = self.capture(sight, FULL, format).await?;
        Ok((sight, image))
    }

    async fn capture(&self, sight: Sight, print: Print, format: ImageFormat) -> Result<Image> {
        let Sight {
            clip:
                Clip {
                    x,
                    y,
                    width,
                    height,
                },
            beyond_viewport,
            whole_window,
            unscaled: _,
        } = sight;
        let Print {
            scale,
            quality,
            fast,
        } = print;
        let mut params = json!({
            "format": format.cdp(),
            "captureBeyondViewport": beyond_viewport,
            "optimizeForSpeed": fast,
        });
        // For a clip Chromium gives the page another screen, and takes it back afterwards.
        if !whole_window || scale < 1.0 {
            params["clip"] =
                json!({"x": x, "y": y, "width": width, "height": height, "scale": scale});
        }
        if format == ImageFormat::Jpeg {
            params["quality"] = quality.into();
        }
        let answer = self
            .call_within("Page.captureScreenshot", &params, CAPTURE_LIMIT)
            .await
            .map_err(|error| match error {
                BrowserError::Protocol { message, .. } => BrowserError::Capture { reason: message },
                error => error,
            })?;
        let data = answer["data"].as_str().unwrap_or_default();
        Image::from_base64(data, format).ok_or_else(|| BrowserError::Capture {
            reason: "the browser sent no picture".into(),
        })
    }

    /// Waits until fonts and images in sight are there, and tells whether any was late.
    async fn ready_for_picture(&self) -> Result<bool> {
        let limit = READY_LIMIT.as_millis() as u64;
        let limits = [json!(limit)];
        let documents = self.documents();
        let waits = documents
            .iter()
            .map(|frame| frame.ask::<bool>(World::Isolated, READY, &limits, READY_LIMIT * 2));
        let mut any_late = false;
        for result in future::join_all(waits).await {
            match result {
                Ok(late) => any_late |= late,
                // A frame that went away or is stuck does not keep us from taking the picture.
                Err(BrowserError::Closed { .. } | BrowserError::Timeout { .. }) => any_late = true,
                Err(error @ BrowserError::Crashed { .. }) => return Err(error),
                Err(error) => {
                    tracing::debug!(%error, "frame not ready for its picture");
                    any_late = true;
                }
            }
        }
        self.usable()?;
        Ok(any_late)
    }
}
