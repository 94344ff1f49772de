//! RES023: A resource lists the manifest as one of its files.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// A resource lists the manifest as one of its files.
    ///
    /// ## Why
    /// The manifest describes the package and is not part of any resource.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="imsmanifest.xml"/>
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
        code: "RES023",
        name: "manifest-listed-as-file",
        category: Files,
        severity: Info,
        level: Pedantic,
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Remove this `<file>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx.hrefs().iter().filter(|href| href.kind == HrefKind::File) {
        if href.file() == Some(MANIFEST) {
            out.at(href.place(), "the manifest is not a file of a resource")
                .fix("Remove this `<file>`", vec![Edit::remove(href.node)]);
        }
    }
}
