//! CON027: Text and its background are hard to tell apart.

use crate::rule::declare_rule;
use crate::style::StyleRule;
use crate::style::color::Color;
use crate::{Findings, LintCx, WcagLevel};

declare_rule! {
    /// Text and its background are hard to tell apart.
    ///
    /// ## Why
    /// People with weak eyes, and everybody in the sun, cannot read it. The guidelines want 4.5 to 1 (AA) or
    /// 7 to 1 (AAA); large text needs 3 and 4.5.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { color: #999; background: #fff }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { color: #595959; background: #fff }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON027",
        name: "low-contrast",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 1.4.3 (AA) and 1.4.6 (AAA)",
        mend: "Choose colours that differ more in lightness.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (sheet, rule) in cx.styles().rules() {
        let background = rule
            .declaration("background-color")
            .or_else(|| rule.declaration("background"));
        let (Some(text), Some(background)) = (rule.declaration("color"), background) else {
            continue;
        };
        let colors = (Color::parse(&text.value), Color::parse(&background.value));
        let (Some(color), Some(paper)) = colors else {
            continue;
        };
        if rule.selector.contains("disabled") {
            continue;
        }
        let ratio = color.contrast(paper);
        let (aa, aaa) = if is_large(rule) {
            (3.0, 4.5)
        } else {
            (4.5, 7.0)
        };
        let (level, least) = if ratio < aa {
            (WcagLevel::Aa, aa)
        } else if ratio < aaa && cx.settings.wcag_level == Some(WcagLevel::Aaa) {
            (WcagLevel::Aaa, aaa)
        } else {
            continue;
        };
        let (one, two) = (&text.value, &background.value);
        let message = format!("{one} on {two} has a contrast of {ratio:.1}; {least} is needed");
        sheet.report(out, text.span, message).wcag(level);
    }
}

/// At least 24 pixels, or 18.7 in bold.
fn is_large(rule: &StyleRule) -> bool {
    let size = rule.declaration("font-size").map_or("", |size| &size.value);
    let pixels = size
        .strip_suffix("px")
        .and_then(|number| number.trim().parse().ok());
    let pixels: f64 = pixels.unwrap_or_default();
    let weight = rule
        .declaration("font-weight")
        .map_or("", |weight| &weight.value);
    let is_bold = matches!(weight, "bold" | "bolder" | "700" | "800" | "900");
    pixels >= 24.0 || is_bold && pixels >= 18.66
}
