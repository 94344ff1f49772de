//! SCH003: The elements inside an element are not in the order of the schema.

use scorm_package::xml::Node;

use super::names;
use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// The elements inside an element are not in the order of the schema.
    ///
    /// ## Why
    /// Validating LMSs refuse the manifest, and readers that expect the order overlook what comes too
    /// late.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <imsss:sequencing><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    ///   <title>Lesson</title>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Lesson</title>
    ///   <imsss:sequencing><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    /// </item>
    /// ```
    pub static RULE = {
        code: "SCH003",
        name: "element-out-of-order",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-1", "X-2", "X-7", "X-10", "X-14", "R-19"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Put the elements into the order of the schema.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let (node, name) = (fault.node, fault.node.qualified_name());
        let parent = names::parent(node);
        match &fault.kind {
            FaultKind::ElementTooEarly { neighbour } => {
                let other = neighbour.qualified_name();
                out.at(
                    node,
                    format!("<{name}> must come after <{other}> in <{parent}>"),
                )
                .fix(
                    format!("Move it behind <{other}>"),
                    move_to(node, neighbour.span().end),
                );
            }
            FaultKind::ElementTooLate { neighbour } => {
                let other = neighbour.qualified_name();
                let edits = move_to(node, neighbour.span().start);
                out.at(
                    node,
                    format!("<{name}> must come before <{other}> in <{parent}>"),
                )
                .fix(format!("Move it in front of <{other}>"), edits);
            }
            _ => {}
        }
    }
}

/// Cuts an element out and puts it where byte `at` is, on a line of its own.
fn move_to(node: Node<'_>, at: u32) -> Vec<Edit> {
    let text = node.span().of(node.document().text());
    let new_text = if at < node.span().start {
        format!("{text}\n")
    } else {
        format!("\n{text}")
    };
    vec![Edit::insert(at, new_text), Edit::remove(node)]
}
