//! STC007: All items that can be launched are hidden from the table of contents.

use scorm_package::xml::{Node, Vocabulary};

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// All items that can be launched are hidden from the table of contents.
    ///
    /// ## Why
    /// With `isvisible="false"` on all of them the learner has nothing to choose.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1" isvisible="false"><title>One</title></item>
    /// <item identifier="i2" identifierref="r1" isvisible="false"><title>Two</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1" isvisible="false"><title>One</title></item>
    /// <item identifier="i2" identifierref="r1"><title>Two</title></item>
    /// ```
    pub static RULE = {
        code: "STC007",
        name: "all-items-hidden",
        category: Structure,
        severity: Warning,
        level: Standard,
        spec: "CAM 3, Content Packaging",
        mend: "Make at least one item visible.",
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
        let flows = root.control("flow", false);
        let leaves: Vec<_> = leaves(root.node);
        let hidden = |leaf: &Node<'_>| {
            leaf.attribute("isvisible")
                .is_some_and(|visible| !is_true(visible, true))
        };
        if !flows && leaves.len() > 1 && leaves.iter().all(hidden) {
            out.at(root.node, "no item of this organization is visible");
        }
    }
}

fn leaves(node: Node<'_>) -> Vec<Node<'_>> {
    let items: Vec<_> = node.children_named(Vocabulary::Imscp, "item").collect();
    if items.is_empty() {
        vec![node]
    } else {
        items.into_iter().flat_map(leaves).collect()
    }
}
