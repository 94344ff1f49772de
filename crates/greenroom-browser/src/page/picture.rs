//! Encoded pictures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// File format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageFormat {
    /// Lossless.
    #[default]
    Png,
    /// Lossy.
    Jpeg,
}

impl ImageFormat {
    /// Media type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    pub(super) fn cdp(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
        }
    }
}

/// An encoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its format.
    pub format: ImageFormat,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Image {
    /// None if the text stands for no picture of this format.
    pub(super) fn from_base64(text: &str, format: ImageFormat) -> Option<Self> {
        let bytes = STANDARD.decode(text).ok()?;
        let (width, height) = match format {
            ImageFormat::Png => png_size(&bytes),
            ImageFormat::Jpeg => jpeg_size(&bytes),
        }?;
        Some(Self {
            bytes,
            format,
            width,
            height,
        })
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    bytes.starts_with(b"\x89PNG").then_some(())?;
    Some((number(16)?, number(20)?))
}

/// Reads the first frame header: `FF C0…CF`, length, precision, height, width.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| {
        Some(u32::from(u16::from_be_bytes(
            bytes.get(at..at + 2)?.try_into().ok()?,
        )))
    };
    bytes.starts_with(&[0xFF, 0xD8]).then_some(())?;
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        let is_frame = matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC);
        if is_frame {
            return Some((number(at + 7)?, number(at + 5)?));
        }
        at += 2 + number(at + 2)? as usize;
    }
}
