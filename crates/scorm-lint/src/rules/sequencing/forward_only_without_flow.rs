//! SEQ034: A cluster is forwardOnly but does not flow.

use scorm_package::xml::Vocabulary;

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster is forwardOnly but does not flow.
    ///
    /// ## Why
    /// forwardOnly forbids going back by flow; without flow there is nothing to forbid.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode forwardOnly="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode forwardOnly="true" flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ034",
        name: "forward-only-without-flow",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.1, Flow Tree Traversal Subprocess",
        mend: r#"Set `flow="true"` for {1}, or remove `forwardOnly`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities
        .clusters()
        .filter(|cluster| !activities.flows(cluster))
    {
        let mode = cluster.setting(Vocabulary::Imsss, "controlMode", "forwardOnly");
        if let Some(mode) = mode.filter(|mode| is_true(*mode, false)) {
            out.at(mode, format!("`{}` does not flow", cluster.id()));
        }
    }
}
