//! SEQ036: A cluster can be entered, but neither choice nor flow leads out of it.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster can be entered, but neither choice nor flow leads out of it.
    ///
    /// ## Why
    /// `choiceExit` is false and the cluster does not flow: the learner can only end the course.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="module">
    ///   <title>Module</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choiceExit="false"/></imsss:sequencing>
    /// </item>
    /// <item identifier="i3" identifierref="r1"><title>Three</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="module">
    ///   <title>Module</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choiceExit="false" flow="true"/></imsss:sequencing>
    /// </item>
    /// <item identifier="i3" identifierref="r1"><title>Three</title></item>
    /// ```
    pub static RULE = {
        code: "SEQ036",
        name: "trapped-in-cluster",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.9, Choice Sequencing Request Process",
        mend: r#"Set `choiceExit="true"` or `flow="true"` for {1}."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities
        .clusters()
        .filter(|cluster| cluster.parent.is_some())
    {
        let siblings = activities
            .parent_of(cluster)
            .map_or(0, |parent| parent.children.len());
        let exits = cluster.control("choiceExit", true) || activities.flows(cluster);
        let ends = activities.children_of(cluster).any(|child| {
            let mut rules = child.rules("postConditionRule");
            rules.any(|rule| matches!(rule.action, "exitParent" | "exitAll" | "continue"))
        });
        if !exits && !ends && siblings > 1 {
            let place = cluster.part_or_node(Vocabulary::Imsss, "controlMode");
            out.at(place, format!("nothing leads out of `{}`", cluster.id()));
        }
    }
}
