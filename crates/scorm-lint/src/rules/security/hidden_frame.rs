//! SEC011: A page loads another host in a frame that nobody sees.

use super::hosts::is_remote;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page loads another host in a frame that nobody sees.
    ///
    /// ## Why
    /// It is there to follow the learner or to attack another site.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><iframe src="https://ads.example.com/" width="0" height="0" title="x"></iframe></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><iframe src="https://video.example.com/" width="640" height="360" title="Video"></iframe></body></html>
    /// ```
    pub static RULE = {
        code: "SEC011",
        name: "hidden-frame",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Remove the frame.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        for frame in page
            .html
            .all("iframe")
            .filter(|frame| frame.value("src").is_some_and(is_remote))
        {
            let tiny = |name: &str| {
                let value = frame.value(name).unwrap_or_default().trim_end_matches("px");
                matches!(value, "0" | "1")
            };
            let style = frame
                .value("style")
                .unwrap_or_default()
                .to_ascii_lowercase()
                .replace(' ', "");
            let is_hidden = style.contains("display:none") || style.contains("visibility:hidden");
            if tiny("width") || tiny("height") || is_hidden || frame.has("hidden") {
                out.at(page.at(frame.span), "nobody sees this frame");
            }
        }
    }
}
