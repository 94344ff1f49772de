//! MAN015: A manifest holds another manifest.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A manifest holds another manifest.
    ///
    /// ## Why
    /// Sub-manifests are not part of SCORM 2004 and are ignored by LMSs, so what they hold cannot be
    /// launched.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <organizations/>
    ///   <resources/>
    ///   <manifest identifier="m2"><organizations/><resources/></manifest>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <organizations/>
    ///   <resources/>
    /// </manifest>
    /// ```
    pub static RULE = {
        code: "MAN015",
        name: "sub-manifest",
        category: Manifest,
        severity: Warning,
        level: Standard,
        adl: ["P-6"],
        spec: "CAM 3, Content Packaging",
        mend: "Move the items and resources of the inner manifest into the outer one.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(root) = cx.root() else { return };
    for inner in root.children_named(Vocabulary::Imscp, "manifest") {
        out.at(inner, "a manifest inside the manifest is ignored");
    }
}
