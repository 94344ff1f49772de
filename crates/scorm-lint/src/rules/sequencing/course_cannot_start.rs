//! SEQ022: No activity of an organization can ever be delivered.

use super::reach;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// No activity of an organization can ever be delivered.
    ///
    /// ## Why
    /// The course opens with an empty window.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false" flow="false"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="true" flow="false"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ022",
        name: "course-cannot-start",
        category: Sequencing,
        severity: Error,
        level: Basic,
        versions: SCORM_2004,
        adl: [],
        spec: "SN 4, Sequencing Behaviors",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for root in activities
        .list
        .iter()
        .filter(|activity| activity.parent.is_none())
    {
        if !root.is_leaf() && !reach::any_leaf(activities, root) {
            out.at(
                root.node,
                format!("nothing of the organization `{}` can start", root.id()),
            );
        }
    }
}
