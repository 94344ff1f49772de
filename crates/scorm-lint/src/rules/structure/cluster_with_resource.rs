//! STC002: An item with children refers to a resource.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, Severity};

declare_rule! {
    /// An item with children refers to a resource.
    ///
    /// ## Why
    /// Only leaves are launched, so the page is never shown. In SCORM 1.2 some LMSs show it, others do
    /// not.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    /// </item>
    /// ```
    pub static RULE = {
        code: "STC002",
        name: "cluster-with-resource",
        category: Structure,
        severity: Error,
        level: Standard,
        adl: ["30.6.3.6.2.3", "I-4"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: "Move the resource to an item of its own below this one.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for item in cx.items() {
        let Some(reference) = item.attribute("identifierref") else {
            continue;
        };
        if item.child(Vocabulary::Imscp, "item").is_some() {
            let draft = out.at(reference, "an item with children is never launched");
            draft.fix(
                "Remove the reference",
                vec![Edit::remove_attribute(item, reference)],
            );
            if !cx.version.is_2004() {
                draft.severity(Severity::Info);
            }
        }
    }
}
