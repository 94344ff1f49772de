//! Colors that are written out, and the contrast between two of them.

/// Red, green and blue from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(u8, u8, u8);

impl Color {
    /// An opaque color: `#fff`, `#ffffff`, `rgb(…)` or one of the sixteen first names.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(hex) = text.strip_prefix('#') {
            return Self::from_hex(hex);
        }
        if let Some(inside) = text.strip_prefix("rgb(").and_then(|t| t.strip_suffix(')')) {
            let mut parts = inside.split([',', ' ']).filter(|part| !part.is_empty());
            let mut next = || parts.next()?.parse::<u8>().ok();
            let color = Self(next()?, next()?, next()?);
            return parts.next().is_none().then_some(color);
        }
        let named = NAMED.iter().find(|(name, _)| *name == text);
        named.map(|(_, color)| *color)
    }

    fn from_hex(hex: &str) -> Option<Self> {
        let digit = |at: usize| -> Option<u8> {
            let digit = hex.get(at..=at)?;
            u8::from_str_radix(digit, 16).ok()
        };
        match hex.len() {
            3 => Some(Self(digit(0)? * 17, digit(1)? * 17, digit(2)? * 17)),
            6 => Some(Self(
                digit(0)? * 16 + digit(1)?,
                digit(2)? * 16 + digit(3)?,
                digit(4)? * 16 + digit(5)?,
            )),
            _ => None,
        }
    }

    /// WCAG 2.2, relative luminance.
    fn luminance(self) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(self.0) + 0.7152 * channel(self.1) + 0.0722 * channel(self.2)
    }

    /// WCAG 2.2, contrast ratio: from 1 to 21.
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }
}

const NAMED: &[(&str, Color)] = &[
    ("black", Color(0, 0, 0)),
    ("silver", Color(192, 192, 192)),
    ("gray", Color(128, 128, 128)),
    ("grey", Color(128, 128, 128)),
    ("white", Color(255, 255, 255)),
    ("maroon", Color(128, 0, 0)),
    ("red", Color(255, 0, 0)),
    ("purple", Color(128, 0, 128)),
    ("fuchsia", Color(255, 0, 255)),
    ("green", Color(0, 128, 0)),
    ("lime", Color(0, 255, 0)),
    ("olive", Color(128, 128, 0)),
    ("yellow", Color(255, 255, 0)),
    ("navy", Color(0, 0, 128)),
    ("blue", Color(0, 0, 255)),
    ("teal", Color(0, 128, 128)),
    ("aqua", Color(0, 255, 255)),
];

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn contrast_as_the_guidelines_count_it() {
        for (one, two, want) in [
            ("#000", "white", 21.0),
            ("#777777", "#fff", 4.48),
            ("rgb(118, 118, 118)", "#ffffff", 4.54),
            ("red", "red", 1.0),
        ] {
            let ratio = Color::parse(one)
                .unwrap()
                .contrast(Color::parse(two).unwrap());
            assert!((ratio - want).abs() < 0.01, "{one} on {two}: {ratio}");
        }
        for text in ["transparent", "rgba(0,0,0,.5)", "#ff", "var(--x)", ""] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }
}
