//! PNG pictures, recompressed without loss.

use std::io::Cursor;

use image::{ImageFormat, ImageReader};
use oxipng::{Options, StripChunks};

/// Pixels of a picture, unpacked: larger ones are left alone.
const MOST_BYTES: usize = 256 << 20;

/// The picture with the same pixels and the same chunks in fewer bytes.
pub(super) fn smaller(bytes: &[u8]) -> Option<Vec<u8>> {
    let options = Options {
        // How a picture builds up while it loads can be seen.
        interlace: None,
        // Colors depend on chunks that look like notes.
        strip: StripChunks::None,
        max_decompressed_size: Some(MOST_BYTES),
        ..Options::from_preset(2)
    };
    let new = oxipng::optimize_from_memory(bytes, &options).ok()?;
    // An animation has more pictures than are compared here.
    let is_animated = bytes.windows(4).any(|chunk| chunk == b"acTL");
    (!is_animated && pixels(bytes)? == pixels(&new)?).then_some(new)
}

/// Do two PNG pictures show the same, pixel by pixel?
pub fn same_picture(one: &[u8], other: &[u8]) -> bool {
    matches!((pixels(one), pixels(other)), (Some(one), Some(other)) if one == other)
}

/// Size and pixels, each channel with 16 bits.
fn pixels(bytes: &[u8]) -> Option<(u32, u32, Vec<u16>)> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_BYTES as u64);
    reader.limits(limits);
    let picture = reader.decode().ok()?.into_rgba16();
    Some((picture.width(), picture.height(), picture.into_raw()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgba, RgbaImage};

    use super::{pixels, smaller};

    #[test]
    fn pictures_get_smaller_and_stay_the_same() {
        let picture = RgbaImage::from_fn(64, 64, |x, y| {
            Rgba([(x / 16 * 80) as u8, 0, (y / 32 * 200) as u8, 255])
        });
        let mut bytes = Vec::new();
        picture
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        let new = smaller(&bytes).unwrap();
        assert!(new.len() < bytes.len(), "{} of {}", new.len(), bytes.len());
        assert_eq!(pixels(&new), pixels(&bytes));
        assert_eq!(smaller(b"no picture"), None);
        assert_eq!(smaller(&bytes[..bytes.len() / 2]), None);
    }
}
