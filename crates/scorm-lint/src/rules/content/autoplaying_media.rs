//! CON013: Sound or video begins by itself.

use super::documents::elements;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Sound or video begins by itself.
    ///
    /// ## Why
    /// It talks over screen readers and disturbs others in the room; browsers block it anyway until
    /// the learner clicks.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><audio src="intro.mp3" autoplay></audio></body></html>
    /// //- intro.mp3
    /// (sound)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><audio src="intro.mp3" controls></audio></body></html>
    /// //- intro.mp3
    /// (sound)
    /// ```
    pub static RULE = {
        code: "CON013",
        name: "autoplaying-media",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 1.4.2 (A)",
        wcag: A,
        mend: "Remove `autoplay`, or add `muted`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let media = elements(cx).filter(|(_, element)| element.is_any(&["audio", "video"]));
    for (page, element) in media.filter(|(_, element)| !element.has("muted")) {
        if let Some(autoplay) = element.attribute("autoplay") {
            out.at(page.at(autoplay.span), "this begins to play by itself");
        }
    }
}
