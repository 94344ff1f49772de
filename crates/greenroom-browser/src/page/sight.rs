//! Which rectangle of the page is in a picture.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::{COMMAND_LIMIT, Frame, Page, World};
use crate::context::FrameId;
use crate::error::{BrowserError, Result};

/// Taller pictures exceed what Chromium can draw.
const MAX_EDGE: f64 = 16_384.0;
/// How long a page may take to tell how large its pixels are.
const RATIO_LIMIT: Duration = Duration::from_secs(3);

/// What is in the picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Area {
    /// What the page's window shows.
    #[default]
    Viewport,
    /// The whole document.
    FullPage,
    /// A part of the main document.
    Clip(Clip),
    /// What a frame shows.
    Frame(FrameId),
}

/// A rectangle in CSS pixels, from the top left corner of the main document.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Clip {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// The rectangle of a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    pub(super) clip: Clip,
    pub(super) beyond_viewport: bool,
    /// It is exactly what the page's window shows.
    pub(super) whole_window: bool,
    /// A CSS pixel is a pixel of the screen.
    pub(super) unscaled: bool,
}

impl Page {
    /// Where an area is now.
    pub(super) async fn look(&self, area: &Area) -> Result<Sight> {
        let nothing = json!({});
        let metrics = self.ask("Page.getLayoutMetrics", &nothing, COMMAND_LIMIT);
        let (metrics, pixel_ratio) = tokio::try_join!(metrics, self.pixel_ratio())?;
        let number = |group: &str, key: &str| metrics[group][key].as_f64().unwrap_or_default();
        let visible = Clip {
            x: number("cssVisualViewport", "pageX"),
            y: number("cssVisualViewport", "pageY"),
            width: number("cssLayoutViewport", "clientWidth"),
            height: number("cssLayoutViewport", "clientHeight"),
        };
        let clip = match area {
            Area::Viewport => visible,
            Area::FullPage => Clip {
                x: 0.0,
                y: 0.0,
                width: number("cssContentSize", "width").max(visible.width),
                height: number("cssContentSize", "height").max(visible.height),
            },
            Area::Clip(clip) => *clip,
            Area::Frame(id) => {
                let rect = Frame::new(self.clone(), id.clone()).rect_in_page().await?;
                Clip {
                    x: rect.x + visible.x,
                    y: rect.y + visible.y,
                    ..rect
                }
            }
        };
        let clip = whole_pixels(clip, pixel_ratio)?;
        let whole_window = *area == Area::Viewport && clip == visible;
        let beyond_viewport = clip.x < visible.x
            || clip.y < visible.y
            || clip.x + clip.width > visible.x + visible.width
            || clip.y + clip.height > visible.y + visible.height;
        Ok(Sight {
            clip,
            beyond_viewport,
            whole_window,
            unscaled: (pixel_ratio - 1.0).abs() < f64::EPSILON,
        })
    }

    async fn pixel_ratio(&self) -> Result<f64> {
        let ratio = "() => devicePixelRatio";
        self.main_frame()
            .ask(World::Isolated, ratio, &[], RATIO_LIMIT)
            .await
    }
}

/// Whole device pixels, at least one, at most what can be drawn.
fn whole_pixels(clip: Clip, pixel_ratio: f64) -> Result<Clip> {
    let Clip {
        x,
        y,
        width,
        height,
    } = clip;
    if !(width >= 1.0 && height >= 1.0) {
        return Err(BrowserError::Capture {
            reason: format!("the area is {width} × {height} px"),
        });
    }
    let largest = MAX_EDGE / pixel_ratio;
    let (left, top) = (x.floor(), y.floor());
    Ok(Clip {
        x: left,
        y: top,
        width: ((x + width).ceil() - left).min(largest),
        height: ((y + height).ceil() - top).min(largest),
    })
}
