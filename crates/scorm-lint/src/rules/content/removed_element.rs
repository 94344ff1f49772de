//! CON022: A page uses an element that HTML no longer has.

use super::documents::elements;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page uses an element that HTML no longer has.
    ///
    /// ## Why
    /// Browsers ignore it or may drop it any time.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><marquee>News</marquee></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><p>News</p></body></html>
    /// ```
    pub static RULE = {
        code: "CON022",
        name: "removed-element",
        category: BrowserSupport,
        severity: Info,
        level: Standard,
        mend: "Replace {1} by an element that browsers know, and style it by CSS.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const REMOVED: &[&str] = &[
        "basefont",
        "bgsound",
        "blink",
        "isindex",
        "keygen",
        "layer",
        "ilayer",
        "listing",
        "marquee",
        "multicol",
        "nextid",
        "plaintext",
        "spacer",
        "xmp",
    ];
    for (page, element) in elements(cx).filter(|(_, element)| element.is_any(REMOVED)) {
        let message = format!("HTML has no `{}` any more", element.name);
        out.at(page.at(element.span), message);
    }
}
