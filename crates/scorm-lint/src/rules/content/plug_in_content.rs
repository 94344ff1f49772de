//! CON021: A page shows content through a browser plug-in.

use super::documents::elements;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page shows content through a browser plug-in.
    ///
    /// ## Why
    /// No browser runs Flash, Java applets or ActiveX any more: the learner sees an empty box.
    ///
    /// ## Example
    /// ```package
    /// //- movie.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><object data="game.swf" type="application/x-shockwave-flash"></object></body></html>
    /// //- game.swf
    /// (a movie)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- movie.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><video src="game.mp4" controls><track src="game.vtt"></video></body></html>
    /// //- game.mp4
    /// (video)
    /// //- game.vtt
    /// WEBVTT
    /// ```
    pub static RULE = {
        code: "CON021",
        name: "plug-in-content",
        category: BrowserSupport,
        severity: Warning,
        level: Standard,
        mend: "Replace it by HTML, SVG, `<video>` or `<audio>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const PLUG_INS: &[&str] = &["applet", "object", "embed"];
    for (page, element) in elements(cx).filter(|(_, element)| element.is_any(PLUG_INS)) {
        let kind = element
            .value("type")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let source = element
            .value("data")
            .or_else(|| element.value("src"))
            .unwrap_or_default();
        let source = source
            .split(['?', '#'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let plugin = match element.name.as_str() {
            "applet" => Some("a Java applet"),
            "object" | "embed"
                if kind.contains("flash") || source.rsplit('.').next() == Some("swf") =>
            {
                Some("Flash")
            }
            "object" | "embed" if kind.contains("java") => Some("a Java applet"),
            "object"
                if element
                    .value("classid")
                    .is_some_and(|id| id.starts_with("clsid:")) =>
            {
                Some("ActiveX")
            }
            _ => None,
        };
        if let Some(plugin) = plugin {
            let message = format!("this is {plugin}, which no browser runs");
            out.at(page.at(element.span), message);
        }
    }
}
