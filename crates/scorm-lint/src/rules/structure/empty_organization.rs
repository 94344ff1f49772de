//! STC003: An organization has no items.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An organization has no items.
    ///
    /// ## Why
    /// There is nothing to launch in it.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1"><title>Course</title></organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "STC003",
        name: "empty-organization",
        category: Structure,
        severity: Error,
        level: Basic,
        adl: ["30.6.3.6", "O-10"],
        spec: "CAM 3, Content Packaging",
        mend: "Add an `<item>` to the organization {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for organization in cx.organizations() {
        if organization.child(Vocabulary::Imscp, "item").is_none() {
            let id = organization
                .attribute("identifier")
                .map_or("", |id| id.value());
            out.at(
                organization,
                format!("the organization `{id}` has no items"),
            );
        }
    }
}
