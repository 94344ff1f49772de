//! RES024: A `file` has a query or fragment in its `href`.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A `file` has a query or fragment in its `href`.
    ///
    /// ## Why
    /// `file` names a file of the package, and no file has such a name; only the `href` of a resource
    /// is a URL to launch.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html?a=1">
    ///   <file href="index.html?a=1"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html?a=1">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES024",
        name: "query-in-file-href",
        category: Files,
        severity: Warning,
        level: Standard,
        adl: ["P-17"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write only the name of the file.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx.hrefs().iter().filter(|href| href.kind == HrefKind::File) {
        let (Some(name), Some(attribute)) = (href.file(), href.attribute) else {
            continue;
        };
        let path = href.written.split(['?', '#']).next().unwrap_or_default();
        if path != href.written && cx.file(name).is_none() {
            out.at(
                href.place(),
                format!("`{}` is not the name of a file", href.written),
            )
            .fix(
                format!("Write `{path}`"),
                vec![Edit::set_value(attribute, path)],
            );
        }
    }
}
