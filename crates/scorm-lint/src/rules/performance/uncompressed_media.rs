//! PRF003: A picture, sound or video is in a format without good compression.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A picture, sound or video is in a format without good compression.
    ///
    /// ## Why
    /// The same content takes a tenth of the size as JPEG, PNG, MP3 or MP4, and browsers may not
    /// show it at all.
    ///
    /// ## Example
    /// ```package
    /// //- intro.wav
    /// (sound)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- intro.mp3
    /// (sound)
    /// ```
    pub static RULE = {
        code: "PRF003",
        name: "uncompressed-media",
        category: Performance,
        severity: Info,
        level: Standard,
        mend: "Convert {1} to a compressed format.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const RAW: &[&str] = &[
        "aif", "aiff", "avi", "bmp", "psd", "tif", "tiff", "wav", "wmv",
    ];
    for file in cx.files_of_type(RAW) {
        let message = format!("`{}` is hardly compressed", file.name);
        out.at(Place::file(&file.name), message);
    }
}
