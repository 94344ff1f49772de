//! SEQ054: A cluster is completed by its measure, but all its children have the progress weight 0.

use scorm_package::xml::Vocabulary;

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster is completed by its measure, but all its children have the progress weight 0.
    ///
    /// ## Why
    /// No progress can be computed, so the cluster is never complete.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <adlcp:completionThreshold progressWeight="0"/>
    ///   </item>
    ///   <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <adlcp:completionThreshold progressWeight="1"/>
    ///   </item>
    ///   <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ054",
        name: "zero-progress-weights",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: FOURTH,
        spec: "SN 4, RB.1.1, Measure Rollup Process",
        mend: "Give a child of {1} a `progressWeight` above 0.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities.clusters() {
        let threshold = cluster.node.child(Vocabulary::Adlcp, "completionThreshold");
        let flag = threshold.and_then(|threshold| threshold.attribute("completedByMeasure"));
        let Some(flag) = flag.filter(|flag| is_true(*flag, false)) else {
            continue;
        };
        let weighs = activities.children_of(cluster).any(|child| {
            let threshold = child.node.child(Vocabulary::Adlcp, "completionThreshold");
            let weight = threshold.and_then(|threshold| threshold.attribute("progressWeight"));
            let weight = weight.and_then(|weight| weight.value().trim().parse::<f64>().ok());
            child.is_tracked() && weight.unwrap_or(1.0) > 0.0
        });
        if !weighs {
            out.at(
                flag,
                format!("no child of `{}` has a progress weight", cluster.id()),
            );
        }
    }
}
