//! MAN016: An item refers to something inside a sub-manifest.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An item refers to something inside a sub-manifest.
    ///
    /// ## Why
    /// Sub-manifests are ignored by LMSs, so the item has nothing to launch.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <organizations default="o1">
    ///     <organization identifier="o1"><title>T</title>
    ///       <item identifier="i1" identifierref="m2"><title>T</title></item>
    ///     </organization>
    ///   </organizations>
    ///   <resources/>
    ///   <manifest identifier="m2"><organizations/><resources/></manifest>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "MAN016",
        name: "reference-into-sub-manifest",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-7", "31.2.1"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy the resource {1} from the sub-manifest into `<resources>` of the outer manifest.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(root) = cx.root() else { return };
    let mut inside = BTreeSet::new();
    for inner in root.children_named(Vocabulary::Imscp, "manifest") {
        crate::rules::resource::graph::identifiers(inner, &mut inside);
    }
    for item in cx.items() {
        if let Some(reference) = item.attribute("identifierref")
            && inside.contains(reference.value().trim())
        {
            let message = format!("`{}` is inside a sub-manifest", reference.value());
            out.at(reference, message);
        }
    }
}
