//! RES020: An item refers to a resource that does not exist.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An item refers to a resource that does not exist.
    ///
    /// ## Why
    /// There is nothing to launch when the learner gets there.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="lesson"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "RES020",
        name: "dangling-identifierref",
        category: Files,
        severity: Error,
        level: Basic,
        adl: ["30.6.3.6.2.2", "I-3"],
        spec: "CAM 3, Content Packaging",
        mend: "Write the identifier of a resource instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut others = BTreeSet::new();
    if let Some(root) = cx.root() {
        // What refers into a sub-manifest has a rule of its own.
        for inner in root.children_named(Vocabulary::Imscp, "manifest") {
            super::graph::identifiers(inner, &mut others);
        }
    }
    for item in cx.items() {
        let Some(reference) = item.attribute("identifierref") else {
            continue;
        };
        let id = reference.value();
        if cx.resource(id).is_none() && !others.contains(id.trim()) {
            super::graph::no_such_resource(cx, out, reference);
        }
    }
}
