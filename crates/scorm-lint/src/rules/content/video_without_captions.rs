//! CON014: A video has no captions.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A video has no captions.
    ///
    /// ## Why
    /// Who cannot hear it, or sits where sound must be off, misses what is said.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><video src="tea.mp4" controls></video></body></html>
    /// //- tea.mp4
    /// (video)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><video src="tea.mp4" controls><track kind="captions" src="tea.vtt" srclang="en"></video></body></html>
    /// //- tea.mp4
    /// (video)
    /// //- tea.vtt
    /// WEBVTT
    /// ```
    pub static RULE = {
        code: "CON014",
        name: "video-without-captions",
        category: Accessibility,
        severity: Info,
        level: Strict,
        spec: "WCAG 2.2, 1.2.2 (A)",
        wcag: A,
        mend: r#"Add a `<track kind="captions">` with the captions of the video."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        let elements = &page.html.elements;
        for (at, video) in elements
            .iter()
            .enumerate()
            .filter(|(_, element)| element.name == "video")
        {
            let mut inside = elements[at + 1..]
                .iter()
                .take_while(|element| element.inside.media);
            if !video.has("muted") && !inside.any(|element| element.name == "track") {
                out.at(page.at(video.span), "the video has no captions");
            }
        }
    }
}
