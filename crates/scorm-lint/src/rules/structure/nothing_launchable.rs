//! STC004: An organization has items, but none of them leads to anything that can be launched.

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An organization has items, but none of them leads to anything that can be launched.
    ///
    /// ## Why
    /// The course opens, and there is nothing in it.
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
        code: "STC004",
        name: "nothing-launchable",
        category: Structure,
        severity: Error,
        level: Basic,
        adl: ["P-24"],
        spec: "CAM 3, Content Packaging",
        mend: "Give an item of {1} an `identifierref` to a resource that has an `href`.",
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
        if !root.is_leaf() && !leads_somewhere(cx, root.node) {
            let message = format!(
                "nothing in the organization `{}` can be launched",
                root.id()
            );
            out.at(root.node, message);
        }
    }
}

fn leads_somewhere(cx: &LintCx<'_>, node: Node<'_>) -> bool {
    // In SCORM 1.2 an item with children may be launched as well.
    let resource = cx.resource_of(node);
    resource.is_some_and(|resource| resource.attribute("href").is_some())
        || node
            .children_named(Vocabulary::Imscp, "item")
            .any(|item| leads_somewhere(cx, item))
}
