//! PRF001: A picture is larger than the budget.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A picture is larger than the budget.
    ///
    /// ## Why
    /// A photo as it comes from the camera has ten times the pixels a screen shows. The budget is
    /// the setting `image_kb` (500).
    ///
    /// ## Example
    /// ```package
    /// //- ?size 3145728 photo.jpg
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?size 131072 photo.jpg
    /// ```
    pub static RULE = {
        code: "PRF001",
        name: "picture-too-large",
        category: Performance,
        severity: Warning,
        level: Standard,
        mend: "Scale the picture to the size at which it is shown, and compress it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const PICTURES: &[&str] = &[
        "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
    ];
    let budget = cx.settings.thresholds.image_kb;
    for file in cx.files_of_type(PICTURES) {
        let kilobytes = file.size as f64 / 1024.0;
        if kilobytes > budget {
            let message = format!("the picture has {kilobytes:.0} KB; the budget is {budget} KB");
            out.at(Place::file(&file.name), message);
        }
    }
}
