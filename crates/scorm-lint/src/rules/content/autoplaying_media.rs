//! CON013: Sound or video begins by itself.

use super::documents::at_attribute;
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
        versions: ALL,
        adl: [],
        spec: "WCAG 2.2, 1.4.2 (A)",
        wcag: A,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        let media = page
            .html
            .elements
            .iter()
            .filter(|e| matches!(e.name.as_str(), "audio" | "video"));
        for element in media.filter(|element| !element.has("muted")) {
            if let Some(autoplay) = element.attribute("autoplay") {
                out.at(
                    at_attribute(page, autoplay),
                    "this begins to play by itself",
                );
            }
        }
    }
}
