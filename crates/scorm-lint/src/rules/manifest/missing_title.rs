//! MAN021: An organization or item has no title.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

declare_rule! {
    /// An organization or item has no title.
    ///
    /// ## Why
    /// The title is what a learner sees in the table of contents; without it an LMS shows the
    /// identifier or nothing.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"/>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "MAN021",
        name: "missing-title",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.6.3.5", "30.6.3.6.6", "O-9", "I-11"],
        spec: "CAM 3, Content Packaging",
        mend: "Add a `<title>` as the first element of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for node in cx.organizations().chain(cx.items()) {
        if node.child(Vocabulary::Imscp, "title").is_none() {
            let id = node.attribute("identifier").map_or("", |id| id.value());
            out.at(node, format!("the {} `{id}` has no title", node.name()))
                .suggest(format!(
                    "Add a `<title>` as the first element of the {} {}.",
                    node.name(),
                    quoted(id)
                ));
        }
    }
}
