//! SEQ044: A cluster is satisfied by its measure, but all its children have the weight 0.

use scorm_package::xml::Vocabulary;

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster is satisfied by its measure, but all its children have the weight 0.
    ///
    /// ## Why
    /// No measure can be computed, so the cluster is never satisfied.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <imsss:sequencing><imsss:rollupRules objectiveMeasureWeight="0"/></imsss:sequencing>
    ///   </item>
    ///   <imsss:sequencing>
    ///     <imsss:objectives>
    ///       <imsss:primaryObjective objectiveID="a" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective>
    ///     </imsss:objectives>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <imsss:sequencing><imsss:rollupRules objectiveMeasureWeight="1"/></imsss:sequencing>
    ///   </item>
    ///   <imsss:sequencing>
    ///     <imsss:objectives>
    ///       <imsss:primaryObjective objectiveID="a" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective>
    ///     </imsss:objectives>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ044",
        name: "zero-weights",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.1, Measure Rollup Process",
        mend: "Give a child of {1} an `objectiveMeasureWeight` above 0.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities.clusters() {
        let objectives = cluster.objectives();
        let primary = objectives
            .iter()
            .find(|node| node.name() == "primaryObjective");
        let by_measure = primary.and_then(|primary| primary.attribute("satisfiedByMeasure"));
        let Some(by_measure) = by_measure.filter(|flag| is_true(*flag, false)) else {
            continue;
        };
        // A measure that comes through a map needs no children.
        let mapped = primary.is_some_and(|p| p.child(Vocabulary::Imsss, "mapInfo").is_some());
        let weighs = activities.children_of(cluster).any(|child| {
            let weight = child.setting(Vocabulary::Imsss, "rollupRules", "objectiveMeasureWeight");
            let weight = weight.and_then(|weight| weight.value().trim().parse::<f64>().ok());
            child.is_tracked() && weight.unwrap_or(1.0) > 0.0
        });
        if !weighs && !mapped {
            out.at(
                by_measure,
                format!("no child of `{}` has a weight", cluster.id()),
            );
        }
    }
}
