//! STC008: An item with children is hidden, its children are not.

use scorm_package::xml::{Node, Vocabulary};

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An item with children is hidden, its children are not.
    ///
    /// ## Why
    /// `isvisible` hides one line of the table of contents; the children stay visible and seem to
    /// belong to the item above.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" isvisible="false">
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
        code: "STC008",
        name: "hidden-cluster",
        category: Structure,
        severity: Info,
        level: Pedantic,
        versions: SCORM_2004,
        spec: "CAM 3, Content Packaging",
        mend: "Hide the children as well, or show this item.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let hidden = |item: Node<'_>| {
        item.attribute("isvisible")
            .is_some_and(|visible| !is_true(visible, true))
    };
    for item in cx.items().filter(|item| hidden(*item)) {
        let mut children = item.children_named(Vocabulary::Imscp, "item");
        if children.any(|child| !hidden(child)) {
            out.at(item, "the children of this hidden item are visible");
        }
    }
}
