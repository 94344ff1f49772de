//! SEQ020: A cluster allows neither choice nor flow.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster allows neither choice nor flow.
    ///
    /// ## Why
    /// Its children can be reached neither from the table of contents nor by continue, so they are
    /// never shown. `flow` is false unless it is set.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ020",
        name: "cluster-without-navigation",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.1 and SB.2.9, flow and choice",
        mend: r#"Set `flow="true"` or `choice="true"` in the `<imsss:controlMode>` of {1}."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities.clusters() {
        if !cluster.control("choice", true) && !activities.flows(cluster) {
            let place = cluster.part_or_node(Vocabulary::Imsss, "controlMode");
            let message = format!("choice and flow of `{}` are both off", cluster.id());
            out.at(place, message);
        }
    }
}
