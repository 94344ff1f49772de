//! RES015: The name of a file has no extension.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The name of a file has no extension.
    ///
    /// ## Why
    /// Servers tell the type of a file by its extension; without one a browser may offer the page as a
    /// download.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="start">
    ///   <file href="start"/>
    /// </resource>
    /// //- start
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES015",
        name: "href-without-extension",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Strict,
        adl: ["R-11", "R-21"],
        spec: "CAM 3, Content Packaging",
        mend: "Rename {1} with its extension, such as `.html`, and change the href.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind != HrefKind::Location)
    {
        let Some(name) = href.file().filter(|name| !name.ends_with('/')) else {
            continue;
        };
        let last = name.rsplit('/').next().unwrap_or_default();
        if !last.trim_end_matches('.').contains('.') {
            out.at(href.place(), format!("`{last}` has no extension"));
        }
    }
}
