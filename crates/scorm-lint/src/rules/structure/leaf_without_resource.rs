//! STC001: An item without children refers to no resource.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Severity};

declare_rule! {
    /// An item without children refers to no resource.
    ///
    /// ## Why
    /// The learner can choose it, and nothing is shown. In SCORM 1.2 it is allowed as a heading.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "STC001",
        name: "leaf-without-resource",
        category: Structure,
        severity: Error,
        level: Standard,
        adl: ["30.6.3.6.2.4", "I-5"],
        spec: "CAM 3, Content Packaging",
        mend: "Give the item {1} an `identifierref` or items of its own, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for item in cx.items() {
        let leaf = item.child(Vocabulary::Imscp, "item").is_none();
        if leaf && item.attribute("identifierref").is_none() {
            let id = item.attribute("identifier").map_or("", |id| id.value());
            let draft = out.at(
                item,
                format!("the item `{id}` has neither children nor a resource"),
            );
            if !cx.version.is_2004() {
                draft.severity(Severity::Info);
            }
        }
    }
}
