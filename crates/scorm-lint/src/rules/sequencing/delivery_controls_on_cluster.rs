//! SEQ051: A cluster claims that its content sets completion or satisfaction.

use scorm_package::xml::{Node, Vocabulary};

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster claims that its content sets completion or satisfaction.
    ///
    /// ## Why
    /// A cluster has no content: its status comes from its children. The setting has no effect.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <imsss:sequencing><imsss:deliveryControls completionSetByContent="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:deliveryControls completionSetByContent="true"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ051",
        name: "delivery-controls-on-cluster",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Remove it, or move it to the leaves that it is meant for.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for cluster in cx.activities().clusters() {
        let own = cluster
            .own
            .and_then(|own| own.child(Vocabulary::Imsss, "deliveryControls"));
        for attribute in own.into_iter().flat_map(Node::attributes) {
            if attribute.name().ends_with("SetByContent") && is_true(attribute, false) {
                let message = format!("{} has no effect on a cluster", attribute.name());
                out.at(attribute, message);
            }
        }
    }
}
