//! SCH001: An element that the schemas do not know stands inside an element of the standard.

use super::names;
use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// An element that the schemas do not know stands inside an element of the standard.
    ///
    /// ## Why
    /// Strict LMSs refuse the manifest; the others ignore the element, and with it what it was meant to
    /// say.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:deliverycontrols tracked="false"/>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:deliveryControls tracked="false"/>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SCH001",
        name: "unknown-element",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-1", "X-6", "X-7"],
        spec: "CAM 3, Content Packaging",
        fix: Suggestion,
        mend: "Remove it, or write the element of {version} that is meant.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let FaultKind::UnknownElement { expected } = &fault.kind else {
            continue;
        };
        let message = format!(
            "<{}> has no element <{}>",
            names::parent(fault.node),
            fault.node.qualified_name()
        );
        match names::closest(fault.node.name(), expected) {
            None => {
                out.at(fault.node, message);
            }
            Some(close) => {
                let spans = names::in_tags(fault.node);
                let edits = spans.map(|span| Edit::new(MANIFEST, span, close)).collect();
                out.at(fault.node, format!("{message}; did you mean <{close}>?"))
                    .fix(format!("Rename to `{close}`"), edits);
            }
        }
    }
}
