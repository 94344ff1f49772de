//! RES025: A resource launches a file that a browser does not show as a page.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A resource launches a file that a browser does not show as a page.
    ///
    /// ## Why
    /// Server-side pages are not run by an LMS, Flash is gone from browsers, and documents are
    /// downloaded; none of them can use the API.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="lesson.swf">
    ///   <file href="lesson.swf"/>
    /// </resource>
    /// //- lesson.swf
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES025",
        name: "unlaunchable-file-type",
        category: Files,
        severity: Warning,
        level: Standard,
        spec: "CAM 2, Content Model",
        mend: "Launch an HTML page that shows this file.",
        since: "0.1.0",
    }
}

const NEVER: &[&str] = &[
    "php", "asp", "aspx", "jsp", "cgi", "pl", "cfm", "swf", "exe", "jar",
];
const NO_SCO: &[&str] = &[
    "pdf", "doc", "docx", "ppt", "pptx", "xls", "xlsx", "odt", "odp", "zip", "mp3", "mp4", "m4a",
    "m4v", "mov", "avi", "wmv", "ogg", "webm", "png", "jpg", "jpeg", "gif", "svg", "css", "js",
    "json", "txt",
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Resource)
    {
        let Some((_, extension)) = href.file().and_then(|name| name.rsplit_once('.')) else {
            continue;
        };
        let extension = extension.to_ascii_lowercase();
        let kind = cx.scorm_type(href.node);
        let is_sco = kind.is_some_and(|kind| kind.value().trim().eq_ignore_ascii_case("sco"));
        if NEVER.contains(&extension.as_str()) || is_sco && NO_SCO.contains(&extension.as_str()) {
            out.at(
                href.place(),
                format!("a .{extension} file is not a page that can be launched"),
            );
        }
    }
}
