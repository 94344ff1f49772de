//! CON011: A frame has no title.

use super::documents::elements;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A frame has no title.
    ///
    /// ## Why
    /// Screen readers list frames by their titles; without one a learner must enter each to find
    /// out what is in it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><iframe src="page.html"></iframe></body></html>
    /// //- page.html
    /// <p>Tea</p>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><iframe src="page.html" title="Lesson"></iframe></body></html>
    /// //- page.html
    /// <p>Tea</p>
    /// ```
    pub static RULE = {
        code: "CON011",
        name: "frame-without-title",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 4.1.2 (A)",
        wcag: A,
        mend: "Add a `title` that says what the frame shows.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let frames = elements(cx).filter(|(_, element)| element.is_any(&["iframe", "frame"]));
    for (page, frame) in frames {
        let is_hidden = frame.has("hidden") || frame.value("aria-hidden") == Some("true");
        let title = frame.value("title").or_else(|| frame.value("aria-label"));
        if !is_hidden && title.is_none_or(str::is_empty) {
            out.at(page.at(frame.span), "the frame has no title");
        }
    }
}
