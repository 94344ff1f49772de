//! SCH004: An element that the schema demands is missing.

use super::names;
use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element that the schema demands is missing.
    ///
    /// ## Why
    /// Without it the element around it says nothing an LMS can use; validating LMSs refuse the
    /// manifest.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:objective objectiveID="obj1"/>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="obj0"/>
    ///     <imsss:objective objectiveID="obj1"/>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SCH004",
        name: "missing-element",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-1", "X-10", "X-13", "X-14", "X-16", "X-17", "30.6", "30.7", "S-8", "S-18", "S-31", "S-33", "S-48", "S-51", "I-22", "M-9", "M-10"],
        spec: "CAM 3, Content Packaging",
        mend: "Add the missing element.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let FaultKind::MissingElement { name } = &fault.kind else {
            continue;
        };
        // A rule of the structure family says it in its own words.
        if *name == "item" {
            continue;
        }
        let element = names::with_prefix(fault.node, name);
        out.at(
            fault.node,
            format!("<{}> has no <{element}>", fault.node.qualified_name()),
        )
        .suggest(format!(
            "Add `<{element}>` to `<{}>`.",
            fault.node.qualified_name()
        ));
    }
}
