//! SEQ040: Several activities write the same global objective.

use std::collections::{BTreeMap, BTreeSet};

use super::maps;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Several activities write the same global objective.
    ///
    /// ## Why
    /// The last one that ends wins, so its value depends on the way of the learner. That may be meant,
    /// as in a pretest and a posttest.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>One</title>
    ///   <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    /// </item>
    /// <item identifier="i2" identifierref="r1">
    ///   <title>Two</title>
    ///   <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="b"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>One</title>
    ///   <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    /// </item>
    /// <item identifier="i2" identifierref="r1">
    ///   <title>Two</title>
    ///   <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="b"><imsss:mapInfo targetObjectiveID="g1"/></imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    /// </item>
    /// ```
    pub static RULE = {
        code: "SEQ040",
        name: "several-writers",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Give each activity a global objective of its own, unless sharing {1} is meant.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let all = maps::of_activities(cx);
    let mut writers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for map in all.iter().filter(|map| map.writes) {
        let known = writers.entry(&map.target).or_default();
        if known.insert(map.activity) && known.len() == 2 {
            out.at(
                map.node,
                format!("another activity writes `{}` as well", map.target),
            );
        }
    }
}
