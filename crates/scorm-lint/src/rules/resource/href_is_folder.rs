//! RES030: A resource launches a folder.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A resource launches a folder.
    ///
    /// ## Why
    /// Whether a server shows an index page for a folder depends on the server; an LMS that serves
    /// packages mostly does not.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="pages/">
    ///   <file href="pages/index.html"/>
    /// </resource>
    /// //- pages/index.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="pages/index.html">
    ///   <file href="pages/index.html"/>
    /// </resource>
    /// //- pages/index.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "RES030",
        name: "href-is-folder",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["R-11"],
        spec: "CAM 3, Content Packaging",
        mend: "Write the page inside {1} that is to be launched.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Resource)
    {
        if href.file().is_some_and(|name| name.ends_with('/')) {
            out.at(href.place(), format!("`{}` is a folder", href.written));
        }
    }
}
