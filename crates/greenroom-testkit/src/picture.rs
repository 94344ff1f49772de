//! Pictures that tests look at, pixel by pixel.

use image::RgbImage;

/// How far two values of a colour may lie apart and still look the same.
const TOLERANCE: u8 = 8;

/// A decoded picture.
#[derive(Debug)]
pub struct Picture(RgbImage);

impl Picture {
    /// Decodes a PNG or JPEG; panics on anything else.
    pub fn decode(bytes: &[u8]) -> Self {
        let picture = image::load_from_memory(bytes).expect("a picture");
        Self(picture.into_rgb8())
    }

    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        self.0.dimensions()
    }

    /// Red, green and blue of a pixel.
    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.0.get_pixel(x, y).0
    }

    /// Whether all pixels look the same.
    pub fn is_blank(&self) -> bool {
        let first = self.at(0, 0);
        self.0.pixels().all(|pixel| {
            let values = pixel.0.iter().zip(first);
            values.into_iter().all(|(a, b)| a.abs_diff(b) <= TOLERANCE)
        })
    }
}
