//! Files that name others: which they are, and how they are read.

use std::io::{self, Read};

use scorm_package::decode_web;

/// A text that is read whole; of larger ones, stretches.
const WHOLE: u64 = 8 << 20;
/// How much of a larger text is looked at together, and what two stretches share.
const STRETCH: usize = 4 << 20;
const SHARED: usize = 4 << 10;

/// Files that may name others.
pub(crate) const TEXTS: &[&str] = &[
    "html",
    "htm",
    "xhtml",
    "shtml",
    "js",
    "mjs",
    "cjs",
    "css",
    "json",
    "xml",
    "svg",
    "txt",
    "vtt",
    "srt",
    "md",
    "csv",
    "webmanifest",
    "xsl",
    "xslt",
    "ttml",
    "smil",
    "m3u8",
    "mpd",
    "ini",
    "lang",
    "properties",
    "tpl",
    "hbs",
    "mustache",
    "vue",
    "jsx",
    "ts",
    "less",
    "scss",
    "map",
    "yaml",
    "yml",
    "php",
    "asp",
    "aspx",
    "jsp",
    "cfm",
];
/// Texts in which strings may be put together to names.
pub(crate) const CODE: &[&str] = &[
    "html", "htm", "xhtml", "shtml", "js", "mjs", "cjs", "json", "xml", "svg", "vue", "jsx", "ts",
];
/// Programs that load files by names which nobody can see from outside.
pub(crate) const OPAQUE: &[&str] = &[
    "swf", "dcr", "jar", "class", "unity3d", "unityweb", "wasm", "pck", "exe", "xap",
];

pub(crate) fn is_of_type(path: &str, extensions: &[&str]) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let own = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    extensions
        .iter()
        .any(|known| known.eq_ignore_ascii_case(own))
}

/// A text, or a stretch of a large one.
pub(crate) struct Part<'t> {
    /// With plain slashes, as names are looked for.
    pub(crate) plain: Vec<u8>,
    /// As it is written, if it is whole, UTF-8, and every place in `plain` is the same in it.
    pub(crate) written: Option<&'t str>,
}

/// Reads a text whole, or in stretches that overlap by more than a name.
pub(crate) fn read(
    size: u64,
    mut reader: Box<dyn Read + '_>,
    mut found: impl FnMut(&Part<'_>),
) -> io::Result<()> {
    if size <= WHOLE {
        let mut bytes = Vec::new();
        reader.take(WHOLE).read_to_end(&mut bytes)?;
        let text = std::str::from_utf8(&bytes);
        let decoded = text.map_or_else(|_| decode_web(&bytes, None), Into::into);
        let plain = without_escaped_slashes(decoded.as_bytes());
        let written = text.ok().filter(|text| text.len() == plain.len());
        found(&Part { plain, written });
        return Ok(());
    }
    let mut stretch = Vec::with_capacity(STRETCH + SHARED);
    loop {
        let read = (&mut reader)
            .take(STRETCH as u64)
            .read_to_end(&mut stretch)?;
        found(&Part {
            plain: without_escaped_slashes(&stretch),
            written: None,
        });
        if read < STRETCH {
            return Ok(());
        }
        stretch.drain(..stretch.len() - SHARED);
    }
}

/// JSON writes `\/` for `/`, and some write `\` for it.
fn without_escaped_slashes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter().peekable();
    while let Some(byte) = bytes.next() {
        if *byte == b'\\' && matches!(bytes.peek(), Some(b'/' | b'\\')) {
            bytes.next();
            plain.push(b'/');
        } else {
            plain.push(*byte);
        }
    }
    plain
}
