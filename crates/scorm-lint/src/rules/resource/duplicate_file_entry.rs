//! RES022: A resource lists the same file twice.

use std::collections::BTreeSet;

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A resource lists the same file twice.
    ///
    /// ## Why
    /// It is harmless, and usually the trace of a merge that went wrong.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES022",
        name: "duplicate-file-entry",
        category: Files,
        severity: Info,
        level: Pedantic,
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Remove this second entry of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for href in cx.hrefs().iter().filter(|href| href.kind == HrefKind::File) {
        let (Some(name), Some(resource)) = (href.file(), href.node.parent()) else {
            continue;
        };
        if !seen.insert((resource.id(), name)) {
            out.at(href.place(), format!("`{name}` is listed already"))
                .fix(
                    format!("Remove this second entry of `{name}`"),
                    vec![Edit::remove(href.node)],
                );
        }
    }
}
