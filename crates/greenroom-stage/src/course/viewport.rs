//! Sizes of the course's frame: presets, and what may be asked for.

use greenroom_browser::Viewport as Screen;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A size that a caller asks for.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewportParams {
    /// Preset: 1366x768, 1024x1366, 390x844
    #[serde(default)]
    pub device: Option<Device>,
    // CSS pixels
    /// CSS pixels
    #[schemars(range(min = 320, max = 7680))]
    #[serde(default)]
    pub width: Option<u32>,
    // CSS pixels
    /// CSS pixels
    #[schemars(range(min = 240, max = 4320))]
    #[serde(default)]
    pub height: Option<u32>,
    /// Pixel ratio
    #[schemars(range(min = 0.5, max = 4.0))]
    #[serde(default)]
    pub scale: Option<f64>,
}

/// A preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    Desktop,
    Tablet,
    Mobile,
}

/// The size that a course plays at.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Viewport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<Device>,
    pub width: u32,
    pub height: u32,
    pub scale: f64,
}

impl From<ViewportParams> for Viewport {
    fn from(params: ViewportParams) -> Self {
        let (width, height) = match params.device {
            None => (1024, 768),
            Some(Device::Desktop) => (1366, 768),
            Some(Device::Tablet) => (1024, 1366),
            Some(Device::Mobile) => (390, 844),
        };
        Self {
            device: params.device,
            width: params.width.unwrap_or(width),
            height: params.height.unwrap_or(height),
            scale: params.scale.unwrap_or(1.0),
        }
    }
}

impl Viewport {
    pub fn screen(self) -> Screen {
        Screen {
            width: self.width,
            height: self.height,
            scale: self.scale,
            touch: matches!(self.device, Some(Device::Tablet | Device::Mobile)),
            mobile: self.device == Some(Device::Mobile),
        }
    }
}
